//! The measured loops, compiled once per variant and called once per batch.

use crate::streams::Query;
use sampling::hardware::{self, register};

/// Something that answers a query; what a kernel is compiled for.
pub trait Answer<Q: Query> {
    /// The answer as a number.
    fn answer(query: Q, dataset: &Q::Dataset) -> u64;

    /// The sum of the answers to queries that follow each other in their stream;
    /// what [`throughput`] runs. See there for `PLACE` and `COPY`.
    #[inline(always)]
    fn sum<const PLACE: usize, const COPY: usize>(queries: &[Q], dataset: &Q::Dataset) -> u64 {
        let mut sum = 0u64;
        let (turns, rest) = queries.as_chunks::<UNROLLED>();
        for &query in rest {
            sum = sum.wrapping_add(register(Self::answer(query, dataset)));
        }
        hardware::place::<PLACE, COPY>();
        for turn in turns {
            for &query in turn {
                sum = sum.wrapping_add(register(Self::answer(query, dataset)));
            }
        }
        sum
    }
}

/// Answers rightly and slowly: what the checksums of the others must equal.
#[derive(Clone, Copy, Debug)]
pub enum Oracle {}

/// Reads every argument and hands one back: what a kernel costs without a lookup.
#[derive(Clone, Copy, Debug)]
pub enum Null {}

/// Queries in one turn of the throughput loop.
///
/// With one query per turn, moving the loop by 16 bytes changed the triangular
/// table's figure by 9 % and the null kernel's by half; with eight, every
/// variant's stayed within 0.8 %, but for one that branches (seen on a
/// Cascade-Lake-class guest, where a jump at the end of a 32-byte block is
/// decoded anew each time).
const UNROLLED: usize = 8;

/// A kernel, compiled for one contender, one placement and one copy.
pub type Kernel<Q> = fn(&[Q], &<Q as Query>::Dataset) -> u64;

/// Independent queries: what a lookup costs when nothing waits for it.
///
/// `PLACE` is where the loop begins in its cache line; `COPY` tells equal
/// functions apart.
#[inline(never)]
pub fn throughput<Q: Query, A: Answer<Q>, const PLACE: usize, const COPY: usize>(
    queries: &[Q],
    dataset: &Q::Dataset,
) -> u64 {
    A::sum::<PLACE, COPY>(queries, dataset)
}

/// Dependent queries: how long a lookup takes, because the next one cannot
/// begin before its answer is there.
///
/// `PLACE` is where the loop begins in its cache line; `COPY` tells equal
/// functions apart.
#[inline(never)]
pub fn latency<Q: Query, A: Answer<Q>, const PLACE: usize, const COPY: usize>(
    queries: &[Q],
    dataset: &Q::Dataset,
) -> u64 {
    let zero = register(0);
    let (mut sum, mut delay) = (0u64, 0);
    hardware::place::<PLACE, COPY>();
    for &query in queries {
        let answer = register(A::answer(query.after(delay), dataset));
        sum = sum.wrapping_add(answer);
        delay = answer & zero;
    }
    sum
}
