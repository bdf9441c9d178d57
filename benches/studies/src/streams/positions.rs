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
//! The games are in `benches/studies/positions/games.txt`: famous games, whose moves are facts.
//! [`SELF_PLAY`] adds games of random moves, for long endings, and `perft.epd` adds positions that
//! test move generators.
//!
//! Branch predictors soon learn these few thousand positions by heart, so random moves continue
//! them, or their mirror images. Part 0 begins with the positions themselves. A user's positions
//! come first in the same way.

use super::epd::{self, FILE};
use super::phase::Phase;
use super::query::{
    PARTS, Query, SharedParts, SquareOf, Stream, THINGS, asked_in, below, no_parts, shared,
};
use anyhow::{Context as _, Result, bail, ensure};
use cozy_chess::{Board, Color, File, Move, Piece as Kind, Square as Cozy, util};
use lookup::{Bitboard, Piece, PieceKind, Position, Square};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::path::Path;
use std::sync::OnceLock;

/// All positions: in each part as many as queries can number.
const MOST: usize = PARTS * THINGS;

/// The most random moves that continue a game.
const CONTINUED: usize = 24;

const GAMES: &str = include_str!("../../positions/games.txt");

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
    position: Position,
}

impl GamePosition {
    pub(crate) fn new(board: Board, candidates: Vec<Move>) -> GamePosition {
        let position = converted(&board);
        GamePosition { board, candidates, phase: Phase::of(&position), position }
    }

    /// The side to move.
    pub(crate) fn side_to_move(&self) -> lookup::Color {
        self.position.side_to_move()
    }

    /// The occupied squares.
    pub(crate) fn occupied(&self) -> Bitboard {
        self.position.occupied()
    }

    /// The same position for the variants.
    pub(crate) fn position(&self) -> Position {
        self.position
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

fn converted(board: &Board) -> Position {
    Position::from_fen(&board.to_string()).expect("what is a position here is one there")
}

/// Checks that the positions can be used, and describes them.
///
/// # Errors
/// If the user's file is missing, empty, too large, no text, or has lines that are no positions.
pub fn check() -> Result<String> {
    let &Given { of, skipped, ref positions } = load()?;
    let whose = match std::env::var_os(FILE) {
        Some(path) => records::shown(Path::new(&path)),
        None => "games and tests".to_owned(),
    };
    let used = match positions.len() {
        MOST => format!("the first {MOST} of {of} positions of {whose}"),
        _ => format!("{of} positions of {whose}, continued by random moves to {MOST}"),
    };
    Ok(if skipped > 0 { format!("{used}; bad lines skipped: {skipped}") } else { used })
}

/// The positions to continue, in order: the user's, or those of games and tests.
///
/// # Panics
/// If [`check`] fails.
pub(crate) fn given() -> &'static [GamePosition] {
    &load().expect("checked before anything is measured").positions
}

/// The [`THINGS`] positions of a part: those [`given`], as far as they go, then others.
///
/// # Panics
/// If [`check`] fails, or there is no such part.
pub(crate) fn game_positions(part: usize) -> &'static [GamePosition] {
    static PARTS_DRAWN: [OnceLock<Vec<GamePosition>>; PARTS] = [const { OnceLock::new() }; PARTS];
    PARTS_DRAWN[part].get_or_init(|| part_of(given(), part))
}

/// The given positions that belong to this part, then continuations of any.
fn part_of(given: &[GamePosition], part: usize) -> Vec<GamePosition> {
    let mut positions: Vec<_> = given.iter().skip(part * THINGS).take(THINGS).cloned().collect();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(0x9a3e + part as u64);
    while positions.len() < THINGS {
        let base = &given[below(&mut generator, given.len())].board;
        let (by_file, by_color) = MIRRORS[below(&mut generator, MIRRORS.len())];
        let image = image(base, by_file, by_color);
        match self_play(image.clone(), CONTINUED, &mut generator) {
            continued if continued.is_empty() => positions.push(alone(image)),
            continued => positions.extend(continued),
        }
    }
    positions.truncate(THINGS);
    positions
}

/// Mirrors of a position: by files, and by colors.
const MIRRORS: [(bool, bool); 4] = [(false, false), (true, false), (false, true), (true, true)];

/// A mirrored position: kingside for queenside, White for Black. Mirrored by files, nobody may
/// castle any more.
fn image(board: &Board, by_file: bool, by_color: bool) -> Board {
    let text = board.to_string();
    let fields: Vec<_> = text.split(' ').collect();
    let [pieces, side, rights, over, ..] = fields[..] else { unreachable!("a FEN has six fields") };
    let mut ranks: Vec<String> = pieces.split('/').map(str::to_owned).collect();
    let (mut side, mut rights, mut over) = (side, rights.to_owned(), over.to_owned());
    if by_file {
        ranks.iter_mut().for_each(|rank| *rank = rank.chars().rev().collect());
        rights = "-".to_owned();
        over = exchanged(&over, "abcdefgh", "hgfedcba");
    }
    if by_color {
        ranks.reverse();
        let exchange = |text: &str| exchanged(text, "PNBRQKpnbrqk", "pnbrqkPNBRQK");
        ranks.iter_mut().for_each(|rank| *rank = exchange(rank));
        rights = exchange(&rights);
        side = if side == "w" { "b" } else { "w" };
        over = exchanged(&over, "36", "63");
    }
    let image = format!("{} {side} {rights} {over} 0 1", ranks.join("/"));
    image.parse().expect("the image of a position is one")
}

/// Replaces each letter of the text that is in `from` by the one at its place in `to`.
fn exchanged(text: &str, from: &str, to: &str) -> String {
    let exchange = |letter| {
        let at = from.chars().position(|known| known == letter);
        at.and_then(|at| to.chars().nth(at)).unwrap_or(letter)
    };
    text.chars().map(exchange).collect()
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

/// The queries about each position of a part, by its number.
pub(crate) fn asked_in_each<Q: Query<Dataset = [Position; THINGS]>>(
    part: usize,
    queries: impl Fn(&GamePosition, u16) -> Vec<Q>,
) -> Stream<Q> {
    thread_local! {
        static POSITIONS: SharedParts<Position> = const { no_parts() };
    }
    let (queries, _) = asked_about(part, |_| (), queries);
    let positions = || game_positions(part).iter().map(GamePosition::position).collect();
    Stream { queries: queries.into(), dataset: shared(&POSITIONS, part, positions) }
}

/// The queries about each position of a part, by its number, and what `about` takes from it.
pub(crate) fn asked_about<T, Q>(
    part: usize,
    about: impl Fn(&GamePosition) -> T,
    queries: impl Fn(&GamePosition, u16) -> Vec<Q>,
) -> (Vec<Q>, Vec<T>) {
    let positions = game_positions(part);
    let numbered = positions.iter().enumerate();
    let asked = numbered.flat_map(|(number, position)| queries(position, number as u16));
    (asked.collect(), positions.iter().map(about).collect())
}

/// Queries for a rook and a bishop in turn, about what `about` takes from each position of a part.
/// `squares` gives the squares of either. If one has fewer in all, the last squares of the other
/// are left out.
pub(crate) fn asked_in_turn<T: Copy + 'static>(
    part: usize,
    about: impl Fn(&GamePosition) -> T,
    squares: impl Fn(&GamePosition) -> [Vec<Square>; 2],
) -> Stream<SquareOf<T, (), true>> {
    let positions = game_positions(part);
    let [mut rooks, mut bishops] = [const { Vec::new() }; 2];
    for (known, board) in positions.iter().zip(0..) {
        let query = |square| SquareOf::new(square, (), board);
        let [of_rooks, of_bishops] = squares(known);
        rooks.extend(of_rooks.into_iter().map(query));
        bishops.extend(of_bishops.into_iter().map(query));
    }
    let queries = rooks.into_iter().zip(bishops).flat_map(|(rook, bishop)| [rook, bishop]);
    asked_in((queries.collect(), positions.iter().map(about).collect()))
}

/// The positions to continue.
#[derive(Debug)]
struct Given {
    /// At most [`MOST`].
    positions: Vec<GamePosition>,
    /// Their number without that limit.
    of: usize,
    /// Lines of the user's file that are no positions.
    skipped: usize,
}

fn load() -> Result<&'static Given> {
    static GIVEN: OnceLock<Result<Given, String>> = OnceLock::new();
    let read = || match std::env::var_os(FILE) {
        Some(path) => user_file(Path::new(&path)).map_err(|error| format!("{error:#}")),
        None => {
            let positions = shipped();
            Ok(Given { of: positions.len(), skipped: 0, positions })
        }
    };
    match GIVEN.get_or_init(read) {
        Ok(given) => Ok(given),
        Err(error) => bail!("{error}"),
    }
}

fn user_file(path: &Path) -> Result<Given> {
    let epd::Lines { boards, bad } = epd::file(path)?;
    let of = boards.len();
    let positions = boards.into_iter().take(MOST).map(alone).collect();
    Ok(Given { positions, of, skipped: bad.len() })
}

/// The positions used unless the user has others.
pub(crate) fn shipped() -> Vec<GamePosition> {
    let games = GAMES.split("\n\n").map(|text| game(text).expect("a test replays every game"));
    let mut positions: Vec<_> = games.flatten().collect();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(0x9a3e);
    for &(start, plies) in SELF_PLAY {
        let start = start.parse().expect("a valid start");
        positions.extend(self_play(start, plies, &mut generator));
    }
    positions.extend(epd::read(TESTS).boards.into_iter().map(alone));
    positions
}

/// Replays a game: header lines, then the moves in coordinate notation.
fn game(text: &str) -> Result<Vec<GamePosition>> {
    let (headers, moves): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.contains(": "));
    let header =
        |name: &str| headers.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    let title = format!(
        "{} - {}, {}",
        header("White").context("no White")?,
        header("Black").context("no Black")?,
        header("Year").context("no Year")?
    );
    let mut game = Game::at(Board::default());
    let mut positions = Vec::new();
    let words: Vec<_> = moves.iter().flat_map(|line| line.split_whitespace()).collect();
    for (ply, word) in words.iter().enumerate() {
        let next = util::parse_uci_move(&game.board, word)
            .ok()
            .filter(|&next| game.board.is_legal(next))
            .with_context(|| format!("{title}: ply {} can't be {word}", ply + 1))?;
        positions.push(game.play(next));
    }
    let last = header("Last").context("no Last")?;
    ensure!(words.last() == Some(&last), "{title}: does not end with {last}");
    Ok(positions)
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

fn self_play(start: Board, plies: usize, generator: &mut Xoshiro256PlusPlus) -> Vec<GamePosition> {
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
fn alone(board: Board) -> GamePosition {
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
    use lookup::{attackers, movegen};
    use std::collections::HashSet;
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

    /// The results in the headers agree with the boards: mates are mates, and no game ends in a
    /// stalemate.
    #[test]
    fn the_final_positions_fit_the_results() {
        let mut mates = 0;
        for text in GAMES.split("\n\n") {
            let positions = game(text).unwrap();
            let GamePosition { mut board, candidates, .. } = positions.last().unwrap().clone();
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
            let [before, after] = pair else { panic!("a pair") };
            assert_eq!(before.position.play(before.m), after.position);
        }
        let alone = games.len() - played.len();
        assert_eq!(alone, epd::read(TESTS).boards.len());
    }

    #[test]
    fn an_impossible_move_is_named() {
        let text = GAMES.split("\n\n").next().unwrap().replacen("g1f3", "g1g3", 1);
        let error = game(&text).unwrap_err().to_string();
        assert!(error.contains("Paul Morphy") && error.contains("ply 3 can't be g1g3"), "{error}");
    }

    #[test]
    fn random_games_repeat_and_hold_endings() {
        let positions = shipped();
        let again = shipped();
        assert_eq!(positions.len(), again.len());
        assert!(positions.iter().zip(&again).all(|(a, b)| a.board == b.board));
        let only = |kind: Kind| {
            let board = |m: &&GamePosition| {
                let pieces = m.board.occupied().len();
                let heavy = m.board.pieces(kind).len();
                let small = m.board.pieces(Kind::Pawn).len() + m.board.pieces(Kind::King).len();
                heavy > 0 && heavy + small == pieces
            };
            positions.iter().filter(board).count()
        };
        assert!(only(Kind::Queen) > 50 && only(Kind::Rook) > 50);
    }

    /// The square in the mirrors.
    fn mirrored(square: Square, (by_file, by_color): (bool, bool)) -> Square {
        Square::new(square as u8 ^ if by_file { 7 } else { 0 } ^ if by_color { 56 } else { 0 })
    }

    #[test]
    fn images_have_everything_on_the_other_side() {
        let mut passed = 0;
        for known in shipped().iter().step_by(5) {
            for mirror @ (by_file, by_color) in MIRRORS {
                let seen = image(&known.board, by_file, by_color);
                let (original, seen) = (known.position(), converted(&seen));
                let color = |color: lookup::Color| if by_color { !color } else { color };
                assert_eq!(seen.side_to_move(), color(original.side_to_move()));
                let over = original.en_passant().map(|square| mirrored(square, mirror));
                assert_eq!(seen.en_passant(), over);
                passed += usize::from(over.is_some());
                let of = |set: Bitboard| {
                    let squares = set.squares().map(|square| mirrored(square, mirror));
                    squares.fold(Bitboard::EMPTY, |set, square| set | square.bitboard())
                };
                let rights = if by_file { Bitboard::EMPTY } else { of(original.castling()) };
                assert_eq!(seen.castling(), rights);
                for square in Square::ALL {
                    let piece = original.piece_on(square);
                    let piece = piece.map(|piece| Piece::new(piece.kind(), color(piece.color())));
                    let there = mirrored(square, mirror);
                    assert_eq!(seen.piece_on(there), piece);
                    let attackers = attackers::oracle(&original, square);
                    assert_eq!(attackers::oracle(&seen, there), of(attackers), "{seen}, {there}");
                }
            }
        }
        assert!(passed > 100, "{passed}");
    }

    #[test]
    fn every_part_is_a_function_of_its_number_and_unlike_the_others() {
        let boards = |part| {
            let positions = part_of(given(), part).into_iter();
            positions.map(|known| (known.position, known.candidates)).collect::<Vec<_>>()
        };
        let part = boards(7);
        assert_eq!(part, boards(7));
        let others: HashSet<_> = boards(8).into_iter().map(|(position, _)| position).collect();
        let common = part.iter().filter(|(position, _)| others.contains(position)).count();
        assert!(common < THINGS / 50, "{common}");
    }

    #[test]
    fn the_first_part_begins_with_the_games_themselves() {
        let shipped = shipped();
        for (known, first) in shipped.iter().zip(game_positions(0)) {
            assert_eq!((&known.board, &known.candidates), (&first.board, &first.candidates));
        }
    }

    /// They are legal to the strict reader, of every phase, and seldom repeat.
    #[test]
    fn games_are_continued_to_many_positions_of_every_phase() {
        let all: Vec<_> = (0..PARTS).flat_map(game_positions).collect();
        assert_eq!(all.len(), MOST);
        for known in all.iter().step_by(3) {
            assert_eq!(known.position, converted(&known.board));
            assert!(known.board.is_legal(known.candidates[0]));
        }
        let counts = Phase::ALL.map(|phase| all.iter().filter(|k| k.phase == phase).count());
        let distinct: HashSet<_> = all.iter().map(|known| known.position).collect();
        let again = MOST - distinct.len();
        writeln!(std::io::stdout(), "by phase {counts:?}, {again} come again").unwrap();
        assert!(counts.iter().all(|count| *count >= 1000), "{counts:?}");
        assert!(again < MOST / 20, "{again}");
    }

    #[test]
    fn a_users_positions_come_first_and_are_continued_whatever_they_are() {
        let alone = |text: &str| vec![alone(epd::position(text).unwrap())];
        let one = alone("4k3/8/8/8/8/8/4P3/4K3 w - -");
        for part in [0, 5] {
            let positions = part_of(&one, part);
            assert_eq!(positions.len(), THINGS);
            assert!(part > 0 || positions[0].board == one[0].board);
            let distinct: HashSet<_> = positions.iter().map(|known| known.position).collect();
            assert!(distinct.len() > THINGS / 2, "{}", distinct.len());
        }
        // Mated: only its images.
        let mated = alone("R5k1/5ppp/8/8/8/8/8/4K3 b - -");
        let images: HashSet<_> = part_of(&mated, 1).iter().map(GamePosition::position).collect();
        assert_eq!(images.len(), MIRRORS.len());
        let many: Vec<_> = shipped().into_iter().cycle().take(THINGS + 100).collect();
        let second = part_of(&many, 1);
        let same = many[THINGS..].iter().zip(&second).filter(|(a, b)| a.board == b.board).count();
        assert_eq!((same, second.len()), (100, THINGS));
    }

    #[test]
    fn the_variants_try_the_same_moves() {
        let mut castled = 0;
        for known in game_positions(0) {
            let position = known.position();
            for candidate in &known.candidates {
                let m = known.tried(candidate);
                let legal = known.board.is_legal(*candidate);
                assert_eq!(movegen::is_legal(&position, m), legal, "{m}");
                castled += usize::from(m.to != square(candidate.to));
            }
        }
        assert!(castled > 20, "{castled}");
    }

    #[test]
    fn the_variants_see_the_same_positions() {
        for position in game_positions(1) {
            let text = position.board.to_string();
            assert!(text.starts_with(&position.position().to_string()), "{text}");
        }
    }
}
