//! The answer on made-up records.

use super::{Text as _, between, file, judge, page, report, spoil};
use crate::Report;
use crate::made_up::{LARGE, NONE, everywhere, hot, run, step, table, timed, variants};
use records::{Check, Context, Figure, Interface, Kind, Meter, Records, Step};

/// The sentences about the studies, from the summary.
pub(super) fn sentences(report: &Report) -> String {
    let lines = file(report, "summary.md").lines();
    lines.filter_map(|line| line.strip_prefix("- ")).collect::<Vec<_>>().join("\n")
}

/// Records that tests look into the sentences of.
trait Told {
    /// Checks that the sentences about them have all of these words.
    fn says(&self, expected: &[&str]);
}

impl Told for Records {
    fn says(&self, expected: &[&str]) {
        let sentences = sentences(&report(self)).replace("\\`", "`");
        sentences.shows(expected);
    }
}

/// Three variants, of which the first is the fastest by far.
fn three(slow: f64) -> Records {
    let mut records = variants(&[("large", 32768), ("middle", 1024), ("small", 64)]);
    records.runs = [(Meter::Duel, run())].into();
    let times = [("large", 3.0), ("middle", 3.0 * slow), ("small", 30.0)];
    records.tables = [false, true].map(|dependent| hot(dependent, &times)).into();
    records
}

#[test]
fn one_winner_takes_one_sentence() {
    let records = three(1.4);
    records.says(&[
        "With tables hot and nothing competing: large, 2.00 cycles/query net (1.98 to 2.02) where \
         nothing waits for the answer and 2.00 cycles/query net (1.98 to 2.02) where each query \
         waits for the last, with 32768 bytes of tables.",
    ]);
    let report = report(&records);
    let page = file(&report, "index.html");
    let link = "bytes of tables. <a href=\"between.html#ranking\">between, ranking</a>";
    assert!(page.contains(link));
    let case = "<dt>With tables hot and nothing competing</dt>\n<dd><strong>large</strong>, 2.00";
    assert!(page.contains(case));
}

#[test]
fn winners_differ_by_waiting() {
    let records = timed();
    records.says(&[
        "With tables hot and nothing competing, where nothing waits for the answer: between-large, \
         1.10 cycles/query net (1.08 to 1.12), with 32768 bytes of tables.",
        "where each query waits for the last: between-none, 6.50 cycles/query net (6.48 to 6.52), \
         with no tables.",
    ]);
}

#[test]
fn ties_are_named_and_the_smaller_tables_too() {
    let mut records = three(1.001);
    records.says(&["middle ties with it. Of these, middle takes the least memory: 1024"]);
    let mut equal = three(1.001);
    equal.variants[1].table_bytes = 32768;
    assert!(!sentences(&report(&equal)).contains("takes the least memory"));
    for step in records.tables.iter_mut().flat_map(|table| &mut table.steps) {
        // The second against the first.
        step.verdicts.replace_range(..1, ".");
    }
    records.says(&["It was not compared with middle."]);
    let notes = &report(&records).headlines[0].notes;
    assert!(notes[0].contains("Ties: 0 of 2 pairs in throughput"), "{notes:?}");
}

#[test]
fn the_smallest_has_its_price() {
    three(1.4).says(&[
        "Smallest: small, 64 bytes of tables and 20 bytes of code; 10.000 (9.900 to 10.100) times \
         the time of large where nothing waits for the answer, 10.000 (9.900 to 10.100) times \
         where each query waits for the last.",
    ]);
    timed().says(&[
        "Smallest: between-none, no tables and 20 bytes of code;",
        "between-large where nothing waits for the answer, the fastest where",
    ]);
    // Of two as small, the faster one.
    let mut equal = three(1.4);
    equal.variants[1].table_bytes = 64;
    equal.says(&["Smallest: middle, 64 bytes of tables"]);
    let mut unknown = timed();
    unknown.variants[1].code_bytes = None;
    unknown.says(&["no tables and code of unknown size;"]);
}

#[test]
fn a_compromise_is_certainly_near_the_fastest() {
    three(1.4).says(&[
        "A compromise: middle, with 1024 bytes of tables the smallest within 1.5 times the time of \
         the fastest, waiting or not; 1.400 (1.386 to 1.414) times the time of large where",
    ]);
    // The upper end of the interval counts.
    three(1.495).says(&["A compromise: none, for nothing smaller than large is"]);
    let mut small = three(1.4);
    small.variants[2].table_bytes = 4096;
    small.says(&["A compromise: not needed, for middle is within 1.5 times the time of"]);
    let mut apart = timed();
    apart.tables[1] = hot(true, &[(LARGE, 30.0), (NONE, 7.5)]);
    apart.says(&["A compromise: none, for no variant is within 1.5 times the time of"]);
    // Of two that lead by turns, the smaller one.
    let mut turns = three(1.1);
    turns.tables[1] = hot(true, &[("large", 3.3), ("middle", 3.0), ("small", 30.0)]);
    turns.says(&["A compromise: middle, with 1024 bytes of tables"]);
    // Where one is alone, nothing is near it.
    let mut alone = three(1.4);
    alone.tables[1] = hot(true, &[("large", 3.0)]);
    assert!(!sentences(&report(&alone)).contains("A compromise"));
}

/// Two variants beside these working sets in KiB, where queries wait.
pub(super) fn beside(steps: impl IntoIterator<Item = (u64, Option<[f64; 2]>)>) -> Records {
    let steps = steps.into_iter().map(|(kibibytes, times)| {
        let at = Some(kibibytes << 10);
        times.map_or_else(|| crate::made_up::too_noisy(at), |times| step(at, &times))
    });
    let steps: Vec<Step> = steps.collect();
    let mut records = timed();
    let circumstances = (Context::Beside, true, Some(4));
    records.tables.push(table(circumstances, &[LARGE, NONE], steps));
    records
}

#[test]
fn past_the_last_level_the_least_and_the_most_are_told() {
    let mut records = three(1.4);
    let steps = [(0, [2.0, 3.0, 4.0]), (8 << 20, [2.0, 3.0, 4.0]), (64 << 20, [40.0, 35.0, 30.0])];
    let steps = steps.map(|(at, times)| step(Some(at), &times)).into();
    let circumstances = (Context::Beside, false, Some(4));
    records.tables.push(table(circumstances, &["large", "middle", "small"], steps));
    records.says(&["a lookup adds the least: small, 29.00", "and the most: large, 39.00"]);
}

#[test]
fn leaders_change_beside_a_working_set_or_not() {
    everywhere().says(&[
        "Beside a competing working set, with 4 touches between two queries, where nothing waits for the \
         answer: between-large; nothing is certainly faster up to 2048 KiB.",
        "where each query waits for the last: between-large; between-none from 32 KiB on \
         (between-large still led at 16).",
    ]);
}

#[test]
fn a_former_leader_returns() {
    let waiting = "with 4 touches between two queries, where each query waits for the last: ";
    let [ahead, behind] = [[1.0, 2.0], [2.0, 1.0]].map(Some);
    let records = beside([(0, ahead), (4, behind), (8, Some([2.0, 2.0])), (16, ahead)]);
    let returns = "between-large; between-none from 4 KiB on (between-large still led at 0); \
        between-large again from 16 KiB on (between-none still led at 8).";
    records.says(&[&format!("{waiting}{returns}")]);
}

#[test]
fn the_fastest_of_those_that_overtake_leads() {
    let mut records = three(1.4);
    let steps = [(0, [2.0, 4.0, 4.0]), (4096, [3.0, 1.0, 2.0])];
    let steps = steps.map(|(at, times)| step(Some(at), &times)).into();
    let circumstances = (Context::Beside, true, Some(4));
    records.tables.push(table(circumstances, &["large", "middle", "small"], steps));
    records.says(&["large; middle from 4 KiB on (large still led at 0)."]);
}

#[test]
fn sizes_without_figures_are_named() {
    let ahead = Some([1.0, 2.0]);
    // Who led before them still leads, for the other is not certainly faster.
    let records = beside([(0, ahead), (2, None), (4, Some([2.0, 1.99]))]);
    records.says(&[
        "between-large; nothing is certainly faster up to 4 KiB; at 2 KiB there are no figures.",
    ]);
    let records = beside([(0, ahead), (2, ahead), (4, None), (8, None)]);
    records.says(&[
        "between-large; nothing is certainly faster up to 2 KiB; at 4 and 8 KiB there are no \
         figures.",
    ]);
    let records = beside([(0, None), (2, ahead)]);
    records.says(&["between-large at 2 KiB; at 0 KiB there are no figures."]);
}

#[test]
fn what_is_missing_is_said() {
    let mut nothing = variants(&[("large", 1)]);
    nothing.says(&[
        "With tables hot and nothing competing: not measured; cargo bench --bench duel measures it.",
        "Beside a competing working set, where nothing waits for the answer: not measured; \
         cargo bench --bench duel measures it.",
        "How sure: no rounds of hot tables are on record.",
    ]);
    nothing.runs.insert(Meter::Duel, run());
    nothing.says(&["competing: not measured: the last run of duel was not asked for it."]);

    let mut noisy = timed();
    (0..2).for_each(|table| spoil(&mut noisy, table));
    noisy.says(&[
        "nothing competing: too noisy for figures, with 12 of 3536 batches undisturbed.",
        "too noisy where nothing waits for the answer, too noisy where each",
    ]);

    let mut impossible = timed();
    let missing = [("beside".to_owned(), "there is no room".to_owned())].into();
    impossible.runs.get_mut(&Meter::Duel).unwrap().missing = missing;
    impossible.says(&["where nothing waits for the answer: not measured: there is no room."]);
}

#[test]
fn what_answers_wrongly_is_never_recommended() {
    let mut records = everywhere();
    records.variants[0].check = Check::Wrong("a board".to_owned());
    records.says(&[
        "between-large answers wrongly and was not measured.",
        "between-none, 3.50 cycles/query net (3.48 to 3.52), with no tables; nothing else was \
         measured.",
    ]);
    assert_eq!(sentences(&report(&records)).matches("between-large").count(), 1);
}

#[test]
fn how_sure_it_is_comes_last() {
    let mut records = timed();
    records.tables[0].steps[0].rounds = 192;
    records.tables[0].steps[0].copies[0].ratio.value = 1.0015;
    records.says(&[
        "How sure: hot figures rest on 96 to 192 rounds on the stream uniform, in which copies of \
         variants differed from these by 0.15 % at most. No difference below 0.50 % is claimed. A \
         tie is equal within 1.0 %; what is neither is unresolved.",
    ]);
    assert!(!sentences(&report(&records)).contains("first look"));
    assert!(!sentences(&report(&records)).contains("second time"));
    let again = Figure { value: 1.03, low: 1.02, high: 1.04 };
    records.tables[0].steps[0].again = Some(again);
    records
        .says(&["Compiled a second time, the reference took 1.030 (1.020 to 1.040) of its time"]);
    records.runs.get_mut(&Meter::Duel).unwrap().quick = true;
    records.says(&["All of it is a first look: measured shortly, not to be relied on."]);
}

#[test]
fn a_library_is_compared_with_and_never_recommended() {
    let mut records = three(1.4);
    // The fastest now, and nearly as small as the smallest.
    records.variants[0].kind = Kind::Library;
    records.says(&[
        "With tables hot and nothing competing: middle,",
        "Libraries in use today: large, 0.714 (0.707 to 0.722) times the time of middle where",
    ]);
    assert!(!sentences(&report(&three(1.4))).contains("Libraries"));
}

#[test]
fn other_interfaces_lead_nowhere() {
    let mut records = everywhere();
    records.variants[1].interface = Interface::Encoded;
    records
        .says(&["Not ranked with these, for they have other interfaces: between-none (encoded)."]);
    assert!(!sentences(&report(&records)).contains("between-none from"));
}

#[test]
fn one_line_names_the_fastest_and_how_sure_that_is() {
    let line = |records: &Records| {
        let page = page(records);
        between(&page, "<p class=\"finding\">", "</p>").to_owned()
    };
    let mut records = timed();
    line(&records).shows(&[
        "Fastest by itself, with tables hot: <strong>between-large</strong>, with 32768 bytes of \
         tables, 1.10 cycles/query net (1.08 to 1.12) where nothing waits for the answer (clear); \
         <strong>between-none</strong>, with no tables, 6.50",
    ]);
    judge(&mut records, "t");
    line(&records).shows(&["(ties with 1); "]);
    judge(&mut records, "u");
    line(&records).shows(&["(not resolved from 1)."]);
    records.tables[1] = hot(true, &[(LARGE, 7.0), (NONE, 7.5)]);
    let both = line(&records);
    both.shows(&["the answer (not resolved from 1) and 6.00 cycles/query net"]);
    assert!(!both.contains(NONE), "{both}");
    records.runs.get_mut(&Meter::Duel).unwrap().quick = true;
    line(&records).shows(&["A first look, measured shortly: do not decide by it."]);
    records.tables.clear();
    line(&records).shows(&["with tables hot: not measured: the quick run"]);
}
