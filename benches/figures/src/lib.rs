//! A value with its 95 % interval, the [statistics] that make one of samples, the words for a unit, a
//! difference and the state of a core, and the smallest differences that count. Whoever measures and
//! whoever reads records share them.

// The macro names this package by its path, here too.
extern crate self as figures;

mod figure;
mod words;
pub mod statistics;
pub mod drawing;
pub mod shown;

#[cfg(feature = "schema")]
#[doc(hidden)]
pub use schemars;
#[doc(hidden)]
pub use serde;

pub use figure::{Figure, LARGEST, write, write_all};
pub use shown::visible;
pub use words::{Claim, Core, Unit, Verdict};

/// We claim no difference below this share, however narrow its interval.
pub const LEAST: f64 = 0.005;

/// Two variants are equivalent if the interval of their ratio lies within this share of 1.
pub const EQUIVALENT: f64 = 0.01;

/// Idle instructions per cycle on every current desktop or server core, with room for noise. A
/// core that never reaches this is narrow or in company.
pub const NARROWEST: f64 = 4.0 / 1.1;
