//! This machine: the clock that it has, and what variants give to batches of queries.

#[cfg(test)]
mod tests;

use crate::machine;
use crate::meters::compared::Compared;
use crate::meters::machine::{Facts, Machine};
use anyhow::Result;
use questions::kernel::{Form, LINKS};
use questions::question::{Length, Question, crates};
use questions::streams::Asked;
use questions::variant::Variant;
use records::{Context, Kind, Parameter, Setting};
use sampling::batches::MOST_TIMED;
use sampling::clock::CHAINS;
use sampling::{Clock, Conditions, Contender, Host, Judge, Lanes, Runner};

/// This machine.
#[derive(Debug)]
pub struct ThisMachine {
    runner: Runner,
    facts: Facts,
}

/// The most queries that warm a batch of single lookups up, and one of answers about positions.
const MOST_WARM: [usize; 2] = [1 << 17, 1 << 13];

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

/// A variant, or a control, as a setting asks it.
fn contender(question: &Question, variant: &Variant, setting: Setting<'static>) -> Contender {
    let asked = asked(setting);
    let workload = |&(form, links): &(Form, usize)| (variant.workload(asked, form), links);
    let oracle = question.oracle_of(variant);
    // The null control answers nothing.
    let judge = variant.is_variant().then(|| Judge {
        name: format!("{}, {}, {asked:?}", question.name, oracle.name),
        workload: oracle.workload(asked, Form::Throughput),
    });
    Contender {
        name: variant.name.to_owned(),
        workloads: forms(setting).iter().map(workload).collect(),
        tables: variant.places(),
        table_bytes: variant.table_bytes() as u64,
        hides_tables: variant.kind == Kind::Library,
        stays: false,
        judge,
    }
}

/// The queries of a setting.
fn asked(setting: Setting<'static>) -> Asked {
    let questions = match setting.at {
        Some((Parameter::Questions, questions)) => Some(questions),
        _ => None,
    };
    Asked { stream: setting.stream, questions }
}

/// The batches of a setting.
fn conditions(question: &Question, setting: Setting<'_>) -> Conditions {
    let policy = question.policy;
    let is_program = policy.length == Length::Program;
    let working_set = match setting.at {
        Some((Parameter::WorkingSet, bytes)) => Some(bytes),
        _ => None,
    };
    Conditions {
        name: setting.to_string(),
        window: policy.window,
        lead: policy.lead,
        most_timed: if is_program { 1 } else { MOST_TIMED },
        warm_up: [policy.warm_up, MOST_WARM[usize::from(policy.length > Length::Lookup)]],
        is_learnt: setting.context == Context::Learnt,
        working_set,
    }
}

/// The kernels of a setting, and the additions that each puts into the chain.
fn forms(setting: Setting<'_>) -> &'static [(Form, usize)] {
    match (setting.context, setting.dependent) {
        (Context::Beside, false) => &[(Form::Beside, 0)],
        (Context::Beside, true) => &[(Form::BesideDependent, 0)],
        (Context::Latency, _) => &[(Form::Latency, 0), (Form::Lengthened, LINKS)],
        (Context::Throughput | Context::Learnt | Context::Upkeep, _) => &[(Form::Throughput, 0)],
    }
}
