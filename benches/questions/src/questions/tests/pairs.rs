//! Streams of pairs of squares, and of three.

use super::{DRAWN, apart, check, even, own, same, share, slides, tried};
use crate::questions::{between, between_batch, collinear, distance, raypass};
use crate::streams::{GamePosition, Squares, Stream, game_positions};
use lookup::sliders::{self, Slider};
use lookup::{Bitboard, Color, Move, PieceKind, Position, Square, checks, movegen};

type Pair = (Square, Square);

fn pairs<Q: Copy + 'static, const FIRST: bool>(stream: &Stream<Squares<Q, FIRST>>) -> Vec<Pair> {
    stream.queries.iter().map(|pair| (pair.a, pair.b)).collect()
}

/// Any square with any other or itself.
fn any(pairs: &[Pair]) {
    assert_eq!(pairs.len(), DRAWN);
    even(64, pairs.iter().map(|(a, _)| a.index()));
    even(64, pairs.iter().map(|(_, b)| b.index()));
    even(4096, pairs.iter().map(|(a, b)| 64 * a.index() + b.index()));
    share(1.0 / 64.0, pairs.iter().map(|(a, b)| a == b));
    // Two of the 4096 times 4096 pairs of pairs in a row are the same.
    share(1.0 / 4096.0, pairs.windows(2).map(|pair| pair[0] == pair[1]));
}

/// Two squares on a rank, file or diagonal: 1456 ordered pairs, 896 of them on a rank or file.
fn aligned(pairs: &[Pair]) {
    assert_eq!(pairs.len(), DRAWN);
    assert!(pairs.iter().all(|&(a, b)| slides(PieceKind::Queen, a, b)));
    share(896.0 / 1456.0, pairs.iter().map(|&(a, b)| slides(PieceKind::Rook, a, b)));
    let mut numbers: Vec<_> = pairs.iter().map(|(a, b)| 64 * a.index() + b.index()).collect();
    let all = Square::ALL.iter().flat_map(|a| Square::ALL.map(|b| (*a, b)));
    let lined: Vec<_> = all.filter(|&(a, b)| slides(PieceKind::Queen, a, b)).collect();
    let place = |number: &usize| {
        lined.binary_search(&(Square::ALL[number / 64], Square::ALL[number % 64])).unwrap()
    };
    even(1456, numbers.iter().map(place));
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), 1456);
}

/// One square, the first of each pair here, with 16 others in turn.
fn anchored(pairs: &[Pair]) {
    assert_eq!(pairs.len(), DRAWN);
    let runs: Vec<_> = pairs.chunks(16).collect();
    assert!(runs.iter().all(|run| run.iter().all(|pair| pair.0 == run[0].0)));
    even(64, runs.iter().map(|run| run[0].0.index()));
    share(1.0 / 64.0, runs.windows(2).map(|runs| runs[0][0].0 == runs[1][0].0));
    assert!(pairs.iter().all(|(anchor, other)| anchor != other), "another square");
    even(64, pairs.iter().map(|(_, other)| other.index()));
    even(63, pairs.iter().map(|(a, b)| (64 + b.index() - a.index()) % 64 - 1));
}

/// What games ask of each position, one after the other.
#[track_caller]
fn in_games(part: usize, asked: Vec<Pair>, of: fn(&GamePosition) -> Vec<Pair>) {
    same(asked, game_positions(part).iter().flat_map(of));
}

pub(super) fn between() {
    check(
        between::STREAMS,
        &[
            (
                "positions",
                "what pins, checks and tests of pseudo-legality ask in games, in their order",
                |part, stream| in_games(part, pairs(stream), pins_checks_and_moves),
            ),
            ("uniform", "any square with any other or itself", |_, stream| any(&pairs(stream))),
            ("aligned", "two squares on a rank, file or diagonal", |_, stream| {
                aligned(&pairs(stream));
            }),
            (
                "anchored",
                "one square with 16 others in turn, as an engine asks about its king",
                |_, stream| anchored(&pairs(stream)),
            ),
        ],
    );
}

/// The king with every enemy slider that would attack it on an empty board; with every slider that
/// gives check; then the moves to try that something could stand in the way of.
fn pins_checks_and_moves(known: &GamePosition) -> Vec<Pair> {
    let position = &known.position;
    let king = position.king(position.side_to_move());
    let enemies = position.color(!position.side_to_move());
    let snipers = enemies.squares().filter(|&enemy| {
        let piece = position.piece_on(enemy).expect("a piece");
        slides(piece.kind(), enemy, king)
    });
    let snipers: Vec<_> = snipers.collect();
    let checkers = snipers.iter().filter(|&&sniper| checks::checkers(position).contains(sniper));
    let moves = tried(known).into_iter().filter(|&(kind, from, to)| match kind {
        PieceKind::Pawn => apart(from, to).1 == 2,
        PieceKind::King => own(position, to).is_some(),
        PieceKind::Knight => false,
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen => true,
    });
    let to_king = snipers.iter().chain(checkers).map(|&slider| (king, slider));
    to_king.chain(moves.map(|(_, from, to)| (from, to))).collect()
}

fn in_columns(stream: &Stream<between_batch::Place>) -> Vec<Pair> {
    let between_batch::Columns { a, b, .. } = &*stream.dataset;
    stream.queries.iter().map(|place| (a[place.0 as usize], b[place.0 as usize])).collect()
}

pub(super) fn between_batch() {
    check(
        between_batch::STREAMS,
        &[
            (
                "positions",
                "what pins, checks and tests of pseudo-legality ask in games, in their order",
                |part, stream| in_games(part, in_columns(stream), pins_checks_and_moves),
            ),
            ("uniform", "any square with any other or itself", |_, stream| {
                any(&in_columns(stream))
            }),
            ("aligned", "two squares on a rank, file or diagonal", |_, stream| {
                aligned(&in_columns(stream));
            }),
            (
                "anchored",
                "one square with 16 others in turn, as an engine asks about its king",
                |_, stream| anchored(&in_columns(stream)),
            ),
        ],
    );
}

pub(super) fn raypass() {
    check(
        raypass::STREAMS,
        &[
            (
                "positions",
                "the squares that moves leave and reach in games, as seen from every slider \
                 that attacks them",
                |part, stream| in_games(part, pairs(stream), left_and_reached),
            ),
            ("uniform", "any square as seen from any other or itself", |_, stream| {
                any(&pairs(stream));
            }),
            (
                "aligned",
                "a square as seen from another on a rank, file or diagonal with it",
                |_, stream| aligned(&pairs(stream)),
            ),
            ("anchored", "one square as seen from 16 others in turn", |_, stream| {
                // It is seen from the first of a query.
                anchored(
                    &pairs(stream).into_iter().map(|(from, seen)| (seen, from)).collect::<Vec<_>>(),
                );
            }),
        ],
    );
}

/// Every slider of either side with the square that it attacks: where moves leave from, then where
/// they go once they have left.
fn left_and_reached(known: &GamePosition) -> Vec<Pair> {
    let position = &known.position;
    let attackers = |seen: Square, occupied: Bitboard| -> Vec<Pair> {
        let attacks = |slider: &Square| {
            let kinds = match position.piece_on(*slider).map(|piece| piece.kind()) {
                Some(PieceKind::Rook) => Slider::Rook,
                Some(PieceKind::Bishop) => Slider::Bishop,
                Some(PieceKind::Queen) => Slider::Queen,
                _ => return false,
            };
            sliders::oracle(kinds, *slider, occupied).contains(seen)
        };
        occupied.squares().filter(attacks).map(|slider| (slider, seen)).collect()
    };
    let moves = tried(known).into_iter().flat_map(|(_, from, to)| {
        let occupied = position.occupied();
        let left = Bitboard(occupied.0 & !from.bitboard().0);
        [attackers(from, occupied), attackers(to, left)].concat()
    });
    moves.collect()
}

pub(super) fn distance() {
    check(
        distance::STREAMS,
        &[
            (
                "positions",
                "each king with every other piece in games, as evaluations of king safety ask",
                |part, stream| in_games(part, pairs(stream), kings_and_others),
            ),
            ("uniform", "any square with any other or itself", |_, stream| any(&pairs(stream))),
        ],
    );
}

/// The king of the side to move with all pieces but itself, then the other king.
fn kings_and_others(known: &GamePosition) -> Vec<Pair> {
    let position = &known.position;
    let us = position.side_to_move();
    let all = || position.occupied().squares();
    let of = |king: Square| all().filter(move |other| *other != king).map(move |it| (king, it));
    of(position.king(us)).chain(of(position.king(!us))).collect()
}

type Triple = (Square, Square, Square);

fn triples(stream: &Stream<collinear::Three>) -> Vec<Triple> {
    stream.queries.iter().map(|three| (three.a, three.b, three.c)).collect()
}

pub(super) fn collinear() {
    let in_games: fn(usize, &Stream<collinear::Three>) = |part, stream| {
        same(triples(stream), game_positions(part).iter().flat_map(kings_and_blockers));
    };
    check(
        collinear::STREAMS,
        &[
            (
                "positions",
                "a king, a piece of either side that alone keeps an enemy slider from it, and \
                 where that piece goes, in games, in their order",
                in_games,
            ),
            ("kept", "the same, where the line of king and piece was found before", in_games),
            ("uniform", "any three squares", |_, stream| {
                let triples = triples(stream);
                any(&triples.iter().map(|(a, b, _)| (*a, *b)).collect::<Vec<_>>());
                any(&triples.iter().map(|(_, b, c)| (*b, *c)).collect::<Vec<_>>());
                share(1.0 / 64.0, triples.iter().map(|(a, _, c)| a == c));
            }),
        ],
    );
}

/// Pieces without which a slider would attack a king that it does not attack now: first the king of
/// the side to move, then the other. Each with its king and the squares that it moves to, pinned or
/// not, in its side's turn.
fn kings_and_blockers(known: &GamePosition) -> Vec<Triple> {
    let position = &known.position;
    let us = position.side_to_move();
    let mut triples = Vec::new();
    for side in [us, if us == Color::White { Color::Black } else { Color::White }] {
        let king = position.king(side);
        let sees =
            |gone: Bitboard| sliders_that_attack(position, side, !gone & position.occupied());
        for piece in position.occupied().squares().filter(|&piece| piece != king) {
            if !(sees(piece.bitboard()) & !sees(Bitboard::EMPTY)).is_empty() {
                triples.extend(moves_to(position, piece).into_iter().map(|to| (king, piece, to)));
            }
        }
    }
    triples
}

/// The squares that a piece moves to when it is its side's turn, without castling and en passant.
fn moves_to(position: &Position, piece: Square) -> Vec<Square> {
    let is_own = position.color(position.side_to_move()).contains(piece);
    let position = if is_own { *position } else { position.pass() };
    let moves = movegen::pseudo_legal_moves(&position);
    let moves = moves.filter(|m: &Move| {
        m.from == piece && !position.castles(*m) && !position.takes_en_passant(*m)
    });
    let mut targets: Vec<_> = moves.map(|m| m.to).collect();
    targets.sort_unstable();
    targets.dedup();
    targets
}

/// The enemy sliders that attack the king of a side where these squares are occupied.
fn sliders_that_attack(position: &Position, side: Color, occupied: Bitboard) -> Bitboard {
    let king = position.king(side);
    let attacks = |slider: &Square| {
        let piece = position.piece_on(*slider).filter(|piece| piece.color() != side);
        let kind = match piece.map(|piece| piece.kind()) {
            Some(PieceKind::Rook) => Slider::Rook,
            Some(PieceKind::Bishop) => Slider::Bishop,
            Some(PieceKind::Queen) => Slider::Queen,
            _ => return false,
        };
        sliders::oracle(kind, *slider, occupied).contains(king)
    };
    occupied.squares().filter(attacks).collect()
}
