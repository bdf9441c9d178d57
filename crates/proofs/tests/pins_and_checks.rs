//! The oracles of pins and checks against `cozy-chess`, which shares no code with them.

use lookup::{Bitboard, Position, checks, movegen, pins, samples};
use proofs::{cozy, tell};

/// Drawn and played positions that both accept.
fn positions() -> impl Iterator<Item = (Position, cozy_chess::Board)> {
    let positions = samples::positions().take(100_000).chain(samples::played().take(5_000));
    positions.filter_map(|position| cozy(&position).map(|board| (position, board)))
}

/// `cozy-chess` counts as pinned the pieces of the side to move, and enemy pieces that stand alone
/// before their own slider.
#[test]
fn pins_and_checkers_agree() {
    let mut compared = 0;
    for (position, board) in positions() {
        let us = position.side_to_move();
        let pinned = board.pinned() & board.colors(board.side_to_move());
        assert_eq!(pins::oracle(&position, us), Bitboard(pinned.0), "pinned in {position}");
        let checkers = board.checkers();
        assert_eq!(checks::checkers(&position), Bitboard(checkers.0), "checkers in {position}");
        compared += 1;
    }
    assert!(compared > 50_000, "{compared}");
    tell(&format!("pins, checks: {compared} positions agree with cozy-chess"));
}

#[test]
fn moves_that_give_check_agree() {
    let mut compared = 0;
    for (position, board) in positions().step_by(4) {
        for m in movegen::legal_moves(&position) {
            let mut after = board.clone();
            after.play(cozy_chess::util::parse_uci_move(&board, &m.to_string()).unwrap());
            let expected = !after.checkers().is_empty();
            assert_eq!(checks::gives_check(&position, m), expected, "{m} in {position}");
            compared += 1;
        }
    }
    tell(&format!("checks: {compared} moves agree with cozy-chess"));
}
