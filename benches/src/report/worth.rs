//! What a choice is worth: every contender's time by that of the one that all are
//! compared with, hot and beside working sets. Of an application it is in per cent.

use super::Table;
use super::figures::{self, Figures, LATENCY, PRESSURE, Parameters, Place, THROUGHPUT};
use super::headline::{Headline, contenders};
use super::page::{Cell, Row};
use crate::record::{Records, Variant, kind, quantity};
use crate::verdict::Verdict;
use std::collections::BTreeSet;
use std::ops::Bound::{Excluded, Unbounded};

/// What queries are where nothing waits for the answer, and where each waits for the last.
pub(super) const WAITING: [&str; 2] = ["independent", "dependent"];

/// The contenders of a study under the circumstances that tell most.
pub(super) struct Worth<'a> {
    study: &'a str,
    /// The contender that the others are compared with.
    pub(super) against: &'a str,
    /// In words, one for a column of times.
    pub(super) circumstances: Vec<String>,
    pub(super) rows: Vec<Row<'a>>,
}

impl<'a> Worth<'a> {
    /// Nothing where nothing was compared.
    pub(super) fn of(
        headline: &Headline<'a>,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Option<Worth<'a>> {
        let (study, stream) = (headline.study, headline.stream);
        let plain = |context| Place::plain(study, stream, context);
        let mut places = vec![
            ("independent".to_owned(), plain(THROUGHPUT)),
            ("dependent".to_owned(), plain(LATENCY)),
        ];
        for bytes in working_sets(study, records, figures) {
            let size = figures::kibibytes(bytes as f64);
            let waiting = WAITING.map(|waits| format!("beside {size} KiB, {waits}"));
            places.extend(waiting.into_iter().zip(beside(headline, figures, bytes)));
        }
        places.retain(|(_, place)| figures.reference(*place).is_some());
        let against = places.first().and_then(|(_, place)| figures.reference(*place))?;
        let row = |variant: &'a Variant| {
            let instructions =
                figures.count(&variant.name, plain(THROUGHPUT), quantity::INSTRUCTIONS);
            let sizes = [Cell::whole(variant.table_bytes), Cell::count(instructions, variant)];
            let times = places.iter().map(|(_, place)| compared(variant, against, *place, figures));
            Row::new(variant, sizes.into_iter().chain(times).collect())
        };
        let right = contenders(records, study).filter(|variant| !variant.is_wrong());
        let rows: Vec<_> = right.map(row).collect();
        let circumstances = places.into_iter().map(|(words, _)| words).collect();
        (rows.len() > 1).then_some(Worth { study, against, circumstances, rows })
    }

    /// The same for a summary.
    pub(super) fn table(&self) -> Table {
        let sizes = ["variant", "tables, bytes", "instructions, net /query"].map(str::to_owned);
        let row = |row: &Row<'_>| {
            let cells = row.cells.iter().map(|cell| match cell.details.as_slice() {
                [] => cell.text.clone(),
                details => format!("{} ({})", cell.text, details.join(", ")),
            });
            [row.link.name.clone()].into_iter().chain(cells).collect()
        };
        Table {
            title: format!("{}, times by those of {}", self.study, self.against),
            header: sizes.into_iter().chain(self.circumstances.iter().cloned()).collect(),
            rows: self.rows.iter().map(row).collect(),
            notes: Vec::new(),
        }
    }
}

/// Where a study is measured beside a working set of so many bytes, in its longest
/// visits, without and with waiting.
pub(super) fn beside<'a>(
    headline: &Headline<'a>,
    figures: &Figures<'a>,
    bytes: u64,
) -> [Place<'a>; 2] {
    let (study, stream) = (headline.study, headline.stream);
    let visit = figures.visits(study, PRESSURE).last().copied();
    [0, 1].map(|dependent| {
        let parameters = Parameters {
            dependent: Some(dependent),
            visit,
            working_set: Some(bytes),
            ..Parameters::default()
        };
        Place { study, stream, context: PRESSURE, parameters }
    })
}

/// The first working set beyond the first-level cache and the last within the
/// second-level cache, as far as they were measured.
pub(super) fn cache_sizes(study: &str, records: &Records, figures: &Figures<'_>) -> Vec<u64> {
    let measured = figures.working_sets(study);
    let caches = &records.machine.caches;
    let beyond = caches.l1d.and_then(|bytes| measured.range((Excluded(bytes), Unbounded)).next());
    let within = caches.l2.and_then(|bytes| measured.range(..=bytes).next_back());
    let mut sizes: Vec<_> = [beyond, within].into_iter().flatten().copied().collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Nothing, what [`cache_sizes`] says and the largest, as far as they were measured.
fn working_sets(study: &str, records: &Records, figures: &Figures<'_>) -> BTreeSet<u64> {
    let measured = figures.working_sets(study);
    let ends = [measured.get(&0), measured.last()].into_iter().flatten().copied();
    ends.chain(cache_sizes(study, records, figures)).collect()
}

/// The time by that of the one compared with, or the difference in per cent.
fn compared(variant: &Variant, against: &str, place: Place<'_>, figures: &Figures<'_>) -> Cell {
    if variant.name == against {
        return Cell::words("1");
    }
    let Some(ratio) = figures.ratio(&variant.name, against, place) else {
        return Cell::words(figures.absence_of(variant, place));
    };
    let is_application = variant.kind == kind::APPLICATION;
    let text = if is_application { difference } else { figures::ratio };
    let mut cell = Cell::interval(Some(ratio.figure), text, "");
    if ratio.verdict == Some(Verdict::Tie) {
        cell.details.push("tie".to_owned());
    }
    cell
}

/// A ratio as what it exceeds 1 by, in per cent.
fn difference(ratio: f64) -> String {
    let text = figures::percent(ratio - 1.0);
    if ratio > 1.0 { format!("+{text}") } else { text }
}
