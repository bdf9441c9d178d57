//! The answers where users read them: index, question, search, summary, terminal and exports.

use super::{between, file, made_up, page, report, rows, seen};
use crate::find::find;
use crate::made_up::{COUNTED, DATE, usual_set};
use crate::summary::across;
use crate::{line, table};
use records::{CopyOf, Core, Figure};

#[test]
fn the_index_says_what_to_take_and_what_it_is_worth() {
    let index = page(&usual_set(), "index.html");
    let text = seen(&index);
    let pext = "Take PEXT for sliding attacks (+2.3 % nodes per second in classical, +1.9 to +2.7)";
    let small = ", in 8 KiB hyperbola (+1.5 % nodes per second in classical, +1.2 to +1.8).";
    assert!(text.contains(&[pext, small].concat()), "{text}");
    assert_eq!(
        rows(&index, "answers"),
        [
            "Sliding attacks 9.0 to 26 a node | take PEXT BMI2 slow on Zen 2 843 KiB | 0.70x of \
             magic; latency 0.80x | +2.3 % +1.9 to +2.7 | +5.1 % +4.7 to +5.5 | +1.3 % +0.9 to \
             +1.7 |",
            "in 8 KiB | hyperbola 2 KiB | 1.20x of magic; latency 0.90x | +1.5 % +1.2 to +1.8 | \
             +1.1 % +0.8 to +1.4 | +1.6 % +1.3 to +1.9 |",
        ]
    );
}

#[test]
fn the_answer_names_a_profile_in_which_its_gain_is_certain() {
    let slider = made_up::made("sliders-a").times(5.0, 9.0).gains([0.002, 0.03, 0.03], 0.004);
    let index = page(&made_up::set(&[made_up::made(made_up::MAGIC), slider]), "index.html");
    assert!(seen(&index).contains("attacks (+3.0 % nodes per second in network, +2.6 to +3.4)"));
}

#[test]
fn a_loss_is_no_gain_and_no_effect_has_no_number() {
    let none = made_up::made("sliders-none").gains([0.004, 0.0, 0.01], 0.015);
    let noisy = made_up::made("sliders-noisy").gains([0.0; 3], 0.03);
    let slight = made_up::made("sliders-slight").gains([0.004; 3], 0.002);
    let loss = made_up::made("sliders-loss").times(5.0, 9.0).gains([-0.03; 3], 0.004);
    let made = [made_up::made(made_up::MAGIC), none, noisy, slight, loss];
    let search = page(&made_up::set(&made), "search.html");
    let answer = "No other lookup is proved to gain: keep your sliding attacks.";
    assert!(seen(&search).contains(answer));
    let gains = rows(&search, "gains").join("\n");
    for cell in [
        "none 844 KiB | no effect seen -1.1 to +1.9 | no effect seen -1.5 to +1.5",
        "too noisy -3.0 to +3.0",
        "+0.4 % +0.2 to +0.6",
        "| -3.0 % -3.4 to -2.6 |",
    ] {
        assert!(gains.contains(cell), "{gains}");
    }
    assert!(!search.contains("class=\"n win\"") && search.contains("class=\"n lose\""));
}

#[test]
fn a_question_shows_raw_times_of_the_build_under_its_name() {
    let sliders = page(&usual_set(), "sliders.html");
    let all = rows(&sliders, "ranking");
    assert_eq!(all.len(), 4);
    assert!(all[0].starts_with("PEXT BMI2 slow on Zen 2 The summary of sliders-pext | 843 KiB 16.0 | 7.0 0.70x ±0.2 % | 16.0 0.80x ±0.2 % | 1.20x ±1.0 % | +2.3 %"), "{}", all[0]);
    assert!(all[1].contains("| 10.0 usual | 20.0 usual | usual | usual |"), "{}", all[1]);
    assert!(all[3].contains("| 40.0 4.00x ±0.2 % | 60.0 3.00x"), "{}", all[3]);
    assert!(seen(&sliders).contains("build x86-64-v3 · rustc 1.95.0 · 2026-01-02 · method 4"));
    assert!(seen(&sliders).contains("Take PEXT for sliding attacks (+2.3 % nodes per second"));
    let mut set = usual_set();
    for step in set.records.tables.iter_mut().flat_map(|table| &mut table.steps) {
        (step.fixed, step.core) = (vec!["sliders-pext".to_owned()], Core::Company);
    }
    let fixed = &rows(&page(&set, "sliders.html"), "ranking")[0];
    let company = "0.70x one layout, in company | 16.0 0.80x one layout, in company | 1.20x";
    assert!(fixed.contains(company), "{fixed}");
    let (line, plain) = (line(&set, "sliders").unwrap(), "not comparable with other runs");
    assert!(line.ends_with(plain), "{line}");
    let told = find("sliders/throughput/positions/sliders-pext", &[set]).unwrap();
    assert_eq!(told.matches(plain).count(), 2, "raw and net, no ratio and no count: {told}");
    let mut set = usual_set();
    let ratio = Figure { value: 1.1, low: 1.05, high: 1.15 };
    let apart = vec![CopyOf { of: "sliders-pext".to_owned(), ratio }; 4];
    set.records.tables.iter_mut().for_each(|table| table.steps[0].copies.clone_from(&apart));
    let told = crate::line(&set, "sliders").unwrap();
    assert_eq!(told, "no figure: copies differ from their originals");
}

#[test]
fn where_the_order_turns_beside_a_working_set_is_a_row() {
    let turns = rows(&page(&usual_set(), "sliders.html"), "beside-positions-throughput");
    let turn = "| 0.90x ±1.0 % | 1.20x ±1.0 % | faster from 64 KiB, slower from 1 MiB |";
    assert!(turns[1].ends_with(turn), "{turns:?}");
    assert!(turns[2].ends_with("no certain order |"), "{turns:?}");
}

#[test]
fn what_a_node_takes_and_asks_stands_by_profile_and_a_line_is_ready_to_be_pasted() {
    let page = page(&usual_set(), "search.html");
    let node = rows(&page, "asked");
    assert!(node[0].starts_with("cycles | 1000 | 2000 | 3000 |"), "{node:?}");
    assert!(node.contains(&"asks sliding attacks | 9.00 | 26.00 | 9.00 |".to_owned()), "{node:?}");
    let line = "speedup = +2.3% +/- 0.4%, 96 runs, base search, test search+sliders-pext, Made-up \
                Processor (x86-64-v3), classical";
    assert!(page.contains(line), "{}", between(&page, "id=\"paste-classical\"", "</details>"));
}

#[test]
fn terminal_and_summary_say_the_same_as_the_index() {
    let set = usual_set();
    let text = table(&set);
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    let row = "Sliding attacks       take PEXT               843 KiB  0.70x   +2.3 % ±0.4\n";
    assert!(text.contains(row), "{text}");
    let small = "  in 8 KiB            hyperbola               2 KiB    1.20x";
    assert!(text.contains(small), "{text}");
    let summary = page(&set, "summary.md");
    assert!(summary.contains("| Sliding attacks (9.0 to 26 a node) | **take PEXT** (BMI2, slow on Zen 2, 843 KiB) | 0.70x (of magic; latency 0.80x) | +2.3 % (+1.9 to +2.7) |"), "{summary}");
    assert!(summary.split_whitespace().count() < 900, "two pages");
    let readme = across(&[set.clone(), set]);
    assert!(readme.contains("| Sliding attacks | **take PEXT** (BMI2, slow on Zen 2) | 843 KiB | 0.70x to 0.70x | +1.3 % to +5.1 %; certain gain in 6 of 6 searches, loss in 0 | all 2 machines that searched |"), "{readme}");
}

/// A row of a table of commas as pairs of the column's name and the cell.
fn csv<'t>(text: &'t str, wanted: &str) -> Vec<(&'t str, &'t str)> {
    let mut lines = text.lines();
    let head: Vec<_> = lines.next().unwrap().split(',').collect();
    let line = lines.find(|line| line.starts_with(wanted)).unwrap();
    let cells: Vec<_> = line.split(',').collect();
    assert_eq!(head.len(), cells.len(), "{line}");
    head.into_iter().zip(cells).collect()
}

#[test]
fn an_export_has_every_figure_in_its_column() {
    let report = report(&usual_set());
    let text = file(&report, "measurements.csv");
    let row = csv(text, "sliders,sliders-pext,positions,latency,");
    let cell = |name: &str| row.iter().find(|(column, _)| *column == name).unwrap().1;
    assert_eq!([cell("raw"), cell("net"), cell("ratio")], ["16.0", "15.0", "0.8"]);
    assert_eq!([cell("raw low"), cell("raw high"), cell("verdict")], ["15.92", "16.08", "faster"]);
    assert_eq!([cell("layout spread"), cell("best layout below the median")], ["0.012", "0.004"]);
    let first = csv(text, "sliders,sliders-magic,positions,latency,");
    assert!(first.contains(&("ratio", "")) && first.contains(&("verdict", "")), "{first:?}");
    assert_eq!([cell("slope"), cell("rounds"), cell("date")], ["1.0", "96", &DATE[..10]]);
    assert_eq!([cell("dependent"), cell("build"), cell("unit")], ["true", "x86-64-v3", "cycles"]);
    let slow = csv(text, "sliders,sliders-fill,positions,throughput,");
    assert!(slow.contains(&("verdict", "slower")) && slow.contains(&("raw", "40.0")), "{slow:?}");
    let loss = csv(text, "search,search+sliders-fill,network,");
    assert!(loss.contains(&("verdict", "slower")), "{loss:?}");
    let counted = csv(file(&report, "counts.csv"), "sliders,sliders-pext,positions,");
    // Counts have the date of their own run.
    for cell in [("instructions", "16.0"), ("data reads", "3.0"), ("date", &COUNTED[..10])] {
        assert!(counted.contains(&cell), "{counted:?}");
    }
}

#[test]
fn every_figure_is_found_by_the_line_that_cites_it() {
    let sets = [usual_set()];
    let told = |line: &str| find(line, &sets);
    let line = "sliders/throughput/positions/sliders-pext, x86-64-v3, Made-up Processor, \
                0123456789ab, 2026-01-02, method 4";
    let found = told(line).unwrap();
    let start = format!("{line} (made-up)\n  raw: 7 cycles/query (6.965 to 7.035)");
    assert!(found.starts_with(&start), "{found}");
    let ratio = "ratio: 0.7 (0.6986 to 0.7014) of the time of sliders-magic, faster, 96 rounds\n";
    assert!(found.contains(ratio), "{found}");
    let beside = "sliders/beside/positions/sliders-pext/independent/working-set=65536";
    assert!(told(beside).unwrap().contains("raw: 90 "), "{:?}", told(beside));
    assert!(told("sliders/throughput/positions/sliders-pext zen").is_err(), "part of a word");
    let report = report(&sets[0]);
    let (_, part) = file(&report, "sliders.html").split_once("<details id=\"cite\"").unwrap();
    let lines = between(part, "<pre tabindex=\"0\">", "</pre>");
    assert!(lines.lines().all(|line| told(line).is_ok()), "{lines}");
    for (line, expected) in [
        ("sliders-pext", "expected a figure's name, such as between/"),
        ("sliders/throughput/positions/gone", "no figure sliders/throughput/positions/gone in "),
        ("sliders/throughput/positions/sliders-pext fedcba9", "of fedcba9; there are:\nsliders/"),
        ("sliders/throughput/positions/sliders-pext method", "expected a number after method"),
    ] {
        let error = told(line).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_same_records_give_the_same_bytes() {
    assert_eq!(report(&usual_set()).files, report(&usual_set()).files);
}
