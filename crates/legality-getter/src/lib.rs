//! Pseudo-legality from all the squares that the piece may move to.
//!
//! An engine that has attack getters answers like this: it switches on the kind of piece,
//! gets its targets as the move generator does, and tests one bit. A pawn's set has its
//! pushes and captures; castling is looked up by the king's square.
//!
//! - Lookup: a branch on the kind, then a load or one or two slider lookups.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Legality_Test>.
//!
//! Suits engines that want no table for this question alone. Loses to `legality-between`, hot,
//! beside a working set and in searches.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 27.12 / –
//! on Zen 4; 28.94 / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::legality::Legality;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Move, PieceKind, Position, Square, Table,
    Variant,
};

/// A switch on the kind of piece, and its getter, `S` for a slider.
#[derive(Clone, Copy, Debug)]
pub struct Getter<S>(PhantomData<S>);

impl<S: Sliders> Legality for Getter<S> {
    #[inline]
    fn is_pseudo_legal(position: &Position, m: Move) -> bool {
        let us = position.side_to_move();
        let own = position.piece_on(m.from).filter(|piece| piece.color() == us);
        let Some(piece) = own else { return false };
        let occupied = position.occupied();
        let Leaps { knight, king, .. } = LEAPS.0[m.from.index()];
        let targets = match piece.kind() {
            PieceKind::Pawn => {
                return becomes_what_it_may(m) && pawn(position, m.from).contains(m.to);
            }
            PieceKind::Knight => knight,
            PieceKind::Bishop => S::bishop(m.from, occupied),
            PieceKind::Rook => S::rook(m.from, occupied),
            PieceKind::Queen => S::queen(m.from, occupied),
            PieceKind::King => king | castling(position, m.from),
        };
        m.promotion.is_none() && (targets & !position.color(us)).contains(m.to)
    }
}

impl<S: Sliders> Variant for Getter<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The targets of a pawn of the side to move, by pushes and captures.
#[inline(always)]
fn pawn(position: &Position, from: Square) -> Bitboard {
    let (us, empty) = (position.side_to_move(), !position.occupied().0);
    let (pawn, over) = (from.bitboard().0, position.en_passant());
    let pushes = if us == Color::White {
        let once = pawn << 8 & empty;
        once | (once & 0xff << 16) << 8 & empty
    } else {
        let once = pawn >> 8 & empty;
        once | (once & 0xff << 40) >> 8 & empty
    };
    let victims = position.color(!us) | over.map_or(Bitboard::EMPTY, Square::bitboard);
    Bitboard(pushes) | LEAPS.0[from.index()].pawns[us as usize] & victims
}

/// A king's targets by castling.
#[inline(always)]
fn castling(position: &Position, king: Square) -> Bitboard {
    if king.file() != 4 {
        return Bitboard::EMPTY;
    }
    let home = king as u8 & 56;
    let rank = |set: Bitboard| set.0 >> home & 0xff;
    // A right on this rank means that its king stands where it started: it is this one.
    let (rooks, occupied) = (rank(position.castling()), rank(position.occupied()));
    let short = rooks >> 7 & u64::from(occupied & 0x60 == 0);
    let long = rooks & u64::from(occupied & 0x0e == 0);
    Bitboard((short << 6 | long << 2) << home)
}

/// Whether a pawn promotes on a last rank, to an allowed kind, and only there.
#[inline(always)]
fn becomes_what_it_may(m: Move) -> bool {
    let last = m.to as u8 & 56 == 0 || m.to as u8 & 56 == 56;
    match m.promotion {
        Some(kind) => last && kind != PieceKind::Pawn && kind != PieceKind::King,
        None => !last,
    }
}

lookup::conformance!(legality, Getter<lookup::Oracle>);
