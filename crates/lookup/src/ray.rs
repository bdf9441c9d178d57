//! The ray walk behind the oracles: one step at a time, by file and rank.

use crate::Square;

/// The four directions along ranks and files, as steps of file and rank.
pub(crate) const ORTHOGONAL: [(i8, i8); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// The four directions along diagonals, as steps of file and rank.
pub(crate) const DIAGONAL: [(i8, i8); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

/// A knight's leaps, as steps of file and rank.
pub(crate) const KNIGHT: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares from `from`, which is left out, to the edge of the board.
pub(crate) fn walk(from: Square, (right, up): (i8, i8)) -> impl Iterator<Item = Square> {
    (1..8).map_while(move |step| {
        Square::at(from.file() as i8 + step * right, from.rank() as i8 + step * up)
    })
}
