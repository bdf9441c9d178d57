//! The move lists of all variants against those of `cozy-chess`, which shares no code with them.

use lookup::serialize::{Moves, Places, Serialize};
use lookup::{Bitboard, Square, Variant, samples};
use proofs::{cozy, tell};
use serialize_bytes::Bytes;
use serialize_chunks::Chunks;
use serialize_compress::Compress;
use serialize_pext::Pext;
use serialize_ranks::Ranks;
use serialize_reach::Reach;
use serialize_scan::Scan;

type Answer = fn(Square, Bitboard, &mut Places) -> usize;

const VARIANTS: [(&str, Answer); 7] = [
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
    let (mut positions, mut moves) = (0, 0);
    for position in samples::positions().take(50_000).chain(samples::played().take(5_000)) {
        let Some(board) = cozy(&position) else { continue };
        let (mut sets, mut words) = (Vec::new(), Vec::new());
        board.generate_moves(|of_piece| {
            sets.push((Square::new(of_piece.from as u8), Bitboard(of_piece.to.0)));
            words.extend(of_piece.into_iter().map(|m| (m.from as u16) << 6 | m.to as u16));
            false
        });
        words.dedup();
        for (name, serialize) in VARIANTS {
            let mut list = Moves::new();
            for &(from, targets) in &sets {
                list.add(|places| serialize(from, targets, places));
            }
            assert_eq!(list.as_slice(), words, "{name} in {position}");
        }
        (positions, moves) = (positions + 1, moves + words.len());
    }
    assert!(positions > 20_000, "{positions} positions");
    tell(&format!(
        "serialize: the lists of {moves} moves in {positions} positions agree with cozy-chess"
    ));
}
