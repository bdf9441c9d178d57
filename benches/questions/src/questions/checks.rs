//! Which pieces give check, and does this move give check?
//!
//! Some variants first find something for all moves of a position. Each query of `moves` finds it
//! anew, and none of `prepared`: the difference is what finding costs, once a node.

use crate::kernel::{Answer, Null, answers};
use crate::question::{Policy, Question};
use crate::streams::{OneOf, Source, Stream, Streams, THINGS, asked_in_each, drawn, found_before};
use crate::variant::{Variant, check, kernels_apart};
use checks_after_move::AfterMove;
use checks_by_move::ByMove;
use checks_on_rays::OnRays;
use checks_prepared::Prepared;
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
            prepared::<Prepared<sliders_magic::Magic, between_rectangular::Rectangular>>(s)
                .short("sets once a node"),
        ],
    )
}

/// A variant that prepares nothing, so all streams ask it in one form. The report lists the compiled
/// lookup for a move, where the variants differ more.
fn checks<V: Checks<Prepared = ()> + 'static>(streams: &Streams<Check>) -> Variant {
    Variant::plain::<checks::Question, V, _>(streams, lookup::<V>())
}

/// The stream [`PREPARED`] holds what such a variant prepares for a position.
fn prepared<V: Checks + 'static>(streams: &Streams<Check>) -> Variant
where
    V::Prepared: Copy,
{
    let found: fn(&Position) -> _ = |position| (*position, V::prepare(position));
    let all = kernels_apart::<V, Check, Known<_>>(streams, &[PREPARED], |stream| {
        found_before(stream, found)
    });
    Variant::new::<V>(all, lookup::<V>(), check::<checks::Question, V>)
}

/// The address of the compiled lookup.
fn lookup<V: Checks>() -> usize {
    V::gives_check as fn(&Position, &V::Prepared, _) -> _ as usize
}

/// Does this move give check? Without a move: which pieces do?
pub(crate) type Check = OneOf<Position, Option<Move>>;

/// The same of a position that a variant has prepared in advance.
pub(crate) type Known<P> = OneOf<(Position, P), Option<Move>>;

answers! {
    #[inline(never)]
    |query: Check, positions|
    V: Checks => {
        let position = query.among(positions);
        match query.asked {
            None => V::checkers(position).0,
            Some(m) => u64::from(V::gives_check(position, &V::prepare(position), m)),
        }
    },
    Oracle => {
        let position = query.among(positions);
        match query.asked {
            None => checks::checkers(position).0,
            Some(m) => u64::from(checks::gives_check(position, m)),
        }
    },
    Null => read(query.among(positions), query.asked),
}

impl<V: Checks> Answer<Known<V::Prepared>> for V
where
    V::Prepared: Copy + 'static,
{
    #[inline(never)]
    fn answer(query: Known<V::Prepared>, dataset: &[(Position, V::Prepared); THINGS]) -> u64 {
        let (position, prepared) = query.among(dataset);
        match query.asked {
            None => V::checkers(position).0,
            Some(m) => u64::from(V::gives_check(position, prepared, m)),
        }
    }
}

/// Does not read the prepared data: reading it is a variant's work.
impl<P: Copy + 'static> Answer<Known<P>> for Null {
    #[inline(never)]
    fn answer(query: Known<P>, dataset: &[(Position, P); THINGS]) -> u64 {
        read(&query.among(dataset).0, query.asked)
    }
}

/// Reads a position's king and occupancy, and where the move goes.
#[inline(always)]
fn read(position: &Position, asked: Option<Move>) -> u64 {
    let _king = register(position.king(position.side_to_move()) as u64);
    let _to = register(asked.map_or(0, |m| m.to as u64));
    register(position.occupied().0)
}

/// The stream whose positions are prepared in advance.
const PREPARED: &str = "prepared";

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
        draw: candidates,
    },
    Source {
        name: PREPARED,
        summary: "these moves again, where what is found once for a position was found before",
        draw: candidates,
    },
];

/// Whether the legal candidate moves give check.
fn candidates(part: usize) -> Stream<Check> {
    asked_in_each(part, |known, board| {
        let legal = |&&candidate: &&_| known.board.is_legal(candidate);
        let asked = |candidate| Check::new(Some(known.tried(candidate)), board);
        known.candidates.iter().filter(legal).map(asked).collect()
    })
}
