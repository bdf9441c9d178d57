//! A question's rows: its variants with all figures, other streams, working sets, counts, and how
//! each variant works.

use super::choices::{Profile, worth};
use super::gains::named;
use crate::view::{Entry, Missing, View, cores, counted, unusual_needs};
use crate::words;
use records::{
    Context, Core, Figure, Interface, Kind, Parameter, Setting, Table, Variant, Verdict,
};
use serde::Serialize;
use std::collections::BTreeSet;

/// The working set beside which the table of variants shows them: more than a second-level cache
/// of today's cores leaves free.
pub(crate) const BESIDE: u64 = 1 << 20;
/// Other streams that a page shows for each measure.
const MOST_STREAMS: usize = 5;
/// Lines in a plot of working sets.
const MOST_LINES: usize = 6;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Question {
    pub(crate) name: String,
    pub(crate) title: String,
    /// The question in words.
    pub(crate) asks: String,
    /// The stream of the table of variants, and what it asks.
    pub(crate) stream: String,
    pub(crate) summary: String,
    pub(crate) unit: String,
    /// The usual way, to which ratios are; empty if it is not known.
    pub(crate) usual: String,
    /// Whether no errata touch its hot times.
    pub(crate) is_sound: bool,
    /// By throughput, the fastest first.
    pub(crate) variants: Vec<Row>,
    /// A sentence for each stream.
    pub(crate) about_streams: Vec<String>,
    /// Tables of other streams and of learnt branches.
    pub(crate) streams: Vec<Grid>,
    pub(crate) sweeps: Vec<Sweep>,
    pub(crate) mistakes: Vec<String>,
    /// Measurements on a core that was not quiet, and all.
    pub(crate) disturbed: [usize; 2],
}

/// A variant.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) technique: String,
    pub(crate) short: String,
    pub(crate) summary: String,
    pub(crate) chips: Vec<String>,
    /// It has an interface of its own, is a library, or is not available.
    pub(crate) marks: Vec<String>,
    pub(crate) bytes: u64,
    /// What Callgrind counted of a query, the loop included, in the order of [`SHOWN`].
    pub(crate) counts: Vec<Option<f64>>,
    pub(crate) throughput: Entry,
    pub(crate) latency: Entry,
    /// Beside a working set of [`BESIDE`].
    pub(crate) beside: Entry,
    /// In nodes per second over the usual way, by the profiles of real engines.
    pub(crate) gains: Vec<Option<Figure>>,
    pub(crate) is_usual: bool,
    /// A technique of the wiki pages that the laboratory began with.
    pub(crate) is_old: bool,
    /// Every x86-64-v3 processor runs it.
    pub(crate) is_common: bool,
    /// Whether plots show it.
    pub(crate) is_ranked: bool,
    pub(crate) work: Work,
}

/// How a variant works.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Work {
    /// Markdown; empty if another variant of the technique stands before it.
    pub(crate) idea: String,
    pub(crate) source: String,
    pub(crate) facts: Vec<String>,
    /// Slow processors: what is said, and by whom.
    pub(crate) exceptions: Vec<[String; 2]>,
    /// The source and the compiled lookup; empty in a set that does not keep them. The records
    /// have them, `answers.json` does not repeat them.
    #[serde(skip)]
    pub(crate) formula: String,
    #[serde(skip)]
    pub(crate) listing: String,
}

/// Variants in several settings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Grid {
    pub(crate) id: String,
    pub(crate) measure: &'static str,
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<(String, Vec<Entry>)>,
}

/// Variants along a parameter.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Sweep {
    pub(crate) id: String,
    pub(crate) stream: String,
    pub(crate) measure: &'static str,
    pub(crate) unit: String,
    pub(crate) is_size: bool,
    pub(crate) at: Vec<u64>,
    pub(crate) rows: Vec<SweepRow>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct SweepRow {
    pub(crate) short: String,
    pub(crate) entries: Vec<Entry>,
    /// The order against the usual way, and where it turns.
    pub(crate) order: String,
    pub(crate) is_drawn: bool,
}

/// The counts of a query that a table shows.
pub(crate) const SHOWN: [&str; 3] = ["instructions", "L1 data misses", "mispredicted branches"];

pub(crate) const fn measure_name(dependent: bool) -> &'static str {
    if dependent { "latency" } else { "throughput" }
}

pub(crate) fn question(
    view: &View<'_>,
    profiles: &[Profile],
    asked: &records::Question,
) -> Question {
    let name = asked.name.as_str();
    let setting = view.hot(name, false);
    let stream = asked.streams.iter().find(|stream| stream.name == setting.stream);
    let mut known = BTreeSet::new();
    let all = view.records.variants.iter();
    let all = all.filter(|v| v.question == name && v.kind != Kind::Control);
    let mut variants: Vec<_> = all.map(|it| variant_row(view, profiles, it, &mut known)).collect();
    let time = |row: &Row| row.throughput.time.map_or(f64::MAX, |time| time.value);
    variants.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let tables = || view.records.tables.iter().filter(|table| table.question == name);
    let cores: Vec<_> = cores(view.records, tables()).collect();
    let disturbed = cores.iter().filter(|core| **core != Core::Quiet).count();
    let unit = view.table(setting).or(tables().next()).map_or("cycles", |table| table.unit.name());
    Question {
        name: name.to_owned(),
        title: asked.title.clone(),
        asks: asked.question.clone(),
        stream: setting.stream.to_owned(),
        summary: stream.map_or_else(String::new, |stream| stream.summary.clone()),
        unit: unit.to_owned(),
        usual: view.usual(name).map_or_else(String::new, |usual| view.short_named(name, usual)),
        is_sound: view.is_sound(setting),
        about_streams: asked
            .streams
            .iter()
            .map(|it| format!("{}: {}.", it.name, it.summary))
            .collect(),
        variants,
        streams: [false, true].into_iter().filter_map(|it| streams(view, asked, it)).collect(),
        sweeps: view.tables().filter_map(|table| sweep(view, name, table)).collect(),
        mistakes: asked.mistakes.iter().map(mistake).collect(),
        disturbed: [disturbed, cores.len()],
    }
}

impl Question {
    /// The number of variants that are ranked together.
    pub(crate) fn ranked(&self) -> usize {
        self.variants.iter().filter(|row| row.is_ranked).count()
    }

    pub(crate) fn measurements(&self) -> String {
        words::counted(self.disturbed[1], "measurement")
    }

    pub(crate) fn sweep_label(&self, sweep: &Sweep) -> String {
        let along = if sweep.is_size { "beside a working set" } else { "by questions" };
        format!("{}, {}, {along}: ratio to {}", sweep.stream, sweep.measure, self.usual)
    }

    /// The anchor of the table of its ratios on all machines.
    pub(crate) fn ratios_id(&self) -> String {
        format!("ratios-{}-table", words::slug(&self.name))
    }

    /// What a figure of memory against time shows.
    pub(crate) fn caption(&self) -> String {
        format!(
            "Stream {}: {}. Dashed: nothing smaller is faster. Orange: techniques of the wiki pages \
             that the project began with. Hollow: needs more than x86-64-v3, or the next query \
             waits in part. Arrows: off the scale.",
            self.stream, self.summary
        )
    }
}

impl Sweep {
    /// The numbers of the few values that a table shows.
    pub(crate) fn shown(&self) -> Vec<usize> {
        let every = self.at.len().div_ceil(4).max(1);
        let mut shown: Vec<_> = (0..self.at.len()).rev().step_by(every).collect();
        shown.reverse();
        shown
    }

    /// A value of the parameter, by its number.
    pub(crate) fn value(&self, number: &usize) -> String {
        let at = self.at[*number];
        if self.is_size { words::size(at) } else { at.to_string() }
    }
}

fn mistake(it: &records::Mistake) -> String {
    format!(
        "{}, as published, answers {} of {} questions wrongly.",
        it.name, it.wrong, it.questions
    )
}

fn variant_row<'a>(
    view: &View<'a>,
    profiles: &[Profile],
    variant: &'a Variant,
    known: &mut BTreeSet<&'a str>,
) -> Row {
    let (question, name) = (variant.question.as_str(), variant.name.as_str());
    let usual = view.usual(question).and_then(|usual| view.variant(question, usual));
    let hot = |dependent| view.entry(view.hot(question, dependent), name);
    let beside = view.beside(question, view.main_stream(question));
    let beside = beside.map(|table| view.entry(table.setting_at(Some(BESIDE)), name));
    let gain = |profile: &Profile| worth(view, &profile.name, variant, usual?);
    let kinds = profiles.iter().filter(|profile| profile.is_kind());
    let counted_at = view.counts(question).filter(|count| count.variant == name);
    // The stream of play, else the last one that was counted.
    let count = counted_at.max_by_key(|count| count.stream == view.main_stream(question));
    let technique = view.technique(variant.technique());
    let named = named(view, variant);
    Row {
        name: named.name,
        technique: named.technique,
        short: named.short,
        bytes: named.bytes,
        chips: named.chips,
        summary: technique.map_or_else(String::new, |it| it.summary.clone()),
        marks: marks(variant),
        counts: SHOWN.iter().map(|what| counted(count?, what)).collect(),
        throughput: hot(false),
        latency: hot(true),
        beside: beside.unwrap_or(Entry { missing: Some(Missing::NotMeasured), ..Entry::default() }),
        gains: kinds.map(gain).collect(),
        is_usual: view.usual(question) == Some(name),
        is_old: variant.kind == Kind::Cpw,
        is_common: unusual_needs(variant).next().is_none(),
        is_ranked: variant.is_choice(),
        work: work(view, variant, known.insert(variant.technique())),
    }
}

impl Row {
    /// Whether `--take` copies it: a library is no crate of ours.
    pub(crate) fn has_crate(&self) -> bool {
        self.marks.iter().all(|mark| mark != LIBRARY)
    }
}

const LIBRARY: &str = "library";

fn marks(variant: &Variant) -> Vec<String> {
    let interface = match variant.interface {
        Interface::Plain | Interface::Batch | Interface::Kept => None,
        other => Some(other.name()),
    };
    let marks = [
        interface,
        (variant.kind == Kind::Library).then_some(LIBRARY),
        variant.is_wrong().then_some("answers wrongly, not timed"),
        (!variant.available).then_some("not available here"),
    ];
    marks.into_iter().flatten().map(str::to_owned).collect()
}

fn work(view: &View<'_>, variant: &Variant, is_first: bool) -> Work {
    let mut facts = Vec::new();
    let sizes = [variant.table_bytes, view.own_bytes(variant)];
    let [all, own] = sizes.map(words::size);
    if variant.table_bytes > 0 {
        facts.push(format!("Tables: {all} in all; {own} beyond those of the usual lookups"));
    }
    facts.extend(variant.kept_bytes.map(|it| format!("Kept between queries: {}", words::size(it))));
    facts.extend(variant.code_bytes.map(|bytes| format!("Compiled lookup: {bytes} bytes")));
    if !variant.needs.is_empty() {
        let lacks = if variant.available { "" } else { ", which this processor lacks" };
        facts.push(format!("Needs {}{lacks}", words::list(&variant.needs)));
    }
    if !variant.same_code.is_empty() {
        facts.push(format!("Compiled to the same code: {}", words::list(&variant.same_code)));
    }
    facts.extend(variant.accuracy.as_ref().map(|it| {
        let [wrong, all] = [it.wrong, it.questions].map(words::thousands);
        let share = words::percent(it.wrong as f64 / it.questions.max(1) as f64);
        format!("Wrong in {wrong} of {all} answers ({share})")
    }));
    let technique = view.technique(variant.technique());
    let text = |of: fn(&records::Technique) -> &String| {
        technique.filter(|_| is_first).map_or_else(String::new, |it| of(it).clone())
    };
    let exceptions = view.techniques(variant).flat_map(|technique| &technique.exceptions);
    let exceptions = exceptions.map(|known| {
        [format!("{} ({})", known.says, words::list(&known.on)), known.source.clone()]
    });
    Work {
        idea: text(|it| &it.idea),
        source: technique.map_or_else(String::new, |it| it.source.clone()),
        facts,
        exceptions: exceptions.collect(),
        formula: text(|it| &it.formula),
        listing: variant.listing.clone(),
    }
}

/// Other streams than that of play, and learnt branches, a column each.
fn streams(view: &View<'_>, asked: &records::Question, dependent: bool) -> Option<Grid> {
    let question = asked.name.as_str();
    let main = view.main_stream(question);
    let hot = |name| Setting::hot(question, name, dependent);
    let names = || asked.streams.iter().map(|stream| stream.name.as_str());
    let others = names().filter(|name| *name != main).map(|name| (name.to_owned(), hot(name)));
    let learnt = names()
        .map(|name| (format!("{name}, learnt"), Setting { context: Context::Learnt, ..hot(name) }));
    let settings = others.chain(learnt).filter(|(_, setting)| view.step(*setting).is_some());
    let (columns, settings): (Vec<_>, Vec<_>) = settings.take(MOST_STREAMS).unzip();
    let row = |variant: &Variant| {
        let entries = settings.iter().map(|setting| view.entry(*setting, &variant.name)).collect();
        (view.short(variant), entries)
    };
    let measure = measure_name(dependent);
    let rows = view.variants(question).filter(|variant| variant.available).map(row).collect();
    (!settings.is_empty()).then(|| Grid {
        id: format!("streams-{measure}"),
        measure,
        columns,
        rows,
    })
}

fn sweep(view: &View<'_>, question: &str, table: &Table) -> Option<Sweep> {
    let along = table.along.filter(|_| table.question == question)?;
    let is_size = along == Parameter::WorkingSet;
    let at = table.steps.iter().filter(|step| step.has_figures()).filter_map(|step| step.at);
    let at: Vec<_> = at.collect();
    let usual = view.usual(question).filter(|usual| table.number(usual).is_some());
    let usual = usual.or(table.reference()).unwrap_or_default();
    let drawn = drawn(view, table, usual);
    let row = |name: &String| {
        let ratio = |at: &u64| view.ratio(table.setting_at(Some(*at)), name, usual);
        let verdicts = at.iter().filter_map(|at| Some((*at, ratio(at)?.verdict)));
        SweepRow {
            short: view.short_named(question, name),
            entries: at.iter().map(|at| view.entry(table.setting_at(Some(*at)), name)).collect(),
            order: if name == usual { String::new() } else { turns(verdicts, is_size) },
            is_drawn: drawn.contains(&name.as_str()),
        }
    };
    let measure = measure_name(table.dependent);
    Some(Sweep {
        id: format!("{}-{}-{measure}", table.context, table.stream),
        stream: table.stream.clone(),
        measure,
        unit: table.unit.name().to_owned(),
        is_size,
        rows: table.variants().iter().map(row).collect(),
        at,
    })
}

/// The variants that a plot of lines shows: the usual way and techniques of the wiki first.
fn drawn<'t>(view: &View<'_>, table: &'t Table, usual: &str) -> Vec<&'t str> {
    let is_old = |name: &str| {
        let variant = view.variant(&table.question, name);
        variant.is_some_and(|it| it.kind == Kind::Cpw && it.is_choice())
    };
    let mut drawn: Vec<_> = table.variants().iter().map(String::as_str).collect();
    drawn.sort_by_key(|name| (*name != usual, !is_old(name)));
    drawn.truncate(MOST_LINES);
    drawn
}

/// The order against the usual way along a parameter, and from which value on it is another one.
fn turns(all: impl Iterator<Item = (u64, Verdict)>, is_size: bool) -> String {
    let mut orders: Vec<_> = all.filter(|(_, verdict)| verdict.is_order()).collect();
    orders.dedup_by_key(|(_, verdict)| *verdict);
    let value = |at: u64| if is_size { words::size(at) } else { at.to_string() };
    match orders.as_slice() {
        [] => "no certain order".to_owned(),
        [(_, one)] => format!("{one}, no turn seen"),
        all => {
            let all = all.iter().map(|(at, verdict)| format!("{verdict} from {}", value(*at)));
            all.collect::<Vec<_>>().join(", ")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_order_turns_where_another_one_is_certain() {
        use Verdict::{Faster, Slower, Tie, Unresolved};
        let told = |all: &[Verdict]| turns((10..).step_by(1 << 10).zip(all.iter().copied()), false);
        for (all, expected) in [
            (&[Unresolved, Tie][..], "no certain order"),
            (&[Faster, Faster], "faster, no turn seen"),
            (&[Faster, Unresolved, Faster], "faster, no turn seen"),
            (&[Tie, Slower, Unresolved], "slower, no turn seen"),
            (&[Slower, Tie, Faster, Faster], "slower from 10, faster from 2058"),
            (&[Slower, Faster, Slower], "slower from 10, faster from 1034, slower from 2058"),
        ] {
            assert_eq!(told(all), expected, "{all:?}");
        }
        let sizes = [(1 << 14, Slower), (1 << 20, Faster)].into_iter();
        assert_eq!(turns(sizes, true), "slower from 16 KiB, faster from 1 MiB");
    }
}
