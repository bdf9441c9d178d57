//! The rows of weights of a network, and the sums of such rows.

use crate::board::{GOLDEN, mixed};
use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::iter::repeat_with;

/// The number of weights in a row.
pub(crate) const WIDTH: usize = 1024;

/// Sums of weights, or weights: as wide as the sums, or bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(align(64))]
pub(crate) struct Row<W = i16>(pub(crate) [W; WIDTH]);

impl Row {
    pub(crate) const ZERO: Row = Row([0; WIDTH]);
}

/// This many rows of pseudo-random weights from -32 to 31, if there is memory for them.
pub(crate) fn weights<W: Copy + From<i8>>(count: usize) -> Result<Vec<Row<W>>, TryReserveError> {
    let mut state = 0;
    let row = || {
        let mut row = Row([W::from(0); WIDTH]);
        for eight in row.0.chunks_exact_mut(8) {
            state += 1;
            let numbers = mixed(GOLDEN.wrapping_mul(state)).to_le_bytes();
            let weights = eight.iter_mut().zip(numbers);
            weights.for_each(|(weight, number)| *weight = W::from(number.cast_signed() >> 2));
        }
        row
    };
    let mut rows = Vec::new();
    rows.try_reserve_exact(count)?;
    rows.extend(repeat_with(row).take(count));
    Ok(rows)
}

/// Adds a row to sums.
#[inline]
pub(crate) fn add<W: Copy + Into<i16>>(sums: &mut Row, row: &Row<W>) {
    for (sum, &weight) in sums.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(weight.into());
    }
}
