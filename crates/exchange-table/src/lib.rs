//! Exchanges by attack and defend bytes, as in Rebel.
//!
//! One pass over the pieces adds each to the bytes of the squares it attacks, kept for
//! either side. From then on every exchange in the position is one load: the piece on the
//! square, its attackers' byte and its defenders' byte select the answer for all such
//! squares.
//!
//! As on the page, the table has 14 slices. Twelve are for the pieces; those of the two
//! kings are never used, and those of the two colors are alike. Here the next slice is for
//! the empty square, and the last is unused. `lookup::exchange::can_occur` tells which of
//! the 256 bytes occur.
//!
//! - Lookup: three loads for a square and one from the table; before that, per position,
//!   one slider lookup per slider, and a load and a store for each square that each piece
//!   attacks.
//! - Tables: 14 x 256 x 256 answers of a byte, 14336 cache lines; leaper attacks of 64
//!   squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#EDsLookup>, after Ed
//!   Schröder; this project computed the answers.
//!
//! Suits programs that keep attack and defend bytes and ignore x-rays: where they are there before,
//! it is far faster than `exchange-swap` over magics. Loses to that where the bytes are built
//! first, and most of all for one capture.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 812.93 /
//! 796.93 on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::exchange::bytes::{self, NONE, replies};
use lookup::exchange::{self, ByBytes, Exchange, Rules};
use lookup::sliders::Sliders;
use lookup::{
    Base, CacheAligned, Identity, Leaps, Piece, PieceKind, Position, Square, Table, Variant,
};

/// One load by two bytes, which `S` finds for all squares together.
#[derive(Clone, Copy, Debug)]
pub struct ByTable<S>(PhantomData<S>);

impl<S: Sliders> Exchange for ByTable<S> {
    const RULES: Rules = Rules::Bytes;

    /// The attack bytes of the squares, by side.
    type Prepared = [[u8; 64]; 2];

    #[inline]
    fn prepare(position: &Position) -> [[u8; 64]; 2] {
        bytes::of_all(position, |piece, from| {
            bytes::attacked::<S>(piece, from, position.occupied(), &LEAPS.0[from.index()])
        })
    }

    #[inline]
    fn see(position: &Position, bytes: &[[u8; 64]; 2], square: Square) -> i8 {
        let side = position.side_to_move();
        let [attack, defence] = [side, !side].map(|side| bytes[side as usize][square.index()]);
        answer(position.piece_on(square), attack, defence)
    }
}

impl<S: Sliders> ByBytes for ByTable<S> {
    #[inline]
    fn see_bytes(target: Piece, attack: u8, defence: u8) -> i8 {
        answer(Some(target), attack, defence)
    }
}

impl<S: Sliders> Variant for ByTable<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &ANSWERS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

static ANSWERS: CacheAligned<[[[i8; 256]; 256]; 14]> = CacheAligned(answers());

#[inline(always)]
fn answer(target: Option<Piece>, attack: u8, defence: u8) -> i8 {
    let slice = target.map_or(EMPTY, |piece| piece as usize);
    ANSWERS.0[slice][usize::from(attack)][usize::from(defence)]
}

/// The slice of the empty square, which holds no gain.
const EMPTY: usize = 12;

const fn answers() -> [[[i8; 256]; 256]; 14] {
    let (replies, mut answers) = (replies(), [[[0; 256]; 256]; 14]);
    let mut piece = 0;
    while piece < 12 {
        let value = exchange::value(PieceKind::ALL[piece / 2]);
        let mut attack = 0;
        while attack < 256 {
            let (row, mut defence) = (&replies[attack], 0);
            // Bytes that cannot occur give no answers.
            let end = if exchange::can_occur(attack as u8) { 256 } else { 0 };
            while defence < end {
                if row[defence] != NONE {
                    answers[piece][attack][defence] = value - row[defence];
                }
                defence += 1;
            }
            attack += 1;
        }
        answers[piece + 1] = answers[piece];
        piece += 2;
    }
    answers
}

lookup::conformance!(exchange::bytes, ByTable<lookup::Oracle>);
