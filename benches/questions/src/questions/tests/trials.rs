//! Streams of moves with what they must win.

use super::positions::any_of_1024;
use super::{DRAWN, count_in, even, same};
use crate::questions::threshold::{self, Trial, Turn};
use crate::streams::recorded::searches;
use crate::streams::{Stream, game_positions};
use engine::choices;
use engine::lookups::With;
use lookup::attackers::Attackers;
use lookup::{Bitboard, Color, Identity, Move, Position, Square, Table, movegen};
use std::cell::RefCell;
use std::collections::HashMap;

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
                "whether the captures that searches of 640 nodes of 16 positions of games take \
                 from their lists lose nothing, where what is found once was found before",
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

/// Positions with squares, and how often each was asked about.
type Counts = HashMap<(Position, Square), usize>;

thread_local! {
    static HEARD: RefCell<Counts> = RefCell::default();
}

/// Hears of which squares a search wants the attackers: of those where it takes a lesser piece.
#[derive(Clone, Copy, Debug)]
enum Listening {}

impl lookup::Variant for Listening {
    const IDENTITY: Identity = Identity { name: "listens", summary: "", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

type Usual = attackers_super_piece::SuperPiece<sliders_magic::Magic>;

impl Attackers for Listening {
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        HEARD.with_borrow_mut(|heard| *heard.entry((*position, square)).or_default() += 1);
        Usual::attackers_to(position, square)
    }

    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        Usual::is_attacked(position, square, by)
    }
}

/// The same searches look closely at these captures, as far as a lesser piece is taken, but not at
/// those that the hash table gave them before.
fn in_searches(part: usize, stream: &Stream<Turn>) {
    HEARD.take();
    let nodes = searches::<With<choices::Base, lookup::attackers::Question, Listening>>(part, 640);
    // A search may end before it has as many.
    assert!((8 * 640..=16 * 640).contains(&nodes), "{nodes}");
    let heard = HEARD.take();
    let (mut lesser, mut all) = (Counts::new(), 0);
    for (position, trials) in asked(stream) {
        for &Trial { m, threshold } in trials {
            assert!(threshold == 0 && m.promotion.is_none());
            assert!(movegen::is_legal(&position, m), "{m} in {position}");
            let [piece, victim] = [m.from, m.to].map(|square| position.piece_on(square));
            // A king counts as nothing, so it never takes a lesser piece.
            let worth = |letter: char| "kpnrq".find(letter.to_ascii_lowercase()).unwrap_or(2);
            let worths = [piece, victim].map(|piece| worth(piece.expect("a piece").letter()));
            if worths[1] < worths[0] {
                *lesser.entry((position, m.to)).or_default() += 1;
            }
            all += 1;
        }
    }
    for (asked, times) in &heard {
        let known = lesser.get(asked).copied().unwrap_or_default();
        assert!(*times <= known, "{} in {}: {times} of {known}", asked.1, asked.0);
    }
    let [heard, lesser]: [usize; 2] = [heard, lesser].map(|counts| counts.values().sum());
    assert!(heard * 10 > lesser * 7 && lesser * 10 > all, "{heard} of {lesser} of {all}");
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
