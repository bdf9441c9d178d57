//! The figures for other programs: tables of all of them.
//!
//! Names in records begin with a letter or a digit, so no cell of a table is a formula to a
//! spreadsheet, and none needs quotes.

use crate::view::{CACHE_LINES, COUNTED, View, counted};
use crate::words::day;
use records::{Build, Count, Counter, Figure, Records, Run, Setting, Step, Table, Verdict};
use std::fmt::Write as _;

pub(crate) const LICENCE: &str = "CC0-1.0";

pub(crate) struct Row<'a> {
    pub(crate) setting: Setting<'a>,
    variant: &'a str,
    build: Build,
    /// What the ratio is to, and the verdict.
    pub(crate) against: Option<&'a str>,
    pub(crate) verdict: Option<&'static str>,
    /// The number of rounds; nothing for counts.
    pub(crate) rounds: Option<u64>,
    pub(crate) date: &'a str,
    /// The run that measured it. Its commit is no column: it may be a formula to a spreadsheet.
    pub(crate) run: &'a Run,
    pub(crate) figures: Vec<(&'static str, String, Figure)>,
}

impl<'a> Row<'a> {
    /// The name by which a filter of `cargo bench` chooses the variant.
    pub(crate) fn name(&self) -> String {
        format!("{}/{}", self.setting.name(), self.variant)
    }

    /// The whole name: with what tells its setting from others.
    pub(crate) fn whole_name(&self) -> String {
        let parts = [self.name()].into_iter().chain(self.setting.details());
        parts.collect::<Vec<_>>().join("/")
    }

    /// What follows its name where it is cited.
    pub(crate) fn provenance(&self, records: &Records) -> String {
        let commit = self.run.commit.as_deref().unwrap_or("unknown commit");
        let (build, cpu, day) = (records.machine.build, &records.machine.cpu, day(self.date));
        format!("{build}, {cpu}, {commit}, {day}, method {}", self.run.method)
    }

    fn figure(&self, name: &str) -> Option<Figure> {
        self.figures.iter().find(|(known, ..)| *known == name).map(|(.., figure)| *figure)
    }

    fn value(&self, name: &str) -> String {
        self.figure(name).map_or_else(String::new, |figure| format!("{:?}", figure.value))
    }
}

/// All figures of those that answer rightly, in the order of the records.
pub(crate) fn rows<'a>(view: &View<'a>) -> impl Iterator<Item = Row<'a>> {
    let records = view.records;
    let steps = |table: &'a Table| table.steps.iter().map(move |step| (table, step));
    let timed = view.tables().flat_map(steps);
    let timed = timed.flat_map(|(table, step)| timed_at(records, table, step));
    let counted = records.counts.iter().map(|count| counted_row(records, count));
    let wrong = records.variants.iter().filter(|variant| variant.is_wrong());
    let wrong: Vec<_> = wrong.map(|v| (v.study.as_str(), v.name.as_str())).collect();
    timed.chain(counted).filter(move |row| !wrong.contains(&(row.setting.question, row.variant)))
}

pub(crate) const RATIO: &str = "ratio";

pub(crate) fn timed_at<'a>(
    records: &'a Records,
    table: &'a Table,
    step: &'a Step,
) -> impl Iterator<Item = Row<'a>> {
    let (build, run) = (records.machine.build, &records.runs[table.run]);
    let named = table.names.iter().enumerate().filter(|_| step.has_figures());
    named.map(move |(number, variant)| {
        let of = |column: &[Option<Figure>]| column.get(number).copied().flatten();
        let share =
            |column: &[Option<f64>]| column.get(number).copied().flatten().map(Figure::exact);
        let per_query = || format!("{}/query", table.unit);
        let figures = [
            ("raw", per_query(), of(&step.raw)),
            ("net", per_query(), of(&step.net)),
            (RATIO, String::new(), of(&step.ratio)),
            ("layout spread", String::new(), share(&step.spread)),
            ("best layout below the median", String::new(), share(&step.best)),
            ("slope", String::new(), of(&step.slope)),
        ];
        let figures = figures.into_iter().filter_map(|(name, unit, it)| Some((name, unit, it?)));
        Row {
            setting: table.setting_at(step.at),
            variant,
            build,
            against: of(&step.ratio).and(table.reference()),
            verdict: step.verdict(number, 0).map(Verdict::name),
            rounds: Some(step.rounds),
            date: &table.date,
            run,
            figures: figures.collect(),
        }
    })
}

/// Counts per query, the loop's own included.
fn counted_row<'a>(records: &'a Records, count: &'a Count) -> Row<'a> {
    let (build, run) = (records.machine.build, &records.runs[count.run]);
    let figures = COUNTED.into_iter().filter_map(|(name, _)| {
        let unit = if name == CACHE_LINES { "" } else { "/query" };
        Some((name, unit.to_owned(), Figure::exact(counted(count, name)?)))
    });
    Row {
        setting: count.setting(),
        variant: &count.variant,
        build,
        against: (count.counter == Counter::Hardware).then_some("hardware"),
        verdict: None,
        rounds: None,
        date: &run.date,
        run,
        figures: figures.collect(),
    }
}

const SETTING: &str = "study,variant,stream,context,dependent,build,parameter,at";

fn key(Row { setting, variant, build, .. }: &Row<'_>) -> String {
    let Setting { question, stream, context, dependent, at } = setting;
    let at = at.map_or_else(|| ",".to_owned(), |(parameter, at)| format!("{parameter},{at}"));
    format!("{question},{variant},{stream},{context},{dependent},{build},{at}")
}

/// All times as CSV, a row for a variant in a setting: each time with its interval, raw and net,
/// and the ratio to the question's first variant, which has none, with the verdict.
pub(crate) fn measurements_csv(view: &View<'_>) -> String {
    let columns = "unit,rounds,date,raw,raw low,raw high,net,net low,net high,ratio,\
                   ratio low,ratio high,verdict,layout spread,best layout below the median,slope,\
                   slope low,slope high";
    let mut table = format!("{SETTING},{columns}\n");
    for row in rows(view) {
        let Some(rounds) = row.rounds else { continue };
        let text = |Figure { value, low, high }| format!("{value:?},{low:?},{high:?}");
        let interval = |name: &str| row.figure(name).map_or_else(|| ",,".to_owned(), text);
        let unit = row.figures.first().map_or("", |(_, unit, _)| unit.trim_end_matches("/query"));
        let verdict = row.verdict.filter(|_| row.against.is_some()).unwrap_or_default();
        let [raw, net, ratio, slope] = ["raw", "net", RATIO, "slope"].map(interval);
        let [spread, best] =
            ["layout spread", "best layout below the median"].map(|name| row.value(name));
        let (key, date) = (key(&row), day(row.date));
        let times = format!("{raw},{net},{ratio},{verdict},{spread},{best},{slope}");
        let _ = writeln!(table, "{key},{unit},{rounds},{date},{times}");
    }
    table
}

/// All counts as CSV, a row for a variant in a setting: per query, but for cache lines.
pub(crate) fn counts_csv(view: &View<'_>) -> String {
    let mut table = format!("{SETTING},counter,{},date\n", COUNTED.map(|(name, _)| name).join(","));
    for row in rows(view).filter(|row| row.rounds.is_none()) {
        let key = key(&row);
        let (counter, date) = (row.against.unwrap_or("callgrind"), day(row.date));
        let values = COUNTED.map(|(name, _)| row.value(name)).join(",");
        let _ = writeln!(table, "{key},{counter},{values},{date}");
    }
    table
}
