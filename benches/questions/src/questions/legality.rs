//! Is this move pseudo-legal here?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{Query, Source, Streams, THINGS, asked_in_each, below, drawn, other_square};
use crate::variant::Variant;
use legality_attacked::ByAttack;
use legality_between::InBetween;
use legality_generate::Generate;
use lookup::legality::{self, Legality};
use lookup::{Move, Position, Square};
use sampling::hardware::register;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "legality",
        "Pseudo-legality",
        "May this move be played here, but for the king's safety?",
        Policy::HEAVY,
        s,
        vec![
            legality::<legality_getter::Getter<sliders_magic::Magic>>(s)
                .short("moves of the piece")
                .cpw(),
            legality::<legality_getter::Getter<sliders_obstruction::Obstruction>>(s).cpw(),
            legality::<InBetween<between_rectangular::Rectangular>>(s)
                .short("empty board and in-between")
                .cpw(),
            legality::<InBetween<between_difference_masks::DifferenceMasks>>(s).cpw(),
            legality::<InBetween<between_select::Select>>(s),
            legality::<ByAttack<attacked_0x88_table::Table0x88>>(s).short("attack test").cpw(),
            legality::<ByAttack<attacked_one_word::OneWord>>(s),
            legality::<Generate<sliders_magic::Magic>>(s).short("all moves").cpw(),
        ],
    )
}

fn legality<V: Legality + 'static>(streams: &Streams<Trial>) -> Variant {
    Variant::plain::<legality::Question, V, _>(
        streams,
        V::is_pseudo_legal as fn(&Position, _) -> _ as usize,
    )
}

/// Is this move pseudo-legal?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Trial {
    /// The move, whose target the latency kernel delays.
    pub(crate) m: Move,
    pub(crate) board: u16,
}

impl Trial {
    #[inline(always)]
    fn among(self, positions: &[Position; THINGS]) -> &Position {
        &positions[self.board as usize % THINGS]
    }
}

impl Query for Trial {
    type Dataset = [Position; THINGS];

    #[inline(always)]
    fn after(self, delay: u64) -> Trial {
        let to = Square::new(self.m.to as u8 ^ delay as u8);
        Trial { m: Move { to, ..self.m }, ..self }
    }
}

answers! {
    #[inline(never)]
    |query: Trial, positions|
    V: Legality => u64::from(V::is_pseudo_legal(query.among(positions), query.m)),
    Oracle => u64::from(legality::oracle(query.among(positions), query.m)),
    Null => {
        let position = query.among(positions);
        let _occupied = register(position.occupied().0);
        let _piece = register(position.piece_on(query.m.from).map_or(0, |piece| piece as u64));
        query.m.to as u64
    },
}

/// The streams that ask whether a move is pseudo-legal.
pub(super) const STREAMS: &[Source<Trial>] = &[
    Source {
        name: "positions",
        summary: "the move that was played, and the side's last two as killers, in games, in \
                  their order",
        draw: |part| {
            asked_in_each(part, |known, board| {
                let asked = |candidate| Trial { m: known.tried(candidate), board };
                known.candidates.iter().map(asked).collect()
            })
        },
    },
    Source {
        name: "uniform",
        summary: "from any square with a piece of the side to move to any other, in one of 1024 \
                  positions with pieces placed at random",
        draw: |part| {
            drawn(part, |generator, board, position| {
                let own = position.color(position.side_to_move());
                let chosen = below(generator, own.0.count_ones() as usize);
                let from = own.squares().nth(chosen).expect("one of them");
                let to = other_square(generator, from);
                Trial { m: Move { from, to, promotion: None }, board }
            })
        },
    },
];
