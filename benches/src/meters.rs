//! The meters: measure the variants that an invocation chose, and record the results.

pub mod checking;
pub mod cores;
#[cfg(all(unix, feature = "instructions"))]
pub(crate) mod watched;
#[cfg(all(unix, feature = "instructions"))]
pub mod callgrind;
#[cfg(all(unix, feature = "instructions"))]
pub mod counted;
#[cfg(target_os = "linux")]
pub mod counters;
pub mod compared;
pub mod machine;
pub mod batches;
pub(crate) mod rounds_file;
pub(crate) mod listener;
pub mod duel;
