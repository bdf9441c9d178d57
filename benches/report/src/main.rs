//! Says what lookups gain on this processor, renders records as reports, finds a cited figure again,
//! and packs a machine's records.

use std::process::ExitCode;

fn main() -> ExitCode {
    processor::require();
    processor::end_on_panic();
    let arguments = std::env::args_os().skip(1);
    let arguments = arguments.map(|argument| argument.to_string_lossy().into_owned());
    match report::run(&arguments.collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
