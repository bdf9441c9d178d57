//! Reports of made-up records.

mod answer;
mod claims;

use super::figures::{COUNTS, NULL};
use super::page::SCRIPT;
use super::{Question, Report, render};
use crate::machine::{Caches, Machine};
use crate::record::{
    Board, Measurement, Noise, Proof, Records, Run, Turn, Variant, WrongAnswer, context, quantity,
    stop,
};
use std::collections::BTreeMap;

pub(super) fn machine() -> Machine {
    Machine {
        cpu: "Made-up Processor".to_owned(),
        caches: Caches { l1d: Some(49152), l2: Some(2 << 20), l3: None },
        os: "linux".to_owned(),
        virtualised: Some(true),
        governor: None,
        rustc: "rustc 1.0".to_owned(),
        flags: String::new(),
        features: vec!["sse2".to_owned()],
    }
}

pub(super) fn variant(name: &str, table_bytes: u64) -> Variant {
    Variant {
        study: "between".to_owned(),
        name: name.to_owned(),
        summary: format!("The summary of {name}"),
        source: "https://example.org/technique".to_owned(),
        idea: "An *idea*.".to_owned(),
        kind: if name == NULL { "control" } else { "seed" }.to_owned(),
        interface: "plain".to_owned(),
        table_bytes,
        shared_bytes: 0,
        kept_bytes: None,
        table_alignment: Some(64),
        code_bytes: Some(20),
        formula: "impl Between for Made {}".to_owned(),
        listing: vec!["ret".to_owned()],
        example: Vec::new(),
        needs: Vec::new(),
        available: true,
        uncounted: None,
        wrong_answers: Vec::new(),
        proof: Proof::Right(4096),
    }
}

fn time(variant: &str, context: &str, value: f64) -> Measurement {
    Measurement {
        study: "between".to_owned(),
        variant: variant.to_owned(),
        stream: "uniform".to_owned(),
        context: context.to_owned(),
        parameters: [].into(),
        against: None,
        verdict: None,
        quantity: "cycles".to_owned(),
        unit: "cycles/query".to_owned(),
        value,
        low: value - 0.01,
        high: value + 0.01,
        samples: 50,
        date: "2026-01-02T03:04:05Z".to_owned(),
    }
}

fn parameters(named: &[(&str, u64)]) -> BTreeMap<String, u64> {
    named.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect()
}

/// A raw time, the net one by a kernel that takes 1 cycle, and the spread.
pub(super) fn times(
    variant: &str,
    context: &str,
    set: &[(&str, u64)],
    value: f64,
) -> Vec<Measurement> {
    let raw = Measurement { parameters: parameters(set), ..time(variant, context, value) };
    let net = Measurement {
        quantity: "net cycles".to_owned(),
        value: value - 1.0,
        low: value - 1.02,
        high: value - 0.98,
        ..raw.clone()
    };
    let spread = Measurement {
        quantity: quantity::SPREAD.to_owned(),
        unit: "share".to_owned(),
        value: 0.012,
        low: 0.012,
        high: 0.012,
        ..raw.clone()
    };
    vec![raw, net, spread]
}

pub(super) fn ratio(
    of: &str,
    against: &str,
    context: &str,
    value: f64,
    verdict: &str,
) -> Measurement {
    Measurement {
        against: Some(against.to_owned()),
        verdict: Some(verdict.to_owned()),
        quantity: quantity::RATIO.to_owned(),
        unit: "x".to_owned(),
        low: value * 0.5,
        high: value * 2.0,
        ..time(of, context, value)
    }
}

pub(super) fn noise(context: &str, set: &[(&str, u64)]) -> Noise {
    Noise {
        study: "between".to_owned(),
        stream: "uniform".to_owned(),
        context: context.to_owned(),
        parameters: parameters(set),
        rounds: 96,
        batches: 3536,
        undisturbed: 3168,
        stop: "narrow enough".to_owned(),
        addition: Some(1.001),
        width: Some(4.0),
        copies: vec![[1.001, 0.998, 1.003], [0.999, 0.997, 1.002]],
        null: Some([0.0, -0.01, 0.01]),
    }
}

/// `between-none` against `between-large`.
pub(super) fn turn(visit: u64, dependent: u64, verdict: &str, at: Option<[f64; 3]>) -> Turn {
    Turn {
        study: "between".to_owned(),
        stream: "uniform".to_owned(),
        parameters: parameters(&[("visit", visit), ("dependent", dependent)]),
        along: quantity::WORKING_SET.to_owned(),
        variant: "between-none".to_owned(),
        against: "between-large".to_owned(),
        verdict: verdict.to_owned(),
        at,
        range: 2 << 20,
        date: "2026-01-02T03:04:05Z".to_owned(),
    }
}

pub(super) fn count(
    variant: &str,
    quantity: &str,
    value: f64,
    l1_bytes: Option<u64>,
) -> Measurement {
    let l1_bytes = l1_bytes.map(|bytes| (quantity::L1_BYTES, bytes));
    Measurement {
        parameters: parameters(l1_bytes.as_slice()),
        quantity: quantity.to_owned(),
        unit: "/query".to_owned(),
        low: value,
        high: value,
        samples: 1,
        value,
        ..time(variant, "throughput", value)
    }
}

/// An exact count of an approximate variant's answers.
pub(super) fn proof(variant: &str, quantity: &str, value: f64) -> Measurement {
    let context = context::PROOF.to_owned();
    Measurement { context, ..count(variant, quantity, value, None) }
}

fn run() -> Run {
    Run {
        meter: "core cycles".to_owned(),
        date: "2026-01-02T03:04:05Z".to_owned(),
        commit: Some("abcdef".to_owned()),
        load: Some(0.5),
        quick: false,
        missing: [].into(),
    }
}

/// Two variants with times and without counts.
pub(super) fn timed() -> Records {
    let mut records = Records::new(machine());
    records.variants =
        vec![variant("between-large", 32768), variant("between-none", 0), variant(NULL, 0)];
    records.runs.insert("duel".to_owned(), run());
    for (name, throughput, latency) in
        [("between-large", 2.1, 8.0), ("between-none", 4.5, 7.5), (NULL, 1.0, 1.0)]
    {
        records.measurements.extend(times(name, "throughput", &[], throughput));
        records.measurements.extend(times(name, "latency", &[], latency));
    }
    for (context, value, verdict) in [("throughput", 2.0, "slower"), ("latency", 0.8, "faster")] {
        let ratio = ratio("between-none", "between-large", context, value, verdict);
        records.measurements.push(ratio);
        records.noise.push(noise(context, &[]));
    }
    records
}

/// The same in all contexts.
pub(super) fn everywhere() -> Records {
    let mut records = timed();
    let mut add = |context: &str, set: &[(&str, u64)], large: f64, none: f64| {
        for (name, value) in [("between-large", large), ("between-none", none), (NULL, 1.0)] {
            records.measurements.extend(times(name, context, set, value));
        }
        records.noise.push(noise(context, set));
    };
    for dependent in [0, 1] {
        let dependent = ("dependent", dependent);
        add("two-threads", &[dependent], 33.25, 34.5);
        for visit in [1, 4, 16, 64] {
            add("cold", &[dependent, ("visit", visit)], 300.0 / visit as f64, 5.0);
            for kibibytes in [0, 4, 32, 2048] {
                let working_set = ("working set", kibibytes << 10);
                let large = 8.0 + kibibytes as f64 / 100.0;
                add("pressure", &[dependent, ("visit", visit), working_set], large, 9.0);
            }
        }
    }
    records.turns = vec![
        turn(16, 0, "slower", None),
        turn(16, 1, "slower", Some([12288.0, 4096.0, 16384.0])),
        turn(1, 0, "tie", None),
        turn(1, 1, "faster", Some([1536.0, 0.0, 4096.0])),
    ];
    records
}

/// The same with counts and a sweep.
fn counted() -> Records {
    let mut records = timed();
    for (name, value) in [("between-large", 9.0), ("between-none", 21.5), (NULL, 4.0)] {
        for quantity in COUNTS {
            records.measurements.push(count(name, quantity, value, None));
        }
        for kibibytes in [4, 8, 16, 32, 48, 64] {
            let misses = value / kibibytes as f64;
            let size = Some(kibibytes * 1024);
            records.measurements.push(count(name, "L1 data misses", misses, size));
        }
    }
    records
}

pub(super) fn question() -> Question {
    let stream = |name: &str| (name.to_owned(), format!("the summary of {name}"));
    Question {
        study: "between".to_owned(),
        text: "Which squares lie between?".to_owned(),
        streams: vec![stream("uniform"), stream("anchored")],
    }
}

fn report(records: &Records) -> Report {
    render(records, &[question()]).expect("a report")
}

fn file<'a>(report: &'a Report, name: &str) -> &'a str {
    let found = report.files.iter().find(|(file, _)| file == name);
    &found.unwrap_or_else(|| panic!("no {name}")).1
}

/// The text between two others, both of which must be there, in this order.
pub(super) fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    rest.split_once(to).unwrap_or_else(|| panic!("no {to} after {from}")).0
}

/// The page of the study, without what its cells are sorted by.
fn page(records: &Records) -> String {
    study_page(&report(records))
}

fn study_page(report: &Report) -> String {
    without_values(file(report, "between.html"))
}

fn index(records: &Records) -> String {
    without_values(file(&report(records), "index.html"))
}

fn without_values(page: &str) -> String {
    let mut parts = page.split(" data-value=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('"').expect("a quote").1)
}

/// Checks that every tag that is opened is closed, in order.
pub(super) fn assert_balanced(name: &str, xml: &str) {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1) {
        let (tag, text) = tag.split_once('>').unwrap_or_else(|| panic!("{name}: <{tag}"));
        assert!(!text.contains('>'), "{name}: stray > in {text}");
        if let Some(closed) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(closed), "{name}");
        } else if !tag.ends_with('/') {
            open.push(tag.split(' ').next().unwrap_or_default());
        }
    }
    assert!(open.is_empty(), "{name}: {open:?} stay open");
}

#[test]
fn the_page_says_what_the_records_say() {
    let page = page(&counted());
    for expected in [
        "Made-up Processor",
        "Which squares lie between?",
        "the summary of anchored",
        "compared with the oracle on 4096 questions: all equal",
        "<em>idea</em>",
        "href=\"https://example.org/technique\"",
        "<td>17.500</td>",
    ] {
        assert!(page.contains(expected), "{expected} is not on the page");
    }
    assert!(!page.contains("install Valgrind"));
}

#[test]
fn what_was_not_measured_is_said_with_how_to_get_it() {
    let timed = report(&timed());
    let page = study_page(&timed);
    assert!(page.contains("not measured"));
    assert!(
        page.contains("install Valgrind and run <code>cargo bench --bench instructions</code>")
    );
    assert!(!page.contains("get the times"));
    assert!(!timed.files.iter().any(|(name, _)| name.contains("sweep")));
    assert!(file(&timed, "summary.md").contains("| not measured |"));

    let mut untimed = counted();
    untimed.measurements.retain(|m| m.unit == "/query");
    untimed.noise.clear();
    let untimed = report(&untimed);
    let page = study_page(&untimed);
    assert!(
        page.contains("get the times that are not measured, run <code>cargo bench --bench duel")
    );
    assert!(!untimed.files.iter().any(|(name, _)| name.contains("space-time")));
}

#[test]
fn what_needs_another_processor_is_not_asked_for() {
    let mut records = counted();
    let lacking = &mut records.variants[1];
    lacking.needs = vec!["avx512f".to_owned(), "avx512vbmi".to_owned()];
    lacking.available = false;
    records.measurements.retain(|m| m.variant != "between-none" && m.against.is_none());
    let report = report(&records);
    let page = study_page(&report);
    for expected in [
        "(not available here: needs avx512f, avx512vbmi)",
        "Not ranked: not available here: needs avx512f, avx512vbmi.",
        "avx512f, avx512vbmi: not available here, therefore not measured",
        "<td class=\"quiet\">not available here</td>",
    ] {
        assert!(page.contains(expected), "{expected} is not on the page");
    }
    assert!(!page.contains("get the times") && !page.contains("install Valgrind and run"));
    let row = &report.headlines[0].rows[1];
    assert_eq!(row[0], "between-none");
    assert!(row[3..].iter().all(|cell| cell == "not available here"), "{row:?}");
}

#[test]
fn what_valgrind_cannot_run_is_not_counted() {
    let mut records = counted();
    let uncounted = &mut records.variants[1];
    uncounted.needs = vec!["avx512f".to_owned()];
    uncounted.uncounted = Some("Valgrind has no <such> thing".to_owned());
    records.measurements.retain(|m| m.variant != "between-none" || m.unit != "/query");
    let page = page(&records);
    assert!(page.contains("<dd>not counted: Valgrind has no &#60;such&#62; thing</dd>"));
    assert!(page.contains("<td class=\"quiet\">not counted</td>"));
    assert!(page.contains("<dd>avx512f</dd>"));
    assert!(!page.contains("install Valgrind and run"));
}

#[test]
fn what_is_kept_is_shown_by_the_questions_after_a_query() {
    let mut records = timed();
    assert!(!study_page(&report(&records)).contains("id=\"upkeep\""));
    records.variants[0].kept_bytes = Some(704);
    for times in [0, 1, 2] {
        let set = [("asked", times)];
        for (name, value) in [("between-large", 3.0), ("between-none", 2.5 + times as f64)] {
            records.measurements.extend(super::tests::times(name, "upkeep", &set, value));
        }
        records.noise.push(noise("upkeep", &set));
    }
    let asked = |verdict: &str, at| Turn {
        parameters: [].into(),
        along: quantity::ASKED.to_owned(),
        range: 2,
        ..turn(16, 0, verdict, at)
    };
    records.turns.push(asked("faster", Some([0.5, 0.0, 2.0])));
    let before = report(&timed());
    let report = report(&records);
    let page = study_page(&report);
    let section = between(&page, "id=\"upkeep\"", "id=\"cold\"");
    assert!(section.contains("<td>up to 0.5<small>0 to 2</small></td>"), "{section}");
    assert!(section.contains(">704<") && section.contains(">nothing<"));
    assert!(section.contains("<th scope=\"col\" data-sort=\"number\">uniform</th>"));
    assert!(section.contains("<td>3.50<small>"));
    assert!(
        section
            .contains("between-none and between-large: between-large overtakes at 0.5 questions")
    );
    // It says nothing of working sets.
    let pressure = |page: &str| between(page, "id=\"pressure\"", "</section>").to_owned();
    assert_eq!(pressure(&page), pressure(&study_page(&before)));
    assert!(page.contains("<dd>704 bytes, from query to query</dd>"));
}

#[test]
fn latency_does_not_apply_to_batches() {
    let waits = |m: &Measurement| {
        m.context == "latency" || m.parameters.get(quantity::DEPENDENT) == Some(&1)
    };
    let mut records = everywhere();
    records.measurements.extend(counted().measurements.split_off(timed().measurements.len()));
    records.variants.iter_mut().for_each(|v| "batch".clone_into(&mut v.interface));
    records.measurements.retain(|m| !waits(m));
    records
        .noise
        .retain(|n| n.context != "latency" && n.parameters.get(quantity::DEPENDENT) != Some(&1));
    records.turns.retain(|turn| turn.parameters[quantity::DEPENDENT] == 0);
    let report = report(&records);
    let page = study_page(&report);
    assert!(page.contains("The latency of an answer does not apply"));
    assert!(page.contains("<td class=\"quiet\">does not apply</td>"));
    let measured = between(&page, "id=\"overview\"", "id=\"streams\"");
    for absence in [">not measured<", "not measured;", "Not measured"] {
        assert!(!measured.contains(absence), "{absence} in {measured}");
    }
    assert!(!page.contains("waits for the last:"));
    let files: Vec<_> = report.files.iter().map(|(name, _)| name.as_str()).collect();
    assert!(files.contains(&"between-ranking-throughput.svg"), "{files:?}");
    assert!(!files.iter().any(|name| name.contains("latency")), "{files:?}");
    // They are ranked among themselves.
    let ranking = between(&page, "Ranking in throughput", "</table>");
    assert!(ranking.contains("fastest") && ranking.contains("slower"), "{ranking}");
    // Nor is anything missing at a glance.
    let excerpt = &report.excerpt;
    assert!(excerpt.contains(": independent ") && !excerpt.contains("not measured"), "{excerpt}");
    assert!(!excerpt.contains(" dependent "), "{excerpt}");
}

#[test]
fn wrong_answers_are_shown_where_they_were_counted() {
    let mut records = timed();
    assert!(!page(&records).contains("id=\"errors\""));
    records.variants[0].interface = "approximate".to_owned();
    records.variants[0].wrong_answers = vec![WrongAnswer {
        kind: "wrong by pins".to_owned(),
        position: "4k3/8/8/8/8/8/8/4K3 w - - <b>".to_owned(),
        square: "e5".to_owned(),
        right: 1,
        answer: -2,
    }];
    for (quantity, value) in [
        ("questions", 200.0),
        ("wrong answers", 5.0),
        ("mean error", 0.25),
        ("wrong by pins", 3.0),
        ("entries", 1000.0),
        ("entries touched", 10.0),
    ] {
        records.measurements.push(proof("between-large", quantity, value));
    }
    let page = page(&records);
    let shown = between(&page, "id=\"errors\"", "</section>");
    for expected in [
        "<td>2.50 %<small>5 of 200</small></td>",
        "mean error,<br>/query</th>",
        "<td>0.250<small>10.00 where wrong</small></td>",
        "wrong by pins</th>",
        "<td>1.50 %<small>3 of 200</small></td>",
        "<td>1.00 %<small>10 of 1000</small></td>",
        "<code>4k3/8/8/8/8/8/8/4K3 w - - &#60;b&#62;</code>",
        "<td>-2</td>",
    ] {
        assert!(shown.contains(expected), "{expected} is not in {shown}");
    }
    assert!(!shown.contains("between-none"), "{shown}");
    assert!(page.contains("Those of approximate variants say which share"));
    let plot = report(&records);
    let plot = file(&plot, "between-space-time.svg");
    assert!(plot.contains(">large (approximate), 2.5 % wrong</text>"), "{plot}");
    assert!(plot.contains("bytes of tables, wrong in 2.5 % of its answers, not compared"));
    assert!(plot.contains("on the stream uniform, with the share of wrong answers</title>"));
}

#[test]
fn a_meter_that_measured_nothing_says_why() {
    let mut records = timed();
    let missing = [("counts".to_owned(), "Valgrind is <not> there".to_owned())].into();
    records.runs.insert("instructions".to_owned(), Run { missing, ..run() });
    let page = index(&records);
    assert!(page.contains("counts not measured: Valgrind is &#60;not&#62; there"));
}

#[test]
fn the_same_records_give_the_same_bytes() {
    assert_eq!(report(&counted()).files, report(&counted()).files);
}

#[test]
fn the_table_of_measurements_holds_all_of_them() {
    let mut records = everywhere();
    records.measurements[0].quantity = "a \"quantity\",\nof two lines".to_owned();
    let report = report(&records);
    let mut table = csv::Reader::from_reader(file(&report, "measurements.csv").as_bytes());
    let header = table.headers().unwrap().clone();
    let rows: Vec<_> = table.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), records.measurements.len());
    for (row, m) in rows.iter().zip(&records.measurements) {
        let cell = |name: &str| &row[header.iter().position(|column| column == name).unwrap()];
        let number = |name: &str| cell(name).parse::<f64>().unwrap();
        assert_eq!(
            [cell("study"), cell("variant"), cell("stream"), cell("context"), cell("quantity")],
            [&m.study, &m.variant, &m.stream, &m.context, &m.quantity].map(String::as_str)
        );
        assert_eq!([number("value"), number("low"), number("high")], [m.value, m.low, m.high]);
        assert_eq!(cell("against"), m.against.as_deref().unwrap_or_default());
        for parameter in [quantity::DEPENDENT, quantity::VISIT, quantity::WORKING_SET] {
            assert_eq!(cell(parameter).parse().ok(), m.parameters.get(parameter).copied());
        }
    }
}

#[test]
fn services_get_hot_times_and_counts() {
    let json = |records: &Records, name: &str| -> serde_json::Value {
        serde_json::from_str(file(&report(records), name)).unwrap()
    };
    let mut records = counted();
    records.measurements.extend(everywhere().measurements.split_off(timed().measurements.len()));
    let bencher = json(&records, "bencher.json");
    assert_eq!(bencher.as_object().unwrap().len(), 2 * 3);
    let large = &bencher["between/throughput/uniform/between-large"];
    let time =
        serde_json::json!({"value": 2.1, "lower_value": 2.1 - 0.01, "upper_value": 2.1 + 0.01});
    assert_eq!(large["cycles"], time);
    assert_eq!(large["l1-data-misses"]["value"], 9.0);
    assert_eq!(large.as_object().unwrap().len(), 1 + COUNTS.len());

    let action = json(&records, "benchmark-action.json");
    let entries = action.as_array().unwrap();
    assert_eq!(entries.len(), 3 * (2 + COUNTS.len()));
    let name = "between/latency/uniform/between-none cycles";
    let entry = entries.iter().find(|entry| entry["name"] == name).unwrap();
    assert_eq!((&entry["unit"], &entry["value"]), (&"cycles/query".into(), &7.5.into()));
    assert_eq!(entry["range"], "7.49 to 7.51");
    assert_eq!(entry["extra"], "50 samples, 2026-01-02T03:04:05Z\nMade-up Processor\nrustc 1.0");

    records.variants[0].proof = Proof::Wrong("all of it".to_owned());
    stop::NOISY.clone_into(&mut records.noise[1].stop);
    let left = json(&records, "bencher.json");
    let names: Vec<_> = left.as_object().unwrap().keys().collect();
    assert_eq!(
        names,
        ["between/throughput/uniform/between-none", "between/throughput/uniform/null"]
    );
}

#[test]
fn markup_is_shown_and_never_active() {
    let mut records = counted();
    let evil = "between-<script>alert(1)</script>|`*&\"'\u{1}é";
    for variant in &mut records.variants[..1] {
        evil.clone_into(&mut variant.name);
        evil.clone_into(&mut variant.summary);
        evil.clone_into(&mut variant.idea);
        evil.clone_into(&mut variant.interface);
        "javascript:alert(1)".clone_into(&mut variant.source);
    }
    for measurement in &mut records.measurements {
        if measurement.variant == "between-large" {
            evil.clone_into(&mut measurement.variant);
        }
    }
    evil.clone_into(&mut records.machine.cpu);
    let report = report(&records);
    let is_active = |name: &str| name.ends_with(".html") || name.ends_with(".svg");
    for (name, text) in report.files.iter().filter(|(name, _)| is_active(name)) {
        let own = format!("<script>{SCRIPT}</script>");
        assert!(!text.replace(&own, "").contains("<script"), "{name}");
        assert!(!text.contains("javascript:"), "{name}");
    }
    assert!(file(&report, "index.html").contains("&#60;script&#62;"));
    assert!(file(&report, "summary.md").contains("\\<script\\>alert(1)\\</script\\>\\|"));
}

#[test]
fn a_wrong_variant_is_shown_with_its_mistake_and_without_figures() {
    let mut records = timed();
    records.variants[0].proof = Proof::Wrong("expected <board>".to_owned());
    let report = report(&records);
    let page = study_page(&report);
    assert!(page.contains("WRONG"));
    assert_eq!(page.matches("<pre>expected &#60;board&#62;</pre>").count(), 2);
    assert!(page.contains("<strong>between-large</strong> answers wrongly and was not measured."));
    assert!(!page.contains("raw 2.10"));
    assert!(file(&report, "summary.md").contains("| WRONG |"));
}

#[test]
fn a_net_figure_below_zero_stays_there() {
    let mut records = timed();
    records.measurements.splice(0..3, times("between-large", "throughput", &[], 0.5));
    let report = report(&records);
    assert!(study_page(&report).contains("<td>-0.50<small>-0.52 to -0.48</small>"));
    assert_balanced("plot", file(&report, "between-space-time.svg"));
}

#[test]
fn net_times_are_those_of_the_rounds_and_not_a_difference_of_medians() {
    let mut records = timed();
    for measurement in &mut records.measurements {
        if measurement.variant == NULL && measurement.quantity == "cycles" {
            measurement.value = 1.005;
        }
    }
    assert!(page(&records).contains("1.10 cycles/query net (1.08 to 1.12)"));
    records.measurements.retain(|m| m.quantity != "net cycles");
    let page = page(&records);
    assert!(page.contains("2.10 cycles/query raw (2.09 to 2.11)"));
    assert!(page.contains(
        "<td class=\"quiet\">not known<small>net was not measured</small><small>raw 2.10"
    ));
}

#[test]
fn variants_are_ranked_by_what_may_be_said_of_them() {
    let mut records = timed();
    let ranked = |records: &Records, context: &str| {
        let page = page(records);
        let from = format!("ranking in {context}\"");
        between(&page, &from, "</table>").replace('\n', "")
    };
    let throughput = ranked(&records, "throughput");
    let first = between(&throughput, "<td class=\"rank\">1</td>", "</tr>");
    assert!(first.contains("between-large</a>"));
    assert!(first.contains("<td>2.10<small>2.09 to 2.11</small></td>"));
    assert!(first.contains("<td>1.10<small>1.08 to 1.12</small></td>"));
    assert!(first.contains("<td class=\"words\">fastest</td><td>1.2 %</td>"));
    let second = between(&throughput, "<td class=\"rank\">2</td>", "</tr>");
    assert!(second.contains("<td>2.000<small>1.000 to 4.000</small></td>"));
    assert!(second.contains("<td class=\"words\">slower</td>"));
    // Recorded as the faster one's, shown as the slower one's.
    let latency = ranked(&records, "latency");
    let second = between(&latency, "<td class=\"rank\">2</td>", "</tr>");
    assert!(second.contains("<td>1.250<small>0.625 to 2.500</small></td>"));
    assert!(second.contains("<td class=\"words\">slower</td>"));

    let verdict = |records: &mut Records, word: &str| {
        for measurement in records.measurements.iter_mut().filter(|m| m.against.is_some()) {
            measurement.verdict = Some(word.to_owned());
        }
    };
    verdict(&mut records, "tie");
    let throughput = ranked(&records, "throughput");
    assert_eq!(throughput.matches("<td class=\"rank\">1=</td>").count(), 2);
    assert_eq!(throughput.matches("<td class=\"words\">tie for rank 1</td>").count(), 2);
    let notes = &report(&records).headlines[0].notes;
    assert_eq!(notes[0], "Ties: 1 of 1 pairs in throughput, 1 of 1 pairs in latency.");

    verdict(&mut records, "perhaps");
    let throughput = ranked(&records, "throughput");
    assert!(throughput.contains("<td class=\"rank\">2</td>"));
    assert!(throughput.contains("<td class=\"words\">not compared</td>"));
}

#[test]
fn the_noise_stands_with_its_table() {
    let mut records = timed();
    let expected = "96 rounds; 3168 of 3536 batches were undisturbed; stopped: narrow enough. \
        Copies of between-large measured as 1.001 (0.998 to 1.003) and 0.999 (0.997 to 1.002) \
        of it. A copy of the kernel without a lookup took 0.000 (-0.010 to 0.010) cycles net.</p>";
    assert_eq!(page(&records).matches(expected).count(), 2);
    records.noise[0].addition = Some(0.97);
    let disagreement = "The clock disagreed with itself: by it, an addition took 0.970 cycles";
    assert!(page(&records).contains(disagreement));
    records.noise[0].width = Some(2.0);
    let company = "The core did 2.00 idle instructions in a cycle";
    assert_eq!(page(&records).matches(company).count(), 1);
    for measurement in &mut records.measurements {
        measurement.quantity = measurement.quantity.replace("cycles", "ns");
    }
    let page = page(&records);
    assert!(!page.contains("disagreed") && !page.contains(company));
}

#[test]
fn what_was_too_noisy_has_no_figures_not_even_older_ones() {
    let mut records = counted();
    "too noisy".clone_into(&mut records.noise[0].stop);
    let report = report(&records);
    let page = study_page(&report);
    assert!(page.contains(
        "Too noisy for figures: 3168 of 3536 batches were undisturbed, which make 96 rounds."
    ));
    assert!(page.contains("<td class=\"quiet\">too noisy</td>"));
    assert!(!page.contains("raw 2.10"));
    assert!(!page.contains("get the times that are not measured"));
    assert!(page.contains("<td>17.500</td>"), "counts do not depend on noise");
    assert!(file(&report, "summary.md").contains("| too noisy |"));
}

#[test]
fn the_other_contexts_are_shown() {
    let report = report(&everywhere());
    let page = study_page(&report);
    let cold = between(&page, "cold tables\"", "</table>");
    assert!(cold.contains("<td>74.00<small>73.98 to 74.02</small></td>"));
    assert_eq!(cold.matches("data-sort=\"number\">64</th>").count(), 2);
    let threads = between(&page, "two threads\"", "</table>");
    assert!(threads.contains("<td>1.10<small>") && threads.contains("<td>32.25<small>"));
    assert!(page.contains(
        "101376 of 113152 batches were undisturbed, in 32 tables. Copies of the reference differed from it by 0.1 % in the median and 0.1 % at most. Copies of the kernel without a lookup differed by 0.00 cycles in the median"
    ));
    assert!(page.contains(
        "Dashed lines are where the working set alone fills a cache: L1d 48 KiB, L2 2 MiB."
    ));

    let plots: Vec<_> =
        report.files.iter().filter(|(name, _)| name.contains("-pressure-")).collect();
    assert_eq!(plots.len(), 8);
    let main = between(&page, "Beside a competing working set</h2>", "</section>");
    assert_eq!(main.matches("<svg").count(), 2);
    assert_eq!(main.matches("<a href=\"between-pressure-").count(), 6);
    assert!(main.contains("<a href=\"between-pressure-64-dependent.svg\">64 dependent</a>."));
    assert!(main.contains("visits of 16 independent") && main.contains("visits of 16 dependent"));
    for (name, svg) in plots {
        assert_balanced(name, svg);
        for label in ["large", "none", "L1d", "L2", "0", "1024"] {
            assert!(
                svg.contains(&format!("{label}\n</text>"))
                    || svg.contains(&format!(">{label}</text>")),
                "{label} in {name}"
            );
        }
    }
    let cold = file(&report, "between-cold.svg");
    assert_balanced("cold", cold);
    assert!(cold.contains("independent, cold") && cold.contains("between, dependent, cold"));
    // Figures with parameters are never taken for those without.
    assert!(page.contains(
        "<strong>between-large</strong>, 1.10 cycles/query net (1.08 to 1.12), with 32768"
    ));
}

#[test]
fn turns_are_told() {
    let report = report(&everywhere());
    let page = study_page(&report);
    let turns = between(&page, "where orders turn\"", "</table>");
    for expected in [
        "data-variant=\"between--between-large between--between-none\"",
        "<th scope=\"row\">between-large</th>\n<td class=\"words\">between-none</td>\n\
         <td class=\"quiet\">no order</td>\n<td class=\"quiet\">always</td>\n\
         <td>from 1.5<small>0 to 4</small></td>\n<td>up to 12<small>4 to 16</small></td>",
    ] {
        assert!(turns.contains(expected), "{expected} is not in {turns}");
    }
    let sentence = "In visits of 16 queries, each waiting for the last, between-none overtakes \
        between-large from a competing working set of 12 KiB on (4 to 16 KiB).";
    assert_eq!(report.headlines[0].notes[1..], [sentence]);
}

#[test]
fn contexts_that_were_not_measured_say_why() {
    let mut records = timed();
    let count = |records: &Records| page(records).matches("<p>Not measured. To measure it").count();
    assert_eq!(count(&records), 3);
    let missing = [("cold".to_owned(), "there is no <flush>".to_owned())].into();
    records.runs.insert("duel".to_owned(), Run { missing, ..run() });
    assert_eq!(count(&records), 2);
    assert!(page(&records).contains("<p>Not measured: there is no &#60;flush&#62;. To measure it"));

    let mut noisy = everywhere();
    for noise in &mut noisy.noise {
        "too noisy".clone_into(&mut noise.stop);
    }
    let report = report(&noisy);
    let page = study_page(&report);
    assert_eq!(page.matches("<p>Too noisy for figures. To measure it").count(), 2);
    assert!(between(&page, "cold tables\"", "</table>").contains("too noisy"));
    assert!(!report.files.iter().any(|(name, _)| name.ends_with(".svg")));
}

#[test]
fn a_sweep_of_one_size_is_no_plot() {
    let mut records = counted();
    records.measurements.retain(|m| m.parameters.values().all(|bytes| *bytes == 4096));
    let report = report(&records);
    assert!(!report.files.iter().any(|(name, _)| name.contains("sweep")));
    assert!(study_page(&report).contains("on the stream uniform: not measured."));
}

#[test]
fn other_interfaces_are_named_and_not_ranked() {
    let mut records = timed();
    records.variants[0].interface = "encoded".to_owned();
    let page = page(&records);
    assert!(page.contains("between-large (encoded)"));
    assert!(!between(&page, "ranking in throughput\"", "</table>").contains("between-large"));
}

#[test]
fn nanoseconds_are_not_mixed_with_cycles() {
    let mut records = timed();
    for mut stray in times("between-none", "throughput", &[], 0.1) {
        stray.quantity = stray.quantity.replace("cycles", "ns");
        records.measurements.push(stray);
    }
    assert!(page(&records).contains("<strong>between-large</strong>, 1.10 cycles/query net"));

    for measurement in &mut records.measurements {
        measurement.quantity = measurement.quantity.replace("cycles", "ns");
    }
    let page = page(&records);
    assert!(page.contains("ns/query"));
    assert!(!page.contains("1.10 cycles/query"));
}

#[test]
fn a_first_look_is_called_so() {
    let mut records = timed();
    assert!(!index(&records).contains("A first look."));
    records.runs.get_mut("duel").unwrap().quick = true;
    let report = report(&records);
    assert!(file(&report, "index.html").contains("A first look."));
    assert!(file(&report, "summary.md").contains("for a first look"));
}

#[test]
fn the_clock_is_checked() {
    let mut records = timed();
    for (chain, value) in [("multiply-chain", 3.001), ("add-chain", 1.1), ("load-chain", 7.0)] {
        let mut measurement = time(chain, "latency", value);
        measurement.study = "clock".to_owned();
        measurement.stream = "dependent".to_owned();
        records.measurements.push(measurement);
    }
    let page = index(&records);
    assert!(page.contains("right within 2 %"));
    assert_eq!(page.matches("off by").count(), 1);
    assert!(page.contains("off by 10.0 %"));
    assert!(page.contains("4 or 5 by the processor"));
}

#[test]
fn strange_records_are_reported_without_panic() {
    render(&Records::new(machine()), &[]).unwrap();
    report(&Records::new(machine()));

    let mut records = counted();
    records.variants.retain(|variant| variant.name != NULL);
    report(&records);
    records.measurements.retain(|m| m.variant != NULL);
    assert!(page(&records).contains("that takes not measured in throughput"));

    let mut strange = everywhere();
    strange.measurements.extend(counted().measurements);
    strange.variants[0].table_bytes = u64::MAX;
    strange.variants[1].code_bytes = None;
    strange.variants[1].name = "é".repeat(1000);
    let figures = [f64::MAX, f64::MIN, 1e300, f64::NAN, f64::INFINITY, 5e-324, 0.0, -0.0];
    for value in figures {
        for measurement in &mut strange.measurements {
            (measurement.value, measurement.low, measurement.high) = (value, value, value);
        }
        report(&strange);
        for measurement in strange.measurements.iter_mut().filter(|m| m.variant == NULL) {
            (measurement.value, measurement.low, measurement.high) = (-1.0, -1.0, -1.0);
        }
        for (name, text) in report(&strange).files {
            if name.ends_with(".svg") {
                assert_balanced(&name, &text);
            }
        }
    }
    strange.noise.iter_mut().for_each(|noise| {
        (noise.batches, noise.undisturbed) = (u64::MAX, u64::MAX);
        (noise.addition, noise.null) = (Some(f64::MAX), None);
        noise.copies = vec![[f64::MIN; 3]; 3];
    });
    strange.turns.push(turn(16, 1, "perhaps", Some([1024.0; 3])));
    strange.turns.push(turn(u64::MAX, 0, "perhaps", Some([f64::MAX, f64::MIN, -0.0])));
    strange.turns.push(turn(u64::MAX, 2, "faster", None));
    let mut unknown = turn(17, 0, "faster", Some([1.0; 3]));
    unknown.parameters.insert("moon".to_owned(), 1);
    strange.turns.push(unknown);
    for caches in [Some(0), Some(u64::MAX), None] {
        strange.machine.caches = Caches { l1d: caches, l2: caches, l3: caches };
        for measurement in &mut strange.measurements {
            (measurement.value, measurement.low, measurement.high) = (3.0, 2.0, 4.0);
            let bytes = measurement.parameters.get_mut("working set");
            bytes.into_iter().for_each(|bytes| *bytes = bytes.saturating_mul(u64::MAX));
        }
        let page = page(&strange);
        assert!(page.contains("<td>turns at 1<small>1 to 1</small></td>"));
        assert!(page.contains(&u64::MAX.to_string()) && !page.contains(">17</th>"));
    }

    let study = |records: &mut Records, name: &str| {
        for variant in &mut records.variants {
            name.clone_into(&mut variant.study);
        }
    };
    study(&mut strange, "another");
    report(&strange);

    let no_streams =
        Question { study: "between".to_owned(), text: String::new(), streams: Vec::new() };
    render(&counted(), &[no_streams]).unwrap();
}

#[test]
fn a_variants_section_shows_how_it_works() {
    let mut records = everywhere();
    records.variants[0].example = vec![Board {
        caption: "asked & answered".to_owned(),
        squares: ["c3", "f6", "z9"].map(str::to_owned).into(),
    }];
    records.variants[0].listing = vec!["mov <rax>".to_owned(), "ret".to_owned()];
    let page = page(&records);
    let section = between(&page, "<h3 id=\"between--between-large\">", "</section>");
    for expected in [
        "<code>impl Between for Made {}</code>",
        "<summary>Compiled lookup: 2 instructions</summary>",
        "<code>mov &#60;rax&#62;\nret</code>",
        "<desc id=\"between--between-large--squares-1\">c3, f6</desc>",
        "<figcaption>asked &#38; answered</figcaption>",
        "<th scope=\"row\">throughput</th>\n<td>1 of 2</td>\n<td>1.10</td>",
        "<th scope=\"row\">cold, dependent</th>",
        "<th scope=\"row\">beside 2 MiB, independent</th>",
    ] {
        assert!(section.contains(expected), "{expected} is not in {section}");
    }
    let plain = between(&page, "<h3 id=\"between--between-none\">", "</section>");
    assert!(plain.contains("<summary>Compiled lookup: 1 instruction</summary>"));
    assert!(!plain.contains("class=\"boards\""));

    records.variants[0].listing.clear();
    records.variants[0].interface = "encoded".to_owned();
    let page = self::page(&records);
    let section = between(&page, "<h3 id=\"between--between-large\">", "</section>");
    assert!(section.contains("was not read on this architecture"));
    assert!(section.contains("Not ranked: its interface is encoded"));
}

#[test]
fn the_index_leaves_out_what_another_variant_dominates() {
    let listed = |records: &Records| {
        let index = index(records);
        let table = between(&index, "headline table\"", "</table>");
        ["between-large", "between-none"].map(|name| table.contains(&format!("--{name}\"")))
    };
    let judge = |records: &mut Records, verdict: &str| {
        for ratio in records.measurements.iter_mut().filter(|m| m.against.is_some()) {
            ratio.verdict = Some(verdict.to_owned());
        }
    };
    let mut records = timed();
    assert_eq!(listed(&records), [true, true], "each is faster in one context");
    judge(&mut records, "slower");
    assert_eq!(listed(&records), [true, true], "one is faster, the other is smaller");
    judge(&mut records, "tie");
    assert_eq!(listed(&records), [true, true], "smaller, but not faster");
    judge(&mut records, "faster");
    assert_eq!(listed(&records), [false, true], "smaller and faster");
    records.variants[0].interface = "encoded".to_owned();
    assert_eq!(listed(&records), [true, true], "not compared");
}

#[test]
fn at_a_glance_every_case_has_its_fastest() {
    let row = |records: &Records| {
        let excerpt = report(records).excerpt;
        excerpt.lines().last().expect("a row").to_owned()
    };
    assert_eq!(
        row(&everywhere()),
        "| between \
         | between-large (32768 bytes of tables): independent 1.10 (1.08 to 1.12). \
         between-none (no tables): dependent 6.50 (6.48 to 6.52) \
         | between-none (no tables): independent 8.00 (7.98 to 8.02); \
         dependent 8.00 (7.98 to 8.02) \
         | between-none (no tables): independent 3.50 (3.48 to 3.52); \
         dependent 6.50 (6.48 to 6.52) |"
    );

    let mut records = timed();
    let latency = |m: &&mut Measurement| m.context == context::LATENCY && m.verdict.is_some();
    records
        .measurements
        .iter_mut()
        .filter(latency)
        .for_each(|m| m.verdict = Some("tie".to_owned()));
    let tied = "between-none (no tables): dependent 6.50 (6.48 to 6.52), 1 tie |";
    assert!(row(&records).contains(tied), "{}", row(&records));

    records.measurements.retain(|m| m.context != context::LATENCY);
    records.noise.retain(|noise| noise.context != context::LATENCY);
    let row = row(&records);
    assert_eq!(row.matches("dependent not measured").count(), 2, "{row}");
}

#[test]
fn pages_lead_to_each_other() {
    let report = report(&everywhere());
    let index = file(&report, "index.html");
    assert!(index.contains("<a href=\"between.html#between--between-large\">between-large</a>"));
    let page = file(&report, "between.html");
    assert!(page.contains("<a href=\"index.html\">"));
    assert!(page.contains("<a href=\"between.html\" aria-current=\"page\">between</a>"));
    for target in page.split(" href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert_eq!(page.matches(&format!(" id=\"{target}\"")).count(), 1, "{target}");
    }
}

#[test]
fn a_page_allows_its_own_script_alone() {
    let page = page(&timed());
    let policy = between(&page, "Content-Security-Policy\" content=\"", "\"");
    assert!(policy.starts_with("default-src 'none'; "));
    let source = between(policy, "script-src 'sha256-", "'");
    assert_eq!(source.len(), 44, "{source} is a hash of 256 bits in base64");
    assert!(policy.ends_with(&format!("script-src 'sha256-{source}'")));
}
