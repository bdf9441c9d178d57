//! The first page as Markdown, and what the README quotes.

use crate::cite::LICENCE;
use crate::page::{Span, provenance};
use crate::pages::doubts;
use crate::recommend::recommend;
use crate::recommended::{Recommended, recommended};
use crate::search;
use crate::set::Set;
use crate::terminal::markdown;
use crate::view::{View, is_loss, is_win};
use crate::words;
use records::Figure;
use std::fmt::Write as _;

/// The recommendations of a set in two pages.
pub(crate) fn summary(set: &Set, view: &View<'_>, found: &[Recommended<'_>]) -> String {
    let mut text = format!("# Which lookups should a chess engine use?\n\n{}\n\n", provenance(set));
    let sentences = flat(&crate::recommended::sentences(view, found));
    let _ = write!(text, "{sentences}\n\n{}", markdown(view, found));
    text.push_str("\n## All questions\n\n| question | what to do | adds | time, ratio to the usual way | variants |\n|---|---|---|---|---|\n");
    for study in view.questions() {
        let Some(found) = recommend(&[view], &study.name, None) else { continue };
        let rows = crate::recommended::of_question(view, view, &study.name, found);
        let Some(row) = rows.first() else { continue };
        let variants = view.variants(&study.name).filter(|variant| variant.is_ranked()).count();
        let (title, told, adds) = (&row.title, row.told(), words::size(row.bytes));
        let time = row.time(false);
        let _ = writeln!(text, "| {title} | {told} | {adds} | {time} | {variants} |");
    }
    let _ =
        write!(text, "\n## How sure\n\n{}\n\nThe records are {LICENCE}.\n", flat(&doubts(view)),);
    text
}

/// Spans as Markdown.
fn flat(spans: &[Span]) -> String {
    let one = |span: &Span| match span {
        Span::Plain(text) => text.clone(),
        Span::Strong(text) => format!("**{text}**"),
        Span::Code(text) => format!("`{text}`"),
        Span::Link(text, to) => format!("[{text}]({to})"),
    };
    spans.iter().map(one).collect()
}

/// The table of the README: what all machines together say, and on how many it holds.
#[must_use]
pub fn across(sets: &[Set]) -> String {
    let views: Vec<_> = sets.iter().map(|set| View::new(&set.records)).collect();
    let views: Vec<_> = views.iter().collect();
    let mut text = "| lookup | what to do | adds | time, ratio to the usual way | nodes per second | holds on |\n|---|---|---|---|---|---|\n".to_owned();
    for one in recommended(&views, None) {
        let (time, worth) = (times(&views, &one), worth(&views, &one));
        let holds = holds(sets, &views, &one);
        let _ = writeln!(text, "{} {time} | {worth} | {holds} |", one.text_cells());
    }
    text
}

/// The least and the most of these.
fn ends(values: impl Iterator<Item = f64>, text: fn(f64) -> String) -> Option<String> {
    let range = values.fold(None, |range: Option<[f64; 2]>, value| {
        Some(range.map_or([value; 2], |[low, high]| [low.min(value), high.max(value)]))
    });
    range.map(|[low, high]| format!("{} to {}", text(low), text(high)))
}

/// The throughput on all machines.
fn times(views: &[&View<'_>], one: &Recommended<'_>) -> String {
    let times = views.iter().filter_map(|view| {
        let variant = view.variant(one.question, &one.variant.name)?;
        Some(crate::recommend::times(view, variant)[0]?.value)
    });
    let times = ends(times, words::ratio).filter(|_| !one.is_usual);
    times.unwrap_or_else(|| one.time(false))
}

/// What it gains in all searches, and in how many for certain.
fn worth(views: &[&View<'_>], one: &Recommended<'_>) -> String {
    let mut gains: Vec<Figure> = Vec::new();
    for view in views {
        let Some(variant) = view.variant(one.question, &one.variant.name) else { continue };
        let profiles = search::deciding(view);
        gains.extend(profiles.iter().filter_map(|one| search::worth(view, one, variant)));
    }
    let wins = gains.iter().filter(|gain| is_win(**gain)).count();
    let losses = gains.iter().filter(|gain| is_loss(**gain)).count();
    let all = gains.len();
    match ends(gains.iter().map(|gain| gain.value), words::gain) {
        _ if one.is_usual => "usual".to_owned(),
        None => "not measured".to_owned(),
        Some(ends) => {
            format!("{ends}; certain gain in {wins} of {all} searches, loss in {losses}")
        }
    }
}

/// On how many of the machines that searched the recommendation is the same, and what the others say.
fn holds(sets: &[Set], views: &[&View<'_>], one: &Recommended<'_>) -> String {
    let mut others: Vec<(String, Vec<String>)> = Vec::new();
    let (mut same, mut all) = (0, 0);
    for (set, view) in sets.iter().zip(views) {
        let found = recommend(&[view], one.question, None);
        let Some(found) = found.filter(|_| !search::deciding(view).is_empty()) else { continue };
        let variant = if one.word.is_some() { Some(found.variant) } else { found.small };
        all += 1;
        if variant.is_some_and(|variant| variant.name == one.variant.name) {
            same += 1;
            continue;
        }
        let short = variant.map_or_else(|| "nothing".to_owned(), |variant| view.short(variant));
        match others.iter_mut().find(|(known, _)| *known == short) {
            Some((_, machines)) => machines.push(set.column()),
            None => others.push((short, vec![set.column()])),
        }
    }
    let told =
        |(short, machines): &(String, Vec<String>)| format!("{short} on {}", words::list(machines));
    let others: Vec<_> = others.iter().map(told).collect();
    match others.as_slice() {
        [] => format!("all {} that searched", words::counted(all, "machine")),
        others => format!("{same} of {all}; {}", others.join("; ")),
    }
}
