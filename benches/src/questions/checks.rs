//! Which pieces give check, and does this move give check?

use crate::catalogue::{Entry, Study, plain};
use crate::example::{board, position, set};
use crate::hardware::register;
use crate::kernel::{Answer, Null, Oracle};
use crate::positions;
use crate::record::Board;
use crate::stream::{Query, Source, asked_in, drawn};
use checks_after_move::AfterMove;
use checks_by_move::ByMove;
use lookup::checks::{self, Checks};
use lookup::{Color, Extent, Move, Position, movegen};

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    Study::new::<AfterMove<sliders_magic::Magic>, _>(
        "checks",
        "Which pieces give check, and does this move give check?",
        STREAMS,
        vec![
            checks::<AfterMove<sliders_magic::Magic>>().seed(),
            checks::<AfterMove<sliders_obstruction::Obstruction>>().seed(),
            checks::<ByMove<attacked_0x88_table::Table0x88, between_rectangular::Rectangular>>()
                .seed(),
            checks::<ByMove<attacked_one_word::OneWord, between_rectangular::Rectangular>>(),
            checks::<ByMove<attacked_one_word::OneWord, between_difference_masks::DifferenceMasks>>(
            ),
        ],
    )
}

/// The compiled lookup that is shown is the one for a move, in which they differ more.
fn checks<V: Checks + 'static>() -> Entry<Check> {
    #[inline(never)]
    fn lookup<V: Checks>(position: &Position, m: Move) -> bool {
        V::gives_check(position, m)
    }
    let check = || checks::check::<V>(Extent::Tenth).map_err(|wrong| wrong.to_string());
    plain::<V, Check>(lookup::<V> as fn(&Position, _) -> _ as usize, check, example::<V>)
}

/// Which pieces give check, or does this move?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Check {
    /// The move; the checkers are asked for if there is none.
    pub m: Option<Move>,
    /// The position's number in the setting, which the latency kernel delays.
    pub board: u16,
}

impl Query for Check {
    /// As many as a query can name, so that naming one needs no check.
    type Setting = [Position; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Check {
        Check { board: self.board ^ delay as u16, ..self }
    }
}

impl<V: Checks> Answer<Check> for V {
    #[inline(never)]
    fn answer(query: Check, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        match query.m {
            None => V::checkers(position).0,
            Some(m) => u64::from(V::gives_check(position, m)),
        }
    }
}

impl Answer<Check> for Oracle {
    fn answer(query: Check, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        match query.m {
            None => checks::checkers(position).0,
            Some(m) => u64::from(checks::gives_check(position, m)),
        }
    }
}

impl Answer<Check> for Null {
    #[inline(never)]
    fn answer(query: Check, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let _king = register(position.king(position.side_to_move()) as u64);
        let _to = register(query.m.map_or(0, |m| m.to as u64));
        register(position.occupied().0)
    }
}

/// The streams that ask for checks. Each asks for checkers or about moves alone: an
/// engine knows which it wants.
const STREAMS: &[Source<Check>] = &[
    Source {
        name: "uniform",
        summary: "the checkers in one of 1024 positions with pieces placed at random",
        draw: || drawn(|_, board, _| Check { m: None, board }),
    },
    Source {
        name: "positions",
        summary: "the checkers in games, in their order",
        draw: || asked_in(positions::asked(|_, board| vec![Check { m: None, board }])),
    },
    Source {
        name: "moves",
        summary: "whether the move that was played, and killers that are legal, give check in \
                  games, in their order",
        draw: || asked_in(in_games()),
    },
];

/// Whether those of the candidate moves give check that are legal.
fn in_games() -> (Vec<Check>, Vec<Position>) {
    positions::asked(|moment, board| {
        let legal = |&&candidate: &&_| moment.board.is_legal(candidate);
        let asked = |candidate| Check { m: Some(moment.tried(candidate)), board };
        moment.candidates.iter().filter(legal).map(asked).collect()
    })
}

/// A rook, and a knight on the line from a bishop to the king.
fn example<V: Checks>() -> Vec<Board> {
    let position = position("6k1/8/8/3N4/8/1B6/8/R5K1 w - -");
    let checks = movegen::legal_moves(&position).filter(|&m| V::gives_check(&position, m));
    vec![
        board("the black king", position.king(Color::Black).bitboard()),
        board("white's pieces", position.color(Color::White)),
        board("where white's moves end that give check", set(checks.map(|m| m.to))),
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

    #[test]
    fn moves_that_may_give_check_are_legal() {
        let stream = (STREAMS[2].draw)();
        for query in &stream.queries {
            let m = query.m.expect("a move");
            assert!(movegen::is_legal(&stream.setting[query.board as usize], m), "{m}");
        }
    }
}
