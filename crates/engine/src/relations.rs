//! Sums of weight rows for attack relations.
//!
//! Networks of 2026 also take attack relations as inputs: each attacker on its square with a victim
//! on its own has a row of weights for either side's view. The sums are made for the root, and
//! follow the moves from there. As in Stockfish 18, a row has 1024 weights of a byte. All rows
//! together have some 90 MB, and a move changes some twenty.
//!
//! As in engines, the relations that vanish and appear are listed when a move is made, because both
//! positions are then at hand. Their rows are found, subtracted and added only when a position is
//! evaluated.
//!
//! Source: <https://github.com/official-stockfish/Stockfish>, `update_piece_threats`.

use crate::limits::PLIES;
use crate::lookups::Lookups;
use crate::table::filled;
use crate::weights::{Row, WIDTH, add, weights};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use lookup::attackers::Attackers;
use lookup::deltas::{Changes, Deltas, MOST, Relation, Relations};
use lookup::index::{self, Index};
use lookup::{Color, Move, Piece, Position, Square};

/// The weights, and the sums of each ply.
#[derive(Debug)]
pub(crate) struct RelationSums {
    weights: Vec<Row<i8>>,
    layers: Vec<Layer>,
    /// The number of rows added or subtracted.
    pub(crate) touched: u64,
}

impl RelationSums {
    pub(crate) fn new() -> Result<RelationSums, TryReserveError> {
        let empty = Layer { sums: [Row::ZERO; 2], changes: Changes::new(), is_ready: false };
        let layers = filled(empty, PLIES)?;
        Ok(RelationSums { weights: weights(index::ROWS)?, layers, touched: 0 })
    }

    /// Sums the relations of the position that a search begins with.
    pub(crate) fn begin<L: Lookups>(&mut self, position: &Position) {
        let Layer { sums, is_ready, .. } = &mut self.layers[0];
        (*sums, *is_ready) = ([Row::ZERO; 2], true);
        for to in position.occupied().squares() {
            for from in L::Attackers::attackers_to(position, to).squares() {
                let relation = Relation::of(position, from, to);
                for side in Color::ALL {
                    add(&mut sums[side as usize], &self.weights[row::<L>(relation, side)]);
                    self.touched += 1;
                }
            }
        }
    }

    /// Notes that nothing changes on the way to a ply.
    #[inline]
    pub(crate) fn follow(&mut self, ply: usize) {
        if let Some(layer) = self.layers.get_mut(ply) {
            layer.changes.clear();
            layer.is_ready = false;
        }
    }

    /// Lists the changes of the move to a ply that was [followed](RelationSums::follow).
    #[inline]
    pub(crate) fn list<L: Lookups>(
        &mut self,
        ply: usize,
        before: &Position,
        m: Move,
        after: &Position,
    ) {
        if let Some(layer) = self.layers.get_mut(ply) {
            L::Deltas::list(before, m, after, &mut layer.changes);
        }
    }

    /// Brings the sums up to date, from the last ply whose sums are.
    // Out of line, so that an evaluation costs no more without relations.
    #[inline(never)]
    pub(crate) fn catch_up<L: Lookups>(&mut self, ply: usize) {
        let mut known = ply;
        while !self.layers[known].is_ready {
            known -= 1;
        }
        for next in known + 1..=ply {
            let (done, rest) = self.layers.split_at_mut(next);
            let (from, to) = (&done[next - 1].sums, &mut rest[0]);
            let Changes { vanished, appeared } = &to.changes;
            for side in Color::ALL {
                let old = Rows::of::<L>(vanished, side);
                let new = Rows::of::<L>(appeared, side);
                let sums = &mut to.sums[side as usize];
                exchange(sums, &from[side as usize], &self.weights, &old, &new);
                self.touched += (old.count + new.count) as u64;
            }
            to.is_ready = true;
        }
    }

    /// The sums of White's and of Black's view at a ply that [caught
    /// up](RelationSums::catch_up).
    pub(crate) fn at(&self, ply: usize) -> &[Row; 2] {
        &self.layers[ply].sums
    }
}

/// The sums of a ply for both sides, and the changes that lead to it.
#[derive(Clone, Copy, Debug)]
struct Layer {
    sums: [Row; 2],
    changes: Changes,
    is_ready: bool,
}

/// The numbers of the rows for a list of relations.
struct Rows {
    numbers: [u32; MOST],
    count: usize,
}

impl Rows {
    #[inline]
    fn of<L: Lookups>(relations: &Relations, side: Color) -> Rows {
        let relations = relations.as_slice();
        let mut found = Rows { numbers: [0; MOST], count: relations.len() };
        for (number, &relation) in found.numbers.iter_mut().zip(relations) {
            *number = row::<L>(relation, side) as u32;
        }
        found
    }

    fn as_slice(&self) -> &[u32] {
        &self.numbers[..self.count]
    }
}

/// The row of a relation, seen by a side. Both sides see their own pieces alike, from their own
/// first rank.
#[inline]
fn row<L: Lookups>(relation: Relation, side: Color) -> usize {
    let (flip, swap) = if side == Color::White { (0, 0) } else { (56, 1) };
    let [attacker, from, victim, to] = relation.0.to_le_bytes();
    let piece = |piece: u8| Piece::ALL[usize::from(piece ^ swap) % Piece::ALL.len()];
    let square = |square: u8| Square::new(square ^ flip);
    L::Index::row(piece(attacker), square(from), piece(victim), square(to)) as usize
}

/// Subtracts some rows from sums and adds others. Reads all rows for a part of the sums, which
/// stays in registers meanwhile, and then for the next part.
#[inline(never)]
fn exchange(sums: &mut Row, from: &Row, weights: &[Row<i8>], old: &Rows, new: &Rows) {
    const PART: usize = 128;
    for start in (0..WIDTH).step_by(PART) {
        let part = start..start + PART;
        let mut kept = [0; PART];
        kept.copy_from_slice(&from.0[part.clone()]);
        for &number in old.as_slice() {
            let row = &weights[number as usize].0[part.clone()];
            let both = kept.iter_mut().zip(row);
            both.for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight.into()));
        }
        for &number in new.as_slice() {
            let row = &weights[number as usize].0[part.clone()];
            let both = kept.iter_mut().zip(row);
            both.for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight.into()));
        }
        sums.0[part].copy_from_slice(&kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::choices::{Base, Each, choices};
    use lookup::{attackers, index, samples};

    /// Adds the rows of all relations, by the oracles.
    fn sum_up(weights: &[Row<i8>], position: &Position) -> [Row; 2] {
        let mut sums = [Row::ZERO; 2];
        let mut see = |side: Color, [attacker, victim]: [Piece; 2], [from, to]: [Square; 2]| {
            let row = index::oracle(&index::Case { attacker, from, victim, to }) as usize;
            add(&mut sums[side as usize], &weights[row]);
        };
        for to in position.occupied().squares() {
            for from in attackers::oracle(position, to).squares() {
                let pieces = [from, to].map(|square| position.piece_on(square).unwrap());
                see(Color::White, pieces, [from, to]);
                let turned = pieces.map(|piece| Piece::new(piece.kind(), !piece.color()));
                let flipped = [from, to].map(|square| Square::new(square as u8 ^ 56));
                see(Color::Black, turned, flipped);
            }
        }
        sums
    }

    /// Plays games, with a pass here and there, and compares the sums of some positions.
    fn compare<L: Lookups>(games: usize) {
        let mut kept = RelationSums::new().unwrap();
        for (start, moves) in samples::games().take(games) {
            let mut board = Board::new(start, 0);
            kept.begin::<L>(board.position());
            assert_eq!(*kept.at(0), sum_up(&kept.weights, board.position()), "{board}");
            for (ply, m) in moves.enumerate() {
                let before = board;
                board = board.play(m);
                kept.follow(ply + 1);
                kept.list::<L>(ply + 1, before.position(), m, board.position());
                // Some positions are not evaluated, as in a search.
                if !(board.key() ^ ply as u64).is_multiple_of(3) {
                    kept.catch_up::<L>(ply + 1);
                    let expected = sum_up(&kept.weights, board.position());
                    assert_eq!(*kept.at(ply + 1), expected, "{} after {m}: {board}", L::NAME);
                    // A pass changes no relation.
                    kept.follow(ply + 2);
                    kept.catch_up::<L>(ply + 2);
                    assert_eq!(*kept.at(ply + 2), expected, "{board}");
                }
            }
        }
    }

    #[test]
    fn sums_kept_through_moves_equal_those_of_the_oracle() {
        struct Compare;
        impl Each for Compare {
            fn choice<L: Lookups>(&mut self) {
                compare::<L>(2);
            }
        }
        compare::<Base>(40);
        choices(&mut Compare);
    }

    /// Two rows for each relation: the rook and the king see each other's pawn and rook.
    #[test]
    fn rows_are_counted() {
        let mut sums = RelationSums::new().unwrap();
        let board = Board::from_fen("4k3/8/8/8/8/8/r2P4/4K3 w - -").unwrap();
        sums.begin::<Base>(board.position());
        // The rook attacks the pawn, and the king guards it.
        assert_eq!(sums.touched, 4);
        let m = "e1f1".parse().unwrap();
        sums.follow(1);
        sums.list::<Base>(1, board.position(), m, board.play(m).position());
        sums.catch_up::<Base>(1);
        assert_eq!(sums.touched, 6);
        let m = "d2d3".parse().unwrap();
        sums.follow(1);
        sums.list::<Base>(1, board.position(), m, board.play(m).position());
        sums.catch_up::<Base>(1);
        assert_eq!(sums.touched, 10);
    }
}
