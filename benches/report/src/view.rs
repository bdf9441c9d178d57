//! Records as the rest of the report asks them: figures by setting, why one is missing, and names.

use crate::set::Set;
use records::{
    Agreement, Asks, Context, Core, Count, Counter, Figure, Kind, LEAST, Question, Records, Run,
    Setting, Step, Table, Technique, Variant, Verdict, agreements,
};
use serde::Serialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The question of whole searches. Their answers to one query are the nodes of a search.
pub(crate) const SEARCH: &str = "search";
/// Counting moves, without a search.
pub(crate) const PERFT: &str = "perft";
/// Streams by how near they are to play, the nearest first.
pub(crate) const PLAYED: [&str; 2] = ["positions", "games"];
/// The first version of the method whose figures docs/errata.md leaves alone. Older figures stay
/// on their sets' own pages and answer nothing.
pub(crate) const FIRST_SOUND: u32 = 5;

/// The first version of the method whose searches do not favour choices over their base.
const FIRST_EVEN: u32 = 6;

/// Instruction sets that x86-64-v3 promises, and what every Arm of 64 bits has.
const USUAL_FEATURES: &str = "sse sse2 sse3 ssse3 sse4.1 sse4.2 popcnt avx avx2 bmi1 bmi2 f16c fma \
                              lzcnt movbe cmpxchg16b neon";
/// How far from 1 the slope of an answer may be that the next query waits for.
const SLOPE_ERROR: f64 = 0.1;
/// Between a slope of 0, where nothing waits, and of 1.
const SLOPE_HALF: f64 = 0.5;

/// Why there is no figure.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Missing {
    NotMeasured,
    /// The next query does not wait for the answer, so there is no latency.
    NothingWaits,
    /// The next query waits, but not for the whole lookup: no order is claimed.
    WaitsInPart,
    /// Copies of variants differed in this question and context.
    Withheld,
    TooNoisy,
    /// The answers are wrong.
    Wrong,
    /// The processor lacks an instruction.
    Unavailable,
}

impl Missing {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Missing::NotMeasured => "not measured",
            Missing::NothingWaits => "nothing waits",
            Missing::WaitsInPart => "waits in part",
            Missing::Withheld => "withheld: copies differ",
            Missing::TooNoisy => "too noisy",
            Missing::Wrong => "wrong answers",
            Missing::Unavailable => "not available here",
        }
    }
}

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

impl<'a> View<'a> {
    pub(crate) fn new(set: &'a Set) -> View<'a> {
        let records = &set.records;
        let agreements = agreements(&records.tables);
        let variants = records.variants.iter().map(|v| ((v.question.as_str(), v.name.as_str()), v));
        let (variants, tables) = (variants.collect(), BTreeMap::new());
        let mut view = View { set, records, agreements, tables, variants, usual: Vec::new() };
        view.tables = view.tables().map(|table| (table.setting(), table)).collect();
        let base = view.variant(SEARCH, SEARCH);
        let asked = base.into_iter().flat_map(|base| &base.asks).flat_map(|asks| &asks.asked);
        view.usual = asked.map(|one| (one.question.as_str(), one.variant.as_str())).collect();
        view
    }

    /// The questions but for whole programs.
    pub(crate) fn questions(&self) -> impl Iterator<Item = &'a Question> {
        self.records.questions.iter().filter(|question| !is_of_programs(&question.name))
    }

    pub(crate) fn question(&self, name: &str) -> Option<&'a Question> {
        self.records.questions.iter().find(|question| question.name == name)
    }

    pub(crate) fn variant(&self, question: &str, name: &str) -> Option<&'a Variant> {
        self.variants.get(&(question, name)).copied()
    }

    /// The variants of a question that answer correctly, without controls.
    pub(crate) fn variants<'s>(
        &'s self,
        question: &'s str,
    ) -> impl Iterator<Item = &'a Variant> + use<'a, 's> {
        let is_it = move |v: &&Variant| v.question == question && !v.is_wrong();
        self.records.variants.iter().filter(is_it).filter(|v| v.kind != Kind::Control)
    }

    /// The stream nearest to play; the first where none is known to be.
    pub(crate) fn main_stream(&self, question: &str) -> &'a str {
        let streams = || self.question(question).into_iter().flat_map(|question| &question.streams);
        let played = PLAYED.iter().find_map(|name| streams().find(|s| s.name == *name));
        played.or(streams().next()).map_or("", |stream| &stream.name)
    }

    /// A question on the stream nearest to play.
    pub(crate) fn hot<'q>(&'q self, question: &'q str, dependent: bool) -> Setting<'q> {
        Setting::hot(question, self.main_stream(question), dependent)
    }

    /// What most engines answer this question by: what the base of the search does, else what
    /// ratios are taken against.
    pub(crate) fn usual(&self, question: &str) -> Option<&'a str> {
        let known = self.usual.iter().find(|(known, _)| *known == question);
        let table = || self.records.tables.iter().find(|table| table.question == question);
        known.map(|(_, name)| *name).or_else(|| table()?.reference())
    }

    fn is_usual_part(&self, name: &str) -> bool {
        self.usual.iter().any(|(_, usual)| usual.split('+').any(|part| part == name))
    }

    /// Whether a variant asks only what an engine has anyway: else it changes another lookup too.
    pub(crate) fn is_over_usual(&self, variant: &Variant) -> bool {
        let usual = self.usual(&variant.question) == Some(&variant.name);
        usual || variant.name.split('+').skip(1).all(|part| self.is_usual_part(part))
    }

    /// What a variant adds to an engine that has the usual lookups, in bytes of tables.
    pub(crate) fn own_bytes(&self, variant: &Variant) -> u64 {
        let bases = variant.name.split('+').skip(1).filter(|part| self.is_usual_part(part));
        let named = |name| self.records.variants.iter().find(|v| v.name == name);
        let bases = bases.filter_map(named).map(|base| base.table_bytes - base.shared_bytes);
        variant.table_bytes.saturating_sub(variant.shared_bytes).saturating_sub(bases.sum())
    }

    /// What a page calls a variant: its technique's short name, and in brackets what it asks
    /// besides what engines have.
    pub(crate) fn short(&self, variant: &Variant) -> String {
        let mut parts = variant.name.split('+');
        let own = self.short_part(&variant.question, parts.next().unwrap_or_default());
        let is_unusual =
            |part: &&str| !self.is_usual_part(part) || is_of_programs(&variant.question);
        let others: Vec<_> = parts.filter(is_unusual).map(|part| self.short_base(part)).collect();
        if is_of_programs(&variant.question) && !others.is_empty() {
            return others.join(", ");
        }
        if others.is_empty() { own } else { format!("{own} ({})", others.join(", ")) }
    }

    /// The short name of a variant by its question and name; the name where it is not known.
    pub(crate) fn short_named(&self, question: &str, name: &str) -> String {
        self.variant(question, name).map_or_else(|| name.to_owned(), |variant| self.short(variant))
    }

    fn short_base(&self, name: &str) -> String {
        let known = self.records.variants.iter().find(|v| v.name == name || v.technique() == name);
        self.short_part(known.map_or("", |variant| &variant.question), name)
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

    pub(crate) fn techniques<'v>(
        &self,
        variant: &'v Variant,
    ) -> impl Iterator<Item = &'a Technique> {
        variant.name.split('+').filter_map(|part| self.technique(part))
    }

    /// The instruction sets that a variant needs, and processors that are known to be slow with it.
    pub(crate) fn chips(&self, variant: &Variant) -> Vec<String> {
        let known = self.techniques(variant).flat_map(|technique| &technique.exceptions);
        instruction_sets(variant).into_iter().chain(known.map(|one| one.says.clone())).collect()
    }

    /// Whether figures of a question in a context are withheld, because copies differ.
    pub(crate) fn is_withheld(&self, question: &str, context: Context) -> bool {
        let is_it = |one: &&Agreement<'_>| one.question == question && one.context == context;
        self.agreements.iter().find(is_it).is_some_and(Agreement::is_withheld)
    }

    pub(crate) fn tables(&self) -> impl Iterator<Item = &'a Table> {
        let is_shown = |table: &&Table| !self.is_withheld(&table.question, table.context);
        self.records.tables.iter().filter(is_shown)
    }

    pub(crate) fn table(&self, setting: Setting<'_>) -> Option<&'a Table> {
        self.tables.get(&Setting { at: None, ..setting }).copied()
    }

    /// The table beside working sets, where nothing waits: of this stream, else of another.
    pub(crate) fn beside(&self, question: &str, stream: &str) -> Option<&'a Table> {
        let is_it = |table: &&Table| table.question == question && table.context == Context::Beside;
        let tables = self.tables().filter(|table| is_it(table) && !table.dependent);
        tables.max_by_key(|table| table.stream == stream)
    }

    /// Whether no errata touch the figures of this setting.
    pub(crate) fn is_sound(&self, setting: Setting<'_>) -> bool {
        let run = |table: &Table| self.records.runs.get(table.run);
        self.table(setting).and_then(run).is_some_and(|run| run.method >= FIRST_SOUND)
    }

    /// A step that has figures, and its table.
    pub(crate) fn step(&self, setting: Setting<'_>) -> Option<(&'a Table, &'a Step)> {
        let table = self.table(setting)?;
        let step = table.steps.iter().find(|step| table.setting_at(step.at).at == setting.at)?;
        step.has_figures().then_some((table, step))
    }

    /// The number of a variant in a step, or why it has no figure there. A figure of an answer
    /// that the next query waits for in part is found too.
    fn place(&self, setting: Setting<'_>, name: &str) -> Result<(&'a Step, usize), Missing> {
        let variant = self.variant(setting.question, name).ok_or(Missing::NotMeasured)?;
        if variant.is_wrong() {
            return Err(Missing::Wrong);
        }
        if !variant.available {
            return Err(Missing::Unavailable);
        }
        if self.is_withheld(setting.question, setting.context) {
            return Err(Missing::Withheld);
        }
        let table = self.table(setting).ok_or(Missing::NotMeasured)?;
        let number = table.number(name).ok_or(Missing::NotMeasured)?;
        let is_it = |step: &&Step| table.setting_at(step.at).at == setting.at;
        let step = table.steps.iter().find(is_it).ok_or(Missing::NotMeasured)?;
        if step.has_figures() { Ok((step, number)) } else { Err(Missing::TooNoisy) }
    }

    /// Like [`place`](Self::place), if in latency the next query waits for the whole lookup.
    fn column(&self, setting: Setting<'_>, name: &str) -> Result<(&'a Step, usize), Missing> {
        let (step, number) = self.place(setting, name)?;
        if setting.context != Context::Latency {
            return Ok((step, number));
        }
        let slope = step.slope.get(number).copied().flatten().ok_or(Missing::NotMeasured)?;
        match slope {
            Figure { value, .. } if (value - 1.0).abs() <= SLOPE_ERROR => Ok((step, number)),
            slope => Err(match slope.side(SLOPE_HALF) {
                Ordering::Less => Missing::NothingWaits,
                Ordering::Greater => Missing::WaitsInPart,
                Ordering::Equal => Missing::TooNoisy,
            }),
        }
    }

    /// The time per query, the loop included.
    pub(crate) fn time(&self, setting: Setting<'_>, name: &str) -> Option<Figure> {
        let (step, number) = self.column(setting, name).ok()?;
        step.raw.get(number).copied().flatten()
    }

    /// The variant's figures in a setting, or why there are none.
    pub(crate) fn entry(&self, setting: Setting<'_>, name: &str) -> Entry {
        let is_usual = self.usual(setting.question) == Some(name);
        let missing = self.column(setting, name).err();
        let shown = self.place(setting, name).ok();
        let in_part = missing == Some(Missing::WaitsInPart);
        let shown = shown.filter(|_| missing.is_none() || in_part);
        Entry {
            time: shown.and_then(|(step, number)| step.raw.get(number).copied().flatten()),
            ratio: self.by_usual(setting, name).map(|ratio| ratio.figure),
            is_usual,
            is_fixed: shown.is_some_and(|(step, _)| step.fixed.iter().any(|it| it == name)),
            missing,
        }
    }

    /// A variant's time divided by the usual way's.
    pub(crate) fn by_usual(&self, setting: Setting<'_>, variant: &str) -> Option<Ratio> {
        self.ratio(setting, variant, self.usual(setting.question)?)
    }

    pub(crate) fn ratio(&self, setting: Setting<'_>, of: &str, against: &str) -> Option<Ratio> {
        let (step, number) = self.column(setting, of).ok()?;
        let (_, other) = self.column(setting, against).ok()?;
        if number == other {
            return Some(Ratio { figure: Figure::exact(1.0), verdict: Verdict::Tie });
        }
        // A letter of a record knows nothing of an error of its base.
        if (number == 0 || other == 0) && self.error_of_base(setting).is_some() {
            let ratio = self.to_base(setting, step, number.max(other))?;
            let figure = if other == 0 { ratio } else { ratio.inverse() };
            return Some(Ratio { figure, verdict: verdict_of(figure) });
        }
        let pair = step.pair(of, against);
        let verdict = step.verdict(number, other).or_else(|| pair.map(verdict_of))?;
        let apart = || Some(to_reference(step, number)?.over(to_reference(step, other)?));
        Some(Ratio { figure: pair.or_else(apart)?, verdict })
    }

    /// The gain of a program by one choice in place of another. Their rounds are the same; where
    /// the records hold no figure of the pair, its interval is that of two independent ones.
    pub(crate) fn gain(&self, setting: Setting<'_>, of: &str, in_place: &str) -> Option<Figure> {
        let (step, number) = self.column(setting, of).ok()?;
        let (_, other) = self.column(setting, in_place).ok()?;
        let to_base = |number| self.to_base(setting, step, number);
        let measured = match (number, other) {
            (_, 0) => to_base(number),
            (0, _) => to_base(other).map(Figure::inverse),
            _ => step.pair(of, in_place),
        };
        let apart = || Some(quotient(to_reference(step, number)?, to_reference(step, other)?));
        measured.or_else(apart).map(|ratio| ratio.inverse().map(|ratio| ratio - 1.0))
    }

    /// The ratio of a choice to the base, without the error that methods before 6 gave to all of a
    /// table.
    pub(crate) fn to_base(
        &self,
        setting: Setting<'_>,
        step: &Step,
        number: usize,
    ) -> Option<Figure> {
        let ratio = to_reference(step, number)?;
        let error = self.error_of_base(setting).filter(|_| number > 0);
        Some(error.map_or(ratio, |error| quotient(ratio, error)))
    }

    /// The ratio to the base of choices that cannot differ from it, because no node asks what they
    /// change. Before version 6 of the method it was below 1: see docs/errata.md. `None` if the
    /// method is newer, or had no two of them.
    fn error_of_base(&self, setting: Setting<'_>) -> Option<Figure> {
        let (table, step) = self.step(setting)?;
        let run = self.records.runs.get(table.run)?;
        let asks = self.asks(setting.question, setting.stream)?;
        let names = table.variants().iter().enumerate();
        let neutral = names.filter(|(_, name)| asks.never_asks(name));
        let ratios: Vec<_> = neutral.filter_map(|(number, _)| to_reference(step, number)).collect();
        let mean =
            |of: fn(&Figure) -> f64| ratios.iter().map(of).sum::<f64>() / ratios.len() as f64;
        (run.method < FIRST_EVEN && ratios.len() > 1).then(|| Figure {
            value: mean(|ratio| ratio.value),
            low: mean(|ratio| ratio.low),
            high: mean(|ratio| ratio.high),
        })
    }

    /// What Callgrind counted of a question where nothing waits.
    pub(crate) fn counts(&self, question: &str) -> impl Iterator<Item = &'a Count> {
        let is_it = |count: &Count| count.counter == Counter::Callgrind && !count.dependent;
        self.records.counts.iter().filter(move |count| count.question == question && is_it(count))
    }

    pub(crate) fn asks(&self, program: &str, stream: &str) -> Option<&'a Asks> {
        let base = self.variant(program, program)?;
        base.asks.iter().find(|asks| asks.stream == stream)
    }
}

/// A figure as a table shows it, or why there is none.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Entry {
    /// The time of a query, the loop included.
    pub(crate) time: Option<Figure>,
    /// The time divided by the usual way's.
    pub(crate) ratio: Option<Figure>,
    pub(crate) is_usual: bool,
    /// It stayed in place while others were laid out: its intervals are too narrow.
    pub(crate) is_fixed: bool,
    pub(crate) missing: Option<Missing>,
}

fn to_reference(step: &Step, number: usize) -> Option<Figure> {
    match number {
        0 => Some(Figure::exact(1.0)),
        number => step.ratio.get(number).copied().flatten(),
    }
}

/// The verdict of a ratio of two choices: programs keep no letter for it.
fn verdict_of(ratio: Figure) -> Verdict {
    Verdict::of(ratio.map(f64::ln), LEAST.ln_1p())
}

/// The quotient of two figures, with the interval of independent ones. Of two ratios to the same third
/// the true interval is no wider, because both share the noise of the third.
pub(crate) fn quotient(one: Figure, other: Figure) -> Figure {
    let [one, other] = [one, other].map(|ratio| ratio.map(f64::ln));
    let value = one.value - other.value;
    let low = (one.value - one.low).hypot(other.high - other.value);
    let high = (one.high - one.value).hypot(other.value - other.low);
    Figure { value, low: value - low, high: value + high }.map(f64::exp)
}

pub(crate) fn steps(records: &Records) -> impl Iterator<Item = &Step> {
    records.tables.iter().flat_map(|table| &table.steps)
}

/// The state of the core at each step of some tables.
pub(crate) fn cores<'r>(
    records: &'r Records,
    tables: impl Iterator<Item = &'r Table>,
) -> impl Iterator<Item = Core> {
    tables.flat_map(|table| {
        let run = &records.runs[table.run];
        table.steps.iter().map(move |step| core_of(run, step))
    })
}

/// The state of the core at a step. Before version 7 of the method, a step without a steady probe was
/// called in company; its run says that there was none.
pub(crate) fn core_of(run: &Run, step: &Step) -> Core {
    let is_untold = run.probe.as_deref().is_some_and(|it| it.starts_with("no idle probe"));
    if is_untold { Core::Unknown } else { step.core }
}

type Total = fn(&Count) -> Option<u64>;

/// The kinds of counts, and where each stands.
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

/// What a variant needs beyond x86-64-v3.
pub(crate) fn unusual_needs(variant: &Variant) -> impl Iterator<Item = &str> {
    let is_usual = |need: &&str| USUAL_FEATURES.split(' ').any(|usual| usual == *need);
    variant.needs.iter().map(String::as_str).filter(move |need| !is_usual(need))
}

/// The instruction sets that a variant needs beyond what every x86-64 has, one word each.
pub(crate) fn instruction_sets(variant: &Variant) -> Vec<String> {
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
