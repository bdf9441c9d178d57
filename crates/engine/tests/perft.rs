//! The numbers of legal games, against published ones and against `cozy-chess`.

use cozy_chess::util::display_uci_move;
use engine::moves::{self, Safety};
use engine::{Board, Chosen, Lookups};
use lookup::samples;

type Base = engine::choices::Base;

/// Positions with their numbers of legal games of 1, 2, 3 and more plies. The first seven
/// are from <https://www.chessprogramming.org/Perft_Results>; `cozy-chess` counted the
/// others, each of which is about a rule that is easily forgotten.
const COUNTS: [(&str, &[u64]); 17] = [
    (Board::START, &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", &[14, 191, 2_812, 43_238, 674_624, 11_030_083]),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -",
        &[6, 264, 9_467, 422_333, 15_833_292],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
    // En passant: the capture uncovers the king along the rank, along a diagonal, or takes
    // the pawn that gives check; and a pinned pawn may take along its line.
    ("8/8/8/K1pP3r/8/8/8/7k w - c6", &[]),
    ("8/8/8/2pP4/1K6/8/8/5b1k w - c6", &[]),
    ("8/8/1b6/2pP4/3K4/8/8/7k w - c6", &[]),
    ("7b/8/5p2/3Pp3/3K4/8/8/7k w - e6", &[]),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3", &[]),
    // Castling: through attacked squares, beside them, and with the rook attacked.
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq -", &[]),
    ("1r2k2r/8/8/8/8/8/8/R3K2R w KQk -", &[]),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq -", &[]),
    // Promotions, with captures of castling rooks.
    ("r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq -", &[]),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", &[24, 496, 9_483, 182_838, 3_605_103]),
];

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

fn cozy(fen: &str) -> cozy_chess::Board {
    let fields: Vec<_> = fen.split(' ').take(4).collect();
    cozy_chess::Board::from_fen(&format!("{} 0 1", fields.join(" ")), false).unwrap()
}

fn cozy_perft(board: &cozy_chess::Board, depth: usize) -> u64 {
    let mut games = 0;
    board.generate_moves(|moves| {
        games += match depth {
            1 => moves.len() as u64,
            _ => moves
                .into_iter()
                .map(|m| {
                    let mut board = board.clone();
                    board.play_unchecked(m);
                    cozy_perft(&board, depth - 1)
                })
                .sum(),
        };
        false
    });
    games
}

/// The published counts, or those of `cozy-chess`.
fn expected(fen: &str, counts: &[u64], depth: usize) -> u64 {
    counts.get(depth - 1).copied().unwrap_or_else(|| cozy_perft(&cozy(fen), depth))
}

#[test]
fn the_base_has_the_published_counts() {
    for (fen, counts) in COUNTS {
        for depth in 1..=4 {
            let games = engine::perft::perft::<Base>(&board(fen), depth as u32);
            assert_eq!(games, expected(fen, counts, depth), "{depth} plies from {fen}");
            if depth < 4 {
                let made = engine::perft::perft_to_the_end::<Base>(&board(fen), depth as u32);
                assert_eq!(made, games, "{depth} plies from {fen}");
            }
        }
        assert_eq!(engine::perft::perft::<Base>(&board(fen), 0), 1);
    }
}

#[test]
fn every_choice_has_the_published_counts() {
    let expected = COUNTS.map(|(fen, counts)| (fen, expected(fen, counts, 3)));
    for choice in Chosen::all() {
        for (fen, expected) in expected {
            let games = (choice.perft)(&board(fen), 3);
            assert_eq!(games, expected, "{}: 3 plies from {fen}", choice.name);
        }
        let made = (choice.perft_to_the_end)(&board(Board::START), 3);
        assert_eq!(made, COUNTS[0].1[2], "{}", choice.name);
    }
}

/// `cargo test -p engine --release --test perft -- --ignored` counts to a depth of 5, and of 6
/// where it is published, with every choice.
#[test]
#[ignore = "counts for minutes"]
fn every_choice_has_the_deep_published_counts() {
    for choice in Chosen::all() {
        for (fen, counts) in COUNTS {
            for (depth, &count) in (1..).zip(counts).skip(4) {
                let games = (choice.perft)(&board(fen), depth);
                assert_eq!(games, count, "{}: {depth} plies from {fen}", choice.name);
            }
        }
    }
}

/// It accepts no position with three checkers, and limits the number of pieces by kind.
#[test]
fn moves_are_those_of_cozy_chess() {
    let games = samples::games().take(60).flat_map(|(start, moves)| {
        moves.scan(start, |position, m| {
            *position = position.play(m);
            Some(*position)
        })
    });
    let mut compared = 0;
    for position in samples::positions().take(4000).chain(games) {
        let text = format!("{position} 0 1");
        let Ok(board) = cozy_chess::Board::from_fen(&text, false) else { continue };
        let (mut ours, mut theirs) = (Vec::new(), Vec::new());
        let safety = Safety::of::<Base>(&position);
        moves::legal::<Base>(&position, &safety, |m| ours.push(m.to_string()));
        board.generate_moves(|moves| {
            theirs.extend(moves.into_iter().map(|m| display_uci_move(&board, m).to_string()));
            false
        });
        ours.sort_unstable();
        theirs.sort_unstable();
        assert_eq!(ours, theirs, "{position}");
        compared += 1;
    }
    assert!(compared > 3000, "{compared}");
    assert_eq!(<Base as Lookups>::NAME, "base");
}
