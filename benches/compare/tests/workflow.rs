//! The workflow to copy, docs/compare.yml: its steps run as a public runner would run them, on a
//! repository whose engine is a script.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

fn workflow() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/compare.yml");
    fs::read_to_string(path).unwrap()
}

/// What its steps run, in their order.
fn steps() -> Vec<String> {
    let mut steps = Vec::new();
    let workflow = workflow();
    let mut lines = workflow.lines().peekable();
    while let Some(line) = lines.next() {
        match line.trim_start().strip_prefix("run: ") {
            Some("|") => {
                let begin = line.len() - line.trim_start().len() + 2;
                let mut script = String::new();
                while let Some(line) = lines.next_if(|it| it.starts_with(&" ".repeat(begin))) {
                    script += &format!("{}\n", &line[begin..]);
                }
                steps.push(script);
            }
            Some(script) => steps.push(script.to_owned()),
            None => {}
        }
    }
    steps
}

/// What an engine of these sources does for a bench.
fn engine(work: &str, nodes: u32) -> String {
    format!(
        "#!/bin/sh\ni=0; while [ $i -lt {work} ]; do i=$((i+1)); done; echo Nodes searched: {nodes}\n"
    )
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.current_dir(folder).args(["-c", "user.name=x", "-c", "user.email=x"]).args(arguments);
    let output = git.output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

/// The status with which the steps end, and the summary, if a pull request turns one engine into the
/// other.
fn checked(base: &str, request: &str) -> (Option<i32>, String) {
    let home = tempfile::tempdir().unwrap();
    let [sources, programs] = ["sources", "programs"].map(|name| home.path().join(name));
    fs::create_dir_all(&sources).unwrap();
    fs::create_dir_all(&programs).unwrap();
    git(&sources, &["init", "--quiet"]);
    for text in [base, request] {
        fs::write(sources.join("engine.sh"), text).unwrap();
        git(&sources, &["add", "."]);
        git(&sources, &["commit", "--quiet", "--message", "x"]);
    }
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_compare"), programs.join("compare")).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let summary = home.path().join("summary.md");
    let mut status = None;
    for script in steps().iter().filter(|script| !script.starts_with("cargo install ")) {
        // As a runner starts it.
        let mut shell = Command::new("bash");
        shell.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]);
        shell.current_dir(&sources).env("PATH", &path);
        shell.env("BUILD", "cp engine.sh engine; echo '# {seed}' >>engine; chmod +x engine");
        shell.env("ENGINE", "engine").env("MINUTES", "0.02").env("RUNNER_TEMP", home.path());
        shell.env("GITHUB_STEP_SUMMARY", &summary);
        status = shell.output().unwrap().status.code();
        if status != Some(0) {
            break;
        }
    }
    (status, fs::read_to_string(summary).unwrap_or_default())
}

#[test]
fn an_equal_pull_request_passes_and_has_its_table_in_the_summary() {
    let same = engine("2000", 7);
    let (status, summary) = checked(&same, &format!("{same}# Another comment.\n"));
    // Of a hundred equal ones, a few are slower by chance.
    let (status, summary) =
        if status == Some(0) { (status, summary) } else { checked(&same, &same) };
    assert_eq!(status, Some(0), "{summary}");
    assert!(
        summary.starts_with("| engine |") && summary.contains("\n| pull-request |"),
        "{summary}"
    );
    assert!(summary.contains("7 nodes, ") && summary.contains("- base: ../base/"), "{summary}");
}

#[test]
fn a_slower_pull_request_fails_and_the_summary_says_by_how_much() {
    let (status, summary) = checked(&engine("2000", 7), &engine("20000", 7));
    assert_eq!(status, Some(1), "{summary}");
    assert!(summary.contains("\n| pull-request |") && summary.contains("| slower |"), "{summary}");
    assert!(summary.contains("error: expected not slower: pull-request is slower"), "{summary}");
    let (status, summary) = checked(&engine("20000", 7), &engine("2000", 7));
    assert!(status == Some(0) && summary.contains("| faster |"), "{summary}");
}

#[test]
fn a_pull_request_that_cannot_be_compared_fails_and_says_why() {
    let (status, summary) = checked(&engine("2000", 7), &engine("2000", 8));
    assert_eq!(status, Some(1));
    assert!(summary.starts_with("error: ") && summary.contains("found 8"), "{summary}");
    let (status, summary) = checked(&engine("2000", 7), "#!/bin/sh\nexit 3\n");
    assert!(status == Some(1) && summary.starts_with("error: "), "{summary}");
}

#[test]
fn its_variables_are_those_that_it_sets_and_those_of_a_runner() {
    let steps = steps();
    assert_eq!(steps.len(), 3, "{steps:?}");
    assert_eq!(steps[1], "cargo install --git \"$LABORATORY\" compare");
    let known = ["RUNNER_TEMP", "GITHUB_STEP_SUMMARY"].into_iter();
    let workflow = workflow();
    let set = workflow.lines().filter_map(|line| line.strip_prefix("      ")?.split_once(": "));
    let set = set.map(|(name, _)| name).filter(|name| name.chars().all(|c| c.is_ascii_uppercase()));
    let known: BTreeSet<_> = known.chain(set.clone()).collect();
    let all = steps.join("\n");
    let used: BTreeSet<_> = all
        .split('$')
        .skip(1)
        .map(|rest| rest.split(|c: char| !c.is_ascii_uppercase() && c != '_').next().unwrap())
        .filter(|name| !name.is_empty())
        .collect();
    assert_eq!(used, known);
    assert_eq!(set.count(), 4);
}
