//! Compares engines: runs their benches in slices of time, and prints the ratio of their speeds.
//!
//! Each run is a process of its own, by a fresh copy of the executable, with pages and addresses of its
//! own. A round has a run of every build. All begin together on one core and are stopped; in an order
//! that is drawn for each turn, each goes on for a slice, until all have ended. So all share what the
//! machine does, and each costs its own processor time, the start included, or cycles outside of the
//! system where Linux grants their counter. Rounds and builds are the units of the statistics.
//! docs/validation.md says what else a comparison needs.

#[cfg(unix)]
mod system;
#[cfg(unix)]
mod nodes;
#[cfg(unix)]
mod engine;
#[cfg(unix)]
mod uci;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod finding;
#[cfg(unix)]
mod table;
#[cfg(unix)]
mod builds;
#[cfg(unix)]
mod text;
#[cfg(unix)]
mod options;

use std::process::ExitCode;

#[cfg(unix)]
fn main() -> ExitCode {
    processor::require();
    processor::end_on_panic();
    options::main()
}

/// Nothing is measured here.
#[cfg(not(unix))]
fn main() -> ExitCode {
    eprintln!(
        "error: expected Linux or another Unix, which stops processes and tells what they cost"
    );
    ExitCode::FAILURE
}
