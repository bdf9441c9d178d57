//! What a question's page has closed at its end: other streams, learnt branches, working sets of
//! all sizes, counts, and how each variant works.

use super::question::time_cell;
use super::works;
use crate::page::{Block, Cell, Column, Row, Table, plain};
use crate::plots::{Line, Lines};
use crate::recommend::recommend;
use crate::view::{Place, View};
use crate::words;
use anyhow::Result;
use records::{Context, Count, Counter, Kind, Parameter, Study, Table as Timed, Variant, Verdict};

/// Everything, in order.
pub(super) fn blocks<'a>(view: &View<'a>, study: &'a Study) -> Result<Vec<Block>> {
    let mut blocks: Vec<_> = streams(view, study).into_iter().collect();
    blocks.extend(along(view, study)?);
    blocks.extend(counts(view, study));
    blocks.push(works::block(view, study));
    Ok(blocks)
}

/// The streams of play's neighbours, and what is learnt where it is asked again, a column each.
fn streams(view: &View<'_>, study: &Study) -> Option<Block> {
    let question = study.name.as_str();
    let main = view.stream(question);
    let of_measure = |dependent: bool| {
        let others = study.streams.iter().filter(|stream| stream.name != main);
        let others =
            others.map(|one| (one.name.clone(), Place::hot(question, &one.name, dependent)));
        let learnt = study.streams.iter().map(|stream| {
            let place = Place::hot(question, &stream.name, dependent);
            (format!("{}, learnt", stream.name), Place { context: Context::Learnt, ..place })
        });
        let places = others.chain(learnt).filter(|(_, place)| view.step(*place).is_some());
        let places: Vec<_> = places.take(5).collect();
        let measure = if dependent { "latency" } else { "throughput" };
        let mut head = vec![Column::text("variant")];
        head.extend(places.iter().map(|(name, _)| Column::number(name, measure)));
        let row = |variant: &Variant| {
            let cells = places.iter().map(|(_, place)| time_cell(view, *place, variant));
            let cells = [Cell::text(view.short(variant))].into_iter().chain(cells).collect();
            Row { cells, ..Row::default() }
        };
        let rows = view.variants(question).filter(|variant| variant.available).map(row).collect();
        let id = format!("streams-{measure}");
        let label = format!("Other streams, {measure}");
        let table = Table { id, label, head, rows, is_tool: false };
        (!places.is_empty()).then_some(Block::Table(table))
    };
    let mut blocks: Vec<_> = [false, true].into_iter().filter_map(of_measure).collect();
    if blocks.is_empty() {
        return None;
    }
    let about = study.streams.iter().map(|stream| format!("{}: {}. ", stream.name, stream.summary));
    let learnt = "Learnt: the same again and again, so that the processor knows the branches.";
    blocks
        .insert(0, Block::Note(vec![plain(about.chain([learnt.to_owned()]).collect::<String>())]));
    Some(closed("streams", "Other streams, and learnt branches", blocks))
}

fn closed(id: &str, summary: &str, blocks: Vec<Block>) -> Block {
    Block::Closed { id: id.to_owned(), summary: summary.to_owned(), blocks }
}

/// How times change beside a working set, or with questions after each query.
fn along(view: &View<'_>, study: &Study) -> Result<Vec<Block>> {
    let mut blocks = Vec::new();
    for (parameter, id, title) in [
        (Parameter::WorkingSet, "beside", "Beside a working set of all sizes"),
        (Parameter::Questions, "upkeep", "By the number of questions after each query"),
    ] {
        let tables = view
            .tables()
            .filter(|table| table.study == study.name && table.along == Some(parameter));
        let tables: Vec<_> = tables.collect();
        let (mut plots, mut inner) = (Vec::new(), Vec::new());
        for table in &tables {
            let (plot, turns) = along_one(view, table, parameter)?;
            plots.push(plot);
            inner.push(Block::Table(turns));
        }
        if !inner.is_empty() {
            let usual = view.usual(&study.name).map(|name| view.short_of(&study.name, name));
            let usual = usual.unwrap_or_default();
            let caption = match parameter {
                Parameter::WorkingSet => {
                    format!("Times by that of {usual}. Off the scale: in the table.")
                }
                Parameter::Questions => "Times of a query with its questions.".to_owned(),
            };
            inner.insert(0, Block::Figure { plots, caption });
            blocks.push(closed(id, title, inner));
        }
    }
    Ok(blocks)
}

/// Ratios beyond this are off the scale.
const FAR: f64 = 2.5;

/// A figure of the variants that matter, and a table of all of them. Beside a working set, time
/// goes to its touches: ratios show what is left.
fn along_one(view: &View<'_>, table: &Timed, parameter: Parameter) -> Result<(String, Table)> {
    let question = table.study.as_str();
    let names: Vec<_> = table.variants().iter().map(String::as_str).collect();
    let at: Vec<_> = table.steps.iter().filter(|s| s.has_figures()).filter_map(|s| s.at).collect();
    let place = |at: u64| Place {
        context: table.context,
        at: Some(at),
        ..Place::hot(question, &table.stream, table.dependent)
    };
    let is_size = parameter == Parameter::WorkingSet;
    let usual = view.usual(question).unwrap_or_default();
    let value = |at: u64, name: &str| match is_size {
        true => {
            let ratio = view.ratio(place(at), name, usual)?.figure.value;
            (ratio <= FAR).then_some(ratio)
        }
        false => Some(view.time(place(at), name)?.value),
    };
    let line = |name: &&str| {
        let points = at.iter().filter_map(|at| Some((*at, value(*at, name)?)));
        Line { name: view.short_of(question, name), points: points.collect() }
    };
    let lines: Vec<_> = drawn(view, question, &names).iter().map(line).collect();
    let lines: Vec<_> = lines.into_iter().filter(|line| !line.points.is_empty()).collect();
    let waits = if table.dependent { "each waits for the last" } else { "nothing waits" };
    let question_title = view.title(question);
    let (unit, along) = match is_size {
        true => ("times the usual way's".to_owned(), "working set"),
        false => (format!("{} a query", table.unit), "questions after each query"),
    };
    let figure = Lines {
        question: &question_title,
        measure: &format!("{}, {waits}", table.stream),
        unit: &unit,
        along,
        is_size,
        lines: &lines,
    };
    Ok((figure.svg()?, turns(view, table, &at, is_size)))
}

/// The variants that a figure of lines shows: what is usual and recommended, and who leads at
/// either end.
fn drawn<'n>(view: &View<'_>, question: &str, names: &[&'n str]) -> Vec<&'n str> {
    let found = recommend(&[view], question, None);
    let picks = found.map(|found| (found.variant, found.small));
    let first = picks.map(|(first, _)| first.name.as_str());
    let small = picks.and_then(|(_, small)| small.map(|small| small.name.as_str()));
    let mut wanted: Vec<&str> =
        [view.usual(question), first, small].into_iter().flatten().collect();
    let kinds = view.variants(view.study(question).map_or("", |study| &study.name));
    wanted.extend(kinds.filter(|v| v.kind == Kind::Cpw && v.is_choice()).map(|v| v.name.as_str()));
    let mut drawn = Vec::new();
    for name in wanted {
        let known = names.iter().find(|known| **known == name);
        drawn.extend(known.filter(|known| !drawn.contains(*known)).copied());
    }
    drawn.extend(names.iter().filter(|name| !drawn.contains(*name)).copied().collect::<Vec<_>>());
    drawn.truncate(6);
    drawn
}

/// Ratios to the usual way at a few values, and the value from which the order is another one.
fn turns(view: &View<'_>, table: &Timed, at: &[u64], is_size: bool) -> Table {
    let question = table.study.as_str();
    let usual = view.usual(question).filter(|usual| table.number(usual).is_some());
    let usual = usual.or(table.reference()).unwrap_or_default();
    let every = at.len().div_ceil(4).max(1);
    let shown: Vec<_> = at.iter().rev().step_by(every).copied().collect::<Vec<_>>();
    let shown: Vec<_> = shown.into_iter().rev().collect();
    let value = |at: u64| if is_size { words::size(at) } else { at.to_string() };
    let place = |at: u64| Place {
        context: table.context,
        at: Some(at),
        ..Place::hot(question, &table.stream, table.dependent)
    };
    let row = |name: &String| {
        let mut cells = vec![Cell::text(view.short_of(question, name))];
        cells.extend(shown.iter().map(|at| match view.ratio(place(*at), name, usual) {
            Some(_) if name == usual => Cell::text("usual").class("tie"),
            Some(ratio) => Cell::text(words::ratio_figure(ratio.figure)),
            None => Cell::text("not measured").class("tie"),
        }));
        cells.push(turn(view, at, name, usual, &place, &value));
        let measure = if table.dependent { "latency" } else { "throughput" };
        let id = format!("{}-{}-{measure}-{}", table.context, table.stream, name);
        Row { id: words::slug(&id), cells, is_lead: false }
    };
    let mut head = vec![Column::text("variant")];
    head.extend(shown.iter().map(|at| Column::number(&value(*at), "ratio")));
    let usual_name = view.short_of(question, usual);
    head.push(Column::text(&format!("order with {usual_name}")));
    let measure = if table.dependent { "latency" } else { "throughput" };
    Table {
        id: format!("{}-{}-{measure}", table.context, words::slug(&table.stream)),
        label: format!("{}: ratios to {usual_name} on {}, {measure}", table.context, table.stream),
        head,
        rows: table.variants().iter().map(row).collect(),
        is_tool: false,
    }
}

/// Where the certain order with the usual way turns.
fn turn<'p>(
    view: &View<'_>,
    at: &[u64],
    name: &str,
    usual: &str,
    place: &dyn Fn(u64) -> Place<'p>,
    value: &dyn Fn(u64) -> String,
) -> Cell {
    let orders = at.iter().filter_map(|at| {
        let verdict = view.ratio(place(*at), name, usual)?.verdict;
        verdict.is_order().then_some((*at, verdict))
    });
    let mut told: Vec<(u64, Verdict)> = Vec::new();
    for (at, verdict) in orders {
        if told.last().is_none_or(|(_, last)| *last != verdict) {
            told.push((at, verdict));
        }
    }
    let words: Vec<_> =
        told.iter().map(|(at, verdict)| format!("{verdict} from {}", value(*at))).collect();
    match (name == usual, told.as_slice()) {
        (true, _) => Cell::default(),
        (_, []) => Cell::text("no certain order").class("tie"),
        (_, [(_, one)]) => Cell::text(format!("{one} at all sizes that tell")),
        _ => Cell::text(words.join(", ")).strong(),
    }
}

/// What is counted of a contender on a stream.
type Total = (&'static str, fn(&Count) -> Option<u64>);

const TOTALS: [Total; 4] = [
    ("instructions", |count| count.instructions),
    ("reads", |count| count.reads),
    ("mispredictions", |count| count.mispredictions),
    ("L1 misses", |count| count.l1_misses),
];

/// Exact counts per query, on the stream of play or else the first that was counted.
fn counts(view: &View<'_>, study: &Study) -> Option<Block> {
    let (question, played) = (study.name.as_str(), view.stream(&study.name));
    let is_counted = |count: &&Count| {
        count.study == question && count.counter == Counter::Callgrind && !count.dependent
    };
    let counted = || view.records.counts.iter().filter(is_counted);
    let first = counted().find(|count| count.stream == played).or_else(|| counted().next())?;
    let row = |count: &Count| {
        let per_query = |(_, total): &Total| match total(count) {
            Some(total) => Cell::text(words::number(total as f64 / count.queries as f64, 2)),
            None => Cell::text("not counted").class("tie"),
        };
        let lines = Cell::text(count.lines.map_or_else(String::new, words::thousands));
        let cells = [Cell::text(view.short_of(question, &count.variant))].into_iter();
        Row {
            cells: cells.chain(TOTALS.iter().map(per_query)).chain([lines]).collect(),
            ..Row::default()
        }
    };
    let mut head = vec![Column::text("variant")];
    head.extend(TOTALS.iter().map(|(name, _)| Column::number(name, "a query")));
    head.push(Column::number("cache lines", "in all"));
    let about = format!(
        "Exact counts by Callgrind on {}, the loop included (null is the loop alone). Callgrind \
         simulates the same processor everywhere; these are not times.",
        first.stream
    );
    let rows = counted().filter(|count| count.stream == first.stream).map(row).collect();
    let (id, label) = ("counts".to_owned(), "Counts".to_owned());
    let table = Table { id, label, head, rows, is_tool: false };
    Some(closed("counted", "Counts", vec![Block::Note(vec![plain(about)]), Block::Table(table)]))
}
