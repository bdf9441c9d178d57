//! Several machines: their page, and claims by machine.

use super::{file, rows, seen};
use crate::made_up::{MAGIC, made, set, usual_set};
use crate::render;
use crate::set::Set;

fn rendered() -> crate::Report {
    let slower = made("sliders-pext").times(14.0, 30.0).needs(&["bmi2"]).gains([-0.03; 3], 0.004);
    // Faster, and not surely so: no leader.
    let other = set(&[made(MAGIC), slower, made("sliders-near").times(9.99, 19.99)]);
    let other = Set { name: "another".to_owned(), ..other };
    render(&usual_set(), &[other]).unwrap()
}

#[test]
fn a_machine_is_a_column_and_a_question_a_row() {
    let report = rendered();
    let page = file(&report, "machines.html");
    let all = rows(page, "by-machine");
    assert_eq!(all, ["Sliding attacks | take PEXT PEXT 0.70x; latency PEXT 0.80x | keep magic |"]);
    assert!(seen(page).contains("2 machines give the same answer to 0 of 1 question."));
    let ratios = rows(page, "ratios-sliders-table");
    let pext = ratios.iter().find(|row| row.starts_with("PEXT")).unwrap();
    let both = "PEXT | 0.70x ±0.2 % latency 0.80x ±0.2 % | 1.40x ±0.2 % latency 1.50x ±0.2 % |";
    assert_eq!(pext, both);
    let hyperbola = ratios.iter().find(|row| row.starts_with("hyperbola")).unwrap();
    assert!(hyperbola.ends_with("not measured |"), "{hyperbola}");
}

#[test]
fn every_link_leads_to_a_file_of_the_report_or_the_web() {
    let report = rendered();
    for (name, text) in report.files.iter().filter(|(name, _)| name.ends_with(".html")) {
        for link in text.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
            let (link, anchor) = link.split_once('#').unwrap_or((link, ""));
            let is_it =
                |text: &str| anchor.is_empty() || text.contains(&format!(" id=\"{anchor}\""));
            let is_file = report.files.iter().any(|(file, text)| file == link && is_it(text));
            let is_known = is_file || link == "records.json" || link == "data:,";
            assert!(is_known || link.starts_with("https://"), "{name}: {link}");
        }
        for once in [" id=\"", "role=\"region\" tabindex=\"0\" aria-label=\""] {
            let all = text.split(once).skip(1).map(|rest| rest.split('"').next().unwrap());
            let mut all: Vec<_> = all.collect();
            let count = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), count, "{name} has one twice: {once}");
        }
    }
}
