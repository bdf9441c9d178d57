//! Attack maps of a set of piece numbers per square and a set of squares per piece.
//!
//! No game has more than 32 pieces. Numbered once, by kind and side, they fit a word
//! half the size of a set of squares. The word tells at once which pieces attack a square,
//! and how many. IsiChess kept one per square, and the attacks of each piece. To find where
//! the attackers stand, their numbers must be looked up in a list, one after the other.
//!
//! A move changes the attacks of its own pieces, and the lines of the sliders that saw a
//! square become empty or occupied. A piece keeps its number when it moves or promotes. The
//! numbers of captured pieces are kept in the order of capture, so unmaking a move restores
//! them.
//!
//! A map built with more pieces keeps nothing, and finds every answer anew.
//!
//! - Map: 64 sets of 4 bytes, 32 of 8, and the lists, 11 cache lines.
//! - Lookup: from a square, two dependent loads; to a square, a load and one more for each
//!   attacker, in a loop. A move costs a getter for each piece that it moves or captures
//!   and each slider that saw their squares, and a load and a store for each square that is
//!   newly or no longer attacked.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#Piece-Sets>.
//!
//! Suits programs that want a map of 648 bytes and ask a great many questions: with 128 a ply it is
//! faster than `maps-on-the-fly` over magics. Loses to that with eight, and to `maps-classical`.
//!
//! Measured: <!-- published: figures -->time by that of `maps-on-the-fly+sliders-magic`
//! on `middlegame`, hot / waiting / beside 1 MiB: 1.70 / – / 1.59 on Zen 4; 1.78 / – /
//! 1.33 on Golden Cove; 1.76 / – / 1.65 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::attackers::attacks_from;
use lookup::maps::Maps;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, Move, Piece, PieceKind, Position, Square,
    Table, Variant,
};

/// Sets of 32 pieces and their squares, with slider attacks by `S`.
#[derive(Clone, Copy, Debug)]
pub struct PieceSets<S> {
    /// The pieces that attack each square.
    attackers: [u32; 64],
    /// The attacks of each piece; empty once it is captured.
    attacks: [Bitboard; 32],
    /// The square of each piece, or where it was captured.
    squares: [Square; 32],
    /// The piece on each square, if there is one.
    numbers: [u8; 64],
    /// The captured pieces, in order, and how many.
    taken: ([u8; 32], u8),
    /// The pieces that slide.
    sliders: u32,
    /// There were more pieces than numbers, so none has any.
    is_crowded: bool,
    lines: PhantomData<S>,
}

impl<S: Sliders> Maps for PieceSets<S> {
    fn of(position: &Position) -> Self {
        let mut map = PieceSets {
            attackers: [0; 64],
            attacks: [Bitboard::EMPTY; 32],
            squares: [Square::A1; 32],
            numbers: [0; 64],
            taken: ([0; 32], 0),
            sliders: 0,
            is_crowded: position.occupied().0.count_ones() > 32,
            lines: PhantomData,
        };
        if map.is_crowded {
            return map;
        }
        let squares = Piece::ALL.into_iter().flat_map(|piece| position.pieces(piece).squares());
        for (number, square) in (0..).zip(squares) {
            map.put(number, square, position);
            map.renew(number, attacks::<S>(position, square));
        }
        map
    }

    #[inline]
    fn make(&mut self, before: &Position, m: Move, after: &Position) {
        self.update(before, (m.from, m.to), after);
    }

    #[inline]
    fn unmake(&mut self, before: &Position, m: Move, after: &Position) {
        self.update(after, (m.to, m.from), before);
    }

    #[inline]
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard {
        if self.is_crowded {
            return anew::<S>(position, square).0;
        }
        let attacks = self.attacks[usize::from(self.numbers[square.index()] % 32)];
        if position.occupied().contains(square) { attacks } else { Bitboard::EMPTY }
    }

    #[inline]
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard {
        if self.is_crowded {
            return anew::<S>(position, square).1;
        }
        numbers(self.attackers[square.index()]).fold(Bitboard::EMPTY, |set, number| {
            set | self.squares[usize::from(number % 32)].bitboard()
        })
    }
}

impl<S: Sliders> PieceSets<S> {
    /// Updates the map from one position to another, one move away, in which a piece has
    /// gone from one square to another.
    #[inline]
    fn update(&mut self, old: &Position, (from, to): (Square, Square), new: &Position) {
        if self.is_crowded {
            return;
        }
        let us = if old.color(Color::White).contains(from) { Color::White } else { Color::Black };
        let left = |color| old.color(color) & !new.color(color);
        let reached = |color| new.color(color) & !old.color(color);
        let opened_or_closed = (old.occupied() ^ new.occupied()).squares();
        let seers = opened_or_closed.fold(0, |seers, s| seers | self.attackers[s.index()]);
        let mut stale = seers & self.sliders;
        for square in left(!us).squares() {
            let number = self.numbers[square.index()];
            let (taken, count) = &mut self.taken;
            taken[usize::from(*count % 32)] = number;
            *count += 1;
            self.renew(number, Bitboard::EMPTY);
            stale &= !(1 << number);
        }
        // In castling, the rook has gone between the other two squares.
        let rook_from = (left(us) & !from.bitboard()).squares();
        let rook_to = (reached(us) & !to.bitboard()).squares();
        for (from, to) in [(from, to)].into_iter().chain(rook_from.zip(rook_to)) {
            let number = self.numbers[from.index()];
            self.put(number, to, new);
            stale |= 1 << number;
        }
        for square in reached(!us).squares() {
            let (taken, count) = &mut self.taken;
            *count -= 1;
            let number = taken[usize::from(*count % 32)];
            self.put(number, square, new);
            stale |= 1 << number;
        }
        for number in numbers(stale) {
            self.renew(number, attacks::<S>(new, self.squares[usize::from(number % 32)]));
        }
    }

    /// Notes the square of a piece, and whether it slides.
    #[inline]
    fn put(&mut self, number: u8, square: Square, position: &Position) {
        self.squares[usize::from(number)] = square;
        self.numbers[square.index()] = number;
        let slides = position.kind(PieceKind::Bishop)
            | position.kind(PieceKind::Rook)
            | position.kind(PieceKind::Queen);
        self.sliders &= !(1 << number);
        self.sliders |= u32::from(slides.contains(square)) << number;
    }

    /// Notes the attacks of a piece.
    #[inline]
    fn renew(&mut self, number: u8, attacks: Bitboard) {
        let changed = self.attacks[usize::from(number)] ^ attacks;
        self.attacks[usize::from(number)] = attacks;
        for square in changed.squares() {
            self.attackers[square.index()] ^= 1 << number;
        }
    }
}

impl<S: Sliders> Variant for PieceSets<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The numbers in a set of pieces, in order.
#[inline(always)]
fn numbers(set: u32) -> impl Iterator<Item = u8> {
    Bitboard(u64::from(set)).squares().map(|number| number as u8)
}

#[inline(always)]
fn attacks<S: Sliders>(position: &Position, square: Square) -> Bitboard {
    attacks_from::<S>(position, square, &LEAPS.0)
}

/// What a square attacks and what attacks it, with every piece asked.
// Inlined, it makes two questions to a usual map take 10.4 ns for 7.3.
#[cold]
#[inline(never)]
fn anew<S: Sliders>(position: &Position, square: Square) -> (Bitboard, Bitboard) {
    let pieces = position.occupied().squares();
    let attackers = pieces.filter(|&from| attacks::<S>(position, from).contains(square));
    let attackers = attackers.fold(Bitboard::EMPTY, |set, from| set | from.bitboard());
    (attacks::<S>(position, square), attackers)
}

lookup::conformance!(maps, PieceSets<lookup::Oracle>);
