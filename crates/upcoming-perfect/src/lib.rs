//! Reversible moves from a perfect hash table.
//!
//! All moves are known when the table is made, so each can have a place of its own. Ten bits of a
//! difference name a bucket, and each bucket a factor. The product of difference and factor has the
//! place in its upper bits. At compile time, buckets take their factors one after the other, those
//! with most moves first: the lowest that leads all moves of a bucket to free places.
//!
//! A place has the piece and the squares of its move. The keys of the piece on both squares, which
//! an engine has anyway, give the difference to compare with.
//!
//! - Lookup: three loads, one after the other, and one beside the last; an in-between if the move is
//!   found.
//! - Tables: 1024 factors of 2 bytes and 4096 moves of 2, 160 cache lines; and the keys, 12 x 64
//!   words of 8 bytes, 96 cache lines.
//! - Source: found by this project, from Belazzougui, Botelho and Dietzfelbinger,
//!   <https://cmph.sourceforge.net/papers/esa09.pdf>.
//!
//! Suits engines that ask seldom, so that the table competes with others for the cache: it takes an
//! eighth of `upcoming-cuckoo`.
//!
//! Measured: <!-- published: figures -->time by that of
//! `upcoming-cuckoo+between-rectangular` on `positions`, hot / waiting / beside 1 MiB:
//! 2.11 / – / – on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::key::{self, BLACK};
use lookup::upcoming::keys;
use lookup::upcoming::{Upcoming, unless_blocked};
use lookup::{Base, Bitboard, CacheAligned, Identity, Pair, Square, Table, Variant};

/// One place for each move, and `B` for the squares in between.
#[derive(Clone, Copy, Debug)]
pub struct Perfect<B>(PhantomData<B>);

impl<B: Between> Upcoming for Perfect<B> {
    #[inline]
    fn reversible(difference: u64, occupied: Bitboard) -> Option<Pair> {
        let its = MOVES.0[place(difference, FACTORS.0[bucket(difference)])];
        let (a, b) = (Square::new(its as u8), Square::new((its >> 6) as u8));
        let keys = &KEYS.0[usize::from(its >> 12)];
        let found = keys[a.index()] ^ keys[b.index()] ^ BLACK;
        if found == difference { unless_blocked::<B>(Pair { a, b }, occupied) } else { None }
    }
}

impl<B: Between> Variant for Perfect<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&FACTORS, &MOVES, &KEYS];
    const SHARED: &'static [&'static dyn Table] = &[&KEYS];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

const BUCKETS: usize = 1024;
const PLACES: usize = 4096;

#[inline]
const fn bucket(difference: u64) -> usize {
    difference as usize % BUCKETS
}

/// The upper twelve bits of the product.
#[inline]
const fn place(difference: u64, factor: u16) -> usize {
    (difference.wrapping_mul(2 * factor as u64 + 1) >> 52) as usize
}

/// The factor of each bucket: half of one less, for all are odd.
static FACTORS: CacheAligned<[u16; BUCKETS]> = CacheAligned(HASHED.0);

/// The piece, the higher square and the lower one, in 4, 6 and 6 bits.
static MOVES: CacheAligned<[u16; PLACES]> = CacheAligned(HASHED.1);

static KEYS: CacheAligned<[[u64; 64]; 12]> = CacheAligned(key::words());

const HASHED: ([u16; BUCKETS], [u16; PLACES]) = hashed();

/// The most moves of a bucket.
const MOST: usize = 16;

const fn hashed() -> ([u16; BUCKETS], [u16; PLACES]) {
    let moves = keys::reversible();
    let (mut buckets, mut counts, mut i) = ([[0; MOST]; BUCKETS], [0; BUCKETS], 0);
    while i < moves.len() {
        let bucket = bucket(moves[i].difference());
        buckets[bucket][counts[bucket]] = i;
        counts[bucket] += 1;
        i += 1;
    }
    // Any move may fill a free place: its own difference is looked for elsewhere.
    let mut placed = ([0; BUCKETS], [packed(moves[0]); PLACES]);
    let (mut taken, mut count) = ([false; PLACES], MOST);
    while count > 0 {
        let mut bucket = 0;
        while bucket < BUCKETS {
            if counts[bucket] == count {
                let factor = factor(&moves, &buckets[bucket], count, &mut taken);
                placed.0[bucket] = factor;
                let mut i = 0;
                while i < count {
                    let its = moves[buckets[bucket][i]];
                    placed.1[place(its.difference(), factor)] = packed(its);
                    i += 1;
                }
            }
            bucket += 1;
        }
        count -= 1;
    }
    placed
}

/// The lowest factor that leads these moves to free places, which it takes.
const fn factor(
    moves: &[keys::Reversible; keys::MOVES],
    bucket: &[usize; MOST],
    count: usize,
    taken: &mut [bool; PLACES],
) -> u16 {
    let mut factor = 0;
    loop {
        let mut fitting = 0;
        while fitting < count {
            let place = place(moves[bucket[fitting]].difference(), factor);
            if taken[place] {
                break;
            }
            taken[place] = true;
            fitting += 1;
        }
        if fitting == count {
            return factor;
        }
        while fitting > 0 {
            fitting -= 1;
            taken[place(moves[bucket[fitting]].difference(), factor)] = false;
        }
        factor += 1;
    }
}

const fn packed(its: keys::Reversible) -> u16 {
    let Pair { a, b } = its.squares;
    (its.piece as u16) << 12 | (b as u16) << 6 | a as u16
}

lookup::conformance!(upcoming, Perfect<lookup::Oracle>);
