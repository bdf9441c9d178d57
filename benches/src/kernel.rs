//! The measured loops, compiled once per variant and called once per batch.

use crate::hardware::{self, register};
use crate::stream::{
    Attack, Check, Columns, EncodedPair, LONGEST_BATCH, Obstacles, Pair, Pin, Place, Query, Slide,
    Target, Trial, Xray,
};
use lookup::attacked::{self, Attacked};
use lookup::attackers::{self, Attackers};
use lookup::between::{self, Aligned, Batch, Between, Encoded};
use lookup::checks::{self, Checks};
use lookup::legality::{self, Legality};
use lookup::pins::{self, Pins};
use lookup::sliders::{self, Slider, Sliders};
use lookup::xrays::{self, Xrays};
use lookup::{Bitboard, PieceKind, Position, Square};
use std::hint::black_box;
use std::marker::PhantomData;

/// Something that answers a query; what a kernel is compiled for.
pub trait Answer<Q: Query> {
    /// The answer as a number.
    fn answer(query: Q, setting: &Q::Setting) -> u64;

    /// The sum of the answers to queries that follow each other in their stream;
    /// what [`throughput`] runs. See there for `PLACE` and `COPY`.
    #[inline(always)]
    fn sum<const PLACE: usize, const COPY: usize>(queries: &[Q], setting: &Q::Setting) -> u64 {
        let mut sum = 0u64;
        let (turns, rest) = queries.as_chunks::<UNROLLED>();
        for &query in rest {
            sum = sum.wrapping_add(register(Self::answer(query, setting)));
        }
        hardware::place::<PLACE, COPY>();
        for turn in turns {
            for &query in turn {
                sum = sum.wrapping_add(register(Self::answer(query, setting)));
            }
        }
        sum
    }
}

impl<V: Between> Answer<Pair> for V {
    #[inline(always)]
    fn answer(query: Pair, (): &()) -> u64 {
        V::between(query.a, query.b).0
    }
}

impl<V: Encoded> Answer<EncodedPair<V::Square>> for V {
    #[inline(always)]
    fn answer(query: EncodedPair<V::Square>, (): &()) -> u64 {
        V::between(query.a, query.b).0
    }
}

/// Answers for squares that share a line.
#[derive(Clone, Copy, Debug)]
pub struct OnLines<V>(PhantomData<V>);

impl<V: Aligned> Answer<Pair> for OnLines<V> {
    #[inline(always)]
    fn answer(query: Pair, (): &()) -> u64 {
        V::between(query.a, query.b).0
    }
}

/// As many pairs as an engine asks about at once: the moves of a position are
/// some 30 to 40. A range of no more than [`LONGEST_BATCH`] queries is one batch.
pub const BATCH: usize = 64;

impl<V: Batch> Answer<Place> for V {
    #[inline(always)]
    fn answer(query: Place, setting: &Columns) -> u64 {
        Self::sum::<0, 0>(&[query], setting)
    }

    #[inline(always)]
    fn sum<const PLACE: usize, const COPY: usize>(queries: &[Place], setting: &Columns) -> u64 {
        sum_batches::<PLACE, COPY>(queries, setting, V::between)
    }
}

/// Asks in batches, and sums up what each has left in memory. `PLACE` is where the
/// loop over batches begins; where the loops in them do is up to the variant.
#[inline(always)]
fn sum_batches<const PLACE: usize, const COPY: usize>(
    queries: &[Place],
    setting: &Columns,
    ask: impl Fn(&[Square], &[Square], &mut [Bitboard]),
) -> u64 {
    let [Place(first), ..] = queries else { return 0 };
    let places = *first as usize..*first as usize + queries.len();
    let (a, b) = (&setting.a[places.clone()], &setting.b[places]);
    let length = if queries.len() > LONGEST_BATCH { BATCH } else { queries.len() };
    let mut answers = setting.answers.borrow_mut();
    let mut sum = 0u64;
    hardware::place::<PLACE, COPY>();
    for (a, b) in a.chunks(length).zip(b.chunks(length)) {
        let answers = &mut answers.0[..a.len()];
        ask(a, b, answers);
        // Through memory, once for a batch: or the loops that write and sum up
        // could become one.
        let answers = black_box(&*answers);
        sum = answers.iter().fold(sum, |sum, answer| sum.wrapping_add(answer.0));
    }
    sum
}

impl<V: Attacked> Answer<Attack> for V {
    #[inline(always)]
    fn answer(query: Attack, boards: &[Bitboard; 1 << 16]) -> u64 {
        let occupied = boards[query.board as usize];
        u64::from(V::attacks(query.piece, query.from, query.to, occupied))
    }
}

impl<V: Sliders> Answer<Slide> for V {
    #[inline(always)]
    fn answer(query: Slide, boards: &[Bitboard; 1 << 16]) -> u64 {
        V::queen(query.square, boards[query.board as usize]).0
    }
}

// From here on answers are long, and engines call for them. So do the kernels:
// inlined into every turn of every placement, 44 of them took the compiler a
// quarter of an hour. What a call costs, the null contender's does too.

impl<V: Xrays> Answer<Xray> for V {
    #[inline(never)]
    fn answer(query: Xray, boards: &[Obstacles; 1 << 16]) -> u64 {
        let Obstacles { occupied, blockers } = boards[query.board as usize];
        let straight = V::rook(query.square, occupied, blockers);
        straight.0 | V::bishop(query.square, occupied, blockers).0
    }
}

impl<V: Attackers> Answer<Target> for V {
    #[inline(never)]
    fn answer(query: Target, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        match query.by {
            None => V::attackers_to(position, query.square).0,
            Some(by) => u64::from(V::is_attacked(position, query.square, by)),
        }
    }
}

impl<V: Pins> Answer<Pin> for V {
    #[inline(never)]
    fn answer(query: Pin, positions: &[Position; 1 << 16]) -> u64 {
        V::pinned(&positions[query.board as usize], query.side).0
    }
}

impl<V: Checks> Answer<Check> for V {
    #[inline(never)]
    fn answer(query: Check, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        match query.m {
            None => V::checkers(position).0,
            Some(m) => u64::from(V::gives_check(position, m)),
        }
    }
}

impl<V: Legality> Answer<Trial> for V {
    #[inline(never)]
    fn answer(query: Trial, positions: &[Position; 1 << 16]) -> u64 {
        u64::from(V::is_pseudo_legal(&positions[query.board as usize], query.m))
    }
}

/// Answers rightly and slowly: what the checksums of the others must equal.
#[derive(Clone, Copy, Debug)]
pub enum Oracle {}

impl Answer<Pair> for Oracle {
    fn answer(query: Pair, (): &()) -> u64 {
        between::oracle(query.a, query.b).0
    }
}

impl Answer<Place> for Oracle {
    fn answer(query: Place, columns: &Columns) -> u64 {
        let place = query.0 as usize;
        between::oracle(columns.a[place], columns.b[place]).0
    }
}

impl Answer<Attack> for Oracle {
    fn answer(query: Attack, boards: &[Bitboard; 1 << 16]) -> u64 {
        let occupied = boards[query.board as usize];
        u64::from(attacked::oracle(query.piece, query.from, query.to, occupied))
    }
}

impl Answer<Slide> for Oracle {
    fn answer(query: Slide, boards: &[Bitboard; 1 << 16]) -> u64 {
        sliders::oracle(Slider::Queen, query.square, boards[query.board as usize]).0
    }
}

impl Answer<Xray> for Oracle {
    fn answer(query: Xray, boards: &[Obstacles; 1 << 16]) -> u64 {
        let Obstacles { occupied, blockers } = boards[query.board as usize];
        xrays::oracle(Slider::Queen, query.square, occupied, blockers).0
    }
}

impl Answer<Target> for Oracle {
    fn answer(query: Target, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let attackers = attackers::oracle(position, query.square);
        match query.by {
            None => attackers.0,
            Some(by) => u64::from(!(attackers & position.color(by)).is_empty()),
        }
    }
}

impl Answer<Pin> for Oracle {
    fn answer(query: Pin, positions: &[Position; 1 << 16]) -> u64 {
        pins::oracle(&positions[query.board as usize], query.side).0
    }
}

impl Answer<Check> for Oracle {
    fn answer(query: Check, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        match query.m {
            None => checks::checkers(position).0,
            Some(m) => u64::from(checks::gives_check(position, m)),
        }
    }
}

impl Answer<Trial> for Oracle {
    fn answer(query: Trial, positions: &[Position; 1 << 16]) -> u64 {
        u64::from(legality::oracle(&positions[query.board as usize], query.m))
    }
}

/// Reads every argument and hands one back: what a kernel costs without a lookup.
#[derive(Clone, Copy, Debug)]
pub enum Null {}

impl Answer<Pair> for Null {
    #[inline(always)]
    fn answer(query: Pair, (): &()) -> u64 {
        let _first = register(query.a as u64);
        query.b as u64
    }
}

impl<S> Answer<EncodedPair<S>> for Null
where
    EncodedPair<S>: Query<Setting = ()>,
    S: Into<u64>,
{
    #[inline(always)]
    fn answer(query: EncodedPair<S>, (): &()) -> u64 {
        let _first = register(query.a.into());
        query.b.into()
    }
}

/// Reads all squares and leaves the answers as they are: what summing them up costs.
impl Answer<Place> for Null {
    #[inline(always)]
    fn answer(query: Place, columns: &Columns) -> u64 {
        let _first = register(columns.a[query.0 as usize] as u64);
        columns.b[query.0 as usize] as u64
    }

    #[inline(always)]
    fn sum<const PLACE: usize, const COPY: usize>(queries: &[Place], columns: &Columns) -> u64 {
        sum_batches::<PLACE, COPY>(queries, columns, |a, b, _| {
            let read = |sum: u8, (&a, &b): (&Square, &Square)| sum ^ a as u8 ^ b as u8;
            black_box(a.iter().zip(b).fold(0, read));
        })
    }
}

impl Answer<Attack> for Null {
    #[inline(always)]
    fn answer(query: Attack, boards: &[Bitboard; 1 << 16]) -> u64 {
        let _occupied = register(boards[query.board as usize].0);
        let _piece = register(query.piece as u64);
        let _to = register(query.to as u64);
        query.from as u64
    }
}

impl Answer<Slide> for Null {
    #[inline(always)]
    fn answer(query: Slide, boards: &[Bitboard; 1 << 16]) -> u64 {
        let _occupied = register(boards[query.board as usize].0);
        query.square as u64
    }
}

impl Answer<Xray> for Null {
    #[inline(never)]
    fn answer(query: Xray, boards: &[Obstacles; 1 << 16]) -> u64 {
        let Obstacles { occupied, blockers } = boards[query.board as usize];
        let _occupied = register(occupied.0);
        let _blockers = register(blockers.0);
        query.square as u64
    }
}

/// Reads a word of every cache line of the position; which words a lookup reads
/// depends on it.
impl Answer<Target> for Null {
    #[inline(never)]
    fn answer(query: Target, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let _pawns = register(position.kind(PieceKind::Pawn).0);
        let _occupied = register(position.occupied().0);
        let _piece = register(position.piece_on(query.square).map_or(0, |piece| piece as u64));
        match query.by {
            None => query.square as u64,
            Some(by) => register(by as u64) ^ query.square as u64,
        }
    }
}

impl Answer<Pin> for Null {
    #[inline(never)]
    fn answer(query: Pin, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let _king = register(position.king(query.side) as u64);
        register(position.occupied().0)
    }
}

impl Answer<Check> for Null {
    #[inline(never)]
    fn answer(query: Check, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let _king = register(position.king(position.side_to_move()) as u64);
        let _to = register(query.m.map_or(0, |m| m.to as u64));
        register(position.occupied().0)
    }
}

impl Answer<Trial> for Null {
    #[inline(never)]
    fn answer(query: Trial, positions: &[Position; 1 << 16]) -> u64 {
        let position = &positions[query.board as usize];
        let _occupied = register(position.occupied().0);
        let _piece = register(position.piece_on(query.m.from).map_or(0, |piece| piece as u64));
        query.m.to as u64
    }
}

/// Queries in one turn of the throughput loop.
///
/// With one query per turn, moving the loop by 16 bytes changed the triangular
/// table's figure by 9 % and the null kernel's by half; with eight, every
/// variant's stayed within 0.8 %, but for one that branches (seen on a
/// Cascade-Lake-class guest, where a jump at the end of a 32-byte block is
/// decoded anew each time).
const UNROLLED: usize = 8;

/// A kernel, compiled for one contender, one placement and one copy.
pub type Kernel<Q> = fn(&[Q], &<Q as Query>::Setting) -> u64;

/// Independent queries: what a lookup costs when nothing waits for it.
///
/// `PLACE` is where the loop begins in its cache line; `COPY` tells equal
/// functions apart.
#[inline(never)]
pub fn throughput<Q: Query, A: Answer<Q>, const PLACE: usize, const COPY: usize>(
    queries: &[Q],
    setting: &Q::Setting,
) -> u64 {
    A::sum::<PLACE, COPY>(queries, setting)
}

/// Dependent queries: how long a lookup takes, because the next one cannot
/// begin before its answer is there.
///
/// `PLACE` is where the loop begins in its cache line; `COPY` tells equal
/// functions apart.
#[inline(never)]
pub fn latency<Q: Query, A: Answer<Q>, const PLACE: usize, const COPY: usize>(
    queries: &[Q],
    setting: &Q::Setting,
) -> u64 {
    let zero = register(0);
    let (mut sum, mut delay) = (0u64, 0);
    hardware::place::<PLACE, COPY>();
    for &query in queries {
        let answer = register(A::answer(query.after(delay), setting));
        sum = sum.wrapping_add(answer);
        delay = answer & zero;
    }
    sum
}
