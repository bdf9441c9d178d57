//! Attack maps of a row per piece, tested all at once.
//!
//! No game has more than 32 pieces. Numbered once, each has a row, the set of squares that it
//! attacks. Nothing is kept by square: the pieces that attack a square are those whose rows have
//! it, and AVX2 tests four rows at a time. A second list has each piece's own square, so the same
//! pass that compares the rows joins the attackers' squares, without a loop over them.
//!
//! A move writes few words. One pass finds all sliders that saw any square become empty or
//! occupied, for all squares of the move together; their rows and those of the pieces that arrive
//! are looked up again. A map by square must then change each square that is newly or no longer
//! attacked, where this one stores a row.
//!
//! A piece that arrives takes any free number, so unmaking a move is making it backwards. Soul
//! restores a copy of all rows instead, 256 bytes for each ply; `maps-stack` does that with any
//! map. Soul also goes from numbers to squares in a loop. A map built with more pieces keeps
//! nothing, and walks.
//!
//! - Map: 32 rows and 32 squares of 8 bytes, 64 numbers of a byte and the free ones, 10 cache
//!   lines.
//! - Lookup: from a square, two dependent loads; to a square, 16 loads and some 30 instructions in
//!   AVX2, 32 comparisons without. A move costs one lookup to squares, and a getter and a store
//!   for each piece that it moves and each slider that saw their squares.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://github.com/Aethdv/Soul/pull/123>; the way back to squares by this project.
//!
//! Suits programs without AVX-512 that ask eight questions a ply or so: over magics it is faster
//! than `maps-on-the-fly` in middlegames, and faster than `maps-classical` where nothing is asked.
//! Loses to `maps-classical` with 16 questions, and with eight to `maps-word-board-vbmi` where
//! AVX-512 VBMI is there.
//!
//! Measured: <!-- published: figures -->time by that of `maps-on-the-fly+sliders-magic`
//! on `middlegame`, hot / waiting / beside 1 MiB: 0.91 / – / 0.89 on Zen 4; 0.83 / – /
//! 0.87 on Golden Cove.<!-- end -->
#![no_std]

use core::marker::PhantomData;
use lookup::attackers::{self, attacks_from};
use lookup::maps::{self, Maps};
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Features, Identity, Leaps, Move, PieceKind, Position, Square,
    Table, Variant, deltas,
};

/// A row and a square for each of 32 pieces, with slider attacks by `S`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct PieceRows<S> {
    /// What each piece attacks; empty where no piece has the number.
    rows: Sets,
    /// The square of each piece.
    places: Sets,
    /// The number of the piece on each square, if there is one.
    numbers: [u8; 64],
    /// The numbers that no piece has.
    free: u32,
    /// There were more pieces than numbers, so none has any.
    is_crowded: bool,
    sliders: PhantomData<S>,
}

/// A set for each number.
type Sets = [Bitboard; 32];

impl<S: Sliders> Maps for PieceRows<S> {
    fn of(position: &Position) -> Self {
        let mut map = PieceRows {
            rows: [Bitboard::EMPTY; 32],
            places: [Bitboard::EMPTY; 32],
            numbers: [0; 64],
            free: u32::MAX,
            is_crowded: position.occupied().0.count_ones() > 32,
            sliders: PhantomData,
        };
        if !map.is_crowded {
            map.place(position.occupied());
            map.renew(position.occupied(), position);
        }
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
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard {
        if self.is_crowded {
            return walked(position, square).0;
        }
        let attacks = self.rows[self.number(square)];
        if position.occupied().contains(square) { attacks } else { Bitboard::EMPTY }
    }

    #[inline]
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard {
        if self.is_crowded {
            return walked(position, square).1;
        }
        self.attackers(square.bitboard())
    }
}

impl<S: Sliders> PieceRows<S> {
    /// Updates the map from one position to another, one move away.
    #[inline]
    fn update(&mut self, old: &Position, new: &Position) {
        if self.is_crowded {
            return;
        }
        let changed = deltas::changed(old, new);
        let seers = self.attackers(old.occupied() ^ new.occupied());
        let sliders =
            new.kind(PieceKind::Bishop) | new.kind(PieceKind::Rook) | new.kind(PieceKind::Queen);
        for square in (changed & old.occupied()).squares() {
            let number = self.number(square);
            self.rows[number] = Bitboard::EMPTY;
            self.free |= 1 << number;
        }
        let arrived = changed & new.occupied();
        self.place(arrived);
        self.renew(arrived | (seers & sliders), new);
    }

    /// Gives free numbers to the pieces on some squares.
    #[inline]
    fn place(&mut self, squares: Bitboard) {
        for square in squares.squares() {
            let number = self.free.trailing_zeros() as u8 % 32;
            self.free &= self.free.wrapping_sub(1);
            self.numbers[square.index()] = number;
            self.places[usize::from(number)] = square.bitboard();
        }
    }

    /// Looks up the attacks of the pieces on some squares again.
    #[inline]
    fn renew(&mut self, squares: Bitboard, position: &Position) {
        for square in squares.squares() {
            self.rows[self.number(square)] = attacks_from::<S>(position, square, &LEAPS.0);
        }
    }

    #[inline]
    fn number(&self, square: Square) -> usize {
        usize::from(self.numbers[square.index()] % 32)
    }

    /// The pieces that attack any of some squares.
    #[inline]
    fn attackers(&self, squares: Bitboard) -> Bitboard {
        let (rows, places) = (&self.rows, &self.places);
        lookup::dispatch!(x86::seeing(rows, places, squares), seeing(rows, places, squares))
    }
}

impl<S: Sliders> Variant for PieceRows<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2");

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The places of the pieces whose rows have any of some squares.
fn seeing(rows: &Sets, places: &Sets, squares: Bitboard) -> Bitboard {
    let seeing = rows.iter().zip(places).filter(|&(&row, _)| !(row & squares).is_empty());
    seeing.fold(Bitboard::EMPTY, |set, (_, &place)| set | place)
}

/// What a square attacks and what attacks it.
#[cold]
#[inline(never)]
fn walked(position: &Position, square: Square) -> (Bitboard, Bitboard) {
    (maps::attacks(position, square), attackers::oracle(position, square))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Sets;
    use core::arch::x86_64::*;
    use lookup::Bitboard;

    // The compiler makes the same of the other loop where it stands alone, but 32 comparisons one
    // by one where it is inlined.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub(super) fn seeing(rows: &Sets, places: &Sets, squares: Bitboard) -> Bitboard {
        let squares = _mm256_set1_epi64x(squares.0.cast_signed());
        let mut set = _mm256_setzero_si256();
        for (rows, places) in rows.as_chunks().0.iter().zip(places.as_chunks().0) {
            let common = _mm256_and_si256(loaded(rows), squares);
            let blind = _mm256_cmpeq_epi64(common, _mm256_setzero_si256());
            set = _mm256_or_si256(set, _mm256_andnot_si256(blind, loaded(places)));
        }
        let half = _mm_or_si128(_mm256_castsi256_si128(set), _mm256_extracti128_si256::<1>(set));
        Bitboard((_mm_cvtsi128_si64(half) | _mm_extract_epi64::<1>(half)).cast_unsigned())
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn loaded(sets: &[Bitboard; 4]) -> __m256i {
        // SAFETY: there are four sets of 8 bytes.
        unsafe { _mm256_loadu_si256(sets.as_ptr().cast()) }
    }
}

lookup::conformance!(maps, PieceRows<lookup::Oracle>, processor);
