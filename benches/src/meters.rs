//! The meters: what measures the contenders that an invocation chose, and writes down what
//! it saw.

pub mod checking;
pub mod cores;
#[cfg(unix)]
pub mod counted;
#[cfg(target_os = "linux")]
pub mod counters;
pub mod duel;
pub mod lineup;
pub(crate) mod rounds_file;
