//! The measured loops, compiled once per variant and called once per batch.

use crate::hardware::{self, register};
use crate::stream::{Attack, EncodedPair, Pair, Query};
use lookup::attacked::{self, Attacked};
use lookup::between::{self, Aligned, Between, Encoded};
use std::marker::PhantomData;

/// Something that answers a query; what a kernel is compiled for.
pub trait Answer<Q: Query> {
    /// The answer as a number.
    fn answer(query: Q, setting: &Q::Setting) -> u64;
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

impl<V: Attacked> Answer<Attack> for V {
    #[inline(always)]
    fn answer(query: Attack, boards: &[lookup::Bitboard; 1 << 16]) -> u64 {
        let occupied = boards[query.board as usize];
        u64::from(V::attacks(query.piece, query.from, query.to, occupied))
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

impl Answer<Attack> for Oracle {
    fn answer(query: Attack, boards: &[lookup::Bitboard; 1 << 16]) -> u64 {
        let occupied = boards[query.board as usize];
        u64::from(attacked::oracle(query.piece, query.from, query.to, occupied))
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

impl Answer<Attack> for Null {
    #[inline(always)]
    fn answer(query: Attack, boards: &[lookup::Bitboard; 1 << 16]) -> u64 {
        let _occupied = register(boards[query.board as usize].0);
        let _piece = register(query.piece as u64);
        let _to = register(query.to as u64);
        query.from as u64
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
    let mut sum = 0u64;
    let (turns, rest) = queries.as_chunks::<UNROLLED>();
    for &query in rest {
        sum = sum.wrapping_add(register(A::answer(query, setting)));
    }
    hardware::place::<PLACE, COPY>();
    for turn in turns {
        for &query in turn {
            sum = sum.wrapping_add(register(A::answer(query, setting)));
        }
    }
    sum
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
