//! The raw times of every round, for readers who doubt the figures.

use anyhow::{Context as _, Result};
use flate2::Compression;
use flate2::write::GzEncoder;
use records::{Table, shown};
use sampling::{Gate, Samples};
use serde_json::json;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

/// A compressed file with a line of JSON for each step of a table: its setting, its lanes, and its
/// rounds. A round has the number of its block, whether it counts, the idle probe in cycles, the
/// drift of the calibrations, cycles per multiplication, units per reading of the clock, and the
/// time of each lane. Everything that the records say of the step follows from these. The file lies
/// beside the records of the run and is not part of them.
#[derive(Debug)]
pub(crate) struct RoundsFile {
    path: PathBuf,
}

impl RoundsFile {
    /// Starts this file anew.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn create(path: PathBuf) -> Result<RoundsFile> {
        let folder = path.parent().context("the file lies in a folder")?;
        fs::create_dir_all(folder).with_context(|| shown(folder))?;
        fs::write(&path, []).with_context(|| shown(&path))?;
        Ok(RoundsFile { path })
    }

    /// Adds the rounds of a table.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(crate) fn add(
        &self,
        table: &Table,
        names: &[String],
        samples: &[Samples],
        gate: &Gate<'_>,
    ) -> Result<()> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        for (step, samples) in table.steps.iter().zip(samples) {
            let counted = samples.counted(gate);
            let mut counted = counted.rounds().peekable();
            let rounds = samples.rounds.iter().map(|round| {
                let counts = counted.next_if(|next| std::ptr::eq(*next, round)).is_some();
                let times = round.times.iter().copied().map(short);
                json!([
                    round.block,
                    counts,
                    short(round.idle),
                    short(round.drift),
                    short(round.multiply),
                    short(round.factor),
                    times.collect::<Vec<_>>()
                ])
            });
            let lanes = samples.lanes().iter().map(|lane| (&names[lane.variant], lane.links));
            let line = json!({
                "question": table.question, "stream": table.stream, "context": table.context,
                "dependent": table.dependent, "at": step.at,
                "seed": samples.seed(), "lanes": lanes.collect::<Vec<_>>(),
                "rounds": rounds.collect::<Vec<_>>(),
            });
            writeln!(encoder, "{line}")?;
        }
        // Concatenated compressed parts are one compressed file.
        let part = encoder.finish()?;
        let file = OpenOptions::new().append(true).open(&self.path);
        let written = file.and_then(|mut file| file.write_all(&part));
        written.with_context(|| format!("writing {}", shown(&self.path)))
    }
}

/// The number, rounded to six digits.
fn short(number: f64) -> f64 {
    format!("{number:.5e}").parse().unwrap_or(number)
}
