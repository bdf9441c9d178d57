//! What does the side to move win by taking what stands on a square?
//!
//! A query asks about every piece of a position that the side to move attacks, one after the other,
//! as an engine does when it sorts its captures. Some variants first prepare something for the
//! whole position. That is timed too, except in the stream `prepared`.
//!
//! Variants that do not see everything on the board are approximate: they are compared with
//! the right answer by their own [`Rules`], and their wrong answers are counted.

use crate::example::{board, position, set};
use crate::kernel::{Answer, Null, Oracle};
use crate::streams::{
    GamePosition, LazyStream, OneOf, Source, Stream, Streams, THINGS, asked_about, asked_in, given,
    lazily,
};
use crate::study::{Policy, Study};
use crate::variant::{Account, Variant, check, kernels};
use between_difference_masks::DifferenceMasks;
use between_rectangular::Rectangular;
use exchange_attackers::Counted;
use exchange_planes::Planes;
use exchange_swap::Swap;
use exchange_swap_between::SwapBetween;
use exchange_table::ByTable;
use exchange_table_compact::Compact;
use lookup::exchange::{self, Comparison, Exchange, Rules};
use lookup::{Bitboard, Color, Piece, Position, Square, attackers};
use records::{Accuracy, Board, ErrorKind, Interface, WrongAnswer};
use sampling::hardware::register;
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::sync::LazyLock;

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    let s = &Streams::of(STREAMS);
    Study::new(
        "exchange",
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
            approximate::<ByTable<Magic>>(s)
                .short("table by bytes")
                .cpw()
                .counted(account_of_table::<ByTable<Magic>>),
            approximate::<Compact<Magic>>(s).short("compact table by bytes"),
            approximate::<Compact<Hyperbola>>(s),
            approximate::<Planes<Magic, Compact<Magic>>>(s).short("bytes of all squares"),
        ],
    )
    .titled("Static exchange")
}

/// What are the captures of this position worth?
pub type Turn = OneOf<Asked>;

/// The same for a variant that has prepared the position in advance.
pub type Prepared<P> = OneOf<(Asked, P)>;

/// A position, and the pieces to take.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Asked {
    position: Position,
    targets: Bitboard,
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

impl<V: Exchange> Answer<Turn> for V {
    #[inline(never)]
    fn answer(query: Turn, dataset: &[Asked; THINGS]) -> u64 {
        answer::<V>(query.among(dataset))
    }
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

impl Answer<Turn> for Oracle {
    fn answer(query: Turn, dataset: &[Asked; THINGS]) -> u64 {
        by_rules(Rules::WithXrays, query.among(dataset))
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

impl Answer<Turn> for Null {
    #[inline(never)]
    fn answer(query: Turn, dataset: &[Asked; THINGS]) -> u64 {
        read(query.among(dataset))
    }
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
    let position = known.position();
    let own = position.color(position.side_to_move());
    let attacked = |square: &Square| !(attackers::oracle(&position, *square) & own).is_empty();
    Asked { position, targets: set(exchange::targets(&position).filter(attacked)) }
}

/// The first of the most valuable targets.
fn most_valuable(position: &Position, targets: Bitboard) -> Bitboard {
    let value = |square: &Square| {
        position.piece_on(*square).map_or(0, |piece: Piece| exchange::value(piece.kind()))
    };
    let most = targets.squares().map(|square| value(&square)).max();
    set(targets.squares().filter(|square| Some(value(square)) == most).take(1))
}

/// An exact variant prepares nothing, so all streams ask it in one form.
fn exact<V: Exchange<Prepared = ()> + 'static>(streams: &Streams<Turn>) -> Variant {
    Variant::plain::<exchange::Question, V, _>(streams, lookup::<V>(), example::<V>)
}

/// The stream [`PREPARED`] holds what an approximate variant prepares for a position.
fn approximate<V: Exchange + 'static>(streams: &Streams<Turn>) -> Variant
where
    V::Prepared: Copy,
{
    let form = |(asked, stream): (_, LazyStream<Turn>)| {
        let prepared = lazily(move |part| {
            let stream = stream.part(part);
            let query = |turn: &Turn| Prepared::new((), turn.board);
            let found = |asked: &Asked| (*asked, V::prepare(&asked.position));
            asked_in((
                stream.queries.iter().map(query).collect(),
                stream.dataset.iter().map(found).collect(),
            ))
        });
        (asked, prepared)
    };
    let (apart, others): (Vec<_>, Vec<_>) =
        streams.asked.iter().cloned().partition(|(asked, _)| asked.stream == PREPARED);
    let prepared: Vec<_> = apart.into_iter().map(form).collect();
    let mut all = kernels::<V, Turn>(&others);
    all.extend(kernels::<V, Prepared<_>>(&prepared));
    let oracle = match V::RULES {
        Rules::WithXrays => "oracle",
        Rules::WithoutXrays => "oracle-without-xrays",
        Rules::Bytes => "oracle-of-bytes",
    };
    Variant::new::<V>(all, lookup::<V>(), check::<exchange::Question, V>, example::<V>)
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

/// A capture in games, with the answers by all rules.
struct Capture {
    position: Position,
    square: Square,
    answers: Comparison,
}

/// The captures of the given positions; continuations are not typical.
static CAPTURES: LazyLock<Vec<Capture>> = LazyLock::new(|| {
    let captures = |known: &GamePosition| {
        let Asked { position, targets } = captures(known);
        let answered =
            move |square| Capture { position, square, answers: Comparison::of(&position, square) };
        targets.squares().map(answered)
    };
    given().iter().take(ACCOUNTED).flat_map(captures).collect()
});

/// An answer, or a difference of two.
type Of = fn(&Comparison) -> i8;

/// The facts that each set of rules ignores, starting from the rules that see most.
const GIVEN_AWAY: [(&str, Of); 2] =
    [("x-rays", Comparison::by_xrays), ("several of a kind", Comparison::by_several_of_a_kind)];

/// The most examples of a kind; more would be alike.
const EXAMPLES: usize = 3;

/// Compares a variant with the exact answers and shows which kinds of error matter.
fn account<V: Exchange>() -> Account {
    let see = |c: &Capture| V::see(&c.position, &V::prepare(&c.position), c.square);
    let answered: Vec<_> = CAPTURES.iter().map(|capture| (capture, see(capture))).collect();
    let exact: Of = |answers| answers.exact;
    let errors = answered.iter().map(|(c, answer)| (answer - exact(&c.answers)).unsigned_abs());
    let sum: f64 = errors.clone().map(f64::from).sum();
    let (mut kinds, mut examples) = (Vec::new(), Vec::new());
    let given_away = Rules::ALL.iter().take_while(|rules| **rules != V::RULES).zip(GIVEN_AWAY);
    let given_away = given_away.map(|(_, (name, error))| (name, false, error, exact));
    // The question itself ignores pins, so every answer does.
    let pins: (_, _, Of, Of) = ("pins", true, Comparison::by_pins, |answers| answers.lawful);
    for (name, of_exact, error, right) in given_away.chain([pins]) {
        let name = name.to_owned();
        let concerned = answered.iter().filter(|(c, _)| error(&c.answers) != 0);
        let answers = concerned.clone().count() as u64;
        // Each example once: a game repeats the same question for some moves.
        let mut shown = BTreeSet::new();
        let of_kind = concerned.filter(|(Capture { square, answers, .. }, answer)| {
            *answer != right(answers) && shown.insert((*square as u8, right(answers), *answer))
        });
        examples.extend(of_kind.take(EXAMPLES).map(|(c, answer)| WrongAnswer {
            kind: name.clone(),
            position: format!("{} 0 1", c.position),
            square: c.square.to_string(),
            right: right(&c.answers).into(),
            answer: (*answer).into(),
        }));
        kinds.push(ErrorKind { name, of_exact, answers });
    }
    let accuracy = Accuracy {
        questions: answered.len() as u64,
        wrong: errors.filter(|error| *error > 0).count() as u64,
        mean_error: (!answered.is_empty()).then(|| sum / answered.len() as f64),
        unit: "pawns".to_owned(),
        kinds,
        entries: None,
        examples,
    };
    // The user's positions may offer no capture.
    Account { accuracy: Some(accuracy).filter(|a| a.questions > 0), ..Account::default() }
}

/// The same for a variant with a table of bytes, indexed by the captured piece and the two attack
/// bytes. Also counts the entries that the questions reach.
fn account_of_table<V: Exchange>() -> Account {
    let mut account = account::<V>();
    let entry = |Capture { position, square, .. }: &Capture| {
        let us = position.side_to_move();
        let bytes = [us, !us].map(|side| exchange::byte(position, *square, side));
        (position.piece_on(*square).map(|piece| piece as u8), bytes)
    };
    let touched = CAPTURES.iter().map(entry).collect::<BTreeSet<_>>().len();
    let entries = V::TABLES.iter().map(|table| table.bytes()).max().unwrap_or(0);
    if let Some(accuracy) = &mut account.accuracy {
        accuracy.entries = Some([touched as u64, entries as u64]);
    }
    account
}

/// A pawn that can be won, and a knight that would cost the rook.
fn example<V: Exchange>() -> Vec<Board> {
    let position = position("3r2k1/8/8/3n3p/8/6N1/3R4/6K1 w - -");
    let prepared = V::prepare(&position);
    let wins = |square: &Square| V::see(&position, &prepared, *square) > 0;
    vec![
        board("white's pieces", position.color(Color::White)),
        board("black's pieces", position.color(Color::Black)),
        board(
            "what white wins something by taking",
            set(exchange::targets(&position).filter(wins)),
        ),
    ]
}

#[cfg(test)]
mod tests {
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
    fn accounts_hold_positions_that_show_the_error() {
        let account = account_of_table::<ByTable<Magic>>().accuracy.unwrap();
        let [touched, entries] = account.entries.unwrap();
        assert_eq!(entries, 917_504);
        assert!(100 < touched && touched < 10_000);
        assert!(account.mean_error.unwrap() > 0.0);
        let mut kinds = BTreeSet::new();
        for WrongAnswer { kind, position, square, right, answer } in &account.examples {
            let position = Position::from_fen(position.strip_suffix(" 0 1").unwrap()).unwrap();
            let square = Square::ALL.into_iter().find(|s| s.to_string() == *square).unwrap();
            let Comparison { lawful, exact, bytes, .. } = Comparison::of(&position, square);
            let kind = account.kinds.iter().find(|known| known.name == *kind).unwrap();
            let expected = if kind.of_exact { lawful } else { exact };
            assert_eq!((*right, *answer), (expected.into(), bytes.into()), "{position}");
            assert_ne!(right, answer);
            assert!(kind.answers > 0, "{}", kind.name);
            kinds.insert(&kind.name);
        }
        assert_eq!(kinds.len(), account.kinds.len());
    }
}
