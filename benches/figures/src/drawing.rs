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

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::rand_core::SeedableRng as _;

    #[test]
    fn all_orders_and_all_numbers_are_as_likely() {
        let generator = &mut Xoshiro256PlusPlus::seed_from_u64(7);
        let mut places = [[0; 5]; 5];
        for _ in 0..5000 {
            let order = shuffled(5, generator);
            order.iter().enumerate().for_each(|(place, number)| places[place][*number] += 1);
        }
        // A thousand are due; six standard deviations are 170.
        assert!(places.iter().flatten().all(|times| (830..1170).contains(times)), "{places:?}");
        assert!(places.iter().all(|times| times.iter().sum::<i32>() == 5000));
        let mut drawn = [0; 3];
        (0..3000).for_each(|_| drawn[below(generator, 3)] += 1);
        assert!(drawn.iter().all(|times| (850..1150).contains(times)), "{drawn:?}");
    }
}
