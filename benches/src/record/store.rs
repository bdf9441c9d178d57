//! The meters' stores: what each has measured so far, in the build folder.

use super::{CLOCK, Measurement, Proof, Records, Run, build_folder, unavailable};
use crate::artefact::Artefact;
use crate::catalogue::{self, Contender, Study};
use crate::invocation::Group;
use crate::machine::Machine;
use anyhow::Result;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// What one meter has measured so far, on disk.
///
/// Every addition is written at once, so that a run that is stopped keeps what
/// it had.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    records: Records,
}

impl Store {
    /// Opens the store of a meter and notes that it runs now. Records of
    /// another machine or build are dropped, and so are contenders that are
    /// not in the catalogue any more.
    #[must_use]
    pub fn open(meter: &str, run: Run, studies: &[Study]) -> Store {
        let (path, machine) = (path(meter), Machine::here());
        let mut records = match Records::read(&path) {
            Ok(earlier) if earlier.machine == machine => earlier,
            Ok(_) => {
                eprintln!(
                    "{meter}: earlier records are of another machine or build; starting anew"
                );
                Records::new(machine)
            }
            Err(_) if !path.exists() => Records::new(machine),
            Err(error) => {
                eprintln!("{meter}: starting anew: {error:#}");
                Records::new(machine)
            }
        };
        records.keep_known(studies);
        records.runs = BTreeMap::from([(meter.to_owned(), run)]);
        Store { path, records }
    }

    /// What was measured so far, in this run and in earlier ones.
    #[must_use]
    pub fn records(&self) -> &Records {
        &self.records
    }

    /// Notes what could not be measured, and why, and writes it.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn miss(&mut self, what: &str, reason: &str) -> Result<()> {
        for run in self.records.runs.values_mut() {
            run.missing.insert(what.to_owned(), reason.to_owned());
        }
        self.records.write(&self.path)
    }

    /// Compares every contender of the plan with the oracle, and the reference of
    /// its study, which is measured with any other. Writes down what came out, and
    /// leaves out of the plan those that answer wrongly and those that need what this
    /// processor has not. `uncounted` says of a contender why it can't be counted,
    /// which leaves it out of the plan too.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn prove<'a>(
        &mut self,
        mut plan: Vec<Group<'a>>,
        artefact: &Artefact,
        uncounted: impl Fn(&Contender) -> Option<String>,
    ) -> Result<Vec<Group<'a>>> {
        catalogue::prove(plan.iter().flat_map(Group::all));
        let mut proven = BTreeMap::new();
        let mut is_right = |study: &Study, contender: &Contender| {
            let name = (study.name, contender.identity.name);
            let variant = proven.entry(name).or_insert_with(|| {
                let mut variant = contender.prove(study, artefact);
                variant.uncounted = uncounted(contender).filter(|_| variant.available);
                if let Proof::Wrong(mistake) = &variant.proof {
                    eprintln!("{mistake}\n{} is not measured\n", variant.name);
                } else if !variant.available {
                    println!("{}: {}", variant.name, unavailable(&variant.needs));
                } else if let Some(reason) = &variant.uncounted {
                    println!("{}: not counted: {reason}", variant.name);
                }
                variant
            });
            !variant.is_wrong() && variant.available && variant.uncounted.is_none()
        };
        for Group { study, contenders, .. } in &mut plan {
            contenders.retain(|contender| is_right(study, contender));
            if let Some(reference) = study.reference() {
                is_right(study, reference);
            }
        }
        self.update(|newer| newer.variants = proven.into_values().collect())?;
        Ok(plan)
    }

    /// Adds what was measured and writes all of it.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn add(&mut self, measurements: Vec<Measurement>) -> Result<()> {
        self.update(|newer| newer.measurements = measurements)
    }

    /// Adds what `fill` puts into empty records and writes all of it.
    ///
    /// # Errors
    /// If the file can't be written.
    pub fn update(&mut self, fill: impl FnOnce(&mut Records)) -> Result<()> {
        let mut newer = Records::new(self.records.machine.clone());
        fill(&mut newer);
        self.records.update(newer);
        self.records.write(&self.path)
    }
}

impl Records {
    /// Drops what is of contenders that are in the catalogue no more.
    pub fn keep_known(&mut self, studies: &[Study]) {
        let known = |study: &str, name: &str| {
            studies.iter().any(|known| known.name == study && known.knows(name))
        };
        let pair = |study: &str, of: &str, against: &str| known(study, of) && known(study, against);
        self.variants.retain(|variant| known(&variant.study, &variant.name));
        self.measurements.retain(|m| {
            let against = m.against.as_ref().unwrap_or(&m.variant);
            m.study == CLOCK || pair(&m.study, &m.variant, against)
        });
        self.noise.retain(|noise| studies.iter().any(|study| study.name == noise.study));
        self.turns.retain(|turn| pair(&turn.study, &turn.variant, &turn.against));
    }
}

/// The file in which a meter keeps its records.
#[must_use]
pub fn path(meter: &str) -> PathBuf {
    build_folder().join("spacetime").join(format!("{meter}.json"))
}
