//! Moving the bits that a mask names, as PEXT and PDEP do: for tables, and for processors
//! without these instructions.

/// The bits of `set` that `mask` names, moved together.
#[cold]
#[must_use]
pub const fn gather(set: u64, mut mask: u64) -> u64 {
    let (mut bits, mut place) = (0, 0);
    while mask != 0 {
        bits |= (set >> mask.trailing_zeros() & 1) << place;
        mask &= mask - 1;
        place += 1;
    }
    bits
}

/// The lowest bits of `bits`, moved apart to the places in `mask`.
#[cold]
#[must_use]
pub const fn scatter(mut bits: u64, mut mask: u64) -> u64 {
    let mut set = 0;
    while mask != 0 {
        set |= (bits & 1) << mask.trailing_zeros();
        mask &= mask - 1;
        bits >>= 1;
    }
    set
}
