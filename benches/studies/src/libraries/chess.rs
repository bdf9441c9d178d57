//! `chess`, a library for move generation in Rust.
//!
//! It finds squares in between in a table of all pairs. Sliders go through magic
//! numbers into one table of supersets, which the rays of the piece trim.
//!
//! - Lookup: the library's public functions, as compiled.
//! - Tables: sized by the types in its source, not aligned to cache lines.
//! - Source: <https://docs.rs/chess/3.2>.

use super::Private;
use chess::{BitBoard, File, Rank, Square as Theirs};
use lookup::attacked::Attacked;
use lookup::between::Between;
use lookup::sliders::Sliders;
use lookup::{Bitboard, Color, Identity, Piece, PieceKind, Square, Table, Variant};

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
        Bitboard(chess::between(theirs(a), theirs(b)).0)
    }
}

impl Sliders for Slides {
    #[inline]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(chess::get_rook_moves(theirs(square), BitBoard(occupied.0)).0)
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(chess::get_bishop_moves(theirs(square), BitBoard(occupied.0)).0)
    }
}

impl Attacked for Getters {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let (square, occupied) = (theirs(from), BitBoard(occupied.0));
        let pawn = |color| chess::get_pawn_attacks(square, color, !chess::EMPTY);
        let attacks = match (piece.kind(), piece.color()) {
            (PieceKind::Pawn, Color::White) => pawn(chess::Color::White),
            (PieceKind::Pawn, Color::Black) => pawn(chess::Color::Black),
            (PieceKind::Knight, _) => chess::get_knight_moves(square),
            (PieceKind::King, _) => chess::get_king_moves(square),
            (PieceKind::Bishop, _) => chess::get_bishop_moves(square, occupied),
            (PieceKind::Rook, _) => chess::get_rook_moves(square, occupied),
            (PieceKind::Queen, _) => {
                chess::get_bishop_moves(square, occupied) | chess::get_rook_moves(square, occupied)
            }
        };
        Bitboard(attacks.0).contains(to)
    }
}

#[inline]
fn theirs(square: Square) -> Theirs {
    Theirs::make_square(
        Rank::from_index(square.rank() as usize),
        File::from_index(square.file() as usize),
    )
}

const IDENTITY: Identity = Identity {
    name: "chess",
    summary: "The library chess, by its public functions",
    source: "https://docs.rs/chess/3.2",
    text: include_str!("chess.rs"),
};

impl Variant for InBetween {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[&Private::<[[u64; 64]; 64]>::TABLE];
}

impl Variant for Slides {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[
        &Private::<[u64; 104_960]>::TABLE,
        &Private::<[[(u64, u64, u32, u8); 64]; 2]>::TABLE,
        &Private::<[[u64; 64]; 2]>::TABLE,
    ];
}

impl Variant for Getters {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[
        // The attacks of rooks and bishops; their magic numbers, masks, offsets and shifts; their rays.
        &Private::<[u64; 104_960]>::TABLE,
        &Private::<[[(u64, u64, u32, u8); 64]; 2]>::TABLE,
        &Private::<[[u64; 64]; 2]>::TABLE,
        // Pawns of either side, knights, kings.
        &Private::<[[u64; 64]; 4]>::TABLE,
    ];
}
