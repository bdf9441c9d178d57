//! Sliding attacks by an index that one instruction gathers.
//!
//! PEXT moves the bits that a mask names together. With the squares that can hide
//! others as the mask, what comes out is an index without gaps: no factor has to
//! be found, and nothing but the mask and the first entry kept for a square.
//!
//! The instruction is written as assembly, which the compiler puts into any
//! function, while its own name for it could only be called from functions
//! compiled for such processors. Whether the processor has it is asked each time,
//! a load and a branch that is always guessed right; compiled with
//! `-C target-cpu=native` neither is left. Without the instruction a loop gathers
//! the bits. AMD's processors before Zen 3 have it and take many cycles for it.
//!
//! - Lookup: a row, PEXT and a load; two of each for a queen.
//! - Tables: 107648 sets of 8 bytes, and two rows of 16 bytes per square.
//! - Source: <https://www.chessprogramming.org/BMI2>.
#![no_std]
#![deny(unsafe_op_in_unsafe_fn)]

use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Identity, Square, Table, Variant};

/// One gathering and one load.
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl Sliders for Pext {
    #[inline(always)]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        answer(ROWS.0[square.index()][ROOK], occupied.0)
    }

    #[inline(always)]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        answer(ROWS.0[square.index()][BISHOP], occupied.0)
    }
}

impl Variant for Pext {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&ROWS, &ATTACKS];
    const NEEDS: &'static [&'static str] = &["bmi2"];

    fn available() -> bool {
        has_bmi2()
    }
}

#[inline(always)]
fn answer(row: Row, occupied: u64) -> Bitboard {
    ATTACKS.0[row.first + extract(occupied, row.mask) as usize]
}

#[cfg(target_arch = "x86_64")]
cpufeatures::new!(processor, "bmi2");

#[inline(always)]
fn has_bmi2() -> bool {
    #[cfg(target_arch = "x86_64")]
    return processor::get();
    #[cfg(not(target_arch = "x86_64"))]
    return false;
}

/// The bits of `set` that `mask` names, moved together.
#[inline(always)]
fn extract(set: u64, mask: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if has_bmi2() {
        let bits;
        // SAFETY: the processor has the instruction, which writes this register alone.
        unsafe {
            core::arch::asm!(
                "pext {}, {}, {}", out(reg) bits, in(reg) set, in(reg) mask,
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        return bits;
    }
    gather(set, mask)
}

/// As [`extract`], where no instruction does it.
#[cold]
const fn gather(set: u64, mut mask: u64) -> u64 {
    let (mut bits, mut place) = (0, 0);
    while mask != 0 {
        bits |= (set >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    bits
}

/// What leads to a piece's answers on a square.
#[derive(Clone, Copy)]
struct Row {
    mask: u64,
    first: usize,
}

const ROOK: usize = 0;
const BISHOP: usize = 1;

static ROWS: CacheAligned<[[Row; 2]; 64]> = CacheAligned(rows());

static ATTACKS: CacheAligned<[Bitboard; ENTRIES]> = CacheAligned(attacks());

const ENTRIES: usize = {
    let last = rows()[63][BISHOP];
    last.first + (1 << last.mask.count_ones())
};

const fn rows() -> [[Row; 2]; 64] {
    let mut rows = [[Row { mask: 0, first: 0 }; 2]; 64];
    let (mut i, mut first) = (0, 0);
    while i < 2 * 64 {
        let mask = relevant(i / 2, i % 2);
        rows[i / 2][i % 2] = Row { mask, first };
        first += 1 << mask.count_ones();
        i += 1;
    }
    rows
}

const fn attacks() -> [Bitboard; ENTRIES] {
    let rows = rows();
    let mut attacks = [Bitboard::EMPTY; ENTRIES];
    let mut i = 0;
    while i < 2 * 64 {
        let (piece, square) = (i % 2, i / 2);
        let row = rows[square][piece];
        let (ones, a_end) = views(square, row, line(square, 2 * piece));
        let (others, b_end) = views(square, row, line(square, 2 * piece + 1));
        let mut a = 0;
        while a < a_end {
            let mut b = 0;
            while b < b_end {
                let entry = row.first + (ones[a].0 | others[b].0) as usize;
                attacks[entry] = Bitboard(ones[a].1 | others[b].1);
                b += 1;
            }
            a += 1;
        }
        i += 1;
    }
    attacks
}

/// For every subset of the squares of a line that can hide others, its part of
/// the index, and what is seen.
const fn views(square: usize, row: Row, line: u64) -> ([(u64, u64); 64], usize) {
    let relevant = line & row.mask;
    let (mut views, mut count, mut occupied) = ([(0, 0); 64], 0, 0u64);
    loop {
        views[count] = (gather(occupied, row.mask), seen(square, occupied, line));
        count += 1;
        occupied = occupied.wrapping_sub(relevant) & relevant;
        if occupied == 0 {
            return (views, count);
        }
    }
}

/// What is seen along a line, by o^(o-2r) forwards and backwards.
const fn seen(square: usize, occupied: u64, line: u64) -> u64 {
    let (slider, obstacles) = (1u64 << square, occupied & line);
    let above = obstacles.wrapping_sub(slider);
    let below = obstacles.reverse_bits().wrapping_sub(slider.reverse_bits());
    (above ^ below.reverse_bits()) & line
}

/// The squares of both lines of a piece behind which there is another one.
const fn relevant(square: usize, piece: usize) -> u64 {
    let (one, other) = (line(square, 2 * piece), line(square, 2 * piece + 1));
    let inner_files = !(FILE_A | FILE_A << 7);
    let inner_ranks = !(0xff | 0xff << 56);
    match piece {
        ROOK => one & inner_files | other & inner_ranks,
        _ => (one | other) & inner_files & inner_ranks,
    }
}

/// The rank, file, diagonal or antidiagonal through a square, without it.
const fn line(square: usize, direction: usize) -> u64 {
    let (right, up) = [(1, 0), (0, 1), (1, 1), (-1, 1)][direction];
    let (mut line, mut distance) = (0, -7);
    while distance <= 7 {
        let file = square as i32 % 8 + distance * right;
        let rank = square as i32 / 8 + distance * up;
        if distance != 0 && file & !7 == 0 && rank & !7 == 0 {
            line |= 1 << (rank * 8 + file);
        }
        distance += 1;
    }
    line
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

lookup::sliders::conformance!(Pext);

#[cfg(test)]
mod tests {
    use super::*;

    /// Where the instruction is there: elsewhere the proof above is one of the loop.
    #[test]
    fn the_loop_does_what_the_instruction_does() {
        for (slider, square, occupied) in lookup::sliders::questions() {
            let mask = slider.relevant(square).0;
            assert_eq!(gather(occupied.0, mask), extract(occupied.0, mask), "{mask:x}");
        }
    }
}
