//! Comparisons of made-up records.

use super::{Comparison, Orders, Set, View, compare, labels, places};
use crate::figures::Figures;
use crate::made_up::{
    LARGE, NONE, copy_of, everywhere, hot, machine, programs, step, study, table, timed, too_noisy,
    variant,
};
use crate::tests::{Text as _, assert_balanced, between, without_values};
use records::{
    Build, Check, Context, Core, Figure, Meter, OtherBuild, Records, Study, Table, Unit, Variant,
};

fn sets(named: &[(&str, &Records)]) -> Vec<Set> {
    let set = |(name, records): &(&str, &Records)| Set {
        name: (*name).to_owned(),
        records: (*records).clone(),
        pages: Some(format!("../{name}")),
    };
    named.iter().map(set).collect()
}

/// The comparison without the values that its cells are sorted by.
fn comparison(named: &[(&str, &Records)]) -> Comparison {
    let Comparison { page, findings } = compare(&sets(named)).expect("a comparison");
    assert_balanced(
        "main",
        &format!("<main>{}</main>", between(&page, "<main id=\"main\">", "</main>")),
    );
    Comparison { page: without_values(&page), findings }
}

/// The same on another processor.
fn elsewhere(mut records: Records) -> Records {
    "Another Processor".clone_into(&mut records.machine.cpu);
    records
}

/// The same with other times of both variants in throughput.
fn with_times(records: &Records, times: [f64; 2]) -> Records {
    let mut records = records.clone();
    records.tables[0] = hot(false, &[(LARGE, times[0]), (NONE, times[1])]);
    records
}

/// The same with this ratio in throughput, as sure as this.
fn with_ratio(records: &Records, value: f64, by: f64) -> Records {
    let mut records = records.clone();
    let ratio = Figure { value, low: value / by, high: value * by };
    records.tables[0].steps[0].ratio[1] = Some(ratio);
    records
}

#[test]
fn a_planted_difference_is_found_between_two_dates() {
    let before = timed();
    let mut after = with_times(&before, [2.1, 4.5 * 1.05]);
    after.runs.get_mut(&Meter::Duel).unwrap().commit = Some("fedcba".to_owned());
    "rustc 1.1".clone_into(&mut after.machine.rustc);
    let Comparison { page, findings } = comparison(&[("before", &before), ("after", &after)]);
    page.shows(&[
        "1 of 2 ratios to the reference changed; the others show no change",
        "<td class=\"text\">abcdef</td>\n<td class=\"text\">fedcba</td>",
        "<td class=\"text\">rustc 1.0</td>\n<td class=\"text\">rustc 1.1</td>",
    ]);
    between(&page, "before to after: ratios\"", "</table>").shows(&[
        "<tr id=\"before-to-after-ratios-1\" data-variant=\"between--between-none\">",
        "<td class=\"text\">between, throughput, uniform</td>",
        "<td>2.143<small>2.121 to 2.164</small></td>",
        "<td>+5.0 %<small>+2.9 % to +7.1 %</small></td>",
    ]);
    let finding = "before to after, the same machine: beyond the noise, 1 of 2 ratios to the \
                   reference and 1 of 6 times changed.";
    assert_eq!(findings, [finding]);
    assert!(!page.contains("<table>") && !page.contains("<tbody>\n<tr>"), "anchors");
}

#[test]
fn a_change_of_the_reference_stands_among_the_times() {
    let before = timed();
    let mut after = with_times(&before, [2.1 * 1.2, 4.5]);
    let page = comparison(&[("before", &before), ("after", &after)]).page;
    let times = between(&page, "before to after: times\"", "</table>");
    assert_eq!(times.matches("<tr id=").count(), 1);
    assert!(times.contains("<th scope=\"row\">between-large</th>"));
    assert!(times.contains("<td>2.10<small>2.09 to 2.11</small></td>"));
    let with_loop = "<small>the loop without a lookup changed too</small>";
    assert!(!page.contains(with_loop));
    after.tables[0].steps[0].raw[2] = Some(Figure::exact(1.2));
    let page = comparison(&[("before", &before), ("after", &after)]).page;
    let is_changed = |line: &&str| line.starts_with("<tr id=") && line.contains(" data-variant=");
    let changed = page.lines().filter(is_changed).count();
    assert_eq!(page.matches(with_loop).count(), changed - 1, "all but the loop itself");
}

#[test]
fn a_difference_inside_the_noise_is_not_claimed() {
    let unchanged = |before: &Records, after: &Records| {
        let page = comparison(&[("before", before), ("after", after)]).page;
        page.contains("No change beyond the noise in 2 ratios")
    };
    let before = with_ratio(&timed(), 2.0, 1.0001);
    assert!(!unchanged(&before, &with_ratio(&before, 2.1, 1.0001)));
    // Intervals apart, but by less than is ever claimed.
    assert!(unchanged(&before, &with_ratio(&before, 2.008, 1.0001)));
    // Further apart, and the intervals meet.
    assert!(unchanged(&before, &with_ratio(&before, 2.1, 1.06)));
    // Beyond both, and within what copies of the reference differ by in one table.
    let planted = with_ratio(&before, 2.1, 1.0001);
    let mut noisy = before.clone();
    noisy.tables[0].steps[0].copies = vec![copy_of(LARGE, 0.93)];
    assert!(unchanged(&noisy, &planted) && unchanged(&planted, &noisy));
    // Nothing is said of a table without copies.
    noisy.tables[0].steps[0].copies.clear();
    let page = comparison(&[("before", &noisy), ("after", &planted)]).page;
    page.shows(&["No change beyond the noise in 1 ratios", "1 more are not judged"]);
}

#[test]
fn only_sets_of_one_machine_are_asked_what_changed() {
    let other = elsewhere(with_times(&timed(), [2.1, 9.0]));
    let comparison = comparison(&[("here", &timed()), ("there", &other)]);
    assert!(!comparison.page.contains("What changed"));
    assert!(!comparison.findings.iter().any(|finding| finding.contains("the same machine")));
}

#[test]
fn another_kind_of_machine_is_another_machine() {
    let mut guest = timed();
    guest.machine.virtualised = Some(guest.machine.virtualised != Some(true));
    let page = comparison(&[("here", &timed()), ("there", &guest)]).page;
    assert!(!page.contains("What changed"));
}

#[test]
fn changes_are_told_since_the_first_set_of_a_machine() {
    let first = timed();
    let second = with_times(&first, [2.1, 9.0]);
    let Comparison { findings, .. } =
        comparison(&[("first", &first), ("second", &second), ("third", &first)]);
    let findings = findings.join("\n");
    assert!(findings.contains("first to second, the same machine"), "{findings}");
    // The third is as the first was.
    assert!(!findings.contains("to third"), "{findings}");
}

#[test]
fn only_what_several_sets_hold_is_compared() {
    let here = everywhere();
    let mut there = elsewhere(everywhere());
    let is_kept = |table: &Table| match table.context {
        Context::Throughput => true,
        Context::Beside => !table.dependent && table.touches == Some(1),
        _ => false,
    };
    there.tables.retain(is_kept);
    let views = [&here, &there]
        .map(|records| View { label: "a set".to_owned(), figures: Figures::new(records) });
    let orders = Orders::turned(&places(&here.studies[0], &views), &views);
    assert_eq!((orders.found, orders.compared), (0, 7));
    let crossovers = Orders::crossovers("between", &views);
    assert_eq!((crossovers.found, crossovers.compared), (0, 1));
}

#[test]
fn the_fastest_differs_only_beyond_the_noise() {
    let here = everywhere();
    let there = elsewhere(with_times(&here, [2.1, 1.5]));
    let turned = comparison(&[("here", &here), ("there", &there)]);
    let winners = between(&turned.page, "who wins where\"", "</table>");
    let row = between(winners, "<th scope=\"row\">throughput, uniform</th>", "</tr>");
    assert!(row.contains("<strong>differs</strong>"), "{row}");
    assert!(row.contains("between-large<small>1.10 cycles/query net (1.08 to 1.12)</small>"));
    assert!(row.contains("<td class=\"text\">between-none<small>"));
    let row = between(winners, "<th scope=\"row\">latency, uniform</th>", "</tr>");
    assert!(row.contains("same, or not told apart"));
    assert!(!winners.contains("4 touches") && winners.contains(" more tables are left out"));
    let fastest = "between, throughput, uniform: the fastest is between-large on here; \
                   between-none on there.";
    let order = "between, throughput, uniform: between-none by between-large: slower on here; \
                 faster on there.";
    assert_eq!(turned.findings, [fastest, order]);
    let orders = between(&turned.page, "orders that differ\"", "</table>");
    assert!(orders.contains("<td class=\"text\">slower<small>2.143 (2.121 to 2.164)</small></td>"));
    assert!(orders.contains("<td class=\"text\">faster<small>0.714 (0.707 to 0.721)</small></td>"));

    let there = elsewhere(with_times(&here, [2.11, 2.1]));
    let tied = comparison(&[("here", &here), ("there", &there)]);
    let row = between(&tied.page, "<th scope=\"row\">throughput, uniform</th>", "</tr>");
    assert!(row.contains("same, or not told apart") && row.contains("tied with between-large"));
    assert!(tied.findings.is_empty(), "{:?}", tied.findings);
    assert!(tied.page.contains("<p>Nothing, beyond the noise.</p>"));
}

#[test]
fn crossovers_that_lie_elsewhere_are_found() {
    let here = everywhere();
    // Where one is at 8 to 28.48 cycles, the other one's time tells where it overtakes.
    let shown = |here: &Records, none: f64| {
        let mut there = elsewhere(everywhere());
        let is_one =
            |t: &&mut Table| t.context == Context::Beside && t.dependent && t.touches == Some(4);
        let table = there.tables.iter_mut().find(is_one).expect("a table");
        for changed in &mut table.steps {
            let large = changed.raw[0].unwrap().value;
            *changed = step(changed.at, &[large, none]);
        }
        // The order of the names does not matter.
        table.names.swap(0, 1);
        for changed in &mut table.steps {
            let [large, none] = [0, 1].map(|number| changed.raw[number].unwrap().value);
            *changed = step(changed.at, &[none, large]);
        }
        let page = comparison(&[("here", here), ("there", &there)]).page;
        page.split_once("crossovers\"").map(|(_, rest)| rest.to_owned())
    };
    assert!(shown(&here, 8.1).is_none());
    assert!(shown(&here, 8.3).is_none(), "what is certain of both still agrees");
    let table = shown(&here, 12.0).expect("a table of crossovers");
    let row = between(&table, "<th scope=\"row\">between-large and between-none</th>", "</tr>");
    assert!(row.contains("beside, uniform, dependent, 4 touches"), "{row}");
    let cell = "between-none overtakes at 10 KiB<small>between 0 and 32 KiB</small>";
    assert!(row.contains(cell), "{row}");
    assert!(row.contains("<small>between 32 and 2048 KiB</small>"), "{row}");
    assert!(shown(&here, 40.0).expect("a table").contains("no change from 0 to 2048 KiB"));

    // Of a variant that answers wrongly nothing is told.
    let mut wrong = here.clone();
    wrong.variants[1].check = Check::Wrong("a board".to_owned());
    assert!(shown(&wrong, 12.0).is_none());

    // Opposite orders that never change stand among the orders.
    let mut there = elsewhere(everywhere());
    let is_beside = |table: &&mut Table| table.context == Context::Beside && !table.dependent;
    for changed in there.tables.iter_mut().filter(is_beside).flat_map(|table| &mut table.steps) {
        *changed = step(changed.at, &[8.0, 4.0]);
    }
    let page = comparison(&[("here", &here), ("there", &there)]).page;
    assert!(page.contains("orders that differ\"") && !page.contains("crossovers\""));
}

#[test]
fn units_and_meters_are_never_mixed() {
    let here = timed();
    let mut there = with_times(&here, [6.3, 13.5]);
    there.runs.get_mut(&Meter::Duel).unwrap().meter = "hardware counter".to_owned();
    let page = comparison(&[("here", &here), ("there", &there)]).page;
    assert!(
        page.contains("Times are not compared: here by core cycles, there by hardware counter.")
    );
    assert!(page.contains("Compare ratios across these sets, and not times"));
    assert!(!page.contains("raw times changed"));
    assert!(page.contains("No change beyond the noise in 2 ratios to the reference"));

    let mut seconds = here.clone();
    seconds.tables.iter_mut().for_each(|table| table.unit = Unit::Nanoseconds);
    let page = comparison(&[("here", &here), ("there", &seconds)]).page;
    assert!(page.contains("No raw times to compare."));
    let units = "here measured in cycles (core cycles); there measured in ns (core cycles).";
    assert!(page.contains(units) && page.contains("ns/query net"));
}

#[test]
fn three_sets_share_tables_and_plots() {
    let (here, mut there) = (timed(), elsewhere(timed()));
    there.variants.push(variant("between-third", 8));
    there.tables[0] = hot(false, &[(LARGE, 2.1), (NONE, 4.5), ("between-third", 1.5)]);
    let named = [("here", &here), ("there", &there), ("here again", &here)];
    let Comparison { page, findings } = comparison(&named);
    let row = between(&page, "<th scope=\"row\">throughput, uniform</th>", "</tr>");
    assert!(row.contains("not the same variants measured"), "{row}");
    assert_eq!(row.matches("<td class=\"text\">between-large<small>").count(), 2);
    assert!(page.contains("here: not among its variants: between-third."));
    assert!(page.contains("<h3>here to here again</h3>"));
    let plots: Vec<_> = page.match_indices("<svg").collect();
    assert_eq!(plots.len(), 1);
    for (start, _) in plots {
        let (svg, _) = page[start..].split_once("</svg>").unwrap();
        for label in ["here", "there", "here again"] {
            assert!(svg.contains(label), "{label}");
        }
        assert!(!svg.contains("cycles"));
    }
    let again = comparison(&named);
    assert_eq!((again.page, again.findings), (page, findings));
}

#[test]
fn the_first_set_that_has_a_study_gives_its_words() {
    let mut old = elsewhere(timed());
    "An older wording?".clone_into(&mut old.studies[0].question);
    let mut other = study();
    "distance".clone_into(&mut other.name);
    "How far is it?".clone_into(&mut other.question);
    old.studies.push(other);
    let page = comparison(&[("here", &timed()), ("old", &old)]).page;
    assert!(page.contains("Which squares lie between?") && !page.contains("An older wording?"));
    assert!(page.contains("How far is it?") && page.contains("old: no times of distance."));
}

#[test]
fn warnings_are_told_in_few_notes() {
    let (here, mut there) = (everywhere(), elsewhere(everywhere()));
    let run = there.runs.get_mut(&Meter::Duel).unwrap();
    run.quick = true;
    run.commit = Some("abcdef+".to_owned());
    there.variants[0].check = Check::Wrong("expected <board>".to_owned());
    there.tables[1].steps = vec![too_noisy(None)];
    there.tables[2].steps[0].core = Core::Company;
    let lacking = Variant { available: false, ..variant("between-avx", 0) };
    there.variants.push(lacking);
    let page = comparison(&[("here", &here), ("there", &there)]).page;
    page.shows(&[
        "there: a quick run of duel, for a first look. Do not rank by it.",
        "there: measured from a source that was changed after commit abcdef.",
        "there: left out for wrong answers: between-large.",
        "there: not available on its processor: between-avx.",
        "here: not among its variants: between-avx.",
        " measurements, 1 in company and 1 too noisy.",
        "<td class=\"text\">quick: a first look</td>",
        "<td class=\"text quiet\">too noisy</td>",
    ]);
    assert!(!page.contains(">here: a quick run"));
    let throughput = between(&page, "<th scope=\"row\">throughput, uniform</th>", "</tr>");
    assert_eq!(throughput.matches("<td class=\"text\">between-large").count(), 1);
}

#[test]
fn the_page_begins_with_winners_and_verdicts_by_set_and_build() {
    let mut here = everywhere();
    let (build, tables) = (Build::Baseline, with_times(&here, [2.1, 1.5]).tables);
    here.others = vec![OtherBuild { build, flags: String::new(), features: Vec::new(), tables }];
    let mut learnt = elsewhere(timed());
    learnt.tables.truncate(1);
    learnt.tables[0].context = Context::Learnt;
    learnt.studies.push(Study { name: "distance".to_owned(), ..study() });
    let page = comparison(&[("here", &here), ("there", &learnt)]).page;
    let grid = between(&page, "aria-label=\"The grid of winners\"", "</table>");
    grid.shows(&[
        "colspan=\"2\"><a href=\"../here/index.html\">here</a></th>",
        "<th scope=\"col\" class=\"text\">baseline</th>",
        "<td class=\"text\"><a href=\"../here/between.html#between--between-large\">large</a></td>",
        "<td class=\"text\"><a href=\"../here/between.html#between--between-none\">none</a></td>",
        "between.html#between--between-large\">large</a><small>learnt</small></td>",
    ]);
    let absent = between(grid, "<a href=\"#distance\">distance</a></th>", "</tr>");
    assert_eq!(absent.matches("<td class=\"text quiet\">not measured</td>").count(), 3);
    assert!(page.contains("<p>No set has the figures for any claim.</p>"));
    assert!(page.find("id=\"grid\"") < page.find("id=\"findings\""));
}

#[test]
fn claims_stand_with_the_verdict_of_each_set() {
    let judged = programs(&[("between-ordered-difference", 0.9, 0.9)]);
    let page = comparison(&[("here", &judged), ("there", &elsewhere(timed()))]).page;
    let agreed = between(&page, "<table id=\"rulings-agreed\"", "</table>");
    let row = between(agreed, "gave 0.88 % more nodes per second.</th>", "</tr>");
    row.shows(&[
        "<a href=\"../here/index.html#claim-glinscott\">",
        "<td class=\"text quiet\">not measured</td>",
    ]);
    assert!(page.contains("No set has the figures for dailey, "));
    assert!(!page.contains("<table id=\"rulings\""));
}

#[test]
fn claims_that_sets_judge_differently_come_first() {
    let judged = |gain| programs(&[("between-ordered-difference", gain, gain)]);
    let page = comparison(&[("here", &judged(0.9)), ("there", &elsewhere(judged(1.1)))]).page;
    let disputed = between(&page, "<table id=\"rulings\"", "</table>");
    let row = between(disputed, "gave 0.88 % more nodes per second.</th>", "</tr>");
    let verdict = |set| between(row, &format!("../{set}/index.html#claim-glinscott\">"), "</a>");
    assert_ne!(verdict("here"), verdict("there"));
}

#[test]
fn what_a_search_gains_is_drawn_once_and_above_all_studies() {
    let page = comparison(&[("here", &programs(&[("between-none", 0.9, 0.9)]))]).page;
    let (headline, studies) =
        (page.find("id=\"search-ratios-throughput\""), page.find("id=\"studies\""));
    assert!(headline.is_some() && headline < studies);
    assert_eq!(page.matches("id=\"search-ratios-throughput\"").count(), 1);
    assert!(page.contains("They are drawn <a href=\"#headline\">above</a>."));
    assert!(!comparison(&[("here", &timed())]).page.contains("#headline"));
}

#[test]
fn links_within_the_page_lead_somewhere() {
    let page = comparison(&[("here", &everywhere()), ("there", &timed())]).page;
    let links: Vec<_> =
        page.split("href=\"#").skip(1).filter_map(|l| l.split('"').next()).collect();
    assert!(links.contains(&"main") && links.contains(&"changes"));
    for link in links {
        assert!(page.contains(&format!("id=\"{link}\"")), "{link}");
    }
}

#[test]
fn names_of_sets_are_untrusted() {
    let long = "x".repeat(1000);
    let names = ["a", "a", "a (2)", "", " ", "<b>\u{202e}é\n", &long];
    let labels = labels(names.into_iter());
    assert_eq!(labels[..6], ["a", "a (2)", "a (2) (2)", "unnamed", "unnamed (2)", "<b>??"]);
    assert!(labels[6].len() < 40);
    let page = comparison(&[("<script>alert(1)</script>", &timed()), ("a", &timed())]).page;
    assert!(!page.contains("<script>alert") && page.contains("&#60;script&#62;"));
}

#[test]
fn strange_sets_do_not_panic() {
    assert!(comparison(&[("alone", &timed())]).findings.is_empty());
    comparison(&[]);
    let empty = Records::new(machine());
    let one = comparison(&[("empty", &empty), ("here", &everywhere())]);
    assert!(one.page.contains("empty: no times of between."));

    let mut bare = everywhere();
    bare.variants.clear();
    bare.runs.clear();
    comparison(&[("bare", &bare), ("here", &everywhere())]);

    for value in [1e12, 5e-324, 0.0] {
        let mut strange = everywhere();
        for step in strange.tables.iter_mut().flat_map(|table| &mut table.steps) {
            step.copies = vec![copy_of(LARGE, 5e-324), copy_of(LARGE, 1e12)];
            let figures = step.raw.iter_mut().chain(&mut step.net).chain(&mut step.ratio);
            figures.flatten().for_each(|figure| *figure = Figure::exact(value));
        }
        let named = [("strange", &strange), ("here", &everywhere()), ("again", &strange)];
        let page = comparison(&named).page;
        let main = between(&page, "<main id=\"main\">", "</main>");
        assert!(![">inf", " inf ", "NaN"].iter().any(|text| main.contains(text)), "{value}");
    }
}

#[test]
fn tables_are_bounded() {
    let mut crowd = timed();
    let (of, against) = (hot(false, &[(LARGE, 2.1), (NONE, 4.5)]), elsewhere(timed()));
    for number in 0..1200 {
        crowd.tables.push(Table { stream: format!("stream-{number}"), ..of.clone() });
    }
    let page = comparison(&[("a", &crowd), ("b", &crowd), ("c", &against)]).page;
    assert!(page.contains("1186 more tables are left out"), "{}", page.len());
}

#[test]
fn pages_are_bounded_whatever_sets_hold() {
    // Sixteen sets of twelve studies, whose orders differ at each of 500 places.
    const NAMES: [&str; 6] = ["1", "2", "3", "4", "5", "6"];
    let names = NAMES.map(|name| name.repeat(64));
    let names = names.each_ref().map(String::as_str);
    let mut crowd = timed();
    "<".repeat(16 << 10).clone_into(&mut crowd.machine.flags);
    (crowd.tables, crowd.studies, crowd.variants) = Default::default();
    let mut reverse = crowd.clone();
    for number in 0..12 {
        let name = format!("study-{number}");
        for (crowd, factor) in [(&mut crowd, 1.0), (&mut reverse, -1.0)] {
            let question = "<".repeat(16 << 10);
            crowd.studies.push(Study { name: name.clone(), question, ..study() });
            let of_study = |named: &&str| Variant { study: name.clone(), ..variant(named, 0) };
            crowd.variants.extend(names.iter().map(of_study));
            let times =
                [20.0, 20.1, 20.2, 20.3, 20.4, 30.0].map(|time| 25.0 + factor * (time - 25.0));
            let steps = (0..500).map(|at| step(Some(at), &times)).collect();
            let table = table((Context::Beside, false, Some(4)), &names, steps);
            crowd.tables.push(Table { study: name.clone(), ..table });
        }
    }
    let sets: Vec<_> = (0..16)
        .map(|i| Set {
            name: "<".repeat(99),
            records: [&crowd, &reverse][i % 2].clone(),
            pages: None,
        })
        .collect();
    let Comparison { page, findings } = compare(&sets).expect("a comparison");
    assert!(page.len() <= 4 << 20, "{} bytes", page.len());
    assert!(page.contains("This page has no room for "));
    assert!(findings.iter().map(String::len).sum::<usize>() < 100_000);
}
