//! All the lookups of one search node, with one choice of sliders and one of in-between.
//!
//! A loop over a single lookup keeps its table hot and waits for nothing else. A node asks a
//! few questions of each kind in turn: which pieces give check and which are pinned; whether
//! the hash move and two killer moves are pseudo-legal, and whether the legal ones give check;
//! and what every slider of both sides attacks, as move generation and evaluation do. The
//! positions and the moves tried come from games.
//!
//! Only the two choices differ between contenders. The rest is the same: `checks-after-move`
//! finds the checkers, `pins-xray` the pinned pieces, `legality-between` tests moves, and
//! `checks-by-move` over `attacked-one-word` says whether they give check.
//!
//! A program does more in a node: it evaluates, orders moves and probes its hash table. A
//! percentage here is therefore a smaller one of a search.
//!
//! - Lookup: all questions of a node.
//! - Tables: those of all its parts.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By>.

use super::{between, sliders};
use crate::entry::TypedContender;
use crate::example::{board, position};
use crate::kernel::{Answer, Null, Oracle};
use crate::streams::{GamePosition, OneOf, Source, THINGS, asked_about, asked_in, numbered};
use crate::study::{Policy, Study};
use attacked_one_word::OneWord;
use between_rectangular::Rectangular;
use checks_after_move::AfterMove;
use checks_by_move::ByMove;
use legality_between::InBetween;
use lookup::between::Between;
use lookup::checks::{self, Checks};
use lookup::legality::{self, Legality};
use lookup::pins::{self, Pins};
use lookup::sliders::{Slider, Sliders, oracle as attacks};
use lookup::{Base, Bitboard, Identity, Move, PieceKind, Position, Square, Table, Variant};
use pins_xray::XRay;
use records::{Board, Kind};
use sampling::hardware::register;
use sliders_magic::Magic;
use std::marker::PhantomData;

/// The question with everything that answers it: every in-between with magics, every slider
/// with the 64x64 table, and the smallest of both.
pub(crate) fn study() -> Study {
    let mut nodes = Vec::new();
    between::variants(&mut InBetweens(&mut nodes));
    sliders::variants(&mut AllSliders(&mut nodes));
    nodes.push(node::<sliders_obstruction::Obstruction, between_select::Select>());
    Study::new::<Node<Magic, Rectangular>, _>(
        "node",
        "What is a choice of lookups worth in a whole node of a search?",
        STREAMS,
        Policy {
            // A node takes as long as a hundred lookups.
            window: 512,
            warm_up: 1024,
            // A program does much else between two nodes.
            bursts: &[1],
            ..Policy::HEAVY
        },
        nodes,
    )
}

/// What a node asks, `S` for sliders and `B` for squares in between.
#[derive(Clone, Copy, Debug)]
pub struct Node<S, B>(PhantomData<(S, B)>);

impl<S: Sliders, B: Between> Answer<Visit> for Node<S, B> {
    #[inline(never)]
    fn answer(query: Visit, nodes: &[Asked; THINGS]) -> u64 {
        visit::<S, B>(query.among(nodes))
    }
}

/// The answers, summed up.
#[inline(always)]
fn visit<S: Sliders, B: Between>(asked: &Asked) -> u64 {
    let Asked { position, tries } = asked;
    let occupied = position.occupied();
    let mut sum = AfterMove::<S>::checkers(position).0;
    sum ^= XRay::<S, B>::pinned(position, position.side_to_move()).0;
    for Try { m, is_legal } in tries.iter().flatten() {
        if InBetween::<B>::is_pseudo_legal(position, *m) {
            let checks = *is_legal && ByMove::<OneWord, B>::gives_check(position, *m);
            sum = sum.wrapping_add(1 + u64::from(checks));
        }
    }
    let queens = position.kind(PieceKind::Queen);
    for square in (position.kind(PieceKind::Rook) | queens).squares() {
        sum = sum.wrapping_add(S::rook(square, occupied).0);
    }
    for square in (position.kind(PieceKind::Bishop) | queens).squares() {
        sum = sum.wrapping_add(S::bishop(square, occupied).0);
    }
    sum
}

/// Makes a node of each in-between.
struct InBetweens<'a>(&'a mut Vec<TypedContender<Visit>>);

impl between::Each for InBetweens<'_> {
    fn plain<V: Between + 'static>(&mut self, _: Kind) {
        self.0.push(node::<Magic, V>());
    }
}

/// Makes a node of each slider variant except magics, which the in-betweens come with.
struct AllSliders<'a>(&'a mut Vec<TypedContender<Visit>>);

impl sliders::Each for AllSliders<'_> {
    fn plain<V: Sliders + 'static>(&mut self) {
        if V::IDENTITY != Magic::IDENTITY {
            self.0.push(node::<V, Rectangular>());
        }
    }
}

fn node<S: Sliders + 'static, B: Between + 'static>() -> TypedContender<Visit> {
    #[inline(never)]
    fn lookup<S: Sliders, B: Between>(asked: &Asked) -> u64 {
        visit::<S, B>(asked)
    }
    let code = lookup::<S, B> as fn(&Asked) -> u64 as usize;
    let parts = [
        Base::of::<AfterMove<S>>(),
        Base::of::<XRay<S, B>>(),
        Base::of::<InBetween<B>>(),
        Base::of::<ByMove<OneWord, B>>(),
        Base::of::<OneWord>(),
    ];
    let node = TypedContender::new::<Node<S, B>>(code, check::<S, B>, example::<S, B>);
    node.of_kind(Kind::Application).made_of(&parts)
}

impl<S: Sliders, B: Between> Variant for Node<S, B> {
    const IDENTITY: Identity = Identity {
        name: "node",
        summary: "What a node of a search asks, with these sliders and this in-between",
        source: "https://www.chessprogramming.org/Square_Attacked_By",
        text: include_str!("node.rs"),
    };
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = &[Base::of::<S>(), Base::of::<B>()];
}

/// What is asked in this node?
pub type Visit = OneOf<Asked>;

/// A position, and the moves that a search would try first.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Asked {
    position: Position,
    tries: [Option<Try>; 3],
}

/// A move, and whether it is legal.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Try {
    m: Move,
    is_legal: bool,
}

/// Asks each question's own oracle.
impl Answer<Visit> for Oracle {
    fn answer(query: Visit, nodes: &[Asked; THINGS]) -> u64 {
        let Asked { position, tries } = query.among(nodes);
        let pinned = pins::oracle(position, position.side_to_move());
        let mut sum = checks::checkers(position).0 ^ pinned.0;
        for Try { m, is_legal } in tries.iter().flatten() {
            if legality::oracle(position, *m) {
                sum += 1 + u64::from(*is_legal && checks::gives_check(position, *m));
            }
        }
        let attacked = |slider, kind, square: Square| match position.piece_on(square) {
            Some(piece) if [kind, PieceKind::Queen].contains(&piece.kind()) => {
                attacks(slider, square, position.occupied()).0
            }
            _ => 0,
        };
        let kinds = [(Slider::Rook, PieceKind::Rook), (Slider::Bishop, PieceKind::Bishop)];
        for (slider, kind) in kinds {
            let attacked = Square::ALL.into_iter().map(|square| attacked(slider, kind, square));
            sum = attacked.fold(sum, u64::wrapping_add);
        }
        sum
    }
}

/// Reads a word of every cache line of the node.
impl Answer<Visit> for Null {
    #[inline(never)]
    fn answer(query: Visit, nodes: &[Asked; THINGS]) -> u64 {
        let Asked { position, tries } = query.among(nodes);
        let _pawns = register(position.kind(PieceKind::Pawn).0);
        let _king = register(position.king(position.side_to_move()) as u64);
        let _first = register(tries[0].map_or(0, |first| first.m.to as u64));
        register(position.occupied().0)
    }
}

const STREAMS: &[Source<Visit>] = &[Source {
    name: "positions",
    summary: "the positions of games in their order, with the move that was played and the \
              side's last two as killers",
    draw: |part| asked_in(in_games(part)),
}];

fn in_games(part: usize) -> (Vec<Visit>, Vec<Asked>) {
    let asked = |known: &GamePosition| {
        let tried = |candidate| Try {
            m: known.tried(candidate),
            is_legal: known.board.is_legal(*candidate),
        };
        let tries = std::array::from_fn(|number| known.candidates.get(number).map(tried));
        Asked { position: known.position(), tries }
    };
    asked_about(part, asked, |_, board| vec![Visit::new((), board)])
}

/// Compares the nodes of a part with the oracle. Their parts are checked by themselves.
fn check<S: Sliders, B: Between>() -> Result<usize, String> {
    let (queries, nodes) = in_games(0);
    let (compared, nodes) = (queries.len(), numbered(nodes));
    for query in queries {
        let expected = <Oracle as Answer<Visit>>::answer(query, &nodes);
        let actual = Node::<S, B>::answer(query, &nodes);
        if actual != expected {
            let position = query.among(&nodes).position;
            return Err(format!("the node {position} gives {actual}, expected {expected}"));
        }
    }
    Ok(compared)
}

/// A king in check, a pinned knight, and sliders.
fn example<S: Sliders, B: Between>() -> Vec<Board> {
    let position = position("4k3/8/8/b6q/8/2N5/8/R3K2R w - -");
    let (side, occupied) = (position.side_to_move(), position.occupied());
    let rooks = position.kind(PieceKind::Rook) & position.color(side);
    let attacked = rooks.squares().fold(Bitboard::EMPTY, |set, rook| set | S::rook(rook, occupied));
    vec![
        board("white's pieces", position.color(side)),
        board("black's pieces", position.color(!side)),
        board("white's pinned pieces", XRay::<S, B>::pinned(&position, side)),
        board("what white's rooks attack", attacked),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::streams::check_waiting;

    #[test]
    fn nodes_try_moves_that_are_legal_and_others() {
        check_waiting(STREAMS);
        let (queries, nodes) = in_games(0);
        assert_eq!(queries.len(), nodes.len());
        let tries: Vec<_> = nodes.iter().flat_map(|node| node.tries.iter().flatten()).collect();
        let legal = tries.iter().filter(|tried| tried.is_legal).count();
        assert!(tries.len() > 2 * nodes.len() && 2 * legal > nodes.len() && legal < tries.len());
    }
}
