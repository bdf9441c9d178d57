//! The figures for other programs: a table of all of them, and the files that two services
//! take which follow benchmarks over time.
//!
//! Names in records begin with a letter or a digit, so no cell of the table is a formula to
//! a spreadsheet.

use crate::figures::Figures;
use crate::format;
use anyhow::{Context as _, Result};
use records::{
    Build, Context, Count, Counter, Figure, Meter, Parameter, Share, Step, Table, Unit, Verdict,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// A figure of a contender with all that tells it from others: a row of the table, with its
/// columns in this order.
#[derive(Clone, Default, Serialize)]
pub(crate) struct Row<'a> {
    study: &'a str,
    variant: &'a str,
    stream: &'a str,
    context: &'static str,
    dependent: bool,
    touches: Option<u64>,
    pub(crate) build: &'static str,
    parameter: Option<&'a str>,
    at: Option<u64>,
    pub(crate) against: Option<&'a str>,
    pub(crate) verdict: Option<&'static str>,
    pub(crate) quantity: String,
    pub(crate) unit: String,
    pub(crate) value: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) rounds: Option<u64>,
    pub(crate) date: &'a str,
    /// No column: a commit of records from elsewhere may be a formula to a spreadsheet.
    #[serde(skip)]
    pub(crate) commit: &'a str,
}

impl<'a> Row<'a> {
    fn with(self, quantity: impl Into<String>, unit: impl Into<String>, figure: Figure) -> Row<'a> {
        let Figure { value, low, high } = figure;
        Row { quantity: quantity.into(), unit: unit.into(), value, low, high, ..self }
    }

    /// The name by which a filter of `cargo bench` chooses the contender.
    pub(crate) fn name(&self) -> [&'a str; 4] {
        [self.study, self.context, self.stream, self.variant]
    }

    /// What tells it from other figures of the same name, a part for each.
    pub(crate) fn circumstances(&self) -> Vec<String> {
        let is_either_way = self.context == Context::Beside.name();
        let of = |name: &str, value: u64| format!("{}={value}", name.replace(' ', "-"));
        let parts = [
            is_either_way.then(|| format::dependence(self.dependent).to_owned()),
            self.touches.map(|touches| of("touches", touches)),
            self.parameter.zip(self.at).map(|(parameter, at)| of(parameter, at)),
        ];
        parts.into_iter().flatten().collect()
    }

    /// The whole name: with the circumstances.
    pub(crate) fn place(&self) -> String {
        let name = self.name().map(str::to_owned).into_iter().chain(self.circumstances());
        name.collect::<Vec<_>>().join("/")
    }
}

/// What is known of a meter's last run: its date and its commit.
type Origin<'a> = (&'a str, &'a str);

/// All figures of those that answer rightly, in the order of the records.
pub(crate) fn rows<'a>(figures: &Figures<'a>) -> impl Iterator<Item = Row<'a>> {
    let records = figures.records;
    let origin = |meter: Meter| {
        let run = records.runs.get(&meter);
        run.map_or(("", ""), |run| (run.date.as_str(), run.commit.as_deref().unwrap_or("unknown")))
    };
    let [counts, times] = [Meter::Instructions, Meter::Duel].map(origin);
    let timed = |build: Build, figures: &Figures<'a>| {
        let steps = move |table: &'a Table| {
            table.steps.iter().flat_map(move |step| timed(build.name(), table, step, times.1))
        };
        figures.shown().flat_map(steps).collect::<Vec<_>>()
    };
    let build = records.machine.build;
    let others = figures.others.iter().flat_map(|(build, figures)| timed(*build, figures));
    let timed: Vec<_> = timed(build, figures).into_iter().chain(others).collect();
    let origins = [counts, times];
    let counts = records.counts.iter();
    let counted = counts.flat_map(move |count| counted(build.name(), count, origins));
    let is_right = |row: &Row<'_>| {
        figures.variant(row.study, row.variant).is_none_or(|variant| !variant.is_wrong())
    };
    timed.into_iter().chain(counted).filter(is_right)
}

fn timed<'a>(
    build: &'static str,
    table: &'a Table,
    step: &'a Step,
    commit: &'a str,
) -> impl Iterator<Item = Row<'a>> {
    let unit = table.unit;
    table.names.iter().enumerate().flat_map(move |(number, variant)| {
        let row = Row {
            study: &table.study,
            variant,
            stream: &table.stream,
            context: table.context.name(),
            dependent: table.dependent,
            touches: table.touches,
            build,
            parameter: table.along.map(Parameter::name),
            at: step.at,
            rounds: Some(step.rounds),
            date: &table.date,
            commit,
            ..Row::default()
        };
        let (against, verdict) = (table.reference(), step.verdict(number, 0).map(Verdict::name));
        let to_reference = Row { against, verdict, ..row.clone() };
        let of = |column: &[Option<Figure>]| column.get(number).copied().flatten();
        let share = |column: &[Option<Share>]| {
            column.get(number).copied().flatten().map(|Share(share)| Figure::exact(share))
        };
        let per_query = || format!("{unit}/query");
        [
            of(&step.raw).map(|raw| row.clone().with(unit.name(), per_query(), raw)),
            of(&step.net).map(|net| row.clone().with(format!("{NET}{unit}"), per_query(), net)),
            of(&step.ratio).map(|ratio| to_reference.with("ratio", "", ratio)),
            share(&step.spread).map(|spread| row.clone().with("layout spread", "", spread)),
            share(&step.best)
                .map(|best| row.clone().with("best layout below the median", "", best)),
            of(&step.slope).map(|slope| row.with("slope", "", slope)),
        ]
        .into_iter()
        .flatten()
    })
}

/// How the names of net times begin.
const NET: &str = "net ";

/// The contexts of hot tables.
const HOT: [&str; 2] = [Context::Throughput.name(), Context::Latency.name()];

/// Counts per query, the loop's own included.
fn counted<'a>(
    build: &'static str,
    count: &'a Count,
    [simulated, counters]: [Origin<'a>; 2],
) -> impl Iterator<Item = Row<'a>> {
    let (prefix, (date, commit)) = match count.counter {
        Counter::Callgrind => ("", simulated),
        Counter::Hardware => ("hardware ", counters),
    };
    let row = Row {
        study: &count.study,
        variant: &count.variant,
        stream: &count.stream,
        context: HOT[usize::from(count.dependent)],
        dependent: count.dependent,
        build,
        date,
        commit,
        ..Row::default()
    };
    let simulated = Row { parameter: Some("simulated L1"), ..row.clone() };
    let per_query = move |row: &Row<'a>, what: &str, total: u64| {
        let figure = Figure::exact(total as f64 / count.queries as f64);
        row.clone().with(format!("{prefix}{what}"), "/query", figure)
    };
    let lines = count.lines.map(|lines| {
        row.clone().with(format!("{prefix}cache lines"), "", Figure::exact(lines as f64))
    });
    let totals = [
        (Unit::Cycles.name(), count.cycles),
        ("instructions", count.instructions),
        ("data reads", count.reads),
        ("data writes", count.writes),
        ("L1 data misses", count.l1_misses),
        ("last-level data misses", count.last_level_misses),
        ("branches", count.branches),
        ("mispredicted branches", count.mispredictions),
    ];
    let totals = totals.into_iter();
    let totals = totals.filter_map(move |(what, total)| Some(per_query(&row, what, total?)));
    let sweep = count.sweep.iter().map(move |[size, misses]| Row {
        at: Some(*size),
        ..per_query(&simulated, "L1 data misses", *misses)
    });
    totals.chain(lines).chain(sweep)
}

/// All figures as CSV, one in a row.
///
/// # Errors
/// None; any figure is a row.
pub(crate) fn measurements_csv(figures: &Figures<'_>) -> Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    for row in rows(figures) {
        table.serialize(row)?;
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

/// The followed figures in Bencher's metric format: benchmarks by name, and their measures
/// by name.
///
/// # Errors
/// None; any figure is JSON.
pub(crate) fn bencher(figures: &Figures<'_>) -> Result<String> {
    let mut benchmarks: BTreeMap<_, BTreeMap<_, _>> = BTreeMap::new();
    for row in followed(figures) {
        let metric = Metric { value: row.value, lower_value: row.low, upper_value: row.high };
        let measure = row.quantity.to_lowercase().replace(' ', "-");
        benchmarks.entry(benchmark(&row)).or_default().insert(measure, metric);
    }
    json(&benchmarks)
}

/// A figure as github-action-benchmark's tool `customSmallerIsBetter` takes it.
#[derive(Serialize)]
struct Entry {
    name: String,
    unit: String,
    value: f64,
    range: String,
    extra: String,
}

/// The followed figures as github-action-benchmark takes them, each with its origin.
///
/// # Errors
/// None; any figure is JSON.
pub(crate) fn benchmark_action(figures: &Figures<'_>) -> Result<String> {
    let machine = &figures.records.machine;
    let entry = |row: Row<'_>| {
        let rounds = row.rounds.map_or_else(String::new, |rounds| format!("{rounds} rounds, "));
        Entry {
            name: format!("{} {}", benchmark(&row), row.quantity),
            unit: row.unit,
            value: row.value,
            range: format!("{} to {}", row.low, row.high),
            extra: format!("{rounds}{}\n{}\n{}", row.date, machine.cpu, machine.rustc),
        }
    };
    json(&followed(figures).map(entry).collect::<Vec<_>>())
}

/// The figures worth following over time: raw times with hot tables, and counts. Net times
/// may be zero or less and so have no ratio to the last ones; and a ratio is not one
/// variant's own.
fn followed<'a>(figures: &Figures<'a>) -> impl Iterator<Item = Row<'a>> {
    let build = figures.records.machine.build.name();
    rows(figures).filter(move |row| {
        let is_hot = HOT.contains(&row.context);
        let is_own = row.unit.ends_with("/query") && !row.quantity.starts_with(NET);
        row.build == build && is_hot && is_own && row.parameter.is_none()
    })
}

/// The name by which a filter chooses it.
fn benchmark(row: &Row<'_>) -> String {
    row.name().join("/")
}

fn json(value: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::COUNTED;
    use crate::made_up::{DATE, LARGE, NONE, counted, everywhere, too_noisy};
    use records::{Check, Records};

    fn records() -> Records {
        Records { tables: everywhere().tables, ..counted() }
    }

    #[test]
    fn every_figure_is_a_row() {
        let records = records();
        let text = measurements_csv(&Figures::new(&records)).unwrap();
        let mut table = csv::Reader::from_reader(text.as_bytes());
        let header = table.headers().unwrap().clone();
        let rows: Vec<_> = table.records().map(Result::unwrap).collect();
        let steps: usize = records.tables.iter().map(|table| table.steps.len()).sum();
        // Of each step three raw times, net times, spreads and best layouts, and a ratio; of
        // latency two slopes.
        let latencies = 1;
        assert_eq!(rows.len(), steps * 13 + latencies * 2 + 3 * (7 + 1 + 6));
        let is = |row: &csv::StringRecord, wanted: &[(&str, &str)]| {
            let column = |name: &str| header.iter().position(|column| column == name).unwrap();
            wanted.iter().all(|(name, value)| &row[column(name)] == *value)
        };
        for wanted in [
            &[("context", "latency"), ("quantity", "cycles"), ("value", "7.5"), ("low", "7.49")][..],
            &[("quantity", "ratio"), ("against", LARGE), ("verdict", "faster"), ("unit", "")],
            &[
                ("touches", "16"),
                ("build", "x86-64-v3"),
                ("parameter", "working set"),
                ("at", "2097152"),
                ("dependent", "true"),
            ],
            &[("variant", NONE), ("quantity", "net cycles"), ("rounds", "96"), ("date", DATE)],
            &[("variant", "null"), ("quantity", "instructions"), ("value", "4.0"), ("rounds", "")],
            &[("parameter", "simulated L1"), ("at", "4096"), ("quantity", "L1 data misses")],
        ] {
            assert!(rows.iter().any(|row| is(row, wanted)), "{wanted:?}");
        }
    }

    #[test]
    fn services_get_hot_times_and_counts() {
        let mut records = records();
        let json = |text: Result<String>| -> serde_json::Value {
            serde_json::from_str(&text.unwrap()).unwrap()
        };
        let found = json(bencher(&Figures::new(&records)));
        assert_eq!(found.as_object().unwrap().len(), 2 * 3);
        let large = &found["between/throughput/uniform/between-large"];
        let (lower, upper) = (2.1 - 0.01, 2.1 + 0.01);
        let time = serde_json::json!({"value": 2.1, "lower_value": lower, "upper_value": upper});
        assert_eq!(large["cycles"], time);
        assert_eq!(large["l1-data-misses"]["value"], 9.0);
        assert_eq!(large.as_object().unwrap().len(), 1 + COUNTED.len());

        let action = json(benchmark_action(&Figures::new(&records)));
        let entries = action.as_array().unwrap();
        assert_eq!(entries.len(), 3 * (2 + COUNTED.len()));
        let name = "between/latency/uniform/between-none cycles";
        let entry = entries.iter().find(|entry| entry["name"] == name).unwrap();
        assert_eq!((&entry["unit"], &entry["value"]), (&"cycles/query".into(), &7.5.into()));
        assert_eq!(entry["range"], "7.49 to 7.51");
        let extra = format!("96 rounds, {DATE}\nMade-up Processor\nrustc 1.0");
        assert_eq!(entry["extra"], extra);

        records.variants[0].check = Check::Wrong("all of it".to_owned());
        records.tables[1].steps = vec![too_noisy(None)];
        let left = json(bencher(&Figures::new(&records)));
        let names: Vec<_> = left.as_object().unwrap().keys().collect();
        let expected =
            ["between-none", "null"].map(|name| format!("between/throughput/uniform/{name}"));
        assert_eq!(names, expected.each_ref());
    }
}
