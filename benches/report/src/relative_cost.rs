//! Relative cost: every contender's time by that of the one that all are compared with, hot
//! and beside working sets. Of an application it is a difference in per cent.

use crate::Table;
use crate::figures::{Figures, INSTRUCTIONS, Place};
use crate::format;
use crate::headline::Headline;
use crate::page::{Cell, Row};
use records::{Context, Kind, Parameter, Variant};
use std::collections::BTreeSet;
use std::ops::Bound::{Excluded, Unbounded};

/// The contenders of a study under the circumstances that tell most.
pub(crate) struct RelativeCost<'a> {
    study: &'a str,
    /// The contender that the others are compared with.
    pub(crate) against: &'a str,
    /// In words, one for a column of times.
    pub(crate) circumstances: Vec<String>,
    pub(crate) rows: Vec<Row<'a>>,
}

impl<'a> RelativeCost<'a> {
    /// Nothing where nothing was compared.
    pub(crate) fn of(headline: &Headline<'a>, figures: &Figures<'a>) -> Option<RelativeCost<'a>> {
        let study = headline.name();
        let hot = headline.rankings.each_ref().map(|ranking| ranking.place);
        let mut places: Vec<_> = hot
            .iter()
            .map(|place| (format::dependence(place.dependent).to_owned(), *place))
            .collect();
        for bytes in working_sets(study, figures) {
            let size = format::kibibytes(bytes as f64);
            places.extend(figures.main_places(study, Context::Beside).map(|place| {
                let waits = format::dependence(place.dependent);
                (format!("beside {size} KiB, {waits}"), place.at(Parameter::WorkingSet, bytes))
            }));
        }
        places.retain(|(_, place)| figures.reference(*place).is_some());
        let against = figures.reference(places.first()?.1)?;
        let row = |variant: &'a Variant| {
            let instructions = figures.count(&variant.name, hot[0], INSTRUCTIONS);
            let sizes = [Cell::whole(variant.table_bytes), Cell::count(instructions, variant)];
            let times = places.iter().map(|(_, place)| compared(variant, against, *place, figures));
            Row::new(variant, sizes.into_iter().chain(times).collect())
        };
        let rows: Vec<_> = figures.right(study).map(row).collect();
        let circumstances = places.into_iter().map(|(words, _)| words).collect();
        (rows.len() > 1).then_some(RelativeCost { study, against, circumstances, rows })
    }

    /// The same for a summary.
    pub(crate) fn table(&self) -> Table {
        let sizes = ["variant", "tables, bytes", "instructions, net /query"].map(str::to_owned);
        Table {
            title: format!("{}, times by those of {}", self.study, self.against),
            header: sizes.into_iter().chain(self.circumstances.iter().cloned()).collect(),
            rows: self.rows.iter().map(Row::plain).collect(),
            notes: Vec::new(),
        }
    }
}

/// The first working set beyond the first-level cache and the last within the second-level
/// cache, as far as all of these studies were measured beside them that were measured beside
/// any.
pub(crate) fn cache_sizes<'s>(
    studies: impl IntoIterator<Item = &'s str>,
    figures: &Figures<'_>,
) -> Vec<u64> {
    let sets = studies.into_iter().map(|study| figures.working_sets(study));
    let common = sets.filter(|set| !set.is_empty()).reduce(|common, set| &common & &set);
    let measured = common.unwrap_or_default();
    let caches = &figures.records.machine.caches;
    let beyond = caches.l1d.and_then(|bytes| measured.range((Excluded(bytes), Unbounded)).next());
    let within = caches.l2.and_then(|bytes| measured.range(..=bytes).next_back());
    let mut sizes: Vec<_> = [beyond, within].into_iter().flatten().copied().collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// No working set, [`cache_sizes`] and the largest within reach, as far as they were measured.
fn working_sets(study: &str, figures: &Figures<'_>) -> BTreeSet<u64> {
    let measured = figures.working_sets(study);
    let ends = [measured.get(&0), measured.last()].into_iter().flatten().copied();
    ends.chain(cache_sizes([study], figures)).collect()
}

/// The time by that of the one compared with, or the difference in per cent.
fn compared(variant: &Variant, against: &str, place: Place<'_>, figures: &Figures<'_>) -> Cell {
    if variant.name == against {
        return Cell::words("1");
    }
    let Some(ratio) = figures.ratio(&variant.name, against, place) else {
        return Cell::words(figures.absence_of(variant, place));
    };
    let is_application = variant.kind == Kind::Application;
    let text = if is_application { format::difference } else { format::ratio };
    let mut cell = Cell::interval(Some(ratio.figure), text, "");
    if !ratio.verdict.is_order() {
        cell.details.push(ratio.verdict.name().to_owned());
    }
    cell
}
