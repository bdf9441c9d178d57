//! The page: one file that asks nobody for anything.

use super::answer::Answers;
use super::claims::Ledger;
use super::figures::{
    self, COLD, CONTEXTS, COUNTS, CYCLES, Figure, Figures, LATENCY, PRESSURE, Parameters, Place,
    THROUGHPUT, TWO_THREADS, Time,
};
use super::headline::{self, Headline, contenders, named};
use super::plots::{self, Plot};
use super::pressure::{self, Circumstances, MAIN_VISIT};
use super::ranking::{self, Ranking};
use super::{Question, noise, slug};
use crate::record::{Proof, Records, Run, Variant, quantity};
use anyhow::Result;
use askama::Template;
use plotters::style::RGBColor;
use pulldown_cmark::{Event, Parser, Tag, TagEnd};

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    machine_line: String,
    first_look: Vec<&'a str>,
    answers: &'a Answers<'a>,
    ledger: &'a Ledger,
    studies: Vec<Study<'a>>,
    machine: Vec<(&'static str, String)>,
    runs: Vec<(&'a str, &'a Run)>,
    dates: Option<(&'a str, &'a str)>,
    chains: Vec<Chain>,
    look: Look,
}

/// The colours of the plots, which a page's own take the place of.
pub(super) struct Look {
    ink: String,
    grid: String,
    paper: String,
}

impl Look {
    pub(super) fn of_plots() -> Look {
        let [ink, grid, paper] = [plots::INK, plots::GRID, plots::PAPER].map(hexadecimal);
        Look { ink, grid, paper }
    }
}

struct Study<'a> {
    id: String,
    name: &'a str,
    question: &'a str,
    stream: &'a str,
    unit: String,
    kernel: String,
    headline: Vec<Row>,
    lacks_times: bool,
    lacks_counts: bool,
    rankings: Vec<RankingTable<'a>>,
    streams: &'a [(String, String)],
    times: Vec<TimesRow>,
    space_time: Option<String>,
    sweeps: Vec<Sweep<'a>>,
    /// The stream of the contexts that take only one.
    main_stream: &'a str,
    pressure: Pressure,
    cold: Cold,
    two_threads: TwoThreads,
    counts: Option<Vec<CountsRow>>,
    /// By stream.
    lines: Option<Vec<LinesRow>>,
    variants: Vec<Section<'a>>,
}

struct RankingTable<'a> {
    context: &'a str,
    rows: Vec<RankedRow>,
    noise: Option<String>,
}

struct RankedRow {
    rank: String,
    link: Link,
    raw: Option<Interval>,
    net: Option<Interval>,
    /// The time by the fastest one's.
    ratio: Option<Interval>,
    verdict: String,
    spread: String,
}

/// A figure in a table, with the ends of its interval.
struct Interval {
    value: String,
    interval: String,
}

/// Times beside a competing working set.
struct Pressure {
    /// The plots of visits of the main length, or of all if there are none such.
    main: Vec<String>,
    others: Vec<String>,
    pairs: Vec<Pair>,
    /// The ends of the caches that are marked.
    caches: String,
    absence: String,
    noise: Option<String>,
}

/// Where the order of two variants turns.
struct Pair {
    variant: String,
    against: String,
    rows: Vec<TurnsRow>,
}

/// In visits of one length: without and with queries that wait.
struct TurnsRow {
    visit: u64,
    cells: [Option<(String, String)>; 2],
}

/// Times after a flush.
struct Cold {
    svg: Option<String>,
    visits: Vec<u64>,
    rows: Vec<TimesRow>,
    absence: String,
    noise: Option<String>,
}

/// Times alone and beside another thread.
struct TwoThreads {
    rows: Vec<TimesRow>,
    absence: String,
    noise: Option<String>,
}

/// A contender's name and where its section is.
struct Link {
    id: String,
    name: String,
}

struct Row {
    link: Link,
    tables: u64,
    code: Option<u64>,
    mistake: Option<String>,
    times: Vec<Cell>,
    instructions: Option<String>,
    misses: Option<String>,
}

/// A time in a table, or why it is not there.
type Cell = Result<Timed, &'static str>;

struct Timed {
    net: String,
    interval: String,
    raw: String,
}

struct TimesRow {
    link: Link,
    cells: Vec<Cell>,
}

struct Sweep<'a> {
    stream: &'a str,
    svg: Option<String>,
}

/// Lines of its tables that a variant touches.
struct LinesRow {
    link: Link,
    /// Those that its tables take.
    nominal: u64,
    touched: Vec<Option<String>>,
}

struct CountsRow {
    link: Link,
    counts: Vec<Option<String>>,
}

/// What is to be said about a variant.
struct Section<'a> {
    link: Link,
    variant: &'a Variant,
    idea: String,
    source: Option<&'a str>,
    proof: String,
}

/// A chain of known latency.
struct Chain {
    name: &'static str,
    expected: &'static str,
    read: String,
    interval: String,
    verdict: String,
}

/// The page, and the plots that are in it.
pub(super) fn render(
    records: &Records,
    questions: &[Question],
    headlines: &[Headline<'_>],
    answers: &Answers<'_>,
    ledger: &Ledger,
    figures: &Figures<'_>,
) -> Result<(String, Vec<Plot>)> {
    let mut plots = Vec::new();
    let studies = questions
        .iter()
        .zip(headlines)
        .map(|(question, headline)| study(question, headline, records, figures, &mut plots))
        .collect::<Result<Vec<_>>>()?;
    let dates = || records.measurements.iter().map(|m| m.date.as_str());
    let page = Page {
        machine_line: machine_line(records),
        first_look: headline::first_look(records),
        answers,
        ledger,
        studies,
        machine: machine(records),
        runs: records.runs.iter().map(|(name, run)| (name.as_str(), run)).collect(),
        dates: dates().min().zip(dates().max()),
        chains: chains(figures),
        look: Look::of_plots(),
    };
    Ok((page.render()?, plots))
}

fn study<'a>(
    question: &'a Question,
    headline: &'a Headline<'a>,
    records: &'a Records,
    figures: &Figures<'a>,
    plots: &mut Vec<Plot>,
) -> Result<Study<'a>> {
    let name = question.study.as_str();
    let streams = &question.streams;
    let main_stream = streams.first().map_or(headline.stream, |(stream, _)| stream);
    let space_time = keep(plots, plots::space_time(headline, records, figures)?);
    let sweeps = sweeps(question, headline, records, figures, plots)?;
    let everywhere: Vec<_> = CONTEXTS
        .iter()
        .flat_map(|context| streams.iter().map(|(stream, _)| Place::plain(name, stream, context)))
        .collect();
    Ok(Study {
        id: slug(name),
        name,
        question: &question.text,
        stream: headline.stream,
        unit: headline.unit(),
        kernel: headline.kernel_note(),
        headline: headline.rows.iter().map(|variant| row(variant, headline.absences)).collect(),
        lacks_times: headline.lacks_times(),
        lacks_counts: headline.lacks_counts(),
        rankings: headline.rankings.iter().map(ranking_table).collect(),
        streams,
        times: times(&everywhere, records, figures),
        space_time,
        sweeps,
        main_stream,
        pressure: pressure(name, main_stream, records, figures, plots)?,
        cold: cold(name, main_stream, records, figures, plots)?,
        two_threads: two_threads(name, main_stream, records, figures),
        counts: counts(headline, figures),
        lines: lines(question, headline, figures),
        variants: contenders(records, name).map(section).collect(),
    })
}

/// Puts a plot among the others and shows it on the page.
fn keep(plots: &mut Vec<Plot>, plot: Option<Plot>) -> Option<String> {
    let svg = plot.as_ref().map(|plot| plot.svg.clone());
    plots.extend(plot);
    svg
}

fn sweeps<'a>(
    question: &'a Question,
    headline: &Headline<'_>,
    records: &Records,
    figures: &Figures<'_>,
    plots: &mut Vec<Plot>,
) -> Result<Vec<Sweep<'a>>> {
    let mut sweeps = Vec::new();
    for (stream, _) in &question.streams {
        let plot = plots::cache_sweep(&question.study, stream, records, figures)?;
        let svg = keep(plots, plot);
        // A sweep is made of some streams only; of the headline's at least.
        if svg.is_some() || stream == headline.stream {
            sweeps.push(Sweep { stream, svg });
        }
    }
    Ok(sweeps)
}

fn row(row: &headline::Row<'_>, absences: [&'static str; 2]) -> Row {
    let variant = row.variant;
    let count = |net: Figure| figures::count(net.value);
    Row {
        link: link(variant),
        tables: variant.table_bytes,
        code: variant.code_bytes,
        mistake: match &variant.proof {
            Proof::Wrong(mistake) => Some(mistake.clone()),
            Proof::Right(_) => None,
        },
        times: row.times.iter().zip(absences).map(|(time, absence)| cell(*time, absence)).collect(),
        instructions: row.instructions.map(count),
        misses: row.misses.map(count),
    }
}

fn ranking_table<'a>(ranking: &Ranking<'a>) -> RankingTable<'a> {
    RankingTable {
        context: ranking.place.context,
        rows: ranking.rows.iter().map(ranked_row).collect(),
        noise: ranking.noise.clone(),
    }
}

fn ranked_row(row: &ranking::Row<'_>) -> RankedRow {
    let shown = |figure: Figure, text: fn(f64) -> String| Interval {
        value: text(figure.value),
        interval: format!("{} to {}", text(figure.low), text(figure.high)),
    };
    RankedRow {
        rank: row.rank(),
        link: link(row.variant),
        raw: row.time.raw.map(|raw| shown(raw, figures::time)),
        net: row.time.net.map(|net| shown(net, figures::time)),
        ratio: row.ratio.map(|ratio| shown(ratio, figures::ratio)),
        verdict: row.verdict(),
        spread: row.spread.map_or_else(String::new, |share| figures::percent(share.value)),
    }
}

fn pressure(
    study: &str,
    stream: &str,
    records: &Records,
    figures: &Figures<'_>,
    plots: &mut Vec<Plot>,
) -> Result<Pressure> {
    let (mut main, mut others) = (Vec::new(), Vec::new());
    for visit in figures.visits(study, PRESSURE) {
        for dependent in [false, true] {
            let visits = (visit, dependent);
            let plot = plots::pressure(study, stream, visits, records, figures)?;
            let shown = if visit == MAIN_VISIT { &mut main } else { &mut others };
            shown.extend(keep(plots, plot));
        }
    }
    if main.is_empty() {
        std::mem::swap(&mut main, &mut others);
    }
    let caches = &records.machine.caches;
    let caches = [("L1d", caches.l1d), ("L2", caches.l2)]
        .into_iter()
        .filter_map(|(name, bytes)| Some(format!("{name} {}", plots::binary(bytes?))));
    Ok(Pressure {
        main,
        others,
        pairs: pairs(records, study),
        caches: caches.collect::<Vec<_>>().join(", "),
        absence: absence(study, PRESSURE, records, figures),
        noise: noise::of_context(figures, study, PRESSURE),
    })
}

/// The turns of a study by pair and length of visits.
fn pairs(records: &Records, study: &str) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    for (Circumstances { visit, dependent }, turn) in pressure::turns(records, study) {
        let same = |pair: &Pair| (&pair.variant, &pair.against) == (&turn.variant, &turn.against);
        let place = pairs.iter().position(same).unwrap_or_else(|| {
            let (variant, against) = (turn.variant.clone(), turn.against.clone());
            pairs.push(Pair { variant, against, rows: Vec::new() });
            pairs.len() - 1
        });
        let rows = &mut pairs[place].rows;
        let row = rows.binary_search_by_key(&visit, |row| row.visit).unwrap_or_else(|row| {
            rows.insert(row, TurnsRow { visit, cells: [None, None] });
            row
        });
        rows[row].cells[usize::from(dependent)] = Some(pressure::cell(turn));
    }
    pairs
}

fn cold(
    study: &str,
    stream: &str,
    records: &Records,
    figures: &Figures<'_>,
    plots: &mut Vec<Plot>,
) -> Result<Cold> {
    let visits: Vec<_> = figures.visits(study, COLD).into_iter().collect();
    let places: Vec<_> = [0, 1]
        .into_iter()
        .flat_map(|dependent| visits.iter().map(move |&visit| (dependent, visit)))
        .map(|(dependent, visit)| {
            let parameters = Parameters {
                dependent: Some(dependent),
                visit: Some(visit),
                ..Parameters::default()
            };
            Place { study, stream, context: COLD, parameters }
        })
        .collect();
    Ok(Cold {
        svg: keep(plots, plots::cold(study, stream, records, figures)?),
        rows: if visits.is_empty() { Vec::new() } else { times(&places, records, figures) },
        visits,
        absence: absence(study, COLD, records, figures),
        noise: noise::of_context(figures, study, COLD),
    })
}

/// Each kernel alone and beside another thread that runs it too.
fn two_threads(study: &str, stream: &str, records: &Records, figures: &Figures<'_>) -> TwoThreads {
    let beside = |dependent| {
        let parameters = Parameters { dependent: Some(dependent), ..Parameters::default() };
        Place { study, stream, context: TWO_THREADS, parameters }
    };
    let alone = |context| Place::plain(study, stream, context);
    let places = [alone(THROUGHPUT), beside(0), alone(LATENCY), beside(1)];
    let noise = noise::of_context(figures, study, TWO_THREADS);
    let rows = times(&places, records, figures);
    let measured = rows.iter().any(|row| row.cells[1].is_ok() || row.cells[3].is_ok());
    TwoThreads {
        rows: if measured { rows } else { Vec::new() },
        absence: absence(study, TWO_THREADS, records, figures),
        noise,
    }
}

/// Why there is nothing of a context, as a sentence.
fn absence(study: &str, context: &str, records: &Records, figures: &Figures<'_>) -> String {
    let mut noises = figures.noises(study, context).peekable();
    let reason = records.runs.values().find_map(|run| run.missing.get(context));
    match reason {
        Some(reason) => format!("Not measured: {reason}."),
        None if noises.peek().is_some() && noises.all(figures::is_too_noisy) => {
            "Too noisy for figures.".to_owned()
        }
        None => "Not measured.".to_owned(),
    }
}

fn cell(time: Time, absence: &'static str) -> Cell {
    let raw = time.raw.ok_or(absence)?;
    let net = time.net;
    Ok(Timed {
        net: net.map_or("not known".to_owned(), |net| figures::time(net.value)),
        interval: net.map_or("net was not measured".to_owned(), figures::interval),
        raw: figures::time(raw.value),
    })
}

/// The times of a study's variants, a row each, at these places.
fn times(places: &[Place<'_>], records: &Records, figures: &Figures<'_>) -> Vec<TimesRow> {
    let Some(Place { study, .. }) = places.first() else { return Vec::new() };
    let right = contenders(records, study).filter(|variant| !variant.is_wrong());
    let row = |variant: &Variant| TimesRow {
        link: link(variant),
        cells: places
            .iter()
            .map(|&place| cell(figures.time(&variant.name, place), figures.absence(place)))
            .collect(),
    };
    right.map(row).collect()
}

/// What was counted of each variant; nothing if nothing was.
fn counts<'a>(headline: &Headline<'a>, figures: &Figures<'a>) -> Option<Vec<CountsRow>> {
    let right = headline.rows.iter().filter(|row| !row.variant.is_wrong());
    let rows: Vec<_> = right
        .map(|row| {
            let count = |quantity| {
                let place = Place::plain(headline.study, headline.stream, THROUGHPUT);
                let net = figures.count(&row.variant.name, place, quantity)?;
                Some(figures::count(net.value))
            };
            CountsRow { link: link(row.variant), counts: COUNTS.map(count).into() }
        })
        .collect();
    let counted = rows.iter().flat_map(|row| &row.counts).any(Option::is_some);
    counted.then_some(rows)
}

/// The cache lines that each variant touches, by stream; nothing if none were counted.
fn lines<'a>(
    question: &'a Question,
    headline: &Headline<'a>,
    figures: &Figures<'a>,
) -> Option<Vec<LinesRow>> {
    let right = headline.rows.iter().filter(|row| !row.variant.is_wrong());
    let rows: Vec<_> = right
        .map(|row| {
            let touched = |(stream, _): &'a (String, String)| {
                let place = Place::plain(headline.study, stream, THROUGHPUT);
                let net = figures.count(&row.variant.name, place, quantity::LINES)?;
                Some(format!("{:.0}", net.value))
            };
            LinesRow {
                link: link(row.variant),
                nominal: row.variant.table_bytes.div_ceil(64),
                touched: question.streams.iter().map(touched).collect(),
            }
        })
        .collect();
    rows.iter().flat_map(|row| &row.touched).any(Option::is_some).then_some(rows)
}

fn section(variant: &Variant) -> Section<'_> {
    Section {
        link: link(variant),
        variant,
        idea: idea(&variant.idea),
        source: Some(variant.source.as_str()).filter(|source| source.starts_with("https://")),
        proof: headline::proof(variant),
    }
}

fn link(variant: &Variant) -> Link {
    Link { id: format!("{}--{}", slug(&variant.study), slug(&variant.name)), name: named(variant) }
}

/// Markdown as HTML in which nothing is active: raw HTML is shown as text,
/// links lead to secure pages only, and images, which would be fetched, are
/// left as their words. Headings come below those of the page.
fn idea(markdown: &str) -> String {
    let mut kept_links = Vec::new();
    let events = Parser::new(markdown).filter_map(|event| match event {
        Event::Html(html) | Event::InlineHtml(html) => Some(Event::Text(html)),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => None,
        Event::Start(Tag::Link { ref dest_url, .. }) => {
            kept_links.push(dest_url.starts_with("https://"));
            kept_links.last().is_some_and(|kept| *kept).then_some(event)
        }
        Event::End(TagEnd::Link) => kept_links.pop().unwrap_or(false).then_some(event),
        Event::Start(Tag::Heading { .. }) => Some(Event::Start(Tag::Paragraph)),
        Event::End(TagEnd::Heading(_)) => Some(Event::End(TagEnd::Paragraph)),
        other => Some(other),
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html
}

/// The machine and the build in a line.
pub(super) fn machine_line(records: &Records) -> String {
    let machine = &records.machine;
    let place = match machine.virtualised {
        Some(true) => ", virtual",
        _ => "",
    };
    format!("{}, {}{place}, {}", machine.cpu, machine.os, machine.rustc)
}

fn machine(records: &Records) -> Vec<(&'static str, String)> {
    let machine = &records.machine;
    let unknown = || "not told by the system".to_owned();
    let cache = |bytes: Option<u64>| bytes.map_or_else(unknown, plots::binary);
    let flags = match machine.flags.as_str() {
        "" => "none beyond the profile's",
        flags => flags,
    };
    let virtualised = match machine.virtualised {
        Some(true) => "yes",
        Some(false) => "no hypervisor announces itself",
        None => "not known",
    };
    vec![
        ("Processor", machine.cpu.clone()),
        ("L1 data cache", cache(machine.caches.l1d)),
        ("L2 cache", cache(machine.caches.l2)),
        ("L3 cache", cache(machine.caches.l3)),
        ("System", machine.os.clone()),
        ("Virtual machine", virtualised.to_owned()),
        ("Frequency governor", machine.governor.clone().unwrap_or_else(unknown)),
        ("Compiler", machine.rustc.clone()),
        ("Compiler flags", flags.to_owned()),
        ("Instruction sets", machine.features.join(", ")),
    ]
}

/// The study of the clock itself, and what the steps of its chains take in
/// cycles: in words, and as a number where all processors agree.
const CLOCK: &str = "clock";
const CHAINS: [(&str, &str, Option<f64>); 3] = [
    ("multiply-chain", "3", Some(3.0)),
    ("add-chain", "1", Some(1.0)),
    ("load-chain", "4 or 5 by the processor", None),
];

/// What the clock reads off chains of known latency.
fn chains(figures: &Figures<'_>) -> Vec<Chain> {
    let chain = |(name, words, expected): (&'static str, &'static str, Option<f64>)| {
        let read = figures.raw(name, Place::plain(CLOCK, "dependent", LATENCY), CYCLES)?;
        Some(Chain {
            name,
            expected: words,
            read: figures::count(read.value),
            interval: format!("{} to {}", figures::count(read.low), figures::count(read.high)),
            verdict: expected.map_or("none".to_owned(), |expected| clock_verdict(read, expected)),
        })
    };
    CHAINS.into_iter().filter_map(chain).collect()
}

fn clock_verdict(read: Figure, expected: f64) -> String {
    let deviation = (read.value / expected - 1.0) * 100.0;
    if deviation.abs() <= 2.0 {
        "right within 2 %".to_owned()
    } else {
        format!("off by {} %: do not trust absolute cycles", figures::number(deviation, 1))
    }
}

fn hexadecimal(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ideas_hold_nothing_active() {
        let html = idea(
            "# Title\n\n<script>alert(1)</script>\n\na <b onclick=x>bold</b> \
             [bad](javascript:x) [good](https://example.org/) ![words](https://example.org/a.png)",
        );
        for active in ["<script", "<b ", "javascript:", "<img", "<h1"] {
            assert!(!html.contains(active), "{active} in {html}");
        }
        assert!(html.contains("&lt;script&gt;"));
        assert!(html.contains("<a href=\"https://example.org/\">good</a>"));
        assert!(html.contains("bad") && html.contains("words"));
    }
}
