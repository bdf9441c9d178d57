//! The ranking of a study at a place: its variants from the fastest to the slowest, with
//! what may be said of the differences between them.

use crate::figures::{Figures, NOT_MEASURED, Place, Time};
use crate::format;
use records::{Figure, Unit, Variant, Verdict};

/// The ranking at a place.
#[derive(Debug)]
pub(crate) struct Ranking<'a> {
    pub(crate) place: Place<'a>,
    /// The fastest first.
    pub(crate) rows: Vec<Row<'a>>,
    /// How many pairs were compared.
    pub(crate) pairs: usize,
    /// How many of them are ties.
    pub(crate) ties: usize,
}

/// A variant in a ranking.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    pub(crate) variant: &'a Variant,
    /// The rank of the first that it is tied with, or its own.
    pub(crate) rank: usize,
    /// Whether another one has the same rank.
    pub(crate) shared: bool,
    pub(crate) time: Time,
    /// Its time by the fastest one's; nothing for that one itself.
    pub(crate) ratio: Option<Figure>,
    /// How it compares with the fastest.
    pub(crate) verdict: Option<Verdict>,
    /// By how much its slowest placement exceeds its fastest, as a share.
    pub(crate) spread: Option<f64>,
}

impl<'a> Ranking<'a> {
    /// The ranking of all that are asked the same. Another interface answers another
    /// question.
    pub(crate) fn new(place: Place<'a>, figures: &Figures<'a>) -> Ranking<'a> {
        Ranking::of(figures.right(place.study).filter(|v| v.is_ranked()), place, figures)
    }

    /// The ranking of what a reader may be told to take.
    pub(crate) fn of_choices(place: Place<'a>, figures: &Figures<'a>) -> Ranking<'a> {
        Ranking::of(figures.choices(place.study), place, figures)
    }

    fn of(
        variants: impl Iterator<Item = &'a Variant>,
        place: Place<'a>,
        figures: &Figures<'a>,
    ) -> Ranking<'a> {
        // By the raw time, as ratios are: the net one may be zero.
        let time = |variant: &'a Variant| {
            let time = figures.time(&variant.name, place);
            Some((variant, time, time.raw?.value))
        };
        let mut measured: Vec<_> = variants.filter_map(time).collect();
        measured.sort_by(|(.., a), (.., b)| a.total_cmp(b));
        let name = |i: usize| measured[i].0.name.as_str();
        let compared = |of: usize, against: usize| figures.ratio(name(of), name(against), place);
        let step = figures.step(place);
        let table = figures.table(place);
        let number = |(variant, ..): &(&Variant, _, _)| table?.number(&variant.name);
        let numbers: Vec<_> = measured.iter().map(number).collect();
        let verdict = |of: usize, against: usize| step?.verdict(numbers[of]?, numbers[against]?);
        let tied = |a: usize, b: usize| verdict(a, b) == Some(Verdict::Tie);
        let leaders = leaders(measured.len(), tied);
        let rows = measured.iter().enumerate().map(|(i, &(variant, time, _))| {
            let ratio = compared(i, 0);
            Row {
                variant,
                rank: leaders[i] + 1,
                shared: leaders.iter().filter(|leader| **leader == leaders[i]).count() > 1,
                time,
                ratio: ratio.map(|ratio| ratio.figure),
                verdict: ratio.map(|ratio| ratio.verdict),
                spread: figures.spread(&variant.name, place),
            }
        });
        let pairs = || (0..measured.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        Ranking {
            place,
            rows: rows.collect(),
            pairs: pairs().filter(|&(i, j)| verdict(i, j).is_some()).count(),
            ties: pairs().filter(|&(i, j)| tied(i, j)).count(),
        }
    }

    /// A variant's row with its place.
    pub(crate) fn row(&self, variant: &Variant) -> Option<(usize, &Row<'a>)> {
        self.rows.iter().enumerate().find(|(_, row)| row.variant.name == variant.name)
    }

    /// The fastest, if it was compared with others and is faster than all of them.
    pub(crate) fn sole_winner(&self) -> Option<&Row<'a>> {
        let (first, others) = self.rows.split_first()?;
        let is_slower = |row: &Row<'_>| row.verdict == Some(Verdict::Slower);
        (!others.is_empty() && others.iter().all(is_slower)).then_some(first)
    }

    /// Those with the least tables, and of these the one that ranks first.
    pub(crate) fn least<'v>(
        &self,
        variants: impl Iterator<Item = &'v Variant>,
    ) -> Option<&'v Variant> {
        let place = |variant: &Variant| self.row(variant).map_or(usize::MAX, |(place, _)| place);
        variants.min_by_key(|variant| (variant.table_bytes, place(variant)))
    }
}

impl Row<'_> {
    /// The rank, with a mark if it is shared.
    pub(crate) fn rank(&self) -> String {
        format!("{}{}", self.rank, if self.shared { "=" } else { "" })
    }

    /// Whether it is the first, which the others are compared with.
    pub(crate) fn is_fastest(&self) -> bool {
        self.ratio.is_none() && self.rank == 1
    }

    /// What may be said of its place in the ranking.
    pub(crate) fn verdict(&self) -> String {
        let tie = format!("tie for rank {}", self.rank);
        match self.verdict {
            _ if self.rank == 1 && self.shared => tie,
            _ if self.is_fastest() => "fastest".to_owned(),
            Some(verdict) if self.shared => format!("{verdict}; {tie}"),
            Some(verdict) => verdict.name().to_owned(),
            None => "not compared".to_owned(),
        }
    }

    /// Its time with the interval in words, net if that is known.
    pub(crate) fn time(&self, unit: Unit) -> String {
        let (figure, kind) = match self.time {
            Time { net: Some(net), .. } => (net, "net"),
            Time { raw: Some(raw), .. } => (raw, "raw"),
            _ => return NOT_MEASURED.to_owned(),
        };
        let ends = format::ends(figure, format::time);
        format!("{} {unit}/query {kind} ({ends})", format::time(figure.value))
    }
}

/// The first of the group that each of so many variants belongs to: it is tied with the
/// first of the group before it, or begins a new one.
fn leaders(count: usize, tied: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut leaders: Vec<usize> = Vec::new();
    for i in 0..count {
        let leader = leaders.last().copied().filter(|&leader| tied(i, leader));
        leaders.push(leader.unwrap_or(i));
    }
    leaders
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
