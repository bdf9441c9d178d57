//! Does this piece on this square attack that square?

use crate::cozy;
use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{
    ANCHOR, GamePosition, Query, Source, Stream, Streams, THINGS, any_square, asked_in, below,
    drawn_on_boards, game_positions, occupancy, other_square, own, piece, square,
};
use crate::variant::Variant;
use attacked_kind_mask::KindMask;
use cozy_chess::{BitBoard, Move, Piece as Kind};
use lookup::attacked::{self, Attacked};
use lookup::between::aligned;
use lookup::{Bitboard, Piece, Square};
use rand_xoshiro::Xoshiro256PlusPlus;
use sampling::hardware::register;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "attacked",
        "Attacked by a piece",
        "Does this piece on this square attack that square?",
        Policy::LIGHT,
        s,
        vec![
            attacked::<attacked_0x88_table::Table0x88>(s).short("0x88 by kind").cpw(),
            attacked::<attacked_0x88_pieces::Pieces0x88>(s).short("0x88 by piece").cpw(),
            attacked::<attacked_getter::Getter>(s).short("attack set").cpw(),
            attacked::<attacked_one_word::OneWord>(s),
            attacked::<KindMask<between_rectangular::Rectangular>>(s).short("mask of kinds"),
            attacked::<KindMask<between_difference_masks::DifferenceMasks>>(s),
            attacked::<cozy::Getters>(s).library(),
        ],
    )
}

fn attacked<V: Attacked + 'static>(streams: &Streams<Attack>) -> Variant {
    Variant::plain::<attacked::Question, V, _>(streams, V::attacks as fn(_, _, _, _) -> _ as usize)
}

/// Does this piece attack this square?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Attack {
    pub(crate) piece: Piece,
    /// Its square, which the latency kernel delays.
    pub(crate) from: Square,
    /// The square it may attack; the king's in an anchored stream.
    pub(crate) to: Square,
    pub(crate) board: u16,
}

/// The most occupancies of a part: those of positions, and those after each of three moves.
const BOARDS: usize = 4 * THINGS;

impl Attack {
    #[inline(always)]
    fn among(self, boards: &[Bitboard; BOARDS]) -> Bitboard {
        boards[self.board as usize % BOARDS]
    }
}

impl Query for Attack {
    type Dataset = [Bitboard; BOARDS];

    #[inline(always)]
    fn after(self, delay: u64) -> Attack {
        Attack { from: Square::new(self.from as u8 ^ delay as u8), ..self }
    }
}

answers! {
    #[inline(always)]
    |query: Attack, boards|
    V: Attacked => {
        let occupied = query.among(boards);
        u64::from(V::attacks(query.piece, query.from, query.to, occupied))
    },
    Oracle => {
        let occupied = query.among(boards);
        u64::from(attacked::oracle(query.piece, query.from, query.to, occupied))
    },
    Null => {
        let _occupied = register(query.among(boards).0);
        let _piece = register(query.piece as u64);
        let _to = register(query.to as u64);
        query.from as u64
    },
}

/// The drawn streams ask 16 times in a row about one of 256 boards of 4 to 32 pieces.
pub(super) const STREAMS: &[Source<Attack>] = &[
    Source {
        name: "positions",
        summary: "what checks and tests of pseudo-legality ask in games, in their order",
        draw: |part| asked_in(in_games(part)),
    },
    Source {
        name: "uniform",
        summary: "any piece on an occupied square, attacking any square",
        draw: |part| {
            attacks(part, |generator, pieces, _| {
                (pieces[below(generator, pieces.len())], any_square(generator))
            })
        },
    },
    Source {
        name: "aligned",
        summary: "any piece on an occupied square, attacking a square on a line with it",
        draw: |part| {
            attacks(part, |generator, pieces, _| {
                let from = pieces[below(generator, pieces.len())];
                loop {
                    let to = other_square(generator, from);
                    if aligned(from, to) {
                        return (from, to);
                    }
                }
            })
        },
    },
    Source {
        name: "anchored",
        summary: "any piece on an occupied square, attacking one square 16 times in turn",
        draw: |part| {
            let mut king = Square::A1;
            attacks(part, move |generator, pieces, number| {
                if number % ANCHOR == 0 {
                    king = any_square(generator);
                }
                (pieces[below(generator, pieces.len())], king)
            })
        },
    },
];

fn attacks(
    part: usize,
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, &[Square], usize) -> (Square, Square),
) -> Stream<Attack> {
    let query = |generator: &mut _, boards: &[Vec<_>], number| {
        let board = (number / ANCHOR % boards.len()) as u16;
        let (from, to) = next(generator, &boards[board as usize], number);
        let piece = Piece::ALL[below(generator, Piece::ALL.len())];
        Attack { piece, from, to, board }
    };
    drawn_on_boards(part, query, occupancy)
}

/// The attacks that the positions ask about, and the boards they refer to.
fn in_games(part: usize) -> (Vec<Attack>, Vec<Bitboard>) {
    let (mut queries, mut boards) = (Vec::new(), Vec::new());
    for known in game_positions(part) {
        attack_queries(known, &mut queries, &mut boards);
    }
    (queries, boards)
}

fn attack_queries(known: &GamePosition, queries: &mut Vec<Attack>, boards: &mut Vec<Bitboard>) {
    let GamePosition { board, candidates, .. } = known;
    let us = board.side_to_move();
    let mut ask = |kind, color, from, to, occupied: BitBoard| {
        let occupied = Bitboard(occupied.0);
        if boards.last() != Some(&occupied) {
            boards.push(occupied);
        }
        let (piece, board) = (piece(kind, color), (boards.len() - 1) as u16);
        queries.push(Attack { piece, from: square(from), to: square(to), board });
    };
    let occupied = board.occupied();
    for enemy in board.colors(!us) {
        let kind = board.piece_on(enemy).expect("the side has a piece there");
        ask(kind, !us, enemy, board.king(us), occupied);
    }
    for candidate in candidates {
        let &Move { from, to, promotion } = candidate;
        let Some(kind) = own(board, candidate) else { continue };
        // An own piece there means castling, or a killer that is no longer a move.
        if board.colors(us).has(to) {
            continue;
        }
        let pushes = kind == Kind::Pawn && from.file() == to.file();
        if !pushes {
            ask(kind, us, from, to, occupied);
        }
        let after = (occupied ^ from.bitboard()) | to.bitboard();
        ask(promotion.unwrap_or(kind), us, to, board.king(!us), after);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::{Board, Square as Cozy};

    #[test]
    fn games_ask_what_an_engine_would() {
        // A rook on the king's file behind a pawn, and a bishop's move.
        let board: Board = "4r2k/8/8/8/4P3/8/8/2B1K3 w - - 0 1".parse().unwrap();
        let bishop = Move { from: Cozy::C1, to: Cozy::H6, promotion: None };
        let known = GamePosition::new(board, vec![bishop]);
        let (mut queries, mut boards) = (Vec::new(), Vec::new());
        attack_queries(&known, &mut queries, &mut boards);
        let asked: Vec<_> = queries.iter().map(|q| (q.piece, q.from, q.to)).collect();
        assert_eq!(
            asked,
            [
                (Piece::BlackRook, Square::E8, Square::E1),
                (Piece::BlackKing, Square::H8, Square::E1),
                (Piece::WhiteBishop, Square::C1, Square::H6),
                (Piece::WhiteBishop, Square::H6, Square::H8),
            ]
        );
        assert_eq!(boards.len(), 2);
        assert!(queries.iter().all(|q| boards[q.board as usize].contains(q.from)));
    }
}
