//! The first page as Markdown, and what the README quotes.

use crate::export::LICENCE;
use crate::page::{Cell, Column, Row, Span, Table};
use crate::pages::{doubts, questions};
use crate::recommended::{self, Recommended, recommended};
use crate::search;
use crate::set::Set;
use crate::view::{View, ends, is_loss, is_win};
use crate::words;
use std::collections::BTreeMap;

pub(crate) fn summary(view: &View<'_>, found: &[Recommended<'_>]) -> String {
    let (sentences, doubts) = (flat(&recommended::sentences(view, found)), flat(&doubts(view)));
    let answers = recommended::table(view, found).markdown();
    let (set, questions) = (view.set.provenance(), questions(view).markdown());
    format!(
        "# Which lookups should a chess engine use?\n\n{set}\n\n{sentences}\n\n{answers}\n\
         ## All questions\n\n{questions}\n## How sure\n\n{doubts}\n\nThe records are {LICENCE}.\n"
    )
}

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
pub(crate) fn across(sets: &[Set]) -> String {
    let views: Vec<_> = sets.iter().map(View::new).collect();
    let time = "time, ratio to the usual way";
    let head = ["lookup", "what to do", "adds", time, "nodes per second", "holds on"];
    let row = |one: Recommended<'_>| {
        let told = Cell::text(one.told()).strong().chips(one.chips.clone());
        let (time, worth) = (times(&views, &one), worth(&views, &one));
        let cells = [words::size(one.bytes), time, worth, holds(&views, &one)];
        Row::new(Cell::text(one.lookup()), [told].into_iter().chain(cells.map(Cell::text)))
    };
    let rows = recommended(&views, None).into_iter().map(row);
    Table::new("", "", head.map(Column::text), rows).markdown()
}

fn range(values: impl Iterator<Item = f64>, text: fn(f64) -> String) -> Option<String> {
    ends(values).map(|ends| ends.map(text).join(" to "))
}

fn times(views: &[View<'_>], one: &Recommended<'_>) -> String {
    let times = views.iter().filter_map(|view| {
        let variant = view.variant(&one.variant.study, &one.variant.name)?;
        Some(crate::recommend::times(view, variant)[0]?.value)
    });
    let times = range(times, words::ratio).filter(|_| !one.is_usual);
    times.unwrap_or_else(|| one.time())
}

fn worth(views: &[View<'_>], one: &Recommended<'_>) -> String {
    let gains = views.iter().filter_map(|view| {
        let variant = view.variant(&one.variant.study, &one.variant.name)?;
        Some(search::gains(view, variant))
    });
    let gains: Vec<_> = gains.flatten().collect();
    let wins = gains.iter().filter(|gain| is_win(**gain)).count();
    let losses = gains.iter().filter(|gain| is_loss(**gain)).count();
    let all = gains.len();
    match range(gains.iter().map(|gain| gain.value), words::gain) {
        _ if one.is_usual => "usual".to_owned(),
        None => "not measured".to_owned(),
        Some(it) => format!("{it}; certain gain in {wins} of {all} searches, loss in {losses}"),
    }
}

/// On how many of the machines that searched the recommendation is the same, and what the others say.
fn holds(views: &[View<'_>], one: &Recommended<'_>) -> String {
    let mut others: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let (mut same, mut all) = (0, 0);
    for view in views {
        let found = view.recommend(&one.variant.study);
        let Some(found) = found.filter(|_| !search::deciding(view).is_empty()) else { continue };
        // A first choice that is small is also the small one.
        let variant = found.small.filter(|_| one.word.is_none()).unwrap_or(found.variant);
        all += 1;
        if variant.name == one.variant.name {
            same += 1;
            continue;
        }
        others.entry(view.short(variant)).or_default().push(view.set.column());
    }
    if others.is_empty() {
        return format!("all {} that searched", words::counted(all, "machine"));
    }
    let told = others.iter().map(|(it, machines)| format!("; {it} on {}", words::list(machines)));
    format!("{same} of {all}{}", told.collect::<String>())
}
