//! Fills: sets that move over empty squares in one direction, for variants.
//!
//! A direction is what its step adds to a square's number. A fill reaches the squares that
//! sliders attack, however many sliders there are.

/// The squares that a step can end on, without the files that it would wrap around to.
#[must_use]
pub const fn landing(step: i32) -> u64 {
    let right = ((step + 4) & 7) - 4;
    let files = if right > 0 { 0xff << right & 0xff } else { 0xff >> -right };
    0x0101_0101_0101_0101 * files
}

/// The set moved by a step.
#[inline(always)]
#[must_use]
pub const fn shift(set: u64, step: i32) -> u64 {
    if step > 0 { set << step } else { set >> -step }
}

/// The squares attacked by steps that land only on `onto`: six steps over empty squares, and
/// one more.
#[inline(always)]
#[must_use]
pub fn dumb7(from: u64, empty: u64, step: i32, onto: u64) -> u64 {
    let open = empty & onto;
    let (mut front, mut filled) = (from, from);
    for _ in 0..6 {
        front = shift(front, step) & open;
        filled |= front;
    }
    shift(filled, step) & onto
}

/// The same in three doubling steps, and one more.
#[inline(always)]
#[must_use]
pub const fn kogge_stone(from: u64, empty: u64, step: i32, onto: u64) -> u64 {
    let mut open = empty & onto;
    let mut filled = from | open & shift(from, step);
    open &= shift(open, step);
    filled |= open & shift(filled, 2 * step);
    open &= shift(open, 2 * step);
    filled |= open & shift(filled, 4 * step);
    shift(filled, step) & onto
}

/// The squares that a step can end on if it rotates: without the ranks either, that it would wrap
/// around to.
#[must_use]
pub const fn landing_of_rotation(step: i32) -> u64 {
    let ranks = (step.abs() + 4) / 8;
    landing(step) & if step > 0 { u64::MAX << (8 * ranks) } else { u64::MAX >> (8 * ranks) }
}
