//! Pages: templates over answers. Prose stands in the templates.

mod cells;

use crate::answers::choices::{Profile, pasted};
use crate::answers::gains::{Cell, Group, Row as GainRow};
use crate::answers::question::{BESIDE, Question, Row, Sweep, SweepRow, measure_name};
use crate::answers::{Answers, Source};
use crate::claims::{Compared, Judged, compare_engines};
use crate::csv::timed_at;
use crate::engines::engines;
use crate::plots::{self, Dot, Intervals, Line, Lines, Theme};
use crate::view::{Entry, View};
use crate::words;
use anyhow::Result;
use askama::Template;
use pulldown_cmark::{Event, LinkType, Parser, Tag};

/// The SHA-256 of the pages' script, by which no other may run; `.ci/examine` computes it.
const SCRIPT_HASH: &str = "cmr5GUGx/0mO0M6ix10tiYPRdMfgGG1hwOTzGFJAMS0=";
/// The pages that every report has, and what links call them.
pub(crate) const INDEX: &str = "index.html";
const PAGES: [(&str, &str); 5] = [
    (INDEX, "Answers"),
    ("search.html", "Search"),
    ("machines.html", "Machines"),
    ("claims.html", "Claims"),
    ("method.html", "Method"),
];
/// The question whose tradeoff the first page and README draw: the project is named after it.
const DRAWN: &str = "between";
/// Columns of machines beside each other.
const MOST_MACHINES: usize = 6;
/// Bars of more than this many times the least are as long as this.
const FAR_BARS: f64 = 8.0;
/// Ratios beyond this are only in tables.
const FAR: f64 = 2.5;

/// A page: what all have.
struct Head<'a> {
    file: String,
    title: &'a str,
    /// The question that the page answers.
    about: &'a str,
    source: &'a Source,
}

#[derive(Template)]
#[template(path = "index.html")]
struct Index<'a> {
    head: Head<'a>,
    answers: &'a Answers,
    gains: Vec<Plot>,
    memory: Vec<Plot>,
}

/// A column of a question's table, and of the bars above it.
#[derive(Clone, Debug)]
struct Measure {
    name: String,
    unit: String,
    of: Of,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Of {
    Bytes,
    Throughput,
    Latency,
    Beside,
    /// One of those by Callgrind.
    Count(usize),
    /// In a kind of engine.
    Gain(usize),
}

#[derive(Template)]
#[template(path = "question.html")]
struct QuestionPage<'a> {
    head: Head<'a>,
    answers: &'a Answers,
    question: &'a Question,
    memory: Vec<Plot>,
    lines: Vec<Plot>,
    cite: Vec<String>,
}

#[derive(Template)]
#[template(path = "search.html")]
struct SearchPage<'a> {
    head: Head<'a>,
    answers: &'a Answers,
    gains: Vec<Plot>,
    /// The lines to paste, by profile.
    paste: Vec<(&'a Profile, Vec<String>)>,
}

#[derive(Template)]
#[template(path = "machines.html")]
struct Machines<'a> {
    head: Head<'a>,
    /// Each kind of machine once.
    all: Vec<&'a Answers>,
    /// By kind of engine: its name, the engine that it is like, and rows with a cell a machine.
    kinds: Vec<(&'static str, String, Vec<MachineRow<'a>>)>,
}

/// A row of gains, and the cell of each machine.
type MachineRow<'a> = (&'a Group, &'a GainRow, Vec<(&'a Answers, Option<&'a Cell>)>);

#[derive(Template)]
#[template(path = "claims.html")]
struct Claims<'a> {
    head: Head<'a>,
    answers: &'a Answers,
    all: Vec<&'a Answers>,
    /// Those that a figure settles, and the others.
    claims: [Vec<&'a Judged>; 2],
    compared: Vec<Compared>,
}

#[derive(Template)]
#[template(path = "method.html")]
struct Method<'a> {
    head: Head<'a>,
    answers: &'a Answers,
}

/// A figure, and what it shows.
#[derive(Clone)]
struct Plot {
    label: String,
    svg: String,
}

/// All pages of the first of these answers, beside the others: names and contents.
///
/// # Errors
/// If a template cannot be rendered, which no record should lead to.
pub(crate) fn pages(views: &[View<'_>], all: &[&Answers]) -> Result<Vec<(String, String)>> {
    let (answers, view) = (all[0], &views[0]);
    let head = |file: &str, title, about| Head {
        file: file.to_owned(),
        title,
        about,
        source: answers.source(),
    };
    let gains = gains_plot(answers, Theme::Light);
    let drawn = answers.questions.iter().find(|it| it.name == DRAWN && it.is_sound);
    let memory = drawn.map_or_else(Vec::new, |drawn| memory_plots(drawn, Theme::Light));
    let title = "Which lookups should a chess engine use?";
    let index = Index {
        head: head(INDEX, title, ""),
        answers,
        gains: gains.clone().into_iter().collect(),
        memory,
    };
    let mut pages = vec![(INDEX.to_owned(), index.render()?)];
    for question in &answers.questions {
        let page = QuestionPage {
            head: head(&page_of(&question.name), &question.title, &question.asks),
            answers,
            question,
            memory: memory_plots(question, Theme::Light),
            lines: question.sweeps.iter().map(|sweep| sweep_plot(question, sweep)).collect(),
            cite: cited(view, answers, question),
        };
        pages.push((page.head.file.clone(), page.render()?));
    }
    let paste = answers.profiles.iter().map(|profile| {
        let lines = answers.choices.iter().filter_map(|it| pasted(view, profile, it)).collect();
        (profile, lines)
    });
    let about = "What is a choice of lookups worth in nodes per second?";
    let (file, paste) = ("search.html", paste.collect());
    let gains = gains.into_iter().collect();
    let search = SearchPage { head: head(file, "Search", about), answers, gains, paste };
    pages.push((file.to_owned(), search.render()?));
    let shown = &all[..all.len().min(MOST_MACHINES)];
    let about = "Does the answer hold on another processor?";
    let (file, all, kinds) = ("machines.html", shown.to_vec(), by_machine(shown));
    let machines = Machines { head: head(file, "Machines", about), all, kinds };
    pages.push((file.to_owned(), machines.render()?));
    let about = "What others said, and what was measured.";
    let (file, all) = ("claims.html", shown.to_vec());
    let is_settled =
        |claim: &&Judged| answers.ruling(&claim.id).is_some_and(|ruled| ruled.ruling.is_settled());
    let claims: (Vec<_>, Vec<_>) = answers.claims.iter().partition(is_settled);
    let (claims, compared) = (claims.into(), compare_engines(&engines()?, views));
    let claims = Claims { head: head(file, "Claims", about), answers, all, claims, compared };
    pages.push((file.to_owned(), claims.render()?));
    let about = "Checks, other programs on the machine, and what was not measured.";
    let file = "method.html";
    let method = Method { head: head(file, "How sure is it?", about), answers };
    pages.push((file.to_owned(), method.render()?));
    Ok(pages)
}

/// The themes of the pictures that documents show, and the names of their files.
pub(crate) const PICTURES: [(Theme, &str); 2] =
    [(Theme::Light, "between-light.svg"), (Theme::Dark, "between-dark.svg")];

/// The pictures that documents show, for a light and for a dark page.
pub(crate) fn pictures(answers: &Answers) -> Vec<(String, String)> {
    let drawn = answers.questions.iter().find(|it| it.name == DRAWN && it.is_sound);
    let picture = |question: &Question, (theme, name): (Theme, &str)| {
        let picture = memory_plots(question, theme).into_iter().next()?;
        Some((name.to_owned(), picture.svg))
    };
    drawn
        .into_iter()
        .flat_map(|it| PICTURES.into_iter().filter_map(|one| picture(it, one)))
        .collect()
}

/// The page of a question; none has the name of another page.
pub(crate) fn page_of(question: &str) -> String {
    let name = format!("{}.html", words::slug(question));
    if PAGES.iter().any(|(page, _)| *page == name) { format!("question-{name}") } else { name }
}

/// By kind of engine, the rows of all machines, each once, the first one's first.
fn by_machine<'a>(all: &[&'a Answers]) -> Vec<(&'static str, String, Vec<MachineRow<'a>>)> {
    let mut all: Vec<_> = all.iter().copied().filter(|it| it.source().retired.is_empty()).collect();
    // A machine without a search would be an empty column.
    if all.iter().any(|it| it.source().is_searched) {
        all.retain(|it| it.source().is_searched);
    }
    let mut rows: Vec<(&Group, &GainRow)> = Vec::new();
    for (group, row) in all.iter().flat_map(|answers| answers.gains.rows()) {
        if rows.iter().all(|(_, known)| known.named.name != row.named.name) {
            rows.push((group, row));
        }
    }
    let Some(first) = all.first() else { return Vec::new() };
    let kinds = first.gains.of_search().map(|(at, column)| {
        let cell = |row: &GainRow, one: &'a Answers| {
            let same = one.gains.rows().find(|(_, it)| it.named.name == row.named.name);
            same.map(|(_, row)| &row.cells[at])
        };
        let row = |(group, row): &(&'a Group, &'a GainRow)| {
            (*group, *row, all.iter().map(|one| (*one, cell(row, one))).collect())
        };
        (column.kind, column.engines.join(", "), rows.iter().map(row).collect())
    });
    kinds.collect()
}

/// All gains, kinds of engines side by side; `None` without any.
fn gains_plot(answers: &Answers, theme: Theme) -> Option<Plot> {
    let kinds: Vec<_> =
        answers.profiles.iter().enumerate().filter(|(_, it)| it.is_kind()).collect();
    let rows = answers.choices.iter().map(|choice| Intervals {
        label: choice.label.clone(),
        gains: kinds.iter().map(|(number, _)| choice.gains[*number]).collect(),
    });
    let rows: Vec<_> = rows.collect();
    let heads: Vec<_> =
        kinds.iter().map(|(_, it)| [it.name.clone(), format!("like {}", it.like)]).collect();
    (!rows.is_empty() && !heads.is_empty()).then(|| Plot {
        label: "Change in nodes per second by choice of lookup and kind of engine".to_owned(),
        svg: plots::intervals(&heads, &rows, theme),
    })
}

/// Memory against time of a question, throughput and latency as far as they were measured.
fn memory_plots(question: &Question, theme: Theme) -> Vec<Plot> {
    let unit = format!("{} a query, loop included", question.unit);
    let plot = |dependent: bool| {
        let measure = measure_name(dependent);
        let dot = |row: &Row| {
            let entry = if dependent { &row.latency } else { &row.throughput };
            Some(Dot {
                name: row.short.clone(),
                bytes: row.bytes,
                time: entry.time?.value,
                is_old: row.is_old,
                is_common: row.is_common && entry.missing.is_none(),
                is_hollow: entry.missing.is_some(),
                is_named: row.is_usual || row.is_old,
            })
        };
        let dots: Vec<_> =
            question.variants.iter().filter(|row| row.is_ranked).filter_map(dot).collect();
        (dots.len() > 1).then(|| Plot {
            label: format!("{}: {measure} against bytes of tables", question.title),
            svg: plots::dots([measure, &unit], &dots, theme),
        })
    };
    [false, true].into_iter().filter_map(plot).collect()
}

/// Beside a working set, time goes to its touches: ratios show what is left.
fn sweep_plot(question: &Question, sweep: &Sweep) -> Plot {
    let value = |entry: &Entry| match sweep.is_size {
        true => entry.ratio.map(|ratio| ratio.value).filter(|ratio| *ratio <= FAR),
        false => entry.time.map(|time| time.value),
    };
    let line = |row: &SweepRow| {
        let points = sweep.at.iter().zip(&row.entries);
        let points = points.filter_map(|(at, entry)| Some((*at, value(entry)?)));
        Line { name: row.short.clone(), points: points.collect() }
    };
    let lines = sweep.rows.iter().filter(|row| row.is_drawn).map(line);
    let lines: Vec<_> = lines.filter(|line: &Line| !line.points.is_empty()).collect();
    let (unit, along) = match sweep.is_size {
        true => (format!("ratio to {}", question.usual), "working set"),
        false => (format!("{} a query", sweep.unit), "questions after each query"),
    };
    let measure = format!("{}, {}", sweep.stream, sweep.measure);
    let (is_size, lines) = (sweep.is_size, lines.as_slice());
    let lines = Lines { titles: [&measure, &unit], along, is_size, lines };
    Plot {
        label: format!("{}: {measure} by {along}", question.title),
        svg: plots::line_chart(&lines, Theme::Light),
    }
}

/// The lines that cite a question's answers, and its throughput.
fn cited(view: &View<'_>, answers: &Answers, question: &Question) -> Vec<String> {
    let answered = answers.citations(Some(&question.name)).into_iter().map(str::to_owned);
    let setting = view.hot(&question.name, false);
    let step = view.step(setting).into_iter();
    let rows =
        step.flat_map(|(table, step)| timed_at(view, table, step).take(table.variants().len()));
    let rows = rows.map(|row| format!("{}, {}", row.name(), view.set.cited_as(row.run)));
    answered.chain(rows).collect()
}

/// Documentation in Markdown as HTML. Markup in it is text, and links lead to the web alone.
fn html(markdown: &str) -> String {
    // A link to an item of the documentation is its name here.
    let markdown = markdown.replace("[`", "`").replace("`]", "`");
    let is_web = |to: &str| to.starts_with("https://") || to.starts_with("http://");
    let events = Parser::new(&markdown).map(|event| match event {
        Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
        Event::Start(Tag::Link { dest_url, title, id, .. }) if !is_web(&dest_url) => {
            Event::Start(Tag::Link {
                link_type: LinkType::Inline,
                dest_url: "#works".into(),
                title,
                id,
            })
        }
        Event::Start(Tag::Image { .. }) | Event::End(pulldown_cmark::TagEnd::Image) => {
            Event::Text("".into())
        }
        other => other,
    });
    let mut text = String::new();
    pulldown_cmark::html::push_html(&mut text, events);
    text
}

impl QuestionPage<'_> {
    /// The columns that have something to say.
    fn measures(&self) -> Vec<Measure> {
        let unit = &self.question.unit;
        let measure =
            |name: &str, unit: &str, of| Measure { name: name.into(), unit: unit.into(), of };
        let beside = format!("beside {}", words::size(BESIDE));
        let names = ["instr.", "L1 misses", "mispred."];
        let counts = names.iter().enumerate();
        let counts = counts.map(|(at, what)| measure(what, "a query", Of::Count(at)));
        let gains = self.answers.kinds().enumerate();
        let gains = gains.map(|(at, kind)| measure(&kind.name, "nodes/s, %", Of::Gain(at)));
        let all = [
            measure("throughput", unit, Of::Throughput),
            measure("latency", unit, Of::Latency),
            measure(&beside, "ratio", Of::Beside),
            measure("bytes", "tables", Of::Bytes),
        ];
        let all = all.into_iter().chain(counts);
        let is_filled = |it: &Measure| self.question.variants.iter().any(|row| row.fills(it.of));
        all.chain(gains).filter(is_filled).collect()
    }

    /// Rows by a column, the best first, each with the width of its bar in per cent and its cell. The
    /// slowest do not make all others short.
    fn bars(&self, of: Of) -> Vec<(&Row, f64, cells::Shown)> {
        let all = self.question.variants.iter().filter(|row| row.is_ranked);
        let mut all: Vec<_> =
            all.filter_map(|row| Some((row, row.cell(of).sort?, row.cell(of)))).collect();
        all.sort_by(|a, b| a.1.total_cmp(&b.1));
        if let Of::Gain(_) = of {
            all.reverse();
        }
        let sizes = || all.iter().map(|(_, value, _)| value.abs()).filter(|value| *value > 0.0);
        let least = sizes().fold(f64::INFINITY, f64::min);
        let most = sizes().fold(f64::MIN_POSITIVE, f64::max).min(FAR_BARS * least);
        let width = |value: f64| 100.0 * (value.abs() / most).min(1.0);
        all.into_iter().map(|(row, value, cell)| (row, width(value), cell)).collect()
    }

    fn group(&self) -> Option<&Group> {
        self.answers.gains.about(&self.question.name)
    }
}

impl Claims<'_> {
    /// How many gains of real engines agree with ours.
    fn agreement(&self) -> String {
        let here = self.compared.iter().filter(|one| one.ours.is_some());
        let mut counts: Vec<(&str, usize)> = Vec::new();
        for one in here.clone() {
            match counts.iter_mut().find(|(name, _)| *name == one.says.name()) {
                Some((_, count)) => *count += 1,
                None => counts.push((one.says.name(), 1)),
            }
        }
        let all = words::counted(here.count(), "gain");
        let counts = counts.iter().map(|(name, count)| format!("{name} in {count}"));
        format!("Of {all} that we measured on the same kind of machine: {}.", words::list(counts))
    }
}

/// A count as a share of all.
fn share(count: &usize, all: &usize) -> String {
    words::percent(*count as f64 / *all.max(&1) as f64)
}

fn is_web(source: &str) -> bool {
    source.starts_with("https://") || source.starts_with("http://")
}
