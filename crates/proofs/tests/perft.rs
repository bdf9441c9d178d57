//! The rules against published counts and against `cozy-chess`.

use lookup::{Color, Move, Piece, PieceKind, Position, Square, movegen, samples};
use proofs::{PUBLISHED, cozy, tell};

fn perft(position: &Position, depth: usize) -> u64 {
    let moves = movegen::legal_moves(position);
    match depth {
        1 => moves.count() as u64,
        _ => moves.map(|m| perft(&position.play(m), depth - 1)).sum(),
    }
}

/// No more games are counted from a position at once.
const MOST: u64 = 2_500_000;

#[test]
fn has_the_published_counts() {
    let mut games = 0;
    for (fen, counts) in PUBLISHED {
        let position = Position::from_fen(fen).unwrap();
        let counts = counts.iter().map(|&(games, _)| games).take_while(|&games| games < MOST);
        for (depth, count) in counts.enumerate() {
            assert_eq!(perft(&position, depth + 1), count, "{} plies from {fen}", depth + 1);
            games += count;
        }
    }
    tell(&format!("movegen: {games} games of published counts"));
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
    tell(&format!("movegen: {compared} boards agree with cozy-chess"));
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
    tell(&format!("movegen: {compared} samples agree with cozy-chess"));
}
