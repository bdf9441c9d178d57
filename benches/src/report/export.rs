//! The figures for other programs: a table of all of them, and the files in which
//! two services that follow benchmarks over time take them.
//!
//! Names and labels in records begin with a letter, a digit or a slash, so that no
//! cell of the table is a formula to a spreadsheet.

use super::figures::{CONTEXTS, Figures, Place};
use crate::record::{CLOCK, Measurement, Records, quantity};
use anyhow::{Context as _, Result};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// All measurements as CSV, one in a row: as in the records, with a column for each
/// parameter.
///
/// # Errors
/// None; any measurement is a row.
pub(super) fn measurements_csv(records: &Records) -> Result<String> {
    let measurements = &records.measurements;
    let parameters: BTreeSet<_> = measurements.iter().flat_map(|m| m.parameters.keys()).collect();
    let mut table = csv::Writer::from_writer(Vec::new());
    let left = ["study", "variant", "stream", "context"];
    let right =
        ["against", "verdict", "quantity", "unit", "value", "low", "high", "samples", "date"];
    let parameter_names = parameters.iter().map(|name| name.as_str());
    table.write_record(left.into_iter().chain(parameter_names).chain(right))?;
    for m in measurements {
        let value_of = |name: &&String| m.parameters.get(*name).map(u64::to_string);
        let cells = [&m.study, &m.variant, &m.stream, &m.context].map(String::clone);
        let set = parameters.iter().map(|name| value_of(name).unwrap_or_default());
        let compared = [&m.against, &m.verdict].map(|word| word.clone().unwrap_or_default());
        let figure = [
            m.quantity.clone(),
            m.unit.clone(),
            m.value.to_string(),
            m.low.to_string(),
            m.high.to_string(),
            m.samples.to_string(),
            m.date.clone(),
        ];
        table.write_record(cells.into_iter().chain(set).chain(compared).chain(figure))?;
    }
    let bytes = table.into_inner().context("writing a table into memory")?;
    String::from_utf8(bytes).context("a table of text is text")
}

/// A figure in Bencher's metric format.
#[derive(Serialize)]
struct Metric {
    value: f64,
    lower_value: f64,
    upper_value: f64,
}

/// The followed figures in Bencher's metric format: benchmarks by name, and their
/// measures by name.
///
/// # Errors
/// None; any figure is JSON.
pub(super) fn bencher(records: &Records, figures: &Figures<'_>) -> Result<String> {
    let mut benchmarks: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    for m in followed(records, figures) {
        let metric = Metric { value: m.value, lower_value: m.low, upper_value: m.high };
        benchmarks.entry(benchmark(m)).or_default().insert(measure(m), metric);
    }
    json(&benchmarks)
}

/// A figure as github-action-benchmark's tool `customSmallerIsBetter` takes it.
#[derive(Serialize)]
struct Entry<'a> {
    name: String,
    unit: &'a str,
    value: f64,
    range: String,
    extra: String,
}

/// The followed figures as github-action-benchmark takes them, each with where it
/// comes from.
///
/// # Errors
/// None; any figure is JSON.
pub(super) fn benchmark_action(records: &Records, figures: &Figures<'_>) -> Result<String> {
    let machine = &records.machine;
    let entries = followed(records, figures).map(|m| Entry {
        name: format!("{} {}", benchmark(m), m.quantity),
        unit: &m.unit,
        value: m.value,
        range: format!("{} to {}", m.low, m.high),
        extra: format!("{} samples, {}\n{}\n{}", m.samples, m.date, machine.cpu, machine.rustc),
    });
    json(&entries.collect::<Vec<_>>())
}

/// The figures worth following over time: times with hot tables and counts, as they
/// were measured. Net figures may be zero or less and have no ratio to the last
/// ones; and what is a ratio already is not one figure's own.
fn followed<'a>(
    records: &'a Records,
    figures: &'a Figures<'_>,
) -> impl Iterator<Item = &'a Measurement> {
    records.measurements.iter().filter(|m| {
        let place = Place::plain(&m.study, &m.stream, &m.context);
        let own = m.parameters.is_empty() && m.against.is_none() && m.study != CLOCK;
        let raw = m.quantity != quantity::SPREAD && !m.quantity.starts_with(quantity::NET);
        let hot = CONTEXTS.contains(&m.context.as_str());
        // Not what is left of a variant that is wrong, or of a table now too noisy.
        own && raw && hot && figures.raw(&m.variant, place, &m.quantity).is_some()
    })
}

/// The name by which a filter chooses it.
fn benchmark(m: &Measurement) -> String {
    [&m.study, &m.context, &m.stream, &m.variant].map(String::as_str).join("/")
}

/// The quantity, as Bencher writes names of measures.
fn measure(m: &Measurement) -> String {
    m.quantity.to_lowercase().replace(' ', "-")
}

fn json(value: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}
