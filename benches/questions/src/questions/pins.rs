//! Which pieces of a side are pinned to its king?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{OneOf, Source, Streams, asked_in_each, below, drawn};
use crate::variant::Variant;
use lookup::pins::{self, Pins};
use lookup::{Color, Position};
use pins_no_table::NoTable;
use pins_opposite::Opposite;
use pins_snipers::Snipers;
use pins_xray::XRay;
use sampling::hardware::register;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "pins",
        "Pinned pieces",
        "Which pieces of a side are pinned to its king?",
        Policy::HEAVY,
        s,
        vec![
            pins::<XRay<sliders_magic::Magic, between_rectangular::Rectangular>>(s)
                .short("x-rays")
                .cpw(),
            pins::<XRay<sliders_magic::Magic, between_difference_masks::DifferenceMasks>>(s).cpw(),
            pins::<XRay<sliders_magic::Magic, between_select::Select>>(s),
            pins::<XRay<sliders_obstruction::Obstruction, between_rectangular::Rectangular>>(s)
                .cpw(),
            pins::<Opposite<sliders_magic::Magic>>(s).short("opposite lines").cpw(),
            pins::<Opposite<sliders_obstruction::Obstruction>>(s).cpw(),
            pins::<Snipers<between_rectangular::Rectangular>>(s),
            pins::<Snipers<between_difference_masks::DifferenceMasks>>(s),
            pins::<Snipers<between_select::Select>>(s),
            pins::<NoTable<sliders_magic::Magic>>(s).short("sliders alone"),
            pins::<NoTable<sliders_obstruction::Obstruction>>(s),
            pins::<pins_byte_board_vbmi::Vbmi>(s).short("byte board in VBMI"),
            pins::<pins_byte_board_avx2::Avx2>(s).short("byte board in AVX2"),
        ],
    )
}

fn pins<V: Pins + 'static>(streams: &Streams<Pin>) -> Variant {
    Variant::plain::<pins::Question, V, _>(streams, V::pinned as fn(&Position, _) -> _ as usize)
}

/// Which pieces of this side are pinned?
pub(crate) type Pin = OneOf<Position, Color>;

answers! {
    #[inline(never)]
    |query: Pin, positions|
    V: Pins => V::pinned(query.among(positions), query.asked).0,
    Oracle => pins::oracle(query.among(positions), query.asked).0,
    Null => {
        let position = query.among(positions);
        let _king = register(position.king(query.asked) as u64);
        register(position.occupied().0)
    },
}

/// The streams that ask for pinned pieces.
pub(super) const STREAMS: &[Source<Pin>] = &[
    Source {
        name: "positions",
        summary: "the side to move in games, in their order",
        draw: |part| {
            asked_in_each(part, |known, board| vec![Pin::new(known.position.side_to_move(), board)])
        },
    },
    Source {
        name: "uniform",
        summary: "either side in one of 1024 positions with pieces placed at random",
        draw: |part| {
            drawn(part, |generator, board, _| Pin::new(Color::ALL[below(generator, 2)], board))
        },
    },
];
