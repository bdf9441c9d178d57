//! Who wins where: the fastest of each set at a place, with all that are not told from it.

use super::{View, cell};
use crate::figures::{Place, words};
use crate::format::few;
use crate::page::Cell;
use crate::ranking::Ranking;
use records::Context;
use std::collections::BTreeSet;

/// The fastest at a place, by set.
#[derive(Debug)]
pub(super) struct Winners {
    /// The place in words.
    pub(super) place: String,
    /// By set: the fastest, or why there is none.
    pub(super) cells: Vec<Cell>,
    /// Whether tables are hot here, and nothing competes for the caches.
    pub(super) is_hot: bool,
    agreement: Agreement,
}

/// What the sets say of the fastest.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Agreement {
    /// Fewer than two measured here.
    Alone,
    /// Every two sets have a fastest variant in common.
    Same,
    /// Two sets that measured each other's fastest variants have none in common.
    Differs,
    /// Two sets have none in common, but did not measure all of them.
    Incomparable,
}

/// The names at a place that matter for the agreement.
struct Names<'a> {
    fastest: BTreeSet<&'a str>,
    measured: BTreeSet<&'a str>,
}

impl Winners {
    pub(super) fn of<'a>(place: Place<'a>, views: &[View<'a>]) -> Winners {
        let winners: Vec<_> = views.iter().map(|view| winner(place, view)).collect();
        let names: Vec<_> = winners.iter().filter_map(|(_, names)| names.as_ref()).collect();
        let agreement = agreement(&names);
        let cells = winners.into_iter().map(|(cell, _)| cell).collect();
        let is_hot =
            matches!(place.context, Context::Throughput | Context::Latency | Context::Learnt);
        Winners { place: words(place), cells, is_hot, agreement }
    }

    pub(super) fn differs(&self) -> bool {
        self.agreement == Agreement::Differs
    }

    /// What the sets say of the fastest, in words.
    pub(super) fn agreement(&self) -> &'static str {
        match self.agreement {
            Agreement::Alone => "nothing to compare",
            Agreement::Same => "same, or not told apart",
            Agreement::Differs => "differs",
            Agreement::Incomparable => "not the same variants measured",
        }
    }
}

fn winner<'a>(place: Place<'a>, view: &View<'a>) -> (Cell, Option<Names<'a>>) {
    let figures = &view.figures;
    let ranking = Ranking::new(place, figures);
    let Some((first, others)) = ranking.rows.split_first() else {
        return (Cell::words(figures.absence(place)), None);
    };
    let fastest = first.variant.name.as_str();
    let uncompared = others.iter().filter(|row| row.verdict.is_none());
    let uncompared: Vec<_> = uncompared.map(|row| row.variant.name.as_str()).collect();
    let (tied, unresolved) = ranking.alike(first.variant, figures);
    let [tied, unresolved] = [tied, unresolved]
        .map(|variants| variants.iter().map(|v| v.name.as_str()).collect::<Vec<_>>());
    let mut details = vec![first.time(figures.unit(place.study), figures.measure(place.study))];
    for (names, what) in [
        (&tied, "tied with"),
        (&unresolved, "not resolved from"),
        (&uncompared, "not compared with"),
    ] {
        if !names.is_empty() {
            details.push(format!("{what} {}", few(names)));
        }
    }
    let names = Names {
        // One that was not compared or not resolved may be as fast, for all that is known.
        fastest: [fastest].into_iter().chain(tied).chain(unresolved).chain(uncompared).collect(),
        measured: ranking.rows.iter().map(|row| row.variant.name.as_str()).collect(),
    };
    (cell(fastest, details), Some(names))
}

fn agreement(sets: &[&Names<'_>]) -> Agreement {
    let pairs = || (0..sets.len()).flat_map(|i| (0..i).map(move |j| (sets[i], sets[j])));
    let disagree = |(a, b): &(&Names<'_>, &Names<'_>)| a.fastest.is_disjoint(&b.fastest);
    let comparable = |(a, b): (&Names<'_>, &Names<'_>)| {
        a.fastest.is_subset(&b.measured) && b.fastest.is_subset(&a.measured)
    };
    if sets.len() < 2 {
        Agreement::Alone
    } else if pairs().filter(disagree).any(comparable) {
        Agreement::Differs
    } else if pairs().any(|pair| disagree(&pair)) {
        Agreement::Incomparable
    } else {
        Agreement::Same
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(fastest: &[&'static str], measured: &[&'static str]) -> Names<'static> {
        Names {
            fastest: fastest.iter().copied().collect(),
            measured: measured.iter().copied().collect(),
        }
    }

    #[test]
    fn sets_agree_where_any_two_share_a_fastest_variant() {
        let (a, ab, b) = (
            names(&["a"], &["a", "b"]),
            names(&["a", "b"], &["a", "b"]),
            names(&["b"], &["a", "b"]),
        );
        let alone = names(&["b"], &["b"]);
        assert_eq!(agreement(&[&a]), Agreement::Alone);
        assert_eq!(agreement(&[&a, &ab]), Agreement::Same);
        assert_eq!(agreement(&[&a, &ab, &b]), Agreement::Differs);
        assert_eq!(agreement(&[&a, &alone]), Agreement::Incomparable);
    }
}
