//! Pinned pieces from slider attacks, and nothing else.
//!
//! Seen through all pieces of its own side, the king's lines end with the first enemy on
//! each. If that is a slider of the right kind, its attacks and the king's own attacks as
//! such a slider meet only on the line between them: on the one piece that stands there; on
//! empty squares, where nothing is pinned; or, with two pieces between, nowhere. Parallel
//! lines do not meet, and behind either end the other is in the way.
//!
//! An engine that has attack getters needs no in-between table.
//!
//! - Lookup: four slider lookups, and one more for each slider with only the king's own
//!   pieces before it; two loops that seldom run.
//! - Tables: those of the sliders.
//! - Source: <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)#Opposite_Ray-Directions>,
//!   for one pinner at a time.
//!
//! Suits engines with slider lookups and nothing else: over magics it is faster than `pins-xray`,
//! hot and beside a working set. Loses to `pins-snipers` over `between-select`, which needs 1 KiB.
//!
//! Measured: <!-- published: figures -->time by that of
//! `pins-xray+sliders-magic+between-rectangular` on `positions`, hot / waiting /
//! beside 1 MiB: 0.94 / – / 0.93 on Zen 4; 0.96 / – / 0.94 on Golden Cove; 0.96 / – /
//! 0.93 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::pins::Pins;
use lookup::sliders::Sliders;
use lookup::{Base, Bitboard, Color, Identity, PieceKind, Position, Square, Table, Variant};

/// `S` for the king and the sliders that look at it.
#[derive(Clone, Copy, Debug)]
pub struct NoTable<S>(PhantomData<S>);

impl<S: Sliders> Pins for NoTable<S> {
    #[inline]
    fn pinned(position: &Position, side: Color) -> Bitboard {
        let queens = position.kind(PieceKind::Queen);
        let rooks = position.kind(PieceKind::Rook) | queens;
        let bishops = position.kind(PieceKind::Bishop) | queens;
        let met = met(position, side, rooks, S::rook) | met(position, side, bishops, S::bishop);
        met & position.color(side)
    }
}

impl<S: Sliders> Variant for NoTable<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

/// The squares that the king and the sliders of one kind both attack, on the lines between
/// them.
#[inline(always)]
fn met(
    position: &Position,
    side: Color,
    sliders: Bitboard,
    attacks: impl Fn(Square, Bitboard) -> Bitboard,
) -> Bitboard {
    let (king, enemy, occupied) = (position.king(side), position.color(!side), position.occupied());
    let snipers = attacks(king, enemy) & enemy & sliders;
    let met =
        snipers.squares().fold(Bitboard::EMPTY, |met, sniper| met | attacks(sniper, occupied));
    met & attacks(king, occupied)
}

lookup::conformance!(pins, NoTable<lookup::Oracle>);
