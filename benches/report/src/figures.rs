//! Figures: what records say of a contender under given circumstances.

use crate::format;
use records::{
    Agreement, Build, Context, Count, Counter, Figure, Kind, Meter, NULL, Parameter, Records,
    Share, Step, Stop, Stream, Study, Table, Unit, Variant, Verdict, agreements,
};
use std::collections::{BTreeMap, BTreeSet};

/// The study of searches, where a query is a node; its streams differ in the rest of a node.
pub(crate) const SEARCH: &str = "search";

/// The study of counting moves, where a query is all games of two plies.
pub(crate) const PERFT: &str = "perft";

/// The touches between two queries that pages show first.
const MAIN_TOUCHES: u64 = 4;

/// Answers that take longer hide a part of the loop around them: in cycles, and in
/// nanoseconds at 4 GHz.
const LONG: [(Unit, f64); 2] = [(Unit::Cycles, 20.0), (Unit::Nanoseconds, 5.0)];

/// How far from 1 the slope of an answer may be that the next query waits for.
const SLOPE_ERROR: f64 = 0.05;

/// What stands in a table for a figure that is not there.
pub(crate) const NOT_MEASURED: &str = "not measured";

/// What stands there for a time that cannot be: nothing waits for a batch, or for what is
/// kept.
pub(crate) const INAPPLICABLE: &str = "does not apply";

/// What stands there for a latency where additions in the chain do not lengthen a query.
pub(crate) const NOTHING_WAITS: &str = "nothing waits";

/// What stands there where they lengthen it by another time than theirs: part of the query
/// waits, or the processor hides or adds a part of the wait.
pub(crate) const PARTLY_WAITS: &str = "waits in part";

/// What stands there for a latency without additions in the chain.
const NO_SLOPE: &str = "slope not measured";

/// What stands there for times of a context whose copies differ from themselves.
const WITHHELD: &str = "withheld";

/// What stands there for a time of a variant that needs another processor.
const UNAVAILABLE: &str = "not available here";

/// What stands there for a count of a variant that Valgrind cannot run.
const UNCOUNTED: &str = "not counted";

/// The circumstances of a figure: a table, and a step of it.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(crate) struct Place<'a> {
    pub(crate) study: &'a str,
    pub(crate) stream: &'a str,
    pub(crate) context: Context,
    /// Whether each query waits for the answer to the one before.
    pub(crate) dependent: bool,
    /// How many lines of the working set are touched between two queries; nothing where
    /// there is none.
    pub(crate) touches: Option<u64>,
    /// What varies in the table, and its value.
    pub(crate) at: Option<(Parameter, u64)>,
}

impl<'a> Place<'a> {
    /// A place with nothing set but the context. Latency is of dependent queries.
    pub(crate) fn plain(study: &'a str, stream: &'a str, context: Context) -> Place<'a> {
        let dependent = context == Context::Latency;
        Place { study, stream, context, dependent, touches: None, at: None }
    }

    /// The place of a table, whatever varies in it.
    pub(crate) fn of(table: &'a Table) -> Place<'a> {
        let &Table { ref study, ref stream, context, dependent, touches, .. } = table;
        Place { study, stream, context, dependent, touches, at: None }
    }

    /// Hot tables: throughput where nothing waits for the answer, latency where each query
    /// waits for the last.
    pub(crate) fn hot(study: &'a str, stream: &'a str, dependent: bool) -> Place<'a> {
        let context = if dependent { Context::Latency } else { Context::Throughput };
        Place::plain(study, stream, context)
    }

    /// The same at another value of the parameter that varies.
    pub(crate) fn at(self, parameter: Parameter, value: u64) -> Place<'a> {
        Place { at: Some((parameter, value)), ..self }
    }
}

/// A time with and without the kernel's own cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Time {
    pub(crate) raw: Option<Figure>,
    pub(crate) net: Option<Figure>,
}

impl Time {
    /// The one of the two.
    pub(crate) fn of(self, measure: Measure) -> Option<Figure> {
        match measure {
            Measure::Net => self.net,
            Measure::Raw => self.raw,
        }
    }
}

/// Which of its times a study is shown by.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Measure {
    /// Without the loop.
    Net,
    /// With the loop, where answers are so long that they hide it.
    Raw,
}

impl Measure {
    /// As tables and sentences call it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Measure::Net => "net",
            Measure::Raw => "raw",
        }
    }

    /// The one that stands beside it.
    pub(crate) fn other(self) -> Measure {
        match self {
            Measure::Net => Measure::Raw,
            Measure::Raw => Measure::Net,
        }
    }
}

/// The time of a variant by that of another one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ratio {
    pub(crate) figure: Figure,
    /// What the rounds say of the first.
    pub(crate) verdict: Verdict,
}

/// Something that the simulated processor counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted {
    pub(crate) name: &'static str,
    of: fn(&Count) -> Option<u64>,
}

pub(crate) const INSTRUCTIONS: Counted = Counted { name: "instructions", of: |c| c.instructions };
pub(crate) const L1_MISSES: Counted = Counted { name: "L1 data misses", of: |c| c.l1_misses };
pub(crate) const BRANCHES: Counted = Counted { name: "branches", of: |c| c.branches };
pub(crate) const MISPREDICTIONS: Counted =
    Counted { name: "mispredicted branches", of: |c| c.mispredictions };

/// What the simulated processor counts, in the order of the page.
pub(crate) const COUNTED: [Counted; 7] = [
    INSTRUCTIONS,
    Counted { name: "data reads", of: |c| c.reads },
    Counted { name: "data writes", of: |c| c.writes },
    L1_MISSES,
    Counted { name: "last-level data misses", of: |c| c.last_level_misses },
    BRANCHES,
    MISPREDICTIONS,
];

/// The figures of a file of records.
///
/// Those of contenders that answer wrongly mean nothing and are left out. So are the times of
/// a study in a context whose copies break the A/A rule.
#[derive(Debug)]
pub(crate) struct Figures<'a> {
    pub(crate) records: &'a Records,
    /// The times of one build, the headline's or another.
    tables: &'a [Table],
    /// How copies agree, by study and context.
    agreements: Vec<Agreement<'a>>,
    /// The same of other builds, of the headline's alone.
    pub(crate) others: Vec<(Build, Figures<'a>)>,
    steps: BTreeMap<Place<'a>, (&'a Table, &'a Step)>,
    /// Callgrind's counts by study, stream, dependence and contender.
    counts: BTreeMap<(&'a str, &'a str, bool, &'a str), &'a Count>,
    wrong: BTreeSet<(&'a str, &'a str)>,
    /// The studies in which nothing waits for an answer.
    unwaited: BTreeSet<&'a str>,
}

/// A set of records with its figures at hand.
#[derive(Debug)]
pub(crate) struct View<'a> {
    /// Its name: printable ASCII, short, and no other one's.
    pub(crate) label: String,
    pub(crate) figures: Figures<'a>,
}

impl<'a> Figures<'a> {
    /// The figures of the headline's build, with those of the others at hand.
    pub(crate) fn new(records: &'a Records) -> Figures<'a> {
        let others = records.others.iter();
        let others = others.map(|other| (other.build, Figures::of(records, &other.tables)));
        Figures { others: others.collect(), ..Figures::of(records, &records.tables) }
    }

    /// The figures of one build.
    fn of(records: &'a Records, tables: &'a [Table]) -> Figures<'a> {
        let agreements = agreements(tables);
        let withheld = agreements.iter().filter(|agreement| agreement.is_withheld());
        let withheld: BTreeSet<_> = withheld.map(|one| (one.study, one.context)).collect();
        let is_shown = |table: &&Table| !withheld.contains(&(table.study.as_str(), table.context));
        let steps = tables.iter().filter(is_shown).flat_map(|table| {
            table.steps.iter().map(move |step| {
                (Place { at: table.along.zip(step.at), ..Place::of(table) }, (table, step))
            })
        });
        let simulated = records.counts.iter().filter(|c| c.counter == Counter::Callgrind);
        let named = |v: &'a Variant| (v.study.as_str(), v.name.as_str());
        Figures {
            records,
            tables,
            steps: steps.collect(),
            agreements,
            others: Vec::new(),
            counts: simulated
                .map(|c| ((c.study.as_str(), c.stream.as_str(), c.dependent, &*c.variant), c))
                .collect(),
            wrong: records.variants.iter().filter(|v| v.is_wrong()).map(named).collect(),
            unwaited: records
                .variants
                .iter()
                .filter(|v| v.is_unwaited())
                .map(|v| v.study.as_str())
                .collect(),
        }
    }

    /// A study by its name.
    pub(crate) fn study(&self, name: &str) -> Option<&'a Study> {
        self.records.studies.iter().find(|study| study.name == name)
    }

    /// The stream of a place.
    pub(crate) fn stream(&self, place: Place<'_>) -> Option<&'a Stream> {
        self.study(place.study)?.streams.iter().find(|stream| stream.name == place.stream)
    }

    /// The stream of the contexts that take only one.
    pub(crate) fn main_stream(&self, study: &str) -> &'a str {
        let first = self.study(study).and_then(|study| study.streams.first());
        first.map_or("", |stream| &stream.name)
    }

    /// The variants of a study, without the controls.
    pub(crate) fn contenders(&self, study: &str) -> impl Iterator<Item = &'a Variant> {
        let is_one = move |v: &&Variant| v.study == study && v.kind != Kind::Control;
        self.records.variants.iter().filter(is_one)
    }

    /// Those that answer rightly.
    pub(crate) fn right(&self, study: &str) -> impl Iterator<Item = &'a Variant> {
        self.contenders(study).filter(|variant| !variant.is_wrong())
    }

    /// Those that a reader may be told to take.
    pub(crate) fn choices(&self, study: &str) -> impl Iterator<Item = &'a Variant> {
        self.contenders(study).filter(|variant| variant.is_choice())
    }

    /// A variant by its name.
    pub(crate) fn variant(&self, study: &str, name: &str) -> Option<&'a Variant> {
        self.records.variants.iter().find(|v| v.study == study && v.name == name)
    }

    /// What was seen in the rounds of this place.
    pub(crate) fn step(&self, place: Place<'_>) -> Option<&'a Step> {
        self.steps.get(&place).map(|(_, step)| *step)
    }

    /// The step of this place with the number of a contender in its table; nothing for one
    /// that is wrong, where there are no figures, and for a latency that is none.
    fn column(&self, name: &str, place: Place<'_>) -> Option<(&'a Table, &'a Step, usize)> {
        let (table, step) = self.steps.get(&place)?;
        let number = table.number(name)?;
        let fits = step.has_figures() && !self.wrong.contains(&(place.study, name));
        (fits && not_waiting(table, step, number).is_none()).then_some((*table, *step, number))
    }

    /// By how many cycles an addition in the chain lengthens a query.
    pub(crate) fn slope(&self, name: &str, place: Place<'_>) -> Option<Figure> {
        let (table, step) = self.steps.get(&place)?;
        step.slope.get(table.number(name)?).copied().flatten()
    }

    /// A contender's time, in the unit of the study.
    pub(crate) fn time(&self, name: &str, place: Place<'_>) -> Time {
        let Some((_, step, number)) = self.column(name, place) else {
            return Time { raw: None, net: None };
        };
        Time { raw: step.raw[number], net: step.net[number].filter(|_| name != NULL) }
    }

    /// A variant's time by another one's. Records hold ratios to the reference alone, so the
    /// interval of any other pair is wider than the rounds would give it.
    pub(crate) fn ratio(&self, of: &str, against: &str, place: Place<'_>) -> Option<Ratio> {
        let (table, step, number) = self.column(of, place)?;
        let (.., other) = self.column(against, place)?;
        let to_reference = |number: usize| match number {
            0 => Some(Figure::exact(1.0)),
            number => step.ratio[number],
        };
        let verdict = step.verdict(number, other)?;
        let figure = to_reference(number)?.over(to_reference(other)?);
        let is_variant = |number: usize| number < table.variants().len();
        (is_variant(number) && is_variant(other)).then_some(Ratio { figure, verdict })
    }

    /// How a variant compares with another one, where their times do.
    pub(crate) fn verdict(&self, of: &str, against: &str, place: Place<'_>) -> Option<Verdict> {
        Some(self.ratio(of, against, place)?.verdict)
    }

    /// The variant that ratios of this place are taken against.
    pub(crate) fn reference(&self, place: Place<'_>) -> Option<&'a str> {
        let (table, step) = self.steps.get(&place)?;
        table.reference().filter(|name| step.has_figures() && self.column(name, place).is_some())
    }

    /// By how much a variant's time in the slowest tenth of layouts exceeds that in the
    /// fastest tenth.
    pub(crate) fn spread(&self, name: &str, place: Place<'_>) -> Option<f64> {
        let (_, step, number) = self.column(name, place)?;
        step.spread.get(number).copied().flatten().map(|Share(share)| share)
    }

    /// By how much a variant's fastest layout is below the median.
    pub(crate) fn best(&self, name: &str, place: Place<'_>) -> Option<f64> {
        let (_, step, number) = self.column(name, place)?;
        step.best.get(number).copied().flatten().map(|Share(share)| share)
    }

    /// How copies agree in a context; nothing where it was not measured.
    pub(crate) fn agreement(&self, study: &str, context: Context) -> Option<&Agreement<'a>> {
        self.agreements.iter().find(|one| (one.study, one.context) == (study, context))
    }

    /// The studies and contexts that are withheld.
    pub(crate) fn withheld(&self) -> impl Iterator<Item = &Agreement<'a>> {
        self.agreements.iter().filter(|agreement| agreement.is_withheld())
    }

    /// How copies agree in a context that is withheld.
    fn withheld_at(&self, place: Place<'_>) -> Option<&Agreement<'a>> {
        self.agreement(place.study, place.context).filter(|agreement| agreement.is_withheld())
    }

    /// All places of a study that were measured, or were too noisy for figures.
    pub(crate) fn places(&self, study: &str) -> impl Iterator<Item = Place<'a>> {
        self.steps.keys().copied().filter(move |place| place.study == study)
    }

    /// Those of them with figures.
    pub(crate) fn measured(&self, study: &str) -> impl Iterator<Item = Place<'a>> {
        self.places(study).filter(|place| self.step(*place).is_some_and(Step::has_figures))
    }

    /// The tables that are shown.
    pub(crate) fn shown(&self) -> impl Iterator<Item = &'a Table> {
        let is_shown = |table: &&Table| self.withheld_at(Place::of(table)).is_none();
        self.tables.iter().filter(is_shown)
    }

    /// The tables of a study in a context, if they are shown.
    pub(crate) fn tables(&self, study: &str, context: Context) -> impl Iterator<Item = &'a Table> {
        let is_withheld =
            self.agreement(study, context).is_some_and(|agreement| agreement.is_withheld());
        self.measured_tables(study, context).filter(move |_| !is_withheld)
    }

    /// The same, withheld or not.
    pub(crate) fn measured_tables(
        &self,
        study: &str,
        context: Context,
    ) -> impl Iterator<Item = &'a Table> {
        let of_both = move |table: &&Table| table.study == study && table.context == context;
        self.tables.iter().filter(of_both)
    }

    /// The table of a place.
    pub(crate) fn table(&self, place: Place<'_>) -> Option<&'a Table> {
        self.tables(place.study, place.context).find(|table| {
            (table.stream.as_str(), table.dependent, table.touches)
                == (place.stream, place.dependent, place.touches)
                && table.along == place.at.map(|(parameter, _)| parameter).or(table.along)
        })
    }

    /// A time, as the study is shown by, for each value of the parameter that varies in a
    /// place's table.
    pub(crate) fn times_along(&self, name: &str, place: Place<'_>) -> Vec<(u64, Figure)> {
        let measure = self.measure(place.study);
        let values = self.values(place).into_iter();
        let time =
            |at: (Parameter, u64)| self.time(name, Place { at: Some(at), ..place }).of(measure);
        values.filter_map(|at| Some((at.1, time(at)?))).collect()
    }

    /// The values of the parameter that varies in a place's table, without the working set
    /// past the last level.
    pub(crate) fn values(&self, place: Place<'_>) -> Vec<(Parameter, u64)> {
        self.all_values(place).into_iter().filter(|at| self.is_within_reach(*at)).collect()
    }

    /// The working set past the last level that a place's table has a step for.
    pub(crate) fn past_the_last_level(&self, place: Place<'a>) -> Option<Place<'a>> {
        let mut values = self.all_values(place).into_iter();
        let (parameter, bytes) = values.rfind(|at| !self.is_within_reach(*at))?;
        Some(place.at(parameter, bytes))
    }

    fn all_values(&self, place: Place<'_>) -> Vec<(Parameter, u64)> {
        let Some((table, along)) = self.table(place).and_then(|t| Some((t, t.along?))) else {
            return Vec::new();
        };
        table.steps.iter().filter_map(|step| Some((along, step.at?))).collect()
    }

    /// Whether a value belongs to the range along which orders change.
    pub(crate) fn is_within_reach(&self, (parameter, value): (Parameter, u64)) -> bool {
        parameter != Parameter::WorkingSet || value <= self.reach()
    }

    /// The largest working set of that range.
    pub(crate) fn reach(&self) -> u64 {
        self.records.machine.caches.reach()
    }

    /// How many lines of a working set were touched between two queries.
    pub(crate) fn touches(&self, study: &str) -> BTreeSet<u64> {
        self.tables(study, Context::Beside).filter_map(|table| table.touches).collect()
    }

    /// The touches that pages show first: 4 where that was measured, else the most.
    pub(crate) fn main_touches(&self, study: &str) -> Option<u64> {
        let touches = self.touches(study);
        touches.get(&MAIN_TOUCHES).or(touches.last()).copied()
    }

    /// The main stream, with the main touches, without and with waiting.
    pub(crate) fn main_places(&self, study: &'a str, context: Context) -> [Place<'a>; 2] {
        let plain = Place::plain(study, self.main_stream(study), context);
        let touches = self.main_touches(study).filter(|_| context == Context::Beside);
        [false, true].map(|dependent| Place { dependent, touches, ..plain })
    }

    /// The working sets that a study was measured beside with the touches that pages show
    /// first, without that past the last level.
    pub(crate) fn working_sets(&self, study: &str) -> BTreeSet<u64> {
        let touches = self.main_touches(study);
        let tables = self.tables(study, Context::Beside);
        let steps = tables.filter(|table| table.touches == touches).flat_map(|table| &table.steps);
        steps.filter_map(|step| step.at).filter(|bytes| *bytes <= self.reach()).collect()
    }

    /// What times of a study are in: cycles, or nanoseconds where cycles cannot be told.
    pub(crate) fn unit(&self, study: &str) -> Unit {
        let mut tables = self.tables.iter().filter(|table| table.study == study);
        tables.next().map_or(Unit::Cycles, |table| table.unit)
    }

    /// Which times a study is shown by: net, but raw where even the fastest answer on its
    /// first stream is long.
    pub(crate) fn measure(&self, study: &str) -> Measure {
        let place = |context| Place::plain(study, self.main_stream(study), context);
        let hot = [Context::Throughput, Context::Learnt].map(place);
        let Some((table, step)) = hot.iter().find_map(|place| self.steps.get(place)) else {
            return Measure::Net;
        };
        let variants = table.variants().len();
        let times = step.raw.iter().take(variants).flatten().map(|raw| raw.value);
        let fastest = times.reduce(f64::min).unwrap_or(0.0);
        let long = LONG.iter().find(|(unit, _)| *unit == table.unit);
        let is_long = long.is_some_and(|(_, long)| fastest > *long);
        if is_long { Measure::Raw } else { Measure::Net }
    }

    /// A count per query without the kernel's own; nothing unless both were counted.
    pub(crate) fn count(&self, name: &str, place: Place<'_>, what: Counted) -> Option<f64> {
        let (counted, null) = self.counted(name, place)?;
        let per_query = |count: &Count| Some((what.of)(count)? as f64 / count.queries as f64);
        Some(per_query(counted)? - per_query(null)?)
    }

    /// How many lines of the cache a contender touches beyond the kernel's own.
    pub(crate) fn lines(&self, name: &str, place: Place<'_>) -> Option<f64> {
        let (counted, null) = self.counted(name, place)?;
        Some(counted.lines? as f64 - null.lines? as f64)
    }

    /// Net misses per query by the size of the simulated first-level cache.
    pub(crate) fn misses_by_cache(&self, name: &str, place: Place<'_>) -> Vec<(u64, Figure)> {
        let Some((counted, null)) = self.counted(name, place) else { return Vec::new() };
        let kernel: BTreeMap<_, _> =
            null.sweep.iter().map(|[size, count]| (*size, *count)).collect();
        let net = |[size, count]: &[u64; 2]| {
            let own = *kernel.get(size)? as f64 / null.queries as f64;
            Some((*size, Figure::exact(*count as f64 / counted.queries as f64 - own)))
        };
        counted.sweep.iter().filter_map(net).collect()
    }

    fn counted(&self, name: &str, place: Place<'_>) -> Option<(&'a Count, &'a Count)> {
        let Place { study, stream, dependent, .. } = place;
        if self.wrong.contains(&(study, name)) {
            return None;
        }
        let of = |name: &str| self.counts.get(&(study, stream, dependent, name)).copied();
        of(name).zip(of(NULL))
    }

    /// Whether there can be a time here: for some answers nothing waits.
    pub(crate) fn applies(&self, place: Place<'_>) -> bool {
        let is_waited = !place.dependent || !self.unwaited.contains(place.study);
        is_waited && (!is_of_programs(place.study) || applies_to_programs(place))
    }

    /// Why there is no time here, in a word or two.
    pub(crate) fn absence(&self, place: Place<'_>) -> &'static str {
        match self.step(place) {
            _ if !self.applies(place) => INAPPLICABLE,
            None if self.withheld_at(place).is_some() => WITHHELD,
            Some(step) if !step.has_figures() => Stop::Noisy.name(),
            _ => NOT_MEASURED,
        }
    }

    /// Why there is no time of this variant here.
    pub(crate) fn absence_of(&self, variant: &Variant, place: Place<'_>) -> &'static str {
        if !variant.available && self.applies(place) {
            return UNAVAILABLE;
        }
        let column = self.steps.get(&place).filter(|(_, step)| step.has_figures());
        let waiting =
            column.and_then(|(table, step)| not_waiting(table, step, table.number(&variant.name)?));
        waiting.unwrap_or_else(|| self.absence(place))
    }

    /// Why there are no times in these circumstances, whatever the step; with
    /// the way to get them.
    pub(crate) fn why(&self, place: Place<'_>) -> String {
        let Place { study, stream, context, dependent, .. } = place;
        if !self.applies(place) {
            return INAPPLICABLE.to_owned();
        }
        if let Some(agreement) = self.withheld_at(place) {
            return withheld(agreement);
        }
        let tables = self
            .tables(study, context)
            .filter(|table| table.stream == stream && table.dependent == dependent);
        let steps: Vec<_> = tables.flat_map(|table| &table.steps).collect();
        if context == Context::Latency && steps.iter().any(|step| step.has_figures()) {
            return "not shown: no slope proves that a query waits for the answer before it"
                .to_owned();
        }
        if !steps.is_empty() {
            return format!("too noisy for figures, with {} undisturbed", quiet_batches(&steps));
        }
        let names = [format!("{study}/{context}/{stream}"), context.name().to_owned()];
        self.reason(Meter::Duel, names.iter().map(String::as_str))
    }

    /// Why some contenders have no time at a place where others have.
    pub(crate) fn why_partly(&self, place: Place<'_>) -> String {
        match self.step(place) {
            Some(step) if step.has_figures() => {
                format!(
                    "some are {NOT_MEASURED}: the last run of {} was not asked for them",
                    Meter::Duel
                )
            }
            _ => format!("in {}, {}", place.context, self.why(place)),
        }
    }

    /// Why something was not counted, with the way to get it.
    pub(crate) fn why_uncounted(&self) -> String {
        self.reason(Meter::Instructions, ["counts"])
    }

    /// Why a meter has no figures of something that may be missing under these names.
    fn reason<'n>(&self, meter: Meter, names: impl IntoIterator<Item = &'n str>) -> String {
        let Some(run) = self.records.runs.get(&meter) else {
            return format!("{NOT_MEASURED}; cargo bench --bench {meter} measures it");
        };
        let mut reasons = names.into_iter().filter_map(|name| run.missing.get(name));
        match reasons.next() {
            Some(reason) => format!("{NOT_MEASURED}: {reason}"),
            None if run.quick => {
                format!("{NOT_MEASURED}: the quick run of {meter} left it out")
            }
            None => format!("{NOT_MEASURED}: the last run of {meter} was not asked for it"),
        }
    }
}

/// Why this contender's latency is none; nothing if it is one, or in another context.
fn not_waiting(table: &Table, step: &Step, number: usize) -> Option<&'static str> {
    if table.context != Context::Latency || number >= table.variants().len() {
        return None;
    }
    match step.slope.get(number).copied().flatten() {
        Some(slope) if (slope.value - 1.0).abs() <= SLOPE_ERROR => None,
        Some(slope) if slope.value < 0.5 => Some(NOTHING_WAITS),
        Some(_) => Some(PARTLY_WAITS),
        None => Some(NO_SLOPE),
    }
}

/// Whether a study is of whole programs.
pub(crate) fn is_of_programs(study: &str) -> bool {
    [SEARCH, PERFT].contains(&study)
}

/// Whether whole programs are measured there: nothing waits for one, or comes between two.
fn applies_to_programs(place: Place<'_>) -> bool {
    !place.dependent && place.context == Context::Throughput
}

/// Why the figures of a context are withheld.
pub(crate) fn withheld(agreement: &Agreement<'_>) -> String {
    let Agreement { of, intervals, apart, worst, .. } = agreement;
    let of: Vec<_> = of.iter().collect();
    format!(
        "{WITHHELD}: copies of {} differed from themselves in {apart} of {intervals} comparisons \
         (at worst by {})",
        format::list(&of),
        format::percent(worst - 1.0)
    )
}

/// How many batches of these steps were undisturbed, in words.
pub(crate) fn quiet_batches(steps: &[&Step]) -> String {
    // A sum of what a hostile file holds may be too large for a u64.
    let sum = |of: fn(&Step) -> u64| steps.iter().map(|step| u128::from(of(step))).sum::<u128>();
    format!("{} of {} batches", sum(|step| step.quiet), sum(|step| step.batches))
}

/// Why there is no count of this variant.
pub(crate) fn count_absence(variant: &Variant) -> &'static str {
    match variant.uncounted {
        _ if !variant.available => UNAVAILABLE,
        Some(_) => UNCOUNTED,
        None => NOT_MEASURED,
    }
}

/// A place in words, without its study.
pub(crate) fn words(place: Place<'_>) -> String {
    let Place { context, stream, dependent, touches, at, .. } = place;
    let is_hot = matches!(
        context,
        Context::Throughput | Context::Latency | Context::Learnt | Context::Upkeep
    );
    let parts = [
        Some(format!("{context}, {stream}")),
        (!is_hot).then(|| format::dependence(dependent).to_owned()),
        touches.map(|touches| format::many(touches, "touch", "touches")),
        at.map(|(parameter, value)| match parameter {
            Parameter::WorkingSet => {
                format!("working set of {} KiB", format::kibibytes(value as f64))
            }
            Parameter::Questions => format::many(value, "question", "questions"),
        }),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
