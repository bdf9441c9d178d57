//! Sets: the records of a machine with the name that they are called by.

use records::Records;

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
    #[must_use]
    pub fn microarchitecture(&self) -> Option<&'static str> {
        self.records.machine.microarchitecture()
    }

    /// What a column of a table calls it.
    #[must_use]
    pub fn column(&self) -> String {
        self.microarchitecture().map_or_else(|| self.name.clone(), str::to_owned)
    }
}
