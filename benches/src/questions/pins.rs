//! Which pieces of a side are pinned to its king?

use crate::catalogue::{Entry, Study, plain};
use crate::example::{board, position};
use crate::hardware::register;
use crate::kernel::{Answer, Null, Oracle};
use crate::positions;
use crate::record::Board;
use crate::stream::{Query, Source, asked_in, below, drawn};
use lookup::pins::{self, Pins};
use lookup::{Bitboard, Color, Extent, Position};
use pins_no_table::NoTable;
use pins_opposite::Opposite;
use pins_snipers::Snipers;
use pins_xray::XRay;

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    Study::new::<XRay<sliders_magic::Magic, between_rectangular::Rectangular>, _>(
        "pins",
        "Which pieces of a side are pinned to its king?",
        STREAMS,
        vec![
            pins::<XRay<sliders_magic::Magic, between_rectangular::Rectangular>>().seed(),
            pins::<XRay<sliders_magic::Magic, between_difference_masks::DifferenceMasks>>().seed(),
            pins::<XRay<sliders_magic::Magic, between_select::Select>>(),
            pins::<XRay<sliders_obstruction::Obstruction, between_rectangular::Rectangular>>()
                .seed(),
            pins::<Opposite<sliders_magic::Magic>>().seed(),
            pins::<Opposite<sliders_obstruction::Obstruction>>().seed(),
            pins::<Snipers<between_rectangular::Rectangular>>(),
            pins::<Snipers<between_difference_masks::DifferenceMasks>>(),
            pins::<Snipers<between_select::Select>>(),
            pins::<NoTable<sliders_magic::Magic>>(),
            pins::<NoTable<sliders_obstruction::Obstruction>>(),
        ],
    )
}

fn pins<V: Pins + 'static>() -> Entry<Pin> {
    #[inline(never)]
    fn lookup<V: Pins>(position: &Position, side: Color) -> Bitboard {
        V::pinned(position, side)
    }
    let check = || pins::check::<V>(Extent::Tenth).map_err(|wrong| wrong.to_string());
    plain::<V, Pin>(lookup::<V> as fn(&Position, _) -> _ as usize, check, example::<V>)
}

/// Which pieces of this side are pinned?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Pin {
    /// The side.
    pub side: Color,
    /// The position's number in the setting, which the latency kernel delays.
    pub board: u16,
}

impl Query for Pin {
    /// As many as a query can name, so that naming one needs no check.
    type Setting = [Position; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Pin {
        Pin { board: self.board ^ delay as u16, ..self }
    }
}

impl<V: Pins> Answer<Pin> for V {
    #[inline(never)]
    fn answer(query: Pin, positions: &[Position; 1 << 16]) -> u64 {
        V::pinned(&positions[query.board as usize], query.side).0
    }
}

impl Answer<Pin> for Oracle {
    fn answer(query: Pin, positions: &[Position; 1 << 16]) -> u64 {
        pins::oracle(&positions[query.board as usize], query.side).0
    }
}

impl Answer<Pin> for Null {
    #[inline(never)]
    fn answer(query: Pin, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let _king = register(position.king(query.side) as u64);
        register(position.occupied().0)
    }
}

/// The streams that ask for pinned pieces.
const STREAMS: &[Source<Pin>] = &[
    Source {
        name: "uniform",
        summary: "either side in one of 1024 positions with pieces placed at random",
        draw: || drawn(|generator, board, _| Pin { side: Color::ALL[below(generator, 2)], board }),
    },
    Source {
        name: "positions",
        summary: "the side to move in games, in their order",
        draw: || asked_in(in_games()),
    },
];

/// The sides to move in the positions, whose pieces may be pinned.
fn in_games() -> (Vec<Pin>, Vec<Position>) {
    positions::asked(|moment, board| vec![Pin { side: moment.side_to_move(), board }])
}

/// A king with three pinned pieces and one that is not.
fn example<V: Pins>() -> Vec<Board> {
    let position = position("k3r3/8/7b/b5q1/8/2N1B3/3PP3/r1Q1K3 w - -");
    vec![
        board("the white king", position.king(Color::White).bitboard()),
        board("white's pieces", position.color(Color::White)),
        board("black's pieces", position.color(Color::Black)),
        board("white's pinned pieces", V::pinned(&position, Color::White)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream;

    #[test]
    fn streams_are_drawn_alike_again() {
        stream::check(STREAMS);
    }
}
