//! Attack and defend bytes of all squares at once.
//!
//! Building the bytes of 64 squares piece by piece takes a load and a store for each
//! attacked square. The same 64 bytes are eight sets of squares, one per bit. Counting a
//! piece is then one addition of three bits in all squares together, and noting its kind is
//! a union, however many squares it attacks. Pawns need one addition for each of their two
//! directions. The queries pay for it: each gathers two bytes from sixteen sets.
//!
//! - Lookup: sixteen loads and shifts per square, and one `B` lookup by bytes; before that,
//!   per position, one slider lookup per slider, and a load per knight and king.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and those of the
//!   sliders and of `B`.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#EDsLookup> for the
//!   bytes; keeping them as sets is the project's.
//!
//! Suits programs that ask for all captures and ignore x-rays: hot, it is faster than
//! `exchange-swap` over the same magics. Loses to `exchange-attackers` for all captures, and most
//! of all for one.
//!
//! Measured: <!-- published: figures -->cycles on `positions`, hot / waiting: 336.39 /
//! – on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::exchange::{ByBytes, Exchange, Rules};
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Piece, PieceKind, Position, Square,
    Table, Variant,
};

/// Bytes found by `S`, kept as sets and interpreted by `B`.
#[derive(Clone, Copy, Debug)]
pub struct Planes<S, B>(PhantomData<(S, B)>);

impl<S: Sliders, B: ByBytes> Exchange for Planes<S, B> {
    const RULES: Rules = Rules::Bytes;

    /// The squares whose attack byte has a bit, by side and bit.
    type Prepared = [[Bitboard; 8]; 2];

    #[inline]
    fn prepare(position: &Position) -> [[Bitboard; 8]; 2] {
        Color::ALL.map(|color| planes::<S>(position, color))
    }

    #[inline]
    fn see(position: &Position, planes: &[[Bitboard; 8]; 2], square: Square) -> i8 {
        let Some(target) = position.piece_on(square) else { return 0 };
        let side = position.side_to_move();
        let [attack, defence] = [side, !side].map(|side| {
            planes[side as usize]
                .iter()
                .rfold(0, |byte, plane| byte << 1 | u8::from(plane.contains(square)))
        });
        B::see_bytes(target, attack, defence)
    }
}

impl<S: Sliders, B: ByBytes> Variant for Planes<S, B> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<B>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

#[inline(always)]
fn planes<S: Sliders>(position: &Position, color: Color) -> [Bitboard; 8] {
    let (mut planes, occupied) = ([Bitboard::EMPTY; 8], position.occupied());
    let of = |kind| position.pieces(Piece::new(kind, color));
    for attacked in pawns(of(PieceKind::Pawn).0, color) {
        add(&mut planes, 3, attacked);
    }
    for from in of(PieceKind::Knight).squares() {
        add(&mut planes, 4, LEAPS.0[from.index()].knight);
    }
    for from in of(PieceKind::Bishop).squares() {
        add(&mut planes, 4, S::bishop(from, occupied));
    }
    for from in of(PieceKind::Rook).squares() {
        add(&mut planes, 5, S::rook(from, occupied));
    }
    for from in of(PieceKind::Queen).squares() {
        add(&mut planes, 6, S::queen(from, occupied));
    }
    add(&mut planes, 7, LEAPS.0[position.king(color).index()].king);
    planes
}

/// Counts one more attacker of these squares, up to 7, and notes its kind.
#[inline(always)]
fn add(planes: &mut [Bitboard; 8], kind: usize, attacked: Bitboard) {
    let [ones, twos, fours, ..] = *planes;
    let carried = attacked & !(ones & twos & fours);
    let twice = ones & carried;
    planes[0] = ones ^ carried;
    planes[1] = twos ^ twice;
    planes[2] = fours | (twos & twice);
    planes[kind] = planes[kind] | attacked;
}

/// Pawn attacks towards the a-file, and towards the h-file.
#[inline(always)]
fn pawns(pawns: u64, color: Color) -> [Bitboard; 2] {
    let sides = [pawns >> 1 & 0x7f7f_7f7f_7f7f_7f7f, pawns << 1 & 0xfefe_fefe_fefe_fefe];
    sides.map(|beside| match color {
        Color::White => Bitboard(beside << 8),
        Color::Black => Bitboard(beside >> 8),
    })
}

lookup::conformance!(exchange, Planes<lookup::Oracle, lookup::Oracle>);
