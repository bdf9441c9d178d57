//! The work of a neural network, without its judgement.
//!
//! A network like those of today's engines keeps two sums of weight rows, one from each side's
//! view. Each piece on its square, seen from the square of that side's king, chooses a row; a move
//! subtracts the rows that it ends and adds those that it begins. When the king itself moves, all
//! rows of its side are summed anew. Sums are brought up to date only when a position is evaluated.
//! A small layer then turns both into a number.
//!
//! The weights are pseudo-random, so the number means nothing, and the search must not use it. Only
//! the traffic counts: four to eight rows of 1 KB for a move, spread over all weights. If [attack
//! relations](crate::relations) have rows too, they add some twenty.
//!
//! Source: <https://www.chessprogramming.org/NNUE>.

use crate::allocation::{MemoryError, PLIES, filled};
use crate::board::{Board, Change, GOLDEN, mixed};
use crate::lookups::Lookups;
use crate::relations::RelationSums;
use crate::weights::{Row, WIDTH, Weights, add};
use alloc::vec::Vec;
use lookup::{Color, Move, Piece, PieceKind, Square};

/// The weights, and the sums of each ply.
#[derive(Debug)]
pub(crate) struct Network {
    pub(crate) weights: Weights,
    output: Vec<[Row; 2]>,
    layers: Vec<Layer>,
    relations: Option<RelationSums>,
    /// The number of rows of pieces added or subtracted. One more addition for each sum brought up
    /// to date is negligible beside the 512 of every row.
    touched: u64,
}

impl Network {
    /// A network with this many megabytes of weights, a power of two.
    pub(crate) fn new(megabytes: usize) -> Result<Network, MemoryError> {
        let mut weights = Weights::none(megabytes)?;
        let mut state = 0;
        let mut fill = |row: &mut Row, shift: u32| {
            for four in row.0.chunks_exact_mut(4) {
                state += 1;
                let numbers = mixed(GOLDEN.wrapping_mul(state)).to_le_bytes();
                for (weight, bytes) in four.iter_mut().zip(numbers.chunks_exact(2)) {
                    *weight = i16::from_le_bytes([bytes[0], bytes[1]]) >> shift;
                }
            }
        };
        weights.rows.iter_mut().for_each(|row| fill(row, 9));
        let mut output = filled(NEURONS, || [Row::ZERO; 2])?;
        output.iter_mut().flatten().for_each(|row| fill(row, 6));
        let layers = filled(PLIES, || Layer::EMPTY)?;
        Ok(Network { weights, output, layers, relations: None, touched: 0 })
    }

    /// The same with rows for attack relations, among the same weights.
    pub(crate) fn with_relations(megabytes: usize) -> Result<Network, MemoryError> {
        Ok(Network { relations: Some(RelationSums::new()?), ..Network::new(megabytes)? })
    }

    /// The number of rows added or subtracted.
    pub(crate) fn touched(&self) -> u64 {
        self.touched + self.relations.as_ref().map_or(0, |relations| relations.touched)
    }

    /// Counts rows from 0 again.
    pub(crate) fn forget_touched(&mut self) {
        self.touched = 0;
        if let Some(relations) = &mut self.relations {
            relations.touched = 0;
        }
    }

    /// Starts with the position of a search.
    pub(crate) fn begin<L: Lookups>(&mut self, board: &Board) {
        for side in Color::ALL {
            self.sum_up(0, board, side);
        }
        if let Some(relations) = &mut self.relations {
            relations.begin::<L>(&self.weights, board.position());
        }
    }

    /// Notes the change of the move that leads to a ply.
    #[inline]
    pub(crate) fn follow(&mut self, ply: usize, change: &Change) {
        if let Some(layer) = self.layers.get_mut(ply) {
            (layer.change, layer.is_ready) = (*change, [false; 2]);
        }
        if let Some(relations) = &mut self.relations {
            relations.follow(ply);
        }
    }

    /// [Follows](Network::follow) a move to a ply, and returns the board after it.
    // Out of line, so that a move costs no more without a network.
    #[inline(never)]
    pub(crate) fn play<L: Lookups>(
        &mut self,
        ply: usize,
        board: &Board,
        m: Move,
        change: &Change,
    ) -> Board {
        self.follow(ply, change);
        let next = board.play_change(m, change);
        if let Some(relations) = &mut self.relations {
            relations.list::<L>(ply, board.position(), m, next.position());
        }
        next
    }

    /// The number for the position at a followed `ply`, from the side to move's view.
    #[inline]
    pub(crate) fn evaluate<L: Lookups>(&mut self, ply: usize, board: &Board) -> i32 {
        if let Some(relations) = &mut self.relations {
            relations.catch_up::<L>(ply, &self.weights);
        }
        self.judge(ply, board)
    }

    /// The number, once the sums of relations are up to date.
    // Out of line and the same for all choices.
    #[inline(never)]
    fn judge(&mut self, ply: usize, board: &Board) -> i32 {
        for side in Color::ALL {
            self.catch_up(ply, board, side);
        }
        let Some(Layer { sums, .. }) = self.layers.get(ply) else { return 0 };
        let mut joined;
        let [white, black] = match &self.relations {
            None => sums,
            Some(relations) => {
                joined = *sums;
                joined.iter_mut().zip(relations.at(ply)).for_each(|(sums, more)| add(sums, more));
                &joined
            }
        };
        let (own, other) = match board.position().side_to_move() {
            Color::White => (white, black),
            Color::Black => (black, white),
        };
        let neuron = |[a, b]: &[Row; 2]| (dot(own, a) + dot(other, b)) >> 8;
        self.output.iter().map(|weights| neuron(weights).clamp(0, 1 << 14)).sum::<i32>() >> 4
    }

    /// Brings a side's sums up to date, from the last ply whose sums are.
    fn catch_up(&mut self, ply: usize, board: &Board, side: Color) {
        let mut known = ply;
        while !self.layers[known].is_ready[side as usize] {
            if known == 0 || self.layers[known].moves_king(side) {
                return self.sum_up(ply, board, side);
            }
            known -= 1;
        }
        let king = board.position().king(side);
        for next in known + 1..=ply {
            let (done, rest) = self.layers.split_at_mut(next);
            let (from, to) = (&done[next - 1].sums[side as usize], &mut rest[0]);
            let (change, sums) = (to.change, &mut to.sums[side as usize]);
            let row = |&(piece, square): &(Piece, Square)| {
                self.weights.row(feature(side, king, piece, square))
            };
            self.touched += (change.removed().len() + change.added().len()) as u64;
            // The rows are read together, so that the sums are written once.
            match (change.removed(), change.added()) {
                ([out], [new]) => moved(sums, from, row(out), row(new)),
                ([out, victim], [new]) => captured(sums, from, row(out), row(victim), row(new)),
                (removed, added) => {
                    *sums = *from;
                    removed.iter().for_each(|out| subtract(sums, row(out)));
                    added.iter().for_each(|new| add(sums, row(new)));
                }
            }
            to.is_ready[side as usize] = true;
        }
    }

    /// Computes a side's sums of a position anew.
    fn sum_up(&mut self, ply: usize, board: &Board, side: Color) {
        let (position, layer) = (board.position(), &mut self.layers[ply]);
        let (king, sums) = (position.king(side), &mut layer.sums[side as usize]);
        *sums = Row::ZERO;
        self.touched += u64::from(position.occupied().0.count_ones());
        for square in position.occupied().squares() {
            if let Some(piece) = position.piece_on(square) {
                add(sums, self.weights.row(feature(side, king, piece, square)));
            }
        }
        layer.is_ready[side as usize] = true;
    }
}

/// The neurons behind the sums.
const NEURONS: usize = 4;

/// The sums of a ply for both sides, and the change that led to it.
#[derive(Clone, Copy, Debug)]
struct Layer {
    sums: [Row; 2],
    change: Change,
    is_ready: [bool; 2],
}

impl Layer {
    const EMPTY: Layer = Layer { sums: [Row::ZERO; 2], change: Change::NONE, is_ready: [false; 2] };

    #[inline]
    fn moves_king(&self, side: Color) -> bool {
        let king = Piece::new(PieceKind::King, side);
        self.change.removed().first().is_some_and(|&(piece, _)| piece == king)
    }
}

/// The number of a piece on its square, seen by a side with its king on that square. Both sides
/// see their own pieces alike, from their own first rank.
#[inline]
fn feature(side: Color, king: Square, piece: Piece, square: Square) -> usize {
    let (flip, swap) = if side == Color::White { (0, 0) } else { (56, 1) };
    let (king, square) = (king.index() ^ flip, square.index() ^ flip);
    (king * 12 + (piece as usize ^ swap)) * 64 + square
}

#[inline]
fn subtract(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_sub(*weight);
    }
}

#[inline]
fn moved(sums: &mut Row, from: &Row, out: &Row, new: &Row) {
    for i in 0..WIDTH {
        sums.0[i] = from.0[i].wrapping_sub(out.0[i]).wrapping_add(new.0[i]);
    }
}

#[inline]
fn captured(sums: &mut Row, from: &Row, out: &Row, victim: &Row, new: &Row) {
    for i in 0..WIDTH {
        let left = from.0[i].wrapping_sub(out.0[i]).wrapping_sub(victim.0[i]);
        sums.0[i] = left.wrapping_add(new.0[i]);
    }
}

/// The sum of products, with the sums clipped.
#[inline]
fn dot(sums: &Row, weights: &Row) -> i32 {
    let products = sums.0.iter().zip(&weights.0);
    products
        .fold(0, |total, (&sum, &weight)| total + i32::from(sum.clamp(0, 255)) * i32::from(weight))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::Base;
    use lookup::samples;

    #[test]
    fn sums_kept_through_moves_equal_those_made_anew() {
        let (mut kept, mut anew) = (Network::new(1).unwrap(), Network::new(1).unwrap());
        let mut evaluations = Vec::new();
        for (start, moves) in samples::games().take(200) {
            let mut board = Board::new(start, 0);
            kept.begin::<Base>(&board);
            for (ply, m) in moves.enumerate() {
                kept.follow(ply + 1, &board.change(m));
                board = board.play(m);
                // Some positions are not evaluated, as in a search.
                if !(board.key() ^ ply as u64).is_multiple_of(3) {
                    anew.begin::<Base>(&board);
                    let expected = anew.evaluate::<Base>(0, &board);
                    assert_eq!(kept.evaluate::<Base>(ply + 1, &board), expected, "{m} {board}");
                    assert_eq!(kept.layers[ply + 1].sums, anew.layers[0].sums);
                    evaluations.push(expected);
                }
            }
        }
        evaluations.sort_unstable();
        evaluations.dedup();
        assert!(evaluations.len() > 500, "{}", evaluations.len());
    }

    #[test]
    fn features_are_spread_over_all_rows() {
        for megabytes in [1, 16, 64] {
            let weights = Weights::none(megabytes).unwrap();
            let mut seen = alloc::vec![false; weights.rows.len()];
            for king in Square::ALL {
                for piece in Piece::ALL {
                    for square in Square::ALL {
                        let feature = feature(Color::Black, king, piece, square);
                        seen[weights.number(feature)] = true;
                    }
                }
            }
            let (used, rows) = (seen.iter().filter(|&&used| used).count(), seen.len());
            assert!(10 * used > 7 * rows, "{used} of {rows}");
        }
    }
}
