//! Tests that need several variants at once, or another library.
//!
//! A variant's own test compares it with its question's oracle. The tests here compare the
//! oracles with `cozy-chess`, which shares no code with them, and let variants of several
//! questions play whole games together.

use lookup::Position;
use std::io::Write;

/// The same position for `cozy-chess`, if it accepts it.
#[must_use]
pub fn cozy(position: &Position) -> Option<cozy_chess::Board> {
    cozy_chess::Board::from_fen(&format!("{position} 0 1"), false).ok()
}

/// Writes a line straight to the terminal: the test harness swallows what passing tests print.
///
/// # Panics
/// If there is nothing to write to.
pub fn tell(line: &str) {
    std::io::stdout().write_all(format!("{line}\n").as_bytes()).unwrap();
}

/// The number of games, and of those that end with a check, if that is published.
pub type Count = (u64, Option<u64>);

/// Positions with their numbers of games of 1, 2, 3 and more plies:
/// <https://www.chessprogramming.org/Perft_Results>.
pub const PUBLISHED: [(&str, &[Count]); 7] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
        &[
            (20, Some(0)),
            (400, Some(0)),
            (8_902, Some(12)),
            (197_281, Some(469)),
            (4_865_609, Some(27_351)),
        ],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
        &[(48, Some(0)), (2_039, Some(3)), (97_862, Some(993)), (4_085_603, Some(25_523))],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
        &[
            (14, Some(2)),
            (191, Some(10)),
            (2_812, Some(267)),
            (43_238, Some(1_680)),
            (674_624, Some(52_950)),
            (11_030_083, Some(452_473)),
        ],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -",
        &[
            (6, Some(0)),
            (264, Some(10)),
            (9_467, Some(38)),
            (422_333, Some(15_492)),
            (15_833_292, Some(200_568)),
        ],
    ),
    (
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ -",
        &[(6, Some(0)), (264, Some(10)), (9_467, Some(38))],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -",
        &[(44, None), (1_486, None), (62_379, None), (2_103_487, None)],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
        &[(46, None), (2_079, None), (89_890, None), (3_894_594, None)],
    ),
];
