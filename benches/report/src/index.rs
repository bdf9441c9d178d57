//! The index: the findings in short, with a link to each study's page.

use crate::answer::Answers;
use crate::claims::Ledger;
use crate::figures::Figures;
use crate::format;
use crate::headline::{self, Headline};
use crate::noise;
use crate::page::{Cell, Overview, Tools, machine_line};
use crate::summary_table::SummaryTable;
use anyhow::Result;
use askama::Template;
use records::{Chain, Figure, Meter, Records, Run};

#[derive(Template)]
#[template(path = "index.html")]
struct Index<'a> {
    machine_line: String,
    first_look: Vec<&'static str>,
    /// How many tables were not measured on a quiet core.
    noise: Option<String>,
    headlines: &'a [Headline<'a>],
    tools: Tools<'a>,
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
    headline: &'a Headline<'a>,
    overview: Overview<'a>,
    space_time: Option<&'a str>,
    /// Why there is no plot, with the way to get it.
    why: String,
}

/// The index, with the plots of space against time that the studies' pages have.
pub(crate) fn render<'a>(
    headlines: &'a [Headline<'a>],
    space_times: &'a [Option<String>],
    table: &'a SummaryTable<'a>,
    answers: &'a Answers<'a>,
    ledger: &'a Ledger,
    figures: &Figures<'a>,
) -> Result<String> {
    let records = figures.records;
    let dates = || records.tables.iter().map(|table| table.date.as_str());
    let shown = headlines.iter().flat_map(|headline| headline.undominated(figures));
    let study = |(headline, space_time): (&'a Headline<'a>, &'a Option<String>)| Study {
        headline,
        overview: Overview::undominated(headline, figures),
        space_time: space_time.as_deref(),
        why: figures.why(headline.rankings[0].place),
    };
    let index = Index {
        machine_line: machine_line(records),
        first_look: headline::first_look(records),
        noise: noise::of_all(figures),
        headlines,
        tools: Tools::of(
            headlines.iter().map(Headline::name),
            shown.map(|row| row.variant),
            figures,
        ),
        table,
        answers,
        ledger,
        studies: headlines.iter().zip(space_times).map(study).collect(),
        machine: machine(records),
        runs: records.runs.iter().map(|(meter, run)| (*meter, run)).collect(),
        dates: dates().min().zip(dates().max()),
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
        ("L1 data cache", cache(machine.caches.l1d)),
        ("L2 cache", cache(machine.caches.l2)),
        ("L3 cache", cache(machine.caches.l3)),
        ("System", machine.os.clone()),
        ("Virtual machine", virtualised.to_owned()),
        ("Frequency governor", machine.governor.clone().unwrap_or_else(unknown)),
        ("Compiler", machine.rustc.clone()),
        ("Compiler flags", flags.to_owned()),
        ("Instruction sets", machine.features.join(", ")),
    ]
}

/// The length of a step of each of the clock's chains in cycles: in words, and as a number
/// where all processors agree.
const CHAINS: [(&str, &str, Option<f64>); 3] = [
    ("multiply-chain", "3", Some(3.0)),
    ("add-chain", "1", Some(1.0)),
    ("load-chain", "4 or 5 by the processor", None),
];

/// The length of a step of a chain in words, and what the clock read says of itself.
fn known(chain: &Chain) -> (&'static str, String) {
    let known = CHAINS.iter().find(|(name, ..)| *name == chain.name);
    let (_, words, expected) = known.copied().unwrap_or(("", "not known", None));
    let verdict = expected.map(|expected| clock_verdict(chain.step, expected));
    (words, verdict.unwrap_or_else(|| "none".to_owned()))
}

/// What the clock read.
fn read(chain: &Chain) -> Cell {
    Cell::interval(Some(chain.step), format::count, "")
}

fn clock_verdict(read: Figure, expected: f64) -> String {
    let deviation = (read.value / expected - 1.0) * 100.0;
    if deviation.abs() <= 2.0 {
        "right within 2 %".to_owned()
    } else {
        format!("off by {} %: do not trust absolute cycles", format::number(deviation, 1))
    }
}
