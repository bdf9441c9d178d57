//! Positions to try an answer on, always the same.
//!
//! Placing pieces at random reaches what games do not: many queens, many pins at
//! once, checks by three pieces. Playing random moves reaches what placing does
//! not, or seldom: closed ranks of pawns, and the rights to castle with all that
//! stands in the way.

use crate::{Color, Move, Piece, PieceKind, Position, Square, movegen};

/// Any number of positions with pieces placed at random, always the same ones.
/// Some have rights to castle, some a pawn that has just moved by two squares.
pub fn positions() -> impl Iterator<Item = Position> {
    let mut generator = Generator(0x5bace);
    core::iter::repeat_with(move || {
        loop {
            if let Some(position) = draw(&mut generator) {
                return position;
            }
        }
    })
}

/// Any number of positions from games of up to 200 random moves, in their order,
/// always the same ones.
pub fn played() -> impl Iterator<Item = Position> {
    let mut generator = Generator(0x5bace);
    let (mut position, mut ply) = (start(), 0);
    core::iter::repeat_with(move || {
        let current = position;
        let (mut chosen, mut seen): (Option<Move>, usize) = (None, 0);
        for m in movegen::legal_moves(&current) {
            seen += 1;
            // The n-th takes the place of the last with a chance of 1 in n: each is as likely.
            if generator.below(seen) == 0 {
                chosen = Some(m);
            }
        }
        (position, ply) = match chosen {
            Some(m) if ply < 200 => (current.play(m), ply + 1),
            _ => (start(), 0),
        };
        current
    })
}

fn start() -> Position {
    let start = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    start.expect("the position that games start from")
}

/// Places two kings and up to 30 other pieces; nothing if both kings are attacked.
fn draw(generator: &mut Generator) -> Option<Position> {
    let mut position = Position::empty();
    let at_home = generator.below(4) == 0;
    if at_home {
        position.put(Piece::WhiteKing, Square::E1);
        position.put(Piece::BlackKing, Square::E8);
        for (piece, corner) in [
            (Piece::WhiteRook, Square::A1),
            (Piece::WhiteRook, Square::H1),
            (Piece::BlackRook, Square::A8),
            (Piece::BlackRook, Square::H8),
        ] {
            position.put(piece, corner);
            if generator.below(2) == 0 {
                position = position.with_castling(corner)?;
            }
        }
    } else {
        for king in [Piece::WhiteKing, Piece::BlackKing] {
            place(&mut position, king, generator);
        }
    }
    for _ in 0..generator.below(31) {
        let kind = KINDS[generator.below(KINDS.len())];
        let color = Color::ALL[generator.below(2)];
        place(&mut position, Piece::new(kind, color), generator);
    }
    let side = Color::ALL[generator.below(2)];
    let turns = [side, !side].map(|side| position.with_side_to_move(side));
    let position = turns.into_iter().find(|position| position.fault().is_none())?;
    let mut over = Square::ALL.into_iter().filter_map(|square| position.with_en_passant(square));
    Some(over.next_back().unwrap_or(position))
}

/// As often as they are here: pawns the most, and queens, of which games have few.
const KINDS: [PieceKind; 8] = [
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
];

/// Puts a piece on any square where it can stand.
fn place(position: &mut Position, piece: Piece, generator: &mut Generator) {
    loop {
        let square = Square::ALL[generator.below(64)];
        let pawn = piece.kind() == PieceKind::Pawn;
        let stands = !pawn || (1..7).contains(&square.rank());
        if stands && position.piece_on(square).is_none() {
            return position.put(piece, square);
        }
    }
}

/// Marsaglia's xorshift with Vigna's multiplication at its end (xorshift64*).
struct Generator(u64);

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32;
        ((high * bound as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen;
    use std::string::ToString;
    use std::vec::Vec;

    #[test]
    fn they_are_positions_of_every_kind() {
        let drawn: Vec<Position> = positions().take(10_000).collect();
        assert!(drawn.iter().eq(positions().take(10_000).collect::<Vec<_>>().iter()));
        for position in &drawn {
            assert_eq!(Position::from_fen(&position.to_string()).as_ref(), Ok(position));
        }
        let share = |has: &dyn Fn(&Position) -> bool| {
            drawn.iter().filter(|position| has(position)).count() / 100
        };
        let checked = |p: &Position| movegen::in_check(p, p.side_to_move());
        assert!((20..80).contains(&share(&checked)), "{}", share(&checked));
        assert!((10..30).contains(&share(&|p| !p.castling().is_empty())));
        assert!((5..50).contains(&share(&|p| p.en_passant().is_some())));
        assert!((40..60).contains(&share(&|p| p.side_to_move() == Color::White)));
    }

    #[test]
    fn games_follow_the_rules_and_end() {
        let played: Vec<Position> = played().take(1_000).collect();
        assert!(played.iter().eq(super::played().take(1_000).collect::<Vec<_>>().iter()));
        assert!(played.iter().filter(|&&position| position == start()).count() > 3);
        for pair in played.windows(2) {
            let mut next = movegen::legal_moves(&pair[0]).map(|m| pair[0].play(m));
            assert!(pair[1] == start() || next.any(|next| next == pair[1]));
            assert_eq!(Position::from_fen(&pair[1].to_string()), Ok(pair[1]));
        }
    }
}
