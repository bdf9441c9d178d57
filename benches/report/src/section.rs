//! A variant by itself: its idea, its lookup, and where it stands.

use crate::crossover::amount;
use crate::figures::{Figures, Measure, Place};
use crate::format;
use crate::headline::Headline;
use crate::page::{Cell, Link, link};
use crate::ranking::Ranking;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use records::{Board, Context, Parameter, Technique, Variant, unavailable};
use std::collections::BTreeSet;

/// More lines of a listing, or boards of an example, are not shown: no lookup
/// needs them, and a page has to stay light.
const LONGEST_LISTING: usize = 400;
const MOST_BOARDS: usize = 8;

/// A variant's section.
pub(crate) struct Section<'a> {
    pub(crate) link: Link,
    pub(crate) variant: &'a Variant,
    /// The technique that it is made of, unless an earlier section has it.
    pub(crate) technique: Option<&'a Technique>,
    pub(crate) summary: &'a str,
    pub(crate) idea: String,
    pub(crate) boards: Vec<Drawn<'a>>,
    pub(crate) source: Option<&'a str>,
    pub(crate) standings: Vec<Standing>,
    /// The first lines of the compiled lookup.
    pub(crate) listing: String,
}

/// A board, ready to be drawn.
pub(crate) struct Drawn<'a> {
    pub(crate) caption: &'a str,
    /// The names of the squares in words.
    pub(crate) words: String,
    /// The columns and rows of the marked squares, from the upper left corner.
    pub(crate) marks: Vec<(u8, u8)>,
}

/// A place in a ranking.
pub(crate) struct Standing {
    pub(crate) context: String,
    pub(crate) rank: String,
    pub(crate) time: Cell,
    pub(crate) ratio: Cell,
    pub(crate) verdict: String,
}

/// The sections of all variants of a study.
pub(crate) fn all<'a>(headline: &Headline<'a>, figures: &Figures<'a>) -> Vec<Section<'a>> {
    let study = headline.name();
    let measure = figures.measure(study);
    let others: Vec<_> = other_places(study, figures)
        .into_iter()
        .map(|(context, place)| (context, Ranking::new(place, figures)))
        .collect();
    let plain = headline
        .rankings
        .iter()
        .chain(&headline.learnt)
        .map(|ranking| (ranking.place.context.name(), ranking));
    let others = others.iter().map(|(context, ranking)| (context.as_str(), ranking));
    let rankings: Vec<_> = plain.chain(others).collect();
    let mut shown = BTreeSet::new();
    let section = |variant: &'a Variant| {
        let standings =
            rankings.iter().filter_map(|(name, ranking)| standing(variant, name, ranking, measure));
        let technique = figures.records.technique(variant);
        let is_first = shown.insert(variant.technique());
        let source = technique.map(|technique| technique.source.as_str());
        Section {
            link: link(variant),
            variant,
            technique: technique.filter(|_| is_first),
            summary: technique.map_or("", |technique| &technique.summary),
            idea: technique.filter(|_| is_first).map_or_else(String::new, |one| idea(&one.idea)),
            boards: variant.example.iter().take(MOST_BOARDS).map(drawn).collect(),
            source: source.filter(|source| source.starts_with("https://")),
            standings: standings.collect(),
            listing: listing(&variant.listing),
        }
    };
    figures.contenders(study).map(section).collect()
}

impl Section<'_> {
    /// Why there is no place in any ranking.
    pub(crate) fn unranked(&self) -> String {
        if self.variant.is_wrong() {
            "Not ranked: it answers wrongly.".to_owned()
        } else if !self.variant.available {
            format!("Not ranked: {}.", unavailable(&self.variant.needs))
        } else if self.variant.is_ranked() {
            "Not ranked: no times were measured.".to_owned()
        } else {
            format!(
                "Not ranked: its interface is {}, and only plain ones are ranked.",
                self.variant.interface
            )
        }
    }
}

/// A place beside a working set, with and without queries that wait.
fn other_places<'a>(study: &'a str, figures: &Figures<'a>) -> Vec<(String, Place<'a>)> {
    let named = |place: Place<'a>| {
        let kind = format::dependence(place.dependent);
        let (along, bytes) = largest_set(place, figures)?;
        let size = amount(along, bytes as f64);
        Some((format!("beside {size} KiB, {kind}"), place.at(along, bytes)))
    };
    figures.main_places(study, Context::Beside).into_iter().filter_map(named).collect()
}

/// The largest working set that was measured and fits the second-level cache.
fn largest_set(place: Place<'_>, figures: &Figures<'_>) -> Option<(Parameter, u64)> {
    let cache = figures.records.machine.caches.l2.unwrap_or(u64::MAX);
    let has_figures = |at: &(_, u64)| {
        let place = Place { at: Some(*at), ..place };
        at.1 <= cache && figures.step(place).is_some_and(|step| step.has_figures())
    };
    figures.values(place).into_iter().filter(has_figures).max_by_key(|(_, bytes)| *bytes)
}

fn standing(
    variant: &Variant,
    context: &str,
    ranking: &Ranking<'_>,
    measure: Measure,
) -> Option<Standing> {
    let (_, row) = ranking.row(variant)?;
    Some(Standing {
        context: context.to_owned(),
        rank: format!("{} of {}", row.rank(), ranking.rows.len()),
        time: Cell::figure(row.time.of(measure), format::time, "not known"),
        ratio: Cell::figure(row.ratio, format::ratio, ""),
        verdict: row.verdict(),
    })
}

fn drawn(board: &Board) -> Drawn<'_> {
    let mut marks: Vec<_> = board.squares.iter().filter_map(|name| place(name)).collect();
    marks.sort_unstable();
    marks.dedup();
    let name = |&(x, y): &(u8, u8)| format!("{}{}", char::from(b'a' + x), 8 - y);
    let words = match marks.as_slice() {
        [] => "no squares".to_owned(),
        marks => marks.iter().map(name).collect::<Vec<_>>().join(", "),
    };
    Drawn { caption: &board.caption, words, marks }
}

/// The column and the row of a square; nothing if the board has no such square.
fn place(name: &str) -> Option<(u8, u8)> {
    match name.as_bytes() {
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Some((file - b'a', b'8' - rank)),
        _ => None,
    }
}

fn listing(lines: &str) -> String {
    let mut text = lines.lines().take(LONGEST_LISTING).collect::<Vec<_>>().join("\n");
    let more = lines.lines().count().saturating_sub(LONGEST_LISTING);
    if more > 0 {
        text += &format!("\n... and {more} more");
    }
    text
}

/// Markdown as HTML in which nothing is active: raw HTML is shown as text,
/// links lead to secure pages only, and images, which would be fetched, are
/// left as their words. Headings come below those of the page.
fn idea(markdown: &str) -> String {
    let mut kept_links = Vec::new();
    let events = Parser::new(markdown).filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            kept_links.push(dest_url.starts_with("https://"));
            kept_links.last().is_some_and(|kept| *kept).then_some(event)
        }
        Event::End(TagEnd::Link) => kept_links.pop().unwrap_or(false).then_some(event),
        Event::Start(Tag::Heading { .. }) => Some(Event::Start(Tag::Paragraph)),
        Event::End(TagEnd::Heading(_)) => Some(Event::End(TagEnd::Paragraph)),
        other => Some(other),
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideas_hold_nothing_active() {
        let html = idea(
            "# Title\n\n<script>alert(1)</script>\n\na <b onclick=x>bold</b> \
             [bad](javascript:x) [good](https://example.org/) ![words](https://example.org/a.png)",
        );
        for active in ["<script", "<b ", "javascript:", "<img", "<h1"] {
            assert!(!html.contains(active), "{active} in {html}");
        }
        assert!(html.contains("&lt;script&gt;"));
        assert!(html.contains("<a href=\"https://example.org/\">good</a>"));
        assert!(html.contains("bad") && html.contains("words"));
    }
    #[test]
    fn boards_show_the_squares_there_are() {
        let squares = ["h1", "a8", "a8", "i1", "a9", "", "é"].map(str::to_owned).into();
        let board = Board { caption: "A question".to_owned(), squares };
        let Drawn { words, marks, .. } = drawn(&board);
        assert_eq!((words.as_str(), marks.as_slice()), ("a8, h1", [(0, 0), (7, 7)].as_slice()));
        assert_eq!(drawn(&Board { squares: Vec::new(), ..board }).words, "no squares");
    }

    #[test]
    fn long_listings_are_cut() {
        let lines = "nop\n".repeat(LONGEST_LISTING + 2);
        assert!(listing(&lines).ends_with("nop\n... and 2 more"));
        assert_eq!(listing("nop\nnop"), "nop\nnop");
    }
}
