//! The queries of real play: what pins, checks and tests of pseudo-legality ask
//! for, in their order, in positions of complete games.
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
use crate::stream::{Attack, Check, Obstacles, Pair, Pin, Slide, Target, Trial, Xray};
use anyhow::{Context as _, Result, bail, ensure};
use cozy_chess::{BitBoard, Board, Color, File, Move, Piece as Kind, Square as Cozy, util};
use lookup::{Bitboard, Piece, PieceKind, Position, Square};
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
struct Moment {
    board: Board,
    candidates: Vec<Move>,
}

/// Checks that the positions can be used, and says what they are.
///
/// # Errors
/// If the user's file is missing, empty, too large, no text, or has lines that
/// are no positions.
pub fn check() -> Result<String> {
    let moments = moments()?;
    Ok(match std::env::var_os(FILE) {
        Some(path) => format!("{} positions of {}", moments.len(), Path::new(&path).display()),
        None => format!("{} positions of games and tests", moments.len()),
    })
}

/// The pairs of squares that the positions ask about.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn pairs() -> Vec<Pair> {
    let moments = moments().expect("checked before anything is measured");
    moments.iter().flat_map(between_queries).collect()
}

/// The attacks that the positions ask about, and the boards they refer to.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn attacks() -> (Vec<Attack>, Vec<Bitboard>) {
    let (mut queries, mut boards) = (Vec::new(), Vec::new());
    for moment in moments().expect("checked before anything is measured") {
        attack_queries(moment, &mut queries, &mut boards);
    }
    (queries, boards)
}

/// The squares of sliders and kings that the positions ask about, and the boards.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn slides() -> (Vec<Slide>, Vec<Bitboard>) {
    let moments = moments().expect("checked before anything is measured");
    let queries = moments.iter().enumerate().flat_map(|(number, moment)| {
        slide_squares(&moment.board).map(move |square| Slide { square, board: number as u16 })
    });
    let boards = moments.iter().map(|moment| Bitboard(moment.board.occupied().0));
    (queries.collect(), boards.collect())
}

/// What both kings of the positions see through the pieces of the side to move.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn xrays() -> (Vec<Xray>, Vec<Obstacles>) {
    let moments = moments().expect("checked before anything is measured");
    let queries = moments.iter().enumerate().flat_map(|(number, Moment { board, .. })| {
        let kings = Color::ALL.map(|color| square(board.king(color)));
        kings.map(|square| Xray { square, board: number as u16 })
    });
    let boards = moments.iter().map(|Moment { board, .. }| Obstacles {
        occupied: Bitboard(board.occupied().0),
        blockers: Bitboard(board.colors(board.side_to_move()).0),
    });
    (queries.collect(), boards.collect())
}

/// Whether the king of the side to move is attacked in the positions, and whether
/// the squares are that it may step to.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn kings() -> (Vec<Target>, Vec<Position>) {
    targets(king_and_steps, |board| Some(!board.side_to_move()))
}

/// What attacks the squares that the candidate moves of the positions go to.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn exchanges() -> (Vec<Target>, Vec<Position>) {
    targets(goals, |_| None)
}

fn targets(
    squares: fn(&Moment) -> Vec<Square>,
    by: fn(&Board) -> Option<Color>,
) -> (Vec<Target>, Vec<Position>) {
    let moments = moments().expect("checked before anything is measured");
    let queries = moments.iter().enumerate().flat_map(|(number, moment)| {
        let by = by(&moment.board).map(|by| lookup::Color::ALL[by as usize]);
        let target = move |square| Target { square, by, board: number as u16 };
        squares(moment).into_iter().map(target)
    });
    (queries.collect(), moments.iter().map(|moment| position(&moment.board)).collect())
}

/// The sides to move in the positions, whose pieces may be pinned.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn pins() -> (Vec<Pin>, Vec<Position>) {
    let side = |board: &Board| lookup::Color::ALL[board.side_to_move() as usize];
    asked(|moment, board| vec![Pin { side: side(&moment.board), board }])
}

/// Which pieces give check in the positions.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn checkers() -> (Vec<Check>, Vec<Position>) {
    asked(|_, board| vec![Check { m: None, board }])
}

/// Whether those of the candidate moves give check that are legal.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn checks() -> (Vec<Check>, Vec<Position>) {
    asked(|moment, number| {
        let legal = moment.candidates.iter().filter(|&&candidate| moment.board.is_legal(candidate));
        let asked = |candidate| Check { m: Some(tried(&moment.board, candidate)), board: number };
        legal.map(asked).collect()
    })
}

/// Whether the candidate moves are pseudo-legal.
///
/// # Panics
/// If [`check`] fails.
#[must_use]
pub fn trials() -> (Vec<Trial>, Vec<Position>) {
    asked(|moment, number| {
        let asked = |candidate| Trial { m: tried(&moment.board, candidate), board: number };
        moment.candidates.iter().map(asked).collect()
    })
}

/// What is asked about each position, by its number.
fn asked<Q>(queries: impl Fn(&Moment, u16) -> Vec<Q>) -> (Vec<Q>, Vec<Position>) {
    let moments = moments().expect("checked before anything is measured");
    let numbered = moments.iter().enumerate();
    let asked = numbered.flat_map(|(number, moment)| queries(moment, number as u16));
    (asked.collect(), moments.iter().map(|moment| position(&moment.board)).collect())
}

fn moments() -> Result<&'static [Moment]> {
    static MOMENTS: OnceLock<Result<Vec<Moment>, String>> = OnceLock::new();
    let load = || match std::env::var_os(FILE) {
        Some(path) => user_file(Path::new(&path)).map_err(|error| format!("{error:#}")),
        None => Ok(shipped()),
    };
    match MOMENTS.get_or_init(load) {
        Ok(moments) => Ok(&moments[..moments.len().min(MOST)]),
        Err(error) => bail!("{error}"),
    }
}

fn shipped() -> Vec<Moment> {
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
    ensure!(
        moments.iter().any(|moment| between_queries(moment).next().is_some()),
        "{FILE}: no position of {name} asks for the squares between two squares"
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

fn between_queries(moment: &Moment) -> impl Iterator<Item = Pair> {
    let Moment { board, candidates } = moment;
    let us = board.side_to_move();
    let king = board.king(us);
    let queens = board.pieces(Kind::Queen);
    let straight = (board.pieces(Kind::Rook) | queens) & board.colors(!us);
    let slanted = (board.pieces(Kind::Bishop) | queens) & board.colors(!us);
    let snipers =
        straight & cozy_chess::get_rook_rays(king) | slanted & cozy_chess::get_bishop_rays(king);
    let checkers = board.checkers() & snipers;
    let moves = candidates.iter().filter(move |candidate| {
        let far = candidate.from.rank() as i8 - candidate.to.rank() as i8;
        match own(board, candidate) {
            Some(Kind::Bishop | Kind::Rook | Kind::Queen) => true,
            Some(Kind::Pawn) => far.abs() == 2,
            // Castling is written as the king's move to its rook.
            Some(Kind::King) => board.colors(us).has(candidate.to),
            Some(Kind::Knight) | None => false,
        }
    });
    let to_king = snipers.into_iter().chain(checkers).map(move |slider| (king, slider));
    let pairs = to_king.chain(moves.map(|candidate| (candidate.from, candidate.to)));
    pairs.map(|(a, b)| Pair { a: square(a), b: square(b) })
}

fn attack_queries(moment: &Moment, queries: &mut Vec<Attack>, boards: &mut Vec<Bitboard>) {
    let Moment { board, candidates } = moment;
    let us = board.side_to_move();
    let mut ask = |kind, color, from, to, occupied: BitBoard| {
        let occupied = Bitboard(occupied.0);
        if boards.last() != Some(&occupied) {
            boards.push(occupied);
        }
        let (piece, board) = (piece(kind, color), (boards.len() - 1) as u16);
        queries.push(Attack { piece, from: square(from), to: square(to), board });
    };
    let occupied = board.occupied();
    for enemy in board.colors(!us) {
        let kind = board.piece_on(enemy).expect("the side has a piece there");
        ask(kind, !us, enemy, board.king(us), occupied);
    }
    for candidate in candidates {
        let &Move { from, to, promotion } = candidate;
        let Some(kind) = own(board, candidate) else { continue };
        // The side's own piece there: castling, or a killer that is no move any more.
        if board.colors(us).has(to) {
            continue;
        }
        let pushes = kind == Kind::Pawn && from.file() == to.file();
        if !pushes {
            ask(kind, us, from, to, occupied);
        }
        let after = (occupied ^ from.bitboard()) | to.bitboard();
        ask(promotion.unwrap_or(kind), us, to, board.king(!us), after);
    }
}

fn slide_squares(board: &Board) -> impl Iterator<Item = Square> {
    let us = board.side_to_move();
    let sliders = board.pieces(Kind::Bishop) | board.pieces(Kind::Rook) | board.pieces(Kind::Queen);
    let kings = [board.king(us), board.king(!us)];
    sliders.into_iter().chain(kings).map(square)
}

fn king_and_steps(moment: &Moment) -> Vec<Square> {
    let us = moment.board.side_to_move();
    let king = moment.board.king(us);
    let steps = cozy_chess::get_king_moves(king) & !moment.board.colors(us);
    [king].into_iter().chain(steps).map(square).collect()
}

fn goals(Moment { board, candidates }: &Moment) -> Vec<Square> {
    let moves = candidates.iter().filter(|candidate| own(board, candidate).is_some());
    moves.map(|candidate| square(candidate.to)).collect()
}

/// The same position for the variants. Rights to castle from other squares than the
/// usual, which a file of the user's may have, are left out.
fn position(board: &Board) -> Position {
    let text = board.to_string();
    let fields: Vec<_> = text.split_whitespace().collect();
    let read = |castling| {
        Position::from_fen(&format!("{} {} {castling} {}", fields[0], fields[1], fields[3]))
    };
    read(fields[2]).or_else(|_| read("-")).expect("what is a position here is one there")
}

/// A candidate for the variants, to which castling is the king's move by two squares.
fn tried(board: &Board, candidate: &Move) -> lookup::Move {
    let &Move { from, to, promotion } = candidate;
    // No other move of a king is so long; a killer may be to a neighbour that is its own now.
    let castles = own(board, candidate) == Some(Kind::King)
        && from.file() == File::E
        && matches!(to.file(), File::A | File::H);
    let file = if to.file() > from.file() { File::G } else { File::C };
    let to = if castles { Cozy::new(file, to.rank()) } else { to };
    let promotion = promotion.map(|kind| PieceKind::ALL[kind as usize]);
    lookup::Move { from: square(from), to: square(to), promotion }
}

/// What a candidate move moves; nothing if, as for an old killer move, no piece
/// of the side stands there any more.
fn own(board: &Board, candidate: &Move) -> Option<Kind> {
    let ours = board.colors(board.side_to_move()).has(candidate.from);
    board.piece_on(candidate.from).filter(|_| ours)
}

fn square(square: Cozy) -> Square {
    Square::new(square as u8)
}

fn piece(kind: Kind, color: Color) -> Piece {
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
    fn positions_ask_what_an_engine_would() {
        // A rook on the king's file behind a pawn, and a bishop's move.
        let board: Board = "4r2k/8/8/8/4P3/8/8/2B1K3 w - - 0 1".parse().unwrap();
        let bishop = Move { from: Cozy::C1, to: Cozy::H6, promotion: None };
        let moment = Moment { board, candidates: vec![bishop] };
        let pairs: Vec<_> = between_queries(&moment).map(|pair| (pair.a, pair.b)).collect();
        assert_eq!(pairs, [(Square::E1, Square::E8), (Square::C1, Square::H6)]);
        let (mut queries, mut boards) = (Vec::new(), Vec::new());
        attack_queries(&moment, &mut queries, &mut boards);
        let asked: Vec<_> = queries.iter().map(|q| (q.piece, q.from, q.to)).collect();
        assert_eq!(
            asked,
            [
                (Piece::BlackRook, Square::E8, Square::E1),
                (Piece::BlackKing, Square::H8, Square::E1),
                (Piece::WhiteBishop, Square::C1, Square::H6),
                (Piece::WhiteBishop, Square::H6, Square::H8),
            ]
        );
        assert_eq!(boards.len(), 2);
        assert!(queries.iter().all(|q| boards[q.board as usize].contains(q.from)));
    }

    #[test]
    fn every_slider_and_king_is_asked_about() {
        let board: Board = "4r2k/8/8/8/4P3/8/5n2/2B1K3 b - - 0 1".parse().unwrap();
        let squares: Vec<_> = slide_squares(&board).collect();
        assert_eq!(squares, [Square::C1, Square::E8, Square::H8, Square::E1]);
    }

    #[test]
    fn kings_look_where_they_can_step_and_moves_where_they_go() {
        let board: Board = "4r2k/8/8/8/4P3/8/3P4/2B1K3 w - - 0 1".parse().unwrap();
        let push = Move { from: Cozy::E4, to: Cozy::E5, promotion: None };
        let gone = Move { from: Cozy::A1, to: Cozy::A2, promotion: None };
        let moment = Moment { board, candidates: vec![push, gone] };
        use Square::*;
        assert_eq!(king_and_steps(&moment), [E1, D1, F1, E2, F2]);
        assert_eq!(goals(&moment), [E5]);
    }

    #[test]
    fn the_variants_try_the_same_moves() {
        let mut castled = 0;
        for Moment { board, candidates } in shipped() {
            let position = position(&board);
            for candidate in candidates {
                let m = tried(&board, &candidate);
                assert_eq!(movegen::is_legal(&position, m), board.is_legal(candidate), "{m}");
                castled += usize::from(m.to != square(candidate.to));
            }
        }
        assert!(castled > 20, "{castled}");
    }

    #[test]
    fn the_variants_see_the_same_positions() {
        for Moment { board, .. } in shipped() {
            let text = board.to_string();
            assert!(text.starts_with(&position(&board).to_string()), "{text}");
        }
        let moved: Board = "1k1r4/8/8/8/8/8/8/2RK4 w C - 0 1".parse().unwrap();
        assert_eq!(position(&moved).to_string(), "1k1r4/8/8/8/8/8/8/2RK4 w - -");
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
        let missing = format!("{:#}", user_file(Path::new("no such file")).unwrap_err());
        assert!(missing.contains("reading no such file"), "{missing}");
    }
}
