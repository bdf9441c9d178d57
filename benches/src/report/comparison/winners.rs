//! Who wins where: the fastest of each set at a place, with all that are tied with it.

use super::super::figures::{Place, Ratio};
use super::super::ranking::{self, Ranking};
use super::{View, words};
use crate::verdict::Verdict;
use std::collections::BTreeSet;

/// The fastest at a place, by set.
#[derive(Debug)]
pub(super) struct Winners {
    /// The place in words.
    pub(super) place: String,
    /// By set; why there is none where nothing was measured.
    pub(super) cells: Vec<Result<Winner, &'static str>>,
    agreement: Agreement,
}

/// The fastest of one set.
#[derive(Debug)]
pub(super) struct Winner {
    pub(super) name: String,
    /// Its time with interval and unit.
    pub(super) time: String,
    /// Those that are not slower beyond the noise.
    pub(super) tied: Vec<String>,
    /// Those that were not compared with it.
    pub(super) uncompared: Vec<String>,
}

/// What the sets say of the fastest.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Agreement {
    /// Fewer than two measured here.
    Alone,
    /// Every two sets have a fastest variant in common.
    Same,
    /// In two sets that measured each other's fastest variants, these have none in common.
    Differs,
    /// In two sets they have none in common, but were not all measured in both.
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
        let names = winners.iter().filter_map(|winner| Some(&winner.as_ref().ok()?.1));
        let agreement = agreement(&names.collect::<Vec<_>>());
        let cells = winners.into_iter().map(|winner| winner.map(|(winner, _)| winner));
        Winners { place: words(place), cells: cells.collect(), agreement }
    }

    /// Whether at least two sets say something.
    pub(super) fn is_comparable(&self) -> bool {
        !matches!(self.agreement, Agreement::Alone)
    }

    pub(super) fn differs(&self) -> bool {
        self.agreement == Agreement::Differs
    }

    /// What the sets say of the fastest, in words.
    pub(super) fn agreement(&self) -> &'static str {
        match self.agreement {
            Agreement::Alone => "nothing to compare",
            Agreement::Same => "same, or tied",
            Agreement::Differs => "differs",
            Agreement::Incomparable => "not the same variants measured",
        }
    }
}

fn winner<'a>(place: Place<'a>, view: &View<'a>) -> Result<(Winner, Names<'a>), &'static str> {
    let View { records, figures, .. } = view;
    let ranking = Ranking::new(place, records, figures);
    let (first, others) = ranking.rows.split_first().ok_or_else(|| figures.absence(place))?;
    let fastest = first.variant.name.as_str();
    let names = |wanted: Option<Verdict>| {
        let verdict =
            |name: &str| figures.ratio(name, fastest, place).and_then(|r: Ratio| r.verdict);
        let names = others.iter().map(|row| row.variant.name.as_str());
        names.filter(move |name| verdict(name) == wanted).collect::<Vec<_>>()
    };
    let (tied, uncompared) = (names(Some(Verdict::Tie)), names(None));
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let winner = Winner {
        name: fastest.to_owned(),
        time: ranking::time(first.time, figures.unit(place.study)),
        tied: owned(&tied),
        uncompared: owned(&uncompared),
    };
    // One that was not compared may be as fast, for all that is known.
    let fastest = [fastest].into_iter().chain(tied).chain(uncompared).collect();
    let measured = ranking.rows.iter().map(|row| row.variant.name.as_str()).collect();
    Ok((winner, Names { fastest, measured }))
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
