//! The lines that `lookup::left_out!` writes, and what becomes of them.

mod summary;

use std::process::{Command, id};
use std::{env, fs};

/// This process is to another what the one that runs all tests is to a test.
#[test]
fn a_line_reaches_the_terminal_and_the_list_of_the_process_that_runs_the_tests() {
    if env::var_os("LAB_TEST_LEAVES_OUT").is_some() {
        lookup::left_out!("no {}: {}", "git", 2);
        return;
    }
    let program = env::current_exe().unwrap();
    let list = program.with_file_name("left-out").join(id().to_string());
    let run = || {
        let name = "a_line_reaches_the_terminal_and_the_list_of_the_process_that_runs_the_tests";
        let mut child = Command::new(&program);
        child.args(["--exact", name]).env("LAB_TEST_LEAVES_OUT", "1").output().unwrap()
    };
    let [first, _] = [run(), run()];
    let lines = fs::read_to_string(&list);
    let _ = fs::remove_file(&list);
    let (told, line) = (
        String::from_utf8(first.stdout).unwrap(),
        "your-tests\ta_line_reaches_\
        the_terminal_and_the_list_of_the_process_that_runs_the_tests\tno git: 2\n",
    );
    assert_eq!(lines.unwrap(), line.repeat(2), "one line a run, none lost");
    assert!(told.contains(&format!("left out: {}", line.replace('\t', ": "))), "{told}");
}
