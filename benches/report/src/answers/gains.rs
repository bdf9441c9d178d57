//! The table of gains, the same in every place: a row a lookup that one may take, a column a kind of
//! engine, with the engines of its kind that nobody here wrote beside it, by compiler.
//!
//! A cell is a figure and nothing else. One rule makes it bold.

use super::choices::{KINDS, choice, in_search, worth};
use crate::engines::Engine;
use crate::processor::Processor;
use crate::view::{SEARCH, View, instruction_sets, unusual_needs};
use crate::words;
use figures::statistics::stretch;
use records::{Figure, Kind, Setting, Variant};
use serde::Serialize;
use std::cmp::Ordering;

/// All that sets and engines say together.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Gains {
    pub(crate) columns: Vec<Column>,
    pub(crate) groups: Vec<Group>,
    /// What a search timed and no row has, because no kind of engine gains by it for certain.
    pub(crate) others: Vec<String>,
}

/// A column of gains.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Column {
    pub(crate) kind: &'static str,
    /// The compiler of the engines that nobody here wrote; `None` of our search.
    pub(crate) compiler: Option<String>,
    /// These engines; of our search the one that it is like.
    pub(crate) engines: Vec<String>,
}

/// The lookups that take the place of one that an engine has.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Group {
    pub(crate) question: String,
    pub(crate) title: String,
    pub(crate) have: Named,
    /// How often a node asks, at least and at most by kind; `None` if nobody counted.
    pub(crate) asked: Option<[f64; 2]>,
    /// In the order of bytes, the most first.
    pub(crate) rows: Vec<Row>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Row {
    pub(crate) named: Named,
    /// In the order of the columns.
    pub(crate) cells: Vec<Cell>,
}

/// A variant as tables name it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Named {
    pub(crate) short: String,
    /// Its name in records.
    pub(crate) name: String,
    /// The crate that `--take` copies.
    pub(crate) technique: String,
    /// Bytes of tables that it adds to an engine with the usual lookups.
    pub(crate) bytes: u64,
    /// The instruction sets that it needs beyond what every x86-64 has.
    pub(crate) needs: Vec<String>,
    /// These, and processors that are known to be slow with it.
    pub(crate) chips: Vec<String>,
}

/// Gains in nodes per second over what the engine has: one for each machine, or for each engine and
/// machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Cell {
    pub(crate) gains: Vec<Gain>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Gain {
    /// The machine, after the engine if it is not ours.
    pub(crate) on: String,
    pub(crate) gain: Figure,
    /// Whether it is bold by itself: [`is_bold`] is the rule.
    pub(crate) is_bold: bool,
    /// The line that cites it; of our search alone.
    pub(crate) cite: Option<String>,
}

/// Whether a gain is bold: above zero for certain, though this many rows might be so by chance, and no
/// other row of its group surely gains more.
pub(crate) fn is_bold(gain: Figure, rows: usize, is_beaten: bool) -> bool {
    // One of twenty columns of equal rows has a bold one.
    let stretched = (gain.value - gain.low) * stretch(0.1 / rows.max(2) as f64);
    gain.value - stretched > 0.0 && !is_beaten
}

/// The gains by these machines, the most reliable first; each kind of machine stands there once.
pub(crate) fn gains_of(views: &[&View<'_>], here: Option<&Processor>, engines: &[Engine]) -> Gains {
    let columns = columns(engines);
    let all = candidates(views, here);
    let (mut groups, mut others): (Vec<Group>, Vec<String>) = Default::default();
    for (question, have, names) in &all {
        let Some(view) = views.iter().find(|view| view.variant(question, have).is_some()) else {
            continue;
        };
        let mut rows = Vec::new();
        for name in names {
            let cells: Vec<_> = columns
                .iter()
                .map(|column| match &column.compiler {
                    None => ours(views, column.kind, question, have, name, &all),
                    Some(_) => theirs(engines, column, have, name),
                })
                .collect();
            let Some(taken) =
                views.iter().find_map(|it| Some(named(it, it.variant(question, name)?)))
            else {
                continue;
            };
            let is_tried = cells
                .iter()
                .zip(&columns)
                .any(|(cell, column)| column.compiler.is_some() && !cell.gains.is_empty());
            // On one machine and in one kind of engine is enough.
            if is_tried || cells.iter().any(|cell| cell.gains.iter().any(|it| it.is_bold)) {
                rows.push(Row { named: taken, cells });
            } else {
                others.push(format!("{} ({question})", taken.short));
            }
        }
        rows.sort_by_key(|row| std::cmp::Reverse(row.named.bytes));
        let have = view.variant(question, have).map(|have| named(view, have));
        let title = view.question(question).map(|question| question.title.clone());
        if let Some((have, title)) = have.zip(title).filter(|_| !rows.is_empty()) {
            let asked = rates(views, question);
            groups.push(Group { question: question.clone(), title, have, asked, rows });
        }
    }
    Gains { columns, groups, others }
}

/// Our search by kind of engine, each followed by the engines of its kind, by compiler.
fn columns(engines: &[Engine]) -> Vec<Column> {
    let mut columns: Vec<Column> = Vec::new();
    for (kind, like) in KINDS {
        columns.push(Column { kind, compiler: None, engines: vec![like.to_owned()] });
        let first = columns.len();
        for engine in engines.iter().filter(|engine| engine.kind == kind) {
            let is_it = |column: &&mut Column| column.compiler.as_deref() == Some(&engine.compiler);
            match columns[first..].iter_mut().find(is_it) {
                Some(column) if column.engines.contains(&engine.engine) => {}
                Some(column) => column.engines.push(engine.engine.clone()),
                None => columns.push(Column {
                    kind,
                    compiler: Some(engine.compiler.clone()),
                    engines: vec![engine.engine.clone()],
                }),
            }
        }
    }
    columns
}

/// Questions, what engines answer each by, and the variants that a search timed in its place.
type Candidates = Vec<(String, String, Vec<String>)>;

fn candidates(views: &[&View<'_>], here: Option<&Processor>) -> Candidates {
    let mut all: Candidates = Vec::new();
    for view in views {
        for question in view.questions() {
            let Some(have) = view.usual(&question.name) else { continue };
            let Some(had) = view.variant(&question.name, have) else { continue };
            for variant in view.variants(&question.name) {
                let is_timed = KINDS.iter().any(|(kind, _)| {
                    view.is_sound(in_search(kind)) && told(view, kind, variant, had).is_some()
                });
                if variant.name == *have || !is_timed || !may_be_taken(view, variant, here) {
                    continue;
                }
                let place = all.iter().position(|(known, ..)| *known == question.name);
                let place = place.unwrap_or_else(|| {
                    all.push((question.name.clone(), have.to_owned(), Vec::new()));
                    all.len() - 1
                });
                let names = &mut all[place].2;
                if !names.contains(&variant.name) {
                    names.push(variant.name.clone());
                }
            }
        }
    }
    let rate = |question: &str| rates(views, question).map_or(0.0, |[_, most]| most);
    all.sort_by(|(a, ..), (b, ..)| rate(b).total_cmp(&rate(a)));
    all
}

/// Whether a variant may be taken: it answers correctly, runs here, is no library, and asks only what
/// an engine has anyway.
fn may_be_taken(view: &View<'_>, variant: &Variant, here: Option<&Processor>) -> bool {
    variant.is_choice()
        && matches!(variant.kind, Kind::Cpw | Kind::Frontier)
        && view.is_over_usual(variant)
        && here.is_none_or(|processor| processor.suits(view, variant))
}

/// What a search says of a variant over another; `None` where no node asks, so that it cannot differ.
fn told(view: &View<'_>, kind: &str, of: &Variant, over: &Variant) -> Option<Figure> {
    let name = &choice(view, of)?.name;
    let asks = view.asks(SEARCH, kind);
    worth(view, kind, of, over).filter(|_| asks.is_none_or(|asks| !asks.never_asks(name)))
}

/// What our search says of a lookup, on each machine.
fn ours(
    views: &[&View<'_>],
    kind: &'static str,
    question: &str,
    have: &str,
    name: &str,
    all: &Candidates,
) -> Cell {
    let mut cell = Cell::default();
    for view in views.iter().filter(|view| view.is_sound(in_search(kind))) {
        let found = view.variant(question, have).zip(view.variant(question, name));
        let Some((had, variant)) = found else { continue };
        let Some(gain) = told(view, kind, variant, had) else { continue };
        let gain_of = |question: &String, have: &String, name: &String| {
            let [of, over] = [name, have].map(|name| view.variant(question, name));
            told(view, kind, of?, over?)
        };
        let rows = all.iter().flat_map(|(question, have, names)| {
            names.iter().filter_map(move |name| gain_of(question, have, name))
        });
        let rivals = all.iter().filter(|(known, ..)| known == question).flat_map(|it| &it.2);
        let is_beaten = rivals.filter(|rival| *rival != name).any(|rival| {
            let by = view.variant(question, rival).and_then(|it| worth(view, kind, it, variant));
            by.is_some_and(|by| by.side(0.0).is_gt())
        });
        let is_bold = is_bold(gain, rows.count(), is_beaten);
        let cite = choice(view, variant).and_then(|of| citation(view, in_search(kind), &of.name));
        cell.gains.push(Gain { on: view.set.column(), gain, is_bold, cite });
    }
    cell
}

/// What engines of a column gained by a lookup over the usual one.
fn theirs(engines: &[Engine], column: &Column, have: &str, name: &str) -> Cell {
    let [have, name] = [have, name].map(|name| name.split('+').next().unwrap_or(name));
    let of_column = |engine: &&Engine| {
        engine.kind == column.kind && Some(&engine.compiler) == column.compiler.as_ref()
    };
    let gain = |engine: &Engine| {
        let gain = engine.gains_over_own(name).filter(|_| have != name)?;
        let on = format!("{} on {}", engine.engine, engine.on);
        Some(Gain { on, gain, is_bold: false, cite: None })
    };
    Cell { gains: engines.iter().filter(of_column).filter_map(gain).collect() }
}

/// How often a node asks a question, at least and at most by kind and machine.
fn rates(views: &[&View<'_>], question: &str) -> Option<[f64; 2]> {
    let rate = |view: &View<'_>, kind: &str| {
        let asks = view.asks(SEARCH, kind)?;
        let asked = asks.asked.iter().filter(|asked| asked.question == question);
        Some(asked.map(|asked| asks.lookups(asked)).sum())
    };
    let all = views.iter().flat_map(|view| KINDS.map(|(kind, _)| rate(view, kind)));
    words::ends(all.flatten().filter(|rate| *rate >= LEAST_ASKED))
}

/// A question that a node asks less often counts as not asked.
const LEAST_ASKED: f64 = 0.01;

pub(crate) fn named(view: &View<'_>, variant: &Variant) -> Named {
    Named {
        short: view.short(variant),
        name: variant.name.clone(),
        technique: variant.technique().to_owned(),
        bytes: view.own_bytes(variant),
        needs: instruction_sets(variant),
        chips: view.chips(variant),
    }
}

/// The line that cites a variant's figure in a setting.
pub(crate) fn citation(view: &View<'_>, setting: Setting<'_>, name: &str) -> Option<String> {
    let run = view.records.runs.get(view.table(setting)?.run)?;
    Some(format!("{setting}/{name}, {}", view.set.cited_as(run)))
}

impl Named {
    pub(crate) fn size(&self) -> String {
        words::tables(self.bytes)
    }
}

impl Column {
    /// The head of the column.
    pub(crate) fn head(&self) -> [String; 2] {
        match &self.compiler {
            None => [self.kind.to_owned(), format!("like {}", self.engines.join(", "))],
            Some(compiler) => [self.engines.join(", "), format!("by {compiler}")],
        }
    }

    /// What tells its cells from others where there is no head.
    pub(crate) fn label(&self) -> String {
        let [name, more] = self.head();
        if self.compiler.is_some() { format!("{name} {more}") } else { name }
    }
}

impl Cell {
    /// Whether it is bold on all machines.
    pub(crate) fn is_bold(&self) -> bool {
        !self.gains.is_empty() && self.gains.iter().all(|it| it.is_bold)
    }

    /// A gain with half of its interval, or the lowest and the highest of several gains.
    pub(crate) fn text(&self) -> String {
        match &self.gains[..] {
            [] => String::new(),
            [Gain { gain, .. }] => {
                format!("{} ±{}", words::per_cent(gain.value), words::half_width(*gain))
            }
            several => {
                let ends = words::ends(several.iter().map(|it| it.gain.value)).unwrap_or_default();
                let [low, high] = ends.map(words::per_cent);
                if low == high { low } else { format!("{low} … {high}") }
            }
        }
    }

    /// Where each of its gains was measured, with its interval.
    pub(crate) fn details(&self) -> Vec<String> {
        let one = |it: &Gain| format!("{}: {}", it.on, words::gain_figure(it.gain));
        self.gains.iter().map(one).collect()
    }

    /// How a page colours it: by what is certain on all machines.
    pub(crate) fn class(&self) -> &'static str {
        let mut sides = self.gains.iter().map(|it| it.gain.side(0.0));
        let first = sides.next().unwrap_or(Ordering::Equal);
        words::class_of(if sides.all(|side| side == first) { first } else { Ordering::Equal })
    }
}

impl Gains {
    /// The columns of our search alone, by number.
    pub(crate) fn of_search(&self) -> impl Iterator<Item = (usize, &Column)> {
        self.columns.iter().enumerate().filter(|(_, column)| column.compiler.is_none())
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = (&Group, &Row)> {
        self.groups.iter().flat_map(|group| group.rows.iter().map(move |row| (group, row)))
    }

    /// The group of a question, if it has a row.
    pub(crate) fn about(&self, question: &str) -> Option<&Group> {
        self.groups.iter().find(|group| group.question == question)
    }

    /// The columns that have a figure, by number.
    pub(crate) fn filled(&self) -> Vec<usize> {
        let is_filled = |at: &usize| self.rows().any(|(_, row)| !row.cells[*at].gains.is_empty());
        (0..self.columns.len()).filter(is_filled).collect()
    }
}

/// What a variant needs beyond x86-64-v3.
pub(crate) fn is_common(variant: &Variant) -> bool {
    unusual_needs(variant).next().is_none()
}
