//! Reversible moves from a cuckoo hash table of their differences.
//!
//! Each difference has two places in the table, by two parts of its bits, and stands in one of
//! them. So a lookup compares two numbers at most, and either finds the move or knows that there
//! is none. Whoever builds the table puts a difference in its first place. The one that stood there
//! moves on to its other place, and so on until one is free. Less than half of the table is full,
//! so this ends soon: at compile time, after 19 differences at most.
//!
//! - Lookup: two independent loads, a third for the move if one is found, and an in-between.
//! - Tables: 8192 differences of 8 bytes and 8192 moves of 2, 1280 cache lines.
//! - Source: Marcel van Kervinck, <https://marcelk.net/2013-04-06/paper/upcoming-rep-v2.pdf>; with
//!   these sizes in Stockfish, <https://github.com/official-stockfish/Stockfish/blob/sf_12/src/position.cpp>.
//!
//! Suits engines that have room for 80 KiB: most answers are no, and take two loads that do not
//! wait for each other.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 4.43 / –
//! on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::upcoming::{Upcoming, keys, unless_blocked};
use lookup::{Base, Bitboard, CacheAligned, Identity, Pair, Square, Table, Variant};

/// Two places for each difference, and `B` for the squares in between.
#[derive(Clone, Copy, Debug)]
pub struct Cuckoo<B>(PhantomData<B>);

impl<B: Between> Upcoming for Cuckoo<B> {
    #[inline]
    fn reversible(difference: u64, occupied: Bitboard) -> Option<Pair> {
        let [first, second] = places(difference);
        let place = if DIFFERENCES.0[first] == difference { first } else { second };
        if DIFFERENCES.0[place] != difference {
            return None;
        }
        let squares = MOVES.0[place];
        let (a, b) = (Square::new(squares as u8), Square::new((squares >> 6) as u8));
        unless_blocked::<B>(Pair { a, b }, occupied)
    }
}

impl<B: Between> Variant for Cuckoo<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&DIFFERENCES, &MOVES];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

const SLOTS: usize = 8192;

/// The places of a difference.
#[inline]
const fn places(difference: u64) -> [usize; 2] {
    [difference as usize % SLOTS, (difference >> 16) as usize % SLOTS]
}

static DIFFERENCES: CacheAligned<[u64; SLOTS]> = CacheAligned(FILLED.0);

/// The squares of each move, six bits each.
static MOVES: CacheAligned<[u16; SLOTS]> = CacheAligned(FILLED.1);

const FILLED: ([u64; SLOTS], [u16; SLOTS]) = filled();

const fn filled() -> ([u64; SLOTS], [u16; SLOTS]) {
    let (mut differences, mut squares) = ([0; SLOTS], [0; SLOTS]);
    let (moves, mut i) = (keys::reversible(), 0);
    while i < moves.len() {
        let Pair { a, b } = moves[i].squares;
        let (mut difference, mut its) = (moves[i].difference(), a as u16 | (b as u16) << 6);
        let mut place = places(difference)[0];
        while difference != 0 {
            (difference, differences[place]) = (differences[place], difference);
            (its, squares[place]) = (squares[place], its);
            let [first, second] = places(difference);
            place = if place == first { second } else { first };
        }
        i += 1;
    }
    assert!(differences[0] != 0, "a free place looks like zero, whose places are the first");
    (differences, squares)
}

lookup::conformance!(upcoming, Cuckoo<lookup::Oracle>);
