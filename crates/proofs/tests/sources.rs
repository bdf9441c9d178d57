//! The texts of the workspace: names that must agree and tables that must be listed.
//!
//! These tests read files and compile nothing. They find at once what the laboratory would find
//! after a long build.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of all crates.
fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of the variants' folders: a question, a hyphen and more.
fn variants() -> Vec<String> {
    let entries = fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name.contains('-'));
    names.sort_unstable();
    assert!(names.len() > 70, "{names:?}");
    names
}

fn read(path: impl AsRef<Path>) -> String {
    let path = crates().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code of a variant, without comments and tests.
fn code(variant: &str) -> String {
    let text = read(format!("{variant}/src/lib.rs"));
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    code.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The text from each `start` to the next `end`.
fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

/// The value of a field in a manifest.
fn field<'a>(manifest: &'a str, name: &str) -> Option<&'a str> {
    let values = manifest.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
    values.map(|value| value.trim_matches('"')).next()
}

/// The names of the statics in code, and of those that a macro makes.
fn statics(code: &str) -> BTreeSet<&str> {
    let lanes = between(code, "lane_tables!(", ")").flat_map(|names| names.split(", "));
    let names = between(code, "static ", ":").filter(|name| !name.contains(['&', ' ', '<']));
    names.chain(lanes).collect()
}

/// The names in the list `TABLES` or `SHARED`.
fn listed<'a>(code: &'a str, list: &'a str) -> BTreeSet<&'a str> {
    let lists =
        between(code, list, ";").filter_map(|text| text.split_once('=')).map(|(_, names)| names);
    let names = lists.flat_map(|names| names.split(['&', '[', ']', ',', ' ']));
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_table_is_listed() {
    let mut tables = 0;
    for variant in variants() {
        let code = code(&variant);
        let statics = statics(&code);
        let file = format!("crates/{variant}/src/lib.rs");
        assert_eq!(statics, listed(&code, "const TABLES"), "{file}: its statics, and its TABLES");
        let shared = listed(&code, "const SHARED");
        assert!(shared.is_subset(&statics), "{file}: {shared:?} are SHARED, but not in TABLES");
        tables += statics.len();
    }
    assert!(tables > 70, "{tables}");
}

#[test]
fn a_table_that_is_not_listed_is_found() {
    let code = "static ROWS: CacheAligned<[u8; 2]> = CacheAligned([1, 2]); \
        fn answer(text: &'static str) { static HIDDEN: [u64; 64] = [0; 64]; } \
        lookup::lane_tables!(ATTACKERS, CLASSES); \
        const TABLES: &'static [&'static dyn Table] = &[&ROWS, &LEAPS]; \
        const SHARED: &'static [&'static dyn Table] = &[];";
    assert_eq!(statics(code), ["ATTACKERS", "CLASSES", "HIDDEN", "ROWS"].into());
    assert_eq!(listed(code, "const TABLES"), ["LEAPS", "ROWS"].into());
    assert_eq!(listed(code, "const SHARED"), [].into());
}

#[test]
fn a_variant_is_named_after_its_folder_and_its_question() {
    for variant in variants() {
        let manifest = read(format!("{variant}/Cargo.toml"));
        assert_eq!(field(&manifest, "name"), Some(&*variant), "crates/{variant}/Cargo.toml");
        for name in ["description", "homepage"] {
            let value = field(&manifest, name);
            assert!(value.is_some_and(|v| v.len() > 9), "crates/{variant}/Cargo.toml: {name}");
        }
        let code = code(&variant);
        let question = between(&code, "lookup::conformance!(", ",").next().unwrap_or_default();
        let module = question.split("::").next().unwrap_or_default();
        let called = variant.strip_prefix(&*module.replace('_', "-"));
        let called = called.is_some_and(|rest| rest.starts_with('-'));
        assert!(called, "crates/{variant}/src/lib.rs answers the question {question:?}");
        assert!(crates().join(format!("lookup/src/{module}.rs")).is_file(), "{module}");
    }
}

/// Without a study, a forgotten line is not found.
#[test]
fn every_question_has_a_study() {
    let questions: BTreeSet<_> =
        variants().iter().map(|name| name.split('-').next().unwrap().to_owned()).collect();
    for question in questions {
        let study = format!("../benches/studies/src/questions/{question}.rs");
        assert!(crates().join(&study).is_file(), "{question} has no study");
    }
}

#[test]
fn dependencies_are_named_after_their_folders() {
    let packages = variants()
        .into_iter()
        .chain(["proofs", "lookup", "../benches", "../benches/studies"].map(String::from));
    for package in packages {
        let manifest = read(format!("{package}/Cargo.toml"));
        for line in manifest.lines().filter(|line| line.contains("path = \"")) {
            let Some((name, rest)) = line.split_once(" = {") else { continue };
            let path = between(rest, "path = \"", "\"").next().unwrap_or_default();
            assert_eq!(path.rsplit('/').next(), Some(name), "{package}/Cargo.toml: {line}");
            let folder = crates().join(&package).join(path);
            assert!(folder.is_dir(), "{package}/Cargo.toml: no folder {}", folder.display());
        }
    }
}
