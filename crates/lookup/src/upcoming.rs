//! Does one reversible move make the difference between two positions?
//!
//! A program knows the keys of the positions before. If the position at hand differs from one of
//! them by a single reversible move, that move repeats it: a repetition is upcoming. The exclusive
//! or of both keys tells, with no move made or generated. Marcel van Kervinck described the idea in
//! his paper on [upcoming repetitions](https://marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf).
//!
//! - A move is reversible if a piece other than a pawn goes to a square that it attacks on an empty
//!   board, and captures nothing. Castling is not. There are [3668](keys::MOVES), each of which
//!   goes either way.
//! - The difference of a move is that of the [`keys`] before and after it. No two moves have the
//!   same, and any other number has no move.
//! - No piece may stand between both squares. Whether the squares themselves are occupied does not
//!   matter: the piece stands on one of them.
//! - The answer is the two squares, the one with the lower number first. The caller sees by the
//!   board which of them the piece leaves, and whose it is. Whether its king is safe is another
//!   question.
//!
//! # Example
//!
//! ```
//! use lookup::upcoming::{Upcoming, keys};
//! use lookup::{Move, Oracle, Pair, Position, Square};
//!
//! // After Nf3, Nf6 and Ng1, the knight on f6 can go back and repeat the start.
//! let start = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")?;
//! let moves = ["g1f3", "g8f6", "f3g1"].map(|m| m.parse::<Move>().unwrap());
//! let now = moves.into_iter().fold(start, Position::play);
//! let difference = keys::of(&start) ^ keys::of(&now);
//! let squares = Pair { a: Square::F6, b: Square::G8 };
//! assert_eq!(Oracle::reversible(difference, now.occupied()), Some(squares));
//!
//! // Two pieces have moved from the start to the position before.
//! let before = start.play(moves[0]).play(moves[1]);
//! let difference = keys::of(&start) ^ keys::of(&before);
//! assert_eq!(Oracle::reversible(difference, before.occupied()), None);
//! # Ok::<(), lookup::FenError>(())
//! ```

pub mod keys;

use crate::PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
use crate::between::Between;
use crate::board::draw_answers;
use crate::question::{self, Answers, Dimension, Spoil, Wrong};
use crate::{
    Bitboard, Color, Extent, Oracle, Pair, Piece, PieceKind, Square, Variant, attacked, between,
    extent,
};
use core::fmt;

/// A way to find the reversible move between two positions.
pub trait Upcoming: Variant {
    /// The squares of the reversible move that changes a key by this difference, the lower one
    /// first; none if there is no such move, or if something stands between the squares.
    fn reversible(difference: u64, occupied: Bitboard) -> Option<Pair>;
}

/// The slow and obvious answer: tries every piece from every square to every other.
#[must_use]
pub fn oracle(difference: u64, occupied: Bitboard) -> Option<Pair> {
    static KEYS: [[u64; 64]; 12] = crate::key::words();
    static LOW: [[u32; 64]; 12] = low(KEYS);
    let mut pieces = Piece::ALL.into_iter().filter(|piece| piece.kind() != Pawn);
    pieces.find_map(|piece| {
        let words = &KEYS[piece as usize];
        Square::ALL.into_iter().find_map(|a| {
            let wanted = words[a.index()] ^ crate::key::BLACK ^ difference;
            // Counting compiles to vectors, a search does not; most squares have none. Halves of words
            // are found four at once.
            let above = &LOW[piece as usize][a.index() + 1..];
            if above.iter().filter(|low| **low == wanted as u32).count() == 0 {
                return None;
            }
            let mut equal = Square::ALL.into_iter().skip(a.index() + 1);
            let b = equal
                .find(|&b| words[b.index()] == wanted && attacked::oracle(piece, a, b, occupied))?;
            Some(Pair { a, b })
        })
    })
}

/// The lower halves of words.
const fn low(words: [[u64; 64]; 12]) -> [[u32; 64]; 12] {
    let mut low = [[0; 64]; 12];
    let mut i = 0;
    while i < 12 * 64 {
        low[i / 64][i % 64] = words[i / 64][i % 64] as u32;
        i += 1;
    }
    low
}

impl Upcoming for Oracle {
    fn reversible(difference: u64, occupied: Bitboard) -> Option<Pair> {
        let case = Case { difference, occupied, origin: Origin::Number };
        Oracle::of::<Question>(&case)
    }
}

/// The squares of a move if nothing stands between them, for variants.
#[inline(always)]
#[must_use]
pub fn unless_blocked<B: Between>(squares: Pair, occupied: Bitboard) -> Option<Pair> {
    let Pair { a, b } = squares;
    (B::between(a, b) & occupied).is_empty().then_some(squares)
}

/// The difference of two keys, and a board.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The difference.
    pub difference: u64,
    /// The occupied squares.
    pub occupied: Bitboard,
    /// Why this difference is asked about, which a variant does not see.
    origin: Origin,
}

/// Where a difference comes from.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Origin {
    /// A reversible move.
    Move(Piece, Pair),
    /// A piece on one square and then on another, to which it does not go.
    Jump(PieceKind),
    /// A reversible move but for one bit.
    Flipped,
    /// A reversible move, with the same side to move.
    SameSide,
    /// Two reversible moves of different pieces.
    Two,
    /// Nothing.
    Number,
}

impl Case {
    fn squares(&self) -> Option<Pair> {
        match self.origin {
            Origin::Move(_, squares) => Some(squares),
            _ => None,
        }
    }

    fn is_move_of(&self, kind: PieceKind) -> bool {
        matches!(self.origin, Origin::Move(piece, _) if piece.kind() == kind)
    }

    fn is_move_by(&self, color: Color) -> bool {
        matches!(self.origin, Origin::Move(piece, _) if piece.color() == color)
    }

    /// The occupied squares that must not matter.
    fn rest(&self) -> Option<Bitboard> {
        let Pair { a, b } = self.squares()?;
        Some(self.occupied & !between::oracle(a, b))
    }
}

/// With other squares, or with some in place of none.
impl Spoil for Option<Pair> {
    fn spoilt(&self) -> Option<Pair> {
        match self {
            Some(Pair { a, b }) if (*a, *b) == (Square::A1, Square::B1) => None,
            _ => Some(Pair { a: Square::A1, b: Square::B1 }),
        }
    }
}

/// Asks about every reversible move and much that is none.
///
/// - Every reversible move is asked about with every subset of the squares in between occupied.
///   The rest of the board, which must not matter, is empty, full, and filled in two irregular
///   ways.
/// - On an empty board, every piece has gone from any square to any other to which it does not go,
///   pawns included; every reversible move has one bit wrong, four times; the side has not
///   changed; or two pieces have moved.
/// - 2,000 numbers, zero and that of the side are no moves.
///
/// A smaller extent asks one case of eleven: that shares no divisor with the ways to fill.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Option<Pair>;

    const CASES: &'static str = "differences";
    const COUNT: usize = 132_710;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("moves that nothing blocks", 14_672, |_, found| found.is_some()),
        Dimension::by("moves that something blocks", 73_504, |case, found| {
            found.is_none().then(|| case.squares().map(Some)).flatten()
        }),
        Dimension::by("the higher square first", 14_672, |_, found| {
            found.map(|Pair { a, b }| Some(Pair { a: b, b: a }))
        }),
        Dimension::of("moves by White", 44_088, |case, _| case.is_move_by(Color::White)),
        Dimension::of("moves by Black", 44_088, |case, _| case.is_move_by(Color::Black)),
        Dimension::of("knights", 1344, |case, _| case.is_move_of(Knight)),
        Dimension::of("bishops", 10_960, |case, _| case.is_move_of(Bishop)),
        Dimension::of("rooks", 31_616, |case, _| case.is_move_of(Rook)),
        Dimension::of("queens", 42_576, |case, _| case.is_move_of(Queen)),
        Dimension::of("kings", 1680, |case, _| case.is_move_of(King)),
        Dimension::of("moves across the board", 18_432, |case, _| {
            case.squares().is_some_and(|Pair { a, b }| between::oracle(a, b).0.count_ones() == 6)
        }),
        Dimension::of("an occupied rest of the board", 66_132, |case, _| {
            case.rest().is_some_and(|rest| !rest.is_empty())
        }),
        Dimension::of("both squares occupied", 33_151, |case, _| {
            case.squares()
                .is_some_and(|Pair { a, b }| case.occupied.contains(a) && case.occupied.contains(b))
        }),
        Dimension::of("pawns", 4032, |case, _| case.origin == Origin::Jump(Pawn)),
        Dimension::of(
            "pieces that do not go there",
            16_492,
            |case, _| matches!(case.origin, Origin::Jump(kind) if kind != Pawn),
        ),
        Dimension::of("moves with a bit wrong", 14_672, |case, _| case.origin == Origin::Flipped),
        Dimension::of("the same side to move", 3668, |case, _| case.origin == Origin::SameSide),
        Dimension::of("two moves", 3668, |case, _| case.origin == Origin::Two),
        Dimension::of("numbers", 2002, |case, _| case.origin == Origin::Number),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let all = pieces_and_squares().flat_map(|(piece, squares)| with_obstacles(piece, squares));
        let step = match extent {
            Extent::Full => 1,
            Extent::Tenth => 11,
        };
        numbers().chain(near_moves()).chain(all).step_by(step)
    }

    fn oracle(case: &Case) -> Option<Pair> {
        oracle(case.difference, case.occupied)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { difference, occupied, .. } = wrong.case;
        writeln!(f, "the reversible move that changes a key by {difference:#018x}")?;
        let set = |squares: Option<Pair>| match squares {
            Some(Pair { a, b }) => a.bitboard() | b.bitboard(),
            None => Bitboard::EMPTY,
        };
        draw_answers(&[("occupied", occupied)], [wrong.expected, wrong.actual].map(set), f)
    }
}

impl<V: Upcoming> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> Option<Pair> {
        V::reversible(case.difference, case.occupied)
    }
}

/// Every piece with every two squares, the lower one first.
fn pieces_and_squares() -> impl Iterator<Item = (Piece, Pair)> {
    Piece::ALL.into_iter().flat_map(|piece| {
        let lower_first = Pair::all().filter(|pair| pair.a < pair.b);
        lower_first.map(move |squares| (piece, squares))
    })
}

fn is_reversible(piece: Piece, Pair { a, b }: Pair) -> bool {
    piece.kind() != Pawn && attacked::oracle(piece, a, b, a.bitboard())
}

/// The differences of all reversible moves.
fn reversible() -> impl Iterator<Item = u64> {
    let moves = pieces_and_squares().filter(|&(piece, squares)| is_reversible(piece, squares));
    moves.map(|(piece, squares)| keys::difference(piece, squares))
}

/// A reversible move among all obstacles, or a jump on an empty board.
fn with_obstacles(piece: Piece, squares: Pair) -> impl Iterator<Item = Case> {
    let (difference, moves) = (keys::difference(piece, squares), is_reversible(piece, squares));
    let inner = match moves {
        true => between::oracle(squares.a, squares.b),
        false => Bitboard::EMPTY,
    };
    let fills = if moves { 4 } else { 1 };
    let origin = if moves { Origin::Move(piece, squares) } else { Origin::Jump(piece.kind()) };
    inner.subsets().flat_map(move |obstacles| {
        let filled = extent::fills(difference ^ obstacles.0).into_iter().take(fills);
        filled.map(move |fill| {
            let occupied = obstacles | fill & !inner;
            Case { difference, occupied, origin }
        })
    })
}

/// Differences that are nearly those of reversible moves.
fn near_moves() -> impl Iterator<Item = Case> {
    let case = |difference, origin| Case { difference, occupied: Bitboard::EMPTY, origin };
    let flipped = reversible().zip(0..).flat_map(move |(difference, number)| {
        let bits = (0..4).map(move |bit| (16 * bit + number % 16) as u32);
        bits.map(move |bit| case(difference ^ 1 << bit, Origin::Flipped))
    });
    let same_side =
        reversible().map(move |difference| case(difference ^ crate::key::BLACK, Origin::SameSide));
    // Half of the moves lie between two: another piece makes the second.
    let others = reversible().skip(keys::MOVES / 2).chain(reversible());
    let two = reversible().zip(others);
    let two = two.map(move |(one, other)| case(one ^ other ^ crate::key::BLACK, Origin::Two));
    flipped.chain(same_side).chain(two)
}

/// Numbers that no move explains.
fn numbers() -> impl Iterator<Item = Case> {
    let drawn = (0..2_000_u64).map(|number| extent::fills(number + 1)[2].0);
    drawn.chain([0, crate::key::BLACK]).map(|difference| Case {
        difference,
        occupied: Bitboard::EMPTY,
        origin: Origin::Number,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty::{self, set};
    use crate::{Identity, Position, Table, movegen, samples};
    use std::collections::HashMap;
    use std::sync::LazyLock;
    use std::vec::Vec;

    fn squares(a: Square, b: Square) -> Option<Pair> {
        Some(Pair { a, b })
    }

    fn difference(piece: Piece, a: Square, b: Square) -> u64 {
        keys::difference(piece, Pair { a, b })
    }

    #[test]
    fn agrees_with_moves_found_by_hand() {
        use Square::*;
        let rook = difference(Piece::BlackRook, A1, A4);
        assert_eq!(oracle(rook, set("a1 a5 b2 h8")), squares(A1, A4));
        assert_eq!(oracle(rook, set("a1 a2")), None);
        assert_eq!(oracle(rook, set("a4 a3")), None);
        // From either square, and both or neither of them occupied.
        assert_eq!(oracle(difference(Piece::BlackRook, A4, A1), set("a4 a1")), squares(A1, A4));
        assert_eq!(oracle(rook, Bitboard::EMPTY), squares(A1, A4));
        // Nothing stands in a knight's way.
        let knight = difference(Piece::WhiteKnight, G1, F3);
        assert_eq!(oracle(knight, !Bitboard::EMPTY), squares(G1, F3));
        // A bishop on a file, pawns, a king by two squares, another side to move, two moves.
        for difference in [
            difference(Piece::WhiteBishop, A1, A4),
            difference(Piece::WhitePawn, E2, E3),
            difference(Piece::WhitePawn, D4, E5),
            difference(Piece::WhiteKing, E1, G1),
            knight ^ crate::key::BLACK,
            knight ^ rook ^ crate::key::BLACK,
            0,
            crate::key::BLACK,
        ] {
            assert_eq!(oracle(difference, Bitboard::EMPTY), None);
        }
    }

    /// All cases with a move, counted from the lengths of the lines alone.
    #[test]
    fn every_obstacle_is_asked_about() {
        let straight: usize = (1..8).map(|d| (2 * 8 * (8 - d)) << (d - 1)).sum();
        let slanted: usize = (1..8).map(|d| (2 * (8 - d) * (8 - d)) << (d - 1)).sum();
        let of_a_side = 168 + 210 + 2 * (straight + slanted);
        assert_eq!([straight, slanted, 2 * 4 * of_a_side], [3952, 1370, 88_176]);
        let jumps = 12 * 64 * 63 / 2 - 3668;
        assert_eq!(88_176 + jumps + 4 * 3668 + 2 * 3668 + 2002, 132_710);
    }

    /// Positions of a game and those before them at odd distances, by the moves of either side.
    #[test]
    fn finds_the_moves_that_lead_back_in_games() {
        let (mut asked, mut found) = (0, 0);
        for (start, moves) in samples::games().take(60) {
            let mut positions = Vec::from([start]);
            positions.extend(moves.scan(start, |position, m| {
                *position = position.play(m);
                Some(*position)
            }));
            for (now, position) in positions.iter().enumerate() {
                let after: Vec<_> = led_to(position).collect();
                for before in positions[..now].iter().rev().skip(2).step_by(2) {
                    let is_same = |after: &&Position| {
                        Square::ALL.iter().all(|&s| after.piece_on(s) == before.piece_on(s))
                    };
                    let expected = after.iter().any(|(_, after)| is_same(&after));
                    let moved = after.iter().find(|(_, after)| is_same(&after)).map(|it| it.0);
                    let difference = keys::of(position) ^ keys::of(before);
                    let answer = oracle(difference, position.occupied());
                    assert_eq!(answer.is_some(), expected, "{position} and {before}");
                    assert_eq!(answer, moved, "{position} and {before}");
                    asked += 1;
                    found += usize::from(expected);
                }
            }
        }
        assert!(asked > 10_000 && found > 10, "{found} of {asked}");
    }

    /// The positions that moves of pieces lead to, of the side to move or of the other, with the
    /// squares of the moves.
    fn led_to(position: &Position) -> impl Iterator<Item = (Pair, Position)> {
        [*position, position.pass()].into_iter().flat_map(|position| {
            let moves = movegen::pseudo_legal_moves(&position).collect::<Vec<_>>().into_iter();
            let quiet = moves.filter(move |m| {
                let pawn = position.kind(Pawn).contains(m.from);
                !pawn && !position.castles(*m) && !position.occupied().contains(m.to)
            });
            quiet.map(move |m| {
                let squares = Pair { a: m.from.min(m.to), b: m.from.max(m.to) };
                (squares, position.play(m))
            })
        })
    }

    faulty::catch_every_fault!(Known);

    /// The oracle, where it is told what a difference stands for: faults are of these.
    struct Known;

    impl Variant for Known {
        const IDENTITY: Identity = Identity { name: "known", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Upcoming for Known {
        fn reversible(difference: u64, occupied: Bitboard) -> Option<Pair> {
            static ORIGINS: LazyLock<HashMap<u64, Origin>> = LazyLock::new(|| {
                let cases = <Question as question::Question>::cases(Extent::Full);
                cases.map(|case| (case.difference, case.origin)).collect()
            });
            let origin = ORIGINS[&difference];
            faulty::answer::<Question>(&Case { difference, occupied, origin })
        }
    }
}
