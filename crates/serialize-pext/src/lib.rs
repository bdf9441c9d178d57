//! The moves of a set of targets, rank by rank, by PDEP and PEXT.
//!
//! PDEP spreads the eight bits of a rank over eight bytes, and a multiplication fills each byte
//! with its bit. PEXT takes that as a mask and moves the numbers of the files that it names
//! together. So the files of a rank need no table. They widen to words in a vector register.
//!
//! The instructions are written as assembly, which the compiler inlines into any function.
//! Without them, loops move the bits.
//!
//! - Lookup: per rank PDEP, a multiplication, PEXT, an addition of vectors, a store and a
//!   population count.
//! - Tables: none.
//! - Source: found by this project, from <https://www.chessprogramming.org/BMI2>.
//!
//! Suits some processors at most, where it is faster than `serialize-scan` hot. Loses to that on
//! others, and to `serialize-chunks` everywhere.
//!
//! Measured: <!-- published: figures -->time by that of `serialize-scan` on `pieces`,
//! hot / waiting / beside 1 MiB: 1.14 / – / – on Zen 4; 0.89 / – / – on Golden Cove;
//! 0.96 / – / – on Zen 5.<!-- end -->
#![no_std]

use lookup::bits::{gather, scatter};
use lookup::serialize::{AT_ONCE, Places, Serialize, encoded};
use lookup::{Bitboard, Features, Identity, Square, Table, Variant};

/// PDEP and PEXT per rank.
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl Serialize for Pext {
    #[inline]
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        let mut count = 0;
        for rank in 0..8 {
            let targets = (targets.0 >> (8 * rank)) as u8;
            let first = encoded(from, Square::new(8 * rank));
            let moves = files(targets).map(|file| first + file);
            // There are at most 8 moves for each rank before.
            places[count.min(AT_ONCE - 8)..][..8].copy_from_slice(&moves);
            count += targets.count_ones() as usize;
        }
        count
    }
}

impl Variant for Pext {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("bmi2");

/// The lowest bit, and the number, of each file in a byte.
const BITS: u64 = 0x0101_0101_0101_0101;
const FILES: u64 = 0x0706_0504_0302_0100;

/// The files of the set bits.
#[inline(always)]
fn files(bits: u8) -> [u16; 8] {
    lookup::dispatch!(x86::files(bits), {
        let files = gather(FILES, scatter(u64::from(bits), BITS) * 0xff);
        files.to_le_bytes().map(u16::from)
    })
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{BITS, FILES};
    use core::arch::asm;
    use core::arch::x86_64::*;

    /// The same by the instructions.
    ///
    /// # Safety
    /// The processor has them.
    #[inline(always)]
    pub(super) unsafe fn files(bits: u8) -> [u16; 8] {
        let (bytes, files): (u64, u64);
        // SAFETY: the processor has the instructions, which write only these registers.
        unsafe {
            asm!(
                "pdep {}, {}, {}", out(reg) bytes, in(reg) u64::from(bits), in(reg) BITS,
                options(pure, nomem, nostack, preserves_flags),
            );
            asm!(
                "pext {}, {}, {}", out(reg) files, in(reg) FILES, in(reg) bytes * 0xff,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        // SAFETY: all processors of this architecture have SSE2. Both types have 16 bytes, and
        // any bytes are words.
        unsafe {
            let bytes = _mm_cvtsi64_si128(files as i64);
            core::mem::transmute(_mm_unpacklo_epi8(bytes, _mm_setzero_si128()))
        }
    }
}

lookup::conformance!(serialize, Pext, processor);
