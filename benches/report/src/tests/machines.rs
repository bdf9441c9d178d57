//! Rows of several machines, and of machines by old methods; and the engines beside them.

use super::measured_on;
use super::table::{PEXT, answers, beside, beyond, classical, gaining, line, lines, row};
use crate::answers::outside::{ByKind, by_kind};
use crate::engines::engines;
use crate::made_up::{MAGIC, Made, PROFILES, made, set, usual_set};
use crate::set::Set;
use records::Figure;

const ZEN_3: (&str, u64, u64) = ("AuthenticAMD", 25, 1);
const ZEN_4: (&str, u64, u64) = ("AuthenticAMD", 25, 17);
const ZEN_5: (&str, u64, u64) = ("AuthenticAMD", 26, 2);

/// A set of a machine on a day, in a folder.
fn on(model: (&str, u64, u64), name: &str, day: u32, made: &[Made]) -> Set {
    let mut set = measured_on(model, set(made));
    set.records.runs[0].date = format!("2026-02-{day:02}T03:04:05Z");
    set.records.runs[1].date = format!("2026-02-{day:02}T03:04:05Z");
    Set { name: name.to_owned(), ..set }
}

#[test]
fn a_machine_without_avx_512_is_silent_in_the_row_for_it() {
    let made = beside(&[
        made("sliders-plain").bytes(9).gains([0.02; 3], 0.004),
        made("sliders-vector").bytes(8).needs(&["avx512f"]).gains([0.05; 3], 0.004),
    ]);
    let without = |model, name| {
        let mut set = on(model, name, 9, &made);
        let is_it = |v: &&mut records::Variant| v.name == "sliders-vector";
        set.records.variants.iter_mut().find(is_it).unwrap().available = false;
        set
    };
    let zen_5 = on(ZEN_5, "zen5", 1, &made);
    let sets = [without(ZEN_3, "zen3"), without(("AuthenticAMD", 23, 113), "zen2"), zen_5];
    let answers = answers(&sets);
    assert_eq!(lines(&row(&answers, MAGIC)), ["plain"; 3]);
    assert_eq!(lines(&beyond(&answers).unwrap()), ["vector"; 3]);
}

#[test]
fn the_most_machines_say_and_the_others_are_exceptions() {
    let a = |value| gaining(value, 0.004);
    let [three, four, five] = [
        on(ZEN_3, "zen3", 1, &a(0.03)),
        on(ZEN_4, "zen4", 2, &a(0.02)),
        on(ZEN_5, "zen5", 3, &a(-0.01)),
    ];
    let both = row(&answers(&[five.clone(), three.clone(), four.clone()]), MAGIC).cells[0].clone();
    assert_eq!(line(&both), "a; on Zen 5: keep");
    let [low, high] = both.range.unwrap();
    assert!((low - 0.02).abs() < 1e-5 && (high - 0.03).abs() < 1e-5, "{low} {high}");
    // The newest speaks where as many say another thing.
    assert_eq!(classical(&[three.clone(), five.clone()]), "keep; on Zen 3: a");
    let newer = on(ZEN_3, "zen3", 4, &a(0.03));
    assert_eq!(classical(&[five.clone(), newer]), "a; on Zen 5: keep");
    // No range of one machine.
    assert_eq!(row(&answers(&[three.clone(), five]), MAGIC).cells[0].range, None);
    // Without a search, or too noisy, a machine is silent.
    let silent = on(ZEN_5, "zen5", 9, &beside(&[made("sliders-a").times(20.0, 20.0)]));
    let noisy = on(ZEN_4, "zen4", 9, &gaining(0.03, 0.02));
    assert_eq!(classical(&[silent.clone(), three, noisy.clone()]), "a");
    assert_eq!(classical(&[silent.clone(), noisy]), "too noisy");
    assert_eq!(classical(&[silent]), "fastest alone: what you have");
}

#[test]
fn a_kind_of_machine_counts_once_by_the_own_run_or_else_the_newest() {
    let a = |value| gaining(value, 0.004);
    let old = on(ZEN_4, "old", 1, &a(0.03));
    let new = on(ZEN_4, "new", 2, &a(-0.01));
    let other = on(ZEN_5, "zen5", 1, &a(-0.01));
    for sets in [[old.clone(), new.clone()], [new.clone(), old.clone()]] {
        assert_eq!(classical(&sets), "keep");
    }
    let own = Set { name: "latest".to_owned(), ..old.clone() };
    assert_eq!(classical(&[new.clone(), own.clone()]), "a");
    assert_eq!(classical(&[new.clone(), other.clone(), own.clone()]), "a; on Zen 5: keep");
    // Two of one kind are no majority.
    let again = Set { name: "again".to_owned(), ..old };
    let newest = on(ZEN_5, "zen5", 5, &a(-0.01));
    assert_eq!(classical(&[again, own.clone(), newest]), "a; on Zen 5: keep");
    // An own run by an old method does not replace a set.
    let mut retired = own;
    retired.records.runs[0].method = 4;
    assert_eq!(classical(&[retired, new]), "keep");
}

#[test]
fn retired_methods_and_profiles_answer_nothing() {
    let mut old = usual_set();
    old.records.runs[0].method = 4;
    let found = answers(&[old.clone()]);
    assert!(found.table.is_empty() && found.every.is_empty());
    assert!(found.sources[0].retired.contains("before 5"), "{}", found.sources[0].retired);
    let of_usual = &answers(&[usual_set()]).sources[0];
    assert_eq!((&*of_usual.retired, of_usual.is_searched), ("", true));
    assert!(!found.sources[0].is_searched, "a search that errata touch is none");
    let sound = on(ZEN_5, "zen5", 1, &gaining(0.03, 0.004));
    assert_eq!(classical(&[old.clone(), sound]), "a");
    // The search alone is of an old method.
    let mut mixed = usual_set();
    let run = old.records.runs[0].clone();
    mixed.records.runs.push(run);
    let searched = |set: &mut Set, with: &dyn Fn(&mut records::Table)| {
        set.records.tables.iter_mut().filter(|table| table.question == "search").for_each(with);
    };
    searched(&mut mixed, &|table| table.run = 2);
    assert!(!answers(&[mixed.clone()]).sources[0].is_searched);
    assert_eq!(classical(&[mixed]), "fastest alone: PEXT");
    // Profiles that are like no engine.
    let mut retired = usual_set();
    let names = [("classical", "mobility"), ("network", "network-16"), ("threats", "material")];
    let renamed = |name: &mut String| {
        name.clone_from(&names.iter().find(|(of, _)| name == of).unwrap().1.to_owned());
    };
    searched(&mut retired, &|table| renamed(&mut table.stream));
    let question = retired.records.questions.iter_mut().find(|it| it.name == "search").unwrap();
    question.streams.iter_mut().for_each(|stream| renamed(&mut stream.name));
    let base = retired.records.variants.iter_mut().find(|v| v.name == "search").unwrap();
    base.asks.iter_mut().for_each(|asks| renamed(&mut asks.stream));
    let found = answers(&[retired]);
    assert_eq!(lines(&row(&found, MAGIC)), ["fastest alone: PEXT"; 3]);
    assert!(!found.sources[0].is_searched);
    assert!(found.profiles.iter().all(|profile| !profile.is_kind()));
}

#[test]
fn engines_of_the_kind_that_lose_by_it_stand_in_the_cell() {
    let with = |model, value, half| {
        let made = beside(&[made("sliders-hyperbola").gains([value; 3], half)]);
        on(model, "a", 1, &made)
    };
    let hyperbola = |model, value| with(model, value, 0.004);
    let row = |set: Set| lines(&row(&answers(&[set]), MAGIC));
    let stockfish = "hyperbola; in Stockfish 11 on Zen 5 -3.7 to -2.1 %";
    assert_eq!(row(hyperbola(ZEN_5, 0.02))[..2], [stockfish, "hyperbola"]);
    // There it was tried without a certain loss, and here nobody gains.
    assert_eq!(row(hyperbola(ZEN_4, 0.02))[0], "hyperbola");
    assert_eq!(row(hyperbola(ZEN_5, -0.02))[0], "keep");
    // A gain that is likely and not certain contradicts nothing.
    assert_eq!(row(with(ZEN_5, 0.0085, 0.009))[0], "hyperbola or magic");
    // Only machines of the row, each.
    let granite = ("GenuineIntel", 6, 173);
    let sets = [hyperbola(granite, 0.02), Set { name: "b".to_owned(), ..hyperbola(ZEN_5, 0.03) }];
    let found = classical(&sets);
    let expected = "hyperbola; in Stockfish 11 on Zen 5 -3.7 to -2.1 %; in Stockfish 11 on \
                    Granite Rapids -1.9 %";
    assert_eq!(found, expected);
}

#[test]
fn engines_are_asked_for_a_gain_over_what_the_row_has() {
    // Beside PEXT Stockfish 11 has -3.2 % on a Zen 5, and -5.1 % an hour later.
    let made = beside(&[
        made(PEXT).gains([0.01; 3], 0.003),
        made("sliders-hyperbola").bytes(2048).gains([0.04; 3], 0.003),
    ]);
    let found = row(&answers(&[on(ZEN_5, "a", 1, &made)]), PEXT);
    assert_eq!(line(&found.cells[0]), "hyperbola; in Stockfish 11 on Zen 5 -5.1 to -3.2 %");
    assert_eq!(line(&found.cells[1]), "hyperbola");
}

#[test]
fn real_engines_stand_by_machine_and_kind() {
    let engines = engines().unwrap();
    let on = |machine| by_kind(&engines, Some(machine));
    let row = |rows: &[ByKind], change: &str| {
        rows.iter().find(|one| one.change == change).unwrap().clone()
    };
    let pext = row(&on("Zen 4"), "PEXT");
    assert_eq!(pext.cells.iter().map(|it| it.kind).collect::<Vec<_>>(), PROFILES.map(|it| it.0));
    assert_eq!(pext.cells[0].engines, ["Stockfish 11"]);
    assert_eq!(
        pext.cells[0].short(),
        "here +3.5 %; +1.1 to +4.9 % on Zen 5, Granite Rapids and Golden Cove"
    );
    let lines =
        ["+3.5 % (+2.3 to +4.7)", "+1.1 to +4.9 % on Zen 5, Granite Rapids and Golden Cove"];
    assert_eq!(pext.cells[0].lines(), lines);
    assert_eq!(pext.cells[1].lines()[0], "+1.7 % (+1.1 to +3.5), fancy magics not tried");
    let hyperbola = [on("Zen 4"), on("Zen 5")].map(|rows| row(&rows, "hyperbola"));
    assert_eq!([&hyperbola[0], &hyperbola[1]].map(|it| it.cells[0].class()), ["tie", "lose"]);
    assert_eq!([&pext, &hyperbola[0]].map(|it| it.cells[1].class()), ["win"; 2]);
    // Without a machine the whole range decides.
    let nowhere = row(&by_kind(&engines, None), "hyperbola").cells[0].clone();
    assert_eq!(nowhere.short(), "-3.7 to +0.5 % on Zen 4, Zen 5, Granite Rapids and Golden Cove");
    assert_eq!((nowhere.class(), nowhere.here.len()), ("tie", 0));
    let untried = row(&on("Zen 4"), "hyperbola in lanes").cells[0].clone();
    assert_eq!((untried.lines(), untried.class()), (vec!["not tried".to_owned()], "tie"));
    assert_eq!(ByKind::engines_of(&on("Zen 4"), "classical"), "Stockfish 11");
}

#[test]
fn an_interval_that_ends_at_zero_is_a_tie() {
    for (low, high, class) in [
        (0.0, 2.0, "tie"),
        (0.1, 2.0, "win"),
        (-2.0, 0.0, "tie"),
        (-2.0, -0.1, "lose"),
        (-2.0, 2.0, "tie"),
    ] {
        let mut engines = engines().unwrap();
        engines.retain(|it| (it.engine.as_str(), it.on.as_str()) == ("Stockfish 11", "Zen 4"));
        engines[0].changes.retain(|one| one.change == "PEXT");
        engines[0].changes[0].gain = Figure { value: f64::midpoint(low, high), low, high };
        for on in [Some("Zen 4"), None] {
            let cell = by_kind(&engines, on)[0].cells[0].clone();
            assert_eq!(cell.class(), class, "{low} to {high}");
        }
    }
}
