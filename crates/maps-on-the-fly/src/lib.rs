//! Attack maps that keep nothing.
//!
//! Most positions of a search are left again before much has been asked about them.
//! So nothing is prepared: what a piece attacks is a branch on its kind and its
//! getter, what attacks a square is what a super-piece on it attacks of each kind.
//! Moves cost nothing, and every answer is paid for as often as it is asked for.
//!
//! - Map: none; an answer needs the position alone.
//! - Lookup: from a square, a branch on the kind, then a load or one or two of the
//!   sliders' lookups; to a square, two of them and four loads from half a cache line.
//! - Tables: the leaps of 64 squares of 32 bytes, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#On_the_Fly>.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::maps::Maps;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, Piece, PieceKind, Position, Square, Table,
    Variant,
};

/// Getters, the sliders' by `S`.
#[derive(Clone, Copy, Debug)]
pub struct OnTheFly<S>(PhantomData<S>);

impl<S: Sliders> Maps for OnTheFly<S> {
    #[inline]
    fn of(_: &Position) -> Self {
        OnTheFly(PhantomData)
    }

    #[inline]
    fn make(&mut self, _: &Position, _: Move, _: &Position) {}

    #[inline]
    fn unmake(&mut self, _: &Position, _: Move, _: &Position) {}

    #[inline]
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard {
        let Some(piece) = position.piece_on(square) else { return Bitboard::EMPTY };
        let Leaps { knight, king, pawns } = LEAPS.0[square.index()];
        match piece.kind() {
            PieceKind::Pawn => pawns[piece.color() as usize],
            PieceKind::Knight => knight,
            PieceKind::Bishop => S::bishop(square, position.occupied()),
            PieceKind::Rook => S::rook(square, position.occupied()),
            PieceKind::Queen => S::queen(square, position.occupied()),
            PieceKind::King => king,
        }
    }

    #[inline]
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard {
        let Leaps { knight, king, pawns: [white, black] } = LEAPS.0[square.index()];
        let occupied = position.occupied();
        let queens = position.kind(PieceKind::Queen);
        (knight & position.kind(PieceKind::Knight))
            | (king & position.kind(PieceKind::King))
            | (black & position.pieces(Piece::WhitePawn))
            | (white & position.pieces(Piece::BlackPawn))
            | (S::rook(square, occupied) & (position.kind(PieceKind::Rook) | queens))
            | (S::bishop(square, occupied) & (position.kind(PieceKind::Bishop) | queens))
    }
}

impl<S: Sliders> Variant for OnTheFly<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::maps::conformance!(OnTheFly<lookup::sliders::Oracle>);
