//! The index: what was found, in short, with a link to each study's page.

use super::answer::Answers;
use super::claims::Ledger;
use super::figures::{self, CYCLES, Figure, Figures, LATENCY, Place};
use super::glance::Glance;
use super::headline::{self, Headline};
use super::page::{self, Cell, Look, Overview, Pages, Tools, machine_line};
use super::{plots, slug};
use crate::record::{CLOCK, Records, Run};
use anyhow::Result;
use askama::Template;

#[derive(Template)]
#[template(path = "index.html")]
struct Index<'a> {
    machine_line: String,
    first_look: Vec<&'a str>,
    pages: Pages<'a>,
    tools: Tools<'a>,
    glance: &'a Glance<'a>,
    answers: &'a Answers<'a>,
    ledger: &'a Ledger,
    studies: Vec<Study<'a>>,
    machine: Vec<(&'static str, String)>,
    runs: Vec<(&'a str, &'a Run)>,
    dates: Option<(&'a str, &'a str)>,
    chains: Vec<Chain>,
    look: Look,
}

/// The headline of a study.
struct Study<'a> {
    id: String,
    name: &'a str,
    page: String,
    question: &'a str,
    overview: Overview<'a>,
    /// How many contenders there are, those that the overview leaves out included.
    contenders: usize,
    space_time: Option<&'a str>,
}

/// A chain of known latency.
struct Chain {
    name: &'static str,
    expected: &'static str,
    read: Cell,
    verdict: String,
}

/// The index, with the plots of space against time that the studies' pages have.
pub(super) fn render<'a>(
    records: &'a Records,
    headlines: &'a [Headline<'a>],
    space_times: &'a [Option<String>],
    glance: &'a Glance<'a>,
    answers: &'a Answers<'a>,
    ledger: &'a Ledger,
    figures: &Figures<'a>,
) -> Result<String> {
    let studies = answers.studies.iter().zip(headlines).zip(space_times);
    let dates = || records.measurements.iter().map(|m| m.date.as_str());
    let index = Index {
        machine_line: machine_line(records),
        first_look: headline::first_look(records),
        pages: Pages::of(headlines),
        tools: Tools::of(&headlines.iter().collect::<Vec<_>>(), records)
            .of_rows(headlines.iter().flat_map(|headline| headline.undominated(records, figures))),
        glance,
        answers,
        ledger,
        studies: studies
            .map(|((answer, headline), space_time)| Study {
                id: slug(headline.study),
                name: headline.study,
                page: page::file(headline.study),
                question: answer.question,
                overview: Overview::undominated(headline, records, figures),
                contenders: headline.rows.len(),
                space_time: space_time.as_deref(),
            })
            .collect(),
        machine: machine(records),
        runs: records.runs.iter().map(|(name, run)| (name.as_str(), run)).collect(),
        dates: dates().min().zip(dates().max()),
        chains: chains(figures),
        look: Look::of_plots(),
    };
    Ok(index.render()?)
}

fn machine(records: &Records) -> Vec<(&'static str, String)> {
    let machine = &records.machine;
    let unknown = || "not told by the system".to_owned();
    let cache = |bytes: Option<u64>| bytes.map_or_else(unknown, plots::binary);
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

/// What a step of each of the clock's chains takes in cycles: in words, and as
/// a number where all processors agree.
const CHAINS: [(&str, &str, Option<f64>); 3] = [
    ("multiply-chain", "3", Some(3.0)),
    ("add-chain", "1", Some(1.0)),
    ("load-chain", "4 or 5 by the processor", None),
];

/// What the clock reads off chains of known latency.
fn chains(figures: &Figures<'_>) -> Vec<Chain> {
    let chain = |(name, words, expected): (&'static str, &'static str, Option<f64>)| {
        let read = figures.raw(name, Place::plain(CLOCK, "dependent", LATENCY), CYCLES)?;
        Some(Chain {
            name,
            expected: words,
            read: Cell::interval(Some(read), figures::count, ""),
            verdict: expected.map_or("none".to_owned(), |expected| clock_verdict(read, expected)),
        })
    };
    CHAINS.into_iter().filter_map(chain).collect()
}

fn clock_verdict(read: Figure, expected: f64) -> String {
    let deviation = (read.value / expected - 1.0) * 100.0;
    if deviation.abs() <= 2.0 {
        "right within 2 %".to_owned()
    } else {
        format!("off by {} %: do not trust absolute cycles", figures::number(deviation, 1))
    }
}
