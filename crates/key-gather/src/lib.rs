//! Keys after moves, with all words gathered at once.
//!
//! At most eight words change: the piece on both squares, a captured piece or both of a castling
//! rook, the rights to castle before and after, and the files of pawns that can be taken before and
//! after. One table has them all, and a word of zeros for what does not change. So the places of
//! eight words are computed without regard to the kind of the move, two instructions gather four
//! words each, and no branch depends on whether a move captures.
//!
//! - Lookup: two instructions that make four loads each, and three exclusive ors.
//! - Tables: 13 x 64 words of 8 bytes, the last row of zeros, and 25 of rights, 108 cache lines.
//! - Source: found by this project. Halogen knows keys before moves,
//!   <https://github.com/KierenP/Halogen/pull/892>; so did Stockfish for a while,
//!   <https://github.com/official-stockfish/Stockfish/pull/6911>, and Reckless does,
//!   <https://github.com/codedeliveryservice/Reckless/pull/1085>.
//!
//! Suits processors that gather fast, where captures and quiet moves follow each other without a
//! pattern. Others make the eight loads one by one, of which a quiet move needs two.
//!
//! Measured: <!-- published: figures -->time by that of `key-table` on `positions`, hot
//! / waiting / beside 1 MiB: 1.84 / – / 1.41 on Zen 4.<!-- end -->
#![no_std]

use lookup::key::{self, BLACK, FILES, Key, corners};
use lookup::lanes::byte;
use lookup::{
    CacheAligned, Features, Identity, Move, Piece, PieceKind, Position, Square, Table, Variant,
};

/// Two gathers of four words.
#[derive(Clone, Copy, Debug)]
pub struct Gather;

impl Key for Gather {
    #[inline]
    fn word(piece: Piece, square: Square) -> u64 {
        WORDS.0[place(piece as u8, square) as usize]
    }

    #[inline]
    fn after(key: u64, position: &Position, m: Move) -> u64 {
        key ^ BLACK ^ lookup::dispatch!(x86::sum(places(position, m)), sum(places(position, m)))
    }
}

impl Variant for Gather {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&WORDS];
    const NEEDS: Features = processor::NEEDS;
}

lookup::processor!("avx2");

/// The words of pieces by their number, zeros for an empty square, and the rights with a zero.
static WORDS: CacheAligned<[u64; RIGHTS + FILES + 9]> = CacheAligned(words());

/// The place of the first right, behind a row of zeros.
const RIGHTS: usize = 13 * 64;

const fn words() -> [u64; RIGHTS + FILES + 9] {
    let (pieces, rights) = (key::words(), key::rights());
    let (mut words, mut i) = ([0; RIGHTS + FILES + 9], 0);
    while i < RIGHTS {
        words[i] = if i < 12 * 64 { pieces[i / 64][i % 64] } else { 0 };
        i += 1;
    }
    while i < RIGHTS + rights.len() {
        words[i] = rights[i - RIGHTS];
        i += 1;
    }
    words
}

/// The place of the word of what stands on a square, by its [byte].
#[inline(always)]
const fn place(byte: u8, square: Square) -> i32 {
    64 * byte as i32 + square as i32
}

/// The places of the words that change with a move, four and four.
#[inline(always)]
fn places(position: &Position, m: Move) -> [[i32; 4]; 2] {
    let Move { from, to, promotion } = m;
    // Without a piece any answer will do.
    let piece = position.piece_on(from).unwrap_or(Piece::WhitePawn);
    let becomes = promotion.map_or(piece, |kind| Piece::new(kind, piece.color()));
    let [first, second] = others(position, piece, m);
    let before = position.castling();
    let after = key::rooks_after(before, piece, m);
    let right = |number: usize| (RIGHTS + number) as i32;
    let file = |file: Option<u8>| right(FILES) + file.map_or(8, i32::from);
    let [file_before, file_after] = key::files(position, piece, m).map(file);
    [
        [place(piece as u8, from), place(becomes as u8, to), first, second],
        [right(corners(before)), right(corners(after)), file_before, file_after],
    ]
}

/// The places of a captured piece's word and a zero, or of both of a castling rook.
#[inline(always)]
fn others(position: &Position, piece: Piece, m: Move) -> [i32; 2] {
    let Move { from, to, .. } = m;
    let nothing = place(byte(None), to);
    match piece.kind() {
        PieceKind::Pawn if position.en_passant() == Some(to) => {
            let victim = Piece::new(PieceKind::Pawn, !piece.color());
            [place(victim as u8, key::beside(from, to.file())), nothing]
        }
        PieceKind::King if from.file().abs_diff(to.file()) == 2 => {
            let rook = Piece::new(PieceKind::Rook, piece.color()) as u8;
            let (corner, passed) = if to > from { (7, 5) } else { (0, 3) };
            [corner, passed].map(|file| place(rook, key::beside(from, file)))
        }
        _ => [place(byte(position.piece_on(to)), to), nothing],
    }
}

/// The exclusive or of the words at these places.
#[inline(always)]
fn sum(places: [[i32; 4]; 2]) -> u64 {
    places.as_flattened().iter().fold(0, |sum, &place| sum ^ WORDS.0[place as usize])
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::WORDS;
    use core::arch::x86_64::*;
    use vectors::avx2::gathered;

    #[target_feature(enable = "avx2")]
    pub(super) fn sum([first, second]: [[i32; 4]; 2]) -> u64 {
        let four = _mm256_xor_si256(gathered(&WORDS.0, first), gathered(&WORDS.0, second));
        let two = _mm_xor_si128(_mm256_castsi256_si128(four), _mm256_extracti128_si256::<1>(four));
        (_mm_cvtsi128_si64(two) ^ _mm_extract_epi64::<1>(two)).cast_unsigned()
    }
}

lookup::conformance!(key, Gather, processor);
