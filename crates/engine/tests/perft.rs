//! The numbers of legal games, against published ones.

use engine::choices::Base;
use engine::perft::{perft, perft_to_the_end};
use engine::{Board, Chosen};
use proofs::PUBLISHED;

#[test]
fn the_base_has_the_published_counts() {
    for (fen, depth, games) in PUBLISHED {
        let board = Board::from_fen(fen).unwrap();
        assert_eq!(perft::<Base>(&board, depth), games, "{depth} plies from {fen}");
        assert_eq!(perft_to_the_end::<Base>(&board, depth), games, "{depth} plies from {fen}");
        assert_eq!(perft::<Base>(&board, 0), 1);
    }
}

#[test]
fn every_choice_has_the_published_counts() {
    for choice in Chosen::all() {
        for (fen, depth, games) in PUBLISHED.into_iter().filter(|&(.., games)| games < 700_000) {
            let board = Board::from_fen(fen).unwrap();
            let counted = (choice.perft)(&board, depth);
            assert_eq!(counted, games, "{}: {depth} plies from {fen}", choice.name);
        }
    }
}
