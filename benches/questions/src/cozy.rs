//! `cozy-chess`, a library for move generation in Rust.
//!
//! It looks up the squares in between, and whole lines, in tables of all pairs. Sliders use magic
//! numbers, with one table for rooks and bishops; each other piece has its own table.
//!
//! It runs through its public functions, beside the variants. Its tables are private; their sizes
//! come from the types in its source.
//!
//! - Lookup: the library's public functions, as compiled.
//! - Tables: sized by the types in its source, not aligned to cache lines.
//! - Source: <https://docs.rs/cozy-chess/0.3>.

use cozy_chess::{BitBoard, Square as Theirs};
use lookup::attacked::Attacked;
use lookup::between::Between;
use lookup::collinear::Collinear;
use lookup::sliders::Sliders;
use lookup::{Bitboard, Color, Identity, Piece, PieceKind, Square, Table};
use std::marker::PhantomData;

/// The squares in between.
#[derive(Clone, Copy, Debug)]
pub struct InBetween;

/// The lines through two squares.
#[derive(Clone, Copy, Debug)]
pub struct Lines;

/// The attacks of sliders.
#[derive(Clone, Copy, Debug)]
pub struct Slides;

/// The attacks of a piece, tested for a square.
#[derive(Clone, Copy, Debug)]
pub struct Getters;

impl Between for InBetween {
    #[inline]
    fn between(a: Square, b: Square) -> Bitboard {
        Bitboard(cozy_chess::get_between_rays(theirs(a), theirs(b)).0)
    }
}

impl Collinear for Lines {
    type Line = BitBoard;

    #[inline]
    fn line(a: Square, b: Square) -> BitBoard {
        cozy_chess::get_line_rays(theirs(a), theirs(b))
    }

    #[inline]
    fn holds(line: BitBoard, c: Square) -> bool {
        line.has(theirs(c))
    }
}

impl Sliders for Slides {
    #[inline]
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(cozy_chess::get_rook_moves(theirs(square), BitBoard(occupied.0)).0)
    }

    #[inline]
    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(cozy_chess::get_bishop_moves(theirs(square), BitBoard(occupied.0)).0)
    }
}

impl Attacked for Getters {
    #[inline]
    fn attacks(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        let (square, occupied) = (theirs(from), BitBoard(occupied.0));
        let attacks = match (piece.kind(), piece.color()) {
            (PieceKind::Pawn, Color::White) => {
                cozy_chess::get_pawn_attacks(square, cozy_chess::Color::White)
            }
            (PieceKind::Pawn, Color::Black) => {
                cozy_chess::get_pawn_attacks(square, cozy_chess::Color::Black)
            }
            (PieceKind::Knight, _) => cozy_chess::get_knight_moves(square),
            (PieceKind::King, _) => cozy_chess::get_king_moves(square),
            (PieceKind::Bishop, _) => cozy_chess::get_bishop_moves(square, occupied),
            (PieceKind::Rook, _) => cozy_chess::get_rook_moves(square, occupied),
            (PieceKind::Queen, _) => {
                cozy_chess::get_bishop_moves(square, occupied)
                    | cozy_chess::get_rook_moves(square, occupied)
            }
        };
        attacks.has(theirs(to))
    }
}

#[inline]
fn theirs(square: Square) -> Theirs {
    Theirs::index_const(square.index())
}

const IDENTITY: Identity = Identity {
    name: "cozy-chess",
    summary: "The library cozy-chess, by its public functions",
    source: "https://docs.rs/cozy-chess/0.3",
    text: include_str!("cozy.rs"),
};

impl lookup::Variant for InBetween {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[&Private::<[[u64; 64]; 64]>::TABLE];
}

impl lookup::Variant for Lines {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[&Private::<[[u64; 64]; 64]>::TABLE];
}

impl lookup::Variant for Slides {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] =
        &[&Private::<[u64; 87_988]>::TABLE, &Private::<[[(u64, u64, u32); 64]; 2]>::TABLE];
}

impl lookup::Variant for Getters {
    const IDENTITY: Identity = IDENTITY;
    const TABLES: &'static [&'static dyn Table] = &[
        // The attacks of rooks and bishops, which overlap; their masks, magic numbers and offsets.
        &Private::<[u64; 87_988]>::TABLE,
        &Private::<[[(u64, u64, u32); 64]; 2]>::TABLE,
        // Pawns of either side, knights, kings.
        &Private::<[[u64; 64]; 4]>::TABLE,
    ];
}

/// A private table of the library, by its type in the library's source.
#[derive(Debug)]
struct Private<T>(PhantomData<T>);

impl<T> Private<T> {
    const TABLE: Private<T> = Private(PhantomData);
}

impl<T: Sync> Table for Private<T> {
    fn bytes(&self) -> usize {
        size_of::<T>()
    }

    fn alignment(&self) -> usize {
        align_of::<T>()
    }
}
