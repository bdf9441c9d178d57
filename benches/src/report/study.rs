//! A study's page: everything that was measured of it.

use super::accuracy::Accuracy;
use super::answer::Answer;
use super::figures::{
    self, COLD, CONTEXTS, COUNTS, Figures, LATENCY, PRESSURE, Parameters, Place, THROUGHPUT,
    TWO_THREADS,
};
use super::headline::{Headline, contenders};
use super::page::{self, Cell, Link, Look, Overview, Pages, Row, Tools, link, machine_line};
use super::plots::{self, Plot};
use super::pressure::{MAIN_VISIT, Pairs};
use super::ranking::{self, Ranking};
use super::section::{self, Section};
use super::upkeep::Upkeep;
use super::worth::Worth;
use super::{Question, noise};
use crate::record::{Records, Variant, quantity};
use anyhow::Result;
use askama::Template;

#[derive(Template)]
#[template(path = "study.html")]
struct Study<'a> {
    machine_line: String,
    pages: Pages<'a>,
    tools: Tools<'a>,
    name: &'a str,
    question: &'a str,
    stream: &'a str,
    unit: String,
    answer: &'a Answer<'a>,
    overview: Overview<'a>,
    rankings: Vec<RankingTable<'a>>,
    streams: &'a [(String, String)],
    times: Vec<Row<'a>>,
    space_time: Option<&'a str>,
    sweeps: Vec<Sweep<'a>>,
    /// The stream of the contexts that take only one.
    main_stream: &'a str,
    pressure: Pressure<'a>,
    upkeep: Option<Upkeep<'a>>,
    cold: Cold<'a>,
    two_threads: TwoThreads<'a>,
    worth: Option<Worth<'a>>,
    accuracy: Option<Accuracy<'a>>,
    counts: Vec<Row<'a>>,
    /// By stream.
    lines: Vec<Row<'a>>,
    sections: Vec<Section<'a>>,
    look: Look,
}

struct RankingTable<'a> {
    context: &'a str,
    applies: bool,
    svg: Option<String>,
    rows: Vec<RankedRow<'a>>,
    noise: Option<String>,
}

struct RankedRow<'a> {
    place: usize,
    rank: String,
    link: Link<'a>,
    /// Raw, net, and the time by the fastest one's.
    figures: [Cell; 3],
    verdict: String,
    spread: Cell,
}

/// Times beside a competing working set.
struct Pressure<'a> {
    /// The plots of visits of the main length, or of the shortest if there are none such.
    main: Vec<String>,
    /// Those of other lengths, which would make the page too heavy: names and files.
    others: Vec<(String, String)>,
    pairs: Pairs<'a>,
    /// The ends of the caches that are marked.
    caches: String,
    absence: String,
    noise: Option<String>,
}

/// Times after a flush.
struct Cold<'a> {
    svg: Option<String>,
    visits: Vec<u64>,
    rows: Vec<Row<'a>>,
    absence: String,
    noise: Option<String>,
}

/// Times alone and beside another thread.
struct TwoThreads<'a> {
    rows: Vec<Row<'a>>,
    absence: String,
    noise: Option<String>,
}

struct Sweep<'a> {
    stream: &'a str,
    svg: Option<String>,
}

/// A study's page and the plots in it.
pub(super) struct Rendered {
    /// The page's file and text.
    pub(super) page: (String, String),
    pub(super) plots: Vec<Plot>,
    /// The plot of space against time, which the index shows too.
    pub(super) space_time: Option<String>,
}

/// Renders the page of the study that this headline is about.
pub(super) fn render<'a>(
    records: &'a Records,
    question: &'a Question,
    headline: &'a Headline<'a>,
    headlines: &[Headline<'a>],
    answer: &'a Answer<'a>,
    figures: &Figures<'a>,
) -> Result<Rendered> {
    let mut plots = Vec::new();
    let name = headline.study;
    let streams = &question.streams;
    let main_stream = streams.first().map_or(headline.stream, |(stream, _)| stream);
    let rankings = headline
        .rankings
        .iter()
        .map(|ranking| ranking_table(ranking, records, figures, &mut plots))
        .collect::<Result<Vec<_>>>()?;
    let space_time = keep(&mut plots, plots::space_time(headline, records, figures)?);
    let everywhere = CONTEXTS
        .iter()
        .flat_map(|context| streams.iter().map(|(stream, _)| Place::plain(name, stream, context)));
    let pressure = beside_working_set(name, main_stream, records, figures, &mut plots)?;
    let mut upkeep = Upkeep::of(question, records, figures);
    for stream in upkeep.iter_mut().flat_map(|upkeep| &mut upkeep.streams) {
        stream.plot = keep(&mut plots, plots::upkeep(name, stream.name, records, figures)?);
    }
    let study = Study {
        machine_line: machine_line(records),
        pages: Pages::of(headlines),
        tools: Tools::of(&[headline], records),
        name,
        question: &question.text,
        stream: headline.stream,
        unit: headline.unit(),
        answer,
        overview: Overview::full(headline),
        rankings,
        streams,
        times: times(&everywhere.collect::<Vec<_>>(), records, figures),
        space_time: space_time.as_deref(),
        sweeps: sweeps(question, headline, records, figures, &mut plots)?,
        main_stream,
        pressure,
        upkeep,
        cold: cold(name, main_stream, records, figures, &mut plots)?,
        two_threads: two_threads(name, main_stream, records, figures),
        worth: Worth::of(headline, records, figures),
        accuracy: Accuracy::of(name, main_stream, records, figures),
        counts: counts(headline, figures),
        lines: lines(question, headline, figures),
        sections: section::all(headline, main_stream, records, figures),
        look: Look::of_plots(),
    };
    let page = (page::file(name), study.render()?);
    Ok(Rendered { page, plots, space_time })
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

fn ranking_table<'a>(
    ranking: &Ranking<'a>,
    records: &Records,
    figures: &Figures<'_>,
    plots: &mut Vec<Plot>,
) -> Result<RankingTable<'a>> {
    Ok(RankingTable {
        context: ranking.place.context,
        applies: figures.applies(ranking.place),
        svg: keep(plots, plots::ranking(ranking, records, figures)?),
        rows: ranking.rows.iter().map(ranked_row).collect(),
        noise: ranking.noise.clone(),
    })
}

fn ranked_row<'a>(row: &ranking::Row<'a>) -> RankedRow<'a> {
    RankedRow {
        place: row.rank,
        rank: row.rank(),
        link: link(row.variant),
        figures: [
            Cell::interval(row.time.raw, figures::time, "not measured"),
            Cell::interval(row.time.net, figures::time, "not known"),
            Cell::interval(row.ratio, figures::ratio, ""),
        ],
        verdict: row.verdict(),
        spread: Cell::figure(row.spread, figures::percent, ""),
    }
}

fn beside_working_set<'a>(
    study: &'a str,
    stream: &str,
    records: &'a Records,
    figures: &Figures<'_>,
    plots: &mut Vec<Plot>,
) -> Result<Pressure<'a>> {
    let mut drawn = Vec::new();
    for visit in figures.visits(study, PRESSURE) {
        for dependent in [false, true] {
            let plot = plots::pressure(study, stream, (visit, dependent), records, figures)?;
            drawn.extend(plot.map(|plot| (visit, dependent, plot)));
        }
    }
    let has_main = drawn.iter().any(|(visit, ..)| *visit == MAIN_VISIT);
    let shown = if has_main { Some(MAIN_VISIT) } else { drawn.first().map(|(visit, ..)| *visit) };
    let (mut main, mut others) = (Vec::new(), Vec::new());
    for (visit, dependent, plot) in drawn {
        if Some(visit) == shown {
            main.push(plot.svg.clone());
        } else {
            let name = format!("{visit} {}", plots::dependence(dependent));
            others.push((name, plot.file.clone()));
        }
        plots.push(plot);
    }
    let caches = &records.machine.caches;
    let caches = [("L1d", caches.l1d), ("L2", caches.l2)]
        .into_iter()
        .filter_map(|(name, bytes)| Some(format!("{name} {}", plots::binary(bytes?))));
    Ok(Pressure {
        main,
        others,
        pairs: Pairs::of(records, study, figures),
        caches: caches.collect::<Vec<_>>().join(", "),
        absence: absence(study, PRESSURE, records, figures),
        noise: noise::of_context(figures, study, PRESSURE),
    })
}

fn cold<'a>(
    study: &'a str,
    stream: &'a str,
    records: &'a Records,
    figures: &Figures<'a>,
    plots: &mut Vec<Plot>,
) -> Result<Cold<'a>> {
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
fn two_threads<'a>(
    study: &'a str,
    stream: &'a str,
    records: &'a Records,
    figures: &Figures<'a>,
) -> TwoThreads<'a> {
    let beside = |dependent| {
        let parameters = Parameters { dependent: Some(dependent), ..Parameters::default() };
        Place { study, stream, context: TWO_THREADS, parameters }
    };
    let alone = |context| Place::plain(study, stream, context);
    let places = [alone(THROUGHPUT), beside(0), alone(LATENCY), beside(1)];
    let noise = noise::of_context(figures, study, TWO_THREADS);
    let rows = times(&places, records, figures);
    let timed = |variant: &Variant, place| figures.time(&variant.name, place).raw.is_some();
    let measured = contenders(records, study)
        .any(|variant| [0, 1].into_iter().any(|dependent| timed(variant, beside(dependent))));
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

/// The times of a study's variants, a row each, at these places.
fn times<'a>(places: &[Place<'a>], records: &'a Records, figures: &Figures<'a>) -> Vec<Row<'a>> {
    let Some(Place { study, .. }) = places.first() else { return Vec::new() };
    let right = contenders(records, study).filter(|variant| !variant.is_wrong());
    let row = |variant: &'a Variant| {
        let cell = |&place| {
            Cell::net(figures.time(&variant.name, place), figures.absence_of(variant, place))
        };
        Row::new(variant, places.iter().map(cell).collect())
    };
    right.map(row).collect()
}

/// What was counted of each variant; no rows if nothing was.
fn counts<'a>(headline: &Headline<'a>, figures: &Figures<'a>) -> Vec<Row<'a>> {
    let place = Place::plain(headline.study, headline.stream, THROUGHPUT);
    let counts = |variant: &Variant| {
        let count = |quantity| figures.count(&variant.name, place, quantity);
        COUNTS.map(|quantity| Cell::count(count(quantity), variant))
    };
    counted(headline, 0, |variant| counts(variant).into())
}

/// The cache lines that each variant touches, by stream, after those that its
/// tables take; no rows if none were counted.
fn lines<'a>(
    question: &'a Question,
    headline: &Headline<'a>,
    figures: &Figures<'a>,
) -> Vec<Row<'a>> {
    let touched = |variant: &Variant, stream| {
        let place = Place::plain(headline.study, stream, THROUGHPUT);
        let lines = figures.count(&variant.name, place, quantity::LINES);
        let absence = figures::count_absence(variant);
        Cell::figure(lines, |lines| figures::number(lines, 0), absence)
    };
    counted(headline, 1, |variant| {
        let taken = Cell::whole(variant.table_bytes.div_ceil(64));
        let streams = question.streams.iter().map(|(stream, _)| touched(variant, stream));
        [taken].into_iter().chain(streams).collect()
    })
}

/// The rows of the variants that can be counted; none if there is no figure in
/// the columns from this one on.
fn counted<'a>(
    headline: &Headline<'a>,
    column: usize,
    cells: impl Fn(&Variant) -> Vec<Cell>,
) -> Vec<Row<'a>> {
    let right = headline.rows.iter().map(|row| row.variant).filter(|variant| !variant.is_wrong());
    let rows: Vec<_> = right.map(|variant| Row::new(variant, cells(variant))).collect();
    let figures = rows.iter().flat_map(|row| row.cells.iter().skip(column));
    if figures.into_iter().any(|cell| cell.value.is_some()) { rows } else { Vec::new() }
}
