//! Which pieces attack a square, and does a side attack it at all?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{
    ANCHOR, DRAWN, GamePosition, Source, SquareOf, Stream, Streams, any_square, asked_in_each,
    below, generator, own, placed_in, square,
};
use crate::variant::Variant;
use attackers_by_table::ByTable;
use attackers_guarded::Guarded;
use attackers_leapers_first::LeapersFirst;
use attackers_sliders_first::SlidersFirst;
use attackers_super_piece::SuperPiece;
use lookup::attackers::{self, Attackers};
use lookup::{Color, PieceKind, Position, Square};
use rand_xoshiro::Xoshiro256PlusPlus;
use sampling::hardware::register;
use sliders_magic::Magic;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "attackers",
        "Attackers of a square",
        "Which pieces attack a square, and does a side attack it at all?",
        Policy::HEAVY,
        s,
        vec![
            attackers::<SuperPiece<Magic>>(s).short("super-piece").cpw(),
            attackers::<SuperPiece<sliders_obstruction::Obstruction>>(s).cpw(),
            attackers::<Guarded<Magic>>(s).short("guarded super-piece").cpw(),
            attackers::<Guarded<sliders_obstruction::Obstruction>>(s).cpw(),
            attackers::<LeapersFirst<Magic>>(s).cpw(),
            attackers::<SlidersFirst<Magic>>(s),
            attackers::<ByTable<attacked_0x88_table::Table0x88>>(s).short("piece by piece"),
            attackers::<ByTable<attacked_one_word::OneWord>>(s),
            attackers::<attackers_byte_board_vbmi::Vbmi>(s).short("byte board in VBMI"),
            attackers::<attackers_byte_board_computed_vbmi::Computed>(s)
                .short("byte board computed"),
            attackers::<attackers_byte_board_avx2::Avx2>(s).short("byte board in AVX2"),
            attackers::<attackers_byte_board_neon::Neon>(s).short("byte board in NEON"),
        ],
    )
}

/// The report lists the compiled lookup for one side, where the variants differ more.
fn attackers<V: Attackers + 'static>(streams: &Streams<Target>) -> Variant {
    Variant::plain::<attackers::Question, V, _>(
        streams,
        V::is_attacked as fn(&Position, _, _) -> _ as usize,
    )
}

/// Does this side attack this square? Without a side: which pieces of both do?
pub(crate) type Target = SquareOf<Position, Option<Color>>;

answers! {
    #[inline(never)]
    |query: Target, positions|
    V: Attackers => {
        let position = query.among(positions);
        match query.asked {
            None => V::attackers_to(position, query.square).0,
            Some(by) => u64::from(V::is_attacked(position, query.square, by)),
        }
    },
    Oracle => {
        let position = query.among(positions);
        let attackers = attackers::oracle(position, query.square);
        match query.asked {
            None => attackers.0,
            Some(by) => u64::from(!(attackers & position.color(by)).is_empty()),
        }
    },
    // Reads a word of every cache line of the position; a lookup's own words vary.
    Null => {
        let position = query.among(positions);
        let _pawns = register(position.kind(PieceKind::Pawn).0);
        let _occupied = register(position.occupied().0);
        let _piece = register(position.piece_on(query.square).map_or(0, |piece| piece as u64));
        match query.asked {
            None => query.square as u64,
            Some(by) => register(by as u64) ^ query.square as u64,
        }
    },
}

/// The drawn streams ask 16 times in a row about one of 256 positions with pieces placed at random.
/// A stream asks either for all attackers or about a side, because an engine knows which of the two
/// it wants.
pub(super) const STREAMS: &[Source<Target>] = &[
    Source {
        name: "positions",
        summary: "whether the king of the side to move is attacked, and would be where it can \
                  step, in games, in their order",
        draw: |part| in_games(part, king_and_steps, |known| Some(!known.position.side_to_move())),
    },
    Source {
        name: "uniform",
        summary: "all attackers of any square",
        draw: |part| targets(part, |_| None),
    },
    Source {
        name: "sides",
        summary: "whether either side attacks any square",
        draw: |part| targets(part, |generator| Some(Color::ALL[below(generator, 2)])),
    },
    Source {
        name: "exchanges",
        summary: "all attackers of the squares that tried moves go to, in games, in their order",
        draw: |part| in_games(part, goals, |_| None),
    },
];

/// Draws squares; `by` decides what to ask about each.
fn targets(
    part: usize,
    mut by: impl FnMut(&mut Xoshiro256PlusPlus) -> Option<Color>,
) -> Stream<Target> {
    let mut generator = generator(part);
    let query = |number| {
        let board = (number / ANCHOR % 256) as u16;
        Target::new(any_square(&mut generator), by(&mut generator), board)
    };
    Stream { queries: (0..DRAWN).map(query).collect(), dataset: placed_in(part) }
}

/// Asks about these squares of each position of the games.
fn in_games(
    part: usize,
    squares: fn(&GamePosition) -> Vec<Square>,
    by: fn(&GamePosition) -> Option<Color>,
) -> Stream<Target> {
    asked_in_each(part, |known, board| {
        let target = |square| Target::new(square, by(known), board);
        squares(known).into_iter().map(target).collect()
    })
}

/// The king's square of the side to move, and the squares it may step to.
fn king_and_steps(known: &GamePosition) -> Vec<Square> {
    let us = known.board.side_to_move();
    let king = known.board.king(us);
    let steps = cozy_chess::get_king_moves(king) & !known.board.colors(us);
    [king].into_iter().chain(steps).map(square).collect()
}

/// The target squares of the candidate moves.
pub(super) fn goals(GamePosition { board, candidates, .. }: &GamePosition) -> Vec<Square> {
    let moves = candidates.iter().filter(|candidate| own(board, candidate).is_some());
    moves.map(|candidate| square(candidate.to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::{Board, Move, Square as Cozy};

    #[test]
    fn kings_look_where_they_can_step_and_moves_where_they_go() {
        let board: Board = "4r2k/8/8/8/4P3/8/3P4/2B1K3 w - - 0 1".parse().unwrap();
        let push = Move { from: Cozy::E4, to: Cozy::E5, promotion: None };
        let gone = Move { from: Cozy::A1, to: Cozy::A2, promotion: None };
        let known = GamePosition::new(board, vec![push, gone]);
        use Square::*;
        assert_eq!(king_and_steps(&known), [E1, D1, F1, E2, F2]);
        assert_eq!(goals(&known), [E5]);
    }
}
