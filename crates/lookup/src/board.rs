//! Squares and sets of squares.

use core::fmt;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// Defines the squares and the one function that makes a square from a number.
///
/// A `match` needs literal patterns, hence the numbers. A match of 64 arms lets safe code
/// turn a number into a square without a load or a branch: it compiles to a single `and`.
macro_rules! squares {
    ($($name:ident = $index:literal),* $(,)?) => {
        /// A square of the board, numbered from a1 = 0 along the ranks to h8 = 63.
        ///
        /// An enum of 64 rather than a number: the compiler then knows that indexing an
        /// array of 64 by it needs no bounds check.
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        #[repr(u8)]
        pub enum Square {
            $(
                #[doc = concat!("Square number ", stringify!($index), ".")]
                $name = $index,
            )*
        }

        impl Square {
            /// All squares, in the order of their numbers.
            pub const ALL: [Square; 64] = [$(Square::$name),*];

            /// The square with this number; higher bits are ignored.
            #[inline]
            #[must_use]
            pub const fn new(index: u8) -> Square {
                match index & 63 {
                    $($index => Square::$name,)*
                    _ => unreachable!(),
                }
            }
        }
    };
}

#[rustfmt::skip]
squares! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

impl Square {
    /// The number of the square, 0 to 63.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file, 0 (a) to 7 (h).
    #[inline]
    #[must_use]
    pub const fn file(self) -> u8 {
        self as u8 & 7
    }

    /// The rank, 0 (first) to 7 (eighth).
    #[inline]
    #[must_use]
    pub const fn rank(self) -> u8 {
        self as u8 >> 3
    }

    /// The square on this file and rank, both 0 to 7; none off the board.
    #[must_use]
    pub const fn at(file: i8, rank: i8) -> Option<Square> {
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Square::new((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// The square with this name, such as `e4`.
    #[must_use]
    pub fn named(name: &str) -> Option<Square> {
        let &[file @ b'a'..=b'h', rank @ b'1'..=b'8'] = name.as_bytes() else { return None };
        Square::at((file - b'a') as i8, (rank - b'1') as i8)
    }

    /// The set that holds this square alone.
    #[inline]
    #[must_use]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }
}

/// Writes the square in the usual notation, such as `e4`.
impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.rank() + 1)
    }
}

/// Two squares in their order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Pair {
    /// The first square.
    pub a: Square,
    /// The second square.
    pub b: Square,
}

impl Pair {
    /// All 4096 ordered pairs of squares.
    pub fn all() -> impl Iterator<Item = Pair> {
        Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| Pair { a, b }))
    }

    /// The numbers of files and of ranks from one square to the other.
    pub(crate) fn apart(&self) -> (u8, u8) {
        let Pair { a, b } = self;
        (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()))
    }

    /// Whether both are different squares of a diagonal.
    pub(crate) fn is_diagonal(&self) -> bool {
        let (files, ranks) = self.apart();
        files == ranks && files > 0
    }
}

/// A set of squares: bit n stands for square number n.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Bitboard = Bitboard(0);

    /// Whether the set holds the square.
    #[inline]
    #[must_use]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 == 1
    }

    /// Whether the set is empty.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The square with the lowest number in the set; a1 if it is empty.
    #[inline]
    #[must_use]
    pub const fn first(self) -> Square {
        Square::new(self.0.trailing_zeros() as u8)
    }

    /// The squares of the set, in the order of their numbers.
    #[inline]
    pub fn squares(self) -> impl Iterator<Item = Square> + Clone {
        let mut rest = self;
        core::iter::from_fn(move || {
            let square = (!rest.is_empty()).then_some(rest.first())?;
            rest = Bitboard(rest.0 & (rest.0 - 1));
            Some(square)
        })
    }

    /// Every subset of the set, from the empty one to the set itself.
    pub fn subsets(self) -> impl Iterator<Item = Bitboard> {
        // Subtracting the set carries through the squares outside it.
        let mut next = Some(Bitboard::EMPTY);
        core::iter::from_fn(move || {
            let subset = next?;
            let following = Bitboard(subset.0.wrapping_sub(self.0) & self.0);
            next = (!following.is_empty()).then_some(following);
            Some(subset)
        })
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<T: IntoIterator<Item = Square>>(squares: T) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

/// Draws the board with the eighth rank on top and `1` for a square of the set.
impl fmt::Display for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            self.fmt_rank(rank, f)?;
            writeln!(f)?;
        }
        write!(f, "  a b c d e f g h")
    }
}

impl Bitboard {
    fn fmt_rank(self, rank: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", rank + 1)?;
        for file in 0..8 {
            let member = self.contains(Square::new(rank * 8 + file));
            f.write_str(if member { " 1" } else { " ." })?;
        }
        Ok(())
    }
}

/// Draws boards side by side, each under its title.
pub(crate) fn draw_boards<'a>(
    boards: impl IntoIterator<Item = &'a (&'static str, Bitboard), IntoIter: Clone>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let boards = boards.into_iter();
    for (title, _) in boards.clone() {
        write!(f, "{title:<21}")?;
    }
    writeln!(f)?;
    for rank in (0..8).rev() {
        for (_, board) in boards.clone() {
            board.fmt_rank(rank, f)?;
            write!(f, "    ")?;
        }
        writeln!(f)?;
    }
    boards.into_iter().try_for_each(|_| write!(f, "  a b c d e f g h    "))
}

/// Draws boards, then those of the right answer and of the wrong one.
pub(crate) fn draw_answers(
    boards: &[(&'static str, Bitboard)],
    [expected, actual]: [Bitboard; 2],
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    draw_boards(boards.iter().chain(&[("expected", expected), ("actual", actual)]), f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn squares_are_numbered_along_the_ranks() {
        for (index, square) in Square::ALL.into_iter().enumerate() {
            assert_eq!(square.index(), index);
            assert_eq!(Square::new(index as u8), square);
            assert_eq!(Square::new(index as u8 | 0xc0), square);
            assert_eq!(Square::at(square.file() as i8, square.rank() as i8), Some(square));
        }
        assert_eq!(
            (Square::B1 as u8, Square::A2 as u8, Square::E4.to_string()),
            (1, 8, "e4".into())
        );
        assert_eq!((Square::at(8, 0), Square::at(0, -1)), (None, None));
        assert!(Square::ALL.iter().all(|s| Square::named(&s.to_string()) == Some(*s)));
        assert!(["", "e", "e9", "i1", "E4", "e44", "é"].iter().all(|s| Square::named(s).is_none()));
    }

    #[test]
    fn the_squares_of_a_set_come_in_order() {
        let set = Bitboard(0x8000_0000_1001_0081);
        let squares: Vec<_> = set.squares().collect();
        assert_eq!(squares, [Square::A1, Square::H1, Square::A3, Square::E4, Square::H8]);
        assert_eq!(Bitboard::EMPTY.squares().count(), 0);
        assert!((!Bitboard::EMPTY).squares().eq(Square::ALL));
    }

    #[test]
    fn every_subset_comes_once() {
        let set = Bitboard(0x8000_0000_1001_0081);
        let subsets: Vec<_> = set.subsets().collect();
        let distinct: BTreeSet<_> = subsets.iter().collect();
        assert_eq!((subsets.len(), distinct.len()), (32, 32));
        assert!(subsets.iter().all(|&subset| subset & set == subset));
        assert_eq!(Bitboard::EMPTY.subsets().count(), 1);
    }
}
