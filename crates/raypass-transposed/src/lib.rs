//! Squares behind another, from a table of all answers, transposed.
//!
//! A program asks this question about a square on which a piece appears or vanishes, once
//! for each slider that attacks the square. The second square thus stays the same and the
//! first changes. With a row for each second square, the questions of a move come from one
//! or two rows of eight cache lines, where the usual order touches a row for each slider.
//! The row's address is also known before the sliders are.
//!
//! - Lookup: one load; no arithmetic but the address.
//! - Tables: 64 x 64 sets of 8 bytes, 512 cache lines; one row of 8 lines per second square.
//! - Source: <https://github.com/official-stockfish/Stockfish/blob/05740100e51725c41dcca5d296301c65d964dc87/src/attacks.h>, where
//!   the sets also hold the second square and those in between.
//!
//! Suits engines whose second square is known before the first: in latency it is faster than
//! `raypass-rectangular`, and nothing here beats it there. Where nothing waits for the answer the
//! two tie, with 32 KiB each.
//!
//! Measured: <!-- published: figures -->time by that of `raypass-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 1.02 / 0.83 / 1.00 on Zen 4; 1.01 / 0.82
//! / 1.00 on Golden Cove; 1.01 / 0.82 / 1.00 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::raypass::RayPass;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load from a table of all answers.
#[derive(Clone, Copy, Debug)]
pub struct Transposed;

impl RayPass for Transposed {
    #[inline]
    fn behind(a: Square, b: Square) -> Bitboard {
        BEHIND.0[b.index()][a.index()]
    }
}

impl Variant for Transposed {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&BEHIND];
}

/// By second square, then by first.
static BEHIND: CacheAligned<[[Bitboard; 64]; 64]> = CacheAligned(table());

const fn table() -> [[Bitboard; 64]; 64] {
    let (mut table, mut pair) = ([[Bitboard::EMPTY; 64]; 64], 0);
    while pair < 64 * 64 {
        let (a, b) = (Square::ALL[pair / 64], Square::ALL[pair % 64]);
        table[b.index()][a.index()] = lines::behind(a, b);
        pair += 1;
    }
    table
}

lookup::conformance!(raypass, Transposed);
