//! Citations: what says of a figure where, by which build, when and how it was measured.

use records::{Meter, Records};

/// The licence of all records, by its SPDX name.
pub(crate) const LICENCE: &str = "CC0-1.0";

/// The day of a date.
pub(crate) fn day(date: &str) -> &str {
    date.split('T').next().unwrap_or(date)
}

/// What follows a figure's name where it is cited.
pub(crate) fn provenance(records: &Records, build: &str, commit: &str, date: &str) -> String {
    let method = records.method().map_or_else(String::new, |method| format!(", method {method}"));
    let (cpu, day) = (&records.machine.cpu, day(date));
    format!("{build}, {cpu}, {commit}, {day}{method}")
}

/// How records as a whole are cited.
pub(crate) fn citation(records: &Records) -> String {
    let run = records.runs.get(&Meter::Duel);
    let commit = run.and_then(|run| run.commit.as_deref()).unwrap_or("unknown commit");
    let date = run.map_or("unknown date", |run| &run.date);
    let provenance = provenance(records, records.machine.build.name(), commit, date);
    format!("Spacetime, {provenance}; records are {LICENCE}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::timed;

    #[test]
    fn a_citation_says_where_by_which_build_when_and_how() {
        let mut records = timed();
        let cited = "Spacetime, x86-64-v3, Made-up Processor, abcdef, 2026-01-02, method 4; \
                     records are CC0-1.0";
        assert_eq!(citation(&records), cited);
        // From before versions were recorded.
        let run = records.runs.get_mut(&Meter::Duel).unwrap();
        run.method = None;
        assert!(citation(&records).contains(", method 1;"));
        records.runs.get_mut(&Meter::Duel).unwrap().probe = Some("nops".to_owned());
        assert!(citation(&records).contains(", method 2;"));
        records.runs.clear();
        let unknown = "Made-up Processor, unknown commit, unknown date; records";
        assert!(citation(&records).contains(unknown));
    }
}
