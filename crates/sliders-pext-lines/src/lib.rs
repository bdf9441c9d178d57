//! Sliding attacks by PEXT, one line at a time.
//!
//! A line has at most six squares that can hide others, so 64 sets a line and square answer for
//! all occupancies. PEXT gathers the six squares of a file or a diagonal. Those of a rank lie side
//! by side: a shift is enough, and the sets of all ranks are one table of bytes.
//!
//! The instruction is written as assembly, with the test and the loop of `sliders-pext`. AMD's
//! processors before Zen 3 have it and take many cycles for it.
//!
//! - Lookup: a rook takes a mask, PEXT, two shifts and two loads; a bishop two of mask, PEXT and
//!   load.
//! - Tables: 3 x 64 x 64 sets of 8 bytes, 64 x 3 masks of 8 bytes and 64 x 8 ranks of a byte.
//! - Source: <https://github.com/martinnovaak/motor/pull/8>, which keeps sets for ranks too.
//!
//! Suits engines with a fast PEXT that cannot spare 843 KiB: it takes 98 KiB, and it is faster than
//! `sliders-pext` beside a working set and than `sliders-hyperbola` hot. Loses to `sliders-pext`
//! hot, also in latency.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.98 / 0.86 / 1.01 on Zen 4; – / 0.85 / 0.67 on Golden
//! Cove.<!-- end -->
#![no_std]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, Step};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Features, Identity, Square, Table, Variant};

/// A PEXT and a load for each line but a rank.
#[derive(Clone, Copy, Debug)]
pub struct PextLines;

impl Sliders for PextLines {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let first = square as u8 & 56;
        let inner = occupied.0 >> first >> 1 & 63;
        let rank = u64::from(RANKS.0[inner as usize][square.file() as usize]) << first;
        Bitboard(rank | line(0, square, occupied.0))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(line(1, square, occupied.0) | line(2, square, occupied.0))
    }
}

impl Variant for PextLines {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&MASKS, &ATTACKS, &RANKS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("bmi2");
lookup::moved_bits!(extract);

const LINES: [&[Step]; 3] = [FILE, DIAGONAL, ANTIDIAGONAL];

/// The squares of each line that can hide others.
static MASKS: CacheAligned<[[u64; 3]; 64]> = CacheAligned(masks());

/// Attacks on each line, by square and the squares gathered.
static ATTACKS: CacheAligned<[[[u64; 64]; 64]; 3]> = CacheAligned(attacks());

/// Attacks on the first rank, by its occupied inner squares.
static RANKS: CacheAligned<[[u8; 8]; 64]> = CacheAligned(lines::first_rank());

#[inline(always)]
fn line(number: usize, square: Square, occupied: u64) -> u64 {
    let gathered = extract(occupied, MASKS.0[square.index()][number]);
    ATTACKS.0[number][square.index()][gathered as usize % 64]
}

const fn masks() -> [[u64; 3]; 64] {
    let (mut masks, mut i) = ([[0; 3]; 64], 0);
    while i < 64 * 3 {
        masks[i / 3][i % 3] = lines::relevant(Square::ALL[i / 3], LINES[i % 3]).0;
        i += 1;
    }
    masks
}

const fn attacks() -> [[[u64; 64]; 64]; 3] {
    let (masks, mut attacks, mut i) = (masks(), [[[0; 64]; 64]; 3], 0);
    while i < 3 * 64 {
        let (number, square) = (i / 64, Square::ALL[i % 64]);
        let (mask, line) = (masks[i % 64][number], lines::reach(square, LINES[number]).0);
        let (mut occupied, mut gathered) = (0u64, 0);
        loop {
            attacks[number][i % 64][gathered] = lines::attacks(square, occupied, line);
            // The next subset of the mask, in the order of the gathered bits.
            occupied = occupied.wrapping_sub(mask) & mask;
            gathered += 1;
            if occupied == 0 {
                break;
            }
        }
        i += 1;
    }
    attacks
}

lookup::conformance!(sliders, PextLines, processor);
