//! The attacks of sliders, for the tables of variants.
//!
//! Tables are built at compile time, by functions of numbers alone. They share no code with
//! the oracles: those walk square by square, these subtract and reverse.

use crate::bits::gather;
use crate::{Bitboard, Square};

/// A step by files to the right and ranks up.
pub type Step = (i8, i8);

/// Along a rank.
pub const RANK: &[Step] = &[(1, 0), (-1, 0)];

/// Along a file.
pub const FILE: &[Step] = &[(0, 1), (0, -1)];

/// Along a diagonal from the lower left to the upper right.
pub const DIAGONAL: &[Step] = &[(1, 1), (-1, -1)];

/// Along a diagonal from the lower right to the upper left.
pub const ANTIDIAGONAL: &[Step] = &[(-1, 1), (1, -1)];

/// Along ranks and files.
pub const ROOK: &[Step] = &[(1, 0), (0, 1), (-1, 0), (0, -1)];

/// Along diagonals.
pub const BISHOP: &[Step] = &[(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// The squares from `from`, which is left out, to the edges of the board.
#[must_use]
pub const fn reach(from: Square, steps: &[Step]) -> Bitboard {
    reach_but_last(from, steps, 0)
}

/// The squares that a piece on `piece` hides from a queen on `from`; none if they share no
/// line.
#[must_use]
pub const fn behind(from: Square, piece: Square) -> Bitboard {
    let right = piece.file() as i8 - from.file() as i8;
    let up = piece.rank() as i8 - from.rank() as i8;
    let aligned = right == 0 || up == 0 || right.abs() == up.abs();
    match (right.signum(), up.signum()) {
        (0, 0) => Bitboard::EMPTY,
        step if aligned => reach(piece, &[step]),
        _ => Bitboard::EMPTY,
    }
}

/// The squares whose occupancy can matter: the last of a line hides nothing.
#[must_use]
pub const fn relevant(from: Square, steps: &[Step]) -> Bitboard {
    reach_but_last(from, steps, 1)
}

const fn reach_but_last(from: Square, steps: &[Step], left_out: i8) -> Bitboard {
    let (mut set, mut i) = (0, 0);
    while i < 7 * steps.len() {
        let ((right, up), distance) = (steps[i / 7], i as i8 % 7 + 1);
        let (file, rank) =
            (from.file() as i8 + distance * right, from.rank() as i8 + distance * up);
        let last = Square::at(file + left_out * right, rank + left_out * up);
        if let (Some(square), Some(_)) = (Square::at(file, rank), last) {
            set |= square.bitboard().0;
        }
        i += 1;
    }
    Bitboard(set)
}

/// For every square, the [`reach`] of each set of steps.
#[must_use]
pub const fn table<const N: usize>(lines: [&[Step]; N]) -> [[Bitboard; N]; 64] {
    let mut table = [[Bitboard::EMPTY; N]; 64];
    let mut i = 0;
    while i < 64 * N {
        table[i / N][i % N] = reach(Square::new((i / N) as u8), lines[i % N]);
        i += 1;
    }
    table
}

/// A slider's attacks along the first rank, by occupancy and by file: 64 occupancies of the
/// six inner squares, or 256 of all eight.
#[must_use]
pub const fn first_rank<const N: usize>() -> [[u8; 8]; N] {
    const { assert!(N == 64 || N == 256) };
    let mut ranks = [[0; 8]; N];
    let mut i = 0;
    while i < N * 8 {
        let (square, occupied) = (Square::new((i % 8) as u8), i / 8 * if N == 64 { 2 } else { 1 });
        ranks[i / 8][i % 8] = attacks(square, occupied as u64, reach(square, RANK).0) as u8;
        i += 1;
    }
    ranks
}

/// A slider's attacks along a line, by o^(o-2r) forwards and backwards.
#[must_use]
pub const fn attacks(square: Square, occupied: u64, line: u64) -> u64 {
    let (slider, obstacles) = (square.bitboard().0, occupied & line);
    let above = obstacles.wrapping_sub(slider);
    let below = obstacles.reverse_bits().wrapping_sub(slider.reverse_bits());
    (above ^ below.reverse_bits()) & line
}

/// The attacks of a rook or a bishop from a square, for all occupancies of its [relevant]
/// squares.
///
/// The two lines are kept apart, with at most 64 occupancies each: an occupancy of both is
/// the union of one of each, and so are the attacks.
#[derive(Clone, Copy, Debug)]
pub struct Views {
    /// For each line, its occupancies and the attacks along it.
    pub lines: [[(u64, u64); 64]; 2],
    /// The number of occupancies of each line.
    pub counts: [usize; 2],
}

impl Views {
    /// The views of a [`ROOK`] or [`BISHOP`].
    #[must_use]
    pub const fn of(slider: &[Step], square: Square) -> Views {
        let (mut lines, mut counts, mut way) = ([[(0, 0); 64]; 2], [0; 2], 0);
        while way < 2 {
            // The second half of the steps is opposite to the first.
            let steps = [slider[way], slider[way + 2]];
            let (line, relevant) = (reach(square, &steps).0, relevant(square, &steps).0);
            let mut occupied = 0u64;
            loop {
                lines[way][counts[way]] = (occupied, attacks(square, occupied, line));
                counts[way] += 1;
                // Subtracting the set carries through the squares outside it.
                occupied = occupied.wrapping_sub(relevant) & relevant;
                if occupied == 0 {
                    break;
                }
            }
            way += 1;
        }
        Views { lines, counts }
    }

    /// The same, with the bits of the occupancies that `mask` names moved together: an
    /// occupancy of the [relevant] squares becomes an index.
    #[must_use]
    pub const fn indexed(mut self, mask: u64) -> Views {
        let mut i = 0;
        while i < 2 * 64 {
            let occupied = &mut self.lines[i / 64][i % 64].0;
            *occupied = gather(*occupied, mask);
            i += 1;
        }
        self
    }

    /// The same, with the bits of the attacks that `mask` names moved together.
    #[must_use]
    pub const fn packed(mut self, mask: u64) -> Views {
        let mut i = 0;
        while i < 2 * 64 {
            let seen = &mut self.lines[i / 64][i % 64].1;
            *seen = gather(*seen, mask);
            i += 1;
        }
        self
    }

    /// All occupancies of both lines with their attacks, and their number.
    #[must_use]
    pub const fn all(&self) -> ([(u64, u64); 4096], usize) {
        let (mut all, mut count, mut a) = ([(0, 0); 4096], 0, 0);
        while a < self.counts[0] {
            let (one, mut b) = (self.lines[0][a], 0);
            while b < self.counts[1] {
                let other = self.lines[1][b];
                all[count] = (one.0 | other.0, one.1 | other.1);
                (b, count) = (b + 1, count + 1);
            }
            a += 1;
        }
        (all, count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::scatter;
    use crate::sliders::{Slider, oracle};
    use std::collections::{BTreeMap, BTreeSet};
    use std::vec::Vec;

    const BOTH: [(&[Step], Slider); 2] = [(ROOK, Slider::Rook), (BISHOP, Slider::Bishop)];

    #[test]
    fn lines_reach_what_sliders_attack_on_an_empty_board() {
        for square in Square::ALL {
            for (steps, slider) in BOTH {
                assert_eq!(reach(square, steps), oracle(slider, square, Bitboard::EMPTY));
                assert_eq!(relevant(square, steps), slider.relevant(square));
            }
            let [rank, file, diagonal, antidiagonal] =
                [RANK, FILE, DIAGONAL, ANTIDIAGONAL].map(|steps| reach(square, steps));
            assert_eq!((rank | file, rank & file), (reach(square, ROOK), Bitboard::EMPTY));
            assert_eq!(diagonal | antidiagonal, reach(square, BISHOP));
            assert!(rank.squares().all(|other| other.rank() == square.rank()));
            assert!(file.squares().all(|other| other.file() == square.file()));
            assert!(diagonal.squares().all(|s| (s > square) == (s.file() > square.file())));
            assert_eq!(table([FILE, BISHOP])[square.index()], [file, reach(square, BISHOP)]);
        }
    }

    #[test]
    fn a_piece_hides_what_is_behind_it() {
        for from in Square::ALL {
            let all = oracle(Slider::Queen, from, Bitboard::EMPTY);
            for piece in Square::ALL {
                let seen = oracle(Slider::Queen, from, piece.bitboard());
                assert_eq!(behind(from, piece), all & !seen, "{from} {piece}");
            }
        }
    }

    #[test]
    fn ranks_and_views_agree_with_the_oracle() {
        let inner = first_rank::<64>().into_iter().zip((0..).step_by(2));
        for (files, occupied) in inner.chain(first_rank::<256>().into_iter().zip(0..)) {
            for (square, attacked) in Square::ALL.into_iter().zip(files) {
                let expected = oracle(Slider::Rook, square, Bitboard(occupied)).0 as u8;
                assert_eq!(attacked, expected, "{square} {occupied:b}");
            }
        }
        for (steps, slider) in BOTH {
            for square in Square::ALL {
                let views = Views::of(steps, square);
                let (all, count) = views.all();
                let found: BTreeMap<_, _> = all[..count].iter().copied().collect();
                let expected = slider.relevant(square).subsets();
                let expected: Vec<_> =
                    expected.map(|set| (set.0, oracle(slider, square, set).0)).collect();
                assert!(found.into_iter().eq(expected), "{slider} on {square}");
                let (mask, lines) = (slider.relevant(square).0, reach(square, steps).0);
                let (gathered, _) = views.indexed(mask).packed(lines).all();
                let indices: BTreeSet<_> = gathered[..count].iter().map(|view| view.0).collect();
                assert!(indices.into_iter().eq(0..count as u64), "{slider} on {square}");
                let scattered =
                    gathered.map(|(index, seen)| (scatter(index, mask), scatter(seen, lines)));
                assert_eq!(scattered[..count], all[..count], "{slider} on {square}");
            }
        }
    }
}
