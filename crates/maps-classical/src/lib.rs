//! Attack maps of two sets per square, one the transpose of the other.
//!
//! For each square Chess 4.5 kept the attacks of the piece on it, `ATKFR`, and its
//! attackers, `ATKTO`, and took nearly all it needed from there. A move changes the attacks
//! of its own squares, and the lines of the sliders that saw a square become empty or
//! occupied; `ATKTO` of that square names them. Only these are looked up again, and the
//! transpose changes only where old and new sets differ.
//!
//! The squares of a move are those that one side occupies only before or only after it.
//! That holds for captures, castling, en passant and promotions alike, and backwards:
//! unmaking a move is making it the other way. Two positions are all it takes.
//!
//! - Map: 2 x 64 sets of 8 bytes, 16 cache lines.
//! - Lookup: one load. A move costs a getter for each of its squares and each slider that
//!   saw them, and a load and a store for each square that is newly or no longer attacked.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#Classical_Approach>,
//!   after Slate and Atkin, Chess 4.5, in Chess Skill in Man and Machine (1977).
//!
//! Suits programs that ask many questions a ply: over magics it is faster than `maps-on-the-fly`
//! with eight, and far faster with 128. Loses to that with four, and with eight to
//! `maps-word-board-vbmi` where AVX-512 VBMI is there.
//!
//! Measured: <!-- published: figures -->time by that of `maps-on-the-fly+sliders-magic`
//! on `middlegame`, hot / waiting / beside 1 MiB: 0.86 / – / 0.88 on Zen 4; 0.86 / – /
//! 0.79 on Golden Cove; 0.83 / – / 0.86 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attackers::attacks_from;
use lookup::maps::Maps;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Move, PieceKind, Position, Square, Table,
    Variant,
};

/// Both sets of every square, with slider attacks by `S`.
#[derive(Clone, Copy, Debug)]
pub struct Classical<S> {
    from: [Bitboard; 64],
    to: [Bitboard; 64],
    sliders: PhantomData<S>,
}

impl<S: Sliders> Maps for Classical<S> {
    fn of(position: &Position) -> Self {
        let none = [Bitboard::EMPTY; 64];
        let mut map = Classical { from: none, to: none, sliders: PhantomData };
        map.renew(position.occupied(), position);
        map
    }

    #[inline]
    fn make(&mut self, before: &Position, _: Move, after: &Position) {
        self.update(before, after);
    }

    #[inline]
    fn unmake(&mut self, before: &Position, _: Move, after: &Position) {
        self.update(after, before);
    }

    #[inline]
    fn attacks_from(&self, _: &Position, square: Square) -> Bitboard {
        self.from[square.index()]
    }

    #[inline]
    fn attackers_to(&self, _: &Position, square: Square) -> Bitboard {
        self.to[square.index()]
    }
}

impl<S: Sliders> Classical<S> {
    /// Updates the map from one position to another, one move away.
    #[inline]
    fn update(&mut self, old: &Position, new: &Position) {
        let [white, black] = Color::ALL.map(|color| old.color(color) ^ new.color(color));
        let opened_or_closed = old.occupied() ^ new.occupied();
        let seers = opened_or_closed
            .squares()
            .fold(Bitboard::EMPTY, |seers, square| seers | self.to[square.index()]);
        let sliders =
            new.kind(PieceKind::Bishop) | new.kind(PieceKind::Rook) | new.kind(PieceKind::Queen);
        self.renew(white | black | (seers & sliders), new);
    }

    /// Looks up the attacks of these squares again.
    #[inline]
    fn renew(&mut self, squares: Bitboard, position: &Position) {
        for square in squares.squares() {
            let attacks = attacks_from::<S>(position, square, &LEAPS.0);
            let changed = self.from[square.index()] ^ attacks;
            self.from[square.index()] = attacks;
            for other in changed.squares() {
                let attackers = &mut self.to[other.index()];
                *attackers = *attackers ^ square.bitboard();
            }
        }
    }
}

impl<S: Sliders> Variant for Classical<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

lookup::conformance!(maps, Classical<lookup::Oracle>);
