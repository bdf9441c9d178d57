//! The meters: what measures the contenders that an invocation chose, and writes down what
//! it saw.

pub mod checking;
pub mod cores;
#[cfg(all(unix, feature = "instructions"))]
pub(crate) mod watched;
#[cfg(all(unix, feature = "instructions"))]
pub mod counted;
#[cfg(target_os = "linux")]
pub mod counters;
pub mod lineup;
pub mod rig;
pub mod batches;
pub(crate) mod rounds_file;
pub mod duel;
