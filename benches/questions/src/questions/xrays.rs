//! What does a rook or a bishop attack through a piece in its way?

use crate::kernel::{Answer, Null, Oracle};
use crate::question::{Policy, Question};
use crate::streams::{
    ANCHOR, GamePosition, Source, SquareOf, Stream, Streams, THINGS, any_square, asked_in_turn,
    drawn_on_boards, occupancy, square,
};
use crate::variant::Variant;
use cozy_chess::Piece as Kind;
use lookup::sliders::Slider;
use lookup::xrays::{self, Xrays};
use lookup::{Bitboard, Square};
use sampling::hardware::register;
use sliders_magic::Magic;
use xrays_conditional::Conditional;
use xrays_two_lookups::TwoLookups;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "xrays",
        "X-ray attacks",
        "What does a rook or a bishop attack through a piece in its way?",
        Policy::HEAVY,
        s,
        vec![
            xrays::<TwoLookups<Magic>>(s).cpw(),
            xrays::<TwoLookups<sliders_obstruction::Obstruction>>(s).cpw(),
            xrays::<Conditional<Magic>>(s).short("second lookup if needed").cpw(),
            xrays::<Conditional<sliders_obstruction::Obstruction>>(s).cpw(),
            xrays::<xrays_kindergarten::Kindergarten>(s).cpw(),
            xrays::<xrays_fill::Fill>(s).cpw(),
            xrays::<xrays_blockers::Blockers<between_rectangular::Rectangular>>(s)
                .short("blockers tested"),
            xrays::<xrays_carry::Carry>(s),
        ],
    )
}

fn xrays<V: Xrays + 'static>(streams: &Streams<Xray>) -> Variant {
    #[inline(never)]
    fn lookup<V: Xrays>(square: Square, occupied: Bitboard, blockers: Bitboard) -> [Bitboard; 2] {
        [V::rook(square, occupied, blockers), V::bishop(square, occupied, blockers)]
    }
    let code = lookup::<V> as fn(_, _, _) -> _ as usize;
    Variant::plain::<xrays::Question, V, _>(streams, code)
}

/// Which squares does a rook on this square attack through blockers? The next query asks about a
/// bishop.
pub(crate) type Xray = SquareOf<Obstacles, (), true>;

/// The pieces on a board, and those that are looked through.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Obstacles {
    /// All pieces.
    pub(crate) occupied: Bitboard,
    /// Those that are looked through.
    pub(crate) blockers: Bitboard,
}

impl<V: Xrays> Answer<Xray> for V {
    #[inline(never)]
    fn answer(query: Xray, boards: &[Obstacles; THINGS]) -> u64 {
        let Obstacles { occupied, blockers } = *query.among(boards);
        V::rook(query.square, occupied, blockers).0
    }

    #[inline(never)]
    fn second(query: Xray, boards: &[Obstacles; THINGS]) -> u64 {
        let Obstacles { occupied, blockers } = *query.among(boards);
        V::bishop(query.square, occupied, blockers).0
    }
}

impl Answer<Xray> for Oracle {
    fn answer(query: Xray, boards: &[Obstacles; THINGS]) -> u64 {
        let Obstacles { occupied, blockers } = *query.among(boards);
        xrays::oracle(Slider::Rook, query.square, occupied, blockers).0
    }

    fn second(query: Xray, boards: &[Obstacles; THINGS]) -> u64 {
        let Obstacles { occupied, blockers } = *query.among(boards);
        xrays::oracle(Slider::Bishop, query.square, occupied, blockers).0
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

/// Streams of single lookups. Those of earlier sets, `uniform` and `positions`, ask for queens,
/// which take two.
pub(super) const STREAMS: &[Source<Xray>] = &[
    Source {
        name: "games",
        summary: "a rook and a bishop of the side to move in turn, through its pieces, in games, in \
                  their order",
        draw: |part| {
            asked_in_turn(part, obstacles, |known| {
                let board = &known.board;
                [Kind::Rook, Kind::Bishop].map(|kind| {
                    let own = board.colored_pieces(board.side_to_move(), kind);
                    own.into_iter().map(square).collect()
                })
            })
        },
    },
    Source {
        name: "drawn",
        summary: "a rook and a bishop in turn on any square, 16 times in a row on one of 256 \
                  boards of 4 to 32 pieces, through half of the pieces",
        draw: drawn_through_half,
    },
];

/// The pieces in a position, and those that the side to move looks through.
fn obstacles(known: &GamePosition) -> Obstacles {
    let own = known.position.color(known.position.side_to_move());
    Obstacles { occupied: known.position.occupied(), blockers: own }
}

/// Looks through half of the pieces of a board.
fn drawn_through_half(part: usize) -> Stream<Xray> {
    let query = |generator: &mut _, boards: &[_], number| {
        let board = (number / ANCHOR % boards.len()) as u16;
        Xray::new(any_square(generator), (), board)
    };
    drawn_on_boards(part, query, |squares| {
        let half = &squares[..squares.len() / 2];
        Obstacles { occupied: occupancy(squares), blockers: occupancy(half) }
    })
}
