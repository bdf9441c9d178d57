//! Times with intervals, from interleaved rounds: hot tables, tables beside a competing working
//! set, and kept state that answers a varying number of questions.

use benches::{invocation, times};
use std::process::ExitCode;

const ABOUT: &str = "duel: compares all variants in interleaved rounds";

fn main() -> ExitCode {
    invocation::main(ABOUT, times::run)
}
