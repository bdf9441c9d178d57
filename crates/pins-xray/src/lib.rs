//! Pinned pieces from the king's x-rays through its own side.
//!
//! The king looks as a rook and as a bishop, then once more without those pieces of its own
//! side that it saw. The second look adds squares behind exactly one of them, and an enemy
//! slider there, of the kind that looks, pins it. The squares in between tell which piece
//! it pins.
//!
//! Most positions have no pin. The looks are the same in all of them, and only pinners need
//! an in-between.
//!
//! - Lookup: four slider lookups, and an in-between for each pinner; a loop that seldom
//!   runs.
//! - Tables: those of the sliders and of the in-between.
//! - Source: <https://www.chessprogramming.org/Checks_and_Pinned_Pieces_(Bitboards)#Absolute_Pins>.
//!
//! Suits engines that keep the usual lookups: in searches, `pins-byte-board-vbmi` showed no gain
//! over it. Loses to `pins-snipers` alone, hot and beside a working set.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 41.43 / –
//! on Zen 4; 47.24 / – on Golden Cove; 35.73 / – on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::between::Between;
use lookup::pins::Pins;
use lookup::sliders::Sliders;
use lookup::{Base, Bitboard, Color, Identity, Position, Table, Variant, attackers};

/// Two looks by `S` as either kind of slider, and `B` for each pinner.
#[derive(Clone, Copy, Debug)]
pub struct XRay<S, B>(PhantomData<(S, B)>);

impl<S: Sliders, B: Between> Pins for XRay<S, B> {
    #[inline]
    fn pinned(position: &Position, side: Color) -> Bitboard {
        let (king, own, occupied) =
            (position.king(side), position.color(side), position.occupied());
        let (straight, slanted) = (S::rook(king, occupied), S::bishop(king, occupied));
        let behind_straight = S::rook(king, occupied & !(straight & own)) & !straight;
        let behind_slanted = S::bishop(king, occupied & !(slanted & own)) & !slanted;
        let pinners = attackers::sliders(position, behind_straight, behind_slanted);
        let pinners = pinners & position.color(!side);
        let on_lines = pinners
            .squares()
            .fold(Bitboard::EMPTY, |on_lines, pinner| on_lines | B::between(king, pinner));
        on_lines & own
    }
}

impl<S: Sliders, B: Between> Variant for XRay<S, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<B>()];
}

lookup::conformance!(pins, XRay<lookup::Oracle, lookup::Oracle>);
