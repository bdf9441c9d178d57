//! `pleco`, a library for move generation in Rust, after Stockfish.
//!
//! It finds squares in between in a table of all pairs. Sliders go through magic
//! numbers, each with a pointer into a table of rooks or one of bishops.
//!
//! The functions asked here rely on tables that [`init_statics`] fills, as
//! programs that use the library do once.
//!
//! - Lookup: the library's public functions, as compiled.
//! - Tables: sized by the types in its source, not aligned to cache lines.
//! - Source: <https://docs.rs/pleco/0.5>.

use super::Private;
use lookup::attacked::Attacked;
use lookup::between::Between;
use lookup::sliders::Sliders;
use lookup::{Bitboard, Color, Identity, Piece, PieceKind, Square, Table, Variant};
use pleco::helper::prelude;
pub use pleco::helper::prelude::init_statics;
use pleco::{BitBoard, Player, SQ};

/// Its squares in between.
#[derive(Clone, Copy, Debug)]
pub struct InBetween;

/// Its attacks of sliders.
#[derive(Clone, Copy, Debug)]
pub struct Slides;

/// Its attacks of a piece, tested for the square.
#[derive(Clone, Copy, Debug)]
pub struct Getters;

impl Between for InBetween {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        Bitboard(prelude::between_bb(SQ(a as u8), SQ(b as u8)).0)
    }
}

impl Sliders for Slides {
    #[inline]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(prelude::rook_moves(BitBoard(occupied.0), SQ(square as u8)).0)
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(prelude::bishop_moves(BitBoard(occupied.0), SQ(square as u8)).0)
    }
}

impl Attacked for Getters {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let (square, occupied) = (SQ(from as u8), BitBoard(occupied.0));
        let attacks = match (piece.kind(), piece.color()) {
            (PieceKind::Pawn, Color::White) => prelude::pawn_attacks_from(square, Player::White),
            (PieceKind::Pawn, Color::Black) => prelude::pawn_attacks_from(square, Player::Black),
            (PieceKind::Knight, _) => prelude::knight_moves(square),
            (PieceKind::King, _) => prelude::king_moves(square),
            (PieceKind::Bishop, _) => prelude::bishop_moves(occupied, square),
            (PieceKind::Rook, _) => prelude::rook_moves(occupied, square),
            (PieceKind::Queen, _) => prelude::queen_moves(occupied, square),
        };
        Bitboard(attacks.0).contains(to)
    }
}

const IDENTITY: Identity = Identity {
    name: "pleco",
    summary: "The library pleco, by its public functions",
    source: "https://docs.rs/pleco/0.5",
    text: include_str!("pleco.rs"),
};

impl Variant for InBetween {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[&Private::<[[u64; 64]; 64]>::TABLE];
}

impl Variant for Slides {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[
        &Private::<[u64; 102_400]>::TABLE,
        &Private::<[u64; 5_248]>::TABLE,
        &Private::<[[(usize, u64, u64, u32); 64]; 2]>::TABLE,
    ];
}

impl Variant for Getters {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[
        // The attacks of rooks and of bishops; their pointers, masks, magic numbers and shifts.
        &Private::<[u64; 102_400]>::TABLE,
        &Private::<[u64; 5_248]>::TABLE,
        &Private::<[[(usize, u64, u64, u32); 64]; 2]>::TABLE,
        // Pawns of either side, knights, kings.
        &Private::<[[u64; 64]; 4]>::TABLE,
    ];
}
