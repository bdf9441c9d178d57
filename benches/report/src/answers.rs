//! Answers: the value that all pages, texts and exports are made from.
//!
//! [`Answers::of`] is a pure function of records and, where one is named, of the processor at hand.
//! `answers.json` is its value. What a person reads is a template over these rows.

pub(crate) mod recommend;
pub(crate) mod choices;
pub(crate) mod table;
pub(crate) mod outside;
pub(crate) mod question;
pub(crate) mod checks;
pub(crate) mod nearest;
pub(crate) mod asked;

use crate::claims::{Judged, all_claims};
use crate::engines::engines;
use crate::processor::Processor;
use crate::set::Set;
use crate::view::{FIRST_SOUND, View};
use anyhow::Result;
use checks::Checks;
use choices::{Choice, KINDS, Profile};
use outside::ByKind;
use question::Question;
use serde::Serialize;
use table::Row;

/// What sets say together.
#[derive(Clone, Debug, Serialize)]
pub struct Answers {
    /// The sets that answer, the first one's questions and checks below.
    pub(crate) sources: Vec<Source>,
    /// What to take: a row a lookup and what an engine has, a cell a kind of engine.
    pub(crate) table: Vec<Row>,
    /// The same for all questions, each row of one lookup.
    pub(crate) every: Vec<Row>,
    /// What engines that nobody here wrote gained.
    pub(crate) outside: Vec<ByKind>,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) questions: Vec<Question>,
    pub(crate) claims: Vec<Judged>,
    pub(crate) checks: Checks,
}

/// A set of records.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Source {
    /// Its folder.
    pub(crate) name: String,
    pub(crate) processor: String,
    /// The microarchitecture, or the folder where it is not known.
    pub(crate) machine: String,
    pub(crate) microarchitecture: Option<&'static str>,
    pub(crate) build: String,
    /// Compiler, dates, methods and breadths of its runs.
    pub(crate) provenance: String,
    /// Why it answers nothing; empty if it does.
    pub(crate) retired: String,
    /// Whether the table has its figures: another set of its kind of machine may stand for it.
    pub(crate) answers: bool,
    /// Whether it searched with a kind of engine, so that more than times alone is known.
    pub(crate) is_searched: bool,
}

impl Answers {
    /// What these sets say: together in the table, those without a search only if no other has one;
    /// the first one alone in all else. With a processor, only variants that it runs, and runs well, are named.
    ///
    /// # Errors
    /// If the files of claims or engines that this program holds are broken.
    ///
    /// # Panics
    /// Without a set.
    pub fn of(sets: &[Set], here: Option<&Processor>) -> Result<Answers> {
        let views: Vec<_> = sets.iter().map(View::new).collect();
        let (view, engines) = (&views[0], engines()?);
        let mut answering: Vec<_> =
            distinct(&views).into_iter().filter(|it| !is_retired(it)).collect();
        // Times of lookups alone speak where no set has a search, as by `--here`.
        if answering.iter().any(|view| is_searched(view)) {
            answering.retain(|view| is_searched(view));
        }
        let profiles = choices::profiles(view);
        let choices = choices::choices(view, &profiles);
        let all = all_claims()?;
        let on = here.map_or_else(|| view.set.microarchitecture(), Processor::microarchitecture);
        let on = on.filter(|_| sets.len() == 1);
        let rows = table::answer_rows(&answering, here, &engines);
        let named = rows.every.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.named);
        let named: Vec<_> = named.map(|named| named.name.as_str()).collect();
        let question = |question| question::question(view, &profiles, question, &named);
        Ok(Answers {
            sources: views.iter().map(|view| Source::of(view, &answering)).collect(),
            outside: outside::by_kind(&engines, on),
            questions: view.questions().map(question).collect(),
            table: rows.shown,
            every: rows.every,
            claims: all.into_iter().map(|it| it.judged(&views[..1])).collect(),
            checks: checks::checks(view),
            profiles,
            choices,
        })
    }
}

impl Source {
    fn of(view: &View<'_>, answering: &[&View<'_>]) -> Source {
        let set = view.set;
        let retired = if is_retired(view) {
            format!(
                "Its figures are of a method before {FIRST_SOUND}: docs/errata.md says what is \
                 wrong with them. They stay on its pages and answer nothing."
            )
        } else {
            String::new()
        };
        Source {
            name: set.name.clone(),
            processor: set.processor(),
            machine: set.column(),
            microarchitecture: set.microarchitecture(),
            build: set.records.machine.build.to_string(),
            provenance: set.provenance(),
            retired,
            answers: answering.iter().any(|it| std::ptr::eq(*it, view)),
            is_searched: is_searched(view),
        }
    }
}

/// Whether a set searched with a kind of engine by a sound method.
fn is_searched(view: &View<'_>) -> bool {
    KINDS.iter().any(|(kind, _)| {
        let setting = choices::in_search(kind);
        view.step(setting).is_some() && view.is_sound(setting)
    })
}

/// Whether errata touch all figures of a set.
fn is_retired(view: &View<'_>) -> bool {
    let mut runs = view.records.tables.iter().filter_map(|table| view.records.runs.get(table.run));
    !view.records.tables.is_empty() && runs.all(|run| run.method < FIRST_SOUND)
}

/// Each kind of machine once: by the own run, else by the newest set. The own run comes first,
/// then the newest.
pub(crate) fn distinct<'v, 'a>(views: &'v [View<'a>]) -> Vec<&'v View<'a>> {
    let date = |view: &View<'_>| view.records.runs.iter().map(|run| run.date.clone()).max();
    let mut sorted: Vec<_> = views.iter().collect();
    sorted
        .sort_by_key(|view| (is_retired(view), !view.set.is_own(), std::cmp::Reverse(date(view))));
    let mut kinds: Vec<&View<'_>> = Vec::new();
    for view in sorted {
        if kinds.iter().all(|known| known.set.column() != view.set.column()) {
            kinds.push(view);
        }
    }
    kinds
}
