//! Which hash key does a position have after a move?
//!
//! A search looks each new position up in its hash table, at a place that the key of the position
//! tells. An engine that knows the key before it makes the move can fetch that memory meanwhile.
//!
//! - A key is the exclusive or of a word for each piece on its square, one for the rooks that may
//!   castle, one for the file of a pawn that can be taken en passant, and [one](BLACK) if Black is
//!   to move. This is the method of [Zobrist].
//! - The file counts if a pawn of the side to move attacks the square that the other pawn has
//!   passed. Its king may forbid to take.
//! - Moves are pseudo-legal. For any other move any answer will do.
//! - The words of pieces are those of the variant: some techniques are about how to make them. The
//!   others are [`random`] for all. No two pairs of words have the same difference, and all 64 bits
//!   of a key matter, which [`are_related`] checks.
//! - A key given with other bits in it comes back with the same ones.
//!
//! [Zobrist]: https://www.chessprogramming.org/Zobrist_Hashing
//!
//! # Example
//!
//! ```
//! use lookup::key::{self, BLACK, Key};
//! use lookup::{Move, Oracle, Piece, Position, Square};
//!
//! // 8 . . . . k . . .
//! // 7 . . . . . . . .
//! // 6 . . . . . . . .
//! // 5 . . . . n . . .
//! // 4 . . . . . . . .
//! // 3 . . . . . . . .
//! // 2 . . . . . . . .
//! // 1 K . . . R . . .
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/8/8/4n3/8/8/8/K3R3 w - -")?;
//! let m = Move { from: Square::E1, to: Square::E5, promotion: None };
//! let changed = key::word(Piece::WhiteRook, Square::E1)
//!     ^ key::word(Piece::WhiteRook, Square::E5)
//!     ^ key::word(Piece::BlackKnight, Square::E5);
//! let key = key::of(key::word, &position);
//! assert_eq!(Oracle::after(key, &position, m), key ^ changed ^ BLACK);
//! # Ok::<(), lookup::FenError>(())
//! ```

mod words;
mod changes;

pub use changes::{beside, change, change_of_rights, files, may_take, others, rooks_after};
pub use words::{BLACK, FILES, Word, are_related, corners, random, rights, word, words};

use crate::Color::{Black, White};
use crate::PieceKind::{King, Pawn};
use crate::board::draw_boards;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::{Extent, Move, Oracle, Piece, Position, Square, Variant, attacked, movegen, samples};
use core::fmt;

/// A way to find keys after moves.
pub trait Key: Variant {
    /// The word of a piece on a square.
    fn word(piece: Piece, square: Square) -> u64;

    /// The key after a move, given the position before it and its key.
    fn after(key: u64, position: &Position, m: Move) -> u64;
}

/// The slow and obvious key of a position: the exclusive or of all words that count in it.
#[must_use]
pub fn of(word: Word, position: &Position) -> u64 {
    let pieces = Square::ALL.into_iter().filter_map(|square| {
        let piece = position.piece_on(square)?;
        Some(word(piece, square))
    });
    let rooks = [Square::A1, Square::H1, Square::A8, Square::H8];
    let bits = rooks.into_iter().zip([1, 2, 4, 8]);
    let castling: u64 =
        bits.filter(|(rook, _)| position.castling().contains(*rook)).map(|(_, bit)| bit).sum();
    let file = file_to_take_on(position).map(|file| random(12 * 64 + 16 + u64::from(file)));
    let side = (position.side_to_move() == Black).then_some(BLACK);
    let others = [Some(random(12 * 64 + castling)), file, side];
    pieces.chain(others.into_iter().flatten()).fold(0, |key, word| key ^ word)
}

/// The file of the square that a pawn has just passed, if a pawn attacks it.
fn file_to_take_on(position: &Position) -> Option<u8> {
    let over = position.en_passant()?;
    let pawn = Piece::new(Pawn, position.side_to_move());
    let mut pawns = position.pieces(pawn).squares();
    let attacks = |from| attacked::oracle(pawn, from, over, position.occupied());
    pawns.any(attacks).then_some(over.file())
}

/// The slow and obvious answer: plays the move and finds the key of the position anew.
#[must_use]
pub fn oracle(word: Word, position: &Position, m: Move) -> u64 {
    of(word, &position.play(m))
}

impl Key for Oracle {
    fn word(piece: Piece, square: Square) -> u64 {
        word(piece, square)
    }

    fn after(key: u64, position: &Position, m: Move) -> u64 {
        let more = key ^ of(word, position);
        Oracle::of::<Question>(&Case { position: *position, m: Some(m), more, word })
    }
}

/// A move with the key before it.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The position before the move.
    pub position: Position,
    /// The move; without one, the question is whether the variant's words are
    /// [related](are_related).
    pub m: Option<Move>,
    /// What the given key has more than the position's.
    pub more: u64,
    /// The variant's words.
    pub word: Word,
}

impl Case {
    /// The key that a variant is given.
    #[must_use]
    pub fn key(&self) -> u64 {
        of(self.word, &self.position) ^ self.more
    }

    /// Whether a move is asked about of which this is true.
    fn moves(&self, is: fn(&Position, Move) -> bool) -> bool {
        self.m.is_some_and(|m| is(&self.position, m))
    }
}

/// Asks about all pseudo-legal moves in 10,000 [sample](samples) positions and 2,000 positions of
/// games, or in a tenth of both; one position of four has a key with other bits in it. Last, asks
/// for 1 if the variant's words are [related](are_related), and for 0 if not.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = u64;

    const CASES: &'static str = "moves";
    const COUNT: usize = 389_105;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("moves by White", 195_617, |case, _| {
            case.moves(|position, _| position.side_to_move() == White)
        }),
        Dimension::of("moves by Black", 193_487, |case, _| {
            case.moves(|position, _| position.side_to_move() == Black)
        }),
        Dimension::of("to an empty square", 322_001, |case, _| {
            case.moves(|position, m| !takes(position, m))
        }),
        Dimension::of("captures", 67_103, |case, _| case.moves(takes)),
        Dimension::of("captures en passant", 216, |case, _| case.moves(Position::takes_en_passant)),
        Dimension::of("castling to the king's side", 727, |case, _| {
            case.moves(|position, m| position.castles(m) && m.to.file() == 6)
        }),
        Dimension::of("castling to the queen's side", 673, |case, _| {
            case.moves(|position, m| position.castles(m) && m.to.file() == 2)
        }),
        Dimension::of("promotions", 13_524, |case, _| {
            case.moves(|position, m| m.promotion.is_some() && !takes(position, m))
        }),
        Dimension::of("captures with promotion", 4104, |case, _| {
            case.moves(|position, m| m.promotion.is_some() && takes(position, m))
        }),
        Dimension::of("rights that end with a king's move", 7984, |case, _| {
            case.moves(|position, m| {
                position.kind(King).contains(m.from) && ends_rights(position, m)
            })
        }),
        Dimension::of("rights that end with a rook's move", 11_763, |case, _| {
            case.moves(|position, m| {
                position.castling().contains(m.from) && ends_rights(position, m)
            })
        }),
        Dimension::of("rights that end with a capture", 1224, |case, _| {
            case.moves(|position, m| position.castling().contains(m.to))
        }),
        Dimension::of("rights of both sides that end", 199, |case, _| {
            case.moves(|position, m| {
                position.castling().contains(m.to) && position.castling().contains(m.from)
            })
        }),
        Dimension::of("files that appear", 451, |case, _| {
            case.moves(|position, m| file_to_take_on(&position.play(m)).is_some())
        }),
        Dimension::of("files that vanish", 7850, |case, _| {
            case.moves(|position, _| file_to_take_on(position).is_some())
        }),
        Dimension::of("pawns by two squares that none can take", 3584, |case, _| {
            case.moves(|position, m| {
                let after = position.play(m);
                after.en_passant().is_some() && file_to_take_on(&after).is_none()
            })
        }),
        Dimension::of("where a pawn has passed and none can take", 57_884, |case, _| {
            case.moves(|position, _| {
                position.en_passant().is_some() && file_to_take_on(position).is_none()
            })
        }),
        Dimension::of("moves that leave the king in check", 206_316, |case, _| {
            case.moves(|position, m| movegen::in_check(&position.play(m), position.side_to_move()))
        }),
        Dimension::of("keys with other bits", 92_392, |case, _| case.more != 0),
        Dimension::of("crowded boards", 32_673, |case, _| {
            case.m.is_some() && samples::is_crowded(&case.position)
        }),
        Dimension::of("words that are related", 1, |case, _| case.m.is_none()),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let drawn = samples::positions().take(extent.of(10_000));
        let played = samples::played().take(extent.of(2_000));
        let moves = drawn.chain(played).zip(0_u64..).flat_map(|(position, number)| {
            let more = if number % 4 == 3 { random(1000 + number) } else { 0 };
            let legal = move |m: &Move| movegen::is_pseudo_legal(&position, *m);
            let moves = movegen::conceivable(&position).filter(legal);
            moves.map(move |m| Case { position, m: Some(m), more, word })
        });
        let last = samples::positions().take(1);
        moves.chain(last.map(|position| Case { position, m: None, more: 0, word }))
    }

    fn oracle(&Case { ref position, m, more, word }: &Case) -> u64 {
        m.map_or(0, |m| oracle(word, position, m) ^ more)
    }

    fn draw(wrong: &Wrong<Question>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Case { position, m, .. } = &wrong.case;
        let Some(m) = m else { return write!(f, "its words, which are related") };
        let [expected, actual] = [wrong.expected, wrong.actual];
        writeln!(f, "the key after {m} in {position}: {expected:#018x}, not {actual:#018x}")?;
        let squares = m.from.bitboard() | m.to.bitboard();
        let boards = [
            ("from and to", squares),
            ("occupied", position.occupied()),
            ("rooks that may castle", position.castling()),
        ];
        draw_boards(&boards, f)
    }
}

fn takes(position: &Position, m: Move) -> bool {
    position.occupied().contains(m.to)
}

fn ends_rights(position: &Position, m: Move) -> bool {
    position.play(m).castling() != position.castling()
}

impl<V: Key> Answers<Question> for V {
    type Kept = ();

    fn answer(_: &mut (), case: &Case) -> u64 {
        match case.m {
            Some(m) => V::after(case.key(), &case.position, m),
            None => are_related(V::word).into(),
        }
    }

    fn asked(case: Case) -> Case {
        Case { word: V::word, ..case }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use crate::{Identity, Table, check};
    use std::collections::BTreeMap;
    use std::string::ToString;
    use std::vec::Vec;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";

    /// The pieces that changed, and the numbers of all other words that did.
    fn changed(fen: &str, m: &str) -> u64 {
        let position = position(fen);
        of(word, &position) ^ oracle(word, &position, m.parse().unwrap()) ^ BLACK
    }

    #[test]
    fn agrees_with_words_found_by_hand() {
        use Piece::*;
        use Square::*;
        let words = |pieces: &[(Piece, Square)], others: &[u64]| {
            let pieces = pieces.iter().map(|&(piece, square)| word(piece, square));
            let others = others.iter().map(|&number| random(768 + number));
            pieces.chain(others).fold(0, |all, word| all ^ word)
        };
        assert_eq!(changed(START, "g1f3"), words(&[(WhiteKnight, G1), (WhiteKnight, F3)], &[]));
        // No pawn can take on e3, nor on the file beyond the edge.
        assert_eq!(changed(START, "e2e4"), words(&[(WhitePawn, E2), (WhitePawn, E4)], &[]));
        let edge = "4k3/8/8/8/7p/p7/P7/4K3 w - -";
        assert_eq!(changed(edge, "e1e2"), words(&[(WhiteKing, E1), (WhiteKing, E2)], &[]));
        let edges = "4k3/8/8/7p/8/8/P7/4K3 w - -";
        assert_eq!(changed(edges, "a2a4"), words(&[(WhitePawn, A2), (WhitePawn, A4)], &[]));
        // One that can: the file is e. It vanishes again.
        let beside = "4k3/8/8/8/3p4/8/4P3/4K3 w - -";
        assert_eq!(changed(beside, "e2e4"), words(&[(WhitePawn, E2), (WhitePawn, E4)], &[20]));
        let takes = "4k3/8/8/8/3pP3/8/8/4K3 b - e3";
        let taken = [(BlackPawn, D4), (BlackPawn, E3), (WhitePawn, E4)];
        assert_eq!(changed(takes, "d4e3"), words(&taken, &[20]));
        assert_eq!(changed(takes, "e8e7"), words(&[(BlackKing, E8), (BlackKing, E7)], &[20]));
        // All rights are number 15: 1 for a1, 2 for h1, 4 for a8 and 8 for h8.
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
        let short = [(WhiteKing, E1), (WhiteKing, G1), (WhiteRook, H1), (WhiteRook, F1)];
        assert_eq!(changed(castling, "e1g1"), words(&short, &[15, 12]));
        let long = [(WhiteKing, E1), (WhiteKing, C1), (WhiteRook, A1), (WhiteRook, D1)];
        assert_eq!(changed(castling, "e1c1"), words(&long, &[15, 12]));
        let rook = [(WhiteRook, A1), (WhiteRook, A8), (BlackRook, A8)];
        assert_eq!(changed(castling, "a1a8"), words(&rook, &[15, 10]));
        let promotes = [(WhitePawn, B7), (WhiteKnight, A8), (BlackRook, A8)];
        let promotion = "r3k2r/1P6/8/8/8/8/8/4K3 w kq -";
        assert_eq!(changed(promotion, "b7a8n"), words(&promotes, &[12, 8]));
    }

    /// As many distinct keys as positions, <https://oeis.org/A083276>: equal positions have equal
    /// keys, and others do not.
    #[test]
    fn there_are_as_many_keys_as_published_positions() {
        let start = position(START);
        let mut reached = BTreeMap::from([(of(word, &start), start)]);
        let mut counts = Vec::new();
        for _ in 0..4 {
            let mut next = BTreeMap::new();
            for position in reached.values() {
                let moves = movegen::legal_moves(position);
                next.extend(moves.map(|m| (oracle(word, position, m), position.play(m))));
            }
            reached = next;
            counts.push(reached.len());
        }
        assert_eq!(counts, [20, 400, 5362, 72_078]);
    }

    /// Plays moves by the first words, and declares the second.
    struct Mixed;

    impl Variant for Mixed {
        const IDENTITY: Identity = Oracle::IDENTITY;
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Key for Mixed {
        fn word(piece: Piece, square: Square) -> u64 {
            word(piece, square).rotate_left(1)
        }

        fn after(key: u64, position: &Position, m: Move) -> u64 {
            Oracle::after(key, position, m)
        }
    }

    #[test]
    fn a_variant_is_compared_by_its_own_words() {
        let wrong = check::<Question, Mixed>(Extent::Tenth).unwrap_err();
        assert!(wrong.to_string().contains("oracle is wrong about the key after "), "{wrong}");
    }

    /// Answers like the oracle, also where the words are asked about.
    struct Plain;

    impl Variant for Plain {
        const IDENTITY: Identity = Oracle::IDENTITY;
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Answers<Question> for Plain {
        type Kept = ();

        fn answer(_: &mut (), case: &Case) -> u64 {
            faulty::answer::<Question>(case)
        }
    }

    faulty::catch_every_fault!(Plain);
}
