//! Searches of positions whose results are proved: by the rules, or by a count of all games to the
//! end with another library, `cozy-chess`. The results are written out here.

use engine::uci::{self, Command, Game};
use engine::{Limits, Memory, Outcome, Profile, search};
use std::iter;

type Base = engine::choices::Base;
type Proved = (&'static str, u32, &'static str, &'static str);

fn game(line: &str) -> Game {
    match Command::read(&format!("position fen {line}")) {
        Ok(Command::Position(game)) => game,
        other => panic!("{line}: {other:?}"),
    }
}

fn found(memory: &mut Memory, line: &str, depth: u32) -> Outcome {
    let Game { board, keys } = game(line);
    search::<Base>(memory, &board, &keys, &Limits::depth(depth))
}

/// The score as it is told, and the best move.
fn told(memory: &mut Memory, line: &str, depth: u32) -> (String, String) {
    let text = uci::result(&found(memory, line, depth), 1);
    let score = text.split(" score ").nth(1).unwrap().split(" nodes ").next().unwrap();
    (score.to_owned(), text.rsplit(' ').next().unwrap().to_owned())
}

/// Positions, each with the depth to search, the score, and the best move if only one is.
const PROVED: [Proved; 57] = [
    // Mates in 1 by either side: on the last rank, by castling to either side, en passant, by a
    // promotion to a knight, and by double check.
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, "mate 1", "a1a8"),
    ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", 2, "mate 1", "a8a1"),
    ("8/8/3p4/1p4p1/8/8/6R1/1k2K2R w K - 0 1", 2, "mate 1", "e1g1"),
    ("r3k2K/1R1r4/4n1p1/3P4/2P5/3p4/8/8 b q - 0 1", 2, "mate 1", "e8c8"),
    ("7k/5K2/8/3p2pP/8/3p4/5P1R/8 w - g6 0 1", 2, "mate 1", "h5g6"),
    ("8/2P5/2B1b3/3r1k1K/6Pp/8/2r5/7q b - g3 0 1", 2, "mate 1", "h4g3"),
    ("b6b/1P4Q1/kn3p2/8/1K6/4p2p/8/8 w - - 0 1", 2, "mate 1", "b7b8n"),
    ("8/8/1R6/8/5q2/2PK4/2p1R3/3k4 b - - 0 1", 2, "mate 1", "c2c1n"),
    ("Q7/B1b2p2/4p3/8/2B5/k7/2K5/6Q1 w - - 0 1", 2, "mate 1", "a7c5"),
    ("8/3kP3/8/3q2P1/5b2/5r2/8/7K b - - 0 1", 2, "mate 1", "f3f1"),
    // In 2 to 4: by a quiet move, en passant, with a promotion to a rook, and by the king.
    ("1R6/4p3/2P5/3R4/2k5/4K3/8/8 w - - 0 1", 10, "mate 2", "b8b5"),
    ("1b6/P7/8/6K1/7P/7k/1R6/8 w - - 0 1", 6, "mate 2", "a7b8r"),
    ("7k/P7/8/6K1/2pp4/8/8/8 w - - 0 1", 14, "mate 2", "g5g6"),
    ("8/8/8/8/8/2k5/7r/K7 b - - 0 1", 10, "mate 2", "c3b3"),
    ("8/8/8/8/P4PpP/3p1q2/2k5/6K1 b - h3 0 1", 6, "mate 2", "g4h3"),
    ("7R/2P1K3/1k6/2R5/3b1q2/8/r7/1q6 b - - 0 1", 8, "mate 3", "d4c5"),
    ("8/6K1/2p1Q1p1/7Q/8/8/3kPP2/8 w - - 0 1", 8, "mate 3", "h5a5"),
    ("8/1K6/8/6P1/7b/8/1k2r3/2r5 b - - 0 1", 12, "mate 3", "e2e3"),
    ("5Q2/1k1p4/8/2K2N2/8/5b2/2b5/8 w - - 0 1", 10, "mate 4", "f5d6"),
    // The side to move is mated, at once or later.
    ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 3, "mate 0", "0000"),
    ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", 4, "mate -1", "h8g8"),
    ("8/8/8/8/r7/6k1/8/7K w - - 0 1", 8, "mate -1", "h1g1"),
    ("7k/R7/5K2/8/8/8/8/8 b - - 0 1", 8, "mate -3", "h8g8"),
    // A mate by the hundredth half-move counts, and none after it.
    ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", 2, "mate 1", "a1a8"),
    ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 99 90", 2, "mate 1", "a8a1"),
    ("8/8/8/8/8/2k5/7r/K7 b - - 97 90", 10, "mate 2", "c3b3"),
    ("8/8/8/8/8/2k5/7r/K7 b - - 98 90", 10, "cp 0", ""),
    ("7k/8/6K1/8/8/8/8/R7 b - - 98 90", 4, "mate -1", "h8g8"),
    ("7k/8/6K1/8/8/8/8/R7 b - - 99 90", 4, "cp 0", "h8g8"),
    ("7k/R7/5K2/8/8/8/8/8 b - - 94 90", 8, "mate -3", "h8g8"),
    ("7k/R7/5K2/8/8/8/8/8 b - - 95 90", 8, "cp 0", "h8g8"),
    ("4k3/8/8/8/8/8/8/QQ2K3 w - - 99 90", 5, "cp 0", ""),
    // A pawn's move begins the count anew: two moves mate, but the king's would be too late.
    ("7k/P7/8/6K1/2pp4/8/8/8 w - - 99 90", 14, "mate 4", "a7a8q"),
    // No move is left, though a bishop is: it is pinned.
    ("7k/5Q2/8/6K1/8/8/8/8 b - - 0 1", 3, "cp 0", "0000"),
    ("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", 3, "cp 0", "0000"),
    ("8/8/8/8/8/7k/8/r5BK w - - 0 1", 3, "cp 0", "0000"),
    // The pawn is lost, or Black has no move; and a queen would leave Black none.
    ("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1", 6, "cp 0", ""),
    ("2k5/2P5/1K6/8/8/8/8/8 w - - 0 1", 6, "cp 0", ""),
    ("8/5P1k/8/6K1/8/8/8/8 w - - 0 1", 12, "mate 4", "g5f6"),
    // Too little material to mate: a knight or a bishop alone, also after the only move.
    ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", 4, "cp 0", ""),
    ("8/8/4k3/8/8/3NK3/8/8 b - - 0 1", 4, "cp 0", ""),
    ("8/8/4k3/8/8/3bK3/8/8 b - - 0 1", 4, "cp 0", ""),
    ("8/8/4k3/8/8/4K3/8/8 w - - 0 1", 4, "cp 0", ""),
    ("8/8/8/8/8/7k/6q1/5B1K w - - 0 1", 4, "cp 0", "f1g2"),
    // White checks for ever, or would be mated.
    ("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", 4, "cp 0", "h5e8"),
    ("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", 9, "cp 0", "h5e8"),
    // The position stands for the third time: a pawn moved two squares before, but the one beside
    // it may not take. It is pinned on its file, or both stand between king and rook.
    (
        "r2k4/8/1q6/8/3p4/8/4P3/3R3K w - - 0 1 moves e2e4 b6c5 h1h2 c5b6 h2h1 b6c5 h1h2 c5b6",
        1,
        "cp 0",
        "h2h1",
    ),
    (
        "3r3k/4p3/8/3P4/8/1Q6/8/R2K4 b - - 0 1 moves e7e5 b3c4 h8h7 c4b3 h7h8 b3c4 h8h7 c4b3",
        1,
        "cp 0",
        "h7h8",
    ),
    (
        "8/8/1q6/8/k2p3R/8/4P3/7K w - - 0 1 moves e2e4 b6c5 h1h2 c5b6 h2h1 b6c5 h1h2 c5b6",
        1,
        "cp 0",
        "h2h1",
    ),
    // No pawn is beside it; the rook had no right to castle, or lost it before the first time.
    (
        "r1k5/8/1q6/8/8/8/4P3/3R3K w - - 0 1 moves e2e4 b6c5 h1h2 c5b6 h2h1 b6c5 h1h2 c5b6",
        1,
        "cp 0",
        "h2h1",
    ),
    (
        "4k2r/8/8/8/8/8/3Q4/R3K3 w - - 0 1 moves a1b1 h8h7 b1a1 h7h8 a1b1 h8h7 b1a1",
        1,
        "cp 0",
        "h7h8",
    ),
    (
        "4k2r/8/8/8/8/8/3Q4/R3K3 w Q - 0 1 \
         moves a1b1 h8h7 b1a1 h7h8 a1b1 h8h7 b1a1 h7h8 a1b1 h8h7 b1a1",
        1,
        "cp 0",
        "h7h8",
    ),
    (
        "r3k3/3q4/8/8/8/8/8/4K2R b q - 0 1 \
         moves a8b8 h1h2 b8a8 h2h1 a8b8 h1h2 b8a8 h2h1 a8b8 h1h2 b8a8",
        1,
        "cp 0",
        "h2h1",
    ),
    // The same, of the side that is ahead: it plays on.
    (
        "r2k4/8/1q6/8/3p4/8/4P3/3R3K w - - 0 1 moves e2e4 b6c5 h1h2 c5b6 h2h1 b6c5 h1h2",
        1,
        "ahead",
        "",
    ),
    // Material that suffices, as far as anybody sees: a rook, and a pawn.
    ("8/8/4k3/8/8/3RK3/8/8 w - - 0 1", 4, "ahead", ""),
    ("8/8/8/8/4P3/4K3/8/4k3 w - - 0 1", 4, "ahead", ""),
    // A queen would be lost by a check that leaves Black no move.
    ("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1", 8, "ahead", "c7c8r"),
];

/// What a memory finds that is not what is proved, each in a line.
fn wrong(memory: &mut Memory, proved: impl Iterator<Item = Proved>) -> Vec<String> {
    proved
        .filter_map(|(line, depth, score, best)| {
            let (told, move_told) = told(memory, line, depth);
            let ahead = |cp: &str| cp.parse::<i32>().unwrap() > 90;
            let is_right = match score {
                "ahead" => told.strip_prefix("cp ").is_some_and(ahead),
                _ => told == score,
            };
            let is_right = is_right && (best.is_empty() || best == move_told);
            (!is_right).then(|| format!("{line}: {told} {move_told}, not {score} {best}"))
        })
        .collect()
}

#[test]
fn what_is_proved_is_found() {
    for profile in [Profile::Material, Profile::Classical] {
        let anew = |proved| wrong(&mut Memory::new(1, profile), iter::once(proved));
        let wrong: Vec<_> = PROVED.into_iter().flat_map(anew).collect();
        assert!(wrong.is_empty(), "{profile}: {wrong:#?}");
    }
}

/// The table knows no clock and no game, so it must not be believed where they decide.
#[test]
fn what_is_proved_is_found_by_whoever_knows_the_other_positions() {
    let mut memory = Memory::new(1, Profile::Material);
    let both = PROVED.into_iter().chain(PROVED.into_iter().rev());
    let wrong = wrong(&mut memory, both);
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The position comes back for the third time for the eye alone: at first a pawn could take, or a
/// rook had its right to castle.
#[test]
fn what_looks_alike_is_no_repetition() {
    for line in [
        "r1k5/8/1q6/8/3p4/8/4P3/3R3K w - - 0 1 moves e2e4 b6c5 h1h2 c5b6 h2h1 b6c5 h1h2 c5b6",
        "4k2r/8/8/8/8/8/3Q4/R3K3 w Q - 0 1 moves a1b1 h8h7 b1a1 h7h8 a1b1 h8h7 b1a1",
        "r3k3/3q4/8/8/8/8/8/4K2R b q - 0 1 moves a8b8 h1h2 b8a8 h2h1 a8b8 h1h2 b8a8",
        "r3k3/8/8/8/8/8/3Q4/4K2R w K - 0 1 moves h1g1 a8a7 g1h1 a7a8 h1g1 a8a7 g1h1",
        "4k2r/3q4/8/8/8/8/8/R3K3 b k - 0 1 moves h8g8 a1a2 g8h8 a2a1 h8g8 a1a2 g8h8",
        // It has been there only once before.
        "r2k4/8/1q6/8/3p4/8/4P3/3R3K w - - 0 1 moves e2e4 b6c5 h1h2 c5b6",
    ] {
        for profile in [Profile::Material, Profile::Classical] {
            let outcome = found(&mut Memory::new(1, profile), line, 1);
            assert!(outcome.score < -300, "{line}: {outcome:?}");
        }
    }
}
