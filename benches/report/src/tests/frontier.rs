//! What docs/frontier.md quotes of a set that is committed.

use super::publish::COMMITTED;
use crate::words;
use records::{Context, Figure, Step, Table};
use std::fs;
use std::path::Path;

const SET: &str = "epyc-zen5-guest";

fn frontier() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/frontier.md");
    let text = fs::read_to_string(path).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn table(question: &str, stream: &str, context: Context) -> &'static Table {
    let set = COMMITTED.iter().find(|set| set.name == SET).unwrap();
    let is_it = |table: &&Table| {
        (&*table.question, &*table.stream, table.context) == (question, stream, context)
            && table.dependent == (context == Context::Latency)
    };
    set.records.tables.iter().find(is_it).unwrap()
}

fn place(table: &Table, name: &str) -> usize {
    table.names.iter().position(|known| known == name).unwrap_or_else(|| panic!("no {name}"))
}

/// The ratio of a variant to its question's first.
fn ratio(question: &str, stream: &str, name: &str) -> Figure {
    let table = table(question, stream, Context::Throughput);
    table.steps[0].ratio[place(table, name)].unwrap()
}

/// The times of two variants at a step, such as `110 / 117`.
fn pair(table: &Table, step: &Step, names: [&str; 2]) -> String {
    let times = names.map(|name| words::time(step.raw[place(table, name)].unwrap().value));
    times.join(" / ")
}

/// A cell: throughput, latency, or three sizes of a working set.
fn cell(question: &str, stream: &str, context: Context, names: [&str; 2]) -> String {
    let table = table(question, stream, context);
    let sizes = [98_304, 1 << 20, 64 << 20];
    let is_shown = |step: &&Step| step.at.is_none_or(|bytes| sizes.contains(&bytes));
    let pairs = table.steps.iter().filter(is_shown).map(|step| pair(table, step, names));
    pairs.collect::<Vec<_>>().join(", ")
}

#[test]
fn the_table_of_autumn_is_that_of_the_records() {
    use Context::{Beside, Latency, Throughput};
    const ALL: &[Context] = &[Throughput, Latency, Beside];
    let text = frontier();
    let (hyperbola, magic) = ("exchange-swap+sliders-hyperbola", "exchange-swap+sliders-magic");
    let kept = ["maps-stack+maps-word-board-vbmi", "maps-classical+sliders-magic"];
    let pext = ["threats-pairs+sliders-pext", "threats-loop+sliders-pext"];
    let magics = ["threats-pairs+sliders-magic", "threats-loop+sliders-magic"];
    let by_move = "checks-by-move+attacked-one-word+between-rectangular";
    let on_rays = "checks-on-rays+checks-by-move+attacked-one-word+between-rectangular";
    let after = "deltas-counted-after+deltas-byte-board-vbmi";
    #[rustfmt::skip]
    let rows = [
        ("lists of positions", "serialize", "positions", ALL, ["serialize-bytes", "serialize-compress"]),
        ("pieces", "serialize", "pieces", &ALL[..2], ["serialize-bytes", "serialize-compress"]),
        ("all captures of a position", "exchange", "positions", ALL, ["exchange-byte-board-vbmi", hyperbola]),
        ("the same, over magics |", "exchange", "positions", ALL, ["exchange-byte-board-vbmi", magic]),
        ("middlegames", "maps", "middlegame", &ALL[..1], kept),
        ("pawn endings", "maps", "pawn-ending", &ALL[..1], kept),
        ("PEXT | positions", "threats", "positions", ALL, pext),
        ("magics | positions", "threats", "positions", ALL, magics),
        ("moves of games", "checks", "moves", &ALL[..2], [on_rays, by_move]),
        ("positions", "targets", "positions", ALL, ["targets-titboards", "targets-hybrid+sliders-hyperbola"]),
        ("moves of games", "deltas", "games", ALL, ["deltas-counted-vbmi", after]),
    ];
    for (asked, question, stream, contexts, names) in rows {
        let cells = contexts.iter().map(|context| cell(question, stream, *context, names));
        let row = format!("{asked} | {} |", cells.collect::<Vec<_>>().join(" | "));
        assert!(text.contains(&row), "{row}");
    }
}

#[test]
fn what_zen_5_says_of_the_aims_is_what_its_records_say() {
    let text = frontier();
    let [vector, plain] = ["deltas-byte-board-vbmi", "deltas-rays"]
        .map(|name| ["games", "search"].map(|stream| ratio("deltas", stream, name)));
    assert!(vector.iter().all(|ratio| ratio.high < 0.5), "{vector:?}");
    assert!(plain[0].low < 1.0 && plain[0].high > 1.01 && plain[1].low > 1.01, "{plain:?}");
    let [games, search] = vector.map(|ratio| words::number(ratio.value, 2));
    let first = format!("Zen 5 meets the first aim ({games} in games, {search} in a search)");
    assert!(text.contains(&first), "{first}");
    let [games, search] = plain.map(|ratio| {
        let [value, low, high] =
            [ratio.value, ratio.low, ratio.high].map(|it| words::number(it, 2));
        format!("{value} ({low} to {high})")
    });
    let second = format!("not resolved in games, {games}, and missed in a search, {search}");
    assert!(text.contains(&second), "{second}");
    let waiting = table("threats", "positions", Context::Latency);
    let [fill, sliders] = ["threats-kogge-stone-avx2", "threats-loop+sliders-hyperbola-lanes"]
        .map(|name| waiting.steps[0].raw[place(waiting, name)].unwrap().value.round());
    let third = format!(
        "`threats-kogge-stone-avx2` takes {fill} raw cycles there, a loop over \
         `sliders-hyperbola-lanes` {sliders}."
    );
    assert!(text.contains(&third), "{third}");
}
