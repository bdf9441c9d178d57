//! Tests that need several variants at once, or another library.
//!
//! A variant's own test compares it with its question's oracle. The tests here compare the
//! oracles with `cozy-chess`, which shares no code with them, and variants with its moves.

use lookup::{Position, samples};

/// The same position for `cozy-chess`, if it accepts it.
#[must_use]
pub fn cozy(position: &Position) -> Option<cozy_chess::Board> {
    cozy_chess::Board::from_fen(&format!("{position} 0 1"), false).ok()
}

/// Drawn and played positions that `cozy-chess` accepts too. It accepts none with three checkers,
/// and limits the number of pieces by kind.
pub fn positions() -> impl Iterator<Item = (Position, cozy_chess::Board)> {
    let positions = samples::positions().take(100_000).chain(samples::played().take(5_000));
    positions.filter_map(|position| cozy(&position).map(|board| (position, board)))
}

/// Positions, each with a number of plies and the number of its games of so many plies. The first
/// eight are from <https://www.chessprogramming.org/Perft_Results>; the others, for easily
/// forgotten rules, are Martin Sedlak's: <https://www.chessprogramming.net/perfect-perft/>.
pub const PUBLISHED: [(&str, u32, u64); 22] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5, 4_865_609),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 4, 4_085_603),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 5, 674_624),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 4, 422_333),
    ("r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -", 4, 422_333),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 4, 2_103_487),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 4, 3_894_594),
    ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - -", 4, 182_838),
    ("3k4/3p4/8/K1P4r/8/8/8/8 b - -", 6, 1_134_888),
    ("8/8/4k3/8/2p5/8/B2P2K1/8 w - -", 6, 1_015_133),
    ("8/8/1k6/2b5/2pP4/8/5K2/8 b - d3", 6, 1_440_467),
    ("5k2/8/8/8/8/8/8/4K2R w K -", 6, 661_072),
    ("3k4/8/8/8/8/8/8/R3K3 w Q -", 6, 803_711),
    ("r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq -", 4, 1_274_206),
    ("r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq -", 4, 1_720_476),
    ("2K2r2/4P3/8/8/8/8/8/3k4 w - -", 6, 3_821_001),
    ("8/8/1P2K3/8/2n5/1q6/8/5k2 b - -", 5, 1_004_658),
    ("4k3/1P6/8/8/8/8/K7/8 w - -", 6, 217_342),
    ("8/P1k5/K7/8/8/8/8/8 w - -", 6, 92_683),
    ("K1k5/8/P7/8/8/8/8/8 w - -", 6, 2_217),
    ("8/k1P5/8/1K6/8/8/8/8 w - -", 7, 567_584),
    ("8/8/2k5/5q2/5n2/8/5K2/8 b - -", 4, 23_527),
];
