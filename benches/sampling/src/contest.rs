//! Contenders that are ready: sampled in the same rounds, and concluded. Of one program's functions, or of
//! two versions of one.

#[cfg(test)]
mod tests;

use crate::batches::Runner;
use crate::clock::Clock;
use crate::gate::Gate;
use crate::outcome::{Outcome, Row};
use crate::rounds::{Budget, Lanes as _, Samples, sample};
use crate::verdict::{Roles, Verdicts, verdicts};
use crate::workload::{Conditions, Contender};
use anyhow::{Context as _, Result};
use std::collections::BTreeSet;
use std::time::Duration;

/// The functions from the first that are compared with copies of themselves.
pub(crate) const COPIES: usize = 3;

/// Bytes of the caches that a core is taken to have to itself.
const REACH: u64 = 4 << 20;

/// Contenders that share rounds: functions, [copies](roles) of the first of them, and two loops without one.
pub(crate) struct Contest {
    pub(crate) what: String,
    /// The names of the functions.
    pub(crate) names: Vec<String>,
    pub(crate) contenders: Vec<Contender>,
    /// The functions behind a pointer, by number: their code stays in place.
    pub(crate) behind: Vec<usize>,
    pub(crate) conditions: Conditions,
    /// The crates whose functions kernels call.
    pub(crate) crates: BTreeSet<String>,
    pub(crate) seed: u64,
}

impl Contest {
    /// Samples for this long, and concludes.
    ///
    /// # Errors
    /// If answers are wrong while they are timed, or the time was too short for a figure.
    pub(crate) fn run(self, time: Duration) -> Result<Outcome> {
        let Contest { what, names, contenders, behind, conditions, crates, seed } = self;
        let runner = Runner::new(Clock::open(), crates.into_iter().collect(), seed, REACH);
        let gate = Gate::learn(runner.host(), time / 10);
        let mut batches = runner.batches(contenders, conditions)?;
        let mut samples = Samples::new(batches.lanes(), seed);
        sample(&gate, &mut batches, Budget::short(usize::MAX, time), &mut samples)?;
        let counted = samples.counted(&gate);
        let roles = roles(names.len());
        let copies = roles.copies.iter().filter(|(_, of)| behind.contains(of));
        let fixed = behind.iter().copied().chain(copies.map(|(copy, _)| *copy));
        let fixed: BTreeSet<_> = fixed.chain(batches.fixed()).collect();
        let roles = Roles { fixed: fixed.into_iter().collect(), ..roles };
        let found = verdicts(&counted, &roles).with_context(|| {
            format!("{what}: {time:?} gave {} layouts: too few for a figure", counted.fewest())
        })?;
        Ok(Outcome {
            rows: rows(&names, &found, &roles),
            what,
            null: found.raw[roles.null],
            unit: runner.host().clock().unit(),
            clock: runner.host().clock().meter().to_owned(),
            core: counted.core,
            rounds: counted.len(),
            layouts: counted.fewest(),
            one_layout: runner.one_layout(),
            seed,
            is_debug: cfg!(debug_assertions),
        })
    }
}

/// The roles of this many functions, with their copies and two loops after them.
pub(crate) fn roles(count: usize) -> Roles {
    let copies: Vec<_> = (0..count.min(COPIES)).map(|of| (count + of, of)).collect();
    let null = count + copies.len();
    Roles {
        compared: (0..count).collect(),
        copies,
        builds: Vec::new(),
        null,
        null_copy: null + 1,
        fixed: Vec::new(),
        by_reference: false,
        neutral: Vec::new(),
        pairs: Vec::new(),
    }
}

/// A row for each of these functions.
pub(crate) fn rows(names: &[String], found: &Verdicts, roles: &Roles) -> Vec<Row> {
    let row = |(number, name): (usize, &String)| Row {
        name: name.clone(),
        time: found.raw[number],
        ratio: found.ratios[number],
        verdict: (number > 0).then(|| found.of(number, 0)).flatten(),
        copy: found.copies.get(number).copied(),
        stays: roles.fixed.contains(&number),
    };
    names.iter().enumerate().map(row).collect()
}

/// A function as one version of its crate has it, with the loop around it. A program that is made of two
/// versions of a crate has each of its types twice, and those of this library once.
pub struct Offer {
    /// How batches of it are measured.
    pub conditions: Conditions,
    /// The crates whose functions the loop calls, as paths name them.
    pub crates: Vec<String>,
    /// Makes a contender of the function.
    pub function: Box<dyn Fn() -> Contender>,
    /// Makes one of the loop without the function.
    pub null: Box<dyn Fn() -> Contender>,
}

impl std::fmt::Debug for Offer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Offer").field("conditions", &self.conditions).finish_non_exhaustive()
    }
}

/// Compares the second of two versions with the first, for this long. Judges of one name have equal sums,
/// so both are asked the same.
///
/// # Errors
/// If answers are wrong while they are timed, or the time was too short for a figure.
pub fn versions(
    names: [&str; 2],
    offers: [&Offer; 2],
    seed: u64,
    time: Duration,
) -> Result<Outcome> {
    let named = || offers.into_iter().zip(names);
    let functions = named().chain(named()).map(|(offer, name)| {
        // It says whose answers are wrong.
        Contender { name: name.to_owned(), ..(offer.function)() }
    });
    let nulls = [offers[1]; 2].map(|offer| (offer.null)());
    Contest {
        what: offers[1].conditions.name.clone(),
        names: names.map(str::to_owned).to_vec(),
        contenders: functions.chain(nulls).collect(),
        behind: Vec::new(),
        conditions: offers[1].conditions.clone(),
        crates: offers.iter().flat_map(|offer| offer.crates.iter().cloned()).collect(),
        seed,
    }
    .run(time)
}
