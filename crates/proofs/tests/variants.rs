//! Variants against the legal moves of `cozy-chess`, which shares no code with them.

use lookup::serialize::{Moves, Places, Serialize};
use lookup::targets::Targets;
use lookup::{Bitboard, Move, Position, Square, Variant, movegen};
use proofs::positions;
use serialize_bytes::Bytes;
use serialize_chunks::Chunks;
use serialize_compress::Compress;
use serialize_pext::Pext;
use serialize_ranks::Ranks;
use serialize_reach::Reach;
use serialize_scan::Scan;
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;
use targets_by_direction::ByDirection;
use targets_by_piece::ByPiece;
use targets_hybrid::Hybrid;
use targets_titboards::Titboards;

/// Sources and targets, in order.
type Pairs = Vec<(Square, Square)>;

fn targets<V: Targets>(position: &Position) -> Pairs {
    let mut pairs = Pairs::new();
    V::for_each(position, |source, target| pairs.push((source, target)));
    pairs.sort_unstable();
    pairs
}

type ListTargets = fn(&Position) -> Pairs;

const TARGETS: [(&str, ListTargets); 6] = [
    (ByPiece::<Magic>::IDENTITY.name, targets::<ByPiece<Magic>>),
    (ByPiece::<Hyperbola>::IDENTITY.name, targets::<ByPiece<Hyperbola>>),
    (ByDirection::IDENTITY.name, targets::<ByDirection>),
    (Hybrid::<Magic>::IDENTITY.name, targets::<Hybrid<Magic>>),
    (Hybrid::<Hyperbola>::IDENTITY.name, targets::<Hybrid<Hyperbola>>),
    (Titboards::IDENTITY.name, targets::<Titboards>),
];

/// The sources and targets of its legal moves, without castling, which `cozy-chess` writes as the
/// king's move to its own rook, and with one promotion of four.
fn legal(board: &cozy_chess::Board) -> Pairs {
    let own = board.colors(board.side_to_move());
    let mut pairs = Pairs::new();
    board.generate_moves(|of_piece| {
        let moves = of_piece.into_iter().filter(|m| !own.has(m.to));
        pairs.extend(moves.map(|m| (Square::new(m.from as u8), Square::new(m.to as u8))));
        false
    });
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// Pseudo-legal moves that keep the king safe are legal.
#[test]
fn targets_that_keep_the_king_safe_are_legal() {
    for (position, board) in positions() {
        let us = position.side_to_move();
        let safe = |&(from, to): &(Square, Square)| {
            !movegen::in_check(&position.play(Move { from, to, promotion: None }), us)
        };
        let all = TARGETS[0].1(&position);
        assert!(all.iter().copied().filter(safe).eq(legal(&board)), "{position}");
        for (name, targets) in TARGETS {
            assert_eq!(targets(&position), all, "{name} in {position}");
        }
    }
}

type WriteMoves = fn(Square, Bitboard, &mut Places) -> usize;

const WRITERS: [(&str, WriteMoves); 7] = [
    (Scan::IDENTITY.name, Scan::serialize),
    (Chunks::IDENTITY.name, Chunks::serialize),
    (Ranks::IDENTITY.name, Ranks::serialize),
    (Pext::IDENTITY.name, Pext::serialize),
    (Compress::IDENTITY.name, Compress::serialize),
    (Reach::IDENTITY.name, Reach::serialize),
    (Bytes::IDENTITY.name, Bytes::serialize),
];

/// Whole lists of legal moves; promotions to four pieces count once.
#[test]
fn lists_hold_the_legal_moves_in_their_order() {
    for (position, board) in positions().step_by(2) {
        let (mut sets, mut words) = (Vec::new(), Vec::new());
        board.generate_moves(|of_piece| {
            sets.push((Square::new(of_piece.from as u8), Bitboard(of_piece.to.0)));
            words.extend(of_piece.into_iter().map(|m| (m.from as u16) << 6 | m.to as u16));
            false
        });
        words.dedup();
        for (name, serialize) in WRITERS {
            let mut list = Moves::new();
            for &(from, targets) in &sets {
                list.add(|places| serialize(from, targets, places));
            }
            assert_eq!(list.as_slice(), words, "{name} in {position}");
        }
    }
}

/// In a build for tests, which may play another processor. One that is timed asks no more.
#[test]
fn a_lookup_does_without_a_feature_that_is_hidden_in_builds_for_tests_alone() {
    let present = || [Bytes::NEEDS, Pext::NEEDS].map(|needs| (needs.present)());
    let before = present();
    lookup::processor::hide(&["avx512bw", "avx"]);
    assert_eq!(present(), [before[0] && !cfg!(debug_assertions), before[1]]);
    lookup::processor::hide(&["bmi1", "bmi2"]);
    assert_eq!(present(), [before[0], before[1] && !cfg!(debug_assertions)]);
    lookup::processor::hide(&[]);
    assert_eq!(present(), before);
}
