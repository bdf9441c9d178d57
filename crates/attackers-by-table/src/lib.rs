//! Attackers piece by piece.
//!
//! Any lookup that tells whether one piece attacks one square is asked about every piece on
//! the board, or of one side. This needs no attack sets of sliders or leapers, and in
//! return costs more with every piece.
//!
//! - Lookup: one `Attacked` lookup per piece, in a loop; for a side, it ends with the first
//!   attacker.
//! - Tables: those of `Attacked`.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Attacked_by_Piece_on_Square>.
//!
//! Suits programs without attack sets of sliders and leapers: over `attacked-one-word` it needs 2
//! KiB in all. Loses to `attackers-super-piece` over magics, hot and beside a working set, and most
//! of all hot.
//!
//! Measured: <!-- published: figures -->time by that of
//! `attackers-super-piece+sliders-magic` on `positions`, hot / waiting / beside 1 MiB:
//! 2.67 / – / 1.62 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attacked::Attacked;
use lookup::attackers::Attackers;
use lookup::{Base, Bitboard, Color, Identity, Position, Square, Table, Variant};

/// `A` for each piece.
#[derive(Clone, Copy, Debug)]
pub struct ByTable<A>(PhantomData<A>);

impl<A: Attacked> Attackers for ByTable<A> {
    #[inline]
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        let occupied = position.occupied();
        occupied.squares().fold(Bitboard::EMPTY, |attackers, from| {
            attackers | Bitboard(u64::from(attacks::<A>(position, from, square)) << from as u8)
        })
    }

    #[inline]
    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        position.color(by).squares().any(|from| attacks::<A>(position, from, square))
    }
}

impl<A: Attacked> Variant for ByTable<A> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<A>()];
}

#[inline(always)]
fn attacks<A: Attacked>(position: &Position, from: Square, square: Square) -> bool {
    let piece = position.piece_on(from);
    piece.is_some_and(|piece| A::attacks(piece, from, square, position.occupied()))
}

lookup::conformance!(attackers, ByTable<lookup::Oracle>);
