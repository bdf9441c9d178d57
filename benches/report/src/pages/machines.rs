//! Machines: a row a question, a column a machine; opened, the ratio of any variant on all.

use super::index::fastest;
use crate::answers::page_of;
use crate::page::{Block, Cell, Column, MACHINES, Page, Row, Table, plain, provenance};
use crate::recommend::{recommend, times};
use crate::set::Set;
use crate::view::View;
use crate::words;
use records::Study;

/// So many machines fit side by side.
const MOST: usize = 5;

pub(crate) fn page(sets: &[&Set], views: &[&View<'_>]) -> Page {
    let (sets, views) = (&sets[..sets.len().min(MOST)], &views[..views.len().min(MOST)]);
    let first = views[0];
    let agree = first.questions().filter(|study| agrees(views, &study.name)).count();
    let all = first.questions().count();
    let answer = match sets.len() {
        1 => "Only this machine: records of others in folders beside it would stand here.".into(),
        count => format!(
            "On {count} machines the answer is the same for {agree} of {}. A column is a machine; \
             ratios have no unit and may be compared, cycles of two processors may not.",
            words::counted(all, "question")
        ),
    };
    let mut blocks = vec![Block::Text(vec![plain(answer)])];
    blocks.push(Block::Table(by_machine(sets, views)));
    blocks.push(Block::Note(vec![plain(
        "What to do; in small type what is faster alone than the usual way, whatever instructions \
         it needs, by the usual way's time.",
    )]));
    blocks.push(Block::Heading("where", "Machines".to_owned()));
    let about = sets.iter().map(|set| vec![plain(format!("{}: {}", set.name, provenance(set)))]);
    blocks.push(Block::List(about.collect()));
    blocks.push(Block::Heading("ratios", "Any variant on all machines".to_owned()));
    blocks.extend(first.questions().map(|study| ratios(sets, views, study)));
    Page {
        file: MACHINES.to_owned(),
        title: "Machines".to_owned(),
        question: "Does the answer hold on another processor?".to_owned(),
        provenance: provenance(sets[0]),
        blocks,
    }
}

/// Whether all machines that were asked say the same.
fn agrees(views: &[&View<'_>], question: &str) -> bool {
    let told = views.iter().filter_map(|view| {
        let found = recommend(&[view], question, None)?;
        Some((found.word, &found.variant.name))
    });
    let told: Vec<_> = told.collect();
    told.windows(2).all(|pair| pair[0] == pair[1])
}

fn columns(sets: &[&Set]) -> impl Iterator<Item = Column> {
    sets.iter().map(|set| Column { small: set.name.clone(), ..Column::text(&set.column()) })
}

fn by_machine(sets: &[&Set], views: &[&View<'_>]) -> Table {
    let cell = |view: &&View<'_>, question: &str| {
        let Some(found) = recommend(&[view], question, None) else {
            return Cell::text("not measured").class("tie");
        };
        let told = format!("{} {}", found.word.name(), view.short(found.variant));
        let lead = |dependent: bool| {
            let (variant, _) = fastest(view, question, dependent)?;
            let time = times(view, variant)[usize::from(dependent)]?;
            let time = words::ratio(time.value);
            let is_usual = view.usual(question) == Some(&variant.name);
            (!is_usual).then(|| format!("{} {time}", view.short(variant)))
        };
        let [throughput, latency] = [lead(false), lead(true)];
        let latency = latency.map(|lead| format!("in latency {lead}"));
        let leads: Vec<_> = throughput.into_iter().chain(latency).collect();
        Cell::text(told).small(leads.join("; "))
    };
    let row = |study: &Study| {
        let question = study.name.as_str();
        let title = Cell::text(views[0].title(question)).link(page_of(question));
        let cells = views.iter().map(|view| cell(view, question));
        Row { cells: [title].into_iter().chain(cells).collect(), ..Row::default() }
    };
    let head = [Column::text("question")].into_iter().chain(columns(sets)).collect();
    Table {
        id: "by-machine".to_owned(),
        label: "What to do, by machine".to_owned(),
        head,
        rows: views[0].questions().map(row).collect(),
        is_tool: false,
    }
}

/// Every variant of a question, throughput and latency by the usual way's.
fn ratios(sets: &[&Set], views: &[&View<'_>], study: &Study) -> Block {
    let mut names: Vec<&str> = Vec::new();
    for view in views {
        let known = view.study(&study.name).map_or("", |study| &study.name);
        let new = view.variants(known).map(|variant| variant.name.as_str());
        names.extend(new.filter(|name| !names.contains(name)).collect::<Vec<_>>());
    }
    let cell = |view: &&View<'_>, name: &str| {
        let variant = view.variant(&study.name, name);
        let found = variant.map_or([None, None], |variant| times(view, variant));
        let told = |time: Option<records::Figure>| {
            time.map_or_else(|| "not measured".to_owned(), words::ratio_figure)
        };
        match found {
            [None, None] => Cell::text("not measured").class("tie"),
            _ if view.usual(&study.name) == Some(name) => Cell::text("usual").class("tie"),
            [throughput, latency] => {
                Cell::text(told(throughput)).small(format!("latency {}", told(latency)))
            }
        }
    };
    let row = |name: &&str| {
        let short =
            views.iter().find_map(|view| view.variant(&study.name, name).map(|v| view.short(v)));
        let title = Cell::text(short.unwrap_or_default());
        let cells = views.iter().map(|view| cell(view, name));
        Row { cells: [title].into_iter().chain(cells).collect(), ..Row::default() }
    };
    let id = format!("ratios-{}", words::slug(&study.name));
    let table = Table {
        id: format!("{id}-table"),
        label: format!("Ratios by machine: {}", views[0].title(&study.name)),
        head: [Column::text("variant")].into_iter().chain(columns(sets)).collect(),
        rows: names.iter().map(row).collect(),
        is_tool: false,
    };
    Block::Closed { id, summary: views[0].title(&study.name), blocks: vec![Block::Table(table)] }
}
