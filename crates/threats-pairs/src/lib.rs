//! All squares that a side attacks, two sliders at a time.
//!
//! Each slider is looked up on its square, by any slider lookup. Rooks and bishops are taken in
//! pairs, the lowest and the highest of a kind: both lookups begin before either answer is used,
//! and neither waits for the other's square. A side has rarely more than two of a kind, so two
//! loops end after one turn or none. A single one is looked up twice, which loads no other line.
//! There is mostly one queen, who takes two lookups anyway.
//!
//! - Lookup: two scans and two slider lookups for one or two rooks, and as many for bishops; for
//!   each queen a scan and a slider lookup; some 35 operations for all others.
//! - Tables: the sliders'.
//! - Source: the file `ZEN5_OPTIMIZATION.md` of <https://github.com/vtlmks/mindchess>, which pairs
//!   the lookups of bishops or rooks on Zen 5.
//!
//! Suits sides with many sliders in builds without AVX2: with four or more it is faster than
//! `threats-loop` over the same magics. Loses to that with few sliders, and to
//! `threats-kogge-stone-avx2` where AVX2 is there.
//!
//! Measured: <!-- published: figures -->time by that of `threats-loop+sliders-magic` on
//! `positions`, hot / waiting / beside 1 MiB: 1.05 / – / 1.03 on Zen 4; 0.99 / 1.04 /
//! 1.01 on Golden Cove; 0.99 / – / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::sliders::Sliders;
use lookup::threats::Threats;
use lookup::{Base, Bitboard, Color, Identity, Leaps, PieceKind, Position, Square, Table, Variant};

/// Two lookups by `S` at a time.
#[derive(Clone, Copy, Debug)]
pub struct Pairs<S>(PhantomData<S>);

impl<S: Sliders> Threats for Pairs<S> {
    #[inline]
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        let (own, occupied) = (position.color(side), position.occupied());
        let [pawns, knights, bishops, rooks, queens, king] =
            PieceKind::ALL.map(|kind| position.kind(kind) & own);
        let pairs = |mut rest: Bitboard, attacked: fn(Square, Bitboard) -> Bitboard| {
            let mut set = Bitboard::EMPTY;
            while !rest.is_empty() {
                let (lowest, highest) = (rest.first(), last(rest));
                set = set | attacked(lowest, occupied) | attacked(highest, occupied);
                rest = rest & !(lowest.bitboard() | highest.bitboard());
            }
            set
        };
        let queens = queens.squares().map(|queen| S::queen(queen, occupied));
        let [white, black] = Leaps::of_all(pawns).pawns;
        [
            if side == Color::White { white } else { black },
            Leaps::of_all(knights).knight,
            pairs(bishops, S::bishop),
            pairs(rooks, S::rook),
            queens.fold(Bitboard::EMPTY, |set, attacked| set | attacked),
            Leaps::of_all(king).king,
        ]
    }
}

impl<S: Sliders> Variant for Pairs<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

/// The highest square of a set that has any.
#[inline(always)]
const fn last(set: Bitboard) -> Square {
    Square::new(63 ^ set.0.leading_zeros() as u8)
}

lookup::conformance!(threats, Pairs<lookup::Oracle>);
