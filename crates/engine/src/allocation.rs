//! Memory of a size that the caller chose, which the system may refuse.

use alloc::collections::TryReserveError;
use alloc::vec::Vec;
use core::fmt;

/// The reason why there is no memory.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum MemoryError {
    /// The megabytes of a hash table that is too small or too large.
    Table(usize),
    /// The system does not grant the memory.
    Refused(TryReserveError),
}

impl fmt::Display for MemoryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MemoryError::Table(megabytes) => {
                write!(f, "a hash table has 1 to 1024 megabytes, not {megabytes}")
            }
            MemoryError::Refused(_) => f.write_str("the system does not grant so much memory"),
        }
    }
}

impl core::error::Error for MemoryError {}

/// The most plies from the root, plus one.
pub(crate) const PLIES: usize = 128;

/// A vector of `count` values, each made by `value`.
pub(crate) fn filled<T>(count: usize, value: impl FnMut() -> T) -> Result<Vec<T>, MemoryError> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(count).map_err(MemoryError::Refused)?;
    vector.resize_with(count, value);
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn what_is_not_granted_is_refused() {
        let refused = filled(usize::MAX / 16, || 0u64).unwrap_err();
        assert_eq!(refused.to_string(), "the system does not grant so much memory");
        assert_eq!(filled(3, || 7), Ok(alloc::vec![7, 7, 7]));
    }
}
