//! The index: the findings in short, with a link to each study's page.

use crate::answer::{Answer, Answers};
use crate::case::Form;
use crate::claims::Ledger;
use crate::figures::{Figures, is_of_programs};
use crate::first::First;
use crate::format;
use crate::headline::{self, Headline};
use crate::noise::{self, is_near_whole};
use crate::page::{Cell, Overview, machine_line};
use crate::summary_table::SummaryTable;
use anyhow::Result;
use askama::Template;
use records::{Chain, Machine, Meter, Model, OtherBuild, Records, Run};

#[derive(Template)]
#[template(path = "index.html")]
struct Index<'a> {
    machine_line: String,
    first_look: Vec<&'static str>,
    /// How many tables were not measured on a quiet core.
    noise: Option<String>,
    first: &'a First<'a>,
    case: Option<Form<'a>>,
    table: &'a SummaryTable<'a>,
    answers: &'a Answers<'a>,
    ledger: &'a Ledger,
    studies: Vec<Study<'a>>,
    machine: Vec<(&'static str, String)>,
    runs: Vec<(Meter, &'a Run)>,
    dates: Option<(&'a str, &'a str)>,
    chains: &'a [Chain],
}

/// The headline of a study.
struct Study<'a> {
    answer: &'a Answer<'a>,
    /// Nothing of programs, of which the first picture is.
    overview: Option<Overview<'a>>,
}

/// The parts of the index that were made before.
type Shown<'a> = (&'a First<'a>, &'a SummaryTable<'a>, &'a Answers<'a>, &'a Ledger);

/// The index.
pub(crate) fn render<'a>(
    headlines: &'a [Headline<'a>],
    (first, table, answers, ledger): Shown<'a>,
    figures: &Figures<'a>,
) -> Result<String> {
    let records = figures.records;
    let others = records.others.iter().flat_map(|other| &other.tables);
    let mut dates: Vec<_> =
        records.tables.iter().chain(others).map(|table| table.date.as_str()).collect();
    dates.sort_unstable();
    let study = |answer: &'a Answer<'a>| Study {
        answer,
        overview: (!is_of_programs(answer.headline.name()))
            .then(|| Overview::undominated(answer.headline, figures)),
    };
    let index = Index {
        machine_line: machine_line(records),
        first_look: headline::first_look(records),
        noise: noise::of_all(figures),
        first,
        case: Form::of_all(headlines, figures)?,
        table,
        answers,
        ledger,
        studies: answers.studies.iter().map(study).collect(),
        machine: machine(records),
        runs: records.runs.iter().map(|(meter, run)| (*meter, run)).collect(),
        dates: dates.first().copied().zip(dates.last().copied()),
        chains: &records.clock,
    };
    Ok(index.render()?)
}

fn machine(records: &Records) -> Vec<(&'static str, String)> {
    let machine = &records.machine;
    let unknown = || "not told by the system".to_owned();
    let cache = |bytes: Option<u64>| bytes.map_or_else(unknown, format::size);
    let flags = match machine.flags.as_str() {
        "" => "none beyond the profile's",
        flags => flags,
    };
    let virtualised = match machine.virtualised {
        Some(true) => "yes",
        Some(false) => "no hypervisor announces itself",
        None => "not known",
    };
    vec![
        ("Processor", machine.cpu.clone()),
        ("Model", machine.model.as_ref().map_or_else(unknown, model)),
        ("L1 data cache", cache(machine.caches.l1d)),
        ("L2 cache", cache(machine.caches.l2)),
        ("L3 cache", cache(machine.caches.l3)),
        ("System", machine.os.clone()),
        ("Virtual machine", virtualised.to_owned()),
        ("Frequency governor", machine.governor.clone().unwrap_or_else(unknown)),
        ("Compiler", machine.rustc.clone()),
        ("Build", machine.build.name().to_owned()),
        ("Compiler flags", flags.to_owned()),
        ("Instruction sets compiled in", machine.features.join(", ")),
        ("Instruction sets of the processor", present(machine)),
        ("Other builds", others(records)),
    ]
}

/// A processor by its numbers.
fn model(model: &Model) -> String {
    let Model { vendor, family, model, stepping } = model;
    format!("{vendor}, family {family}, model {model}, stepping {stepping}")
}

/// The instruction sets that variants may ask for and the processor has.
fn present(machine: &Machine) -> String {
    match machine.present.as_slice() {
        [] => "not known".to_owned(),
        present => present.join(", "),
    }
}

/// The other builds of which there are times, each with its flags and instruction sets.
fn others(records: &Records) -> String {
    let other = |other: &OtherBuild| {
        let OtherBuild { build, flags, features, .. } = other;
        let flags = if flags.is_empty() { String::new() } else { format!(" ({flags})") };
        format!("{build}{flags}: {}", features.join(", "))
    };
    match records.others.as_slice() {
        [] => "none".to_owned(),
        others => others.iter().map(other).collect::<Vec<_>>().join("; "),
    }
}

/// How a meter measured, with its clock and what it could not measure.
fn how(run: &Run) -> String {
    let Run { meter, resolution, probe, missing, .. } = run;
    let step = resolution.map(|step| format!("the clock's step is {}", format::count(step)));
    let probe = probe.as_ref().map(|probe| format!("probe: {probe}"));
    let missing = missing.iter().map(|(what, why)| format!("{what}: not measured, {why}"));
    let parts = [Some(meter.clone()), step, probe].into_iter().flatten().chain(missing);
    parts.collect::<Vec<_>>().join("; ")
}

/// The length of a step of each of the clock's chains in cycles.
const CHAINS: [(&str, &str); 3] = [
    ("multiply-chain", "a whole number: 3, or 4 or 5 on some cores"),
    ("add-chain", "1"),
    ("load-chain", "a whole number: 4 or 5 on most cores"),
];

/// The length of a step of a chain in words, and what the clock read says of itself.
fn known(chain: &Chain) -> (&'static str, String) {
    let Some((name, words)) = CHAINS.iter().find(|(name, _)| *name == chain.name) else {
        return ("not known", "none".to_owned());
    };
    let read = chain.step.value;
    let is_right = is_near_whole(read) && (*name != "add-chain" || read.round() == 1.0);
    let verdict = if is_right {
        "right within 2 %".to_owned()
    } else {
        format!("off: {} cycles; do not trust absolute cycles", format::count(read))
    };
    (words, verdict)
}

/// What the clock read.
fn read(chain: &Chain) -> Cell {
    Cell::interval(Some(chain.step), format::count, "")
}
