//! Relations that change with a move, by a board of bytes and the table lookups of NEON.
//!
//! The lanes around each square of the move are those of `attackers-byte-board-neon`.
//!
//! NEON cannot compress. A loop over the lanes writes the list; it goes over attackers and
//! victims at once and adds them without a branch. Every 64-bit Arm processor has NEON;
//! elsewhere it answers as the oracle does.
//!
//! - Lookup: for each square of a move 4 table lookups before and 4 after it, and up to 8 masks
//!   of some 12 instructions; one loop.
//! - Tables: 64 x 64 squares of a byte, 64 cache lines; 64 and 16 classes of a byte, 2 cache
//!   lines.
//! - Source: <https://github.com/codedeliveryservice/Reckless/pull/652>.
//!
//! Suits 64-bit Arm processors, all of which have NEON.
//!
//! Measured: <!-- published: figures -->by no committed set.<!-- end -->
#![no_std]

use lookup::deltas::{self, Changes, Deltas};
use lookup::{Features, Identity, Move, Position, Table, Variant};

/// Eight lookups of 16 bytes and two subtractions for each square.
#[derive(Clone, Copy, Debug)]
pub struct Neon;

impl Deltas for Neon {
    #[inline]
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        lookup::dispatch!(arm::list(before, after, changes), *changes = deltas::oracle(before, m))
    }
}

impl Variant for Neon {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&SQUARES, &ATTACKERS, &CLASSES];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("neon");

lookup::lane_tables!(SQUARES, ATTACKERS, CLASSES);

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::{ATTACKERS, CLASSES, SQUARES};
    use core::arch::aarch64::uint8x16x4_t;
    use lookup::deltas::{self, Changes, Relation, Relations};
    use lookup::lanes::{EMPTY, LEAPS, SLIDERS, reach, whole_rays};
    use lookup::{Bitboard, Position, Square};
    use vectors::neon::{any, both, classified, equal, load, permuted, same};

    #[inline]
    #[target_feature(enable = "neon")]
    pub(super) fn list(before: &Position, after: &Position, changes: &mut Changes) {
        let attackers = load(&ATTACKERS.0);
        for square in deltas::changed(before, after).squares() {
            let squares = load(&SQUARES.0[square.index()]);
            let on_board = !equal(squares, square as u8);
            let (old, new) = (permuted(before, squares), permuted(after, squares));
            let changed = !same(old, new);
            let around = |pieces| Around { pieces, on_board, changed, attackers };
            around(old).list(before, square, &mut changes.vanished);
            around(new).list(after, square, &mut changes.appeared);
        }
    }

    /// What lies around a square, by lanes.
    struct Around {
        pieces: uint8x16x4_t,
        on_board: u64,
        /// Where a piece comes or goes with the move.
        changed: u64,
        attackers: uint8x16x4_t,
    }

    impl Around {
        /// Lists the relations that come and go with what stands on the square.
        #[inline]
        #[target_feature(enable = "neon")]
        fn list(&self, position: &Position, square: Square, list: &mut Relations) {
            let &Around { pieces, on_board, changed, attackers } = self;
            let in_lane = |lane: Square| Square::new(SQUARES.0[square.index()][lane.index()]);
            let occupied = on_board & !equal(pieces, EMPTY);
            let reach = reach(occupied & !LEAPS);
            let nearest = reach & occupied & !LEAPS;
            let attacking = both(classified(pieces, &CLASSES.0), attackers);
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
}

lookup::conformance!(deltas, Neon, processor);
