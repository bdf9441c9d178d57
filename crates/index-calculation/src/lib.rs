//! The row of an attack relation, without tables.
//!
//! All three numbers that add up to a row can be counted. Each piece attacks a multiple of 14
//! pairs of squares, so six bytes say how many rows come before. How many targets a piece has
//! from all lower squares follows from how many it has from each: that number grows from the
//! edge of the board to its middle in few steps, and each step is a mask and a population
//! count. The targets below the victim are counted in a set that shifts make.
//!
//! - Lookup: from one to six population counts, with a mask each; a branch on the kind of the
//!   attacker. A count is one instruction where the build may use it, and a dozen elsewhere.
//! - Tables: none.
//! - Source: found by this project, from <https://github.com/official-stockfish/Stockfish>.
//!
//! Suits programs without room for any table. Loses to `index-popcount`, whose sets programs have
//! anyway, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->time by that of `index-three-tables` on
//! `positions`, hot / waiting / beside 1 MiB: 7.54 / – / 1.55 on Zen 4; 6.07 / – /
//! 1.81 on Golden Cove; – / – / 1.83 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::index::Index;
use lookup::{Identity, Leaps, Piece, PieceKind, Square, Table, Variant};

/// Masks and population counts.
#[derive(Clone, Copy, Debug)]
pub struct Calculation;

impl Index for Calculation {
    #[inline]
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32 {
        let (targets, first) = match attacker.kind() {
            PieceKind::Pawn => pawn(attacker, from),
            PieceKind::Knight => knight(from),
            PieceKind::Bishop => bishop(from),
            PieceKind::Rook => rook(from),
            PieceKind::Queen => {
                let ((straight, first), (slanted, second)) = (rook(from), bishop(from));
                (straight | slanted, first + second)
            }
            PieceKind::King => king(from),
        };
        base(attacker, victim) + first + count(targets, to)
    }
}

impl Variant for Calculation {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

/// A byte for each kind: how many pairs of squares it attacks, divided by 14.
const PAIRS: u64 = 0x1e68_4028_1807;

/// The same for all earlier kinds.
const EARLIER: u64 = 0xef87_471f_0700;

/// The first row of two pieces.
#[inline(always)]
fn base(attacker: Piece, victim: Piece) -> u32 {
    let byte = |bytes: u64| (bytes >> (8 * attacker.kind() as u32)) as u32 & 0xff;
    let pieces = 2 * byte(EARLIER) + attacker.color() as u32 * byte(PAIRS);
    14 * (12 * pieces + victim as u32 * byte(PAIRS))
}

/// How many squares of a set lie below a square.
#[inline(always)]
fn count(set: u64, square: Square) -> u32 {
    (set & (square.bitboard().0 - 1)).count_ones()
}

const CORNERS: u64 = 0x8100_0000_0000_0081;
const CORNERS_AND_NEIGHBORS: u64 = 0xc381_0000_0000_81c3;

const INNER_BUT_CORNERS: u64 = 0x003c_7e7e_7e7e_3c00;

/// The board without its edge, and without that of the rest, twice.
const INNER: [u64; 3] = [0x007e_7e7e_7e7e_7e00, 0x0000_3c3c_3c3c_0000, 0x0000_0018_1800_0000];

// From here on: the targets of a piece, and how many it has from all lower squares.

#[inline(always)]
fn pawn(pawn: Piece, from: Square) -> (u64, u32) {
    let last = if pawn == Piece::WhitePawn { 0xff << 56 } else { 0xff };
    let sides = [0x0101_0101_0101_0101, 0x8080_8080_8080_8080];
    let [left, right] = sides.map(|edge: u64| count(!(edge | last), from));
    (Leaps::of_all(from.bitboard()).pawns[pawn.color() as usize].0, left + right)
}

/// From 2 targets in a corner to 8 in the middle.
#[inline(always)]
fn knight(from: Square) -> (u64, u32) {
    let edge = count(!CORNERS, from) + count(!CORNERS_AND_NEIGHBORS, from);
    let inner = 2 * (count(INNER_BUT_CORNERS, from) + count(INNER[1], from));
    (Leaps::of_all(from.bitboard()).knight.0, 2 * from as u32 + edge + inner)
}

/// From 7 targets at the edge to 13 in the middle.
#[inline(always)]
fn bishop(from: Square) -> (u64, u32) {
    let (file, rank) = (i32::from(from.file()), i32::from(from.rank()));
    let diagonal = moved(0x8040_2010_0804_0201, rank - file);
    let antidiagonal = moved(0x0102_0408_1020_4080, rank + file - 7);
    let inner: u32 = INNER.iter().map(|&set| count(set, from)).sum();
    (diagonal ^ antidiagonal, 7 * from as u32 + 2 * inner)
}

/// Moves a set up by some ranks, or down.
#[inline(always)]
fn moved(set: u64, ranks: i32) -> u64 {
    if ranks < 0 { set >> (-8 * ranks) } else { set << (8 * ranks) }
}

/// 14 targets from everywhere.
#[inline(always)]
fn rook(from: Square) -> (u64, u32) {
    let (file, rank) = (0x0101_0101_0101_0101 << from.file(), 0xff << (8 * from.rank()));
    (file ^ rank, 14 * from as u32)
}

/// 3 targets in a corner, 5 at the edge, 8 elsewhere.
#[inline(always)]
fn king(from: Square) -> (u64, u32) {
    let inner = 2 * count(!CORNERS, from) + 3 * count(INNER[0], from);
    (Leaps::of_all(from.bitboard()).king.0, 3 * from as u32 + inner)
}

lookup::conformance!(index, Calculation);
