//! Answers as plain text and as Markdown: the terminal, `--here`, README and summaries.

pub(crate) mod sets;

use crate::answers::Answers;
use crate::answers::choices::KINDS;
use crate::answers::gains::{Cell, Gains, Group, Named, Row};
use crate::answers::nearest::Nearest;
use crate::answers::tradeoffs::{Tradeoffs, Way};
use crate::csv::LICENCE;
use crate::words;
use comfy_table::{CellAlignment, ColumnConstraint, ContentArrangement, Table, presets};
use records::visible;

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

/// The columns of a terminal.
const WIDTH: u16 = 80;

/// A table of the terminal: names on the left, which wrap, and figures on the right, which do not.
fn columns(head: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
    table.set_width(WIDTH).set_header(head).add_rows(rows);
    for (number, column) in table.column_iter_mut().enumerate() {
        column.set_padding((0, 2));
        if number > 0 {
            column.set_cell_alignment(CellAlignment::Right);
            column.set_constraint(ColumnConstraint::ContentWidth);
        }
    }
    let lines = table.to_string();
    lines.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// What a row takes: its name, and the instruction sets that it needs and that its name lacks.
fn taken(named: &Named) -> String {
    let needs = named.needs.iter().filter(|need| !named.short.ends_with(need.as_str()));
    [&named.short].into_iter().chain(needs).cloned().collect::<Vec<_>>().join(", ")
}

/// The title of a group: what its rows take the place of.
fn over(group: &Group) -> String {
    format!("{} over {}, {}", group.title, group.have.short, group.have.size())
}

/// The gains for a terminal: those of our search, and below each those of real engines.
pub(crate) fn terminal(answers: &Answers) -> String {
    let gains = &answers.gains;
    let of_search: Vec<_> = gains.of_search().map(|(at, _)| at).collect();
    let kinds = of_search.iter().map(|at| gains.columns[*at].kind.to_owned());
    let head = ["nodes per second, %".to_owned(), "bytes".to_owned()].into_iter().chain(kinds);
    let mut rows = Vec::new();
    for group in &gains.groups {
        rows.push(vec![visible(&over(group))]);
        for row in &group.rows {
            let figure = |at: &usize| marked(&row.cells[*at], ["*", ""]);
            let first =
                [format!("  {}", visible(&taken(&row.named))), words::size(row.named.bytes)];
            rows.push(first.into_iter().chain(of_search.iter().map(figure)).collect());
            rows.extend(beside(gains, row, &of_search));
        }
    }
    if gains.groups.is_empty() {
        return without_row(gains);
    }
    let stars = "* certain, and no other row of its group surely gains more\n";
    let table = columns(head.collect(), rows.into_iter());
    table + stars + &engines_of(gains) + &without_row(gains)
}

/// What real engines gained, a line a compiler.
fn beside(gains: &Gains, row: &Row, of_search: &[usize]) -> Vec<Vec<String>> {
    let mut lines: Vec<(&str, Vec<String>)> = Vec::new();
    for (at, column) in gains.columns.iter().enumerate() {
        let Some(compiler) = column.compiler.as_deref() else { continue };
        let Some(place) = of_search.iter().rposition(|ours| *ours < at) else { continue };
        if row.cells[at].gains.is_empty() {
            continue;
        }
        let line = lines.iter().position(|(known, _)| *known == compiler);
        let line = line.unwrap_or_else(|| {
            lines.push((compiler, vec![String::new(); 2 + of_search.len()]));
            lines.len() - 1
        });
        lines[line].1[0] = format!("    engines by {}", visible(compiler));
        lines[line].1[2 + place] = row.cells[at].text();
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// The engines that nobody here wrote, by kind.
fn engines_of(gains: &Gains) -> String {
    let kinds = gains.of_search().filter_map(|(_, column)| {
        let theirs = gains.columns.iter().filter(|it| it.compiler.is_some());
        let theirs = theirs.filter(|it| it.kind == column.kind).flat_map(|it| &it.engines);
        let mut names: Vec<&str> = Vec::new();
        theirs.for_each(|name| {
            if !names.contains(&name.as_str()) {
                names.push(name)
            }
        });
        (!names.is_empty()).then(|| format!("{} in {}", words::list(names), column.kind))
    });
    wrapped(&format!("Engines that nobody here wrote: {}.", kinds.collect::<Vec<_>>().join("; ")))
}

/// A figure between marks if it is bold.
fn marked(cell: &Cell, [mark, end]: [&str; 2]) -> String {
    let text = cell.text();
    if cell.is_bold() { format!("{mark}{text}{end}") } else { text }
}

/// The lookups that were searched and have no row.
fn without_row(gains: &Gains) -> String {
    if gains.others.is_empty() {
        return String::new();
    }
    wrapped(&format!("Searched, without a certain gain: {}.", gains.others.join(", ")))
}

/// A line of a terminal at most 80 columns wide; what does not fit goes on below, indented. A word
/// is not cut.
fn wrapped(line: &str) -> String {
    let (mut text, mut width) = (String::new(), 0);
    for word in visible(line).split(' ') {
        let more = word.chars().count() + usize::from(width > 0);
        let is_full = width > 0 && width + more > usize::from(WIDTH);
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
    text += &wrapped(&source.company);
    text += &format!("\n{}", terminal(answers));
    if !source.is_searched {
        text.push_str("\nIt searched with no kind of engine: only real engines gained.\n");
    }
    for tradeoffs in &answers.tradeoffs {
        text += &format!("\n{}", tradeoffs_in_terminal(tradeoffs));
    }
    for (says, names, source) in &near.left_out {
        let names = words::few(names);
        text += &format!("\n{}", wrapped(&format!("Left out on your processor, {says}: {names}")));
        text += &wrapped(source);
    }
    let mut taken: Vec<(&Named, Vec<&str>)> = Vec::new();
    for (kind, named) in
        KINDS.iter().filter_map(|(kind, _)| Some((kind, best(&answers.gains, kind)?)))
    {
        match taken.iter_mut().find(|(known, _)| known.technique == named.technique) {
            Some((_, kinds)) => kinds.push(kind),
            None => taken.push((named, vec![kind])),
        }
    }
    for (named, kinds) in taken {
        let kinds = words::list(kinds);
        text += &format!("\n{}", wrapped(&format!("Take {} for {kinds}:", named.short)));
        text += &format!("  {}\n", take_command(&named.technique));
        text += &take_header_command(&named.technique)
            .map_or_else(String::new, |command| format!("  {command}\n"));
    }
    let yours = if near.is_own { "Again" } else { "Yours" };
    text + &format!(
        "\n{yours}: cargo bench (4 min build, 5 min run).\nPages: cargo run -p report -- reports/*/\n"
    )
}

/// The bold row of a kind of engine that needs the fewest bytes, of the lookup that a node asks most.
fn best<'g>(gains: &'g Gains, kind: &str) -> Option<&'g Named> {
    let (at, _) = gains.of_search().find(|(_, column)| column.kind == kind)?;
    let bold = |group: &'g Group| group.rows.iter().rev().find(|row| row.cells[at].is_bold());
    gains.groups.iter().find_map(bold).map(|row| &row.named)
}

/// The tradeoffs of a question, for a terminal.
pub(crate) fn tradeoffs_in_terminal(tradeoffs: &Tradeoffs) -> String {
    let row =
        |way: &Way| [visible(&way.named.short)].into_iter().chain(way.cells()).collect::<Vec<_>>();
    let mut head = tradeoffs.heads();
    head[0] = String::new();
    // A terminal has no room for more.
    let shorter = [(4, "beside"), (5, "instr."), (6, "L1 misses")];
    shorter.into_iter().for_each(|(at, short)| head[at] = short.to_owned());
    let table = columns(head, tradeoffs.ways.iter().map(row));
    format!("{}{table}", wrapped(&format!("{}: memory against time", tradeoffs.title)))
}

/// What is known of a question, in a line: its certain gains by kind of engine or, without a search,
/// the fastest in throughput.
pub(crate) fn line(answers: &Answers, question: &str) -> Option<String> {
    let is_searched = answers.choices.iter().any(|choice| choice.question == question);
    if is_searched {
        return Some(visible(&certain(&answers.gains, |group| group.question == question)));
    }
    let question = answers.questions.iter().find(|it| it.name == question)?;
    let rows = question.variants.iter().filter(|row| row.is_ranked);
    let shown = rows.filter_map(|row| Some((row, row.throughput.time?))).take(3);
    let shown = shown.map(|(row, time)| format!("{} {}", row.short, words::time(time.value)));
    let shown: Vec<_> = shown.collect();
    (!shown.is_empty())
        .then(|| visible(&format!("{} a query: {}", question.unit, shown.join(", "))))
}

/// The certain gains of some groups, by kind of engine.
fn certain(gains: &Gains, is_told: impl Fn(&Group) -> bool) -> String {
    let kinds = gains.of_search().map(|(at, column)| {
        let rows = gains.rows().filter(|(group, row)| is_told(group) && row.cells[at].is_bold());
        let rows = rows.map(|(_, row)| format!("{} {}", row.named.short, row.cells[at].text()));
        match rows.collect::<Vec<_>>().join(", ") {
            rows if rows.is_empty() => format!("{}: no certain gain", column.kind),
            rows => format!("{}: {rows}", column.kind),
        }
    });
    kinds.collect::<Vec<_>>().join("; ")
}

/// The first sentences of a page: what disturbed its set.
pub(crate) fn sentences(answers: &Answers) -> String {
    let source = answers.source();
    if !source.retired.is_empty() {
        return source.retired.clone();
    }
    let searched = if source.is_searched { "" } else { " No search was measured here." };
    format!("{}{searched}", source.company)
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

/// A table in Markdown with columns that stand below each other on a terminal too.
pub(crate) fn padded_markdown(head: &[String], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN).set_header(head).add_rows(rows);
    table.to_string() + "\n"
}

/// The gains in Markdown: a table with a row a lookup, and a sentence on the others.
pub(crate) fn gains_in_markdown(gains: &Gains) -> String {
    let filled = gains.filled();
    let heads = filled.iter().map(|at| gains.columns[*at].head().join(", "));
    let first = ["lookup", "bytes"].map(str::to_owned);
    let head: Vec<_> = first.into_iter().chain(heads).collect();
    let mut rows = Vec::new();
    for group in &gains.groups {
        let title = vec![format!("*{}*", over(group))];
        rows.push(title.into_iter().chain(vec![String::new(); head.len() - 1]).collect());
        for row in &group.rows {
            let name = format!("[{}](crates/{})", taken(&row.named), row.named.technique);
            let cells = filled.iter().map(|at| marked(&row.cells[*at], ["**", "**"]));
            rows.push([name, words::size(row.named.bytes)].into_iter().chain(cells).collect());
        }
    }
    let table = markdown(&head, rows.into_iter());
    if gains.others.is_empty() {
        return table;
    }
    format!("{table}\nSearched, without a certain gain: {}.\n", gains.others.join(", "))
}

/// The tradeoffs of a question in Markdown.
pub(crate) fn tradeoffs_in_markdown(tradeoffs: &Tradeoffs) -> String {
    let row = |way: &Way| {
        let own = if way.is_of_wiki { "" } else { ", ours" };
        let name = format!("[{}](crates/{}){own}", way.named.short, way.named.technique);
        [name].into_iter().chain(way.cells()).collect()
    };
    markdown(&tradeoffs.heads(), tradeoffs.ways.iter().map(row))
}

/// What README.md shows of all sets together.
pub(crate) fn readme(answers: &Answers) -> String {
    let sets = answers.sources.iter().filter(|source| source.answers && source.is_searched);
    let sets = sets.map(|it| {
        format!("- {} ([summary](reports/{}/summary.md)). {}\n", it.provenance, it.name, it.company)
    });
    format!("{}\nMeasured on:\n\n{}", gains_in_markdown(&answers.gains), sets.collect::<String>())
}

/// The first page as Markdown.
pub(crate) fn summary(answers: &Answers) -> String {
    let source = answers.source();
    let mut text = format!(
        "# Which lookups should a chess engine use?\n\n{}\n\n{}\n",
        source.provenance,
        sentences(answers)
    );
    if source.retired.is_empty() {
        text += &format!("\n{}", from_reports(&gains_in_markdown(&answers.gains)));
        for tradeoffs in &answers.tradeoffs {
            let table = from_reports(&tradeoffs_in_markdown(tradeoffs));
            text += &format!("\n## {}: memory against time\n\n{table}", tradeoffs.title);
        }
    }
    text + &format!(
        "\n## How sure\n\n{}\n\nThe records are {LICENCE}.\n",
        answers.checks.in_words()
    )
}

/// A text with links from the root of the repository, as it stands in a set's folder.
fn from_reports(text: &str) -> String {
    text.replace("](crates/", "](../../crates/")
}

/// What the searches say of lookups, in a line of the terminal.
pub(crate) fn searched(answers: &Answers) -> Option<String> {
    answers.kinds().next().map(|_| visible(&certain(&answers.gains, |_| true)))
}
