//! What a program asks of its lookups in one node of a search, with one choice of
//! sliders and one of in-between.
//!
//! A loop over a single lookup keeps its table hot and waits for nothing else. A
//! node asks for a few answers of each kind, one after the other: which pieces give
//! check and which are pinned; of the hash move and two killer moves, whether they
//! are pseudo-legal, and whether those that are legal too give check; and what every
//! slider of both sides attacks, as generating moves and evaluating do. The
//! positions, and the moves that are tried, are those of games.
//!
//! Only the two choices differ between the contenders. What they are built of is the
//! same: `checks-after-move` finds the checkers, `pins-xray` the pinned pieces,
//! `legality-between` tests moves, and `checks-by-move` over `attacked-one-word` says
//! whether they give check.
//!
//! It is still less than a program does in a node, which evaluates, orders moves and
//! asks its hash table: per cent of it are more than per cent of a search.
//!
//! - Lookup: what a node asks, as a whole.
//! - Tables: those of everything it is built of.
//! - Source: <https://www.chessprogramming.org/Square_Attacked_By>.

use crate::catalogue::{Entry, Kind, Study, plain};
use crate::example::{board, position};
use crate::hardware::register;
use crate::kernel::{Answer, Null, Oracle};
use crate::positions::{self, Moment};
use crate::record::Board;
use crate::stream::{Query, Source, Stream, enough, numbered};
use attacked_one_word::OneWord;
use between_rectangular::Rectangular;
use checks_after_move::AfterMove;
use checks_by_move::ByMove;
use legality_between::InBetween;
use lookup::between::Between;
use lookup::checks::{self, Checks};
use lookup::legality::{self, Legality};
use lookup::pins::{self, Pins};
use lookup::sliders::{self, Slider, Sliders};
use lookup::{Base, Bitboard, Identity, Move, PieceKind, Position, Square, Table, Variant};
use pins_xray::XRay;
use sliders_magic::Magic;
use std::marker::PhantomData;

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    Study::new::<Node<Magic, Rectangular>, _>(
        "node",
        "What is a choice of lookups worth in a whole node of a search?",
        STREAMS,
        vec![
            node::<Magic, Rectangular>(),
            node::<Magic, between_triangular::Triangular>(),
            node::<Magic, between_triangular_max::TriangularMax>(),
            node::<Magic, between_0x88_rotate::Rotate0x88>(),
            node::<Magic, between_branchless::Branchless>(),
            node::<Magic, between_windows::Windows>(),
            node::<Magic, between_line_span::LineSpan>(),
            node::<Magic, between_difference_masks::DifferenceMasks>(),
            node::<Magic, between_difference_files::DifferenceFiles>(),
            node::<Magic, between_compact_difference::CompactDifference>(),
            node::<Magic, between_ordered_masks::OrderedMasks>(),
            node::<Magic, between_ordered_difference::OrderedDifference>(),
            node::<Magic, between_class_inverse::ClassInverse>(),
            node::<Magic, between_class_trim::ClassTrim>(),
            node::<Magic, between_select::Select>(),
            node::<sliders_black_magic::BlackMagic, Rectangular>(),
            node::<sliders_pext::Pext, Rectangular>(),
            node::<sliders_kindergarten::Kindergarten, Rectangular>(),
            node::<sliders_classical::Classical, Rectangular>(),
            node::<sliders_hyperbola::Hyperbola, Rectangular>(),
            node::<sliders_hyperbola_lanes::HyperbolaLanes, Rectangular>(),
            node::<sliders_obstruction::Obstruction, Rectangular>(),
            node::<sliders_kogge_stone::KoggeStone, Rectangular>(),
            node::<sliders_obstruction::Obstruction, between_select::Select>(),
        ],
    )
}

fn node<S: Sliders + 'static, B: Between + 'static>() -> Entry<Visit> {
    #[inline(never)]
    fn lookup<S: Sliders, B: Between>(asked: &Asked) -> u64 {
        visit::<S, B>(asked)
    }
    let lookup = lookup::<S, B> as fn(&Asked) -> u64 as usize;
    let parts = [
        Base::of::<AfterMove<S>>(),
        Base::of::<XRay<S, B>>(),
        Base::of::<InBetween<B>>(),
        Base::of::<ByMove<OneWord, B>>(),
        Base::of::<OneWord>(),
    ];
    let entry = plain::<Node<S, B>, Visit>(lookup, check::<S, B>, example::<S, B>);
    entry.of_kind(Kind::Application).made_of(&parts)
}

/// What a node asks, `S` for sliders and `B` for squares in between.
#[derive(Clone, Copy, Debug)]
pub struct Node<S, B>(PhantomData<(S, B)>);

impl<S: Sliders, B: Between> Answer<Visit> for Node<S, B> {
    #[inline(never)]
    fn answer(query: Visit, nodes: &[Asked; 1 << 16]) -> u64 {
        visit::<S, B>(&nodes[query.board as usize])
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
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Visit {
    /// The node's number in the setting, which the latency kernel delays.
    pub board: u16,
}

/// A position, and the moves that a search would try first.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    position: Position,
    tries: [Option<Try>; 3],
}

/// A move, and what making it would show.
#[derive(Clone, Copy, Debug)]
struct Try {
    m: Move,
    is_legal: bool,
}

impl Query for Visit {
    /// As many as a query can name, so that naming one needs no check.
    type Setting = [Asked; 1 << 16];

    const CALLED: bool = true;

    /// A node takes as long as a hundred lookups.
    const WINDOW: usize = 512;

    /// All nodes there are, about.
    const WARM_UP: usize = 5 * Self::WINDOW;

    /// Between two nodes a program asks its hash table and does much else.
    const VISITS: &'static [usize] = &[1];

    #[inline(always)]
    fn after(self, delay: u64) -> Visit {
        Visit { board: self.board ^ delay as u16 }
    }
}

/// Asks each question's own oracle.
impl Answer<Visit> for Oracle {
    fn answer(query: Visit, nodes: &[Asked; 1 << 16]) -> u64 {
        let Asked { position, tries } = &nodes[query.board as usize];
        let pinned = pins::oracle(position, position.side_to_move());
        let mut sum = checks::checkers(position).0 ^ pinned.0;
        for Try { m, is_legal } in tries.iter().flatten() {
            if legality::oracle(position, *m) {
                sum += 1 + u64::from(*is_legal && checks::gives_check(position, *m));
            }
        }
        let attacked = |slider, kind, square: Square| match position.piece_on(square) {
            Some(piece) if [kind, PieceKind::Queen].contains(&piece.kind()) => {
                sliders::oracle(slider, square, position.occupied()).0
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
    fn answer(query: Visit, nodes: &[Asked; 1 << 16]) -> u64 {
        let Asked { position, tries } = &nodes[query.board as usize];
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
    draw: || {
        let (queries, nodes) = in_games();
        let rest = nodes[0];
        Stream { queries: enough(queries), setting: numbered(nodes, rest) }
    },
}];

fn in_games() -> (Vec<Visit>, Vec<Asked>) {
    let asked = |moment: &Moment| {
        let tried = |candidate| Try {
            m: moment.tried(candidate),
            is_legal: moment.board.is_legal(*candidate),
        };
        let tries = std::array::from_fn(|number| moment.candidates.get(number).map(tried));
        Asked { position: moment.position(), tries }
    };
    positions::asked_about(asked, |_, board| vec![Visit { board }])
}

/// Compares all nodes with the oracle. What they are built of is proven by itself.
fn check<S: Sliders, B: Between>() -> Result<usize, String> {
    let (queries, nodes) = in_games();
    let (compared, rest) = (queries.len(), nodes[0]);
    let nodes = numbered(nodes, rest);
    for query in queries {
        let expected = <Oracle as Answer<Visit>>::answer(query, &nodes);
        let actual = Node::<S, B>::answer(query, &nodes);
        if actual != expected {
            let position = nodes[query.board as usize].position;
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
    use crate::stream;

    #[test]
    fn nodes_try_moves_that_are_legal_and_others() {
        stream::check(STREAMS);
        let (queries, nodes) = in_games();
        assert_eq!(queries.len(), nodes.len());
        let tries: Vec<_> = nodes.iter().flat_map(|node| node.tries.iter().flatten()).collect();
        let legal = tries.iter().filter(|tried| tried.is_legal).count();
        assert!(tries.len() > 2 * nodes.len() && 2 * legal > nodes.len() && legal < tries.len());
    }

    #[test]
    fn every_in_between_is_measured_in_a_node_and_several_sliders() {
        let used = |part: &str| {
            let names = study().contenders.into_iter().map(|c| c.identity.name);
            names.filter(|name| name.contains(part)).count()
        };
        for contender in super::super::between::study().contenders {
            let name = contender.identity.name;
            let is_plain = contender.interface == crate::catalogue::Interface::Plain;
            if name.starts_with("between-") && is_plain {
                assert!(used(&format!("+{name}")) > 0, "{name} is not measured in a node");
            }
        }
        assert!(used("+sliders-") > 4);
    }
}
