//! All targets piece by piece.
//!
//! Each piece is looked up on its square: pawns, knights and the king in a table, sliders
//! by any slider lookup. A pawn's pushes are shifts. Programs without bitboards go piece by
//! piece too, but walk where this one looks up.
//!
//! Going kind by kind needs no branch on the kind of the next piece. The number of targets
//! ends the loop over a piece and is hard to predict.
//!
//! Order: pawns, knights, bishops, rooks, queens, the king; in each kind sources by number,
//! and from each source targets by number.
//!
//! - Lookup: for each piece a scan and a load or a slider lookup; for each target a scan.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Pieces_versus_Directions#Piece_by_Piece>.
//!
//! Suits engines that want moves in the order of their pieces. Hot, it is faster over
//! `sliders-hyperbola` than over magics. Loses to `targets-hybrid` over the same magics.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 368.87 /
//! – on Zen 4; 399.63 / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::sliders::Sliders;
use lookup::targets::{self, Take, Targets};
use lookup::{Base, Bitboard, CacheAligned, Identity, Leaps, PieceKind, Position, Table, Variant};

/// A lookup for each piece, `S` for sliders.
#[derive(Clone, Copy, Debug)]
pub struct ByPiece<S>(PhantomData<S>);

impl<S: Sliders> Targets for ByPiece<S> {
    #[inline]
    fn for_each(position: &Position, mut take: impl Take) {
        let us = position.side_to_move();
        let (king, own, occupied) = (position.king(us), position.color(us), position.occupied());
        let pieces = |kind| (position.kind(kind) & own).squares();
        let mut hand_out = |source, attacked: Bitboard| take.set(source, attacked & !own);
        for pawn in pieces(PieceKind::Pawn) {
            let attacked = LEAPS.0[pawn.index()].pawns[us as usize];
            hand_out(pawn, targets::of_pawn(position, pawn, attacked));
        }
        for knight in pieces(PieceKind::Knight) {
            hand_out(knight, LEAPS.0[knight.index()].knight);
        }
        for bishop in pieces(PieceKind::Bishop) {
            hand_out(bishop, S::bishop(bishop, occupied));
        }
        for rook in pieces(PieceKind::Rook) {
            hand_out(rook, S::rook(rook, occupied));
        }
        for queen in pieces(PieceKind::Queen) {
            hand_out(queen, S::queen(queen, occupied));
        }
        hand_out(king, LEAPS.0[king.index()].king);
    }
}

impl<S: Sliders> Variant for ByPiece<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(targets, ByPiece<lookup::Oracle>);
