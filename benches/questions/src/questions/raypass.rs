//! Which squares lie behind a square as seen from another?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{
    ALIGNED, GamePosition, Source, Squares, Stream, Streams, aligned_pair, anchored, any_pair,
    drawn_pairs, game_positions, own, square,
};
use crate::variant::Variant;
use cozy_chess::{BitBoard, Piece as Kind};
use lookup::raypass::{self, RayPass};
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "raypass",
        "Squares behind a square",
        "Which squares lie behind a square as seen from another?",
        Policy::LIGHT,
        s,
        vec![
            raypass::<raypass_rectangular::Rectangular>(s).short("64x64"),
            raypass::<raypass_transposed::Transposed>(s).short("64x64 transposed"),
            raypass::<raypass_line_half::LineHalf>(s).short("half of the line"),
            raypass::<raypass_rays::Rays>(s),
            raypass::<raypass_difference_masks::DifferenceMasks>(s),
            raypass::<raypass_windows::Windows>(s),
            raypass::<raypass_select::Select>(s).short("calculated by selects"),
        ],
    )
}

fn raypass<V: RayPass + 'static>(streams: &Streams<Ray>) -> Variant {
    Variant::plain::<raypass::Question, V, _>(streams, V::behind as fn(_, _) -> _ as usize)
}

/// Which squares lie behind `b` as seen from `a`, a slider's square in games? The latency kernel
/// delays `a`, because a program knows the square that changes before it knows who attacks it.
pub(crate) type Ray = Squares<raypass::Question, true>;

answers! {
    #[inline(always)]
    |query: Ray, _none|
    V: RayPass => V::behind(query.a, query.b).0,
    Oracle => raypass::oracle(query.a, query.b).0,
}

/// The streams.
pub(super) const STREAMS: &[Source<Ray>] = &[
    Source {
        name: "positions",
        summary: "the squares that moves leave and reach in games, as seen from every slider \
                  that attacks them",
        draw: |part| {
            let queries = game_positions(part).iter().flat_map(uncovered).collect();
            Stream { queries, dataset: Rc::new(()) }
        },
    },
    Source {
        name: "uniform",
        summary: "any square as seen from any other or itself",
        draw: |part| drawn_pairs(part, |generator, _| any_pair(generator)),
    },
    Source {
        name: ALIGNED,
        summary: "a square as seen from another on a rank, file or diagonal with it",
        draw: |part| drawn_pairs(part, |generator, _| aligned_pair(generator)),
    },
    Source {
        name: "anchored",
        summary: "one square as seen from 16 others in turn",
        draw: |part| {
            let mut next = anchored();
            drawn_pairs(part, |generator, number| {
                let (seen, from) = next(generator, number);
                (from, seen)
            })
        },
    },
];

/// The rays that candidate moves of a position uncover and cover, from each slider of either side
/// that attacks the square: first the square that the move leaves, then the one it reaches.
fn uncovered(known: &GamePosition) -> impl Iterator<Item = Ray> {
    let GamePosition { board, candidates, .. } = known;
    let queens = board.pieces(Kind::Queen);
    let straight = board.pieces(Kind::Rook) | queens;
    let slanted = board.pieces(Kind::Bishop) | queens;
    let attackers = move |target, occupied: BitBoard| {
        let rook = cozy_chess::get_rook_moves(target, occupied) & straight;
        let bishop = cozy_chess::get_bishop_moves(target, occupied) & slanted;
        let attackers = (rook | bishop) & occupied;
        attackers.into_iter().map(move |slider| Ray::new(square(slider), square(target)))
    };
    let moves = candidates.iter().filter(|candidate| own(board, candidate).is_some());
    moves.flat_map(move |candidate| {
        let (from, to) = (candidate.from, candidate.to);
        let before = board.occupied();
        attackers(from, before).chain(attackers(to, before & !from.bitboard()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cozy_chess::{Board, Move, Square as Cozy};
    use lookup::Square;

    #[test]
    fn games_ask_what_an_engine_would() {
        // A rook attacks the knight that leaps, and a bishop the pawn that is pushed.
        let board: Board = "4r2k/8/8/8/1b6/2P5/4N3/4K3 w - - 0 1".parse().unwrap();
        let leap = Move { from: Cozy::E2, to: Cozy::D4, promotion: None };
        let push = Move { from: Cozy::C3, to: Cozy::C4, promotion: None };
        let known = GamePosition::new(board, vec![leap, push]);
        let rays: Vec<_> = uncovered(&known).map(|ray| (ray.a, ray.b)).collect();
        assert_eq!(rays, [(Square::E8, Square::E2), (Square::B4, Square::C3)]);
    }
}
