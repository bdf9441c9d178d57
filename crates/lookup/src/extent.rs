//! How many cases a check asks, and the squares that it fills because they must not matter.

use crate::Bitboard;

/// How many samples to compare a variant on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Extent {
    /// All of them, as in the test of its crate.
    Full,
    /// A tenth of them, as before each measurement.
    Tenth,
}

impl Extent {
    /// This share of a number of samples.
    #[must_use]
    pub fn of(self, samples: usize) -> usize {
        match self {
            Extent::Full => samples,
            Extent::Tenth => samples / 10,
        }
    }
}

/// The golden ratio as a fraction of 64 bits. Multiplying by it spreads a few varying bits over
/// all, and the high ones vary most.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// Fills of squares that must not matter: none, all, and two irregular ones by a seed.
pub(crate) fn fills(seed: u64) -> [Bitboard; 4] {
    let product = seed.wrapping_mul(GOLDEN);
    let mixed = Bitboard(product ^ product >> 32);
    [Bitboard::EMPTY, !Bitboard::EMPTY, mixed, !mixed]
}
