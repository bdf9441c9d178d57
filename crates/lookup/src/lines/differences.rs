//! What the difference of two squares' numbers tells of the line that they share.

use super::STEPS;

/// For every direction and distance, the squares passed from a1 on a board that wraps around.
///
/// They stand where the difference of two squares leads whose numbers count this many columns:
/// a step up counts all of them, a step to the right 1, and the places begin with `origin` for
/// a square and itself, modulo `N`. On a board of eight columns two lines share the difference
/// 7, across a rank and one step along an antidiagonal; that step passes nothing.
///
/// ```
/// # use lookup::{Bitboard, lines};
/// // In 16 columns, three steps up and to the right add 3 x 17, and pass two squares.
/// let passed = lines::passed::<256>(16, 120);
/// assert_eq!(Bitboard(passed[120 + 3 * 17]).to_string(), "\
/// 8 . . . . . . . .
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . . 1 . . . . .
/// 2 . 1 . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// // Four steps to the left wrap around from a1.
/// assert_eq!(Bitboard(passed[120 - 4]).to_string(), "\
/// 8 . . . . . 1 1 1
/// 7 . . . . . . . .
/// 6 . . . . . . . .
/// 5 . . . . . . . .
/// 4 . . . . . . . .
/// 3 . . . . . . . .
/// 2 . . . . . . . .
/// 1 . . . . . . . .
///   a b c d e f g h");
/// assert_eq!((passed[120 + 1], passed[120 + 18]), (0, 0));
/// ```
#[must_use]
pub const fn passed<const N: usize>(columns: i32, origin: i32) -> [u64; N] {
    let (mut patterns, mut i) = ([0; N], 0);
    while i < STEPS.len() {
        let (right, up) = (STEPS[i].0 as i32, STEPS[i].1 as i32);
        let (mut passed, mut distance) = (0, 1);
        while distance < 8 {
            let place = origin + distance * (right + columns * up);
            patterns[place.rem_euclid(N as i32) as usize] |= passed;
            passed |= 1u64.rotate_left(((distance * (right + 8 * up)) & 63) as u32);
            distance += 1;
        }
        i += 1;
    }
    patterns
}

/// The 0x88 difference, with 16 columns: from 1 (h8 to a1) to 239 (a1 to h8), and 120 for a
/// square and itself.
///
/// ```
/// # use lookup::{Square::*, lines};
/// let difference = |from, to| lines::difference(from as usize, to as usize);
/// assert_eq!((difference(H8, A1), difference(E4, E4), difference(A1, H8)), (1, 120, 239));
/// assert_eq!(difference(B2, E5), 120 + 3 * 17);
/// ```
#[inline]
#[must_use]
pub const fn difference(from: usize, to: usize) -> usize {
    // The constant comes last and so becomes part of the load's address.
    (to + (to | 7)).wrapping_sub(from + (from | 7)).wrapping_add(120)
}

/// The direction from one square to another. An enum, so that an index needs no bounds check.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say all")]
pub enum Direction {
    East,
    NorthEast,
    North,
    NorthWest,
    West,
    SouthWest,
    South,
    SouthEast,
    None,
}

impl Direction {
    /// The directions of all [`STEPS`].
    pub const ALL: [Direction; 8] = [
        Direction::East,
        Direction::NorthEast,
        Direction::North,
        Direction::NorthWest,
        Direction::West,
        Direction::SouthWest,
        Direction::South,
        Direction::SouthEast,
    ];

    /// The directions by [`difference`].
    ///
    /// ```
    /// # use lookup::lines::{self, Direction};
    /// # use lookup::{Bitboard, Square};
    /// let directions = Direction::by_difference();
    /// let number = |to: &Square| lines::difference(Square::D4 as usize, *to as usize);
    /// let north_west = |to: &Square| matches!(directions[number(to)], Direction::NorthWest);
    /// let squares: Bitboard = Square::ALL.into_iter().filter(north_west).collect();
    /// assert_eq!(squares.to_string(), "\
    /// 8 . . . . . . . .
    /// 7 1 . . . . . . .
    /// 6 . 1 . . . . . .
    /// 5 . . 1 . . . . .
    /// 4 . . . . . . . .
    /// 3 . . . . . . . .
    /// 2 . . . . . . . .
    /// 1 . . . . . . . .
    ///   a b c d e f g h");
    /// ```
    #[must_use]
    pub const fn by_difference() -> [Direction; 240] {
        let (mut directions, mut i) = ([Direction::None; 240], 0);
        while i < 8 * 7 {
            let ((right, up), distance) = (STEPS[i / 7], i as i32 % 7 + 1);
            directions[(120 + distance * (right as i32 + 16 * up as i32)) as usize] =
                Direction::ALL[i / 7];
            i += 1;
        }
        directions
    }
}

/// The line that two squares share. An enum, so that an index needs no bounds check.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
pub enum Class {
    /// None.
    Nothing,
    /// A rank.
    Rank,
    /// A diagonal from the lower right to the upper left.
    Antidiagonal,
    /// A file.
    File,
    /// A diagonal from the lower left to the upper right.
    Diagonal,
}

impl Class {
    /// The classes by what one square's 0x88 number exceeds another's by, where the places begin
    /// with `origin` for equal ones.
    ///
    /// ```
    /// # use lookup::lines::{self, Class};
    /// # use lookup::{Bitboard, Square};
    /// let classes = Class::by_difference::<240>(120);
    /// let number = |to: &Square| lines::difference(Square::D4 as usize, *to as usize);
    /// let diagonal = |to: &Square| matches!(classes[number(to)], Class::Diagonal);
    /// let squares: Bitboard = Square::ALL.into_iter().filter(diagonal).collect();
    /// assert_eq!(squares.to_string(), "\
    /// 8 . . . . . . . 1
    /// 7 . . . . . . 1 .
    /// 6 . . . . . 1 . .
    /// 5 . . . . 1 . . .
    /// 4 . . . . . . . .
    /// 3 . . 1 . . . . .
    /// 2 . 1 . . . . . .
    /// 1 1 . . . . . . .
    ///   a b c d e f g h");
    /// ```
    #[must_use]
    pub const fn by_difference<const N: usize>(origin: usize) -> [Class; N] {
        let (mut classes, mut i) = ([Class::Nothing; N], 0);
        while i < 4 * 7 {
            let (class, step) = [
                (Class::Rank, 1),
                (Class::Antidiagonal, 15),
                (Class::File, 16),
                (Class::Diagonal, 17),
            ][i / 7];
            let difference = step * (i % 7 + 1);
            classes[origin + difference] = class;
            if difference <= origin {
                classes[origin - difference] = class;
            }
            i += 1;
        }
        classes
    }
}
