//! Times with intervals, from interleaved rounds: hot tables, tables beside a competing working
//! set, and what is kept for so many questions.

use benches::{invocation, meters};
use std::process::ExitCode;

const ABOUT: &str = "duel: compares all contenders in interleaved rounds";

fn main() -> ExitCode {
    invocation::main(ABOUT, meters::duel::run)
}
