//! A question's page: the recommendation, memory against time, all variants, and a closed appendix.

use super::{MARKS, appendix, memory_against_time, ratio_cell, time_cell};
use crate::page::{Block, Cell, Column, Page, Row, Span, Table, plain};
use crate::predictors::{Node, Predictor};
use crate::recommend::{Recommendation, Word};
use crate::recommended::{self, page_of, profile_columns, worth_cell};
use crate::search;
use crate::view::{View, counted};
use crate::words;
use records::{Core, Interface, Kind, Mistake, Study, Variant};

/// The working set beside which the table of variants shows them: more than a second-level cache
/// of today's cores leaves free.
const BESIDE: u64 = 1 << 20;

pub(crate) fn page<'a>(view: &View<'a>, study: &'a Study) -> Page {
    let question = study.name.as_str();
    let found = view.recommend(question);
    let mut blocks = Vec::new();
    if let Some(found) = found {
        blocks.push(Block::Text(recommendation(view, question, found)));
    }
    let plots = memory_against_time(view, question);
    if !plots.is_empty() {
        let stream = view.stream(question);
        let summary = study.streams.iter().find(|one| one.name == stream);
        let summary = summary.map_or("", |stream| &stream.summary);
        let caption = format!("Stream {stream}: {summary}. {MARKS}");
        blocks.push(Block::Figure { plots, caption });
    }
    blocks.push(Block::Heading("variants", "All variants".to_owned()));
    blocks.push(Block::Table(variants(view, study, found)));
    blocks.push(Block::note(legend(view, study)));
    blocks.extend(appendix::blocks(view, study));
    Page::new(view.set, &page_of(question), &view.title(question), &study.question, blocks)
}

fn recommendation(view: &View<'_>, question: &str, found: Recommendation<'_>) -> Vec<Span> {
    let rows = recommended::of_question(view, view, question, found);
    let mut spans = recommended::sentences(view, &rows);
    let profiles = search::deciding(view);
    let tried = profiles.first().filter(|_| found.word == Word::Try);
    spans.extend(tried.and_then(|profile| {
        let promise = Node::of(view, profile).predict(found.variant, Predictor::Throughput).ok()?;
        let (promise, name) = (words::gain(promise.value), profile.name);
        Some(plain(format!(" Its time alone promises {promise} nodes per second in {name}.")))
    }));
    spans
}

fn variants(view: &View<'_>, study: &Study, found: Option<Recommendation<'_>>) -> Table {
    let question = study.name.as_str();
    let setting = view.hot(question, false);
    let mut all: Vec<_> = view.records.variants.iter().collect();
    all.retain(|variant| variant.study == question && variant.kind != Kind::Control);
    let time = |variant: &Variant| view.time(setting, &variant.name).map_or(f64::MAX, |t| t.value);
    all.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let profiles = search::deciding(view);
    let profile = search::narrowest(&profiles).map(|number| &profiles[number]);
    let head = [
        Column::text("variant"),
        Column::number("adds", "instructions"),
        Column::number("throughput", "cycles, ratio"),
        Column::number("latency", "cycles, ratio"),
        Column::number(&format!("beside {}", words::size(BESIDE)), "ratio"),
    ];
    let head = head.into_iter().chain(profile_columns(profile));
    let row = |variant: &&Variant| {
        let is_lead = found.is_some_and(|found| found.is_of(variant));
        let [throughput, latency] =
            [false, true].map(|waits| time_cell(view, view.hot(question, waits), variant));
        let worth = profile.map(|profile| {
            let is_usual = view.usual(question) == Some(&variant.name);
            worth_cell(search::worth(view, profile, variant), is_usual)
        });
        let cells = [size_cell(view, variant), throughput, latency];
        let cells = cells.into_iter().chain([beside_cell(view, question, variant)]).chain(worth);
        Row { is_lead, ..Row::new(name_cell(view, variant), cells).id(&variant.name) }
    };
    let label = format!("All variants: {}", view.title(question));
    Table::new("ranking", &label, head, all.iter().map(row)).tool()
}

fn name_cell<'a>(view: &View<'a>, variant: &'a Variant) -> Cell {
    let mut marks = view.chips(variant);
    let interface = match variant.interface {
        Interface::Plain | Interface::Batch | Interface::Kept => None,
        other => Some(other.name().to_owned()),
    };
    marks.extend(interface);
    marks.extend((variant.kind == Kind::Library).then(|| "library".to_owned()));
    marks.extend(variant.is_wrong().then(|| "answers wrongly, not timed".to_owned()));
    marks.extend((!variant.available).then(|| "not available here".to_owned()));
    let technique = view.technique(variant.technique());
    let summary = technique.map_or("", |technique| technique.summary.as_str());
    Cell::text(view.short(variant)).strong().chips(marks).small(summary)
}

fn size_cell(view: &View<'_>, variant: &Variant) -> Cell {
    let bytes = view.own_bytes(variant);
    let counts = view.counts(&variant.study).filter(|count| count.variant == variant.name);
    // The stream of play, else the last one that was counted.
    let counts = counts.max_by_key(|count| count.stream == view.stream(&variant.study));
    let instructions = counts.and_then(|count| counted(count, "instructions")).map(words::time);
    let instructions = instructions.unwrap_or_else(|| "not counted".to_owned());
    Cell::text(words::size(bytes)).small(instructions).sort(bytes as f64)
}

fn beside_cell(view: &View<'_>, question: &str, variant: &Variant) -> Cell {
    let table = view.beside(question, view.stream(question));
    let cell = table.and_then(|table| ratio_cell(view, table.setting_at(Some(BESIDE)), variant));
    Cell::or(cell, "not measured")
}

fn legend(view: &View<'_>, study: &Study) -> String {
    let usual = view.usual_name(&study.name);
    let doubt = view.tables().filter(|table| table.study == study.name);
    let steps: Vec<_> = doubt.flat_map(|table| &table.steps).collect();
    if steps.is_empty() {
        return "No times of this question were taken: cargo bench takes them.".to_owned();
    }
    let busy = steps.iter().filter(|step| step.core != Core::Quiet).count();
    let mistakes = study.mistakes.iter().map(|Mistake { name, wrong, questions, .. }| {
        format!(" {name}, as published, answers {wrong} of {questions} questions wrongly.")
    });
    format!(
        "Cycles include the loop. Ratios are to {usual}, from interleaved rounds; ± is half the \
         95 % interval. In company: times are not comparable with other runs. Nothing waits: the \
         next query did not wait for the answer, so there is no latency. Disturbed by other \
         programs or an unsteady frequency: {busy} of {}.{}",
        words::counted(steps.len(), "measurement"),
        mistakes.collect::<String>()
    )
}
