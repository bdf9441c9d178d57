//! Which squares does a rook, a bishop or a queen attack from here?

use crate::cozy;
use crate::entry::TypedContender;
use crate::example::{board, queen};
use crate::kernel::{Answer, Null, Oracle};
use crate::streams::{
    ANCHOR, GamePosition, Source, SquareOf, Stream, THINGS, any_square, asked_about, asked_in,
    drawn_on_boards, occupancy, square,
};
use crate::study::{BEFORE_ZEN_3, PEXT_IS_SLOW, Policy, Slow, Study};
use cozy_chess::Piece as Kind;
use lookup::sliders::{self, Slider, Sliders};
use lookup::{Bitboard, Square};
use rand_xoshiro::Xoshiro256PlusPlus;
use records::Board;
use sampling::hardware::register;

/// Short names of its techniques; the others are called as their crates.
const NAMES: &[(&str, &str)] = &[
    ("sliders-magic", "magics"),
    ("sliders-magic-plain", "plain magics"),
    ("sliders-black-magic", "black magics"),
    ("sliders-magic-bytes", "magics with bytes"),
    ("sliders-pext", "PEXT"),
    ("sliders-pext-pdep", "PEXT and PDEP"),
    ("sliders-pext-mixed", "PEXT mixed"),
    ("sliders-kgssb", "KGSSB"),
    ("sliders-sissy", "SISSY"),
    ("sliders-obstruction-lanes", "obstruction in lanes"),
    ("sliders-hyperbola-full-ranks", "hyperbola with full ranks"),
    ("sliders-hyperbola-loaded", "hyperbola loaded"),
    ("sliders-hyperbola-lanes", "hyperbola in lanes"),
    ("sliders-hyperbola-double", "hyperbola for both"),
    ("sliders-hyperbola-reverse", "hyperbola by bit reversal"),
    ("sliders-gfni", "GFNI"),
    ("sliders-kogge-stone", "Kogge-Stone"),
    ("sliders-classical", "classical rays"),
    ("sliders-walk", "ray walk"),
];

/// PEXT and PDEP are microcode on these processors, a few cycles for each bit of the mask. Engines
/// ship a switch or a build of their own for them: Stockfish; PZChessBot gained 30.9 Elo there.
const SLOW: &[Slow] = &[Slow {
    techniques: &["sliders-pext", "sliders-pext-mixed", "sliders-pext-pdep"],
    says: PEXT_IS_SLOW,
    on: BEFORE_ZEN_3,
    source: "https://github.com/kevlu8/PZChessBot/pull/332",
}];

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    let mut contenders = Vec::new();
    variants(&mut contenders);
    Study::new::<sliders_magic::Magic, _>(
        "sliders",
        "Which squares does a rook, a bishop or a queen attack from here?",
        STREAMS,
        // A table of 900 KB shares the second-level cache with no other.
        Policy { warm_up: 2 * Policy::LIGHT.window, ..Policy::LIGHT },
        contenders,
    )
    .called("Sliding attacks", NAMES)
    .slow_on(SLOW)
}

/// Everything that answers; a new variant is a line here. None is from the wiki pages that
/// the laboratory began with: these have getters and do not say how they work.
pub(crate) fn variants(each: &mut impl Each) {
    each.plain::<sliders_magic::Magic>();
    each.plain::<sliders_magic_plain::MagicPlain>();
    each.plain::<sliders_black_magic::BlackMagic>();
    each.plain::<sliders_magic_bytes::MagicBytes>();
    each.plain::<sliders_pext::Pext>();
    each.plain::<sliders_pext_pdep::PextPdep>();
    each.plain::<sliders_pext_mixed::PextMixed>();
    each.plain::<sliders_kindergarten::Kindergarten>();
    each.plain::<sliders_kgssb::Kgssb>();
    each.plain::<sliders_sissy::Sissy>();
    each.plain::<sliders_classical::Classical>();
    each.plain::<sliders_obstruction::Obstruction>();
    each.plain::<sliders_obstruction_lanes::ObstructionLanes>();
    each.plain::<sliders_hyperbola::Hyperbola>();
    each.plain::<sliders_hyperbola_full_ranks::HyperbolaFullRanks>();
    each.plain::<sliders_hyperbola_loaded::HyperbolaLoaded>();
    each.plain::<sliders_hyperbola_lanes::HyperbolaLanes>();
    each.plain::<sliders_hyperbola_double::HyperbolaDouble>();
    each.plain::<sliders_hyperbola_reverse::HyperbolaReverse>();
    each.plain::<sliders_gfni::Gfni>();
    each.plain::<sliders_kogge_stone::KoggeStone>();
    each.plain::<sliders_dumb7::Dumb7>();
    each.plain::<sliders_walk::Walk>();
    each.library::<cozy::Slides>();
}

/// Takes the variants, each by its type. Other studies are built from them too.
pub(crate) trait Each {
    /// A technique.
    fn plain<V: Sliders + 'static>(&mut self);

    /// A library.
    fn library<V: Sliders + 'static>(&mut self) {}
}

impl Each for Vec<TypedContender<Slide>> {
    fn plain<V: Sliders + 'static>(&mut self) {
        #[inline(never)]
        fn lookup<V: Sliders>(square: Square, occupied: Bitboard) -> Bitboard {
            V::queen(square, occupied)
        }
        let code = lookup::<V> as fn(_, _) -> _ as usize;
        self.push(TypedContender::plain::<sliders::Question, V>(code, example::<V>));
    }

    fn library<V: Sliders + 'static>(&mut self) {
        self.plain::<V>();
        let library = self.pop().map(TypedContender::library);
        self.extend(library);
    }
}

/// What does a queen on this square attack, among the pieces of this occupancy?
pub type Slide = SquareOf<Bitboard>;

impl<V: Sliders> Answer<Slide> for V {
    #[inline(always)]
    fn answer(query: Slide, boards: &[Bitboard; THINGS]) -> u64 {
        V::queen(query.square, *query.among(boards)).0
    }
}

impl Answer<Slide> for Oracle {
    fn answer(query: Slide, boards: &[Bitboard; THINGS]) -> u64 {
        sliders::oracle(Slider::Queen, query.square, *query.among(boards)).0
    }
}

impl Answer<Slide> for Null {
    #[inline(always)]
    fn answer(query: Slide, boards: &[Bitboard; THINGS]) -> u64 {
        let _occupied = register(query.among(boards).0);
        query.square as u64
    }
}

/// The streams ask for a queen, which needs both lookups, the rook's and the bishop's. The
/// drawn ones have 256 boards of 4 to 32 pieces.
const STREAMS: &[Source<Slide>] = &[
    Source {
        name: "uniform",
        summary: "a queen on any square, 16 times in a row on one board",
        draw: |part| slides(part, |generator, number| (any_square(generator), number / ANCHOR)),
    },
    Source {
        name: "anchored",
        summary: "a queen on one square, 16 times in a row on other boards, as about a king",
        draw: |part| {
            let mut king = Square::A1;
            slides(part, move |generator, number| {
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
        draw: |part| {
            asked_in(asked_about(part, GamePosition::occupied, |known, board| {
                let squares = sliders_and_kings(&known.board);
                squares.map(|square| Slide::new(square, (), board)).collect()
            }))
        },
    },
];

/// Draws queries; board numbers wrap around.
fn slides(
    part: usize,
    mut next: impl FnMut(&mut Xoshiro256PlusPlus, usize) -> (Square, usize),
) -> Stream<Slide> {
    let query = |generator: &mut _, boards: &[_], number| {
        let (square, board) = next(generator, number);
        Slide::new(square, (), (board % boards.len()) as u16)
    };
    drawn_on_boards(part, query, occupancy)
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
    use crate::streams::check_waiting;
    use cozy_chess::Board;

    #[test]
    fn sliders_are_asked_about_on_boards_with_pieces() {
        check_waiting(STREAMS);
        for source in STREAMS {
            let stream = (source.draw)(0);
            for query in &stream.queries {
                let pieces = query.among(&stream.dataset).0.count_ones();
                assert!((2..=32).contains(&pieces), "{pieces} pieces in {}", source.name);
            }
        }
        let anchored = (STREAMS[1].draw)(0).queries;
        for run in anchored.chunks(ANCHOR) {
            assert!(run.iter().all(|query| query.square == run[0].square));
            assert!(run.windows(2).all(|pair| pair[0].board != pair[1].board));
        }
        let positions = (STREAMS[2].draw)(0);
        let stands = |query: &Slide| query.among(&positions.dataset).contains(query.square);
        assert!(positions.queries.iter().all(stands));
    }

    #[test]
    fn every_slider_and_king_is_asked_about() {
        let board: Board = "4r2k/8/8/8/4P3/8/5n2/2B1K3 b - - 0 1".parse().unwrap();
        let squares: Vec<_> = sliders_and_kings(&board).collect();
        assert_eq!(squares, [Square::C1, Square::E8, Square::H8, Square::E1]);
    }
}
