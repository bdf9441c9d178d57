//! The answer on made-up records.

use super::{everywhere, file, machine, noise, ratio, report, run, timed, times, turn, variant};
use crate::record::{Proof, Records};

/// The sentences about the study, from the summary.
fn sentences(records: &Records) -> String {
    let report = report(records);
    let lines = file(&report, "summary.md").lines();
    lines.filter_map(|line| line.strip_prefix("- ")).collect::<Vec<_>>().join("\n")
}

fn assert_says(records: &Records, expected: &str) {
    let sentences = sentences(records);
    let expected = expected.replace('`', "\\`");
    assert!(sentences.contains(&expected), "{expected}\nis not in\n{sentences}");
}

/// Three variants, of which the first is the fastest by far.
fn three(slow: f64, verdict: &str) -> Records {
    let mut records = Records::new(machine());
    records.variants = vec![variant("large", 32768), variant("middle", 1024), variant("small", 64)];
    records.runs.insert("duel".to_owned(), run());
    for context in ["throughput", "latency"] {
        for (name, value) in [("large", 3.0), ("middle", 3.0 * slow), ("small", 30.0)] {
            records.measurements.extend(times(name, context, &[], value));
        }
        for (of, value, verdict) in [("middle", slow, verdict), ("small", 10.0, "slower")] {
            let mut ratio = ratio(of, "large", context, value, verdict);
            (ratio.low, ratio.high) = (value - 0.01, value + 0.01);
            records.measurements.push(ratio);
        }
        records.noise.push(noise(context, &[]));
    }
    records
}

#[test]
fn one_winner_takes_one_sentence() {
    let records = three(1.4, "slower");
    assert_says(
        &records,
        "With tables hot and nothing competing: large, 2.00 cycles/query net (1.98 to 2.02) where \
         nothing waits for the answer and 2.00 cycles/query net (1.98 to 2.02) where each query \
         waits for the last, with 32768 bytes of tables.",
    );
    let report = report(&records);
    let page = file(&report, "index.html");
    assert!(
        page.contains("bytes of tables. <a href=\"between.html#ranking\">between, ranking</a>")
    );
    assert!(page.contains(
        "<dt>With tables hot and nothing competing</dt>\n<dd><strong>large</strong>, 2.00"
    ));
}

#[test]
fn winners_differ_by_waiting() {
    let records = timed();
    assert_says(
        &records,
        "With tables hot and nothing competing, where nothing waits for the answer: between-large, \
         1.10 cycles/query net (1.08 to 1.12), with 32768 bytes of tables.",
    );
    assert_says(
        &records,
        "where each query waits for the last: between-none, 6.50 cycles/query net (6.48 to 6.52), \
         with no tables.",
    );
}

#[test]
fn ties_are_named_and_the_smaller_tables_too() {
    let records = three(1.001, "tie");
    assert_says(&records, "middle ties with it. Of these, middle takes the least memory: 1024");
    let records = three(1.001, "perhaps");
    assert_says(&records, "It was not compared with middle.");
}

#[test]
fn the_least_memory_has_its_price() {
    let records = three(1.4, "slower");
    assert_says(
        &records,
        "Where every byte counts: small, 64 bytes of tables and 20 bytes of code; 10.000 (9.990 to \
         10.010) times the time of large where nothing waits for the answer, 10.000 (9.990 to \
         10.010) times where each query waits for the last.",
    );
    assert_says(&timed(), "Where every byte counts: between-none, no tables and 20 bytes of code;");
    assert_says(&timed(), "between-large where nothing waits for the answer, the fastest where");
    let mut unknown = timed();
    unknown.variants[1].code_bytes = None;
    assert_says(&unknown, "no tables and code of unknown size;");
}

#[test]
fn a_compromise_is_certainly_near_the_fastest() {
    assert_says(
        &three(1.4, "slower"),
        "A compromise: middle, with 1024 bytes of tables the smallest within 1.5 times the time of \
         the fastest, waiting or not; 1.400 (1.390 to 1.410) times the time of large where",
    );
    // The upper end of the interval counts.
    assert_says(&three(1.495, "slower"), "A compromise: none, for nothing smaller than large is");
    let mut small = three(1.4, "slower");
    small.variants[2].table_bytes = 4096;
    assert_says(&small, "A compromise is not needed: middle is within 1.5 times the time of");
    assert_says(&timed(), "A compromise: none, for no variant is within 1.5 times the time of");
}

#[test]
fn orders_turn_under_pressure_or_not() {
    let mut records = everywhere();
    assert_says(
        &records,
        "Beside a competing working set, in visits of 16 queries, where nothing waits for the \
         answer: between-large, and nothing overtakes it for certain up to 2048 KiB.",
    );
    assert_says(
        &records,
        "where each query waits for the last: between-large, between-none from 12 KiB on (between \
         4 and 16 KiB).",
    );
    // Two that overtake each other do not go on for ever.
    let mut back = turn(16, 1, "slower", Some([65536.0, 32768.0, 98304.0]));
    std::mem::swap(&mut back.variant, &mut back.against);
    records.turns.push(back);
    assert_says(&records, "between-none from 12 KiB on (between 4 and 16 KiB).");
    // What is not plain overtakes nobody in the answer.
    records.variants[1].interface = "encoded".to_owned();
    assert_says(
        &records,
        "Not ranked with these, for their interface is another: between-none (encoded).",
    );
    assert!(!sentences(&records).contains("between-none from"));
}

#[test]
fn the_first_queries_after_a_flush_have_their_own_winner() {
    let mut records = everywhere();
    let cold = [0, 1].map(|dependent| {
        let mut ratio = ratio("between-none", "between-large", "cold", 0.2, "faster");
        ratio.parameters = super::parameters(&[("dependent", dependent), ("visit", 16)]);
        ratio
    });
    records.measurements.extend(cold);
    assert_says(
        &records,
        "For the first 16 queries after a flush: between-none, 4.00 cycles/query net (3.98 to \
         4.02) where nothing waits for the answer and 4.00",
    );
}

#[test]
fn what_is_missing_is_said() {
    let nothing = Records::new(machine());
    for expected in [
        "With tables hot and nothing competing: not measured; run `cargo bench --bench duel`.",
        "Beside a competing working set: not measured; run `cargo bench --bench duel`.",
        "For the first queries after a flush: not measured; run `cargo bench --bench duel`.",
        "How sure: no rounds of hot tables are on record.",
    ] {
        assert_says(&nothing, expected);
    }
    assert!(!sentences(&nothing).contains("every byte"));

    let mut noisy = timed();
    for noise in &mut noisy.noise {
        "too noisy".clone_into(&mut noise.stop);
    }
    assert_says(&noisy, "nothing competing: too noisy for figures; measure again on a quieter");
    assert_says(&noisy, "too noisy where nothing waits for the answer, too noisy where each");

    let mut impossible = timed();
    let missing = [("cold".to_owned(), "there is no flush".to_owned())].into();
    impossible.runs.get_mut("duel").unwrap().missing = missing;
    assert_says(
        &impossible,
        "For the first queries after a flush: not measured: there is no flush.",
    );
}

#[test]
fn what_answers_wrongly_is_never_recommended() {
    let mut records = everywhere();
    records.variants[0].proof = Proof::Wrong("a board".to_owned());
    assert_says(&records, "between-large answers wrongly and was not measured.");
    assert_says(
        &records,
        "between-none, 3.50 cycles/query net (3.48 to 3.52), with no tables; nothing else was measured.",
    );
    assert_eq!(sentences(&records).matches("between-large").count(), 1);
}

#[test]
fn how_sure_it_is_comes_last() {
    let mut records = timed();
    records.noise[0].rounds = 192;
    assert_says(
        &records,
        "How sure: hot figures are of 96 to 192 rounds on the stream uniform, in which copies of \
         the reference differed from it by 0.10 % at most. What differs by less than that, or by \
         less than 0.50 %, is called a tie;",
    );
    assert!(!sentences(&records).contains("first look"));
    records.runs.get_mut("duel").unwrap().quick = true;
    assert_says(&records, "All of it is a first look: measured shortly, not to be relied on.");
}

#[test]
fn a_library_is_compared_with_and_never_recommended() {
    let mut records = three(1.4, "slower");
    // The fastest now, and nearly as small as the smallest.
    records.variants[0].kind = "library".to_owned();
    assert_says(
        &records,
        "With tables hot and nothing competing, where nothing waits for the answer: middle,",
    );
    assert_says(
        &records,
        "What libraries take today: large, 0.714 (0.709 to 0.719) times the time of middle where \
         nothing waits for the answer, 0.714 (0.709 to 0.719) times where each query waits for the \
         last.",
    );
    assert!(!sentences(&three(1.4, "slower")).contains("libraries"));
}
