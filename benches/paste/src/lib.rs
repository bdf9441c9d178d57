//! [`pastey`] under the name of `paste`, which nobody maintains any longer.

pub use pastey::{expr, item, paste};
