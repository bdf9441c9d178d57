//! Pseudo-legality from moves on an empty board and the squares in between.
//!
//! A table tells, for each square and kind of piece, where it could go if it were alone;
//! white and black pawns are separate kinds. The squares in between must be empty, and so
//! must the square that a pawn pushes to. One test serves sliders, double pawn pushes, and
//! castling, where it covers the squares between king and rook. Leapers have nothing in
//! between.
//!
//! The sets of all kinds on one square fill one cache line.
//!
//! - Lookup: a load by square and kind, and an in-between.
//! - Tables: 64 squares with eight sets of 8 bytes, 64 cache lines; and the in-between's.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#Legality_Test>.
//!
//! Suits engines of any kind that have an in-between: it adds 4 KiB of its own. It is faster than
//! `legality-getter` over magics, hot, beside a working set and in searches. Nothing here beats it
//! on new moves of games.
//!
//! Measured: <!-- published: figures -->time by that of `legality-getter+sliders-magic`
//! on `positions`, hot / waiting / beside 1 MiB: 0.64 / – / 0.84 on Zen 4; – / – /
//! 0.64 on Golden Cove; 0.58 / – / 0.75 on Zen 5. Gain in nodes per second,
//! `classical` / `network` / `threats`: +0.3 ±1.8 / +2.1 ±2.6 / +0.5 ±4.5 % on Zen 4;
//! +0.8 ±0.6 / +0.6 ±0.6 / +0.2 ±2.4 % on Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::legality::{Legality, becomes_what_it_may};
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Move, Piece, PieceKind, Position, Square, Table,
    Variant, attacked,
};

/// One load, and `B`.
#[derive(Clone, Copy, Debug)]
pub struct InBetween<B>(PhantomData<B>);

impl<B: Between> Legality for InBetween<B> {
    #[inline]
    fn is_pseudo_legal(position: &Position, m: Move) -> bool {
        let Move { from, to, promotion } = m;
        let (us, occupied) = (position.side_to_move(), position.occupied());
        let own = position.piece_on(from).filter(|piece| piece.color() == us);
        let Some(piece) = own else { return false };
        let clear = |end| (B::between(from, end) & occupied).is_empty();
        let goes = || TARGETS.0[from.index()][row(piece)].contains(to) && clear(to);
        if piece.kind() == PieceKind::Pawn {
            let victim = position.color(!us).contains(to) || position.en_passant() == Some(to);
            let free = if from.file() == to.file() { !occupied.contains(to) } else { victim };
            return becomes_what_it_may(m) && free && goes();
        }
        if promotion.is_some() || position.color(us).contains(to) {
            return false;
        }
        if piece.kind() == PieceKind::King && castles(from, to) {
            let rook = Square::new(if to > from { from as u8 | 7 } else { from as u8 & 56 });
            return position.castling().contains(rook) && clear(rook);
        }
        goes()
    }
}

impl<B: Between> Variant for InBetween<B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&TARGETS];
    const BASES: &'static [Base] = &[Base::of::<B>()];
}

/// Each piece's targets from each square, on an empty board or, for a pawn, with pieces to
/// capture.
static TARGETS: CacheAligned<[[Bitboard; 8]; 64]> = CacheAligned(targets());

#[inline(always)]
const fn castles(from: Square, to: Square) -> bool {
    from.file() == 4 && (from as u8).abs_diff(to as u8) == 2
}

/// The kinds of pieces by number: white pawns first, black pawns last.
#[inline(always)]
const fn row(piece: Piece) -> usize {
    if matches!(piece, Piece::BlackPawn) { 6 } else { piece.kind() as usize }
}

const fn targets() -> [[Bitboard; 8]; 64] {
    let mut targets = [[Bitboard::EMPTY; 8]; 64];
    let mut slot = 0;
    while slot < 12 * 64 * 64 {
        let (piece, from, to) = (Piece::ALL[slot % 12], slot / 12 % 64, slot / (12 * 64));
        if reaches(piece, from as i32, to as i32) {
            targets[from][row(piece)].0 |= 1 << to;
        }
        slot += 1;
    }
    targets
}

/// Whether a piece attacks the square, or pushes there.
const fn reaches(piece: Piece, from: i32, to: i32) -> bool {
    let (right, up) = (to % 8 - from % 8, to / 8 - from / 8);
    let (forward, start) = if matches!(piece, Piece::WhitePawn) { (up, 1) } else { (-up, 6) };
    let pushes = right == 0 && (forward == 1 || forward == 2 && from / 8 == start);
    attacked::reaches(piece, right, up) || matches!(piece.kind(), PieceKind::Pawn) && pushes
}

lookup::conformance!(legality, InBetween<lookup::Oracle>);
