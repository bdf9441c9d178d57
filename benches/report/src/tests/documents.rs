//! What documents state, number by number: a sentence stands there as it stands here, and what the
//! code does has the same number.

use crate::answers::recommend::WIDEST;
use crate::view::FIRST_SOUND;
use records::{Context, EQUIVALENT, LEAST, METHOD, SCHEMA};
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

/// A document, and sentences of it. What holds each is a test of this package or of records, but
/// for those that end with the name of another.
#[rustfmt::skip]
const SENTENCES: &[(&str, &[&str])] = &[
    ("README.md", &[
        "*Tie* means equivalent within 1 %; *no effect seen*, that the interval holds zero and lies within 2 %; *too noisy*, that it does not.",
        "`classical` is like Stockfish 11, `network` like Carp 3, `threats` like Stockfish 18.",
        "answers use `positions`, or `games` for sliders and x-rays",
        "Dashed: nothing smaller is faster.",
        "**Bold**: proved by a search of our small engine, or certain and named after *or*. *A or B*: not told apart; the first needs least. *Keep*: the others were searched, and none gains for certain. *Fastest alone*: no search measured it; the ratio is its throughput to yours.",
        "cargo run -p report -- --here # a minute: the answer by your last run or the nearest machine",
        "cargo bench # yours: 4 min build, 5 min run; reports/latest/index.html",
        "`records.json` (everything that was measured, and how), `answers.json` (all that pages say), `measurements.csv` and `counts.csv`, and the answers as `summary.md`",
        "records in `reports` under [CC0-1.0]",
    ]),
    ("METHOD.md", &[
        "at most one interval in twenty excludes 1 by more than 0.5 %; a context of a question that fails is withheld. Those that exclude 1 by less are counted too: 5 % do by chance",
        "a multiplication takes a whole number of additions, within 2 %",
        "the slope below is 1, within 10 %; else no order is claimed, and a lookup whose slope is surely between one half and 1 shows its time as *waits in part*",
        "1. A gain is *proved* if the low end of its interval lies above +0.5 %, and half of the interval is within 1.5 %. A noisier gain is proved if it lies further above than half of its interval.",
        "2. Of the proved, those are *named* that no other proved one surely beats. What a second run may prove, and none of them surely beats, follows after *or*: a certain gain, or one whose value lies above 0.5 % by a quarter of half of its interval.",
        "3. If nothing is proved and an interval is too wide to exclude a gain, the answer is *too noisy*.",
        "4. If nothing is proved and a second run may prove a gain, that and the lookup which the engine has are *A or B*. At the worst truth, 16 of 100 pairs of simulated runs still turn without *or*.",
        "5. Otherwise the answer is *keep*: the others were searched, and none shows such a gain.",
        "6. Without a search, the variants that are not told apart from the fastest in throughput are *fastest alone*. Times alone never say more.",
        "The first name has the fewest bytes and instruction sets. A variant that needs more than x86-64-v3 has a row of its own, if it is proved. Several machines say together what most of them say; the others are named. Two sets of one kind of machine count once, and a reader's own run replaces the set of its kind.",
        "for sliders magics or PEXT. Kinds are never averaged. It rests on searches alone.",
        "*tie* only if the whole interval lies within 1 %; otherwise *unresolved*",
        "This is what version 6 of the method does about it.",
    ]),
    ("reports/README.md", &[
        "They stay below 12 MiB together.",
        "at most one in a thousand common pairs of verdicts is contradicted",
        "| thorough runs | yes | everything was measured with `--thorough`, and there are times |",
        "| one commit, nothing changed | yes | all runs name the same commit, without a plus |",
        "| right answers | yes | every variant agreed with its oracle |",
        "| a second run | yes: there must be one | same build, commit and machine;",
        "| the pinned compiler, no flags | no | the compiler of `rust-toolchain.toml`; else the folder's name says so |",
        "| complete | no | all questions have times and counts, and no run says that something is missing |",
        "| quiet | no | at most a fifth of all measurements are in company, unsteady or too noisy |",
        "| copies (A/A) | no | at most one copy in twenty differs from its original by more than 0.5 %, and no context is withheld |",
        "| clock | no | chains of known latency take whole numbers of cycles |",
        "*In company* means that another program ran on the core; *unsteady*, that its frequency changed.",
        "One line cites a figure: its name, as filters of `cargo bench` have it, then build, processor, commit, date and version of the method.",
        "\"The same machine\" means equal names of processor, caches and system.",
    ]),
    ("ARCHITECTURE.md", &[
        "is a file of records, schema 7;",
        "Figures have five digits: the narrowest intervals are 0.01 % wide.",
    ]),
    ("CONTRIBUTING.md", &[
        "Name the set after the processor, in lower case with dashes",
        "If no hard rule is broken, it writes `reports/ryzen-9950x`.",
    ]),
];

#[test]
fn the_rules_stand_in_the_documents_as_tests_hold_them() {
    let mut missing = Vec::new();
    for (name, sentences) in SENTENCES {
        let text = document(name);
        missing.extend(sentences.iter().filter(|it| !text.contains(**it)).map(|it| (name, it)));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_code_has_the_numbers_of_the_documents() {
    assert_eq!([LEAST, EQUIVALENT, WIDEST], [0.005, 0.01, 0.015]);
    assert!((records::NARROWEST - 3.636).abs() < 0.001);
    assert_eq!((METHOD, SCHEMA, FIRST_SOUND), (6, 7, 5));
    let method = fs::read_to_string(root().join("METHOD.md")).unwrap();
    let versions = method.lines().skip_while(|line| !line.starts_with("| version | commits"));
    let versions = versions.skip(2).take_while(|line| line.starts_with('|'));
    let numbers: Vec<_> = versions.map(|line| line[2..].split(' ').next().unwrap()).collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6"], "the last is today's");
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
    ("METHOD.md", "the base compiled again, and at most three choices", "src/plan.rs", "TOGETHER: usize = 3;"),
    ("METHOD.md", "The first three, which decide about sliders, have twice the time of the next.", "src/meters/compared.rs", "FIRST: f64 = 2.0;"),
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
    ("docs/validation.md", "how likely the test is faster by 0, 0.25, 0.5 and 1 %", "compare/src/text.rs", "POSTED: [f64; 4] = [0.0, 0.25, 0.5, 1.0];"),
    ("docs/validation.md", "Four times the runs halve the interval: take 40", "compare/src/main.rs", "default_value_t = 40"),
    ("reports/README.md", "They stay below 12 MiB together.", "report/src/folder.rs", "LARGEST_REPORTS: u64 = 12 << 20;"),
    ("CITATION.cff", "Method version 6.", "records/src/lib.rs", "METHOD: u32 = 6;"),
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
