//! What a choice of variants is worth inside of an application: by how many per
//! cent it takes more or less time than with the choice that it is compared with.

use super::figures::{self, Figures, LATENCY, PRESSURE, Parameters, Place, THROUGHPUT};
use super::headline::contenders;
use super::page::{Cell, Row};
use crate::record::{Records, Variant, kind};
use crate::verdict::Verdict;

/// The contenders of an application, under the circumstances that tell most.
pub(super) struct Worth<'a> {
    /// The contender that the others are compared with.
    pub(super) against: &'a str,
    /// In words, one for a column.
    pub(super) circumstances: Vec<String>,
    pub(super) rows: Vec<Row<'a>>,
}

impl<'a> Worth<'a> {
    /// Nothing for a study of techniques, or where nothing was compared.
    pub(super) fn of(
        study: &'a str,
        stream: &'a str,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Option<Worth<'a>> {
        let application = |v: &&Variant| v.kind == kind::APPLICATION && !v.is_wrong();
        let contenders: Vec<_> = contenders(records, study).filter(application).collect();
        let plain = |context| Place::plain(study, stream, context);
        let mut places = vec![
            ("independent".to_owned(), plain(THROUGHPUT)),
            ("dependent".to_owned(), plain(LATENCY)),
        ];
        let visit = figures.visits(study, PRESSURE).first().copied();
        places.extend(working_sets(study, records, figures).into_iter().map(|bytes| {
            let parameters = Parameters {
                dependent: Some(0),
                visit,
                working_set: Some(bytes),
                ..Parameters::default()
            };
            let size = figures::kibibytes(bytes as f64);
            (format!("beside {size} KiB"), Place { study, stream, context: PRESSURE, parameters })
        }));
        let against = places.iter().find_map(|(_, place)| figures.reference(*place))?;
        let row = |variant: &'a Variant| {
            let cell = |(_, place): &(_, _)| more_or_less(variant, against, *place, figures);
            Row::new(variant, places.iter().map(cell).collect())
        };
        let others = contenders.into_iter().filter(|variant| variant.name != against);
        let rows: Vec<_> = others.map(row).collect();
        let circumstances = places.iter().map(|(words, _)| words.clone()).collect();
        (!rows.is_empty()).then_some(Worth { against, circumstances, rows })
    }
}

/// Nothing, the first-level cache, the second-level cache and the largest, as far
/// as they were measured.
fn working_sets(study: &str, records: &Records, figures: &Figures<'_>) -> Vec<u64> {
    let measured = figures.working_sets(study);
    let caches = &records.machine.caches;
    let within = |bytes: Option<u64>| measured.range(..=bytes?).next_back();
    let last = measured.last();
    let mut sizes: Vec<_> = [within(Some(0)), within(caches.l1d), within(caches.l2), last]
        .into_iter()
        .flatten()
        .collect();
    sizes.dedup();
    sizes.into_iter().copied().collect()
}

/// The difference in per cent, or that there is none beyond the noise.
fn more_or_less(variant: &Variant, against: &str, place: Place<'_>, figures: &Figures<'_>) -> Cell {
    let Some(ratio) = figures.ratio(&variant.name, against, place) else {
        return Cell::words(figures.absence_of(variant, place));
    };
    let mut difference = ratio.figure;
    for end in [&mut difference.value, &mut difference.low, &mut difference.high] {
        *end -= 1.0;
    }
    let mut cell = Cell::interval(Some(difference), signed_percent, "");
    if ratio.verdict == Some(Verdict::Tie) {
        cell.details.push("tie".to_owned());
    }
    cell
}

fn signed_percent(share: f64) -> String {
    let text = figures::percent(share);
    if share > 0.0 { format!("+{text}") } else { text }
}
