//! Shows what tests left out, and why, after all of them: the lines that `lookup::left_out!` wrote.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{ErrorKind, Write};
use std::time::Duration;
use std::{env, fs, io};

/// Runs that never came here, such as those of one package, left their lists behind.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

fn main() -> io::Result<()> {
    if env::args().any(|argument| argument == "--list") {
        return Ok(());
    }
    #[cfg(unix)]
    let runner = std::os::unix::process::parent_id();
    #[cfg(not(unix))]
    let runner = 0;
    let folder = env::current_exe()?.with_file_name("left-out");
    let list = folder.join(runner.to_string());
    let lines = match fs::read_to_string(&list) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        lines => lines?,
    };
    io::stdout().write_all(summary(&lines).as_bytes())?;
    for list in fs::read_dir(&folder).into_iter().flatten() {
        let list = list?;
        let is_old = list.metadata()?.modified()?.elapsed().is_ok_and(|age| age > OLD);
        if is_old || list.file_name() == *runner.to_string() {
            fs::remove_file(list.path())?;
        }
    }
    Ok(())
}

/// The tests of each reason: each line has a package, a test and a reason.
fn summary(lines: &str) -> String {
    let mut reasons: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let mut count = 0;
    for line in lines.lines() {
        let fields: Vec<_> = line.splitn(3, '\t').collect();
        let [package, test, reason] = fields[..] else { panic!("{line:?}") };
        count +=
            usize::from(reasons.entry(reason).or_default().insert(format!("{package} {test}")));
    }
    let mut text = match count {
        0 => "\nleft out: no test\n".to_owned(),
        1 => "\nleft out: 1 test\n".to_owned(),
        _ => format!("\nleft out: {count} tests\n"),
    };
    for (reason, tests) in reasons {
        text += &format!("  {reason}: {}\n", Vec::from_iter(tests).join(", "));
    }
    text + "\n"
}
