//! Sets: the records of a machine with the name that they are called by.

use crate::words;
use records::{Meter, Records};

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

    /// Where, by which build, when and how it was measured, in a line.
    pub(crate) fn provenance(&self) -> String {
        let Records { machine, .. } = &self.records;
        let mut parts = vec![self.processor(), format!("build {}", machine.build)];
        parts.extend(machine.rustc.split(' ').nth(1).map(|version| format!("rustc {version}")));
        if let Some(run) = self.records.run(Meter::Duel) {
            parts.push(words::day(&run.date).to_owned());
            parts.push(format!("method {}", run.method));
            parts.push(format!("a {} run", run.breadth));
        }
        parts.join(" · ")
    }
}
