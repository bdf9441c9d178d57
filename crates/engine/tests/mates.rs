//! Forced mates, proven by brute force, and how many of them the search finds.
//!
//! `mates.txt` has a position and the number of moves to mate on each line. The positions
//! are from seeded games between players who take what they can and otherwise move at
//! random; the last version with the generator is f2a8951. The prover shares no code with the
//! engine: it tries all moves of `cozy-chess`.

use cozy_chess::{Board, GameStatus};
use engine::uci::depth_of_mate;
use engine::{Limits, Memory, Profile, search};
use std::collections::{BTreeSet, HashMap};
use std::thread;

const MATES: &str = include_str!("mates.txt");

/// The mates in two, three and four moves that the search finds with their distance: at the depth
/// of `go mate`, and at that depth or at [`DEPTH`]. A mate in `n` moves has 2 `n` - 1 plies, but no
/// depth finds every one, because the search prunes moves that seem to lose.
const FOUND: [(u8, [usize; 2]); 3] = [(2, [92, 100]), (3, [80, 99]), (4, [82, 98])];

/// The deeper of both.
const DEPTH: u32 = 16;

/// The positions with their numbers of moves.
fn mates() -> Vec<(&'static str, u8)> {
    let lines = MATES.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| line.rsplit_once(' ').map(|(fen, n)| (fen, n.parse().unwrap())).unwrap())
        .collect()
}

fn board(fen: &str) -> Board {
    Board::from_fen(&format!("{fen} 0 1"), false).unwrap()
}

#[test]
fn there_are_as_many_of_each_length() {
    let mates = mates();
    for (moves, _) in FOUND {
        assert_eq!(mates.iter().filter(|(_, m)| *m == moves).count(), EACH);
    }
    let distinct: BTreeSet<_> = mates.iter().map(|(fen, _)| fen).collect();
    assert_eq!((mates.len(), distinct.len()), (3 * EACH, 3 * EACH));
}

#[test]
fn some_are_proven_anew() {
    for (fen, moves) in mates().into_iter().step_by(15) {
        assert!(Prover::default().has_mate_in(&board(fen), moves), "no mate in {moves}: {fen}");
    }
}

#[test]
fn the_engine_finds_them() {
    for (moves, expected) in FOUND {
        let [even, odd] = thread::scope(|scope| {
            let halves = [0, 1].map(|half| scope.spawn(move || found(moves, half)));
            halves.map(|half| half.join().unwrap())
        });
        assert_eq!([even[0] + odd[0], even[1] + odd[1]], expected, "mates in {moves}");
    }
}

/// Of every other mate in this many moves, as many as the engine finds, as in [`FOUND`].
fn found(moves: u8, half: usize) -> [usize; 2] {
    let mut memory = Memory::new(8, Profile::Classical).unwrap();
    let mut found = [0; 2];
    let mates = mates().into_iter().filter(|(_, length)| *length == moves);
    for (fen, _) in mates.skip(half).step_by(2) {
        let board = engine::Board::from_fen(fen).unwrap();
        memory.clear();
        let mut finds = |depth| {
            let limits = Limits::depth(depth);
            let outcome = search::<engine::choices::Base>(&mut memory, &board, &[], &limits);
            outcome.mate_in() == Some(i32::from(moves))
        };
        let soon = finds(depth_of_mate(u32::from(moves)));
        found[0] += usize::from(soon);
        found[1] += usize::from(soon || finds(DEPTH));
    }
    found
}

/// The number of mates of each length.
const EACH: usize = 100;

/// Proves mates by trying everything. It remembers what it knows about a position.
#[derive(Default)]
struct Prover(HashMap<(u64, u8), bool>);

impl Prover {
    /// Whether the shortest forced mate has this many moves.
    fn has_mate_in(&mut self, board: &Board, moves: u8) -> bool {
        !self.mates(board, moves - 1) && self.mates(board, moves)
    }

    /// Whether the side to move can force mate in at most this many moves.
    fn mates(&mut self, board: &Board, moves: u8) -> bool {
        if let Some(&known) = self.0.get(&(board.hash(), moves)) {
            return known;
        }
        let mut next = after_all(board);
        // Only a check mates at once, and checks mate more often.
        if moves == 1 {
            next.retain(|next| !next.checkers().is_empty());
        }
        next.sort_by_key(|next| next.checkers().is_empty());
        let mates = next.iter().any(|next| self.is_mated(next, moves - 1));
        self.0.insert((board.hash(), moves), mates);
        mates
    }

    /// Whether the side to move is mated now, or after this many more moves of the other side
    /// whatever it does.
    fn is_mated(&mut self, board: &Board, moves: u8) -> bool {
        if moves == 0 {
            return board.status() == GameStatus::Won;
        }
        let next = after_all(board);
        if next.is_empty() {
            return !board.checkers().is_empty();
        }
        next.iter().all(|next| self.mates(next, moves))
    }
}

/// The boards after all moves.
fn after_all(board: &Board) -> Vec<Board> {
    let mut boards = Vec::new();
    board.generate_moves(|moves| {
        boards.extend(moves.into_iter().map(|m| {
            let mut next = board.clone();
            next.play_unchecked(m);
            next
        }));
        false
    });
    boards
}
