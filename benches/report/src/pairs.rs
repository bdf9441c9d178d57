//! Where the order of two variants changes, for all pairs of a study side by side.

use crate::crossover::{Crossover, crossovers};
use crate::figures::Figures;
use crate::format::id;
use crate::page::{Cell, MOST_ROWS};
use records::Table;
use std::collections::BTreeMap;

/// The orders of the pairs of a study's variants, a column for each table.
pub(crate) struct Pairs<'a> {
    /// Those whose order changes in some table.
    pub(crate) changing: Vec<Pair<'a>>,
    /// The others.
    pub(crate) steady: Vec<Pair<'a>>,
    /// Pairs beyond the most that are shown.
    pub(crate) left_out: usize,
}

/// From and up to where a variant is faster than another one.
pub(crate) struct Pair<'a> {
    pub(crate) variant: &'a str,
    pub(crate) against: &'a str,
    /// Both, as the page names them.
    pub(crate) ids: String,
    pub(crate) cells: Vec<Cell>,
}

/// The crossovers of two variants, by column.
type ByColumn<'a> = BTreeMap<usize, Crossover<'a>>;

impl<'a> Pairs<'a> {
    /// The pairs of a study in these tables along a parameter. A column without a table has
    /// the reason for that.
    pub(crate) fn of(
        study: &'a str,
        columns: &[(Option<&'a Table>, &str)],
        figures: &Figures<'a>,
    ) -> Pairs<'a> {
        let is_right = |name: &str| figures.variant(study, name).is_some_and(|v| !v.is_wrong());
        let mut by_pair: BTreeMap<_, ByColumn<'a>> = BTreeMap::new();
        for (column, (table, _)) in columns.iter().enumerate() {
            for crossover in table.iter().flat_map(|table| crossovers(table, figures.reach())) {
                let pair = (crossover.against, crossover.variant);
                if is_right(pair.0) && is_right(pair.1) {
                    by_pair.entry(pair).or_default().insert(column, crossover);
                }
            }
        }
        let mut pairs = Pairs { changing: Vec::new(), steady: Vec::new(), left_out: 0 };
        for found in by_pair.into_values() {
            let changes = found.values().any(|crossover| !crossover.changes.is_empty());
            let list = if changes { &mut pairs.changing } else { &mut pairs.steady };
            if list.len() < MOST_ROWS {
                list.extend(pair(study, &found, columns));
            } else {
                pairs.left_out += 1;
            }
        }
        pairs
    }
}

/// A row: the one that takes over comes first, or the one that is faster throughout.
fn pair<'a>(
    study: &'a str,
    found: &ByColumn<'a>,
    columns: &[(Option<&'a Table>, &str)],
) -> Option<Pair<'a>> {
    let any = found.values().next()?;
    let ordered = || found.values().filter(|crossover| crossover.behind_and_ahead().is_some());
    let telling = ordered().find(|crossover| !crossover.changes.is_empty()).or(ordered().next());
    let comes_first = |crossover: &&Crossover<'_>| {
        let overtakes = !crossover.changes.is_empty();
        crossover.behind_and_ahead().is_some_and(|(behind, ahead)| {
            crossover.variant == if overtakes { behind } else { ahead }
        })
    };
    let (variant, against) = match telling {
        Some(crossover) if !comes_first(&crossover) => (any.against, any.variant),
        _ => (any.variant, any.against),
    };
    let cell = |(column, (_, absence)): (usize, &(_, &str))| match found.get(&column) {
        Some(crossover) => cell(crossover, variant),
        None => Cell::words(absence),
    };
    Some(Pair {
        variant,
        against,
        ids: format!("{} {}", id(study, variant), id(study, against)),
        cells: columns.iter().enumerate().map(cell).collect(),
    })
}

/// Where the variant is the faster one of the two.
fn cell(crossover: &Crossover<'_>, variant: &str) -> Cell {
    let (text, ends) = crossover.ranges(variant);
    let value = crossover.changes.first().map(|change| format!("{:.6e}", change.value));
    Cell { text, details: Some(ends).filter(|ends| !ends.is_empty()).into_iter().collect(), value }
}
