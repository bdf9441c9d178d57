//! Three functions that answer alike, for tests: by a large table, by two small ones, by none.

use crate::layout::Table;
use crate::workload::{Conditions, Contender};
use crate::{Clock, Comparison, Runner};

/// A table as they have it in programs: it begins on a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Aligned<T>(T);

const fn by_none(query: u64) -> u64 {
    ((query & 63) * 7) ^ ((query >> 6 & 63) * 11)
}

const fn numbers<const N: usize>(shift: u64) -> [u64; N] {
    let (mut numbers, mut n) = ([0; N], 0);
    while n < N {
        numbers[n] = by_none((n as u64) << shift);
        n += 1;
    }
    numbers
}

static LARGE: Aligned<[u64; 4096]> = Aligned(numbers(0));
static LOW: Aligned<[u64; 64]> = Aligned(numbers(0));
static HIGH: Aligned<[u64; 64]> = Aligned(numbers(6));

/// A comparison of them.
pub(crate) fn three() -> Comparison<(), u64> {
    let queries = (0..1 << 18).map(|number: u64| number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52);
    Comparison::of("numbers", (), queries)
        .variant("large", |(), query| LARGE.0[query as usize & 4095])
        .reading(&LARGE)
        .variant("small", |(), query| LOW.0[query as usize & 63] ^ HIGH.0[query as usize >> 6 & 63])
        .reading(&LOW)
        .reading(&HIGH)
        .variant("none", |(), query| by_none(query))
}

/// A runner of their code.
pub(crate) fn runner(seed: u64) -> Runner {
    Runner::new(Clock::open(), vec!["sampling".to_owned()], seed, 4 << 20)
}

/// The first two, the first without a place for its table, and how hot batches are measured.
pub(crate) fn hot() -> (Vec<Contender>, Conditions) {
    let mut contenders = three().contenders();
    contenders.truncate(2);
    let hidden = three().contenders().remove(0);
    contenders.push(Contender { hides_tables: true, tables: Vec::new(), ..hidden });
    let conditions = three().conditions();
    (contenders, Conditions { window: 2048, warm_up: [2048, 1 << 17], ..conditions })
}

/// Where their tables lie.
pub(crate) fn tables() -> [Table; 3] {
    [Table::of(&LARGE), Table::of(&LOW), Table::of(&HIGH)]
}
