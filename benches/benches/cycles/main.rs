//! Cycles per query by criterion: its filters, pages and baselines, with a
//! clock of core cycles.

mod meter;

use anyhow::{Context as _, Result, bail, ensure};
use benches::builds;
use benches::invocation::{self, Group, HOT, Invocation, Times};
use benches::output;
use criterion::{Criterion, Throughput};
use meter::Cycles;
use records::{Context, Figure, LEAST, NULL, Unit};
use sampling::Clock;
use serde::Deserialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use studies::entry::{self, Contender, Workload};
use studies::kernel::{Form, WorkingSet};
use studies::streams::{Asked, Windows};
use studies::study::{Length, Study};

const ABOUT: &str = "cycles: measures core cycles per query with criterion";

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    let plan = invocation.plan(studies, &HOT)?;
    if invocation.list {
        invocation::print_names(&plan);
        return Ok(());
    }
    let is_left_out =
        invocation.quick && invocation.baseline.is_none() && invocation.save_baseline.is_none();
    if let Some(name) = &invocation.baseline {
        require_baseline(&plan, name)?;
    } else if is_left_out {
        println!("cycles: left out of a first look, for which the duel takes the times");
        return Ok(());
    }

    let clock = Clock::open();
    let meter = clock.meter();
    println!("cycles: {meter}");
    let unit = clock.unit();
    let mut criterion = criterion(invocation, clock);
    if invocation.self_check {
        return self_check(&mut criterion, studies, unit);
    }
    let mut plan = plan;
    let is_program = |group: &Group<'_>| group.study.policy.length == Length::Program;
    plan.retain(|group| invocation.takes(group) && !is_program(group));
    entry::check_all(plan.iter().flat_map(Group::all));
    let mut times = Times::default();
    let (mut measured, mut figures) = (0, 0);
    for mut group in plan {
        // The duel and the report say what is wrong with them, or what they need.
        group
            .contenders
            .retain(|contender| contender.checked().is_ok() && contender.is_available());
        let name = group.name();
        let mut rows = Vec::new();
        for contender in &group.contenders {
            let form = match group.context {
                Context::Latency => Form::Latency,
                _ => Form::Throughput,
            };
            let asked = Asked { stream: group.stream, questions: None };
            let workload = contender.workload(asked, form);
            let windows = workload.windows(group.study.policy.window);
            let median = times.of(group.study, || {
                measure(&mut criterion, &name, contender.name, &workload, &windows)
            })?;
            rows.push((contender, median));
        }
        measured += rows.len();
        figures += rows.iter().filter(|(_, median)| median.value > 0.0).count();
        println!("{name}\n{}\n", table(&rows, unit));
    }
    println!("cycles: {times}");
    // Nothing is no failure: the filters may have chosen what this processor lacks.
    ensure!(figures > 0 || measured == 0, "not one figure by {meter}");
    Ok(())
}

fn criterion(invocation: &Invocation, clock: Clock) -> Criterion<Cycles> {
    // The null kernel takes about a cycle per query: many short samples say
    // more about a machine that drifts than few long ones.
    let (samples, measurement, warm_up) =
        if invocation.quick { (10, 0.05, 0.02) } else { (30, 0.06, 0.02) };
    let samples = invocation.sample_size.map_or(samples, |size| size as usize);
    let seconds = |chosen: Option<f64>, usual| Duration::from_secs_f64(chosen.unwrap_or(usual));
    let mut criterion = Criterion::default()
        .with_measurement(Cycles { unit: clock.unit(), clock })
        .output_directory(&criterion_folder())
        .without_plots()
        .sample_size(samples)
        .nresamples(if invocation.quick { 2_000 } else { 5_000 })
        .measurement_time(seconds(invocation.measurement_time, measurement))
        .warm_up_time(seconds(invocation.warm_up_time, warm_up));
    if let Some(name) = &invocation.save_baseline {
        criterion = criterion.save_baseline(name.clone());
    }
    if let Some(name) = &invocation.baseline {
        criterion = criterion.retain_baseline(name.clone(), true);
    }
    criterion
}

/// Has criterion measure a workload; the median per query, with its interval.
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
        // A branch predictor would learn queries that come again.
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

/// Where criterion keeps the results of a contender under this name.
fn results(group: &str, contender: &str, name: &str) -> PathBuf {
    let [group, contender] = [&*group.replace('/', "_"), contender]
        .map(|long| output::criterion_folder_of(long).to_owned());
    criterion_folder().join(group).join(contender).join(name)
}

/// Criterion would stop in the middle of the run.
fn require_baseline(plan: &[Group<'_>], name: &str) -> Result<()> {
    for group in plan {
        for contender in &group.contenders {
            let contender = contender.name;
            if !results(&group.name(), contender, name).is_dir() {
                bail!(
                    "there is no baseline \"{name}\" of {}/{contender}; \
                     `cargo bench -- --save-baseline {name}` makes one",
                    group.name()
                );
            }
        }
    }
    Ok(())
}

/// The part of criterion's estimates that is taken over.
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

fn table(rows: &[(&&Contender, Figure)], unit: Unit) -> comfy_table::Table {
    let null = rows.iter().find(|(contender, _)| contender.name == NULL);
    let null = null.map_or(0.0, |(_, median)| median.value);
    let mut table = output::terminal_table();
    let per_query = format!("{}/query", unit.name());
    table.set_header(["contender", &per_query, "95 % interval", "net of null"]);
    for (contender, Figure { value, low, high }) in rows {
        table.add_row([
            contender.name.to_owned(),
            format!("{value:.3}"),
            format!("{low:.3} to {high:.3}"),
            format!("{:.3}", value - null),
        ]);
    }
    table
}

/// Compares the reference with itself, a hundred times per kernel, the way that one
/// microbenchmark follows the other, and counts how often a difference seems to be there.
fn self_check(criterion: &mut Criterion<Cycles>, studies: &[Study], unit: Unit) -> Result<()> {
    const COMPARISONS: usize = 100;
    let study = studies.first().context("a study")?;
    let reference = study.reference().context("a reference that answers rightly")?;
    let asked = Asked { stream: study.main_stream(), questions: None };
    let mut rows = output::terminal_table();
    rows.set_header(["kernel", "comparisons", "intervals apart", "and beyond 0.5 %", "largest"]);
    for form in [Form::Throughput, Form::Latency] {
        let windows = reference.workload(asked, form).windows(study.policy.window);
        let (mut apart, mut beyond, mut largest) = (0, 0, 0.0f64);
        for number in 0..COMPARISONS {
            let mut side = |side| {
                let name = format!("{form:?}-{number}-{side}");
                let workload = reference.workload(asked, form);
                measure(criterion, "self-check", &name, &workload, &windows)
            };
            let (first, second) = (side("first")?, side("second")?);
            let gap = (first.low / second.high).max(second.low / first.high) - 1.0;
            apart += usize::from(gap > 0.0);
            beyond += usize::from(gap > LEAST);
            largest = largest.max((first.value / second.value - 1.0).abs());
        }
        rows.add_row([
            format!("{form:?}").to_lowercase(),
            COMPARISONS.to_string(),
            apart.to_string(),
            beyond.to_string(),
            format!("{:.2} %", 100.0 * largest),
        ]);
    }
    println!("{rows}\nin {unit}, one after the other");
    Ok(())
}
