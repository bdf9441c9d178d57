//! Attacked by a piece, by looking up everything that it attacks.
//!
//! An engine that has attack getters anyway answers like this: it switches on the kind of
//! piece, gets the attack set, and tests the square's bit. Obstruction difference finds a
//! slider's line: twice the nearest obstacle above minus the nearest one below, or the
//! edge, leaves the squares it sees. Larger getters (magics, PEXT) cost fewer instructions
//! and more memory.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: a branch on the kind, then one load, or up to four lines for a queen.
//! - Tables: 4 x 64 sets of steps and 4 x 64 lines of 8 bytes, 64 cache lines.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#In_Between>,
//!   <https://www.chessprogramming.org/Obstruction_Difference>.
//!
//! Suits engines that want nothing but the getters they have: its lines take 4 KiB. Loses to
//! `attacked-one-word`, in 2 KiB, everywhere, and most of all hot.
//!
//! Measured: <!-- published: figures -->time by that of `attacked-0x88-table` on
//! `positions`, hot / waiting / beside 1 MiB: 4.32 / – / 1.24 on Zen 4; 3.53 / – /
//! 1.57 on Golden Cove; 6.72 / – / 1.40 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::attacked::Attacked;
use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, RANK};
use lookup::{
    Bitboard, CacheAligned, Color, Identity, Leaps, Piece, PieceKind, Square, Table, Variant,
};

/// A switch on the kind of piece, and its attack getter.
#[derive(Clone, Copy, Debug)]
pub struct Getter;

impl Attacked for Getter {
    // Inlined like the small lookups; left to itself, the compiler makes this one a call.
    #[inline(always)]
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
    const TABLES: &'static [&'static dyn Table] = &[&STEPS, &LINES];
}

/// The attacks of a white pawn, a black pawn, a knight and a king.
static STEPS: CacheAligned<[[u64; 64]; 4]> = CacheAligned({
    let (leaps, mut steps, mut i) = (Leaps::table(), [[0; 64]; 4], 0);
    while i < 64 {
        let Leaps { knight, king, pawns: [white, black] } = leaps[i];
        (steps[0][i], steps[1][i]) = (white.0, black.0);
        (steps[2][i], steps[3][i]) = (knight.0, king.0);
        i += 1;
    }
    steps
});

/// The rank, file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[u64; 64]; 4]> = CacheAligned({
    let (lines, mut turned, mut i) =
        (lines::table([RANK, FILE, DIAGONAL, ANTIDIAGONAL]), [[0; 64]; 4], 0);
    while i < 4 * 64 {
        turned[i % 4][i / 4] = lines[i / 4][i % 4].0;
        i += 1;
    }
    turned
});

#[inline]
fn rook(from: Square, occupied: u64) -> u64 {
    line(from, occupied, 0) | line(from, occupied, 1)
}

#[inline]
fn bishop(from: Square, occupied: u64) -> u64 {
    line(from, occupied, 2) | line(from, occupied, 3)
}

#[inline]
fn line(from: Square, occupied: u64, direction: usize) -> u64 {
    let line = LINES.0[direction][from.index()];
    let (obstacles, below) = (occupied & line, from.bitboard().0 - 1);
    // Without an obstacle the edge stands in: bit 0 below, nothing above.
    let lower = u64::MAX << (63 - (obstacles & below | 1).leading_zeros());
    let upper = obstacles & !below;
    let nearest = upper & upper.wrapping_neg();
    (nearest << 1).wrapping_add(lower) & line
}

lookup::conformance!(attacked, Getter);
