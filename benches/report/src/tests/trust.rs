//! Records from anywhere: escaped, bounded, refused with place and expectation.

use super::{file, page, report, rows, seen};
use crate::folder::read;
use crate::made_up::{MAGIC, read_back, usual_set};
use crate::{Set, render, write};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use records::{Breadth, CopyOf, Figure, Records};
use std::fs;

/// A text that breaks out of whatever does not escape it.
const EVIL: &str = "</style></title><script>alert(1)</script>\"'&<img src=x onerror=alert(1)>{}|`";

#[test]
fn texts_of_records_are_escaped_everywhere() {
    let mut records = usual_set().records;
    records.machine.cpu = EVIL.to_owned();
    records.machine.rustc = EVIL.to_owned();
    records.machine.flags = EVIL.to_owned();
    for question in &mut records.questions {
        question.question = EVIL.to_owned();
        question.streams.iter_mut().for_each(|stream| stream.summary = EVIL.to_owned());
    }
    for technique in &mut records.techniques {
        technique.summary = EVIL.to_owned();
        technique.idea = format!("{EVIL}\n\n- {EVIL}\n\n<https://x\"onclick=alert(1)>");
        technique.source = format!("javascript:{EVIL}");
        technique.formula = EVIL.to_owned();
        technique.exceptions.iter_mut().for_each(|one| one.source = EVIL.to_owned());
    }
    records.variants.iter_mut().for_each(|variant| variant.listing = EVIL.to_owned());
    let run = &mut records.runs[0];
    (run.how, run.commit) = (EVIL.to_owned(), Some(EVIL.to_owned()));
    let records = read_back(&records);
    let set = Set { name: EVIL.to_owned(), records };
    let report = render(&set, std::slice::from_ref(&set)).unwrap();
    for (name, text) in report.files.iter().filter(|(name, _)| name.ends_with(".html")) {
        let plain = text.replace("<script>// Sorts", "");
        assert!(!plain.contains("<script>") && !plain.contains("<img"), "{name}");
        assert!(!plain.contains("href=\"javascript"), "{name}");
        assert_eq!(text.matches("</style>").count(), text.matches("<style>").count(), "{name}");
        assert!(!text.contains("href=\"https://x\"onclick"), "{name}");
    }
    let mut csv = csv::Reader::from_reader(file(&report, "measurements.csv").as_bytes());
    assert!(csv.records().all(|row| row.is_ok()), "every row has as many columns");
}

const WORST: [&str; 6] = ["0", "1e12", "-1e12", "1e-300", "18446744073709551615", "null"];

#[test]
fn whatever_is_read_is_rendered_or_refused() {
    let good = String::from_utf8(usual_set().records.to_json().unwrap()).unwrap();
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(41);
    let numbers: Vec<_> =
        good.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at).collect();
    let mut rendered = 0;
    for round in 0..200 {
        let at = numbers[generator.next_u64() as usize % numbers.len()];
        let start = good[..at].rfind(|c: char| !"0123456789.e-".contains(c)).unwrap() + 1;
        let length = good[start..].find(|c: char| !"0123456789.e-".contains(c)).unwrap();
        let worst = WORST[round % WORST.len()];
        let spoilt = format!("{}{worst}{}", &good[..start], &good[start + length..]);
        match Records::parse(&spoilt) {
            Ok(records) => {
                report(&Set { name: "spoilt".to_owned(), records });
                rendered += 1;
            }
            Err(error) => assert!(error.to_string().len() < 2000),
        }
    }
    assert!((21..180).contains(&rendered), "{rendered} of 200 rendered");
}

#[test]
fn records_with_nothing_in_them_are_rendered() {
    let empty = Records::new(usual_set().records.machine);
    let empty = report(&Set { name: "empty".to_owned(), records: empty });
    assert!(file(&empty, "index.html").contains("No search was measured"));
    assert!(file(&empty, "search.html").contains("No search was timed"));
    let mut untimed = usual_set();
    untimed.records.tables.clear();
    let report = report(&untimed);
    assert!(file(&report, "method.html").contains("No times of sliders and search"));
    let sliders = file(&report, "sliders.html");
    assert!(sliders.contains("instr.") && !sliders.contains("By throughput"), "{sliders}");
}

#[test]
fn a_quick_run_and_what_it_misses_say_so() {
    let mut set = usual_set();
    let run = &mut set.records.runs[0];
    run.breadth = Breadth::Quick;
    run.missing.insert("counters".to_owned(), "the system denies them".to_owned());
    let report = report(&set);
    assert!(file(&report, "index.html").contains("a quick run"));
    assert!(file(&report, "method.html").contains("counters: the system denies them"));
}

#[test]
fn copies_that_differ_are_counted_with_what_chance_would_make() {
    let mut set = usual_set();
    let copy = |value: f64| CopyOf {
        of: MAGIC.to_owned(),
        ratio: Figure { value, low: value - 0.001, high: value + 0.001 },
    };
    // One differs beyond 0.5 %, one by less, and the others do not.
    let others = [1.0; 38].map(copy);
    set.records.tables[0].steps[0].copies =
        [copy(0.99), copy(1.003)].into_iter().chain(others).collect();
    let page = page(&set, "method.html");
    assert_eq!(rows(&page, "agreement"), ["throughput | 2 of 40 5.0 % | 1 of 40 | nothing |"]);
    let told = "Of 40 comparisons of a variant with a copy of itself, 2 found a difference (5.0 %; \
                5 % would be chance), and 1 found one beyond 0.5 %.";
    assert!(seen(&page).contains(told), "{}", seen(&page));
}

#[test]
fn a_report_takes_the_place_of_the_last_one() {
    let home = tempfile::tempdir().unwrap();
    for old in ["old.html", "old.svg", "kept.txt"] {
        fs::write(home.path().join(old), "").unwrap();
    }
    let set = usual_set();
    let report = report(&set);
    write(&set.records, &report, home.path()).unwrap();
    let exists = |name: &str| home.path().join(name).exists();
    assert!(!exists("old.html") && !exists("old.svg") && exists("kept.txt"));
    assert!(report.files.iter().all(|(name, _)| exists(name)));
    assert!(read(home.path()).unwrap().records == set.records);
    assert!(fs::read_dir(home.path()).unwrap().count() <= 40);
}
