//! Streams of moves with what they must win.

use super::positions::any_of_1024;
use super::{DRAWN, count_in, even, same};
use crate::lookups::Lookup;
use crate::questions::asking::CountingBase;
use crate::questions::counting;
use crate::questions::threshold::{self, Trial, Turn};
use crate::streams::recorded::searches;
use crate::streams::{Stream, game_positions};
use lookup::{Move, Position, movegen};
use std::collections::BTreeSet;

pub(super) fn threshold() {
    count_in(
        &[0, 31],
        threshold::STREAMS,
        &[
            (
                "positions",
                "whether the captures of each position in games lose nothing, in their order, and \
                 what is found once for all of them",
                captures,
            ),
            ("prepared", "the same captures, where what is found once was found before", captures),
            (
                "margins",
                "all moves of these positions as if a depth of 1 to 8 were left, where what is \
                 found once was found before: whether captures lose no more than 3/4 of the \
                 depth, and others no more than 1/8 of its square",
                |part, stream| in_games(part, stream, |takes, n| Some(margin(takes, n))),
            ),
            (
                "searches",
                "the moves that searches of 640 nodes of 16 positions of games ask about, one by \
                 one: whether captures lose nothing, and quiet moves no more than their depth \
                 allows; where what is found once was found before",
                in_searches,
            ),
            (
                "uniform",
                "whether any pseudo-legal move wins from -9 to 9 pawns, in one of 1024 positions \
                 with pieces placed at random",
                |_, stream| anywhere(stream),
            ),
        ],
    );
}

/// Whether captures lose nothing.
fn captures(part: usize, stream: &Stream<Turn>) {
    in_games(part, stream, |takes, _| takes.then_some(0));
}

/// What a move may lose in the position of a number.
fn margin(takes: bool, number: usize) -> i8 {
    let of_captures = [0, -1, -2, -3, -3, -4, -5, -6];
    let of_others = [0, 0, -1, -2, -3, -4, -6, -8];
    if takes { of_captures[number % 8] } else { of_others[number % 8] }
}

/// What a stream asks, query by query.
fn asked(stream: &Stream<Turn>) -> impl Iterator<Item = (Position, &[Trial])> {
    let data = &stream.dataset;
    stream.queries.iter().map(|&query| (*data.thing(query), data.trials(query)))
}

/// The legal moves of each position of games that are pieces' own, in the order of their squares,
/// with the thresholds that some have. `of` is given whether a move takes a piece, and the number of
/// its position.
#[track_caller]
fn in_games(part: usize, stream: &Stream<Turn>, of: impl Fn(bool, usize) -> Option<i8>) {
    let expected = game_positions(part).iter().enumerate().filter_map(|(number, known)| {
        let position = known.position;
        let usual = |m: &Move| {
            let is_over = position.takes_en_passant(*m);
            m.promotion.is_none() && !position.castles(*m) && !is_over
        };
        let moves = movegen::legal_moves(&position).filter(usual);
        let trial = |m: Move| {
            let takes = position.piece_on(m.to).is_some();
            of(takes, number).map(|threshold| (m, threshold))
        };
        let mut trials: Vec<_> = moves.filter_map(trial).collect();
        trials.sort_unstable();
        (!trials.is_empty()).then_some((position, trials))
    });
    let pairs = |trials: &[Trial]| trials.iter().map(|it| (it.m, it.threshold)).collect();
    same(asked(stream).map(|(position, trials)| (position, pairs(trials))), expected);
}

/// The moves that these searches weigh, as many as a counting variant hears of.
fn in_searches(part: usize, stream: &Stream<Turn>) {
    counting::forget();
    let nodes = searches::<CountingBase>(part, 640);
    // A search may end before it has as many.
    assert!((8 * 640..=16 * 640).contains(&nodes), "{nodes}");
    let (mut captures, mut quiet, mut margins) = (0, 0, BTreeSet::new());
    for (position, trials) in asked(stream) {
        let [Trial { m, threshold }] = trials else { panic!("{trials:?}") };
        assert!(movegen::is_legal(&position, *m), "{m} in {position}");
        let is_quiet = !position.occupied().contains(m.to) && m.promotion.is_none();
        if *threshold == 0 && !is_quiet {
            captures += 1;
        } else {
            assert!((0..8).any(|number| margin(false, number) == *threshold), "{threshold}");
            quiet += 1;
            margins.insert(*threshold);
        }
    }
    // Of the depths from one to six at least.
    assert!(margins.is_superset(&BTreeSet::from([0, -1, -2, -3, -4])), "{margins:?}");
    assert_eq!(captures + quiet, counting::calls(Lookup::Threshold), "{captures} and {quiet}");
    assert!(captures > nodes / 4 && quiet > nodes / 8, "{captures} and {quiet} of {nodes}");
}

/// Any pseudo-legal move with any threshold, one in a query.
fn anywhere(stream: &Stream<Turn>) {
    let data = &stream.dataset;
    any_of_1024(&data.things[..], stream.queries.iter().map(|query| query.board));
    let (mut thresholds, mut first, mut expected) = (Vec::new(), 0.0, 0.0);
    for (position, trials) in asked(stream) {
        let &[Trial { m, threshold }] = trials else { panic!("{trials:?}") };
        thresholds.push(threshold);
        assert!(movegen::is_pseudo_legal(&position, m), "{m} in {position}");
        let moves: Vec<_> = movegen::pseudo_legal_moves(&position).collect();
        first += f64::from(u8::from(moves.first() == Some(&m)));
        expected += 1.0 / moves.len() as f64;
    }
    assert_eq!(thresholds.len(), DRAWN);
    even(19, thresholds.into_iter().map(|threshold| (threshold + 9) as usize));
    // Each move as often as any other, the first too.
    assert!((first - expected).abs() < 0.15 * expected, "{first}, {expected}");
}
