//! What the documentation of each technique ends with: whom it suits, and what records say of it.

use std::fs;
use std::path::{Path, PathBuf};

/// The root files of all techniques. Their folders have the name of a question, a hyphen and more.
fn techniques() -> Vec<PathBuf> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut folders: Vec<_> =
        fs::read_dir(crates).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|folder| folder.file_name().unwrap().to_str().unwrap().contains('-'));
    folders.sort_unstable();
    assert!(folders.len() > 70, "{folders:?}");
    folders.into_iter().map(|folder| folder.join("src/lib.rs")).collect()
}

const SUITS: &str = "one paragraph of its documentation begins with \"Suits\"";
const MEASURED: &str = "the last is \"Measured: <!-- published: figures --><!-- end -->\", filled";

/// What is wrong with the paragraphs that tell whom the technique suits and what it takes.
fn fault(text: &str) -> Option<&'static str> {
    let lines: Vec<_> = text.lines().map_while(|line| line.strip_prefix("//!")).collect();
    let paragraphs = lines.split(|line| line.is_empty()).map(|lines| lines.join(""));
    let paragraphs: Vec<_> = paragraphs.collect();
    if paragraphs.iter().filter(|paragraph| paragraph.starts_with(" Suits ")).count() != 1 {
        return Some(SUITS);
    }
    let marked = paragraphs.last().is_some_and(|last| {
        last.starts_with(" Measured: <!-- published: figures -->") && last.ends_with("<!-- end -->")
    });
    (!marked).then_some(MEASURED)
}

#[test]
fn every_technique_says_whom_it_suits_and_has_a_mark_for_figures() {
    for file in techniques() {
        assert_eq!(fault(&fs::read_to_string(&file).unwrap()), None, "{}", file.display());
    }
}

#[test]
fn a_technique_that_does_not_say_it_is_found() {
    let [lookup, suits] = ["//! - Lookup: one load.", "//! Suits all engines."];
    let mark = "//! Measured: <!-- published: figures --><!-- end -->";
    let [open, end] = ["//! Measured: <!-- published: figures -->hot", "//! 2.0<!-- end -->"];
    let cases: [(&[&str], _); 10] = [
        (&[lookup, "//!", suits, "//! ...", "//!", mark, "#![no_std]"], None),
        (&[suits, "//!", lookup, "//!", open, end], None),
        (&[lookup, "//!", mark], Some(SUITS)),
        (&[lookup, "", suits, "//!", mark], Some(SUITS)),
        (&[lookup, suits, "//!", mark], Some(SUITS)),
        (&[suits, "//!", suits, "//!", mark], Some(SUITS)),
        (&[suits, mark], Some(MEASURED)),
        (&[suits, "//!", mark, "//!", lookup], Some(MEASURED)),
        (&[suits, "//!", open], Some(MEASURED)),
        (&[suits, "//!", end], Some(MEASURED)),
    ];
    for (lines, expected) in cases {
        assert_eq!(fault(&lines.join("\n")), expected, "{lines:?}");
    }
}
