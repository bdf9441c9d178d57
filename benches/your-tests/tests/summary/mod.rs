//! What is told of the tests that were left out.

use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::Path;
use std::time::Duration;
use std::{fs, io};

/// Runs that never came here, such as those of one package, left their lists behind.
const OLD: Duration = Duration::from_secs(24 * 60 * 60);

/// The summary of the list of a process that ran tests. Its list is taken away, and old ones are.
pub(crate) fn taken(folder: &Path, runner: u32) -> io::Result<String> {
    let list = folder.join(runner.to_string());
    let lines = match fs::read_to_string(&list) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        lines => lines?,
    };
    for other in fs::read_dir(folder).into_iter().flatten() {
        let other = other?;
        let is_old = other.metadata()?.modified()?.elapsed().is_ok_and(|age| age > OLD);
        if is_old || other.path() == list {
            fs::remove_file(other.path())?;
        }
    }
    Ok(summary(&lines))
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

#[test]
fn each_reason_has_its_tests_once() {
    assert_eq!(summary(""), "\nleft out: no test\n\n");
    assert_eq!(summary("a\tb::c\tno git\n"), "\nleft out: 1 test\n  no git: a b::c\n\n");
    let lines = "b\tx\tno avx2 of the processor\na\ty\tno git: \t1\nb\tx\tno avx2 of the processor\n\
                 b\tx\tno bmi2\na\tz\tno avx2 of the processor\n";
    let expected = "\nleft out: 4 tests\n  no avx2 of the processor: a z, b x\n  no bmi2: b x\n  \
                    no git: \t1: a y\n\n";
    assert_eq!(summary(lines), expected);
}

#[test]
fn a_list_is_taken_away_and_others_stay_for_a_day() {
    let folder = std::env::temp_dir().join(format!("left-out-{}", std::process::id()));
    assert_eq!(taken(&folder, 1).unwrap(), summary(""));
    fs::create_dir(&folder).unwrap();
    for name in ["1", "2", "3"] {
        fs::write(folder.join(name), format!("a\tb\t{name}\n")).unwrap();
    }
    let yesterday = std::time::SystemTime::now() - OLD - Duration::from_secs(9);
    fs::File::options()
        .append(true)
        .open(folder.join("3"))
        .unwrap()
        .set_modified(yesterday)
        .unwrap();
    let told = [taken(&folder, 1).unwrap(), taken(&folder, 1).unwrap()];
    let left: Vec<_> = fs::read_dir(&folder).unwrap().map(|it| it.unwrap().file_name()).collect();
    fs::remove_dir_all(&folder).unwrap();
    assert_eq!(told, ["a\tb\t1\n", ""].map(summary));
    assert_eq!(left, ["2"]);
}
