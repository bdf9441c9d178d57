//! Whole searches of a small engine, with one choice of lookups and another.
//!
//! Programs are judged by nodes per second, and most of a node is not a lookup. The crate `engine`
//! is a real search, compiled once for each choice. Two choices differ in the one question that
//! their names tell, and in everything that is built on it.
//!
//! A batch is two whole searches of 8192 nodes, as in a game. The first begins with an empty hash
//! table and empty histories and is not timed. The second follows at once, from the position two
//! plies later, and is timed. All choices of a round search the same positions and visit the
//! same nodes; their results are compared. A figure is the time per node.
//!
//! The streams differ in the rest of a node, which is that of a [kind of engines](Profile):
//! `classical` asks what every piece attacks, in `network` sums of a weight table follow the moves,
//! in `threats` sums for attack relations do too, and `material` has little else. The last three
//! visit the same nodes.
//!
//! - Lookup: a node with all its questions, and the rest of it.
//! - Tables: those of all variants of the choice.
//! - Source: <https://www.chessprogramming.org/Nodes_per_Second>.

use super::asking::{CountingBase, asks};
use crate::example::{board, position};
use crate::kernel::{Answer, Meanwhile, Nothing, Null, Oracle};
use crate::streams::{GamePosition, PARTS, Query, Source, Stream, Streams, given};
use crate::study::{Policy, Study};
use crate::variant::{Account, Variant, kernels};
use cozy_chess::GameStatus;
use engine::moves::Packed;
use engine::program::Elsewhere;
use engine::{Board, Limits, Lookups, Memory, Outcome, Profile, Program};
use lookup::{Bitboard, Color, Identity, Position, Table};
use programs::{Again, Base, Each, Worst, programs};
use records::Kind;
use std::cell::{LazyCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;
use std::ops::Range;
use std::rc::Rc;

/// The question with the choices that decide something: the sliders and squares in between that
/// differ most in memory and work, the rivals that list and number attack relations, and the likely
/// best and worst of everything together.
pub(crate) fn study() -> Study {
    let s = &Streams::of(STREAMS);
    let mut choices = Choices(s, Vec::new());
    programs(&mut choices);
    Study::new(
        "search",
        "What is a choice of lookups worth in nodes per second?",
        POLICY,
        s,
        choices.1,
    )
    .titled("Search")
}

const POLICY: Policy = Policy {
    window: 2 * NODES,
    lead: NODES,
    first: 3,
    seldom: &["hash-16", "hash-128"],
    ..Policy::PROGRAM
};

/// The nodes of a search: some milliseconds.
const NODES: usize = 1 << 13;

/// The timed positions of a part.
const ROOTS: usize = 8;

/// Searches with a program.
#[derive(Clone, Copy, Debug)]
pub struct Searched<P>(PhantomData<P>);

impl<P: Program> Answer<Node> for Searched<P> {
    #[inline(always)]
    fn answer(query: Node, roots: &Roots) -> u64 {
        Self::sum(&[query], roots, Nothing)
    }

    /// Searches each root in turn, for as many nodes as there are queries about it.
    #[inline(always)]
    fn sum<M: Meanwhile>(queries: &[Node], roots: &Roots, _: M) -> u64 {
        let mut memory = roots.memory.borrow_mut();
        let searches = queries.chunk_by(|node, next| node.root == next.root).map(|nodes| {
            let board = &roots.boards[nodes[0].root as usize];
            told(&P::search(&mut memory, board, &[], &Limits::nodes(nodes.len() as u64)))
        });
        searches.fold(0, u64::wrapping_add)
    }
}

/// Searches with sliders and squares in between unlike the base's, and what builds on them.
impl Answer<Node> for Oracle {
    fn answer(query: Node, roots: &Roots) -> u64 {
        Searched::<Worst>::answer(query, roots)
    }

    fn sum<M: Meanwhile>(queries: &[Node], roots: &Roots, meanwhile: M) -> u64 {
        Searched::<Worst>::sum(queries, roots, meanwhile)
    }
}

/// Does nothing: beginning a search costs next to nothing.
impl Answer<Node> for Null {
    #[inline(always)]
    fn answer(query: Node, _: &Roots) -> u64 {
        u64::from(query.root)
    }

    #[inline(always)]
    fn sum<M: Meanwhile>(queries: &[Node], roots: &Roots, _: M) -> u64 {
        queries.first().map_or(0, |query| Self::answer(*query, roots))
    }
}

/// The result of a search, as a number.
fn told(outcome: &Outcome) -> u64 {
    let Outcome { best, score, depth, nodes } = outcome;
    let best = best.map_or(Packed::NONE, Packed::of);
    nodes << 40 | u64::from(*depth) << 32 | u64::from(best.0) << 16 | u64::from(*score as u16)
}

/// A node of the search from a position.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Node {
    /// The number of the position that the search begins from. An odd one is two plies after the
    /// even one before it.
    root: u8,
}

/// The positions of a part, and the memory of a search.
#[derive(Debug)]
pub struct Roots {
    boards: Rc<[Board]>,
    memory: Shared,
}

/// One memory for all searches of a thread, which follow each other.
type Shared = Rc<RefCell<Memory>>;

impl Query for Node {
    type Dataset = Roots;

    fn after(self, _: u64) -> Node {
        self
    }

    fn begin(roots: &Roots) {
        roots.memory.borrow_mut().clear();
    }
}

/// The program with each choice.
struct Choices<'a>(&'a Streams<Node>, Vec<Variant>);

impl Each for Choices<'_> {
    fn program<P: Program>(&mut self) {
        let Choices(s, choices) = self;
        let reference = || choice::<P>(s).compiled_again(choice::<Again>(s)).counted(account);
        choices.push(if choices.is_empty() { reference() } else { choice::<P>(s) });
    }
}

fn choice<P: Program>(streams: &Streams<Node>) -> Variant {
    let kernels = kernels::<Searched<P>, _>(&streams.asked);
    let code = P::search as fn(&mut Memory, &Board, &[u64], &Limits<'_>) -> Outcome as usize;
    let variant = Variant::new::<Searched<P>>(kernels, code, check::<P>, example);
    variant.of_kind(Kind::Application).made_of(&P::Lookups::variants())
}

impl<P: Program> lookup::Variant for Searched<P> {
    const IDENTITY: Identity = Identity {
        name: "search",
        summary: "A search of a small engine with this choice of lookups",
        source: "https://www.chessprogramming.org/Nodes_per_Second",
        text: include_str!("search.rs"),
    };
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [lookup::Base] = P::Lookups::DIFFERENCE;
}

const STREAMS: &[Source<Node>] = &[
    Source {
        name: "classical",
        summary: "nodes with a classical evaluation, which asks what every piece attacks; as in \
            Stockfish 11, whose nodes ask for 15.3 sliders and 0.60 in-betweens",
        draw: |part| drawn(part, Profile::Classical, 1),
    },
    Source {
        name: "network",
        summary: "nodes with sums of 1.5 MB of weights that follow the moves; as in Carp 3.0.1, \
            whose nodes ask for 10.8 sliders and 0.12 in-betweens",
        draw: |part| drawn(part, Profile::Network, 1),
    },
    Source {
        name: "threats",
        summary: "the nodes of `network`, with sums of 93 MB of weights for which piece attacks \
            which; as in Stockfish 18",
        draw: |part| drawn(part, Profile::Threats, 1),
    },
    Source {
        name: "material",
        summary: "the nodes of `network`, with little else: piece-square values follow the moves",
        draw: |part| drawn(part, Profile::Material, 1),
    },
    Source {
        name: "hash-16",
        summary: "nodes as in `material`, with a hash table of 16 MB instead of 1",
        draw: |part| drawn(part, Profile::Material, 16),
    },
    Source {
        name: "hash-128",
        summary: "the same with a hash table of 128 MB",
        draw: |part| drawn(part, Profile::Material, 128),
    },
];

/// The nodes of searches from the pairs of a part.
fn drawn(part: usize, profile: Profile, megabytes: usize) -> Stream<Node> {
    let boards = pairs(part);
    let nodes = |root| std::iter::repeat_n(Node { root }, NODES);
    let queries = (0..boards.len() as u8).flat_map(nodes).collect();
    Stream { queries, dataset: Rc::new(Roots { boards, memory: memory(profile, megabytes) }) }
}

/// Pairs of positions of games, two plies apart unless a game ends in between. The pairs of all
/// parts are as far apart as possible; there are fewer or none if the user's positions are not
/// worth as many searches. All streams have the same pairs, and a thread finds them once.
fn pairs(part: usize) -> Rc<[Board]> {
    thread_local! {
        static PAIRS: RefCell<HashMap<usize, Rc<[Board]>>> = RefCell::default();
    }
    let known = || PAIRS.with_borrow(|pairs| pairs.get(&part).map(Rc::clone));
    known().unwrap_or_else(|| {
        let found = found(part);
        PAIRS.with_borrow_mut(|pairs| pairs.insert(part, Rc::clone(&found)));
        found
    })
}

fn found(part: usize) -> Rc<[Board]> {
    thread_local! {
        static RICH: LazyCell<Rc<[Position]>> = LazyCell::new(rich);
    }
    let known = RICH.with(|rich| Rc::clone(rich));
    let memory = memory(Profile::Material, 1);
    let begin = |number| number * known.len() / (PARTS * ROOTS);
    let stretches =
        (part * ROOTS..(part + 1) * ROOTS).map(|number| begin(number)..begin(number + 1));
    let are_long = |boards: &[Board; 2]| {
        let mut memory = memory.borrow_mut();
        memory.clear();
        boards.iter().all(|board| {
            let found = Base::search(&mut memory, board, &[], &Limits::nodes(NODES as u64));
            found.nodes == NODES as u64
        })
    };
    let first = |stretch: Range<usize>| {
        let pairs = known[stretch].windows(3).map(|plies| [plies[0], plies[2]]);
        pairs.map(|pair| pair.map(|position| Board::new(position, 0))).find(are_long)
    };
    stretches.filter_map(first).flatten().collect()
}

/// The positions that may be worth a search, each once.
fn rich() -> Rc<[Position]> {
    let is_rich = |known: &&GamePosition| {
        known.occupied().0.count_ones() >= FEWEST_PIECES
            && known.board.status() == GameStatus::Ongoing
    };
    let mut seen = HashSet::new();
    let positions = given().iter().filter(is_rich).map(GamePosition::position);
    positions.filter(|position| seen.insert(position.to_string())).collect()
}

/// The memory for searches by a profile with a hash table of this many megabytes, one per thread.
fn memory(profile: Profile, megabytes: usize) -> Shared {
    thread_local! {
        static MEMORIES: RefCell<HashMap<(String, usize), Shared>> = RefCell::default();
    }
    MEMORIES.with_borrow_mut(|memories| {
        let memory = memories.entry((profile.to_string(), megabytes)).or_insert_with(|| {
            let memory = Memory::new(megabytes, profile);
            Rc::new(RefCell::new(memory))
        });
        Rc::clone(memory)
    })
}

/// The fewest pieces of a position that a search begins from.
const FEWEST_PIECES: u32 = 12;

/// The questions that a search asks, in all windows of part 0.
pub(super) fn account() -> Account {
    asks::<Searched<Elsewhere<CountingBase>>, Node>(STREAMS, 2 * NODES, |roots| {
        roots.memory.borrow().rows()
    })
}

/// Compares shorter searches with the oracle's.
fn check<P: Program>() -> Result<usize, String> {
    let mut compared = 0;
    for source in &STREAMS[..2] {
        let Stream { queries, dataset } = (source.draw)(0);
        for nodes in queries.chunks(2 * NODES) {
            let searched = |kernel: fn(&[Node], &Roots, Nothing) -> u64| {
                Node::begin(&dataset);
                kernel(&nodes[..NODES / 4], &dataset, Nothing)
            };
            let expected = searched(<Oracle as Answer<Node>>::sum);
            if searched(<Searched<P> as Answer<Node>>::sum) != expected {
                let position = dataset.boards[nodes[0].root as usize].position();
                return Err(format!("{} finds something else in {position}", P::Lookups::NAME));
            }
            compared += 1;
        }
    }
    Ok(compared)
}

/// The move that wins a rook for nothing.
fn example() -> Vec<records::Board> {
    let start = position("4k3/8/8/3r4/8/1B6/8/4K3 w - -");
    let mut memory = Memory::new(1, Profile::Material);
    let found = Base::search(&mut memory, &Board::new(start, 0), &[], &Limits::nodes(1000));
    let squares = found.best.map_or(Bitboard::EMPTY, |m| m.from.bitboard() | m.to.bitboard());
    vec![
        board("white's pieces", start.color(Color::White)),
        board("black's pieces", start.color(Color::Black)),
        board("the move that is found", squares),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Form;
    use lookup::PieceKind;

    #[test]
    fn a_search_has_as_many_nodes_as_a_window_and_finds_the_same_again() {
        for (number, source) in STREAMS.iter().enumerate() {
            let Stream { queries, dataset } = (source.draw)(0);
            assert_eq!(queries.len(), 2 * ROOTS * NODES);
            // The others differ from `network` in the memory that a node touches.
            let pairs = if number < 2 { ROOTS } else { 1 };
            for nodes in queries.chunks(2 * NODES).take(pairs) {
                let searched = || {
                    Node::begin(&dataset);
                    let search = |nodes| Searched::<Base>::sum(nodes, &dataset, Nothing);
                    [&nodes[..NODES], &nodes[NODES..]].map(search)
                };
                let found = searched();
                assert_eq!(found.map(|told| told >> 40), [NODES as u64; 2], "{}", source.name);
                assert_eq!(searched(), found, "{}", source.name);
                assert_ne!(found[0], found[1], "{}", source.name);
            }
        }
    }

    /// The window of a pair begins with the first search, and the second is timed.
    #[test]
    fn one_search_of_a_pair_leads_and_the_other_is_timed() {
        let Policy { window, lead, .. } = POLICY;
        let queries = (STREAMS[0].draw)(0).queries;
        for (pair, nodes) in (0..).zip(queries.chunks(window)) {
            // The roots of queries, each with its number of nodes.
            let roots = |nodes: &[Node]| -> Vec<(u8, usize)> {
                let searches = nodes.chunk_by(|node, next| node.root == next.root);
                searches.map(|nodes| (nodes[0].root, nodes.len())).collect()
            };
            assert_eq!(roots(&nodes[..lead]), [(2 * pair, NODES)]);
            assert_eq!(roots(&nodes[lead..]), [(2 * pair + 1, NODES)]);
        }
    }

    #[test]
    fn streams_have_the_memory_that_their_names_tell() {
        for source in STREAMS {
            let memory = Rc::clone(&(source.draw)(0).dataset.memory);
            let (profile, table) = match source.name.strip_prefix("hash-") {
                Some(size) => ("material", size.parse().unwrap()),
                None => (source.name, 1),
            };
            assert_eq!(memory.borrow().profile().name(), profile);
            assert_eq!(memory.borrow().table_bytes(), table << 20, "{}", source.name);
        }
    }

    /// The base, with one of its results spoilt.
    struct Spoilt<const DIMENSION: usize>;

    impl<const DIMENSION: usize> Program for Spoilt<DIMENSION> {
        type Lookups = <Base as Program>::Lookups;

        fn search(memory: &mut Memory, board: &Board, keys: &[u64], limits: &Limits) -> Outcome {
            let mut found = Base::search(memory, board, keys, limits);
            match (DIMENSION, &mut found.best) {
                (0, _) => found.score += 1,
                (1, _) => found.depth += 1,
                (2, _) => found.nodes -= 1,
                (3, Some(best)) => best.from = best.to,
                (4, Some(best)) => best.to = best.from,
                (5, Some(best)) => best.promotion = Some(PieceKind::Knight),
                (6, _) if memory.profile() == Profile::Network => found.score += 1,
                (7, _) if board.key() == pairs(0)[2 * ROOTS - 2].key() => found.score += 1,
                _ => {}
            }
            found
        }

        fn perft(board: &Board, depth: u32) -> u64 {
            Base::perft(board, depth)
        }

        fn perft_to_the_end(board: &Board, depth: u32) -> u64 {
            Base::perft_to_the_end(board, depth)
        }
    }

    #[test]
    fn a_program_is_checked_and_timed_as_itself() {
        let streams = &Streams::of(STREAMS);
        let right = choice::<Base>(streams);
        assert_eq!(right.checked(), Ok(2 * ROOTS));
        let wrong = [
            choice::<Spoilt<0>>(streams),
            choice::<Spoilt<1>>(streams),
            choice::<Spoilt<2>>(streams),
            choice::<Spoilt<3>>(streams),
            choice::<Spoilt<4>>(streams),
            choice::<Spoilt<5>>(streams),
            choice::<Spoilt<6>>(streams),
            choice::<Spoilt<7>>(streams),
        ];
        for (dimension, wrong) in wrong.into_iter().enumerate() {
            assert!(wrong.checked().is_err(), "{dimension}");
            let sum = |variant: &Variant| {
                variant.workload(streams.asked[0].0, Form::Throughput).sum(0, 0..NODES)
            };
            // The others are right on this stream or about this pair.
            assert_eq!(sum(&wrong) == sum(&right), dimension > 5, "{dimension}");
        }
    }

    #[test]
    fn all_that_a_program_asks_is_moved_with_it() {
        let s = &Streams::of(STREAMS);
        let study = Study::new("search", "", POLICY, s, vec![choice::<Base>(s)]);
        let crates = crate::study::crates(&[study]);
        for part in <Base as Program>::Lookups::variants() {
            let name = part.identity.name.replace('-', "_");
            assert!(crates.contains(&name), "{name} stays where it is");
        }
    }

    #[test]
    fn counting_changes_nothing() {
        for source in STREAMS {
            let Stream { queries, dataset } = (source.draw)(0);
            for nodes in queries.chunks(2 * NODES).take(2) {
                let searched = |kernel: fn(&[Node], &Roots, Nothing) -> u64| {
                    Node::begin(&dataset);
                    kernel(nodes, &dataset, Nothing)
                };
                let expected = searched(<Oracle as Answer<Node>>::sum);
                let counted = searched(<Searched<Elsewhere<CountingBase>> as Answer<Node>>::sum);
                assert_eq!(counted, expected, "{}", source.name);
            }
        }
    }

    #[test]
    fn positions_differ_from_part_to_part() {
        let keys = |part| pairs(part).iter().map(Board::key).collect::<Vec<_>>();
        let keys: HashSet<_> = (0..PARTS).flat_map(keys).collect();
        assert_eq!(keys.len(), PARTS * 2 * ROOTS);
    }
}
