//! Citations: what says of a figure where, by which build, when and how it was measured.

use crate::words::day;
use records::{Meter, Records, Run};

/// The licence of all records, by its SPDX name.
const LICENCE: &str = "CC0-1.0";

/// What follows a figure's name where it is cited.
pub(crate) fn provenance(records: &Records, run: Option<&Run>, date: &str) -> String {
    let commit = run.and_then(|run| run.commit.as_deref()).unwrap_or("unknown commit");
    let method = run.map_or_else(String::new, |run| format!(", method {}", run.method));
    let (build, cpu, day) = (records.machine.build, &records.machine.cpu, day(date));
    format!("{build}, {cpu}, {commit}, {day}{method}")
}

/// How records as a whole are cited.
pub(crate) fn citation(records: &Records) -> String {
    let run = records.run(Meter::Duel);
    let date = run.map_or("unknown date", |run| &run.date);
    let provenance = provenance(records, run, date);
    format!("Spacetime, {provenance}; records are {LICENCE}")
}
