//! Which pieces give check, and does this move give check?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{OneOf, Source, Streams, asked_in_each, drawn};
use crate::variant::Variant;
use checks_after_move::AfterMove;
use checks_by_move::ByMove;
use checks_on_rays::OnRays;
use lookup::checks::{self, Checks};
use lookup::{Move, Position};
use sampling::hardware::register;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "checks",
        "Checks",
        "Which pieces give check, and does this move give check?",
        Policy::HEAVY,
        s,
        vec![
            checks::<AfterMove<sliders_magic::Magic>>(s).short("by making the move").cpw(),
            checks::<AfterMove<sliders_obstruction::Obstruction>>(s).cpw(),
            checks::<ByMove<attacked_0x88_table::Table0x88, between_rectangular::Rectangular>>(s)
                .short("by the move")
                .cpw(),
            checks::<ByMove<attacked_one_word::OneWord, between_rectangular::Rectangular>>(s),
            checks::<ByMove<attacked_one_word::OneWord, between_difference_masks::DifferenceMasks>>(
                s,
            ),
            checks::<OnRays<ByMove<attacked_one_word::OneWord, between_rectangular::Rectangular>>>(
                s,
            )
            .short("on rays"),
            checks::<checks_byte_board_vbmi::Vbmi>(s).short("byte board in VBMI"),
            checks::<checks_byte_board_avx2::Avx2>(s).short("byte board in AVX2"),
        ],
    )
}

/// The report lists the compiled lookup for a move, where the variants differ more.
fn checks<V: Checks + 'static>(streams: &Streams<Check>) -> Variant {
    Variant::plain::<checks::Question, V, _>(
        streams,
        V::gives_check as fn(&Position, _) -> _ as usize,
    )
}

/// Does this move give check? Without a move: which pieces do?
pub(crate) type Check = OneOf<Position, Option<Move>>;

answers! {
    #[inline(never)]
    |query: Check, positions|
    V: Checks => {
        let position = query.among(positions);
        match query.asked {
            None => V::checkers(position).0,
            Some(m) => u64::from(V::gives_check(position, m)),
        }
    },
    Oracle => {
        let position = query.among(positions);
        match query.asked {
            None => checks::checkers(position).0,
            Some(m) => u64::from(checks::gives_check(position, m)),
        }
    },
    Null => {
        let position = query.among(positions);
        let _king = register(position.king(position.side_to_move()) as u64);
        let _to = register(query.asked.map_or(0, |m| m.to as u64));
        register(position.occupied().0)
    },
}

/// A stream asks either for checkers or about moves, because an engine knows which it wants.
pub(super) const STREAMS: &[Source<Check>] = &[
    Source {
        name: "positions",
        summary: "the checkers in games, in their order",
        draw: |part| asked_in_each(part, |_, board| vec![Check::new(None, board)]),
    },
    Source {
        name: "uniform",
        summary: "the checkers in one of 1024 positions with pieces placed at random",
        draw: |part| drawn(part, |_, board, _| Check::new(None, board)),
    },
    Source {
        name: "moves",
        summary: "whether the move that was played, and killers that are legal, give check in \
                  games, in their order",
        // Whether the legal candidate moves give check.
        draw: |part| {
            asked_in_each(part, |known, board| {
                let legal = |&&candidate: &&_| known.board.is_legal(candidate);
                let asked = |candidate| Check::new(Some(known.tried(candidate)), board);
                known.candidates.iter().filter(legal).map(asked).collect()
            })
        },
    },
];
