//! What is told of a table: Markdown to paste, JSON, and whether it is as expected.

use crate::engine::Engine;
use crate::finding::{Finding, Verdict};
use crate::process::{Run, Slice};
use crate::table::{Contender, Table, Until};
use anyhow::{Result, ensure};
use figures::Figure;
use figures::statistics::middle;
use serde::Serialize;

/// A shorter bench is warned of, in seconds.
const SHORT: f64 = 1.0;

/// What is told of a comparison.
#[derive(Debug, Serialize)]
pub(crate) struct Told {
    /// The processor's name.
    processor: String,
    /// The nodes that each run visits.
    nodes: u64,
    rounds: usize,
    /// Milliseconds that a process goes on; nothing where each ran as a whole.
    slice: Option<f64>,
    /// Seconds that all rounds took.
    seconds: f64,
    /// `processor time` or `cycles:u`.
    cost: &'static str,
    /// The base, then the tests.
    engines: Vec<Row>,
    /// What limits the figures.
    remarks: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Row {
    name: String,
    /// As the reader names its builds.
    builds: Vec<String>,
    compiler: Option<String>,
    /// Of the middle run of all builds.
    nodes_per_second: f64,
    /// Nothing of the base.
    against_base: Option<Against>,
}

#[derive(Debug, Serialize)]
struct Against {
    /// Of speeds: the value, and the ends of its 95 % interval.
    ratio: [f64; 3],
    /// How far the interval over rounds reaches to either side in per cent, and that over builds.
    halves: (f64, Option<f64>),
    /// Whether all test builds lie on one side of all base builds.
    builds_agree: bool,
    probability_faster: f64,
    verdict: Verdict,
}

impl Against {
    fn of(finding: &Finding) -> Against {
        let Figure { value, low, high } = finding.ratio();
        Against {
            ratio: [value, low, high],
            halves: finding.halves(),
            builds_agree: finding.agrees,
            probability_faster: finding.probability_faster(),
            verdict: finding.verdict(),
        }
    }

    /// The gain, and the ends of its interval, in per cent. The last digit is one that rounds know.
    fn cells(&self) -> [String; 2] {
        let [gain, low, high] = self.ratio.map(|ratio| 100.0 * (ratio - 1.0));
        let digits = if high - low < 0.2 { 2 } else { 1 };
        [format!("{gain:+.digits$} %"), format!("{low:+.digits$} to {high:+.digits$}")]
    }
}

impl Told {
    pub(crate) fn of(table: &Table, slice: Slice, is_in_place: bool) -> Told {
        let findings: Vec<_> = table.findings().collect();
        let row = |(number, Contender { name, builds }): (usize, &Contender)| {
            let runs = table.rounds.iter().flat_map(|round| &round[table.places(number)]);
            let seconds: Vec<_> = runs.map(|Run { seconds, .. }| *seconds).collect();
            Row {
                name: name.clone(),
                builds: builds.iter().map(Engine::to_string).collect(),
                compiler: builds[0].compiler(),
                nodes_per_second: table.nodes as f64 / middle(&seconds),
                against_base: number.checked_sub(1).map(|test| Against::of(&findings[test])),
            }
        };
        let engines: Vec<_> = table.contenders.iter().enumerate().map(row).collect();
        let remarks = [
            remark_on_width(table),
            remark_on_length(table, &engines),
            remark_on_copies(table, is_in_place),
            remark_on_builds(table),
        ];
        Told {
            processor: processor(),
            nodes: table.nodes,
            rounds: table.rounds.len(),
            slice: match slice {
                Slice::Of(slice) => Some(slice.as_secs_f64() * 1e3),
                Slice::Whole => None,
            },
            seconds: table.seconds,
            cost: if table.has_cycles() { "cycles:u" } else { "processor time" },
            engines,
            remarks: remarks.into_iter().flatten().collect(),
        }
    }

    /// A table to paste, and remarks below it.
    pub(crate) fn markdown(&self) -> String {
        let mut text = "| engine | compiler | nodes/s | gain | 95 % interval | P(faster) | |\n\
                        |---|---|--:|--:|--:|--:|---|\n"
            .to_owned();
        for Row { name, compiler, nodes_per_second, against_base, .. } in &self.engines {
            let [gain, interval] =
                against_base.as_ref().map_or_else(Default::default, Against::cells);
            let (probability, verdict) = against_base.as_ref().map_or_else(
                || (String::new(), "base".to_owned()),
                |it| (format!("{:.3}", it.probability_faster), it.verdict.to_string()),
            );
            let compiler = compiler.as_deref().unwrap_or_default();
            let name = name.replace('|', "\\|");
            text += &format!(
                "| {name} | {compiler} | {nodes_per_second:.0} | {gain} | {interval} | {probability} \
                 | {verdict} |\n"
            );
        }
        let how = match self.slice {
            Some(slice) => format!("slices of {slice} ms on one core"),
            None => "whole runs in turn".to_owned(),
        };
        let (nodes, rounds, cost) = (self.nodes, self.rounds, self.cost);
        text += &format!(
            "\n{nodes} nodes, {rounds} rounds in {:.1} min, {how}, by {cost}. {}.\n",
            self.seconds / 60.0,
            self.processor
        );
        for Row { name, builds, .. } in &self.engines {
            if builds[..] != [name.clone()] {
                text += &format!("- {name}: {}\n", builds.join("; "));
            }
        }
        self.remarks.iter().fold(text, |text, remark| text + "- " + remark + "\n")
    }

    /// That every test is as expected.
    ///
    /// # Errors
    /// If one is not; the error names it.
    pub(crate) fn expect(&self, expected: Verdict) -> Result<()> {
        let tests =
            self.engines.iter().filter_map(|row| Some((&row.name, row.against_base.as_ref()?)));
        for (name, against) in tests {
            let [gain, interval] = against.cells();
            ensure!(
                expected.holds(against.verdict),
                "expected {expected}: {name} is {} ({gain}, {interval})",
                against.verdict
            );
        }
        Ok(())
    }
}

fn remark_on_width(table: &Table) -> Option<String> {
    match table.until {
        Until::Within { half, .. } if !table.is_within(half) => {
            Some(format!("±{half} % is not reached in this time."))
        }
        _ => None,
    }
}

fn remark_on_length(table: &Table, rows: &[Row]) -> Option<String> {
    let length = |row: &Row| table.nodes as f64 / row.nodes_per_second;
    let short = rows.iter().find(|row| length(row) < SHORT)?;
    Some(format!(
        "{} takes {:.3} s: below a second its start counts too. Give it a deeper bench.",
        short.name,
        length(short)
    ))
}

fn remark_on_copies(table: &Table, is_in_place: bool) -> Option<String> {
    let mut builds = table.contenders.iter().flat_map(|contender| &contender.builds);
    let engine = builds.find(|build| is_in_place || build.executable().is_none())?;
    Some(format!(
        "{engine} runs where it is and not as a fresh copy: its pages stay the same in all rounds."
    ))
}

fn remark_on_builds(table: &Table) -> Option<String> {
    let is_one = table.contenders.iter().all(|contender| contender.builds.len() == 1);
    let one = "One build of each: the interval holds no other linking, which can change more. \
               docs/validation.md says how to compare several.";
    is_one.then(|| one.to_owned())
}

/// The processor's name.
fn processor() -> String {
    let told = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = told.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    let name = name.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    figures::visible(name)
}

#[cfg(test)]
mod tests;
