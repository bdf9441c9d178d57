//! The attacks of a slider for all occupancies of its two lines.

use super::{Step, attacks, reach, relevant};
use crate::Square;
use crate::bits::gather;

/// The attacks of a rook or a bishop from a square, for all occupancies of its [`relevant`]
/// squares.
///
/// The two lines are kept apart, with at most 64 occupancies each: an occupancy of both is
/// the union of one of each, and so are the attacks.
#[derive(Clone, Copy, Debug)]
pub struct Views {
    /// For each line, its occupancies and the attacks along it.
    pub lines: [[(u64, u64); 64]; 2],
    /// The number of occupancies of each line.
    pub counts: [usize; 2],
}

impl Views {
    /// The views of a [`ROOK`](super::ROOK) or [`BISHOP`](super::BISHOP).
    ///
    /// ```
    /// # use lookup::lines::{ROOK, Views};
    /// # use lookup::{Bitboard, Square::*};
    /// let views = Views::of(ROOK, A1);
    /// assert_eq!(views.counts, [64, 64]);
    /// let seen = views.lines[0].iter().find(|(occupied, _)| *occupied == D1.bitboard().0);
    /// assert_eq!(Bitboard(seen.unwrap().1).to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . . . .
    /// 6 . . . . . . . .
    /// 5 . . . . . . . .
    /// 4 . . . . . . . .
    /// 3 . . . . . . . .
    /// 2 . . . . . . . .
    /// 1 . 1 1 1 . . . .
    ///   a b c d e f g h");
    /// ```
    #[must_use]
    pub const fn of(slider: &[Step], square: Square) -> Views {
        let (mut lines, mut counts, mut way) = ([[(0, 0); 64]; 2], [0; 2], 0);
        while way < 2 {
            // The second half of the steps is opposite to the first.
            let steps = [slider[way], slider[way + 2]];
            let (line, relevant) = (reach(square, &steps).0, relevant(square, &steps).0);
            let mut occupied = 0u64;
            loop {
                lines[way][counts[way]] = (occupied, attacks(square, occupied, line));
                counts[way] += 1;
                // Subtracting the set carries through the squares outside it.
                occupied = occupied.wrapping_sub(relevant) & relevant;
                if occupied == 0 {
                    break;
                }
            }
            way += 1;
        }
        Views { lines, counts }
    }

    /// The same, with the bits of the occupancies that `mask` names moved together: an
    /// occupancy of the [`relevant`] squares becomes an index.
    ///
    /// ```
    /// # use lookup::lines::{ROOK, Views, relevant};
    /// # use lookup::{Bitboard, Square::*};
    /// // Of the relevant squares, b1 comes first and d1 third.
    /// let views = Views::of(ROOK, A1).indexed(relevant(A1, ROOK).0);
    /// let (index, seen) = views.lines[0][4];
    /// assert_eq!(index, 0b100);
    /// assert_eq!(Bitboard(seen).to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . . . .
    /// 6 . . . . . . . .
    /// 5 . . . . . . . .
    /// 4 . . . . . . . .
    /// 3 . . . . . . . .
    /// 2 . . . . . . . .
    /// 1 . 1 1 1 . . . .
    ///   a b c d e f g h");
    /// ```
    #[must_use]
    pub const fn indexed(mut self, mask: u64) -> Views {
        let mut i = 0;
        while i < 2 * 64 {
            let occupied = &mut self.lines[i / 64][i % 64].0;
            *occupied = gather(*occupied, mask);
            i += 1;
        }
        self
    }

    /// The same, with the bits of the attacks that `mask` names moved together.
    ///
    /// ```
    /// # use lookup::lines::{RANK, ROOK, Views, reach};
    /// # use lookup::{Bitboard, Square::*};
    /// let views = Views::of(ROOK, A1).packed(reach(A1, RANK).0);
    /// let (occupied, seen) = views.lines[0][4];
    /// assert_eq!(Bitboard(occupied).to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . . . .
    /// 6 . . . . . . . .
    /// 5 . . . . . . . .
    /// 4 . . . . . . . .
    /// 3 . . . . . . . .
    /// 2 . . . . . . . .
    /// 1 . . . 1 . . . .
    ///   a b c d e f g h");
    /// assert_eq!(seen, 0b111);
    /// ```
    #[must_use]
    pub const fn packed(mut self, mask: u64) -> Views {
        let mut i = 0;
        while i < 2 * 64 {
            let seen = &mut self.lines[i / 64][i % 64].1;
            *seen = gather(*seen, mask);
            i += 1;
        }
        self
    }

    /// All occupancies of both lines with their attacks, and their number.
    ///
    /// ```
    /// # use lookup::lines::{ROOK, Views};
    /// # use lookup::{Bitboard, Square::*};
    /// let (views, count) = Views::of(ROOK, A1).all();
    /// assert_eq!(count, 64 * 64);
    /// let occupied = Bitboard::from_iter([D1, A3]);
    /// let seen = views.iter().find(|view| view.0 == occupied.0);
    /// assert_eq!(Bitboard(seen.unwrap().1).to_string(), "\
    /// 8 . . . . . . . .
    /// 7 . . . . . . . .
    /// 6 . . . . . . . .
    /// 5 . . . . . . . .
    /// 4 . . . . . . . .
    /// 3 1 . . . . . . .
    /// 2 1 . . . . . . .
    /// 1 . 1 1 1 . . . .
    ///   a b c d e f g h");
    /// ```
    #[must_use]
    pub const fn all(&self) -> ([(u64, u64); 4096], usize) {
        let (mut all, mut count, mut a) = ([(0, 0); 4096], 0, 0);
        while a < self.counts[0] {
            let (one, mut b) = (self.lines[0][a], 0);
            while b < self.counts[1] {
                let other = self.lines[1][b];
                all[count] = (one.0 | other.0, one.1 | other.1);
                (b, count) = (b + 1, count + 1);
            }
            a += 1;
        }
        (all, count)
    }
}
