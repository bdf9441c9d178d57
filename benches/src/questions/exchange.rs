//! What does the side to move win by taking what stands on a square?
//!
//! Asked is about all pieces of a position that the side to move attacks, one after the
//! other, as an engine does that sorts its captures. Variants that find something for
//! the whole position find it before the first of them; what that takes is timed, but
//! for the stream `prepared`.
//!
//! Those that know less than all that stands on the board are approximate, and are
//! compared with what is right by their [`Rules`]. How often that is wrong is counted.

use crate::catalogue::{
    Account, Entry, Interface, LazyStream, Study, ask, entry, kernels, lazily, plain,
};
use crate::example::{board, position, set};
use crate::hardware::register;
use crate::kernel::{Answer, Null, Oracle};
use crate::positions::{self, Moment};
use crate::record::{Board, WrongAnswer, quantity};
use crate::stream::{Query, Source, Stream, enough, numbered};
use between_difference_masks::DifferenceMasks;
use between_rectangular::Rectangular;
use exchange_attackers::Counted;
use exchange_planes::Planes;
use exchange_swap::Swap;
use exchange_swap_between::SwapBetween;
use exchange_table::ByTable;
use exchange_table_compact::Compact;
use lookup::exchange::{self, Comparison, Exchange, Rules};
use lookup::{Bitboard, Color, Extent, Piece, Position, Square, attackers};
use sliders_hyperbola::Hyperbola;
use sliders_magic::Magic;
use std::collections::BTreeSet;
use std::marker::PhantomData;
use std::rc::Rc;
use std::sync::LazyLock;

/// The question with everything that answers it.
pub(crate) fn study() -> Study {
    Study::new::<Swap<Magic>, _>(
        "exchange",
        "What does the side to move win by taking what stands on a square?",
        STREAMS,
        vec![
            exact::<Swap<Magic>>(),
            exact::<Swap<Hyperbola>>(),
            exact::<SwapBetween<Magic, Rectangular>>(),
            exact::<SwapBetween<Hyperbola, DifferenceMasks>>(),
            approximate::<Counted<Magic>>(),
            approximate::<ByTable<Magic>>().seed().counted(account_of_table::<ByTable<Magic>>),
            approximate::<Compact<Magic>>(),
            approximate::<Compact<Hyperbola>>(),
            approximate::<Planes<Magic, Compact<Magic>>>(),
        ],
    )
}

/// What are the captures of this position worth?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Turn {
    /// The position's number in the setting, which the latency kernel delays.
    pub board: u16,
}

/// A position, and the pieces to take.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    position: Position,
    targets: Bitboard,
}

impl Query for Turn {
    /// As many as a query can name, so that naming one needs no check.
    type Setting = [Asked; 1 << 16];

    const CALLED: bool = true;

    /// A position takes as long as a hundred lookups.
    const WINDOW: usize = 512;

    #[inline(always)]
    fn after(self, delay: u64) -> Turn {
        Turn { board: self.board ^ delay as u16 }
    }
}

/// The same, where a variant has found before what it finds once in a position.
#[derive(Debug)]
pub struct Prepared<P> {
    /// The position's number in the setting, which the latency kernel delays.
    board: u16,
    found: PhantomData<P>,
}

impl<P> Clone for Prepared<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Prepared<P> {}

impl<P: 'static> Query for Prepared<P> {
    type Setting = [(Asked, P); 1 << 16];

    const CALLED: bool = true;

    const WINDOW: usize = Turn::WINDOW;

    #[inline(always)]
    fn after(self, delay: u64) -> Self {
        Prepared { board: self.board ^ delay as u16, ..self }
    }
}

/// The answers, each turned by its square, so that errors do not make up for each other.
/// The sum is the same in any order.
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
    fn answer(query: Turn, setting: &[Asked; 1 << 16]) -> u64 {
        answer::<V>(&setting[query.board as usize])
    }
}

impl<V: Exchange> Answer<Prepared<V::Prepared>> for V
where
    V::Prepared: 'static,
{
    #[inline(never)]
    fn answer(query: Prepared<V::Prepared>, setting: &[(Asked, V::Prepared); 1 << 16]) -> u64 {
        let (asked, prepared) = &setting[query.board as usize];
        sum(asked, |square| V::see(&asked.position, prepared, square))
    }
}

impl Answer<Turn> for Oracle {
    fn answer(query: Turn, setting: &[Asked; 1 << 16]) -> u64 {
        by_rules(Rules::WithXrays, &setting[query.board as usize])
    }
}

/// Answers rightly by the rules of `V`.
struct OracleOf<V>(PhantomData<V>);

impl<V: Exchange> Answer<Turn> for OracleOf<V> {
    fn answer(query: Turn, setting: &[Asked; 1 << 16]) -> u64 {
        by_rules(V::RULES, &setting[query.board as usize])
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
    fn answer(query: Turn, setting: &[Asked; 1 << 16]) -> u64 {
        read(&setting[query.board as usize])
    }
}

/// What was found before is not read: to read it is a variant's work.
impl<P: 'static> Answer<Prepared<P>> for Null {
    #[inline(never)]
    fn answer(query: Prepared<P>, setting: &[(Asked, P); 1 << 16]) -> u64 {
        read(&setting[query.board as usize].0)
    }
}

/// The stream of which variants know before what they find once in a position.
const PREPARED: &str = "prepared";

const STREAMS: &[Source<Turn>] = &[
    Source {
        name: "positions",
        summary: "all captures of each position in games, in their order, and what is found \
                  once for all of them",
        draw: || in_games(|_, targets| targets),
    },
    Source {
        name: "single",
        summary: "the same for one capture, of the most valuable piece attacked",
        draw: || in_games(most_valuable),
    },
    Source {
        name: PREPARED,
        summary: "all captures again, where what is found once was found before",
        draw: || in_games(|_, targets| targets),
    },
];

/// The positions of games in which there is something to take.
fn in_games(choose: fn(&Position, Bitboard) -> Bitboard) -> Stream<Turn> {
    let asked = |moment: &Moment| {
        let Asked { position, targets } = captures(moment);
        Asked { position, targets: choose(&position, targets) }
    };
    let (mut queries, asked) = positions::asked_about(asked, |_, board| vec![Turn { board }]);
    queries.retain(|turn| !asked[turn.board as usize].targets.is_empty());
    let rest = asked[0];
    Stream { queries: enough(queries), setting: numbered(asked, rest) }
}

/// Whether a position asks for an exchange.
pub(crate) fn is_asked(moment: &Moment) -> bool {
    !captures(moment).targets.is_empty()
}

/// What the side to move attacks of the enemy's pieces, but for the king.
fn captures(moment: &Moment) -> Asked {
    let position = moment.position();
    let own = position.color(position.side_to_move());
    let attacked = |square: &Square| !(attackers::oracle(&position, *square) & own).is_empty();
    Asked { position, targets: set(exchange::targets(&position).filter(attacked)) }
}

/// The first of those that are worth most.
fn most_valuable(position: &Position, targets: Bitboard) -> Bitboard {
    let value = |square: &Square| {
        position.piece_on(*square).map_or(0, |piece: Piece| exchange::value(piece.kind()))
    };
    let most = targets.squares().map(|square| value(&square)).max();
    set(targets.squares().filter(|square| Some(value(square)) == most).take(1))
}

/// It finds nothing before it is asked, and so is asked all streams in one way.
fn exact<V: Exchange<Prepared = ()> + 'static>() -> Entry<Turn> {
    plain::<V, Turn>(lookup::<V>(), check::<V>, example::<V>)
}

/// Where it finds something once in a position, the stream [`PREPARED`] holds it.
fn approximate<V: Exchange + 'static>() -> Entry<Turn>
where
    V::Prepared: Copy,
{
    fn form<V: Exchange>(stream: &LazyStream<Turn>) -> LazyStream<Prepared<V::Prepared>>
    where
        V::Prepared: Copy + 'static,
    {
        let stream = Rc::clone(stream);
        lazily(move || {
            let query = |turn: &Turn| Prepared { board: turn.board, found: PhantomData };
            let found = |asked: &Asked| (*asked, V::prepare(&asked.position));
            let rest = found(&stream.setting[0]);
            Stream {
                queries: stream.queries.iter().map(query).collect(),
                setting: numbered(stream.setting.iter().map(found), rest),
            }
        })
    }
    let asked = ask(vec![kernels::<V, Turn, 0>()], Rc::clone);
    let prepared = ask(vec![kernels::<V, Prepared<V::Prepared>, 0>()], form::<V>);
    let oracle = match V::RULES {
        Rules::WithXrays => "oracle",
        Rules::WithoutXrays => "oracle-without-xrays",
        Rules::Bytes => "oracle-of-bytes",
    };
    entry::<V, Turn>(Interface::Approximate, lookup::<V>(), check::<V>, example::<V>, asked)
        .asked(PREPARED, prepared)
        .judged_by::<OracleOf<V>>(oracle)
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

fn check<V: Exchange>() -> Result<usize, String> {
    exchange::check::<V>(Extent::Tenth).map_err(|wrong| wrong.to_string())
}

/// A capture in games, with the answers by all rules.
struct Capture {
    position: Position,
    square: Square,
    answers: Comparison,
}

/// The captures that the stream `positions` asks about, each once.
static CAPTURES: LazyLock<Vec<Capture>> = LazyLock::new(|| {
    let captures = |moment: &Moment| {
        let Asked { position, targets } = captures(moment);
        let answered =
            move |square| Capture { position, square, answers: Comparison::of(&position, square) };
        targets.squares().map(answered)
    };
    positions::moments().iter().flat_map(captures).collect()
});

/// An answer, or a difference of two.
type Of = fn(&Comparison) -> i8;

/// What those give away that know no more than their rules say, from the most that is known.
const GIVEN_AWAY: [(&str, Of); 2] =
    [("x-rays", Comparison::by_xrays), ("several of a kind", Comparison::by_several_of_a_kind)];

/// More examples of a kind would be more of the same.
const EXAMPLES: usize = 3;

/// Compares a variant with the exact answers, and says what makes the difference.
fn account<V: Exchange>() -> Account {
    let see = |c: &Capture| V::see(&c.position, &V::prepare(&c.position), c.square);
    let answered: Vec<_> = CAPTURES.iter().map(|capture| (capture, see(capture))).collect();
    let exact: Of = |answers| answers.exact;
    let errors = answered.iter().map(|(c, answer)| (answer - exact(&c.answers)).unsigned_abs());
    let sum: f64 = errors.clone().map(f64::from).sum();
    let wrong = errors.filter(|error| *error > 0).count();
    let mut counts = vec![
        (quantity::QUESTIONS.to_owned(), quantity::QUESTIONS, answered.len() as f64),
        (quantity::WRONG_ANSWERS.to_owned(), quantity::WRONG_ANSWERS, wrong as f64),
        (quantity::MEAN_ERROR.to_owned(), "pawns", sum / answered.len().max(1) as f64),
    ];
    let mut wrong_answers = Vec::new();
    let given_away = Rules::ALL.iter().take_while(|rules| **rules != V::RULES).zip(GIVEN_AWAY);
    let given_away = given_away.map(|(_, (kind, error))| (quantity::WRONG_BY, kind, error, exact));
    // The question leaves them out, and so does every answer.
    let pins: (_, _, Of, Of) =
        (quantity::EXACT_WRONG_BY, "pins", Comparison::by_pins, |answers| answers.lawful);
    for (by, kind, error, right) in given_away.chain([pins]) {
        let kind = format!("{by} {kind}");
        let concerned = answered.iter().filter(|(c, _)| error(&c.answers) != 0);
        counts.push((kind.clone(), quantity::WRONG_ANSWERS, concerned.clone().count() as f64));
        // One of each: a game asks the same for some moves.
        let mut shown = BTreeSet::new();
        let examples = concerned.filter(|(Capture { square, answers, .. }, answer)| {
            *answer != right(answers) && shown.insert((*square as u8, right(answers), *answer))
        });
        wrong_answers.extend(examples.take(EXAMPLES).map(|(c, answer)| WrongAnswer {
            kind: kind.clone(),
            position: format!("{} 0 1", c.position),
            square: c.square.to_string(),
            right: right(&c.answers).into(),
            answer: (*answer).into(),
        }));
    }
    Account { counts, wrong_answers }
}

/// The same, with the entries that the questions lead to in a table by the piece to take
/// and the two bytes: its largest, whose entries are bytes.
fn account_of_table<V: Exchange>() -> Account {
    let mut account = account::<V>();
    let entry = |Capture { position, square, .. }: &Capture| {
        let us = position.side_to_move();
        let bytes = [us, !us].map(|side| exchange::byte(position, *square, side));
        (position.piece_on(*square).map(|piece| piece as u8), bytes)
    };
    let touched = CAPTURES.iter().map(entry).collect::<BTreeSet<_>>().len();
    let entries = V::TABLES.iter().map(|table| table.bytes()).max().unwrap_or(0);
    let counted = [(quantity::ENTRIES, entries), (quantity::ENTRIES_TOUCHED, touched)];
    let counted = counted.map(|(of, count)| (of.to_owned(), quantity::ENTRIES, count as f64));
    account.counts.extend(counted);
    account
}

/// A pawn that can be won, and a knight that costs the rook that takes it.
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
    use crate::stream;

    #[test]
    fn streams_ask_for_captures_and_one_of_them() {
        stream::check(STREAMS);
        let [all, single, prepared] = [0, 1, 2].map(|number: usize| (STREAMS[number].draw)());
        assert_eq!(all.queries, single.queries);
        assert_eq!(all.queries, prepared.queries);
        for turn in &all.queries {
            let [all, single] = [&all, &single].map(|s| &s.setting[turn.board as usize]);
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
        let account = account_of_table::<ByTable<Magic>>();
        let count = |name: &str| {
            let found = account.counts.iter().find(|(quantity, ..)| quantity == name);
            found.unwrap_or_else(|| panic!("no {name}")).2
        };
        assert_eq!(count("entries"), 917_504.0);
        assert!(count("entries touched") > 100.0 && count("entries touched") < 10_000.0);
        assert!(count("mean error") > 0.0);
        let mut kinds = BTreeSet::new();
        for WrongAnswer { kind, position, square, right, answer } in &account.wrong_answers {
            let position = Position::from_fen(position.strip_suffix(" 0 1").unwrap()).unwrap();
            let square = Square::ALL.into_iter().find(|s| s.to_string() == *square).unwrap();
            let Comparison { lawful, exact, bytes, .. } = Comparison::of(&position, square);
            let expected = if kind.starts_with("exact") { lawful } else { exact };
            assert_eq!((*right, *answer), (expected.into(), bytes.into()), "{position}");
            assert_ne!(right, answer);
            kinds.insert(kind.as_str());
        }
        for kind in kinds {
            assert!(count(kind) > 0.0, "{kind}");
        }
    }
}
