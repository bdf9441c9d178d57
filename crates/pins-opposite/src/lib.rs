//! Pinned pieces where lines from either end meet.
//!
//! The king's attacks along its file, as a rook, and the file attacks of all enemy rooks
//! and queens meet on a piece only if it is the one piece between the king and one of them:
//! the king itself blocks any from its other side. The same holds for ranks and both kinds
//! of diagonals, each kept apart.
//!
//! This never needs a line between two squares. In return it looks up every enemy slider,
//! wherever it stands; a program that already has their attacks along each line pays for
//! the king alone.
//!
//! - Lookup: two slider lookups for the king, one for each enemy rook or bishop, two for a
//!   queen; two loops over the enemy sliders.
//! - Tables: 64 files and diagonals of 8 bytes each, 16 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)#Opposite_Ray-Directions>.
//!
//! Suits programs that already have the enemy sliders' attacks along each line, which nothing here
//! measures. Loses to `pins-xray` over magics otherwise, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->time by that of
//! `pins-xray+sliders-magic+between-rectangular` on `positions`, hot / waiting /
//! beside 1 MiB: 1.52 / – / 1.32 on Zen 4; 1.67 / – / 1.41 on Golden Cove; 1.49 / – /
//! 1.36 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::lines::{self, DIAGONAL, FILE};
use lookup::pins::Pins;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, PieceKind, Position, Square, Table, Variant,
};

/// `S` for the king and every enemy slider, line by line.
#[derive(Clone, Copy, Debug)]
pub struct Opposite<S>(PhantomData<S>);

impl<S: Sliders> Pins for Opposite<S> {
    #[inline]
    fn pinned(position: &Position, side: Color) -> Bitboard {
        let (king, enemy, occupied) =
            (position.king(side).bitboard(), position.color(!side), position.occupied());
        let queens = position.kind(PieceKind::Queen);
        let rooks = (position.kind(PieceKind::Rook) | queens) & enemy;
        let bishops = (position.kind(PieceKind::Bishop) | queens) & enemy;
        let straight = |sliders| along(sliders, 0, |square| S::rook(square, occupied));
        let slanted = |sliders| along(sliders, 1, |square| S::bishop(square, occupied));
        let straight = meeting(straight(king), straight(rooks));
        let slanted = meeting(slanted(king), slanted(bishops));
        (straight | slanted) & position.color(side)
    }
}

impl<S: Sliders> Variant for Opposite<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

/// The file of each square, and its diagonal that leads up to the right, without it.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines::table([FILE, DIAGONAL]));

/// The attacks of some sliders, along the lines of a [table](LINES) and across them.
#[inline(always)]
fn along(sliders: Bitboard, table: usize, attacks: impl Fn(Square) -> Bitboard) -> [Bitboard; 2] {
    sliders.squares().fold([Bitboard::EMPTY; 2], |[along, across], square| {
        let (line, attacked) = (LINES.0[square.index()][table], attacks(square));
        [along | attacked & line, across | attacked & !line]
    })
}

#[inline(always)]
fn meeting([a, b]: [Bitboard; 2], [c, d]: [Bitboard; 2]) -> Bitboard {
    a & c | b & d
}

lookup::conformance!(pins, Opposite<lookup::Oracle>);
