//! Real play: the positions of complete games in their order, and the moves that a
//! search would try first in each. What is asked in them says each question's module.
//!
//! At every position a program asks which pieces are pinned (what lies between
//! the king and each enemy slider on its lines), how a check can be blocked
//! (what lies between the king and a checking slider), whether the king is
//! attacked, piece by piece, and for the hash move and two killer moves whether
//! they are pseudo-legal and whether they give check. Generating moves and
//! evaluating, it asks what every slider attacks, from where sliders would
//! attack either king, also through the pieces of the side to move, whether the
//! king can step without being attacked, and what attacks the squares that moves
//! go to. In a game the hash move is
//! the move that was played, and the killers are the side's last two; in a
//! position without a game they are legal moves picked evenly from all.
//!
//! The games are in `benches/positions/games.txt`: famous games, their moves as
//! facts. To them come [`SELF_PLAY`] games of random moves, so that long endings
//! are there too, and the positions that move generators are tested on.

use crate::invocation;
use crate::questions::{between, exchange};
use anyhow::{Context as _, Result, bail, ensure};
use cozy_chess::{Board, Color, File, Move, Piece as Kind, Square as Cozy, util};
use lookup::{Bitboard, Piece, PieceKind, Position, Square, movegen};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;

/// Names a file of positions to use instead, one FEN or EPD a line.
pub const FILE: &str = "LAB_POSITIONS";

/// Set to `skip`, uses the good lines of a file that has bad ones.
pub const BAD_LINES: &str = "LAB_POSITIONS_BAD_LINES";

/// A larger file is no list of positions.
const LARGEST_FILE: u64 = 64 << 20;

/// Queries number their board with 16 bits, and a position takes up to four.
const MOST: usize = (1 << 16) / 4;

const GAMES: &str = include_str!("../positions/games.txt");

/// The positions that move generators are tested on, from
/// <https://www.chessprogramming.org/Perft_Results>.
const TESTS: &str = include_str!("../positions/perft.epd");

/// Where games of random moves start, and how many plies they last at most.
pub const SELF_PLAY: &[(&str, usize)] = &[
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 300),
    ("4k3/pppp1ppp/8/3q4/3Q4/8/PPP2PPP/4K3 w - - 0 1", 200),
    ("4r1k1/5ppp/8/2p5/2P5/8/5PPP/4R1K1 w - - 0 1", 200),
    ("8/2p2k2/3p4/3P4/2P1K3/8/8/8 w - - 0 1", 100),
];

/// A position, and the moves a search would try first.
#[derive(Clone, Debug)]
pub(crate) struct Moment {
    pub(crate) board: Board,
    pub(crate) candidates: Vec<Move>,
}

impl Moment {
    /// The side to move.
    pub(crate) fn side_to_move(&self) -> lookup::Color {
        lookup::Color::ALL[self.board.side_to_move() as usize]
    }

    /// What stands on the board.
    pub(crate) fn occupied(&self) -> Bitboard {
        Bitboard(self.board.occupied().0)
    }

    /// The same position for the variants. Rights to castle from other squares than
    /// the usual, which a file of the user's may have, are left out.
    pub(crate) fn position(&self) -> Position {
        let text = self.board.to_string();
        let fields: Vec<_> = text.split_whitespace().collect();
        let read = |castling| {
            Position::from_fen(&format!("{} {} {castling} {}", fields[0], fields[1], fields[3]))
        };
        read(fields[2]).or_else(|_| read("-")).expect("what is a position here is one there")
    }

    /// A candidate for the variants, to which castling is the king's move by two squares.
    pub(crate) fn tried(&self, candidate: &Move) -> lookup::Move {
        let &Move { from, to, promotion } = candidate;
        // No other move of a king is so long; a killer may be to a neighbour that is its own now.
        let castles = own(&self.board, candidate) == Some(Kind::King)
            && from.file() == File::E
            && matches!(to.file(), File::A | File::H);
        let file = if to.file() > from.file() { File::G } else { File::C };
        let to = if castles { Cozy::new(file, to.rank()) } else { to };
        let promotion = promotion.map(|kind| PieceKind::ALL[kind as usize]);
        lookup::Move { from: square(from), to: square(to), promotion }
    }
}

/// Checks that the positions can be used, and says what they are.
///
/// # Errors
/// If the user's file is missing, empty, too large, no text, or has lines that
/// are no positions.
pub fn check() -> Result<String> {
    let moments = load()?;
    Ok(match std::env::var_os(FILE) {
        Some(path) => format!("{} positions of {}", moments.len(), Path::new(&path).display()),
        None => format!("{} positions of games and tests", moments.len()),
    })
}

/// The positions in their order.
///
/// # Panics
/// If [`check`] fails.
pub(crate) fn moments() -> &'static [Moment] {
    load().expect("checked before anything is measured")
}

/// The games that these positions are of: each ply with the position that it is made
/// in. A position without a game is one of a single ply, if it has a move.
pub(crate) fn games(moments: &[Moment]) -> Vec<Vec<(Position, lookup::Move)>> {
    let mut games: Vec<Vec<_>> = Vec::new();
    let mut next = None;
    for moment in moments {
        let position = moment.position();
        let tried = moment.candidates.iter().map(|candidate| (candidate, moment.tried(candidate)));
        let mut legal = tried.filter(|(_, m)| movegen::is_legal(&position, *m));
        let Some((candidate, m)) = legal.next() else { continue };
        match games.last_mut().filter(|_| next.as_ref() == Some(&moment.board)) {
            Some(game) => game.push((position, m)),
            None => games.push(vec![(position, m)]),
        }
        let mut board = moment.board.clone();
        board.play_unchecked(*candidate);
        next = Some(board);
    }
    games
}

/// What is asked in each position, by its number.
pub(crate) fn asked<Q>(queries: impl Fn(&Moment, u16) -> Vec<Q>) -> (Vec<Q>, Vec<Position>) {
    asked_about(Moment::position, queries)
}

/// What is asked about something of each position, by its number.
pub(crate) fn asked_about<T, Q>(
    about: impl Fn(&Moment) -> T,
    queries: impl Fn(&Moment, u16) -> Vec<Q>,
) -> (Vec<Q>, Vec<T>) {
    let numbered = moments().iter().enumerate();
    let asked = numbered.flat_map(|(number, moment)| queries(moment, number as u16));
    (asked.collect(), moments().iter().map(about).collect())
}

fn load() -> Result<&'static [Moment]> {
    static MOMENTS: OnceLock<Result<Vec<Moment>, String>> = OnceLock::new();
    let read = || match std::env::var_os(FILE) {
        Some(path) => user_file(Path::new(&path)).map_err(|error| format!("{error:#}")),
        None => Ok(shipped()),
    };
    match MOMENTS.get_or_init(read) {
        Ok(moments) => Ok(&moments[..moments.len().min(MOST)]),
        Err(error) => bail!("{error}"),
    }
}

/// Those that are used unless the user has others.
pub(crate) fn shipped() -> Vec<Moment> {
    let games = GAMES.split("\n\n").map(|text| game(text).expect("a test replays every game"));
    let mut moments: Vec<_> = games.flatten().collect();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(0x9a3e);
    for &(start, plies) in SELF_PLAY {
        moments.extend(self_play(start, plies, &mut generator));
    }
    moments.extend(epd(TESTS).0.into_iter().map(alone));
    moments
}

/// Replays a game: header lines, then the moves in coordinate notation.
fn game(text: &str) -> Result<Vec<Moment>> {
    let (headers, moves): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.contains(": "));
    let header =
        |name: &str| headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let title = format!(
        "{} - {}, {}",
        header("White").context("no White")?,
        header("Black").context("no Black")?,
        header("Year").context("no Year")?
    );
    let mut board = Board::default();
    let mut played: Vec<Move> = Vec::new();
    let mut moments = Vec::new();
    let words: Vec<_> = moves.iter().flat_map(|line| line.split_whitespace()).collect();
    for (ply, word) in words.iter().enumerate() {
        let next = util::parse_uci_move(&board, word)
            .ok()
            .filter(|&next| board.is_legal(next))
            .with_context(|| format!("{title}: ply {} can't be {word}", ply + 1))?;
        moments.push(moment(&board, next, &played));
        board.play_unchecked(next);
        played.push(next);
    }
    let last = header("Last").context("no Last")?;
    ensure!(words.last() == Some(&last), "{title}: does not end with {last}");
    Ok(moments)
}

fn moment(board: &Board, next: Move, played: &[Move]) -> Moment {
    // The same side's last moves were two and four plies ago.
    let killers = [2, 4].into_iter().filter_map(|ago| played.len().checked_sub(ago));
    let candidates = [next].into_iter().chain(killers.map(|ply| played[ply])).collect();
    Moment { board: board.clone(), candidates }
}

fn self_play(start: &str, plies: usize, generator: &mut Xoshiro256PlusPlus) -> Vec<Moment> {
    let mut board: Board = start.parse().expect("a valid start");
    let (mut played, mut moments) = (Vec::new(), Vec::new());
    while moments.len() < plies {
        let moves = legal_moves(&board);
        // Captures are seldom taken, or every game would end in bare kings.
        let quiet = |next: &Move| board.color_on(next.to) != Some(!board.side_to_move());
        let quiet: Vec<_> = moves.iter().copied().filter(quiet).collect();
        let number = generator.next_u64();
        let choice = if quiet.is_empty() || number.is_multiple_of(16) { &moves } else { &quiet };
        if choice.is_empty() {
            break;
        }
        let next = choice[(number >> 32) as usize % choice.len()];
        moments.push(moment(&board, next, &played));
        board.play_unchecked(next);
        played.push(next);
    }
    moments
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
fn alone(board: Board) -> Moment {
    let moves = legal_moves(&board);
    let candidates = moves.iter().step_by(moves.len().div_ceil(3).max(1)).copied().collect();
    Moment { board, candidates }
}

fn user_file(path: &Path) -> Result<Vec<Moment>> {
    let name = path.display();
    let mut bytes = Vec::new();
    let place = invocation::places(path).find(|place| place.exists());
    let file = std::fs::File::open(place.as_deref().unwrap_or(path))
        .with_context(|| format!("{FILE}: reading {name}"))?;
    file.take(LARGEST_FILE + 1)
        .read_to_end(&mut bytes)
        .with_context(|| format!("{FILE}: reading {name}"))?;
    ensure!(
        bytes.len() as u64 <= LARGEST_FILE,
        "{FILE}: {name} is larger than 64 MiB, expected a list of positions"
    );
    let Ok(text) = String::from_utf8(bytes) else {
        bail!("{FILE}: {name} is no text, expected lines of FEN or EPD");
    };
    let (boards, bad) = epd(&text);
    let skip = std::env::var(BAD_LINES).is_ok_and(|choice| choice == "skip");
    if let Some((number, reason)) = bad.first().filter(|_| !skip) {
        bail!(
            "{FILE}: {name}, line {number}: {reason}; expected FEN or EPD. {} of {} lines are bad; \
             {BAD_LINES}=skip uses the others",
            bad.len(),
            bad.len() + boards.len()
        );
    }
    ensure!(!boards.is_empty(), "{FILE}: {name} holds no position, expected lines of FEN or EPD");
    let moments: Vec<_> = boards.into_iter().map(alone).collect();
    // Without them a stream would be empty, in the middle of a run.
    ensure!(
        moments.iter().any(|moment| between::asked(moment).next().is_some()),
        "{FILE}: no position of {name} asks for the squares between two squares"
    );
    ensure!(
        moments.iter().any(exchange::is_asked),
        "{FILE}: in no position of {name} can the side to move take anything"
    );
    Ok(moments)
}

/// The positions in a text, and the lines that are none, by number and reason.
fn epd(text: &str) -> (Vec<Board>, Vec<(usize, String)>) {
    let (mut boards, mut bad) = (Vec::new(), Vec::new());
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let fields: Vec<_> = line.split_whitespace().take(6).collect();
        let counters = match fields.get(4..6) {
            Some([half, full]) if half.parse::<u8>().is_ok() && full.parse::<u16>().is_ok() => {
                format!("{half} {full}")
            }
            // An EPD has operations where a FEN has counters.
            _ => "0 1".to_owned(),
        };
        let position = format!("{} {counters}", fields[..fields.len().min(4)].join(" "));
        match position.parse::<Board>() {
            Ok(board) => boards.push(board),
            Err(reason) => bad.push((number + 1, reason.to_string())),
        }
    }
    (boards, bad)
}

/// What a candidate move moves; nothing if, as for an old killer move, no piece
/// of the side stands there any more.
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
    use lookup::movegen;
    use std::io::Write;

    #[test]
    fn every_game_replays_to_its_last_move() {
        let games: Vec<_> = GAMES.split("\n\n").map(|text| game(text).unwrap()).collect();
        assert!(games.len() >= 12);
        let plies: Vec<_> = games.iter().map(Vec::len).collect();
        assert!(plies.iter().any(|&plies| plies < 50) && plies.iter().any(|&plies| plies > 140));
        let plies: usize = plies.iter().sum();
        writeln!(std::io::stdout(), "{} games of {plies} plies replay", games.len()).unwrap();
    }

    /// The results that the headers give, against the boards: mates are mates,
    /// and no game ends in a stalemate.
    #[test]
    fn the_final_positions_fit_the_results() {
        let mut mates = 0;
        for text in GAMES.split("\n\n") {
            let moments = game(text).unwrap();
            let Moment { mut board, candidates } = moments.last().unwrap().clone();
            board.play(candidates[0]);
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

    #[test]
    fn the_plies_of_games_follow_each_other() {
        let games = games(&shipped());
        let played: Vec<_> = games.iter().filter(|game| game.len() > 1).collect();
        assert_eq!(played.len(), GAMES.split("\n\n").count() + SELF_PLAY.len());
        for pair in played.iter().flat_map(|game| game.windows(2)) {
            let [(before, m), (after, _)] = pair else { panic!("a pair") };
            assert_eq!(before.play(*m).occupied(), after.occupied());
        }
        let alone = games.len() - played.len();
        assert_eq!(alone, epd(TESTS).0.len());
    }

    #[test]
    fn an_impossible_move_is_named() {
        let text = GAMES.split("\n\n").next().unwrap().replacen("g1f3", "g1g3", 1);
        let error = game(&text).unwrap_err().to_string();
        assert!(error.contains("Paul Morphy") && error.contains("ply 3 can't be g1g3"), "{error}");
    }

    #[test]
    fn random_games_repeat_and_hold_endings() {
        let moments = shipped();
        let again = shipped();
        assert_eq!(moments.len(), again.len());
        assert!(moments.iter().zip(&again).all(|(a, b)| a.board == b.board));
        let only = |kind: Kind| {
            let board = |m: &&Moment| {
                let pieces = m.board.occupied().len();
                let heavy = m.board.pieces(kind).len();
                let small = m.board.pieces(Kind::Pawn).len() + m.board.pieces(Kind::King).len();
                heavy > 0 && heavy + small == pieces
            };
            moments.iter().filter(board).count()
        };
        assert!(only(Kind::Queen) > 50 && only(Kind::Rook) > 50);
    }

    #[test]
    fn the_variants_try_the_same_moves() {
        let mut castled = 0;
        for moment in shipped() {
            let position = moment.position();
            for candidate in &moment.candidates {
                let m = moment.tried(candidate);
                let legal = moment.board.is_legal(*candidate);
                assert_eq!(movegen::is_legal(&position, m), legal, "{m}");
                castled += usize::from(m.to != square(candidate.to));
            }
        }
        assert!(castled > 20, "{castled}");
    }

    #[test]
    fn the_variants_see_the_same_positions() {
        for moment in shipped() {
            let text = moment.board.to_string();
            assert!(text.starts_with(&moment.position().to_string()), "{text}");
        }
        let moved = alone("1k1r4/8/8/8/8/8/8/2RK4 w C - 0 1".parse().unwrap());
        assert_eq!(moved.position().to_string(), "1k1r4/8/8/8/8/8/8/2RK4 w - -");
    }

    #[test]
    fn fen_and_epd_are_told_from_what_is_neither() {
        let text = "\n# comment\n4k3/8/8/8/8/8/8/4K3 w - - 3 40\n\
                    4k3/8/8/8/8/8/8/4K3 b - - bm Kd8; id \"x\";\nnonsense\n4k3/8/8/8/8/8/8/4K3 w - -";
        let (boards, bad) = epd(text);
        assert_eq!(boards.len(), 3);
        assert_eq!(bad.iter().map(|(number, _)| *number).collect::<Vec<_>>(), [5]);
    }

    #[test]
    fn a_file_that_holds_no_positions_is_refused() {
        let refused = |bytes: &[u8]| {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(bytes).unwrap();
            format!("{:#}", user_file(file.path()).unwrap_err())
        };
        assert!(refused(b"").contains("holds no position"));
        assert!(refused(b"\xff\xfe\x00").contains("no text"));
        let bad = refused(b"4k3/8/8/8/8/8/8/4K3 w - -\n8/8 w - -\n");
        assert!(bad.contains("line 2") && bad.contains("expected FEN or EPD"), "{bad}");
        assert!(refused(b"4k3/8/8/8/8/8/8/4K3 w - -").contains("asks for the squares between"));
        assert!(refused(b"4k3/8/8/8/8/8/7R/4K3 w - -").contains("take anything"));
        let missing = format!("{:#}", user_file(Path::new("no such file")).unwrap_err());
        assert!(missing.contains("reading no such file"), "{missing}");
    }
}
