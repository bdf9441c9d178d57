//! What does the side to move win by taking what stands on a square?
//!
//! A query asks about every piece of a position that the side to move attacks, one after the other,
//! as an engine does when it sorts its captures. Some variants first prepare something for the
//! whole position. That is timed too, except in the stream `prepared`.
//!
//! Variants that do not see everything on the board are approximate: they are compared with
//! the right answer by their own [`Rules`], and their wrong answers are counted.

use crate::kernel::{Answer, Null, answers};
use crate::question::{Policy, Question};
use crate::streams::{
    GamePosition, OneOf, Source, Stream, Streams, THINGS, asked_about, asked_in, found_before,
    given, occupancy,
};
use crate::variant::{Account, Variant, check, kernels_apart};
use between_difference_masks::DifferenceMasks;
use between_rectangular::Rectangular;
use exchange_attackers::Counted;
use exchange_planes::Planes;
use exchange_swap::Swap;
use exchange_swap_between::SwapBetween;
use exchange_table::ByTable;
use exchange_table_compact::Compact;
use lookup::exchange::{self, Exchange, Rules};
use lookup::{Bitboard, Piece, Position, Square, attackers};
use records::{Accuracy, Interface};
use sampling::hardware::register;
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;
use std::marker::PhantomData;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "exchange",
        "Static exchange",
        "What does the side to move win by taking what stands on a square?",
        // A position takes as long as a hundred lookups.
        Policy { window: 256, warm_up: 256, ..Policy::HEAVY },
        s,
        vec![
            exact::<Swap<Magic>>(s).short("swap list"),
            exact::<Swap<Hyperbola>>(s),
            exact::<SwapBetween<Magic, Rectangular>>(s).short("swap list with in-between"),
            exact::<SwapBetween<Hyperbola, DifferenceMasks>>(s),
            exact::<exchange_byte_board_vbmi::Vbmi>(s).short("byte board in VBMI"),
            approximate::<Counted<Magic>>(s).short("attackers in a word"),
            approximate::<ByTable<Magic>>(s).short("table by bytes").cpw(),
            approximate::<Compact<Magic>>(s).short("compact table by bytes"),
            approximate::<Compact<Hyperbola>>(s),
            approximate::<Planes<Magic, Compact<Magic>>>(s).short("bytes of all squares"),
        ],
    )
}

/// What are the captures of this position worth?
pub(crate) type Turn = OneOf<Asked>;

/// The same for a variant that has prepared the position in advance.
pub(crate) type Prepared<P> = OneOf<(Asked, P)>;

/// A position, and the pieces to take.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Asked {
    pub(super) position: Position,
    pub(super) targets: Bitboard,
}

/// Sums the answers in any order, each rotated by its square, so that errors cannot cancel each
/// other.
#[inline(always)]
fn sum(asked: &Asked, see: impl Fn(Square) -> i8) -> u64 {
    asked.targets.squares().fold(0, |sum, square| {
        let wins = u64::from(see(square) as u8);
        sum.wrapping_add(register(wins.rotate_left(square as u32)))
    })
}

#[inline(always)]
fn answer<V: Exchange>(asked: &Asked) -> u64 {
    let prepared = V::prepare(&asked.position);
    sum(asked, |square| V::see(&asked.position, &prepared, square))
}

answers! {
    #[inline(never)]
    |query: Turn, dataset|
    V: Exchange => answer::<V>(query.among(dataset)),
    Oracle => by_rules(Rules::WithXrays, query.among(dataset)),
    Null => read(query.among(dataset)),
}

impl<V: Exchange> Answer<Prepared<V::Prepared>> for V
where
    V::Prepared: Copy + 'static,
{
    #[inline(never)]
    fn answer(query: Prepared<V::Prepared>, dataset: &[(Asked, V::Prepared); THINGS]) -> u64 {
        let (asked, prepared) = query.among(dataset);
        sum(asked, |square| V::see(&asked.position, prepared, square))
    }
}

/// Answers correctly by the rules of `V`.
struct OracleOf<V>(PhantomData<V>);

impl<V: Exchange> Answer<Turn> for OracleOf<V> {
    fn answer(query: Turn, dataset: &[Asked; THINGS]) -> u64 {
        by_rules(V::RULES, query.among(dataset))
    }
}

fn by_rules(rules: Rules, asked: &Asked) -> u64 {
    sum(asked, |square| exchange::oracle(rules, &asked.position, square))
}

/// Reads the position's words and walks the squares.
#[inline(always)]
fn read(asked: &Asked) -> u64 {
    let _side = register(asked.position.side_to_move() as u64);
    let _occupied = register(asked.position.occupied().0);
    sum(asked, |_| 0)
}

/// Does not read the prepared data: reading it is a variant's work.
impl<P: Copy + 'static> Answer<Prepared<P>> for Null {
    #[inline(never)]
    fn answer(query: Prepared<P>, dataset: &[(Asked, P); THINGS]) -> u64 {
        read(&query.among(dataset).0)
    }
}

/// The stream whose positions are prepared in advance.
const PREPARED: &str = "prepared";

pub(super) const STREAMS: &[Source<Turn>] = &[
    Source {
        name: "positions",
        summary: "all captures of each position in games, in their order, and what is found \
                  once for all of them",
        draw: |part| in_games(part, |_, targets| targets),
    },
    Source {
        name: "single",
        summary: "the same for one capture, of the most valuable piece attacked",
        draw: |part| in_games(part, most_valuable),
    },
    Source {
        name: PREPARED,
        summary: "all captures again, where what is found once was found before",
        draw: |part| in_games(part, |_, targets| targets),
    },
];

/// The positions of games in which something can be captured.
fn in_games(part: usize, choose: fn(&Position, Bitboard) -> Bitboard) -> Stream<Turn> {
    let asked = |known: &GamePosition| {
        let Asked { position, targets } = captures(known);
        Asked { position, targets: choose(&position, targets) }
    };
    let (mut queries, asked) = asked_about(part, asked, |_, board| vec![Turn::new((), board)]);
    queries.retain(|turn| !asked[turn.board as usize].targets.is_empty());
    asked_in((queries, asked))
}

/// The enemy's pieces, except the king, that the side to move attacks.
fn captures(known: &GamePosition) -> Asked {
    let position = known.position;
    let own = position.color(position.side_to_move());
    let attacked = |square: &Square| !(attackers::oracle(&position, *square) & own).is_empty();
    let attacked: Vec<_> = exchange::targets(&position).filter(attacked).collect();
    Asked { position, targets: occupancy(&attacked) }
}

/// The first of the most valuable targets.
fn most_valuable(position: &Position, targets: Bitboard) -> Bitboard {
    let value = |square: &Square| {
        position.piece_on(*square).map_or(0, |piece: Piece| exchange::value(piece.kind()))
    };
    let most = targets.squares().map(|square| value(&square)).max();
    let first = targets.squares().find(|square| Some(value(square)) == most);
    first.map_or(Bitboard::EMPTY, |square| square.bitboard())
}

/// An exact variant prepares nothing, so all streams ask it in one form.
fn exact<V: Exchange<Prepared = ()> + 'static>(streams: &Streams<Turn>) -> Variant {
    Variant::plain::<exchange::Question, V, _>(streams, lookup::<V>())
}

/// The stream [`PREPARED`] holds what an approximate variant prepares for a position.
fn approximate<V: Exchange + 'static>(streams: &Streams<Turn>) -> Variant
where
    V::Prepared: Copy,
{
    let found: fn(&Asked) -> _ = |asked| (*asked, V::prepare(&asked.position));
    let all = kernels_apart::<V, Turn, Prepared<_>>(streams, &[PREPARED], |stream| {
        found_before(stream, found)
    });
    let oracle = match V::RULES {
        Rules::WithXrays => "oracle",
        Rules::WithoutXrays => "oracle-without-xrays",
        Rules::Bytes => "oracle-of-bytes",
    };
    Variant::new::<V>(all, lookup::<V>(), check::<exchange::Question, V>)
        .interface(Interface::Approximate)
        .judged_by(Variant::control::<OracleOf<V>, _>(oracle, streams))
        .counted(account::<V>)
}

/// The address of the compiled lookup.
fn lookup<V: Exchange>() -> usize {
    #[inline(never)]
    fn lookup<V: Exchange>(asked: &Asked) -> u64 {
        answer::<V>(asked)
    }
    lookup::<V> as fn(&Asked) -> u64 as usize
}

/// The most positions whose captures are accounted for.
const ACCOUNTED: usize = 1 << 14;

/// Counts the wrong answers about the captures of the given positions; continuations are not
/// typical.
fn account<V: Exchange>() -> Account {
    let (mut questions, mut wrong) = (0, 0);
    for Asked { position, targets } in given().iter().take(ACCOUNTED).map(captures) {
        let prepared = V::prepare(&position);
        for square in targets.squares() {
            let exact = exchange::oracle(Rules::WithXrays, &position, square);
            questions += 1;
            wrong += u64::from(V::see(&position, &prepared, square) != exact);
        }
    }
    // The user's positions may offer no capture.
    let accuracy = (questions > 0).then_some(Accuracy { questions, wrong });
    Account { accuracy, ..Account::default() }
}

#[cfg(test)]
mod tests {
    use super::sum as sum_of;
    use super::*;

    #[test]
    fn streams_ask_for_captures_and_one_of_them() {
        let [all, single, prepared] = [0, 1, 2].map(|number: usize| (STREAMS[number].draw)(0));
        assert_eq!(all.queries, single.queries);
        assert_eq!(all.queries, prepared.queries);
        for turn in &all.queries {
            let [all, single] = [&all, &single].map(|s| &s.dataset[turn.board as usize]);
            let [targets, most] = [all.targets.squares(), single.targets.squares()]
                .map(|squares| squares.map(|s| all.position.piece_on(s).unwrap()));
            let (targets, most): (Vec<_>, Vec<_>) = (targets.collect(), most.collect());
            let value = |piece: &Piece| exchange::value(piece.kind());
            assert_eq!(most.len(), 1);
            assert_eq!(most.iter().map(value).max(), targets.iter().map(value).max());
        }
    }

    #[test]
    fn wrong_answers_are_those_of_rules_that_see_less() {
        let mut counts = Vec::new();
        for (account, rules) in [
            (account::<Swap<Magic>>(), Rules::WithXrays),
            (account::<Counted<Magic>>(), Rules::WithoutXrays),
            (account::<ByTable<Magic>>(), Rules::Bytes),
            (account::<Compact<Hyperbola>>(), Rules::Bytes),
            (account::<Planes<Magic, Compact<Magic>>>(), Rules::Bytes),
        ] {
            let captures = given().iter().flat_map(|known| {
                let Asked { position, targets } = captures(known);
                targets.squares().map(move |square| (position, square))
            });
            let answers = captures.map(|(position, square)| {
                [Rules::WithXrays, rules].map(|by| exchange::oracle(by, &position, square))
            });
            let answers: Vec<_> = answers.collect();
            let wrong = answers.iter().filter(|[right, found]| right != found).count() as u64;
            let Accuracy { questions, wrong: counted } = account.accuracy.unwrap();
            assert_eq!((questions, counted), (answers.len() as u64, wrong), "{rules:?}");
            counts.push(100.0 * wrong as f64 / questions as f64);
        }
        let [none, without, bytes, ..] = counts[..] else { panic!("{counts:?}") };
        assert!(none == 0.0 && 1.0 < without && without < bytes && bytes < 20.0, "{counts:?}");
    }

    /// Otherwise a gain here could hide a loss there.
    #[test]
    fn every_square_has_a_place_of_its_own_in_a_sum() {
        let position = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - -").unwrap();
        let asked = Asked { position, targets: occupancy(&[Square::B1, Square::D1]) };
        let sum = |gains: [i8; 2]| sum_of(&asked, |at| gains[usize::from(at == Square::D1)]);
        assert_eq!([sum([1, 2]), sum([2, 1]), sum([0, 3])], [2 + 16, 4 + 8, 24]);
        assert_eq!(sum([-1, 0]), 255 << 1);
    }
}
