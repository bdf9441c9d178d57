//! What pages do not say, and what they say beside their figures: withheld contexts, orders
//! that are not resolved, answers that nothing waits for, what is learnt, other builds, and
//! working sets past the last level.

use super::answer::sentences;
use super::{Text as _, between, file, index, page, report, study_page};
use crate::made_up::{
    LARGE, NONE, STUDY, copy_of, counted, everywhere, figure, hot, step, table, timed,
};
use records::{Build, Context, Figure, OtherBuild, Records, Ruling, Table, Verdict};

/// Lets copies in this context differ from themselves.
fn break_the_rule(records: &mut Records, context: Context) {
    for table in records.tables.iter_mut().filter(|table| table.context == context) {
        for step in &mut table.steps {
            step.copies = vec![copy_of(LARGE, 1.1), copy_of(NONE, 0.95)];
        }
    }
}

/// The same throughput as if it had been learnt, with these times.
fn learnt(times: [f64; 2]) -> Table {
    let steps = vec![step(None, &times)];
    table((Context::Learnt, false, None), &[LARGE, NONE], steps)
}

/// Records with a baseline build, with these times where nothing waits.
fn with_baseline(times: [f64; 2]) -> Records {
    let mut records = counted();
    records.others = vec![OtherBuild {
        build: Build::Baseline,
        flags: String::new(),
        features: vec!["sse2".to_owned()],
        tables: vec![hot(false, &[(LARGE, times[0]), (NONE, times[1])])],
    }];
    records
}

#[test]
fn a_context_whose_copies_differ_is_withheld_everywhere() {
    let mut records = everywhere();
    let beside = "Beside a competing working set, with 4 touches between two queries";
    sentences(&report(&records)).shows(&[beside]);
    break_the_rule(&mut records, Context::Beside);
    let report = report(&records);
    let why = "withheld: copies of between-large and between-none differed from themselves in 72 \
        of 72 comparisons (at worst by 10.0 %)";
    let page = study_page(&report);
    let section = between(&page, "id=\"beside\"", "</section>");
    section.shows(&[why, "Copies: 72 of 72 differ by more than 0.5 %, at worst 10.0 %."]);
    assert!(!section.contains("<table") && !section.contains("<svg"), "{section}");
    let withheld =
        format!("Beside a competing working set, where nothing waits for the answer: {why}");
    sentences(&report).shows(&[&withheld]);
    assert!(!page.contains("beside 2048 KiB, dependent"), "no place in any ranking");
    assert!(!report.files.iter().any(|(name, _)| name.starts_with("between-beside")));
    assert!(!file(&report, "measurements.csv").contains(",beside,"));
    file(&report, "index.html")
        .shows(&["Withheld, for copies differed from themselves: beside of"]);
    // Other contexts stand.
    page.shows(&["Copies: 0 of 2 differ by more than 0.5 %, at worst 0.1 %."]);
}

#[test]
fn withheld_figures_judge_nothing() {
    let names = ["between-0x88-rotate", "between-rectangular"];
    let mut records = crate::made_up::variants(&names.map(|name| (name, 0)));
    records.tables = vec![hot(false, &[(names[1], 2.0), (names[0], 4.0)])];
    let ruling = |records: &Records| {
        let claims = report(records).claims;
        claims.into_iter().find(|claim| claim.id == "dailey").map(|claim| claim.ruling)
    };
    assert_eq!(ruling(&records), Some(Ruling::Confirmed));
    records.tables[0].steps[0].copies = vec![copy_of(names[0], 1.1); 2];
    assert_eq!(ruling(&records), Some(Ruling::NotMeasured));
}

#[test]
fn what_is_not_resolved_is_no_tie() {
    let mut records = timed();
    super::judge(&mut records, "u");
    let report = report(&records);
    let page = study_page(&report);
    let ranking = between(&page, "ranking in throughput\"", "</table>");
    ranking.shows(&["<td class=\"words\">not resolved within rank 1</td>"]);
    assert!(!ranking.contains("tie for"), "{ranking}");
    sentences(&report).shows(&["between-none is not resolved from it."]);
    assert!(!sentences(&report).contains(" ties with it"));
    file(&report, "between-ranking-throughput.svg")
        .shows(&["; not resolved within rank 1</title>"]);
    report.excerpt.shows(&[", not resolved from 1"]);
    page.shows(&["1 of 1 pair unresolved (100 %)."]);
    assert!(report.headlines[0].notes[0].contains("Unresolved: 1 of 1 pair in throughput"));
}

#[test]
fn nothing_ties_with_a_group_of_which_it_is_slower_than_a_member() {
    let mut records = crate::made_up::variants(&[("a", 0), ("b", 0), ("c", 0)]);
    records.tables = vec![hot(false, &[("a", 2.0), ("b", 2.001), ("c", 2.01)])];
    // The last is like the first and slower than the second.
    records.tables[0].steps[0].set_verdicts(3, |of, against| {
        Some(if (of, against) == (2, 1) { Verdict::Slower } else { Verdict::Tie })
    });
    let report = report(&records);
    sentences(&report).shows(&["b ties with it."]);
    let page = study_page(&report);
    let ranking = between(&page, "ranking in throughput\"", "</table>");
    assert_eq!(ranking.matches("<td class=\"rank\">1=</td>").count(), 2, "{ranking}");
    ranking.shows(&["<td class=\"rank\">3</td>"]);
}

#[test]
fn an_answer_that_nothing_waits_for_has_no_latency() {
    let mut records = timed();
    let latency = |records: &Records| {
        let page = page(records);
        between(&page, "ranking in latency\"", "</table>").to_owned()
    };
    let both = latency(&records);
    both.shows(&["Slope</th>", "<td>1.00<small>0.99 to 1.01</small></td>"]);
    records.tables[1].steps[0].slope[1] = Some(figure(1.04));
    assert_eq!(latency(&records).matches("<tr id=").count(), 2, "within 0.05");
    records.tables[1].steps[0].slope[1] = Some(figure(0.3));
    let one = latency(&records);
    assert!(one.contains(LARGE) && !one.contains(NONE), "{one}");
    let report = report(&records);
    study_page(&report).shows(&["<td class=\"quiet\">nothing waits</td>"]);
    for slope in [0.89, 1.12] {
        records.tables[1].steps[0].slope[1] = Some(figure(slope));
        let page = page(&records);
        page.shows(&["<td class=\"quiet\">waits in part</td>"]);
        assert!(!page.contains("Times:"), "it is not missing");
    }
    records.tables[1].steps[0].slope[1] = Some(figure(0.3));
    assert!(!study_page(&report).contains("Times:"), "it is not missing");
    sentences(&report).shows(&[
        "where each query waits for the last: between-large, 7.00 cycles/query net (6.98 to 7.02), \
         with 32768 bytes of tables; nothing else was measured.",
    ]);
    // Without slopes nothing is known to wait.
    records.tables[1].steps[0].slope.clear();
    page(&records).shows(&[
        "slope not measured",
        "not shown: no slope proves that a query waits for the answer before it",
    ]);
}

#[test]
fn what_is_learnt_stands_beside_what_is_first_seen() {
    let mut records = timed();
    assert!(!page(&records).contains("learnt</abbr>,<br>"));
    records.tables.push(learnt([2.12, 3.0]));
    let report = report(&records);
    let page = study_page(&report);
    page.shows(&["learnt</abbr>,<br>cycles/query</th>", "ranking in learnt\""]);
    let throughput = between(&page, "ranking in throughput\"", "</table>");
    throughput.shows(&["learnt</abbr></th>", "<td>2.00<small>1.98 to 2.02</small></td>"]);
    sentences(&report).shows(&[
        "the processor learns the branches: between-none -33.3 %; the others take as long, within \
         5.0 %.",
    ]);
    *records.tables.last_mut().unwrap() = learnt([1.4, 3.0]);
    sentences(&super::report(&records))
        .shows(&["between-large -33.3 % and between-none -33.3 %, within"]);
    // It is not certain.
    let mut wide = learnt([2.1, 3.0]);
    wide.steps[0].raw[1] = Some(Figure { high: 4.6, ..figure(3.0) });
    *records.tables.last_mut().unwrap() = wide;
    assert!(!sentences(&super::report(&records)).contains("learns the branches"));
    *records.tables.last_mut().unwrap() = learnt([2.1, 4.4]);
    assert!(!sentences(&super::report(&records)).contains("learns the branches"));
}

#[test]
fn where_only_learnt_figures_are_known_they_are_called_so() {
    let mut records = timed();
    records.tables = vec![learnt([2.1, 4.5])];
    let report = report(&records);
    sentences(&report).shows(&[
        "With tables hot and nothing competing: not measured",
        "With tables hot, where the same is asked again and again: between-large, 1.10",
        "the time of between-large where the same is asked again and again.",
    ]);
    file(&report, "between-space-time.svg").shows(&[" in learnt against bytes of tables"]);
}

#[test]
fn another_build_stands_in_columns_of_its_own() {
    let records = with_baseline([2.2, 4.6]);
    let report = report(&records);
    let page = study_page(&report);
    page.shows(&["build x86-64-v3, beside it baseline", "baseline,<br>cycles/query</th>"]);
    let throughput = between(&page, "ranking in throughput\"", "</table>");
    throughput.shows(&["baseline</th>", "<td>3.60<small>3.58 to 3.62</small></td>"]);
    assert!(!between(&page, "ranking in latency\"", "</table>").contains("baseline</th>"));
    assert!(!sentences(&report).contains("With the build"));
    let csv = file(&report, "measurements.csv");
    assert!(csv.contains(",baseline,") && csv.contains(",x86-64-v3,"));
    assert!(!file(&report, "bencher.json").contains("4.6"), "only the headline's is followed");

    let turned = with_baseline([4.6, 2.2]);
    sentences(&super::report(&turned)).shows(&[
        "With the build baseline the order turns, where nothing waits for the answer: between-none \
         leads there, and between-large here.",
    ]);
    // What ties there has no order that could turn.
    let tied = with_baseline([4.5, 4.49]);
    assert!(!sentences(&super::report(&tied)).contains("With the build"));
    let mut withheld = turned;
    withheld.others[0].tables[0].steps[0].copies = vec![copy_of(LARGE, 1.1); 2];
    assert!(!sentences(&super::report(&withheld)).contains("With the build"));
}

#[test]
fn a_working_set_past_the_last_level_is_told_apart() {
    let mut records = counted();
    // Four times the second level is 8 MiB.
    let times = [(0, [2.0, 4.0]), (8 << 20, [2.0, 4.0]), (64 << 20, [40.0, 30.0])];
    for dependent in [false, true] {
        let steps = times.map(|(at, times)| step(Some(at), &times)).into();
        let circumstances = (Context::Beside, dependent, Some(4));
        records.tables.push(table(circumstances, &[LARGE, NONE], steps));
    }
    let report = report(&records);
    sentences(&report).shows(&[
        "Past the last level of cache, beside 64 MiB, where nothing waits for the answer, a lookup \
         adds the least: between-none, 29.00 cycles/query net (28.98 to 29.02) for 17.5 instructions; and the most: between-large, \
         39.00 cycles/query net (38.98 to 39.02) for 5.0 instructions.",
        "between-large; nothing is certainly faster up to 8192 KiB.",
    ]);
    let page = study_page(&report);
    let far = between(&page, "past the last level\"", "</table>");
    far.shows(&["<td>5.000</td>\n<td>39.00<small>", "<td>17.500</td>\n<td>29.00<small>"]);
    assert!(!page.contains("where the order changes\""), "it is no part of the range");
    assert!(!file(&report, "between-beside-4-dependent.svg").contains("65536"));
}

#[test]
fn long_answers_are_shown_with_the_loop() {
    let mut records = timed();
    records.tables =
        vec![hot(false, &[(LARGE, 41.0), (NONE, 60.0)]), hot(true, &[(LARGE, 50.0), (NONE, 70.0)])];
    let report = report(&records);
    sentences(&report).shows(&["between-large, 41.00 cycles/query raw (40.99 to 41.01)"]);
    let page = study_page(&report);
    page.shows(&[
        "<td>41.00<small>40.99 to 41.01</small><small>net 40.00</small></td>",
        "Do not compare throughput with latency",
    ]);
    file(&report, "between-space-time.svg").shows(&["raw cycles/query"]);
    report.excerpt.shows(&["independent 41.00 (40.99 to 41.01) raw"]);
    // One long answer among short ones does not do it.
    records.tables[0] = hot(false, &[(LARGE, 2.0), (NONE, 60.0)]);
    assert!(!self::page(&records).contains("Do not compare throughput with latency"));
}

#[test]
fn the_machine_is_told_by_its_numbers_and_its_sets() {
    let mut records = with_baseline([2.2, 4.6]);
    let run = records.runs.values_mut().next().unwrap();
    run.resolution = Some(0.037);
    run.probe = Some("1000 x 20 nops".to_owned());
    index(&records).shows(&[
        "MadeUp, family 25, model 17, stepping 1",
        "<dt>Instruction sets compiled in</dt>\n<dd>sse2</dd>",
        "<dt>Instruction sets of the processor</dt>\n<dd>avx2</dd>",
        "<dt>Other builds</dt>\n<dd>baseline: sse2</dd>",
        "the clock&#39;s step is 0.037; probe: 1000 x 20 nops",
    ]);
    assert_eq!(records.studies[0].name, STUDY);
}
