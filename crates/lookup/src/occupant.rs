//! Which piece stands on a square, while moves are made and unmade?
//!
//! A board of sets by kind and color tells at once where the pieces of a kind are, but not what
//! stands on a square. A program that often asks keeps a list by square beside the sets, which
//! every move changes too. So the cost of keeping is weighed against that of asking.
//!
//! - A board is a value. It is built from a position and then follows [changes](Change): pieces
//!   that are put, removed and moved. It costs `size_of::<V>()` bytes. A program unmakes a move by
//!   the opposite changes in reverse, or goes back to a copy.
//! - It also tells the set of each piece, because a program that generates moves asks for that. So
//!   every board here is whole, whatever else it keeps.
//! - A change fits the board: a piece is put on an empty square, removed from where it stands, and
//!   moved to an empty square.
//!
//! # Example
//!
//! ```
//! use lookup::occupant::{Change, Occupant, changes};
//! use lookup::{Bitboard, Identity, Move, Piece, Position, Square, Table, Variant};
//!
//! /// A list by square alone.
//! struct List([Option<Piece>; 64]);
//!
//! impl Occupant for List {
//!     fn empty() -> List {
//!         List([None; 64])
//!     }
//!
//!     fn put_piece(&mut self, piece: Piece, square: Square) {
//!         self.0[square.index()] = Some(piece);
//!     }
//!
//!     fn remove_piece(&mut self, _: Piece, square: Square) {
//!         self.0[square.index()] = None;
//!     }
//!
//!     fn piece_on(&self, square: Square) -> Option<Piece> {
//!         self.0[square.index()]
//!     }
//!
//!     fn pieces(&self, piece: Piece) -> Bitboard {
//!         let stands = |square: &Square| self.piece_on(*square) == Some(piece);
//!         Square::ALL.into_iter().filter(stands).collect()
//!     }
//! }
//! #
//! # impl Variant for List {
//! #     const IDENTITY: Identity = Identity { name: "", summary: "", source: "", text: "" };
//! #     const TABLES: &'static [&'static dyn Table] = &[];
//! # }
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
//! let changed: Vec<_> = changes(&position, m).collect();
//! assert_eq!(changed, [
//!     Change::Remove(Piece::BlackKnight, Square::E5),
//!     Change::Move(Piece::WhiteRook, Square::E1, Square::E5),
//! ]);
//! let mut board = List::of(&position);
//! assert_eq!(board.piece_on(Square::E5), Some(Piece::BlackKnight));
//! changed.iter().for_each(|&change| board.play(change));
//! assert_eq!(board.piece_on(Square::E5), Some(Piece::WhiteRook));
//! changed.iter().rev().for_each(|&change| board.play(change.undone()));
//! assert_eq!(board.piece_on(Square::E5), Some(Piece::BlackKnight));
//! # Ok::<(), lookup::FenError>(())
//! ```

mod changes;
mod sets;

pub use changes::{Change, changes};
pub use sets::{Sets, piece};

use crate::board::draw_answers;
use crate::maps::{Case, Step, walk};
use crate::question::{self, Dimension, Spoil, Wrong};
use crate::{Bitboard, Extent, Piece, Position, Square, Variant, samples};
use core::fmt;

/// A board that tells the piece on a square.
pub trait Occupant: Variant + Sized {
    /// The board without pieces.
    fn empty() -> Self;

    /// The board of a position.
    #[inline]
    fn of(position: &Position) -> Self {
        let mut board = Self::empty();
        for square in position.occupied().squares() {
            if let Some(piece) = position.piece_on(square) {
                board.put_piece(piece, square);
            }
        }
        board
    }

    /// Puts a piece on an empty square.
    fn put_piece(&mut self, piece: Piece, square: Square);

    /// Removes this piece from its square.
    fn remove_piece(&mut self, piece: Piece, square: Square);

    /// Moves this piece to an empty square.
    #[inline]
    fn move_piece(&mut self, piece: Piece, from: Square, to: Square) {
        self.remove_piece(piece, from);
        self.put_piece(piece, to);
    }

    /// Makes a change.
    #[inline]
    fn play(&mut self, change: Change) {
        match change {
            Change::Put(piece, square) => self.put_piece(piece, square),
            Change::Remove(piece, square) => self.remove_piece(piece, square),
            Change::Move(piece, from, to) => self.move_piece(piece, from, to),
        }
    }

    /// The piece on a square.
    fn piece_on(&self, square: Square) -> Option<Piece>;

    /// The squares of a piece.
    fn pieces(&self, piece: Piece) -> Bitboard;
}

/// The pieces on all squares, and the squares of all pieces.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Answers {
    /// The piece on each square.
    pub squares: [Option<Piece>; 64],
    /// The squares of each piece.
    pub pieces: [Bitboard; 12],
}

impl Spoil for Answers {
    fn spoilt(&self) -> Answers {
        let mut answers = *self;
        answers.squares[0] = other(self.squares[0]);
        answers
    }
}

/// Another piece than this one, or none.
fn other(piece: Option<Piece>) -> Option<Piece> {
    match piece {
        Some(Piece::WhitePawn) => None,
        Some(piece) => Some(Piece::ALL[piece as usize - 1]),
        None => Some(Piece::BlackKing),
    }
}

/// The slow and obvious answers: those of the position, whose sets are asked one by one.
///
/// # Panics
/// If two pieces stand on a square.
#[must_use]
pub fn oracle(position: &Position) -> Answers {
    let pieces: [Bitboard; 12] = Piece::ALL.map(|piece| {
        let of_kind = position.kind(piece.kind()).squares();
        of_kind.filter(|square| position.color(piece.color()).contains(*square)).collect()
    });
    let squares = Square::ALL.map(|square| {
        let stands = |piece: &Piece| pieces[*piece as usize].contains(square);
        let mut those = Piece::ALL.into_iter().filter(stands);
        let found = those.next();
        assert_eq!(those.next(), None, "two pieces on {square}");
        found
    });
    Answers { squares, pieces }
}

/// Asks about every square and every piece on the way through 1,000 [games](samples::games) and
/// back, or a tenth of them.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = Answers;

    const CASES: &'static str = "positions on the way through games";
    const COUNT: usize = 224_776;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = walk::dimensions![
        Dimension::by("the last square", 224_776, |_, right| {
            let mut answers = *right;
            answers.squares[63] = other(right.squares[63]);
            Some(answers)
        }),
        Dimension::by("pieces that are not seen", 224_776, |_, right| {
            let mut answers = *right;
            *answers.squares.iter_mut().find(|piece| piece.is_some())? = None;
            Some(answers)
        }),
        Dimension::by("empty squares that are not", 224_773, |_, right| {
            let mut answers = *right;
            *answers.squares.iter_mut().rfind(|piece| piece.is_none())? = Some(Piece::WhitePawn);
            Some(answers)
        }),
        Dimension::by("the color of a king", 224_776, |_, right| {
            let mut answers = *right;
            let black = answers.squares.iter_mut().find(|piece| **piece == Some(Piece::BlackKing));
            *black? = Some(Piece::WhiteKing);
            Some(answers)
        }),
        Dimension::by("the squares of the first piece", 224_776, |_, right| {
            let mut answers = *right;
            answers.pieces[0] = right.pieces[0].spoilt();
            Some(answers)
        }),
        Dimension::by("the squares of the last piece", 224_776, |_, right| {
            let mut answers = *right;
            answers.pieces[11] = right.pieces[11].spoilt();
            Some(answers)
        }),
        Dimension::of("boards that were built", 1000, |case, _| case.step == Step::Built),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        walk::through_games(extent)
    }

    fn oracle(case: &Case) -> Answers {
        oracle(&case.position)
    }

    fn draw(
        Wrong { case, expected, actual, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let name = |piece: Option<Piece>| piece.map_or('.', Piece::letter);
        let squares = expected.squares.iter().zip(actual.squares);
        if let Some((square, (right, given))) =
            Square::ALL.into_iter().zip(squares).find(|(_, (right, given))| **right != *given)
        {
            write!(f, "{square}: {}, not {}; ", name(*right), name(given))?;
        }
        write!(f, "in {}", case.position)?;
        case.draw_step(f)?;
        let pieces = Piece::ALL.into_iter().map(|piece| piece as usize);
        match pieces.clone().find(|&piece| expected.pieces[piece] != actual.pieces[piece]) {
            Some(piece) => {
                let sets = [expected.pieces[piece], actual.pieces[piece]];
                draw_answers(&[("occupied", case.position.occupied())], sets, f)
            }
            None => {
                let occupied = |answers: &Answers| {
                    let stands = |square: &Square| answers.squares[square.index()].is_some();
                    Square::ALL.into_iter().filter(stands).collect()
                };
                draw_answers(&[], [occupied(expected), occupied(actual)], f)
            }
        }
    }
}

impl<V: Occupant> question::Answers<Question> for V {
    type Kept = Option<V>;

    /// Takes one board through a walk, or a new one through each of several walks.
    fn answer(kept: &mut Option<V>, case: &Case) -> Answers {
        let Case { from, position, step, .. } = case;
        let board = match kept {
            Some(board) if *step != Step::Built => board,
            kept => kept.insert(V::of(position)),
        };
        match *step {
            Step::Built => {}
            Step::Made(m) => changes(from, m).for_each(|change| board.play(change)),
            Step::Unmade(m) => {
                changes(position, m).rev().for_each(|change| board.play(change.undone()));
            }
        }
        Answers {
            squares: Square::ALL.map(|square| board.piece_on(square)),
            pieces: Piece::ALL.map(|piece| board.pieces(piece)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::faulty;
    use crate::{Identity, Oracle, Table, check};
    use std::string::ToString;

    #[test]
    fn agrees_with_a_board_by_hand() {
        use Piece::*;
        let Answers { squares, pieces } =
            oracle(&Position::from_fen("4k2r/8/8/8/2Pp4/8/8/B3K3 b k c3").unwrap());
        let on = |square: Square| squares[square.index()];
        let found =
            [Square::A1, Square::E1, Square::C4, Square::D4, Square::E8, Square::H8].map(on);
        let expected = [WhiteBishop, WhiteKing, WhitePawn, BlackPawn, BlackKing, BlackRook];
        assert_eq!(found, expected.map(Some));
        assert_eq!(squares.iter().flatten().count(), 6);
        assert_eq!(on(Square::C3), None);
        assert_eq!(pieces[BlackPawn as usize], Square::D4.bitboard());
        assert_eq!(pieces[WhiteQueen as usize], Bitboard::EMPTY);
    }

    /// The list by square that the position itself keeps is another witness.
    #[test]
    fn agrees_with_the_list_of_positions() {
        for position in samples::positions().take(5_000) {
            let Answers { squares, pieces } = oracle(&position);
            for square in Square::ALL {
                assert_eq!(squares[square.index()], position.piece_on(square), "{position}");
            }
            assert_eq!(pieces, Piece::ALL.map(|piece| position.pieces(piece)), "{position}");
        }
    }

    /// Sets, but pieces of `FAULT` are not moved from their square.
    struct Board<const FAULT: u8>(Sets);

    impl<const FAULT: u8> Variant for Board<FAULT> {
        const IDENTITY: Identity = Oracle::IDENTITY;
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl<const FAULT: u8> Occupant for Board<FAULT> {
        fn empty() -> Self {
            Board(Sets::EMPTY)
        }

        fn put_piece(&mut self, piece: Piece, square: Square) {
            self.0.toggle(piece, square.bitboard());
        }

        fn remove_piece(&mut self, piece: Piece, square: Square) {
            if piece as u8 != FAULT {
                self.0.toggle(piece, square.bitboard());
            }
        }

        fn piece_on(&self, square: Square) -> Option<Piece> {
            self.0.find(square)
        }

        fn pieces(&self, piece: Piece) -> Bitboard {
            self.0.pieces(piece)
        }
    }

    #[test]
    fn a_board_that_forgets_is_found() {
        assert_eq!(check::<Question, Board<12>>(Extent::Tenth).unwrap(), 22_836);
        let wrong = [
            check::<Question, Board<0>>(Extent::Tenth).unwrap_err(),
            check::<Question, Board<11>>(Extent::Tenth).unwrap_err(),
        ];
        let told = wrong.map(|wrong| wrong.to_string());
        assert!(told.iter().all(|text| text.contains("is wrong about ")), "{told:#?}");
        assert!(told[0].contains(": ., not P; in "), "{}", told[0]);
    }

    /// Answers like the oracle. A board that is told of changes alone does not know its step.
    struct Plain;

    impl Variant for Plain {
        const IDENTITY: Identity = Oracle::IDENTITY;
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl question::Answers<Question> for Plain {
        type Kept = ();

        fn answer(_: &mut (), case: &Case) -> Answers {
            faulty::answer::<Question>(case)
        }
    }

    faulty::catch_every_fault!(Plain);
}
