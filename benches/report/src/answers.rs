//! Answers: the value that all pages, texts and exports are made from.
//!
//! [`Answers::of`] is a pure function of records and, where one is named, of the processor at hand.
//! `answers.json` is its value. What a person reads is a template over these rows.

pub(crate) mod choices;
pub(crate) mod gains;
pub(crate) mod question;
pub(crate) mod tradeoffs;
pub(crate) mod checks;
pub(crate) mod nearest;
pub(crate) mod asked;

use crate::claims::{Judged, all_claims};
use crate::engines::engines;
use crate::processor::Processor;
use crate::set::Set;
use crate::view::{FIRST_SOUND, View, cores};
use crate::words;
use anyhow::Result;
use checks::Checks;
use choices::{Choice, KINDS, Profile};
use gains::Gains;
use question::Question;
use records::Core;
use serde::Serialize;
use tradeoffs::Tradeoffs;

/// What sets say together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Answers {
    /// The sets that answer, the first one's questions and checks below.
    pub(crate) sources: Vec<Source>,
    /// What lookups gain, by all these sets.
    pub(crate) gains: Gains,
    pub(crate) tradeoffs: Vec<Tradeoffs>,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) choices: Vec<Choice>,
    pub(crate) questions: Vec<Question>,
    pub(crate) claims: Vec<Judged>,
    pub(crate) checks: Checks,
}

/// A set of records.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// How many of its measurements other programs disturbed, in a sentence.
    pub(crate) company: String,
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
        let question = |question| question::question(view, &profiles, question);
        Ok(Answers {
            sources: views.iter().map(|view| Source::of(view, &answering)).collect(),
            gains: gains::gains_of(&answering, here, &engines),
            tradeoffs: tradeoffs::tradeoffs(view),
            questions: view.questions().map(question).collect(),
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
            company: company(view),
            retired,
            answers: answering.iter().any(|it| std::ptr::eq(*it, view)),
            is_searched: is_searched(view),
        }
    }
}

/// How many of a set's measurements other programs disturbed.
fn company(view: &View<'_>) -> String {
    let cores: Vec<_> = cores(view.records, view.records.tables.iter()).collect();
    let of = |core| cores.iter().filter(|known| **known == core).count();
    let all = words::counted(cores.len(), "measurement");
    let told = [
        (of(Core::Company), "in company"),
        (of(Core::Unsteady), "unsteady"),
        (of(Core::Unknown), "of which the machine did not tell"),
    ];
    let told = told.iter().filter(|(count, _)| *count > 0);
    let told: Vec<_> = told.map(|(count, name)| format!("{count} {name}")).collect();
    let told = if told.is_empty() { "all on a quiet core".to_owned() } else { words::list(told) };
    format!("{all}: {told}.")
}

/// Whether a set searched with a kind of engine by a sound method.
fn is_searched(view: &View<'_>) -> bool {
    KINDS.iter().any(|(kind, _)| {
        let setting = choices::in_search(kind);
        view.step(setting).is_some() && view.is_sound(setting)
    })
}

/// Whether errata touch all figures of a set.
pub(crate) fn is_retired(view: &View<'_>) -> bool {
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
