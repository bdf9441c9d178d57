//! Checks from the attacks that a move makes and uncovers.
//!
//! The move is not played; only the occupancy after it is computed. The check is direct if
//! the piece, or the pawn's promotion, attacks the king from its new square; in castling,
//! if the rook does. It is discovered if the piece leaves a line of the king, a slider of
//! its side stands on such a line, and nothing stands between. A pawn captured en passant
//! leaves lines too.
//!
//! The king of the waiting side is never in check. A slider that sees it after the move was
//! therefore uncovered by the move, and no directions need comparing. The checkers are
//! found alike: leapers by a load, and sliders with nothing between them and the king.
//!
//! - Lookup: a load and one `Attacked` lookup; for few moves, an in-between for each slider
//!   on the king's lines. The checkers: two loads, and an in-between for each such slider.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; lines of 64
//!   squares, 16 bytes each, 16 cache lines; and those of `Attacked` and of the in-between.
//! - Source: <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)#By_Move>.
//!
//! Suits all three kinds of engine: in searches, `checks-byte-board-vbmi` showed no gain over it.
//! For moves alone it is far faster than `checks-after-move` over magics. Loses to that board
//! alone, for moves and for checkers, where AVX-512 VBMI is there.
//!
//! Measured: <!-- published: figures -->cycles on `moves`, hot / waiting: 41.89 / – on
//! Zen 4; 46.12 / – on Golden Cove; 41.52 / 55.88 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attacked::Attacked;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Move, Piece, PieceKind, Position, Square,
    Table, Variant, attackers,
};

/// `A` for the piece that moves, and `B` for each slider that it uncovers.
#[derive(Clone, Copy, Debug)]
pub struct ByMove<A, B>(PhantomData<(A, B)>);

impl<A: Attacked, B: Between> Checks for ByMove<A, B> {
    type Prepared = ();

    #[inline]
    fn checkers(position: &Position) -> Bitboard {
        let us = position.side_to_move();
        let king = position.king(us);
        let Leaps { knight, pawns, .. } = LEAPS.0[king.index()];
        let leapers = (knight & position.kind(PieceKind::Knight))
            | (pawns[us as usize] & position.kind(PieceKind::Pawn));
        let [straight, slanted] = LINES.0[king.index()];
        let snipers = snipers(position, !us, straight, slanted).squares();
        let sliders = snipers.fold(Bitboard::EMPTY, |sliders, sniper| {
            let sees = (B::between(king, sniper) & position.occupied()).is_empty();
            sliders | Bitboard(u64::from(sees) << sniper as u8)
        });
        leapers & position.color(!us) | sliders
    }

    #[inline(always)]
    fn prepare(_: &Position) {}

    #[inline]
    fn gives_check(position: &Position, (): &(), m: Move) -> bool {
        let us = position.side_to_move();
        let king = position.king(!us);
        let Some(piece) = position.piece_on(m.from) else { return false };
        let (mut left, mut reached) = (m.from.bitboard(), m.to.bitboard());
        let mut attacker = (Piece::new(m.promotion.unwrap_or(piece.kind()), us), m.to);
        if piece.kind() == PieceKind::Pawn && position.en_passant() == Some(m.to) {
            left = left | beside(m.from, m.to.file()).bitboard();
        }
        if piece.kind() == PieceKind::King && m.from.file().abs_diff(m.to.file()) == 2 {
            let passed = beside(m.from, if m.to > m.from { 5 } else { 3 });
            // The corner that the rook leaves is between no two squares that matter.
            reached = reached | passed.bitboard();
            attacker = (Piece::new(PieceKind::Rook, us), passed);
        }
        let after = position.occupied() & !left | reached;
        A::attacks(attacker.0, attacker.1, king, after) || {
            let opened =
                |line: Bitboard| if (line & left).is_empty() { Bitboard::EMPTY } else { line };
            let [straight, slanted] = LINES.0[king.index()].map(opened);
            // A slider that has moved is among them, on its old square: it saw no king from
            // there either.
            let mut snipers = snipers(position, us, straight, slanted).squares();
            snipers.any(|sniper| (B::between(king, sniper) & after).is_empty())
        }
    }
}

impl<A: Attacked, B: Between> Variant for ByMove<A, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<A>(), Base::of::<B>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Rook and bishop attacks on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([ROOK, BISHOP]));

/// The sliders of a side on lines of their own kind.
#[inline(always)]
fn snipers(position: &Position, side: Color, straight: Bitboard, slanted: Bitboard) -> Bitboard {
    attackers::sliders(position, straight, slanted) & position.color(side)
}

/// The square on the same rank and this file.
#[inline(always)]
const fn beside(square: Square, file: u8) -> Square {
    Square::new(square as u8 & 56 | file)
}

lookup::conformance!(checks, ByMove<lookup::Oracle, lookup::Oracle>);
