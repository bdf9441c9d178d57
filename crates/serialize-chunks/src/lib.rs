//! The moves of a set of targets, always some at a time.
//!
//! The end of a loop over the targets is hard to predict, and a mistake costs as much as
//! several moves. Here each turn writes 8 moves, whether or not there are so many targets
//! left: what it writes too much is not kept. Few pieces have more than 8 targets, so most
//! sets take one turn, which is easy to predict.
//!
//! - Lookup: 8 scans, subtractions, intersections and stores per turn, and a population count.
//! - Tables: none.
//! - Source: found by this project, from <https://github.com/simdjson/simdjson>, which lists
//!   the set bits of a text's masks in this way (`flatten_bits`).
//!
//! Suits portable code that writes new sets: hot, it is faster than `serialize-scan`, though no
//! kind of search proved a gain. Loses to `serialize-bytes` with AVX-512 VBMI2, and to
//! `serialize-scan` with learnt branches.
//!
//! Measured: <!-- published: figures -->time by that of `serialize-scan` on `pieces`,
//! hot / waiting / beside 1 MiB: 0.68 / – / – on Zen 4; 0.53 / – / – on Golden Cove;
//! 0.58 / – / – on Zen 5. Gain in nodes per second, `classical` / `network` /
//! `threats`: +0.4 ±1.8 / +0.9 ±2.3 / -1.1 ±4.3 % on Zen 4; +0.7 ±0.9 / +0.6 ±0.6 /
//! -0.1 ±2.0 % on Golden Cove; +0.7 ±1.0 / +0.4 ±1.0 / +0.7 ±1.0 % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::serialize::{Places, Serialize, encoded};
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// Eight moves per turn.
#[derive(Clone, Copy, Debug)]
pub struct Chunks;

impl Serialize for Chunks {
    #[inline]
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        let mut rest = targets.0;
        for chunk in places.as_chunks_mut::<8>().0 {
            for place in chunk {
                *place = encoded(from, Square::A1).wrapping_add(rest.trailing_zeros() as u16);
                rest &= rest.wrapping_sub(1);
            }
            if rest == 0 {
                break;
            }
        }
        targets.0.count_ones() as usize
    }
}

impl Variant for Chunks {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(serialize, Chunks);
