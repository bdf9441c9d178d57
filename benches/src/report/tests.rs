//! Reports of made-up records.

use super::figures::{COUNTS, NULL};
use super::{Question, Report, render};
use crate::machine::{Caches, Machine};
use crate::record::{Measurement, Proof, Records, Run, Variant, quantity::L1_BYTES};

fn machine() -> Machine {
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

fn variant(name: &str, table_bytes: u64) -> Variant {
    Variant {
        study: "between".to_owned(),
        name: name.to_owned(),
        summary: format!("The summary of {name}"),
        source: "https://example.org/technique".to_owned(),
        idea: "An *idea*.".to_owned(),
        kind: if name == NULL { "control" } else { "seed" }.to_owned(),
        interface: "plain".to_owned(),
        table_bytes,
        table_alignment: Some(64),
        code_bytes: Some(20),
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

fn count(variant: &str, quantity: &str, value: f64, l1_bytes: Option<u64>) -> Measurement {
    let parameters = l1_bytes.map(|bytes| (L1_BYTES.to_owned(), bytes));
    Measurement {
        parameters: parameters.into_iter().collect(),
        quantity: quantity.to_owned(),
        unit: "/query".to_owned(),
        low: value,
        high: value,
        samples: 1,
        value,
        ..time(variant, "throughput", value)
    }
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
fn timed() -> Records {
    let mut records = Records::new(machine());
    records.variants =
        vec![variant("between-large", 32768), variant("between-none", 0), variant(NULL, 0)];
    records.runs.insert("cycles".to_owned(), run());
    for (name, throughput, latency) in
        [("between-large", 2.1, 8.0), ("between-none", 4.5, 7.5), (NULL, 1.0, 5.0)]
    {
        records.measurements.push(time(name, "throughput", throughput));
        records.measurements.push(time(name, "latency", latency));
    }
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

fn report(records: &Records) -> Report {
    let stream = |name: &str| (name.to_owned(), format!("the summary of {name}"));
    let question = Question {
        study: "between".to_owned(),
        text: "Which squares lie between?".to_owned(),
        streams: vec![stream("uniform"), stream("anchored")],
    };
    render(records, &[question]).expect("a report")
}

fn file<'a>(report: &'a Report, name: &str) -> &'a str {
    let found = report.files.iter().find(|(file, _)| file == name);
    &found.unwrap_or_else(|| panic!("no {name}")).1
}

fn page(records: &Records) -> String {
    file(&report(records), "index.html").to_owned()
}

/// Checks that every tag that is opened is closed, in order.
fn assert_balanced(name: &str, xml: &str) {
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
        "between-large was fastest in throughput: 1.10 cycles/query net (1.08 to 1.12), 32768 bytes of tables.",
        "between-none was fastest in latency: 2.50 cycles/query net (2.48 to 2.52), no tables.",
        "between-none is the smallest: no tables and 20 bytes of code.",
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
    let page = file(&timed, "index.html");
    assert!(page.contains("not measured"));
    assert!(
        page.contains("install Valgrind and run <code>cargo bench --bench instructions</code>")
    );
    assert!(!page.contains("get the times"));
    assert!(!timed.files.iter().any(|(name, _)| name.contains("sweep")));
    assert!(file(&timed, "summary.md").contains("| not measured |"));

    let mut untimed = counted();
    untimed.measurements.retain(|m| m.quantity != "cycles");
    let untimed = report(&untimed);
    let page = file(&untimed, "index.html");
    assert!(
        page.contains("get the times that are not measured, run <code>cargo bench --bench cycles")
    );
    assert!(page.contains("In latency nothing was measured"));
    assert!(!untimed.files.iter().any(|(name, _)| name.contains("space-time")));
}

#[test]
fn a_meter_that_measured_nothing_says_why() {
    let mut records = timed();
    let missing = [("counts".to_owned(), "Valgrind is <not> there".to_owned())].into();
    records.runs.insert("instructions".to_owned(), Run { missing, ..run() });
    let page = page(&records);
    assert!(page.contains("counts not measured: Valgrind is &#60;not&#62; there"));
}

#[test]
fn the_same_records_give_the_same_bytes() {
    assert_eq!(report(&counted()).files, report(&counted()).files);
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
    let markdown = |name: &str| name.ends_with(".md");
    for (name, text) in report.files.iter().filter(|(name, _)| !markdown(name)) {
        assert!(!text.contains("<script"), "{name}");
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
    let page = file(&report, "index.html");
    assert!(page.contains("WRONG"));
    assert!(page.contains("<pre>expected &#60;board&#62;</pre>"));
    assert!(page.contains("between-large answers wrongly and was not measured."));
    assert!(page.contains("Only between-none was measured in throughput"));
    assert!(!page.contains("raw 2.10"));
    assert!(file(&report, "summary.md").contains("| WRONG |"));
}

#[test]
fn a_net_figure_below_zero_stays_there() {
    let mut records = timed();
    records.measurements[0] = time("between-large", "throughput", 0.5);
    let report = report(&records);
    assert!(file(&report, "index.html").contains("<td>-0.50<small>-0.52 to -0.48</small>"));
    assert_balanced("plot", file(&report, "between-space-time.svg"));
}

#[test]
fn figures_that_overlap_are_not_told_apart() {
    let mut records = timed();
    records.measurements[0] = time("between-large", "throughput", 4.49);
    let caution = "It is not told apart from between-none: the intervals overlap.";
    assert!(page(&records).contains(caution));
}

#[test]
fn other_interfaces_are_named_and_not_ranked() {
    let mut records = timed();
    records.variants[0].interface = "batch".to_owned();
    let page = page(&records);
    assert!(page.contains("between-large (batch)"));
    assert!(page.contains("Only between-none was measured in throughput"));
}

#[test]
fn nanoseconds_are_not_mixed_with_cycles() {
    let mut records = timed();
    let mut stray = time("between-none", "throughput", 0.1);
    stray.quantity = "ns".to_owned();
    records.measurements.push(stray);
    assert!(page(&records).contains("between-large was fastest in throughput: 1.10 cycles/query"));

    for measurement in &mut records.measurements {
        measurement.quantity = "ns".to_owned();
    }
    let page = page(&records);
    assert!(page.contains("ns/query"));
    assert!(!page.contains("1.10 cycles/query"));
}

#[test]
fn a_first_look_is_called_so() {
    let mut records = timed();
    assert!(!page(&records).contains("A first look."));
    records.runs.get_mut("cycles").unwrap().quick = true;
    let report = report(&records);
    assert!(file(&report, "index.html").contains("A first look."));
    assert!(file(&report, "summary.md").contains("for a first look"));
}

#[test]
fn the_clock_is_checked() {
    let mut records = timed();
    for (chain, value) in [("multiply-chain", 3.001), ("add-chain", 1.1)] {
        let mut measurement = time(chain, "latency", value);
        measurement.study = "clock".to_owned();
        measurement.stream = "dependent".to_owned();
        records.measurements.push(measurement);
    }
    let page = page(&records);
    assert!(page.contains("right within 2 %"));
    assert!(page.contains("off by 10.0 %"));
}

#[test]
fn plots_are_whole_and_every_variant_has_its_label() {
    let mut records = counted();
    // A crowd in one corner, where labels would meet.
    for number in 0..9 {
        let name = format!("between-crowd-{number}");
        records.variants.push(variant(&name, 32768 - number));
        for (context, value) in [("throughput", 2.2), ("latency", 8.1)] {
            let value = value + number as f64 / 50.0;
            records.measurements.push(time(&name, context, value));
        }
        for size in [4096, 65536] {
            records.measurements.push(count(&name, "L1 data misses", 1.0, Some(size)));
        }
    }
    let report = report(&records);
    let plots: Vec<_> = report.files.iter().filter(|(name, _)| name.ends_with(".svg")).collect();
    let names: Vec<_> = plots.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["between-space-time.svg", "between-cache-sweep-uniform.svg"]);
    for (name, svg) in &plots {
        assert_balanced(name, svg);
        assert!(svg.contains("role=\"img\"") && svg.contains("<title") && svg.contains("<desc"));
        for number in 0..9 {
            let label = format!("\ncrowd-{number}\n");
            let panels = if name.contains("sweep") { 1 } else { 2 };
            assert_eq!(svg.matches(&label).count(), panels, "{label} in {name}");
        }
    }
}

#[test]
fn strange_records_are_reported_without_panic() {
    render(&Records::new(machine()), &[]).unwrap();
    report(&Records::new(machine()));

    let mut records = counted();
    records.variants.retain(|variant| variant.name != NULL);
    report(&records);
    records.measurements.retain(|m| m.variant != NULL);
    assert!(page(&records).contains("the kernel alone was not measured"));

    let mut strange = counted();
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
