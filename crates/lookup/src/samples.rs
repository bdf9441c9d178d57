//! Positions to check answers on, always the same ones.
//!
//! Pieces placed at random give what games do not: many queens, many pins at once, checks
//! by three pieces. Random moves give what placing rarely does: closed ranks of pawns, and
//! rights to castle with everything that can stand in the way. [Crowded](is_crowded) boards give
//! what neither does: more pieces of a kind, more captures on a square and more on a line than
//! a game has.

use crate::extent::GOLDEN;
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{Color, Move, Piece, PieceKind, Position, Square, movegen};

/// An endless sequence of positions. The first few are written by hand, each for a rule
/// that is easily forgotten. The others have pieces placed at random. Some have rights to
/// castle, some a pawn that has just moved two squares, and some a king with pieces of both
/// sides on each of its lines. One of 16 is [crowded](is_crowded).
pub fn positions() -> impl Iterator<Item = Position> {
    let written = WRITTEN.into_iter().map(Position::from_fen);
    // Both have a generator of their own: without the crowded ones, the others are the same.
    let mut usual = draw_all(Generator(0x5bace), false);
    let mut crowded = draw_all(Generator(0xc0de), true);
    let drawn = (0..16).cycle().filter_map(move |number| match number {
        15 => crowded.next(),
        _ => usual.next(),
    });
    written.map(|read| read.expect("a test reads them")).chain(drawn)
}

/// Another such sequence for each number, of positions with pieces placed at random alone,
/// none of them crowded.
pub fn placed(number: u64) -> impl Iterator<Item = Position> {
    draw_all(Generator::numbered(number), false)
}

/// Whether more pieces are on the board than at the start of a game.
#[must_use]
pub fn is_crowded(position: &Position) -> bool {
    position.occupied().0.count_ones() > 32
}

fn draw_all(mut generator: Generator, crowded: bool) -> impl Iterator<Item = Position> {
    core::iter::repeat_with(move || {
        loop {
            if let Some(position) = draw(&mut generator, crowded) {
                return position;
            }
        }
    })
}

const WRITTEN: [&str; 27] = [
    // The usual test positions of move generators.
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
    // En passant: both pawns leave the king's rank, or the enemy king's. Then a check on
    // the file that the capturing pawn left, on the diagonal that the captured one left, by
    // the pawn itself, and none.
    "8/8/8/K1pP3r/8/8/8/7k w - c6",
    "8/8/8/R1pP3k/8/8/8/7K w - c6",
    "3k4/8/8/2pP4/8/8/8/3R3K w - c6",
    "5k2/8/8/2pP4/1B6/8/8/K7 w - c6",
    "8/1k6/8/2pP4/8/8/8/7K w - c6",
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6",
    // Castling: a check by the rook on its file, and on the rank that the king left.
    "5k2/8/8/8/8/8/8/4K2R w K -",
    "3k4/8/8/8/8/8/8/R3K3 w Q -",
    "8/8/8/8/8/8/8/1k2K2R w K -",
    "8/8/8/8/8/8/8/R3K1k1 w Q -",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -",
    // Promotion: a check through the square that the pawn left, on its file and on a
    // diagonal; a check by a knight; a check by capturing.
    "8/3P4/8/3k4/8/8/8/K7 w - -",
    "3n4/4P3/8/6k1/8/8/8/K7 w - -",
    "8/8/8/8/8/2K5/3p4/7k b - -",
    "2n1k3/1P6/8/8/4K3/8/8/8 w - -",
    // Double check, and check by three pieces.
    "4k3/8/4N3/8/8/8/8/4R1K1 w - -",
    "4k3/2N5/8/1B6/8/8/8/4R1K1 b - -",
    // Two pieces on a line: neither is pinned, neither uncovers its own slider.
    "4k3/4p3/4P3/b7/4R3/2P5/3P4/4K3 b - -",
    // Crowded: 35 pieces can capture on one square; all squares are occupied; and the 33rd piece
    // leaves by a capture, en passant or with promotion, or stays if the king castles.
    "k3q1K1/1q2Q2Q/2QNqnq1/2nQQQN1/qqqQqQqQ/2nqQQN1/2qNqnq1/1Q2Q2q w - -",
    "rnbqkbnr/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq -",
    "r3k1nr/Pb1qbppP/pp1n2p1/2pPp3/2B1P1N1/2N2Q2/PPPB1PPP/R3K2R w KQkq c6",
];

/// An endless sequence of positions from games of up to 200 random moves, in order.
pub fn played() -> impl Iterator<Item = Position> {
    let mut generator = Generator(0x5bace);
    let (mut position, mut ply) = (start(), 0);
    core::iter::repeat_with(move || {
        let current = position;
        (position, ply) = match any(movegen::legal_moves(&current), &mut generator) {
            Some(m) if ply < 200 => (current.play(m), ply + 1),
            _ => (start(), 0),
        };
        current
    })
}

/// The longest of the [`games`].
pub const PLIES: usize = 60;

/// An endless sequence of games of up to [`PLIES`] random moves. They start by turns from
/// the initial position and from one of the [`positions`]. Every other time, a side that
/// can castle or take en passant does so.
pub fn games() -> impl Iterator<Item = (Position, impl Iterator<Item = Move>)> {
    let starts = positions().flat_map(|other| [start(), other]);
    starts.zip(0..).map(|(start, number)| {
        let mut generator = Generator::numbered(number);
        let mut position = start;
        let moves = core::iter::from_fn(move || {
            let m = choose(&position, &mut generator)?;
            position = position.play(m);
            Some(m)
        });
        (start, moves.take(PLIES))
    })
}

/// A legal move, if there is one.
fn choose(position: &Position, generator: &mut Generator) -> Option<Move> {
    let rare = if generator.below(2) == 0 { any(rare(position), generator) } else { None };
    rare.or_else(|| any(movegen::legal_moves(position), generator))
}

/// The legal moves that random play seldom makes: castling and en passant.
fn rare(position: &Position) -> impl Iterator<Item = Move> {
    let rare = |m: &Move| position.castles(*m) || position.takes_en_passant(*m);
    movegen::conceivable(position).filter(rare).filter(|&m| movegen::is_legal(position, m))
}

/// One of the moves at random, if there is one.
fn any(moves: impl Iterator<Item = Move>, generator: &mut Generator) -> Option<Move> {
    let (mut chosen, mut seen) = (None, 0);
    for m in moves {
        seen += 1;
        // The n-th replaces the choice with probability 1/n: all are equally likely.
        if generator.below(seen) == 0 {
            chosen = Some(m);
        }
    }
    chosen
}

fn start() -> Position {
    let start = Position::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
    start.expect("the initial position")
}

/// Places two kings and some other pieces; none if both kings are attacked.
fn draw(generator: &mut Generator, crowded: bool) -> Option<Position> {
    let mut position = Position::empty();
    let others = match generator.below(4) {
        0 => place_at_home(&mut position, generator)?,
        1 => place_on_lines(&mut position, generator),
        _ => place_kings(&mut position, generator),
    };
    let others = match crowded {
        false => generator.below(others + 1),
        // 48 in all at most, of which the last still finds a square where a pawn can stand.
        true => 33 + generator.below(16) - position.occupied().0.count_ones() as usize,
    };
    for _ in 0..others {
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

/// Kings and rooks at home, for one side or both, with some of the rights to castle.
/// Returns how many other pieces may follow.
fn place_at_home(position: &mut Position, generator: &mut Generator) -> Option<usize> {
    let at_home = [[true, true], [true, false], [false, true]][generator.below(3)];
    for (king, home, rook, corners) in [
        (Piece::WhiteKing, Square::E1, Piece::WhiteRook, [Square::A1, Square::H1]),
        (Piece::BlackKing, Square::E8, Piece::BlackRook, [Square::A8, Square::H8]),
    ] {
        if at_home[king.color() as usize] {
            position.put(king, home);
            for corner in corners {
                position.put(rook, corner);
                if generator.below(2) == 0 {
                    *position = position.with_castling(corner)?;
                }
            }
        }
    }
    for king in [Piece::WhiteKing, Piece::BlackKing] {
        if !at_home[king.color() as usize] {
            place(position, king, generator);
        }
    }
    Some(16)
}

/// Two kings. Returns how many other pieces may follow.
fn place_kings(position: &mut Position, generator: &mut Generator) -> usize {
    for king in [Piece::WhiteKing, Piece::BlackKing] {
        place(position, king, generator);
    }
    30
}

/// Two kings, and pieces on the lines of one of them: the nearest mostly its own, the
/// others mostly enemy sliders. Returns how many other pieces may follow.
fn place_on_lines(position: &mut Position, generator: &mut Generator) -> usize {
    place_kings(position, generator);
    let side = Color::ALL[generator.below(2)];
    for direction in ORTHOGONAL.into_iter().chain(DIAGONAL) {
        let mut nearest = true;
        for square in ray::walk(position.king(side), direction).step_by(1 + generator.below(3)) {
            if position.piece_on(square).is_some() || generator.below(8) < 3 {
                continue;
            }
            let color = if nearest == (generator.below(4) > 0) { side } else { !side };
            let slides = color != side || !(1..7).contains(&square.rank());
            let kinds = if slides { &SLIDERS[..] } else { &KINDS };
            let kind = kinds[generator.below(kinds.len())];
            position.put(Piece::new(kind, color), square);
            nearest = false;
        }
    }
    3
}

const SLIDERS: [PieceKind; 3] = [PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// Kinds by frequency: mostly pawns, and queens, of which games have few.
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

/// Puts a piece on a random square where it can stand.
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

/// Marsaglia's xorshift followed by Vigna's multiplication (xorshift64*).
struct Generator(u64);

impl Generator {
    /// The golden ratio makes each unlike the one before; none is all zeros, which would stay.
    fn numbered(number: u64) -> Generator {
        Generator(GOLDEN.wrapping_mul(number.wrapping_add(1)).max(1))
    }

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
    use std::string::ToString;
    use std::vec::Vec;

    /// The shares of checks, pins and rights are those that questions count in their dimensions.
    #[test]
    fn positions_are_read_as_they_are_drawn_and_crowded_ones_have_all_rights() {
        let drawn: Vec<Position> = positions().take(10_000).collect();
        for position in &drawn {
            assert_eq!(Position::from_fen(&position.to_string()).as_ref(), Ok(position));
        }
        assert!(drawn.iter().filter(|p| is_crowded(p) && !p.castling().is_empty()).count() > 50);
        assert!(drawn.iter().filter(|p| is_crowded(p) && p.en_passant().is_some()).count() > 50);
        assert!(placed(0).take(10_000).all(|position| !is_crowded(&position)));
    }

    #[test]
    fn sequences_of_placed_pieces_repeat_and_have_nothing_in_common() {
        let of = |number| placed(number).take(1_000).collect::<Vec<_>>();
        let mut all: Vec<_> = [0, 1, 2, 31, u64::MAX].into_iter().flat_map(of).collect();
        assert!(all[..1_000].iter().eq(&of(0)));
        all.extend(positions().take(1_000));
        let mut texts: Vec<_> = all.iter().map(Position::to_string).collect();
        texts.sort_unstable();
        texts.dedup();
        // Two kings alone come again by chance.
        assert!(texts.len() > all.len() - 30, "{} of {}", texts.len(), all.len());
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

    #[test]
    fn games_from_anywhere_are_legal_and_end_where_no_move_is_left() {
        let read = || games().take(100).map(|(start, moves)| (start, moves.collect::<Vec<_>>()));
        let games: Vec<_> = read().collect();
        assert!(games.iter().cloned().eq(read()));
        assert!(games.iter().enumerate().all(|(i, game)| i % 2 == 1 || game.0 == start()));
        let begun: Vec<_> =
            games.iter().map(|(_, moves)| moves).filter(|m| !m.is_empty()).collect();
        assert!(begun.len() > 95, "{}", begun.len());
        let mut distinct = begun.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), begun.len());
        let mut short = 0;
        for (start, moves) in games {
            let end = moves.iter().fold(start, |position, &m| {
                assert!(movegen::is_legal(&position, m), "{m} in {position}");
                position.play(m)
            });
            if moves.len() < 60 {
                assert_eq!(movegen::legal_moves(&end).next(), None, "{end}");
                short += 1;
            }
        }
        assert!((1..50).contains(&short), "{short}");
    }
}
