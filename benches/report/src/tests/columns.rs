//! Several machines: their page, real engines on them, and README.

use super::committed::{ALL, Rendered, committed};
use super::pages::KINDS;
use super::places::{plain, rendered, unsearched, with_another};
use super::{between, file, measured_on, rows, seen};
use crate::made_up::{MAGIC, made, set, usual_case, usual_set};
use crate::{Answers, Set, render, text};
use std::collections::BTreeSet;

/// Machines: a Zen 4 of one's own, the committed one, another kind, and a retired one.
fn machines() -> [Set; 4] {
    let slower = made("sliders-pext").times(14.0, 30.0).needs(&["bmi2"]).gains([-0.03; 3], 0.004);
    let other = set(&[made(MAGIC), slower, made("sliders-near").times(9.99, 19.99)]);
    let mut old = usual_set();
    old.records.runs.iter_mut().for_each(|run| run.method = 4);
    let named = |name: &str, set: Set| Set { name: name.to_owned(), ..set };
    [
        named("latest", usual_set()),
        named("zen4", usual_set()),
        named("zen5", measured_on(("AuthenticAMD", 26, 2), other)),
        named("zen3", measured_on(("AuthenticAMD", 25, 1), old)),
    ]
}

#[test]
fn a_kind_of_machine_is_a_column_by_kind_of_engine() {
    let [own, again, other, old] = machines();
    let report = render(&own, &[again, other.clone(), old]).unwrap();
    let page = file(&report, "machines.html");
    let columns = |id: &str| {
        let head = between(page, &format!("<table id=\"{id}\""), "</thead>");
        head.split("<th ").skip(2).map(plain).collect::<Vec<_>>()
    };
    for kind in KINDS {
        assert_eq!(columns(&format!("by-{kind}")), ["Zen 4 latest", "Zen 5 zen5"], "{kind}");
    }
    assert_eq!(columns("ratios-sliders-table"), ["Zen 4 latest", "Zen 5 zen5", "Zen 3 zen3"]);
    let row = |kind: &str| rows(page, &format!("by-{kind}"));
    let pext = "PEXT BMI2 slow on Zen 2 Sliding attacks over magic | ";
    assert_eq!(row("classical")[0], format!("{pext}+2.3 ±0.4 | -3.0 ±0.4 |"));
    assert_eq!(row("network")[0], format!("{pext}+5.1 ±0.4 | -3.0 ±0.4 |"));
    let hyperbola = "hyperbola Sliding attacks over magic | +1.6 ±0.3 | |";
    assert_eq!(row("threats")[1], hyperbola);
    assert!(seen(page).contains("3 kinds of machines, each by its newest set"), "{}", seen(page));
    let ratios = rows(page, "ratios-sliders-table");
    let pext = ratios.iter().find(|row| row.starts_with("PEXT")).unwrap();
    let zen4 = "PEXT | 0.70x ±0.2 %; latency 0.80x | 1.40x ±0.2 %; latency 1.50x | 0.70x";
    assert!(pext.starts_with(zen4), "{pext}");
    let hyperbola = ratios.iter().find(|row| row.starts_with("hyperbola")).unwrap();
    assert!(hyperbola.contains("| not measured | 1.20x"), "{hyperbola}");
    // Without a search it has no column of gains.
    let alone = Set { name: "alone".to_owned(), ..set(&unsearched(usual_case())) };
    let report = render(&other, &[alone]).unwrap();
    let [gains, ratios] = ["by-classical", "ratios-sliders-table"].map(|id| {
        seen(between(file(&report, "machines.html"), &format!("<table id=\"{id}\""), "</thead>"))
    });
    assert!(!gains.contains("alone") && ratios.contains("alone"), "{gains}: {ratios}");
}

#[test]
fn every_link_leads_somewhere_and_ids_are_unique() {
    let [own, again, other, old] = machines();
    let made_up = [
        rendered(with_another(&own, "between")).report,
        render(&own, &[again, other, old]).unwrap(),
    ];
    for report in ALL.iter().map(|it| &it.report).chain(&made_up) {
        for (name, text) in report.files.iter().filter(|(name, _)| name.ends_with(".html")) {
            for link in text.split(" href=\"").skip(1).map(|rest| rest.split('"').next().unwrap()) {
                let (link, anchor) = link.split_once('#').unwrap_or((link, ""));
                let is_it =
                    |text: &str| anchor.is_empty() || text.contains(&format!(" id=\"{anchor}\""));
                let link = if link.is_empty() { name } else { link };
                let is_file = report.files.iter().any(|(file, text)| file == link && is_it(text));
                let is_known = is_file || link == "records.json" || link == "data:,";
                assert!(is_known || link.starts_with("https://"), "{name}: {link}#{anchor}");
            }
            for once in [" id=\"", "role=\"region\" tabindex=\"0\" aria-label=\""] {
                let all: Vec<_> = text.split(once).skip(1).map(|it| it.split('"').next()).collect();
                let different: BTreeSet<_> = all.iter().collect();
                assert_eq!(all.len(), different.len(), "{name} has one twice: {once}: {all:?}");
            }
        }
    }
}

#[test]
fn readme_names_its_sets_and_the_ends_of_their_gains() {
    let [_, zen4, zen5, old] = machines();
    let pext = made("sliders-pext").gains([0.033, 0.061, 0.019], 0.003);
    let zen5 = Set { name: zen5.name, ..set(&[made(MAGIC), pext]) };
    let zen5 = measured_on(("AuthenticAMD", 26, 2), zen5);
    let newer = Set { name: "zen4-newer".to_owned(), ..zen4.clone() };
    let readme = |sets: &[Set]| text::readme(&Answers::of(sets, None).unwrap());
    let text = readme(&[zen4.clone(), zen5.clone(), old.clone()]);
    let pext = text.lines().find(|line| line.starts_with("| [PEXT, BMI2](crates/sliders-pext) |"));
    let cells: Vec<_> = pext.unwrap().split(" | ").collect();
    assert_eq!(cells[1..3], ["843 KiB", "**+2.3 … +3.3**"], "{text}");
    assert!(cells.contains(&"**+5.1 … +6.1**"), "{text}");
    let about = "- Made-up Processor (Zen 5), a virtual machine · build x86-64-v3 · rustc 1.95.0 · \
                 2026-01-02, method 5, a thorough run ([summary](reports/zen5/summary.md)). ";
    assert!(text.contains(about), "{text}");
    assert_eq!(text.matches("summary.md").count(), 2, "{text}");
    // Only one set of a kind of machine answers, and the others are not named.
    let text = readme(&[zen4.clone(), newer]);
    assert_eq!(text.matches("summary.md").count(), 1, "{text}");
    assert_eq!(readme(&[old]).matches("summary.md").count(), 0);
    // A newer set of times alone says nothing beside one with a search.
    let mut alone = set(&unsearched(usual_case()));
    alone.name = "alone".to_owned();
    assert_eq!(readme(&[alone, zen5.clone()]), readme(std::slice::from_ref(&zen5)));
}

#[test]
fn figures_of_readme_stand_on_the_pages_of_its_sets() {
    // Of one set, for several give the ends of their figures.
    let of_one = |set: Set| text::readme(&Answers::of(&[set], None).unwrap());
    let text: String = committed().into_iter().map(of_one).collect();
    let answering = |it: &&Rendered| it.answers.source().retired.is_empty();
    let pages = ALL.iter().filter(answering).flat_map(|it| {
        ["index.html", "search.html", "claims.html"].map(|name| seen(file(&it.report, name)))
    });
    let pages: String = pages.collect();
    let mut found = 0;
    for line in text.lines().filter(|line| line.starts_with('|')) {
        let words = line.split_whitespace().zip(line.split_whitespace().skip(1));
        let figures = words.filter(|(word, unit)| {
            word.trim_start_matches('*').starts_with(['+', '-']) && unit.starts_with('±')
        });
        for (figure, half) in figures {
            let figure = format!("{figure} {half}").replace('*', "");
            assert!(pages.contains(&figure), "{figure} of {line}");
            found += 1;
        }
    }
    assert!(found > 5, "{found} figures");
}
