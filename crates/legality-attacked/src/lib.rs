//! Pseudo-legality from whether the piece attacks the square.
//!
//! A piece moves to the squares it attacks, unless its own side stands there: one lookup
//! answers for all kinds. The rest is arithmetic: a pawn's attack needs something to
//! capture, and pushes and castling are no attacks.
//!
//! - Lookup: one `Attacked` lookup; none for pushes and castling.
//! - Tables: those of `Attacked`.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Attacked_by_Piece_on_Square>.
//!
//! Suits engines that have an `Attacked` lookup: over `attacked-one-word`, 2 KiB, it is faster than
//! `legality-getter` over magics, hot and beside a working set. Loses to `legality-between` hot.
//!
//! Measured: <!-- published: figures -->time by that of `legality-getter+sliders-magic`
//! on `positions`, hot / waiting / beside 1 MiB: 0.74 / – / 0.87 on Zen 4; – / – /
//! 0.65 on Golden Cove; 0.68 / – / 0.79 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attacked::Attacked;
use lookup::legality::{Legality, becomes_what_it_may};
use lookup::{Base, Bitboard, Color, Identity, Move, PieceKind, Position, Square, Table, Variant};

/// `A` for everything but pushes and castling.
#[derive(Clone, Copy, Debug)]
pub struct ByAttack<A>(PhantomData<A>);

impl<A: Attacked> Legality for ByAttack<A> {
    #[inline]
    fn is_pseudo_legal(position: &Position, m: Move) -> bool {
        let Move { from, to, promotion } = m;
        let (us, occupied) = (position.side_to_move(), position.occupied());
        let own = position.piece_on(from).filter(|piece| piece.color() == us);
        let Some(piece) = own else { return false };
        let attacks = || A::attacks(piece, from, to, occupied);
        if piece.kind() == PieceKind::Pawn {
            let victim = position.color(!us).contains(to) || position.en_passant() == Some(to);
            let goes =
                || if from.file() == to.file() { pushes(position, m) } else { victim && attacks() };
            return becomes_what_it_may(m) && goes();
        }
        if promotion.is_some() || position.color(us).contains(to) {
            return false;
        }
        if piece.kind() == PieceKind::King && from.file() == 4 && from as u8 + 2 == to as u8 {
            return castles(position, from, 7, 0x60);
        }
        if piece.kind() == PieceKind::King && from.file() == 4 && from as u8 == to as u8 + 2 {
            return castles(position, from, 0, 0x0e);
        }
        attacks()
    }
}

impl<A: Attacked> Variant for ByAttack<A> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<A>()];
}

/// Whether a pawn of the side to move gets there by a push.
#[inline(always)]
fn pushes(position: &Position, m: Move) -> bool {
    let (step, start) = match position.side_to_move() {
        Color::White => (8, 1),
        Color::Black => (-8, 6),
    };
    let empty = |square: i32| !position.occupied().contains(Square::new(square as u8));
    let (from, distance) = (m.from as i32, m.to as i32 - m.from as i32);
    let once = distance == step && empty(from + step);
    let twice = distance == 2 * step && m.from.rank() == start;
    once || twice && empty(from + step) && empty(from + 2 * step)
}

/// Whether the king may castle with the rook on this file; these squares of the rank must
/// be empty.
#[inline(always)]
fn castles(position: &Position, king: Square, file: u8, passed: u64) -> bool {
    let home = king as u8 & 56;
    let obstacles = position.occupied() & Bitboard(passed << home);
    position.castling().contains(Square::new(home | file)) && obstacles.is_empty()
}

lookup::conformance!(legality, ByAttack<lookup::Oracle>);
