//! Records of no machine, for tests.

use crate::figures::{PERFT, SEARCH};
use records::{
    Accuracy, Build, Caches, Check, Context, CopyOf, Core, Count, Counter, Figure, Interface, Kind,
    Machine, Meter, Model, NULL, Parameter, Records, Run, Share, Step, Stop, Stream, Study, Table,
    Technique, Unit, Variant, Verdict,
};
use std::num::NonZero;

pub(crate) const DATE: &str = "2026-01-02T03:04:05Z";
pub(crate) const STUDY: &str = "between";
pub(crate) const LARGE: &str = "between-large";
pub(crate) const NONE: &str = "between-none";

pub(crate) fn machine() -> Machine {
    Machine {
        cpu: "Made-up Processor".to_owned(),
        model: Some(Model { vendor: "MadeUp".to_owned(), family: 25, model: 17, stepping: 1 }),
        caches: Caches { l1d: Some(49152), l2: Some(2 << 20), l3: None },
        os: "linux".to_owned(),
        virtualised: Some(true),
        governor: None,
        rustc: "rustc 1.0".to_owned(),
        build: Build::V3,
        flags: String::new(),
        features: vec!["sse2".to_owned()],
        present: vec!["avx2".to_owned()],
    }
}

pub(crate) fn study() -> Study {
    Study {
        name: STUDY.to_owned(),
        title: None,
        question: "Which squares lie between?".to_owned(),
        streams: ["uniform", "anchored"].map(stream).into(),
        mistakes: Vec::new(),
    }
}

/// A stream of single lookups.
pub(crate) fn stream(name: &str) -> Stream {
    let summary = format!("The summary of {name}");
    Stream { name: name.to_owned(), summary, lookups: NonZero::new(1) }
}

pub(crate) fn technique(name: &str) -> Technique {
    Technique {
        name: name.to_owned(),
        short: None,
        exceptions: Vec::new(),
        summary: format!("The summary of {name}"),
        source: "https://example.org/technique".to_owned(),
        idea: "An *idea*.".to_owned(),
        formula: "impl Between for Made {}".to_owned(),
    }
}

pub(crate) fn variant(name: &str, table_bytes: u64) -> Variant {
    Variant {
        study: STUDY.to_owned(),
        name: name.to_owned(),
        kind: if name == NULL { Kind::Control } else { Kind::Cpw },
        interface: Interface::Plain,
        table_bytes,
        shared_bytes: 0,
        kept_bytes: None,
        table_alignment: Some(64),
        code_bytes: Some(20),
        listing: "ret".to_owned(),
        same_code: Vec::new(),
        example: Vec::new(),
        needs: Vec::new(),
        available: true,
        uncounted: None,
        slider_lookups: Vec::new(),
        asks: Vec::new(),
        accuracy: None,
        check: Check::Right(4096),
    }
}

/// So many wrong answers, of which nothing else is known.
pub(crate) fn accuracy(wrong: u64, questions: u64) -> Accuracy {
    Accuracy {
        questions,
        wrong,
        mean_error: None,
        unit: "pawns".to_owned(),
        kinds: Vec::new(),
        entries: None,
        examples: Vec::new(),
    }
}

/// A file of these variants without any figures.
pub(crate) fn variants(named: &[(&str, u64)]) -> Records {
    let mut records = Records::new(machine());
    records.studies = vec![study()];
    records.techniques = named.iter().map(|(name, _)| technique(name)).collect();
    records.variants = named.iter().map(|(name, bytes)| variant(name, *bytes)).collect();
    records.variants.push(variant(NULL, 0));
    records
}

pub(crate) fn run() -> Run {
    Run {
        date: DATE.to_owned(),
        commit: Some("abcdef".to_owned()),
        ..Run::now("core cycles", false)
    }
}

/// A time with an interval as wide as that of most.
pub(crate) fn figure(value: f64) -> Figure {
    Figure { value, low: value - 0.01, high: value + 0.01 }
}

/// A step of raw times, the reference's first; the loop without a lookup takes 1 cycle.
/// Those within 1 % of each other tie. [`table`] adds the copies.
pub(crate) fn step(at: Option<u64>, times: &[f64]) -> Step {
    let of = |figure: &dyn Fn(f64) -> Figure| -> Vec<_> {
        times.iter().chain(&[1.0]).map(|time| Some(figure(*time))).collect()
    };
    let ratio = |time: f64| {
        let by = time / times[0];
        Figure { value: by, low: by * 0.99, high: by * 1.01 }
    };
    let mut ratios = of(&ratio);
    ratios[0] = None;
    ratios[times.len()] = None;
    let mut step = Step {
        at,
        rounds: 96,
        batches: 3536,
        quiet: 3168,
        stop: Stop::Narrow,
        core: Core::Quiet,
        multiply: Some(3.001),
        width: Some(4.0),
        layouts: 24,
        copies: Vec::new(),
        again: None,
        null_copy: Some(Figure { value: 0.0, low: -0.01, high: 0.01 }),
        raw: of(&figure),
        net: of(&|time| Figure { value: time - 1.0, low: time - 1.02, high: time - 0.98 }),
        ratio: ratios,
        spread: times.iter().chain(&[1.0]).map(|_| Some(Share(0.012))).collect(),
        best: times.iter().chain(&[1.0]).map(|_| Some(Share(0.004))).collect(),
        slope: Vec::new(),
        verdicts: String::new(),
    };
    step.set_verdicts(times.len(), |of, against| {
        Some(match times[of] / times[against] {
            0.99..1.01 => Verdict::Tie,
            1.01.. => Verdict::Slower,
            _ => Verdict::Faster,
        })
    });
    step
}

/// What is left of a step that was too noisy for figures.
pub(crate) fn too_noisy(at: Option<u64>) -> Step {
    Step {
        stop: Stop::Noisy,
        rounds: 2,
        quiet: 12,
        null_copy: None,
        raw: Vec::new(),
        net: Vec::new(),
        ratio: Vec::new(),
        spread: Vec::new(),
        best: Vec::new(),
        verdicts: String::new(),
        ..step(at, &[1.0])
    }
}

/// A copy with this ratio, as sure as most.
pub(crate) fn copy_of(of: &str, value: f64) -> CopyOf {
    let ratio = Figure { value, low: value - 0.003, high: value + 0.002 };
    CopyOf { of: of.to_owned(), ratio }
}

/// A table of variants on the first stream, by touches. Its
/// parameter is the context's. The first two variants have a copy each; every answer of
/// latency is waited for.
pub(crate) fn table(
    (context, dependent, touches): (Context, bool, Option<u64>),
    names: &[&str],
    mut steps: Vec<Step>,
) -> Table {
    for step in steps.iter_mut().filter(|step| step.has_figures()) {
        let copies = names.iter().zip([1.001, 0.999]);
        step.copies = copies.map(|(name, value)| copy_of(name, value)).collect();
        if context == Context::Latency {
            step.slope = names.iter().map(|_| Some(figure(1.0))).chain([None]).collect();
        }
    }
    let along = match context {
        Context::Beside => Some(Parameter::WorkingSet),
        Context::Upkeep => Some(Parameter::Questions),
        _ => None,
    };
    Table {
        study: STUDY.to_owned(),
        stream: "uniform".to_owned(),
        context,
        dependent,
        touches,
        along,
        unit: Unit::Cycles,
        date: DATE.to_owned(),
        names: names.iter().chain(&[NULL]).map(|name| (*name).to_owned()).collect(),
        steps,
    }
}

/// A table of hot tables with these times.
pub(crate) fn hot(dependent: bool, times: &[(&str, f64)]) -> Table {
    let context = if dependent { Context::Latency } else { Context::Throughput };
    let (names, times): (Vec<_>, Vec<_>) = times.iter().copied().unzip();
    table((context, dependent, None), &names, vec![step(None, &times)])
}

/// Two variants with times and without counts: the large one is faster where nothing waits,
/// the other one where each query waits for the last.
pub(crate) fn timed() -> Records {
    let mut records = variants(&[(LARGE, 32768), (NONE, 0)]);
    records.runs = [(Meter::Duel, run())].into();
    records.tables =
        vec![hot(false, &[(LARGE, 2.1), (NONE, 4.5)]), hot(true, &[(LARGE, 8.0), (NONE, 7.5)])];
    records
}

/// The same in all contexts. Beside a working set the large one is overtaken where queries
/// wait.
pub(crate) fn everywhere() -> Records {
    let mut records = timed();
    for dependent in [false, true] {
        let names = [LARGE, NONE];
        for touches in [1, 4, 16] {
            let steps = [0, 4, 8, 16, 32, 2048].map(|kibibytes: u64| {
                let none = if dependent { 8.1 } else { 40.0 };
                step(Some(kibibytes << 10), &[8.0 + kibibytes as f64 / 100.0, none])
            });
            let circumstances = (Context::Beside, dependent, Some(touches));
            records.tables.push(table(circumstances, &names, steps.into()));
        }
    }
    records
}

/// Counts of a contender per query, with a sweep over the size of the cache.
pub(crate) fn count(name: &str, per_query: f64) -> Count {
    const QUERIES: u64 = 1000;
    let total = |per_query: f64| (per_query * QUERIES as f64).round() as u64;
    Count {
        study: STUDY.to_owned(),
        stream: "uniform".to_owned(),
        variant: name.to_owned(),
        counter: Counter::Callgrind,
        dependent: false,
        queries: QUERIES,
        cycles: None,
        instructions: Some(total(per_query)),
        reads: Some(total(per_query)),
        writes: Some(total(per_query)),
        l1_misses: Some(total(per_query)),
        last_level_misses: Some(total(per_query)),
        branches: Some(total(per_query)),
        mispredictions: Some(total(per_query)),
        lines: Some(total(per_query)),
        sweep: [4, 8, 16, 32, 48, 64]
            .map(|kibibytes| [kibibytes << 10, total(per_query / kibibytes as f64)])
            .into(),
    }
}

/// Two variants with times and counts.
pub(crate) fn counted() -> Records {
    let mut records = timed();
    records.runs.insert(Meter::Instructions, run());
    records.counts = [(LARGE, 9.0), (NONE, 21.5), (NULL, 4.0)]
        .map(|(name, per_query)| count(name, per_query))
        .into();
    records
}

/// Records of the studies of whole programs with these contenders beside the base, and no
/// figures. Nothing is counted of the base.
pub(crate) fn searched(searches: &[&str], counts: &[&str]) -> Records {
    let mut records = variants(&[]);
    records.runs = [(Meter::Duel, run())].into();
    records.studies.clear();
    records.variants.clear();
    let streams = ["material", "mobility", "network-1", "network-16"];
    for (name, streams, others) in
        [(SEARCH, &streams[..], searches), (PERFT, &["positions"], counts)]
    {
        let streams = streams.iter().map(|name| stream(name)).collect();
        records.studies.push(Study { name: name.to_owned(), streams, ..study() });
        records.techniques.push(technique(name));
        for contender in [name].iter().chain(others).chain(&[NULL]) {
            let study = name.to_owned();
            records.variants.push(Variant { study, ..variant(contender, 1000) });
        }
    }
    records
}

/// The same with times by that of the base, which takes 1000: each difference from the base
/// with its time in perft and in the first search.
pub(crate) fn programs(choices: &[(&str, f64, f64)]) -> Records {
    let named = |study: &str| -> Vec<_> {
        choices.iter().map(|(name, ..)| format!("{study}+{name}")).collect()
    };
    let [searches, counts] = [SEARCH, PERFT].map(named);
    let [searches, counts] =
        [&searches, &counts].map(|names| names.iter().map(String::as_str).collect::<Vec<_>>());
    let mut records = searched(&searches, &counts);
    let timed = |study: &str, stream: &str, others: &[&str], times: Vec<f64>| {
        let names = [&[study], others].concat();
        let times: Vec<_> = [1.0].into_iter().chain(times).map(|time| time * 1000.0).collect();
        let mut table = table((Context::Throughput, false, None), &names, vec![step(None, &times)]);
        (table.study, table.stream) = (study.to_owned(), stream.to_owned());
        table
    };
    if !choices.is_empty() {
        let perft = choices.iter().map(|(_, perft, _)| *perft).collect();
        let search = choices.iter().map(|(.., search)| *search).collect();
        records.tables = vec![
            timed(PERFT, "positions", &counts, perft),
            timed(SEARCH, "material", &searches, search),
        ];
    }
    records
}
