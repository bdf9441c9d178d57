//! Real play: the positions of complete games in order, and the moves that a search would try first
//! in each. Each question's module says what it asks about them.
//!
//! In every position a program asks which pieces are pinned (squares between the king and each
//! enemy slider on its lines), how to block a check (squares between the king and a checking
//! slider), whether the king is attacked, and whether the hash move and two killer moves are
//! pseudo-legal and give check. Move generation and evaluation ask what every slider attacks, also
//! through its side's own pieces; the squares from which sliders would attack either king; whether
//! the king can step without being attacked; and what attacks the target squares of moves. In a
//! game the hash move is the move played, and the killers are the side's last two moves. In a
//! single position all three are legal moves picked evenly.
//!
//! The games are in `benches/questions/positions/games.txt`: famous games, whose moves are facts.
//! [`SELF_PLAY`] adds games of random moves, for long endings, and `perft.epd` adds positions that
//! test move generators.

use super::epd;
use super::phase::Phase;
use cozy_chess::{Board, Color, File, Move, Piece as Kind, Square as Cozy, util};
use lookup::{Piece, PieceKind, Position, Square};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const GAMES: &str = include_str!("../../positions/games.txt");

/// The games of a text, with an empty line between them and the line ends of any system.
fn texts(all: &str) -> Vec<String> {
    all.replace('\r', "").split("\n\n").map(str::to_owned).collect()
}

/// Positions that test move generators, from
/// <https://www.chessprogramming.org/Perft_Results>.
const TESTS: &str = include_str!("../../positions/perft.epd");

/// The starts of games of random moves, each with its most plies.
pub(super) const SELF_PLAY: &[(&str, usize)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 300),
    ("4k3/pppp1ppp/8/3q4/3Q4/8/PPP2PPP/4K3 w - - 0 1", 200),
    ("4r1k1/5ppp/8/2p5/2P5/8/5PPP/4R1K1 w - - 0 1", 200),
    ("8/2p2k2/3p4/3P4/2P1K3/8/8/8 w - - 0 1", 100),
];

/// A position, and the moves a search would try first.
#[derive(Clone, Debug)]
pub(crate) struct GamePosition {
    pub(crate) board: Board,
    pub(crate) candidates: Vec<Move>,
    pub(crate) phase: Phase,
    /// The same position for the variants.
    pub(crate) position: Position,
}

impl GamePosition {
    pub(crate) fn new(board: Board, candidates: Vec<Move>) -> GamePosition {
        let position = converted(&board);
        GamePosition { board, candidates, phase: Phase::of(&position), position }
    }

    /// A candidate for the variants, which write castling as the king's move by two squares.
    pub(crate) fn tried(&self, candidate: &Move) -> lookup::Move {
        for_variants(&self.board, candidate)
    }
}

/// See [`GamePosition::tried`].
fn for_variants(board: &Board, candidate: &Move) -> lookup::Move {
    let &Move { from, to, promotion } = candidate;
    // Only castling is so long. An old killer of a king may go to an own piece next to it.
    let castles = own(board, candidate) == Some(Kind::King)
        && from.file() == File::E
        && matches!(to.file(), File::A | File::H);
    let file = if to.file() > from.file() { File::G } else { File::C };
    let to = if castles { Cozy::new(file, to.rank()) } else { to };
    let promotion = promotion.map(|kind| PieceKind::ALL[kind as usize]);
    lookup::Move { from: square(from), to: square(to), promotion }
}

pub(super) fn converted(board: &Board) -> Position {
    Position::from_fen(&board.to_string()).expect("what is a position here is one there")
}

/// A ply, and the position before it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub(crate) position: Position,
    pub(crate) phase: Phase,
    pub(crate) m: lookup::Move,
}

/// The games that these positions form. A position without a game forms one of a single ply, if it
/// has a move.
pub(crate) fn games(positions: &[GamePosition]) -> Vec<Vec<Played>> {
    let mut games: Vec<Vec<_>> = Vec::new();
    let mut next = None;
    for known in positions {
        let board = &known.board;
        let legal = known.candidates.iter().find(|candidate| board.is_legal(**candidate));
        let Some(candidate) = legal else { continue };
        let (position, phase, m) = (known.position, known.phase, known.tried(candidate));
        let ply = Played { position, phase, m };
        match games.last_mut().filter(|_| next.as_ref() == Some(board)) {
            Some(game) => game.push(ply),
            None => games.push(vec![ply]),
        }
        let mut board = board.clone();
        board.play_unchecked(*candidate);
        next = Some(board);
    }
    games
}

/// The positions used unless the user has others.
pub(crate) fn shipped() -> Vec<GamePosition> {
    let mut positions: Vec<_> = texts(GAMES).iter().flat_map(|text| game(text)).collect();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(0x9a3e);
    for &(start, plies) in SELF_PLAY {
        let start = start.parse().expect("a valid start");
        positions.extend(self_play(start, plies, &mut generator));
    }
    positions.extend(epd::read(TESTS).boards.into_iter().map(alone));
    positions
}

/// Replays a game: header lines, then the moves in coordinate notation.
///
/// # Panics
/// If a move is impossible.
fn game(text: &str) -> Vec<GamePosition> {
    let moves = text.lines().filter(|line| !line.contains(": "));
    let mut game = Game::at(Board::default());
    let replay = |word| {
        let next = util::parse_uci_move(&game.board, word).expect("a move");
        assert!(game.board.is_legal(next), "{word} in {}", game.board);
        game.play(next)
    };
    moves.flat_map(str::split_whitespace).map(replay).collect()
}

/// A game in progress.
struct Game {
    board: Board,
    position: Position,
    played: Vec<Move>,
}

impl Game {
    fn at(board: Board) -> Game {
        Game { position: converted(&board), board, played: Vec::new() }
    }

    /// Plays a legal move, and returns the position before it.
    fn play(&mut self, next: Move) -> GamePosition {
        let Game { board, position, played } = self;
        // The same side's last moves were two and four plies ago.
        let killers = [2, 4].into_iter().filter_map(|ago| played.len().checked_sub(ago));
        let candidates = [next].into_iter().chain(killers.map(|ply| played[ply])).collect();
        let (board, phase) = (board.clone(), Phase::of(position));
        let known = GamePosition { board, candidates, phase, position: *position };
        self.position = position.play(known.tried(&next));
        self.board.play_unchecked(next);
        self.played.push(next);
        known
    }
}

pub(super) fn self_play(
    start: Board,
    plies: usize,
    generator: &mut Xoshiro256PlusPlus,
) -> Vec<GamePosition> {
    let mut game = Game::at(start);
    let mut positions = Vec::new();
    while positions.len() < plies {
        let board = &game.board;
        let moves = legal_moves(board);
        // Captures are rare, or every game would end in bare kings.
        let quiet = |next: &Move| board.color_on(next.to) != Some(!board.side_to_move());
        let quiet: Vec<_> = moves.iter().copied().filter(quiet).collect();
        let number = generator.next_u64();
        let choice = if quiet.is_empty() || number.is_multiple_of(16) { &moves } else { &quiet };
        if choice.is_empty() {
            break;
        }
        positions.push(game.play(choice[(number >> 32) as usize % choice.len()]));
    }
    positions
}

fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_piece| {
        moves.extend(of_piece);
        false
    });
    moves
}

/// A position without a game: three moves picked evenly from all.
pub(super) fn alone(board: Board) -> GamePosition {
    let moves = legal_moves(&board);
    let candidates = moves.iter().step_by(moves.len().div_ceil(3).max(1)).copied().collect();
    GamePosition::new(board, candidates)
}

/// The kind of piece that a candidate moves. `None` if, as for an old killer move, no piece of the
/// side stands there any more.
pub(crate) fn own(board: &Board, candidate: &Move) -> Option<Kind> {
    let ours = board.colors(board.side_to_move()).has(candidate.from);
    board.piece_on(candidate.from).filter(|_| ours)
}

/// The same square for the variants.
pub(crate) fn square(square: Cozy) -> Square {
    Square::new(square as u8)
}

/// The same piece for the variants.
pub(crate) fn piece(kind: Kind, color: Color) -> Piece {
    Piece::ALL[2 * kind as usize + color as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::GameStatus;

    /// The results in the headers agree with the boards: mates are mates, and no game ends in a
    /// stalemate.
    #[test]
    fn the_final_positions_fit_the_results() {
        let mut mates = 0;
        for text in texts(GAMES) {
            let positions = game(&text);
            let GamePosition { mut board, candidates, .. } = positions.last().unwrap().clone();
            board.play(candidates[0]);
            let header = text.lines().find_map(|line| line.strip_prefix("Last: "));
            assert_eq!(header, text.split_whitespace().last());
            let winner = if board.side_to_move() == Color::White { "0-1" } else { "1-0" };
            match board.status() {
                GameStatus::Won => {
                    mates += 1;
                    assert!(text.contains(&format!("Result: {winner}")), "{text}");
                }
                GameStatus::Drawn => panic!("{text}"),
                GameStatus::Ongoing => {}
            }
        }
        assert_eq!(mates, 3);
    }

    /// In a game the hash move is the move played, and the killers are the side's last two moves.
    #[test]
    fn a_search_would_try_first_what_the_side_played_last() {
        for text in texts(GAMES) {
            let words = text.lines().filter(|line| !line.contains(": "));
            let words: Vec<_> = words.flat_map(str::split_whitespace).collect();
            let (mut board, mut played) = (Board::default(), Vec::new());
            let positions = game(&text);
            assert_eq!(positions.len(), words.len());
            for (ply, (word, known)) in words.iter().zip(&positions).enumerate() {
                assert_eq!(known.board, board);
                played.push(util::parse_uci_move(&board, word).unwrap());
                let last = [Some(ply), ply.checked_sub(2), ply.checked_sub(4)];
                let expected: Vec<_> = last.into_iter().flatten().map(|ply| played[ply]).collect();
                assert_eq!(known.candidates, expected, "{word} in {board}");
                board.play(played[ply]);
            }
        }
    }

    #[test]
    fn a_position_without_a_game_has_three_of_its_moves_picked_evenly() {
        for (fen, count, expected) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 20, &[0, 7, 14][..]),
            ("k7/8/8/8/8/8/8/K7 w - -", 3, &[0, 1, 2]),
            ("k7/8/8/8/8/8/5n2/K7 w - -", 3, &[0, 1, 2]),
            ("8/8/8/8/3k4/8/8/K6r w - -", 2, &[0, 1]),
            ("R5k1/5ppp/8/8/8/8/8/4K3 b - -", 0, &[]),
        ] {
            let board = epd::position(fen).unwrap();
            let moves = legal_moves(&board);
            assert_eq!(moves.len(), count, "{fen}");
            let picked: Vec<_> = expected.iter().map(|&number| moves[number]).collect();
            assert_eq!(alone(board).candidates, picked, "{fen}");
        }
    }

    /// Captures where other moves are there come once in sixteen times, as far as moves are captures.
    #[test]
    fn games_of_random_moves_go_on_for_long_with_few_captures() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(1);
        let (mut captures, mut positions) = (0, 0);
        for _ in 0..40 {
            let game = self_play(Board::default(), 60, &mut generator);
            assert!(game.len() <= 60);
            positions += game.len();
            let captures_next = |known: &&GamePosition| {
                known.board.color_on(known.candidates[0].to) == Some(!known.board.side_to_move())
            };
            captures += game.iter().filter(captures_next).count();
        }
        assert!(positions > 40 * 50, "{positions}");
        assert!(
            captures * 200 > positions && captures * 40 < positions,
            "{captures} of {positions}"
        );
    }

    #[test]
    fn a_checkout_with_other_line_ends_has_the_same_games() {
        let crlf = |text: &str| text.replace('\r', "").replace('\n', "\r\n");
        assert_eq!(texts(&crlf(GAMES)), texts(GAMES));
        assert_eq!(texts(GAMES).len(), 19);
        let boards = |text: &str| {
            let lines = epd::read(text);
            assert!(lines.bad.is_empty(), "{lines:?}");
            lines.boards
        };
        assert_eq!(boards(&crlf(TESTS)), boards(TESTS));
        assert_eq!(boards(TESTS).len(), 6);
    }

    #[test]
    fn the_plies_of_games_follow_each_other() {
        let games = games(&shipped());
        let played: Vec<_> = games.iter().filter(|game| game.len() > 1).collect();
        assert_eq!(played.len(), texts(GAMES).len() + SELF_PLAY.len());
        for pair in played.iter().flat_map(|game| game.windows(2)) {
            let [before, after] = pair else { panic!("a pair") };
            assert_eq!(before.position.play(before.m), after.position);
        }
        let alone = games.len() - played.len();
        assert_eq!(alone, epd::read(TESTS).boards.len());
    }
}
