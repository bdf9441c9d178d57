//! Machines: a row a question, a column a machine; opened, the ratio of any variant on all.

use super::columns;
use super::index::fastest;
use crate::page::{Block, Cell, Column, MACHINES, Page, Row, Table, plain};
use crate::recommend::times;
use crate::recommended::page_of;
use crate::view::View;
use crate::words;
use records::Study;

const MOST: usize = 5;

pub(crate) fn page(views: &[View<'_>]) -> Page {
    let views = &views[..views.len().min(MOST)];
    let first = &views[0];
    let agree = first.questions().filter(|study| agrees(views, &study.name)).count();
    let all = first.questions().count();
    let answer = match views.len() {
        1 => "Only this machine: put records of others in folders beside it to compare.".into(),
        count => format!(
            "{count} machines give the same answer to {agree} of {}. Compare ratios between \
             machines, not cycles.",
            words::counted(all, "question")
        ),
    };
    let mut blocks = vec![Block::Text(vec![plain(answer)])];
    blocks.push(Block::Table(by_machine(views)));
    blocks.push(Block::note(
        "Small type: the fastest variant alone, whatever instructions it needs, where it is surely \
         faster than the usual way; its time as a ratio to that.",
    ));
    let ratios = first.questions().map(|study| ratios(views, study));
    blocks.push(Block::closed("ratios", "Every variant on all machines", ratios));
    blocks.push(Block::Heading("where", "Machines".to_owned()));
    let about = views.iter().map(|View { set, .. }| format!("{}: {}", set.name, set.provenance()));
    blocks.push(Block::List(about.map(|text| vec![plain(text)]).collect()));
    blocks.push(Block::note(
        "Sets measured before version 5 of the method had one draw of physical pages a process: \
         figures of tables larger than the first-level cache may lie outside their intervals in \
         another process. Orders held.",
    ));
    let question = "Does the answer hold on another processor?";
    Page::new(first.set, MACHINES, "Machines", question, blocks)
}

fn agrees(views: &[View<'_>], question: &str) -> bool {
    let found = views.iter().filter_map(|view| view.recommend(question));
    let found: Vec<_> = found.map(|found| (found.word, &found.variant.name)).collect();
    found.windows(2).all(|pair| pair[0] == pair[1])
}

fn by_machine(views: &[View<'_>]) -> Table {
    let cell = |view: &View<'_>, question: &str| {
        let Some(found) = view.recommend(question) else { return Cell::none("not measured") };
        let lead = |dependent: bool| {
            let (variant, time) = fastest(view, question, dependent)?;
            let is_usual = view.usual(question) == Some(&variant.name);
            let time = time.filter(|_| !is_usual).map(words::ratio)?;
            Some(format!("{} {time}", view.short(variant)))
        };
        let latency = lead(true).map(|lead| format!("latency {lead}"));
        let leads: Vec<_> = lead(false).into_iter().chain(latency).collect();
        Cell::text(found.told(view)).small(leads.join("; "))
    };
    let row = |study: &Study| {
        let question = study.name.as_str();
        let title = Cell::text(views[0].title(question)).link(page_of(question));
        Row::new(title, views.iter().map(|view| cell(view, question)))
    };
    let head = columns(Column::text("question"), views);
    let rows = views[0].questions().map(row);
    Table::new("by-machine", "What to do, by machine", head, rows)
}

fn ratios(views: &[View<'_>], study: &Study) -> Block {
    let mut names: Vec<&str> = Vec::new();
    for view in views {
        let new = view.variants(&study.name).map(|variant| variant.name.as_str());
        names.extend(new.filter(|name| !names.contains(name)).collect::<Vec<_>>());
    }
    let cell = |view: &View<'_>, name: &str| {
        let variant = view.variant(&study.name, name);
        let found = variant.map_or([None, None], |variant| times(view, variant));
        let [throughput, latency] = found.map(|time| time.map(words::ratio_figure));
        let latency = latency.map(|latency| format!("latency {latency}"));
        match throughput.or_else(|| latency.clone()) {
            None => Cell::none("not measured"),
            _ if view.usual(&study.name) == Some(name) => Cell::none("usual"),
            Some(first) if latency.as_ref() == Some(&first) => Cell::text(first),
            Some(first) => Cell::text(first).small(latency.unwrap_or_default()),
        }
    };
    let row = |name: &&str| {
        let short =
            views.iter().find_map(|view| view.variant(&study.name, name).map(|v| view.short(v)));
        Row::new(Cell::text(short.unwrap_or_default()), views.iter().map(|view| cell(view, name)))
    };
    let (id, title) = (format!("ratios-{}", study.name), views[0].title(&study.name));
    let head = columns(Column::text("variant"), views);
    let label = format!("{title}: throughput and latency as ratios to the usual way");
    let table = Table::new(&format!("{id}-table"), &label, head, names.iter().map(row));
    Block::closed(&id, &title, [Block::Table(table)])
}
