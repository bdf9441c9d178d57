//! What documents state of the code, number by number.

use records::{Context, METHOD};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A document on one line.
fn document(name: &str) -> String {
    let text = fs::read_to_string(root().join(name)).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_method_names_all_its_versions_and_contexts() {
    let method = fs::read_to_string(root().join("METHOD.md")).unwrap();
    let versions = method.lines().skip_while(|line| !line.starts_with("| version | commits"));
    let versions = versions.skip(2).take_while(|line| line.starts_with('|'));
    let numbers: Vec<_> = versions.map(|line| line[2..].split(' ').next().unwrap()).collect();
    let known: Vec<_> = (1..=METHOD).map(|version| version.to_string()).collect();
    assert_eq!(numbers, known, "the last is today's");
    for context in Context::ALL {
        assert!(method.contains(&format!("\n| `{context}` | ")), "{context}");
    }
}

#[test]
fn readme_counts_its_ways_and_questions() {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap());
    let names = folders.map(|entry| entry.file_name().into_string().unwrap());
    let ways = names.filter(|name| name.contains('-')).count();
    let questions = fs::read_dir(root().join("benches/questions/src/questions")).unwrap();
    let questions = questions.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let of_programs = ["search.rs", "perft.rs", "asking.rs", "counting.rs", "tests.rs", "tests"];
    let questions: BTreeSet<_> = questions.filter(|it| !of_programs.contains(&&**it)).collect();
    let (asked, count) = (document("README.md"), questions.len());
    let expected = format!("{ways} ways to answer {count} questions");
    assert!(asked.contains(&expected), "{expected}");
}

/// Numbers of documents, and where the code has each: a document, words of it, a file of `benches`,
/// and a piece of that. Tests beside that file hold what the code does with it.
#[rustfmt::skip]
const NUMBERS: &[(&str, &str, &str, &str)] = &[
    ("METHOD.md", "with 0 to 128 questions after each query", "questions/src/questions/maps.rs", "MOST_ASKED: usize = 128;"),
    ("METHOD.md", "four lines of a working set are touched at random", "sampling/src/working_set.rs", "TOUCHES: usize = 4;"),
    ("METHOD.md", "A second latency kernel has eight more additions", "questions/src/kernel.rs", "LINKS: usize = 8;"),
    ("METHOD.md", "**Batches** ask 64 pairs at a time", "questions/src/questions/between_batch.rs", "BATCH: usize = 64;"),
    ("METHOD.md", "a whole search of one position to 8192 nodes", "questions/src/questions/search.rs", "NODES: usize = 1 << 13;"),
    ("METHOD.md", "a query is a position whose games of two plies are counted", "questions/src/questions/perft.rs", "PLIES: u32 = 2;"),
    ("METHOD.md", "A round has the base, its copy, and at most three choices", "src/plan.rs", "TOGETHER: usize = 3;"),
    ("METHOD.md", "The first three, which decide about sliders, have three times the time of the next.", "src/meters/compared.rs", "FIRST: f64 = 3.0;"),
    ("CITATION.cff", "Method version 7.", "records/src/lib.rs", "METHOD: u32 = 7;"),
    ("METHOD.md", "So a stream has 2^20 queries", "questions/src/streams/query.rs", "DRAWN: usize = 1 << 15;"),
    ("METHOD.md", "(2^17 positions), and a window", "questions/src/streams/query.rs", "THINGS: usize = 1 << 12;"),
    ("METHOD.md", "and a window comes again only after all others", "sampling/src/windows.rs", "PARTS: usize = 32;"),
    ("METHOD.md", "asks the same window nine times and times the last", "sampling/src/batches.rs", "PASSES: usize = 8;"),
    ("METHOD.md", "while twice as many change a batch's time by more than 1 %", "sampling/src/batches/lengths.rs", "STAYS: f64 = 1.01;"),
    ("METHOD.md", "takes at least 600 steps of the clock", "sampling/src/batches/lengths.rs", "CLOCK_STEPS: f64 = 600.0;"),
    ("METHOD.md", "64 MB of pages are shuffled at the start", "sampling/src/arena.rs", "PAGES: usize = 1 << 14;"),
    ("METHOD.md", "four times the widest effect of layouts in the table", "sampling/src/verdict.rs", "MANY_LAYOUTS: f64 = 4.0;"),
    ("METHOD.md", "by a random multiple of 16 bytes, below a page", "sampling/src/stack.rs", "ALIGNMENT: usize = 16;"),
    ("METHOD.md", "**A block is four rounds in one layout**", "sampling/src/rounds.rs", "Budget { rounds: 4, attempts: ATTEMPTS,"),
    ("METHOD.md", "and Student's over six spans of time", "sampling/src/rounds.rs", "FEWEST: usize = 6;"),
    ("METHOD.md", "far apart, and programs in twelve", "sampling/src/verdict.rs", "SPANS: [usize; 2] = [FEWEST, 12];"),
    ("METHOD.md", "No interval is narrower than 0.5 % to either side (0.1 % of programs)", "sampling/src/verdict.rs", "NARROWEST: [f64; 2] = [0.005, 0.001];"),
    ("METHOD.md", "A probe of 20,000 idle instructions does.", "sampling/src/hardware.rs", "INSTRUCTIONS: usize = 20 * TURNS;"),
    ("METHOD.md", "A probe of 20,000 idle instructions does.", "sampling/src/hardware.rs", "TURNS: usize = 1000;"),
    ("METHOD.md", "a batch repeats up to twice", "sampling/src/rounds.rs", "ATTEMPTS: usize = 3;"),
    ("METHOD.md", "stayed within 10 % of the narrowest", "sampling/src/gate.rs", "QUIET: f64 = 0.10;"),
    ("METHOD.md", "If fewer than 24 rounds in 16 layouts did", "sampling/src/rounds.rs", "ENOUGH: (usize, usize) = (24, 16);"),
    ("METHOD.md", "and more than one in five did not", "sampling/src/rounds.rs", "FEW: usize = 5;"),
    ("METHOD.md", "before and after differ by more than 1 % in most rounds", "sampling/src/gate.rs", "STEADY_CLOCK: f64 = 0.01;"),
    ("METHOD.md", "whose median is within 5 % of its fastest twentieth", "sampling/src/gate.rs", "STEADY_PROBE: f64 = 0.05;"),
    ("METHOD.md", "the mean without both fifths of the rounds", "figures/src/statistics.rs", "TRIMMED: f64 = 0.2;"),
    ("METHOD.md", "have 70, 90 and 40 seconds in a default run, shared equally, and 9, 13 and 5 in a `--quick` one", "src/plan.rs", "TableKind::Programs => [9.0, 70.0, 720.0], TableKind::Hot => [13.0, 90.0, 600.0], TableKind::Beside => [5.0, 40.0, 400.0],"),
    ("METHOD.md", "times a chain of 10,000 additions", "sampling/src/clock.rs", "CHAIN_STEPS: usize = 10_000;"),
    ("METHOD.md", "whole number of cycles (3; 4 on Zen 1, 5 on small cores), within 5 %", "sampling/src/clock.rs", "(3..=5).map(f64::from).any(|cycles| (self.multiply / cycles - 1.0).abs() <= 0.05)"),
    ("METHOD.md", "loads from the first level 2.7 to 5.5", "sampling/src/clock.rs", "LOAD: RangeInclusive<f64> = 2.7..=5.5;"),
    ("METHOD.md", "fewer than 0.4 or more than 7 additions in a nanosecond", "sampling/src/clock.rs", "FREQUENCY: RangeInclusive<f64> = 0.4..=7.0;"),
    ("METHOD.md", "32 KiB of first-level cache in 8 ways", "src/meters/callgrind.rs", "STANDARD_CACHE: u64 = 32 << 10;"),
    ("METHOD.md", "(4 to 64 KiB in a `--thorough` run)", "src/meters/callgrind.rs", "SWEEP: [u64; 3] = [4 << 10, 16 << 10, 64 << 10];"),
    ("METHOD.md", "8 MiB last level, lines of 64 bytes", "src/meters/callgrind.rs", "--LL=8388608,16,64"),
    ("METHOD.md", "Each count covers 16,384 queries", "questions/src/streams/query.rs", "QUERIES: usize = 1 << 14;"),
    ("docs/bias.md", "one thread, 8192 nodes a position", "questions/src/questions/search.rs", "NODES: usize = 1 << 13;"),
    ("docs/bias.md", "Each attack relation has a row of 1 KB.", "../crates/engine/src/weights.rs", "WIDTH: usize = 1024;"),
    ("docs/bias.md", "continued by seeded random moves to 131,072 positions", "questions/src/streams/query.rs", "THINGS: usize = 1 << 12;"),
    ("docs/running.md", "Criterion measures five lookups", "benches/cycles/main.rs", "TRADEOFFS: [&str; 5] = ["),
    ("reports/README.md", "They stay below 12 MiB together.", "report/src/folder.rs", "LARGEST_REPORTS: u64 = 12 << 20;"),
];

#[test]
fn numbers_of_documents_are_those_of_the_code() {
    let missing = NUMBERS.iter().filter(|(name, words, file, code)| {
        let source = document(&format!("benches/{file}"));
        !document(name).contains(words) || !source.contains(code)
    });
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn bias_counts_the_variants_with_a_queen_of_their_own() {
    let folders = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap());
    let sliders = folders.filter(|it| it.file_name().to_string_lossy().starts_with("sliders-"));
    let sources = sliders.map(|it| fs::read_to_string(it.path().join("src/lib.rs")).unwrap());
    let queens = sources.filter(|source| source.contains("    fn queen(")).count();
    assert_eq!(queens, 7);
    assert!(document("docs/bias.md").contains("for queens, which seven variants look up more"));
}
