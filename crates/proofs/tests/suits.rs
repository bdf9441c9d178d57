//! What the documentation of each technique ends with: whom it suits, and what it loses to.

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

/// The paragraphs of a file's documentation, each in one line.
fn paragraphs(text: &str) -> Vec<String> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines: Vec<_> = lines.map(str::trim).collect();
    lines.split(|line| line.is_empty()).map(|lines| lines.join(" ")).collect()
}

/// What the last paragraph says, one of these.
const LOSES: [&str; 3] =
    ["oses to", "Nothing measured beats it", "No committed set has measured it"];

/// What is wrong with the paragraph that tells whom the technique suits.
fn fault(text: &str) -> Option<&'static str> {
    let paragraphs = paragraphs(text);
    let begins = |paragraph: &&String| paragraph.starts_with("Suits ");
    if paragraphs.iter().filter(begins).count() != 1 {
        return Some("one paragraph of its documentation begins with \"Suits\"");
    }
    let last = paragraphs.last().filter(begins);
    let Some(last) = last else { return Some("\"Suits\" begins the last paragraph") };
    let tells = LOSES.iter().any(|words| last.contains(words));
    (!tells).then_some("that paragraph tells what it loses to, in one of three ways")
}

#[test]
fn every_technique_says_whom_it_suits_and_what_it_loses_to() {
    for file in techniques() {
        let text = fs::read_to_string(&file).unwrap();
        assert_eq!(fault(&text), None, "{}: {LOSES:?}", file.display());
    }
}

#[test]
fn a_technique_that_does_not_say_it_is_found() {
    let of = |lines: &[&str]| fault(&lines.join("\n"));
    let lookup = "//! - Lookup: one load.";
    let [suits, loses] = ["//! Suits all engines.", "//! It loses to the table."];
    assert_eq!(of(&[lookup, "//!", suits, loses, "#![no_std]"]), None);
    assert_eq!(of(&[lookup, "//!", suits, "//! Nothing measured", "//! beats it."]), None);
    assert_eq!(of(&[lookup, "//!", suits, "//! No committed set has measured it."]), None);
    let none = "one paragraph of its documentation begins with \"Suits\"";
    assert_eq!(of(&[lookup, "//!", loses]), Some(none));
    assert_eq!(of(&[lookup, "", suits, loses]), Some(none), "no documentation of the crate");
    assert_eq!(of(&[lookup, suits, loses]), Some(none), "no paragraph of its own");
    assert_eq!(of(&[suits, loses, "//!", lookup, "//!", suits, loses]), Some(none));
    let last = "\"Suits\" begins the last paragraph";
    assert_eq!(of(&[suits, loses, "//!", lookup]), Some(last));
    let tells = "that paragraph tells what it loses to, in one of three ways";
    assert_eq!(of(&[lookup, "//!", suits]), Some(tells));
}
