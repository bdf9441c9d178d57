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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_together_and_apart() {
        assert_eq!(gather(0b1010_0110, 0b1110_0100), 0b1011);
        assert_eq!(scatter(0b1011, 0b1110_0100), 0b1010_0100);
        let (set, mask) = (0x0123_4567_89ab_cdef, 0x8100_0f00_00f0_0081);
        assert_eq!(scatter(gather(set, mask), mask), set & mask);
        assert_eq!((gather(set, 0), scatter(set, 0), gather(set, !0)), (0, 0, set));
    }
}
