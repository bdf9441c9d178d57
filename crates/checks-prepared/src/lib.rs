//! Checks by sets of squares, found once a node.
//!
//! From each square of a set, a piece of its kind would give check: the set is that kind's attacks
//! from the king. One more set has the pieces of the side to move that alone stand between the king
//! and a slider of their own. A move then is two tests: whether the set of its kind has the square
//! that it goes to, and whether it leaves the line that it shields.
//!
//! A slider that moves cannot hide behind its old square, because from there it would see a king
//! that is not in check. So the occupancy before the move will do, but for a pawn that promotes and
//! for one that is captured en passant: there the sliders are asked again. A castling king always
//! leaves the line that it shields.
//!
//! - Lookup: two tests; where a piece leaves a line, two in-between lookups. Once a position: a load,
//!   a rook's and a bishop's lookup, and an in-between for each slider on the king's lines, for 64
//!   bytes.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; lines of 64 squares,
//!   16 bytes each, 16 cache lines; and those of the sliders and of the in-between.
//! - Source: `set_check_info` and `gives_check` of
//!   <https://github.com/official-stockfish/Stockfish/blob/sf_17/src/position.cpp>.
//!
//! Suits engines that ask about many moves of a node, such as those that generate or order checks.
//! Loses to `checks-by-move` where a node asks about one move or two before it ends.
//!
//! Measured: <!-- published: figures -->time by that of
//! `checks-by-move+attacked-one-word+between-rectangular` on `moves`, hot / waiting /
//! beside 1 MiB: 1.50 / – / – on Zen 4. Gain in nodes per second, `classical` /
//! `network` / `threats`: -0.4 ±2.2 / +1.3 ±2.2 / -0.5 ±4.0 % on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::lines::{self, BISHOP, ROOK};
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, PieceKind, Position, Square, Table,
    Variant, attackers,
};

/// `S` for the sets and `B` for what shields, both once a position.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<S, B>(PhantomData<(S, B)>);

/// The enemy's king, and what gives check to it.
#[derive(Clone, Copy, Debug)]
pub struct Sets {
    /// The squares from which a piece of each kind would give check; none for a king.
    from: [Bitboard; 6],
    /// The pieces of the side to move that uncover a slider if they leave its line.
    shields: Bitboard,
    king: Square,
}

impl<S: Sliders, B: Between> Checks for Prepared<S, B> {
    type Prepared = Sets;

    #[inline]
    fn checkers(position: &Position) -> Bitboard {
        let us = position.side_to_move();
        let (king, occupied) = (position.king(us), position.occupied());
        let Leaps { knight, pawns, .. } = LEAPS.0[king.index()];
        let leapers = (knight & position.kind(PieceKind::Knight))
            | (pawns[us as usize] & position.kind(PieceKind::Pawn));
        let sliders =
            attackers::sliders(position, S::rook(king, occupied), S::bishop(king, occupied));
        (leapers | sliders) & position.color(!us)
    }

    #[inline]
    fn prepare(position: &Position) -> Sets {
        let us = position.side_to_move();
        let (king, occupied) = (position.king(!us), position.occupied());
        let Leaps { knight, pawns, .. } = LEAPS.0[king.index()];
        let [straight, slanted] = [S::rook(king, occupied), S::bishop(king, occupied)];
        let mut from = [Bitboard::EMPTY; 6];
        for (kind, set) in [
            (PieceKind::Pawn, pawns[!us as usize]),
            (PieceKind::Knight, knight),
            (PieceKind::Bishop, slanted),
            (PieceKind::Rook, straight),
            (PieceKind::Queen, straight | slanted),
        ] {
            from[kind as usize] = set;
        }
        let [straight, slanted] = LINES.0[king.index()];
        let snipers = attackers::sliders(position, straight, slanted) & position.color(us);
        let shields = snipers.squares().fold(Bitboard::EMPTY, |shields, sniper| {
            let between = B::between(king, sniper) & occupied;
            let several = between.0 & between.0.wrapping_sub(1);
            if several == 0 { shields | between } else { shields }
        });
        Sets { from, shields: shields & position.color(us), king }
    }

    #[inline]
    fn gives_check(position: &Position, sets: &Sets, m: Move) -> bool {
        let Some(piece) = position.piece_on(m.from) else { return false };
        if sets.from[piece.kind() as usize].contains(m.to) {
            return true;
        }
        if sets.shields.contains(m.from) {
            let stays = B::between(sets.king, m.to).contains(m.from)
                || B::between(sets.king, m.from).contains(m.to);
            if !stays || position.castles(m) {
                return true;
            }
        }
        match piece.kind() {
            PieceKind::Pawn => match m.promotion {
                Some(kind) => promoted::<S>(position, sets, m, kind),
                None => position.takes_en_passant(m) && uncovered::<S>(position, sets, m),
            },
            PieceKind::King if position.castles(m) => {
                let passed = Square::new((m.from as u8 + m.to as u8) / 2);
                sets.from[PieceKind::Rook as usize].contains(passed)
            }
            _ => false,
        }
    }
}

/// Whether what a pawn becomes sees the king, through the square that the pawn has left too.
#[inline]
fn promoted<S: Sliders>(position: &Position, sets: &Sets, m: Move, kind: PieceKind) -> bool {
    let occupied = position.occupied() & !m.from.bitboard();
    match kind {
        PieceKind::Rook => S::rook(sets.king, occupied).contains(m.to),
        PieceKind::Bishop => S::bishop(sets.king, occupied).contains(m.to),
        PieceKind::Queen => {
            (S::rook(sets.king, occupied) | S::bishop(sets.king, occupied)).contains(m.to)
        }
        _ => sets.from[kind as usize].contains(m.to),
    }
}

/// Whether a slider sees the king where two pawns have left and one has come.
#[inline]
fn uncovered<S: Sliders>(position: &Position, sets: &Sets, m: Move) -> bool {
    let captured = Square::new(m.from as u8 & 56 | m.to.file());
    let left = m.from.bitboard() | captured.bitboard();
    let occupied = position.occupied() & !left | m.to.bitboard();
    let [straight, slanted] = [S::rook(sets.king, occupied), S::bishop(sets.king, occupied)];
    let sliders = attackers::sliders(position, straight, slanted);
    !(sliders & position.color(position.side_to_move())).is_empty()
}

impl<S: Sliders, B: Between> Variant for Prepared<S, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<B>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Rook and bishop attacks on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([ROOK, BISHOP]));

lookup::conformance!(checks, Prepared<lookup::Oracle, lookup::Oracle>);
