//! What a run of the duel tells while it measures. Each listener hears all of it: one stores, another
//! shows.

use crate::meters::rounds_file::RoundsFile;
use crate::plan::TableKind;
use anyhow::Result;
use questions::question::Question;
use records::{Chain, Count, Store, Table};
use sampling::{Gate, Samples};

/// Hears what is measured. An error ends the run.
pub(crate) trait Listener {
    /// Whether counts of the processor are wanted beside times.
    fn wants_counts(&self) -> bool {
        false
    }

    /// The quiet state of this machine is known.
    fn began(&mut self, _: &Gate<'_>) -> Result<()> {
        Ok(())
    }

    /// Chains of known latency were timed.
    fn chained(&mut self, _: &[Chain]) -> Result<()> {
        Ok(())
    }

    /// A table has more rounds than before.
    fn sampled(&mut self, _: &Table, _: &[Count]) -> Result<()> {
        Ok(())
    }

    /// Something can't be measured, for this reason.
    fn missing(&mut self, _what: &str, _reason: &str) -> Result<()> {
        Ok(())
    }

    /// A table can't be measured now. An earlier run's would stand beside the reason for that.
    fn unmeasured(&mut self, _: &Table) -> Result<()> {
        Ok(())
    }

    /// All tables of a question and a kind are finished; these are all that the run has.
    fn finished(&mut self, _: &Question, _: TableKind, _tables: &[&Table]) -> Result<()> {
        Ok(())
    }

    /// The run is over.
    fn concluded(&mut self, _: &[Measured<'_>], _: &Gate<'_>) -> Result<()> {
        Ok(())
    }
}

/// A table with the rounds behind it.
#[derive(Debug)]
pub(crate) struct Measured<'a> {
    /// Its setting, in words.
    pub(crate) name: String,
    /// Whether its variants are ranked: no parameter varies.
    pub(crate) is_ranked: bool,
    /// Whether its ranking is for the eyes of whoever asked: only if the run has a single question,
    /// on the stream nearest to play unless the filters chose only others.
    pub(crate) is_shown: bool,
    pub(crate) table: &'a Table,
    /// The names of all lanes' variants, by number.
    pub(crate) names: Vec<String>,
    /// The rounds, by step.
    pub(crate) samples: &'a [Samples],
}

/// Keeps records, table by table.
impl Listener for Store {
    fn wants_counts(&self) -> bool {
        true
    }

    fn began(&mut self, gate: &Gate<'_>) -> Result<()> {
        let probe = gate.to_string();
        self.note(|run| run.probe = Some(probe))
    }

    fn chained(&mut self, chains: &[Chain]) -> Result<()> {
        self.describe(|records| records.clock = chains.to_vec())
    }

    fn sampled(&mut self, table: &Table, counts: &[Count]) -> Result<()> {
        self.keep(table.clone(), counts.to_vec())
    }

    fn missing(&mut self, what: &str, reason: &str) -> Result<()> {
        self.note_missing(what, reason)
    }

    fn unmeasured(&mut self, table: &Table) -> Result<()> {
        self.drop_earlier(table)
    }
}

/// Keeps the raw rounds, at the end.
impl Listener for RoundsFile {
    fn concluded(&mut self, measured: &[Measured<'_>], gate: &Gate<'_>) -> Result<()> {
        let mut all = measured.iter();
        all.try_for_each(|it| self.add(it.table, &it.names, it.samples, gate))
    }
}
