//! Pages: templates over answers. Prose stands in the templates.

mod cells;

use crate::answers::choices::{KINDS, Profile, pasted};
use crate::answers::question::{BESIDE, Question, Row, SHOWN, Sweep, SweepRow, measure_name};
use crate::answers::table::{Cell, Row as Answer};
use crate::answers::{Answers, Source};
use crate::claims::{Compared, Judged, compare_engines};
use crate::csv::timed_at;
use crate::engines::engines;
use crate::plots::{self, Dot, Interval, Line, Lines, Theme};
use crate::text::had;
use crate::view::{Entry, View};
use crate::words;
use anyhow::Result;
use askama::Template;
use pulldown_cmark::{Event, LinkType, Parser, Tag};
use records::Ruling;

/// The SHA-256 of the pages' script, by which no other may run; `.ci/examine` computes it.
const SCRIPT_HASH: &str = "3qLkDi3zi9qo337LAirnZHSp9aBsbZjyq5MKe23u2w8=";
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
    kinds: Vec<(&'static str, &'static str, Vec<MachineRow<'a>>)>,
}

/// A row of answers, and the cell of each machine.
type MachineRow<'a> = (&'a Answer, Vec<(&'a Answers, Option<&'a Cell>)>);

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
    let gains: Vec<_> = answers.kinds().map(|profile| gains_plot(answers, profile)).collect();
    let drawn = answers.questions.iter().find(|it| it.name == DRAWN && it.is_sound);
    let memory = drawn.map_or_else(Vec::new, |drawn| memory_plots(drawn, Theme::Light));
    let title = "Which lookups should a chess engine use?";
    let index = Index { head: head(INDEX, title, ""), answers, gains: gains.clone(), memory };
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
    let search = SearchPage { head: head(file, "Search", about), answers, gains, paste };
    pages.push((file.to_owned(), search.render()?));
    let shown = &all[..all.len().min(MOST_MACHINES)];
    let about = "Does the answer hold on another processor?";
    let (file, all, kinds) = ("machines.html", shown.to_vec(), by_machine(shown));
    let machines = Machines { head: head(file, "Machines", about), all, kinds };
    pages.push((file.to_owned(), machines.render()?));
    let about = "What others said, and what was measured.";
    let (file, all) = ("claims.html", shown.to_vec());
    let is_settled = |claim: &&Judged| {
        let ruling = answers.ruling(&claim.id).map(|ruled| ruled.ruling);
        matches!(ruling, Some(Ruling::Confirmed | Ruling::Refuted | Ruling::Depends))
    };
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
fn by_machine<'a>(all: &[&'a Answers]) -> Vec<(&'static str, &'static str, Vec<MachineRow<'a>>)> {
    let all: Vec<_> = all.iter().copied().filter(|it| it.source().retired.is_empty()).collect();
    let mut rows: Vec<&Answer> = Vec::new();
    for row in all.iter().flat_map(|answers| &answers.table) {
        let is_about = |known: &Answer, question: &str| {
            known.lookups.iter().any(|lookup| lookup.question == question)
        };
        let is_known = |known: &&Answer| {
            known.is_beyond == row.is_beyond
                && row.lookups.iter().all(|it| is_about(known, &it.question))
                && (row.have.is_none() || known.have.is_none() || had(known) == had(row))
        };
        if !rows.iter().any(is_known) {
            rows.push(row);
        }
    }
    let with_cells = |number: usize| {
        let cells = |row: &'a Answer| {
            (row, all.iter().map(|one| (*one, one.cell_like(row, number))).collect())
        };
        rows.iter().map(|row| cells(row)).collect()
    };
    let kinds = KINDS.into_iter().enumerate();
    kinds.map(|(number, (kind, like))| (kind, like, with_cells(number))).collect()
}

fn gains_plot(answers: &Answers, profile: &Profile) -> Plot {
    let number = answers.profiles.iter().position(|it| it.name == profile.name);
    let rows = answers.choices.iter().filter_map(|choice| {
        let gain = choice.gains[number?]?;
        Some(Interval { label: choice.label.clone(), gain })
    });
    let rows: Vec<_> = rows.collect();
    let hint = format!("like {}", profile.like);
    Plot {
        label: format!("Change in nodes per second by choice of lookup, {}", profile.name),
        svg: plots::intervals([&profile.name, &hint], &rows, Theme::Light),
    }
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
                is_named: row.is_usual || row.is_named,
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
    let answered = answers.citations_about(&question.name).into_iter().map(str::to_owned);
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
    fn rows(&self) -> Vec<&Answer> {
        self.answers.rows_about(&self.question.name).collect()
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
