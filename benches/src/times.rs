//! A run of the duel: what it measures, and where its results go.

pub(crate) mod summary;

use crate::invocation::Invocation;
use crate::meters::batches::ThisMachine;
use crate::meters::compared::Compared;
use crate::meters::duel::Duel;
use crate::meters::listener::{Listener, Measured};
use crate::meters::machine::{Facts, Machine};
use crate::meters::rounds_file::RoundsFile;
use crate::meters::{checking, cores};
use crate::plan::{Group, TableKind};
use crate::{against, builds, machine, output, terminal};
use anyhow::Result;
use indicatif::HumanDuration;
use log::info;
use questions::question::Question;
use questions::streams;
use questions::variant::Variant;
use records::{Breadth, Context, Figure, Meter, Records, Run, Step, Table};
use report::Set;
use sampling::Gate;
use std::time::Duration;
use summary::{agreeing, attention, placed, ranking};

/// Measures what the invocation chooses.
///
/// # Errors
/// If a filter chooses nothing, another run measures into the folder, the positions cannot be
/// used, an answer is wrong while timed, or the results cannot be written; or if there is not one
/// figure in the end.
pub fn run(invocation: &Invocation, questions: &[Question]) -> Result<()> {
    if let Some(commit) = &invocation.against {
        return against::run(invocation, questions, commit);
    }
    let plan = invocation.plan(questions, Context::ALL)?;
    if invocation.lists(&plan) {
        return Ok(());
    }
    let positions = streams::check()?;
    let machine = ThisMachine::new(questions, invocation.seed());
    let breadth = invocation.breadth();
    if invocation.self_check {
        return self_check(&machine, breadth, plan);
    }
    let how = machine.how();
    info!("clock: {how}");
    let run = Run {
        resolution: Some(machine.clock().resolution_in_units()),
        ..drawn(&how, breadth, machine.facts())
    };
    let mut store = checking::open_store(run, questions)?;
    let set = Set { name: "latest".to_owned(), records: store.about().clone() };
    let seconds: f64 = plan.iter().map(|group| group.seconds).sum();
    let tables = plan.len();
    let plural = if tables == 1 { "" } else { "s" };
    terminal::say(&format!(
        "Spacetime on {}, {}: a {breadth} run, {tables} table{plural} in about {}. Log: {}",
        set.processor(),
        set.records.machine.build,
        HumanDuration(Duration::from_secs_f64(seconds)),
        output::shown(&terminal::log_file())
    ));
    info!("stream positions: {positions}");
    // Checking uses all cores, so it comes before one is taken for the rest.
    let plan = checking::check(&mut store, plan, |_| None)?;
    cores::stay(&cores::usable());
    let mut rounds = RoundsFile::create(output::rounds(builds::this()))?;
    let mut showing = Showing::beside(store.about().clone(), invocation.filters.clone());
    Duel::new(&machine, vec![&mut store, &mut showing, &mut rounds])?
        .measure(breadth, &plan)
        .map(drop)
}

/// A run of this machine, with the seed that it draws by.
pub(crate) fn drawn(how: &str, breadth: Breadth, facts: &Facts) -> Run {
    Run { seed: Some(facts.seed), ..machine::run(Meter::Duel, how, breadth) }
}

/// Compares copies of variants with their originals, in every context, with the other core idle
/// and with it streaming through memory.
fn self_check(machine: &dyn Machine, breadth: Breadth, plan: Vec<Group<'_>>) -> Result<()> {
    let plan = of_copies(machine, plan)?;
    let cores = cores::usable();
    cores::stay(&cores);
    let measure = |state: &str| {
        terminal::say(&format!("the other core {state}"));
        let mut showing = Showing::default();
        let tables = Duel::new(machine, vec![&mut showing])?.measure(breadth, &plan)?;
        terminal::say(&format!("copies of variants against themselves:\n{}", agreeing(&tables)));
        anyhow::Ok(())
    };
    measure("is idle")?;
    let state = "streams through memory";
    match cores::while_streaming(&cores, || measure(state)) {
        Ok(measured) => measured?,
        Err(reason) => {
            terminal::say(&format!("the other core {state}: not measured: {reason:#}"));
        }
    }
    Ok(())
}

/// The plan with only the variants that have copies.
pub(crate) fn of_copies<'a>(
    machine: &dyn Machine,
    mut plan: Vec<Group<'a>>,
) -> Result<Vec<Group<'a>>> {
    for group in &mut plan {
        let answering = group.answering.iter().copied();
        let branches = |variant: &Variant| machine.branches(variant);
        group.answering = Compared::new(group.question, answering, branches)?.copied;
    }
    Ok(plan)
}

/// Whether tables of this kind have an answer of their own, before all are finished.
fn is_told(kind: TableKind) -> bool {
    matches!(kind, TableKind::Programs | TableKind::Hot)
}

/// Shows what a user acts on, and logs the rest.
#[derive(Debug, Default)]
pub(crate) struct Showing {
    /// The machine, the questions and the variants; `None` if only copies are compared.
    about: Option<Records>,
    /// What the user asked for by name; the last lines say where it stands.
    asked: Vec<String>,
}

impl Showing {
    /// Answers questions as soon as their tables are finished, with what is known of them.
    pub(crate) fn beside(about: Records, asked: Vec<String>) -> Showing {
        Showing { about: Some(about), asked }
    }
}

impl Listener for Showing {
    fn finished(&mut self, question: &Question, kind: TableKind, tables: &[&Table]) -> Result<()> {
        let Some(about) = self.about.as_ref().filter(|_| is_told(kind)) else { return Ok(()) };
        // Programs come first, and say what a lookup is worth.
        let tables = tables.iter().copied().cloned().collect();
        let set = Set { name: "latest".to_owned(), records: Records { tables, ..about.clone() } };
        if let Some(line) = report::line(&set, question.name) {
            terminal::found(question.name, &line);
        }
        Ok(())
    }

    /// Ranks the variants, says what was seen of the machine and how often copies differed from
    /// their originals.
    fn concluded(&mut self, measured: &[Measured<'_>], _: &Gate<'_>) -> Result<()> {
        for Measured { name, is_shown, table, .. } in measured.iter().filter(|it| it.is_ranked) {
            let ranking = format!("{name}\n{}", ranking(table));
            if *is_shown {
                terminal::say(&ranking)
            } else {
                info!("{ranking}")
            }
            for (what, Figure { value, low, high }) in table.steps.iter().flat_map(controls) {
                info!("{what}: {value:.4} ({low:.4} to {high:.4})");
            }
        }
        let tables: Vec<_> = measured.iter().map(|it| it.table.clone()).collect();
        let steps = tables.iter().flat_map(|table| &table.steps);
        terminal::say(&attention(steps.map(|step| step.core), &tables));
        for name in &self.asked {
            for Measured { name: table_name, table, .. } in
                measured.iter().filter(|it| it.is_ranked)
            {
                if let Some(told) = placed(table, name) {
                    terminal::say(&format!("{table_name}\n  {told}"));
                }
            }
        }
        Ok(())
    }
}

/// What should not differ from the reference of a program but by the compiler's luck, and its ratio.
fn controls(step: &Step) -> impl Iterator<Item = (&str, Figure)> {
    let builds = step.builds.iter().map(|build| ("another build of the same", build.ratio));
    let neutral = step.neutral.as_ref().map(|it| ("choices that cannot differ", it.ratio));
    builds.chain(neutral)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_and_hot_lookups_are_answered_as_soon_as_they_are_finished() {
        use TableKind::{Beside, Hot, Learnt, Programs, Upkeep};
        for (kind, expected) in
            [(Programs, true), (Hot, true), (Beside, false), (Learnt, false), (Upkeep, false)]
        {
            assert_eq!(is_told(kind), expected, "{kind:?}");
        }
    }
}
