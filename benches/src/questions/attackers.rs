//! Which pieces attack a square, and does a side attack it at all?

use super::{Counting, slider_lookups};
use crate::catalogue::{Account, Entry, Study, plain};
use crate::example::{board, position};
use crate::hardware::register;
use crate::kernel::{Answer, Null, Oracle};
use crate::positions::{self, Moment, own, square};
use crate::record::Board;
use crate::stream::{
    ANCHOR, QUERIES, Query, Source, Stream, any_square, asked_in, below, generator,
};
use attackers_by_table::ByTable;
use attackers_guarded::Guarded;
use attackers_leapers_first::LeapersFirst;
use attackers_sliders_first::SlidersFirst;
use attackers_super_piece::SuperPiece;
use lookup::attackers::{self, Attackers};
use lookup::{Color, Extent, PieceKind, Position, Square, samples};
use rand_xoshiro::Xoshiro256PlusPlus;
use sliders_magic::Magic;

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    Study::new::<SuperPiece<Magic>, _>(
        "attackers",
        "Which pieces attack a square, and does a side attack it at all?",
        STREAMS,
        vec![
            attackers::<SuperPiece<Magic>>().seed().counted(lookups::<SuperPiece<Counting<Magic>>>),
            attackers::<SuperPiece<sliders_obstruction::Obstruction>>().seed(),
            attackers::<Guarded<Magic>>().seed().counted(lookups::<Guarded<Counting<Magic>>>),
            attackers::<Guarded<sliders_obstruction::Obstruction>>().seed(),
            attackers::<LeapersFirst<Magic>>()
                .seed()
                .counted(lookups::<LeapersFirst<Counting<Magic>>>),
            attackers::<SlidersFirst<Magic>>().counted(lookups::<SlidersFirst<Counting<Magic>>>),
            attackers::<ByTable<attacked_0x88_table::Table0x88>>(),
            attackers::<ByTable<attacked_one_word::OneWord>>(),
        ],
    )
}

fn lookups<V: Attackers>() -> Account {
    slider_lookups::<V, Target>(STREAMS)
}

/// The compiled lookup that is shown is the one for a side, in which they differ more.
fn attackers<V: Attackers + 'static>() -> Entry<Target> {
    #[inline(never)]
    fn lookup<V: Attackers>(position: &Position, square: Square, by: Color) -> bool {
        V::is_attacked(position, square, by)
    }
    let check = || attackers::check::<V>(Extent::Tenth).map_err(|wrong| wrong.to_string());
    plain::<V, Target>(lookup::<V> as fn(&Position, _, _) -> _ as usize, check, example::<V>)
}

/// What attacks this square, or does this side?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Target {
    /// The square, which the latency kernel delays.
    pub square: Square,
    /// The side that may attack it; all attackers of both sides are asked for if there is none.
    pub by: Option<Color>,
    /// The position's number in the setting.
    pub board: u16,
}

impl Query for Target {
    /// As many as a query can name, so that naming one needs no check.
    type Setting = [Position; 1 << 16];

    const CALLED: bool = true;

    #[inline(always)]
    fn after(self, delay: u64) -> Target {
        Target { square: Square::new(self.square as u8 ^ delay as u8), ..self }
    }
}

impl<V: Attackers> Answer<Target> for V {
    #[inline(never)]
    fn answer(query: Target, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        match query.by {
            None => V::attackers_to(position, query.square).0,
            Some(by) => u64::from(V::is_attacked(position, query.square, by)),
        }
    }
}

impl Answer<Target> for Oracle {
    fn answer(query: Target, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let attackers = attackers::oracle(position, query.square);
        match query.by {
            None => attackers.0,
            Some(by) => u64::from(!(attackers & position.color(by)).is_empty()),
        }
    }
}

/// Reads a word of every cache line of the position; which words a lookup reads
/// depends on it.
impl Answer<Target> for Null {
    #[inline(never)]
    fn answer(query: Target, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let _pawns = register(position.kind(PieceKind::Pawn).0);
        let _occupied = register(position.occupied().0);
        let _piece = register(position.piece_on(query.square).map_or(0, |piece| piece as u64));
        match query.by {
            None => query.square as u64,
            Some(by) => register(by as u64) ^ query.square as u64,
        }
    }
}

/// The streams that ask what attacks a square. The drawn ones ask 16 times in a row
/// about one of 256 positions with pieces placed at random. Each asks for the
/// attackers or for a side alone: an engine knows which it wants.
const STREAMS: &[Source<Target>] = &[
    Source { name: "uniform", summary: "all attackers of any square", draw: || targets(|_| None) },
    Source {
        name: "sides",
        summary: "whether either side attacks any square",
        draw: || targets(|generator| Some(Color::ALL[below(generator, 2)])),
    },
    Source {
        name: "positions",
        summary: "whether the king of the side to move is attacked, and would be where it can \
                  step, in games, in their order",
        draw: || asked_in(in_games(king_and_steps, |moment| Some(!moment.side_to_move()))),
    },
    Source {
        name: "exchanges",
        summary: "all attackers of the squares that tried moves go to, in games, in their order",
        draw: || asked_in(in_games(goals, |_| None)),
    },
];

/// Asks for what is drawn by `by`.
fn targets(mut by: impl FnMut(&mut Xoshiro256PlusPlus) -> Option<Color>) -> Stream<Target> {
    let mut generator = generator();
    let positions: Vec<_> = samples::positions().take(256).collect();
    let query = |number| {
        let board = (number / ANCHOR % positions.len()) as u16;
        Target { square: any_square(&mut generator), by: by(&mut generator), board }
    };
    asked_in(((0..QUERIES).map(query).collect(), positions))
}

/// Asks in games about these squares of each position.
fn in_games(
    squares: fn(&Moment) -> Vec<Square>,
    by: fn(&Moment) -> Option<Color>,
) -> (Vec<Target>, Vec<Position>) {
    positions::asked(|moment, board| {
        let target = |square| Target { square, by: by(moment), board };
        squares(moment).into_iter().map(target).collect()
    })
}

/// Where the king of the side to move stands, and where it may step to.
fn king_and_steps(moment: &Moment) -> Vec<Square> {
    let us = moment.board.side_to_move();
    let king = moment.board.king(us);
    let steps = cozy_chess::get_king_moves(king) & !moment.board.colors(us);
    [king].into_iter().chain(steps).map(square).collect()
}

/// Where the candidates go that move a piece.
fn goals(Moment { board, candidates }: &Moment) -> Vec<Square> {
    let moves = candidates.iter().filter(|candidate| own(board, candidate).is_some());
    moves.map(|candidate| square(candidate.to)).collect()
}

/// A square that everybody looks at.
fn example<V: Attackers>() -> Vec<Board> {
    let position = position("r1b1k2r/pp3ppp/2n1pn2/q1bp4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w kq -");
    vec![
        board("the square d4", Square::D4.bitboard()),
        board("what stands on the board", position.occupied()),
        board("what attacks d4", V::attackers_to(&position, Square::D4)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stream;
    use cozy_chess::{Board, Move, Square as Cozy};

    /// Else the kernel's choice between the two would be measured.
    #[test]
    fn a_stream_asks_for_attackers_or_for_sides_alone() {
        stream::check(STREAMS);
        for source in STREAMS {
            let queries = (source.draw)().queries;
            let sides = queries.iter().filter(|query| query.by.is_some()).count();
            assert!(sides == 0 || sides == queries.len(), "{}", source.name);
        }
    }

    #[test]
    fn kings_look_where_they_can_step_and_moves_where_they_go() {
        let board: Board = "4r2k/8/8/8/4P3/8/3P4/2B1K3 w - - 0 1".parse().unwrap();
        let push = Move { from: Cozy::E4, to: Cozy::E5, promotion: None };
        let gone = Move { from: Cozy::A1, to: Cozy::A2, promotion: None };
        let moment = Moment { board, candidates: vec![push, gone] };
        use Square::*;
        assert_eq!(king_and_steps(&moment), [E1, D1, F1, E2, F2]);
        assert_eq!(goals(&moment), [E5]);
    }
}
