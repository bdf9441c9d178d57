//! All targets piece by piece, those of a slider by a ternary number for each of its lines.
//!
//! A square of a line is empty, own or an enemy's, so a line is a number of ternary digits. It
//! selects the targets at once, captures included: no attack set is made first, from which own
//! pieces are then taken out. PEXT gathers each side's pieces on a line, a small table turns
//! these bits to digits, and the enemy's digits count twice.
//!
//! The inventor's tables hold a set for each line, square and number, some 9 MB. Here they hold a
//! byte for each place on a line, the same for lines of all directions and lengths, which PDEP
//! lays out. Without the instructions, loops gather the bits and lay them out.
//!
//! Order: pawns, knights, bishops, rooks, queens, the king; in each kind sources by number,
//! and from each source targets by number.
//!
//! - Lookup: for each line of a slider a row, PEXT, PEXT, two loads, a load and PDEP; for
//!   each other piece a load; for each piece and each target a scan.
//! - Tables: 8 x 2187 targets of a byte, 274 cache lines; 64 x 4 rows of 16 bytes, 64 cache lines;
//!   128 numbers of 2 bytes, 4 cache lines; leaper attacks of 64 squares, 32 bytes each, 32 cache
//!   lines.
//! - Source: <https://www.chessprogramming.org/Titboards>, after Zach Wegner; this project made
//!   the tables small.
//!
//! Suits nothing: it is here for the idea of Titboards, with tables of 21 KiB beyond leapers. Loses
//! to `targets-by-piece`, over magics and over `sliders-hyperbola`, whose tables take 2 KiB.
//!
//! Measured: <!-- published: figures -->time by that of
//! `targets-by-piece+sliders-magic` on `positions`, hot / waiting / beside 1 MiB: 1.06
//! / – / 0.91 on Zen 4; – / – / 0.98 on Golden Cove; 1.06 / – / 1.02 on Zen 5.<!-- end -->
#![no_std]

use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, RANK};
use lookup::targets::{self, Take, Targets};
use lookup::{
    Bitboard, CacheAligned, Features, Identity, Leaps, PieceKind, Position, Square, Table, Variant,
};

/// A ternary number for each line.
#[derive(Clone, Copy, Debug)]
pub struct Titboards;

impl Targets for Titboards {
    #[inline]
    fn for_each(position: &Position, mut take: impl Take) {
        let us = position.side_to_move();
        let (king, own, enemy) = (position.king(us), position.color(us), position.color(!us));
        let pieces = |kind| (position.kind(kind) & own).squares();
        for pawn in pieces(PieceKind::Pawn) {
            let attacked = LEAPS.0[pawn.index()].pawns[us as usize];
            take.set(pawn, targets::of_pawn(position, pawn, attacked));
        }
        for knight in pieces(PieceKind::Knight) {
            take.set(knight, LEAPS.0[knight.index()].knight & !own);
        }
        let along = |line: &Row| line.targets(own, enemy);
        for bishop in pieces(PieceKind::Bishop) {
            let [_, _, a, b] = &ROWS.0[bishop.index()];
            take.set(bishop, along(a) | along(b));
        }
        for rook in pieces(PieceKind::Rook) {
            let [a, b, _, _] = &ROWS.0[rook.index()];
            take.set(rook, along(a) | along(b));
        }
        for queen in pieces(PieceKind::Queen) {
            let [a, b, c, d] = &ROWS.0[queen.index()];
            take.set(queen, along(a) | along(b) | along(c) | along(d));
        }
        take.set(king, LEAPS.0[king.index()].king & !own);
    }
}

impl Variant for Titboards {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &DIGITS, &TARGETS, &LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("bmi2");
lookup::moved_bits!(extract, deposit);

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// A line through a square, without it, and the first entry of the square's place on it.
#[derive(Clone, Copy)]
struct Row {
    line: u64,
    first: usize,
}

impl Row {
    #[inline(always)]
    fn targets(&self, own: Bitboard, enemy: Bitboard) -> Bitboard {
        let [own, enemy] =
            [own, enemy].map(|side| DIGITS.0[extract(side.0, self.line) as usize % 128]);
        let seen = TARGETS.0[self.first + usize::from(own + 2 * enemy)];
        Bitboard(deposit(seen.into(), self.line))
    }
}

/// The rank, file, diagonal and antidiagonal of each square.
static ROWS: CacheAligned<[[Row; 4]; 64]> = CacheAligned({
    let lines = lines::table([RANK, FILE, DIAGONAL, ANTIDIAGONAL]);
    let (mut rows, mut i) = ([[Row { line: 0, first: 0 }; 4]; 64], 0);
    while i < 4 * 64 {
        let line = lines[i / 4][i % 4].0;
        let below = line & (Square::ALL[i / 4].bitboard().0 - 1);
        rows[i / 4][i % 4] = Row { line, first: NUMBERS * below.count_ones() as usize };
        i += 1;
    }
    rows
});

/// The numbers of seven ternary digits.
const NUMBERS: usize = 3usize.pow(7);

/// Binary digits as ternary ones.
static DIGITS: CacheAligned<[u16; 128]> = CacheAligned({
    let (mut digits, mut bits) = ([0; 128], 1);
    while bits < 128 {
        digits[bits] = 3 * digits[bits / 2] + bits as u16 % 2;
        bits += 1;
    }
    digits
});

/// The targets on a line by the square's place on it: a digit and a bit for each other square,
/// the lowest first.
static TARGETS: CacheAligned<[u8; 8 * NUMBERS]> = CacheAligned({
    let (mut targets, mut i) = ([0; 8 * NUMBERS], 0);
    while i < targets.len() {
        let (place, number) = ((i / NUMBERS) as u32, i % NUMBERS);
        let (mut below, mut above) = (place, place);
        while above < 7 && digit(number, above) == 0 {
            above += 1;
        }
        while below > 0 && digit(number, below - 1) == 0 {
            below -= 1;
        }
        let captured_above = above < 7 && digit(number, above) == 2;
        let captured_below = below > 0 && digit(number, below - 1) == 2;
        let (end, start) = (above + captured_above as u32, below - captured_below as u32);
        targets[i] = ((1u32 << end) - (1 << start)) as u8;
        i += 1;
    }
    targets
});

const fn digit(number: usize, place: u32) -> usize {
    number / 3usize.pow(place) % 3
}

lookup::conformance!(targets, Titboards, processor);
