//! The runs of all builds, round by round.

use crate::bench::{Engine, Run};
use crate::finding::{Builds, Finding};
use anyhow::{Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng as _;
use sampling::drawing::shuffled;
use std::time::{Duration, SystemTime};

/// Builds of two engines, and what their runs took.
pub(crate) struct Table<'a> {
    pub(crate) bases: &'a [Engine],
    pub(crate) tests: &'a [Engine],
    /// The nodes that all of them visit.
    pub(crate) nodes: u64,
    /// A round has a run of every build, those of the base first.
    pub(crate) rounds: Vec<Vec<Run>>,
}

impl<'a> Table<'a> {
    /// Runs every build once in each of this many rounds, in an order that is drawn.
    ///
    /// # Errors
    /// If a run fails or visits other nodes.
    pub(crate) fn run(
        [bases, tests]: [&'a [Engine]; 2],
        rounds: u64,
        limit: Duration,
    ) -> Result<Table<'a>> {
        let builds: Vec<_> = bases.iter().chain(tests).collect();
        let bar = bar((rounds + 1) * builds.len() as u64);
        let asked = |build: &Engine| {
            let ran = build.run(limit);
            bar.inc(1);
            ran
        };
        // A first run of each does not count: it brings the executable into memory.
        let mut firsts = builds.iter().map(|build| Ok::<_, anyhow::Error>((build, asked(build)?)));
        let (base, Run { nodes, .. }) = firsts.next().transpose()?.expect("a base");
        for first in firsts {
            let (build, Run { nodes: found, .. }) = first?;
            ensure!(
                nodes == found,
                "{build}: expected {nodes} nodes as {base} has, found {found}: no ratio of speeds"
            );
        }
        let seed = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |since| since.as_nanos() as u64);
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut round = || {
            let order = shuffled(builds.len(), &mut generator);
            let run = |number: usize| {
                let (build, ran) = (builds[number], asked(builds[number])?);
                let found = ran.nodes;
                ensure!(found == nodes, "{build}: expected {nodes} nodes again, found {found}");
                Ok((number, ran))
            };
            let mut runs = order.into_iter().map(run).collect::<Result<Vec<_>>>()?;
            runs.sort_by_key(|(number, _)| *number);
            Ok(runs.into_iter().map(|(_, ran)| ran).collect())
        };
        let rounds = (0..rounds).map(|_| round()).collect::<Result<_>>()?;
        Ok(Table { bases, tests, nodes, rounds })
    }

    /// Whether cycles were counted in every run.
    pub(crate) fn has_cycles(&self) -> bool {
        self.rounds.iter().flatten().all(|run| run.cycles.is_some())
    }

    /// What they show: by cycles if all have them, by processor time otherwise.
    pub(crate) fn finding(&self) -> Finding {
        let has_cycles = self.has_cycles();
        let cost = |run: &Run| match run.cycles {
            Some(cycles) if has_cycles => cycles as f64,
            _ => run.seconds,
        };
        let costs: Vec<Vec<_>> =
            self.rounds.iter().map(|round| round.iter().map(cost).collect()).collect();
        Finding::of(self.builds(), &costs)
    }

    pub(crate) fn builds(&self) -> Builds {
        Builds { bases: self.bases.len(), tests: self.tests.len() }
    }
}

/// Shows how far it is to who watches: nothing without a terminal.
fn bar(runs: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:24} {pos} of {len} runs, {eta} to go");
    let bar = ProgressBar::new(runs);
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}
