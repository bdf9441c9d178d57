//! What a question's page has closed at its end: other streams, learnt branches, working sets of
//! all sizes, counts, and how each variant works.

use super::{time_cell, works};
use crate::export::{LICENCE, timed_at};
use crate::page::{Block, Cell, Column, Row, Table, spans};
use crate::plots::{Line, Lines};
use crate::view::{CACHE_LINES, View, counted, measure};
use crate::words;
use records::{Context, Count, Kind, Parameter, Setting, Study, Table as Timed, Variant, Verdict};

pub(super) fn blocks<'a>(view: &View<'a>, study: &'a Study) -> Vec<Block> {
    let mut blocks: Vec<_> = streams(view, study).into_iter().collect();
    blocks.extend(along(view, study));
    blocks.extend(counts(view, study));
    blocks.push(works::block(view, study));
    blocks.extend(cite(view, study));
    blocks
}

/// The streams of play's neighbours, and what is learnt where it is asked again, a column each.
fn streams(view: &View<'_>, study: &Study) -> Option<Block> {
    let question = study.name.as_str();
    let main = view.stream(question);
    let of_measure = |dependent: bool| {
        let hot = |name| Setting::hot(question, name, dependent);
        let names = || study.streams.iter().map(|stream| stream.name.as_str());
        let others = names().filter(|name| *name != main).map(|name| (name.to_owned(), hot(name)));
        let learnt = names().map(|name| {
            (format!("{name}, learnt"), Setting { context: Context::Learnt, ..hot(name) })
        });
        let settings = others.chain(learnt).filter(|(_, setting)| view.step(*setting).is_some());
        let settings: Vec<_> = settings.take(5).collect();
        let measure = measure(dependent);
        let head = settings.iter().map(|(name, _)| Column::number(name, measure));
        let head = [Column::text("variant")].into_iter().chain(head);
        let row = |variant: &Variant| {
            let cells = settings.iter().map(|(_, setting)| time_cell(view, *setting, variant));
            Row::new(Cell::text(view.short(variant)), cells)
        };
        let rows = view.variants(question).filter(|variant| variant.available).map(row);
        let label = format!("Other streams, {measure}: time and ratio");
        let table = Table::new(&format!("streams-{measure}"), &label, head, rows);
        (!settings.is_empty()).then_some(Block::Table(table))
    };
    let mut blocks: Vec<_> = [false, true].into_iter().filter_map(of_measure).collect();
    if blocks.is_empty() {
        return None;
    }
    let about = study.streams.iter().map(|stream| format!("{}: {}. ", stream.name, stream.summary));
    let learnt = "Learnt: the same queries again and again, so the processor knows the branches.";
    blocks.insert(0, Block::note(about.collect::<String>() + learnt));
    Some(Block::closed("streams", "Other streams, and learnt branches", blocks))
}

fn along(view: &View<'_>, study: &Study) -> Vec<Block> {
    let usual = view.usual_name(&study.name);
    let beside = format!("Time as a ratio to {usual}. Above {FAR}: only in the tables.");
    let upkeep = "Time of a query with its questions.".to_owned();
    let mut blocks = Vec::new();
    for (parameter, id, title, caption) in [
        (Parameter::WorkingSet, "beside", "Beside a working set of all sizes", beside),
        (Parameter::Questions, "upkeep", "By the number of questions after each query", upkeep),
    ] {
        let tables = view.tables().filter(|table| table.study == study.name);
        let tables = tables.filter(|table| table.along == Some(parameter));
        let (plots, turns): (Vec<_>, Vec<_>) =
            tables.map(|table| along_one(view, table, title)).unzip();
        if !plots.is_empty() {
            let figure = Block::Figure { plots, caption };
            let inner = [figure].into_iter().chain(turns.into_iter().map(Block::Table));
            blocks.push(Block::closed(id, title, inner));
        }
    }
    blocks
}

/// Ratios beyond this are off the scale.
const FAR: f64 = 2.5;

/// A figure of the variants that matter, and a table of all of them. Beside a working set, time
/// goes to its touches: ratios show what is left.
fn along_one(view: &View<'_>, table: &Timed, title: &str) -> (String, Table) {
    let question = table.study.as_str();
    let at: Vec<_> = table.steps.iter().filter(|s| s.has_figures()).filter_map(|s| s.at).collect();
    let is_size = table.along == Some(Parameter::WorkingSet);
    let value = |at: u64, name: &str| {
        let setting = table.setting_at(Some(at));
        let ratio = || Some(view.by_usual(setting, name)?.figure.value);
        let time = || Some(view.time(setting, name)?.value);
        if is_size { ratio().filter(|ratio| *ratio <= FAR) } else { time() }
    };
    let line = |name: &String| {
        let points = at.iter().filter_map(|at| Some((*at, value(*at, name)?)));
        Line { name: view.short_of(question, name), points: points.collect() }
    };
    let mut lines: Vec<_> = drawn(view, table).into_iter().map(line).collect();
    lines.retain(|line| !line.points.is_empty());
    let (unit, along) = match is_size {
        true => (format!("ratio to {}", view.usual_name(question)), "working set"),
        false => (format!("{} a query", table.unit), "questions after each query"),
    };
    let figure = Lines {
        question: &view.title(question),
        measure: &format!("{}, {}", table.stream, measure(table.dependent)),
        unit: &unit,
        along,
        is_size,
        lines: &lines,
    };
    (figure.svg(), turns(view, table, &at, is_size, title))
}

/// The variants that a figure of lines shows: what is usual and recommended, and who leads at
/// either end.
fn drawn<'a>(view: &View<'a>, table: &'a Timed) -> Vec<&'a String> {
    let question = table.study.as_str();
    let found = view.recommend(question);
    let found = found.into_iter().flat_map(|found| [Some(found.variant), found.small]).flatten();
    let found = found.map(|variant| variant.name.as_str());
    let mut wanted: Vec<&str> = view.usual(question).into_iter().chain(found).collect();
    let kinds = view.variants(question);
    wanted.extend(kinds.filter(|v| v.kind == Kind::Cpw && v.is_choice()).map(|v| v.name.as_str()));
    let rank = |name: &&String| wanted.iter().position(|one| one == name).unwrap_or(usize::MAX);
    let mut drawn: Vec<_> = table.variants().iter().collect();
    drawn.sort_by_key(rank);
    drawn.truncate(6);
    drawn
}

/// Ratios to the usual way at a few values, and the value from which the order is another one.
fn turns(view: &View<'_>, table: &Timed, at: &[u64], is_size: bool, title: &str) -> Table {
    let question = table.study.as_str();
    let usual = view.usual(question).filter(|usual| table.number(usual).is_some());
    let usual = usual.or(table.reference()).unwrap_or_default();
    let every = at.len().div_ceil(4).max(1);
    let shown = at.iter().rev().step_by(every).copied();
    let shown: Vec<_> = shown.collect::<Vec<_>>().into_iter().rev().collect();
    let value = |at: u64| if is_size { words::size(at) } else { at.to_string() };
    let measure = measure(table.dependent);
    let id = format!("{}-{}-{measure}", table.context, table.stream);
    let row = |name: &String| {
        let ratio = |at: &u64| view.ratio(table.setting_at(Some(*at)), name, usual);
        let ratios = shown.iter().map(|at| match ratio(at) {
            Some(_) if name == usual => Cell::none("usual"),
            Some(ratio) => Cell::text(words::ratio_figure(ratio.figure)),
            None => Cell::none("not measured"),
        });
        let verdicts = at.iter().filter_map(|at| Some((*at, ratio(at)?.verdict)));
        let turn = if name == usual { Cell::default() } else { turn(verdicts, value) };
        let short = Cell::text(view.short_of(question, name));
        Row::new(short, ratios.chain([turn])).id(&format!("{id}-{name}"))
    };
    let usual_name = view.short_of(question, usual);
    let sizes = shown.iter().map(|at| Column::number(&value(*at), "ratio"));
    let order = Column::text(&format!("order against {usual_name}"));
    let head = [Column::text("variant")].into_iter().chain(sizes).chain([order]);
    let label = format!("{title}: {}, {measure}, ratio to {usual_name}", table.stream);
    Table::new(&id, &label, head, table.variants().iter().map(row))
}

fn turn(all: impl Iterator<Item = (u64, Verdict)>, value: impl Fn(u64) -> String) -> Cell {
    let mut told: Vec<_> = all.filter(|(_, verdict)| verdict.is_order()).collect();
    told.dedup_by_key(|(_, verdict)| *verdict);
    let words: Vec<_> =
        told.iter().map(|(at, verdict)| format!("{verdict} from {}", value(*at))).collect();
    match told.as_slice() {
        [] => Cell::none("no certain order"),
        [(_, one)] => Cell::text(format!("{one}, no turn seen")),
        _ => Cell::text(words.join(", ")).strong(),
    }
}

fn cite(view: &View<'_>, study: &Study) -> Option<Block> {
    let setting = view.hot(&study.name, false);
    let (table, step) = view.step(setting)?;
    let rows = timed_at(view.records, table, step).take(table.variants().len());
    let lines = rows.map(|row| format!("{}, {}", row.name(), row.provenance(view.records)));
    let about = format!(
        "A line cites a variant's throughput; write latency in its place where that was measured. \
         `cargo run -p report -- --find 'LINE'` prints the figures again. The beginning, up to the \
         comma, is enough to find them on all machines. The records are {LICENCE}."
    );
    let blocks = [Block::Note(spans(&about)), Block::Code(lines.collect::<Vec<_>>().join("\n"))];
    Some(Block::closed("cite", "To cite a figure", blocks))
}

const SHOWN: [&str; 5] =
    ["instructions", "data reads", "mispredicted branches", "L1 data misses", CACHE_LINES];

/// Exact counts per query, on the stream of play or else the first that was counted.
fn counts(view: &View<'_>, study: &Study) -> Option<Block> {
    let played = view.stream(&study.name);
    let on_stream = view.counts(&study.name).find(|count| count.stream == played);
    let first = on_stream.or_else(|| view.counts(&study.name).next())?;
    let row = |count: &Count| {
        let cell = |what: &&str| match counted(count, what) {
            Some(lines) if *what == CACHE_LINES => Cell::text(words::thousands(lines as u64)),
            Some(value) => Cell::text(words::number(value, 2)),
            None => Cell::none("not counted"),
        };
        Row::new(Cell::text(view.short_of(&study.name, &count.variant)), SHOWN.iter().map(cell))
    };
    let unit = |what| if what == CACHE_LINES { "in all" } else { "a query" };
    let head = SHOWN.map(|what| Column::number(what, unit(what)));
    let head = [Column::text("variant")].into_iter().chain(head);
    let about = format!(
        "Exact counts by Callgrind on {}, the loop included (null is the loop alone). Callgrind \
         simulates the same processor everywhere; these are not times.",
        first.stream
    );
    let on_first = view.counts(&study.name).filter(|count| count.stream == first.stream);
    let table = Table::new("counts", "Counts", head, on_first.map(row));
    Some(Block::closed("counted", "Counts", [Block::note(about), Block::Table(table)]))
}
