//! The ranking of a study at a place: its variants from the fastest to the slowest, with
//! what may be said of the differences between them.

use crate::figures::{Figures, Measure, NOT_MEASURED, Place, Time};
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
    /// How many of them are unresolved.
    pub(crate) unresolved: usize,
}

/// A variant in a ranking.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    pub(crate) variant: &'a Variant,
    /// The rank of the first of the group that it belongs to: none of a group is slower than
    /// another of it.
    pub(crate) rank: usize,
    /// Whether another one has the same rank.
    pub(crate) shared: bool,
    /// Whether it is equivalent to all others of its rank.
    pub(crate) tied: bool,
    pub(crate) time: Time,
    /// Its time by the fastest one's; nothing for that one itself.
    pub(crate) ratio: Option<Figure>,
    /// How it compares with the fastest.
    pub(crate) verdict: Option<Verdict>,
    /// By how much its time in the slowest tenth of layouts exceeds that in the fastest
    /// tenth, as a share.
    pub(crate) spread: Option<f64>,
    /// By how much its fastest layout is below the median, as a share.
    pub(crate) best: Option<f64>,
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
        let unresolved = |a: usize, b: usize| verdict(a, b) == Some(Verdict::Unresolved);
        let leaders = leaders(measured.len(), |a, b| tied(a, b) || unresolved(a, b));
        let leaders = &leaders;
        let others =
            |i: usize| (0..leaders.len()).filter(move |&j| j != i && leaders[j] == leaders[i]);
        let rows = measured.iter().enumerate().map(|(i, &(variant, time, _))| {
            let ratio = compared(i, 0);
            Row {
                variant,
                rank: leaders[i] + 1,
                shared: others(i).next().is_some(),
                tied: others(i).all(|j| tied(i, j)),
                time,
                ratio: ratio.map(|ratio| ratio.figure),
                verdict: ratio.map(|ratio| ratio.verdict),
                spread: figures.spread(&variant.name, place),
                best: figures.best(&variant.name, place),
            }
        });
        let pairs = || (0..measured.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
        Ranking {
            place,
            rows: rows.collect(),
            pairs: pairs().filter(|&(i, j)| verdict(i, j).is_some()).count(),
            ties: pairs().filter(|&(i, j)| tied(i, j)).count(),
            unresolved: pairs().filter(|&(i, j)| unresolved(i, j)).count(),
        }
    }

    /// A variant's row with its place.
    pub(crate) fn row(&self, variant: &Variant) -> Option<(usize, &Row<'a>)> {
        self.rows.iter().enumerate().find(|(_, row)| row.variant.name == variant.name)
    }

    /// The variants that tie with this one, and those that are not resolved from it. None of
    /// them is slower than another of them.
    pub(crate) fn alike(
        &self,
        variant: &Variant,
        figures: &Figures<'_>,
    ) -> (Vec<&'a Variant>, Vec<&'a Variant>) {
        let verdict =
            |of: &Variant, against: &Variant| figures.verdict(&of.name, &against.name, self.place);
        let mut alike: Vec<(&Variant, Verdict)> = Vec::new();
        for of in self.rows.iter().map(|row| row.variant) {
            let Some(found) = verdict(of, variant).filter(|found| !found.is_order()) else {
                continue;
            };
            let is_slower =
                alike.iter().any(|(other, _)| verdict(of, other) == Some(Verdict::Slower));
            if !is_slower {
                alike.push((of, found));
            }
        }
        let of = |wanted| alike.iter().filter(move |(_, found)| *found == wanted).map(|(v, _)| *v);
        (of(Verdict::Tie).collect(), of(Verdict::Unresolved).collect())
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
        let group = if self.tied { "tie for" } else { "not resolved within" };
        let group = format!("{group} rank {}", self.rank);
        match self.verdict {
            _ if self.rank == 1 && self.shared => group,
            _ if self.is_fastest() => "fastest".to_owned(),
            Some(verdict) if self.shared => format!("{verdict}; {group}"),
            Some(verdict) => verdict.name().to_owned(),
            None => "not compared".to_owned(),
        }
    }

    /// Its time with the interval in words, by this measure if that is known.
    pub(crate) fn time(&self, unit: Unit, measure: Measure) -> String {
        let known = [measure, measure.other()];
        let known = known.iter().find_map(|measure| Some((self.time.of(*measure)?, measure)));
        let Some((figure, measure)) = known else { return NOT_MEASURED.to_owned() };
        let ends = format::ends(figure, format::time);
        format!("{} {unit}/query {} ({ends})", format::time(figure.value), measure.name())
    }
}

/// The first of the group that each of so many variants belongs to: one that is alike all of
/// the group before it joins that group, any other begins a new one.
fn leaders(count: usize, alike: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut leaders: Vec<usize> = Vec::new();
    for i in 0..count {
        let joins = |leader: &usize| (*leader..i).all(|member| alike(i, member));
        leaders.push(leaders.last().copied().filter(joins).unwrap_or(i));
    }
    leaders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_group_takes_in_what_is_alike_all_of_it() {
        // Not transitive: the third is like the second, but not like the first.
        let alike = |a: usize, b: usize| a - b == 1;
        assert_eq!(leaders(3, alike), [0, 0, 2]);
        // The third is like the first, but slower than the second.
        let alike = |a: usize, b: usize| (a, b) != (2, 1);
        assert_eq!(leaders(4, alike), [0, 0, 2, 2]);
        assert_eq!(leaders(0, alike), [0; 0]);
    }
}
