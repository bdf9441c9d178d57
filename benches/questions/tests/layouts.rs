//! Every kernel of every question answers the same wherever it and its tables lie.

use questions::kernel::Form;
use questions::list;
use questions::question::{Question, crates};
use questions::streams::Asked;
use questions::variant::Variant;
use sampling::Workload;
use sampling::artefact::Artefact;
use sampling::layout::{Loader, Placed, Template};
use sampling::working_set::WorkingSet;
use std::ops::Range;

const QUERIES: Range<usize> = 5..505;

/// A kernel that is copied by itself, with its variant and its sum.
struct Case<'a> {
    variant: &'a Variant,
    form: Form,
    workload: Workload,
    template: Template,
    sum: u64,
}

impl Case<'_> {
    fn sum_of(&self, placed: &Placed) -> u64 {
        (self.workload.begin)(0);
        (self.workload.run)(Some(placed.kernels[0]), 0, QUERIES, &WorkingSet::new(0))
    }
}

/// Every kernel of a question. Empty where code cannot be copied.
fn cases<'a>(question: &'a Question, artefact: &Artefact, own: &[&str]) -> Vec<Case<'a>> {
    let mut cases = Vec::new();
    for variant in question.all().filter(|variant| variant.is_available()) {
        for &(stream, _) in question.streams.iter().filter(|(stream, _)| variant.answers(stream)) {
            let asked = Asked { stream, questions: None };
            for &form in question.forms() {
                let workload = variant.workload(asked, form);
                let template = Template::of(artefact, &[workload.kernel], own, &variant.places());
                if cfg!(not(all(unix, target_arch = "x86_64"))) {
                    let reason = template.unwrap_err().to_string();
                    assert!(reason.starts_with("one layout"), "{reason}");
                    continue;
                }
                let template = template.unwrap();
                assert!(!template.leaks(), "{variant:?} jumps into the original");
                // A table that fits a register may become constants of instructions. The place of a
                // library's tables is unknown.
                let has_table = variant.tables().iter().any(|table| size_of_val(*table) > 64);
                // A line that the caller keeps is tested without its table.
                let reads = (question.name, stream) != ("collinear", "kept");
                assert!(!(has_table && reads) || template.moves_a_table(), "{variant:?}");
                let sum = workload.sum(0, QUERIES);
                cases.push(Case { variant, form, workload, template, sum });
            }
        }
    }
    cases
}

#[test]
fn every_kernel_sums_up_the_same_in_any_layout() {
    let questions = list::questions();
    let absent = questions.iter().flat_map(Question::all).filter(|it| !it.is_available());
    let absent: Vec<_> = absent.map(|variant| variant.name).collect();
    if !absent.is_empty() {
        lookup::left_out!(
            "kernels of variants that this processor cannot run: {}",
            absent.join(", ")
        );
    }
    drop(questions);
    std::thread::scope(|scope| {
        for half in [0, 1] {
            scope.spawn(move || {
                let questions = list::questions();
                let own = crates(&questions);
                let own: Vec<_> = own.iter().map(String::as_str).collect();
                let artefact = Artefact::read();
                let cases = |question| cases(question, artefact, &own);
                questions.iter().skip(half).step_by(2).map(cases).for_each(|cases| sum_up(&cases));
            });
        }
    });
}

/// Lays out the cases of a question in several ways.
fn sum_up(cases: &[Case<'_>]) {
    if cases.is_empty() {
        return;
    }
    let mut loader = Loader::new().unwrap();
    for seed in 0..4 {
        // The arena has room for the tables of a few kernels only.
        for cases in cases.chunks(16) {
            let templates: Vec<_> = cases.iter().map(|case| &case.template).collect();
            let copies = loader.lay_out(seed, &templates).unwrap();
            for (case, placed) in cases.iter().zip(copies) {
                let Case { variant, form, .. } = case;
                assert_eq!(case.sum_of(&placed), case.sum, "{variant:?}, {form:?}");
            }
        }
    }
}
