//! Where the order of two variants turns as a competing working set grows.

use super::figures::{self, Parameters, is_wrong};
use crate::record::{Records, Turn};
use crate::verdict::Verdict;

/// The length of visits that is shown first; the others are shown smaller.
pub(super) const MAIN_VISIT: u64 = 16;

/// The turns of a study that this report can place, in the order of the records.
pub(super) fn turns<'a>(
    records: &'a Records,
    study: &'a str,
) -> impl Iterator<Item = (Circumstances, &'a Turn)> {
    let of_study = records.turns.iter().filter(move |turn| turn.study == study);
    let right = of_study.filter(move |turn| {
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
            } => Some(Circumstances { visit, dependent: dependent == 1 }),
            _ => None,
        }
    }
}

/// Who takes over where, as a cell of a table: the fact, and what is certain.
pub(super) fn cell(turn: &Turn) -> (String, String) {
    let verdict = figures::verdict(&turn.verdict);
    let Turn { variant, against, range, .. } = turn;
    let Some([value, low, high]) = turn.at.map(|at| at.map(figures::kibibytes)) else {
        let never = format!("never within 0 to {} KiB", figures::kibibytes(*range as f64));
        let order = match verdict {
            Some(Verdict::Faster) => format!("where certain, {variant} is faster"),
            Some(Verdict::Slower) => format!("where certain, {against} is faster"),
            Some(Verdict::Tie) | None => "no order is certain anywhere".to_owned(),
        };
        return (never, order);
    };
    let fact = match overtaking(turn) {
        Some((winner, _)) => format!("{winner} overtakes at {value} KiB"),
        None => format!("the order turns at {value} KiB"),
    };
    (fact, format!("between {low} and {high} KiB"))
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

/// Which variant overtakes which, if the order turns.
pub(super) fn overtaking(turn: &Turn) -> Option<(&str, &str)> {
    match figures::verdict(&turn.verdict)? {
        Verdict::Slower => Some((&turn.variant, &turn.against)),
        Verdict::Faster => Some((&turn.against, &turn.variant)),
        Verdict::Tie => None,
    }
}
