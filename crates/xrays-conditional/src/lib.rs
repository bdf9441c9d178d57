//! X-rays with a second lookup only where a blocker hides something.
//!
//! A blocker at the edge of the board hides nothing, so only blockers before the last
//! square of their line count. If the first lookup meets none of them, the answer is empty.
//! That saves the second lookup, for a branch that is mispredicted where both cases
//! alternate.
//!
//! The edge of a line is not the edge of the board: a rook on the first rank looks along
//! it. In place of a table of masks, arithmetic joins the inner files of the rook's rank
//! and the inner ranks of its file.
//!
//! - Lookup: one slider lookup, a condition, and a second lookup where it holds.
//! - Tables: the sliders'.
//! - Source: <https://www.chessprogramming.org/X-ray_Attacks_(Bitboards)#Modifying_Occupancy>.
//!
//! Suits engines that wait for the answer: in latency it is faster than `xrays-two-lookups` over
//! the same magics. Loses to that where nothing waits for the answer, least with learnt branches.
//!
//! Measured: <!-- published: figures -->time by that of
//! `xrays-two-lookups+sliders-magic` on `games`, hot / waiting / beside 1 MiB: 1.60 /
//! – / 1.14 on Zen 4; 1.66 / – / 1.12 on Golden Cove; 1.79 / 0.89 / 1.18 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::sliders::Sliders;
use lookup::xrays::Xrays;
use lookup::{Base, Bitboard, Identity, Square, Table, Variant};

/// `S` once or twice.
#[derive(Clone, Copy, Debug)]
pub struct Conditional<S>(PhantomData<S>);

impl<S: Sliders> Xrays for Conditional<S> {
    #[inline]
    fn rook(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        let attacks = S::rook(square, occupied);
        let rank = INNER_FILES & 0xff << (square as u8 & 56);
        let file = INNER_RANKS & 0x0101_0101_0101_0101 << (square as u8 & 7);
        let hiding = blockers & attacks & Bitboard(rank | file);
        if hiding.is_empty() {
            return Bitboard::EMPTY;
        }
        attacks ^ S::rook(square, occupied ^ hiding)
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        let attacks = S::bishop(square, occupied);
        let hiding = blockers & attacks & Bitboard(INNER_FILES & INNER_RANKS);
        if hiding.is_empty() {
            return Bitboard::EMPTY;
        }
        attacks ^ S::bishop(square, occupied ^ hiding)
    }
}

impl<S: Sliders> Variant for Conditional<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

/// All squares but those of the first and the last file.
const INNER_FILES: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// All squares but those of the first and the last rank.
const INNER_RANKS: u64 = 0x00ff_ffff_ffff_ff00;

lookup::conformance!(xrays, Conditional<lookup::Oracle>);
