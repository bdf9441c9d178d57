//! What README.md, METHOD.md and reports/README.md state, number by number: a sentence stands there
//! as it stands here, and what the code does has the same number.

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
