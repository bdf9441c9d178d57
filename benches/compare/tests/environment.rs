//! What the program takes from its environment, and what it hands on.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn compare(arguments: &[&str], variables: &[(&str, &str)]) -> (Output, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
    let output = command.args(arguments).envs(variables.iter().copied()).output().unwrap();
    let errors = String::from_utf8(output.stderr.clone()).unwrap();
    (output, errors)
}

/// As cargo and rustup start this program: engines and builds see what a user's own shell has.
#[test]
fn engines_and_builds_see_nothing_of_the_cargo_around_this_program() {
    const OWN: [&str; 10] = [
        "CARGO",
        "CARGO_PKG_NAME",
        "CARGO_MANIFEST_DIR",
        "CARGO_MANIFEST_PATH",
        "CARGO_BIN_NAME",
        "CARGO_CRATE_NAME",
        "CARGO_PRIMARY_PACKAGE",
        "RUSTUP_TOOLCHAIN",
        "RUSTUP_TOOLCHAIN_SOURCE",
        "RUST_RECURSION_COUNT",
    ];
    let program = Path::new(env!("CARGO_BIN_EXE_compare")).parent().unwrap().display();
    // As cargo sets it for a program that it runs.
    let libraries = format!("{program}/deps:{program}:/toolchain/lib/rustlib/x/lib:/usr/own:u");
    const USERS: [&str; 5] =
        ["RUSTUP_HOME", "RUSTUP_DIST_SERVER", "CARGO_HOME", "CARGO_TARGET_DIR", "RUSTFLAGS"];
    let values = |names: &[&str]| names.iter().map(|name| format!("${name}")).collect::<String>();
    let script = format!(
        "#!/bin/sh\ntest -z \"{}\" || exit 3\ntest \"{}\" = uuuuu || exit 4\n\
         test \"$LD_LIBRARY_PATH\" = /usr/own:u || exit 5\n\
         test -z \"$DYLD_FALLBACK_LIBRARY_PATH\" || exit 6\necho 5 nodes\n",
        values(&OWN),
        values(&USERS)
    );
    let home = tempfile::tempdir().unwrap();
    let folders = ["a", "b"].map(|name| home.path().join(name));
    for folder in &folders {
        fs::create_dir(folder).unwrap();
        fs::write(folder.join("script"), &script).unwrap();
    }
    let [base, test] = folders.each_ref().map(|folder| folder.to_str().unwrap());
    let build = "sh script && cp script engine && chmod +x engine";
    let recipe = ["--rounds", "6", "--build", build, "--engine", "engine", "--layouts", "1"];
    let own = OWN.map(|name| (name, "x"));
    let users = USERS.map(|name| (name, "u"));
    let only_own = format!("{program}/deps");
    let libraries = [("LD_LIBRARY_PATH", &*libraries), ("DYLD_FALLBACK_LIBRARY_PATH", &*only_own)];
    let (output, errors) =
        compare(&[&recipe[..], &[base, test]].concat(), &[&own[..], &users, &libraries].concat());
    assert!(output.status.success(), "{errors}");
}

#[test]
fn variables_that_mean_nothing_are_refused() {
    for (name, value, expected) in [
        (
            "LAB_MASKS",
            "avx2",
            "\"LAB_MASKS\" in the environment: expected one of LAB_MASK, LAB_POS",
        ),
        ("LAB_POSITION", "x", "\"LAB_POSITION\" in the environment: expected one of LAB_MASK, "),
        ("LAB_LAYOUTS", "two", "LAB_LAYOUTS=\"two\": expected one\n"),
        ("LAB_MASK", "AVX2", "LAB_MASK: \"AVX2\": expected sse4.2, popcnt, "),
    ] {
        let (output, errors) = compare(&["--help"], &[(name, value)]);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.starts_with(&format!("error: {expected}")), "{errors}");
    }
}

/// A reader that has gone is no reason to fail, a full disk is one.
#[test]
#[cfg(target_os = "linux")]
fn a_reader_may_go_but_what_cannot_be_written_is_an_error() {
    let run = |stdout: Stdio| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_compare"));
        command.args(["--rounds", "6", "echo 5 nodes", "echo 5  nodes"]);
        let mut child = command.stdout(stdout).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    assert_eq!(run(Stdio::piped()), (Some(0), String::new()));
    let (status, errors) =
        run(fs::OpenOptions::new().write(true).open("/dev/full").unwrap().into());
    assert_eq!(status, Some(1));
    assert!(errors.starts_with("error: expected to print: No space left on device"), "{errors}");
}

/// A system that refuses files, threads or processes is told in a line, and nothing panics.
#[test]
fn what_a_system_refuses_is_an_error() {
    let program = env!("CARGO_BIN_EXE_compare");
    // Shells have either name for processes. Root may start some beyond such a limit.
    let [two, four] =
        [2, 4].map(|most| format!("{{ ulimit -u {most} || ulimit -p {most}; }} 2>/dev/null"));
    for (limit, is_sure) in
        [("ulimit -n 9", true), ("ulimit -n 12", true), (&*two, false), (&*four, false)]
    {
        let mut shell = Command::new("/bin/sh");
        let script = format!("{limit} && exec \"$@\"");
        shell.args(["-c", &script, "x", program, "--rounds", "6"]);
        let output = shell.args(["echo 5 nodes", "echo 5  nodes"]).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        let is_error = output.status.code() == Some(1) && errors.starts_with("error: ");
        assert!(is_error || output.status.success() && !is_sure, "{limit}: {errors}");
        assert!(!errors.contains("panicked"), "{limit}: {errors}");
    }
}
