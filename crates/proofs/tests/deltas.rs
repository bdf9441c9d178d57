//! All ways to list the relations that change with a move, on more moves than a variant's own test
//! has.

use deltas_byte_board_avx2::Avx2;
use deltas_byte_board_vbmi::Vbmi;
use deltas_counted_after::After;
use deltas_difference::Difference;
use deltas_rays::Rays;
use deltas_sliders::BySliders;
use lookup::deltas::counted::{self, Counted};
use lookup::deltas::{self, Changes, Deltas};
use lookup::{Move, Position, movegen, samples};
use proofs::tell;
use raypass_rectangular::Rectangular;
use raypass_windows::Windows;
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;

/// Compares a variant's lists with the oracle's.
fn compare<V: Deltas>(before: &Position, m: Move, after: &Position, expected: &Changes) {
    let mut changes = Changes::new();
    V::list(before, m, after, &mut changes);
    assert_eq!(changes, *expected, "{} on {m} in {before}", V::IDENTITY.name);
}

/// Compares a variant's lists of counted relations with the oracle's.
fn compare_counted<V: Counted>(before: &Position, m: Move, after: &Position, expected: &Changes) {
    let mut changes = Changes::new();
    V::list(before, m, after, &mut changes);
    assert_eq!(changes, *expected, "{} on {m} in {before}", V::IDENTITY.name);
}

/// Compares all variants with the oracle, and returns the position after the move.
fn compare_all(before: &Position, m: Move) -> Position {
    let (after, expected) = (before.play(m), deltas::oracle(before, m));
    compare::<BySliders<Magic, Rectangular>>(before, m, &after, &expected);
    compare::<BySliders<Hyperbola, Windows>>(before, m, &after, &expected);
    compare::<Difference<Magic>>(before, m, &after, &expected);
    compare::<Rays>(before, m, &after, &expected);
    compare::<Vbmi>(before, m, &after, &expected);
    compare::<Avx2>(before, m, &after, &expected);
    let expected = counted::oracle(before, m);
    compare_counted::<After<Vbmi>>(before, m, &after, &expected);
    compare_counted::<deltas_counted_vbmi::Vbmi>(before, m, &after, &expected);
    after
}

/// Compares the moves of this many games and all moves in this many positions. Returns both counts.
fn compare_in(games: usize, positions: usize) -> [usize; 2] {
    let [mut in_games, mut anywhere] = [0; 2];
    for (mut position, moves) in samples::games().take(games) {
        for m in moves {
            position = compare_all(&position, m);
            in_games += 1;
        }
    }
    for position in samples::positions().take(positions) {
        for m in movegen::legal_moves(&position) {
            compare_all(&position, m);
            anywhere += 1;
        }
    }
    [in_games, anywhere]
}

#[test]
fn all_variants_list_what_changes_with_a_move() {
    let compared = compare_in(200, 1_000);
    assert!(compared.iter().all(|&moves| moves > 5_000), "{compared:?}");
}

/// `cargo test -p proofs --release --test deltas -- --ignored` compares them in 10,000 games and
/// on all moves of 10,000 positions.
#[test]
#[ignore = "compares 700,000 moves"]
fn all_variants_list_what_changes_with_many_moves() {
    let [in_games, anywhere] = compare_in(10_000, 10_000);
    tell(&format!("{in_games} moves of games and {anywhere} others agree"));
    assert!(in_games > 500_000 && anywhere > 100_000, "{in_games} and {anywhere}");
}
