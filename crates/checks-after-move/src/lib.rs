//! Checks by playing the move and looking from the king.
//!
//! A super-piece on the king's square attacks as every kind does, and so meets every piece
//! that gives check. A move gives check if one does after it is played. Direct, discovered
//! and double checks, castling and promotions are all the same.
//!
//! A search plays the move anyway and can use the checkers then. If the move is not played
//! after all, this costs more than needed.
//!
//! - Lookup: two slider lookups and a load; for a move, playing it besides.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)#On_the_Fly>.
//!
//! Suits engines that want the checkers where nothing waits: hot, it is faster than
//! `checks-by-move` for these. Loses to `checks-by-move` where it must play the move.
//!
//! Measured: <!-- published: figures -->time by that of
//! `checks-by-move+attacked-one-word+between-rectangular` on `moves`, hot / waiting /
//! beside 1 MiB: 2.61 / – / – on Zen 4; 2.10 / – / – on Golden Cove; 2.27 / 2.44 / –
//! on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::checks::Checks;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, PieceKind, Position, Table, Variant,
};

/// A union of four kinds, two of them by `S`.
#[derive(Clone, Copy, Debug)]
pub struct AfterMove<S>(PhantomData<S>);

impl<S: Sliders> Checks for AfterMove<S> {
    type Prepared = ();

    #[inline]
    fn checkers(position: &Position) -> Bitboard {
        let us = position.side_to_move();
        let (king, occupied) = (position.king(us), position.occupied());
        let Leaps { knight, pawns, .. } = LEAPS.0[king.index()];
        let queens = position.kind(PieceKind::Queen);
        let checkers = (knight & position.kind(PieceKind::Knight))
            | (pawns[us as usize] & position.kind(PieceKind::Pawn))
            | (S::rook(king, occupied) & (position.kind(PieceKind::Rook) | queens))
            | (S::bishop(king, occupied) & (position.kind(PieceKind::Bishop) | queens));
        checkers & position.color(!us)
    }

    #[inline(always)]
    fn prepare(_: &Position) {}

    #[inline]
    fn gives_check(position: &Position, (): &(), m: Move) -> bool {
        !Self::checkers(&position.play(m)).is_empty()
    }
}

impl<S: Sliders> Variant for AfterMove<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(checks, AfterMove<lookup::Oracle>);
