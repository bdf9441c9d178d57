//! The committed sets.

use super::{between, file, seen};
use crate::folder::sets_and_latest;
use crate::set::Set;
use crate::{Answers, Report, render};
use std::path::Path;
use std::slice::from_ref;
use std::sync::LazyLock;

/// A set with its answers, and its report beside the others.
pub(super) struct Rendered {
    pub(super) set: Set,
    pub(super) answers: Answers,
    pub(super) report: Report,
}

/// The committed sets, and the last run here if there is one: each is rendered once for all tests.
pub(super) static ALL: LazyLock<Vec<Rendered>> = LazyLock::new(|| {
    let all = committed();
    let rendered = |set: &Set| {
        let others: Vec<_> = all.iter().filter(|other| other.name != set.name).cloned().collect();
        let (answers, report) = (Answers::of(from_ref(set), None), render(set, &others));
        Rendered { set: set.clone(), answers: answers.unwrap(), report: report.unwrap() }
    };
    all.iter().map(rendered).collect()
});

pub(super) fn committed() -> Vec<Set> {
    let reports = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports");
    let (sets, left_out) = sets_and_latest(&reports).unwrap();
    assert!(left_out.is_empty(), "{left_out:?}");
    assert!(sets.len() >= 3);
    sets
}

#[test]
fn every_set_is_rendered_with_few_words_and_few_bytes() {
    for Rendered { set, report, .. } in &*ALL {
        let bytes: usize = report.files.iter().map(|(_, text)| text.len()).sum();
        assert!(report.files.len() < 40 && bytes < 6_000_000, "{}: {bytes} bytes", set.name);
        for question in &set.records.questions {
            let pages =
                report.files.iter().filter(|(_, page)| page.contains(&question.question[..9]));
            assert!(pages.count() > 0, "{}: {}", set.name, question.name);
        }
        for (name, text) in &report.files {
            assert!(!text.contains("NaN") && !text.contains("inf "), "{}: {name}", set.name);
        }
        let index = file(report, "index.html");
        let words = seen(between(index, "<body>", "<table")).split_whitespace().count();
        // The sentence above it names all that is proved: seven lookups of one set.
        assert!(words <= 120, "{}: {words} words before the first table", set.name);
    }
}
