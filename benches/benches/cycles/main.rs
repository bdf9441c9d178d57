//! Cycles per query by criterion: its pages and baselines, with a clock of core cycles.
//!
//! The duel times everything. Criterion measures five lookups, the tradeoffs that the laboratory
//! began with, so that users can follow them from change to change with its baselines. A filter
//! chooses others.

mod meter;

use anyhow::{Context as _, Result, ensure};
use benches::invocation::{self, Invocation};
use benches::plan::Group;
use benches::{builds, output, terminal};
use criterion::{Criterion, Throughput};
use log::info;
use meter::Cycles;
use records::{Breadth, Context, Figure, NULL, Unit};
use sampling::Clock;
use serde::Deserialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use studies::kernel::WorkingSet;
use studies::streams::{Asked, Windows};
use studies::study::{Length, Study};
use studies::variant::{self, Variant, Workload};

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

fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    let plan = chosen(invocation, studies)?;
    if invocation.list {
        terminal::list(plan.iter().flat_map(Group::labels));
        return Ok(());
    }
    let has_baseline = invocation.baseline.is_some() || invocation.save_baseline.is_some();
    let is_quick = invocation.breadth() == Breadth::Quick;
    if is_quick && !has_baseline {
        info!("cycles: left out of a quick run, for which the duel takes the times");
        return Ok(());
    }
    if let Some(name) = &invocation.baseline {
        require_baseline(&plan, name)?;
    }
    match terminal::relay(has_baseline || invocation.verbose) {
        Some(0) => Ok(()),
        Some(status) => std::process::exit(i32::from(status)),
        None => measure_all(invocation, plan),
    }
}

/// The groups and variants that criterion measures, each group with the null control.
fn chosen<'a>(invocation: &Invocation, studies: &'a [Study]) -> Result<Vec<Group<'a>>> {
    let mut plan = invocation.plan(studies, &[Context::Throughput, Context::Latency])?;
    plan.retain(|group| group.study.policy.length != Length::Program);
    if invocation.filters.is_empty() {
        plan.retain(|group| {
            group.context == Context::Throughput && group.stream == group.study.main_stream()
        });
    }
    let is_chosen = |study: &Study, group: &str, variant: &Variant| {
        let label = format!("{group}/{}", variant.name);
        let is_named = |filter: &String| *filter == study.name || label.contains(filter);
        match &invocation.filters[..] {
            [] => TRADEOFFS.contains(&variant.name),
            filters => filters.iter().any(is_named),
        }
    };
    for group in &mut plan {
        let name = group.name();
        group.answering.retain(|v| !v.is_variant() || is_chosen(group.study, &name, v));
    }
    plan.retain(|group| group.answering.iter().any(|variant| variant.is_variant()));
    Ok(plan)
}

fn measure_all(invocation: &Invocation, plan: Vec<Group<'_>>) -> Result<()> {
    let clock = Clock::open();
    let meter = clock.meter();
    info!("cycles: {meter}");
    let unit = clock.unit();
    let mut criterion = criterion(invocation, clock);
    variant::check_all(plan.iter().flat_map(Group::all));
    let (mut measured, mut figures) = (0, 0);
    for mut group in plan {
        // The duel and the report say why: wrong answers, or a missing processor feature.
        group.answering.retain(|variant| variant.checked().is_ok() && variant.is_available());
        let name = group.name();
        let mut rows = Vec::new();
        for variant in &group.answering {
            let asked = Asked { stream: group.stream, questions: None };
            let workload = variant.workload(asked, group.dependence.form());
            let windows = workload.windows(group.study.policy.window);
            let median = measure(&mut criterion, &name, variant.name, &workload, &windows)?;
            rows.push((variant, median));
        }
        measured += rows.len();
        figures += rows.iter().filter(|(_, median)| median.value > 0.0).count();
        info!("{name}\n{}\n", table(&rows, unit));
    }
    // Measuring nothing is no failure: this processor may lack what the filters chose.
    ensure!(figures > 0 || measured == 0, "not one figure by {meter}");
    let folder = output::shown(&criterion_folder());
    terminal::found("criterion", &format!("{measured} benchmarks, kept in {folder}"));
    Ok(())
}

fn criterion(invocation: &Invocation, clock: Clock) -> Criterion<Cycles> {
    // The null kernel takes about a cycle per query. On a machine that drifts, many short samples
    // say more than few long ones.
    // A filter may choose hundreds.
    let (samples, measurement, warm_up) =
        if invocation.filters.is_empty() { (60, 1.2, 0.3) } else { (30, 0.06, 0.02) };
    let samples = invocation.sample_size.map_or(samples, |size| size as usize);
    let seconds = |chosen: Option<f64>, usual| Duration::from_secs_f64(chosen.unwrap_or(usual));
    let mut criterion = Criterion::default()
        .with_measurement(Cycles { unit: clock.unit(), clock })
        .output_directory(&criterion_folder())
        .without_plots()
        .sample_size(samples)
        .nresamples(5_000)
        .measurement_time(seconds(invocation.measurement_time, measurement))
        .warm_up_time(seconds(invocation.warm_up_time, warm_up));
    if let Some(name) = &invocation.save_baseline {
        criterion = criterion.save_baseline(name.clone());
    }
    if let Some(name) = &invocation.baseline {
        // A benchmark without this baseline is measured without a comparison.
        criterion = criterion.retain_baseline(name.clone(), false);
    }
    criterion
}

/// Has criterion measure a workload, and returns the median per query with its interval.
fn measure(
    criterion: &mut Criterion<Cycles>,
    group: &str,
    name: &str,
    workload: &Workload,
    windows: &Windows,
) -> Result<Figure> {
    let mut benchmarks = criterion.benchmark_group(group);
    benchmarks.throughput(Throughput::Elements(windows.length() as u64));
    let (mut number, nothing) = (0, WorkingSet::new(0));
    benchmarks.bench_function(name, |b| {
        // The branch predictor would learn repeated queries.
        b.iter(|| {
            number += 1;
            let (part, range) = windows.at(number);
            (workload.run)(None, part, range, &nothing)
        });
    });
    benchmarks.finish();
    let path = results(group, name, "new").join("estimates.json");
    let bytes = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
    let Estimates { median } =
        serde_json::from_slice(&bytes).with_context(|| format!("reading {}", path.display()))?;
    let per_query = |batch: f64| batch / windows.length() as f64;
    Ok(Figure {
        value: per_query(median.point_estimate),
        low: per_query(median.confidence_interval.lower_bound),
        high: per_query(median.confidence_interval.upper_bound),
    })
}

fn criterion_folder() -> PathBuf {
    output::build_folder().join("criterion").join(builds::this().name())
}

/// Criterion's folder for a variant's results under this name.
fn results(group: &str, variant: &str, name: &str) -> PathBuf {
    let [group, variant] = [&*group.replace('/', "_"), variant]
        .map(|long| output::criterion_folder_of(long).to_owned());
    criterion_folder().join(group).join(variant).join(name)
}

/// Checks that some benchmark has this baseline, and names those without it.
///
/// # Errors
/// If no benchmark has it.
fn require_baseline(plan: &[Group<'_>], name: &str) -> Result<()> {
    let labels = plan.iter().flat_map(|group| {
        let group_name = group.name();
        group.answering.iter().map(move |variant| (group_name.clone(), variant.name))
    });
    let (known, unknown): (Vec<_>, Vec<_>) =
        labels.partition(|(group, variant)| results(group, variant, name).is_dir());
    ensure!(
        !known.is_empty(),
        "there is no baseline \"{name}\" of what is chosen; the same with --save-baseline {name} \
         makes one"
    );
    if std::env::var_os(terminal::RELAYED).is_none() {
        for (group, variant) in unknown {
            terminal::say(&format!("{group}/{variant} has no baseline \"{name}\""));
        }
    }
    Ok(())
}

/// The part of criterion's estimates that we read.
#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
    confidence_interval: Interval,
}

#[derive(Deserialize)]
struct Interval {
    lower_bound: f64,
    upper_bound: f64,
}

fn table(rows: &[(&&Variant, Figure)], unit: Unit) -> comfy_table::Table {
    let null = rows.iter().find(|(variant, _)| variant.name == NULL);
    let null = null.map_or(0.0, |(_, median)| median.value);
    let mut table = output::terminal_table();
    let per_query = format!("{}/query", unit.name());
    table.set_header(["variant", &per_query, "95 % interval", "net of null"]);
    for (variant, Figure { value, low, high }) in rows {
        table.add_row([
            variant.name.to_owned(),
            format!("{value:.3}"),
            format!("{low:.3} to {high:.3}"),
            format!("{:.3}", value - null),
        ]);
    }
    table
}
