//! The ranking of a study in a context: its variants from the fastest to the
//! slowest, with what may be said of the differences between them.

use super::figures::{self, Figure, Figures, Place, Time};
use super::headline::contenders;
use super::noise;
use crate::record::{Records, Variant, quantity};
use crate::verdict::Verdict;

/// The ranking at a place.
#[derive(Debug)]
pub(super) struct Ranking<'a> {
    pub(super) place: Place<'a>,
    /// The fastest first.
    pub(super) rows: Vec<Row<'a>>,
    /// How noisy the table was, if that is on record.
    pub(super) noise: Option<String>,
    /// The number of pairs that were compared.
    pub(super) pairs: usize,
    /// How many of them are ties.
    pub(super) ties: usize,
}

/// A variant in a ranking.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) variant: &'a Variant,
    /// The rank of the first that it is tied with, or its own.
    pub(super) rank: usize,
    /// Whether another one has the same rank.
    pub(super) shared: bool,
    pub(super) time: Time,
    /// Its time by the fastest one's; nothing for that one itself.
    pub(super) ratio: Option<Figure>,
    /// How it compares with the fastest.
    pub(super) verdict: Option<Verdict>,
    /// How much more it takes at its slowest placement than at its fastest, as a share.
    pub(super) spread: Option<Figure>,
}

impl<'a> Ranking<'a> {
    /// Only plain interfaces are ranked, or batches among themselves: another one
    /// answers another question.
    pub(super) fn new(place: Place<'a>, records: &'a Records, figures: &Figures<'a>) -> Self {
        let ranked = |v: &Variant| !v.is_wrong() && v.is_ranked();
        Ranking::of(ranked, place, records, figures)
    }

    /// The ranking of what a reader may be told to take.
    pub(super) fn of_choices(
        place: Place<'a>,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Self {
        Ranking::of(Variant::is_choice, place, records, figures)
    }

    fn of(
        is_ranked: impl Fn(&Variant) -> bool,
        place: Place<'a>,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Self {
        let ranked = contenders(records, place.study).filter(|variant| is_ranked(variant));
        // By the raw time, as ratios are: the net one may be zero.
        let time = |variant: &'a Variant| {
            let time = figures.time(&variant.name, place);
            Some((variant, time, time.raw?.value))
        };
        let mut measured: Vec<_> = ranked.filter_map(time).collect();
        measured.sort_by(|(.., a), (.., b)| a.total_cmp(b));
        let names: Vec<_> = measured.iter().map(|(variant, ..)| variant.name.as_str()).collect();
        let compared = |of: usize, against: usize| figures.ratio(names[of], names[against], place);
        let tied = |a: usize, b: usize| {
            compared(a, b).is_some_and(|ratio| ratio.verdict == Some(Verdict::Tie))
        };
        let leaders = leaders(names.len(), tied);
        let rows = measured.iter().enumerate().map(|(i, &(variant, time, _))| {
            let ratio = compared(i, 0).filter(|_| i > 0);
            Row {
                variant,
                rank: leaders[i] + 1,
                shared: leaders.iter().filter(|leader| **leader == leaders[i]).count() > 1,
                time,
                ratio: ratio.map(|ratio| ratio.figure),
                verdict: ratio.and_then(|ratio| ratio.verdict),
                spread: figures.raw(&variant.name, place, quantity::SPREAD),
            }
        });
        let pairs = || (0..names.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        Ranking {
            place,
            rows: rows.collect(),
            noise: noise::of_table(figures, place),
            pairs: pairs().filter(|&(i, j)| compared(i, j).is_some()).count(),
            ties: pairs().filter(|&(i, j)| tied(i, j)).count(),
        }
    }
}

impl Row<'_> {
    /// The rank, with a mark if it is shared.
    pub(super) fn rank(&self) -> String {
        format!("{}{}", self.rank, if self.shared { "=" } else { "" })
    }

    /// Whether it is the first, which the others are compared with.
    pub(super) fn is_fastest(&self) -> bool {
        self.ratio.is_none() && self.rank == 1
    }

    /// What may be said of its place in the ranking.
    pub(super) fn verdict(&self) -> String {
        let tie = format!("tie for rank {}", self.rank);
        match self.verdict {
            _ if self.rank == 1 && self.shared => tie,
            _ if self.is_fastest() => "fastest".to_owned(),
            Some(verdict) if self.shared => format!("{}; {tie}", verdict.name()),
            Some(verdict) => verdict.name().to_owned(),
            None => "not compared".to_owned(),
        }
    }
}

/// The first of the group that each of so many variants belongs to: it is tied
/// with the first of the group before it, or begins a new one.
fn leaders(count: usize, tied: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut leaders: Vec<usize> = Vec::new();
    for i in 0..count {
        let leader = leaders.last().copied().filter(|&leader| tied(i, leader));
        leaders.push(leader.unwrap_or(i));
    }
    leaders
}

/// A time with its interval in words, net if that is known; empty without one.
pub(super) fn time(time: Time, unit: &str) -> String {
    let (figure, kind) = match time {
        Time { net: Some(net), .. } => (Some(net), "net"),
        Time { raw, .. } => (raw, "raw"),
    };
    figure.map_or_else(String::new, |figure| {
        let value = figures::time(figure.value);
        format!("{value} {unit}/query {kind} ({})", figures::interval(figure))
    })
}

/// The size of tables in words.
pub(super) fn tables(bytes: u64) -> String {
    match bytes {
        0 => "no tables".to_owned(),
        bytes => format!("{bytes} bytes of tables"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_share_the_rank_of_their_first() {
        // Not transitive: the third is tied with the second, but not with the first.
        let tied = |a: usize, b: usize| a - b == 1;
        assert_eq!(leaders(3, tied), [0, 0, 2]);
        assert_eq!(leaders(0, tied), [0; 0]);
    }
}
