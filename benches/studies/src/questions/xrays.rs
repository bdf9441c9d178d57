//! What does a rook or a bishop attack through a piece in its way?

use super::counting::{Counting, slider_lookups};
use crate::entry::{Account, TypedContender};
use crate::example::{board, queen, set};
use crate::kernel::{Answer, Null, Oracle};
use crate::streams::{
    ANCHOR, GamePosition, Source, SquareOf, Stream, THINGS, any_square, asked_about, asked_in,
    drawn_on_boards, occupancy, square,
};
use crate::study::{Policy, Study};
use lookup::sliders::Slider;
use lookup::xrays::{self, Xrays};
use lookup::{Bitboard, Square};
use records::Board;
use sampling::hardware::register;
use sliders_magic::Magic;
use xrays_conditional::Conditional;
use xrays_two_lookups::TwoLookups;

/// Short names of its techniques; the others are called as their crates.
const NAMES: &[(&str, &str)] =
    &[("xrays-conditional", "second lookup if needed"), ("xrays-blockers", "blockers tested")];

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    Study::new::<TwoLookups<Magic>, _>(
        "xrays",
        "What does a rook or a bishop attack through a piece in its way?",
        STREAMS,
        Policy::HEAVY,
        vec![
            xrays::<TwoLookups<Magic>>().cpw().counted(lookups::<TwoLookups<Counting<Magic>>>),
            xrays::<TwoLookups<sliders_obstruction::Obstruction>>().cpw(),
            xrays::<Conditional<Magic>>().cpw().counted(lookups::<Conditional<Counting<Magic>>>),
            xrays::<Conditional<sliders_obstruction::Obstruction>>().cpw(),
            xrays::<xrays_kindergarten::Kindergarten>().cpw(),
            xrays::<xrays_fill::Fill>().cpw(),
            xrays::<xrays_blockers::Blockers<between_rectangular::Rectangular>>(),
            xrays::<xrays_carry::Carry>(),
        ],
    )
    .called("X-ray attacks", NAMES)
}

fn xrays<V: Xrays + 'static>() -> TypedContender<Xray> {
    #[inline(never)]
    fn lookup<V: Xrays>(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        V::rook(square, occupied, blockers) | V::bishop(square, occupied, blockers)
    }
    let code = lookup::<V> as fn(_, _, _) -> _ as usize;
    TypedContender::plain::<xrays::Question, V>(code, example::<V>)
}

fn lookups<V: Xrays>() -> Account {
    slider_lookups::<V, Xray>(STREAMS)
}

/// What would a queen on this square attack through blockers?
pub type Xray = SquareOf<Obstacles>;

/// The pieces on a board, and those that are looked through.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Obstacles {
    /// All pieces.
    pub occupied: Bitboard,
    /// Those that are looked through.
    pub blockers: Bitboard,
}

impl<V: Xrays> Answer<Xray> for V {
    #[inline(never)]
    fn answer(query: Xray, boards: &[Obstacles; THINGS]) -> u64 {
        let Obstacles { occupied, blockers } = *query.among(boards);
        let straight = V::rook(query.square, occupied, blockers);
        straight.0 | V::bishop(query.square, occupied, blockers).0
    }
}

impl Answer<Xray> for Oracle {
    fn answer(query: Xray, boards: &[Obstacles; THINGS]) -> u64 {
        let Obstacles { occupied, blockers } = *query.among(boards);
        xrays::oracle(Slider::Queen, query.square, occupied, blockers).0
    }
}

impl Answer<Xray> for Null {
    #[inline(never)]
    fn answer(query: Xray, boards: &[Obstacles; THINGS]) -> u64 {
        let Obstacles { occupied, blockers } = *query.among(boards);
        let _occupied = register(occupied.0);
        let _blockers = register(blockers.0);
        query.square as u64
    }
}

/// The drawn stream asks 16 times in a row about one of 256 boards of 4 to 32 pieces, and
/// looks through every other piece.
const STREAMS: &[Source<Xray>] = &[
    Source { name: "uniform", summary: "any square, through half of the pieces", draw: uniform },
    Source {
        name: "positions",
        summary: "both kings, through the pieces of the side to move: what is pinned, and what \
                  can give check by moving away, in games, in their order",
        draw: |part| asked_in(in_games(part)),
    },
];

/// Looks through every other piece of a board.
fn uniform(part: usize) -> Stream<Xray> {
    let query = |generator: &mut _, boards: &[_], number| {
        let board = (number / ANCHOR % boards.len()) as u16;
        Xray::new(any_square(generator), (), board)
    };
    drawn_on_boards(part, query, |squares| {
        let half = &squares[..squares.len() / 2];
        Obstacles { occupied: occupancy(squares), blockers: occupancy(half) }
    })
}

/// What a queen in place of either king sees through the pieces of the side to move.
fn in_games(part: usize) -> (Vec<Xray>, Vec<Obstacles>) {
    let obstacles = |known: &GamePosition| Obstacles {
        occupied: known.occupied(),
        blockers: Bitboard(known.board.colors(known.board.side_to_move()).0),
    };
    asked_about(part, obstacles, |known, board| {
        let kings = cozy_chess::Color::ALL.map(|color| square(known.board.king(color)));
        kings.map(|square| Xray::new(square, (), board)).into()
    })
}

/// A queen, a few pieces in its way, and more behind them.
fn example<V: Xrays>() -> Vec<Board> {
    let (from, blockers) = queen();
    let others = set([Square::B4, Square::D8, Square::H4].into_iter());
    let occupied = blockers | others | from.bitboard();
    let seen = V::rook(from, occupied, blockers) | V::bishop(from, occupied, blockers);
    vec![
        board("a queen on d4", from.bitboard()),
        board("what it looks through", blockers),
        board("what else stands there", others),
        board("the squares that it attacks through a piece", seen),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::check_waiting;

    #[test]
    fn what_is_looked_through_stands_on_the_board() {
        check_waiting(STREAMS);
        for source in STREAMS {
            let stream = (source.draw)(0);
            for query in &stream.queries {
                let Obstacles { occupied, blockers } = *query.among(&stream.dataset);
                assert!(!blockers.is_empty() && (blockers & !occupied).is_empty());
            }
        }
    }
}
