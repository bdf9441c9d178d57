//! A study's page: everything that was measured of it.

use crate::accuracy::Accuracy;
use crate::answer::Answer;
use crate::case::Form;
use crate::figures::{self, COUNTED, Figures, INSTRUCTIONS, NOT_MEASURED, Place};
use crate::format;
use crate::headline::{Headline, beside_throughput, in_other_builds};
use crate::noise;
use crate::page::{self, Cell, Overview, Row, Tools, machine_line};
use crate::pairs::Pairs;
use crate::plots::{self, Plot};
use crate::processors::Processors;
use crate::ranking::{self, Ranking};
use crate::relative_cost::RelativeCost;
use crate::section::{self, Section};
use crate::upkeep::Upkeep;
use anyhow::Result;
use askama::Template;
use records::{Context, Figure, Stream, Variant};

#[derive(Template)]
#[template(path = "study.html")]
struct Page<'a> {
    machine_line: String,
    headlines: &'a [Headline<'a>],
    tools: Tools,
    name: &'a str,
    headline: &'a Headline<'a>,
    answer: &'a Answer<'a>,
    case: Option<Form<'a>>,
    overview: Overview<'a>,
    rankings: Vec<RankingTable<'a>>,
    times: Vec<Row<'a>>,
    space_time: Option<String>,
    /// Why there are no times in throughput and no counts, with the way to get them.
    no_times: String,
    no_counts: String,
    /// By stream.
    sweeps: Vec<(&'a str, Option<String>)>,
    /// The stream of the contexts that take only one.
    main_stream: &'a str,
    measure: &'static str,
    beside: Beside<'a>,
    upkeep: Option<Upkeep<'a>>,
    relative_cost: Option<RelativeCost<'a>>,
    processors: Option<Processors<'a>>,
    accuracy: Option<Accuracy<'a>>,
    counts: Vec<Row<'a>>,
    /// By stream.
    lines: Vec<Row<'a>>,
    sections: Vec<Section<'a>>,
}

struct RankingTable<'a> {
    ranking: &'a Ranking<'a>,
    applies: bool,
    svg: Option<String>,
    /// What stands beside its columns: slopes, what is learnt, other builds.
    columns: Vec<String>,
    rows: Vec<RankingRow<'a>>,
    /// Why there is nothing to rank.
    why: String,
    noise: Option<String>,
}

struct RankingRow<'a> {
    row: &'a ranking::Row<'a>,
    cells: Vec<Cell>,
}

/// Times beside a competing working set, with plots of the main touches.
struct Beside<'a> {
    /// The plots on the page.
    plots: Vec<String>,
    /// Why there is nothing to show.
    why: String,
    noise: Option<String>,
    /// How many lines are touched between two queries, each with a column without and one
    /// with waiting.
    touches: Vec<u64>,
    /// The plots of other touches, which would make the page too heavy: names and files.
    others: Vec<(String, String)>,
    /// The working set past the last level, and what a lookup adds there.
    far: Option<(String, Vec<Row<'a>>)>,
    pairs: Pairs<'a>,
    /// The ends of the caches that are marked.
    caches: String,
}

/// Renders the page of the study that this answer is about and adds it to the files, after
/// its plots.
pub(crate) fn render<'a>(
    answer: &'a Answer<'a>,
    headlines: &'a [Headline<'a>],
    figures: &Figures<'a>,
    files: &mut Vec<(String, String)>,
) -> Result<()> {
    let headline = answer.headline;
    let name = headline.name();
    let streams = &headline.study.streams;
    let rankings = headline.rankings.iter().chain(&headline.learnt);
    let rankings = rankings.map(|ranking| ranking_table(ranking, figures, files));
    let rankings = rankings.collect::<Result<Vec<_>>>()?;
    let hot = |waits| streams.iter().map(move |stream| Place::hot(name, &stream.name, waits));
    let everywhere: Vec<_> = [false, true].into_iter().flat_map(hot).collect();
    let mut upkeep = Upkeep::of(headline.study, figures);
    for stream in upkeep.iter_mut().flat_map(|upkeep| &mut upkeep.streams) {
        stream.plot = keep(files, plots::upkeep(name, stream.name, figures)?);
    }
    let page = Page {
        machine_line: machine_line(figures.records),
        headlines,
        tools: Tools::of(name, figures),
        name,
        headline,
        answer,
        case: Form::of(headline, figures)?,
        overview: Overview::full(headline, figures),
        rankings,
        times: times(&everywhere, figures),
        space_time: keep(files, plots::space_time(name, headline.stream, figures)?),
        no_times: figures.why(headline.rankings[0].place),
        no_counts: figures.why_uncounted(),
        sweeps: sweeps(headline, figures, files)?,
        main_stream: figures.main_stream(name),
        measure: headline.measure.name(),
        beside: beside(name, figures, files)?,
        upkeep,
        relative_cost: RelativeCost::of(headline, figures),
        processors: Processors::new(headline.name(), figures),
        accuracy: Accuracy::of(name, figures),
        counts: counts(headline, figures),
        lines: lines(headline, figures),
        sections: section::all(headline, figures),
    };
    files.push((page::file(name), page.render()?));
    Ok(())
}

/// Adds a plot to the files and shows it on the page.
fn keep(files: &mut Vec<(String, String)>, plot: Option<Plot>) -> Option<String> {
    let Plot { file, svg } = plot?;
    files.push((file, svg.clone()));
    Some(svg)
}

fn sweeps<'a>(
    headline: &Headline<'a>,
    figures: &Figures<'_>,
    files: &mut Vec<(String, String)>,
) -> Result<Vec<(&'a str, Option<String>)>> {
    let mut sweeps = Vec::new();
    for stream in headline.study.streams.iter().map(|stream| stream.name.as_str()) {
        let svg = keep(files, plots::cache_sweep(headline.name(), stream, figures)?);
        // A sweep is made of some streams only; of the headline's at least.
        if svg.is_some() || stream == headline.stream {
            sweeps.push((stream, svg));
        }
    }
    Ok(sweeps)
}

fn ranking_table<'a>(
    ranking: &'a Ranking<'a>,
    figures: &Figures<'_>,
    files: &mut Vec<(String, String)>,
) -> Result<RankingTable<'a>> {
    let Place { study, stream, context, .. } = ranking.place;
    let beside: Vec<_> = match context {
        Context::Throughput => beside_throughput(study, stream, figures),
        _ => in_other_builds(ranking.place, figures).collect(),
    };
    let measure = figures.measure(study);
    let row = |row: &'a ranking::Row<'a>| {
        let name = &row.variant.name;
        let slope = figures.slope(name, ranking.place).filter(|_| context == Context::Latency);
        let slope = slope.map(|slope| Cell::interval(Some(slope), format::time, ""));
        let others = beside.iter().map(|(_, time)| Cell::time(time(name), measure, NOT_MEASURED));
        RankingRow { row, cells: ranked(row).into_iter().chain(slope).chain(others).collect() }
    };
    let slope = (context == Context::Latency).then(|| "Slope".to_owned());
    let columns = slope.into_iter().chain(beside.iter().map(|(name, _)| name.clone()));
    Ok(RankingTable {
        ranking,
        applies: figures.applies(ranking.place),
        svg: keep(files, plots::ranking(ranking, figures)?),
        columns: columns.collect(),
        rows: ranking.rows.iter().map(row).collect(),
        why: figures.why(ranking.place),
        noise: noise::of_place(figures, ranking.place),
    })
}

/// The figures of a row of a ranking: raw, net, the time by the fastest one's, how far apart
/// its layouts are, and the best of them.
fn ranked(row: &ranking::Row<'_>) -> [Cell; 5] {
    let share = |share: Option<f64>| Cell::figure(share.map(Figure::exact), format::percent, "");
    [
        Cell::interval(row.time.raw, format::time, NOT_MEASURED),
        Cell::interval(row.time.net, format::time, "not known"),
        Cell::interval(row.ratio, format::ratio, ""),
        share(row.spread),
        share(row.best.map(|below| -below)),
    ]
}

fn beside<'a>(
    study: &'a str,
    figures: &Figures<'a>,
    files: &mut Vec<(String, String)>,
) -> Result<Beside<'a>> {
    let plain = Place::plain(study, figures.main_stream(study), Context::Beside);
    let main_touches = figures.main_touches(study);
    let touches: Vec<_> = figures.touches(study).into_iter().collect();
    let place = |dependent| {
        touches.iter().map(move |touches| Place { dependent, touches: Some(*touches), ..plain })
    };
    let places: Vec<_> = [false, true].into_iter().flat_map(place).collect();
    let (mut plots, mut others, mut columns) = (Vec::new(), Vec::new(), Vec::new());
    for &place in &places {
        columns.push((figures.table(place), figures.absence(place)));
        let Some(plot) = plots::beside(place, figures)? else { continue };
        if place.touches == main_touches {
            plots.push(plot.svg.clone());
        } else {
            let waits = format::dependence(place.dependent);
            others.push((format!("{} {waits}", place.touches.unwrap_or(0)), plot.file.clone()));
        }
        files.push((plot.file, plot.svg));
    }
    let caches = &figures.records.machine.caches;
    let caches = [("L1d", caches.l1d), ("L2", caches.l2)]
        .into_iter()
        .filter_map(|(name, bytes)| Some(format!("{name} {}", format::size(bytes?))));
    let caches = caches.collect::<Vec<_>>().join(", ");
    let far = far(&places, figures);
    Ok(Beside {
        plots,
        why: figures.why(plain),
        noise: noise::of_context(figures, study, Context::Beside),
        touches,
        others,
        far,
        pairs: Pairs::of(study, &columns, figures),
        caches,
    })
}

/// What a lookup adds past the last level, beside its instructions: a row for each variant.
/// Nothing where that was not measured.
fn far<'a>(places: &[Place<'a>], figures: &Figures<'a>) -> Option<(String, Vec<Row<'a>>)> {
    let mut far = places.iter().filter_map(|place| figures.past_the_last_level(*place));
    let at = far.next()?.at?;
    let places: Vec<_> = places.iter().map(|place| place.at(at.0, at.1)).collect();
    let Place { study, stream, .. } = *places.first()?;
    let counted = Place::plain(study, stream, Context::Throughput);
    let row = |variant: &'a Variant| {
        let mut row = Row::of_times(variant, &places, figures);
        let instructions = figures.count(&variant.name, counted, INSTRUCTIONS);
        row.cells.insert(0, Cell::count(instructions, variant));
        row
    };
    Some((format::size(at.1), figures.right(study).map(row).collect()))
}

/// The times of a study's variants, a row each, at these places; no rows without places.
fn times<'a>(places: &[Place<'a>], figures: &Figures<'a>) -> Vec<Row<'a>> {
    let Some(Place { study, .. }) = places.first() else { return Vec::new() };
    figures.right(study).map(|variant| Row::of_times(variant, places, figures)).collect()
}

/// The counts of each variant; no rows if nothing was counted.
fn counts<'a>(headline: &Headline<'a>, figures: &Figures<'a>) -> Vec<Row<'a>> {
    let place = Place::hot(headline.name(), headline.stream, false);
    counted(headline, 0, |variant| {
        let count = |what| Cell::count(figures.count(&variant.name, place, what), variant);
        COUNTED.map(count).into()
    })
}

/// The cache lines that each variant touches, by stream, after those that its tables take;
/// no rows if none were counted.
fn lines<'a>(headline: &Headline<'a>, figures: &Figures<'a>) -> Vec<Row<'a>> {
    let touched = |variant: &Variant, stream: &Stream| {
        let place = Place::hot(headline.name(), &stream.name, false);
        let lines = figures.lines(&variant.name, place).map(Figure::exact);
        Cell::figure(lines, |lines| format::number(lines, 0), figures::count_absence(variant))
    };
    counted(headline, 1, |variant| {
        let taken = Cell::whole(variant.table_bytes.div_ceil(64));
        let streams = headline.study.streams.iter().map(|stream| touched(variant, stream));
        [taken].into_iter().chain(streams).collect()
    })
}

/// The rows of the variants that can be counted; none if there is no figure in the columns
/// from this one on.
fn counted<'a>(
    headline: &Headline<'a>,
    column: usize,
    cells: impl Fn(&Variant) -> Vec<Cell>,
) -> Vec<Row<'a>> {
    let right = headline.rows.iter().map(|row| row.variant).filter(|variant| !variant.is_wrong());
    let rows: Vec<_> = right.map(|variant| Row::new(variant, cells(variant))).collect();
    let mut figures = rows.iter().flat_map(|row| row.cells.iter().skip(column));
    if figures.any(|cell| cell.value.is_some()) { rows } else { Vec::new() }
}
