//! The speed at which an engine counts its moves, with one choice of lookups or another.
//!
//! Move generators are compared by perft, the number of games of some plies. Perft is all lookups
//! and little else, so it shows more about a lookup than a [`search`](super::search) does. Usually
//! the moves of the last ply are counted and not made; on the stream `perft-to-the-end` all are
//! made.
//!
//! - Lookup: all games of two plies from a position.
//! - Tables: those of all variants of the choice.
//! - Source: <https://www.chessprogramming.org/Perft>.

use super::asking::{CountingBase, asks};
use crate::kernel::{Answer, Null, Oracle};
use crate::question::{Policy, Question};
use crate::streams::{GamePosition, OneOf, Source, Stream, Streams, THINGS, asked_about, asked_in};
use crate::variant::{Account, Variant, kernels};
use engine::program::Elsewhere;
use engine::{Board, Lookups, Program};
use lookup::{Identity, Table};
use programs::{Each, programs};
use records::Kind;
use sampling::hardware::register;
use std::marker::PhantomData;

/// The question with the choices of [`search`](super::search).
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    let mut choices = Choices(s, Vec::new());
    programs(&mut choices);
    Question::new(
        "perft",
        "Perft",
        "What is a choice of lookups worth where moves are generated and nothing else is done?",
        POLICY,
        s,
        choices.1,
    )
}

const POLICY: Policy = Policy { window: WINDOW, lead: LEAD, ..Policy::PROGRAM };

/// Positions in a batch.
const WINDOW: usize = 512;

/// Positions that come first, untimed, because code and tables were just moved.
const LEAD: usize = 128;

/// Plies that are counted.
const PLIES: u32 = 2;

/// Counts with a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<P>(PhantomData<P>);

impl<P: Program> Answer<Root> for Counted<P> {
    #[inline(always)]
    fn answer(query: Root, boards: &[Board; THINGS]) -> u64 {
        let board = query.among(boards);
        match query.asked {
            Last::Counted => P::perft(board, PLIES),
            Last::Made => P::perft_to_the_end(board, PLIES),
        }
    }
}

/// Counts with cozy-chess.
impl Answer<Root> for Oracle {
    fn answer(query: Root, boards: &[Board; THINGS]) -> u64 {
        let fen = format!("{} 0 1", query.among(boards).position());
        games(&fen.parse().expect("a position is one there too"), PLIES)
    }
}

fn games(board: &cozy_chess::Board, plies: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if plies == 1 {
            count += moves.len() as u64;
        } else {
            for played in moves {
                let mut board = board.clone();
                board.play_unchecked(played);
                count += games(&board, plies - 1);
            }
        }
        false
    });
    count
}

/// Reads the occupied squares.
impl Answer<Root> for Null {
    #[inline(always)]
    fn answer(query: Root, boards: &[Board; THINGS]) -> u64 {
        register(query.among(boards).position().occupied().0)
    }
}

/// How many games of two plies begin here?
pub(crate) type Root = OneOf<Board, Last>;

/// The treatment of the moves of the last ply.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Last {
    Counted,
    Made,
}

pub(super) const STREAMS: &[Source<Root>] = &[
    Source {
        name: "positions",
        summary: "the positions of games in their order; two plies each, the last one counted",
        draw: |part| in_games(part, Last::Counted),
    },
    Source {
        name: "perft-to-the-end",
        summary: "the same, with the moves of the last ply made",
        draw: |part| in_games(part, Last::Made),
    },
];

fn in_games(part: usize, last: Last) -> Stream<Root> {
    let asked = |known: &GamePosition| Board::new(known.position, 0);
    asked_in(asked_about(part, asked, |_, board| vec![Root::new(last, board)]))
}

/// The program with each choice.
struct Choices<'a>(&'a Streams<Root>, Vec<Variant>);

impl Each for Choices<'_> {
    fn program<P: Program>(&mut self) {
        let Choices(s, choices) = self;
        let program = choice::<P>(s);
        choices.push(if choices.is_empty() { program.counted(account) } else { program });
    }
}

fn choice<P: Program>(streams: &Streams<Root>) -> Variant {
    let kernels = kernels::<Counted<P>, _>(&streams.asked);
    let code = P::perft as fn(&Board, u32) -> u64 as usize;
    let variant = Variant::new::<Counted<P>>(kernels, code, check::<P>);
    variant.of_kind(Kind::Application).made_of(&P::Lookups::variants())
}

impl<P: Program> lookup::Variant for Counted<P> {
    const IDENTITY: Identity = Identity {
        name: "perft",
        summary: "Perft of a small engine with this choice of lookups",
        source: "https://www.chessprogramming.org/Perft",
        text: include_str!("perft.rs"),
    };
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [lookup::Base] = P::Lookups::DIFFERENCE;
}

/// The questions that perft asks, in all windows of part 0.
pub(super) fn account() -> Account {
    asks::<Counted<Elsewhere<CountingBase>>, Root>(STREAMS, WINDOW, |_| 0)
}

/// Compares the counts of a sixteenth of a part. The engine's own tests count deeper.
fn check<P: Program>() -> Result<usize, String> {
    let Stream { queries, dataset } = in_games(0, Last::Counted);
    let some = queries.iter().step_by(16).map(|query| query.board);
    let asked =
        some.flat_map(|board| [Last::Counted, Last::Made].map(|last| Root::new(last, board)));
    let mut compared = 0;
    for query in asked {
        let expected = <Oracle as Answer<Root>>::answer(query, &dataset);
        let actual = Counted::<P>::answer(query, &dataset);
        if actual != expected {
            let position = query.among(&dataset).position();
            return Err(format!("{actual} games from {position}, expected {expected}"));
        }
        compared += 1;
    }
    Ok(compared)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Form;
    use crate::questions::search::tests::Spoilt;
    use programs::Base;

    #[test]
    fn a_program_is_checked_and_timed_as_itself() {
        let streams = &Streams::of(STREAMS);
        let right = choice::<Base>(streams);
        assert_eq!(right.checked(), Ok(2 * in_games(0, Last::Counted).queries.len() / 16));
        let wrong = [
            choice::<Spoilt<8>>(streams),
            choice::<Spoilt<9>>(streams),
            choice::<Spoilt<10>>(streams),
        ];
        for (dimension, wrong) in wrong.into_iter().enumerate() {
            assert!(wrong.checked().is_err(), "{dimension}");
            let differs = [0, 1].map(|stream| {
                let sum = |variant: &Variant| {
                    variant.workload(streams.asked[stream].0, Form::Throughput).sum(0, 0..LEAD)
                };
                sum(&wrong) != sum(&right)
            });
            assert_eq!(differs, [dimension < 2, dimension == 2], "{dimension}");
        }
    }

    #[test]
    fn counting_changes_nothing() {
        assert_eq!(check::<Elsewhere<CountingBase>>(), check::<Base>());
    }

    #[test]
    fn there_are_400_games_of_two_plies() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let board = Board::new(lookup::Position::from_fen(start).unwrap(), 0);
        let boards = crate::streams::numbered(vec![board]);
        for last in [Last::Counted, Last::Made] {
            assert_eq!(Counted::<Base>::answer(Root::new(last, 0), &boards), 400);
            assert_eq!(<Oracle as Answer<Root>>::answer(Root::new(last, 0), &boards), 400);
        }
    }
}
