//! Cycles per query by criterion: its pages and baselines, with a clock of core cycles.
//!
//! The duel times everything. Criterion measures five lookups, the tradeoffs that the laboratory
//! began with, so that users can follow them from change to change with its baselines. A filter
//! chooses others.

mod meter;

use anyhow::{Result, ensure};
use benches::invocation::{self, Invocation};
use benches::plan::Group;
use benches::{builds, output, terminal};
use criterion::{Criterion, Throughput};
use log::info;
use meter::Cycles;
use questions::kernel::Form;
use questions::question::{Length, Question};
use questions::streams::{self, Asked};
use questions::variant::{self, Variant};
use records::{Breadth, Context};
use sampling::Clock;
use sampling::working_set::WorkingSet;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

const ABOUT: &str = "cycles: measures core cycles per query with criterion";

/// Measured without a filter, on positions of games: all answers in 64x64, a triangle, a 0x88
/// difference, calculation, and whether a piece attacks a square.
const TRADEOFFS: [&str; 5] = [
    "between-rectangular",
    "between-triangular",
    "between-0x88-rotate",
    "between-branchless",
    "attacked-0x88-table",
];

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, questions: &[Question]) -> Result<()> {
    let plan = chosen(invocation, questions)?;
    if invocation.lists(&plan) {
        return Ok(());
    }
    let is_quick = invocation.breadth() == Breadth::Quick;
    if is_quick && !invocation.has_baseline() || invocation.self_check {
        info!("cycles: left out of a quick run and a self-check, which the duel makes");
        return Ok(());
    }
    let folder = output::build_folder().join("criterion").join(builds::this().name());
    if let Some(name) = &invocation.baseline {
        ensure!(
            plan.iter().any(|group| has_results(group, &folder, name)),
            "there is no baseline \"{name}\" of what is chosen; the same with --save-baseline \
             {name} makes one"
        );
    }
    streams::check()?;
    if terminal::is_relayed() {
        measure_all(invocation, plan, &folder);
        return Ok(());
    }
    terminal::relay(invocation.has_baseline() || invocation.verbose)?;
    terminal::found("criterion", &format!("kept in {}", output::shown(&folder)));
    Ok(())
}

/// The groups and variants that criterion measures, each group with the null control.
fn chosen<'a>(invocation: &Invocation, questions: &'a [Question]) -> Result<Vec<Group<'a>>> {
    let mut plan = invocation.plan(questions, &[Context::Throughput, Context::Latency])?;
    plan.retain(|group| group.question.policy.length != Length::Program);
    if invocation.of_variants().is_empty() {
        plan.retain(|group| {
            group.context == Context::Throughput && group.stream == group.question.main_stream()
        });
    }
    let is_chosen = |question: &Question, group: &str, variant: &Variant| {
        let label = format!("{group}/{}", variant.name);
        let is_named = |filter: &String| *filter == question.name || label.contains(filter);
        match invocation.of_variants() {
            [] => TRADEOFFS.contains(&variant.name),
            filters => filters.iter().any(is_named),
        }
    };
    for group in &mut plan {
        let name = group.name();
        group.answering.retain(|v| !v.is_variant() || is_chosen(group.question, &name, v));
    }
    plan.retain(|group| group.answering.iter().any(|variant| variant.is_variant()));
    Ok(plan)
}

/// Whether criterion has results of something in a group under this name.
fn has_results(group: &Group<'_>, folder: &Path, name: &str) -> bool {
    // Criterion cuts long names.
    let cut = |name: &str| name.chars().take(64).collect::<String>();
    let folder = folder.join(cut(&group.name().replace('/', "_")));
    group.answering.iter().any(|variant| folder.join(cut(variant.name)).join(name).is_dir())
}

fn measure_all(invocation: &Invocation, plan: Vec<Group<'_>>, folder: &Path) {
    let mut criterion = criterion(invocation, folder);
    variant::check_all(plan.iter().flat_map(Group::all));
    for group in plan {
        let mut benchmarks = criterion.benchmark_group(group.name());
        // The duel and the report say why: wrong answers, or a missing processor feature.
        let is_fit = |variant: &&Variant| variant.checked().is_ok() && variant.is_available();
        for variant in group.answering.iter().copied().filter(is_fit) {
            let asked = Asked { stream: group.stream, questions: None };
            let workload = variant.workload(asked, Form::hot(group.dependent));
            let windows = workload.windows(group.question.policy.window);
            benchmarks.throughput(Throughput::Elements(windows.length() as u64));
            let (mut number, nothing) = (0, WorkingSet::new(0));
            benchmarks.bench_function(variant.name, |b| {
                // The branch predictor would learn repeated queries.
                b.iter(|| {
                    number += 1;
                    let (part, range) = windows.at(number);
                    (workload.run)(None, part, range, &nothing)
                });
            });
        }
        benchmarks.finish();
    }
}

fn criterion(invocation: &Invocation, folder: &Path) -> Criterion<Cycles> {
    let clock = Clock::open();
    info!("cycles: {}", clock.meter());
    // The null kernel takes about a cycle per query. On a machine that drifts, many short samples
    // say more than few long ones.
    // A filter may choose hundreds.
    let (samples, measurement, warm_up) =
        if invocation.of_variants().is_empty() { (60, 1.2, 0.3) } else { (30, 0.06, 0.02) };
    let mut criterion = Criterion::default()
        .with_measurement(Cycles { unit: clock.unit(), clock })
        .output_directory(folder)
        .without_plots()
        .sample_size(samples)
        .nresamples(5_000)
        .measurement_time(Duration::from_secs_f64(measurement))
        .warm_up_time(Duration::from_secs_f64(warm_up));
    if let Some(name) = &invocation.save_baseline {
        criterion = criterion.save_baseline(name.clone());
    }
    if let Some(name) = &invocation.baseline {
        // A benchmark without this baseline is measured without a comparison.
        criterion = criterion.retain_baseline(name.clone(), false);
    }
    criterion
}
