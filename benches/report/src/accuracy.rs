//! How often approximate variants answer wrongly, by how much, and by which errors.

use crate::figures::Figures;
use crate::format::{self, fine_percent, id};
use crate::page::{Cell, Row};
use records::{Accuracy as Errors, ErrorKind, Figure, Variant, WrongAnswer};

/// More examples of a variant are not shown: a page has to stay light.
const MOST_EXAMPLES: usize = 16;

/// What stands in the table for a count that is not there.
const NOT_COUNTED: &str = "not counted";

/// The variants whose wrong answers are on record.
pub(crate) struct Accuracy<'a> {
    /// The kinds of errors that were counted, one for a column.
    pub(crate) kinds: Vec<String>,
    /// The unit of the mean error.
    pub(crate) unit: &'a str,
    pub(crate) has_entries: bool,
    pub(crate) rows: Vec<Row<'a>>,
    pub(crate) examples: Vec<Example<'a>>,
}

/// A question that several variants may answer wrongly in the same way.
pub(crate) struct Example<'a> {
    pub(crate) wrong: &'a WrongAnswer,
    /// The names of the variants.
    pub(crate) names: Vec<&'a str>,
    /// Their names on the page.
    pub(crate) ids: String,
}

impl<'a> Accuracy<'a> {
    /// Nothing where no wrong answers were counted.
    pub(crate) fn of(study: &'a str, figures: &Figures<'a>) -> Option<Accuracy<'a>> {
        let variants: Vec<_> = figures
            .contenders(study)
            .filter_map(|variant| Some((variant, variant.accuracy.as_ref()?)))
            .collect();
        let (_, first) = variants.first()?;
        let mut kinds: Vec<&ErrorKind> = Vec::new();
        for kind in variants.iter().flat_map(|(_, errors)| &errors.kinds) {
            if !kinds.iter().any(|known| is_same(known, kind)) {
                kinds.push(kind);
            }
        }
        // Of the errors that exact answers have too, after the others.
        kinds.sort_by_key(|kind| kind.of_exact);
        let has_entries = variants.iter().any(|(_, errors)| errors.entries.is_some());
        let row = |(variant, errors): &(&'a Variant, &'a Errors)| {
            let mut cells = vec![share(Some((errors.wrong, errors.questions))), mean(errors)];
            cells.extend(kinds.iter().map(|kind| {
                let found = errors.kinds.iter().find(|known| is_same(known, kind));
                share(found.map(|kind| (kind.answers, errors.questions)))
            }));
            if has_entries {
                cells.push(share(errors.entries.map(|[touched, all]| (touched, all))));
            }
            Row::new(variant, cells)
        };
        let column = |kind: &&ErrorKind| {
            let by = if kind.of_exact { "exact answers wrong by" } else { "wrong by" };
            format!("{by} {}", kind.name)
        };
        Some(Accuracy {
            kinds: kinds.iter().map(column).collect(),
            unit: &first.unit,
            has_entries,
            rows: variants.iter().map(row).collect(),
            examples: examples(&variants),
        })
    }
}

fn is_same(a: &ErrorKind, b: &ErrorKind) -> bool {
    (&a.name, a.of_exact) == (&b.name, b.of_exact)
}

/// The mean error, with that of the wrong answers alone below it.
fn mean(errors: &Errors) -> Cell {
    let figure = errors.mean_error.map(Figure::exact);
    let mut cell = Cell::figure(figure, format::count, NOT_COUNTED);
    let wrong = errors.mean_error.filter(|_| errors.wrong > 0);
    cell.details.extend(wrong.map(|mean| {
        let where_wrong = mean * errors.questions as f64 / errors.wrong as f64;
        format!("{} where wrong", format::number(where_wrong, 2))
    }));
    cell
}

/// A share in per cent, with the two counts below it.
fn share(counts: Option<(u64, u64)>) -> Cell {
    let Some((part, whole)) = counts.filter(|(_, whole)| *whole > 0) else {
        return Cell::words(NOT_COUNTED);
    };
    let figure = Figure::exact(part as f64 / whole as f64);
    let mut cell = Cell::figure(Some(figure), fine_percent, NOT_COUNTED);
    cell.details.push(format!("{part} of {whole}"));
    cell
}

/// The examples of these variants, those of several once.
fn examples<'a>(variants: &[(&'a Variant, &'a Errors)]) -> Vec<Example<'a>> {
    let mut examples: Vec<Example<'a>> = Vec::new();
    for (variant, errors) in variants {
        let id = id(&variant.study, &variant.name);
        for wrong in errors.examples.iter().take(MOST_EXAMPLES) {
            match examples.iter_mut().find(|example| example.wrong == wrong) {
                Some(example) => {
                    example.names.push(&variant.name);
                    example.ids = format!("{} {id}", example.ids);
                }
                None => {
                    let names = vec![variant.name.as_str()];
                    examples.push(Example { wrong, names, ids: id.clone() });
                }
            }
        }
    }
    examples.sort_by_key(|example| &example.wrong.kind);
    examples
}
