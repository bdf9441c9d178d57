//! Reports of the records that are committed.

use super::crossovers::compare_with_sentences;
use super::report;
use crate::{Set, compare};
use records::{Context, METHOD, Records};
use std::path::Path;

/// The committed sets, by their folders' names.
fn committed() -> Vec<Set> {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let mut sets: Vec<_> = std::fs::read_dir(reports)
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_name() != "latest")
        .map(|entry| (entry.path().join("records.json"), entry.file_name()))
        .filter(|(path, _)| path.exists())
        .map(|(path, name)| Set {
            name: name.into_string().unwrap(),
            records: Records::read(&path).unwrap(),
            pages: None,
        })
        .collect();
    sets.sort_by(|a, b| a.name.cmp(&b.name));
    sets
}

#[test]
fn sentences_and_summary_tables_name_the_same_leaders() {
    let sets = committed();
    assert!(sets.len() >= 3);
    for Set { name, records, .. } in &sets {
        let has_sets = records.tables.iter().any(|table| table.context == Context::Beside);
        assert_eq!(compare_with_sentences(records) > 0, has_sets, "{name}");
    }
}

#[test]
fn every_study_has_its_page_and_its_question() {
    for Set { name, records, .. } in committed() {
        let report = report(&records);
        for study in &records.studies {
            let file = format!("{}.html", study.name);
            let (_, page) = report.files.iter().find(|(found, _)| *found == file).unwrap();
            let question = study.question.replace('\'', "&#39;");
            assert!(!question.is_empty() && page.contains(&question), "{name}: {question}");
            assert!(!page.contains("NaN"), "{name}: {file}");
        }
    }
}

#[test]
fn plots_are_so_narrow_that_a_telephone_shows_their_text() {
    for Set { name, records, .. } in committed() {
        let report = report(&records);
        for (file, svg) in report.files.iter().filter(|(file, _)| file.ends_with(".svg")) {
            assert!(svg.contains(" width=\"500\""), "{name}: {file}");
        }
    }
}

#[test]
fn what_was_measured_from_changed_source_is_explained() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/README.md");
    let readme = std::fs::read_to_string(readme).unwrap();
    for Set { name, records, .. } in committed() {
        for commit in records.runs.values().filter_map(|run| run.commit.as_deref()) {
            let explained = readme.contains(&name) && readme.contains(commit);
            assert!(!commit.ends_with('+') || explained, "{name}: {commit}");
        }
    }
}

#[test]
fn the_method_lists_its_version_and_that_of_every_set() {
    let method = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../METHOD.md");
    let method = std::fs::read_to_string(method).unwrap();
    assert!(method.contains(&format!("This is version {METHOD} of the method")));
    let cited = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../CITATION.cff");
    let cited = std::fs::read_to_string(cited).unwrap();
    assert!(cited.contains(&format!("Method version {METHOD}.")));
    for Set { name, records, .. } in committed() {
        let version = records.method().unwrap();
        assert!(method.contains(&format!("\n| {version} | ")), "{name}: {version}");
    }
}

#[test]
fn the_machines_can_be_compared() {
    let comparison = compare(&committed()).unwrap();
    assert!(comparison.findings.len() > 10);
    assert!(!comparison.page.contains("NaN"));
    assert!(comparison.page.len() < 800_000, "{} bytes", comparison.page.len());
}
