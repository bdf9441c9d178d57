//! Exact counts per query by Callgrind: instructions, simulated caches, branches.

use benches::invocation;
use std::process::ExitCode;

const ABOUT: &str = "instructions: counts instructions, branches and cache misses with Callgrind";

#[cfg(unix)]
fn main() -> ExitCode {
    use benches::meters::{callgrind, counted};
    use questions::list;
    use std::path::Path;
    processor::require();
    processor::end_on_panic();
    // The runner starts this executable again, under Valgrind.
    let mut arguments = std::env::args().skip(1);
    let done = match arguments.next().as_deref() {
        Some(callgrind::RERUN) => {
            let workload = std::env::var(callgrind::WORKLOAD).unwrap_or_default();
            callgrind::rerun(&workload, list::each())
        }
        Some(callgrind::TRIAL) => callgrind::try_out(&list::questions()),
        _ => {
            let runner = Path::new(env!("CARGO_BIN_EXE_iai-callgrind-runner"));
            return invocation::main(ABOUT, |invocation, questions| {
                counted::run(invocation, questions, runner)
            });
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[cfg(not(unix))]
fn main() -> ExitCode {
    invocation::main(ABOUT, |_, _| {
        benches::terminal::found("counted", "not measured: Valgrind does not run on this system");
        Ok(())
    })
}
