//! Where the order of two variants changes as a parameter grows, and who is the fastest
//! at each value.

use crate::figures::{Figures, Place};
use crate::format;
use crate::ranking::{Ranking, Row};
use records::{Figure, Parameter, Step, Table, Variant, Verdict};

/// What became of the order of two variants along the steps of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossover<'a> {
    /// The one.
    pub variant: &'a str,
    /// The other one.
    pub against: &'a str,
    /// The verdict on the first where one is first certain; unresolved if none ever is.
    pub first: Verdict,
    /// Where the order changes for certain, and changes back, in the order of the parameter.
    pub changes: Vec<Change>,
    /// The largest value with figures of both.
    pub range: u64,
    /// What varies.
    pub along: Parameter,
}

/// A certain change of an order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Change {
    /// Where the difference passes zero, taken as straight between two steps.
    pub value: f64,
    /// The last value at which the earlier order is certain.
    pub low: f64,
    /// The first value at which the later one is.
    pub high: f64,
}

/// The orders of all pairs of a table's variants along its parameter: none for a table
/// without one. Neither a tie nor what is unresolved is an order, so a change begins and ends
/// with a verdict beyond the noise. Steps beyond `reach` are left out: a working set past the
/// last level is no neighbour of those within the caches.
#[must_use]
pub fn crossovers(table: &Table, reach: u64) -> Vec<Crossover<'_>> {
    let Some(along) = table.along else { return Vec::new() };
    let variants = table.variants();
    let pairs = (1..variants.len()).flat_map(|of| (0..of).map(move |against| (of, against)));
    let crossover = |(of, against): (usize, usize)| {
        let point = |step: &Step| {
            let difference = logarithm(step, of)? - logarithm(step, against)?;
            let at = step.at.filter(|at| *at <= reach)?;
            Some(Point { at, verdict: step.verdict(of, against)?, difference })
        };
        let points: Vec<_> = table.steps.iter().filter_map(point).collect();
        let range = points.last()?.at;
        let certain = points.iter().find(|point| point.verdict.is_order());
        Some(Crossover {
            variant: &variants[of],
            against: &variants[against],
            first: certain.map_or(Verdict::Unresolved, |point| point.verdict),
            changes: changes(&points),
            range,
            along,
        })
    };
    pairs.filter_map(crossover).collect()
}

/// A comparison of two variants at a value of the parameter.
struct Point {
    at: u64,
    verdict: Verdict,
    /// Of the logarithms of their times.
    difference: f64,
}

/// The logarithm of a variant's time by the reference's.
fn logarithm(step: &Step, number: usize) -> Option<f64> {
    if number == 0 {
        return step.has_figures().then_some(0.0);
    }
    Some((*step.ratio.get(number)?)?.value.ln())
}

fn changes(points: &[Point]) -> Vec<Change> {
    let certain = |i: &usize| points[*i].verdict.is_order();
    let certain: Vec<_> = (0..points.len()).filter(certain).collect();
    let pairs = certain.windows(2).map(|pair| (pair[0], pair[1]));
    let turned = pairs.filter(|&(i, j)| points[i].verdict != points[j].verdict);
    let change = |(before, after): (usize, usize)| {
        let turns = |i: &usize| {
            let [from, to] = [&points[*i], &points[i + 1]].map(|point| point.difference);
            from.signum() != to.signum()
        };
        // The verdicts differ, so the differences do, but for a hostile file.
        let value = (before..after).find(turns).map_or(points[after].at as f64, |i| {
            let (left, right) = (&points[i], &points[i + 1]);
            let share = left.difference / (left.difference - right.difference);
            left.at as f64 + (right.at - left.at) as f64 * share
        });
        Change { value, low: points[before].at as f64, high: points[after].at as f64 }
    };
    turned.map(change).collect()
}

impl Crossover<'_> {
    /// The one that is behind at first and the one that is ahead, if that is certain
    /// anywhere.
    pub(crate) fn behind_and_ahead(&self) -> Option<(&str, &str)> {
        match self.first {
            Verdict::Slower => Some((self.variant, self.against)),
            Verdict::Faster => Some((self.against, self.variant)),
            Verdict::Tie | Verdict::Unresolved => None,
        }
    }

    /// Where this one of the two is faster, as words for the middle of each change and for
    /// its ends: `from 44, up to 96` and `32 to 64, 64 to 128`.
    pub(crate) fn ranges(&self, name: &str) -> (String, String) {
        let Some((_, ahead)) = self.behind_and_ahead() else {
            return ("no order".to_owned(), String::new());
        };
        if self.changes.is_empty() {
            let always = if ahead == name { "always" } else { "never" };
            return (always.to_owned(), String::new());
        }
        let words = if ahead == name { ["up to", "from"] } else { ["from", "up to"] };
        let words = words.iter().cycle().zip(&self.changes);
        let values = words.map(|(word, change)| format!("{word} {}", self.amount(change.value)));
        let ends = self
            .changes
            .iter()
            .map(|change| format!("{} to {}", self.amount(change.low), self.amount(change.high)));
        (values.collect::<Vec<_>>().join(", "), ends.collect::<Vec<_>>().join(", "))
    }

    /// What became of the order, in words: the fact, and what is certain. Only the first
    /// changes are told: orders in noise change back and forth.
    pub(crate) fn fact(&self) -> (String, String) {
        const MOST: usize = 3;
        let unit = unit(self.along);
        let pair = self.behind_and_ahead();
        let Some((behind, ahead)) = pair.filter(|_| !self.changes.is_empty()) else {
            let never = format!("no change from 0 to {} {unit}", self.amount(self.range as f64));
            let order = pair.map_or_else(
                || "no order is certain anywhere".to_owned(),
                |(_, ahead)| format!("{ahead} is faster where that is certain"),
            );
            return (never, order);
        };
        let fact = |(i, change): (usize, &Change)| {
            let winner = if i % 2 == 0 { behind } else { ahead };
            format!("{winner} overtakes at {} {unit}", self.amount(change.value))
        };
        let ends = |change: &Change| {
            format!("between {} and {} {unit}", self.amount(change.low), self.amount(change.high))
        };
        let told = &self.changes[..self.changes.len().min(MOST)];
        let mut facts: Vec<_> = told.iter().enumerate().map(fact).collect();
        let others = self.changes.len() - told.len();
        facts.extend((others > 0).then(|| format!("and the order changes {others} more times")));
        (facts.join(", "), told.iter().map(ends).collect::<Vec<_>>().join(", "))
    }

    fn amount(&self, value: f64) -> String {
        amount(self.along, value)
    }
}

/// A value of a parameter, without its unit.
pub(crate) fn amount(along: Parameter, value: f64) -> String {
    match along {
        Parameter::WorkingSet => format::kibibytes(value),
        Parameter::Questions => format::number(value, usize::from(value.fract() != 0.0)),
    }
}

fn unit(along: Parameter) -> &'static str {
    match along {
        Parameter::WorkingSet => "KiB",
        Parameter::Questions => "questions",
    }
}

/// The fastest of a study at one value of a parameter.
#[derive(Debug)]
pub(crate) struct Lead<'a> {
    pub(crate) at: u64,
    /// The fastest, and all that are not told from it; nothing where there are no figures.
    pub(crate) leader: Option<Leader<'a>>,
}

/// A variant that leads.
#[derive(Clone, Debug)]
pub(crate) struct Leader<'a> {
    pub(crate) variant: &'a Variant,
    /// Its time, as the study is shown by.
    pub(crate) time: Option<Figure>,
    pub(crate) ties: Vec<&'a Variant>,
    pub(crate) unresolved: Vec<&'a Variant>,
}

/// Who leads at each value of the parameter that varies in a place's table. The sentence
/// and the table of answers both go by it.
///
/// A leader stays until another variant is certainly faster. The fastest of these then
/// leads, and a former leader may return.
pub(crate) fn leads<'a>(place: Place<'a>, figures: &Figures<'a>) -> Vec<Lead<'a>> {
    let mut leader: Option<&str> = None;
    let lead = |at: (Parameter, u64)| {
        let ranking = Ranking::of_choices(Place { at: Some(at), ..place }, figures);
        let rows = || ranking.rows.iter();
        let stays = leader.and_then(|name| rows().find(|row| row.variant.name == name));
        let next = match stays {
            Some(stays) => {
                let than = &stays.variant.name;
                let verdict =
                    |row: &Row<'_>| figures.verdict(&row.variant.name, than, ranking.place);
                rows().find(|row| verdict(row) == Some(Verdict::Faster)).or(Some(stays))
            }
            None => rows().next(),
        };
        leader = next.map(|row| row.variant.name.as_str()).or(leader);
        Lead { at: at.1, leader: next.map(|row| Leader::of(row, &ranking, figures)) }
    };
    figures.values(place).into_iter().map(lead).collect()
}

impl<'a> Leader<'a> {
    pub(crate) fn name(&self) -> &'a str {
        &self.variant.name
    }

    /// The variant of a row of a ranking, with all that are not told from it.
    pub(crate) fn of(row: &Row<'a>, ranking: &Ranking<'a>, figures: &Figures<'a>) -> Leader<'a> {
        let variant = row.variant;
        let (ties, unresolved) = ranking.alike(variant, figures);
        let time = row.time.of(figures.measure(ranking.place.study));
        Leader { variant, time, ties, unresolved }
    }
}

/// Who leads from where to where, in a sentence's words; nothing if there are no figures at
/// all. Values without figures are named.
pub(crate) fn reign(leads: &[Lead<'_>], along: Parameter) -> Option<String> {
    let known = || leads.iter().filter_map(|lead| Some((lead.at, lead.leader.as_ref()?)));
    let (first, begin) = known().next()?;
    let amount = |at: u64| amount(along, at as f64);
    let mut text = begin.name().to_owned();
    if first > 0 {
        text += &format!(" at {} {}", amount(first), unit(along));
    }
    let alike = [("tied with", &begin.ties), ("not resolved from", &begin.unresolved)];
    let alike = alike.into_iter().filter(|(_, variants)| !variants.is_empty());
    let alike = alike.map(|(words, variants)| {
        let names: Vec<_> = variants.iter().map(|variant| &variant.name).collect();
        format!("{words} {}", format::few(&names))
    });
    let alike: Vec<_> = alike.collect();
    if !alike.is_empty() {
        text += &format!(" ({})", alike.join("; "));
    }
    let mut led = vec![begin.name()];
    let mut last = (first, begin);
    for (at, leader) in known() {
        if leader.name() != last.1.name() {
            let again = if led.contains(&leader.name()) { " again" } else { "" };
            text += &format!("; {}{again} from {} {} on", leader.name(), amount(at), unit(along));
            text += &format!(" ({} still led at {})", last.1.name(), amount(last.0));
            led.push(leader.name());
        }
        last = (at, leader);
    }
    if led.len() == 1 && known().count() > 1 {
        let range = amount(last.0);
        text += &format!("; nothing is certainly faster up to {range} {}", unit(along));
    }
    let unknown: Vec<_> =
        leads.iter().filter(|lead| lead.leader.is_none()).map(|lead| amount(lead.at)).collect();
    if !unknown.is_empty() {
        text += &format!("; at {} {} there are no figures", format::list(&unknown), unit(along));
    }
    Some(text)
}
