//! Phases of a game, by the pieces on the board.

use lookup::{PieceKind, Position};

/// The phase of a game, by the pieces on the board, including pawns and kings.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Phase {
    /// [`OPENING`] pieces or more.
    Opening,
    /// Everything between the opening and the late middlegame.
    Middlegame,
    /// [`LATE`] pieces or fewer, but neither of the following endings.
    LateMiddlegame,
    /// Kings, pawns and queens alone.
    QueenEnding,
    /// Kings and pawns alone.
    PawnEnding,
}

/// The fewest pieces of an opening.
const OPENING: u32 = 28;

/// The most pieces of a late middlegame.
const LATE: u32 = 16;

impl Phase {
    /// All phases, in the order of a game.
    #[cfg(test)]
    pub(crate) const ALL: [Phase; 5] = [
        Phase::Opening,
        Phase::Middlegame,
        Phase::LateMiddlegame,
        Phase::QueenEnding,
        Phase::PawnEnding,
    ];

    /// The phase of a position.
    pub(crate) fn of(position: &Position) -> Phase {
        let small = position.kind(PieceKind::King) | position.kind(PieceKind::Pawn);
        let others = position.occupied() & !small;
        match position.occupied().0.count_ones() {
            _ if others.is_empty() => Phase::PawnEnding,
            _ if others == position.kind(PieceKind::Queen) => Phase::QueenEnding,
            ..=LATE => Phase::LateMiddlegame,
            OPENING.. => Phase::Opening,
            _ => Phase::Middlegame,
        }
    }
}
