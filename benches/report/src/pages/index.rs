//! The first page: what to take, what it is worth, and all questions.

use super::{MARKS, doubts, memory_against_time};
use crate::page::{
    Block, Cell, Column, INDEX, METHOD, Page, Row, SEARCH_PAGE, Span, Table, link, plain,
};
use crate::plots;
use crate::recommended::{self, Recommended, page_of};
use crate::search::{self, Profile};
use crate::view::{Ratio, View};
use crate::words;
use records::{Context, Study, Variant, Verdict};

/// The question whose tradeoff the first page draws: the project is named after it.
pub(crate) const DRAWN: &str = "between";

const FILES: [(&str, &str); 4] = [
    ("records.json", "everything that was measured, and how"),
    ("measurements.csv", "every time, with its interval"),
    ("counts.csv", "every count"),
    ("summary.md", "this page as Markdown"),
];

pub(crate) fn page(view: &View<'_>, rows: &[Recommended<'_>]) -> Page {
    let mut blocks = vec![Block::Text(recommended::sentences(view, rows))];
    // The first picture: engines with and without a network, where they were searched.
    let mut profiles = search::deciding(view);
    profiles.retain(|profile| profile.name != "material");
    blocks.extend(intervals(view, &profiles));
    blocks.push(Block::Heading("take", "What to take".to_owned()));
    blocks.push(Block::Table(recommended::table(view, rows)));
    blocks.push(Block::Note(legend(view)));
    let plots = memory_against_time(view, DRAWN);
    if !plots.is_empty() {
        let title = view.title(DRAWN);
        let heading = format!("Memory against time: {}", recommended::lower(&title));
        blocks.push(Block::Heading("memory", heading));
        blocks.push(Block::Figure { plots, caption: MARKS.to_owned() });
        let mut links = vec![link("All variants", page_of(DRAWN))];
        if view.tables().any(|one| one.study == DRAWN && one.context == Context::Beside) {
            let more = "What changes as other data fill the cache";
            links.extend([plain(" · "), link(more, format!("{}#beside", page_of(DRAWN)))]);
        }
        blocks.push(Block::Note(links));
    }
    blocks.push(Block::Heading("questions", "All questions".to_owned()));
    blocks.push(Block::Table(questions(view)));
    blocks.push(Block::Heading("sure", "How sure".to_owned()));
    let more = link("All checks, and what was not measured", METHOD);
    let doubts = doubts(view).into_iter().chain([plain(" "), more, plain(".")]);
    blocks.push(Block::Text(doubts.collect()));
    blocks.push(Block::Heading("files", "Files".to_owned()));
    let files = FILES.map(|(file, about)| [link(file, file), plain(format!(": {about}. "))]);
    blocks.push(Block::Text(files.into_iter().flatten().collect()));
    Page::new(view.set, INDEX, "Which lookups should a chess engine use?", "", blocks)
}

pub(super) fn intervals(view: &View<'_>, profiles: &[Profile<'_>]) -> Option<Block> {
    let choices = search::choices(view);
    let plots = profiles.iter().map(|profile| {
        let rows = choices.iter().filter_map(|choice| choice.interval(view, profile));
        plots::intervals(profile.name, &profile.like, &rows.collect::<Vec<_>>())
    });
    let caption = "Nodes per second of a small engine that differs from its base in one lookup and \
                   searches the same tree; bars are 95 % intervals. Band: ±0.5 %, the least that \
                   engine testers look at. Arrows: off the scale.";
    let plots: Vec<_> = plots.collect();
    (!plots.is_empty()).then(|| Block::Figure { plots, caption: caption.to_owned() })
}

fn legend(view: &View<'_>) -> Vec<Span> {
    let base = view.usual("sliders").map(|_| view.usual_name("sliders"));
    let base = base.map_or(String::new(), |name| format!(" (sliders by {name})"));
    vec![
        plain(format!(
            "Take: proved in a search. Try: promises 0.5 % or more, not proved. Keep: what most \
             engines do, the base of the search{base}. Every row runs on any x86-64-v3 processor; \
             chips name instructions beyond the oldest x86-64, and processors that are slow with \
             them. What each is worth in other kinds of engines: "
        )),
        link("search", SEARCH_PAGE),
        plain("."),
    ]
}

pub(crate) fn questions(view: &View<'_>) -> Table {
    let row = |study: &Study| {
        let question = study.name.as_str();
        let variants = view.variants(&study.name).filter(|variant| variant.is_ranked()).count();
        let told = view.recommend(question).map(|found| Cell::text(found.told(view)));
        let told = Cell::or(told, "not measured");
        let [throughput, latency] = [false, true].map(|waits| leader(view, question, waits));
        let variants = Cell::text(variants.to_string()).sort(variants as f64);
        let title = Cell::text(view.title(question)).link(page_of(question));
        Row::new(title, [told, throughput, latency, variants])
    };
    let head = [
        Column::text("question"),
        Column::text("what to do"),
        Column::text("fastest alone, throughput"),
        Column::text("latency"),
        Column::number("variants", ""),
    ];
    Table::new("all", "All questions", head, view.questions().map(row)).tool()
}

fn leader(view: &View<'_>, question: &str, dependent: bool) -> Cell {
    let leader = fastest(view, question, dependent).map(|(variant, _)| {
        let size = words::tables(view.own_bytes(variant));
        Cell::text(view.short(variant)).small(size).chips(view.chips(variant))
    });
    Cell::or(leader, "not measured")
}

/// The fastest variant of a question in a measure, whatever it needs, and its time by the usual
/// way's. The usual way leads where no other is surely faster.
pub(super) fn fastest<'a>(
    view: &View<'a>,
    question: &str,
    dependent: bool,
) -> Option<(&'a Variant, Option<f64>)> {
    let setting = view.hot(question, dependent);
    let usual = view.usual(question)?;
    let choices = view.variants(question).filter(|variant| variant.is_choice());
    let timed = choices.filter_map(|variant| {
        let time = view.time(setting, &variant.name)?.value;
        Some((time, variant, view.ratio(setting, &variant.name, usual)))
    });
    let is_lead = |ratio: Option<Ratio>| ratio.is_none_or(|it| it.verdict == Verdict::Faster);
    let leads = timed.filter(|(_, variant, ratio)| variant.name == usual || is_lead(*ratio));
    let (_, variant, ratio) = leads.min_by(|(a, ..), (b, ..)| a.total_cmp(b))?;
    Some((variant, ratio.map(|ratio| ratio.figure.value)))
}
