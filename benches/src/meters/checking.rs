//! Compares variants with their oracles before they are measured, and records the outcome.

use crate::plan::Group;
use crate::{machine, output, terminal};
use anyhow::Result;
use log::info;
use questions::list;
use questions::question::Question;
use questions::streams;
use questions::variant::{self, Variant};
use records::{Build, Check, Kind, Run, Store, shown, unavailable};
use sampling::artefact::Artefact;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The beginning of the reason if a variant should be counted, and counting it failed.
pub const FAILED: &str = "Callgrind failed";

/// Opens the store of the running meter.
///
/// # Errors
/// If another run measures into its folder, or a file there cannot be written.
pub fn open_store(run: Run, questions: &[Question]) -> Result<Store> {
    let known = |question: &str, name: &str| list::knows(questions, question, name);
    let here = machine::here();
    if here.build == Build::Native {
        let folder = output::shown(&output::store(here.build));
        terminal::say(&format!("A build of your own, {}: its records lie in {folder}", here.flags));
    }
    let mut store = Store::open(&output::store(here.build), run, here, known)?;
    if let Some((_, file)) = streams::environment().iter().find(|(name, _)| *name == streams::FILE)
    {
        let reason = format!("{} is {}", streams::FILE, shown(Path::new(file)));
        store.note_missing("positions of games", &reason)?;
    }
    Ok(store)
}

/// Compares every variant of the plan, and the reference of its question, which every table
/// measures too, with its oracle. Records the outcome, and removes from the plan the variants
/// that answer wrongly, need what this processor lacks, or cannot be counted for the reason that
/// `uncounted` gives.
///
/// # Errors
/// If the file cannot be written.
pub fn check<'a>(
    store: &mut Store,
    mut plan: Vec<Group<'a>>,
    uncounted: impl Fn(&Variant) -> Option<String>,
) -> Result<Vec<Group<'a>>> {
    let artefact = Artefact::read();
    if let Some(reason) = artefact.missing() {
        terminal::say(&format!("compiled lookups: not measured: {reason}"));
    }
    variant::check_all(plan.iter().flat_map(Group::all));
    let (mut checked, mut questions) = (BTreeMap::new(), Vec::new());
    let mut techniques = BTreeMap::new();
    let mut is_fit = |question: &Question, variant: &Variant| {
        let record = checked.entry((question.name, variant.name)).or_insert_with(|| {
            let mut record = question.record_of(variant, artefact);
            record.uncounted = uncounted(variant).filter(|_| record.available);
            if let Check::Wrong(wrong) = &record.check {
                terminal::say(&format!("{wrong}\n{} is not measured\n", record.name));
            } else if !record.available {
                info!("{}: {}", record.name, unavailable(&record.needs));
            } else if let Some(reason) = &record.uncounted {
                info!("{}: not counted: {reason}", record.name);
            }
            record
        });
        if variant.is_variant() {
            let name = variant.technique.name;
            techniques.entry(name).or_insert_with(|| question.technique(variant.technique));
        }
        !record.is_wrong() && record.available && record.uncounted.is_none()
    };
    for Group { question, answering, .. } in &mut plan {
        answering.retain(|variant| is_fit(question, variant));
        if let Some(reference) = question.reference() {
            is_fit(question, reference);
        }
        if questions.iter().all(|known: &records::Question| known.name != question.name) {
            questions.push(question.record());
        }
    }
    let variants: Vec<_> = checked.into_values().collect();
    terminal::found("checked", &counted(&variants));
    store.describe(|newer| {
        newer.questions = questions;
        newer.techniques = techniques.into_values().collect();
        newer.variants = variants;
    })?;
    Ok(plan)
}

/// How many variants give correct answers, and how many this processor cannot run.
fn counted(variants: &[records::Variant]) -> String {
    let names = |is: &dyn Fn(&records::Variant) -> bool| {
        let names = variants.iter().filter(|variant| variant.kind != Kind::Control && is(variant));
        names.map(|variant| variant.technique()).collect::<BTreeSet<_>>().len()
    };
    let (all, wrong) = (names(&|_| true), names(&records::Variant::is_wrong));
    let lacking = match names(&|variant| !variant.available) {
        0 => String::new(),
        1 => "; 1 needs what this processor lacks".to_owned(),
        lacking => format!("; {lacking} need what this processor lacks"),
    };
    format!("{} of {all} variants give correct answers{lacking}", all - wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::invocation::Invocation;
    use clap::Parser;
    use questions::list;
    use records::{Breadth, Context, Meter};

    #[test]
    fn what_is_wrong_or_unavailable_or_cannot_be_counted_is_left_out_and_told() {
        let mut questions = [list::named("between").unwrap()];
        let names: Vec<_> = questions[0].variants.iter().map(|variant| variant.name).collect();
        questions[0].variants[1].be_wrong();
        questions[0].variants[3].be_unavailable();
        let invocation = Invocation::try_parse_from(["duel"]).unwrap();
        let plan = invocation.plan(&questions, &[Context::Throughput]).unwrap();
        let folder = tempfile::tempdir().unwrap();
        let run = Run::now(Meter::Duel, "played", Breadth::Default);
        let mut store = Store::open(folder.path(), run, machine::here(), |_, _| true).unwrap();
        let uncounted = |v: &Variant| (v.name == names[2]).then(|| "too large".to_owned());
        let plan = check(&mut store, plan, uncounted).unwrap();
        let left = plan.iter().flat_map(|group| &group.answering);
        let is_left = |name: &str| left.clone().any(|variant| variant.name == name);
        let are_left = [0, 1, 2, 3, 4].map(|number| is_left(names[number]));
        assert_eq!(are_left, [true, false, false, false, true]);
        let told = |number: usize| {
            let known = &store.about().variants;
            known.iter().find(|variant| variant.name == names[number]).unwrap()
        };
        assert!(told(1).is_wrong() && told(2).uncounted.as_deref() == Some("too large"));
        assert!(!told(3).available && told(4).available);
    }

    /// Choices of a technique are one variant; a control is none.
    #[test]
    fn variants_are_counted_once_whatever_they_are_built_on() {
        let questions = [list::named("attacked").unwrap()];
        let artefact = Artefact::read();
        let mut records: Vec<_> =
            questions[0].all().map(|variant| questions[0].record_of(variant, artefact)).collect();
        let names: BTreeSet<_> = records.iter().map(|record| record.name.clone()).collect();
        let pair = ["between-rectangular", "between-difference-masks"];
        let pair = pair.map(|base| format!("attacked-kind-mask+{base}"));
        assert!(pair.iter().all(|name| names.contains(name)), "{names:?}");
        for record in &mut records {
            record.available = true;
            if pair.contains(&record.name) {
                (record.available, record.check) = (false, Check::Right(0));
            }
        }
        let kinds = records.iter().filter(|record| record.kind != Kind::Control);
        let all = kinds.map(records::Variant::technique).collect::<BTreeSet<_>>().len();
        assert!(all < names.len() - 1);
        let expected = format!("{all} of {all} variants give correct answers");
        assert_eq!(counted(&records), format!("{expected}; 1 needs what this processor lacks"));
        records[0].check = Check::Wrong("wrong".to_owned());
        records[1].available = false;
        let expected = format!("{} of {all} variants give correct answers", all - 1);
        assert_eq!(counted(&records), format!("{expected}; 2 need what this processor lacks"));
    }
}
