//! What changed for certain from one set or run to another.
//!
//! Two runs are independent, so a change has the interval of the quotient of independent figures, at a
//! level of 5 % for all changes of a comparison together. The rule is that of verdicts: beyond 0.5 %, and
//! beyond what copies differ by in either table. Intervals hold nothing of the machine, its boot and the
//! build, so times are compared only if these and the method are the same, on quiet cores. Ratios are
//! taken within rounds, which share the machine, so more of them can be compared.

use crate::set::Set;
use crate::text::padded_markdown;
use crate::view::{FIRST_SOUND, View, core_of, counted, is_of_programs, quotient};
use crate::words::{self, few, gain_figure, list, number};
use figures::statistics::stretch;
use records::{Core, Counter, Figure, LEAST, Run, Setting, Step, Table, Verdict, visible};
use std::collections::{BTreeMap, BTreeSet};

/// What is compared of a variant in a setting.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
enum Measure {
    Time,
    /// The time divided by the usual way's.
    Ratio,
    /// Exact, by Callgrind.
    Instructions,
}

impl Measure {
    fn name(self) -> &'static str {
        match self {
            Measure::Time => "time",
            Measure::Ratio => "ratio",
            Measure::Instructions => "instructions",
        }
    }
}

/// A figure of a run, with what decides whether it can be compared.
struct Measured<'a> {
    figure: Figure,
    /// As a cell shows it.
    text: String,
    run: &'a Run,
    /// The table and its step; `None` of counts.
    step: Option<(&'a Table, &'a Step)>,
    /// The variant that a ratio is to; empty of others.
    usual: &'a str,
    /// Whether code or tables of it, or of what it is divided by, stayed in place.
    is_fixed: bool,
}

type Measurements<'a> = BTreeMap<(String, Measure), Measured<'a>>;

/// A figure of both runs that could be compared.
struct Change {
    name: String,
    measure: Measure,
    texts: [String; 2],
    /// The later figure divided by the earlier one.
    ratio: Figure,
    /// The logarithm of a ratio that is noise.
    margin: f64,
}

/// What changed for certain from one set to another, in Markdown.
pub(crate) fn diff(sets: [&Set; 2]) -> String {
    let views = sets.map(View::new);
    let [before, after] = views.each_ref().map(measured);
    let others = alone([&before, &after]);
    let of_sets = bars_of_sets(sets);
    let (mut changes, mut barred): (Vec<_>, BTreeMap<String, BTreeMap<Measure, usize>>) =
        Default::default();
    for ((name, measure), one) in &before {
        let Some(two) = after.get(&(name.clone(), *measure)) else { continue };
        let mut bars = bars(*measure, [one, two]);
        if *measure == Measure::Time {
            bars.extend(of_sets.iter().cloned());
        }
        if bars.is_empty() {
            changes.push(change(name, *measure, [one, two]));
        }
        for bar in bars {
            *barred.entry(bar).or_default().entry(*measure).or_default() += 1;
        }
    }
    let count = changes.len();
    changes.iter_mut().for_each(|change| change.ratio = for_all(change.ratio, count));
    let mut text = String::new();
    for (name, set) in ["Before", "After"].into_iter().zip(sets) {
        text += &visible(&format!("{name}: {}, {}.", set.name, set.provenance()));
        text += "\n";
    }
    let line = |(bar, measures): (String, BTreeMap<Measure, usize>)| {
        let counts = list(measures.iter().map(|(measure, count)| of_measure(*count, *measure)));
        format!("- Not compared, {counts}: {bar}.\n")
    };
    let lines = barred.into_iter().map(line).collect::<String>() + &others;
    if !lines.is_empty() {
        text += &format!("\n{lines}");
    }
    text + &told(changes)
}

fn of_measure(count: usize, measure: Measure) -> String {
    match measure {
        Measure::Instructions => words::counted(count, "count"),
        _ => words::counted(count, measure.name()),
    }
}

/// All that can be compared of a set, by its name.
fn measured<'a>(view: &'a View<'_>) -> Measurements<'a> {
    let mut all = Measurements::new();
    let steps = view.tables().flat_map(|table| table.steps.iter().map(move |step| (table, step)));
    for (table, step) in steps {
        let (setting, usual) = (table.setting_at(step.at), view.usual(&table.question));
        let run = &view.records.runs[table.run];
        let stays = |name: &str| step.layouts < 2 || step.fixed.iter().any(|it| it == name);
        for variant in table.variants() {
            let name = whole_name(setting, variant);
            let taken = |figure, text, usual: &'a str| Measured {
                figure,
                text,
                run,
                step: Some((table, step)),
                usual,
                is_fixed: stays(variant) || stays(usual),
            };
            if let Some(time) = view.time(setting, variant) {
                let text = format!("{} {}", number(time.value, 2), table.unit);
                all.insert((name.clone(), Measure::Time), taken(time, text, ""));
            }
            let ratio = view.by_usual(setting, variant).zip(usual);
            if let Some((ratio, usual)) = ratio.filter(|(_, usual)| usual != variant) {
                let text = format!("{}x", number(ratio.figure.value, 3));
                all.insert((name, Measure::Ratio), taken(ratio.figure, text, usual));
            }
        }
    }
    for count in &view.records.counts {
        let is_wrong = view.variant(&count.question, &count.variant).is_none_or(|it| it.is_wrong());
        let Some(value) = counted(count, "instructions").filter(|value| *value > 0.0) else {
            continue;
        };
        if count.counter == Counter::Callgrind && !is_wrong {
            let run = &view.records.runs[count.run];
            let (figure, text) = (Figure::exact(value), number(value, 2));
            let one = Measured { figure, text, run, step: None, usual: "", is_fixed: false };
            let name = whole_name(count.setting(), &count.variant);
            all.insert((name, Measure::Instructions), one);
        }
    }
    all
}

/// The name that cites a variant's figures in a setting.
fn whole_name(setting: Setting<'_>, variant: &str) -> String {
    let parts = [setting.name(), variant.to_owned()].into_iter().chain(setting.details());
    parts.collect::<Vec<_>>().join("/")
}

/// The fields of a machine's records that belong to the build.
const BUILD: [&str; 4] = ["build", "features", "flags", "rustc"];

/// How machine and build differ, a line each: times are not compared then.
fn bars_of_sets([before, after]: [&Set; 2]) -> Vec<String> {
    let fields = before.records.machine.differing(&after.records.machine);
    let (build, machine): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|(name, _)| BUILD.contains(&name.as_str()));
    let line = |(what, fields): (&str, Vec<(String, [String; 2])>)| {
        let said = fields.iter().map(|(name, [one, two])| format!("{name} {one}, then {two}"));
        let said = said.collect::<Vec<_>>().join("; ");
        (!said.is_empty()).then(|| format!("another {what} ({said})"))
    };
    [("machine", machine), ("build", build)].into_iter().filter_map(line).collect()
}

/// Why two figures cannot be compared, but for what holds for the sets as a whole.
fn bars(measure: Measure, [one, two]: [&Measured<'_>; 2]) -> Vec<String> {
    let mut bars = Vec::new();
    if one.step.is_some() && one.step.map(|it| it.1) == two.step.map(|it| it.1) {
        bars.push("measured once, and kept by the later run".to_owned());
    }
    let environments = [one, two].map(|it| environment(it.run));
    if environments[0] != environments[1] {
        let [one, two] = environments.map(|it| if it.is_empty() { "none".to_owned() } else { it });
        bars.push(format!("other variables ({one}, then {two})"));
    }
    let methods = [one, two].map(|it| it.run.method);
    let is_program = one.step.is_some_and(|(table, _)| is_of_programs(&table.question));
    // A version of the method changes figures. Ratios of lookups mean the same since the first sound one.
    let keeps_meaning = measure == Measure::Ratio && !is_program;
    if methods[0] != methods[1] && !(keeps_meaning && methods.iter().all(|it| *it >= FIRST_SOUND)) {
        bars.push(format!("methods {} and {}", methods[0], methods[1]));
    }
    let units = [one, two].map(|it| it.step.map(|(table, _)| table.unit));
    if measure == Measure::Time && units[0] != units[1] {
        bars.push("other units".to_owned());
    }
    if measure == Measure::Time && [one, two].iter().any(|it| !is_quiet(it)) {
        bars.push("a core that was not quiet, or not told to be".to_owned());
    }
    if one.usual != two.usual {
        bars.push(format!("ratios to {}, then to {}", one.usual, two.usual));
    }
    if one.is_fixed || two.is_fixed {
        bars.push("code that stayed in one place, which another build moves".to_owned());
    }
    bars
}

/// The variables that change what a run measures, as it says. `LAB_MASK` only leaves variants out.
fn environment(run: &Run) -> String {
    let set = run.how.split("; ").filter(|it| it.starts_with("LAB_"));
    visible(&set.filter(|it| !it.starts_with("LAB_MASK=")).collect::<Vec<_>>().join(", "))
}

fn is_quiet(it: &Measured<'_>) -> bool {
    it.step.is_none_or(|(_, step)| core_of(it.run, step) == Core::Quiet)
}

fn change(name: &str, measure: Measure, both: [&Measured<'_>; 2]) -> Change {
    let [one, two] = both;
    let copies = both.into_iter().filter_map(|it| it.step).flat_map(|(_, step)| &step.copies);
    let margin = copies.map(|copy| copy.ratio.value.ln().abs()).fold(LEAST.ln_1p(), f64::max);
    Change {
        name: name.to_owned(),
        measure,
        texts: both.map(|it| it.text.clone()),
        ratio: quotient(two.figure, one.figure),
        // Counts are exact.
        margin: if measure == Measure::Instructions { 0.0 } else { margin },
    }
}

/// A ratio with a 95 % interval, and the interval that it has if this many hold together.
fn for_all(ratio: Figure, count: usize) -> Figure {
    let stretch = stretch(0.05 / count.max(1) as f64);
    let log = ratio.map(f64::ln);
    let end = |end: f64| log.value + (end - log.value) * stretch;
    Figure { value: log.value, low: end(log.low), high: end(log.high) }.map(f64::exp)
}

/// What one of the runs alone has.
fn alone([before, after]: [&Measurements<'_>; 2]) -> String {
    let names = |one: &Measurements<'_>, two: &Measurements<'_>| {
        let names = one.keys().filter(|key| !two.contains_key(key)).map(|(name, _)| name.clone());
        names.collect::<BTreeSet<_>>()
    };
    let sides = [("earlier", names(before, after)), ("later", names(after, before))];
    let line = |(side, names): (&str, BTreeSet<String>)| {
        let count = words::counted(names.len(), "measurement");
        let parts = names.iter().map(|name| name.split('/').take(2).collect::<Vec<_>>().join("/"));
        let parts = few(parts.collect::<BTreeSet<_>>());
        (!names.is_empty()).then(|| format!("- Only in the {side} one, {count}: {parts}.\n"))
    };
    sides.into_iter().filter_map(line).collect()
}

/// The changes for certain, the largest first, and how many others there are.
fn told(changes: Vec<Change>) -> String {
    let count = changes.len();
    if count == 0 {
        return "\nNothing can be compared.\n".to_owned();
    }
    let verdict = |change: &Change| Verdict::of(change.ratio.map(f64::ln), change.margin);
    let (mut certain, others): (Vec<_>, Vec<_>) =
        changes.into_iter().partition(|change| verdict(change).is_order());
    // Equal ones, but for rounding, stand in the order of their names.
    let size = |change: &Change| (1e9 * change.ratio.value.ln().abs()).round();
    certain.sort_by(|a, b| size(b).total_cmp(&size(a)));
    let slower = certain.iter().filter(|it| verdict(it) == Verdict::Slower).count();
    let ties = others.iter().filter(|it| verdict(it) == Verdict::Tie).count();
    let summary = format!(
        "\n{} compared: {} changed for certain, {slower} up and {} down; {ties} are the same within \
         1 %, {} are not told apart.\n",
        words::counted(count, "figure"),
        certain.len(),
        certain.len() - slower,
        others.len() - ties,
    );
    if certain.is_empty() {
        return summary;
    }
    let plot = Plot::of(&certain);
    let head = ["change", &plot.head(), "of", "before", "after", "figure"].map(str::to_owned);
    let rows = certain.iter().map(|it| {
        let [one, two] = it.texts.clone();
        let gain = it.ratio.map(|ratio| ratio - 1.0);
        let is_exact = it.measure == Measure::Instructions;
        let change = if is_exact { words::gain(gain.value) } else { gain_figure(gain) };
        [change, plot.line(it.ratio), it.measure.name().to_owned(), one, two, it.name.clone()]
    });
    let table = padded_markdown(&head, rows.map(Vec::from));
    format!("{summary}\n{table}\n{FOOT}")
}

/// What the table cannot say.
const FOOT: &str = "\
Intervals hold at 95 % for all changes together, and hold neither the boot nor the build. A time or a
count that changed says that the runs differ, and not why. A ratio is to the usual way of its run.
";

/// Ratios as marks on a line, by their logarithms.
struct Plot {
    /// The logarithm at either end.
    reach: f64,
}

/// The marks to either side of no change.
const HALF: usize = 16;

impl Plot {
    fn of(changes: &[Change]) -> Plot {
        let ends = changes.iter().flat_map(|it| [it.ratio.low, it.ratio.high]);
        Plot { reach: ends.map(|end| end.ln().abs()).fold(LEAST, f64::max) }
    }

    /// What the ends of the line are.
    fn head(&self) -> String {
        let [low, high] = [-self.reach, self.reach].map(|end| format!("{}x", number(end.exp(), 2)));
        let width = 2 * HALF + 1 - low.len() - high.len();
        format!("`{low}{:^width$}{high}`", "1")
    }

    fn line(&self, ratio: Figure) -> String {
        let place = |ratio: f64| {
            let place = (HALF as f64 * (1.0 + ratio.ln() / self.reach)).round();
            place.clamp(0.0, 2.0 * HALF as f64) as usize
        };
        let Figure { value, low, high } = ratio.map(|it| place(it) as f64);
        let mark = |at: usize| match at as f64 {
            at if at == value => 'o',
            at if low <= at && at <= high => '-',
            at if at == HALF as f64 => ':',
            _ => ' ',
        };
        format!("`{}`", (0..=2 * HALF).map(mark).collect::<String>())
    }
}

#[cfg(test)]
mod tests;
