//! Each target, shortly: that it runs, meets many kinds of outcome, and has no find.

use std::process::Command;

fn told(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_fuzzing")).args(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    String::from_utf8(text).unwrap()
}

#[test]
fn each_target_meets_many_kinds_of_outcome_and_no_find() {
    for (target, executions, least) in
        [("fen", "20000", 20), ("epd", "4000", 20), ("records", "1000", 15), ("output", "4000", 20)]
    {
        let told = told(&[target, executions, "7"]);
        let kinds = told.strip_prefix(&format!("{target}: {executions} executions, "));
        let kinds = kinds.and_then(|rest| rest.split(' ').next()?.parse::<usize>().ok());
        assert!(kinds.is_some_and(|kinds| kinds >= least), "{told}");
        assert!(told.ends_with("; no find\n"), "{told}");
    }
    assert!(told(&["nonsense", "1"]).starts_with("error: expected fen, epd, "));
}
