//! How sure it is: checks, what was in company, what was not measured and why, and provenance.

use crate::page::{Block, Cell, Column, METHOD, Page, Row, Span, Table, plain};
use crate::view::{View, ends, steps};
use crate::words;
use records::{Agreement, Check, Context, Core, Kind, Records, Study};

pub(crate) fn page(view: &View<'_>) -> Page {
    let mut blocks = vec![Block::Text(doubts(view))];
    blocks.push(Block::Heading("checks", "Checks".to_owned()));
    blocks.push(Block::Table(checks(view)));
    blocks.push(Block::Heading("copies", "Copies of variants against themselves".to_owned()));
    blocks.push(Block::Table(copies(view)));
    blocks.push(Block::note(
        "A copy has code and tables of its own. By chance, the interval of one ratio in twenty \
         excludes 1. If more of them do so by over 0.5 %, the figures of that question and context \
         are withheld.",
    ));
    blocks.push(Block::Heading("missing", "Not measured".to_owned()));
    blocks.push(Block::List(missing(view)));
    blocks.push(Block::Heading("provenance", "Where, when and how".to_owned()));
    blocks.push(Block::Table(facts(view.records)));
    let question = "Checks, other programs on the machine, and what was not measured.";
    Page::new(view.set, METHOD, "How sure is it?", question, blocks)
}

/// What copies and the probe say, in two sentences.
pub(crate) fn doubts(view: &View<'_>) -> Vec<Span> {
    let sum = |of: fn(&Agreement<'_>) -> usize| view.agreements.iter().map(of).sum::<usize>();
    let (all, excluding) = (sum(|one| one.intervals), sum(|one| one.excluding));
    let total = steps(view.records).count();
    let busy = steps(view.records).filter(|step| step.core != Core::Quiet).count();
    vec![plain(format!(
        "Of {} of a variant with a copy of itself, {} found a difference ({}; 5 % would be \
         chance), and {} found one beyond 0.5 %. {} of {} were disturbed by another program on the \
         core (such times are not comparable with other runs), or by an unsteady frequency.",
        words::counted(all, "comparison"),
        words::thousands(excluding as u64),
        words::percent(excluding as f64 / all.max(1) as f64),
        words::thousands(sum(|one| one.apart) as u64),
        words::thousands(busy as u64),
        words::counted(total, "measurement"),
    ))]
}

fn checks(view: &View<'_>) -> Table {
    let variants = || view.records.variants.iter().filter(|v| v.kind != Kind::Control);
    let compared = variants().map(|variant| match variant.check {
        Check::Right(compared) => compared,
        Check::Wrong(_) => 0,
    });
    let wrong = variants().filter(|v| v.is_wrong()).map(|v| &v.name);
    let absent = variants().filter(|variant| !variant.available).count();
    let answers = words::told("wrong answers from ", wrong, "all right");
    let compared = words::thousands(compared.fold(0, u64::saturating_add));
    let mut rows = vec![row("answers", &answers, &format!("{compared} comparisons with oracles"))];
    if absent > 0 {
        let found = words::counted(absent, "variant");
        rows.push(row("instructions", &found, "need what this processor lacks; not timed"));
    }
    for chain in &view.records.clock {
        let step = chain.step;
        let found = format!("{} {}", words::number(step.value, 3), chain.unit);
        let interval = format!("{} to {}", words::number(step.low, 3), words::number(step.high, 3));
        rows.push(row(&format!("clock: {}", chain.name), &found, &interval));
    }
    if let Some(ends) = ends(steps(view.records).filter_map(|step| step.multiply)) {
        let found = ends.map(|cycles| words::number(cycles, 2)).join(" to ");
        rows.push(row("a multiplication", &found, "cycles; a whole number if the clock is right"));
    }
    Table::new("checked", "Checks", ["check", "found", "of what"].map(Column::text), rows)
}

fn row(name: &str, found: &str, about: &str) -> Row {
    Row::new(Cell::text(name), [found, about].map(Cell::text))
}

fn copies(view: &View<'_>) -> Table {
    let of = |context: &Context| {
        let those = || view.agreements.iter().filter(|one| one.context == *context);
        let sum = |of: fn(&Agreement<'_>) -> usize| those().map(of).sum::<usize>();
        let all = sum(|one| one.intervals);
        let of_all = |count: usize| {
            let (count, all) = (words::thousands(count as u64), words::thousands(all as u64));
            format!("{count} of {all}")
        };
        let [excluding, apart] = [sum(|one| one.excluding), sum(|one| one.apart)];
        let share = words::percent(excluding as f64 / all.max(1) as f64);
        let withheld = those().filter(|one| one.is_withheld()).map(|one| one.study);
        let withheld = words::told("", withheld, "nothing");
        let excluding = Cell::text(of_all(excluding)).small(share);
        let cells = [excluding, Cell::text(of_all(apart)), Cell::text(withheld)];
        (all > 0).then(|| Row::new(Cell::text(context.name()), cells))
    };
    let head = [
        Column::text("context"),
        Column::text("copies apart").small("5 % would be chance"),
        Column::text("beyond 0.5 %").small("copies"),
        Column::text("withheld").small("questions"),
    ];
    Table::new("agreement", "Copies against themselves", head, Context::ALL.iter().filter_map(of))
}

fn missing(view: &View<'_>) -> Vec<Vec<Span>> {
    let told = view.records.runs.iter().flat_map(|run| {
        run.missing.iter().map(move |(what, why)| format!("{}, {what}: {why}", run.meter))
    });
    let mut told: Vec<_> = told.collect();
    let is_untimed = |study: &&Study| view.records.tables.iter().all(|t| t.study != study.name);
    let untimed = view.records.studies.iter().filter(is_untimed);
    let untimed = words::few(untimed.map(|study| &study.name));
    if !untimed.is_empty() {
        told.push(format!("No times of {untimed}: cargo bench takes them"));
    }
    if told.is_empty() {
        told.push("Nothing that this run was to measure is missing.".to_owned());
    }
    told.into_iter().map(|text| vec![plain(text)]).collect()
}

fn facts(records: &Records) -> Table {
    let machine = &records.machine;
    let unknown = || "unknown".to_owned();
    let size = |bytes: Option<u64>| bytes.map_or_else(unknown, words::size);
    let model = machine.model.as_ref().map_or_else(unknown, |model| {
        let known = machine.microarchitecture().unwrap_or("not known by name");
        format!("{}, family {}, model {}: {known}", model.vendor, model.family, model.model)
    });
    let yes = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let guest = machine.virtualised.map_or_else(unknown, yes);
    let governor = machine.governor.clone().unwrap_or_else(unknown);
    let caches = [machine.caches.l1d, machine.caches.l2, machine.caches.l3].map(size).join(", ");
    let mut rows = vec![
        row("processor", &machine.cpu, &model),
        row("data caches", &caches, "by level"),
        row("system", &machine.os, &format!("virtual machine: {guest}; governor: {governor}")),
        row("build", machine.build.name(), &format!("{} {}", machine.rustc, machine.flags)),
        row("compiled in", &machine.features.join(" "), "instruction sets"),
        row("present", &machine.present.join(" "), "instruction sets that variants ask for"),
    ];
    for run in &records.runs {
        let commit = run.commit.as_deref().unwrap_or("unknown commit");
        let load = run.load.map_or_else(unknown, |load| words::number(load, 2));
        let found = format!("{}, {commit}, {}", run.date, run.breadth);
        let about = format!("{}; method {}; load {load}", run.how, run.method);
        rows.push(row(&format!("run: {}", run.meter), &found, &about));
        if let Some(probe) = &run.probe {
            rows.push(row("probe of company", probe, "idle instructions"));
        }
    }
    Table::new("facts", "Provenance", ["what", "found", "more"].map(Column::text), rows)
}
