//! Upkeep: what incremental state costs, and how many questions after each query pay for it.

use crate::figures::{Figures, NOT_MEASURED, Place};
use crate::noise;
use crate::page::{Cell, Row};
use crate::pairs::{Pair, Pairs};
use records::{Context, Parameter, Study, Variant};
use std::collections::BTreeSet;

/// The times of a study by the number of questions after each query.
pub(crate) struct Upkeep<'a> {
    /// How many questions.
    pub(crate) questions: Vec<u64>,
    /// The streams that were asked so.
    pub(crate) streams: Vec<Stream<'a>>,
    /// Where orders change.
    pub(crate) pairs: Vec<Pair<'a>>,
    pub(crate) noise: Option<String>,
}

/// The times on a stream, a row for each variant: the bytes that it keeps, and the times by
/// the number of questions.
pub(crate) struct Stream<'a> {
    pub(crate) name: &'a str,
    pub(crate) rows: Vec<Row<'a>>,
    pub(crate) plot: Option<String>,
}

impl<'a> Upkeep<'a> {
    /// Nothing where the number of questions was not varied.
    pub(crate) fn of(study: &'a Study, figures: &Figures<'a>) -> Option<Upkeep<'a>> {
        let name = study.name.as_str();
        let place = |stream| Place::plain(name, stream, Context::Upkeep);
        let streams = study.streams.iter().map(|stream| stream.name.as_str());
        let streams: Vec<_> =
            streams.filter_map(|stream| Some((stream, figures.table(place(stream))?))).collect();
        let values = streams.iter().flat_map(|(_, table)| &table.steps);
        let questions: Vec<_> =
            values.filter_map(|step| step.at).collect::<BTreeSet<_>>().into_iter().collect();
        let columns: Vec<_> =
            streams.iter().map(|(_, table)| (Some(*table), NOT_MEASURED)).collect();
        let Pairs { mut changing, steady, .. } = Pairs::of(name, &columns, figures);
        changing.extend(steady);
        let row = |stream, variant: &'a Variant| {
            let kept = variant.kept_bytes.map_or_else(|| Cell::words("nothing"), Cell::whole);
            let at = |questions: &u64| place(stream).at(Parameter::Questions, *questions);
            let places: Vec<_> = questions.iter().map(at).collect();
            let mut row = Row::of_times(variant, &places, figures);
            row.cells.insert(0, kept);
            row
        };
        let stream = |(name, _): &(&'a str, _)| Stream {
            name,
            rows: figures.right(&study.name).map(|variant| row(name, variant)).collect(),
            plot: None,
        };
        let streams: Vec<_> = streams.iter().map(stream).collect();
        let noise = noise::of_context(figures, name, Context::Upkeep);
        (!questions.is_empty()).then_some(Upkeep { questions, streams, pairs: changing, noise })
    }
}
