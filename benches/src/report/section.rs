//! What there is to say about a variant by itself.

use super::figures::{self, COLD, Figures, PRESSURE, Parameters, Place, TWO_THREADS};
use super::headline::{self, Headline, contenders};
use super::page::{Cell, Link, link};
use super::plots;
use super::pressure::MAIN_VISIT;
use super::ranking::Ranking;
use crate::record::{Board, Proof, Records, Variant, unavailable};
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

/// More lines of a listing, or boards of an example, are not shown: no lookup
/// needs them, and a page has to stay light.
const LONGEST_LISTING: usize = 400;
const MOST_BOARDS: usize = 8;

/// A variant's section.
pub(super) struct Section<'a> {
    pub(super) link: Link<'a>,
    pub(super) variant: &'a Variant,
    pub(super) idea: String,
    pub(super) boards: Vec<Drawn<'a>>,
    pub(super) source: Option<&'a str>,
    pub(super) proof: String,
    pub(super) mistake: Option<&'a str>,
    pub(super) standings: Vec<Standing>,
    /// The first lines of the compiled lookup, and how many there are.
    pub(super) listing: String,
    pub(super) instructions: usize,
    /// What a processor must have, and whether this one has; nothing if nothing.
    pub(super) needs: Option<String>,
}

/// A board, ready to be drawn.
pub(super) struct Drawn<'a> {
    pub(super) caption: &'a str,
    /// The names of the squares in words.
    pub(super) words: String,
    /// The columns and rows of the marked squares, from the upper left corner.
    pub(super) marks: Vec<(u8, u8)>,
}

/// A place in a ranking.
pub(super) struct Standing {
    pub(super) context: String,
    pub(super) rank: String,
    pub(super) net: Cell,
    pub(super) ratio: Cell,
    pub(super) verdict: String,
}

/// The sections of all variants of a study.
pub(super) fn all<'a>(
    headline: &Headline<'a>,
    stream: &'a str,
    records: &'a Records,
    figures: &Figures<'a>,
) -> Vec<Section<'a>> {
    let others = other_places(headline.study, stream, records, figures);
    let others: Vec<_> = others
        .into_iter()
        .map(|(context, place)| (context, Ranking::new(place, records, figures)))
        .collect();
    let plain = headline.rankings.iter().map(|ranking| (ranking.place.context, ranking));
    let others = others.iter().map(|(context, ranking)| (context.as_str(), ranking));
    let rankings: Vec<_> = plain.chain(others).collect();
    let section = |variant: &'a Variant| {
        let standings =
            rankings.iter().filter_map(|(context, ranking)| standing(variant, context, ranking));
        Section {
            link: link(variant),
            variant,
            idea: idea(&variant.idea),
            boards: variant.example.iter().take(MOST_BOARDS).map(drawn).collect(),
            source: Some(variant.source.as_str()).filter(|source| source.starts_with("https://")),
            proof: headline::proof(variant),
            mistake: match &variant.proof {
                Proof::Wrong(mistake) => Some(mistake),
                Proof::Right(_) => None,
            },
            standings: standings.collect(),
            listing: listing(&variant.listing),
            instructions: variant.listing.len(),
            needs: needs(variant),
        }
    };
    contenders(records, headline.study).map(section).collect()
}

impl Section<'_> {
    /// Why there is no place in any ranking.
    pub(super) fn unranked(&self) -> String {
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

/// What a processor must have, and whether this one has; nothing if nothing.
fn needs(variant: &Variant) -> Option<String> {
    let needs = variant.needs.join(", ");
    (!needs.is_empty()).then(|| match variant.available {
        true => needs,
        false => format!("{needs}: not available here, therefore not measured"),
    })
}

/// One place for each of the other contexts, with and without queries that wait.
fn other_places<'a>(
    study: &'a str,
    stream: &'a str,
    records: &'a Records,
    figures: &Figures<'a>,
) -> Vec<(String, Place<'a>)> {
    let mut places = Vec::new();
    let visit = Some(MAIN_VISIT);
    for (context, visit) in [(TWO_THREADS, None), (COLD, visit), (PRESSURE, visit)] {
        for dependent in [false, true] {
            let parameters =
                Parameters { dependent: Some(dependent.into()), visit, ..Parameters::default() };
            let mut place = Place { study, stream, context, parameters };
            let kind = plots::dependence(dependent);
            let name = match context {
                TWO_THREADS => format!("beside another thread, {kind}"),
                COLD => format!("cold, {kind}"),
                _ => {
                    let Some(bytes) = working_set(place, records, figures) else { continue };
                    place.parameters.working_set = Some(bytes);
                    format!("beside {}, {kind}", plots::binary(bytes))
                }
            };
            places.push((name, place));
        }
    }
    places
}

/// The largest working set that was measured and fits the second-level cache.
fn working_set<'a>(place: Place<'a>, records: &'a Records, figures: &Figures<'a>) -> Option<u64> {
    let cache = records.machine.caches.l2.unwrap_or(u64::MAX);
    let along = |variant: &'a Variant| {
        figures.times_along(&variant.name, place, |parameters| parameters.working_set.take())
    };
    let sizes = contenders(records, place.study).flat_map(along).map(|(bytes, _)| bytes);
    sizes.filter(|bytes| *bytes <= cache).max()
}

fn standing(variant: &Variant, context: &str, ranking: &Ranking<'_>) -> Option<Standing> {
    let row = ranking.rows.iter().find(|row| row.variant.name == variant.name)?;
    Some(Standing {
        context: context.to_owned(),
        rank: format!("{} of {}", row.rank(), ranking.rows.len()),
        net: Cell::figure(row.time.net, figures::time, "not known"),
        ratio: Cell::figure(row.ratio, figures::ratio, ""),
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

fn listing(lines: &[String]) -> String {
    let mut text =
        lines.iter().take(LONGEST_LISTING).map(String::as_str).collect::<Vec<_>>().join("\n");
    let more = lines.len().saturating_sub(LONGEST_LISTING);
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
        let lines = vec!["nop".to_owned(); LONGEST_LISTING + 2];
        assert!(listing(&lines).ends_with("nop\n... and 2 more"));
        assert_eq!(listing(&lines[..2]), "nop\nnop");
    }
}
