//! In-between squares from a table of answers whose rows overlap.
//!
//! A set of squares is eight bytes, one per rank. Moving both squares up a rank moves their
//! answer up by a byte. The row of a square on the second rank is therefore the row of the
//! square below it, read earlier by one byte and one rank of answers. Each file keeps one
//! string of bytes in place of eight rows. An answer is the eight bytes that begin at the
//! right place, and shares most of them with its neighbours' zeros. The ends of the eight
//! strings overlap as well.
//!
//! The table of all answers shrinks from 32 KB to 7.4, and the lookup stays as it was: one
//! load for the row, which needs only the first square, and one for the answer. The second
//! load is unaligned, and one in nine answers crosses two cache lines.
//!
//! - Lookup: two loads; no arithmetic but the addresses.
//! - Tables: 7617 bytes of answers and 64 row addresses of 8 bytes, 128 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Square_Attacked_By#Rectangular_Lookup>.
//!
//! Suits an engine that wants nearly the speed of all answers in 8 KiB: it is faster than
//! `between-rectangular` in latency on some processors, and beside a working set. Loses to that
//! table hot where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of `between-rectangular` on
//! `positions`, hot / waiting / beside 1 MiB: 1.18 / 0.91 / 0.95 on Zen 4; 1.13 / 1.04
//! / 0.99 on Golden Cove; 1.28 / 1.01 / 0.98 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::between::Between;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant, lines};

/// One load of a row's address, and one of an answer in the row.
#[derive(Clone, Copy, Debug)]
pub struct Windows;

impl Between for Windows {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        Bitboard(u64::from_le_bytes(ROWS.0[a.index()][b.index()]))
    }
}

impl Variant for Windows {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &BYTES];
}

/// The answers for a first square, in the order of the second.
type Row = [[u8; 8]; 64];

static ROWS: CacheAligned<[&Row; 64]> = CacheAligned(rows());
static BYTES: CacheAligned<[u8; LENGTH]> = CacheAligned(bytes());

/// The start of each file's string, as early as the strings before it allow, tried byte by
/// byte.
const FILES: [usize; 8] = [0, 966, 1916, 2858, 3792, 4734, 5684, 6650];
const LENGTH: usize = FILES[7] + LAST_RANK + 7 * A_RANK + size_of::<Row>();

/// One rank up, a row begins this much earlier: the answers for eight squares and a byte.
const A_RANK: usize = 8 * 8 + 1;
const LAST_RANK: usize = 0;

const fn start(a: usize) -> usize {
    FILES[a % 8] + LAST_RANK + (7 - a / 8) * A_RANK
}

const fn rows() -> [&'static Row; 64] {
    let mut rows: [&Row; 64] = [&[[0; 8]; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let (_, rest) = BYTES.0.split_at(start(a));
        rows[a] = rest.as_chunks().0.first_chunk().expect("a row");
        a += 1;
    }
    rows
}

/// Stores every answer in the row of its first square.
const fn bytes() -> [u8; LENGTH] {
    let (answers, mut bytes, mut i) = (lines::all_between(), [0; LENGTH], 0);
    while i < 64 * 64 {
        let (first, mut rest, mut byte) =
            (start(i / 64) + i % 64 * 8, answers[i / 64][i % 64].0, 0);
        // Three in four answers are empty.
        while rest != 0 {
            bytes[first + byte] |= rest as u8;
            (rest, byte) = (rest >> 8, byte + 1);
        }
        i += 1;
    }
    bytes
}

lookup::conformance!(between, Windows);
