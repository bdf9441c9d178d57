//! Which moves does a set of targets stand for, one by one?
//!
//! Programs find the targets of a piece as a set, and search moves one after the other. In
//! between they write them to a list.
//!
//! - A move is a word of 16 bits: the target in the lowest six, the source in the next six.
//!   The rest is left to the program, for promotions and castling, and is zero here.
//! - The targets may be any set of squares. Their moves come in the order of the squares'
//!   numbers.
//! - A variant writes to as many [`Places`] as there are squares, tells how many moves it wrote,
//!   and may leave anything in the places behind them.
//!
//! # Example
//!
//! ```
//! use lookup::serialize::{Moves, Serialize, encoded};
//! use lookup::{Bitboard, Oracle, Square::*};
//!
//! let targets = Bitboard::from_iter([G5, D4, E5]);
//! assert_eq!(targets.to_string(), "\
//! 8 . . . . . . . .
//! 7 . . . . . . . .
//! 6 . . . . . . . .
//! 5 . . . . 1 . 1 .
//! 4 . . . 1 . . . .
//! 3 . . . . . . . .
//! 2 . . . . . . . .
//! 1 . . . . . . . .
//!   a b c d e f g h");
//! let mut list = Moves::new();
//! list.add(|places| Oracle::serialize(F3, targets, places));
//! assert_eq!(list.as_slice(), [encoded(F3, D4), encoded(F3, E5), encoded(F3, G5)]);
//! ```

use crate::board::draw_boards;
use crate::maps::attacks;
use crate::question::{self, Answers, Dimension, Spoil, Wrong};
use crate::sliders::{self, Slider};
use crate::{Bitboard, Extent, Oracle, Pair, Square, Variant, samples};
use core::fmt;

/// A way to write the moves of a set of targets.
pub trait Serialize: Variant {
    /// Writes the move from a square to each target into the first places, and tells how many
    /// there are.
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize;
}

/// The most moves of a list. No position has more than 218 legal ones.
pub const MOST: usize = 256;

/// How many moves can be written at once: those to all squares.
pub const AT_ONCE: usize = 64;

/// Where the moves of a set are written.
pub type Places = [u16; AT_ONCE];

/// A list of moves, [`MOST`] at most.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Moves {
    moves: [u16; MOST + AT_ONCE],
    length: usize,
}

impl Moves {
    /// No moves.
    #[must_use]
    pub const fn new() -> Moves {
        Moves { moves: [0; MOST + AT_ONCE], length: 0 }
    }

    /// Forgets all moves.
    #[inline(always)]
    pub fn clear(&mut self) {
        self.length = 0;
    }

    /// Adds the moves that a function writes into the places behind the last one.
    #[inline(always)]
    pub fn add(&mut self, write: impl FnOnce(&mut Places) -> usize) {
        let places = self.moves[self.length.min(MOST)..].first_chunk_mut();
        self.length += write(places.expect("there are so many behind any place"));
    }

    /// The moves.
    ///
    /// # Panics
    /// If there are more than [`MOST`].
    #[inline]
    #[must_use]
    pub fn as_slice(&self) -> &[u16] {
        &self.moves[..MOST][..self.length]
    }
}

impl Default for Moves {
    fn default() -> Moves {
        Moves::new()
    }
}

impl PartialEq for Moves {
    fn eq(&self, other: &Moves) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl fmt::Debug for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.as_slice()).finish()
    }
}

/// The word of a move.
#[inline(always)]
#[must_use]
pub const fn encoded(from: Square, to: Square) -> u16 {
    (from as u16) << 6 | to as u16
}

/// The slow and obvious answer: tries all squares in their order.
pub fn oracle(from: Square, targets: Bitboard, places: &mut Places) -> usize {
    let mut count = 0;
    for to in Square::ALL {
        if targets.contains(to) {
            places[count] = encoded(from, to);
            count += 1;
        }
    }
    count
}

impl Serialize for Oracle {
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        let answer = Oracle::of::<Question>(&Case { from, targets });
        places.copy_from_slice(&answer.moves[..AT_ONCE]);
        answer.length
    }
}

/// A set of targets.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The square that all moves start from.
    pub from: Square,
    /// The squares that they lead to.
    pub targets: Bitboard,
}

impl Case {
    /// What one of these functions writes.
    fn written(&self, serialize: fn(Square, Bitboard, &mut Places) -> usize) -> Moves {
        let mut moves = Moves::new();
        moves.add(|places| serialize(self.from, self.targets, places));
        moves
    }
}

/// Asks from every square about all sets of two squares and fewer, their complements, one set of
/// every size, all sets on the square's rank, and all that a rook or a bishop can attack; and about all
/// that pieces attack in 10,000 [sample](samples) positions, or in a tenth of them.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Moves;

    const CASES: &'static str = "sets of targets";
    const COUNT: usize = 468_700;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("no targets", 2916, |case, _| case.targets.is_empty()),
        Dimension::of("one target", 18_624, |case, _| case.targets.0.count_ones() == 1),
        Dimension::of("more than 4 targets", 243_440, |case, _| case.targets.0.count_ones() > 4),
        Dimension::of("more than 8 targets", 157_200, |case, _| case.targets.0.count_ones() > 8),
        Dimension::of("more than 32 targets", 135_232, |case, _| case.targets.0.count_ones() > 32),
        Dimension::of("from 28 to 61 targets", 2176, |case, _| {
            (28..=61).contains(&case.targets.0.count_ones())
        }),
        Dimension::of("all squares", 128, |case, _| case.targets == !Bitboard::EMPTY),
        Dimension::of("a whole half of the board", 67_786, |case, _| {
            [case.targets.0 as u32, (case.targets.0 >> 32) as u32].contains(&u32::MAX)
        }),
        Dimension::of("the highest square", 147_987, |case, _| case.targets.contains(Square::H8)),
        Dimension::by("the order of the targets", 447_160, |_, moves| {
            let mut other = *moves;
            other.moves[..moves.length].reverse();
            (moves.length > 1).then_some(other)
        }),
        Dimension::by("the source", 455_678, |_, moves| {
            let mut other = *moves;
            other.moves.iter_mut().for_each(|word| *word &= 63);
            (other != *moves).then_some(other)
        }),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let everywhere = Square::ALL.into_iter().flat_map(|from| {
            let few = Pair::all().filter(|pair| pair.a <= pair.b);
            let few = few.map(|pair| pair.a.bitboard() | pair.b.bitboard());
            let few = [Bitboard::EMPTY].into_iter().chain(few);
            let rank = Bitboard(0xff << (8 * from.rank()));
            // 37 is odd, so the squares are all different.
            let square =
                move |number: usize| Square::ALL[(37 * number + from.index()) % 64].bitboard();
            let sized = (0..=64).map(move |size| {
                (0..size).map(square).fold(Bitboard::EMPTY, |set, square| set | square)
            });
            let sets = few.flat_map(|set| [set, !set]).chain(sized).chain(rank.subsets());
            let slides = [Slider::Rook, Slider::Bishop].into_iter().flat_map(move |slider| {
                let occupied = slider.relevant(from).subsets();
                occupied.map(move |occupied| sliders::oracle(slider, from, occupied))
            });
            sets.chain(slides).map(move |targets| Case { from, targets })
        });
        let played = samples::positions().take(extent.of(10_000)).flat_map(|position| {
            let own = position.color(position.side_to_move());
            let targets = move |from| attacks(&position, from) & !own;
            own.squares().map(move |from| Case { from, targets: targets(from) })
        });
        everywhere.chain(played)
    }

    fn oracle(case: &Case) -> Moves {
        case.written(oracle)
    }

    fn draw(
        Wrong { case: Case { from, targets }, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let [right, given] = [expected, actual].map(Moves::as_slice);
        write!(f, "the moves from {from}: ")?;
        match right.iter().zip(given).enumerate().find(|(_, (right, given))| right != given) {
            Some((number, (right, given))) => {
                writeln!(f, "number {number} is {right:#06x}, not {given:#06x}")?;
            }
            None => writeln!(f, "there are {} in all, not {}", right.len(), given.len())?,
        }
        draw_boards(&[("from", from.bitboard()), ("targets", *targets)], f)
    }
}

/// Without the last move, or with one more if there is none.
impl Spoil for Moves {
    fn spoilt(&self) -> Moves {
        Moves { length: self.length.checked_sub(1).unwrap_or(1), ..*self }
    }
}

impl<V: Serialize> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> Moves {
        case.written(V::serialize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use std::vec::Vec;

    #[test]
    fn agrees_with_moves_written_by_hand() {
        let targets = Square::B1.bitboard() | Square::H8.bitboard() | Square::E4.bitboard();
        let mut moves = Moves::new();
        moves.add(|places| oracle(Square::A1, targets, places));
        moves.add(|places| oracle(Square::C1, Bitboard::EMPTY, places));
        moves.add(|places| oracle(Square::H8, Square::A1.bitboard(), places));
        let words: Vec<u16> = [1, 28, 63, 63 << 6].into();
        assert_eq!(moves.as_slice(), words);
        assert_eq!(std::format!("{moves:?}"), "[1, 28, 63, 4032]");
        moves.clear();
        assert_eq!(moves, Moves::new());
    }

    #[test]
    fn there_is_room_behind_the_last_move() {
        let mut moves = Moves::default();
        for from in [Square::A1, Square::B1, Square::C1, Square::D1] {
            moves.add(|places| oracle(from, !Bitboard::EMPTY, places));
        }
        assert_eq!(moves.as_slice().len(), MOST);
        moves.add(|places| places.len() - AT_ONCE);
        assert_eq!(moves.as_slice().len(), MOST);
    }

    #[test]
    #[should_panic(expected = "range end index 257")]
    fn a_list_that_is_too_long_is_noticed() {
        let mut moves = Moves::new();
        moves.add(|_| MOST + 1);
        let _ = moves.as_slice();
    }

    faulty::catch_every_fault!(Oracle);
}
