//! Which hash key does a position have after a move?
//!
//! Some variants have words of their own. A key is an exclusive or, so a key that is given with
//! other bits comes back with the same ones: such a variant is given the keys that lead to the
//! oracle's.

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{
    GamePosition, LazyStream, Query, Source, Stream, Streams, THINGS, asked_in_each, below, drawn,
    lazily,
};
use crate::variant::{Variant, check, kernels};
use lookup::key::{self, Key};
use lookup::{Move, Position, Square, movegen};
use sampling::hardware::register;
use std::collections::HashMap;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "key",
        "Key after a move",
        "Which hash key does a position have after a move?",
        Policy::HEAVY,
        s,
        vec![
            key::<key_table::Words>(s).short("12x64 words").cpw(),
            with_own_words::<key_overlap::Overlap>(s).short("overlapping bytes").cpw(),
            with_own_words::<key_rotate::Rotated>(s).short("12 rotated words").cpw(),
            with_own_words::<key_computed::Computed>(s).short("computed"),
            key::<key_pairs::Pairs>(s).short("12x64x64 pairs"),
            key::<key_gather::Gather>(s).short("gathered in AVX2"),
        ],
    )
}

fn key<V: Key + 'static>(streams: &Streams<Tried>) -> Variant {
    Variant::plain::<key::Question, V, _>(streams, lookup::<V>())
}

/// A variant whose words are not those of the keys in the streams.
fn with_own_words<V: Key + 'static>(streams: &Streams<Tried>) -> Variant {
    let own: Vec<_> =
        streams.asked.iter().map(|(asked, stream)| (*asked, translated::<V>(stream))).collect();
    Variant::new::<V>(kernels::<V, _>(&own), lookup::<V>(), check::<key::Question, V>)
}

/// The address of the compiled lookup.
fn lookup<V: Key>() -> usize {
    V::after as fn(u64, &Position, Move) -> u64 as usize
}

/// The same moves, each with the key that leads to the same key after it by the variant's words.
fn translated<V: Key + 'static>(stream: &LazyStream<Tried>) -> LazyStream<Tried> {
    let stream = Rc::clone(stream);
    lazily(move |part| {
        let Stream { queries, dataset } = stream.part(part);
        let translated = queries.iter().map(|&query| {
            let (before, m) = (query.among(dataset), query.m);
            let change = key::of(V::word, before) ^ key::oracle(V::word, before, m);
            Tried { key: key::oracle(key::word, before, m) ^ change, ..query }
        });
        Stream { queries: translated.collect(), dataset: Rc::clone(dataset) }
    })
}

/// Which key does the position have after this move?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Tried {
    /// The key before the move.
    pub(crate) key: u64,
    /// The move, whose target the latency kernel delays.
    pub(crate) m: Move,
    pub(crate) board: u16,
}

impl Tried {
    /// A move in a position of this number.
    fn new(position: &Position, m: Move, board: u16) -> Tried {
        Tried { key: key::of(key::word, position), m, board }
    }

    #[inline(always)]
    fn among(self, positions: &[Position; THINGS]) -> &Position {
        &positions[self.board as usize % THINGS]
    }
}

impl Query for Tried {
    type Dataset = [Position; THINGS];

    #[inline(always)]
    fn after(self, delay: u64) -> Tried {
        let to = Square::new(self.m.to as u8 ^ delay as u8);
        Tried { m: Move { to, ..self.m }, ..self }
    }
}

answers! {
    #[inline(never)]
    |query: Tried, positions|
    V: Key => V::after(query.key, query.among(positions), query.m),
    Oracle => key::oracle(key::word, query.among(positions), query.m),
    Null => {
        let position = query.among(positions);
        let _castling = register(position.castling().0);
        let _piece = register(position.piece_on(query.m.from).map_or(0, |piece| piece as u64));
        let _victim = register(position.piece_on(query.m.to).map_or(0, |piece| piece as u64));
        query.key
    },
}

/// The streams that ask for keys after moves.
pub(super) const STREAMS: &[Source<Tried>] = &[
    Source {
        name: "positions",
        summary: "after the move that was played in games, in their order",
        draw: |part| {
            asked_in_each(part, |known, board| {
                vec![Tried::new(&known.position, known.tried(&known.candidates[0]), board)]
            })
        },
    },
    Source {
        name: "captures",
        summary: "after each legal capture in games, in their order",
        draw: |part| {
            asked_in_each(part, |known, board| {
                let asked = |m| Tried::new(&known.position, m, board);
                captures(known).into_iter().map(asked).collect()
            })
        },
    },
    Source {
        name: "uniform",
        summary: "after any pseudo-legal move in one of 1024 positions with pieces placed at \
                  random",
        draw: |part| {
            let mut all: HashMap<u16, Vec<Move>> = HashMap::new();
            drawn(part, |generator, board, position| {
                let moves = all
                    .entry(board)
                    .or_insert_with(|| movegen::pseudo_legal_moves(position).collect());
                Tried::new(position, moves[below(generator, moves.len())], board)
            })
        },
    },
];

/// The legal moves that capture, en passant too.
fn captures(known: &GamePosition) -> Vec<Move> {
    let mut captures = Vec::new();
    known.board.generate_moves(|of_piece| {
        let moves = of_piece.into_iter().map(|m| known.tried(&m));
        let enemies = known.position.color(!known.position.side_to_move());
        captures.extend(
            moves.filter(|&m| enemies.contains(m.to) || known.position.takes_en_passant(m)),
        );
        false
    });
    captures
}
