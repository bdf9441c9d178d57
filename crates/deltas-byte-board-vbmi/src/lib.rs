//! Relations that change with a move, by a board of bytes in one register of AVX-512.
//!
//! The lanes around each square of the move are those of `attackers-byte-board-vbmi`. Two
//! compressions put the pieces and squares of all attackers, or of all victims, side by side;
//! and so a list of up to 16 relations is written in one go.
//!
//! Where no piece stands, each slider attacks the nearest piece of the opposite ray. The
//! victims are compressed from the lanes four groups further on, so each comes to stand beside
//! its slider.
//!
//! Both boards, before the move and after it, are permuted in the same way, and the lanes in
//! which they differ are the squares of the move. Nothing loops but over these squares, and
//! nothing branches but on whether a piece stands there. Without the processor's features it
//! answers as the oracle does.
//!
//! - Lookup: for each square of a move a load and two permutations; before and after it four
//!   compressions and some 30 instructions.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, 2 cache
//!   lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>.
//!
//! Suits networks of threats on processors with AVX-512 VBMI: a search gained by it over
//! `deltas-sliders` with magics. Nothing here beats it for moves of games, hot or beside a working
//! set.
//!
//! Measured: <!-- published: figures -->time by that of
//! `deltas-sliders+sliders-magic+raypass-rectangular` on `games`, hot / waiting /
//! beside 1 MiB: 0.51 / – / – on Zen 4; 0.51 / – / 0.54 on Golden Cove; 0.45 / – /
//! 0.50 on Zen 5. Gain in nodes per second, `classical` / `network` / `threats`: -0.6
//! ±2.0 / -0.6 ±2.2 / +3.9 ±4.7 % on Zen 4; +0.5 ±0.8 / +0.4 ±0.5 / +3.2 ±2.0 % on
//! Golden Cove; +0.2 ±1.1 / +0.1 ±0.9 / +3.5 ±1.2 % on Zen 5.<!-- end -->
#![no_std]

use lookup::deltas::{self, Changes, Deltas};
use lookup::{Features, Identity, Move, Position, Table, Variant};

/// A permutation and a subtraction for each square.
#[derive(Clone, Copy, Debug)]
pub struct Vbmi;

impl Deltas for Vbmi {
    #[inline]
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        lookup::dispatch!(x86::list(before, after, changes), *changes = deltas::oracle(before, m))
    }
}

impl Variant for Vbmi {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES, &ATTACKERS, &CLASSES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bw", "avx512f", "avx512vbmi", "avx512vbmi2", "avx512vl");

lookup::lane_tables!(SQUARES, ATTACKERS, CLASSES);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ATTACKERS, CLASSES, SQUARES};
    use core::arch::x86_64::*;
    use lookup::Position;
    use lookup::deltas::{self, Changes, Relations};
    use lookup::lanes::{EMPTY, LEAPS, SLIDERS, byte, reach, whole_rays};
    use vectors::avx512::{classified, few_bytes, loaded, side_by_side};

    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi,avx512vbmi2,avx512vl")]
    pub(super) fn list(before: &Position, after: &Position, changes: &mut Changes) {
        let (old, new) = (loaded(&before.bytes()), loaded(&after.bytes()));
        for square in deltas::changed(before, after).squares() {
            let squares = loaded(&SQUARES.0[square.index()]);
            let on_board = _mm512_cmpneq_epi8_mask(squares, _mm512_set1_epi8(square as i8));
            let permuted = |board| _mm512_permutexvar_epi8(squares, board);
            let (old, new) = (permuted(old), permuted(new));
            let changed = _mm512_cmpneq_epi8_mask(old, new);
            let around = |pieces| Around { pieces, squares, on_board, changed };
            let number = square as u32;
            around(old).list(byte(before.piece_on(square)), number, &mut changes.vanished);
            around(new).list(byte(after.piece_on(square)), number, &mut changes.appeared);
        }
    }

    /// What lies around a square, by lanes.
    struct Around {
        pieces: __m512i,
        squares: __m512i,
        on_board: u64,
        /// Where a piece comes or goes with the move.
        changed: u64,
    }

    impl Around {
        /// Lists the relations that come and go with what stands on the square.
        #[inline]
        #[target_feature(enable = "avx512bw,avx512f,avx512vbmi,avx512vbmi2,avx512vl")]
        fn list(&self, piece: u8, square: u32, list: &mut Relations) {
            let &Around { pieces, squares, on_board, changed } = self;
            let empty = _mm512_set1_epi8(EMPTY as i8);
            let occupied = _mm512_mask_cmpneq_epi8_mask(on_board, pieces, empty);
            let reach = reach(occupied & !LEAPS);
            let nearest = reach & occupied & !LEAPS;
            let attackers = loaded(&ATTACKERS.0);
            let attacking = _mm512_and_si512(classified(pieces, &CLASSES.0), attackers);
            if piece != EMPTY {
                let seen = nearest | (occupied & LEAPS);
                // The relations between two squares of the move are listed by the attacker.
                let from = seen & !changed & _mm512_test_epi8_mask(attacking, attacking);
                let middle = u32::from(piece) | square << 8;
                let words = side_by_side(few_bytes(from, pieces), few_bytes(from, squares));
                push(list, from, _mm512_or_si512(words, _mm512_set1_epi32((middle << 16) as i32)));
                // The number of the same kind of the other side, whose pawns attack so.
                let class = CLASSES.0[usize::from(piece ^ 1) % 16];
                let class = _mm512_set1_epi8(class as i8);
                let to = seen & _mm512_test_epi8_mask(attackers, class);
                let words = side_by_side(few_bytes(to, pieces), few_bytes(to, squares));
                let words = _mm512_slli_epi32::<16>(words);
                push(list, to, _mm512_or_si512(words, _mm512_set1_epi32(middle as i32)));
            } else {
                let still = nearest & !changed;
                let slides = _mm512_set1_epi8(SLIDERS as i8);
                let sliders = still & _mm512_test_epi8_mask(attacking, slides);
                // Through two squares that open at once, the one next to the slider lists it.
                let twins = reach & changed & on_board & !occupied & !LEAPS;
                let opposite = still.rotate_left(32);
                let lines = whole_rays(sliders) & whole_rays(opposite) & !whole_rays(twins);
                let [from, to] = [sliders & lines, opposite & lines];
                let turned = |lanes| _mm512_shuffle_i64x2::<0x4e>(lanes, lanes);
                let victims =
                    side_by_side(few_bytes(to, turned(pieces)), few_bytes(to, turned(squares)));
                let attackers = side_by_side(few_bytes(from, pieces), few_bytes(from, squares));
                let words = _mm512_or_si512(attackers, _mm512_slli_epi32::<16>(victims));
                push(list, from, words);
            }
        }
    }

    /// Adds as many relations as there are lanes.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn push(list: &mut Relations, lanes: u64, words: __m512i) {
        // SAFETY: there are places for 16 words.
        unsafe { _mm512_storeu_si512(list.places().as_mut_ptr().cast(), words) };
        list.keep(lanes.count_ones() as usize);
    }
}

lookup::conformance!(deltas, Vbmi, processor);
