//! This machine, with the clock that it has.

#[cfg(test)]
mod tests;

use crate::machine;
use crate::meters::compared::Compared;
use crate::meters::machine::{Facts, Machine};
use anyhow::Result;
use questions::contenders::{conditions, contender};
use questions::question::{Question, crates};
use questions::variant::Variant;
use records::Setting;
use sampling::clock::CHAINS;
use sampling::{Clock, Host, Lanes, Runner};

/// This machine.
#[derive(Debug)]
pub struct ThisMachine {
    runner: Runner,
    facts: Facts,
}

impl ThisMachine {
    /// Uses the best clock for short batches, and the kernels of these questions.
    #[must_use]
    pub fn new(questions: &[Question], seed: u64) -> ThisMachine {
        let caches = machine::here().caches;
        let runner = Runner::new(clock(), crates(questions), seed, caches.reach());
        let facts = Facts {
            unit: runner.host().clock().unit(),
            caches,
            seed,
            one_layout: runner.one_layout(),
            one_draw_of_pages: runner.one_draw_of_pages(),
        };
        ThisMachine { runner, facts }
    }

    /// The source of its times.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        self.runner.host().clock()
    }

    /// How it takes times, and what another clock says of its cycles.
    #[must_use]
    pub fn how(&self) -> String {
        let clock = self.clock();
        let counted =
            counted_cycles().map(|cycles| format!(", each {cycles:.3} cycles as counted"));
        let [meter, counted] = [clock.meter(), counted.as_deref().unwrap_or_default()];
        format!("{meter}; {:.2} additions a nanosecond{counted}", clock.gigahertz())
    }
}

impl Machine for ThisMachine {
    fn host(&self) -> &dyn Host {
        self.runner.host()
    }

    fn facts(&self) -> &Facts {
        &self.facts
    }

    fn branches(&self, variant: &Variant) -> Option<usize> {
        let own = variant.technique.name.replace('-', "_");
        self.runner.artefact().branches(variant.code?, &own)
    }

    fn lanes<'b>(
        &'b self,
        compared: &'b Compared<'b>,
        setting: Setting<'static>,
    ) -> Result<Box<dyn Lanes + 'b>> {
        let contender = |variant: &Variant| contender(compared.question, variant, setting);
        let contenders = compared.all().map(contender).collect();
        let conditions = conditions(compared.question, setting);
        Ok(Box::new(self.runner.batches(contenders, conditions)?))
    }

    fn chain(&self, number: usize) -> f64 {
        CHAINS[number].step(self.clock())
    }
}

/// The best clock; the system's, if the processor's own counter contradicts the cycles of the others.
fn clock() -> Clock {
    if is_a_cycle(counted_cycles()) { Clock::open() } else { Clock::of_the_system() }
}

/// Whether an addition of this many counted cycles is one, as far as anybody counts.
fn is_a_cycle(counted: Option<f64>) -> bool {
    counted.is_none_or(|cycles| (0.9..=1.1).contains(&cycles))
}

/// The cycles of an addition that waits for another, by the processor's own counter.
fn counted_cycles() -> Option<f64> {
    #[cfg(target_os = "linux")]
    return crate::meters::counters::cycles_per_addition().ok();
    #[cfg(not(target_os = "linux"))]
    None
}
