//! Streams of questions about positions.

use super::{
    DRAWN, POSITIONS, apart, check, each_once, even, own, placed, same, share,
    sixteen_on_each_board, sliders_of, tried,
};
use crate::questions::attackers::{self, Target};
use crate::questions::{checks, exchange, key, legality, pins, serialize, targets, threats};
use crate::streams::{GamePosition, OneOf, Stream, game_positions};
use lookup::{Color, Move, Position, Square, movegen};
use std::collections::BTreeSet;
use std::ops::RangeInclusive;

/// What games ask about each position, one after the other: its number with the rest of a query.
#[track_caller]
fn in_games<T: PartialEq + std::fmt::Debug>(
    part: usize,
    asked: impl Iterator<Item = (u16, T)>,
    of: impl Fn(&GamePosition) -> Vec<T>,
) {
    let numbered = game_positions(part).iter().zip(0_u16..);
    same(asked, numbered.flat_map(|(known, n)| of(known).into_iter().map(move |it| (n, it))));
}

/// Any of 1024 positions with pieces placed at random.
pub(super) fn any_of_1024(positions: &[Position], boards: impl Iterator<Item = u16> + Clone) {
    assert_eq!(boards.clone().count(), DRAWN);
    even(1024, boards.clone().map(usize::from));
    let mut in_a_row = boards.clone().zip(boards.skip(1));
    assert!(in_a_row.any(|(a, b)| a > b), "in any order");
    placed(&positions[..1024]);
}

pub(super) fn attackers() {
    check(
        attackers::STREAMS,
        &[
            (
                "positions",
                "whether the king of the side to move is attacked, and would be where it can \
                 step, in games, in their order",
                |part, stream| {
                    let asked = stream.queries.iter().map(|it| (it.board, (it.square, it.asked)));
                    in_games(part, asked, |known| {
                        let (us, position) = (known.position.side_to_move(), &known.position);
                        let king = position.king(us);
                        let steps = Square::ALL.into_iter().filter(|&to| {
                            let (files, ranks) = apart(king, to);
                            files.max(ranks) == 1 && own(position, to).is_none()
                        });
                        // By the other side.
                        let other = if us == Color::White { Color::Black } else { Color::White };
                        [king].into_iter().chain(steps).map(|to| (to, Some(other))).collect()
                    });
                },
            ),
            ("uniform", "all attackers of any square", |_, stream| {
                squares_of_256(stream);
                assert!(stream.queries.iter().all(|query| query.asked.is_none()));
            }),
            ("sides", "whether either side attacks any square", |_, stream| {
                squares_of_256(stream);
                let side = |query: &Target| query.asked.expect("a side") as usize;
                even(128, stream.queries.iter().map(|it| 2 * it.square.index() + side(it)));
                let sides = stream.queries.windows(2).map(|pair| pair[0].asked == pair[1].asked);
                share(0.5, sides);
            }),
            (
                "exchanges",
                "all attackers of the squares that tried moves go to, in games, in their order",
                |part, stream| {
                    let asked = stream.queries.iter().map(|it| (it.board, (it.square, it.asked)));
                    in_games(part, asked, |known| {
                        tried(known).into_iter().map(|(.., to)| (to, None)).collect()
                    });
                },
            ),
        ],
    );
}

/// Any squares, 16 times in a row in one of 256 positions with pieces placed at random.
fn squares_of_256(stream: &Stream<Target>) {
    assert_eq!(stream.queries.len(), DRAWN);
    sixteen_on_each_board(stream.queries.iter().map(|query| query.board));
    placed(&stream.dataset[..256]);
    even(64, stream.queries.iter().map(|query| query.square.index()));
}

pub(super) fn pins() {
    check(
        pins::STREAMS,
        &[
            ("positions", "the side to move in games, in their order", |part, stream| {
                let asked = stream.queries.iter().map(|query| (query.board, query.asked));
                in_games(part, asked, |known| vec![known.position.side_to_move()]);
                each_once(part, &stream.dataset[..], stream.queries.iter().map(|it| it.board));
            }),
            (
                "uniform",
                "either side in one of 1024 positions with pieces placed at random",
                |_, stream| {
                    any_of_1024(&stream.dataset[..], stream.queries.iter().map(|it| it.board));
                    even(2, stream.queries.iter().map(|query| query.asked as usize));
                    let moves = |query: &pins::Pin| {
                        stream.dataset[usize::from(query.board)].side_to_move() == query.asked
                    };
                    share(0.5, stream.queries.iter().map(moves));
                },
            ),
        ],
    );
}

pub(super) fn checks() {
    check(
        checks::STREAMS,
        &[
            ("positions", "the checkers in games, in their order", |part, stream| {
                assert!(stream.queries.iter().all(|query| query.asked.is_none()));
                each_once(part, &stream.dataset[..], stream.queries.iter().map(|it| it.board));
            }),
            (
                "uniform",
                "the checkers in one of 1024 positions with pieces placed at random",
                |_, stream| {
                    assert!(stream.queries.iter().all(|query| query.asked.is_none()));
                    any_of_1024(&stream.dataset[..], stream.queries.iter().map(|it| it.board));
                },
            ),
            (
                "moves",
                "whether the move that was played, and killers that are legal, give check in \
                 games, in their order",
                legal_candidates,
            ),
            (
                "prepared",
                "these moves again, where what is found once for a position was found before",
                legal_candidates,
            ),
        ],
    );
}

fn legal_candidates(part: usize, stream: &Stream<checks::Check>) {
    let asked = stream.queries.iter().map(|it| (it.board, it.asked));
    in_games(part, asked, |known| {
        let legal = |m: &Move| movegen::is_legal(&known.position, *m);
        candidates(known).into_iter().filter(legal).map(Some).collect()
    });
}

/// The moves that a search tries; where the king may castle, as its move by two squares.
fn candidates(known: &GamePosition) -> Vec<Move> {
    known.candidates.iter().map(|candidate| known.tried(candidate)).collect()
}

pub(super) fn legality() {
    check(
        legality::STREAMS,
        &[
            (
                "positions",
                "the move that was played, and the side's last two as killers, in games, in \
                 their order",
                |part, stream| {
                    let asked = stream.queries.iter().map(|query| (query.board, query.m));
                    in_games(part, asked, candidates);
                },
            ),
            (
                "uniform",
                "from any square with a piece of the side to move to any other, in one of 1024 \
                 positions with pieces placed at random",
                |_, stream| {
                    any_of_1024(&stream.dataset[..], stream.queries.iter().map(|it| it.board));
                    let (mut first, mut last, mut expected) = (0.0, 0.0, 0.0);
                    for &legality::Trial { m, board } in &stream.queries {
                        let position = &stream.dataset[usize::from(board)];
                        assert!(own(position, m.from).is_some() && m.promotion.is_none());
                        let is_own = |square: &Square| own(position, *square).is_some();
                        let pieces = Square::ALL.into_iter().filter(is_own);
                        first += f64::from(u8::from(pieces.clone().next() == Some(m.from)));
                        last += f64::from(u8::from(pieces.clone().next_back() == Some(m.from)));
                        expected += 1.0 / pieces.count() as f64;
                    }
                    // Each piece as often as any other: the first and the last too.
                    for found in [first, last] {
                        assert!((found - expected).abs() < 0.06 * expected, "{found}, {expected}");
                    }
                    let squares = stream.queries.iter().map(|query| query.m);
                    even(63, squares.map(|m| (64 + m.to.index() - m.from.index()) % 64 - 1));
                    even(64, stream.queries.iter().map(|query| query.m.to.index()));
                },
            ),
        ],
    );
}

pub(super) fn key() {
    check(
        key::STREAMS,
        &[
            (
                "positions",
                "after the move that was played in games, in their order",
                |part, stream| {
                    keys_before(stream);
                    each_once(part, &stream.dataset[..], stream.queries.iter().map(|it| it.board));
                    let asked = stream.queries.iter().map(|query| (query.board, query.m));
                    in_games(part, asked, |known| candidates(known)[..1].to_vec());
                },
            ),
            ("captures", "after each legal capture in games, in their order", |part, stream| {
                keys_before(stream);
                let asked = stream.queries.iter().map(|query| (query.board, query.m));
                let mut asked: Vec<_> = asked.collect();
                asked.sort_unstable();
                in_games(part, asked.into_iter(), |known| {
                    let position = &known.position;
                    let count = |it: &Position| it.occupied().0.count_ones();
                    let takes = |m: &Move| count(&position.play(*m)) < count(position);
                    let mut captures: Vec<_> =
                        movegen::legal_moves(position).filter(takes).collect();
                    captures.sort_unstable();
                    captures
                });
            }),
            (
                "uniform",
                "after any pseudo-legal move in one of 1024 positions with pieces placed at random",
                |_, stream| {
                    keys_before(stream);
                    any_of_1024(&stream.dataset[..], stream.queries.iter().map(|it| it.board));
                    let (mut first, mut last, mut expected) = (0.0, 0.0, 0.0);
                    for &key::Tried { m, board, .. } in stream.queries.iter().step_by(4) {
                        let position = &stream.dataset[usize::from(board)];
                        let moves: Vec<_> = movegen::pseudo_legal_moves(position).collect();
                        assert!(moves.contains(&m), "{m} in {position}");
                        first += f64::from(u8::from(moves.first() == Some(&m)));
                        last += f64::from(u8::from(moves.last() == Some(&m)));
                        expected += 1.0 / moves.len() as f64;
                    }
                    for found in [first, last] {
                        assert!((found - expected).abs() < 0.25 * expected, "{found}, {expected}");
                    }
                },
            ),
        ],
    );
}

/// Each move comes with the key of its position.
#[track_caller]
fn keys_before(stream: &Stream<key::Tried>) {
    for query in stream.queries.iter().step_by(3) {
        let position = &stream.dataset[usize::from(query.board)];
        assert_eq!(query.key, lookup::key::of(lookup::key::word, position), "{position}");
    }
}

pub(super) fn exchange() {
    check(
        exchange::STREAMS,
        &[
            (
                "positions",
                "all captures of each position in games, in their order, and what is found once \
                 for all of them",
                |part, stream| captures(part, stream, |_, all| all),
            ),
            (
                "single",
                "the same for one capture, of the most valuable piece attacked",
                |part, stream| captures(part, stream, most_valuable),
            ),
            (
                "prepared",
                "all captures again, where what is found once was found before",
                |part, stream| captures(part, stream, |_, all| all),
            ),
        ],
    );
}

/// The squares of the enemy's pieces but its king that a move could capture on, if it did not have
/// to mind its own king.
fn captures(
    part: usize,
    stream: &Stream<exchange::Turn>,
    chosen: fn(&Position, Vec<Square>) -> Vec<Square>,
) {
    let asked = stream.queries.iter().flat_map(|query| {
        let asked = &stream.dataset[usize::from(query.board)];
        asked.targets.squares().map(move |square| (query.board, square))
    });
    in_games(part, asked, |known| {
        let position = &known.position;
        let us = position.side_to_move();
        let enemy = |square: &Square| {
            let piece = position.piece_on(*square).filter(|piece| piece.color() != us);
            piece.is_some_and(|piece| !"kK".contains(piece.letter()))
        };
        let attacked = |square: &Square| movegen::is_attacked(position, *square, us);
        chosen(position, Square::ALL.into_iter().filter(enemy).filter(attacked).collect())
    });
    for query in &stream.queries {
        let number = usize::from(query.board);
        assert_eq!(stream.dataset[number].position, game_positions(part)[number].position);
    }
}

/// The lowest of the squares with the most valuable piece.
fn most_valuable(position: &Position, mut captures: Vec<Square>) -> Vec<Square> {
    let worth = |square: &Square| match position.piece_on(*square).expect("a piece").letter() {
        'P' | 'p' => 1,
        'N' | 'n' | 'B' | 'b' => 3,
        'R' | 'r' => 5,
        _ => 9,
    };
    captures.sort_by_key(|square| (std::cmp::Reverse(worth(square)), *square));
    captures.truncate(1);
    captures
}

/// The positions whose side to move has this many sliders, each once.
fn with_sliders<A: Copy + 'static>(
    stream: &Stream<OneOf<Position, A>>,
    number: RangeInclusive<usize>,
) {
    same(stream.queries.iter().map(|it| usize::from(it.board)), 0..POSITIONS);
    let sliders = stream.dataset.iter().map(|it| sliders_of(it, it.side_to_move()));
    let counts: Vec<_> = sliders.collect();
    assert!(counts.iter().all(|count| number.contains(count)));
    // Neither bound alone.
    for count in [*number.start(), (*number.end()).min(number.start() + 1)] {
        let of_it = counts.iter().filter(|known| **known == count).count();
        assert!(of_it > POSITIONS / 5, "{of_it} with {count} sliders");
    }
    share_of_sides(&stream.dataset[..]);
}

fn share_of_sides(positions: &[Position]) {
    share(0.5, positions.iter().map(|position| position.side_to_move() == Color::White));
}

pub(super) fn targets() {
    check(
        targets::STREAMS,
        &[
            ("positions", "the side to move in games, in their order", |part, stream| {
                each_once(part, &stream.dataset[..], stream.queries.iter().map(|it| it.board));
            }),
            (
                "few-sliders",
                "with one slider or none, in 4096 positions with pieces placed at random",
                |_, stream| with_sliders(stream, 0..=1),
            ),
            (
                "some-sliders",
                "with two or three sliders, in 4096 positions with pieces placed at random",
                |_, stream| with_sliders(stream, 2..=3),
            ),
            (
                "many-sliders",
                "with four sliders or more, in 4096 positions with pieces placed at random",
                |_, stream| with_sliders(stream, 4..=16),
            ),
        ],
    );
}

pub(super) fn threats() {
    check(
        threats::STREAMS,
        &[
            (
                "positions",
                "the side that has just moved in games, in their order",
                |part, stream| {
                    each_once(part, &stream.dataset[..], stream.queries.iter().map(|it| it.board));
                    let asked = stream.queries.iter().map(|query| (query.board, query.asked.0));
                    // A side passed the turn to the other.
                    in_games(part, asked, |known| vec![known.position.pass().side_to_move()]);
                },
            ),
            (
                "few-sliders",
                "a side with one slider or none, in 4096 positions with pieces placed at random",
                |_, stream| of_the_side_to_move(stream, 0..=1),
            ),
            (
                "some-sliders",
                "a side with two or three sliders, in 4096 positions with pieces placed at random",
                |_, stream| of_the_side_to_move(stream, 2..=3),
            ),
            (
                "many-sliders",
                "a side with four sliders or more, in 4096 positions with pieces placed at random",
                |_, stream| of_the_side_to_move(stream, 4..=16),
            ),
        ],
    );
}

fn of_the_side_to_move(stream: &Stream<threats::Side>, number: RangeInclusive<usize>) {
    with_sliders(stream, number.clone());
    for query in &stream.queries {
        let position = &stream.dataset[usize::from(query.board)];
        assert!(number.contains(&sliders_of(position, query.asked.0)));
        assert_eq!(query.asked.0, position.side_to_move());
    }
}

pub(super) fn serialize() {
    check(
        serialize::STREAMS,
        &[
            (
                "positions",
                "the legal moves of all pieces in games, in one list for each position",
                |part, stream| lists(part, stream, true),
            ),
            (
                "pieces",
                "the legal moves of each piece in games, in a list of its own; en passant in another",
                |part, stream| lists(part, stream, false),
            ),
        ],
    );
}

/// Lists hold the legal moves of positions in their order, in one list or in one for each piece
/// that has any; castling as the king's move to its rook.
fn lists(part: usize, stream: &Stream<serialize::Written>, is_one: bool) {
    let mut queries = stream.queries.iter();
    for known in game_positions(part) {
        let position = &known.position;
        let legal = known_moves(position);
        // A pawn that may take en passant has a list for that alone.
        let pieces = movegen::legal_moves(position).map(|m| (m.from, position.takes_en_passant(m)));
        let pieces = pieces.collect::<BTreeSet<_>>().len();
        let mut listed = Vec::new();
        let lists = if is_one { usize::from(!legal.is_empty()) } else { pieces };
        for query in queries.by_ref().take(lists) {
            let sets = &stream.dataset.sets[query.first as usize..][..query.count as usize];
            assert_eq!(sets.len(), if is_one { pieces } else { 1 });
            listed.extend(sets.iter().flat_map(|(from, to)| to.squares().map(|to| (*from, to))));
        }
        listed.sort_unstable();
        assert_eq!(listed, legal, "{position}");
    }
    assert_eq!(queries.next(), None);
}

/// The legal moves, each promotion once.
fn known_moves(position: &Position) -> Vec<(Square, Square)> {
    let moves = movegen::legal_moves(position).map(|m| {
        let rook = if m.to.file() > m.from.file() { 7 } else { 0 };
        let castled = Square::new(8 * m.to.rank() + rook);
        (m.from, if position.castles(m) { castled } else { m.to })
    });
    let mut moves: Vec<_> = moves.collect();
    moves.sort_unstable();
    moves.dedup();
    moves
}
