//! Records as the rest of the report asks them: figures by setting, and names as pages have them.

use crate::set::Set;
use records::{
    Agreement, Asks, Context, Core, Count, Counter, Figure, Kind, LEAST, Records, Setting, Step,
    Study, Table, Technique, Variant, Verdict, agreements,
};
use std::collections::{BTreeMap, BTreeSet};

/// The questions of whole programs. Their answers to one query are the nodes of a search.
pub(crate) const SEARCH: &str = "search";
/// Counting moves, without a search.
pub(crate) const PERFT: &str = "perft";
/// Streams by how near they are to play, the nearest first.
pub(crate) const PLAYED: [&str; 2] = ["positions", "games"];

/// Instruction sets that x86-64-v3 promises, and what every Arm of 64 bits has.
const USUAL_FEATURES: &str = "sse sse2 sse3 ssse3 sse4.1 sse4.2 popcnt avx avx2 bmi1 bmi2 f16c fma \
                              lzcnt movbe cmpxchg16b neon";

/// How far from 1 the slope of an answer may be that the next query waits for.
const SLOPE_ERROR: f64 = 0.1;

/// A file of records with what is asked of it again and again.
pub(crate) struct View<'a> {
    pub(crate) set: &'a Set,
    pub(crate) records: &'a Records,
    pub(crate) agreements: Vec<Agreement<'a>>,
    tables: BTreeMap<Setting<'a>, &'a Table>,
    variants: BTreeMap<(&'a str, &'a str), &'a Variant>,
    /// What an engine answers its questions by today: what the base of the search asks.
    usual: Vec<(&'a str, &'a str)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    pub(crate) figure: Figure,
    pub(crate) verdict: Verdict,
}

/// What is measured, by whether queries wait for each other.
pub(crate) fn measure(dependent: bool) -> &'static str {
    if dependent { "latency" } else { "throughput" }
}

impl<'a> View<'a> {
    pub(crate) fn new(set: &'a Set) -> View<'a> {
        let records = &set.records;
        let agreements = agreements(&records.tables);
        let variants = records.variants.iter().map(|v| ((v.study.as_str(), v.name.as_str()), v));
        let (variants, tables) = (variants.collect(), BTreeMap::new());
        let mut view = View { set, records, agreements, tables, variants, usual: Vec::new() };
        view.tables = view.tables().map(|table| (table.setting(), table)).collect();
        let base = view.variant(SEARCH, SEARCH);
        let asked = base.into_iter().flat_map(|base| &base.asks).flat_map(|asks| &asks.asked);
        view.usual = asked.map(|one| (one.question.as_str(), one.variant.as_str())).collect();
        view
    }

    /// The questions but for whole programs.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &'a Study> {
        self.records.studies.iter().filter(|study| !is_of_programs(&study.name))
    }

    pub(crate) fn study(&self, name: &str) -> Option<&'a Study> {
        self.records.studies.iter().find(|study| study.name == name)
    }

    pub(crate) fn variant(&self, question: &str, name: &str) -> Option<&'a Variant> {
        self.variants.get(&(question, name)).copied()
    }

    /// Those of a question that answer rightly, controls left out.
    pub(crate) fn variants<'s>(
        &'s self,
        question: &'s str,
    ) -> impl Iterator<Item = &'a Variant> + use<'a, 's> {
        let is_it = move |v: &&Variant| v.study == question && !v.is_wrong();
        self.records.variants.iter().filter(is_it).filter(|v| v.kind != Kind::Control)
    }

    /// The stream nearest to play; the first where none is known to be.
    pub(crate) fn stream(&self, question: &str) -> &'a str {
        let streams = || self.study(question).into_iter().flat_map(|study| &study.streams);
        let played = PLAYED.iter().find_map(|name| streams().find(|s| s.name == *name));
        played.or(streams().next()).map_or("", |stream| &stream.name)
    }

    /// A question on the stream nearest to play.
    pub(crate) fn hot<'q>(&'q self, question: &'q str, dependent: bool) -> Setting<'q> {
        Setting::hot(question, self.stream(question), dependent)
    }

    /// What most engines answer this question by: what the base of the search does, else what
    /// ratios are taken against.
    pub(crate) fn usual(&self, question: &str) -> Option<&'a str> {
        let known = self.usual.iter().find(|(known, _)| *known == question);
        let table = || self.records.tables.iter().find(|table| table.study == question);
        known.map(|(_, name)| *name).or_else(|| table()?.reference())
    }

    /// What a page calls the usual way; nothing where it is not known.
    pub(crate) fn usual_name(&self, question: &str) -> String {
        self.usual(question).map_or_else(String::new, |usual| self.short_of(question, usual))
    }

    fn is_usual_part(&self, name: &str) -> bool {
        self.usual.iter().any(|(_, usual)| usual.split('+').any(|part| part == name))
    }

    /// Whether a variant asks only what an engine has anyway: else it changes another lookup too.
    pub(crate) fn is_over_usual(&self, variant: &Variant) -> bool {
        let usual = self.usual(&variant.study) == Some(&variant.name);
        usual || variant.name.split('+').skip(1).all(|part| self.is_usual_part(part))
    }

    /// What a variant adds to an engine that has the usual lookups, in bytes of tables.
    pub(crate) fn own_bytes(&self, variant: &Variant) -> u64 {
        let bases = variant.name.split('+').skip(1).filter(|part| self.is_usual_part(part));
        let of_base = |name| self.records.variants.iter().find(|v| v.name == name);
        let bases = bases.filter_map(of_base).map(|base| base.table_bytes - base.shared_bytes);
        variant.table_bytes.saturating_sub(variant.shared_bytes).saturating_sub(bases.sum())
    }

    pub(crate) fn title(&self, question: &str) -> String {
        self.study(question).map_or_else(|| question.to_owned(), |study| study.title.clone())
    }

    /// What a page calls a variant: its technique's short name, and in brackets what it asks
    /// besides what engines have.
    pub(crate) fn short(&self, variant: &Variant) -> String {
        let mut parts = variant.name.split('+');
        let own = self.short_part(&variant.study, parts.next().unwrap_or_default());
        let is_unusual = |part: &&str| !self.is_usual_part(part) || is_of_programs(&variant.study);
        let others: Vec<_> = parts.filter(is_unusual).map(|part| self.short_base(part)).collect();
        if is_of_programs(&variant.study) && !others.is_empty() {
            return others.join(", ");
        }
        if others.is_empty() { own } else { format!("{own} ({})", others.join(", ")) }
    }

    /// The short name of a variant by its question and name; the name where it is not known.
    pub(crate) fn short_of(&self, question: &str, name: &str) -> String {
        self.variant(question, name).map_or_else(|| name.to_owned(), |variant| self.short(variant))
    }

    fn short_base(&self, name: &str) -> String {
        let known = self.records.variants.iter().find(|v| v.name == name || v.technique() == name);
        self.short_part(known.map_or("", |variant| &variant.study), name)
    }

    fn short_part(&self, question: &str, name: &str) -> String {
        let technique = self.technique(name);
        let bare = || name.strip_prefix(question).and_then(|rest| rest.strip_prefix('-'));
        let plain = || bare().unwrap_or(name).replace('-', " ");
        technique.and_then(|technique| technique.short.clone()).unwrap_or_else(plain)
    }

    pub(crate) fn technique(&self, name: &str) -> Option<&'a Technique> {
        self.records.techniques.iter().find(|technique| technique.name == name)
    }

    pub(crate) fn techniques(&self, variant: &'a Variant) -> impl Iterator<Item = &'a Technique> {
        variant.name.split('+').filter_map(|part| self.technique(part))
    }

    /// The instruction sets that a variant needs, and what it is known to be slow on.
    pub(crate) fn chips(&self, variant: &'a Variant) -> Vec<String> {
        let known = self.techniques(variant).flat_map(|technique| &technique.exceptions);
        instructions(variant).into_iter().chain(known.map(|one| one.says.clone())).collect()
    }

    /// Whether figures of a question in a context are withheld, because copies differ.
    pub(crate) fn is_withheld(&self, question: &str, context: Context) -> bool {
        let is_it = |one: &&Agreement<'_>| one.study == question && one.context == context;
        self.agreements.iter().find(is_it).is_some_and(Agreement::is_withheld)
    }

    pub(crate) fn tables(&self) -> impl Iterator<Item = &'a Table> {
        let is_shown = |table: &&Table| !self.is_withheld(&table.study, table.context);
        self.records.tables.iter().filter(is_shown)
    }

    pub(crate) fn table(&self, setting: Setting<'_>) -> Option<&'a Table> {
        self.tables.get(&Setting { at: None, ..setting }).copied()
    }

    /// The table beside working sets, where nothing waits: of this stream, else of another.
    pub(crate) fn beside(&self, question: &str, stream: &str) -> Option<&'a Table> {
        let is_it = |table: &&Table| table.study == question && table.context == Context::Beside;
        let tables = self.tables().filter(|table| is_it(table) && !table.dependent);
        tables.max_by_key(|table| table.stream == stream)
    }

    /// A step that has figures, and its table.
    pub(crate) fn step(&self, setting: Setting<'_>) -> Option<(&'a Table, &'a Step)> {
        let table = self.table(setting)?;
        let step = table.steps.iter().find(|step| table.setting_at(step.at).at == setting.at)?;
        step.has_figures().then_some((table, step))
    }

    /// The number of a variant in a table, if it has a figure there: it answers rightly and,
    /// where queries wait, its answer is waited for.
    fn column(&self, setting: Setting<'_>, name: &str) -> Option<(&'a Step, usize)> {
        let (table, step) = self.step(setting)?;
        let number = table.number(name)?;
        let is_wrong = self.variant(setting.question, name).is_none_or(Variant::is_wrong);
        let waits = setting.context != Context::Latency || waits(step, number);
        (!is_wrong && waits).then_some((step, number))
    }

    /// A time per query, the loop included.
    pub(crate) fn time(&self, setting: Setting<'_>, name: &str) -> Option<Figure> {
        let (step, number) = self.column(setting, name)?;
        step.raw.get(number).copied().flatten()
    }

    /// Whether a variant stayed in place while others were laid out: its intervals are too narrow.
    pub(crate) fn is_fixed(&self, setting: Setting<'_>, name: &str) -> bool {
        self.step(setting).is_some_and(|(_, step)| step.fixed.iter().any(|fixed| fixed == name))
    }

    /// What is said of times that were taken beside another program.
    pub(crate) fn company(&self, setting: Setting<'_>) -> &'static str {
        let is_it = self.step(setting).is_some_and(|(_, step)| step.core == Core::Company);
        if is_it { ", in company: times are not comparable with other runs" } else { "" }
    }

    /// Why there is no time: nothing waits for the answer, or nobody took it.
    pub(crate) fn why_not(&self, setting: Setting<'_>, name: &str) -> &'static str {
        let known = self.step(setting).and_then(|(table, step)| Some((step, table.number(name)?)));
        match known {
            Some((step, number)) if setting.context == Context::Latency => {
                let slope = step.slope.get(number).copied().flatten();
                let surely = slope.map(|slope| slope.high < 1.0 - SLOPE_ERROR);
                surely.map_or("not measured", |it| ["too noisy", "nothing waits"][usize::from(it)])
            }
            _ if self.is_withheld(setting.question, setting.context) => "withheld",
            _ => "not measured",
        }
    }

    /// A variant's time by the usual way's.
    pub(crate) fn by_usual(&self, setting: Setting<'_>, variant: &str) -> Option<Ratio> {
        self.ratio(setting, variant, self.usual(setting.question)?)
    }

    pub(crate) fn ratio(&self, setting: Setting<'_>, of: &str, against: &str) -> Option<Ratio> {
        let (step, number) = self.column(setting, of)?;
        let (_, other) = self.column(setting, against)?;
        if number == other {
            return Some(Ratio { figure: Figure::exact(1.0), verdict: Verdict::Tie });
        }
        let to_reference = |number: usize| match number {
            0 => Some(Figure::exact(1.0)),
            number => step.ratio.get(number).copied().flatten(),
        };
        let figure = to_reference(number)?.over(to_reference(other)?);
        Some(Ratio { figure, verdict: step.verdict(number, other)? })
    }

    /// What Callgrind counted of a question where nothing waits.
    pub(crate) fn counts(&self, question: &str) -> impl Iterator<Item = &'a Count> {
        let is_it = |count: &Count| count.counter == Counter::Callgrind && !count.dependent;
        self.records.counts.iter().filter(move |count| count.study == question && is_it(count))
    }

    pub(crate) fn asks(&self, program: &str, stream: &str) -> Option<&'a Asks> {
        let base = self.variant(program, program)?;
        base.asks.iter().find(|asks| asks.stream == stream)
    }
}

pub(crate) fn steps(records: &Records) -> impl Iterator<Item = &Step> {
    records.tables.iter().flat_map(|table| &table.steps)
}

type Total = fn(&Count) -> Option<u64>;

/// What may be counted, and where it stands.
pub(crate) const COUNTED: [(&str, Total); 9] = [
    ("cycles", |count| count.cycles),
    ("instructions", |count| count.instructions),
    ("data reads", |count| count.reads),
    ("data writes", |count| count.writes),
    ("L1 data misses", |count| count.l1_misses),
    ("last-level data misses", |count| count.last_level_misses),
    ("branches", |count| count.branches),
    ("mispredicted branches", |count| count.mispredictions),
    (CACHE_LINES, |count| count.lines),
];

/// The only count that is not per query.
pub(crate) const CACHE_LINES: &str = "cache lines";

/// One of [`COUNTED`], per query.
pub(crate) fn counted(count: &Count, what: &str) -> Option<f64> {
    let (_, total) = COUNTED.iter().find(|(known, _)| *known == what)?;
    let total = total(count)? as f64;
    Some(if what == CACHE_LINES { total } else { total / count.queries as f64 })
}

pub(crate) fn is_of_programs(question: &str) -> bool {
    matches!(question, SEARCH | PERFT)
}

fn waits(step: &Step, number: usize) -> bool {
    let slope = step.slope.get(number).copied().flatten();
    slope.is_some_and(|slope| (slope.value - 1.0).abs() <= SLOPE_ERROR)
}

/// What a variant needs beyond x86-64-v3.
pub(crate) fn unusual_needs(variant: &Variant) -> impl Iterator<Item = &str> {
    let is_usual = |need: &&str| USUAL_FEATURES.split(' ').any(|usual| usual == *need);
    variant.needs.iter().map(String::as_str).filter(move |need| !is_usual(need))
}

/// The instruction sets that a variant needs beyond what every x86-64 has, one word each.
fn instructions(variant: &Variant) -> Vec<String> {
    let mut chips: BTreeSet<_> = variant.needs.iter().filter_map(|need| chip(need)).collect();
    if chips.contains("AVX-512 VBMI") {
        chips.remove("AVX-512");
    }
    chips.into_iter().map(str::to_owned).collect()
}

fn chip(need: &str) -> Option<&str> {
    match need {
        "popcnt" | "sse4.2" | "lzcnt" | "bmi1" => None,
        "avx512vbmi" | "avx512vbmi2" => Some("AVX-512 VBMI"),
        "avx512bitalg" | "avx512bw" | "avx512f" | "avx512vl" | "avx512cd" => Some("AVX-512"),
        "bmi2" => Some("BMI2"),
        "avx2" => Some("AVX2"),
        "gfni" => Some("GFNI"),
        "neon" => Some("NEON"),
        other => Some(other),
    }
}

/// More in a unit of time, from a ratio of times.
pub(crate) fn gain_of(ratio: Figure) -> Figure {
    ratio.inverse().map(|ratio| ratio - 1.0)
}

/// The least and the most; nothing of nothing.
pub(crate) fn ends(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let ends = values.map(|value| [value; 2]);
    ends.reduce(|[low, high], [value, _]| [low.min(value), high.max(value)])
}

/// The mean; nothing of nothing.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// Whether a gain is certain, and large enough to look at.
pub(crate) fn is_win(gain: Figure) -> bool {
    gain.low > LEAST
}

pub(crate) fn is_loss(gain: Figure) -> bool {
    gain.high < -LEAST
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Effect {
    Gain,
    Loss,
    /// Certain, but less than engine testers look at.
    Slight,
    None,
    TooNoisy,
}

/// No effect is seen where an interval that holds zero lies within this; else it is too noisy.
const NO_EFFECT: f64 = 0.02;

pub(crate) fn effect(gain: Figure) -> Effect {
    let Figure { low, high, .. } = gain;
    if is_win(gain) {
        Effect::Gain
    } else if is_loss(gain) {
        Effect::Loss
    } else if low > 0.0 || high < 0.0 {
        Effect::Slight
    } else if low >= -NO_EFFECT && high <= NO_EFFECT {
        Effect::None
    } else {
        Effect::TooNoisy
    }
}
