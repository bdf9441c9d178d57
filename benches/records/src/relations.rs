//! Relations between the values of records: what refers to what, and what fits what.

use crate::refusal::{Piece, Refusal, path, require};
use crate::table::{is_letter, letters};
use crate::text::{LABEL, brief};
use crate::{
    Accuracy, Asks, Context, Count, Figure, Interface, Mistake, NULL, Neutral, Pair, Question,
    Records, Run, Step, Table, Variant,
};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

type Result<T> = std::result::Result<T, Refusal>;

/// Checks the relations between values.
pub(crate) fn check<'a>(records: &'a Records) -> Result<()> {
    each("runs", &records.runs, |run| (run.meter, &run.date, &run.commit), check_run)?;
    let listed = Listed::of(records);
    each("questions", &records.questions, |question| &question.name, check_question)?;
    each("techniques", &records.techniques, |technique| &technique.name, |_| Ok(()))?;
    let key = |variant: &'a Variant| (&variant.question, &variant.name);
    each("variants", &records.variants, key, |variant| check_variant(variant, &listed))?;
    each("clock", &records.clock, |chain| &chain.name, |_| Ok(()))?;
    each("tables", &records.tables, Table::setting, |table| check_table(table, &listed))?;
    let key = |count: &'a Count| (count.setting(), &count.variant, count.counter);
    each("counts", &records.counts, key, |count| check_count(count, &listed))
}

fn check_run(run: &Run) -> Result<()> {
    for what in run.missing.keys() {
        let (is_label, expected) = LABEL;
        let pieces = ["missing", what].map(|key| Piece::Field(key.to_owned()));
        require!(is_label(what), path(&pieces), "{expected}");
    }
    let ticks = run.resolution.is_none_or(|step| step > 0.0);
    require!(ticks, "resolution", "expected a resolution above zero");
    Ok(())
}

fn check_question(question: &Question) -> Result<()> {
    require!(!question.streams.is_empty(), "streams", "expected a stream");
    each("streams", &question.streams, |stream| &stream.name, |_| Ok(()))?;
    let shares = |mistake: &Mistake| check_share("wrong", mistake.wrong, mistake.questions);
    each("mistakes", &question.mistakes, |mistake| &mistake.name, shares)
}

fn check_variant(variant: &Variant, listed: &Listed<'_>) -> Result<()> {
    let Variant { question, interface, asks, accuracy, .. } = variant;
    let is_question = listed.streams.iter().any(|(known, _)| known == question);
    require!(
        is_question,
        "question",
        "expected a question that is listed, found {}",
        brief(question)
    );
    let technique = variant.technique();
    let is_technique = technique == NULL || listed.techniques.contains(technique);
    let found = brief(technique);
    require!(is_technique, "name", "expected a technique that is listed, found {found}");
    let expected = listed.unwaited.get(question.as_str()).unwrap_or(interface);
    require!(
        interface == expected,
        "interface",
        "the interface is {interface}, expected {expected} as others of the question have"
    );
    let check_asks = |asks: &Asks| {
        listed.stream(question, &asks.stream)?;
        require!(asks.queries > 0, "queries", "0 queries, expected one");
        each("asked", &asks.asked, |one| (&one.question, &one.stream), |_| Ok(()))
    };
    each("asks", asks, |asks| &asks.stream, check_asks)?;
    if let Some(Accuracy { questions, wrong }) = accuracy {
        check_share("accuracy.wrong", *wrong, *questions)?;
    }
    let is_explained = variant.available || !variant.needs.is_empty();
    require!(is_explained, "needs", "not available, expected what it needs");
    Ok(())
}

fn check_share(path: &str, wrong: u64, questions: u64) -> Result<()> {
    require!(
        wrong <= questions && questions > 0,
        path,
        "{wrong} wrong answers to {questions} questions, expected a question and no more wrong \
         answers"
    );
    Ok(())
}

fn check_table(table: &Table, listed: &Listed<'_>) -> Result<()> {
    let Table { question, stream, names, steps, along, run, .. } = table;
    listed.run(*run)?;
    listed.stream(question, stream)?;
    require!(table.reference().is_some(), "names", "expected a variant and {NULL}");
    let last = names.last().map_or("", String::as_str);
    let path = format!("names[{}]", names.len() - 1);
    require!(last == NULL, path, "the last name is {}, expected {NULL}", brief(last));
    each("names", names, |name| name, |name| listed.variant("", question, name))?;
    require!(!steps.is_empty(), "steps", "expected a step");
    let check = |step: &Step| {
        let fits = step.at.is_some() == along.is_some();
        require!(fits, "at", "expected \"at\" where the table has \"along\", and only there");
        check_step(step, table)
    };
    each("steps", steps, |step| step.at, check)?;
    let is_sorted = steps.is_sorted_by_key(|step| step.at);
    require!(is_sorted, "steps", "expected the steps by their parameter");
    Ok(())
}

fn check_step(step: &Step, table: &Table) -> Result<()> {
    let Step { raw, net, ratio, spread, best, slope, layouts, verdicts, .. } = step;
    let expected = if step.has_figures() { table.names.len() } else { 0 };
    for (column, length) in [("raw", raw.len()), ("net", net.len()), ("ratio", ratio.len())] {
        let fits = length == expected;
        require!(fits, column, "{length} elements in {column}, expected {expected}");
    }
    for (column, length) in [("spread", spread.len()), ("best", best.len()), ("slope", slope.len())]
    {
        let fits = [0, expected].contains(&length);
        require!(fits, column, "{length} elements in {column}, expected {expected} or none");
    }
    let waits = slope.is_empty() || table.context == Context::Latency;
    require!(waits, "slope", "expected slopes in {} alone", Context::Latency);
    let is_laid_out = !step.has_figures() || *layouts > 0;
    require!(is_laid_out, "layouts", "0 layouts, expected one");
    let expected = if step.has_figures() { letters(table.variants().len()) } else { 0 };
    let fits = verdicts.len() == expected && verdicts.bytes().all(is_letter);
    require!(fits, "verdicts", "expected {expected} verdicts, each f, s, t, u or a dot");
    check_pairs(&step.pairs, table)?;
    check_signs(step, table)
}

/// Checks that times are not below zero and ratios above it, and what copies are copies of.
fn check_signs(step: &Step, table: &Table) -> Result<()> {
    let Step { raw, ratio, copies, again, builds, .. } = step;
    for (index, raw) in present(raw) {
        let found = raw.in_brackets();
        require!(raw.low >= 0.0, format!("raw[{index}]"), "{found}: expected no time below zero");
    }
    let check_ratio = |path: String, ratio: &Figure| {
        let found = ratio.in_brackets();
        require!(ratio.is_ratio(), path, "{found}: expected a ratio above zero, with an inverse");
        Ok(())
    };
    for (index, ratio) in present(ratio) {
        check_ratio(format!("ratio[{index}]"), ratio)?;
    }
    for (list, what, all) in [("copies", "copy", copies), ("builds", "build", builds)] {
        for (index, copy) in all.iter().enumerate() {
            let (is_variant, found) = (table.variants().contains(&copy.of), brief(&copy.of));
            let path = format!("{list}[{index}].of");
            require!(is_variant, path, "a {what} of {found}, expected of a variant");
            check_ratio(format!("{list}[{index}].ratio"), &copy.ratio)?;
        }
    }
    let is_share = step.luck.is_none_or(|luck| (0.0..1.0).contains(&luck));
    require!(is_share, "luck", "{:?}, expected a share below 1", step.luck);
    for (index, pair) in step.pairs.iter().enumerate() {
        check_ratio(format!("pairs[{index}].ratio"), &pair.ratio)?;
    }
    if let Some(Neutral { of, ratio }) = &step.neutral {
        let check = |name: &String| {
            let is_choice = table.variants().iter().skip(1).any(|known| known == name);
            require!(is_choice, "", "{}, expected a variant after the first", brief(name));
            Ok(())
        };
        each("neutral.of", of, |name| name, check)?;
        check_ratio("neutral.ratio".to_owned(), ratio)?;
    }
    again.iter().try_for_each(|again| check_ratio("again".to_owned(), again))
}

/// Checks that pairs are of two choices of the table, the later one divided by the earlier one, and
/// that neither is the reference, whose ratios stand apart.
fn check_pairs(pairs: &[Pair], table: &Table) -> Result<()> {
    let place = |name: &String| table.variants().iter().position(|known| known == name);
    let check = |pair: &Pair| {
        let of = place(&pair.of).unwrap_or(0);
        let fits = place(&pair.against).is_some_and(|against| (1..of).contains(&against));
        let fault = if of == 0 { "of" } else { "against" };
        require!(fits, fault, "expected a variant and an earlier one, neither of them the first");
        Ok(())
    };
    each("pairs", pairs, |pair| (&pair.of, &pair.against), check)
}

/// The figures of a column that are there, with their indices.
fn present(column: &[Option<Figure>]) -> impl Iterator<Item = (usize, &Figure)> {
    column.iter().enumerate().filter_map(|(index, figure)| Some((index, figure.as_ref()?)))
}

fn check_count(count: &Count, listed: &Listed<'_>) -> Result<()> {
    listed.run(count.run)?;
    listed.stream(&count.question, &count.stream)?;
    listed.variant("variant", &count.question, &count.variant)?;
    require!(count.queries > 0, "queries", "0 queries, expected one");
    Ok(())
}

/// Checks that no key comes twice in a list, and each element.
fn each<'a, T, K: Ord + Debug>(
    list: &str,
    elements: &'a [T],
    key: impl Fn(&'a T) -> K,
    check: impl Fn(&'a T) -> Result<()>,
) -> Result<()> {
    let mut keys = BTreeSet::new();
    for (index, element) in elements.iter().enumerate() {
        let key = key(element);
        let again = || Refusal::new("", "expected once, found again");
        let is_new = if keys.contains(&key) { Err(again()) } else { Ok(()) };
        check(element).and(is_new).map_err(|refusal| refusal.inside(list, index, &key))?;
        keys.insert(key);
    }
    Ok(())
}

/// The names that a file lists and its other parts refer to.
struct Listed<'a> {
    runs: usize,
    variants: BTreeSet<(&'a str, &'a str)>,
    streams: BTreeSet<(&'a str, &'a str)>,
    techniques: BTreeSet<&'a str>,
    /// The questions in which no query can wait for an answer, with their interface.
    unwaited: BTreeMap<&'a str, Interface>,
}

impl<'a> Listed<'a> {
    fn of(records: &'a Records) -> Listed<'a> {
        let streams = records.questions.iter().flat_map(|question| {
            question.streams.iter().map(|stream| (question.name.as_str(), stream.name.as_str()))
        });
        let variants = records.variants.iter().map(|v| (v.question.as_str(), v.name.as_str()));
        let unwaited = records.variants.iter().filter(|variant| variant.is_unwaited());
        Listed {
            runs: records.runs.len(),
            variants: variants.collect(),
            streams: streams.collect(),
            techniques: records.techniques.iter().map(|one| one.name.as_str()).collect(),
            unwaited: unwaited.map(|v| (v.question.as_str(), v.interface)).collect(),
        }
    }

    fn run(&self, number: usize) -> Result<()> {
        let runs = self.runs;
        let is_listed = number < runs;
        require!(is_listed, "run", "expected a run that is listed, one of {runs}, found {number}");
        Ok(())
    }

    fn stream(&self, question: &str, stream: &str) -> Result<()> {
        let (is_listed, found) = (self.streams.contains(&(question, stream)), brief(stream));
        let question = brief(question);
        require!(
            is_listed,
            "stream",
            "expected a stream of {question} that is listed, found {found}"
        );
        Ok(())
    }

    fn variant(&self, path: &str, question: &str, name: &str) -> Result<()> {
        let (is_listed, found) = (self.variants.contains(&(question, name)), brief(name));
        let question = brief(question);
        require!(is_listed, path, "expected a variant of {question} that is listed, found {found}");
        Ok(())
    }
}
