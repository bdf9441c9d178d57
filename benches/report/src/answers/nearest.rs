//! The set that speaks for a processor: the reader's own run, else the nearest machine's.

use super::{choices, is_retired};
use crate::processor::Processor;
use crate::set::Set;
use crate::view::View;
use records::{Build, METHOD};
use std::collections::BTreeMap;

/// The chosen set, and why.
#[derive(Clone, Debug)]
pub(crate) struct Nearest {
    /// Its number among the sets.
    pub(crate) number: usize,
    pub(crate) is_own: bool,
    /// How near it is, in a sentence.
    pub(crate) how: &'static str,
    /// The processor at hand.
    pub(crate) processor: String,
    /// Techniques that are known to be slow on the processor: what is said, of which, and by whom.
    pub(crate) left_out: Vec<(String, Vec<String>, String)>,
}

const GENERATIONS: [&str; 2] = [
    "Excavator, Zen, Zen+, Zen 2, Zen 3, Zen 4, Zen 5",
    "Haswell, Broadwell, Skylake, Ice Lake, Tiger Lake, Rocket Lake, Golden Cove, Granite Rapids",
];
const SAME_MAKER: usize = 100;
const OTHER_MAKER: usize = 1000;

/// The set for a processor. The own run speaks if it is of this processor, of the build that sets
/// have, and of today's method; a set that answers nothing speaks where no other does. `None`
/// without a set.
pub(crate) fn nearest(processor: &Processor, sets: &[Set]) -> Option<Nearest> {
    let views: Vec<_> = sets.iter().map(View::new).collect();
    let ranked = views.iter().enumerate().filter_map(|(number, view)| {
        let is_searched = choices::profiles(view).iter().any(choices::Profile::is_kind);
        let foreign = !view.records.machine.os.ends_with(&processor.architecture);
        let is_own = is_own(processor, view);
        let distance = distance(processor, view.set);
        // Somebody else's last run is no set, and neither is an old one of this machine.
        let speaks = is_own || !view.set.is_own();
        speaks.then_some((is_retired(view), !is_own, foreign, !is_searched, distance, number))
    });
    let (_, other, foreign, _, distance, number) = ranked.min()?;
    let how = match (foreign, distance) {
        (true, _) => "It has another architecture: only what any processor runs is shown.",
        (_, 0) => "It has the same microarchitecture.",
        (_, 1..SAME_MAKER) => "It is the nearest microarchitecture of the same maker.",
        (_, SAME_MAKER) => "It has the same maker.",
        _ => "No nearer machine has a search by today's method; it has the same architecture.",
    };
    let named = processor.microarchitecture().map_or(String::new(), |name| format!(" ({name})"));
    Some(Nearest {
        number,
        is_own: !other,
        how,
        processor: format!("{}{named}", processor.cpu),
        left_out: left_out(processor, &views[number]),
    })
}

/// Whether a set is the last run here, by today's method and the build that sets have, of this
/// processor.
fn is_own(processor: &Processor, view: &View<'_>) -> bool {
    let machine = &view.records.machine;
    let methods = || view.records.tables.iter().filter_map(|it| view.records.runs.get(it.run));
    let is_v3 = processor.architecture == "x86_64" && (processor.has)("avx2");
    view.set.is_own()
        && (&machine.cpu, &machine.model) == (&processor.cpu, &processor.model)
        && machine.build == if is_v3 { Build::V3 } else { Build::Baseline }
        && methods().next().is_some()
        && methods().all(|run| run.method == METHOD)
}

fn distance(processor: &Processor, set: &Set) -> usize {
    let generation = |name: Option<&str>| {
        let place = |line: &&str| line.split(", ").position(|known| Some(known) == name);
        GENERATIONS.iter().enumerate().find_map(|(vendor, line)| Some((vendor, place(line)?)))
    };
    let models = processor.model.as_ref().zip(set.records.machine.model.as_ref());
    match (generation(processor.microarchitecture()), generation(set.microarchitecture())) {
        (Some((vendor, own)), Some((other, there))) if vendor == other => own.abs_diff(there),
        _ if models.is_some_and(|(own, other)| own.vendor == other.vendor) => SAME_MAKER,
        _ => OTHER_MAKER,
    }
}

/// What is left out because this processor is known to be slow with it.
fn left_out(processor: &Processor, view: &View<'_>) -> Vec<(String, Vec<String>, String)> {
    let mut by_reason: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for technique in &view.records.techniques {
        let name = technique.short.as_ref().unwrap_or(&technique.name);
        for known in technique.exceptions.iter().filter(|known| processor.is_in(&known.on)) {
            by_reason.entry((&known.says, &known.source)).or_default().push(name.clone());
        }
    }
    let row =
        |((says, source), names): ((&str, &str), _)| (says.to_owned(), names, source.to_owned());
    by_reason.into_iter().map(row).collect()
}
