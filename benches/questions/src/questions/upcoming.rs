//! Does one reversible move make the difference between two positions?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{
    DRAWN, Played, Query, Source, Stream, Streams, below, game_positions, games, generator,
    placed_in,
};
use crate::variant::Variant;
use between_difference_masks::DifferenceMasks;
use between_rectangular::Rectangular;
use lookup::upcoming::{self, Upcoming, keys};
use lookup::{Bitboard, Pair, PieceKind};
use rand_xoshiro::rand_core::Rng;
use sampling::hardware::register;
use std::rc::Rc;
use upcoming_cuckoo::Cuckoo;
use upcoming_cuckoo_tags::Tags;
use upcoming_perfect::Perfect;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "upcoming",
        "Upcoming repetition",
        "Does one reversible move make the difference between two positions?",
        // The largest tables have 80 KiB, of which a query without a move reads two lines.
        Policy { warm_up: 2 * Policy::LIGHT.window, ..Policy::LIGHT },
        s,
        vec![
            upcoming::<Cuckoo<Rectangular>>(s).short("cuckoo table"),
            upcoming::<Tags<Rectangular>>(s).short("cuckoo table of tags"),
            upcoming::<Perfect<Rectangular>>(s).short("perfect hash"),
            upcoming::<Perfect<DifferenceMasks>>(s),
            upcoming::<upcoming_walk::Walk>(s).short("all moves"),
        ],
    )
}

fn upcoming<V: Upcoming + 'static>(streams: &Streams<Apart>) -> Variant {
    Variant::plain::<upcoming::Question, V, _>(streams, V::reversible as fn(_, _) -> _ as usize)
}

/// Which move lies between two positions that are so far apart?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Apart {
    /// The difference of their keys, which the latency kernel delays: a program has the board at
    /// hand, and reads the keys of those before.
    pub(crate) difference: u64,
    /// The occupied squares of the position at hand.
    pub(crate) occupied: Bitboard,
}

impl Query for Apart {
    type Dataset = ();

    #[inline(always)]
    fn after(self, delay: u64) -> Apart {
        Apart { difference: self.difference ^ delay, ..self }
    }
}

/// The squares as a number.
#[inline(always)]
fn number(squares: Option<Pair>) -> u64 {
    squares.map_or(0, |Pair { a, b }| 1 + (a as u64 | (b as u64) << 6))
}

answers! {
    #[inline(always)]
    |query: Apart, _none|
    V: Upcoming => number(V::reversible(query.difference, query.occupied)),
    Oracle => number(upcoming::oracle(query.difference, query.occupied)),
    Null => {
        let _occupied = register(query.occupied.0);
        query.difference
    },
}

/// The streams.
pub(super) const STREAMS: &[Source<Apart>] = &[
    Source {
        name: "positions",
        summary: "each position of games with those 3, 5 and more plies before it that only \
                  reversible moves lie between, in their order",
        draw: |part| {
            let games = games(game_positions(part));
            let queries = games.iter().flat_map(|game| asked(game)).collect();
            Stream { queries, dataset: Rc::new(()) }
        },
    },
    Source {
        name: "uniform",
        summary: "any reversible move or any number, in one of 1024 positions with pieces placed \
                  at random",
        draw: |part| {
            let (mut generator, positions) = (generator(part), placed_in(part));
            let moves = keys::reversible();
            let query = |_| {
                let occupied = positions[below(&mut generator, 1024)].occupied();
                let difference = match below(&mut generator, 2) {
                    0 => moves[below(&mut generator, moves.len())].difference(),
                    _ => generator.next_u64(),
                };
                Apart { difference, occupied }
            };
            Stream { queries: (0..DRAWN).map(query).collect(), dataset: Rc::new(()) }
        },
    },
];

/// What a game asks, position by position. After 100 reversible plies it is drawn.
fn asked(game: &[Played]) -> Vec<Apart> {
    let keys: Vec<_> = game.iter().map(|ply| keys::of(&ply.position)).collect();
    let (mut queries, mut reversible) = (Vec::new(), 0);
    for (now, ply) in game.iter().enumerate() {
        let occupied = ply.position.occupied();
        let before = (3..=reversible).step_by(2).map(|plies| keys[now - plies]);
        queries.extend(before.map(|before| Apart { difference: keys[now] ^ before, occupied }));
        reversible = if is_reversible(ply) { (reversible + 1).min(100) } else { 0 };
    }
    queries
}

/// Whether a ply can be taken back: no pawn moves, nothing is captured, and the rights to castle
/// stay the same.
fn is_reversible(Played { position, m, .. }: &Played) -> bool {
    let quiet = !position.occupied().contains(m.to) && !position.castles(*m);
    let pawn = position.kind(PieceKind::Pawn).contains(m.from);
    quiet && !pawn && position.play(*m).castling() == position.castling()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::Phase;
    use lookup::{Position, Square};

    fn game(fen: &str, moves: &str) -> Vec<Played> {
        let mut position = Position::from_fen(fen).unwrap();
        let play = |m: &str| {
            let m = m.parse().unwrap();
            let ply = Played { position, phase: Phase::of(&position), m };
            position = position.play(m);
            ply
        };
        moves.split_whitespace().map(play).collect()
    }

    fn answers(queries: &[Apart]) -> Vec<Option<Pair>> {
        queries.iter().map(|it| upcoming::oracle(it.difference, it.occupied)).collect()
    }

    #[test]
    fn games_ask_about_positions_that_reversible_moves_lead_back_to() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let queries = asked(&game(start, "g1f3 g8f6 f3g1 b8c6 g1f3 f6g8 f3g1 c6b8"));
        // At 3 plies, at 4, at 3 and 5, ..; the move played is no part of a query.
        assert_eq!(queries.len(), 1 + 1 + 2 + 2 + 3);
        let back = Some(Pair { a: Square::F6, b: Square::G8 });
        assert_eq!(answers(&queries)[..2], [back, None]);
        // Nothing leads back over a pawn, a capture or lost rights.
        for moves in ["e2e4 g8f6 g1f3 f6g8", "h1h2 g8f6 h2h1 f6g8", "g1f3 g8f6 f3g1 e7e5 g1f3"] {
            let start = start.replace("PPPPPPPP", "PPPPPPP1");
            let queries = asked(&game(&start, moves));
            assert_eq!(queries.len(), usize::from(moves.starts_with("g1f3")), "{moves}");
        }
        let rooks = "4k3/8/8/8/8/8/r7/R3K3 w - -";
        assert_eq!(asked(&game(rooks, "a1a2 e8e7 a2a3 e7e8 a3a2")).len(), 1);
    }

    /// A hundred plies back and no further.
    #[test]
    fn a_game_without_end_asks_about_a_hundred_plies() {
        let moves = "e1e2 e8e7 e2e1 e7e8 ".repeat(50);
        let queries = asked(&game("4k3/8/8/8/8/8/8/4K3 w - -", &moves));
        let of = |plies: usize| plies.min(100).saturating_sub(1) / 2;
        assert_eq!(queries.len(), (0..200).map(of).sum::<usize>());
        let found = answers(&queries);
        assert_eq!(found.iter().filter(|it| it.is_some()).count(), found.len());
    }

    #[test]
    fn squares_have_numbers_of_their_own_and_none_has_zero() {
        assert_eq!(number(None), 0);
        assert_eq!(number(Some(Pair { a: Square::A1, b: Square::B1 })), 1 + 64);
        assert_eq!(number(Some(Pair { a: Square::G8, b: Square::H8 })), 1 + 62 + 63 * 64);
    }
}
