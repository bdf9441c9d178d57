//! Several machines: their page, real engines on them, and README.

use super::committed::{ALL, Rendered, committed};
use super::pages::KINDS;
use super::places::{bare, cells, in_columns, plain, rendered, unsearched, with_another};
use super::{between, file, measured_on, rows, seen};
use crate::made_up::{MAGIC, made, set, usual_case, usual_set};
use crate::{Answers, Set, render, table, text};
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
    let report = render(&own, &[again, other, old]).unwrap();
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
    let start = "Sliding attacks magic | ";
    assert_eq!(row("classical")[0], format!("{start}PEXT +2.3 % +1.9 to +2.7 | keep |"));
    assert_eq!(row("network")[0], format!("{start}PEXT +5.1 % +4.7 to +5.5 | keep |"));
    assert_eq!(row("threats")[0], format!("{start}hyperbola or PEXT +1.6 % +1.3 to +1.9 | keep |"));
    assert!(seen(page).contains("3 kinds of machines, each by its newest set"), "{}", seen(page));
    let ratios = rows(page, "ratios-sliders-table");
    let pext = ratios.iter().find(|row| row.starts_with("PEXT")).unwrap();
    let zen4 = "PEXT | 0.70x ±0.2 %; latency 0.80x | 1.40x ±0.2 %; latency 1.50x | 0.70x";
    assert!(pext.starts_with(zen4), "{pext}");
    let hyperbola = ratios.iter().find(|row| row.starts_with("hyperbola")).unwrap();
    assert!(hyperbola.contains("| not measured | 1.20x"), "{hyperbola}");
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
                assert_eq!(all.len(), different.len(), "{name} has one twice: {once}");
            }
        }
    }
}

#[test]
fn real_engines_stand_by_machine_and_by_kind() {
    let on = |model, set| rendered(measured_on(("AuthenticAMD", model, 17), set));
    let [zen4, zen5] = [on(25, usual_set()), on(26, usual_set())];
    assert_eq!(zen5.answers.source().machine, "Zen 5");
    let expected = [
        [
            "PEXT",
            "+3.5 % (+2.3 to +4.7); +1.1 to +4.9 % on Zen 5, Granite Rapids and Golden Cove",
            "+1.7 % (+1.1 to +3.5), fancy magics not tried; +3.1 % (+1.9 to +4.0) on Granite Rapids",
            "-1.4 % (-5.5 to +3.0), a seeded synthetic network of 65 MB",
        ],
        [
            "hyperbola",
            "+0.5 % (-1.4 to +1.6); -3.7 to -1.9 % on Zen 5, Granite Rapids and Golden Cove",
            "+3.6 % (+1.4 to +6.0), fancy magics not tried; +2.2 % (+1.5 to +2.9) on Granite Rapids",
            "+3.1 % (-1.2 to +7.2), a seeded synthetic network of 65 MB",
        ],
        [
            "Kogge-Stone",
            "-10.8 % (-11.7 to -9.7); -11.7 to -10.4 % on Zen 5 and Granite Rapids",
            "-1.6 % (-2.3 to -0.7), fancy magics not tried; -0.1 % (-0.9 to +0.6) on Granite Rapids",
            "-2.1 % (-6.3 to +1.9), a seeded synthetic network of 65 MB",
        ],
    ];
    let there = |it: &Rendered| {
        let row = |row: &Vec<&str>| row.iter().map(|cell| bare(&plain(cell))).collect::<Vec<_>>();
        cells(file(&it.report, "index.html"), "real").iter().map(row).collect::<Vec<_>>()
    };
    let without = |cells: [&str; 4]| cells.map(|it| bare(it).replace(';', "")).to_vec();
    assert_eq!(there(&zen4), expected.map(without));
    let summary = file(&zen4.report, "summary.md");
    assert!(summary.contains(&format!("| {} |", expected[1].join(" | "))), "{summary}");
    let pext = &there(&zen5)[0];
    let classical = "+1.1 % (+0.3 to +2.3) +1.5 % (+0.8 to +1.9), an hour later +3.0 to +4.9 % on \
                     Zen 4, Granite Rapids and Golden Cove";
    assert_eq!(pext[1], bare(classical));
    assert_eq!(pext[3], bare("-1.4 % (-5.5 to +3.0) on Zen 4"));
    let head = ["real engines", "over", "Stockfish 11", "Carp 3.0.1", "Hobbes"].map(bare);
    let columns = in_columns(&table(&zen4.set).unwrap(), "real engines");
    assert_eq!(columns[0], format!("{}PEXThyperbolaKogge-Stone", head[0]));
    let classical = "here +3.5 %; +1.1 to +4.9 % on Zen 5, Granite Rapids and Golden Cove here \
                     +0.5 %; -3.7 to -1.9 % on Zen 5, Granite Rapids and Golden Cove here -10.8 %; -11.7 to -10.4 % on Zen 5 \
                     and Granite Rapids";
    assert_eq!(columns[2], head[2].clone() + &bare(classical));
    assert_eq!(columns[4], head[4].clone() + &bare("here -1.4 % here +3.1 % here -2.1 %"));
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
    let head = "| lookup | you have | classical, like Stockfish 11 | network, like Carp 3 | \
                threats, like Stockfish 18 |";
    assert_eq!(text.lines().next(), Some(head));
    assert!(text.contains("| **PEXT** +2.3 to +3.3 % ("), "{text}");
    assert!(text.contains("| **PEXT** +5.1 to +6.1 % ("), "{text}");
    let threats = "| **hyperbola or PEXT** +1.6 % (+1.3 to +1.9) (2 KiB, `sliders-hyperbola`); on \
                   Zen 5: PEXT |";
    assert!(text.contains(threats), "{text}");
    let about = "Nodes per second over what you have, 95 % intervals, measured on: Made-up \
                 Processor (Zen 4), a virtual machine · build x86-64-v3 · rustc 1.95.0 · \
                 2026-01-02, method 5, a thorough run ([summary](reports/zen4/summary.md)) and \
                 Made-up Processor (Zen 5), a virtual machine · build x86-64-v3 · rustc 1.95.0 · \
                 2026-01-02, method 5, a thorough run ([summary](reports/zen5/summary.md)).\n";
    assert!(text.contains(about), "{text}");
    // Only one set of a kind of machine answers, and the others are not named.
    let text = readme(&[zen4.clone(), newer]);
    assert_eq!(text.matches("summary.md").count(), 1, "{text}");
    assert_eq!(readme(&[old]).matches("summary.md").count(), 0);
    // A newer set of times alone says nothing beside one with a search, whose words `--here` has.
    let mut alone = set(&unsearched(usual_case()));
    alone.name = "alone".to_owned();
    let of_lookups = |sets: &[Set]| readme(sets).split("\nReal engines").next().unwrap().to_owned();
    let both = of_lookups(&[alone.clone(), zen5.clone()]);
    assert_eq!(both, of_lookups(std::slice::from_ref(&zen5)));
    assert!(readme(&[alone]).contains("fastest alone"));
}

#[test]
fn figures_of_readme_stand_on_the_pages_of_its_sets() {
    let text = text::readme(&Answers::of(&committed(), None).unwrap());
    let answering = |it: &&Rendered| it.answers.source().retired.is_empty();
    let pages = ALL.iter().filter(answering).flat_map(|it| {
        ["index.html", "search.html", "claims.html"].map(|name| seen(file(&it.report, name)))
    });
    let pages: String = pages.collect();
    let mut found = 0;
    for line in text.lines().filter(|line| line.starts_with('|')) {
        let words = line.split_whitespace().zip(line.split_whitespace().skip(1));
        for (figure, _) in words.filter(|(word, unit)| word.starts_with(['+', '-']) && *unit == "%")
        {
            assert!(pages.contains(&format!("{figure} %")), "{figure} of {line}");
            found += 1;
        }
    }
    assert!(found > 12, "{found} figures");
}
