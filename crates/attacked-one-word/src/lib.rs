//! Attacked by a piece, from one word per difference for all pieces.
//!
//! The squares that may obstruct an attack depend on the difference alone; the piece only
//! decides whether there is an attack at all. Seen from the attacker on a1, no in-between
//! square ever has one of the numbers 12, 25, 38, 51, 0, 13 and 26. The word of a
//! difference therefore holds the in-between squares and, in those places, the kinds of
//! pieces that do not attack across it. Testing it against the piece's bit and the
//! occupancy, cleared in those places, finds either objection at once.
//!
//! The 0x88 difference is taken modulo 256, which saves an offset. Some values never
//! occur. The longest run of them has room for the pieces' bits, a word each. The occupancy
//! need not contain the attacker.
//!
//! - Lookup: two renumberings, two independent loads, one rotation, one test; no branches.
//! - Tables: 256 words of 8 bytes, 32 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Attacked_by_Piece_on_Square>.
//!
//! Suits engines that want one small table for all pieces: it takes 2 KiB. It is faster than
//! `attacked-0x88-table`, hot and in latency. Loses to `attacked-0x88-pieces` on some processors
//! where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `attacked-0x88-table` on
//! `positions`, hot / waiting / beside 1 MiB: 0.82 / 0.93 / 0.96 on Zen 4; 0.80 / 0.88
//! / 0.92 on Golden Cove; 0.77 / 0.93 / 0.96 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::attacked::{Attacked, reaches};
use lookup::{Bitboard, CacheAligned, Identity, Piece, Square, Table, Variant, lines};

/// One load by the difference, one by the piece.
#[derive(Clone, Copy, Debug)]
pub struct OneWord;

impl Attacked for OneWord {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let objections = WORDS.0[spread(to).wrapping_sub(spread(from)) as usize];
        let seen = occupied.0.rotate_right(from as u32) & PATHS;
        objections & (seen | WORDS.0[PIECES + piece as usize]) == 0
    }
}

impl Variant for OneWord {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&WORDS];
}

static WORDS: CacheAligned<[u64; 256]> = CacheAligned(words());

/// The first of the pieces' bits: beyond 119 (a1 to h8) and before 137 (h8 to a1).
const PIECES: usize = 120;

/// All places except those of the kinds.
const PATHS: u64 = {
    let (kinds, mut paths, mut piece) = (kinds(), u64::MAX, 0);
    while piece < 12 {
        paths &= !kinds[piece];
        piece += 1;
    }
    paths
};

/// The square's number on a board of 16 columns. Subtracting bytes saves a step: their
/// difference is the index.
#[inline]
const fn spread(square: Square) -> u8 {
    square as u8 + (square as u8 & 56)
}

/// A place for each kind of piece; white and black pawns are separate kinds.
const fn kinds() -> [u64; 12] {
    let (mut kinds, mut piece) = ([0; 12], 0);
    while piece < 12 {
        let kind = if piece == Piece::BlackPawn as usize { 6 } else { piece / 2 };
        kinds[piece] = 1 << ((12 + 13 * kind) % 64);
        piece += 1;
    }
    kinds
}

const fn words() -> [u64; 256] {
    let (passed, mut words, kinds) = (lines::passed::<256>(16, 0), [0; 256], kinds());
    let mut slot = 0;
    while slot < 15 * 15 {
        let (right, up) = (slot % 15 - 7, slot / 15 - 7);
        let place = ((right + 16 * up) & 255) as usize;
        let (mut word, mut piece) = (passed[place], 0);
        while piece < 12 {
            if !reaches(Piece::ALL[piece], right, up) {
                word |= kinds[piece];
            }
            words[PIECES + piece] = kinds[piece];
            piece += 1;
        }
        words[place] = word;
        slot += 1;
    }
    words
}

lookup::conformance!(attacked, OneWord);
