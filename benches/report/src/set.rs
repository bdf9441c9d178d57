//! Sets: the records of a machine with the name that they are called by.

use crate::words::{counted, day};
use records::{Meter, Records, Run};
use std::collections::{BTreeMap, BTreeSet};

/// The folder of the last run here, which is no committed set.
pub(crate) const LATEST: &str = "latest";

/// Records, and what they are called: their folder's name.
#[derive(Clone, Debug)]
pub struct Set {
    /// The folder's name.
    pub name: String,
    /// What was measured.
    pub records: Records,
}

impl Set {
    /// The processor with its microarchitecture, and whether it is a guest's.
    #[must_use]
    pub fn processor(&self) -> String {
        let machine = &self.records.machine;
        let guest = if machine.virtualised == Some(true) { ", a virtual machine" } else { "" };
        match self.microarchitecture() {
            Some(name) => format!("{} ({name}){guest}", machine.cpu),
            None => format!("{}{guest}", machine.cpu),
        }
    }

    /// The microarchitecture; nothing where its numbers do not tell it.
    pub(crate) fn microarchitecture(&self) -> Option<&'static str> {
        self.records.machine.microarchitecture()
    }

    /// What a column of a table calls it.
    pub(crate) fn column(&self) -> String {
        self.microarchitecture().map_or_else(|| self.name.clone(), str::to_owned)
    }

    /// Whether it is the reader's own last run.
    pub(crate) fn is_own(&self) -> bool {
        self.name == LATEST
    }

    /// Where, by which build, when and how it was measured, in a line. A run that measured only
    /// some of the tables says how many.
    pub(crate) fn provenance(&self) -> String {
        let Records { machine, runs, tables, .. } = &self.records;
        let mut parts = vec![self.processor(), format!("build {}", machine.build)];
        parts.extend(machine.rustc.split(' ').nth(1).map(|version| format!("rustc {version}")));
        let mut by_run: BTreeMap<(&str, u32, &str), usize> = BTreeMap::new();
        for run in tables.iter().filter_map(|table| runs.get(table.run)) {
            *by_run.entry((day(&run.date), run.method, run.breadth.name())).or_default() += 1;
        }
        if let Some(run) = self.records.run(Meter::Duel).filter(|_| by_run.is_empty()) {
            by_run.insert((day(&run.date), run.method, run.breadth.name()), 0);
        }
        let is_only = by_run.len() == 1;
        let mut by_run: Vec<_> = by_run.into_iter().collect();
        by_run.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        parts.extend(by_run.into_iter().map(|((day, method, breadth), count)| {
            let share =
                if is_only { String::new() } else { format!(" ({})", counted(count, "table")) };
            format!("{day}, method {method}, a {breadth} run{share}")
        }));
        parts.join(" · ")
    }

    /// The runs that took its times; without one, all that it has.
    fn timed_runs(&self) -> impl Iterator<Item = &Run> {
        let Records { runs, tables, .. } = &self.records;
        let took = |number| tables.is_empty() || tables.iter().any(|table| table.run == number);
        runs.iter().enumerate().filter(move |(number, _)| took(*number)).map(|(_, run)| run)
    }

    /// The days on which its times were taken.
    pub(crate) fn days(&self) -> BTreeSet<&str> {
        self.timed_runs().map(|run| day(&run.date)).collect()
    }

    /// The versions of the method of its times.
    pub(crate) fn methods(&self) -> BTreeSet<u32> {
        self.timed_runs().map(|run| run.method).collect()
    }

    /// What follows the name of a figure of this run where it is cited.
    pub(crate) fn cited_as(&self, run: &Run) -> String {
        let commit = run.commit.as_deref().unwrap_or("unknown commit");
        let machine = &self.records.machine;
        let (build, cpu, day) = (machine.build, &machine.cpu, day(&run.date));
        format!("{build}, {cpu}, {commit}, {day}, method {}", run.method)
    }
}
