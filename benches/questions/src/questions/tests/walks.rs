//! Streams of plies that are made and unmade, of moves, of what lies before, and of programs.

use super::{DRAWN, POSITIONS, check, count_in, even, placed, same, share};
use crate::questions::maps::{self, Ply, Step, Walk};
use crate::questions::{deltas, deltas_kept, occupant, perft, search, upcoming};
use crate::streams::{GamePosition, Stream, game_positions, games, placed_in};
use lookup::occupant::Change;
use lookup::upcoming::keys;
use lookup::{Color, PieceKind, Position, Square, movegen};
use std::collections::HashSet;

/// Whether a position is of a phase, by the letters of its pieces.
type IsOf = fn(&str) -> bool;

fn heavy(pieces: &str) -> bool {
    pieces.chars().any(|letter| "NBRnbr".contains(letter))
}

const MIDDLEGAME: IsOf = |pieces| heavy(pieces) && (17..=27).contains(&pieces.len());
const OPENING: IsOf = |pieces| heavy(pieces) && pieces.len() >= 28;
const LATE_MIDDLEGAME: IsOf = |pieces| heavy(pieces) && pieces.len() <= 16;
const QUEENS: IsOf = |pieces| !heavy(pieces) && pieces.to_ascii_uppercase().contains('Q');
const PAWNS: IsOf = |pieces| pieces.chars().all(|letter| "KPkp".contains(letter));

/// The letters of a position's pieces.
fn pieces(position: &Position) -> String {
    let text = position.to_string();
    text.split(' ').next().unwrap_or_default().chars().filter(char::is_ascii_alphabetic).collect()
}

/// 16 runs of 256 steps: legal plies of a phase, half of them made and each unmade again.
fn walk(walk: &Walk, is_of: IsOf) {
    let plies: Vec<&Ply> = (0..POSITIONS as u16).map(|number| walk.ply(number)).collect();
    let mut starts = HashSet::new();
    for run in plies.chunks(256) {
        assert_eq!(run.iter().filter(|ply| ply.is_made).count(), 128);
        starts.insert(walk.around(run[0]).0.to_string());
        for pair in run.windows(2) {
            let [end, begin] = [pair[0].is_made, !pair[1].is_made];
            let [end, begin] = [(pair[0], end), (pair[1], begin)].map(|(ply, after)| {
                let (before, behind) = walk.around(ply);
                if after { behind } else { before }
            });
            assert_eq!(end, begin, "steps follow each other");
        }
    }
    assert!(starts.len() > 3, "{} starts of 16", starts.len());
    for (number, ply) in plies.iter().enumerate() {
        let (before, after) = walk.around(ply);
        assert!(is_of(&pieces(before)), "{before}");
        if number % 16 == 0 {
            assert!(movegen::is_legal(before, ply.m), "{} in {before}", ply.m);
        }
        assert_eq!(before.play(ply.m), *after);
    }
}

/// The same with 8 questions after each ply: what the piece on a square attacks, then what attacks
/// any square.
fn asked(stream: &Stream<Step>, is_of: IsOf) {
    same(stream.queries.iter().map(|step| usize::from(step.number)), 0..POSITIONS);
    assert!(stream.queries.iter().all(|step| step.asked == 8));
    walk(&stream.dataset, is_of);
    let mut any = Vec::new();
    let (mut lowest, mut expected) = (0.0, 0.0);
    for number in 0..POSITIONS as u16 {
        let ply = stream.dataset.ply(number);
        let (before, after) = stream.dataset.around(ply);
        let position = if ply.is_made { after } else { before };
        let (of_pieces, others): (Vec<_>, Vec<_>) = {
            let turns = ply.squares.iter().zip(usize::from(number)..);
            turns.partition(|(_, turn)| turn % 2 == 0)
        };
        assert_eq!((of_pieces.len(), others.len()), (64, 64));
        let occupied = position.occupied();
        assert!(of_pieces.iter().all(|(square, _)| occupied.contains(**square)));
        lowest += of_pieces.iter().filter(|(it, _)| **it == occupied.first()).count() as f64;
        expected += 64.0 / f64::from(occupied.0.count_ones());
        any.extend(others.iter().map(|(square, _)| square.index()));
    }
    assert!((lowest - expected).abs() < 0.05 * expected, "{lowest}, {expected}");
    even(64, any);
}

pub(super) fn maps() {
    check(
        maps::STREAMS,
        &[
            (
                "middlegame",
                "plies of games made and unmade with 17 to 27 pieces, and 8 questions after each",
                |_, stream| asked(stream, MIDDLEGAME),
            ),
            ("opening", "the same with 28 pieces or more", |_, stream| asked(stream, OPENING)),
            (
                "late-middlegame",
                "the same with 16 pieces or fewer, some of them rooks, bishops or knights",
                |_, stream| asked(stream, LATE_MIDDLEGAME),
            ),
            ("queen-ending", "the same with kings, pawns and queens alone", |_, stream| {
                asked(stream, QUEENS)
            }),
            ("pawn-ending", "the same with kings and pawns alone", |_, stream| {
                asked(stream, PAWNS);
            }),
        ],
    );
}

/// The same with 6 squares after each ply, most of them pieces'. The changes lead from position to
/// position.
fn visited(stream: &Stream<occupant::Visit>, is_of: IsOf) {
    same(stream.queries.iter().map(|step| usize::from(step.number)), 0..POSITIONS);
    assert!(stream.queries.iter().all(|step| step.asked == 6));
    let walk = &stream.dataset.walk;
    self::walk(walk, is_of);
    let (mut empty, mut lowest, mut expected) = (Vec::new(), 0.0, 0.0);
    for number in 0..POSITIONS as u16 {
        let ply = walk.ply(number);
        let (before, after) = walk.around(ply);
        let [from, to] = if ply.is_made { [before, after] } else { [after, before] };
        let list = |position: &Position| Square::ALL.map(|square| position.piece_on(square));
        let mut squares = list(from);
        let changes = stream.dataset.changes[usize::from(number)];
        assert!(changes[0].is_some() && changes.is_sorted_by_key(|change| change.is_none()));
        for change in changes.into_iter().flatten() {
            let (taken, put) = match change {
                Change::Put(piece, at) => (None, Some((piece, at))),
                Change::Remove(piece, at) => (Some((piece, at)), None),
                Change::Move(piece, from, to) => (Some((piece, from)), Some((piece, to))),
            };
            if let Some((piece, at)) = taken {
                assert_eq!(squares[at.index()].take(), Some(piece), "{change:?} in {from}");
            }
            if let Some((piece, at)) = put {
                assert_eq!(squares[at.index()].replace(piece), None, "{change:?} in {from}");
            }
        }
        assert_eq!(squares, list(to), "{changes:?} in {from}");
        let (asked, all) = (&stream.dataset.squares[usize::from(number)], to.occupied());
        assert_eq!(asked.len(), 10);
        empty.extend(asked.iter().map(|square| !all.contains(*square)));
        lowest += asked.iter().filter(|square| **square == all.first()).count() as f64;
        expected += 10.0 * 23.0 / 24.0 / f64::from(all.0.count_ones());
    }
    share(1.0 / 24.0, empty);
    assert!((lowest - expected).abs() < 0.1 * expected, "{lowest}, {expected}");
}

pub(super) fn occupant() {
    check(
        occupant::STREAMS,
        &[
            (
                "middlegame",
                "plies of games made and unmade with 17 to 27 pieces, and 6 squares after each, \
                 of which one of 24 is empty",
                |_, stream| visited(stream, MIDDLEGAME),
            ),
            ("opening", "the same with 28 pieces or more", |_, stream| visited(stream, OPENING)),
            (
                "late-middlegame",
                "the same with 16 pieces or fewer, some of them rooks, bishops or knights",
                |_, stream| visited(stream, LATE_MIDDLEGAME),
            ),
        ],
    );
}

fn followed(stream: &Stream<deltas_kept::Following>, is_of: IsOf) {
    same(stream.queries.iter().map(|step| usize::from(step.number)), 0..POSITIONS);
    walk(&stream.dataset.walk, is_of);
}

pub(super) fn deltas_kept() {
    check(
        deltas_kept::STREAMS,
        &[
            ("middlegame", "plies of games made and unmade with 17 to 27 pieces", |_, stream| {
                followed(stream, MIDDLEGAME)
            }),
            ("opening", "the same with 28 pieces or more", |_, stream| followed(stream, OPENING)),
            (
                "late-middlegame",
                "the same with 16 pieces or fewer, some of them rooks, bishops or knights",
                |_, stream| followed(stream, LATE_MIDDLEGAME),
            ),
        ],
    );
}

pub(super) fn deltas() {
    check(
        deltas::STREAMS,
        &[
            ("games", "the moves of games, in their order", |part, stream| {
                let plies = games(game_positions(part)).into_iter().flatten();
                let played = plies.map(|ply| (ply.position, ply.m));
                let asked = stream
                    .queries
                    .iter()
                    .map(|made| (stream.dataset.positions[usize::from(made.before)], made.m));
                same(asked, played.take(stream.queries.len()));
                assert!(stream.queries.len() > POSITIONS * 3 / 4, "{}", stream.queries.len());
            }),
            (
                "search",
                "all legal moves in positions of games and after one or two random moves",
                |part, stream| all_moves(part, stream),
            ),
        ],
    );
}

/// All moves in a position of games; then in another, all moves and those after one of them; then
/// those after one of these, too; and so on.
fn all_moves(part: usize, stream: &Stream<deltas::Made>) {
    let known: HashSet<_> = game_positions(part).iter().map(|known| known.position).collect();
    let position = |number: u16| &stream.dataset.positions[usize::from(number)];
    let groups: Vec<_> = stream.queries.chunk_by(|a, b| a.before == b.before).collect();
    let (mut depths, mut chosen) = (Vec::new(), Vec::new());
    for (number, moves) in groups.iter().enumerate() {
        let before = position(moves[0].before);
        // There is no room for all of the last.
        if number + 1 < groups.len() {
            same(moves.iter().map(|made| made.m), movegen::legal_moves(before));
        }
        let follows = number
            .checked_sub(1)
            .and_then(|last| groups[last].iter().position(|made| made.after == moves[0].before));
        match follows {
            Some(place) => {
                *depths.last_mut().expect("a root") += 1;
                chosen.push(place as f64 / groups[number - 1].len() as f64);
            }
            None => {
                assert!(known.contains(before), "{before}");
                depths.push(1);
            }
        }
    }
    let cycle = depths.iter().zip([1, 2, 3].into_iter().cycle());
    let (short, all) = (cycle.filter(|(depth, most)| *depth != most).count(), depths.len());
    assert!(short <= 2 && all > 20, "{depths:?}");
    let mean = chosen.iter().sum::<f64>() / chosen.len() as f64;
    assert!((0.3..0.7).contains(&mean), "any of the moves: {mean}");
}

pub(super) fn upcoming() {
    check(
        upcoming::STREAMS,
        &[
            (
                "positions",
                "each position of games with those 3, 5 and more plies before it that only \
                 reversible moves lie between, in their order",
                |part, stream| {
                    let asked = stream.queries.iter().map(|it| (it.difference, it.occupied));
                    same(
                        asked,
                        games(game_positions(part)).iter().flat_map(|game| {
                            let positions = game.iter().map(|ply| ply.position).collect::<Vec<_>>();
                            (0..game.len()).flat_map(move |now| led_back(&positions[..=now]))
                        }),
                    );
                },
            ),
            (
                "uniform",
                "any reversible move or any number, in one of 1024 positions with pieces placed at \
                 random",
                |part, stream| {
                    let queries = &stream.queries;
                    assert_eq!(queries.len(), DRAWN);
                    let moves: Vec<_> = keys::reversible().map(|m| m.difference()).into();
                    let of = |it: &upcoming::Apart| moves.iter().position(|m| *m == it.difference);
                    let moves: Vec<_> = queries.iter().map(of).collect();
                    share(0.5, moves.iter().map(Option::is_some));
                    even(3668, moves.iter().flatten().copied());
                    // Of either color: knights, bishops, rooks, queens and kings, one after the other.
                    let mut last = 0;
                    for count in [168, 280, 448, 728, 210].into_iter().flat_map(|it| [it, it]) {
                        let of_piece =
                            moves.iter().flatten().map(|it| (last..last + count).contains(it));
                        share(count as f64 / 3668.0, of_piece);
                        last += count;
                    }
                    let others = queries.iter().zip(&moves).filter(|it| it.1.is_none());
                    let bits = others.map(|it| it.0.difference);
                    (0..64).for_each(|bit| share(0.5, bits.clone().map(|it| it >> bit & 1 == 1)));
                    let positions = &placed_in(part)[..1024];
                    placed(positions);
                    // Two may have pieces on the same squares.
                    let known = positions.iter().map(|it| it.occupied()).collect::<Vec<_>>();
                    let sets: HashSet<_> = queries.iter().map(|it| it.occupied).collect();
                    assert!(sets.len() > 1000 && sets.iter().all(|set| known.contains(set)));
                },
            ),
        ],
    );
}

/// The differences of the last position of a game from those before it, and its occupied squares:
/// as long as pawns, the number of pieces and the rights to castle stay the same, at every other
/// of the last 100 plies but one.
fn led_back(game: &[Position]) -> Vec<(u64, lookup::Bitboard)> {
    let (now, before) = game.split_last().expect("a position");
    let stays = |it: &&Position| {
        let pieces = it.occupied().0.count_ones() == now.occupied().0.count_ones();
        let pawns = [Color::White, Color::Black]
            .map(|color| [it, &now].map(|it| it.color(color) & it.kind(PieceKind::Pawn)));
        pieces && pawns.iter().all(|[a, b]| a == b) && it.castling() == now.castling()
    };
    let before = before.iter().rev().take_while(stays).take(100).skip(2).step_by(2);
    let word = |position: &Position, square| {
        position.piece_on(square).map_or(0, |piece| lookup::key::word(piece, square))
    };
    let difference = |it: &Position| {
        let words = Square::ALL.map(|square| word(it, square) ^ word(now, square));
        words.iter().fold(lookup::key::BLACK, |all, word| all ^ word)
    };
    before.map(|it| (difference(it), now.occupied())).collect()
}

pub(super) fn perft() {
    check(
        perft::STREAMS,
        &[
            (
                "positions",
                "the positions of games in their order; two plies each, the last one counted",
                |part, stream| roots(part, stream, perft::Last::Counted),
            ),
            (
                "perft-to-the-end",
                "the same, with the moves of the last ply made",
                |part, stream| roots(part, stream, perft::Last::Made),
            ),
        ],
    );
}

fn roots(part: usize, stream: &Stream<perft::Root>, last: perft::Last) {
    same(stream.queries.iter().map(|root| usize::from(root.board)), 0..POSITIONS);
    assert!(stream.queries.iter().all(|root| root.asked == last));
    let positions = game_positions(part).iter().map(|known: &GamePosition| known.position);
    same(stream.dataset.iter().map(|board| *board.position()), positions);
}

pub(super) fn search() {
    // The positions of a part are found by searches, which take a while.
    count_in(
        &[0],
        search::STREAMS,
        &[
            (
                "classical",
                "nodes with a classical evaluation, which asks what every piece attacks; as in \
                 Stockfish 11, whose nodes ask for 15.3 sliders and 0.60 in-betweens",
                nodes,
            ),
            (
                "network",
                "nodes with sums of 1.5 MB of weights that follow the moves; as in Carp 3.0.1, \
                 whose nodes ask for 10.8 sliders and 0.12 in-betweens",
                nodes,
            ),
            (
                "threats",
                "the nodes of `network`, with sums of 93 MB of weights for which piece attacks \
                 which; as in Stockfish 18",
                nodes,
            ),
            (
                "material",
                "the nodes of `network`, with little else: piece-square values follow the moves",
                nodes,
            ),
        ],
    );
}

/// 8 pairs of positions, the second two plies after the first, with 8192 nodes each.
fn nodes(part: usize, stream: &Stream<search::Node>) {
    let boards = &stream.dataset.boards;
    same(
        stream.queries.iter().map(|node| usize::from(node.root)),
        (0..8192 * boards.len()).map(|number| number / 8192),
    );
    assert!(boards.len() == 16, "part {part}: {} positions", boards.len());
    for pair in boards.chunks(2) {
        let [first, second] = [pair[0].position(), pair[1].position()];
        assert!(first.occupied().0.count_ones() >= 12 && second.occupied().0.count_ones() >= 12);
        let two_plies = movegen::legal_moves(first).any(|m| {
            let between = first.play(m);
            movegen::legal_moves(&between).any(|m| between.play(m) == *second)
        });
        assert!(two_plies, "{first} and {second}");
    }
    let white = boards.iter().filter(|it| it.position().side_to_move() == Color::White);
    assert!((2..=14).contains(&white.count()), "either side to move");
    let queens = |it: &&engine::Board| !it.position().kind(PieceKind::Queen).is_empty();
    assert!(boards.iter().filter(queens).count() > 4, "with queens, and without");
}
