//! What questions say about themselves and their variants.

use super::*;
use crate::questions;
use crate::streams::Asked;
use records::Interface;

const IDENTITY: Identity = Identity {
    name: "between-rectangular",
    summary: "in a line",
    source: "https://example.org/",
    text: "//! The idea.\n//!\n//!  - Lookup: one load.\n//!\n//! Measured: <!-- published: figures -->old.<!-- end -->\nuse lookup::between;\n\nimpl Between for \
           Rectangular {\n    fn between();\n}\n\nstatic TABLE: u8 = 0;\n\n\
           lookup::conformance!(between, Rectangular);\n\n#[cfg(test)]\nmod tests {}\n",
};

#[test]
fn the_first_variant_is_the_reference_unless_it_is_wrong() {
    let mut question = questions::between::few();
    assert_eq!(question.reference().map(|it| it.name), Some("between-rectangular"));
    question.variants[1].be_wrong();
    assert_eq!(question.reference().map(|it| it.name), Some("between-rectangular"));
    question.variants[0].be_wrong();
    assert_eq!(question.reference().map(|it| it.name), None);
}

#[test]
fn records_say_what_was_compared_and_what_is_wrong() {
    let mut question = questions::between::few();
    let artefact = Artefact::read();
    let record = question.record_of(&question.variants[0], artefact);
    assert_eq!(record.check, Check::Right(4096));
    let Check::Right(none) = question.record_of(&question.null, artefact).check else { panic!() };
    assert_eq!(none, 0);
    question.variants[0].be_wrong();
    question.variants[1].be_unavailable();
    let records = question.variants.iter().map(|it| question.record_of(it, artefact));
    let records: Vec<_> = records.collect();
    assert_eq!(records[0].check, Check::Wrong("a wrong board".to_owned()));
    assert!(matches!(records[1].check, Check::Right(4096)), "its fallback is checked");
    assert_eq!([0, 1, 2].map(|n: usize| records[n].available), [true, false, true]);
    let names = ["between-rectangular", "between-0x88-rotate", "between-select"];
    for (record, name) in records.iter().zip(names) {
        assert_eq!((&*record.question, &*record.name), ("between", name));
        assert_eq!(record.interface, Interface::Plain);
        assert_eq!((record.kept_bytes, record.shared_bytes), (None, 0));
        assert_eq!((&record.uncounted, &record.accuracy, record.asks.len()), (&None, &None, 0));
    }
    assert_eq!([0, 2].map(|n: usize| records[n].table_bytes), [8 * 64 * 64, 0]);
    assert_eq!(question.oracle_of(&question.variants[0]).name, "oracle");
    assert_eq!((question.null.name, question.null.interface), ("null", Interface::Plain));
    assert!(question.all().map(|it| it.name).eq(names.into_iter().chain(["null"])));
    assert!(
        question.knows("null") && question.knows("between-select") && !question.knows("oracle")
    );
}

#[test]
fn techniques_show_their_idea_and_their_formula() {
    let mut question = questions::between::few();
    assert_eq!(question.technique(IDENTITY).short, None);
    question.variants[0].short = Some("64x64");
    let shown = question.technique(IDENTITY);
    assert_eq!((&*shown.name, &*shown.summary), ("between-rectangular", "in a line"));
    assert_eq!(shown.source, "https://example.org/");
    assert_eq!(shown.idea, "The idea.\n\n - Lookup: one load.");
    let formula = "impl Between for Rectangular {\n    fn between();\n}\n\nstatic TABLE: u8 = 0;";
    assert_eq!((&*shown.formula, shown.exceptions.len()), (formula, 0));
    assert_eq!(shown.short.as_deref(), Some("64x64"));
    let slow = Question { uses_pext: &["between-rectangular"], ..question };
    let other = Identity { name: "between-select", ..IDENTITY };
    assert_eq!(slow.technique(other).exceptions.len(), 0, "of one technique alone");
    let exceptions = slow.technique(IDENTITY).exceptions;
    assert_eq!(exceptions.len(), 1);
    assert_eq!(exceptions[0].says, "slow on AMD before Zen 3");
    assert_eq!(exceptions[0].on, ["Excavator", "Zen", "Zen+", "Zen 2"]);
    assert_eq!(exceptions[0].source, "https://github.com/kevlu8/PZChessBot/pull/332");
}

#[test]
fn long_listings_are_cut_at_15_kib_and_say_so() {
    let lines = |count| vec!["0123456789abcde".to_owned(); count];
    assert_eq!(cut(&lines(960)), lines(960).join("\n"));
    let cut = cut(&lines(1000));
    assert!(cut.starts_with("0123456789abcde\n"));
    assert!(cut.ends_with("0123456789abcde\n... and 40 more"), "{cut}");
    assert_eq!(cut.lines().count(), 961);
}

#[test]
fn a_default_run_takes_the_first_streams_and_those_that_are_counted() {
    let first = |policy, name| {
        let question = Question { policy, name, ..questions::between::few() };
        question.first_streams().collect::<Vec<_>>()
    };
    assert_eq!(first(Policy { first: 0, ..Policy::LIGHT }, "between"), ["positions"]);
    assert_eq!(first(Policy { first: 2, ..Policy::LIGHT }, "between"), ["positions", "uniform"]);
    assert_eq!(first(Policy { first: 0, ..Policy::LIGHT }, "deltas"), [""; 0]);
    let lookups = questions::between::few().record().streams;
    let lookups: Vec<_> = lookups.iter().map(|it| it.lookups.map(NonZero::get)).collect();
    assert_eq!(lookups, [Some(1), None, None, None]);
}

/// Each form of a variant has the kernel of that form, and the variant's own.
#[test]
fn a_workload_runs_the_kernel_that_it_names() {
    let question = questions::between::few();
    let asked = Asked { stream: "positions", questions: None };
    let address = |form| question.variants[0].workload(asked, form).kernel;
    let expected = |form| {
        crate::kernel::of_form::<questions::between::Pair, between_rectangular::Rectangular>(form)
            as usize
    };
    assert_eq!(Form::ALL.map(address), Form::ALL.map(expected));
    let mut kernels: Vec<_> =
        question.all().map(|it| it.workload(asked, Form::Latency).kernel).collect();
    kernels.sort_unstable();
    kernels.dedup();
    assert_eq!(kernels.len(), 4);
}
