//! Citations: what says of a figure where, by which build, when and how it was measured.

use crate::words::day;
use records::{Records, Run, Table};

pub(crate) const LICENCE: &str = "CC0-1.0";

/// What follows a figure's name where it is cited.
pub(crate) fn provenance(records: &Records, run: &Run, date: &str) -> String {
    let commit = run.commit.as_deref().unwrap_or("unknown commit");
    let (build, cpu, day) = (records.machine.build, &records.machine.cpu, day(date));
    format!("{build}, {cpu}, {commit}, {day}, method {}", run.method)
}

/// The line that cites a variant's times in a table where nothing varies.
pub(crate) fn citation(records: &Records, table: &Table, name: &str) -> String {
    let provenance = provenance(records, &records.runs[table.run], &table.date);
    format!("{}/{name}, {provenance}", table.setting().name())
}
