//! The committed sets.

use super::{between, file, seen};
use crate::set::Set;
use crate::{render, sets};
use std::path::Path;

fn committed() -> Vec<Set> {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let (sets, left_out) = sets(&reports).unwrap();
    assert!(left_out.is_empty(), "{left_out:?}");
    assert!(sets.len() >= 3);
    sets
}

#[test]
fn every_set_is_rendered_with_few_words_and_few_bytes() {
    let all = committed();
    for set in &all {
        let others: Vec<_> = all.iter().filter(|other| other.name != set.name).cloned().collect();
        let report = render(set, &others).unwrap();
        let bytes: usize = report.files.iter().map(|(_, text)| text.len()).sum();
        assert!(report.files.len() < 40 && bytes < 6_000_000, "{}: {bytes} bytes", set.name);
        for study in &set.records.studies {
            let pages = report.files.iter().filter(|(_, page)| page.contains(&study.question[..9]));
            assert!(pages.count() > 0, "{}: {}", set.name, study.name);
        }
        for (name, text) in &report.files {
            assert!(!text.contains("NaN") && !text.contains("inf "), "{}: {name}", set.name);
        }
        let index = file(&report, "index.html");
        let words = seen(between(index, "<body>", "<table")).split_whitespace().count();
        assert!(words <= 90, "{}: {words} words before the first table", set.name);
    }
}
