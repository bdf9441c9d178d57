//! Cycles per query by criterion: its filters, pages and baselines, with a
//! clock of core cycles.

mod meter;

use anyhow::{Context as _, Result, bail};
use benches::entry::{self, COPIES, Contender, Dependence, Placement, Workload};
use benches::invocation::{self, Group, HOT, Invocation, Times};
use benches::output;
use benches::streams::Asked;
use benches::study::Study;
use criterion::{Criterion, Throughput};
use meter::Cycles;
use records::{Figure, NULL, Unit};
use sampling::Clock;
use serde::Deserialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const ABOUT: &str = "cycles: measures core cycles per query with criterion";

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    let plan = invocation.plan(studies, &HOT)?;
    if invocation.list {
        let labels = plan.iter().flat_map(Group::labels);
        println!("{}", labels.collect::<Vec<_>>().join("\n"));
        return Ok(());
    }
    if let Some(name) = &invocation.baseline {
        require_baseline(&plan, name)?;
    } else if invocation.quick && invocation.save_baseline.is_none() {
        println!("cycles: left out of a first look, for which the duel takes the times");
        return Ok(());
    }

    let clock = Clock::open();
    println!("cycles: {}", clock.meter());
    let unit = clock.unit();
    let mut criterion = criterion(invocation, clock);
    if invocation.self_check {
        return self_check(&mut criterion, studies, unit);
    }
    let mut plan = plan;
    plan.retain(|group| invocation.takes(group));
    entry::check_all(plan.iter().flat_map(Group::all));
    let mut times = Times::default();
    for mut group in plan {
        // The duel and the report say what is wrong with them, or what they need.
        group
            .contenders
            .retain(|contender| contender.checked().is_ok() && contender.is_available());
        let name = group.name();
        let mut rows = Vec::new();
        for contender in &group.contenders {
            let kernel = group.kernels().next().context("a kernel")?;
            let asked = Asked { stream: group.stream, questions: None };
            let workload = contender.workload(asked, kernel, Placement::default());
            let measured = times
                .of(group.study, || measure(&mut criterion, &name, contender.name, &workload))?;
            rows.push((contender, measured));
        }
        println!("{name}\n{}\n", table(&rows, unit));
    }
    println!("cycles: {times}");
    Ok(())
}

fn criterion(invocation: &Invocation, clock: Clock) -> Criterion<Cycles> {
    // The null kernel takes about a cycle per query: many short samples say
    // more about a machine that drifts than few long ones.
    let (samples, measurement, warm_up) =
        if invocation.quick { (10, 0.05, 0.02) } else { (30, 0.1, 0.03) };
    let samples = invocation.sample_size.map_or(samples, |size| size as usize);
    let seconds = |chosen: Option<f64>, usual| Duration::from_secs_f64(chosen.unwrap_or(usual));
    let mut criterion = Criterion::default()
        .with_measurement(Cycles { unit: clock.unit(), clock })
        .output_directory(&criterion_folder())
        .without_plots()
        .sample_size(samples)
        .nresamples(if invocation.quick { 2_000 } else { 20_000 })
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
) -> Result<Figure> {
    let mut benchmarks = criterion.benchmark_group(group);
    benchmarks.throughput(Throughput::Elements(workload.queries as u64));
    benchmarks.bench_function(name, |b| b.iter(|| workload.run_all()));
    benchmarks.finish();
    let path = results(group, name, "new").join("estimates.json");
    let bytes = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
    let Estimates { median } =
        serde_json::from_slice(&bytes).with_context(|| format!("reading {}", path.display()))?;
    let per_query = |batch: f64| batch / workload.queries as f64;
    Ok(Figure {
        value: per_query(median.point_estimate),
        low: per_query(median.confidence_interval.lower_bound),
        high: per_query(median.confidence_interval.upper_bound),
    })
}

fn criterion_folder() -> PathBuf {
    output::build_folder().join("criterion")
}

/// Where criterion keeps the results of a contender under this name.
fn results(group: &str, contender: &str, name: &str) -> PathBuf {
    criterion_folder().join(group.replace('/', "_")).join(contender).join(name)
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

/// Compares the reference with copies of itself, a hundred times per kernel, the
/// way that one microbenchmark follows the other, and counts how often a
/// difference seems to be there.
fn self_check(criterion: &mut Criterion<Cycles>, studies: &[Study], unit: Unit) -> Result<()> {
    const COMPARISONS: usize = 100;
    let study = studies.first().context("a study")?;
    let variants: Vec<_> = study.variants().filter(|variant| variant.copies == COPIES).collect();
    let mut rows = output::terminal_table();
    rows.set_header(["kernel", "comparisons", "intervals apart", "and beyond 0.5 %", "largest"]);
    for kernel in Dependence::ALL {
        let (mut apart, mut beyond, mut largest) = (0, 0, 0.0f64);
        for number in 0..COMPARISONS {
            let variant = variants[number % variants.len()];
            let mut side = |copy| {
                let asked = Asked { stream: study.main_stream(), questions: None };
                let workload = variant.workload(asked, kernel, Placement { place: 0, copy });
                measure(criterion, "self-check", &format!("{kernel:?}-{number}-{copy}"), &workload)
            };
            let (first, second) = (side(0)?, side(1)?);
            let gap = (first.low / second.high).max(second.low / first.high) - 1.0;
            apart += usize::from(gap > 0.0);
            beyond += usize::from(gap > 0.005);
            largest = largest.max((first.value / second.value - 1.0).abs());
        }
        rows.add_row([
            format!("{kernel:?}").to_lowercase(),
            COMPARISONS.to_string(),
            apart.to_string(),
            beyond.to_string(),
            format!("{:.2} %", 100.0 * largest),
        ]);
    }
    println!("{rows}\nin {unit}, one after the other");
    Ok(())
}
