//! What does a rook or a bishop attack through a piece in its way?

use super::{Counting, slider_lookups};
use crate::catalogue::{Account, Entry, Study, plain};
use crate::example::{board, queen, set};
use crate::hardware::register;
use crate::kernel::{Answer, Null, Oracle};
use crate::positions::{self, Moment, square};
use crate::record::Board;
use crate::stream::{
    ANCHOR, QUERIES, Query, Source, Stream, any_square, boards, enough, generator, numbered,
    occupancy,
};
use lookup::sliders::Slider;
use lookup::xrays::{self, Xrays};
use lookup::{Bitboard, Square};
use sliders_magic::Magic;
use xrays_conditional::Conditional;
use xrays_two_lookups::TwoLookups;

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    Study::new::<TwoLookups<Magic>, _>(
        "xrays",
        "What does a rook or a bishop attack through a piece in its way?",
        STREAMS,
        vec![
            xrays::<TwoLookups<Magic>>().seed().counted(lookups::<TwoLookups<Counting<Magic>>>),
            xrays::<TwoLookups<sliders_obstruction::Obstruction>>().seed(),
            xrays::<Conditional<Magic>>().seed().counted(lookups::<Conditional<Counting<Magic>>>),
            xrays::<Conditional<sliders_obstruction::Obstruction>>().seed(),
            xrays::<xrays_kindergarten::Kindergarten>().seed(),
            xrays::<xrays_fill::Fill>().seed(),
            xrays::<xrays_blockers::Blockers<between_rectangular::Rectangular>>(),
            xrays::<xrays_carry::Carry>(),
        ],
    )
}

fn xrays<V: Xrays + 'static>() -> Entry<Xray> {
    #[inline(never)]
    fn lookup<V: Xrays>(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        V::rook(square, occupied, blockers) | V::bishop(square, occupied, blockers)
    }
    let check = || xrays::check::<V>().map_err(|wrong| wrong.to_string());
    plain::<V, Xray>(lookup::<V> as fn(_, _, _) -> _ as usize, check, example::<V>)
}

fn lookups<V: Xrays>() -> Account {
    slider_lookups::<V, Xray>(STREAMS)
}

/// What would a queen on this square attack through blockers?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Xray {
    /// The square, which the latency kernel delays.
    pub square: Square,
    /// The number in the setting of what stands on the board.
    pub board: u16,
}

/// What stands on a board, and which of it is looked through.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Obstacles {
    /// What stands on the board.
    pub occupied: Bitboard,
    /// What of it is looked through.
    pub blockers: Bitboard,
}

impl Obstacles {
    const NONE: Obstacles = Obstacles { occupied: Bitboard::EMPTY, blockers: Bitboard::EMPTY };
}

impl Query for Xray {
    /// As many as a query can name, so that naming one needs no check.
    type Setting = [Obstacles; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Xray {
        Xray { square: Square::new(self.square as u8 ^ delay as u8), ..self }
    }
}

impl<V: Xrays> Answer<Xray> for V {
    #[inline(never)]
    fn answer(query: Xray, boards: &[Obstacles; 1 << 16]) -> u64 {
        let Obstacles { occupied, blockers } = boards[query.board as usize];
        let straight = V::rook(query.square, occupied, blockers);
        straight.0 | V::bishop(query.square, occupied, blockers).0
    }
}

impl Answer<Xray> for Oracle {
    fn answer(query: Xray, boards: &[Obstacles; 1 << 16]) -> u64 {
        let Obstacles { occupied, blockers } = boards[query.board as usize];
        xrays::oracle(Slider::Queen, query.square, occupied, blockers).0
    }
}

impl Answer<Xray> for Null {
    #[inline(never)]
    fn answer(query: Xray, boards: &[Obstacles; 1 << 16]) -> u64 {
        let Obstacles { occupied, blockers } = boards[query.board as usize];
        let _occupied = register(occupied.0);
        let _blockers = register(blockers.0);
        query.square as u64
    }
}

/// The streams that look through pieces. The drawn one asks 16 times in a row about
/// one of 256 boards of 4 to 32 pieces, and looks through every other of them.
const STREAMS: &[Source<Xray>] = &[
    Source { name: "uniform", summary: "any square, through half of the pieces", draw: uniform },
    Source {
        name: "positions",
        summary: "both kings, through the pieces of the side to move: what is pinned, and what \
                  can give check by moving away, in games, in their order",
        draw: || {
            let (queries, boards) = in_games();
            Stream { queries: enough(queries), setting: numbered(boards, Obstacles::NONE) }
        },
    },
];

/// Looks through every other piece of a board.
fn uniform() -> Stream<Xray> {
    let mut generator = generator();
    let boards = boards(&mut generator);
    let query = |number| {
        let board = (number / ANCHOR % boards.len()) as u16;
        Xray { square: any_square(&mut generator), board }
    };
    let queries = (0..QUERIES).map(query).collect();
    let obstacles = boards.iter().map(|squares| {
        let half = squares[..squares.len() / 2].to_vec();
        Obstacles { occupied: occupancy(squares), blockers: occupancy(&half) }
    });
    Stream { queries, setting: numbered(obstacles, Obstacles::NONE) }
}

/// What both kings of the positions see through the pieces of the side to move.
fn in_games() -> (Vec<Xray>, Vec<Obstacles>) {
    let obstacles = |moment: &Moment| Obstacles {
        occupied: moment.occupied(),
        blockers: Bitboard(moment.board.colors(moment.board.side_to_move()).0),
    };
    positions::asked_about(obstacles, |moment, board| {
        let kings = cozy_chess::Color::ALL.map(|color| square(moment.board.king(color)));
        kings.map(|square| Xray { square, board }).into()
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
    use crate::stream;

    #[test]
    fn what_is_looked_through_stands_on_the_board() {
        stream::check(STREAMS);
        for source in STREAMS {
            let stream = (source.draw)();
            for query in &stream.queries {
                let Obstacles { occupied, blockers } = stream.setting[query.board as usize];
                assert!(!blockers.is_empty() && (blockers & !occupied).is_empty());
            }
        }
    }
}
