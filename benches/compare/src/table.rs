//! The runs of all builds, round by round, each in slices of time.

use crate::engine::Engine;
use crate::finding::{Builds, FEWEST, Finding, is_look};
use crate::process::{Host, Run, Slice, Turns};
use anyhow::{Result, ensure};
use figures::drawing::shuffled;
use indicatif::{ProgressBar, ProgressStyle};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

/// An engine by a name, as one build or several.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    pub(crate) name: String,
    pub(crate) builds: Vec<Engine>,
}

/// When a comparison ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Until {
    Rounds(u64),
    Seconds(f64),
    /// Until all intervals reach this many per cent to either side at most, or this time is over.
    Within {
        half: f64,
        seconds: f64,
    },
}

/// Engines and what their runs took.
#[derive(Debug)]
pub(crate) struct Table {
    /// The base, then the tests.
    pub(crate) contenders: Vec<Contender>,
    /// The nodes that all of them visit.
    pub(crate) nodes: u64,
    /// A round has a run of every build, in the order of the contenders.
    pub(crate) rounds: Vec<Vec<Run>>,
    pub(crate) seconds: f64,
    pub(crate) until: Until,
}

impl Table {
    /// Runs every build once in each round: all begin together, and each goes on for a slice, in an
    /// order that is drawn for each slice, until all have ended.
    ///
    /// # Errors
    /// If a run fails or visits other nodes.
    pub(crate) fn run(
        contenders: Vec<Contender>,
        host: &mut impl Host,
        slice: Slice,
        until: Until,
        generator: &mut Xoshiro256PlusPlus,
    ) -> Result<Table> {
        let begin = host.seconds();
        let mut table = Table { contenders, nodes: 0, rounds: Vec::new(), seconds: 0.0, until };
        let bar = table.bar();
        // A first round does not count: it brings what the engines read into memory.
        let first = table.round(host, slice, generator)?;
        table.nodes = first[0].nodes;
        table.same_nodes(&first)?;
        loop {
            let round = table.round(host, slice, generator)?;
            table.same_nodes(&round)?;
            table.rounds.push(round);
            table.seconds = host.seconds() - begin;
            table.show(&bar);
            if table.is_enough() {
                bar.finish_and_clear();
                return Ok(table);
            }
        }
    }

    fn engines(&self) -> Vec<&Engine> {
        self.contenders.iter().flat_map(|contender| &contender.builds).collect()
    }

    fn round(
        &self,
        host: &mut impl Host,
        slice: Slice,
        generator: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<Run>> {
        let engines = self.engines();
        // Who begins first has the first choice of memory, so that is drawn too.
        let begun = shuffled(engines.len(), generator);
        let mut processes = host.begin(&begun.iter().map(|&it| engines[it]).collect::<Vec<_>>())?;
        let mut runs = vec![None; engines.len()];
        let mut going: Vec<_> = (0..engines.len()).collect();
        while !going.is_empty() {
            for place in shuffled(going.len(), generator) {
                runs[begun[going[place]]] = processes[going[place]].turn(slice)?;
            }
            going.retain(|&process| runs[begun[process]].is_none());
        }
        Ok(runs.into_iter().flatten().collect())
    }

    fn same_nodes(&self, round: &[Run]) -> Result<()> {
        let engines = self.engines();
        for (engine, Run { nodes: found, .. }) in engines.iter().zip(round) {
            let (nodes, base) = (self.nodes, engines[0]);
            ensure!(
                *found == nodes,
                "{engine}: expected {nodes} nodes as {base} has, found {found}: no ratio of speeds"
            );
        }
        Ok(())
    }

    fn is_enough(&self) -> bool {
        let count = self.rounds.len() as u64;
        // Another round would take as long as those before.
        let next = self.seconds * (1.0 + 1.0 / (count as f64 + 1.0));
        match self.until {
            Until::Rounds(rounds) => count >= rounds,
            Until::Seconds(seconds) => count >= FEWEST && next > seconds,
            Until::Within { half, seconds } => {
                is_look(count) && self.is_within(half) || count >= FEWEST && next > seconds
            }
        }
    }

    /// Whether all intervals reach this many per cent to either side at most.
    pub(crate) fn is_within(&self, half: f64) -> bool {
        self.findings().all(|finding| finding.half() <= half)
    }

    /// Whether cycles were counted in every run.
    pub(crate) fn has_cycles(&self) -> bool {
        self.rounds.iter().flatten().all(|run| run.cycles.is_some())
    }

    /// What each test shows: by cycles if all runs have them, by processor time otherwise.
    pub(crate) fn findings(&self) -> impl Iterator<Item = Finding> {
        let has_cycles = self.has_cycles();
        let cost = move |run: &Run| match run.cycles {
            Some(cycles) if has_cycles => cycles as f64,
            _ => run.seconds,
        };
        let stops = matches!(self.until, Until::Within { .. });
        let base = self.places(0);
        (1..self.contenders.len()).map(move |test| {
            let test = self.places(test);
            let builds = Builds { bases: base.len(), tests: test.len() };
            let places = || base.clone().chain(test.clone());
            let costs = |round: &Vec<Run>| places().map(|place| cost(&round[place])).collect();
            Finding::of(builds, &self.rounds.iter().map(costs).collect::<Vec<_>>(), stops)
        })
    }

    /// Where a contender's builds stand in a round.
    pub(crate) fn places(&self, contender: usize) -> Range<usize> {
        let before: usize = self.contenders[..contender].iter().map(|it| it.builds.len()).sum();
        before..before + self.contenders[contender].builds.len()
    }

    /// Shows how far it is to who watches: nothing without a terminal.
    fn bar(&self) -> ProgressBar {
        let (length, unit) = match self.until {
            Until::Rounds(rounds) => (rounds, "rounds"),
            Until::Seconds(seconds) | Until::Within { seconds, .. } => (seconds.ceil() as u64, "s"),
        };
        let style = format!("{{bar:24}} {{pos}} of {{len}} {unit} {{msg}}");
        let style = ProgressStyle::with_template(&style);
        let bar = ProgressBar::new(length);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.tick();
        bar
    }

    fn show(&self, bar: &ProgressBar) {
        let count = self.rounds.len() as u64;
        bar.set_position(if let Until::Rounds(_) = self.until {
            count
        } else {
            self.seconds as u64
        });
        if bar.is_hidden() || count < FEWEST {
            return;
        }
        let names = self.contenders[1..].iter().map(|contender| &contender.name);
        let shown = |(name, finding): (&String, Finding)| format!("{name} {}", finding.gain());
        bar.set_message(names.zip(self.findings()).map(shown).collect::<Vec<_>>().join(", "));
    }
}

#[cfg(test)]
mod tests;
