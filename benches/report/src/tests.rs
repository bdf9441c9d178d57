//! Reports of made-up records.

mod answer;
mod committed;
mod crossovers;
mod engine;
mod trust;

use crate::made_up::{
    self, LARGE, NONE, counted, everywhere, hot, machine, step, table, timed, too_noisy,
};
use crate::page::SCRIPT;
use crate::{Report, render};
use records::{
    Accuracy, Board, Caches, Chain, Check, Context, Core, ErrorKind, Figure, Interface, Meter,
    NULL, Records, Stop, Unit, WrongAnswer,
};

fn report(records: &Records) -> Report {
    // What a test makes up is what a file may hold.
    records.to_json().expect("records");
    render(records).expect("a report")
}

fn file<'a>(report: &'a Report, name: &str) -> &'a str {
    let found = report.files.iter().find(|(file, _)| file == name);
    &found.unwrap_or_else(|| panic!("no {name}")).1
}

/// The text between two others, both of which must be there, in this order.
pub(crate) fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    rest.split_once(to).unwrap_or_else(|| panic!("no {to} after {from}")).0
}

fn page(records: &Records) -> String {
    study_page(&report(records))
}

fn study_page(report: &Report) -> String {
    without_values(file(report, "between.html"))
}

fn index(records: &Records) -> String {
    without_values(file(&report(records), "index.html"))
}

/// A page without what its cells are sorted by.
pub(crate) fn without_values(page: &str) -> String {
    let mut parts = page.split(" data-value=\"");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('"').expect("a quote").1)
}

/// Checks that every tag that is opened is closed, in order.
pub(crate) fn assert_balanced(name: &str, xml: &str) {
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

/// A text that a test looks into.
pub(crate) trait Text {
    /// Checks that all of these are in it.
    fn shows(&self, expected: &[&str]);
}

impl Text for str {
    fn shows(&self, expected: &[&str]) {
        for text in expected {
            assert!(self.contains(text), "{text}\nis not in\n{self}");
        }
    }
}

/// Gives the variant without tables this verdict everywhere.
fn judge(records: &mut Records, letter: &str) {
    for step in records.tables.iter_mut().flat_map(|table| &mut table.steps) {
        letter.clone_into(&mut step.verdicts);
    }
}

/// Makes a table too noisy for figures.
fn spoil(records: &mut Records, table: usize) {
    let steps = &mut records.tables[table].steps;
    *steps = steps.iter().map(|step| too_noisy(step.at)).collect();
}

#[test]
fn the_page_says_what_the_records_say() {
    let page = page(&counted());
    page.shows(&[
        "Made-up Processor",
        "Which squares lie between?",
        "The summary of anchored",
        "compared with the oracle on 4096 questions: all equal",
        "<em>idea</em>",
        "href=\"https://example.org/technique\"",
        "<td>17.500</td>",
    ]);
    assert!(!page.contains("cargo bench --bench instructions"));
}

#[test]
fn what_was_not_measured_says_why_and_how_to_get_it() {
    let report = report(&timed());
    let page = study_page(&report);
    page.shows(&["Counts: not measured; cargo bench --bench instructions measures it."]);
    assert!(!page.contains("Times:"));
    assert!(!report.files.iter().any(|(name, _)| name.contains("sweep")));
    assert!(file(&report, "summary.md").contains("| not measured |"));

    let mut untimed = counted();
    untimed.tables.clear();
    untimed.runs.remove(&Meter::Duel);
    let report = self::report(&untimed);
    let times = "Times: not measured; cargo bench --bench duel measures it.";
    study_page(&report).shows(&[times]);
    assert!(!report.files.iter().any(|(name, _)| name.contains("space-time")));

    // A meter that ran needs not be run again, but asked.
    untimed.runs.insert(Meter::Duel, made_up::run());
    let asked = "Times: not measured: the last run of duel was not asked for it.";
    self::page(&untimed).shows(&[asked]);
    untimed.runs.get_mut(&Meter::Duel).unwrap().quick = true;
    let quick = "Times: not measured: the quick run of duel left it out.";
    self::page(&untimed).shows(&[quick]);
}

#[test]
fn what_needs_another_processor_is_not_asked_for() {
    let mut records = counted();
    let lacking = &mut records.variants[1];
    lacking.needs = vec!["avx512f".to_owned(), "avx512vbmi".to_owned()];
    lacking.available = false;
    records.tables = vec![hot(false, &[(LARGE, 2.1)]), hot(true, &[(LARGE, 8.0)])];
    records.counts.retain(|count| count.variant != NONE);
    let report = report(&records);
    let page = study_page(&report);
    page.shows(&[
        "(not available here: needs avx512f, avx512vbmi)",
        "Not ranked: not available here: needs avx512f, avx512vbmi.",
        "avx512f, avx512vbmi: not available here, therefore not measured",
        "<td class=\"quiet\">not available here</td>",
    ]);
    assert!(!page.contains("Times:") && !page.contains("Counts:"));
    let row = &report.headlines[0].rows[1];
    assert_eq!(row[0], NONE);
    assert!(row[3..].iter().all(|cell| cell == "not available here"), "{row:?}");
}

#[test]
fn what_valgrind_cannot_run_is_not_counted() {
    let mut records = counted();
    let uncounted = &mut records.variants[1];
    uncounted.needs = vec!["avx512f".to_owned()];
    uncounted.uncounted = Some("Valgrind has no <such> thing".to_owned());
    records.counts.retain(|count| count.variant != NONE);
    let page = page(&records);
    page.shows(&[
        "<dd>not counted: Valgrind has no &#60;such&#62; thing</dd>",
        "<td class=\"quiet\">not counted</td>",
        "<dd>avx512f</dd>",
    ]);
    assert!(!page.contains("Counts:"));
}

#[test]
fn upkeep_is_shown_by_the_questions_after_a_query() {
    let mut records = timed();
    assert!(!page(&records).contains("id=\"upkeep\""));
    records.variants[0].kept_bytes = Some(704);
    let steps = [0, 1, 2].map(|at| step(Some(at), &[3.0, 2.5 + at as f64]));
    records.tables.push(table((Context::Upkeep, false, None), &[LARGE, NONE], steps.into()));
    let page = page(&records);
    let section = between(&page, "id=\"upkeep\"", "id=\"streams\"");
    section.shows(&[
        "<td>from 0.5<small>0 to 1</small></td>",
        ">704<",
        ">nothing<",
        "<th scope=\"col\" data-sort=\"number\">uniform</th>",
        "<td>3.50<small>",
        "between-large overtakes at 0.5 questions",
    ]);
    // It says nothing of working sets.
    let beside = |page: &str| between(page, "id=\"beside\"", "</section>").to_owned();
    assert_eq!(beside(&page), beside(&self::page(&timed())));
    page.shows(&["<dd>704 bytes, from query to query</dd>"]);
}

#[test]
fn latency_does_not_apply_to_batches() {
    let mut records = everywhere();
    records.counts = counted().counts;
    records.variants.iter_mut().for_each(|v| v.interface = Interface::Batch);
    records.tables.retain(|table| !table.dependent && table.context != Context::Latency);
    let report = report(&records);
    let page = study_page(&report);
    page.shows(&["latency does not apply", "<td class=\"quiet\">does not apply</td>"]);
    let measured = between(&page, "id=\"overview\"", "id=\"streams\"");
    assert!(!measured.contains("not measured"), "{measured}");
    assert!(!page.contains("waits for the last:"));
    let files: Vec<_> = report.files.iter().map(|(name, _)| name.as_str()).collect();
    assert!(files.contains(&"between-ranking-throughput.svg"), "{files:?}");
    assert!(!files.iter().any(|name| name.contains("latency")), "{files:?}");
    // They are ranked among themselves.
    let ranking = between(&page, "Ranking in throughput", "</table>");
    ranking.shows(&["fastest", "slower"]);
    let excerpt = &report.excerpt;
    assert!(excerpt.contains(": independent ") && !excerpt.contains("not measured"), "{excerpt}");
    assert!(!excerpt.contains(" dependent "), "{excerpt}");
}

#[test]
fn wrong_answers_are_shown_where_they_were_counted() {
    let mut records = timed();
    assert!(!page(&records).contains("id=\"errors\""));
    records.variants[0].interface = Interface::Approximate;
    let wrong = WrongAnswer {
        kind: "pins".to_owned(),
        position: "4k3/8/8/8/8/8/8/4K3 w - - <b>".to_owned(),
        square: "e5".to_owned(),
        right: 1,
        answer: -2,
    };
    records.variants[0].accuracy = Some(Accuracy {
        mean_error: Some(0.25),
        kinds: vec![ErrorKind { name: "pins".to_owned(), of_exact: false, answers: 3 }],
        entries: Some([10, 1000]),
        examples: vec![wrong],
        ..made_up::accuracy(5, 200)
    });
    let report = report(&records);
    let page = study_page(&report);
    let shown = between(&page, "id=\"errors\"", "</section>");
    shown.shows(&[
        "<td>2.50 %<small>5 of 200</small></td>",
        "mean error,<br>pawns</th>",
        "<td>0.250<small>10.00 where wrong</small></td>",
        "wrong by pins</th>",
        "<td>1.50 %<small>3 of 200</small></td>",
        "<td>1.00 %<small>10 of 1000</small></td>",
        "<code>4k3/8/8/8/8/8/8/4K3 w - - &#60;b&#62;</code>",
        "<td>-2</td>",
    ]);
    assert!(!shown.contains(NONE), "{shown}");
    let plot = file(&report, "between-space-time.svg");
    plot.shows(&["2.5 % wrong", "with the share of wrong answers"]);
}

#[test]
fn a_meter_that_measured_nothing_says_why() {
    let mut records = timed();
    let mut run = made_up::run();
    run.missing = [("counts".to_owned(), "Valgrind is <not> there".to_owned())].into();
    records.runs.insert(Meter::Instructions, run);
    let why = "not measured: Valgrind is &#60;not&#62; there";
    page(&records).shows(&[why]);
    index(&records).shows(&["counts: not measured, Valgrind is &#60;not&#62; there"]);
}

#[test]
fn the_same_records_give_the_same_bytes() {
    assert_eq!(report(&counted()).files, report(&counted()).files);
}

#[test]
fn markup_is_shown_and_never_active() {
    let mut records = counted();
    let evil = "<script>alert(1)</script>|`*&\"'é";
    for technique in &mut records.techniques {
        evil.clone_into(&mut technique.summary);
        evil.clone_into(&mut technique.idea);
        evil.clone_into(&mut technique.formula);
        "javascript:alert(1)".clone_into(&mut technique.source);
    }
    evil.clone_into(&mut records.machine.cpu);
    evil.clone_into(&mut records.studies[0].question);
    evil.clone_into(&mut records.studies[0].streams[0].summary);
    evil.clone_into(&mut records.variants[0].listing);
    let report = report(&records);
    let is_active = |name: &str| name.ends_with(".html") || name.ends_with(".svg");
    for (name, text) in report.files.iter().filter(|(name, _)| is_active(name)) {
        let own = format!("<script>{SCRIPT}</script>");
        let others = text.replace(&own, "").replace("<script type=\"application/json\">", "");
        assert!(!others.contains("<script"), "{name}");
        assert!(!text.contains("javascript:"), "{name}");
    }
    assert!(file(&report, "index.html").contains("&#60;script&#62;"));
    assert!(file(&report, "summary.md").contains("\\<script\\>alert(1)\\</script\\>\\|"));
}

#[test]
fn a_wrong_variant_is_shown_with_its_mistake_and_without_figures() {
    let mut records = timed();
    records.variants[0].check = Check::Wrong("expected <board>".to_owned());
    let report = report(&records);
    let page = study_page(&report);
    page.shows(&["WRONG", "<strong>between-large</strong> answers wrongly"]);
    assert_eq!(page.matches("<pre>expected &#60;board&#62;</pre>").count(), 2);
    assert!(!page.contains("raw 2.10"));
    assert!(file(&report, "summary.md").contains("| WRONG |"));
}

#[test]
fn a_net_figure_below_zero_stays_there() {
    let mut records = timed();
    records.tables[0] = hot(false, &[(LARGE, 0.5), (NONE, 4.5)]);
    let report = report(&records);
    study_page(&report).shows(&["<td>-0.50<small>-0.52 to -0.48</small>"]);
    assert_balanced("plot", file(&report, "between-space-time.svg"));
}

#[test]
fn a_raw_time_without_a_net_one_is_told() {
    let mut records = timed();
    records.tables[0].steps[0].net.iter_mut().for_each(|net| *net = None);
    page(&records).shows(&[
        "2.10 cycles/query raw (2.09 to 2.11)",
        "<td class=\"quiet\">not known<small>net was not measured</small><small>raw 2.10",
    ]);
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
    first.shows(&[
        "between-large</a>",
        "<td>2.10<small>2.09 to 2.11</small></td>",
        "<td>1.10<small>1.08 to 1.12</small></td>",
        "<td>1.2 %</td><td>-0.4 %</td><td class=\"words\">fastest</td>",
    ]);
    let second = between(&throughput, "<td class=\"rank\">2</td>", "</tr>");
    second.shows(&["<td>2.143<small>2.121 to 2.164</small></td>", "slower"]);
    // Recorded as the faster one's, shown as the slower one's.
    let latency = ranked(&records, "latency");
    let second = between(&latency, "<td class=\"rank\">2</td>", "</tr>");
    second.shows(&["<td>1.067<small>1.056 to 1.077</small></td>", "slower"]);

    judge(&mut records, "t");
    let throughput = ranked(&records, "throughput");
    assert_eq!(throughput.matches("<td class=\"rank\">1=</td>").count(), 2);
    assert_eq!(throughput.matches("<td class=\"words\">tie for rank 1</td>").count(), 2);
    let notes = &report(&records).headlines[0].notes;
    assert_eq!(
        notes[0],
        "Ties: 1 of 1 pair in throughput, 1 of 1 pair in latency. Unresolved: 0 of 1 pair in \
         throughput, 0 of 1 pair in latency."
    );

    judge(&mut records, ".");
    let throughput = ranked(&records, "throughput");
    throughput.shows(&["<td class=\"rank\">2</td>", "not compared"]);
}

#[test]
fn what_a_second_compilation_shows_stands_with_searches() {
    let search = |records: &Records| file(&report(records), "search.html").to_owned();
    let mut records = made_up::programs(&[("best", 0.9, 0.98)]);
    search(&records).shows(&["It is not known what the same program takes when it is compiled"]);
    let again = Figure { value: 1.03, low: 1.02, high: 1.04 };
    records.tables[1].steps[0].again = Some(again);
    let page = search(&records);
    page.shows(&["the same program took 1.030 (1.020 to 1.040) of the time"]);
    assert!(!page.contains("It is not known"));
    assert!(!self::page(&timed()).contains("It is not known"));
}

#[test]
fn the_noise_stands_with_its_table() {
    let mut records = timed();
    let expected = "96 rounds in 24 layouts; 3168 of 3536 batches were undisturbed; stopped: \
        narrow enough. Copies measured as 1.001 (0.998 to 1.003) of between-large and 0.999 (0.996 \
        to 1.001) of between-none. Copies: 0 of 2 differ by more than 0.5 %, at worst 0.1 %. 0 of \
        1 pair unresolved (0 %). A copy of the loop without a lookup took 0.000 (-0.010 to 0.010) cycles net.</p>";
    assert_eq!(page(&records).matches(expected).count(), 2);
    assert!(!index(&records).contains("in company."));
    let step = &mut records.tables[0].steps[0];
    (step.multiply, step.width, step.core) = (Some(3.2), Some(2.0), Core::Company);
    step.stop = Stop::Budget;
    let disagreement =
        "The clock disagrees with itself: by it, a multiplication takes 3.200 cycles";
    let narrow = "The core did 2.00 idle instructions in a cycle";
    page(&records).shows(&[
        disagreement,
        narrow,
        " In company: another program used",
        "stopped: budget spent.",
    ]);
    index(&records).shows(&["Of 2 measurements, 1 in company."]);
    records.tables.iter_mut().for_each(|table| table.unit = Unit::Nanoseconds);
    let page = page(&records);
    assert!(!page.contains("disagree") && !page.contains(narrow));
    assert!(page.contains("ns/query") && !page.contains("cycles/query"));
}

#[test]
fn what_was_too_noisy_has_no_figures() {
    let mut records = counted();
    spoil(&mut records, 0);
    let report = report(&records);
    let page = study_page(&report);
    page.shows(&[
        "Too noisy for figures: 12 of 3536 batches were undisturbed, which make 2 rounds.",
        "<td class=\"quiet\">too noisy</td>",
        "Times: in throughput, too noisy for figures, with 12 of 3536 batches undisturbed.",
        "<td>17.500</td>",
    ]);
    assert!(!page.contains("raw 2.10"));
    assert!(file(&report, "summary.md").contains("| too noisy |"));
    index(&records).shows(&["Of 2 measurements, 1 too noisy."]);
}

#[test]
fn the_other_contexts_are_shown() {
    let report = report(&everywhere());
    let page = study_page(&report);
    page.shows(&[
        "114048 of 127296 batches were undisturbed, in 36 measurements. Copies: 0 of 72 differ by \
             more than 0.5 %, at worst 0.1 %. Copies of the loop \
             without a lookup differed by 0.00 cycles in the median",
        "the working set alone fills a cache: L1d 48 KiB, L2 2 MiB.",
    ]);
    let plots: Vec<_> = report.files.iter().filter(|(name, _)| name.contains("-beside-")).collect();
    assert_eq!(plots.len(), 6);
    let main = between(&page, "Beside a competing working set</h2>", "</section>");
    assert_eq!(main.matches("<svg").count(), 2);
    assert_eq!(main.matches("<a href=\"between-beside-").count(), 4);
    main.shows(&[
        "<a href=\"between-beside-16-dependent.svg\">16 dependent</a>.",
        "4 touches, independent",
        "4 touches, dependent",
    ]);
    plots.iter().for_each(|(name, svg)| assert_balanced(name, svg));
    // Figures of one context are never taken for those of another.
    let hot = "<strong>between-large</strong>, 1.10 cycles/query net (1.08 to 1.12), with 32768";
    page.shows(&[hot]);
}

#[test]
fn contexts_that_were_not_measured_say_why() {
    let mut records = timed();
    let absent = "<p class=\"quiet\">This is not measured: the last run of duel was not asked";
    let count = |records: &Records| page(records).matches(absent).count();
    assert_eq!(count(&records), 1);
    let missing = [("beside".to_owned(), "there is no <room>".to_owned())].into();
    records.runs.get_mut(&Meter::Duel).unwrap().missing = missing;
    assert_eq!(count(&records), 0);
    page(&records).shows(&["This is not measured: there is no &#60;room&#62;."]);

    let mut noisy = everywhere();
    (0..noisy.tables.len()).for_each(|table| spoil(&mut noisy, table));
    let report = report(&noisy);
    let page = study_page(&report);
    assert!(page.matches("This is too noisy for figures, with ").count() >= 2);
    assert!(!report.files.iter().any(|(name, _)| name.ends_with(".svg")));
}

#[test]
fn a_sweep_of_one_size_is_no_plot() {
    let mut records = counted();
    records.counts.iter_mut().for_each(|count| count.sweep.truncate(1));
    let report = report(&records);
    assert!(!report.files.iter().any(|(name, _)| name.contains("sweep")));
    study_page(&report).shows(&["on the stream uniform: not measured: the last run"]);
}

#[test]
fn other_interfaces_are_named_and_not_ranked() {
    let mut records = timed();
    records.variants[0].interface = Interface::Encoded;
    let page = page(&records);
    page.shows(&["between-large (encoded)"]);
    assert!(!between(&page, "ranking in throughput\"", "</table>").contains(LARGE));
}

#[test]
fn a_first_look_is_called_so() {
    let mut records = timed();
    assert!(!index(&records).contains("A first look."));
    records.runs.get_mut(&Meter::Duel).unwrap().quick = true;
    let report = report(&records);
    assert!(file(&report, "index.html").contains("A first look."));
    assert!(file(&report, "summary.md").contains("for a first look"));
}

#[test]
fn the_clock_is_checked() {
    let mut records = timed();
    let chain = |(name, value): (&str, f64)| Chain {
        name: name.to_owned(),
        step: made_up::figure(value),
        unit: Unit::Cycles,
        rounds: 100,
    };
    records.clock =
        [("multiply-chain", 4.001), ("add-chain", 1.1), ("load-chain", 5.0)].map(chain).into();
    let page = index(&records);
    page.shows(&["right within 2 %", "off: 1.100 cycles", "4 or 5 on most cores"]);
    assert_eq!(page.matches("off: ").count(), 1);
}

#[test]
fn strange_records_are_reported_without_panic_or_strange_figures() {
    report(&Records::new(machine()));
    let mut records = counted();
    records.counts.retain(|count| count.variant != NULL);
    assert!(!page(&records).contains("<td>17.500</td>"));

    let mut strange = everywhere();
    strange.counts = counted().counts;
    strange.counts.iter_mut().for_each(|count| count.instructions = Some(u64::MAX));
    strange.variants[0].table_bytes = u64::MAX;
    strange.variants[1].code_bytes = None;
    for value in [records::LARGEST, 1e-12, 0.0] {
        let figure = Figure { value, low: 0.0, high: records::LARGEST };
        let positive = Figure { value: value.max(1e-12), low: 1e-12, ..figure };
        for step in strange.tables.iter_mut().flat_map(|table| &mut table.steps) {
            step.raw.iter_mut().for_each(|raw| *raw = Some(figure));
            let below = Figure { low: -records::LARGEST, ..figure };
            step.net.iter_mut().for_each(|net| *net = Some(below));
            step.ratio.iter_mut().flatten().for_each(|ratio| *ratio = positive);
            (step.batches, step.quiet, step.rounds) = (u64::MAX, u64::MAX, u64::MAX);
            for copy in &mut step.copies {
                copy.ratio = positive;
            }
        }
        for caches in [Some(0), Some(u64::MAX), None] {
            strange.machine.caches = Caches { l1d: caches, l2: caches, l3: caches };
            for (name, text) in report(&strange).files {
                let words = text.split(|c: char| !c.is_alphanumeric());
                let strange = ["NaN", "inf"];
                assert!(!words.into_iter().any(|word| strange.contains(&word)), "{name}");
                if name.ends_with(".svg") {
                    assert_balanced(&name, &text);
                }
            }
        }
    }
}

#[test]
fn pages_are_bounded_whatever_records_hold() {
    // Every variant has a technique with texts as long as they may be, all of it escaped.
    let names: Vec<_> = (0..120).map(|number| format!("between-{number}")).collect();
    let named: Vec<_> = names.iter().map(|name| (name.as_str(), 0)).collect();
    let mut records = made_up::variants(&named);
    let long = "&".repeat(16 << 10);
    for technique in &mut records.techniques {
        long.clone_into(&mut technique.idea);
        long.clone_into(&mut technique.formula);
    }
    let largest = |records: &Records| match render(records) {
        Ok(report) => report.files.iter().map(|(_, text)| text.len()).max().unwrap_or(0),
        Err(error) => {
            assert!(format!("{error:#}").contains("MiB, expected"), "{error:#}");
            0
        }
    };
    assert!(largest(&records) <= crate::LARGEST_PAGE);
    // Those over other lookups share a technique, which is shown once.
    records.techniques.truncate(1);
    for (number, variant) in records.variants.iter_mut().take(names.len()).enumerate() {
        variant.name = format!("between-0+between-{number}");
    }
    assert!((100 << 10..1 << 20).contains(&largest(&records)));
}

#[test]
fn a_variants_section_shows_how_it_works() {
    let mut records = everywhere();
    records.variants[0].example = vec![Board {
        caption: "asked & answered".to_owned(),
        squares: ["c3", "f6"].map(str::to_owned).into(),
    }];
    "mov <rax>\nret".clone_into(&mut records.variants[0].listing);
    records.variants[0].same_code = vec![NONE.to_owned()];
    let page = page(&records);
    let section = between(&page, "<h3 id=\"between--between-large\">", "</section>");
    section.shows(&[
        "<code>impl Between for Made {}</code>",
        "<summary>Compiled lookup: 2 instructions</summary>",
        "<code>mov &#60;rax&#62;\nret</code>",
        "the same code as between-none.",
        "<desc id=\"between--between-large--squares-1\">c3, f6</desc>",
        "<figcaption>asked &#38; answered</figcaption>",
        "<th scope=\"row\">throughput</th>\n<td>1 of 2</td>\n<td>1.10</td>",
        "<th scope=\"row\">beside 2048 KiB, independent</th>",
    ]);
    let plain = between(&page, "<h3 id=\"between--between-none\">", "</section>");
    plain.shows(&["<summary>Compiled lookup: 1 instruction</summary>"]);
    assert!(!plain.contains("class=\"boards\""));

    records.variants[0].listing.clear();
    let page = self::page(&records);
    let section = between(&page, "<h3 id=\"between--between-large\">", "</section>");
    section
        .shows(&["not kept with these records: <code>cargo bench --bench duel -- --quick between"]);
    records.variants[0].code_bytes = None;
    records.variants[0].interface = Interface::Encoded;
    let page = self::page(&records);
    let section = between(&page, "<h3 id=\"between--between-large\">", "</section>");
    section.shows(&["cannot be read on this architecture", "its interface is encoded"]);
}

#[test]
fn the_index_leaves_out_what_another_variant_dominates() {
    let listed = |records: &Records| {
        let index = index(records);
        let table = between(&index, "headline table\"", "</table>");
        [LARGE, NONE].map(|name| table.contains(&format!("--{name}\"")))
    };
    let mut records = timed();
    assert_eq!(listed(&records), [true, true], "each is faster in one context");
    judge(&mut records, "s");
    assert_eq!(listed(&records), [true, true], "one is faster, the other is smaller");
    judge(&mut records, "t");
    assert_eq!(listed(&records), [true, true], "smaller, but not faster");
    judge(&mut records, "f");
    assert_eq!(listed(&records), [false, true], "smaller and faster");
    records.variants[0].interface = Interface::Encoded;
    assert_eq!(listed(&records), [true, true], "not compared");
}

#[test]
fn tables_rows_and_plots_have_anchors_of_their_own() {
    let report = report(&everywhere());
    for (name, page) in report.files.iter().filter(|(name, _)| name.ends_with(".html")) {
        let anchors = page.split(" id=\"").skip(1).map(|rest| rest.split_once('"').unwrap().0);
        let anchors: Vec<_> = anchors.collect();
        let distinct: std::collections::BTreeSet<_> = anchors.iter().collect();
        assert_eq!(distinct.len(), anchors.len(), "{name}");
        assert!(!page.contains("<table>") && !page.contains("<tr data-variant"), "{name}");
    }
    file(&report, "between.html").shows(&[
        "<table id=\"between-throughput-uniform\">",
        "<tr id=\"between-throughput-uniform-between-large\" data-variant=",
        "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"between-ranking-throughput\"",
        "<tr id=\"between--between-large--throughput\">",
    ]);
}

#[test]
fn pages_lead_to_each_other() {
    let report = report(&everywhere());
    let index = file(&report, "index.html");
    index.shows(&["<a href=\"between.html#between--between-large\">between-large</a>"]);
    let page = file(&report, "between.html");
    page.shows(&["<a href=\"index.html\">"]);
    page.shows(&["<a href=\"between.html\" aria-current=\"page\">between</a>"]);
    for target in page.split(" href=\"#").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert_eq!(page.matches(&format!(" id=\"{target}\"")).count(), 1, "{target}");
    }
}

#[test]
fn a_filter_finds_the_sentences_of_what_it_hides() {
    let page = page(&timed());
    let answer = between(&page, "<dl class=\"answer\">", "</dl>");
    answer.shows(&["<div data-names=\"between--between-large\">\n<dt>With tables hot", NONE]);
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

#[test]
fn a_studys_page_begins_with_its_answer_and_its_plot() {
    let page = page(&everywhere());
    let parts = ["class=\"finding\"", "class=\"space-time\"", "id=\"case\"", "id=\"overview\""];
    let places: Vec<_> = parts.map(|part| page.find(part).expect(part)).into();
    assert!(places.is_sorted(), "{places:?}");
    let first = page.find("<table").unwrap();
    assert!(page.find("class=\"terms\"").unwrap() < first, "words are explained before tables");
}

#[test]
fn a_case_can_be_chosen_where_one_was_measured() {
    let mut records = everywhere();
    let report = report(&records);
    for (name, controls) in [
        ("between.html", ["name=\"ws\"", "name=\"dep\"", "<option value=\"2048\">2 MiB</option>"]),
        (
            "index.html",
            ["name=\"study\"", "name=\"dep\"", "\"sets\":[4096,8192,16384,32768,2097152]"],
        ),
    ] {
        file(&report, name).shows(&controls);
    }
    records.variants[0].needs = vec!["avx512f".to_owned()];
    page(&records).shows(&["<input type=\"checkbox\" name=\"has\" value=\"avx512f\" checked>"]);
    records.variants.iter_mut().for_each(|v| v.interface = Interface::Batch);
    records.tables.retain(|table| !table.dependent && table.context != Context::Latency);
    assert!(!page(&records).contains("name=\"dep\""), "nothing waits");
    records.tables.clear();
    let page = page(&records);
    between(&page, "id=\"case\"", "</section>").shows(&["This is not measured"]);
    assert!(!page.contains("<template>") && !index(&records).contains("<template>"));
}
