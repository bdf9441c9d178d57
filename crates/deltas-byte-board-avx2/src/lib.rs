//! Relations that change with a move, by a board of bytes and shuffles of AVX2.
//!
//! The lanes around each square of the move are those of `attackers-byte-board-avx2`.
//!
//! AVX2 cannot compress. A loop over the lanes writes the list; it goes over attackers and
//! victims at once and adds them without a branch. Without the processor's features it answers
//! as the oracle does.
//!
//! - Lookup: for each square of a move 8 shuffles before and 8 after it, and some 60
//!   instructions more; one loop.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, 2 cache
//!   lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>.
//!
//! Suits networks of threats in builds with AVX2: it takes 4.1 KiB, and hot it is faster than
//! `deltas-sliders` over magics. Loses to `deltas-byte-board-vbmi` where AVX-512 VBMI is there.
//!
//! Measured: <!-- published: figures -->time by that of
//! `deltas-sliders+sliders-magic+raypass-rectangular` on `games`, hot / waiting /
//! beside 1 MiB: 0.93 / – / – on Zen 4; 0.87 / – / 0.81 on Golden Cove; 0.91 / – /
//! 0.88 on Zen 5.<!-- end -->
#![no_std]

use lookup::deltas::{self, Changes, Deltas};
use lookup::{Features, Identity, Move, Position, Table, Variant};

/// 16 shuffles and two subtractions for each square.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;

impl Deltas for Avx2 {
    #[inline]
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        lookup::dispatch!(x86::list(before, after, changes), *changes = deltas::oracle(before, m))
    }
}

impl Variant for Avx2 {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES, &ATTACKERS, &CLASSES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2", "bmi1", "popcnt");

lookup::lane_tables!(SQUARES, ATTACKERS, CLASSES);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{ATTACKERS, CLASSES, SQUARES};
    use core::arch::x86_64::*;
    use lookup::deltas::{self, Changes, Relation, Relations};
    use lookup::lanes::{EMPTY, LEAPS, SLIDERS, reach, whole_rays};
    use lookup::{Bitboard, Position, Square};
    use vectors::avx2::{equal, halves, lanes};

    #[target_feature(enable = "avx2,bmi1,popcnt")]
    pub(super) fn list(before: &Position, after: &Position, changes: &mut Changes) {
        let boards = [quarters(before), quarters(after)];
        let attackers = halves(&ATTACKERS.0);
        for square in deltas::changed(before, after).squares() {
            let squares = halves(&SQUARES.0[square.index()]);
            let on_board = !equal(squares, square as u8);
            let controls = controls(squares);
            let (old, new) = (permuted(boards[0], controls), permuted(boards[1], controls));
            let same = |half: usize| _mm256_cmpeq_epi8(old[half], new[half]);
            let changed = !lanes([same(0), same(1)]);
            let around = |pieces| Around { pieces, on_board, changed, attackers };
            around(old).list(before, square, &mut changes.vanished);
            around(new).list(after, square, &mut changes.appeared);
        }
    }

    /// What lies around a square, by lanes.
    struct Around {
        pieces: [__m256i; 2],
        on_board: u64,
        /// Where a piece comes or goes with the move.
        changed: u64,
        attackers: [__m256i; 2],
    }

    impl Around {
        /// Lists the relations that come and go with what stands on the square.
        #[inline]
        #[target_feature(enable = "avx2,bmi1,popcnt")]
        fn list(&self, position: &Position, square: Square, list: &mut Relations) {
            let &Around { pieces, on_board, changed, attackers } = self;
            let in_lane = |lane: Square| Square::new(SQUARES.0[square.index()][lane.index()]);
            let occupied = on_board & !equal(pieces, EMPTY);
            let reach = reach(occupied & !LEAPS);
            let nearest = reach & occupied & !LEAPS;
            // SAFETY: the table has 16 bytes.
            let classes = unsafe { _mm_load_si128((&raw const CLASSES).cast()) };
            let classes = _mm256_broadcastsi128_si256(classes);
            let attacking = |half: usize| {
                _mm256_and_si256(_mm256_shuffle_epi8(classes, pieces[half]), attackers[half])
            };
            let attacking = [attacking(0), attacking(1)];
            if let Some(piece) = position.piece_on(square) {
                let seen = nearest | (occupied & LEAPS);
                // The relations between two squares of the move are listed by the attacker.
                let from = seen & !changed & !equal(attacking, 0);
                // The number of the same kind of the other side, whose pawns attack so.
                let class = CLASSES.0[(piece as usize ^ 1) % 16];
                let to = seen & any(attackers, class);
                let here = deltas::standing(position, square);
                for lane in Bitboard(from | to).squares() {
                    let there = deltas::standing(position, in_lane(lane));
                    list.push_if(Relation::between(here, there), Bitboard(to).contains(lane));
                    list.push_if(Relation::between(there, here), Bitboard(from).contains(lane));
                }
            } else {
                let still = nearest & !changed;
                // Through two squares that open at once, the one next to the slider lists it.
                let twins = reach & changed & on_board & !occupied & !LEAPS;
                let opposite = still.rotate_left(32);
                let lines = whole_rays(opposite) & !whole_rays(twins);
                let sliders = still & lines & any(attacking, SLIDERS);
                for lane in Bitboard(sliders).squares() {
                    // The only one on the ray that is half the lanes away.
                    let ray = 0x7f << (lane as u32 & 0x38);
                    let victim = Square::new(Bitboard(opposite & ray).first() as u8 ^ 32);
                    list.push(Relation::of(position, in_lane(lane), in_lane(victim)));
                }
            }
        }
    }

    /// Each quarter of the board, twice in a register.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn quarters(position: &Position) -> [__m256i; 4] {
        let bytes = position.bytes();
        let quarter = |quarter: usize| {
            // SAFETY: there are 64 bytes.
            let pieces = unsafe { _mm_loadu_si128(bytes.as_ptr().cast::<__m128i>().add(quarter)) };
            _mm256_broadcastsi128_si256(pieces)
        };
        [quarter(0), quarter(1), quarter(2), quarter(3)]
    }

    /// For each quarter of the board the place in it, and a number above 127 in the lanes that
    /// take another quarter.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn controls(squares: [__m256i; 2]) -> [[__m256i; 2]; 4] {
        let place = |quarter: i8, half: usize| {
            let place = _mm256_xor_si256(squares[half], _mm256_set1_epi8(16 * quarter));
            _mm256_adds_epu8(place, _mm256_set1_epi8(0x70))
        };
        let places = |quarter| [place(quarter, 0), place(quarter, 1)];
        [places(0), places(1), places(2), places(3)]
    }

    /// The pieces of a board in their lanes.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn permuted(quarters: [__m256i; 4], controls: [[__m256i; 2]; 4]) -> [__m256i; 2] {
        let half = |half: usize| {
            let part =
                |quarter: usize| _mm256_shuffle_epi8(quarters[quarter], controls[quarter][half]);
            _mm256_or_si256(_mm256_or_si256(part(0), part(1)), _mm256_or_si256(part(2), part(3)))
        };
        [half(0), half(1)]
    }

    /// The lanes that have any of these bits.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn any([low, high]: [__m256i; 2], bits: u8) -> u64 {
        let bits = _mm256_set1_epi8(bits as i8);
        !equal([_mm256_and_si256(low, bits), _mm256_and_si256(high, bits)], 0)
    }
}

lookup::conformance!(deltas, Avx2, processor);
