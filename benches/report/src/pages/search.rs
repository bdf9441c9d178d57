//! The search: nodes per second by choice and profile, what a node asks, what lookups promised,
//! and the lines that testers of engines paste.

use super::index::intervals;
use crate::page::{Block, Cell, Column, Page, Row, SEARCH_PAGE, Span, Table, plain};
use crate::recommended::{self, Recommended, profile_columns, worth_cell};
use crate::search::{self, Choice, Profile, choices, deciding, pasted, profiles};
use crate::set::Set;
use crate::view::{PERFT, SEARCH, View, counted, gain_of};
use crate::words;
use anyhow::Result;
use records::{Figure, Setting};

pub(crate) fn page(set: &Set, view: &View<'_>, rows: &[Recommended<'_>]) -> Result<Page> {
    let (all, deciding) = (profiles(view), deciding(view));
    let mut blocks = vec![Block::Text(recommended::sentences(view, rows))];
    let choices = choices(view);
    if all.is_empty() {
        let how = Span::Code("cargo bench -- search/".to_owned());
        blocks.push(Block::Text(vec![plain("No search was timed: "), how, plain(" does.")]));
    } else {
        let plots: Result<Vec<_>> = deciding.iter().map(|one| intervals(view, one)).collect();
        let caption = "Nodes per second relative to the base, with 95 % intervals. Band: ±0.5 %, \
                       the least that engine testers look at. Arrows: off the scale.";
        blocks.push(Block::Figure { plots: plots?, caption: caption.to_owned() });
        blocks.push(Block::Heading("choices", "By choice and profile".to_owned()));
        blocks.push(Block::Table(by_profile("gains", view, &choices, &deciding, true)));
        blocks.push(Block::note(noise(view, &all, &deciding)));
        blocks.extend(others(view, &choices, &all, &deciding));
        let about = "A lookup promises the cycles that it saves alone, times how often a node \
                     asks: by its throughput and, in brackets, by its latency. A call in an \
                     engine lies between the two.";
        let promised = vec![Block::note(about), Block::Table(promised(view, &choices, &deciding))];
        blocks.push(Block::closed(
            "promised",
            "What lookups promise, and what they gain",
            promised,
        ));
        let node = vec![Block::Table(node(view, &all))];
        blocks.push(Block::closed("node", "What a node costs and asks", node));
        blocks.push(Block::Heading("paste", "To paste".to_owned()));
        let lines = all.iter().map(|profile| paste(view, &choices, profile));
        blocks.extend(lines);
    }
    let question = view.study(SEARCH).map_or("", |study| &study.question);
    Ok(Page::new(set, SEARCH_PAGE, "What a lookup is worth in a search", question, blocks))
}

/// What a choice gains in perft, where it takes part in that.
fn in_perft(view: &View<'_>, choice: &Choice<'_>) -> Option<Figure> {
    let name = choice.choice.name.replacen(SEARCH, PERFT, 1);
    let setting = Setting::hot(PERFT, view.stream(PERFT), false);
    Some(gain_of(view.ratio(setting, &name, PERFT)?.figure))
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
        let size = words::tables(view.own_bytes(choice.variant));
        let chips = view.chips(choice.variant);
        let name = Cell::text(choice.label(view)).small(size).chips(chips);
        let gains = profiles.iter().map(|profile| {
            worth_cell(search::gain(view, profile.setting(), &choice.choice.name), false)
        });
        let perft = with_perft.then(|| worth_cell(in_perft(view, choice), false));
        let id = words::slug(&format!("{id}-{}", choice.choice.name));
        Row { id, ..Row::new(name, gains.chain(perft)) }
    };
    let mut head = vec![Column::text("choice")];
    head.extend(profile_columns(profiles));
    head.extend(with_perft.then(|| Column::number(PERFT, "positions a second")));
    let names: Vec<_> = profiles.iter().map(|profile| profile.name).collect();
    let label = format!("Nodes per second by choice in {}", words::list(&names));
    Table::new(id, label, head, choices.iter().map(row).collect()).tool()
}

/// What the base compiled a second time says, and which profiles prove nothing.
fn noise(view: &View<'_>, all: &[Profile<'_>], deciding: &[Profile<'_>]) -> String {
    let again = deciding.iter().filter_map(|profile| {
        let (_, step) = view.step(profile.setting())?;
        let gain = words::gain_figure(gain_of(step.again?));
        Some(format!("{gain} in {}", profile.name))
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
    (!others.is_empty()).then(|| Block::closed("other-profiles", "Other profiles", blocks))
}

/// What lookups alone promised beside what was measured.
fn promised(view: &View<'_>, choices: &[Choice<'_>], profiles: &[Profile<'_>]) -> Table {
    let cell = |choice: &Choice<'_>, profile: &Profile<'_>| {
        let measured = search::gain(view, profile.setting(), &choice.choice.name);
        let promise = |dependent| {
            let promise = search::promise(view, profile, choice.variant, dependent);
            promise.map(|gain| words::gain(gain.value))
        };
        let promised = match [promise(false), promise(true)] {
            [None, _] => "no promise".to_owned(),
            [Some(throughput), None] => throughput,
            [Some(throughput), Some(latency)] => format!("{throughput} ({latency})"),
        };
        let measured = measured.map_or_else(|| "not measured".to_owned(), words::gain_figure);
        Cell::text(promised).small(measured)
    };
    let row = |choice: &Choice<'_>| {
        let cells = profiles.iter().map(|profile| cell(choice, profile));
        Row::new(Cell::text(choice.label(view)), cells)
    };
    let mut head = vec![Column::text("choice")];
    head.extend(profiles.iter().map(|one| Column::number(one.name, "promised, measured")));
    Table::new("promises", "Promised and measured", head, choices.iter().map(row).collect())
}

/// What a node of the base is: its time and what it asks, by profile.
fn node(view: &View<'_>, all: &[Profile<'_>]) -> Table {
    let kinds: Vec<_> = all.iter().filter(|one| !one.name.starts_with("hash")).take(5).collect();
    let mut head = vec![Column::text("a node")];
    head.extend(kinds.iter().map(|profile| Column::number(profile.name, profile.like)));
    let mut rows = vec![row("cycles", &kinds, |profile| Some(words::time(profile.node.value)))];
    for what in ["instructions", "branches", "mispredicted branches"] {
        rows.push(row(what, &kinds, |profile| {
            let mut counts = view.counts(SEARCH).filter(|count| count.variant == SEARCH);
            let count = counts.find(|count| count.stream == profile.name)?;
            Some(words::time(counted(count, what)?))
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
            let title = format!("asks {}", recommended::lower(&view.title(&study.name)));
            rows.push(row(&title, &kinds, |profile| {
                Some(words::number(profile.rate(&study.name)?, 2))
            }));
        }
    }
    Table::new("asked", "A node of the base, by profile", head, rows)
}

fn row(
    name: &str,
    profiles: &[&Profile<'_>],
    text: impl Fn(&Profile<'_>) -> Option<String>,
) -> Row {
    let cells = profiles.iter().map(|profile| match text(profile) {
        Some(text) => Cell::text(text),
        None => Cell::none("not counted"),
    });
    Row::new(Cell::text(name), cells)
}

/// The lines of a profile.
fn paste(view: &View<'_>, choices: &[Choice<'_>], profile: &Profile<'_>) -> Block {
    let lines = choices.iter().filter_map(|one| pasted(view, profile.setting(), &one.choice.name));
    let lines: Vec<_> = lines.collect();
    let id = words::slug(&format!("paste-{}", profile.name));
    let summary = format!("{} ({})", profile.name, profile.like);
    Block::closed(id, &summary, vec![Block::Code(lines.join("\n"))])
}
