//! The sets in Markdown: where each comes from, what it answers, and how sure it is.

use super::{gains_in_markdown, markdown, sentences};
use crate::answers::Answers;
use crate::engines::{Change, Engine};
use crate::set::Set;
use crate::view::{cores, is_of_programs};
use crate::words::{gain_figure, list, thousands};
use records::{Core, Records, Table};
use std::collections::BTreeSet;

/// A set, what it says alone, and its picture in Markdown; empty without one.
pub(crate) struct Shown {
    pub(crate) set: Set,
    pub(crate) answers: Answers,
    pub(crate) picture: String,
}

/// How many of these were on a core that was not quiet.
fn disturbed(cores: impl Iterator<Item = Core>) -> String {
    let cores: Vec<_> = cores.collect();
    let found = cores.iter().filter(|core| **core != Core::Quiet).count();
    match cores.len() {
        0 => "none measured".to_owned(),
        all => format!("{} of {}", thousands(found as u64), thousands(all as u64)),
    }
}

/// The share of a set's measurements on a core that was not quiet.
pub(crate) fn share_disturbed(records: &Records) -> f64 {
    let (all, found) = cores(records, records.tables.iter())
        .fold((0, 0), |(all, found), core| (all + 1, found + u32::from(core != Core::Quiet)));
    f64::from(found) / f64::from(all.max(1))
}

fn of_programs(records: &Records) -> impl Iterator<Item = &Table> {
    records.tables.iter().filter(|table| is_of_programs(&table.question))
}

/// What reports/README.md says of where sets come from.
pub(crate) fn origins(all: &[Shown]) -> String {
    let head = ["set", "method", "not on a quiet core", "programs among these", "copies"];
    let rows = all.iter().map(|Shown { set, answers, .. }| {
        let [copies, _, apart] = answers.checks.copies.map(|count| thousands(count as u64));
        vec![
            format!("`{}`", set.name),
            list(set.methods()),
            disturbed(cores(&set.records, set.records.tables.iter())),
            disturbed(cores(&set.records, of_programs(&set.records))),
            format!("{apart} of {copies}"),
        ]
    });
    markdown(&head.map(str::to_owned), rows)
}

/// What reports/README.md links to.
pub(crate) fn links(all: &[Shown]) -> String {
    let line = |Shown { set, answers, .. }: &Shown| {
        let source = answers.source();
        let says = match (source.retired.as_str(), source.is_searched) {
            ("", true) => "gains by kind of engine",
            ("", false) => "times of lookups alone",
            _ => "no answer, for [errata](../docs/errata.md) touch its method",
        };
        let (days, methods) = (list(set.days()), list(set.methods()));
        let name = &set.name;
        format!("- [{}]({name}/summary.md), {days}, method {methods}: {says}\n", set.column())
    };
    all.iter().map(line).collect()
}

/// The answers of each set by itself.
pub(crate) fn by_set(all: &[Shown]) -> String {
    let section = |Shown { set, answers, picture }: &Shown| {
        let source = answers.source();
        let mut text = format!("### {}, `{}`\n\n{}\n", set.column(), set.name, source.provenance);
        text += &format!("\n{}\n", sentences(answers));
        if source.retired.is_empty() {
            let table = gains_in_markdown(&answers.gains).replace("](crates/", "](../crates/");
            text += &format!("\n{table}");
        }
        if !picture.is_empty() {
            text += &format!("\n{picture}");
        }
        text
    };
    all.iter().map(section).collect::<Vec<_>>().join("\n")
}

/// The changes that have a column of their own; the others share the last one.
const CHANGES: [&str; 4] = ["PEXT", "hyperbola", "hyperbola in lanes", "Kogge-Stone"];

/// What docs/validation.md says of real engines: a row a measurement, and then each engine once.
pub(crate) fn engines(all: &[Engine]) -> String {
    let gain = |change: &Change| gain_figure(change.gain).replace(" %", "");
    let first = ["engine", "on", "rounds", "by itself"].into_iter();
    let head: Vec<_> = first.chain(CHANGES).chain(["others"]).map(str::to_owned).collect();
    let row = |it: &Engine| {
        let of = |name: &&str| {
            let change = it.changes.iter().find(|change| change.change == **name);
            change.map_or_else(String::new, gain)
        };
        let others = it.changes.iter().filter(|it| !CHANGES.contains(&&*it.change));
        let others = others.map(|it| format!("{} {}", it.change, gain(it)));
        let remark = it.remark.as_ref().map_or_else(String::new, |it| format!(", {it}"));
        let first = [
            format!("{} by {}", it.engine, it.compiler),
            format!("{}{remark}", it.on),
            format!("{} {}", it.rounds, it.method),
            it.noise.clone(),
        ];
        let others = others.collect::<Vec<_>>().join("; ");
        first.into_iter().chain(CHANGES.iter().map(of)).chain([others]).collect()
    };
    let mut known = BTreeSet::new();
    let about = all.iter().filter(|it| known.insert(&it.engine)).map(|it| {
        let Engine { engine, link, commit, about, reference, .. } = it;
        let mut built: Vec<_> = Vec::new();
        for other in all.iter().filter(|other| other.engine == *engine) {
            if !built.contains(&other.built.as_str()) {
                built.push(&other.built);
            }
        }
        let built = built.join("; ");
        format!("- {engine} ([{commit}]({link})): {about} Its own sliders: {reference}. {built}.\n")
    });
    let about: String = about.collect();
    format!("{}\n{about}", markdown(&head, all.iter().map(row)))
}
