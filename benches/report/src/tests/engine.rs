//! The page on engines.

use super::{Text as _, assert_balanced, file, report, without_values};
use crate::made_up::{self, LARGE, NONE, counted, everywhere, programs};
use records::{Asked, Asks, Check, Count, Records, Unit};

fn page(records: &Records) -> String {
    let report = report(records);
    for (name, text) in report.files.iter().filter(|(name, _)| name.starts_with("engine")) {
        if name.ends_with(".svg") {
            assert_balanced(name, text);
        }
        assert!(!text.contains("NaN") && !text.contains("inf "), "{name}");
    }
    file(&report, "index.html")
        .shows(&["<a href=\"engine.html\">What a lookup is worth in an engine</a>"]);
    without_values(file(&report, "engine.html"))
}

/// Records of a lookup that takes 2.4 cycles longer than another, and of programs with either.
/// The base asks it ten times per query.
fn exchanged() -> Records {
    let mut records = made_up::timed();
    let programs = programs(&[(NONE, 1.1, 1.024), ("best", 0.8, 0.97)]);
    records.studies.extend(programs.studies);
    records.techniques.extend(programs.techniques);
    records.variants.extend(programs.variants);
    records.tables.extend(programs.tables);
    let asked = Asked {
        question: "between".to_owned(),
        stream: "uniform".to_owned(),
        variant: LARGE.to_owned(),
        times: 10_000,
        hits: 2500,
    };
    for (study, stream) in [("search", "material"), ("perft", "positions")] {
        let base = records.variants.iter_mut().find(|variant| variant.name == study).unwrap();
        base.asks = vec![Asks {
            stream: stream.to_owned(),
            queries: 1000,
            asked: vec![asked.clone()],
            rows: 30,
            moves: 20,
        }];
    }
    records
}

#[test]
fn what_programs_are_not_measured_in_does_not_apply() {
    let report = report(&exchanged());
    let page = file(&report, "search.html");
    page.shows(&["does not apply"]);
    let asked = |line: &&str| line.starts_with("<dd>") && line.contains("was not asked for it");
    assert_eq!(page.lines().find(asked), None);
}

#[test]
fn a_prediction_stands_beside_what_was_measured() {
    let page = page(&exchanged());
    page.shows(&[
        "Changing one lookup moves nodes per second by -2.34 % (",
        "at worst, with between-none on ",
        "1 of 1 difference is certain.",
        "between-none for between-large",
        // 24 cycles of 1000.
        "<td>+24.00<small>",
        "<td>-2.34 %<small>",
        "within the intervals",
        // The same of a query of 1000 cycles in perft, where 1.1 times as long was measured.
        "the microbenchmark understates it 3.9 times",
        "By throughput, 1 of 2 predictions within the intervals, 1 understated.",
        "<td>10.000<small>25.0 % hit</small></td>",
        "<td>1.500</td>",
        "<td>1000<small>1000 to 1000</small></td>",
    ]);
    // One that differs in several questions is measured, and not predicted.
    page.shows(&["search--search-best"]);
    let predicted = super::between(&page, "<h2 id=\"exchange\">", "</section>");
    assert!(!predicted.contains("search-best"));
}

#[test]
fn what_is_missing_on_the_page_says_so() {
    let old = page(&everywhere());
    old.shows(&[
        "Nodes per second are not measured: these records have no study search.",
        "This is not measured: these records have no study search.",
        "Not measured: this takes times of a question's variants",
        "<strong>not here</strong>",
        "<strong>not measured</strong>",
    ]);
    assert!(!old.contains("reproduced</strong>"));

    // Without asks nothing is predicted; in another unit neither.
    let mut records = exchanged();
    records.variants.iter_mut().for_each(|variant| variant.asks.clear());
    page(&records).shows(&["How often the engine asks each question is not measured."]);
    let mut records = exchanged();
    let lookups = records.tables.iter_mut().filter(|table| table.study == "between");
    lookups.for_each(|table| table.unit = Unit::Nanoseconds);
    let other = page(&records);
    other.shows(&["No prediction could be compared with a measurement."]);
    // A choice that answers wrongly is not shown.
    let mut records = exchanged();
    for variant in &mut records.variants {
        if variant.name == "search+best" {
            variant.check = Check::Wrong("<a board>".to_owned());
        }
    }
    assert!(!page(&records).contains("data-variant=\"search--search-best\""));
    // Too noisy, or with nothing but the base.
    let mut noisy = exchanged();
    for table in &mut noisy.tables {
        table.steps = table.steps.iter().map(|step| made_up::too_noisy(step.at)).collect();
    }
    page(&noisy).shows(&["Nodes per second are too noisy for figures"]);
    page(&programs(&[]));
}

#[test]
fn a_node_is_what_the_base_counts_beyond_the_loop() {
    let mut records = exchanged();
    let count = |variant: &str, per_query: f64| Count {
        study: "search".to_owned(),
        stream: "material".to_owned(),
        ..made_up::count(variant, per_query)
    };
    records.counts = counted().counts;
    records.counts.extend([count("search", 3000.0), count(records::NULL, 4.0)]);
    page(&records).shows(&["<th scope=\"row\">instructions</th>\n<td>2996.000</td>"]);
}

#[test]
fn published_results_stand_beside_ours() {
    let page = page(&programs(&[("between-line-span", 1.05, 1.0)]));
    page.shows(&[
        "<a href=\"https://github.com/official-stockfish/Stockfish/pull/3397\">",
        "<strong>reproduced</strong>",
        "perft against perft+between-line-span x86-64-v3: +5.00 % (",
    ]);
    let slower = self::page(&programs(&[("between-line-span", 0.9, 1.0)]));
    slower.shows(&["<strong>other sign</strong>"]);
}
