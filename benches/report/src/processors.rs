//! Which way to take by what a processor has: for authors who know for whom they build.

use crate::figures::{Figures, NOT_MEASURED, Place, SEARCH, is_of_programs};
use crate::format;
use crate::nodes;
use crate::page::{Link, link};
use crate::ranking::Ranking;
use askama::Template;
use records::{Asks, Context, Variant};

/// Kinds of processors, each with what the one before has: the name, and the features that
/// variants may need there; everything where no list ends them.
const PROCESSORS: [(&str, Option<&[&str]>); 3] = [
    ("any", Some(&[])),
    ("with AVX2", Some(&["avx", "avx2", "bmi1", "bmi2", "fma", "lzcnt", "popcnt"])),
    ("with AVX-512", None),
];

/// The section, as a part of a study's page.
#[derive(Debug, Template)]
#[template(path = "processors.html")]
pub(crate) struct Processors<'a> {
    study: &'a str,
    /// What is compared, in words: a column each.
    places: Vec<String>,
    rows: Vec<Row>,
}

/// What to take on a kind of processor.
#[derive(Debug)]
struct Row {
    processor: &'static str,
    /// By place, and why there is none.
    picks: Vec<Result<Pick, &'static str>>,
    /// What the first of them is worth in a search.
    in_search: String,
}

/// The fastest, and its time by that of the row before.
#[derive(Debug)]
struct Pick {
    link: Link,
    memory: String,
    by_before: Option<String>,
}

impl<'a> Processors<'a> {
    /// The section; nothing where no ranked variant needs more than any processor has.
    pub(crate) fn new(study: &'a str, figures: &Figures<'a>) -> Option<Processors<'a>> {
        let needs_more = |variant: &Variant| variant.is_ranked() && !variant.needs.is_empty();
        if is_of_programs(study) || !figures.right(study).any(needs_more) {
            return None;
        }
        let is_hot =
            |place: &Place<'_>| matches!(place.context, Context::Throughput | Context::Latency);
        let rankings: Vec<_> = figures
            .measured(study)
            .filter(is_hot)
            .map(|place| Ranking::of_choices(place, figures))
            .collect();
        let fastest = |ranking: &Ranking<'a>, kind: usize| {
            let mut rows = ranking.rows.iter().map(|row| row.variant);
            rows.find(|variant| is_enough(kind, variant))
        };
        let row = |kind: usize| {
            let pick = |ranking: &Ranking<'a>| {
                let variant = fastest(ranking, kind).ok_or(NOT_MEASURED)?;
                let before = kind.checked_sub(1).and_then(|before| fastest(ranking, before));
                let by_before =
                    before.map(|before| compared(variant, before, ranking.place, figures));
                let memory = format::tables(variant.table_bytes);
                Ok(Pick { link: link(variant), memory, by_before })
            };
            let first = rankings.first().and_then(|ranking| fastest(ranking, kind));
            Row {
                processor: PROCESSORS[kind].0,
                picks: rankings.iter().map(pick).collect(),
                in_search: first.map_or(NOT_MEASURED.to_owned(), |v| in_search(v, figures)),
            }
        };
        let words = |ranking: &Ranking<'_>| {
            let Place { context, stream, .. } = ranking.place;
            format!("{context}, {stream}")
        };
        let (places, rows) =
            (rankings.iter().map(words).collect(), (0..PROCESSORS.len()).map(row).collect());
        (!rankings.is_empty()).then_some(Processors { study, places, rows })
    }
}

/// Whether such processors have what a variant needs.
fn is_enough(kind: usize, variant: &Variant) -> bool {
    let (_, features) = PROCESSORS[kind];
    let has = |need: &String| features.is_none_or(|features| features.contains(&need.as_str()));
    variant.needs.iter().all(has)
}

/// The time of a variant by that of the one that the kind before takes.
fn compared(
    variant: &Variant,
    before: &Variant,
    place: Place<'_>,
    figures: &Figures<'_>,
) -> String {
    if variant.name == before.name {
        return "as above".to_owned();
    }
    let Some(ratio) = figures.ratio(&variant.name, &before.name, place) else {
        return NOT_MEASURED.to_owned();
    };
    let open = if ratio.verdict.is_order() { "" } else { ", not resolved" };
    format!("{} of the time above{open}", format::figure(ratio.figure, format::ratio))
}

/// What a variant is worth in a search, against the base's.
fn in_search(variant: &Variant, figures: &Figures<'_>) -> String {
    let place = Place::hot(SEARCH, figures.main_stream(SEARCH), false);
    let is_asked = |asks: &Asks| asks.asked.iter().any(|asked| asked.variant == variant.name);
    if nodes::asks(place, figures).is_some_and(is_asked) {
        return "the base".to_owned();
    }
    nodes::worth(variant, place, figures).map_or_else(
        || NOT_MEASURED.to_owned(),
        |gain| format!("{} nodes per second", format::figure(gain.figure, format::gain)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up;

    #[test]
    fn each_kind_of_processor_has_its_fastest() {
        let mut records = made_up::timed();
        let study = records.tables[0].study.clone();
        assert!(Processors::new(&study, &Figures::new(&records)).is_none());

        let place = Place::of(&records.tables[0]);
        let fastest = Ranking::of_choices(place, &Figures::new(&records)).rows[0].variant;
        let name = fastest.name.clone();
        let of_study = |v: &&mut Variant| v.study == study && v.name == name;
        records.variants.iter_mut().find(of_study).unwrap().needs = vec!["avx2".to_owned()];
        let figures = Figures::new(&records);
        let section = Processors::new(&study, &figures).unwrap();
        let name_of = |row: usize| section.rows[row].picks[0].as_ref().unwrap().link.name.clone();
        assert_ne!(name_of(0), name_of(1));
        assert_eq!(name_of(1), name_of(2));
        let told = |row: usize| section.rows[row].picks[0].as_ref().unwrap().by_before.clone();
        assert_eq!(told(0), None);
        assert!(told(1).unwrap().contains("of the time above"));
        assert_eq!(told(2).unwrap(), "as above");
    }
}
