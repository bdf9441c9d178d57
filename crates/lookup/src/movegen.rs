//! The rules of chess, slow and obvious: the basis of the oracles about positions.
//!
//! A move is pseudo-legal if only the safety of its own king can still forbid it. Castling
//! then needs the right, and empty squares between king and rook. Legality also asks
//! whether the king is in check, or passes or reaches an attacked square.

use crate::ray::{self, DIAGONAL, KNIGHT, ORTHOGONAL};
use crate::{Bitboard, Color, Move, Piece, PieceKind, Position, Square, attacked, between};

/// The kinds that a pawn can become, or none.
const PROMOTIONS: [Option<PieceKind>; 5] = [
    Some(PieceKind::Queen),
    Some(PieceKind::Rook),
    Some(PieceKind::Bishop),
    Some(PieceKind::Knight),
    None,
];

/// Whether the side to move may play a move, apart from its king's safety.
#[must_use]
pub fn is_pseudo_legal(position: &Position, m: Move) -> bool {
    let Move { from, to, promotion } = m;
    let us = position.side_to_move();
    let Some(piece) = position.piece_on(from) else { return false };
    if piece.color() != us || position.color(us).contains(to) {
        return false;
    }
    let attacks = || attacked::oracle(piece, from, to, position.occupied());
    match piece.kind() {
        PieceKind::Pawn => {
            let takes = position.color(!us).contains(to) || position.en_passant() == Some(to);
            becomes_what_it_may(to, promotion)
                && if attacks() { takes } else { pushes(position, from, to) }
        }
        PieceKind::King => promotion.is_none() && (attacks() || may_castle(position, from, to)),
        _ => promotion.is_none() && attacks(),
    }
}

/// Whether the side to move may play a move.
#[must_use]
pub fn is_legal(position: &Position, m: Move) -> bool {
    if !is_pseudo_legal(position, m) {
        return false;
    }
    let us = position.side_to_move();
    let passed = if position.castles(m) {
        m.from.bitboard() | between::oracle(m.from, m.to)
    } else {
        Bitboard::EMPTY
    };
    let safe = passed.squares().all(|square| !is_attacked(position, square, !us));
    safe && !in_check(&position.play(m), us)
}

/// All pseudo-legal moves, in the order of their squares.
pub fn pseudo_legal_moves(position: &Position) -> impl Iterator<Item = Move> {
    conceivable(position).filter(|&m| is_pseudo_legal(position, m))
}

/// All legal moves, in the order of their squares.
pub fn legal_moves(position: &Position) -> impl Iterator<Item = Move> {
    conceivable(position).filter(|&m| is_legal(position, m))
}

/// Moves from every piece of the side to move to every square that a queen or a knight would
/// reach on an empty board, for all moves of chess do; to a last rank also with every promotion
/// of pawns.
pub(crate) fn conceivable(position: &Position) -> impl Iterator<Item = Move> + use<> {
    let (us, pawns) = (position.side_to_move(), position.kind(PieceKind::Pawn));
    position.color(us).squares().flat_map(move |from| {
        let pawn = pawns.contains(from);
        let reached = |kind| attacked::squares(kind, us, from, Bitboard::EMPTY);
        let reached = reached(PieceKind::Queen) | reached(PieceKind::Knight);
        reached.squares().flat_map(move |to| {
            let promotions = if pawn && is_last(to) { &PROMOTIONS[..] } else { &[None] };
            promotions.iter().map(move |&promotion| Move { from, to, promotion })
        })
    })
}

/// Whether a side attacks a square: looks from there in every direction for the first
/// piece, and one leap away for leapers.
#[must_use]
pub fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
    let stands = |square, kind| position.piece_on(square) == Some(Piece::new(kind, by));
    let slides = |directions: [(i8, i8); 4], kind| {
        directions.into_iter().any(|direction| {
            let first = ray::walk(square, direction).find(|&s| position.piece_on(s).is_some());
            first.is_some_and(|s| stands(s, kind) || stands(s, PieceKind::Queen))
        })
    };
    let leaps = |steps: &[(i8, i8)], kind| {
        steps.iter().any(|&step| ray::walk(square, step).next().is_some_and(|s| stands(s, kind)))
    };
    let pawns = match by {
        Color::White => [(-1, -1), (1, -1)],
        Color::Black => [(-1, 1), (1, 1)],
    };
    leaps(&pawns, PieceKind::Pawn)
        || leaps(&KNIGHT, PieceKind::Knight)
        || leaps(&ORTHOGONAL, PieceKind::King)
        || leaps(&DIAGONAL, PieceKind::King)
        || slides(ORTHOGONAL, PieceKind::Rook)
        || slides(DIAGONAL, PieceKind::Bishop)
}

/// Whether a side's king is attacked.
#[must_use]
pub fn in_check(position: &Position, color: Color) -> bool {
    is_attacked(position, position.king(color), !color)
}

/// Whether a pawn promotes on a last rank, and only there.
fn becomes_what_it_may(to: Square, promotion: Option<PieceKind>) -> bool {
    promotion.is_some() == is_last(to) && PROMOTIONS.contains(&promotion)
}

/// Whether a pawn of either side ends here.
fn is_last(square: Square) -> bool {
    [0, 7].contains(&square.rank())
}

/// Whether a pawn of the side to move can push there.
fn pushes(position: &Position, from: Square, to: Square) -> bool {
    let (forward, start) = match position.side_to_move() {
        Color::White => ((0, 1), 1),
        Color::Black => ((0, -1), 6),
    };
    let reach = if from.rank() == start { 2 } else { 1 };
    let ahead = ray::walk(from, forward).take(reach);
    ahead.take_while(|&square| position.piece_on(square).is_none()).any(|square| square == to)
}

/// Whether the king of the side to move has the right to castle there, and a free way.
fn may_castle(position: &Position, from: Square, to: Square) -> bool {
    from.file() == 4
        && position.castling().squares().any(|rook| {
            let file = if rook.file() == 7 { 6 } else { 2 };
            let squares = (rook.rank(), to.rank(), to.file()) == (from.rank(), rook.rank(), file);
            squares && (between::oracle(from, rook) & position.occupied()).is_empty()
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::{String, ToString};
    use std::vec::Vec;

    fn texts(moves: impl Iterator<Item = Move>) -> String {
        moves.map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
    }

    /// The pseudo-legal and the legal moves from a square.
    fn moves(fen: &str, from: Square) -> (String, String) {
        let position = Position::from_fen(fen).unwrap();
        let starts = |m: &Move| m.from == from;
        let pseudo_legal = texts(pseudo_legal_moves(&position).filter(starts));
        (pseudo_legal, texts(legal_moves(&position).filter(starts)))
    }

    #[test]
    fn agrees_with_moves_found_by_hand() {
        for (fen, from, pseudo_legal, legal) in [
            // A pinned rook.
            (
                "4r2k/8/8/8/8/8/4R3/4K3 w - -",
                Square::E2,
                "e2a2 e2b2 e2c2 e2d2 e2f2 e2g2 e2h2 e2e3 e2e4 e2e5 e2e6 e2e7 e2e8",
                "e2e3 e2e4 e2e5 e2e6 e2e7 e2e8",
            ),
            // Both pawns of an en passant capture uncover the king.
            ("8/8/8/K1pP3r/8/8/8/7k w - c6", Square::D5, "d5c6 d5d6", "d5d6"),
            // A pawn attacks a square beside the king, and gives check.
            (
                "7k/8/8/8/8/3p4/8/4K3 w - -",
                Square::E1,
                "e1d1 e1f1 e1d2 e1e2 e1f2",
                "e1d1 e1f1 e1d2 e1f2",
            ),
            (
                "7k/8/8/8/8/8/3p4/R3K3 w - -",
                Square::A1,
                "a1b1 a1c1 a1d1 a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1a8",
                "",
            ),
            // Pawns promote on the last rank.
            (
                "2n4k/1P6/8/8/8/8/8/K7 w - -",
                Square::B7,
                "b7b8q b7b8r b7b8b b7b8n b7c8q b7c8r b7c8b b7c8n",
                "b7b8q b7b8r b7b8b b7b8n b7c8q b7c8r b7c8b b7c8n",
            ),
        ] {
            assert_eq!(moves(fen, from), (pseudo_legal.to_string(), legal.to_string()), "{fen}");
        }
    }

    #[test]
    fn castling_needs_empty_squares_and_a_safe_way() {
        let castles = |fen| {
            let (pseudo_legal, legal) = moves(fen, Square::E1);
            let both = |moves: String| (moves.contains("e1c1"), moves.contains("e1g1"));
            (both(pseudo_legal), both(legal))
        };
        let yes = (true, true);
        assert_eq!(castles("7k/7p/8/8/8/8/8/R3K2R w KQ -"), (yes, yes));
        assert_eq!(castles("7k/7p/8/8/8/8/8/R3K2R w Q -"), ((true, false), (true, false)));
        assert_eq!(castles("7k/7p/8/8/8/8/8/RN2K1nR w KQ -"), ((false, false), (false, false)));
        assert_eq!(castles("4r2k/7p/8/8/8/8/8/R3K2R w KQ -"), (yes, (false, false)));
        assert_eq!(castles("3r3k/7p/8/8/8/8/8/R3K2R w KQ -"), (yes, (false, true)));
        assert_eq!(castles("6rk/7p/8/8/8/8/8/R3K2R w KQ -"), (yes, (true, false)));
        // The rook may be attacked, and may pass an attacked square.
        assert_eq!(castles("1r5k/7p/8/8/8/8/8/R3K2R w KQ -"), (yes, yes));
    }

    #[test]
    fn pawns_promote_only_on_the_last_rank() {
        let position = Position::from_fen("2n4k/1P6/8/8/8/8/8/K7 w - -").unwrap();
        for wrong in ["b7b8", "b7a8q", "a1a2q", "h8h7", "b2b3"] {
            assert!(!is_pseudo_legal(&position, wrong.parse().unwrap()), "{wrong}");
        }
        let king = Move { from: Square::B7, to: Square::B8, promotion: Some(PieceKind::King) };
        assert!(!is_pseudo_legal(&position, king));
    }
}
