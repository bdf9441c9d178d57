//! Numbers drawn from a seeded generator.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng as _;

/// The numbers below `count`, each once, in random order.
#[must_use]
pub fn shuffled(count: usize, generator: &mut Xoshiro256PlusPlus) -> Vec<usize> {
    let mut numbers: Vec<_> = (0..count).collect();
    for last in (1..count).rev() {
        numbers.swap(last, below(generator, last + 1));
    }
    numbers
}

/// A number below `bound`; the bias of the multiplication is below 2^-26.
#[must_use]
pub fn below(generator: &mut Xoshiro256PlusPlus, bound: usize) -> usize {
    (((generator.next_u64() >> 32) * bound as u64) >> 32) as usize
}
