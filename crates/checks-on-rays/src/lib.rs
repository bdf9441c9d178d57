//! Checks by moves that meet a line of the king.
//!
//! A new check by a slider needs a move that begins or ends on one of the king's lines, as they
//! are on an empty board: the slider arrives there, or something leaves. A pawn that gives check
//! stands on a diagonal of the king. So of all other moves only a knight's can give check, which a
//! load tells. Any other variant answers for the moves that meet a line. It also answers for
//! castling, where the rook arrives somewhere else, and for captures en passant, where a second
//! pawn leaves.
//!
//! - Lookup: two loads and a branch that is hard to predict; for some moves a `C` lookup. The
//!   checkers: a `C` lookup.
//! - Tables: the lines of 64 squares, 8 bytes each, 8 cache lines; leaper attacks of 64 squares,
//!   32 bytes each, 32 cache lines; and those of `C`.
//! - Source: the file `ZEN5_OPTIMIZATION.md` of <https://github.com/vtlmks/mindchess>.
//!
//! Suits programs that test the same moves again: with learnt branches it is faster than
//! `checks-by-move`. Loses to that on new moves.
//!
//! Measured: <!-- published: figures -->time by that of
//! `checks-by-move+attacked-one-word+between-rectangular` on `moves`, hot / waiting /
//! beside 1 MiB: 1.39 / – / – on Zen 4; 1.40 / – / – on Golden Cove; 1.51 / – / – on
//! Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::checks::Checks;
use lookup::lines::{self, STEPS};
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, Piece, PieceKind, Position, Table, Variant,
};

/// `C` where a move meets a line of the king.
#[derive(Clone, Copy, Debug)]
pub struct OnRays<C>(PhantomData<C>);

impl<C: Checks> Checks for OnRays<C> {
    type Prepared = C::Prepared;

    #[inline]
    fn checkers(position: &Position) -> Bitboard {
        C::checkers(position)
    }

    #[inline(always)]
    fn prepare(position: &Position) -> C::Prepared {
        C::prepare(position)
    }

    #[inline]
    fn gives_check(position: &Position, prepared: &C::Prepared, m: Move) -> bool {
        let king = position.king(!position.side_to_move());
        let met = RAYS.0[king.index()][0] & (m.from.bitboard() | m.to.bitboard());
        if !met.is_empty() || position.castles(m) || position.takes_en_passant(m) {
            return C::gives_check(position, prepared, m);
        }
        let kind = m.promotion.or(position.piece_on(m.from).map(Piece::kind));
        kind == Some(PieceKind::Knight) && LEAPS.0[king.index()].knight.contains(m.to)
    }
}

impl<C: Checks> Variant for OnRays<C> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&RAYS, &LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = Base::all::<C>();
}

/// A queen's attacks on an empty board.
static RAYS: CacheAligned<[[Bitboard; 1]; 64]> = CacheAligned(lines::table([&STEPS]));

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(checks, OnRays<lookup::Oracle>);
