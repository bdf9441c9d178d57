//! Counted relations that change with a move, by a board of bytes cut to what is counted.
//!
//! The rays around a square, the nearest pieces and the lists are those of the [byte
//! board](../deltas_byte_board_vbmi/index.html) for all relations. Before the lanes of attackers
//! and of victims are compressed, one more test takes out those whose kinds the network does not
//! count together with the piece on the square. Where none stands, kings are no victims, and
//! queens are those of queens alone. So no relation is written only to be dropped.
//!
//! It is as long as the byte board for all relations. Without the processor's features it answers
//! as the oracle does.
//!
//! - Lookup: that of the byte board, and for each square before and after the move a permutation
//!   within lanes and two tests, or two comparisons.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, and 3 x 16
//!   sets of kinds, 3 cache lines.
//! - Source: <https://github.com/official-stockfish/Stockfish/pull/6936>.
//!
//! Suits networks that count some relations, with AVX-512 VBMI: hot, it is faster than
//! `deltas-counted-after` over `deltas-byte-board-vbmi`. Loses to that board alone where all
//! relations count.
//!
//! Measured: <!-- published: figures -->cycles on `games`, hot / waiting: 214.86 / – on
//! Zen 4; 260.59 / – on Golden Cove; 201.62 / – on Zen 5.<!-- end -->
#![no_std]

use lookup::deltas::Changes;
use lookup::deltas::counted::{self, Counted};
use lookup::{CacheAligned, Features, Identity, Move, Piece, Position, Table, Variant};

/// A permutation, a subtraction and a cut for each square.
#[derive(Clone, Copy, Debug)]
pub struct Vbmi;

impl Counted for Vbmi {
    #[inline]
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        lookup::dispatch!(x86::list(before, after, changes), *changes = counted::oracle(before, m))
    }
}

impl Variant for Vbmi {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES, &ATTACKERS, &CLASSES, &KINDS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx512bw", "avx512f", "avx512vbmi", "avx512vbmi2", "avx512vl");

lookup::lane_tables!(SQUARES, ATTACKERS, CLASSES);

/// For each piece the bit of its kind, the kinds that it counts as victims, and those that count it.
static KINDS: CacheAligned<[[u8; 16]; 3]> = CacheAligned({
    let (mut kinds, mut i) = ([[0; 16]; 3], 0);
    while i < 12 * 12 {
        let (a, v) = (i / 12, i % 12);
        let [attacker, victim] = [Piece::ALL[a].kind(), Piece::ALL[v].kind()];
        let counts = counted::counts(attacker, victim) as u8;
        kinds[0][a] = 1 << attacker as u8;
        kinds[1][a] |= counts << victim as u8;
        kinds[2][v] |= counts << attacker as u8;
        i += 1;
    }
    kinds
});

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ATTACKERS, CLASSES, KINDS, SQUARES};
    use core::arch::x86_64::*;
    use lookup::deltas::{self, Changes, Relations};
    use lookup::lanes::{EMPTY, LEAPS, SLIDERS, byte, reach, whole_rays};
    use lookup::{PieceKind, Position};
    use vectors::avx512::{few_bytes, side_by_side};

    #[target_feature(enable = "avx512bw,avx512f,avx512vbmi,avx512vbmi2,avx512vl")]
    pub(super) fn list(before: &Position, after: &Position, changes: &mut Changes) {
        let board = |position: &Position| {
            let bytes = position.bytes();
            // SAFETY: there are 64 bytes.
            unsafe { _mm512_loadu_epi8(bytes.as_ptr().cast()) }
        };
        let (old, new) = (board(before), board(after));
        // SAFETY: the tables have 64 and 16 bytes.
        let (attackers, classes) = unsafe {
            let classes = _mm_load_si128((&raw const CLASSES).cast());
            (_mm512_load_si512((&raw const ATTACKERS).cast()), _mm512_broadcast_i32x4(classes))
        };
        for square in deltas::changed(before, after).squares() {
            // SAFETY: a row has 64 bytes, and the table begins with a line.
            let squares =
                unsafe { _mm512_load_si512((&raw const SQUARES.0[square.index()]).cast()) };
            let on_board = _mm512_cmpneq_epi8_mask(squares, _mm512_set1_epi8(square as i8));
            let permuted = |board| _mm512_permutexvar_epi8(squares, board);
            let (old, new) = (permuted(old), permuted(new));
            let changed = _mm512_cmpneq_epi8_mask(old, new);
            let Changes { vanished, appeared } = &mut *changes;
            // In a loop, because the compiler does not inline the function twice.
            for (position, is_old, list) in [(before, true, vanished), (after, false, appeared)] {
                let pieces = if is_old { old } else { new };
                let around = Around { pieces, squares, on_board, changed, attackers, classes };
                around.list(byte(position.piece_on(square)), square as u32, list);
            }
        }
    }

    /// What lies around a square, by lanes.
    struct Around {
        pieces: __m512i,
        squares: __m512i,
        on_board: u64,
        /// Where a piece comes or goes with the move.
        changed: u64,
        attackers: __m512i,
        classes: __m512i,
    }

    impl Around {
        /// Lists the relations that come and go with what stands on the square.
        #[inline]
        #[target_feature(enable = "avx512bw,avx512f,avx512vbmi,avx512vbmi2,avx512vl")]
        fn list(&self, piece: u8, square: u32, list: &mut Relations) {
            let &Around { pieces, squares, on_board, changed, attackers, classes } = self;
            let empty = _mm512_set1_epi8(EMPTY as i8);
            let occupied = _mm512_mask_cmpneq_epi8_mask(on_board, pieces, empty);
            let reach = reach(occupied & !LEAPS);
            let nearest = reach & occupied & !LEAPS;
            let attacking = _mm512_and_si512(_mm512_shuffle_epi8(classes, pieces), attackers);
            if piece != EMPTY {
                let seen = nearest | (occupied & LEAPS);
                let [kinds, victims, counting] = &KINDS.0;
                // SAFETY: there are 16 bytes.
                let kinds = unsafe { _mm_load_si128(kinds.as_ptr().cast()) };
                let kinds = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(kinds), pieces);
                let all = |kinds: &[u8; 16]| {
                    _mm512_set1_epi8(kinds[usize::from(piece) % 16].cast_signed())
                };
                // The relations between two squares of the move are listed by the attacker.
                let from = _mm512_mask_test_epi8_mask(seen & !changed, kinds, all(counting));
                let to = _mm512_mask_test_epi8_mask(seen, kinds, all(victims));
                let from = _mm512_mask_test_epi8_mask(from, attacking, attacking);
                let middle = u32::from(piece) | square << 8;
                let words = side_by_side(few_bytes(from, pieces), few_bytes(from, squares));
                push(list, from, _mm512_or_si512(words, _mm512_set1_epi32((middle << 16) as i32)));
                // The number of the same kind of the other side, whose pawns attack so.
                let class = CLASSES.0[usize::from(piece ^ 1) % 16];
                let class = _mm512_set1_epi8(class as i8);
                let to = _mm512_mask_test_epi8_mask(to, attackers, class);
                let words = side_by_side(few_bytes(to, pieces), few_bytes(to, squares));
                let words = _mm512_slli_epi32::<16>(words);
                push(list, to, _mm512_or_si512(words, _mm512_set1_epi32(middle as i32)));
            } else {
                let still = nearest & !changed;
                let slides = _mm512_set1_epi8(SLIDERS as i8);
                let sliders = still & _mm512_test_epi8_mask(attacking, slides);
                // Through two squares that open at once, the one next to the slider lists it.
                let twins = reach & changed & on_board & !occupied & !LEAPS;
                let kind = |kind: PieceKind| {
                    let black = _mm512_set1_epi8(2 * kind as i8 + 1);
                    let either = _mm512_or_si512(pieces, _mm512_set1_epi8(1));
                    _mm512_mask_cmpeq_epi8_mask(still, either, black)
                };
                let (queens, kings) = (kind(PieceKind::Queen), kind(PieceKind::King));
                let opposite = (still & !kings).rotate_left(32);
                let only_of_queens = whole_rays(queens.rotate_left(32));
                let sliders = sliders & (queens | !only_of_queens);
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

lookup::conformance!(deltas::counted, Vbmi, processor);
