//! Answers as plain text and as Markdown: the terminal, `--here`, README and summaries.

pub(crate) mod sets;

use crate::answers::Answers;
use crate::answers::choices::KINDS;
use crate::answers::nearest::Nearest;
use crate::answers::outside::{ByKind, Tried};
use crate::answers::recommend::Word;
use crate::answers::table::{Cell, Row};
use crate::csv::LICENCE;
use crate::words;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, Width, presets};
use records::visible;

/// The widths of the terminal's columns: 80 with the spaces between them.
const WIDTHS: [u16; 5] = [16, 12, 18, 16, 18];

/// The command that copies a crate into an engine.
pub(crate) fn take_command(technique: &str) -> String {
    format!("cargo run -p report -- --take {technique} ../my-engine/lookups")
}

/// The crates that are headers for C and C++ too, in `crates/headers/include`.
pub(crate) fn headers() -> impl Iterator<Item = &'static str> {
    env!("HEADERS").split(' ')
}

/// The command that copies the header of a crate, if it has one.
pub(crate) fn take_header_command(technique: &str) -> Option<String> {
    let is_header = headers().any(|name| name == technique);
    is_header.then(|| format!("cargo run -p report -- --take {technique} --c ../my-engine/src"))
}

/// A table of the terminal, at most 80 columns wide.
fn columns(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(80).set_header(head).add_rows(rows);
    for (column, width) in table.column_iter_mut().zip(WIDTHS) {
        column.set_padding((0, 1)).set_constraint(ColumnConstraint::Absolute(Width::Fixed(width)));
    }
    let lines = table.to_string();
    lines.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The head of a table of answers.
fn head() -> Vec<String> {
    let kinds = KINDS.iter().map(|(kind, like)| format!("{kind}\nlike {like}"));
    ["lookup", "you have"].map(str::to_owned).into_iter().chain(kinds).collect()
}

/// The lookups of a row, and its processors where not every one of the build runs it.
pub(crate) fn lookups(row: &Row) -> String {
    let titles = words::list(row.lookups.iter().map(|lookup| &lookup.title));
    if row.is_beyond { format!("{titles}, with {}", beyond(row)) } else { titles }
}

/// The instruction sets beyond x86-64-v3 that a row needs.
pub(crate) fn beyond(row: &Row) -> String {
    let named = row.cells.iter().filter_map(|cell| cell.named.first());
    let mut chips: Vec<_> = named.flat_map(|named| &named.chips).collect();
    chips.retain(|chip| chip.starts_with("AVX-512") || *chip == "GFNI");
    chips.sort();
    chips.dedup();
    words::list(chips)
}

/// What the engine of a row has: several lookups share the words.
pub(crate) fn had(row: &Row) -> String {
    row.have.as_ref().map_or_else(|| "the usual".to_owned(), |have| have.short.clone())
}

/// The figure of a cell without its interval's ends.
fn short_figure(cell: &Cell) -> String {
    match (cell.range, cell.gain, cell.ratio) {
        (Some(range), ..) => words::gain_range(range),
        (None, Some(gain), _) => {
            format!("{} ±{}", words::gain(gain.value), words::half_width(gain))
        }
        (None, None, Some(ratio)) => words::ratio_figure(ratio),
        _ => String::new(),
    }
}

/// The answers for a terminal: words, figures, and what contradicts them.
pub(crate) fn terminal(answers: &Answers) -> String {
    let cell = |cell: &Cell| {
        let mut lines = vec![visible(&cell.words)];
        lines.extend(Some(short_figure(cell)).filter(|figure| !figure.is_empty()));
        lines.extend(cell.asides.iter().map(|aside| visible(aside)));
        lines.join("\n")
    };
    let row = |row: &Row| {
        let size =
            row.have.as_ref().map_or(String::new(), |it| format!("\n{}", words::tables(it.bytes)));
        let first = [visible(&lookups(row)), format!("{}{size}", visible(&had(row)))];
        first
            .into_iter()
            .chain(distinct_cells(row).map(|it| it.map(cell).unwrap_or_default()))
            .collect()
    };
    columns(head(), answers.table.iter().map(row))
}

/// The cells of a row. What times alone say is the same for every kind of engine, and stands once.
pub(crate) fn distinct_cells(row: &Row) -> impl Iterator<Item = Option<&Cell>> {
    let is_alone = row.is_of_times_alone();
    row.cells.iter().enumerate().map(move |(at, cell)| (at == 0 || !is_alone).then_some(cell))
}

/// What real engines gained, for a terminal.
pub(crate) fn real_engines(answers: &Answers) -> String {
    let head = ["real engines", "over"].map(str::to_owned).into_iter();
    let head = head.chain(KINDS.map(|(kind, _)| ByKind::engines_of(&answers.outside, kind)));
    let row = |one: &ByKind| {
        let first = [one.change.clone(), "its own".to_owned()];
        first.into_iter().chain(one.cells.iter().map(Tried::short)).collect()
    };
    columns(head.collect(), answers.outside.iter().filter(|one| one.is_in_all()).map(row))
}

/// A line of a terminal at most 80 columns wide; what does not fit goes on below, indented. A word
/// is not cut.
fn wrapped(line: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in visible(line).split(' ') {
        let more = word.chars().count() + usize::from(width > 0);
        let is_full = width > 0 && width + more > 80;
        text.push_str(if is_full {
            "\n    "
        } else if width > 0 {
            " "
        } else {
            ""
        });
        text.push_str(word);
        width = if is_full { 3 + more } else { width + more };
    }
    text + "\n"
}

/// What `--here` says: by the own run, or by the nearest set, which it names.
pub(crate) fn here(near: &Nearest, answers: &Answers) -> String {
    let source = answers.source();
    let mut text = wrapped(&format!("Your processor: {}", near.processor));
    if near.is_own {
        text += &wrapped(&format!("Your own run, in reports/{}:", source.name));
        text += &wrapped(&source.provenance);
    } else {
        text += &wrapped(&format!("The nearest measured: {}", source.processor));
        text += &wrapped(&format!("in reports/{}", source.name));
        text += &format!("{}\nThese are its figures and not yours.\n", near.how);
    }
    text += &format!("\n{}", terminal(answers));
    if !source.is_searched {
        text.push_str("\nIt searched with no kind of engine: times alone say the rest.\n");
    }
    text += &format!("\n{}", real_engines(answers));
    for (says, names, source) in &near.left_out {
        let names = words::few(names);
        text += &format!("\n{}", wrapped(&format!("Left out on your processor, {says}: {names}")));
        text += &wrapped(source);
    }
    let cells = answers.table.iter().flat_map(|row| &row.cells);
    let taken = cells.filter(|cell| cell.word == Word::Named).find_map(|cell| cell.named.first());
    if let Some(named) = taken {
        let command = take_command(&named.technique);
        text += &format!("\n{}  {command}\n", wrapped(&format!("Take {}:", named.short)));
    }
    let yours = if near.is_own { "Again" } else { "Yours" };
    text + &format!(
        "{yours}: cargo bench (4 min build, 5 min run).\nPages: cargo run -p report -- reports/*/\n"
    )
}

/// What is known of a question, in a line: what a search says by kind of engine; without one the
/// fastest alone, and what the nearest set's search says. What it names beyond the build follows.
pub(crate) fn line(answers: &Answers, question: &str, nearest: Option<&Answers>) -> Option<String> {
    let row = answers.rows_about(question).next()?;
    let mut others = answers.rows_about(question).filter(|other| *other != row);
    let more =
        others.find(|other| other.is_beyond).map_or_else(String::new, |other| {
            match by_kind(other, |cell| matches!(cell.word, Word::Named | Word::Either)) {
                named if named.is_empty() => named,
                named => format!(". With {}: {named}", beyond(other)),
            }
        });
    let is_searched = |cell: &Cell| cell.word.is_of_search() || cell.word == Word::TooNoisy;
    let alone = row.cells.iter().find(|cell| matches!(cell.word, Word::Alone | Word::Nothing));
    let Some(alone) = alone.filter(|_| !row.cells.iter().any(is_searched)) else {
        return Some(visible(&format!("{}{more}", by_kind(row, |_| true))));
    };
    let ratio = alone.ratio.zip(row.have.as_ref());
    let ratio = ratio.map_or_else(String::new, |(ratio, have)| {
        format!(", {} of {}", words::ratio_figure(ratio), have.short)
    });
    let searched = nearest.into_iter().filter_map(|near| {
        let row = near.rows_about(question).find(|row| !row.is_beyond)?;
        let is_searched = row.cells.iter().any(|cell| cell.word.is_of_search());
        let machine = &near.source().machine;
        is_searched.then(|| format!(". In a search on {machine}: {}", by_kind(row, |_| true)))
    });
    Some(visible(&format!("{}{ratio}{more}{}", alone.words, searched.collect::<String>())))
}

/// The words of a row's cells, by kind of engine, where it is asked.
fn by_kind(row: &Row, is_told: impl Fn(&Cell) -> bool) -> String {
    let cells = row.cells.iter().filter(|cell| cell.word != Word::NotAsked && is_told(cell));
    let cells = cells.map(|cell| {
        let figure = Some(short_figure(cell)).filter(|it| !it.is_empty());
        let figure = figure.map_or_else(String::new, |it| format!(" {it}"));
        format!("{} {}{figure}", cell.kind, cell.words)
    });
    cells.collect::<Vec<_>>().join("; ")
}

/// The first sentences of a page: what is named for each kind of engine over the usual lookups.
pub(crate) fn sentences(answers: &Answers) -> String {
    let source = answers.source();
    if !source.retired.is_empty() {
        return source.retired.clone();
    }
    if !source.is_searched {
        return "No search was measured here: times of lookups alone say the rest.".to_owned();
    }
    let named = |number: usize| {
        let rows = answers.table.iter().filter(|row| !row.is_beyond);
        let named = rows.filter_map(|row| {
            let cell = &row.cells[number];
            let is_first = answers.rows_about(&row.lookups[0].question).next() == Some(row);
            let title = words::lower(&lookups(row));
            let is_named = cell.word == Word::Named && is_first;
            is_named.then(|| format!("{} for {title} ({})", cell.words, short_figure(cell)))
        });
        words::list(named)
    };
    let kinds =
        KINDS.iter().enumerate().map(|(number, (kind, like))| match named(number).as_str() {
            "" => format!("{kind}, like {like}: nothing proved"),
            named => format!("{kind}, like {like}: {named}"),
        });
    let kinds = kinds.collect::<Vec<_>>().join("; ");
    format!("By kind of engine, over the usual lookups, in nodes per second. {kinds}.")
}

/// A table in Markdown.
pub(crate) fn markdown(head: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let line = |cells: &[String]| {
        let cells: Vec<_> =
            cells.iter().map(|it| it.replace('|', "\\|").replace('\n', " ")).collect();
        format!("| {} |\n", cells.join(" | "))
    };
    let rule = "---|".repeat(head.len());
    let rows: String = rows.map(|cells| line(&cells)).collect();
    format!("{}|{rule}\n{rows}", line(head))
}

/// The table of answers in Markdown: words, figures with intervals, bytes, crates.
pub(crate) fn answers_in_markdown(answers: &Answers) -> String {
    let cell = |cell: &Cell| {
        let is_named = matches!(cell.word, Word::Named | Word::Either | Word::Alone);
        let mark = if is_named && !cell.named.is_empty() { "**" } else { "" };
        let mut parts = vec![format!("{mark}{}{mark}", cell.words)];
        parts.extend(match (cell.range, cell.gain, cell.ratio) {
            (Some(range), ..) => Some(words::gain_range(range)),
            (None, Some(gain), _) => Some(words::gain_figure(gain)),
            (None, None, ratio) => ratio.map(words::ratio_figure),
        });
        parts.extend(cell.named.first().map(|named| {
            let size = [words::tables(named.bytes), format!("`{}`", named.technique)];
            format!(
                "({})",
                size.into_iter().chain(named.chips.clone()).collect::<Vec<_>>().join(", ")
            )
        }));
        parts.extend(cell.asides.iter().map(|aside| format!("; {aside}")));
        parts.join(" ").replace(" ;", ";")
    };
    let row = |row: &Row| {
        let size = row.have.as_ref().map(|have| words::tables(have.bytes));
        let size = size.map_or_else(String::new, |size| format!(", {size}"));
        let first = [lookups(row), format!("{}{size}", had(row))];
        first
            .into_iter()
            .chain(distinct_cells(row).map(|it| it.map(cell).unwrap_or_default()))
            .collect()
    };
    let head: Vec<_> = head().into_iter().map(|name| name.replace('\n', ", ")).collect();
    markdown(&head, answers.table.iter().map(row))
}

/// What real engines gained, in Markdown.
pub(crate) fn engines_in_markdown(answers: &Answers) -> String {
    let kinds =
        KINDS.map(|(kind, _)| format!("{kind}: {}", ByKind::engines_of(&answers.outside, kind)));
    let head: Vec<_> = ["change".to_owned()].into_iter().chain(kinds).collect();
    let row = |one: &ByKind| {
        let cells = one.cells.iter().map(|cell| cell.lines().join("; "));
        [one.change.clone()].into_iter().chain(cells).collect()
    };
    markdown(&head, answers.outside.iter().filter(|one| one.is_in_all()).map(row))
}

/// What README.md shows of all sets together.
pub(crate) fn readme(answers: &Answers) -> String {
    let sets = answers.sources.iter().filter(|source| source.answers && source.is_searched);
    let sets =
        sets.map(|it| format!("{} ([summary](reports/{}/summary.md))", it.provenance, it.name));
    format!(
        "{}\nNodes per second over what you have, 95 % intervals, measured on: {}.\n\n\
         Real engines that nobody here wrote, over their own sliders:\n\n{}",
        answers_in_markdown(answers),
        words::list(sets),
        engines_in_markdown(answers)
    )
}

/// The first page as Markdown.
pub(crate) fn summary(answers: &Answers) -> String {
    let source = answers.source();
    let questions = answers.questions.iter().map(|question| {
        let fastest = |dependent| {
            let lead = question.leader(dependent);
            lead.map_or_else(|| "not measured".to_owned(), |row| row.short.clone())
        };
        vec![question.title.clone(), fastest(false), fastest(true), question.ranked().to_string()]
    });
    let head = ["question", "fastest alone, throughput", "latency", "variants"].map(str::to_owned);
    let mut text = format!(
        "# Which lookups should a chess engine use?\n\n{}\n\n{}\n",
        source.provenance,
        sentences(answers)
    );
    if source.retired.is_empty() {
        let (table, engines) = (answers_in_markdown(answers), engines_in_markdown(answers));
        text += &format!("\n{table}\n## What real engines gained\n\n{engines}");
        text += &format!("\n## All questions\n\n{}", markdown(&head, questions));
    }
    text + &format!(
        "\n## How sure\n\n{}\n\nThe records are {LICENCE}.\n",
        answers.checks.in_words()
    )
}

/// What the searches say of lookups, in a line of the terminal.
pub(crate) fn searched(answers: &Answers) -> Option<String> {
    let kinds = KINDS.iter().enumerate().filter_map(|(number, (kind, _))| {
        let profile = answers.kinds().find(|profile| profile.name == *kind)?;
        let named = answers.table.iter().filter_map(|row| {
            let cell = &row.cells[number];
            let is_said = matches!(cell.word, Word::Named | Word::Either);
            is_said.then(|| format!("{} {} over {}", cell.words, short_figure(cell), had(row)))
        });
        let named: Vec<_> = named.collect();
        let half = words::percent(profile.half_width);
        Some(match named.as_slice() {
            [] => format!("{kind}: nothing proved at ±{half}"),
            named => format!("{kind}: {}", named.join(", ")),
        })
    });
    let kinds: Vec<_> = kinds.collect();
    (!kinds.is_empty()).then(|| visible(&kinds.join("; ")))
}
