//! Attacked by a side, sliders first.
//!
//! One attacker is enough to know that a square is attacked. The slider lookups take
//! longest, so they begin before anything else is known. The leapers, combined in one test,
//! are skipped if a slider attacks.
//!
//! All attackers of both sides are the union of all kinds, as with a super-piece.
//!
//! - Lookup: one or two slider lookups, up to three loads from half a cache line, and as
//!   many conditions.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/5762>.
//!
//! Suits engines that wait to know whether a square is attacked: in latency it is faster than
//! `attackers-super-piece` over magics. Loses to that where nothing waits for the answer.
//!
//! Measured: <!-- published: figures -->time by that of
//! `attackers-super-piece+sliders-magic` on `positions`, hot / waiting / beside 1 MiB:
//! 1.23 / 0.78 / 1.08 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attackers::{Attackers, union};
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, PieceKind, Position, Square, Table,
    Variant,
};

/// `S` up to twice, then three loads.
#[derive(Clone, Copy, Debug)]
pub struct SlidersFirst<S>(PhantomData<S>);

impl<S: Sliders> Attackers for SlidersFirst<S> {
    #[inline]
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        union::<S>(position, square, &LEAPS.0[square.index()])
    }

    #[inline]
    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        let (occupied, theirs) = (position.occupied(), position.color(by));
        let of = |kind| position.kind(kind) & theirs;
        let queens = of(PieceKind::Queen);
        if !(S::rook(square, occupied) & (of(PieceKind::Rook) | queens)).is_empty() {
            return true;
        }
        if !(S::bishop(square, occupied) & (of(PieceKind::Bishop) | queens)).is_empty() {
            return true;
        }
        let Leaps { knight, king, pawns } = LEAPS.0[square.index()];
        let leapers = (knight & of(PieceKind::Knight))
            | (king & of(PieceKind::King))
            | (pawns[!by as usize] & of(PieceKind::Pawn));
        !leapers.is_empty()
    }
}

impl<S: Sliders> Variant for SlidersFirst<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(attackers, SlidersFirst<lookup::Oracle>);
