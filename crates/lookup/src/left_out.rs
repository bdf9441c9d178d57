//! Tests that need what a machine lacks.

/// Says that a test left something out, and why: `lookup::left_out!("git is not installed");`.
///
/// The test harness knows no test that is left out while it runs, and swallows what passed tests
/// print. So a line goes straight to the terminal, and into a file beside the tests' programs,
/// whose name is the process that runs them all. The package `your-tests`, whose test `cargo test`
/// runs last, shows that list.
#[macro_export]
macro_rules! left_out {
    ($($reason:tt)+) => {{
        extern crate std;
        use std::io::Write as _;
        let thread = std::thread::current();
        let (test, package) = (thread.name().unwrap_or("a test"), env!("CARGO_PKG_NAME"));
        let line = std::format!("{package}\t{test}\t{}\n", std::format_args!($($reason)+));
        write!(std::io::stdout(), "left out: {}", line.replace('\t', ": ")).unwrap();
        #[cfg(unix)]
        let runner = std::os::unix::process::parent_id();
        #[cfg(not(unix))]
        let runner = 0;
        let program = std::env::current_exe().unwrap();
        let folder = program.with_file_name("left-out");
        std::fs::create_dir_all(&folder).unwrap();
        let (list, mut options) = (folder.join(std::format!("{runner}")), std::fs::File::options());
        let mut list = options.append(true).create(true).open(list).unwrap();
        // In one piece, for other tests write there too.
        list.write_all(line.as_bytes()).unwrap();
    }};
}
