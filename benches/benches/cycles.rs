//! Cycles per query by criterion: its filters, pages and baselines, with a
//! clock of core cycles.

use anyhow::{Context as _, Result, bail};
use benches::artefact::Artefact;
use benches::catalogue::{Contender, Context, NULL, Placement, Study};
use benches::clock::{Clock, Unit};
use benches::invocation::{self, Group, Invocation};
use benches::record::{self, Measurement, Run, Store};
use criterion::measurement::{Measurement as Meter, ValueFormatter};
use criterion::{Criterion, Throughput};
use serde::Deserialize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

const ABOUT: &str = "cycles: measures core cycles per query with criterion";

fn main() -> ExitCode {
    invocation::main(ABOUT, run)
}

fn run(invocation: &Invocation, studies: &[Study]) -> Result<()> {
    let plan = invocation.plan(studies, &Context::PLAIN)?;
    if invocation.list {
        let labels = plan.iter().flat_map(Group::labels);
        println!("{}", labels.collect::<Vec<_>>().join("\n"));
        return Ok(());
    }
    if let Some(name) = &invocation.baseline {
        require_baseline(&plan, name)?;
    }

    let clock = Clock::open();
    let unit = clock.unit();
    let mut store = Store::open("cycles", Run::now(unit.meter(), invocation.quick), studies);
    let plan = store.prove(plan, &Artefact::read()?)?;
    let mut criterion = criterion(invocation, clock);
    for group in &plan {
        let queries = measure(&mut criterion, group);
        let estimate = |contender: &Contender| estimate(group, contender, queries, unit);
        let measured = group.contenders.iter().map(|contender| estimate(contender));
        let measured = measured.collect::<Result<Vec<_>>>()?;
        println!("{}\n{}\n", group.name(), table(&measured));
        store.add(measured)?;
    }
    Ok(())
}

fn criterion(invocation: &Invocation, clock: Clock) -> Criterion<Cycles> {
    // The null kernel takes about a cycle per query: many short samples say
    // more about a machine that drifts than few long ones.
    let (samples, measurement, warm_up) =
        if invocation.quick { (10, 0.1, 0.05) } else { (50, 0.4, 0.15) };
    let samples = invocation.sample_size.map_or(samples, |size| size as usize);
    let seconds = |chosen: Option<f64>, usual| Duration::from_secs_f64(chosen.unwrap_or(usual));
    let mut criterion = Criterion::default()
        .with_measurement(Cycles { unit: clock.unit(), clock })
        .output_directory(&criterion_folder())
        .without_plots()
        .sample_size(samples)
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

/// Returns how many queries each iteration answered.
fn measure(criterion: &mut Criterion<Cycles>, group: &Group<'_>) -> usize {
    let mut queries = 0;
    let mut benchmarks = criterion.benchmark_group(group.name());
    for contender in &group.contenders {
        let workload =
            contender.workload(group.stream, group.context.kernels()[0], Placement::default());
        queries = workload.queries;
        benchmarks.throughput(Throughput::Elements(workload.queries as u64));
        benchmarks.bench_function(contender.identity.name, |b| b.iter(|| workload.run_all()));
    }
    benchmarks.finish();
    queries
}

fn criterion_folder() -> PathBuf {
    record::build_folder().join("criterion")
}

/// Where criterion keeps the results of a contender under this name.
fn results(group: &Group<'_>, contender: &str, name: &str) -> PathBuf {
    criterion_folder().join(group.name().replace('/', "_")).join(contender).join(name)
}

/// Criterion would stop in the middle of the run.
fn require_baseline(plan: &[Group<'_>], name: &str) -> Result<()> {
    for group in plan {
        for contender in &group.contenders {
            let contender = contender.identity.name;
            if !results(group, contender, name).is_dir() {
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

#[derive(Deserialize)]
struct Sample {
    times: Vec<f64>,
}

/// What criterion has just found out about a contender.
fn estimate(
    group: &Group<'_>,
    contender: &Contender,
    queries: usize,
    unit: Unit,
) -> Result<Measurement> {
    fn read<T: for<'a> Deserialize<'a>>(path: PathBuf) -> Result<T> {
        let bytes = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
        serde_json::from_slice(&bytes).with_context(|| format!("reading {}", path.display()))
    }
    let folder = results(group, contender.identity.name, "new");
    let Estimates { median } = read(folder.join("estimates.json"))?;
    let Sample { times } = read(folder.join("sample.json"))?;
    let per_query = |batch: f64| batch / queries as f64;
    Ok(Measurement {
        study: group.study.name.to_owned(),
        variant: contender.identity.name.to_owned(),
        stream: group.stream.to_owned(),
        context: group.context.name().to_owned(),
        parameters: [].into(),
        against: None,
        verdict: None,
        quantity: unit.name().to_owned(),
        unit: format!("{}/query", unit.name()),
        value: per_query(median.point_estimate),
        low: per_query(median.confidence_interval.lower_bound),
        high: per_query(median.confidence_interval.upper_bound),
        samples: times.len() as u64,
        date: record::now(),
    })
}

fn table(measured: &[Measurement]) -> comfy_table::Table {
    let null = measured.iter().find(|m| m.variant == NULL).map_or(0.0, |m| m.value);
    let mut table = record::terminal_table();
    let unit = measured.first().map_or("", |m| &m.unit);
    table.set_header(["contender", unit, "95 % interval", "net of null"]);
    for m in measured {
        table.add_row([
            m.variant.clone(),
            format!("{:.3}", m.value),
            format!("{:.3} to {:.3}", m.low, m.high),
            format!("{:.3}", m.value - null),
        ]);
    }
    table
}

/// The laboratory's clock as criterion wants it.
struct Cycles {
    clock: Clock,
    unit: Unit,
}

impl Meter for Cycles {
    type Intermediate = u64;
    type Value = f64;

    fn start(&self) -> u64 {
        self.clock.start()
    }

    fn end(&self, start: u64) -> f64 {
        self.clock.stop(start)
    }

    fn add(&self, first: &f64, second: &f64) -> f64 {
        first + second
    }

    fn zero(&self) -> f64 {
        0.0
    }

    fn to_f64(&self, value: &f64) -> f64 {
        *value
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self
    }
}

impl ValueFormatter for Cycles {
    fn scale_values(&self, _: f64, _: &mut [f64]) -> &'static str {
        self.unit.name()
    }

    /// Not queries per cycle but cycles per query: that is what the report shows.
    fn scale_throughputs(&self, _: f64, queries: &Throughput, values: &mut [f64]) -> &'static str {
        if let Throughput::Elements(queries) = queries {
            values.iter_mut().for_each(|value| *value /= *queries as f64);
        }
        match self.unit {
            Unit::Nanoseconds => "ns/query",
            Unit::CountedCycles | Unit::CalibratedCycles => "cycles/query",
        }
    }

    fn scale_for_machines(&self, _: &mut [f64]) -> &'static str {
        self.unit.name()
    }
}
