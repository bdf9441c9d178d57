//! Sliding attacks by filling every ray in three doubling steps.
//!
//! After one step the fill is up to two squares long, after a step of two up to four, after
//! a step of four up to eight. A square lets a longer step through if all squares of the
//! shorter ones did. Adders look ahead for a carry in the same way. Like the fill in six
//! steps, it serves any number of sliders at once.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: three steps of five operations for each ray; no load, no branches.
//! - Tables: none.
//! - Source: <https://www.chessprogramming.org/Kogge-Stone_Algorithm>.
//!
//! Suits programs without room for tables on processors without GFNI. Loses to `sliders-magic` in
//! all kinds of search, most of all in a classical one and least beside a network of threats.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 2.98 / 1.08 / 1.30 on Zen 4; – / 1.03 / 0.88 on Golden
//! Cove; 2.99 / – / 1.15 on Zen 5. Gain in nodes per second, `classical` / `network` /
//! `threats`: -9.0 ±1.9 / -4.7 ±2.7 / -3.1 ±3.8 % on Zen 4; -10.7 ±1.0 / -6.2 ±0.9 /
//! -2.3 ±1.6 % on Golden Cove; -12.2 ±0.9 / -6.7 ±0.8 / -3.8 ±1.1 % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::fill::{kogge_stone, landing};
use lookup::sliders::Sliders;
use lookup::{Bitboard, Identity, Square, Table, Variant};

/// Steps of one, two and four squares.
#[derive(Clone, Copy, Debug)]
pub struct KoggeStone;

impl Sliders for KoggeStone {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        let fill = |step| kogge_stone(square.bitboard().0, !occupied.0, step, landing(step));
        Bitboard(fill(1) | fill(8) | fill(-1) | fill(-8))
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        let fill = |step| kogge_stone(square.bitboard().0, !occupied.0, step, landing(step));
        Bitboard(fill(9) | fill(7) | fill(-9) | fill(-7))
    }
}

impl Variant for KoggeStone {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
}

lookup::conformance!(sliders, KoggeStone);
