//! Reversible moves by trying all that nothing blocks.
//!
//! Without a table of differences, each move has to be tried: from every square to those above it,
//! step by step until a piece stands in the way. Two squares of a line have the keys of a rook or a
//! bishop, of a queen and, side by side, of a king to compare with; a knight's leap has those of a
//! knight. The keys are those that an engine has anyway.
//!
//! - Lookup: some thousand loads; a loop over squares, ways, steps and pieces.
//! - Tables: the keys alone, 64 x 12 words of 8 bytes, 96 cache lines.
//! - Source: found by this project, from <https://www.chessprogramming.org/Zobrist_Hashing>.
//!
//! Suits programs that ask about the moves of games and not of searches: it shows what tables are
//! worth.
//!
//! Measured: <!-- published: figures -->time by that of
//! `upcoming-cuckoo+between-rectangular` on `positions`, hot / waiting / beside 1 MiB:
//! 4311.80 / – / – on Zen 4.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::Piece::{self, *};
use lookup::key::{self, BLACK};
use lookup::upcoming::Upcoming;
use lookup::{Bitboard, CacheAligned, Identity, Pair, Square, Table, Variant};

/// All moves that nothing blocks.
#[derive(Clone, Copy, Debug)]
pub struct Walk;

impl Upcoming for Walk {
    // Some thousand steps are not copied into each place that asks.
    #[inline(never)]
    fn reversible(difference: u64, occupied: Bitboard) -> Option<Pair> {
        let words = difference ^ BLACK;
        Square::ALL.into_iter().find_map(|a| {
            WAYS.iter().find_map(|way| {
                let b = way.walk(a, words, occupied)?;
                Some(Pair { a, b })
            })
        })
    }
}

impl Variant for Walk {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&KEYS];
    const SHARED: &'static [&'static dyn Table] = &[&KEYS];
}

/// A way from a square to higher ones.
struct Way {
    step: (i8, i8),
    longest: i8,
    pieces: &'static [Piece],
}

impl Way {
    const fn new(step: (i8, i8), longest: i8, pieces: &'static [Piece]) -> Way {
        Way { step, longest, pieces }
    }

    /// The square to which one of the pieces goes from another, if its two words give these.
    #[inline(always)]
    fn walk(&self, from: Square, words: u64, occupied: Bitboard) -> Option<Square> {
        let (right, up) = self.step;
        let first = &KEYS.0[from.index()];
        for steps in 1..=self.longest {
            let to = Square::at(from.file() as i8 + steps * right, from.rank() as i8 + steps * up)?;
            let second = &KEYS.0[to.index()];
            let mut pieces = self.pieces.iter().map(|&piece| piece as usize);
            if pieces.any(|piece| first[piece] ^ second[piece] == words) {
                return Some(to);
            }
            if occupied.contains(to) {
                return None;
            }
        }
        None
    }
}

const STRAIGHT: &[Piece] = &[WhiteRook, BlackRook, WhiteQueen, BlackQueen];
const SLANTED: &[Piece] = &[WhiteBishop, BlackBishop, WhiteQueen, BlackQueen];
const KINGS: &[Piece] = &[WhiteKing, BlackKing];
const KNIGHTS: &[Piece] = &[WhiteKnight, BlackKnight];

const WAYS: [Way; 12] = [
    Way::new((1, 0), 7, STRAIGHT),
    Way::new((0, 1), 7, STRAIGHT),
    Way::new((-1, 1), 7, SLANTED),
    Way::new((1, 1), 7, SLANTED),
    Way::new((1, 0), 1, KINGS),
    Way::new((-1, 1), 1, KINGS),
    Way::new((0, 1), 1, KINGS),
    Way::new((1, 1), 1, KINGS),
    Way::new((-2, 1), 1, KNIGHTS),
    Way::new((-1, 2), 1, KNIGHTS),
    Way::new((1, 2), 1, KNIGHTS),
    Way::new((2, 1), 1, KNIGHTS),
];

/// The words of all pieces on each square.
static KEYS: CacheAligned<[[u64; 12]; 64]> = CacheAligned(by_square());

const fn by_square() -> [[u64; 12]; 64] {
    let (table, mut by_square, mut i) = (key::words(), [[0; 12]; 64], 0);
    while i < 12 * 64 {
        by_square[i % 64][i / 64] = table[i / 64][i % 64];
        i += 1;
    }
    by_square
}

lookup::conformance!(upcoming, Walk);
