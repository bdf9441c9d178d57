//! What a search finds, and that every choice of lookups finds it alike.

use engine::uci::BENCH;
use engine::{Board, Chosen, Limits, Memory, Outcome, Profile, search};
use std::sync::atomic::AtomicBool;
use std::thread;

type Base = engine::choices::Base;

fn board(fen: &str) -> Board {
    Board::from_fen(fen).unwrap()
}

fn memory(profile: Profile) -> Memory {
    Memory::new(2, profile)
}

fn found(fen: &str, depth: u32) -> Outcome {
    search::<Base>(&mut memory(Profile::Material), &board(fen), &[], &Limits::depth(depth))
}

/// The best moves and nodes of all positions.
fn tree(choice: &Chosen, memory: &mut Memory, depth: u32) -> Vec<Outcome> {
    BENCH
        .map(|fen| {
            memory.clear();
            (choice.search)(memory, &board(fen), &[], &Limits::depth(depth))
        })
        .to_vec()
}

/// A search by these two profiles asks all that the others ask.
#[test]
fn every_choice_visits_the_same_nodes() {
    let compare = |profile| {
        let mut memory = memory(profile);
        let choices = Chosen::all();
        let expected = tree(&choices[0], &mut memory, 5);
        for choice in &choices[1..] {
            assert_eq!(tree(choice, &mut memory, 5), expected, "{} {profile}", choice.name);
        }
    };
    thread::scope(|scope| {
        scope.spawn(|| compare(Profile::Classical));
        compare(Profile::Threats);
    });
}

/// A change of these numbers is a change of the search; its commit says so. A network does not
/// change the tree.
#[test]
fn signatures() {
    let base = Chosen::of::<Base>();
    let material = tree(&base, &mut memory(Profile::Material), 8);
    let signatures = SIGNATURES.map(|(profile, _)| {
        let outcomes = tree(&base, &mut memory(profile), 8);
        assert!(outcomes.iter().all(|outcome| outcome.depth == 8 && outcome.best.is_some()));
        assert_eq!(outcomes == material, profile != Profile::Classical, "{profile}");
        (profile, outcomes.iter().map(|outcome| outcome.nodes).sum())
    });
    assert_eq!(signatures, SIGNATURES);
}

const SIGNATURES: [(Profile, u64); 4] = [
    (Profile::Material, 126_669),
    (Profile::Classical, 113_987),
    (Profile::Network, 126_669),
    (Profile::Threats, 126_669),
];

/// Moves that give check are searched more deeply, but no line beyond twice the depth. The bench
/// has no such line to depth 8; among eight queens there are many. Also a signature.
#[test]
fn checks_lengthen_no_line_beyond_twice_its_depth() {
    let nodes = [4, 6].map(|depth| found("qq2k1qq/8/8/8/8/8/8/QQ2K1QQ w - -", depth).nodes);
    assert_eq!(nodes, [1809, 6889]);
}

#[test]
fn a_cleared_memory_is_as_a_new_one() {
    let mut used = memory(Profile::Material);
    for fen in BENCH {
        used.clear();
        let again = search::<Base>(&mut used, &board(fen), &[], &Limits::depth(6));
        assert_eq!(again, found(fen, 6), "{fen}");
    }
}

#[test]
fn mates_are_found_with_their_distance() {
    for (fen, depth, moves, best) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, 1, "a1a8"),
        ("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", 3, 1, "g1g7"),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 8, 2, "a1a6"),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 8, 3, "f8c5"),
        ("r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 0", 12, 4, "h6g7"),
    ] {
        let outcome = found(fen, depth);
        assert_eq!(outcome.mate_in(), Some(moves), "{fen}: {outcome:?}");
        assert_eq!(outcome.best.unwrap().to_string(), best, "{fen}");
    }
    // The king and the rook mate in 4 moves, and in 3 from the other side's view a ply later.
    let outcome = found("8/8/8/8/8/2k5/7r/K7 b - - 0 1", 10);
    assert_eq!(outcome.mate_in(), Some(2), "{outcome:?}");
    let outcome = found("7k/R7/8/6K1/8/8/8/8 b - - 0 1", 10);
    assert!(outcome.mate_in().is_some_and(|moves| moves < 0), "{outcome:?}");
}

#[test]
fn the_end_of_a_game_is_known() {
    let mated = found("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 4);
    assert_eq!((mated.best, mated.score, mated.mate_in()), (None, -Outcome::MATE, Some(0)));
    let stalemate = found("7k/5Q2/8/6K1/8/8/8/8 b - - 0 1", 4);
    assert_eq!((stalemate.best, stalemate.score, stalemate.mate_in()), (None, 0, None));
    // A queen would stalemate.
    let promotes = found("8/5P1k/8/6K1/8/8/8/8 w - - 0 1", 8);
    assert!(promotes.score > 400, "{promotes:?}");
    assert_ne!(promotes.best.unwrap().to_string(), "f7f8q");
    // White is lost but for giving its queen, which leaves it without a move.
    let saved = found("7k/8/8/8/8/1q4r1/6Q1/K7 w - - 0 1", 6);
    assert_eq!(saved.score, 0, "{saved:?}");
}

#[test]
fn fifty_moves_without_progress_are_a_draw() {
    let outcome = |clock| found(&format!("4k3/8/8/8/8/8/8/QQ2K3 w - - {clock} 90"), 5);
    assert!(outcome(0).score > 500 && outcome(99).score == 0, "{:?}", outcome(99));
    // But a mate by the last move counts.
    let mates = found("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 90", 3);
    assert_eq!(mates.mate_in(), Some(1));
}

#[test]
fn repetitions_are_draws() {
    // White is far behind but checks for ever: the position of the root comes back after four
    // plies, and within the tree once is enough.
    for depth in [4, 10] {
        let perpetual = found("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", depth);
        assert_eq!(perpetual.score, 0, "{perpetual:?}");
    }
}

#[test]
fn a_draw_needs_two_repetitions_if_both_are_in_the_game() {
    // Black goes back to the corner, where it has been once more with each round.
    for (rounds, is_draw) in [(0, false), (1, false), (2, true), (3, true)] {
        let mut line = vec![board("6k1/8/8/8/8/8/8/K1Q5 w - - 0 1")];
        let mut play = |m: &str| line.push(line.last().unwrap().play(m.parse().unwrap()));
        for _ in 0..rounds {
            ["c1b1", "g8h8", "b1c1", "h8g8"].into_iter().for_each(&mut play);
        }
        play("c1b1");
        let (last, before) = line.split_last().unwrap();
        let keys: Vec<_> = before.iter().map(Board::key).collect();
        let mut memory = memory(Profile::Material);
        let outcome = search::<Base>(&mut memory, last, &keys, &Limits::depth(1));
        assert_eq!(outcome.score == 0, is_draw, "{rounds}: {outcome:?}");
        assert!(!is_draw || outcome.best.unwrap().to_string() == "g8h8", "{outcome:?}");
        // Whoever does not know the game finds none.
        let outcome = search::<Base>(&mut memory, last, &[], &Limits::depth(1));
        assert!(outcome.score < -500, "{rounds}: {outcome:?}");
    }
}

/// The white king goes around through 24 squares, twice, and Black returns to the corner's side.
#[test]
fn repetitions_are_found_however_long_ago() {
    const AROUND: [&str; 24] = [
        "a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8", "b8", "c8", "c7", "b7", "b6", "c6", "c5",
        "b5", "b4", "c4", "c3", "b3", "b2", "c2", "c1", "b1",
    ];
    let mut line = vec![board("6k1/8/8/8/8/8/8/K3Q3 w - - 0 1")];
    for number in 0..48 {
        let [from, to] = [number, number + 1].map(|at| AROUND[at % 24]);
        for m in [&*format!("{from}{to}"), ["g8h8", "h8g8"][number % 2]] {
            line.push(line.last().unwrap().play(m.parse().unwrap()));
        }
    }
    line.pop();
    let (last, before) = line.split_last().unwrap();
    let keys: Vec<_> = before.iter().map(Board::key).collect();
    for (keys, is_draw) in [(&keys[..], true), (&keys[1..], false)] {
        let mut memory = memory(Profile::Material);
        let outcome = search::<Base>(&mut memory, last, keys, &Limits::depth(1));
        assert_eq!(outcome.score == 0, is_draw, "{outcome:?}");
        assert!(!is_draw || outcome.best.unwrap().to_string() == "h8g8", "{outcome:?}");
    }
}

#[test]
fn limits_are_kept() {
    let mut memory = memory(Profile::Material);
    for nodes in [1, 2, 100, 5000] {
        memory.clear();
        let limits = Limits::nodes(nodes);
        let outcome = search::<Base>(&mut memory, &board(BENCH[1]), &[], &limits);
        assert_eq!((outcome.nodes, outcome.best.is_some()), (nodes, true));
    }
    let stop = AtomicBool::new(true);
    let limits = Limits { stop: Some(&stop), ..Limits::depth(100) };
    let outcome = search::<Base>(&mut memory, &board(BENCH[1]), &[], &limits);
    assert!(outcome.nodes <= 1024 && outcome.best.is_some(), "{outcome:?}");
    let outcome = search::<Base>(&mut memory, &board(BENCH[1]), &[], &Limits::depth(0));
    assert_eq!((outcome.nodes, outcome.depth, outcome.best.is_some()), (0, 0, true));
}

/// Among twenty queens there is always another capture, and a check to answer.
#[test]
fn a_depth_ends_among_any_number_of_queens() {
    for profile in [Profile::Material, Profile::Classical] {
        for fen in [
            "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - -",
            "rnbqkbnr/pppppppp/pppppppp/pppppppp/PPPPPPPP/PPPPPPPP/PPPPPPPP/RNBQKBNR w KQkq -",
        ] {
            let limits = Limits { nodes: 1_000_000, ..Limits::depth(1) };
            let outcome = search::<Base>(&mut memory(profile), &board(fen), &[], &limits);
            assert_eq!(outcome.depth, 1, "{fen}: {outcome:?}");
        }
    }
}

/// Boards that no game reaches: full of queens, full of pawns, with dozens of knights.
#[test]
fn any_number_of_pieces_is_searched() {
    for fen in [
        "qqqqkqqq/qqqqqqqq/8/8/8/8/QQQQQQQQ/QQQQKQQQ w - -",
        "kb5Q/pp6/3Q1Q2/8/1Q1Q1Q1Q/8/1Q1Q1Q1Q/K6Q w - -",
        "knnnnnnn/nnnnnnnn/nnnnnnnn/8/8/NNNNNNNN/NNNNNNNN/NNNNNNNK w - -",
        "7k/PPPPP3/PPPPP3/8/8/3ppppp/3ppppp/K7 w - -",
        "k7/8/8/8/8/8/8/7K w - - 70 1",
    ] {
        for (profile, _) in SIGNATURES {
            let limits = Limits { nodes: 20_000, ..Limits::depth(4) };
            let outcome = search::<Base>(&mut memory(profile), &board(fen), &[], &limits);
            assert!(outcome.best.is_some(), "{fen}");
        }
    }
}
