//! Shows what tests left out, and why, after all of them: the lines that `lookup::left_out!` wrote.

mod summary;

use std::io::Write;
use std::{env, io};

fn main() -> io::Result<()> {
    if env::args().any(|argument| argument == "--list") {
        return Ok(());
    }
    #[cfg(unix)]
    let runner = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let runner = 0;
    let folder = env::current_exe()?.with_file_name("left-out");
    io::stdout().write_all(summary::taken(&folder, runner)?.as_bytes())
}
