//! The work of a neural network, without its judgement.
//!
//! A network like those of today's engines keeps two sums of weight rows, one from each side's
//! view. Each piece on its square chooses a row of 2 KB; a move subtracts the rows that it ends and
//! adds those that it begins. Sums are brought up to date only when a position is evaluated. One
//! neuron then turns both into a number. That is the network of Carp 3.0.1, whose 768 rows are
//! 1.5 MB.
//!
//! The weights are pseudo-random, so the number means nothing, and the search must not use it. Only
//! the traffic counts: four to six rows for a move. If [attack relations](crate::relations) have
//! rows too, they add some twenty of 1 KB.
//!
//! Sources: <https://www.chessprogramming.org/NNUE> and <https://github.com/dede1751/carp>.

use crate::board::{Board, Change};
use crate::limits::PLIES;
use crate::lookups::Lookups;
use crate::relations::RelationSums;
use crate::table::filled;
use crate::weights::{Row, WIDTH, add, weights};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use lookup::{Color, Move, Piece, Square};

/// The weights, and the sums of each ply.
#[derive(Debug)]
pub(crate) struct Network {
    weights: Vec<Row>,
    /// The weights of the neuron, for the sums of the side to move and of the other.
    output: Vec<Row>,
    layers: Vec<Layer>,
    relations: Option<RelationSums>,
    /// The number of rows of pieces added or subtracted.
    touched: u64,
}

impl Network {
    /// A network of pieces on squares, and perhaps of attack relations.
    pub(crate) fn new(relations: Option<RelationSums>) -> Result<Network, TryReserveError> {
        let layers = filled(Layer::EMPTY, PLIES)?;
        Ok(Network { weights: weights(ROWS)?, output: weights(2)?, layers, relations, touched: 0 })
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
        let Layer { sums, is_ready, .. } = &mut self.layers[0];
        (*sums, *is_ready) = ([Row::ZERO; 2], true);
        let position = board.position();
        for square in position.occupied().squares() {
            if let Some(piece) = position.piece_on(square) {
                for side in Color::ALL {
                    add(&mut sums[side as usize], &self.weights[feature(side, piece, square)]);
                    self.touched += 1;
                }
            }
        }
        if let Some(relations) = &mut self.relations {
            relations.begin::<L>(position);
        }
    }

    /// Notes the change of the move that leads to a ply.
    #[inline]
    pub(crate) fn follow(&mut self, ply: usize, change: &Change) {
        if let Some(layer) = self.layers.get_mut(ply) {
            (layer.change, layer.is_ready) = (*change, false);
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
            relations.catch_up::<L>(ply);
        }
        self.judge(ply, board.position().side_to_move())
    }

    /// The number, once the sums of relations are up to date.
    // Out of line and the same for all choices.
    #[inline(never)]
    fn judge(&mut self, ply: usize, side: Color) -> i32 {
        self.catch_up(ply);
        let mut joined;
        let [white, black] = match &self.relations {
            None => &self.layers[ply].sums,
            Some(relations) => {
                joined = self.layers[ply].sums;
                joined.iter_mut().zip(relations.at(ply)).for_each(|(sums, more)| add(sums, more));
                &joined
            }
        };
        let (own, other) = if side == Color::White { (white, black) } else { (black, white) };
        (dot(own, &self.output[0]) + dot(other, &self.output[1])) >> 8
    }

    /// Brings the sums up to date, from the last ply whose sums are.
    fn catch_up(&mut self, ply: usize) {
        let mut known = ply;
        while !self.layers[known].is_ready {
            known -= 1;
        }
        for next in known + 1..=ply {
            let (done, rest) = self.layers.split_at_mut(next);
            let (before, Layer { sums, change, is_ready }) = (&done[next - 1], &mut rest[0]);
            for side in Color::ALL {
                let (from, sums) = (&before.sums[side as usize], &mut sums[side as usize]);
                let row = |&(piece, square): &(Piece, Square)| {
                    &self.weights[feature(side, piece, square)]
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
            }
            *is_ready = true;
        }
    }
}

/// The pieces on their squares, each of which has a row.
const ROWS: usize = 12 * 64;

/// The sums of a ply for both sides, and the change that led to it.
#[derive(Clone, Copy, Debug)]
struct Layer {
    sums: [Row; 2],
    change: Change,
    is_ready: bool,
}

impl Layer {
    const EMPTY: Layer = Layer { sums: [Row::ZERO; 2], change: Change::NONE, is_ready: false };
}

/// The number of a piece on its square, seen by a side. Both sides see their own pieces alike, from
/// their own first rank.
#[inline]
fn feature(side: Color, piece: Piece, square: Square) -> usize {
    let (flip, swap) = if side == Color::White { (0, 0) } else { (56, 1) };
    (piece as usize ^ swap) * 64 + (square.index() ^ flip)
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
        let [mut kept, mut anew] = [(); 2].map(|()| Network::new(None).unwrap());
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
    fn every_piece_on_its_square_has_a_row_for_either_side() {
        for side in Color::ALL {
            let on = |piece| Square::ALL.map(|square| feature(side, piece, square));
            let mut features: Vec<_> = Piece::ALL.into_iter().flat_map(on).collect();
            features.sort_unstable();
            assert!(features.into_iter().eq(0..ROWS));
        }
    }

    /// Two rows for each piece at first, then two for each that leaves or appears.
    #[test]
    fn rows_are_counted() {
        let mut network = Network::new(None).unwrap();
        let start = Board::from_fen("r3k3/1P6/8/8/8/8/8/4K2R w K -").unwrap();
        for (m, rows) in [("h1h2", 4), ("e1g1", 8), ("b7a8q", 6), ("b7b8q", 4), ("b7a8n", 6)] {
            network.begin::<Base>(&start);
            assert_eq!(network.touched(), 10, "{m}");
            network.follow(1, &start.change(m.parse().unwrap()));
            network.evaluate::<Base>(1, &start.play(m.parse().unwrap()));
            network.evaluate::<Base>(1, &start.play(m.parse().unwrap()));
            assert_eq!(network.touched(), 10 + rows, "{m}");
            network.forget_touched();
        }
    }

    /// A row is 2 KB, of weights from -32 to 31; sums are clipped to 0 to 255.
    #[test]
    fn a_network_has_its_size_and_each_side_sees_its_own_pieces() {
        let mut network = Network::new(None).unwrap();
        assert_eq!(
            (network.weights.len(), size_of::<Row>(), size_of::<Row<i8>>()),
            (768, 2048, 1024)
        );
        let all = || network.weights.iter().flat_map(|row| row.0);
        assert_eq!((all().min(), all().max()), (Some(-32), Some(31)));
        let row = |weight| Row([weight; WIDTH]);
        for (sum, total) in [(-5, 0), (0, 0), (7, 7 * 1024), (255, 255 * 1024), (300, 255 * 1024)] {
            assert_eq!(dot(&row(sum), &row(1)), total);
        }
        let mut judge = |fen: &str| {
            let board = Board::from_fen(fen).unwrap();
            network.begin::<Base>(&board);
            network.evaluate::<Base>(0, &board)
        };
        let white = judge("r3k3/2P5/8/8/4B3/8/6PP/4K3 w - -");
        assert_eq!(judge("4k3/6pp/8/4b3/8/8/2p5/R3K3 b - -"), white);
        assert_ne!(judge("r3k3/2P5/8/8/4B3/8/6PP/4K3 b - -"), white);
    }
}
