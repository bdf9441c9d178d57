//! The rows of weights of a network, and the sums of such rows.

use crate::allocation::{MemoryError, filled};
use crate::board::GOLDEN;
use alloc::vec::Vec;

/// The number of weights in a row.
pub(crate) const WIDTH: usize = 512;

/// Weights, or their sums.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(align(64))]
pub(crate) struct Row(pub(crate) [i16; WIDTH]);

impl Row {
    pub(crate) const ZERO: Row = Row([0; WIDTH]);
}

/// The rows of weights, a power of two of them.
#[derive(Debug)]
pub(crate) struct Weights {
    pub(crate) rows: Vec<Row>,
    /// A shift brings a hash into the range of the rows.
    shift: u32,
}

impl Weights {
    /// This many megabytes of zeros, a power of two.
    pub(crate) fn none(megabytes: usize) -> Result<Weights, MemoryError> {
        let count = (megabytes << 20) / size_of::<Row>();
        Ok(Weights { rows: filled(count, || Row::ZERO)?, shift: 64 - count.ilog2() })
    }

    /// Their size in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.rows.as_slice())
    }

    /// The number of the row of a feature. Features are scattered over all rows.
    #[inline]
    pub(crate) fn number(&self, feature: usize) -> usize {
        (GOLDEN.wrapping_mul(feature as u64 + 1) >> self.shift) as usize
    }

    /// The row of a feature.
    #[inline]
    pub(crate) fn row(&self, feature: usize) -> &Row {
        &self.rows[self.number(feature)]
    }

    /// The row of this [number](Weights::number).
    #[inline]
    pub(crate) fn numbered(&self, number: u32) -> &Row {
        &self.rows[number as usize]
    }
}

/// Adds a row to sums.
#[inline]
pub(crate) fn add(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(*weight);
    }
}
