//! The rules against published counts and against `cozy-chess`.

use lookup::{Color, Move, Piece, PieceKind, Position, Square, movegen, samples};
use proofs::cozy;
use std::io::Write;

/// Positions with their numbers of legal games of 1, 2, 3 and more plies:
/// <https://www.chessprogramming.org/Perft_Results>.
const PUBLISHED: [(&str, &[u64]); 7] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", &[20, 400, 8_902, 197_281]),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", &[48, 2_039, 97_862]),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2_812, 43_238, 674_624]),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", &[6, 264, 9_467, 422_333]),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -", &[6, 264, 9_467]),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", &[44, 1_486, 62_379, 2_103_487]),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", &[46, 2_079, 89_890]),
];

fn perft(position: &Position, depth: usize) -> u64 {
    let moves = movegen::legal_moves(position);
    match depth {
        1 => moves.count() as u64,
        _ => moves.map(|m| perft(&position.play(m), depth - 1)).sum(),
    }
}

#[test]
fn has_the_published_counts() {
    let mut games = 0;
    for (fen, counts) in PUBLISHED {
        let position = Position::from_fen(fen).unwrap();
        for (depth, &count) in counts.iter().enumerate() {
            assert_eq!(perft(&position, depth + 1), count, "{} plies from {fen}", depth + 1);
            games += count;
        }
    }
    writeln!(std::io::stdout(), "movegen: {games} games of published counts").unwrap();
}

/// The legal moves, with castling as a king's move by two squares.
fn cozy_moves(board: &cozy_chess::Board) -> Vec<String> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(
            of_piece.into_iter().map(|m| cozy_chess::util::display_uci_move(board, m).to_string()),
        );
        false
    });
    moves.sort_unstable();
    moves
}

fn our_moves(position: &Position) -> Vec<String> {
    let mut moves: Vec<_> = movegen::legal_moves(position).map(|m| m.to_string()).collect();
    moves.sort_unstable();
    moves
}

fn same_board(position: &Position, board: &cozy_chess::Board) -> bool {
    Square::ALL.into_iter().all(|square| {
        let theirs = cozy_chess::Square::index(square.index());
        let kind = board.piece_on(theirs).map(|kind| PieceKind::ALL[kind as usize]);
        let color = board.color_on(theirs).map(|color| Color::ALL[color as usize]);
        position.piece_on(square) == kind.zip(color).map(|(kind, color)| Piece::new(kind, color))
    })
}

/// Compares all games of two plies, and the boards after them.
#[test]
fn plays_as_cozy_chess_does() {
    let mut compared = 0;
    for (fen, _) in PUBLISHED {
        let mut positions = vec![(
            Position::from_fen(fen).unwrap(),
            cozy_chess::Board::from_fen(&format!("{fen} 0 1"), false).unwrap(),
        )];
        for _ in 0..2 {
            positions = positions
                .iter()
                .flat_map(|(position, board)| {
                    let moves = our_moves(position);
                    assert_eq!(moves, cozy_moves(board), "{position}");
                    moves.into_iter().map(|m| {
                        let mut board = board.clone();
                        board.play(cozy_chess::util::parse_uci_move(&board, &m).unwrap());
                        (position.play(m.parse::<Move>().unwrap()), board)
                    })
                })
                .collect();
            assert!(positions.iter().all(|(position, board)| same_board(position, board)));
            compared += positions.len();
        }
    }
    writeln!(std::io::stdout(), "movegen: {compared} boards agree with cozy-chess").unwrap();
}

/// `cozy-chess` accepts no position with three checkers, and limits the number of pieces by kind.
#[test]
fn agrees_with_cozy_chess_on_samples() {
    let mut compared = 0;
    for position in samples::positions().take(20_000) {
        if let Some(board) = cozy(&position) {
            assert_eq!(our_moves(&position), cozy_moves(&board), "{position}");
            compared += 1;
        }
    }
    assert!(compared > 5_000, "{compared}");
    writeln!(std::io::stdout(), "movegen: {compared} samples agree with cozy-chess").unwrap();
}
