//! The program that iai-callgrind starts to run Valgrind. This package builds it, so both are
//! of one version and nothing needs to be installed.

#[cfg(unix)]
fn main() {
    if let Err(error) = iai_callgrind_runner::runner::run::run() {
        eprintln!("iai-callgrind-runner: {error:#}");
        std::process::exit(1);
    }
}

#[cfg(not(unix))]
fn main() {}
