//! Three squares on a line, from the squares in between and behind.
//!
//! A line consists of the squares between two of its squares, of those behind either, and of the
//! two. An engine has the first for pins and checks. It has the others if it lists attacks that a
//! move uncovers. It then needs no table of lines.
//!
//! All these sets are empty for a line of two squares, as they are for no line. So files and ranks
//! tell whether the two share one.
//!
//! - Lookup: one in-between and two squares behind, joined, and a few operations for both ends.
//! - Tables: none of its own.
//! - Source: found by this project, from
//!   <https://www.chessprogramming.org/Square_Attacked_By#In_Between>.
//!
//! Suits engines that have both anyway and keep the line of a pin: that costs them no bytes, and
//! each move of the pinned piece a bit test.
//!
//! Measured: <!-- published: figures -->time by that of `collinear-table` on
//! `positions`, hot / waiting / beside 1 MiB: 6.45 / – / 1.52 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::collinear::Collinear;
use lookup::raypass::RayPass;
use lookup::{Base, Bitboard, Identity, Square, Table, Variant};

/// The parts of a line: one by `B`, and two by `R`.
#[derive(Clone, Copy, Debug)]
pub struct Joined<B, R>(PhantomData<(B, R)>);

impl<B: Between, R: RayPass> Collinear for Joined<B, R> {
    type Line = Bitboard;

    #[inline]
    fn line(a: Square, b: Square) -> Bitboard {
        let inner = B::between(a, b) | R::behind(a, b) | R::behind(b, a);
        let (files, ranks) = (a.file().abs_diff(b.file()), a.rank().abs_diff(b.rank()));
        let shares = (files == 0) | (ranks == 0) | (files == ranks);
        // All ones if both are ends of a line, else nothing.
        let mask = u64::from(shares & (a != b)).wrapping_neg();
        inner | Bitboard((a.bitboard() | b.bitboard()).0 & mask)
    }

    #[inline]
    fn holds(line: Bitboard, c: Square) -> bool {
        line.contains(c)
    }
}

impl<B: Between, R: RayPass> Variant for Joined<B, R> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<B>(), Base::of::<R>()];
}

lookup::conformance!(collinear, Joined<lookup::Oracle, lookup::Oracle>);
