//! Which squares does a rook, a bishop or a queen attack from here?
//!
//! Queries ask about rooks and bishops in turn. In a search, half of the lookups are for rooks, and
//! an eighth are for queens. A variant whose queen takes less than both saves that too, which only
//! the search shows.

use super::attackers::goals;
use crate::cozy;
use crate::kernel::{Answer, Null, Oracle};
use crate::question::{Policy, Question};
use crate::streams::{
    ANCHOR, Source, SquareOf, Streams, THINGS, any_square, asked_in_turn, drawn_on_boards,
    occupancy, square,
};
use crate::variant::Variant;
use cozy_chess::Piece as Kind;
use lookup::sliders::{self, Slider, Sliders};
use lookup::{Bitboard, Square};
use sampling::hardware::register;

/// The question with everything that answers it. None is from the wiki pages that the laboratory
/// began with: these have getters and do not say how they work.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    const PEXT: &[&str] = &[
        "sliders-pext",
        "sliders-pext-first-rank",
        "sliders-pext-lines",
        "sliders-pext-mixed",
        "sliders-pext-pdep",
    ];
    let question = Question::new(
        "sliders",
        "Sliding attacks",
        "Which squares does a rook, a bishop or a queen attack from here?",
        // A table of 900 KB leaves no other table room in the second-level cache.
        Policy { warm_up: 2 * Policy::LIGHT.window, ..Policy::LIGHT },
        s,
        vec![
            sliders::<sliders_magic::Magic>(s).short("magics"),
            sliders::<sliders_magic_plain::MagicPlain>(s).short("plain magics"),
            sliders::<sliders_black_magic::BlackMagic>(s).short("black magics"),
            sliders::<sliders_magic_bytes::MagicBytes>(s).short("magics with bytes"),
            sliders::<sliders_pext::Pext>(s).short("PEXT"),
            sliders::<sliders_pext_pdep::PextPdep>(s).short("PEXT and PDEP"),
            sliders::<sliders_pext_mixed::PextMixed>(s).short("PEXT mixed"),
            sliders::<sliders_pext_lines::PextLines>(s).short("PEXT by line"),
            sliders::<sliders_pext_first_rank::PextFirstRank>(s).short("PEXT to the first rank"),
            sliders::<sliders_kindergarten::Kindergarten>(s),
            sliders::<sliders_kgssb::Kgssb>(s).short("KGSSB"),
            sliders::<sliders_sissy::Sissy>(s).short("SISSY"),
            sliders::<sliders_classical::Classical>(s).short("classical rays"),
            sliders::<sliders_obstruction::Obstruction>(s),
            sliders::<sliders_obstruction_lanes::ObstructionLanes>(s).short("obstruction in lanes"),
            sliders::<sliders_hyperbola::Hyperbola>(s),
            sliders::<sliders_hyperbola_full_ranks::HyperbolaFullRanks>(s)
                .short("hyperbola with full ranks"),
            sliders::<sliders_hyperbola_loaded::HyperbolaLoaded>(s).short("hyperbola loaded"),
            sliders::<sliders_hyperbola_lanes::HyperbolaLanes>(s).short("hyperbola in lanes"),
            sliders::<sliders_hyperbola_double::HyperbolaDouble>(s).short("hyperbola for both"),
            sliders::<sliders_hyperbola_apart::HyperbolaApart>(s).short("hyperbola apart"),
            sliders::<sliders_hyperbola_reverse::HyperbolaReverse>(s)
                .short("hyperbola by bit reversal"),
            sliders::<sliders_gfni::Gfni>(s).short("GFNI"),
            sliders::<sliders_kogge_stone::KoggeStone>(s).short("Kogge-Stone"),
            sliders::<sliders_dumb7::Dumb7>(s),
            sliders::<sliders_walk::Walk>(s).short("ray walk"),
            sliders::<cozy::Slides>(s).library(),
        ],
    );
    Question { uses_pext: PEXT, ..question }
}

fn sliders<V: Sliders + 'static>(streams: &Streams<Slide>) -> Variant {
    #[inline(never)]
    fn lookup<V: Sliders>(square: Square, occupied: Bitboard) -> [Bitboard; 2] {
        [V::rook(square, occupied), V::bishop(square, occupied)]
    }
    let code = lookup::<V> as fn(_, _) -> _ as usize;
    Variant::plain::<sliders::Question, V, _>(streams, code)
}

/// Which squares does a rook on this square attack, among the pieces of this occupancy? The next
/// query asks about a bishop.
pub(crate) type Slide = SquareOf<Bitboard, (), true>;

impl<V: Sliders> Answer<Slide> for V {
    #[inline(always)]
    fn answer(query: Slide, boards: &[Bitboard; THINGS]) -> u64 {
        V::rook(query.square, *query.among(boards)).0
    }

    #[inline(always)]
    fn second(query: Slide, boards: &[Bitboard; THINGS]) -> u64 {
        V::bishop(query.square, *query.among(boards)).0
    }
}

impl Answer<Slide> for Oracle {
    fn answer(query: Slide, boards: &[Bitboard; THINGS]) -> u64 {
        sliders::oracle(Slider::Rook, query.square, *query.among(boards)).0
    }

    fn second(query: Slide, boards: &[Bitboard; THINGS]) -> u64 {
        sliders::oracle(Slider::Bishop, query.square, *query.among(boards)).0
    }
}

impl Answer<Slide> for Null {
    #[inline(always)]
    fn answer(query: Slide, boards: &[Bitboard; THINGS]) -> u64 {
        let _occupied = register(query.among(boards).0);
        query.square as u64
    }
}

/// Streams of single lookups. Those of earlier sets, `uniform`, `anchored` and `positions`, ask for
/// queens, which take two.
pub(super) const STREAMS: &[Source<Slide>] = &[
    Source {
        name: "games",
        summary: "a rook and a bishop in turn, in place of sliders of their kinds and of kings, \
                  and where tried moves go, in games, in their order",
        draw: |part| {
            asked_in_turn(
                part,
                |known| known.position.occupied(),
                |known| {
                    let board = &known.board;
                    [Kind::Rook, Kind::Bishop].map(|kind| {
                        let kinds = [kind, Kind::Queen, Kind::King].map(|kind| board.pieces(kind));
                        let pieces = kinds.into_iter().flatten().map(square);
                        pieces.chain(goals(known)).collect()
                    })
                },
            )
        },
    },
    Source {
        name: "drawn",
        summary: "a rook and a bishop in turn on any square, 16 times in a row on one of 256 \
                  boards of 4 to 32 pieces",
        draw: |part| {
            let query = |generator: &mut _, boards: &[_], number| {
                let board = (number / ANCHOR % boards.len()) as u16;
                Slide::new(any_square(generator), (), board)
            };
            drawn_on_boards(part, query, occupancy)
        },
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::game_positions;

    /// Endings have more rooks than bishops, but not enough to leave much out.
    #[test]
    fn rooks_and_bishops_take_turns_on_squares_that_programs_ask_about() {
        let stream = (STREAMS[0].draw)(1);
        let known = game_positions(1);
        let is_asked = |query: &Slide, kind| {
            let known = &known[query.board as usize];
            let at = cozy_chess::Square::ALL[query.square as usize];
            let slides = |piece| [kind, Kind::Queen, Kind::King].contains(&piece);
            known.board.piece_on(at).is_some_and(slides) || goals(known).contains(&query.square)
        };
        for [rook, bishop] in stream.queries.as_chunks().0 {
            assert!(is_asked(rook, Kind::Rook) && is_asked(bishop, Kind::Bishop));
        }
        let last = stream.queries.iter().map(|query| query.board as usize).max().unwrap();
        assert_eq!(last, THINGS - 1);
        let lasts = stream.queries.last_chunk::<2>().unwrap().map(|query| query.board as usize);
        assert!(lasts.iter().all(|last| *last > THINGS * 4 / 5), "{lasts:?}");
    }
}
