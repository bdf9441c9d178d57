//! What each stream asks: its sentence on pages, and its queries counted in another way than they
//! are drawn. A stream without a sentence and a count here fails.
#![cfg(feature = "all")]

mod boards;
mod lists;
mod pairs;
mod positions;
mod trials;
mod walks;

use super::{
    attacked, attackers, between, between_batch, collinear, deltas, deltas_kept, distance, index,
    key, legality, maps, occupant, order, pins, raypass, search, serialize, sliders, threshold,
    upcoming, xrays,
};
use crate::list::NAMES;
use crate::streams::{GamePosition, Query, Source, Stream, game_positions};
use lookup::index::Case;
use lookup::{Bitboard, Color, Move, Piece, PieceKind, Position, Square};
use std::fmt::Debug;

/// Counts the queries of a part.
type Count<Q> = fn(usize, &Stream<Q>);

/// The name of a stream, its sentence, and what counts its queries.
type Said<Q> = (&'static str, &'static str, Count<Q>);

/// Requires that a question has these streams and no others, and counts their queries in the first
/// parts and in the last.
fn check<Q: Query>(sources: &[Source<Q>], said: &[Said<Q>]) {
    count_in(&[0, 1, 31], sources, said);
}

/// The same in these parts.
fn count_in<Q: Query>(parts: &[usize], sources: &[Source<Q>], said: &[Said<Q>]) {
    let sentences = sources.iter().map(|source| (source.name, source.summary));
    let expected = said.iter().map(|(name, sentence, _)| (*name, *sentence));
    assert_eq!(sentences.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    for (source, (.., count)) in sources.iter().zip(said) {
        for &part in parts {
            count(part, &(source.draw)(part));
        }
    }
}

/// Tests the streams of questions, each by a function of its name.
macro_rules! questions {
    ($($name:literal $module:ident::$question:ident,)+) => {
        const COUNTED: &[&str] = &[$($name),+];

        mod streams_ask_what_they_say {
            $(
                #[test]
                fn $question() {
                    super::$module::$question();
                }
            )+
        }
    };
}

questions! {
    "between" pairs::between,
    "between-batch" pairs::between_batch,
    "raypass" pairs::raypass,
    "collinear" pairs::collinear,
    "distance" pairs::distance,
    "attacked" boards::attacked,
    "sliders" boards::sliders,
    "xrays" boards::xrays,
    "attackers" positions::attackers,
    "pins" positions::pins,
    "checks" positions::checks,
    "legality" positions::legality,
    "key" positions::key,
    "upcoming" walks::upcoming,
    "exchange" positions::exchange,
    "threshold" trials::threshold,
    "targets" positions::targets,
    "serialize" positions::serialize,
    "order" lists::order,
    "threats" positions::threats,
    "maps" walks::maps,
    "occupant" walks::occupant,
    "deltas" walks::deltas,
    "deltas-kept" walks::deltas_kept,
    "index" boards::index,
    "perft" walks::perft,
    "search" walks::search,
}

#[test]
fn the_streams_of_every_question_are_counted() {
    assert!(NAMES.iter().map(|(name, _)| name).eq(COUNTED), "a question without expectations");
}

/// In a chain of queries, the square that an engine learns last waits for the answer before, or the
/// number of a position; nothing else does. `after(1)` names the square beside it.
#[test]
fn what_an_engine_learns_last_waits() {
    use Square::{A1, B1, C3, D3};
    let pawn = Piece::WhitePawn;
    let pair = |after: between::Pair| (after.a, after.b);
    assert_eq!(pair(between::Pair::new(A1, C3).after(1)), (A1, D3));
    let ray = raypass::Ray::new(A1, C3).after(1);
    assert_eq!((ray.a, ray.b), (B1, C3));
    let three = |c| collinear::Three { a: A1, b: B1, c };
    assert_eq!(three(C3).after(1), three(D3));
    let way = distance::Way::new(A1, C3).after(1);
    assert_eq!((way.a, way.b), (A1, D3));
    let asked = attackers::Target::new(A1, Some(Color::White), 6).after(1);
    assert_eq!(asked, attackers::Target::new(B1, Some(Color::White), 6));
    assert_eq!(sliders::Slide::new(A1, (), 6).after(1), sliders::Slide::new(B1, (), 6));
    assert_eq!(pins::Pin::new(Color::Black, 6).after(1), pins::Pin::new(Color::Black, 7));
    let attack = |from| attacked::Attack { piece: pawn, from, to: C3, board: 6 };
    assert_eq!(attack(A1).after(1), attack(B1));
    let trial = |to| legality::Trial { m: Move { from: A1, to, promotion: None }, board: 6 };
    assert_eq!(trial(C3).after(1), trial(D3));
    let tried = |to| key::Tried { key: 5, m: Move { from: A1, to, promotion: None }, board: 6 };
    assert_eq!(tried(C3).after(1), tried(D3));
    let relation = |to| index::Relation(Case { attacker: pawn, from: A1, victim: pawn, to });
    assert_eq!(relation(C3).after(1), relation(D3));
    let two = |difference| upcoming::Apart { difference, occupied: Bitboard(6) };
    assert_eq!(two(8).after(1), two(9));
    let list = |first| serialize::Written { first, count: 2 };
    assert_eq!(list(6).after(1), list(7));
    let m = Move { from: A1, to: C3, promotion: None };
    assert_eq!(order::Ordered { list: 6 }.after(1), order::Ordered { list: 7 });
    let turn = |board| <threshold::Turn>::new(board, 3, 2);
    assert_eq!(turn(6).after(1), turn(7));
    let made = |before, after| deltas::Made { m, before, after };
    assert_eq!(made(6, 8).after(1), made(7, 9));
    // Nothing waits for a batch, for kept state or for a program.
    assert_eq!(between_batch::Place(6).after(1), between_batch::Place(6));
    let step = maps::Step { number: 6, asked: 8 };
    assert_eq!(step.after(1), step);
    assert_eq!(step.asking(0), maps::Step { number: 6, asked: 0 });
    let visit = occupant::Visit { number: 6, asked: 8 };
    assert_eq!(visit.after(1), visit);
    assert_eq!(visit.asking(0), occupant::Visit { number: 6, asked: 0 });
    let following = deltas_kept::Following { number: 6 };
    assert_eq!(following.after(1), following);
    let node = search::Node { root: 3 };
    assert_eq!(node.after(1), node);
    // Only rooks and bishops take turns.
    assert_eq!([sliders::Slide::IN_TURN, xrays::Xray::IN_TURN], [true; 2]);
    assert_eq!(
        [attackers::Target::IN_TURN, between::Pair::IN_TURN, pins::Pin::IN_TURN],
        [false; 3]
    );
}

/// The queries of a drawn part: 2^15, so that 32 parts have 2^20.
const DRAWN: usize = 32_768;

/// The positions of a part: 2^12, so that 32 parts have 2^17.
const POSITIONS: usize = 4096;

/// Requires that these are the numbers below `bound`, each about as often as any other.
#[track_caller]
fn even(bound: usize, numbers: impl IntoIterator<Item = usize>) {
    let mut counts = vec![0.0; bound];
    numbers.into_iter().for_each(|number| counts[number] += 1.0);
    let mean = counts.iter().sum::<f64>() / bound as f64;
    let far = 6.0 * mean.sqrt();
    let uneven = counts.iter().position(|count: &f64| (count - mean).abs() > far);
    assert_eq!(uneven, None, "{mean} expected: {counts:?}");
    assert!(mean > 4.0, "too few to tell: {mean}");
}

/// Requires that this share of the cases is true, within chance.
#[track_caller]
fn share(expected: f64, cases: impl IntoIterator<Item = bool>) {
    let cases: Vec<_> = cases.into_iter().collect();
    let (all, holds) = (cases.len() as f64, cases.iter().filter(|holds| **holds).count() as f64);
    let far = 6.0 * (expected * (1.0 - expected) / all).sqrt();
    assert!((holds / all - expected).abs() < far, "{holds} of {all}, expected {expected}");
}

/// Requires that both lists are the same, and tells the first difference.
#[track_caller]
fn same<T: PartialEq + Debug>(
    asked: impl IntoIterator<Item = T>,
    expected: impl IntoIterator<Item = T>,
) {
    let (asked, expected) = (asked.into_iter(), expected.into_iter());
    let [asked, expected] = [asked.collect::<Vec<_>>(), expected.collect::<Vec<_>>()];
    let first = asked.iter().zip(&expected).position(|(a, b)| a != b);
    let differs = first.map(|first| (first, &asked[first], &expected[first]));
    assert_eq!((differs, asked.len()), (None, expected.len()));
}

/// Requires that 16 queries in a row ask about one of 256 boards, and the next about the next.
#[track_caller]
fn sixteen_on_each_board(boards: impl Iterator<Item = u16>) {
    same(boards.map(usize::from), (0..DRAWN).map(|number| number / 16 % 256));
}

/// Requires that these are the positions of games, and that each is asked about once.
#[track_caller]
fn each_once(part: usize, positions: &[Position], boards: impl Iterator<Item = u16>) {
    same(boards.map(usize::from), 0..POSITIONS);
    same(positions.iter(), game_positions(part).iter().map(|known| &known.position));
}

/// Requires positions with pieces placed at random: as many unlike each other, with few or many
/// pieces everywhere, and with either side to move.
#[track_caller]
fn placed(positions: &[Position]) {
    let mut texts: Vec<_> = positions.iter().map(Position::to_string).collect();
    texts.sort_unstable();
    texts.dedup();
    assert!(texts.len() > positions.len() * 49 / 50, "{} of {}", texts.len(), positions.len());
    share(0.5, positions.iter().map(|position| position.side_to_move() == Color::White));
    let counts = positions.iter().map(|position| position.occupied().0.count_ones());
    assert_eq!(counts.clone().min(), Some(2));
    assert!(counts.max().is_some_and(|most| (31..=32).contains(&most)));
    let all = positions.iter().flat_map(|position| position.occupied().squares());
    let mut by_square = [0; 64];
    all.for_each(|square| by_square[square.index()] += 1);
    assert!(by_square.iter().all(|count| *count > positions.len() / 16), "{by_square:?}");
}

/// The number of a side's bishops, rooks and queens, as its text tells.
fn sliders_of(position: &Position, side: Color) -> usize {
    let text = position.to_string();
    let letters = if side == Color::White { "BRQ" } else { "brq" };
    let pieces = text.split(' ').next().unwrap_or_default();
    pieces.chars().filter(|&letter| letters.contains(letter)).count()
}

/// The kind of the piece of the side to move on this square.
fn own(position: &Position, square: Square) -> Option<PieceKind> {
    let piece = position.piece_on(square)?;
    (piece.color() == position.side_to_move()).then(|| piece.kind())
}

/// The first and last squares of moves that a search tries, as they are written in games: castling
/// as the king's move to its rook. Without those of pieces that are gone.
fn tried(known: &GamePosition) -> Vec<(PieceKind, Square, Square)> {
    let moves = known.candidates.iter().map(|candidate| {
        let [from, to] = [candidate.from, candidate.to].map(|it| Square::ALL[it as usize]);
        own(&known.position, from).map(|kind| (kind, from, to))
    });
    moves.flatten().collect()
}

/// How far two squares lie apart, in files and in ranks.
fn apart(a: Square, b: Square) -> (u8, u8) {
    (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()))
}

/// Whether a slider of this kind would go from one square to the other on an empty board.
fn slides(kind: PieceKind, a: Square, b: Square) -> bool {
    let (files, ranks) = apart(a, b);
    let (straight, slanted) = ((files == 0) != (ranks == 0), files == ranks && files > 0);
    match kind {
        PieceKind::Rook => straight,
        PieceKind::Bishop => slanted,
        PieceKind::Queen => straight || slanted,
        _ => false,
    }
}
