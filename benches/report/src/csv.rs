//! All figures as rows: tables for other programs, and what a citation finds.

use crate::set::Set;
use crate::view::{CACHE_LINES, COUNTED, View, counted, is_of_programs};
use crate::words::{day, slug};
use anyhow::Result;
use records::{Count, Counter, Figure, Records, Run, Setting, Step, Table, Verdict};
use serde::Serialize;
use std::collections::BTreeMap;

pub(crate) const LICENCE: &str = "CC0-1.0";
pub(crate) const RATIO: &str = "ratio";
/// A gain of a program: what engines' testers call nodes per second.
pub(crate) const GAIN: &str = "nodes per second";

/// A variant's figures in a setting.
pub(crate) struct Row<'a> {
    pub(crate) setting: Setting<'a>,
    variant: &'a str,
    /// What the ratio is to, and the verdict.
    pub(crate) against: Option<&'a str>,
    pub(crate) verdict: Option<&'static str>,
    /// The number of rounds; nothing for counts.
    pub(crate) rounds: Option<u64>,
    /// The run that measured it.
    pub(crate) run: &'a Run,
    /// Names, units and figures.
    pub(crate) figures: Vec<(&'static str, String, Figure)>,
    /// Whether it compares a variant with another that its table has no ratio to.
    is_pair: bool,
}

impl Row<'_> {
    /// The name by which a filter of `cargo bench` chooses the variant.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.setting.name(), self.variant)
    }

    /// What tells it from others of the same name, a part each.
    pub(crate) fn details(&self) -> impl Iterator<Item = String> {
        let pair = self.against.filter(|_| self.is_pair);
        let pair = pair.map(|other| format!("against={other}"));
        self.setting.details().chain(pair)
    }

    /// The whole name: with what tells its setting from others.
    pub(crate) fn whole_name(&self) -> String {
        let parts = [self.name()].into_iter().chain(self.details());
        parts.collect::<Vec<_>>().join("/")
    }

    fn figure(&self, name: &str) -> Option<Figure> {
        self.figures.iter().find(|(known, ..)| *known == name).map(|(.., figure)| *figure)
    }
}

/// All figures of those that answer correctly, in the order of the records; if a setting is named, those
/// in it, without making the others.
pub(crate) fn figure_rows<'a>(
    view: &'a View<'_>,
    named: Option<&'a str>,
) -> impl Iterator<Item = Row<'a>> {
    let records = view.records;
    let is_named = move |setting: Setting<'_>| named.is_none_or(|name| setting.name() == name);
    let tables = || view.tables().filter(move |table| is_named(table.setting()));
    let steps = |table: &'a Table| table.steps.iter().map(move |step| (table, step));
    let timed = tables().flat_map(steps);
    let timed = timed.flat_map(|(table, step)| timed_at(view, table, step));
    let pairs = tables().flat_map(|table| pairs_of(view, table));
    let counted = records.counts.iter().filter(move |count| is_named(count.setting()));
    let counted = counted.map(|count| counted_row(records, count));
    let wrong = records.variants.iter().filter(|variant| variant.is_wrong());
    let wrong: Vec<_> = wrong.map(|v| (v.question.as_str(), v.name.as_str())).collect();
    let all = timed.chain(pairs).chain(counted);
    all.filter(move |row| !wrong.contains(&(row.setting.question, row.variant)))
}

/// The rows of a step, a variant each.
pub(crate) fn timed_at<'a>(
    view: &'a View<'_>,
    table: &'a Table,
    step: &'a Step,
) -> impl Iterator<Item = Row<'a>> {
    let named = table.names.iter().enumerate().filter(|_| step.has_figures());
    named.map(move |(number, variant)| {
        let of = |column: &[Option<Figure>]| column.get(number).copied().flatten();
        let share =
            |column: &[Option<f64>]| column.get(number).copied().flatten().map(Figure::exact);
        let per_query = || format!("{}/query", table.unit);
        let ratio = of(&step.ratio);
        let setting = table.setting_at(step.at);
        let to_base = |_| view.to_base(setting, step, number).map(gain_in_percent);
        let gain = ratio.filter(|_| is_of_programs(&table.question)).and_then(to_base);
        let figures = [
            ("raw", per_query(), of(&step.raw)),
            ("net", per_query(), of(&step.net)),
            (RATIO, String::new(), ratio),
            (GAIN, "%".to_owned(), gain),
            ("layout spread", String::new(), share(&step.spread)),
            ("best layout below the median", String::new(), share(&step.best)),
            ("slope", String::new(), of(&step.slope)),
        ];
        let figures = figures.into_iter().filter_map(|(name, unit, it)| Some((name, unit, it?)));
        Row {
            setting,
            variant,
            against: ratio.and(table.reference()),
            verdict: step.verdict(number, 0).map(Verdict::name),
            rounds: Some(step.rounds),
            run: &view.records.runs[table.run],
            figures: figures.collect(),
            is_pair: false,
        }
    })
}

/// A ratio of times as a gain in per cent.
fn gain_in_percent(ratio: Figure) -> Figure {
    ratio.inverse().map(|ratio| 100.0 * (ratio - 1.0))
}

/// What a choice is in place of another that is not its table's first: of programs any other, in
/// nodes per second; else one that engines have.
fn pairs_of<'a>(view: &'a View<'_>, table: &'a Table) -> Vec<Row<'a>> {
    let setting = table.setting();
    let Some((_, step)) = view.step(setting) else { return Vec::new() };
    let (is_program, usual) = (is_of_programs(&table.question), view.usual(&table.question));
    let is_had = |name: &&String| is_program || usual == Some(name.as_str());
    let others: Vec<_> = table.variants().iter().skip(1).filter(is_had).collect();
    let pairs = table.variants().iter().flat_map(|of| others.iter().map(move |over| (of, *over)));
    let row = |(of, over): (&'a String, &'a String)| {
        let (figure, verdict) = if is_program {
            let gain = view.gain(setting, of, over)?.map(|gain| 100.0 * gain);
            ((GAIN, "%".to_owned(), gain), None)
        } else {
            let ratio = view.ratio(setting, of, over)?;
            ((RATIO, String::new(), ratio.figure), Some(ratio.verdict.name()))
        };
        (of != over).then(|| Row {
            setting,
            variant: of,
            against: Some(over),
            verdict,
            rounds: Some(step.rounds),
            run: &view.records.runs[table.run],
            figures: vec![figure],
            is_pair: true,
        })
    };
    pairs.filter_map(row).collect()
}

/// Counts per query, the loop's own included.
fn counted_row<'a>(records: &'a Records, count: &'a Count) -> Row<'a> {
    let figures = COUNTED.into_iter().filter_map(|(name, _)| {
        let unit = if name == CACHE_LINES { "" } else { "/query" };
        Some((name, unit.to_owned(), Figure::exact(counted(count, name)?)))
    });
    Row {
        setting: count.setting(),
        variant: &count.variant,
        against: (count.counter == Counter::Hardware).then_some("hardware"),
        verdict: None,
        rounds: None,
        run: &records.runs[count.run],
        figures: figures.collect(),
        is_pair: false,
    }
}

const SETTING: [&str; 8] =
    ["question", "variant", "stream", "context", "dependent", "build", "parameter", "at"];
/// The run behind a row.
const RUN: [&str; 4] = ["date", "commit", "method", "processor"];
const TIMES: [&str; 4] = ["raw", "net", RATIO, "slope"];
const SHARES: [&str; 2] = ["layout spread", "best layout below the median"];

/// All times as CSV, a row for a variant in a setting: each time with its interval, raw and net,
/// and the ratio to the question's first variant, which has none, with the verdict.
///
/// # Errors
/// If a table cannot be written, which no record should lead to.
pub(crate) fn measurements_csv(view: &View<'_>) -> Result<String> {
    let ends = |name: &&str| ["", " low", " high"].map(|end| format!("{name}{end}"));
    let head = ["unit", "rounds", "verdict"].map(str::to_owned).into_iter();
    let head = head.chain(TIMES.iter().flat_map(ends)).chain(SHARES.map(str::to_owned));
    written(view, head, |row| {
        let rounds = row.rounds.filter(|_| !row.is_pair)?;
        let interval = |name: &&str| match row.figure(name) {
            Some(Figure { value, low, high }) => [value, low, high].map(|it| format!("{it:?}")),
            None => [const { String::new() }; 3],
        };
        let unit = row.figures.first().map_or("", |(_, unit, _)| unit.trim_end_matches("/query"));
        let verdict = row.verdict.filter(|_| row.against.is_some()).unwrap_or_default();
        let shares = SHARES.map(|name| row.value(name));
        let first = [unit.to_owned(), rounds.to_string(), verdict.to_owned()].into_iter();
        Some(first.chain(TIMES.iter().flat_map(interval)).chain(shares).collect())
    })
}

/// All counts as CSV, a row for a variant in a setting: per query, but for cache lines.
///
/// # Errors
/// If a table cannot be written, which no record should lead to.
pub(crate) fn counts_csv(view: &View<'_>) -> Result<String> {
    let head = ["counter"].into_iter().chain(COUNTED.map(|(name, _)| name)).map(str::to_owned);
    written(view, head, |row| {
        let counter = row.against.unwrap_or("callgrind").to_owned();
        let values = [counter].into_iter().chain(COUNTED.map(|(name, _)| row.value(name)));
        row.rounds.is_none().then(|| values.collect())
    })
}

impl Row<'_> {
    fn value(&self, name: &str) -> String {
        self.figure(name).map_or_else(String::new, |figure| format!("{:?}", figure.value))
    }
}

/// A figure in Bencher Metric Format. What is exact has no interval.
#[derive(Serialize)]
struct Metric {
    value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    upper_value: Option<f64>,
}

/// Times with the loop, ratios, gains and counts in Bencher Metric Format: by the name that cites a
/// figure, which no run changes, and by what was measured.
///
/// # Errors
/// If they cannot be written, which no record should lead to.
pub(crate) fn bencher_json(view: &View<'_>) -> Result<String> {
    let mut all: BTreeMap<String, BTreeMap<String, Metric>> = BTreeMap::new();
    for row in figure_rows(view, None).filter(|row| !row.is_pair) {
        for (name, unit, figure) in &row.figures {
            let measure = match (*name, row.rounds) {
                ("raw", _) => unit.replace("/query", "-per-query"),
                (RATIO, _) => RATIO.to_owned(),
                (GAIN, _) => "gain-percent".to_owned(),
                (_, Some(_)) => continue,
                (CACHE_LINES, _) => slug(CACHE_LINES),
                (count, None) => format!("{}-per-query", slug(count)),
            };
            let counter = row.against.filter(|_| row.rounds.is_none());
            let measure = counter.map_or(measure.clone(), |it| format!("{it}-{measure}"));
            let ends = (figure.low < figure.high).then_some((figure.low, figure.high)).unzip();
            let (value, lower_value, upper_value) = (figure.value, ends.0, ends.1);
            let metric = Metric { value, lower_value, upper_value };
            all.entry(row.whole_name()).or_default().insert(measure, metric);
        }
    }
    Ok(serde_json::to_string_pretty(&all)? + "\n")
}

fn written(
    view: &View<'_>,
    head: impl Iterator<Item = String>,
    cells: impl Fn(&Row<'_>) -> Option<Vec<String>>,
) -> Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let names = SETTING.iter().map(|name| (*name).to_owned()).chain(head);
    table.write_record(names.chain(RUN.map(str::to_owned)))?;
    let set: &Set = view.set;
    for row in figure_rows(view, None) {
        let Some(cells) = cells(&row) else { continue };
        let Setting { question, stream, context, dependent, at } = row.setting;
        let (parameter, at) = at.map_or_else(Default::default, |(parameter, at)| {
            (parameter.name().to_owned(), at.to_string())
        });
        let (context, dependent) = (context.name().to_owned(), dependent.to_string());
        let [question, variant, stream] = [question, row.variant, stream].map(str::to_owned);
        let build = set.records.machine.build.to_string();
        let setting = [question, variant, stream, context, dependent, build, parameter, at];
        let commit = row.run.commit.clone().unwrap_or_default();
        let cpu = set.records.machine.cpu.clone();
        let run = [day(&row.run.date).to_owned(), commit, row.run.method.to_string(), cpu];
        table.write_record(setting.into_iter().chain(cells).chain(run.map(harmless)))?;
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}

/// A text of a record that no spreadsheet takes for a formula. Names need none of that: they begin
/// with a letter or a digit.
fn harmless(text: String) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{text}") } else { text }
}
