//! The headline of a study: its contenders side by side on one stream.

use crate::dominance::standings;
use crate::figures::{
    Figures, INSTRUCTIONS, L1_MISSES, Measure, NOTHING_WAITS, PARTLY_WAITS, Place, Time,
};
use crate::format::{self, counted};
use crate::ranking::Ranking;
use records::{Check, Context, Figure, NULL, Records, Study, Unit, Variant};

/// The stream that headlines are about, where a study has it.
const UNIFORM: &str = "uniform";

/// The contenders of a study on one stream. What it has of two kinds is by dependence:
/// throughput and latency.
#[derive(Debug)]
pub(crate) struct Headline<'a> {
    pub(crate) study: &'a Study,
    pub(crate) stream: &'a str,
    unit: Unit,
    /// The fastest in throughput first; then what was not measured, then what is wrong.
    pub(crate) rows: Vec<Row<'a>>,
    pub(crate) rankings: [Ranking<'a>; 2],
    /// That of queries that were asked before, if there is one.
    pub(crate) learnt: Option<Ranking<'a>>,
    /// What its times are shown by.
    pub(crate) measure: Measure,
    /// What stands beside throughput: learnt, and other builds, as far as there are times.
    pub(crate) beside: Vec<String>,
    /// What the loops without a lookup take, or why that is not known.
    kernel: [Result<Figure, &'static str>; 2],
    /// Whether there can be times.
    applies: [bool; 2],
}

/// A contender in a headline.
#[derive(Debug)]
pub(crate) struct Row<'a> {
    pub(crate) variant: &'a Variant,
    pub(crate) times: [Time; 2],
    /// What stands beside throughput.
    pub(crate) beside: Vec<Time>,
    /// Why a time is missing.
    pub(crate) absences: [&'static str; 2],
    pub(crate) instructions: Option<f64>,
    pub(crate) misses: Option<f64>,
}

impl<'a> Headline<'a> {
    pub(crate) fn new(study: &'a Study, figures: &Figures<'a>) -> Headline<'a> {
        let name = study.name.as_str();
        let stream = stream(study);
        let places = [false, true].map(|dependent| Place::hot(name, stream, dependent));
        let measure = figures.measure(name);
        let beside = beside_throughput(name, stream, figures);
        let row = |variant: &'a Variant| Row {
            variant,
            beside: beside.iter().map(|(_, time)| time(&variant.name)).collect(),
            times: places.map(|place| figures.time(&variant.name, place)),
            absences: places.map(|place| figures.absence_of(variant, place)),
            instructions: figures.count(&variant.name, places[0], INSTRUCTIONS),
            misses: figures.count(&variant.name, places[0], L1_MISSES),
        };
        // What has another interface may not have been asked this.
        let is_asked = |row: &Row<'_>| {
            let mut times = row.times.iter().chain(&row.beside);
            row.variant.is_ranked() || times.any(|time| time.raw.is_some())
        };
        let mut rows: Vec<_> = figures.contenders(name).map(row).filter(is_asked).collect();
        let raw = |time: Option<&Time>| time?.raw.map(|raw| raw.value);
        let throughput = |row: &Row<'_>| {
            let time = raw(row.times.first()).or(raw(row.beside.first()));
            time.unwrap_or(f64::INFINITY)
        };
        rows.sort_by(|a, b| {
            let wrong = a.variant.is_wrong().cmp(&b.variant.is_wrong());
            wrong.then(throughput(a).total_cmp(&throughput(b)))
        });
        let learnt = Ranking::new(Place::plain(name, stream, Context::Learnt), figures);
        let kernel = |place| figures.time(NULL, place).raw.ok_or(figures.absence(place));
        Headline {
            study,
            stream,
            unit: figures.unit(name),
            measure,
            beside: beside.iter().map(|(name, _)| name.clone()).collect(),
            rows,
            rankings: places.map(|place| Ranking::new(place, figures)),
            learnt: Some(learnt).filter(|ranking| !ranking.rows.is_empty()),
            kernel: places.map(kernel),
            applies: places.map(|place| figures.applies(place)),
        }
    }

    /// The name of its study.
    pub(crate) fn name(&self) -> &'a str {
        &self.study.name
    }

    /// The contenders that no other one dominates in throughput and latency at once.
    pub(crate) fn undominated(&self, figures: &Figures<'a>) -> impl Iterator<Item = &Row<'a>> {
        let places: Vec<_> = self.applicable().map(|i| self.rankings[i].place).collect();
        let standings = standings(&places, figures);
        let is_dominated = move |row: &Row<'a>| {
            let mut own = standings.iter().filter(|s| s.variant.name == row.variant.name);
            own.any(|standing| !standing.is_on_frontier())
        };
        self.rows.iter().filter(move |row| !row.variant.is_wrong() && !is_dominated(row))
    }

    /// The unit of its times.
    pub(crate) fn unit(&self) -> String {
        format!("{}/query", self.unit)
    }

    /// What a net time is net of.
    pub(crate) fn kernel_note(&self) -> String {
        let unit = self.unit();
        let cost = |i: usize| {
            let context = self.rankings[i].place.context;
            match self.kernel[i] {
                Ok(cost) => format!("{} {unit} in {context}", format::time(cost.value)),
                Err(absence) => format!("{absence} in {context}"),
            }
        };
        let costs: Vec<_> = self.applicable().map(cost).collect();
        let mut note = format!("Net times leave out the loop itself: {}.", costs.join(", "));
        if self.measure == Measure::Raw {
            note += " Answers to this question are so long that they hide the loop, so raw times \
                     stand first. Do not compare throughput with latency: each has a loop of its \
                     own.";
        }
        note
    }

    /// The numbers of the contexts in which there can be times.
    fn applicable(&self) -> impl Iterator<Item = usize> {
        (0..2).filter(|&i| self.applies[i])
    }

    /// Why the times that are missing are missing, with the way to get them; nothing if all
    /// are there.
    pub(crate) fn missing_times(&self, figures: &Figures<'_>) -> Option<String> {
        let right = || self.rows.iter().filter(|row| !row.variant.is_wrong());
        let lacks = |i: &usize| {
            let is_lacking = |row: &Row<'_>| {
                let waits = ![NOTHING_WAITS, PARTLY_WAITS].contains(&row.absences[*i]);
                row.variant.available && waits && row.times[*i].net.is_none()
            };
            right().next().is_none() || right().any(is_lacking)
        };
        let place = self.rankings[self.applicable().find(lacks)?].place;
        let is_partial = right().any(|row| row.times.iter().any(|time| time.raw.is_some()));
        let why = if is_partial { figures.why_partly(place) } else { figures.why(place) };
        Some(format!("Times: {why}."))
    }

    /// The same for counts.
    pub(crate) fn missing_counts(&self, figures: &Figures<'_>) -> Option<String> {
        let is_countable = |row: &&Row<'_>| {
            let Variant { available, uncounted, .. } = row.variant;
            !row.variant.is_wrong() && *available && uncounted.is_none()
        };
        let mut countable = self.rows.iter().filter(is_countable);
        let lacks = countable.any(|row| row.instructions.is_none() || row.misses.is_none());
        lacks.then(|| format!("Counts: {}.", figures.why_uncounted()))
    }

    /// How many comparisons are ties, and how many are unresolved.
    pub(crate) fn ties(&self) -> String {
        let count = |of: fn(&Ranking<'_>) -> usize| {
            let count = |i: usize| {
                let ranking = &self.rankings[i];
                let pairs = counted(ranking.pairs, "pair");
                format!("{} of {pairs} in {}", of(ranking), ranking.place.context)
            };
            self.applicable().map(count).collect::<Vec<_>>().join(", ")
        };
        let [ties, unresolved] =
            [count(|ranking| ranking.ties), count(|ranking| ranking.unresolved)];
        format!("Ties: {ties}. Unresolved: {unresolved}.")
    }
}

/// What stands beside throughput: how it is called, and a variant's time there.
pub(crate) type Beside<'f> = (String, Box<dyn Fn(&str) -> Time + 'f>);

/// What there are times of beside throughput on a stream: the same queries learnt, and other
/// builds.
pub(crate) fn beside_throughput<'f>(
    study: &'f str,
    stream: &'f str,
    figures: &'f Figures<'_>,
) -> Vec<Beside<'f>> {
    let learnt = Place::plain(study, stream, Context::Learnt);
    let time: Box<dyn Fn(&str) -> Time + 'f> = Box::new(move |name| figures.time(name, learnt));
    let learnt = figures.step(learnt).is_some_and(|step| step.has_figures());
    let learnt = learnt.then(|| (Context::Learnt.name().to_owned(), time));
    let builds = in_other_builds(Place::plain(study, stream, Context::Throughput), figures);
    learnt.into_iter().chain(builds).collect()
}

/// The other builds that there are times of at a place.
pub(crate) fn in_other_builds<'f>(
    place: Place<'f>,
    figures: &'f Figures<'_>,
) -> impl Iterator<Item = Beside<'f>> {
    let has_figures =
        move |figures: &Figures<'_>| figures.step(place).is_some_and(|step| step.has_figures());
    let others = figures.others.iter().filter(move |(_, figures)| has_figures(figures));
    others.map(move |(build, figures)| {
        let time: Box<dyn Fn(&str) -> Time + 'f> = Box::new(move |name| figures.time(name, place));
        (build.name().to_owned(), time)
    })
}

/// The meters whose last run was only a first look.
pub(crate) fn first_look(records: &Records) -> Vec<&'static str> {
    let quick = records.runs.iter().filter(|(_, run)| run.quick);
    quick.map(|(meter, _)| meter.name()).collect()
}

/// The stream that the headline of a study is about.
pub(crate) fn stream(study: &Study) -> &str {
    let mut streams = study.streams.iter().map(|stream| stream.name.as_str());
    let first = streams.clone().next().unwrap_or("");
    streams.find(|stream| *stream == UNIFORM).unwrap_or(first)
}

/// The name, with the interface where that is not the usual one.
pub(crate) fn named(variant: &Variant) -> String {
    if variant.is_ranked() {
        variant.name.clone()
    } else {
        format!("{} ({})", variant.name, variant.interface)
    }
}

/// How the comparison with the oracle came out.
pub(crate) fn check(variant: &Variant) -> String {
    match variant.check {
        Check::Right(0) => "not compared with the oracle".to_owned(),
        Check::Right(compared) => {
            format!("compared with the oracle on {compared} questions: all equal")
        }
        Check::Wrong(_) => "compared with the oracle: WRONG".to_owned(),
    }
}
