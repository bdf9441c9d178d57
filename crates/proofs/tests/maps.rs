//! Attack maps with engines' sliders, through many more games than a variant's own test has time
//! for.

use lookup::maps::{self, Maps};
use lookup::{Color, Move, PieceKind, Position, samples};
use maps_classical::Classical;
use maps_directions::Directions;
use maps_on_the_fly::OnTheFly;
use maps_piece_sets::PieceSets;
use maps_word_board_vbmi::WordBoard;
use proofs::tell;
use sliders_magic::Magic;
use std::io::Write;
use std::sync::LazyLock;

static GAMES: LazyLock<Vec<(Position, Vec<Move>)>> = LazyLock::new(|| {
    samples::games().take(10_000).map(|(start, moves)| (start, moves.collect())).collect()
});

fn follows_the_games<V: Maps>() {
    let (mut plies, mut answers) = (0, 0);
    for (start, moves) in GAMES.iter() {
        let compared = maps::check_game::<V>(start, moves.iter().copied());
        answers += compared.unwrap_or_else(|wrong| panic!("{wrong}"));
        plies += moves.len();
    }
    let (name, games, bytes) = (V::IDENTITY.name, GAMES.len(), size_of::<V>());
    let counts = format!("{answers} answers agree in {games} games of {plies} plies");
    let text = format!("{name}: {counts}; {bytes} bytes a map\n");
    // Straight to the terminal: the test harness swallows what passing tests print.
    std::io::stdout().write_all(text.as_bytes()).unwrap();
}

#[test]
fn classical() {
    follows_the_games::<Classical<Magic>>();
}

#[test]
fn directions() {
    follows_the_games::<Directions>();
}

#[test]
fn on_the_fly() {
    follows_the_games::<OnTheFly<Magic>>();
}

#[test]
fn piece_sets() {
    follows_the_games::<PieceSets<Magic>>();
}

#[test]
fn word_board() {
    follows_the_games::<WordBoard>();
}

/// They are counted by kind of move and by side.
#[test]
fn the_games_hold_moves_of_all_kinds() {
    const KINDS: [&str; 11] = [
        "castlings short",
        "castlings long",
        "captures en passant",
        "promotions to a knight",
        "promotions to a bishop",
        "promotions to a rook",
        "promotions to a queen",
        "captures with promotion to a knight",
        "captures with promotion to a bishop",
        "captures with promotion to a rook",
        "captures with promotion to a queen",
    ];
    let mut counts = [[0; Color::ALL.len()]; KINDS.len()];
    for (start, moves) in GAMES.iter() {
        moves.iter().fold(*start, |position, &m| {
            if let Some(kind) = kind(&position, m) {
                counts[kind][position.side_to_move() as usize] += 1;
            }
            position.play(m)
        });
    }
    for (kind, [white, black]) in KINDS.into_iter().zip(counts) {
        assert!(white > 50 && black > 50, "{kind}: {white}, {black}");
        tell(&format!("{kind}: {white} by White, {black} by Black"));
    }
}

/// The kind of a move, if it is counted.
fn kind(position: &Position, m: Move) -> Option<usize> {
    let (aside, takes) = (m.from.file().abs_diff(m.to.file()), position.occupied().contains(m.to));
    match (position.piece_on(m.from)?.kind(), m.promotion) {
        (PieceKind::King, _) if aside == 2 => Some(if m.to.file() == 6 { 0 } else { 1 }),
        (PieceKind::Pawn, None) if aside == 1 && !takes => Some(2),
        (_, Some(becomes)) => Some(2 + becomes as usize + if takes { 4 } else { 0 }),
        _ => None,
    }
}
