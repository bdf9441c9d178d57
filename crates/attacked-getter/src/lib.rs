//! Attacked by a piece, by asking for everything that it attacks.
//!
//! The way an engine that has attack getters anyway would do it: switch on the
//! kind of piece, get its attack set, test the bit of the square. The getters
//! are small on purpose. A slider's line is found by hyperbola quintessence:
//! subtracting twice the slider from the line's occupancy flips everything up
//! to the first obstacle, and a byte swap turns the board over to do the same
//! downwards. Ranks, which a byte swap does not turn, come from a table.
//!
//! - Lookup: a branch on the kind, then one load, or up to four lines of a queen.
//! - Tables: 4 x 64 sets of steps, 3 x 64 lines, 64 x 8 ranks of one byte, 64 cache lines in all.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#In_Between>,
//!   <https://www.chessprogramming.org/Hyperbola_Quintessence>.
#![no_std]
#![forbid(unsafe_code)]

use lookup::attacked::Attacked;
use lookup::{Bitboard, CacheAligned, Color, Identity, Piece, PieceKind, Square, Table, Variant};

/// A switch on the kind of piece, and its attack getter.
#[derive(Clone, Copy, Debug)]
pub struct Getter;

impl Attacked for Getter {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let square = from.index();
        let attacks = match (piece.kind(), piece.color()) {
            (PieceKind::Pawn, Color::White) => STEPS.0[0][square],
            (PieceKind::Pawn, Color::Black) => STEPS.0[1][square],
            (PieceKind::Knight, _) => STEPS.0[2][square],
            (PieceKind::King, _) => STEPS.0[3][square],
            (PieceKind::Bishop, _) => bishop(from, occupied.0),
            (PieceKind::Rook, _) => rook(from, occupied.0),
            (PieceKind::Queen, _) => bishop(from, occupied.0) | rook(from, occupied.0),
        };
        Bitboard(attacks).contains(to)
    }
}

impl Variant for Getter {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&STEPS, &LINES, &RANKS];
}

#[inline]
fn bishop(from: Square, occupied: u64) -> u64 {
    line(from, occupied, LINES.0[1][from.index()]) | line(from, occupied, LINES.0[2][from.index()])
}

#[inline]
fn rook(from: Square, occupied: u64) -> u64 {
    let first = from as u32 & 56;
    // The outermost squares of a rank never stop a slide.
    let inner = occupied >> (first + 1) & 63;
    let rank = u64::from(RANKS.0[inner as usize][from.file() as usize]) << first;
    rank | line(from, occupied, LINES.0[0][from.index()])
}

/// The squares attacked along a line that crosses every rank once; `mask` is without `from`.
#[inline]
fn line(from: Square, occupied: u64, mask: u64) -> u64 {
    let (slider, obstacles) = (from.bitboard().0, occupied & mask);
    let up = obstacles.wrapping_sub(slider);
    let down = obstacles.swap_bytes().wrapping_sub(slider.swap_bytes());
    (up ^ down.swap_bytes()) & mask
}

/// What a white pawn, a black pawn, a knight and a king attack.
static STEPS: CacheAligned<[[u64; 64]; 4]> = CacheAligned([
    squares(&[(-1, 1), (1, 1)], 1),
    squares(&[(-1, -1), (1, -1)], 1),
    squares(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)], 1),
    squares(&[(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)], 1),
]);

/// The file, diagonal and antidiagonal through a square, without it.
static LINES: CacheAligned<[[u64; 64]; 3]> = CacheAligned([
    squares(&[(0, 1), (0, -1)], 7),
    squares(&[(1, 1), (-1, -1)], 7),
    squares(&[(-1, 1), (1, -1)], 7),
]);

/// The squares attacked on the first rank, by the occupancy of its inner six and the file.
static RANKS: CacheAligned<[[u8; 8]; 64]> = CacheAligned(ranks());

/// The squares that lie up to `reach` of the steps away, for every square.
const fn squares(steps: &[(i32, i32)], reach: i32) -> [u64; 64] {
    let mut sets = [0; 64];
    let mut i = 0;
    while i < 64 * steps.len() {
        let (square, (right, up)) = (i % 64, steps[i / 64]);
        let mut distance = 1;
        while distance <= reach {
            let file = square as i32 % 8 + distance * right;
            let rank = square as i32 / 8 + distance * up;
            if file & !7 == 0 && rank & !7 == 0 {
                sets[square] |= 1 << (rank * 8 + file);
            }
            distance += 1;
        }
        i += 1;
    }
    sets
}

const fn ranks() -> [[u8; 8]; 64] {
    let mut ranks = [[0; 8]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (obstacles, file) = ((i / 8) << 1, i % 8);
        let (mut left, mut right) = (file, file);
        while left > 0 && (left == file || obstacles >> left & 1 == 0) {
            left -= 1;
            ranks[i / 8][file] |= 1 << left;
        }
        while right < 7 && (right == file || obstacles >> right & 1 == 0) {
            right += 1;
            ranks[i / 8][file] |= 1 << right;
        }
        i += 1;
    }
    ranks
}

lookup::attacked::conformance!(Getter);
