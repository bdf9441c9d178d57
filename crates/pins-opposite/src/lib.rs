//! Pinned pieces where lines from either end meet.
//!
//! What the king sees along its file, as if it were a rook, and what all rooks and
//! queens of the enemy see along theirs meet on a piece only if it is the one piece
//! between the king and one of them: the king itself is in the way of any from
//! its other side. The same for ranks and both kinds of diagonals, kept apart.
//!
//! No line between two squares is ever asked for. In return every slider of the
//! enemy is looked up, wherever it stands; a program that has what they attack
//! along each line already pays for the king alone.
//!
//! - Lookup: two of the sliders' lookups for the king, and one for each enemy rook or
//!   bishop, two for a queen; two loops over what there is.
//! - Tables: 64 files and diagonals of 8 bytes each, 16 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)#Opposite_Ray-Directions>.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::pins::Pins;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, PieceKind, Position, Square, Table, Variant,
};

/// What `S` does, for the king and every slider of the enemy, line by line.
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

/// What some sliders attack, along the lines of a [table](LINES) and across them.
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

/// The file of each square, and its diagonal that leads up to the right.
static LINES: CacheAligned<[[Bitboard; 2]; 64]> = CacheAligned(lines());

const fn lines() -> [[Bitboard; 2]; 64] {
    let mut lines = [[Bitboard::EMPTY; 2]; 64];
    let mut slot = 0;
    while slot < 64 * 64 {
        let (square, other) = (slot / 64, slot % 64);
        let [file, diagonal] = &mut lines[square];
        if square % 8 == other % 8 {
            file.0 |= 1 << other;
        }
        // Files and ranks differ by the same along a diagonal.
        if square % 8 + other / 8 == other % 8 + square / 8 {
            diagonal.0 |= 1 << other;
        }
        slot += 1;
    }
    lines
}

lookup::pins::conformance!(Opposite<lookup::sliders::Oracle>);
