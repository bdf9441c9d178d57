//! The program that iai-callgrind starts to run Valgrind, built by this package
//! so that nothing needs to be installed and both are of one version.

#[cfg(unix)]
fn main() {
    if let Err(error) = iai_callgrind_runner::runner::run() {
        eprintln!("iai-callgrind-runner: {error}");
        std::process::exit(1);
    }
}

#[cfg(not(unix))]
fn main() {}
