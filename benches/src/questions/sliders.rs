//! Which squares does a rook, a bishop or a queen attack from here?

use crate::catalogue::{Entry, Study, plain};
use crate::example::{board, queen};
use crate::hardware::register;
use crate::kernel::{Answer, Null, Oracle};
use crate::libraries::{chess, cozy, pleco};
use crate::positions::{self, Moment, square};
use crate::record::Board;
use crate::stream::{
    ANCHOR, QUERIES, Query, Source, Stream, any_square, boards, enough, generator, occupancy,
    setting,
};
use cozy_chess::Piece as Kind;
use lookup::sliders::{self, Slider, Sliders};
use lookup::{Bitboard, Square};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    // None is a seed: the page has getters for this and does not say how they work.
    Study::new::<sliders_magic::Magic, _>(
        "sliders",
        "Which squares does a rook, a bishop or a queen attack from here?",
        STREAMS,
        vec![
            sliders::<sliders_magic::Magic>(),
            sliders::<sliders_black_magic::BlackMagic>(),
            sliders::<sliders_pext::Pext>(),
            sliders::<sliders_pext_pdep::PextPdep>(),
            sliders::<sliders_kindergarten::Kindergarten>(),
            sliders::<sliders_classical::Classical>(),
            sliders::<sliders_obstruction::Obstruction>(),
            sliders::<sliders_hyperbola::Hyperbola>(),
            sliders::<sliders_hyperbola_lanes::HyperbolaLanes>(),
            sliders::<sliders_hyperbola_reverse::HyperbolaReverse>(),
            sliders::<sliders_kogge_stone::KoggeStone>(),
            sliders::<sliders_dumb7::Dumb7>(),
            sliders::<sliders_walk::Walk>(),
            sliders::<cozy::Slides>().library(),
            sliders::<chess::Slides>().library(),
            sliders::<pleco::Slides>().library().after(pleco::init_statics),
        ],
    )
}

fn sliders<V: Sliders + 'static>() -> Entry<Slide> {
    #[inline(never)]
    fn lookup<V: Sliders>(square: Square, occupied: Bitboard) -> Bitboard {
        V::queen(square, occupied)
    }
    let check = || sliders::check::<V>().map_err(|wrong| wrong.to_string());
    plain::<V, Slide>(lookup::<V> as fn(_, _) -> _ as usize, check, example::<V>)
}

/// What does a queen on this square attack?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Slide {
    /// Where it stands, which the latency kernel delays.
    pub square: Square,
    /// The occupancy's number in the setting.
    pub board: u16,
}

impl Query for Slide {
    /// Occupancies, as many as a query can name, so that naming one needs no check.
    type Setting = [Bitboard; 1 << 16];

    /// A table of 900 KB shares the second-level cache with no other.
    const WARM_UP: usize = QUERIES;

    #[inline(always)]
    fn after(self, delay: u64) -> Slide {
        Slide { square: Square::new(self.square as u8 ^ delay as u8), ..self }
    }
}

impl<V: Sliders> Answer<Slide> for V {
    #[inline(always)]
    fn answer(query: Slide, boards: &[Bitboard; 1 << 16]) -> u64 {
        V::queen(query.square, boards[query.board as usize]).0
    }
}

impl Answer<Slide> for Oracle {
    fn answer(query: Slide, boards: &[Bitboard; 1 << 16]) -> u64 {
        sliders::oracle(Slider::Queen, query.square, boards[query.board as usize]).0
    }
}

impl Answer<Slide> for Null {
    #[inline(always)]
    fn answer(query: Slide, boards: &[Bitboard; 1 << 16]) -> u64 {
        let _occupied = register(boards[query.board as usize].0);
        query.square as u64
    }
}

/// The streams that ask what a queen attacks: both lookups that an engine makes,
/// for a rook and for a bishop. The drawn ones ask about 256 boards of 4 to 32 pieces.
const STREAMS: &[Source<Slide>] = &[
    Source {
        name: "uniform",
        summary: "a queen on any square, 16 times in a row on one board",
        draw: || slides(|generator, number| (any_square(generator), number / ANCHOR)),
    },
    Source {
        name: "anchored",
        summary: "a queen on one square, 16 times in a row on other boards, as about a king",
        draw: || {
            let mut king = Square::A1;
            slides(move |generator, number| {
                if number % ANCHOR == 0 {
                    king = any_square(generator);
                }
                (king, number)
            })
        },
    },
    Source {
        name: "positions",
        summary: "a queen in place of every slider and king in games, in their order",
        draw: || {
            let (queries, boards) = in_games();
            Stream { queries: enough(queries), setting: setting(boards) }
        },
    },
];

/// Asks on a square and the board of a number, which may be any.
fn slides(
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, usize) -> (Square, usize),
) -> Stream<Slide> {
    let mut generator = generator();
    let boards = boards(&mut generator);
    let query = |number| {
        let (square, board) = next(&mut generator, number);
        Slide { square, board: (board % boards.len()) as u16 }
    };
    let queries = (0..QUERIES).map(query).collect();
    Stream { queries, setting: setting(boards.iter().map(|squares| occupancy(squares))) }
}

/// The squares of sliders and kings that the positions ask about, and the boards.
fn in_games() -> (Vec<Slide>, Vec<Bitboard>) {
    positions::asked_about(Moment::occupied, |moment, board| {
        sliders_and_kings(&moment.board).map(|square| Slide { square, board }).collect()
    })
}

fn sliders_and_kings(board: &cozy_chess::Board) -> impl Iterator<Item = Square> {
    let us = board.side_to_move();
    let sliders = board.pieces(Kind::Bishop) | board.pieces(Kind::Rook) | board.pieces(Kind::Queen);
    let kings = [board.king(us), board.king(!us)];
    sliders.into_iter().chain(kings).map(square)
}

/// A queen with a few pieces in its way.
fn example<V: Sliders>() -> Vec<Board> {
    let (from, blockers) = queen();
    vec![
        board("a queen on d4", from.bitboard()),
        board("what stands in its way", blockers),
        board("the squares it attacks", V::queen(from, blockers | from.bitboard())),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream;
    use cozy_chess::Board;

    #[test]
    fn sliders_are_asked_about_on_boards_with_pieces() {
        stream::check(STREAMS);
        for source in STREAMS {
            let stream = (source.draw)();
            for query in &stream.queries {
                let pieces = stream.setting[query.board as usize].0.count_ones();
                assert!((2..=32).contains(&pieces), "{pieces} pieces in {}", source.name);
            }
        }
        let anchored = (STREAMS[1].draw)().queries;
        for run in anchored.chunks(ANCHOR) {
            assert!(run.iter().all(|query| query.square == run[0].square));
            assert!(run.windows(2).all(|pair| pair[0].board != pair[1].board));
        }
        let positions = (STREAMS[2].draw)();
        let stands = |query: &Slide| positions.setting[query.board as usize].contains(query.square);
        assert!(positions.queries.iter().all(stands));
    }

    #[test]
    fn every_slider_and_king_is_asked_about() {
        let board: Board = "4r2k/8/8/8/4P3/8/5n2/2B1K3 b - - 0 1".parse().unwrap();
        let squares: Vec<_> = sliders_and_kings(&board).collect();
        assert_eq!(squares, [Square::C1, Square::E8, Square::H8, Square::E1]);
    }
}
