//! How sure it is: checks, copies, company, and what was not measured.

use crate::view::{View, steps};
use crate::words;
use records::{Agreement, Check, Context, Core, Kind, Machine, Question, Records, Run};
use serde::Serialize;

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Checks {
    /// Comparisons of a variant with a copy of itself; those that differ, and by over 0.5 %.
    pub(crate) copies: [usize; 3],
    /// Measurements in company or unsteady, and all.
    pub(crate) disturbed: [usize; 2],
    /// What was checked, what was found, and more about it.
    pub(crate) checks: Vec<[String; 3]>,
    /// Copies by context, as `copies`, and the questions that are withheld.
    pub(crate) by_context: Vec<(&'static str, [usize; 3], String)>,
    /// What was not measured, and why.
    pub(crate) missing: Vec<String>,
    /// The machine, the build and the runs.
    pub(crate) facts: Vec<[String; 3]>,
}

impl Checks {
    /// What copies and the probe say, in two sentences.
    pub(crate) fn in_words(&self) -> String {
        let ([all, excluding, apart], [busy, total]) = (self.copies, self.disturbed);
        format!(
            "Of {} of a variant with a copy of itself, {} found a difference ({}; 5 % would be \
             chance), and {} found one beyond 0.5 %. {} of {} were disturbed by another program on \
             the core (such times are not comparable with other runs), or by an unsteady frequency.",
            words::counted(all, "comparison"),
            words::thousands(excluding as u64),
            words::percent(excluding as f64 / all.max(1) as f64),
            words::thousands(apart as u64),
            words::thousands(busy as u64),
            words::counted(total, "measurement"),
        )
    }
}

pub(crate) fn checks(view: &View<'_>) -> Checks {
    let all = view.agreements.iter();
    let by_context = Context::ALL.iter().filter_map(|context| by_context(view, *context));
    let disturbed = steps(view.records).filter(|step| step.core != Core::Quiet).count();
    Checks {
        copies: copies(all),
        disturbed: [disturbed, steps(view.records).count()],
        checks: checked(view),
        by_context: by_context.collect(),
        missing: missing(view.records),
        facts: facts(view.records),
    }
}

fn copies<'a, 'r: 'a>(all: impl Iterator<Item = &'a Agreement<'r>>) -> [usize; 3] {
    all.fold([0; 3], |[intervals, excluding, apart], one| {
        [intervals + one.intervals, excluding + one.excluding, apart + one.apart]
    })
}

fn by_context(view: &View<'_>, context: Context) -> Option<(&'static str, [usize; 3], String)> {
    let those = || view.agreements.iter().filter(move |one| one.context == context);
    let withheld = those().filter(|one| one.is_withheld()).map(|one| one.question);
    let withheld = words::few(withheld);
    let withheld = if withheld.is_empty() { "nothing".to_owned() } else { withheld };
    let found = copies(those());
    (found[0] > 0).then(|| (context.name(), found, withheld))
}

fn texts(texts: [&str; 3]) -> [String; 3] {
    texts.map(str::to_owned)
}

fn checked(view: &View<'_>) -> Vec<[String; 3]> {
    let variants = || view.records.variants.iter().filter(|v| v.kind != Kind::Control);
    let compared = variants().map(|variant| match variant.check {
        Check::Right(compared) => compared,
        Check::Wrong(_) => 0,
    });
    let wrong = words::few(variants().filter(|v| v.is_wrong()).map(|v| &v.name));
    let answers = match wrong.as_str() {
        "" => "all correct".to_owned(),
        wrong => format!("wrong answers from {wrong}"),
    };
    let compared = words::thousands(compared.fold(0, u64::saturating_add));
    let mut rows =
        vec![texts(["answers", &answers, &format!("{compared} comparisons with oracles")])];
    let absent = variants().filter(|variant| !variant.available).count();
    if absent > 0 {
        let found = words::counted(absent, "variant");
        rows.push(texts(["instructions", &found, "need what this processor lacks; not timed"]));
    }
    for chain in &view.records.clock {
        let [value, low, high] =
            [chain.step.value, chain.step.low, chain.step.high].map(|it| words::number(it, 3));
        let (name, found) = (format!("clock: {}", chain.name), format!("{value} {}", chain.unit));
        rows.push(texts([&name, &found, &format!("{low} to {high}")]));
    }
    if let Some(ends) = words::ends(steps(view.records).filter_map(|step| step.multiply)) {
        let found = ends.map(|cycles| words::number(cycles, 2)).join(" to ");
        let about = "cycles; a whole number if the clock is right";
        rows.push(texts(["a multiplication", &found, about]));
    }
    rows
}

fn missing(records: &Records) -> Vec<String> {
    let reason = |(run, what, why): (&Run, &str, &str)| format!("{}, {what}: {why}", run.meter);
    let mut missing: Vec<_> = records.missing().map(reason).collect();
    let is_untimed =
        |question: &&Question| records.tables.iter().all(|it| it.question != question.name);
    let untimed =
        words::few(records.questions.iter().filter(is_untimed).map(|question| &question.name));
    if !untimed.is_empty() {
        missing.push(format!("No times of {untimed}: cargo bench takes them"));
    }
    missing
}

fn facts(records: &Records) -> Vec<[String; 3]> {
    let machine: &Machine = &records.machine;
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
    let system = format!("virtual machine: {guest}; governor: {governor}");
    let build = format!("{} {}", machine.rustc, machine.flags);
    let mut rows = vec![
        texts(["processor", &machine.cpu, &model]),
        texts(["data caches", &caches, "by level"]),
        texts(["system", &machine.os, &system]),
        texts(["build", machine.build.name(), &build]),
        texts(["compiled in", &machine.features.join(" "), "instruction sets"]),
        texts(["present", &machine.present.join(" "), "instruction sets that variants ask for"]),
    ];
    for run in &records.runs {
        let commit = run.commit.as_deref().unwrap_or("unknown commit");
        let load = run.load.map_or_else(unknown, |load| words::number(load, 2));
        let found = format!("{}, {commit}, {}", run.date, run.breadth);
        let about = format!("{}; method {}; load {load}", run.how, run.method);
        rows.push(texts([&format!("run: {}", run.meter), &found, &about]));
        rows.extend(
            run.probe.as_ref().map(|it| texts(["probe of company", it, "idle instructions"])),
        );
    }
    rows
}
