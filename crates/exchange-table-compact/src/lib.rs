//! Exchanges by attack and defend bytes, in a table that fits a first-level cache.
//!
//! A table of answers by piece and two bytes repeats itself often. The captured piece only
//! adds its value, if there is a capture at all, so one slice serves all pieces: the
//! enemy's gain from retaking. Many of the 256 bytes cannot occur, and some of the others
//! are equivalent, whatever the other byte is: one more pawn does not matter where there
//! were enough. Bytes with the same answers, as attack and as defend byte, share a number.
//! 128 numbers are enough: with more, the table would not compile.
//!
//! - Lookup: three loads for a square, two for the numbers of its bytes, one from the
//!   table, and a condition; before that, per position, one slider lookup per slider, and a
//!   load and a store for each square that each piece attacks.
//! - Tables: 128 x 128 replies of a byte, 256 cache lines; 256 numbers of a byte, 4 cache
//!   lines; leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#EDsLookup> for the
//!   bytes; numbering them is the project's.
//!
//! Suits programs that keep attack and defend bytes but not 896 KiB: it takes 16 KiB, and hot it is
//! far faster than `exchange-swap` over prepared bytes. Loses to `exchange-table` there, and to
//! `exchange-swap` where bytes are built first.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 818.12 /
//! – on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::exchange::bytes::{self, NONE, replies};
use lookup::exchange::{self, ByBytes, Exchange, Rules};
use lookup::sliders::Sliders;
use lookup::{Base, CacheAligned, Identity, Leaps, Piece, Position, Square, Table, Variant};

/// Two renumberings and one load by bytes, which `S` finds for all squares together.
#[derive(Clone, Copy, Debug)]
pub struct Compact<S>(PhantomData<S>);

impl<S: Sliders> Exchange for Compact<S> {
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

impl<S: Sliders> ByBytes for Compact<S> {
    #[inline]
    fn see_bytes(target: Piece, attack: u8, defence: u8) -> i8 {
        answer(Some(target), attack, defence)
    }
}

impl<S: Sliders> Variant for Compact<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &NUMBERS, &REPLIES];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The numbers of bytes; bytes with the same answers on either side share one.
static NUMBERS: CacheAligned<[u8; 256]> = CacheAligned(numbers());

/// The enemy's gain from retaking, by the numbers of the two bytes.
static REPLIES: CacheAligned<[[i8; 128]; 128]> = CacheAligned(numbered());

#[inline(always)]
fn answer(target: Option<Piece>, attack: u8, defence: u8) -> i8 {
    let [attack, defence] = [attack, defence].map(|byte| NUMBERS.0[usize::from(byte)] % 128);
    let reply = REPLIES.0[usize::from(attack)][usize::from(defence)];
    match target {
        Some(target) if reply != NONE => exchange::value(target.kind()) - reply,
        _ => 0,
    }
}

/// The replies by the bytes themselves, at compile time only.
const BY_BYTES: &[[i8; 256]; 256] = &replies();

const fn numbered() -> [[i8; 128]; 128] {
    let (numbers, mut numbered, mut attack) = (&NUMBERS.0, [[NONE; 128]; 128], 0);
    while attack < 256 {
        let (mut defence, end) = (0, if exchange::can_occur(attack as u8) { 256 } else { 0 });
        while defence < end {
            if exchange::can_occur(defence as u8) {
                let [number, other] = [numbers[attack] as usize, numbers[defence] as usize];
                numbered[number][other] = BY_BYTES[attack][defence];
            }
            defence += 1;
        }
        attack += 1;
    }
    numbered
}

const fn numbers() -> [u8; 256] {
    let (mut numbers, mut given, mut byte) = ([0; 256], 0, 0);
    while byte < 256 {
        if exchange::can_occur(byte as u8) {
            let mut earlier = 0;
            while !(exchange::can_occur(earlier as u8) && alike(earlier, byte)) {
                earlier += 1;
            }
            if earlier == byte {
                numbers[byte] = given;
                given += 1;
            } else {
                numbers[byte] = numbers[earlier];
            }
        }
        byte += 1;
    }
    numbers
}

/// Whether these two give the same answers with every byte that can occur on the other
/// side.
const fn alike(a: usize, b: usize) -> bool {
    let mut other = 0;
    while other < 256 {
        let attacking = BY_BYTES[a][other] == BY_BYTES[b][other];
        let same = attacking && BY_BYTES[other][a] == BY_BYTES[other][b];
        if !same && exchange::can_occur(other as u8) {
            return false;
        }
        other += 1;
    }
    true
}

lookup::conformance!(exchange::bytes, Compact<lookup::Oracle>);
