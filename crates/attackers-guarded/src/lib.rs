//! Attackers from a super-piece that looks for sliders before it looks along lines.
//!
//! If no rook or queen stands on the ranks and files of a square, whatever stands
//! between, none attacks it, and a lookup of what a rook attacks is saved. One load
//! and one condition tell; the condition is mispredicted where both happen in turn.
//! Asked for a side, only its sliders are looked for, and fewer stand there.
//!
//! - Lookup: six loads from one cache line and a half, two conditions, and up to two of the
//!   sliders' lookups.
//! - Tables: the leaps of 64 squares of 32 bytes, 32 cache lines, and their lines of
//!   16 bytes, 16 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By#By_all_Pieces>.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attackers::Attackers;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Piece, PieceKind, Position, Square,
    Table, Variant,
};

/// A union of six kinds, up to two of them by `S`.
#[derive(Clone, Copy, Debug)]
pub struct Guarded<S>(PhantomData<S>);

impl<S: Sliders> Attackers for Guarded<S> {
    #[inline]
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        attackers::<S>(position, square, position.occupied())
    }

    #[inline]
    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        !attackers::<S>(position, square, position.color(by)).is_empty()
    }
}

impl<S: Sliders> Variant for Guarded<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &LINES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// What a rook and what a bishop attack on an empty board.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines());

/// The attackers among some of the pieces.
#[inline(always)]
fn attackers<S: Sliders>(position: &Position, square: Square, among: Bitboard) -> Bitboard {
    let Leaps { knight, king, pawns: [white, black] } = LEAPS.0[square.index()];
    let [straight, slanted] = LINES.0[square.index()];
    let queens = position.kind(PieceKind::Queen);
    let rooks = straight & (position.kind(PieceKind::Rook) | queens) & among;
    let bishops = slanted & (position.kind(PieceKind::Bishop) | queens) & among;
    let leapers = (knight & position.kind(PieceKind::Knight))
        | (king & position.kind(PieceKind::King))
        | (black & position.pieces(Piece::WhitePawn))
        | (white & position.pieces(Piece::BlackPawn));
    let mut attackers = leapers & among;
    if !rooks.is_empty() {
        attackers = attackers | (rooks & S::rook(square, position.occupied()));
    }
    if !bishops.is_empty() {
        attackers = attackers | (bishops & S::bishop(square, position.occupied()));
    }
    attackers
}

const fn lines() -> [[Bitboard; 2]; 64] {
    let mut lines = [[Bitboard::EMPTY; 2]; 64];
    let mut slot = 0;
    while slot < 64 * 64 {
        let (square, other) = (slot / 64, slot % 64);
        let right = (other % 8) as i32 - (square % 8) as i32;
        let up = (other / 8) as i32 - (square / 8) as i32;
        let [straight, slanted] = &mut lines[square];
        if other != square && (right == 0 || up == 0) {
            straight.0 |= 1 << other;
        }
        if other != square && right.abs() == up.abs() {
            slanted.0 |= 1 << other;
        }
        slot += 1;
    }
    lines
}

lookup::attackers::conformance!(Guarded<lookup::sliders::Oracle>);
