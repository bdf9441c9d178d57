//! Do three squares lie on one line?
//!
//! Most programs ask anew for each move of a pinned piece. Others find the line of a pin once, and
//! keep it for all moves: the stream `kept` times what is left to do for each.

use crate::cozy;
use crate::kernel::{Answer, Null, answers};
use crate::question::{Policy, Question};
use crate::streams::{
    DRAWN, GamePosition, Query, Source, Stream, Streams, any_square, game_positions, generator,
    lazily, square,
};
use crate::variant::{Variant, check, kernels_apart};
use collinear_joined::Joined;
use cozy_chess::{BitBoard, Board, Color, Piece, Square as Cozy};
use lookup::Square;
use lookup::collinear::{self, Collinear};
use sampling::hardware::register;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "collinear",
        "Three squares on a line",
        "Do three squares lie on one line?",
        Policy::LIGHT,
        s,
        vec![
            collinear::<collinear_table::AllPairs>(s).short("64x64"),
            collinear::<collinear_class_masks::ClassMasks>(s).short("four lines of a square"),
            collinear::<collinear_0x88::Difference0x88>(s).short("two 0x88 differences"),
            collinear::<collinear_coordinates::Coordinates>(s).short("numbers of lines"),
            collinear::<collinear_calculation::Calculation>(s).short("calculated"),
            collinear::<Joined<between_rectangular::Rectangular, raypass_rectangular::Rectangular>>(
                s,
            )
            .short("between and behind"),
            collinear::<cozy::Lines>(s).library(),
        ],
    )
}

/// The stream [`KEPT`] holds what a variant finds about the line of a pin.
fn collinear<V: Collinear<Line: 'static> + 'static>(streams: &Streams<Three>) -> Variant {
    let all = kernels_apart::<V, Three, Kept<V::Line>>(streams, &[KEPT], |stream| {
        lazily(move |part| {
            let keep = |query: &Three| Kept { line: V::line(query.a, query.b), c: query.c };
            let queries = stream.part(part).queries.iter().map(keep).collect();
            Stream { queries, dataset: Rc::new(()) }
        })
    });
    Variant::new::<V>(
        all,
        V::collinear as fn(_, _, _) -> _ as usize,
        check::<collinear::Question, V>,
    )
}

/// Does the third lie on the line through the others? These are a king and a piece in games.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Three {
    pub(crate) a: Square,
    pub(crate) b: Square,
    /// The square that a move goes to, which the latency kernel delays.
    pub(crate) c: Square,
}

impl Query for Three {
    type Dataset = ();

    #[inline(always)]
    fn after(self, delay: u64) -> Three {
        Three { c: Square::new(self.c as u8 ^ delay as u8), ..self }
    }
}

/// Does a square lie on a line that the caller keeps?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Kept<L> {
    pub(crate) line: L,
    /// The square that a move goes to, which the latency kernel delays.
    pub(crate) c: Square,
}

impl<L: Copy + 'static> Query for Kept<L> {
    type Dataset = ();

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        Kept { c: Square::new(self.c as u8 ^ delay as u8), ..self }
    }
}

answers! {
    #[inline(always)]
    |query: Three, _none|
    V: Collinear => V::collinear(query.a, query.b, query.c).into(),
    Oracle => collinear::oracle(query.a, query.b, query.c).into(),
    Null => {
        let _line = [query.a, query.b].map(|square| register(square as u64));
        query.c as u64
    },
}

impl<V: Collinear<Line: 'static>> Answer<Kept<V::Line>> for V {
    #[inline(always)]
    fn answer(query: Kept<V::Line>, (): &()) -> u64 {
        V::holds(query.line, query.c).into()
    }
}

/// Does not read the line: reading it is a variant's work.
impl<L: Copy + 'static> Answer<Kept<L>> for Null {
    #[inline(always)]
    fn answer(query: Kept<L>, (): &()) -> u64 {
        query.c as u64
    }
}

/// The stream whose lines were found before.
const KEPT: &str = "kept";

/// The streams.
pub(super) const STREAMS: &[Source<Three>] = &[
    Source {
        name: "positions",
        summary: "a king, a piece of either side that alone keeps an enemy slider from it, and \
                  where that piece goes, in games, in their order",
        draw: in_games,
    },
    Source {
        name: KEPT,
        summary: "the same, where the line of king and piece was found before",
        draw: in_games,
    },
    Source {
        name: "uniform",
        summary: "any three squares",
        draw: |part| {
            let mut generator = generator(part);
            let mut any = || any_square(&mut generator);
            let queries = (0..DRAWN).map(|_| Three { a: any(), b: any(), c: any() }).collect();
            Stream { queries, dataset: Rc::new(()) }
        },
    },
];

fn in_games(part: usize) -> Stream<Three> {
    let queries = game_positions(part).iter().flat_map(asked).collect();
    Stream { queries, dataset: Rc::new(()) }
}

/// The pieces that stand alone between a king and an enemy slider, each with the king and every
/// square that it can go to, castling and en passant left out: first those before the king of the
/// side to move.
fn asked(known: &GamePosition) -> Vec<Three> {
    let board = &known.board;
    let us = board.side_to_move();
    let of_king = |side: Color| {
        let king = board.king(side);
        blockers(board, side).into_iter().flat_map(move |piece| {
            let three = move |to| Three { a: square(king), b: square(piece), c: square(to) };
            targets(board, piece).into_iter().map(three)
        })
    };
    [us, !us].into_iter().flat_map(of_king).collect()
}

/// The pieces of either side that stand alone between the king of this side and an enemy slider.
fn blockers(board: &Board, side: Color) -> BitBoard {
    let (king, queens) = (board.king(side), board.pieces(Piece::Queen));
    let straight = (board.pieces(Piece::Rook) | queens) & cozy_chess::get_rook_rays(king);
    let slanted = (board.pieces(Piece::Bishop) | queens) & cozy_chess::get_bishop_rays(king);
    let snipers = (straight | slanted) & board.colors(!side);
    let inner = snipers
        .into_iter()
        .map(|sniper| cozy_chess::get_between_rays(king, sniper) & board.occupied());
    inner.filter(|inner| inner.len() == 1).fold(BitBoard::EMPTY, |set, inner| set | inner)
}

/// Where a piece can go, whether it is its side's turn or not and its king is safe or not.
fn targets(board: &Board, from: Cozy) -> BitBoard {
    let occupied = board.occupied();
    let Some((piece, side)) = board.piece_on(from).zip(board.color_on(from)) else {
        return BitBoard::EMPTY;
    };
    let reached = match piece {
        Piece::Pawn => {
            let takes = cozy_chess::get_pawn_attacks(from, side) & board.colors(!side);
            cozy_chess::get_pawn_quiets(from, side, occupied) | takes
        }
        Piece::Knight => cozy_chess::get_knight_moves(from),
        Piece::Bishop => cozy_chess::get_bishop_moves(from, occupied),
        Piece::Rook => cozy_chess::get_rook_moves(from, occupied),
        Piece::Queen => {
            cozy_chess::get_bishop_moves(from, occupied)
                | cozy_chess::get_rook_moves(from, occupied)
        }
        Piece::King => cozy_chess::get_king_moves(from),
    };
    reached & !board.colors(side)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Square::*;

    #[test]
    fn games_ask_what_an_engine_would() {
        // A bishop before its king and an enemy bishop, and a pawn before the enemy king and a rook.
        let board = "4k3/8/8/4P3/1b6/8/3BR3/4K3 w - - 0 1".parse().unwrap();
        let known = GamePosition::new(board, Vec::new());
        let bishop = [C1, C3, E3, B4, F4, G5, H6].map(|c| Three { a: E1, b: D2, c });
        let pawn = Three { a: E8, b: E5, c: E6 };
        assert_eq!(asked(&known), [&bishop[..], &[pawn]].concat());
    }

    #[test]
    fn pieces_behind_others_and_sliders_of_the_other_kind_are_not_asked_about() {
        // Two knights on one line, a bishop on a file, and a slider that nothing keeps away.
        let board = "4k2R/8/4b3/8/1q6/2N5/3N4/4K3 b - - 0 1".parse().unwrap();
        assert_eq!(asked(&GamePosition::new(board, Vec::new())), []);
    }

    #[test]
    fn a_kept_line_asks_about_the_same_square() {
        let kept = Kept { line: 5_u64, c: C3 };
        assert_eq!([kept.after(0), kept.after(1)], [kept, Kept { line: 5, c: D3 }]);
    }
}
