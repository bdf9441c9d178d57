//! The search: nodes per second by choice and profile, what a node asks, what lookups promised,
//! and the lines that testers of engines paste.

use super::index::intervals;
use crate::answers::{self, Answer, profile_columns, worth_cell};
use crate::page::{Block, Cell, Column, Page, Row, SEARCH_PAGE, Table, plain, provenance};
use crate::search::{self, Choice, Profile, choices, deciding, pasted, profiles};
use crate::set::Set;
use crate::view::{PERFT, Place, SEARCH, View, gain_of};
use crate::words;
use anyhow::Result;
use records::{Counter, Figure};

pub(crate) fn page(set: &Set, view: &View<'_>, answers: &[Answer<'_>]) -> Result<Page> {
    let (all, deciding) = (profiles(view), deciding(view));
    let mut blocks = vec![Block::Text(answers::sentences(view, answers))];
    let choices = choices(view);
    if all.is_empty() {
        let how = "No search was timed: `cargo bench -- search/` does.";
        blocks.push(Block::Text(vec![plain(how)]));
    } else {
        let plots: Result<Vec<_>> = deciding.iter().map(|one| intervals(view, one)).collect();
        let caption = "Nodes per second by the base's, 95 % intervals. Band: ±0.5 %, the least \
                       that engine testers look at. Arrows: off the scale.";
        blocks.push(Block::Figure { plots: plots?, caption: caption.to_owned() });
        blocks.push(Block::Heading("choices", "By choice and profile".to_owned()));
        blocks.push(Block::Table(by_profile("gains", view, &choices, &deciding, true)));
        blocks.push(Block::Note(vec![plain(noise(view, &all, &deciding))]));
        blocks.extend(others(view, &choices, &all, &deciding));
        let about = "Promised: cycles that a lookup saves alone by how often a node asks, in \
                     throughput and, in brackets, latency. An engine's call lies between.";
        let promised = Block::Table(promised(view, &choices, &deciding));
        blocks.push(Block::Closed {
            id: "promised".to_owned(),
            summary: "Promised by lookups, and measured".to_owned(),
            blocks: vec![Block::Note(vec![plain(about)]), promised],
        });
        blocks.push(Block::Heading("node", "A node".to_owned()));
        blocks.push(Block::Table(node(view, &all)));
        blocks.push(Block::Heading("paste", "To paste".to_owned()));
        let lines = all.iter().map(|profile| paste(view, &choices, profile));
        blocks.extend(lines);
    }
    Ok(Page {
        file: SEARCH_PAGE.to_owned(),
        title: "What a lookup is worth in a search".to_owned(),
        question: view.study(SEARCH).map_or(String::new(), |study| study.question.clone()),
        provenance: provenance(set),
        blocks,
    })
}

/// What a choice gains in perft, where it takes part in that.
fn in_perft(view: &View<'_>, choice: &Choice<'_>) -> Option<Figure> {
    let name = choice.choice.name.replacen(SEARCH, PERFT, 1);
    let place = Place::hot(PERFT, view.stream(PERFT), false);
    Some(gain_of(view.ratio(place, &name, PERFT)?.figure))
}

/// A row a choice, a column a profile.
fn by_profile(
    id: &str,
    view: &View<'_>,
    choices: &[Choice<'_>],
    profiles: &[Profile<'_>],
    with_perft: bool,
) -> Table {
    let row = |choice: &Choice<'_>| {
        let size = words::size(view.own_bytes(choice.variant));
        let mut cells = vec![
            Cell::text(choice.label(view)).small(size).chips(crate::view::chips(choice.variant)),
        ];
        cells.extend(profiles.iter().map(|profile| {
            worth_cell(search::gain(view, profile.place(), &choice.choice.name), false)
        }));
        cells.extend(with_perft.then(|| worth_cell(in_perft(view, choice), false)));
        Row { id: words::slug(&format!("{id}-{}", choice.choice.name)), cells, is_lead: false }
    };
    let mut head = vec![Column::text("choice")];
    head.extend(profile_columns(profiles));
    head.extend(with_perft.then(|| Column::number(PERFT, "positions a second")));
    let names: Vec<_> = profiles.iter().map(|profile| profile.name).collect();
    let label = format!("Nodes per second by choice in {}", words::list(&names));
    Table { id: id.to_owned(), label, head, rows: choices.iter().map(row).collect(), is_tool: true }
}

/// What the base compiled a second time says, and which profiles prove nothing.
fn noise(view: &View<'_>, all: &[Profile<'_>], deciding: &[Profile<'_>]) -> String {
    let again = deciding.iter().filter_map(|profile| {
        let (_, step) = view.step(profile.place())?;
        let gain = gain_of(step.again?);
        let (value, interval) = (words::gain(gain.value), words::gain_interval(gain));
        Some(format!("{value} ({interval}) in {}", profile.name))
    });
    let is_left = |profile: &&Profile<'_>| deciding.iter().all(|one| one.name != profile.name);
    let noisy = all.iter().filter(is_left);
    let noisy = noisy.map(|one| format!("{} (±{})", one.name, words::percent(one.half_width)));
    let told = |start: &str, parts: Vec<String>| match parts.as_slice() {
        [] => String::new(),
        parts => format!("{start}: {}. ", words::list(parts)),
    };
    let again = told("The base compiled a second time", again.collect());
    let noisy = told("Not among the profiles that decide", noisy.collect());
    format!("{again}{noisy}")
}

/// The profiles that do not decide, closed.
fn others(
    view: &View<'_>,
    choices: &[Choice<'_>],
    all: &[Profile<'_>],
    deciding: &[Profile<'_>],
) -> Option<Block> {
    let is_other = |profile: &&Profile<'_>| deciding.iter().all(|one| one.name != profile.name);
    let others: Vec<_> = all.iter().filter(is_other).cloned().collect();
    let tables = others.chunks(5).enumerate().map(|(number, profiles)| {
        Block::Table(by_profile(&format!("others-{number}"), view, choices, profiles, false))
    });
    let blocks: Vec<_> = tables.collect();
    let summary = "Other profiles".to_owned();
    (!others.is_empty()).then(|| Block::Closed { id: "other-profiles".to_owned(), summary, blocks })
}

/// What lookups alone promised beside what was measured.
fn promised(view: &View<'_>, choices: &[Choice<'_>], profiles: &[Profile<'_>]) -> Table {
    let cell = |choice: &Choice<'_>, profile: &Profile<'_>| {
        let measured = search::gain(view, profile.place(), &choice.choice.name);
        let promise = |dependent| {
            let promise = search::promise(view, profile, choice.variant, dependent);
            promise.map_or_else(|| "not measured".to_owned(), |gain| words::gain(gain.value))
        };
        let promised = format!("promised {} ({})", promise(false), promise(true));
        let measured = measured.map_or_else(
            || "not measured".to_owned(),
            |gain| format!("{} ({})", words::gain(gain.value), words::gain_interval(gain)),
        );
        Cell::text(promised).small(format!("measured {measured}"))
    };
    let row = |choice: &Choice<'_>| {
        let cells = profiles.iter().map(|profile| cell(choice, profile));
        let cells = [Cell::text(choice.label(view))].into_iter().chain(cells).collect();
        Row { cells, ..Row::default() }
    };
    let mut head = vec![Column::text("choice")];
    head.extend(profiles.iter().map(|profile| Column::number(profile.name, "nodes/s")));
    Table {
        id: "promises".to_owned(),
        label: "Promised and measured".to_owned(),
        head,
        rows: choices.iter().map(row).collect(),
        is_tool: false,
    }
}

/// What a node of the base is: its time and what it asks, by profile.
fn node(view: &View<'_>, all: &[Profile<'_>]) -> Table {
    let kinds: Vec<_> = all.iter().filter(|one| !one.name.starts_with("hash")).take(5).collect();
    let mut head = vec![Column::text("a node")];
    head.extend(kinds.iter().map(|profile| Column::number(profile.name, &profile.like)));
    let mut rows = vec![row("cycles", &kinds, |profile| Some(words::time(profile.node.value)))];
    for (name, total) in [
        ("instructions", (|count| count.instructions) as fn(&records::Count) -> Option<u64>),
        ("branches", |count| count.branches),
        ("branches mispredicted", |count| count.mispredictions),
    ] {
        rows.push(row(name, &kinds, |profile| {
            let count = view.records.counts.iter().find(|count| {
                count.study == SEARCH
                    && count.variant == SEARCH
                    && count.stream == profile.name
                    && count.counter == Counter::Callgrind
            })?;
            Some(words::time(total(count)? as f64 / count.queries as f64))
        }));
    }
    rows.push(row("moves made", &kinds, |profile| {
        let asks = profile.asks?;
        Some(words::number(asks.moves as f64 / asks.queries as f64, 2))
    }));
    rows.push(row("rows of weights", &kinds, |profile| {
        let asks = profile.asks?;
        Some(words::number(asks.rows as f64 / asks.queries as f64, 2))
    }));
    for study in view.questions() {
        let asked = |profile: &Profile<'_>| profile.rate(&study.name).filter(|rate| *rate > 0.0);
        if kinds.iter().any(|profile| asked(profile).is_some()) {
            let title = format!("asks {}", answers::lower(&view.title(&study.name)));
            rows.push(row(&title, &kinds, |profile| {
                Some(words::number(profile.rate(&study.name)?, 2))
            }));
        }
    }
    Table {
        id: "asked".to_owned(),
        label: "What a node is, by profile".to_owned(),
        head,
        rows,
        is_tool: false,
    }
}

fn row(
    name: &str,
    profiles: &[&Profile<'_>],
    text: impl Fn(&Profile<'_>) -> Option<String>,
) -> Row {
    let cells = profiles.iter().map(|profile| match text(profile) {
        Some(text) => Cell::text(text),
        None => Cell::text("not counted").class("tie"),
    });
    Row { cells: [Cell::text(name)].into_iter().chain(cells).collect(), ..Row::default() }
}

/// The lines of a profile.
fn paste(view: &View<'_>, choices: &[Choice<'_>], profile: &Profile<'_>) -> Block {
    let lines = choices.iter().filter_map(|one| pasted(view, profile.place(), &one.choice.name));
    let lines: Vec<_> = lines.collect();
    Block::Closed {
        id: words::slug(&format!("paste-{}", profile.name)),
        summary: format!("{} ({})", profile.name, profile.like),
        blocks: vec![Block::Code(lines.join("\n"))],
    }
}
