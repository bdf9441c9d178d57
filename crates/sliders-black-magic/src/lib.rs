//! Sliding attacks by magic factors with the same shift for every square.
//!
//! A constant shift is cheaper than one read from a row. It leaves 12 bits of every product
//! for a rook, 9 for a bishop. Most squares need fewer, so the factors were searched for
//! close indices, and the squares' parts of the table overlap where one leaves gaps.
//! Setting the irrelevant squares, instead of clearing them, adds the same to every product
//! and only changes which factors work.
//!
//! The compiler keeps a bounds check on the table, as with other magics.
//!
//! - Lookup: a row, a mask, a multiplication, a shift and a load; two of each for a queen.
//! - Tables: one of sets of 8 bytes, a little larger than with a shift per square, and two
//!   rows of 24 bytes per square.
//! - Source: <https://www.chessprogramming.org/Magic_Bitboards>; this project found the
//!   factors, and a test finds some of them again.
//!
//! Suits engines that stay with magics and tables of their size: hot, it is faster than
//! `sliders-magic`. Loses to `sliders-pext` where PEXT is fast.
//!
//! Measured: <!-- published: figures -->time by that of `sliders-magic` on `games`, hot
//! / waiting / beside 1 MiB: 0.92 / 0.98 / 0.99 on Zen 4; – / 0.98 / 0.98 on Golden
//! Cove; 0.89 / 1.00 / 0.96 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::lines::{self, Views};
use lookup::magics::{BISHOP, LINES, ROOK};
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// A multiplication and one load.
#[derive(Clone, Copy, Debug)]
pub struct BlackMagic;

impl Sliders for BlackMagic {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS.0[ROWS.0[square.index()][ROOK].index(occupied.0, BITS[ROOK])]
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        ATTACKS.0[ROWS.0[square.index()][BISHOP].index(occupied.0, BITS[BISHOP])]
    }
}

impl Variant for BlackMagic {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &ATTACKS];
}

static ROWS: CacheAligned<[[Row; 2]; 64]> = CacheAligned(rows());

static ATTACKS: CacheAligned<[Bitboard; ENTRIES]> = CacheAligned(attacks());

/// Locates a piece's answers on a square.
#[derive(Clone, Copy)]
struct Row {
    irrelevant: u64,
    factor: u64,
    first: usize,
}

impl Row {
    #[inline(always)]
    const fn index(&self, occupied: u64, bits: u32) -> usize {
        let product = (occupied | self.irrelevant).wrapping_mul(self.factor);
        (product >> (64 - bits)) as usize + self.first
    }
}

/// The largest number of relevant squares.
const BITS: [u32; 2] = [12, 9];

const fn rows() -> [[Row; 2]; 64] {
    let mut rows = [[Row { irrelevant: 0, factor: 0, first: 0 }; 2]; 64];
    let mut i = 0;
    while i < 2 * 64 {
        let (piece, square) = (i % 2, i / 2);
        let (number, first) = FOUND[piece][square];
        let relevant = lines::relevant(Square::ALL[square], LINES[piece]).0;
        let factor = candidate(relevant, BITS[piece], number);
        rows[square][piece] = Row { irrelevant: !relevant, factor, first };
        i += 1;
    }
    rows
}

/// The end of the table, after the largest index of all parts. Stated, for finding it takes as long as
/// to fill the table, which fails if it is another.
const ENTRIES: usize = 113_663;

const fn attacks() -> [Bitboard; ENTRIES] {
    let (rows, mut attacks) = (rows(), [Bitboard::EMPTY; ENTRIES]);
    let (mut i, mut last) = (0, 0);
    while i < 2 * 64 {
        let (piece, square) = (i % 2, i / 2);
        let (row, views) = (rows[square][piece], Views::of(LINES[piece], Square::ALL[square]));
        let ((views, count), mut number) = (views.all(), 0);
        // A call for each of 107,648 occupancies would take half of the time to compile.
        let Row { irrelevant, factor, first } = row;
        while number < count {
            let (occupied, seen) = views[number];
            let product = (occupied | irrelevant).wrapping_mul(factor);
            let index = (product >> (64 - BITS[piece])) as usize + first;
            assert!(attacks[index].0 == 0 || attacks[index].0 == seen, "tables collide");
            attacks[index] = Bitboard(seen);
            last = if index > last { index } else { last };
            number += 1;
        }
        i += 1;
    }
    assert!(last + 1 == ENTRIES, "the table has another end");
    attacks
}

/// A number of the sequence that is searched for factors, in which few bits are likely to
/// be set. Numbers at odd places cannot bring a relevant square to the top bits that it can
/// do without.
const fn candidate(relevant: u64, bits: u32, number: u64) -> u64 {
    let factor = random(3 * number) & random(3 * number + 1);
    if number.is_multiple_of(2) {
        return factor & random(3 * number + 2);
    }
    let (mut spared, mut above) = (0, 0);
    while above < bits - relevant.count_ones() {
        spared |= relevant.reverse_bits() >> above;
        above += 1;
    }
    factor & !spared
}

/// A number of the sequence SplitMix64, by Guy Steele, Doug Lea and Christine Flood.
const fn random(number: u64) -> u64 {
    let state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ mixed >> 31
}

/// For each square, the number of its factor in the sequence, which a test finds again, and the
/// first entry of its part of the table: each part lies where it first fits, the widest first.
#[rustfmt::skip]
const FOUND: [[(u64, usize); 64]; 2] = [[
    (3028362, 4095), (4135891, 63881), (2195180, 65931), (4116350, 45273),
    (3802328, 43179), (1683217, 47359), (2540254, 55662), (706199, 0),
    (2733679, 36677), (2687590, 81104), (2533497, 74860), (79854, 82128),
    (1367964, 83088), (968273, 84576), (130651, 87760), (2641192, 49441),
    (3408168, 58238), (2180801, 88929), (3937041, 71070), (4060455, 76466),
    (906302, 89240), (1791477, 89493), (532044, 79197), (1348063, 62088),
    (1047957, 40387), (111577, 92304), (519306, 78226), (1324898, 90772),
    (1381705, 91377), (214424, 93072), (809321, 94328), (535321, 60530),
    (640866, 52037), (1160421, 96529), (2688338, 72342), (79854, 95440),
    (1367964, 96400), (2841018, 97468), (553379, 98449), (2321157, 54700),
    (1344896, 41157), (1015524, 81616), (3622655, 74018), (556437, 100624),
    (374264, 101024), (1547844, 101552), (444829, 102625), (1160104, 34396),
    (3823781, 71841), (125013, 109055), (3462535, 80160), (2106934, 103584),
    (1090635, 104600), (343259, 105896), (2355429, 108763), (1792357, 68302),
    (3876890, 12272), (1444118, 32147), (165234, 16304), (634696, 20112),
    (3775260, 23796), (3363728, 27493), (3864829, 30947), (1793393, 8186),
], [
    (14890, 19138), (1056457, 22167), (2284355, 21780), (8079, 20226),
    (2184814, 19853), (16269, 20145), (3407123, 20290), (2265533, 19472),
    (1023493, 22232), (924859, 21930), (3370337, 21963), (1046951, 20641),
    (1107734, 19720), (1828937, 20528), (3318467, 20899), (2908163, 20656),
    (15895, 20690), (23, 20756), (21241, 16376), (596129, 16448),
    (917773, 16624), (1202397, 18687), (272571, 20860), (41847, 20922),
    (1852785, 21264), (951041, 20984), (1775475, 16968), (2194728, 111615),
    (1610880, 112127), (881587, 17203), (306373, 21136), (197271, 21176),
    (2203673, 22289), (4130287, 22217), (3638601, 17394), (2562832, 112639),
    (314026, 113151), (233032, 17792), (4099, 21556), (2408505, 21488),
    (3471757, 22741), (3871735, 22516), (334905, 19147), (53461, 17972),
    (1152497, 18304), (148763, 18677), (1892017, 22251), (2954779, 21300),
    (157371, 21994), (2129593, 21899), (2625655, 21798), (706396, 20182),
    (341, 21369), (2628247, 21334), (1182109, 22346), (1445267, 22945),
    (2142805, 19569), (459325, 21918), (756371, 21909), (2873964, 20192),
    (341, 21433), (2401479, 22396), (1128337, 22661), (14890, 19394),
]];

lookup::conformance!(sliders, BlackMagic);

#[cfg(test)]
mod tests {
    use super::*;
    extern crate std;
    use std::vec;

    #[test]
    fn the_search_finds_factors_again() {
        let asked = [(ROOK, 20), (ROOK, 54), (BISHOP, 0), (BISHOP, 27), (BISHOP, 63)];
        for (piece, square) in asked {
            assert_eq!(search(square, piece), FOUND[piece][square].0, "{piece} {square}");
        }
    }

    /// The number of the factor with the closest indices and, among those, the fewest.
    fn search(square: usize, piece: usize) -> u64 {
        let (views, count) = Views::of(LINES[piece], Square::ALL[square]).all();
        let mut table = vec![(0, 0); 1 << BITS[piece]];
        let (mut best, mut closest) = (0, (usize::MAX, 0));
        for number in 0..1 << SEARCHED {
            let factor = candidate(!ROWS.0[square][piece].irrelevant, BITS[piece], number);
            let (mut low, mut high, mut used) = (usize::MAX, 0, 0);
            let row = Row { factor, first: 0, ..ROWS.0[square][piece] };
            let works = views[..count].iter().all(|&(occupied, seen)| {
                let index = row.index(occupied, BITS[piece]);
                let place = &mut table[index];
                if place.0 == number + 1 {
                    return place.1 == seen;
                }
                *place = (number + 1, seen);
                (low, high, used) = (low.min(index), high.max(index), used + 1);
                high - low <= closest.0
            });
            if works && (high - low, used) < closest {
                (best, closest) = (number, (high - low, used));
            }
        }
        best
    }

    /// The number of candidates tried for each square, as a power of two.
    const SEARCHED: u32 = 22;
}
