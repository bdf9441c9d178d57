//! Pages: what they are made of, and how it is written as HTML.

use crate::set::Set;
use crate::words;
use askama::Template;

/// The SHA-256 of the pages' script, by which no other may run; `.ci/examine` computes it.
pub(crate) const SCRIPT_HASH: &str = "3qLkDi3zi9qo337LAirnZHSp9aBsbZjyq5MKe23u2w8=";
/// The pages that every report has, and what links call them.
pub(crate) const INDEX: &str = "index.html";
pub(crate) const SEARCH_PAGE: &str = "search.html";
pub(crate) const MACHINES: &str = "machines.html";
pub(crate) const CLAIMS: &str = "claims.html";
pub(crate) const METHOD: &str = "method.html";
pub(crate) const PAGES: [(&str, &str); 5] = [
    (INDEX, "Answers"),
    (SEARCH_PAGE, "Search"),
    (MACHINES, "Machines"),
    (CLAIMS, "Claims"),
    (METHOD, "Method"),
];

#[derive(Template)]
#[template(path = "page.html")]
pub(crate) struct Page {
    pub(crate) file: String,
    pub(crate) title: String,
    pub(crate) question: String,
    pub(crate) provenance: String,
    pub(crate) blocks: Blocks,
}

#[derive(Template)]
#[template(path = "blocks.html")]
pub(crate) struct Blocks(Vec<Block>);

pub(crate) enum Block {
    Heading(&'static str, String),
    Text(Vec<Span>),
    Note(Vec<Span>),
    Figure { plots: Vec<String>, caption: String },
    Table(Table),
    Closed { id: String, summary: String, blocks: Blocks },
    Code(String),
    List(Vec<Vec<Span>>),
}

pub(crate) enum Span {
    Plain(String),
    Strong(String),
    Code(String),
    Link(String, String),
}

/// A table: six columns at most, and cards on a telephone.
pub(crate) struct Table {
    pub(crate) id: String,
    pub(crate) label: String,
    pub(crate) head: Vec<Column>,
    pub(crate) rows: Vec<Row>,
    /// Whether a script may sort and filter it.
    pub(crate) is_tool: bool,
}

pub(crate) struct Column {
    pub(crate) name: String,
    pub(crate) small: String,
    pub(crate) is_number: bool,
}

#[derive(Default)]
pub(crate) struct Row {
    pub(crate) id: String,
    pub(crate) is_lead: bool,
    pub(crate) cells: Vec<Cell>,
}

/// A cell: a few words or a figure, and what stands below in small type.
#[derive(Default)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) small: String,
    pub(crate) class: &'static str,
    pub(crate) is_strong: bool,
    pub(crate) link: Option<String>,
    pub(crate) chips: Vec<String>,
    pub(crate) sort: Option<f64>,
}

impl Cell {
    pub(crate) fn text(text: impl Into<String>) -> Cell {
        Cell { text: text.into(), ..Cell::default() }
    }

    pub(crate) fn none(why: &str) -> Cell {
        Cell::text(why).class(if why == "usual" { "tie usual" } else { "tie" })
    }

    pub(crate) fn or(cell: Option<Cell>, why: &str) -> Cell {
        cell.unwrap_or_else(|| Cell::none(why))
    }

    pub(crate) fn small(self, small: impl Into<String>) -> Cell {
        Cell { small: small.into(), ..self }
    }

    pub(crate) fn strong(self) -> Cell {
        Cell { is_strong: true, ..self }
    }

    pub(crate) fn link(self, link: impl Into<String>) -> Cell {
        Cell { link: Some(link.into()), ..self }
    }

    pub(crate) fn class(self, class: &'static str) -> Cell {
        Cell { class, ..self }
    }

    pub(crate) fn chips(self, chips: Vec<String>) -> Cell {
        Cell { chips, ..self }
    }

    pub(crate) fn sort(self, value: f64) -> Cell {
        Cell { sort: Some(value), ..self }
    }
}

impl Row {
    pub(crate) fn new(first: Cell, others: impl IntoIterator<Item = Cell>) -> Row {
        Row { cells: [first].into_iter().chain(others).collect(), ..Row::default() }
    }

    pub(crate) fn id(self, id: &str) -> Row {
        Row { id: words::slug(id), ..self }
    }
}

impl Table {
    pub(crate) fn new(
        id: &str,
        label: &str,
        head: impl IntoIterator<Item = Column>,
        rows: impl IntoIterator<Item = Row>,
    ) -> Table {
        let (head, rows) = (head.into_iter().collect(), rows.into_iter().collect());
        Table { id: words::slug(id), label: label.to_owned(), head, rows, is_tool: false }
    }

    /// The same table for a script to sort and filter.
    pub(crate) fn tool(self) -> Table {
        Table { is_tool: true, ..self }
    }

    pub(crate) fn markdown(&self) -> String {
        let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
        let bracketed = |text: String, more: Vec<&str>| match more.join(", ") {
            more if more.is_empty() => text,
            more => format!("{text} ({more})"),
        };
        let head = |column: &Column| bracketed(column.name.clone(), vec![&column.small]);
        let cell = |cell: &Cell| {
            let mark = if cell.is_strong { "**" } else { "" };
            let more = cell.chips.iter().chain([&cell.small]).map(String::as_str);
            let more = more.filter(|text| !text.is_empty()).collect();
            bracketed(format!("{mark}{}{mark}", cell.text), more)
        };
        let rows = self.rows.iter().map(|row| line(row.cells.iter().map(cell).collect()));
        let rule = "---|".repeat(self.head.len());
        let head = line(self.head.iter().map(head).collect());
        format!("{head}|{rule}\n{}", rows.collect::<String>())
    }

    fn class(&self, column: &usize, cell: &Cell) -> String {
        let is_number = self.head.get(*column).is_some_and(|column| column.is_number);
        let classes = format!("{} {}", if is_number { "n" } else { "" }, cell.class);
        let classes = classes.trim();
        if classes.is_empty() { String::new() } else { format!(" class=\"{classes}\"") }
    }

    /// The style that puts the name of its column before each cell of a card.
    fn labels(&self) -> String {
        let label = |(number, column): (usize, &Column)| {
            let Column { name, small, is_number } = column;
            let has_unit = *is_number && !small.is_empty();
            let text = if has_unit { format!("{name}, {small}") } else { name.clone() };
            let text: String = text.chars().map(in_style).collect();
            format!("#{} td:nth-child({})::before{{content:\"{text}: \"}}", self.id, number + 1)
        };
        let labels = self.head.iter().enumerate().skip(1).map(label);
        format!("@media(max-width:760px){{{}}}", labels.collect::<String>())
    }
}

fn in_style(c: char) -> String {
    if c.is_ascii_alphanumeric() || " ,.+-".contains(c) {
        return c.to_string();
    }
    format!("\\{:x} ", u32::from(c))
}

impl Column {
    pub(crate) fn text(name: &str) -> Column {
        Column { name: name.to_owned(), small: String::new(), is_number: false }
    }

    pub(crate) fn number(name: &str, small: &str) -> Column {
        Column { is_number: true, ..Column::text(name).small(small) }
    }

    pub(crate) fn small(self, small: &str) -> Column {
        Column { small: small.to_owned(), ..self }
    }
}

pub(crate) fn plain(text: impl Into<String>) -> Span {
    Span::Plain(text.into())
}

pub(crate) fn link(text: impl Into<String>, to: impl Into<String>) -> Span {
    Span::Link(text.into(), to.into())
}

/// A source from records: a link if it is an address on the web.
pub(crate) fn source(text: &str) -> Span {
    let is_address = ["https://", "http://"].iter().any(|start| text.starts_with(start));
    if is_address { link(text, text) } else { plain(text) }
}

/// Code between backquotes and links between angle brackets; all else is plain.
pub(crate) fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    // A link to an item of the documentation is but its name here.
    let text = text.replace("[`", "`").replace("`]", "`");
    for (number, part) in text.split('`').enumerate() {
        if number % 2 == 1 {
            spans.push(Span::Code(part.to_owned()));
            continue;
        }
        let mut rest = part;
        while let Some(start) = rest.find("<http") {
            let Some(length) = rest[start..].find('>') else { break };
            spans.push(plain(&rest[..start]));
            let address = &rest[start + 1..start + length];
            spans.push(link(address, address));
            rest = &rest[start + length + 1..];
        }
        spans.push(plain(rest));
    }
    spans
}

impl Block {
    pub(crate) fn closed(
        id: &str,
        summary: &str,
        blocks: impl IntoIterator<Item = Block>,
    ) -> Block {
        let (summary, blocks) = (summary.to_owned(), Blocks(blocks.into_iter().collect()));
        Block::Closed { id: words::slug(id), summary, blocks }
    }

    /// Small grey text, all of it plain.
    pub(crate) fn note(text: impl Into<String>) -> Block {
        Block::Note(vec![plain(text)])
    }
}

impl Page {
    pub(crate) fn new(set: &Set, file: &str, name: &str, question: &str, all: Vec<Block>) -> Page {
        let [file, title, question] = [file, name, question].map(str::to_owned);
        Page { file, title, question, provenance: set.provenance(), blocks: Blocks(all) }
    }
}
