//! How often approximate variants answer wrongly, by how much, and by what.

use super::figures::{self, Figure, Figures, PROOF, Place};
use super::headline::contenders;
use super::page::{Cell, Row, id};
use crate::record::{Records, Variant, WrongAnswer, quantity};

/// More examples of a variant are not shown: a page has to stay light.
const MOST_EXAMPLES: usize = 16;

/// The variants whose wrong answers are on record.
pub(super) struct Accuracy<'a> {
    /// The kinds of errors that were counted, one for a column.
    pub(super) kinds: Vec<&'a str>,
    /// Of the mean error.
    pub(super) unit: Option<&'a str>,
    pub(super) has_entries: bool,
    pub(super) rows: Vec<Row<'a>>,
    pub(super) examples: Vec<Example<'a>>,
}

/// A question that several variants may answer wrongly in the same way.
pub(super) struct Example<'a> {
    pub(super) wrong: &'a WrongAnswer,
    /// The names of the variants.
    pub(super) names: Vec<&'a str>,
    /// Their names on the page.
    pub(super) ids: String,
}

impl<'a> Accuracy<'a> {
    /// Nothing where no wrong answers were counted.
    pub(super) fn of(
        study: &'a str,
        stream: &'a str,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Option<Accuracy<'a>> {
        let place = Place::plain(study, stream, PROOF);
        let of_kind = |quantity: &str| {
            [quantity::WRONG_BY, quantity::EXACT_WRONG_BY].iter().any(|by| quantity.starts_with(by))
        };
        let counts =
            || records.measurements.iter().filter(|m| m.study == study && m.context == PROOF);
        let mut kinds: Vec<&str> = Vec::new();
        for kind in counts().map(|m| m.quantity.as_str()).filter(|quantity| of_kind(quantity)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds.sort_by_key(|kind| kind.starts_with(quantity::EXACT_WRONG_BY));
        let unit = counts().find(|m| m.quantity == quantity::MEAN_ERROR).map(|m| m.unit.as_str());
        let variants: Vec<_> = contenders(records, study)
            .filter(|variant| figures.share_wrong(&variant.name, place).is_some())
            .collect();
        let entries = |v: &Variant| figures.raw(&v.name, place, quantity::ENTRIES_TOUCHED);
        let has_entries = variants.iter().any(|variant| entries(variant).is_some());
        let row = |variant: &&'a Variant| {
            let counted = |quantity| figures.raw(&variant.name, place, quantity);
            let questions = counted(quantity::QUESTIONS);
            let mut mean = Cell::figure(counted(quantity::MEAN_ERROR), figures::count, NOT_COUNTED);
            let share_wrong = figures.share_wrong(&variant.name, place);
            let where_wrong = counted(quantity::MEAN_ERROR).zip(share_wrong.filter(|s| *s > 0.0));
            mean.details.extend(where_wrong.map(|(mean, share)| {
                format!("{} where wrong", figures::number(mean.value / share, 2))
            }));
            let mut cells = vec![share(counted(quantity::WRONG_ANSWERS), questions), mean];
            cells.extend(kinds.iter().map(|kind| share(counted(kind), questions)));
            if has_entries {
                cells.push(share(entries(variant), counted(quantity::ENTRIES)));
            }
            Row::new(variant, cells)
        };
        let rows: Vec<_> = variants.iter().map(row).collect();
        let examples = examples(&variants);
        (!rows.is_empty()).then_some(Accuracy { kinds, unit, has_entries, rows, examples })
    }
}

/// What stands in the table for a count that is not there.
const NOT_COUNTED: &str = "not counted";

/// A share in per cent, with the two counts below it.
fn share(part: Option<Figure>, whole: Option<Figure>) -> Cell {
    let Some((part, whole)) = part.zip(whole).filter(|(_, whole)| whole.value > 0.0) else {
        return Cell::words(NOT_COUNTED);
    };
    let figure = Figure { value: part.value / whole.value, ..part };
    let [part, whole] = [part, whole].map(|count| figures::number(count.value, 0));
    let mut cell = Cell::figure(Some(figure), percent, NOT_COUNTED);
    cell.details.push(format!("{part} of {whole}"));
    cell
}

/// Two decimals: what is rare is told from what never happens.
fn percent(share: f64) -> String {
    format!("{} %", figures::number(share * 100.0, 2))
}

/// The examples of these variants, those of several once.
fn examples<'a>(variants: &[&'a Variant]) -> Vec<Example<'a>> {
    let mut examples: Vec<Example<'a>> = Vec::new();
    for variant in variants {
        for wrong in variant.wrong_answers.iter().take(MOST_EXAMPLES) {
            let id = id(&variant.study, &variant.name);
            match examples.iter_mut().find(|example| example.wrong == wrong) {
                Some(example) => {
                    example.names.push(&variant.name);
                    example.ids = format!("{} {id}", example.ids);
                }
                None => examples.push(Example { wrong, names: vec![&variant.name], ids: id }),
            }
        }
    }
    examples.sort_by_key(|example| &example.wrong.kind);
    examples
}
