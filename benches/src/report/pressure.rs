//! Where the order of two variants turns as a competing working set grows.

use super::figures::{self, Figures, PRESSURE, Parameters, Place, is_wrong};
use super::page::{Cell, id};
use crate::record::{Records, Turn, quantity};
use crate::verdict::Verdict;
use std::collections::{BTreeMap, BTreeSet};

/// The length of visits that is shown first; the others are shown smaller.
pub(super) const MAIN_VISIT: u64 = 16;

/// The turns of a study that this report can place, in the order of the records.
pub(super) fn turns<'a>(
    records: &'a Records,
    study: &'a str,
) -> impl Iterator<Item = (Circumstances, &'a Turn)> {
    let of_study = records.turns.iter().filter(move |turn| turn.study == study);
    let of_sets = of_study.filter(|turn| turn.along == quantity::WORKING_SET);
    let right = of_sets.filter(move |turn| {
        ![&turn.variant, &turn.against].into_iter().any(|name| is_wrong(records, study, name))
    });
    right.filter_map(|turn| Some((Circumstances::of(turn)?, turn)))
}

/// Under what visits an order turns.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Circumstances {
    /// Queries between two walks.
    pub(super) visit: u64,
    /// Whether each query waits for the last.
    pub(super) dependent: bool,
}

impl Circumstances {
    /// Nothing if they are others than this report knows.
    fn of(turn: &Turn) -> Option<Circumstances> {
        match Parameters::of(&turn.parameters)? {
            Parameters {
                visit: Some(visit),
                dependent: Some(dependent @ 0..=1),
                working_set: None,
                l1_bytes: None,
                asked: None,
            } => Some(Circumstances { visit, dependent: dependent == 1 }),
            _ => None,
        }
    }
}

/// The orders of the pairs of variants of a study, by circumstances.
pub(super) struct Pairs<'a> {
    /// The lengths of visits. The cells of a pair are those of queries that do not
    /// wait, by these lengths, and then those of queries that do.
    pub(super) visits: Vec<u64>,
    /// Those whose order turns in some circumstances.
    pub(super) turning: Vec<Pair<'a>>,
    /// The others.
    pub(super) steady: Vec<Pair<'a>>,
}

/// From and up to where a variant is faster than another one.
pub(super) struct Pair<'a> {
    pub(super) variant: &'a str,
    pub(super) against: &'a str,
    /// Both, as the page names them.
    pub(super) ids: String,
    pub(super) cells: Vec<Cell>,
}

impl<'a> Pairs<'a> {
    pub(super) fn of(records: &'a Records, study: &'a str, figures: &Figures<'_>) -> Pairs<'a> {
        let all: Vec<_> = turns(records, study).collect();
        let visits: BTreeSet<_> =
            all.iter().map(|(circumstances, _)| circumstances.visit).collect();
        let visits: Vec<_> = visits.into_iter().collect();
        let mut by_pair: BTreeMap<(&str, &str), BTreeMap<Circumstances, &Turn>> = BTreeMap::new();
        for (circumstances, turn) in all {
            let pair = by_pair.entry((&turn.variant, &turn.against)).or_default();
            pair.insert(circumstances, turn);
        }
        let absences = [false, true].map(|dependent| {
            let parameters =
                Parameters { dependent: Some(dependent.into()), ..Parameters::default() };
            figures.absence(Place { study, stream: "", context: PRESSURE, parameters })
        });
        let (mut turning, mut steady) = (Vec::new(), Vec::new());
        for turns in by_pair.into_values() {
            let turns_somewhere = turns.values().any(|turn| turn.at.is_some());
            let pairs = if turns_somewhere { &mut turning } else { &mut steady };
            pairs.extend(Pair::of(&turns, &visits, absences));
        }
        Pairs { visits, turning, steady }
    }
}

impl<'a> Pair<'a> {
    /// The one that takes over comes first, or the one that is faster throughout.
    /// `absences` stand where no turn is on record, without and with waiting.
    fn of(
        turns: &BTreeMap<Circumstances, &'a Turn>,
        visits: &[u64],
        absences: [&str; 2],
    ) -> Option<Pair<'a>> {
        let overtaken =
            || turns.values().filter(|turn| turn.at.is_some()).find_map(|t| overtaking(t));
        let slower = || {
            turns.values().find_map(|turn| overtaking(turn)).map(|(ahead, behind)| (behind, ahead))
        };
        let any =
            || turns.values().next().map(|turn| (turn.variant.as_str(), turn.against.as_str()));
        let (variant, against) = overtaken().or_else(slower).or_else(any)?;
        let study = &turns.values().next()?.study;
        let cell = |circumstances: Circumstances| match turns.get(&circumstances) {
            Some(turn) => cell(turn, variant),
            None => Cell::words(absences[usize::from(circumstances.dependent)]),
        };
        let cells = [false, true].into_iter().flat_map(|dependent| {
            visits.iter().map(move |&visit| Circumstances { visit, dependent })
        });
        Some(Pair {
            variant,
            against,
            ids: format!("{} {}", id(study, variant), id(study, against)),
            cells: cells.map(cell).collect(),
        })
    }
}

/// From or up to which value of the parameter, in KiB if it is a working set, this one
/// of the two is faster.
pub(super) fn cell(turn: &Turn, variant: &str) -> Cell {
    let Some([value, low, high]) = turn.at else {
        return Cell::words(match overtaking(turn) {
            Some((_, ahead)) if ahead == variant => "always",
            Some(_) => "never",
            None => "no order",
        });
    };
    let word = match overtaking(turn) {
        Some((ahead, _)) if ahead == variant => "from",
        Some(_) => "up to",
        None => "turns at",
    };
    let [shown, low, high] = [value, low, high].map(|value| amount(turn, value));
    Cell {
        text: format!("{word} {shown}"),
        details: vec![format!("{low} to {high}")],
        value: Some(format!("{value:.6e}")),
    }
}

/// A value of the parameter that a turn is along.
fn amount(turn: &Turn, value: f64) -> String {
    match turn.along.as_str() {
        quantity::WORKING_SET => figures::kibibytes(value),
        _ => figures::number(value, usize::from(value.fract() != 0.0)),
    }
}

/// What such values are of.
fn unit(turn: &Turn) -> &'static str {
    if turn.along == quantity::WORKING_SET { "KiB" } else { "questions" }
}

/// Who takes over where, in words: the fact, and what is certain.
pub(super) fn fact(turn: &Turn) -> (String, String) {
    let Turn { variant, against, range, .. } = turn;
    let unit = unit(turn);
    let Some([value, low, high]) = turn.at.map(|at| at.map(|value| amount(turn, value))) else {
        let never = format!("never within 0 to {} {unit}", amount(turn, *range as f64));
        let order = match figures::verdict(&turn.verdict) {
            Some(Verdict::Faster) => format!("where certain, {variant} is faster"),
            Some(Verdict::Slower) => format!("where certain, {against} is faster"),
            Some(Verdict::Tie) | None => "no order is certain anywhere".to_owned(),
        };
        return (never, order);
    };
    let fact = match overtaking(turn) {
        Some((winner, _)) => format!("{winner} overtakes at {value} {unit}"),
        None => format!("the order turns at {value} {unit}"),
    };
    (fact, format!("between {low} and {high} {unit}"))
}

/// Those of the turns that are in visits of the main length, in sentences.
pub(super) fn sentences<'a>(turns: impl Iterator<Item = (Circumstances, &'a Turn)>) -> Vec<String> {
    let main = turns.filter(|(circumstances, _)| circumstances.visit == MAIN_VISIT);
    let sentence = |(circumstances, turn): (Circumstances, &Turn)| {
        let (winner, loser) = overtaking(turn)?;
        let [value, low, high] = turn.at?.map(figures::kibibytes);
        let waiting = match circumstances.dependent {
            true => "each waiting for the last",
            false => "none waiting for another",
        };
        Some(format!(
            "In visits of {MAIN_VISIT} queries, {waiting}, {winner} overtakes {loser} from a \
             competing working set of {value} KiB on ({low} to {high} KiB)."
        ))
    };
    main.filter_map(sentence).collect()
}

/// Which variant overtakes which if the order turns: the one that is behind
/// without a working set comes first.
pub(super) fn overtaking(turn: &Turn) -> Option<(&str, &str)> {
    match figures::verdict(&turn.verdict)? {
        Verdict::Slower => Some((&turn.variant, &turn.against)),
        Verdict::Faster => Some((&turn.against, &turn.variant)),
        Verdict::Tie => None,
    }
}
