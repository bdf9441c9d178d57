//! Exports: what a program reads stands in the column that names it.

use super::{file, report};
use crate::csv::bencher_json;
use crate::made_up::{COUNTED, usual_set};
use crate::set::Set;
use crate::view::View;
use records::{Count, Counter, Figure, Run};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const HEAD: &str = "question,variant,stream,context,dependent,build,parameter,at,unit,rounds,verdict,\
                    raw,raw low,raw high,net,net low,net high,ratio,ratio low,ratio high,slope,\
                    slope low,slope high,layout spread,best layout below the median,date,commit,\
                    method,processor";

/// A set in whose latency, of a run of its own, no two figures are alike.
fn distinct() -> Set {
    let mut set = usual_set();
    set.records.runs[1].method = 4;
    let (date, commit) = ("2026-01-04T03:04:05Z".to_owned(), Some("00aa11bb22cc".to_owned()));
    let run = Run { date, commit, method: 6, ..set.records.runs[0].clone() };
    set.records.runs.push(run);
    set.records.tables[1].run = 2;
    let step = &mut set.records.tables[1].steps[0];
    let mut last = 0.0;
    let mut next = || {
        last += 1.0;
        Figure { value: last, low: last - 0.25, high: last + 0.5 }
    };
    for column in [&mut step.raw, &mut step.net, &mut step.ratio, &mut step.slope] {
        column.iter_mut().flatten().for_each(|figure| *figure = next());
    }
    step.spread = vec![Some(0.1), Some(0.2), Some(0.3), Some(0.4), Some(0.5)];
    step.best = vec![Some(0.01), Some(0.02), Some(0.03), Some(0.04), Some(0.05)];
    (step.rounds, step.verdicts) = (77, "sfutfs".to_owned());
    set
}

fn lines(set: &Set, name: &str) -> Vec<String> {
    file(&report(set), name).lines().map(str::to_owned).collect()
}

fn line_of<'l>(lines: &'l [String], beginning: &str) -> &'l str {
    let mut found = lines.iter().filter(|line| line.starts_with(beginning));
    let line = found.next().unwrap_or_else(|| panic!("no {beginning}"));
    assert!(found.next().is_none(), "{beginning} has one row");
    line
}

#[test]
fn every_time_stands_in_its_column_and_has_the_run_that_took_it() {
    let lines = lines(&distinct(), "measurements.csv");
    assert_eq!(lines[0], HEAD);
    let run = "2026-01-04,00aa11bb22cc,6,Made-up Processor";
    let latency = |variant: &str| {
        line_of(&lines, &format!("sliders,{variant},positions,latency,true,x86-64-v3,,,cycles,77,"))
    };
    let end = |line: &str| line.split(",77,").nth(1).unwrap().to_owned();
    // Raw 1 to 5, net 6 to 10, ratios 11 to 13, slopes 14 to 17.
    assert_eq!(
        end(latency("sliders-hyperbola")),
        format!("faster,3.0,2.75,3.5,8.0,7.75,8.5,12.0,11.75,12.5,16.0,15.75,16.5,0.3,0.03,{run}")
    );
    assert_eq!(
        end(latency("sliders-magic")),
        format!(",1.0,0.75,1.5,6.0,5.75,6.5,,,,14.0,13.75,14.5,0.1,0.01,{run}")
    );
    assert_eq!(end(latency("null")), format!(",5.0,4.75,5.5,10.0,9.75,10.5,,,,,,,0.5,0.05,{run}"));
    let verdicts: Vec<_> = ["sliders-pext", "sliders-fill"].map(|it| end(latency(it))).into();
    assert!(verdicts[0].starts_with("slower,2.0,"), "{verdicts:?}");
    assert!(verdicts[1].starts_with("tie,4.0,"), "{verdicts:?}");
    let beside =
        "sliders,sliders-pext,positions,beside,false,x86-64-v3,working set,1048576,cycles,99";
    assert!(line_of(&lines, beside).contains(",slower,156.0,155.22,156.78,155.0,"));
    let search =
        "search,search+sliders-fill,threats,throughput,false,x86-64-v3,,,cycles,102,slower,";
    assert!(line_of(&lines, search).contains(",1.0526,"), "{}", line_of(&lines, search));
}

#[test]
fn a_variant_has_one_row_in_a_setting() {
    let lines = lines(&usual_set(), "measurements.csv");
    // Five hot columns thrice, beside two working sets, and in three searches.
    assert_eq!(lines.len() - 1, 5 * (3 + 2 + 3));
    let setting = |line: &String| line.splitn(9, ',').take(8).collect::<Vec<_>>().join(",");
    let settings: BTreeSet<_> = lines.iter().skip(1).map(setting).collect();
    assert_eq!(settings.len(), 40, "no pair and no setting twice");
    let mut wrong = usual_set();
    let pext = wrong.records.variants.iter_mut().find(|it| it.name == "sliders-pext").unwrap();
    pext.check = records::Check::Wrong("a board".to_owned());
    assert!(lines.iter().any(|line| line.contains(",sliders-pext,")));
    let rows = self::lines(&wrong, "measurements.csv");
    assert!(!rows.iter().any(|line| line.contains(",sliders-pext,")), "its times mean nothing");
}

#[test]
fn counts_name_their_counter_and_their_own_run() {
    let mut set = distinct();
    let count = &mut set.records.counts[1];
    (count.cycles, count.writes, count.last_level_misses) = (Some(21_000), Some(2000), Some(13));
    (count.branches, count.lines) = (Some(5000), Some(66));
    let hardware = Count { counter: Counter::Hardware, reads: Some(1500), ..count.clone() };
    set.records.counts.push(hardware);
    let lines = lines(&set, "counts.csv");
    let head = "question,variant,stream,context,dependent,build,parameter,at,counter,cycles,\
                instructions,data reads,data writes,L1 data misses,last-level data misses,branches,\
                mispredicted branches,cache lines,date,commit,method,processor";
    assert_eq!((lines[0].as_str(), lines.len()), (head, 14));
    let pext = "sliders,sliders-pext,positions,throughput,false,x86-64-v3,,,";
    let run = format!("{},ba9876543210,4,Made-up Processor", &COUNTED[..10]);
    let counted = |counter: &str| line_of(&lines, &format!("{pext}{counter},")).to_owned();
    let expected = format!("{pext}callgrind,21.0,16.0,3.001,2.0,0.208,0.013,5.0,0.312,66.0,{run}");
    assert_eq!(counted("callgrind"), expected);
    let expected = format!("{pext}hardware,21.0,16.0,1.5,2.0,0.208,0.013,5.0,0.312,66.0,{run}");
    assert_eq!(counted("hardware"), expected);
    let magic = "sliders,sliders-magic,positions,throughput,false,x86-64-v3,,,callgrind,";
    let expected = format!("{magic},15.0,3.0,,0.207,,,0.311,64.0,{run}");
    assert_eq!(line_of(&lines, magic), expected);
}

#[test]
fn no_text_is_a_formula_of_a_spreadsheet_and_numbers_stay_numbers() {
    for evil in ["=1+1", "+1", "-1+cmd", "@SUM(A1)", "\t=1", "A \"quoted\", =name"] {
        let mut set = distinct();
        set.records.machine.cpu = evil.to_owned();
        set.records.runs.iter_mut().for_each(|run| run.commit = Some(evil.to_owned()));
        let below = Figure { value: -1.5, low: -2.25, high: -0.5 };
        set.records.tables[1].steps[0].net[1] = Some(below);
        for name in ["measurements.csv", "counts.csv"] {
            let report = report(&set);
            let mut csv = csv::Reader::from_reader(file(&report, name).as_bytes());
            let mut negative = 0;
            for row in csv.records().map(|row| row.unwrap()) {
                for cell in row.iter() {
                    let is_number = cell.parse::<f64>().is_ok();
                    negative += usize::from(is_number && cell.starts_with('-'));
                    let is_plain = !cell.starts_with(['=', '+', '-', '@', '\t']);
                    assert!(is_plain || (is_number && cell != "+1"), "{cell}");
                }
                let mark = if evil.starts_with('A') { "" } else { "'" };
                let expected = [&row[row.len() - 3], &row[row.len() - 1]];
                assert_eq!(expected, [0; 2].map(|_| format!("{mark}{evil}")));
            }
            assert_eq!(negative, if name == "counts.csv" { 0 } else { 3 });
        }
    }
}

#[test]
fn trackers_read_each_figure_by_a_name_that_no_run_changes() {
    let mut set = distinct();
    let hardware = |count: &Count| Count { counter: Counter::Hardware, ..count.clone() };
    let mut count = hardware(&set.records.counts[1]);
    (count.cycles, count.instructions) = (Some(21_000), None);
    set.records.counts.push(count);
    let text = bencher_json(&View::new(&set)).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    let latency = &json["sliders/latency/positions/sliders-hyperbola"];
    let time = json!({"value": 3.0, "lower_value": 2.75, "upper_value": 3.5});
    let ratio = json!({"value": 12.0, "lower_value": 11.75, "upper_value": 12.5});
    assert_eq!([&latency["cycles-per-query"], &latency["ratio"]], [&time, &ratio]);
    let beside = "sliders/beside/positions/sliders-pext/independent/working-set=65536";
    assert_eq!(json[beside]["ratio"]["value"], 0.9);
    let gain = &json["search/throughput/classical/search+sliders-pext"]["gain-percent"];
    let parts = ["lower_value", "value", "upper_value"].map(|part| gain[part].as_f64().unwrap());
    assert_eq!(parts.map(|part| (10.0 * part).round()), [19.0, 23.0, 27.0], "{gain}");
    let counted = &json["sliders/throughput/positions/sliders-pext"];
    let exact = |value: f64| json!({ "value": value });
    for (measure, value) in [
        ("instructions-per-query", 16.0),
        ("data-reads-per-query", 3.001),
        ("cache-lines", 65.0),
        ("hardware-cycles-per-query", 21.0),
        ("hardware-data-reads-per-query", 3.001),
    ] {
        assert_eq!(counted[measure], exact(value), "{measure}");
    }
    assert!(!text.contains("spread") && !text.contains("slope") && !text.contains("against"));
    // Another day, another commit and another method, and other figures.
    let run = &mut set.records.runs[0];
    (run.date, run.commit) = ("2027-01-02T03:04:05Z".to_owned(), None);
    for table in &mut set.records.tables {
        table.steps.iter_mut().flat_map(|it| &mut it.raw).flatten().for_each(|it| it.value += 0.1);
    }
    let later: Value = serde_json::from_str(&bencher_json(&View::new(&set)).unwrap()).unwrap();
    let names = |json: &Value| {
        let benchmarks = json.as_object().unwrap().iter();
        let names = benchmarks.map(|(name, measures)| {
            (name.clone(), measures.as_object().unwrap().keys().cloned().collect::<Vec<_>>())
        });
        names.collect::<Vec<_>>()
    };
    assert_eq!(names(&json), names(&later));
    assert_eq!(
        later["sliders/latency/positions/sliders-hyperbola"]["cycles-per-query"]["value"],
        3.1
    );
}
