//! Reversible moves from a cuckoo hash table of tags.
//!
//! As in `upcoming-cuckoo`, each difference has two places. A place has 16 bits of the difference,
//! and the move: its piece and squares. Nearly all differences without a move are found out by
//! these bits. Otherwise the keys of the piece on both squares, which an engine has anyway, give
//! the whole difference to compare with.
//!
//! DON keeps moves alone, and computes the differences of both places.
//!
//! - Lookup: two independent loads; if a tag is right, two more for the keys, and an in-between.
//! - Tables: 8192 entries of 4 bytes, 512 cache lines; and the keys, 12 x 64 words of 8 bytes, 96
//!   cache lines.
//! - Source: found by this project, from
//!   <https://github.com/ehsanrashid/DON/blob/master/src/Cuckoo.cpp>.
//!
//! Suits engines that want fewer bytes than `upcoming-cuckoo` takes: answers of no have the same
//! two loads, from less than half of the bytes.
//!
//! Measured: <!-- published: figures -->time by that of
//! `upcoming-cuckoo+between-rectangular` on `positions`, hot / waiting / beside 1 MiB:
//! 1.33 / – / – on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::key::{self, BLACK};
use lookup::upcoming::keys;
use lookup::upcoming::{Upcoming, unless_blocked};
use lookup::{Base, Bitboard, CacheAligned, Identity, Pair, Square, Table, Variant};

/// Two places for each tag, and `B` for the squares in between.
#[derive(Clone, Copy, Debug)]
pub struct Tags<B>(PhantomData<B>);

impl<B: Between> Upcoming for Tags<B> {
    #[inline]
    fn reversible(difference: u64, occupied: Bitboard) -> Option<Pair> {
        let tag = (difference >> 48) as u32;
        let entries = places(difference).map(|place| ENTRIES.0[place]);
        let mut tagged = entries.into_iter().filter(|entry| entry >> 16 == tag);
        let squares = tagged.find_map(|entry| {
            let (a, b) = (Square::new(entry as u8), Square::new((entry >> 6) as u8));
            let keys = &KEYS.0[(entry >> 12 & 15) as usize];
            let is_it = keys[a.index()] ^ keys[b.index()] ^ BLACK == difference;
            is_it.then_some(Pair { a, b })
        });
        unless_blocked::<B>(squares?, occupied)
    }
}

impl<B: Between> Variant for Tags<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ENTRIES, &KEYS];
    const SHARED: &'static [&'static dyn Table] = &[&KEYS];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

const SLOTS: usize = 8192;

/// The places of a difference.
#[inline]
const fn places(difference: u64) -> [usize; 2] {
    [difference as usize % SLOTS, (difference >> 16) as usize % SLOTS]
}

/// The upper bits of a difference, the piece, the higher square and the lower one, in 16, 4, 6 and
/// 6 bits.
static ENTRIES: CacheAligned<[u32; SLOTS]> = CacheAligned(entries());

static KEYS: CacheAligned<[[u64; 64]; 12]> = CacheAligned(key::words());

const fn entries() -> [u32; SLOTS] {
    // The number of a move in each place, from 1; 0 is a free one.
    let (mut numbers, moves, mut i) = ([0; SLOTS], keys::reversible(), 1);
    while i <= moves.len() {
        let (mut number, mut place) = (i, places(moves[i - 1].difference())[0]);
        while number > 0 {
            (number, numbers[place]) = (numbers[place], number);
            if number > 0 {
                let [first, second] = places(moves[number - 1].difference());
                place = if place == first { second } else { first };
            }
        }
        i += 1;
    }
    let (mut entries, mut place) = ([0; SLOTS], 0);
    while place < SLOTS {
        // Any move may fill a free place: its own difference is looked for elsewhere.
        let number = if numbers[place] > 0 { numbers[place] } else { 1 };
        let keys::Reversible { piece, squares: Pair { a, b } } = moves[number - 1];
        let its = (piece as u32) << 12 | (b as u32) << 6 | a as u32;
        let tag = (moves[number - 1].difference() >> 48) as u32;
        entries[place] = (tag << 16) | its;
        place += 1;
    }
    entries
}

lookup::conformance!(upcoming, Tags<lookup::Oracle>);
