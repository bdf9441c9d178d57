//! What keeping something from query to query costs and gains: times by how many
//! questions are asked after each, and from how many on it pays.

use super::Question;
use super::figures::{Figures, Parameters, Place, UPKEEP, is_wrong};
use super::headline::contenders;
use super::noise;
use super::page::{Cell, Row, id};
use super::pressure;
use crate::record::{Records, Turn, quantity};
use std::collections::{BTreeMap, BTreeSet};

/// What was measured of a study with so many questions after each query.
pub(super) struct Upkeep<'a> {
    /// How many questions.
    pub(super) asked: Vec<u64>,
    /// The streams that were asked so.
    pub(super) streams: Vec<Stream<'a>>,
    /// Where orders turn; those with the reference first.
    pub(super) pairs: Vec<Pair<'a>>,
    pub(super) noise: Option<String>,
}

/// The times on a stream, a row for each variant: the bytes that it keeps, and the
/// times by the number of questions.
pub(super) struct Stream<'a> {
    pub(super) name: &'a str,
    pub(super) rows: Vec<Row<'a>>,
    pub(super) plot: Option<String>,
}

/// From and up to how many questions a variant is faster than another one, by stream.
pub(super) struct Pair<'a> {
    pub(super) variant: &'a str,
    pub(super) against: &'a str,
    /// Both, as the page names them.
    pub(super) ids: String,
    pub(super) cells: Vec<Cell>,
}

/// The turns of a study along the number of questions, in the order of the records.
pub(super) fn turns<'a>(
    records: &'a Records,
    study: &'a str,
) -> impl Iterator<Item = &'a Turn> + Clone {
    let here = move |turn: &&Turn| {
        turn.study == study && turn.along == quantity::ASKED && turn.parameters.is_empty()
    };
    let right = move |turn: &&Turn| {
        ![&turn.variant, &turn.against].into_iter().any(|name| is_wrong(records, study, name))
    };
    records.turns.iter().filter(here).filter(right)
}

impl<'a> Upkeep<'a> {
    /// Nothing where the number of questions was not varied.
    pub(super) fn of(
        question: &'a Question,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Option<Upkeep<'a>> {
        let study = question.study.as_str();
        let asked: Vec<_> = figures.asked(study).into_iter().collect();
        if asked.is_empty() {
            return None;
        }
        let places = figures.places(study);
        let measured = |stream: &&str| {
            places.iter().any(|place| place.context == UPKEEP && place.stream == *stream)
        };
        let streams = question.streams.iter().map(|(stream, _)| stream.as_str()).filter(measured);
        let streams = streams.map(|stream| Stream::of((study, stream), &asked, records, figures));
        let streams: Vec<_> = streams.collect();
        Some(Upkeep {
            pairs: pairs(study, &streams, records),
            noise: noise::of_context(figures, study, UPKEEP),
            asked,
            streams,
        })
    }
}

impl<'a> Stream<'a> {
    fn of(
        (study, name): (&'a str, &'a str),
        asked: &[u64],
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Stream<'a> {
        let right = contenders(records, study).filter(|variant| !variant.is_wrong());
        let rows = right.map(|variant| {
            let kept = variant.kept_bytes.map_or_else(|| Cell::words("nothing"), Cell::whole);
            let time = |&times| {
                let parameters = Parameters { asked: Some(times), ..Parameters::default() };
                let place = Place { parameters, ..Place::plain(study, name, UPKEEP) };
                let absence = figures.absence_of(variant, place);
                Cell::net(figures.time(&variant.name, place), absence)
            };
            Row::new(variant, [kept].into_iter().chain(asked.iter().map(time)).collect())
        });
        Stream { name, rows: rows.collect(), plot: None }
    }
}

fn pairs<'a>(study: &'a str, streams: &[Stream<'_>], records: &'a Records) -> Vec<Pair<'a>> {
    let turns = turns(records, study);
    // Every variant is compared with those before it, and the reference with none.
    let compared: BTreeSet<_> = turns.clone().map(|turn| turn.variant.as_str()).collect();
    let mut by_pair: BTreeMap<_, BTreeMap<&str, &Turn>> = BTreeMap::new();
    for turn in turns {
        let (variant, against) = (turn.variant.as_str(), turn.against.as_str());
        let key = (compared.contains(against), against, variant);
        by_pair.entry(key).or_default().insert(&turn.stream, turn);
    }
    let mut pairs = Vec::new();
    for ((_, against, variant), turns) in by_pair {
        let cell = |stream: &Stream<'_>| match turns.get(stream.name) {
            Some(turn) => pressure::cell(turn, variant),
            None => Cell::words("not measured"),
        };
        pairs.push(Pair {
            variant,
            against,
            ids: format!("{} {}", id(study, variant), id(study, against)),
            cells: streams.iter().map(cell).collect(),
        });
    }
    pairs
}
