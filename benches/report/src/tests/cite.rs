//! Citations: each line that a page or an answer offers is found again and prints its figure.

use super::committed::committed;
use super::{between, page, report};
use crate::answers::Answers;
use crate::answers::gains::Gain;
use crate::find::find;
use crate::made_up::{MAGIC, made, set, usual_case, usual_set};
use crate::set::Set;
use records::{Figure, Pair};
use std::collections::BTreeMap;
use std::path::Path;

const PEXT: &str = "search/throughput/classical/search+sliders-pext";
const OF_ITS_RUN: &str = "x86-64-v3, Made-up Processor, 0123456789ab, 2026-01-02, method 5";

fn gains(answers: &Answers) -> impl Iterator<Item = &Gain> {
    answers.gains.rows().flat_map(|(_, row)| &row.cells).flat_map(|cell| &cell.gains)
}

/// The figure of a gain as a line of `--find` begins.
fn figure_of(gain: &Gain) -> String {
    let Figure { value, low, high } = gain.gain.map(|gain| gain * 100.0);
    // What rounds to nothing has no sign.
    let [value, low, high] = [value, low, high].map(|it| if it.abs() < 0.005 { 0.0 } else { it });
    let [value, low, high] =
        [value, low, high].map(|it| format!("{it:+.2}").replace("+0.00", "0.00"));
    format!("\n  nodes per second: {value} % ({low} to {high}) over ")
}

/// Each cited figure of a set's answers is found among all sets, once, as it stands there.
fn assert_found(set: &Set, sets: &[Set]) -> usize {
    let answers = Answers::of(std::slice::from_ref(set), None).unwrap();
    let cited = gains(&answers).filter_map(|gain| Some((gain.cite.as_ref()?, figure_of(gain))));
    let cited: BTreeMap<_, _> = cited.collect();
    for (line, figure) in &cited {
        let found = find(line, sets).unwrap();
        assert!(found.starts_with(&format!("{line} ({})\n", set.name)), "{line}: {found}");
        assert!(found.contains(figure), "{figure}: {found}");
        assert_eq!(found.lines().filter(|line| !line.starts_with(' ')).count(), 1, "{found}");
    }
    cited.len()
}

/// The usual way leads over PEXT, which another engine may have.
fn slow_pext() -> Set {
    let mut all = usual_case();
    all[1].gains = Some(([-0.03, -0.02, -0.04], 0.004));
    all[2].gains = Some(([-0.05, -0.06, -0.07], 0.004));
    Set { name: "slow-pext".to_owned(), ..set(&all) }
}

/// Times alone, whose ratios are to another lookup than the usual one, which the base of an
/// untimed search names.
fn without_search() -> Set {
    let mut set = Set { name: "unsearched".to_owned(), ..usual_set() };
    set.records.tables.retain(|table| table.question == "sliders" && table.stream == "positions");
    set.records.tables.truncate(1);
    let table = &mut set.records.tables[0];
    table.names.swap(0, 3);
    let step = &mut table.steps[0];
    step.raw.swap(0, 3);
    let ratio = |value| Figure { value, low: value * 0.999, high: value * 1.001 };
    step.ratio = [None, Some(0.175), Some(0.3), Some(0.25), None].map(|it| it.map(ratio)).into();
    step.verdicts = "ffsfsf".to_owned();
    set.records.runs[0].commit = Some("00aa11bb22cc".to_owned());
    set
}

#[test]
fn every_line_of_the_answers_prints_the_figure_of_its_cell() {
    let mut latest = Set { name: "latest".to_owned(), ..usual_set() };
    latest.records.runs[0].commit = Some("fedcba987654+".to_owned());
    let mut slow = slow_pext();
    slow.records.machine.cpu = "Other(R) CPU @ 3.40GHz, v2".to_owned();
    let mut unknown = Set { name: "unknown".to_owned(), ..usual_set() };
    unknown.records.runs[0].commit = None;
    let sets = [usual_set(), latest, slow, without_search(), unknown];
    let lines: Vec<_> = sets.iter().map(|set| assert_found(set, &sets)).collect();
    // Two rows in three kinds of engines.
    assert_eq!(lines, [6, 6, 6, 0, 6]);
}

#[test]
fn every_line_of_committed_answers_is_found_and_of_one_set() {
    let sets = committed();
    let lines: usize = sets.iter().map(|set| assert_found(set, &sets)).sum();
    assert!(lines >= 10, "{lines} lines");
}

#[test]
fn every_line_of_the_pages_is_found_again() {
    let sets = [usual_set(), slow_pext()];
    for (set, pages) in sets.iter().zip([["sliders.html", "search.html"]; 2]) {
        for name in pages {
            let page = page(set, name);
            let (_, part) = page.split_once("<details id=\"cite\">").unwrap();
            let lines: Vec<_> = between(part, "<pre tabindex=\"0\">", "</pre>").lines().collect();
            assert!(lines.len() >= 3, "{lines:?}");
            for line in lines {
                let found = find(line, std::slice::from_ref(set)).unwrap();
                assert!(found.starts_with(&format!("{line} (")), "{line}: {found}");
            }
        }
    }
    let answers = report(&sets[0]);
    let json = super::file(&answers, "answers.json");
    assert_eq!(json.matches(&format!("\"cite\":\"{PEXT}, {OF_ITS_RUN}\"")).count(), 1);
}

#[test]
fn a_line_prints_all_figures_with_intervals_signs_and_units() {
    let mut sets = [usual_set()];
    sets[0].records.runs[1].method = 4;
    let found = find(&format!("{PEXT}, {OF_ITS_RUN}"), &sets).unwrap();
    let expected = format!(
        "{PEXT}, {OF_ITS_RUN} (made-up)
  raw: 977.52 cycles/query (972.63 to 982.4), 100 rounds
  net: 976.52 cycles/query (966.75 to 986.28), 100 rounds
  ratio: 0.97752 (0.97371 to 0.98135) of the time of search, faster, 100 rounds
  nodes per second: +2.30 % (+1.90 to +2.70) over search, 100 rounds
  layout spread: 0.022, 100 rounds
  best layout below the median: 0.005, 100 rounds
"
    );
    assert_eq!(found, expected);
    let loss = find("search/throughput/classical/search+sliders-fill", &sets).unwrap();
    assert!(loss.contains("nodes per second: -12.00 % (-13.00 to -11.00) over search"), "{loss}");
    let latency = find("sliders/latency/positions/sliders-hyperbola", &sets).unwrap();
    assert!(latency.contains("  slope: 1.01 (0.9999 to 1.0201), 97 rounds\n"), "{latency}");
    let hot = "sliders/throughput/positions/sliders-pext";
    // Times and counts have the date, the commit and the method of their own runs.
    let timed = find(&format!("{hot} 2026-01-02"), &sets).unwrap();
    let ratio = "ratio: 0.7 (0.6986 to 0.7014) of the time of sliders-magic, faster, 96 rounds\n";
    assert!(timed.contains(ratio) && !timed.contains("instructions"), "{timed}");
    let counts = find(&format!("{hot} 2026-01-03"), &sets).unwrap();
    let run = format!("{hot}, x86-64-v3, Made-up Processor, ba9876543210, 2026-01-03, method 4");
    assert!(counts.starts_with(&format!("{run} (made-up)\n")), "{counts}");
    assert!(counts.contains("  instructions: 16/query\n  data reads: 3.001/query\n"), "{counts}");
    assert!(counts.contains("  cache lines: 65\n") && !counts.contains("raw:"), "{counts}");
    let beside = "sliders/beside/positions/sliders-pext/independent/working-set=65536";
    assert!(find(beside, &sets).unwrap().contains("raw: 90 cycles/query (89.55 to 90.45)"));
    let both = find("sliders/beside/positions/sliders-pext", &sets).unwrap();
    assert_eq!(both.matches("  raw: ").count(), 2, "a shorter line prints all that fit: {both}");
}

#[test]
fn a_pair_of_choices_has_a_direction() {
    let mut sets = [usual_set()];
    let gain = |sets: &[Set], of: &str, over: &str| {
        let line = format!("search/throughput/network/{of}/against={over}");
        let found = find(&line, sets).unwrap();
        between(&found, "  nodes per second: ", ", 101 rounds\n").to_owned()
    };
    let (base, pext, hyperbola) = ("search", "search+sliders-pext", "search+sliders-hyperbola");
    // 1.011 / 1.051, with the half-widths of both in quadrature.
    let apart = "-3.81 % (-4.27 to -3.34) over search+sliders-pext";
    assert_eq!(gain(&sets, hyperbola, pext), apart);
    let back = "+3.96 % (+3.46 to +4.46) over search+sliders-hyperbola";
    assert_eq!(gain(&sets, pext, hyperbola), back);
    // The usual lookup in place of another one: 1 / 1.051.
    assert_eq!(gain(&sets, base, pext), "-4.85 % (-5.21 to -4.49) over search+sliders-pext");
    // What was measured of the pair stands in place of the quotient: 1 / 0.97.
    let measured = Pair {
        of: hyperbola.to_owned(),
        against: pext.to_owned(),
        ratio: Figure { value: 0.97, low: 0.96, high: 0.98 },
    };
    let tables = sets[0].records.tables.iter_mut();
    tables.filter(|table| table.stream == "network").for_each(|table| {
        table.steps[0].pairs.push(measured.clone());
    });
    let measured = "+3.09 % (+2.04 to +4.17) over search+sliders-pext";
    assert_eq!(gain(&sets, hyperbola, pext), measured);
    let back = "-3.00 % (-4.00 to -2.00) over search+sliders-hyperbola";
    assert_eq!(gain(&sets, pext, hyperbola), back);
    // The plain name is the choice over the base, and no pair.
    let plain = find("search/throughput/network/search+sliders-pext", &sets).unwrap();
    assert_eq!(plain.matches("nodes per second").count(), 1, "{plain}");
    assert!(plain.contains("+5.10 % (+4.70 to +5.50) over search,"), "{plain}");
}

#[test]
fn a_lookup_over_what_an_engine_has_is_a_pair_where_its_table_has_another_first() {
    let hot = "sliders/throughput/positions/sliders-pext";
    let line = format!("{hot}/against=sliders-magic");
    let plain = find(&line, &[usual_set()]).unwrap_err().to_string();
    assert!(plain.contains("no figure"), "its table has that ratio already: {plain}");
    let set = without_search();
    let found = find(&line, std::slice::from_ref(&set)).unwrap();
    let (_, figures) = found.split_once('\n').unwrap();
    // Fill comes first: PEXT has 0.175 and magics 0.25 of its time, each within 0.1 %.
    let pair = "  ratio: 0.7 (0.6986 to 0.7014) of the time of sliders-magic, faster, 96 rounds\n";
    assert_eq!(figures, pair);
}

#[test]
fn a_line_of_another_measurement_is_refused_with_the_close_ones() {
    let sets = [usual_set(), slow_pext()];
    let whole = format!("{PEXT}, {OF_ITS_RUN}");
    for word in
        ["0123456", "0123456789ab", "made-up", "made-up, Processor, x86-64-v3.", "slow-pext"]
    {
        assert!(find(&format!("{PEXT} {word}"), &sets).is_ok(), "{word}");
    }
    let before = format!("2026-01-02 {PEXT} method 5");
    assert!(find(&before, &sets).is_ok(), "words may stand before the name");
    for (word, wrong) in [
        ("0123456789ab", "fedcba987654"),
        ("0123456789ab", "012345"),
        ("0123456789ab", "0"),
        ("0123456789ab", "0123456789ab+"),
        // The date and the commit of the counts.
        ("2026-01-02", "2026-01-03"),
        ("0123456789ab", "ba9876543210"),
        ("2026-01-02", "2026"),
        ("method 5", "method 4"),
        ("x86-64-v3", "native"),
        ("x86-64-v3", "v3"),
        ("Made-up Processor", "Zen"),
        ("Made-up Processor", "Process"),
        ("method 5", "nonsense"),
        ("method 5", "5"),
        ("method 5", "slow-pext-guest"),
    ] {
        let error = find(&whole.replace(word, wrong), &sets).unwrap_err().to_string();
        let expected = format!("; there are:\n{PEXT}, {OF_ITS_RUN} (made-up)");
        assert!(error.starts_with(&format!("no figure {PEXT} of ")), "{error}");
        assert!(error.contains(wrong) && error.contains(&expected), "{word}, {wrong}: {error}");
    }
    let error = find(&format!("Intel {PEXT}"), &sets).unwrap_err().to_string();
    assert!(error.contains("of Intel; there are:"), "{error}");
}

#[test]
fn changed_sources_are_no_others() {
    let mut sets = [usual_set()];
    sets[0].records.runs[0].commit = Some("0123456789ab+".to_owned());
    for fits in ["0123456789ab+", "0123456789ab", "0123456+", "0123456"] {
        assert!(find(&format!("{PEXT} {fits}"), &sets).is_ok(), "{fits}");
    }
    for other in ["012345+", "1234567+", "0123456789abc+"] {
        assert!(find(&format!("{PEXT} {other}"), &sets).is_err(), "{other}");
    }
}

#[test]
fn what_is_no_figure_is_named_with_what_was_expected() {
    let sets = [usual_set()];
    for (line, expected) in [
        ("", "expected a figure's name, such as between/throughput/uniform/between-triangular,"),
        ("sliders/throughput/positions", "expected a figure's name, such as between/"),
        ("sliders/throughput/positions/gone", "no figure sliders/throughput/positions/gone in "),
        (
            "sliders/throughput/positions/sliders-pext/dependent",
            "sliders-pext/dependent in made-up",
        ),
        ("sliders/latency/positions/sliders-pext method", "expected a number after method"),
        ("search/throughput/network/search/against=search", "/against=search in made-up"),
        ("a/b/c/\u{1b}[31m", "no figure a/b/c/\\u{1b}[31m in made-up"),
    ] {
        let error = find(line, &sets).unwrap_err().to_string();
        assert!(error.contains(expected), "{line}: {error}");
    }
    // Of many close ones a dozen is told.
    let many: Vec<_> = (0..20)
        .map(|number| Set { name: format!("set-{number}"), ..set(&[made(MAGIC)]) })
        .collect();
    let line = "sliders/latency/positions/sliders-magic nowhere";
    let error = find(line, &many).unwrap_err().to_string();
    assert_eq!(error.lines().count(), 13, "{error}");
}

#[test]
fn the_examples_of_the_documents_are_figures_of_the_committed_sets() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/README.md");
    let readme = std::fs::read_to_string(readme).unwrap().replace('\r', "");
    let sets = committed();
    let line = between(&readme, "```text\n", "\n```");
    let found = find(line, &sets).unwrap();
    assert!(found.starts_with(&format!("{line} (")) && found.contains("\n  raw: "), "{found}");
    let short = between(&readme, "such as\n`", "`");
    assert!(find(short, &sets).unwrap().contains("  ratio: "), "{short}");
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../crates/headers/include");
    for header in std::fs::read_dir(headers).unwrap() {
        let header = header.unwrap().path();
        let text = std::fs::read_to_string(&header).unwrap().replace('\r', "");
        let line = between(&text, "--find:\n * ", "\n").trim();
        let found = find(line, &sets);
        assert!(found.as_ref().is_ok_and(|it| it.contains("\n  net: ")), "{header:?}: {found:?}");
    }
}
