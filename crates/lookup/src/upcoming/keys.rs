//! The keys of positions, and how reversible moves change them.
//!
//! By [Zobrist's] method, a key is the exclusive or of a word for each piece on its square, and of
//! one more if Black is to move. So a move changes a key by the words of what it changes, whatever
//! else stands on the board.
//!
//! The words are those of Steele, Lea and Flood's [SplitMix64], one after the other from one seed:
//! first those of all pieces by their numbers, for each of all squares by their numbers, then
//! [`SIDE`].
//!
//! [Zobrist's]: https://www.chessprogramming.org/Zobrist_Hashing
//! [SplitMix64]: https://prng.di.unimi.it/splitmix64.c

use crate::PieceKind::Pawn;
use crate::extent::GOLDEN;
use crate::{Color, Pair, Piece, Position, Square, index};

/// The word of Black to move.
pub const SIDE: u64 = word(SEED, 12 * 64);

/// The word of a piece on a square.
#[must_use]
pub const fn key(piece: Piece, square: Square) -> u64 {
    word(SEED, 64 * piece as u64 + square as u64)
}

/// The words of all pieces on all squares, for the tables of variants.
#[must_use]
pub const fn table() -> [[u64; 64]; 12] {
    let (mut table, mut i) = ([[0; 64]; 12], 0);
    while i < 12 * 64 {
        table[i / 64][i % 64] = key(Piece::ALL[i / 64], Square::ALL[i % 64]);
        i += 1;
    }
    table
}

/// The difference of the keys before and after a piece goes from one square to another, which is
/// empty. Both ways make the same.
#[must_use]
pub const fn difference(piece: Piece, squares: Pair) -> u64 {
    key(piece, squares.a) ^ key(piece, squares.b) ^ SIDE
}

/// The key of a position. Rights to castle and to take en passant are left out: engines add words
/// for them, and no reversible move changes them.
#[must_use]
pub fn of(position: &Position) -> u64 {
    let side = if position.side_to_move() == Color::Black { SIDE } else { 0 };
    let pieces = position.occupied().squares();
    let words = pieces.filter_map(|square| Some(key(position.piece_on(square)?, square)));
    words.fold(side, |all, word| all ^ word)
}

/// A reversible move: a piece goes from one square to the other, or back.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Reversible {
    /// The piece.
    pub piece: Piece,
    /// Both squares, the one with the lower number first.
    pub squares: Pair,
}

impl Reversible {
    /// How it changes a key.
    #[must_use]
    pub const fn difference(self) -> u64 {
        difference(self.piece, self.squares)
    }
}

/// The number of reversible moves: 168 of a knight, 280 of a bishop, 448 of a rook, 728 of a queen
/// and 210 of a king, of either color.
pub const MOVES: usize = 3668;

/// All reversible moves, for the tables of variants: in the order of their pieces, lower squares
/// and higher squares.
#[must_use]
pub const fn reversible() -> [Reversible; MOVES] {
    let squares = Pair { a: Square::A1, b: Square::A1 };
    let mut all = [Reversible { piece: Piece::WhitePawn, squares }; MOVES];
    let (targets, mut count, mut i) = (index::targets(), 0, 0);
    while i < 12 * 64 {
        let (piece, a) = (Piece::ALL[i / 64], Square::ALL[i % 64]);
        let above = targets[i / 64][i % 64].0 & (u64::MAX << 1 << a as u32);
        let mut rest = if piece.kind() as u8 == Pawn as u8 { 0 } else { above };
        while rest != 0 {
            let b = Square::new(rest.trailing_zeros() as u8);
            all[count] = Reversible { piece, squares: Pair { a, b } };
            count += 1;
            rest &= rest - 1;
        }
        i += 1;
    }
    assert!(count == MOVES, "as many as are told");
    all
}

const SEED: u64 = 0x5bace;

/// The word of this number, from 0, in the sequence of a seed.
const fn word(seed: u64, number: u64) -> u64 {
    let word = seed.wrapping_add(GOLDEN.wrapping_mul(number + 1));
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::attacked;
    use std::vec::Vec;

    /// The first numbers from a seed are published at
    /// <https://rosettacode.org/wiki/Pseudo-random_numbers/Splitmix64>.
    #[test]
    fn words_are_those_of_the_generator() {
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert!((0..5).map(|number| word(1_234_567, number)).eq(published));
        let table = table();
        assert_eq!(table[0][0], word(0x5bace, 0));
        assert_eq!([table[0][63], table[1][0]], [63, 64].map(|number| word(0x5bace, number)));
        assert_eq!([table[11][63], SIDE], [767, 768].map(|number| word(0x5bace, number)));
    }

    /// Stockfish asserts the same number.
    #[test]
    fn reversible_moves_are_those_of_pieces_on_an_empty_board() {
        let moves = reversible();
        let all = Piece::ALL.into_iter().filter(|piece| piece.kind() != Pawn);
        let expected = all.flat_map(|piece| {
            let pairs = Pair::all().filter(|pair| pair.a < pair.b);
            let goes = move |&Pair { a, b }: &Pair| attacked::oracle(piece, a, b, a.bitboard());
            pairs.filter(goes).map(move |squares| Reversible { piece, squares })
        });
        assert!(moves.into_iter().eq(expected));
        let of = |piece| moves.iter().filter(|m| m.piece == piece).count();
        let counts = Piece::ALL.map(of);
        assert_eq!(counts, [0, 0, 168, 168, 280, 280, 448, 448, 728, 728, 210, 210]);
        assert_eq!(counts.iter().sum::<usize>(), 3668);
    }

    /// Otherwise a difference would not tell the move.
    #[test]
    fn no_two_reversible_moves_change_a_key_alike() {
        let mut differences: Vec<_> = reversible().iter().map(|m| m.difference()).collect();
        differences.sort_unstable();
        differences.dedup();
        assert_eq!(differences.len(), 3668);
        assert!(!differences.contains(&0) && !differences.contains(&SIDE));
    }

    #[test]
    fn a_move_changes_the_key_by_its_difference() {
        let position = |fen| Position::from_fen(fen).unwrap();
        let start = position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
        let after = start.play("g1f3".parse().unwrap());
        let knight = Pair { a: Square::G1, b: Square::F3 };
        assert_eq!(of(&start) ^ of(&after), difference(Piece::WhiteKnight, knight));
        assert_eq!(of(&start.pass()) ^ of(&start), SIDE);
        let bare = position("8/8/8/8/8/8/k7/7K w - -");
        let kings = key(Piece::BlackKing, Square::A2) ^ key(Piece::WhiteKing, Square::H1);
        assert_eq!(of(&bare), kings);
    }
}
