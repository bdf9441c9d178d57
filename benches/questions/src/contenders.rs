//! What variants give to batches of queries, as a setting asks them.

use crate::kernel::{Form, LINKS};
use crate::question::{Length, Question};
use crate::streams::Asked;
use crate::variant::Variant;
use records::{Context, Kind, Parameter, Setting};
use sampling::batches::MOST_TIMED;
use sampling::{Conditions, Contender, Judge};

/// The most queries that warm a batch of single lookups up, and one of answers about positions.
pub const MOST_WARM: [usize; 2] = [1 << 17, 1 << 13];

/// A variant, or a control, as a setting asks it.
#[must_use]
pub fn contender(question: &Question, variant: &Variant, setting: Setting<'static>) -> Contender {
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
#[must_use]
pub fn asked(setting: Setting<'static>) -> Asked {
    let questions = match setting.at {
        Some((Parameter::Questions, questions)) => Some(questions),
        _ => None,
    };
    Asked { stream: setting.stream, questions }
}

/// The batches of a setting.
#[must_use]
pub fn conditions(question: &Question, setting: Setting<'_>) -> Conditions {
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
#[must_use]
pub fn forms(setting: Setting<'_>) -> &'static [(Form, usize)] {
    match (setting.context, setting.dependent) {
        (Context::Beside, false) => &[(Form::Beside, 0)],
        (Context::Beside, true) => &[(Form::BesideDependent, 0)],
        (Context::Latency, _) => &[(Form::Latency, 0), (Form::Lengthened, LINKS)],
        (Context::Throughput | Context::Learnt | Context::Upkeep, _) => &[(Form::Throughput, 0)],
    }
}
