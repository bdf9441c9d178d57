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
use crate::kernel::{Answer, Meanwhile, Nothing, Null, Oracle};
use crate::question::{Policy, Question};
use crate::streams::{GamePosition, Query, Source, Stream, Streams, given};
use crate::variant::{Account, Variant, kernels};
use cozy_chess::GameStatus;
use engine::moves::Packed;
use engine::program::Elsewhere;
use engine::{Board, Limits, Lookups, Memory, Outcome, Profile, Program};
use lookup::{Identity, Position, Table};
use programs::{Base, Each, Worst, builds, programs};
use records::Kind;
use sampling::windows::PARTS;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::marker::PhantomData;
use std::ops::Range;
use std::rc::Rc;
use std::sync::{LazyLock, OnceLock};

/// The question with the choices that decide something: the sliders and squares in between that
/// differ most in memory and work, the rivals that list and number attack relations, and the likely
/// best and worst of everything together.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    let mut choices = Choices(s, Vec::new());
    programs(&mut choices);
    let mut choices = Builds(s, choices.1);
    builds(&mut choices);
    Question::new(
        "search",
        "Search",
        "What is a choice of lookups worth in nodes per second?",
        POLICY,
        s,
        choices.1,
    )
}

const POLICY: Policy = Policy { window: 2 * NODES, lead: NODES, first: 3, ..Policy::PROGRAM };

/// The nodes of a search: some milliseconds.
const NODES: usize = 1 << 13;

/// The timed positions of a part.
const ROOTS: usize = 8;

/// Searches with a program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Searched<P>(PhantomData<P>);

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
pub(crate) struct Node {
    /// The number of the position that the search begins from. An odd one is two plies after the
    /// even one before it.
    pub(super) root: u8,
}

/// The positions of a part, and the memory of a search.
#[derive(Debug)]
pub(crate) struct Roots {
    pub(super) boards: Rc<[Board]>,
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
        let program = choice::<P>(s);
        choices.push(if choices.is_empty() { program.counted(account) } else { program });
    }
}

/// The choices, each with its builds.
struct Builds<'a>(&'a Streams<Node>, Vec<Variant>);

impl Each for Builds<'_> {
    fn program<P: Program>(&mut self) {
        let build = choice::<P>(self.0);
        let same = self.1.iter_mut().find(|choice| choice.name == build.name);
        same.expect("a build of a choice").builds.push(build);
    }
}

fn choice<P: Program>(streams: &Streams<Node>) -> Variant {
    let kernels = kernels::<Searched<P>, _>(&streams.asked);
    let code = P::search as fn(&mut Memory, &Board, &[u64], &Limits<'_>) -> Outcome as usize;
    let variant = Variant::new::<Searched<P>>(kernels, code, check::<P>);
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

pub(super) const STREAMS: &[Source<Node>] = &[
    Source {
        name: "classical",
        summary: "nodes with a classical evaluation, which asks what every piece attacks; as in \
            Stockfish 11, whose nodes ask for 15.3 sliders and 0.60 in-betweens",
        draw: |part| drawn(part, Profile::Classical),
    },
    Source {
        name: "network",
        summary: "nodes with sums of 1.5 MB of weights that follow the moves; as in Carp 3.0.1, \
            whose nodes ask for 10.8 sliders and 0.12 in-betweens",
        draw: |part| drawn(part, Profile::Network),
    },
    Source {
        name: "threats",
        summary: "the nodes of `network`, with sums of 93 MB of weights for which piece attacks \
            which; as in Stockfish 18",
        draw: |part| drawn(part, Profile::Threats),
    },
    Source {
        name: "material",
        summary: "the nodes of `network`, with little else: piece-square values follow the moves",
        draw: |part| drawn(part, Profile::Material),
    },
];

/// The nodes of searches from the pairs of a part.
fn drawn(part: usize, profile: Profile) -> Stream<Node> {
    let boards: Rc<[Board]> = pairs(part).into();
    let nodes = |root| std::iter::repeat_n(Node { root }, NODES);
    let queries = (0..boards.len() as u8).flat_map(nodes).collect();
    Stream { queries, dataset: Rc::new(Roots { boards, memory: memory(profile) }) }
}

/// Pairs of positions of games, two plies apart unless a game ends in between. The pairs of all
/// parts are as far apart as possible; there are fewer or none if the user's positions are not
/// worth as many searches. All streams have the same pairs, which are found once.
fn pairs(part: usize) -> &'static [Board] {
    static PAIRS: [OnceLock<Vec<Board>>; PARTS] = [const { OnceLock::new() }; PARTS];
    PAIRS[part].get_or_init(|| found(part))
}

fn found(part: usize) -> Vec<Board> {
    static RICH: LazyLock<Vec<Position>> = LazyLock::new(rich);
    let memory = memory(Profile::Material);
    let begin = |number| number * RICH.len() / (PARTS * ROOTS);
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
        let pairs = RICH[stretch].windows(3).map(|plies| [plies[0], plies[2]]);
        pairs.map(|pair| pair.map(|position| Board::new(position, 0))).find(are_long)
    };
    stretches.filter_map(first).flatten().collect()
}

/// The positions that may be worth a search, each once.
fn rich() -> Vec<Position> {
    let is_rich = |known: &&GamePosition| {
        known.position.occupied().0.count_ones() >= FEWEST_PIECES
            && known.board.status() == GameStatus::Ongoing
    };
    let mut seen = HashSet::new();
    let positions = given().iter().filter(is_rich).map(|known| known.position);
    positions.filter(|position| seen.insert(position.to_string())).collect()
}

/// The memory for searches by a profile, one per thread.
fn memory(profile: Profile) -> Shared {
    thread_local! {
        static MEMORIES: RefCell<HashMap<&'static str, Shared>> = RefCell::default();
    }
    MEMORIES.with_borrow_mut(|memories| {
        let memory = memories.entry(profile.name()).or_insert_with(|| {
            let memory = Memory::new(1, profile);
            Rc::new(RefCell::new(memory))
        });
        Rc::clone(memory)
    })
}

/// The fewest pieces of a position that a search begins from.
const FEWEST_PIECES: u32 = 12;

/// The questions that a search asks, in all windows of part 0. They take seconds to count, and are
/// the same each time.
fn account() -> Account {
    static COUNTED: OnceLock<Account> = OnceLock::new();
    COUNTED.get_or_init(counted).clone()
}

/// Counts them.
pub(super) fn counted() -> Account {
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

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernel::Form;
    use lookup::{Color, PieceKind};

    #[test]
    fn a_search_has_as_many_nodes_as_a_window_and_finds_the_same_again() {
        for (number, source) in STREAMS.iter().enumerate() {
            let Stream { queries, dataset } = (source.draw)(0);
            assert_eq!(queries.len(), 2 * ROOTS * 8192);
            // The others differ from `network` in the memory that a node touches.
            let pairs = if number < 2 { ROOTS } else { 1 };
            for nodes in queries.chunks(2 * NODES).take(pairs) {
                let searched = || {
                    Node::begin(&dataset);
                    let search = |nodes| Searched::<Base>::sum(nodes, &dataset, Nothing);
                    [&nodes[..NODES], &nodes[NODES..]].map(search)
                };
                let found = searched();
                assert_eq!(found.map(|told| told >> 40), [8192; 2], "{}", source.name);
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
            assert_eq!(memory.borrow().profile().name(), source.name);
            assert_eq!(memory.borrow().table_bytes(), 1 << 20);
        }
    }

    /// The base, with one of its results spoilt: of searches, then of perft.
    pub(in crate::questions) struct Spoilt<const DIMENSION: usize>;

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
            let is_black = board.position().side_to_move() == Color::Black;
            let is_spoilt = DIMENSION == 8 || DIMENSION == 9 && is_black;
            Base::perft(board, depth) + u64::from(is_spoilt)
        }

        fn perft_to_the_end(board: &Board, depth: u32) -> u64 {
            Base::perft_to_the_end(board, depth) + u64::from(DIMENSION == 10)
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
        let question = Question::new("search", "", "", POLICY, s, vec![choice::<Base>(s)]);
        let crates = crate::question::crates(&[question]);
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

    /// A batch is two searches of 8192 nodes, and begins from 12 pieces or more.
    #[test]
    fn searches_begin_where_there_is_something_to_search() {
        assert_eq!((NODES, ROOTS, POLICY.window, POLICY.lead), (8192, 8, 16_384, 8192));
        let rich = rich();
        let counts = rich.iter().map(|position| position.occupied().0.count_ones());
        assert_eq!((counts.clone().min(), counts.max()), (Some(12), Some(32)));
        let mut texts: Vec<_> = rich.iter().map(Position::to_string).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), rich.len(), "each once");
        // The pairs of a part follow each other in games, and those of all parts are far apart.
        let place = |board: &Board| rich.iter().position(|it| it == board.position()).unwrap();
        for part in [0, 1] {
            for (number, pair) in pairs(part).chunks(2).enumerate() {
                let begin = (8 * part + number) * rich.len() / 256;
                assert!((begin..begin + rich.len() / 256 + 1).contains(&place(&pair[0])));
                assert_eq!(place(&pair[1]), place(&pair[0]) + 2);
            }
        }
    }
}
