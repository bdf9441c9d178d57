//! The command line: each command as it is understood, and each refusal.

use super::{Action, all_sets, parse_action, pinned_compiler};
use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

fn parse(line: &str) -> anyhow::Result<Action> {
    parse_action(line.split_whitespace())
}

fn refusal(line: &str) -> String {
    let action = parse(line).expect_err(line);
    format!("{action:#}")
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn folders(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

/// Tests run in the folder of their package.
#[test]
fn sets_and_crates_are_found_from_below_the_top_of_the_checkout() {
    let top = super::top().unwrap();
    assert_eq!(top, PathBuf::from("../.."));
    assert!(top.join("crates/lookup").is_dir());
    assert!(all_sets().unwrap().len() > 1);
    let home = top.canonicalize().unwrap();
    for (below, up) in [("", ""), ("reports", ".."), ("crates/lookup/src", "../../..")] {
        assert_eq!(super::top_around(&home.join(below)).unwrap(), PathBuf::from(up), "{below}");
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let error = super::top_around(elsewhere.path()).unwrap_err().to_string();
    assert!(error.contains(": expected the laboratory's checkout, with reports/ and "), "{error}");
}

#[test]
fn each_command_is_understood() {
    let packed = |again: Option<&str>| Action::Pack {
        folder: PathBuf::from("reports/latest"),
        name: text("ryzen-9950x"),
        again: again.map(PathBuf::from),
    };
    let taken = |names: &[&str], headers| Action::Take {
        variants: names.iter().map(|name| text(name)).collect(),
        into: PathBuf::from("one"),
        headers,
    };
    let place = "between/throughput/uniform/between-windows";
    for (line, expected) in [
        ("--here", Action::Here),
        ("--publish", Action::Publish),
        ("one", Action::Render(folders(&["one"]))),
        (
            "reports/one/ two -- --three",
            Action::Render(folders(&["reports/one/", "two", "--three"])),
        ),
        (
            "--find between/throughput/uniform/between-windows",
            Action::Find(text(place), Vec::new()),
        ),
        (
            "--find between/throughput/uniform/between-windows one two",
            Action::Find(text(place), folders(&["one", "two"])),
        ),
        ("--pack reports/latest --as ryzen-9950x --again ../first", packed(Some("../first"))),
        ("--again ../first --as ryzen-9950x --pack reports/latest", packed(Some("../first"))),
        ("--diff one two", Action::Diff(["one", "two"].map(PathBuf::from))),
        ("--bencher one", Action::Bencher(PathBuf::from("one"))),
        // The rules say then that a second run lacks.
        ("--pack reports/latest --as ryzen-9950x", packed(None)),
        ("--take between-windows one", taken(&["between-windows"], false)),
        ("one --take between-windows", taken(&["between-windows"], false)),
        ("--take pext hyperbola-lanes one", taken(&["pext", "hyperbola-lanes"], false)),
        ("--take hyperbola --c one", taken(&["hyperbola"], true)),
        ("--c --take pext hyperbola one", taken(&["pext", "hyperbola"], true)),
    ] {
        assert_eq!(parse(line).unwrap(), expected, "{line}");
    }
}

#[test]
fn a_line_of_several_words_is_one_argument() {
    let line = "between/throughput/uniform/between-windows, method 4";
    let found = parse_action(["--find", line]).unwrap();
    assert_eq!(found, Action::Find(text(line), Vec::new()));
    assert_eq!(parse_action(["a b"]).unwrap(), Action::Render(folders(&["a b"])));
}

#[test]
fn what_is_no_command_is_refused_with_what_was_expected() {
    for (line, expected) in [
        ("", "expected one action or a folder"),
        ("--nonsense", "unexpected argument '--nonsense'"),
        ("-x", "unexpected argument '-x'"),
        ("one --nonsense", "unexpected argument '--nonsense'"),
        ("--here one", "'--here' cannot be used with '[FOLDER]...'"),
        ("--here --here", "'--here' cannot be used multiple times"),
        ("--here=yes", "unexpected value 'yes' for '--here'"),
        ("--publish one", "'--publish' cannot be used with '[FOLDER]...'"),
        ("--predict sliders=15.3", "unexpected argument '--predict'"),
        ("--find", "a value is required for '--find <LINE>'"),
        ("--find one --find two", "'--find <LINE>' cannot be used multiple times"),
        ("--diff", "a value is required for '--diff <BEFORE> <AFTER>'"),
        ("--diff one", "2 values required for '--diff <BEFORE> <AFTER>' but 1 was provided"),
        ("--diff one two three", "'--diff <BEFORE> <AFTER>' cannot be used with '[FOLDER]...'"),
        ("three --diff one two", "cannot be used with '--diff <BEFORE> <AFTER>'"),
        ("--bencher", "a value is required for '--bencher <FOLDER>'"),
        ("--bencher one two", "'--bencher <FOLDER>' cannot be used with '[FOLDER]...'"),
        ("--take", "a value is required for '--take <VARIANT>'"),
        ("--take one", "--take: expected VARIANT... and then a FOLDER, found no folder"),
        ("--take one --c", "--take: expected VARIANT... and then a FOLDER, found no folder"),
        ("--c one", "not provided:\n  --take <VARIANT>"),
        ("--here --c", "cannot be used with"),
        ("--pack", "a value is required for '--pack <FOLDER>'"),
        ("--pack one", "not provided:\n  --as <NAME>"),
        ("--pack one --again two", "not provided:\n  --as <NAME>"),
        ("--pack one --as two three", "cannot be used with"),
        ("--pack one two", "cannot be used with"),
        ("--as one", "not provided:\n  --pack <FOLDER>"),
        ("--again one", "not provided:\n  --as <NAME>\n  --pack <FOLDER>"),
        ("--as one --again two", "not provided:\n  --pack <FOLDER>"),
        ("one --as two", "cannot be used with"),
        ("one --again two", "cannot be used with"),
    ] {
        let error = refusal(line);
        assert!(error.contains(expected), "{line}: {error}");
        // The program puts that in front itself.
        assert!(!error.starts_with("error: "), "{line}: {error}");
    }
}

/// Each action but rendering.
const ACTIONS: [&str; 7] = [
    "--here",
    "--publish",
    "--find between/throughput/uniform/null",
    "--diff one two",
    "--bencher one",
    "--take between-windows one",
    "--pack one --as two",
];

#[test]
fn two_actions_are_refused_whichever_they_are() {
    for (number, one) in ACTIONS.iter().enumerate() {
        assert!(parse(one).is_ok(), "{one}");
        let others = ACTIONS.iter().enumerate().filter(|(other, _)| *other != number);
        let mut others: Vec<_> = others.map(|(_, other)| *other).collect();
        if !one.starts_with("--pack") {
            others.extend(["--as two", "--again three"]);
        }
        if !one.starts_with("--take") {
            others.push("--c");
        }
        for other in others {
            let error = refusal(&format!("{one} {other}"));
            assert!(error.contains("cannot be used with"), "{one} {other}: {error}");
        }
    }
}

#[test]
fn help_describes_each_command_with_an_example() {
    for line in ["--help", "-h", "--here --help"] {
        let Action::Help(text) = parse(line).unwrap() else { panic!("{line} does not help") };
        for form in [
            "report -- --here\n",
            "report -- FOLDER...\n",
            "report -- --find LINE [FOLDER...]\n",
            "report -- --diff BEFORE AFTER\n",
            "report -- --bencher FOLDER\n",
            "report -- --pack FOLDER --as NAME --again FOLDER\n",
            "report -- --publish\n",
            "report -- --take VARIANT... FOLDER\n",
            "report -- --take VARIANT... --c FOLDER\n",
        ] {
            assert!(text.contains(form), "{form}: {text}");
        }
        assert_eq!(text.matches("Example: ").count(), 11, "{text}");
        for example in text.lines().filter_map(|line| line.trim().strip_prefix("Example: ")) {
            // These two belong to --pack.
            let is_part = ["--as ", "--again "].iter().any(|part| example.starts_with(part));
            let words: Vec<_> = match example.split_once('\'') {
                Some((flag, line)) => vec![flag.trim(), line.trim_end_matches('\'')],
                None => example.split_whitespace().collect(),
            };
            assert_eq!(parse_action(words).is_ok(), !is_part, "{example}");
        }
        // All of it, word by word. Where other packages switch wrapping on, lines end elsewhere.
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&text), words(include_str!("help.txt")));
        assert!(text.lines().all(|line| line.chars().count() <= 110), "{text}");
    }
}

#[test]
fn an_argument_may_hold_anything() {
    let hostile = "--\u{1b}[31m\u{202e}";
    let error = format!("{:#}", parse_action([hostile]).unwrap_err());
    // Built with all packages, clap knows colours, and drops the first escape by itself.
    assert!(error.contains(r"\u{202e}"), "{error}");
    assert!(!error.contains(['\u{1b}', '\u{202e}']), "{error}");
    let error = format!("{:#}", parse_action([format!("--{}", "x".repeat(1 << 20))]).unwrap_err());
    assert!(error.len() < 5000, "{}", error.len());
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStringExt;
        let broken = || OsString::from_vec(b"\xff\xfe".to_vec());
        assert_eq!(parse_action([broken()]).unwrap(), Action::Render(vec![broken().into()]));
        for flag in ["--find", "--take"] {
            let error = parse_action([OsString::from(flag), broken()]).unwrap_err();
            assert!(format!("{error:#}").contains("invalid UTF-8"), "{error:#}");
        }
    }
}

#[test]
fn the_pinned_compiler_is_read_from_its_file() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().join("rust-toolchain.toml");
    fs::write(&path, "[toolchain]\nchannel = \"1.95.0\"\nprofile = \"minimal\"\n").unwrap();
    assert_eq!(pinned_compiler(&path).unwrap(), "1.95.0");
    fs::write(&path, "[toolchain]\n").unwrap();
    let error = format!("{:#}", pinned_compiler(&path).unwrap_err());
    assert!(error.ends_with("rust-toolchain.toml: expected a channel"), "{error}");
}
