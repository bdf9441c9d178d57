//! Attack maps of a matrix of bytes: by rank, what each piece attacks there.
//!
//! No game has more than 32 pieces. What a piece attacks has a byte for each rank, and the bytes
//! of 16 pieces lie side by side in a vector. The attackers of a square all lie in the two vectors
//! of its rank: a comparison of the file's bit finds them, and no other rank is read.
//!
//! The board has the number of each square's piece. A shuffle of the two comparisons by these
//! numbers takes attackers back to squares, 16 at a time, without a loop over them. Numbers of the
//! second half have the highest bit, which a shuffle makes a zero of, so one exclusive or turns
//! them from one half to the other. Nothing is cleared: numbers of squares that were left are cut
//! off with all empty squares, and bytes of pieces that were taken have no square.
//!
//! A set is spread over eight vectors, so what a piece attacks takes eight loads, and eight stores
//! when it changes. A piece that arrives takes any free number, so unmaking a move is making it
//! backwards. A map built with more pieces keeps nothing, and walks.
//!
//! Petrel kept a matrix of 16 pieces for each side and went from pieces to squares in a loop; since
//! May 2026 it keeps a row per piece, as `maps-piece-rows` does.
//!
//! - Map: 8 x 32 bytes, 64 numbers of a byte and the free ones, 6 cache lines.
//! - Lookup: from a square, a load and eight dependent ones; to a square, six loads of 16 bytes,
//!   two comparisons and eight shuffles of SSSE3. A move costs two comparisons for each square that
//!   opens or closes, and a getter and eight stores for each piece that it moves and each slider
//!   that saw their squares.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://github.com/AleksPeshkov/petrel>; the way back to squares by this project.
//!
//! Suits programs that ask a map of 384 bytes 16 questions a ply or more: with 16 it is faster than
//! `maps-on-the-fly` over magics in middlegames. Loses to `maps-piece-rows` with any number of
//! questions, and with eight to `maps-on-the-fly`.
//!
//! Measured: <!-- published: figures -->time by that of `maps-on-the-fly+sliders-magic`
//! on `middlegame`, hot / waiting / beside 1 MiB: 1.15 / – / 1.11 on Zen 4; 1.15 / – /
//! 1.09 on Golden Cove.<!-- end -->
#![no_std]

use core::array;
use core::marker::PhantomData;
use lookup::attackers::{self, attacks_from};
use lookup::maps::{self, Maps};
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Features, Identity, Leaps, Move, PieceKind, Position, Square,
    Table, Variant, deltas,
};

/// Two vectors for each rank, with slider attacks by `S`.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct RankMatrix<S> {
    /// For each rank and piece, the files of what it attacks there.
    ranks: [Rank; 8],
    /// For each occupied square the number of its piece: the place in its half, and 128 more in
    /// the second.
    numbers: Numbers,
    /// The numbers that no piece has, 16 of each half.
    free: u32,
    /// There were more pieces than numbers, so none has any.
    is_crowded: bool,
    sliders: PhantomData<S>,
}

/// The bytes of 32 pieces.
type Rank = [[u8; 16]; 2];
type Numbers = [u8; 64];

impl<S: Sliders> Maps for RankMatrix<S> {
    fn of(position: &Position) -> Self {
        let mut map = RankMatrix {
            ranks: [[[0; 16]; 2]; 8],
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
        let attacks = self.row(square);
        if position.occupied().contains(square) { attacks } else { Bitboard::EMPTY }
    }

    #[inline]
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard {
        if self.is_crowded {
            return walked(position, square).1;
        }
        self.attackers(square.bitboard()) & position.occupied()
    }
}

impl<S: Sliders> RankMatrix<S> {
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
            let number = self.numbers[square.index()];
            self.free |= 1 << (number % 16 + number / 128 * 16);
        }
        let arrived = changed & new.occupied();
        self.place(arrived);
        self.renew(arrived | (seers & sliders), new);
    }

    /// Gives free numbers to the pieces on some squares.
    #[inline]
    fn place(&mut self, squares: Bitboard) {
        for square in squares.squares() {
            let number = self.free.trailing_zeros() as u8;
            self.free &= self.free.wrapping_sub(1);
            self.numbers[square.index()] = number % 16 + number / 16 % 2 * 128;
        }
    }

    /// Looks up the attacks of the pieces on some squares again.
    #[inline]
    fn renew(&mut self, squares: Bitboard, position: &Position) {
        for square in squares.squares() {
            self.set_row(square, attacks_from::<S>(position, square, &LEAPS.0));
        }
    }

    /// What the piece with the number of a square attacks.
    #[inline]
    fn row(&self, square: Square) -> Bitboard {
        let (half, piece) = column(self.numbers[square.index()]);
        Bitboard(u64::from_le_bytes(array::from_fn(|rank| self.ranks[rank][half][piece])))
    }

    #[inline]
    fn set_row(&mut self, square: Square, attacks: Bitboard) {
        let (half, piece) = column(self.numbers[square.index()]);
        for (rank, files) in self.ranks.iter_mut().zip(attacks.0.to_le_bytes()) {
            rank[half][piece] = files;
        }
    }

    /// The squares of the pieces that attack any of some squares, and some empty ones.
    #[inline]
    fn attackers(&self, squares: Bitboard) -> Bitboard {
        let (ranks, numbers) = (&self.ranks, &self.numbers);
        lookup::dispatch!(x86::seeing(ranks, numbers, squares), seeing(ranks, numbers, squares))
    }
}

impl<S: Sliders> Variant for RankMatrix<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
    const NEEDS: Features = processor::NEEDS;
}

// The shuffle is of SSSE3. Records know this one, which includes it.
lookup::processor!("sse4.2");

/// The half and the place there that a number stands for.
#[inline(always)]
fn column(number: u8) -> (usize, usize) {
    (usize::from(number / 128), usize::from(number % 16))
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The squares whose numbers have any of some squares in their columns.
fn seeing(ranks: &[Rank; 8], numbers: &Numbers, squares: Bitboard) -> Bitboard {
    let sees = |number: u8, square: Square| {
        let (half, piece) = column(number);
        ranks[usize::from(square.rank())][half][piece] >> square.file() & 1 == 1
    };
    let seeing = |&other: &Square| squares.squares().any(|s| sees(numbers[other.index()], s));
    Square::ALL.into_iter().filter(seeing).fold(Bitboard::EMPTY, |set, s| set | s.bitboard())
}

/// What a square attacks and what attacks it.
#[cold]
#[inline(never)]
fn walked(position: &Position, square: Square) -> (Bitboard, Bitboard) {
    (maps::attacks(position, square), attackers::oracle(position, square))
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Numbers, Rank};
    use core::arch::x86_64::*;
    use lookup::Bitboard;

    #[inline]
    #[target_feature(enable = "sse4.2")]
    pub(super) fn seeing(ranks: &[Rank; 8], numbers: &Numbers, squares: Bitboard) -> Bitboard {
        let mut pieces = [_mm_setzero_si128(); 2];
        for square in squares.squares() {
            let file = _mm_set1_epi8((1u8 << square.file()).cast_signed());
            for (pieces, rank) in pieces.iter_mut().zip(&ranks[usize::from(square.rank())]) {
                let seen = _mm_cmpeq_epi8(_mm_and_si128(loaded(rank), file), file);
                *pieces = _mm_or_si128(*pieces, seen);
            }
        }
        on_squares(pieces, numbers)
    }

    /// The squares whose numbers are of these pieces.
    #[inline]
    #[target_feature(enable = "sse4.2")]
    fn on_squares([low, high]: [__m128i; 2], numbers: &Numbers) -> Bitboard {
        let mut squares = 0;
        for (numbers, shift) in numbers.as_chunks().0.iter().zip([0, 16, 32, 48]) {
            let numbers = loaded(numbers);
            // A shuffle makes a zero of numbers of 128 and more.
            let turned = _mm_xor_si128(numbers, _mm_set1_epi8(i8::MIN));
            let low = _mm_shuffle_epi8(low, numbers);
            let high = _mm_shuffle_epi8(high, turned);
            let seen = _mm_movemask_epi8(_mm_or_si128(low, high)) as u32;
            squares |= u64::from(seen) << shift;
        }
        Bitboard(squares)
    }

    #[inline]
    #[target_feature(enable = "sse4.2")]
    fn loaded(bytes: &[u8; 16]) -> __m128i {
        // SAFETY: there are 16 bytes.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }
}

lookup::conformance!(maps, RankMatrix<lookup::Oracle>, processor);
