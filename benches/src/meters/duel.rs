//! The meter of times: all variants of a table in interleaved rounds, in every context.

mod heats;
mod steps;
#[cfg(test)]
mod tests;

use crate::meters::compared::Compared;
use crate::meters::listener::{Listener, Measured};
use crate::meters::machine::{Facts, Machine};
use crate::plan::{Group, TableKind};
use crate::terminal;
use anyhow::{Result, ensure};
use heats::Heat;
use log::info;
use questions::variant::Variant;
use records::{
    Breadth, Chain, Context, Core, Count, NARROWEST, Parameter, Setting, Step, Table, Unit,
};
use sampling::clock::CHAINS;
use sampling::{Batch, Budget, Gate, Lane, Lanes, Roles, Samples, sample};
use std::time::Duration;

/// Tables measured one after the other.
pub(crate) struct Duel<'a> {
    machine: &'a dyn Machine,
    gate: Gate<'a>,
    listeners: Vec<&'a mut dyn Listener>,
}

/// A table to measure, and its rounds so far.
struct Task<'a> {
    group: &'a Group<'a>,
    compared: Compared<'a>,
    /// The values of the parameter; a single `None` if none varies.
    values: Vec<Option<u64>>,
    /// The rounds at each value.
    samples: Vec<Samples>,
    /// Queries that warm each variant up, at each value.
    warm_ups: Vec<Vec<usize>>,
    /// The variants that stay in place, by number.
    fixed: Vec<usize>,
    /// The results of its rounds; `None` before the first.
    table: Option<Table>,
}

impl Task<'_> {
    /// The parameter that varies from step to step.
    fn along(&self) -> Option<Parameter> {
        match self.group.context {
            Context::Beside => Some(Parameter::WorkingSet),
            Context::Upkeep => Some(Parameter::Questions),
            _ => None,
        }
    }

    /// The setting at a value of the parameter.
    fn setting(&self, value: Option<u64>) -> Setting<'static> {
        Setting { at: self.along().zip(value), ..self.group.setting() }
    }

    fn name(&self) -> String {
        self.group.setting().to_string()
    }

    /// Whether its variants are ranked: no parameter varies.
    fn is_ranked(&self) -> bool {
        self.along().is_none()
    }

    /// Its results, beside those of all tasks; `None` before its first rounds.
    fn measured(&self, all: &[Task<'_>]) -> Option<Measured<'_>> {
        Some(Measured {
            name: self.name(),
            is_ranked: self.is_ranked(),
            is_shown: is_shown(self, all),
            table: self.table.as_ref()?,
            names: self.compared.all_names(),
            samples: &self.samples,
        })
    }

    /// The state of the core around the rounds that count, by step.
    fn cores(&self) -> impl Iterator<Item = Core> {
        self.table.iter().flat_map(|table| &table.steps).map(|step| step.core)
    }
}

impl<'a> Duel<'a> {
    /// Learns the quiet state of this machine.
    ///
    /// # Errors
    /// Those of the listeners.
    pub(crate) fn new(
        machine: &'a dyn Machine,
        listeners: Vec<&'a mut dyn Listener>,
    ) -> Result<Duel<'a>> {
        let gate = Gate::learn(machine.host(), Duration::from_secs(5));
        info!("{gate}");
        let mut duel = Duel { machine, gate, listeners };
        duel.listeners.iter_mut().try_for_each(|it| it.began(&duel.gate))?;
        let Facts { one_layout, one_draw_of_pages, .. } = machine.facts();
        for (what, reason) in [("layouts", one_layout), ("pages", one_draw_of_pages)] {
            if let Some(reason) = reason {
                duel.note_missing(what, reason)?;
            }
        }
        Ok(duel)
    }

    /// Measures all groups and returns their tables.
    ///
    /// # Errors
    /// If an answer is wrong while timed; if there is not one figure in the end; and those of the
    /// listeners.
    pub(crate) fn measure(&mut self, breadth: Breadth, plan: &[Group<'_>]) -> Result<Vec<Table>> {
        self.chains()?;
        let mut tasks = self.tasks(breadth, plan)?;
        let all: f64 = tasks.iter().map(|task| task.group.seconds).sum();
        let mut done = 0.0;
        for kind in TableKind::ALL {
            for part in 1..=kind.parts() {
                for number in 0..tasks.len() {
                    if tasks[number].group.kind() != kind {
                        continue;
                    }
                    let seconds = tasks[number].group.seconds / kind.parts() as f64;
                    terminal::progress(&tasks[number].name(), done, all);
                    self.sample(&mut tasks[number], seconds)?;
                    done += seconds;
                    let question = tasks[number].group.question;
                    let is_of = |task: &Task<'_>| {
                        task.group.question.name == question.name && task.group.kind() == kind
                    };
                    if part == kind.parts() && !tasks[number + 1..].iter().any(is_of) {
                        let tables: Vec<_> =
                            tasks.iter().filter_map(|task| task.table.as_ref()).collect();
                        let mut listeners = self.listeners.iter_mut();
                        listeners.try_for_each(|it| it.finished(question, kind, &tables))?;
                    }
                }
            }
        }
        terminal::end_of_progress();
        self.look_again(&mut tasks)?;
        self.conclude(&tasks)
    }

    /// A task for each table to measure.
    fn tasks<'t>(&self, breadth: Breadth, plan: &'t [Group<'t>]) -> Result<Vec<Task<'t>>> {
        let mut tasks = Vec::new();
        // The filters may have chosen only variants that answer wrongly.
        for group in plan.iter().filter(|group| group.answering.iter().any(|v| v.is_variant())) {
            let chosen = group.answering.iter().copied();
            let branches = |variant: &Variant| self.machine.branches(variant);
            let compared = Compared::new(group.question, chosen, branches)?;
            let compared = compared.on(group.stream, breadth);
            let values = steps::of(group, breadth, self.machine.facts().caches);
            let (samples, warm_ups, fixed) = Default::default();
            tasks.push(Task { group, compared, values, samples, warm_ups, fixed, table: None });
        }
        Ok(tasks)
    }

    /// Adds rounds to a task for this many seconds, and keeps the results.
    fn sample(&mut self, task: &mut Task<'_>, seconds: f64) -> Result<()> {
        let seconds = seconds / task.values.len() as f64;
        let heats = task.compared.heats();
        for (step, value) in task.values.clone().into_iter().enumerate() {
            for (share, part) in &heats {
                let lanes = Heat::lanes(self.machine, &task.compared, part, task.setting(value));
                let mut lanes = match lanes {
                    Ok(lanes) => lanes,
                    Err(reason) => {
                        self.drop_earlier(task)?;
                        return self.note_missing(&task.group.name(), &format!("{reason:#}"));
                    }
                };
                if task.samples.len() == step {
                    task.samples.push(Samples::new(lanes.lanes(), self.machine.facts().seed));
                    task.warm_ups.push(Vec::new());
                }
                let budget = steps::budget(task.group.kind(), seconds * share);
                sample(&self.gate, &mut *lanes, budget, &mut task.samples[step])?;
                task.warm_ups[step] = lanes.warm_ups();
                task.fixed.extend(lanes.fixed());
            }
        }
        task.fixed.sort_unstable();
        task.fixed.dedup();
        let table = self.table(task);
        self.keep(task, table)
    }

    /// The results of a task, as records.
    fn table(&self, task: &Task<'_>) -> Table {
        let (unit, names) = (self.machine.facts().unit, task.compared.names());
        let roles = Roles { fixed: task.fixed.clone(), ..task.compared.roles() };
        let named = || roles.compared.iter().copied().chain([roles.null]);
        let step = |((at, samples), warm_ups): ((&Option<u64>, &Samples), &Vec<usize>)| {
            let counted = samples.counted(&self.gate);
            let step = steps::said(samples, &counted, &self.gate, &roles, &names, unit);
            let warm_up = named().filter_map(|name| Some(*warm_ups.get(name)? as u64));
            Step { at: *at, warm_up: warm_up.collect(), ..step }
        };
        Table {
            question: task.group.question.name.to_owned(),
            stream: task.group.stream.to_owned(),
            context: task.group.context,
            dependent: task.group.dependent,
            along: task.along(),
            unit,
            date: records::now(),
            run: 0,
            steps: task.values.iter().zip(&task.samples).zip(&task.warm_ups).map(step).collect(),
            names,
        }
    }

    fn keep(&mut self, task: &mut Task<'_>, table: Table) -> Result<()> {
        self.log(task, &table);
        let counts = self.count_by_hardware(task)?;
        self.listeners.iter_mut().try_for_each(|it| it.sampled(&table, &counts))?;
        task.table = Some(table);
        Ok(())
    }

    /// Drops an earlier run's results of a task that cannot be measured now. They would stand
    /// beside the reason for that, and beside figures of another source.
    fn drop_earlier(&mut self, task: &Task<'_>) -> Result<()> {
        if task.table.is_some() {
            return Ok(());
        }
        let table = self.table(task);
        self.listeners.iter_mut().try_for_each(|it| it.unmeasured(&table))
    }

    /// Rewrites the tables whose rounds look different now that the gate has seen more of the
    /// core.
    fn look_again(&mut self, tasks: &mut [Task<'_>]) -> Result<()> {
        for task in tasks {
            let counted = task.samples.iter().map(|samples| samples.counted(&self.gate).core);
            if !counted.eq(task.cores()) {
                let table = self.table(task);
                self.keep(task, table)?;
            }
        }
        Ok(())
    }

    /// Times chains of known latency in interleaved rounds, like variants.
    fn chains(&mut self) -> Result<()> {
        let unit = self.machine.facts().unit;
        let lanes = (0..CHAINS.len()).map(|variant| Lane { variant, links: 0 }).collect();
        let mut lanes = Chains { machine: self.machine, lanes };
        let mut samples = Samples::new(lanes.lanes(), self.machine.facts().seed);
        let budget = Budget::short(24, Duration::from_secs(5));
        sample(&self.gate, &mut lanes, budget, &mut samples)?;
        let counted = samples.counted(&self.gate);
        let mut chains = Vec::new();
        for (number, chain) in CHAINS.iter().enumerate().filter(|_| !counted.is_empty()) {
            let step = sampling::statistics::median(&counted.times_of(number), 0.05);
            info!(
                "clock: {}: {:.3} {unit}/step, expected {}",
                chain.name, step.value, chain.expected
            );
            let rounds = counted.len() as u64;
            chains.push(Chain { name: chain.name.to_owned(), step, unit, rounds });
        }
        self.listeners.iter_mut().try_for_each(|it| it.chained(&chains))
    }

    /// The processor's own counts, beside the clock's figures.
    #[cfg(target_os = "linux")]
    fn count_by_hardware(&mut self, task: &Task<'_>) -> Result<Vec<Count>> {
        use crate::meters::counters;
        if !self.listeners.iter().any(|it| it.wants_counts()) || task.group.kind() != TableKind::Hot
        {
            return Ok(Vec::new());
        }
        match task.group.answering.iter().map(|v| counters::of(task.group, v)).collect() {
            Ok(counts) => Ok(counts),
            Err(reason) => {
                let reason = format!("{reason:#}");
                self.note_missing("hardware counters", &reason)?;
                Ok(Vec::new())
            }
        }
    }

    #[cfg(not(target_os = "linux"))]
    fn count_by_hardware(&mut self, _: &Task<'_>) -> Result<Vec<Count>> {
        self.note_missing("hardware counters", "only Linux grants them to a program")?;
        Ok(Vec::new())
    }

    fn note_missing(&mut self, what: &str, reason: &str) -> Result<()> {
        info!("{what}: not measured: {reason}");
        self.listeners.iter_mut().try_for_each(|it| it.missing(what, reason))
    }

    /// Logs the course of a table's rounds.
    fn log(&self, task: &Task<'_>, table: &Table) {
        let seconds = self.machine.host().elapsed().as_secs_f64();
        let name = task.name();
        for step in &table.steps {
            let Step { at, rounds, layouts, batches, quiet, core, .. } = step;
            let at = at.map_or_else(String::new, |at| format!(" at {at}"));
            info!(
                "[{seconds:>4.0} s] {name}{at}: {rounds} rounds in {layouts} layouts, {quiet} of \
                 {batches} batches quiet, {core}"
            );
            // Nanoseconds are not calibrated.
            let multiply = step.multiply.filter(|_| table.unit == Unit::Cycles);
            if let Some(cycles) = multiply.filter(|cycles| (cycles - cycles.round()).abs() > 0.06) {
                info!(
                    "  the clock disagrees with itself: a multiplication takes {cycles:.3} cycles"
                );
            }
            if let Some(width) = step.width.filter(|width| *width < NARROWEST) {
                info!("  {width:.1} idle instructions a cycle: a narrow core, or one in company");
            }
        }
    }

    /// Tells the listeners that the run is over. Returns the tables of the tasks.
    ///
    /// # Errors
    /// If there is not one figure, and those of the listeners.
    fn conclude(&mut self, tasks: &[Task<'_>]) -> Result<Vec<Table>> {
        let measured: Vec<_> = tasks.iter().filter_map(|task| task.measured(tasks)).collect();
        let gate = &self.gate;
        self.listeners.iter_mut().try_for_each(|it| it.concluded(&measured, gate))?;
        let tables: Vec<_> = measured.iter().map(|it| it.table.clone()).collect();
        let has_figures = tables.iter().flat_map(|table| &table.steps).any(Step::has_figures);
        ensure!(has_figures || tasks.is_empty(), "not one figure: {}", self.gate);
        Ok(tables)
    }
}

/// Chains of known latency, one per lane.
struct Chains<'a> {
    machine: &'a dyn Machine,
    lanes: Vec<Lane>,
}

impl Lanes for Chains<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn lay_out(&mut self, _: usize) -> Result<()> {
        Ok(())
    }

    fn measure(&mut self, lane: usize, _: Batch) -> Result<f64> {
        Ok(self.machine.chain(lane))
    }
}

/// Whether the terminal shows a ranking: only if the run has a single question, on the stream
/// nearest to play unless the filters chose only others.
fn is_shown(task: &Task<'_>, tasks: &[Task<'_>]) -> bool {
    let Group { question, stream, .. } = task.group;
    let main = question.main_stream();
    let is_only = tasks.iter().all(|other| other.group.question.name == question.name);
    let has_main = tasks.iter().any(|other| other.group.stream == main);
    is_only && (*stream == main || !has_main)
}
