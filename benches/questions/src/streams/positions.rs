//! The positions of a part: games, and what continues them.
//!
//! Branch predictors soon learn these few thousand positions by heart, so random moves continue
//! them, or their mirror images. Part 0 begins with the positions themselves. A user's positions
//! come first in the same way.

use super::epd::{self, FILE};
use super::games::{GamePosition, alone, self_play, shipped};
use super::query::{Query, SharedParts, SquareOf, Stream, THINGS, asked_in, no_parts, shared};
use anyhow::{Result, bail};
use cozy_chess::Board;
use lookup::{Position, Square};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use sampling::drawing::below;
use sampling::windows::PARTS;
use std::path::Path;
use std::sync::OnceLock;

/// All positions: in each part as many as queries can number.
const MOST: usize = PARTS * THINGS;

/// The most random moves that continue a game.
const CONTINUED: usize = 24;

/// Checks that the positions can be used, and describes them.
///
/// # Errors
/// If the user's file is missing, empty, too large, no text, or has lines that are no positions.
pub fn check() -> Result<String> {
    let &Given { of, skipped, ref positions } = load()?;
    let whose = epd::chosen().map_or("games and tests".to_owned(), |path| records::shown(&path));
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

/// The queries about each position of a part, by its number.
pub(crate) fn asked_in_each<Q: Query<Dataset = [Position; THINGS]>>(
    part: usize,
    queries: impl Fn(&GamePosition, u16) -> Vec<Q>,
) -> Stream<Q> {
    thread_local! {
        static POSITIONS: SharedParts<Position> = const { no_parts() };
    }
    let (queries, _) = asked_about(part, |_| (), queries);
    let positions = || game_positions(part).iter().map(|known| known.position).collect();
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

#[cfg(test)]
mod tests {
    use super::super::games::{converted, square};
    use super::super::phase::Phase;
    use super::*;
    use lookup::{Bitboard, Piece, attackers, movegen};
    use std::collections::HashSet;
    use std::io::Write;

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
                let (original, seen) = (known.position, converted(&seen));
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
        let images: HashSet<_> = part_of(&mated, 1).iter().map(|known| known.position).collect();
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
            let position = known.position;
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
    fn killers_are_the_last_two_moves_of_the_side_to_move() {
        let shipped = shipped();
        let (mut begun, mut alone) = (0, 0);
        let mut played: Vec<(cozy_chess::Color, cozy_chess::Move)> = Vec::new();
        let mut next: Option<Board> = None;
        for known in &shipped {
            let (us, hash) = (known.board.side_to_move(), known.candidates[0]);
            if next.as_ref() != Some(&known.board) {
                begun += 1;
                played.clear();
            }
            let mut all = Vec::new();
            known.board.generate_moves(|moves| {
                all.extend(moves);
                false
            });
            let own: Vec<_> =
                played.iter().filter(|(side, _)| *side == us).map(|it| it.1).collect();
            let mut expected: Vec<_> =
                [hash].into_iter().chain(own.into_iter().rev().take(2)).collect();
            // Without a game: a move of each third.
            if known.candidates.len() == 3 && played.is_empty() {
                let third = all.len().div_ceil(3);
                expected = [0, third, 2 * third].map(|number| all[number]).into();
                alone += 1;
            }
            assert_eq!(known.candidates, expected, "{}", known.board);
            assert!(known.board.is_legal(hash));
            played.push((us, hash));
            let mut board = known.board.clone();
            board.play(hash);
            next = Some(board);
        }
        // Famous games, games of random moves, and positions that test move generators.
        assert_eq!((begun, alone), (19 + 4 + 6, 6));
    }

    #[test]
    fn continuations_are_short_and_of_every_mirror_and_every_position() {
        assert_eq!((PARTS, THINGS, MOST), (32, 4096, 131_072));
        let read = |text: &str| alone(epd::position(text).unwrap());
        // Mated in many ways: only images, each position and mirror as often as any other.
        let mated = ["4K3", "3K4", "2K5", "6K1"]
            .map(|king| read(&format!("R5k1/5ppp/8/8/8/8/8/{king} b - -")));
        let images = part_of(&mated, 3);
        let mut counts = std::collections::HashMap::new();
        images.iter().for_each(|known| *counts.entry(known.position).or_insert(0) += 1);
        assert_eq!(counts.len(), 16);
        assert!(counts.values().all(|count| (170..350).contains(count)), "{counts:?}");
        // Games of 24 plies at most, and mostly of that.
        let continued =
            part_of(&[read("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -")], 7);
        let games = super::super::games::games(&continued);
        assert!(games.iter().all(|game| game.len() <= 24));
        assert!(games.iter().filter(|game| game.len() == 24).count() > games.len() * 3 / 4);
    }

    /// Or every game would end in bare kings: one move of 16 may be a capture, if another may not.
    #[test]
    fn captures_are_rare_in_random_games() {
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(5);
        let games = (0..20).flat_map(|_| self_play(Board::default(), 100, &mut generator));
        let takes = games.map(|known| {
            let next = known.candidates[0];
            known.board.color_on(next.to) == Some(!known.board.side_to_move())
        });
        let takes: Vec<_> = takes.collect();
        let captures = takes.iter().filter(|takes| **takes).count();
        assert!(takes.len() > 1900 && (2..40).contains(&captures), "{captures}");
    }

    #[test]
    fn the_positions_of_a_run_are_told() {
        let said = check().unwrap();
        let number = shipped().len();
        assert!((2500..3000).contains(&number), "{number}");
        let expected = format!("{number} positions of games and tests, continued by random moves");
        assert_eq!(said, expected + " to 131072");
    }
}
