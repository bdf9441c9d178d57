//! What is compared, and how it is refused.

use super::*;
use clap::Parser as _;
use questions::question::Policy;
use questions::{list, versions};

fn refused(filters: &[&str]) -> String {
    let questions = [list::named("between").unwrap()];
    let filters: Vec<_> = filters.iter().map(|&filter| filter.to_owned()).collect();
    named(&questions, &filters).unwrap_err().to_string()
}

#[test]
fn one_crate_is_compared_with_all_its_variants() {
    let questions = ["between", "attacked"].map(|name| list::named(name).unwrap());
    let names = |filter: &str| -> Vec<_> {
        let found = named(&questions, &[filter.to_owned()]).unwrap();
        found.iter().map(|(question, variant)| (question.name, variant.name)).collect()
    };
    assert_eq!(names("between-windows"), [("between", "between-windows")]);
    let [first, second] = ["between-rectangular", "between-difference-masks"]
        .map(|of| format!("attacked-kind-mask+{of}"));
    assert_eq!(names("attacked-kind-mask"), [("attacked", &*first), ("attacked", &*second)]);
    assert_eq!(names(&second), [("attacked", &*second)]);
}

#[test]
fn what_names_no_crate_is_refused_with_what_was_expected() {
    let one = "--against: expected the name of one variant, as in `between-windows`, found ";
    assert_eq!(refused(&[]), format!("{one}none"));
    assert_eq!(refused(&["between-windows", "latency"]), format!("{one}between-windows latency"));
    for filter in ["windows", "between", "cozy-chess", "sliders-magic", "null"] {
        let expected = format!("--against: expected a variant of between, found `{filter}`");
        assert_eq!(refused(&[filter]), expected);
    }
    let mut programs = [list::named("between").unwrap()];
    programs[0].policy = Policy::PROGRAM;
    assert!(named(&programs, &["between-windows".to_owned()]).is_err());
}

#[test]
fn a_side_offers_the_loops_of_its_variant_on_the_first_stream_that_it_answers() {
    let offered = |question: &str, variant: &str| -> Vec<_> {
        let offers = versions::offers(question, variant).unwrap();
        let made = offers.iter().map(|offer| {
            let (function, null) = ((offer.function)(), (offer.null)());
            assert_eq!((&*function.name, &*null.name), (variant, records::NULL));
            assert_eq!([&function, &null].map(|it| it.workloads.len()), [1, 1]);
            assert!(function.judge.is_some() && null.judge.is_none());
            assert!(offer.crates.contains(&"lookup".to_owned()), "{:?}", offer.crates);
            (offer.conditions.name.clone(), function.table_bytes, offer.conditions.window)
        });
        made.collect()
    };
    let row = |name: &str, bytes, window| (name.to_owned(), bytes, window);
    assert_eq!(
        offered("between", "between-rectangular"),
        [
            row("between/throughput/positions", 32_768, 2048),
            row("between/latency/positions", 32_768, 2048)
        ]
    );
    let on_lines = offered("between", "between-direction-distance");
    assert_eq!(on_lines[0].0, "between/throughput/aligned");
    // None waits for a batch.
    assert_eq!(offered("between-batch", "between-batch-portable").len(), 1);
    let error = versions::offers("between", "between-mine").unwrap_err().to_string();
    assert_eq!(error, "expected a variant of between, found \"between-mine\"");
    assert!(versions::offers("betwixt", "between-windows").is_err());
    let lacking = processor::playing(
        |_| false,
        || versions::offers("between-batch", "between-batch-vbmi").unwrap_err().to_string(),
    );
    assert!(lacking.starts_with("not measured: not available here: needs avx512"), "{lacking}");
}

#[test]
fn a_comparison_takes_half_a_minute_and_expects_what_the_command_line_says() {
    let seconds = [Breadth::Quick, Breadth::Default, Breadth::Thorough].map(milliseconds);
    assert_eq!(seconds, [3_000, 10_000, 60_000]);
    let parse =
        |arguments: &[&str]| Invocation::try_parse_from(["duel", "mine"].iter().chain(arguments));
    let of = |more: &[&str]| {
        let arguments = [&["--against", "HEAD", "--seed", "7"][..], more].concat();
        asked(&parse(&arguments).unwrap()).join(" ")
    };
    assert_eq!(of(&["--quick"]), "3000 7");
    assert_eq!(of(&["--thorough", "--expect", "not-slower"]), "60000 7 not slower");
    let expect = |text| parse(&["--against", "HEAD", "--expect", text]).map(|it| it.expect);
    assert_eq!(expect("not slower").unwrap(), Some(records::Claim::NotSlower));
    assert_eq!(expect("faster").unwrap(), Some(records::Claim::Faster));
    assert!(expect("quicker").unwrap_err().to_string().contains("expected `faster`, `slower`, "));
    for wrong in [
        &["--expect", "faster"][..],
        &["--against"],
        &["--against", "HEAD", "--self-check"],
        &["--against", "HEAD", "--list"],
    ] {
        assert!(parse(wrong).is_err(), "{wrong:?}");
    }
}

#[test]
fn every_variant_that_is_not_as_expected_is_told() {
    let reasons = ["mine: slower", "mine+table: wrong"].map(str::to_owned);
    assert_eq!(met(&reasons).unwrap_err().to_string(), "mine: slower\nmine+table: wrong");
    assert!(met(&[]).is_ok());
}
