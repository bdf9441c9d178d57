//! A reader's own engine: what leading variants are worth there, by how often a node asks and how
//! long it takes.

use crate::answers::choices::{choices, profiles};
use crate::answers::nearest::nearest;
use crate::answers::predict::{Node, PREDICTORS, best, judged, score};
use crate::answers::table::may_be_named;
use crate::plots::frontier;
use crate::processor::Processor;
use crate::set::Set;
use crate::text::fixed;
use crate::view::{SEARCH, View, unusual_needs};
use crate::words;
use anyhow::{Context as _, Result, ensure};
use records::{Asked, Asks, Variant, visible};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// What leading variants are worth in an engine, such as `sliders=15.3,between=0.6,cycles=1600`:
/// by a set, else by the nearest to this processor. All sets judge the prediction.
pub(crate) fn predict(
    engine: &str,
    here: &Processor,
    set: Option<&Set>,
    sets: &[Set],
) -> Result<String> {
    let named = set.map(|set| (set, "You named it."));
    let near = || nearest(here, sets).map(|near| (&sets[near.number], near.how));
    let (set, how) = named.or_else(near).context("there are no sets in reports/")?;
    let here = Some(here).filter(|_| named.is_none());
    let view = &View::new(set);
    let node = parse(engine, view)?;
    let views: Vec<_> = sets.iter().map(View::new).collect();
    let judged = views.iter().flat_map(|view| {
        let profiles = profiles(view);
        judged(view, &profiles, &choices(view, &profiles))
    });
    let judged: Vec<_> = judged.collect();
    let best = best(&judged);
    let (by, name) = PREDICTORS[best];
    let (cpu, place) = (set.processor(), &set.name);
    let mut text = format!("By the figures of {cpu}\n  in reports/{place}\n{how}\n\n");
    text.push_str(&fixed(["lookup", "in place of yours", "adds", "nodes/s"]));
    let title = |name: &str| view.study(name).map_or("", |study| study.title.as_str());
    let questions: BTreeSet<_> = node.asks.iter().map(|(asked, _)| &asked.question).collect();
    for question in questions {
        let may_be =
            |it: &&Variant| may_be_named(view, it, here) && unusual_needs(it).next().is_none();
        let known = view.variants(question).filter(may_be);
        let known = known.filter_map(|variant| Some((variant, node.predict(variant, by).ok()?)));
        let known: Vec<_> = known.collect();
        let leading = frontier(&known, |(it, gain)| (view.own_bytes(it), -gain.value));
        for (variant, gain) in leading.into_iter().rev() {
            let size = words::size(view.own_bytes(variant));
            let worth = words::gain(gain.value);
            text += &fixed([title(question), &view.short(variant), &size, &worth]);
        }
        if known.is_empty() {
            let _ = writeln!(text, "{}: not measured there", title(question));
        }
    }
    let scores = score(&judged, best).zip(score(&judged, PREDICTORS.len()));
    let judgement = scores.map_or("No search judges it".to_owned(), |(it, nothing)| {
        let rank = it.rank.map_or("none".to_owned(), |rank| words::number(rank, 2));
        let [error, without] = [it, nothing].map(|it| words::percent(it.error));
        let count = words::counted(it.count, "choice");
        format!(
            "Of {count} in the searches of all sets, this is off by {error} in the mean,\n\
             \"no change\" by {without}. Rank correlation: {rank}"
        )
    });
    let _ =
        writeln!(text, "\nPredicted by {name}. It is no answer: a search decides.\n{judgement}.");
    Ok(text)
}

/// The lookups of a kind that the base of the search counts.
fn kinds_of<'a>(asks: &'a Asks, question: &str) -> Vec<&'a Asked> {
    asks.asked.iter().filter(|asked| asked.question == question).collect()
}

fn parse<'a>(engine: &str, view: &'a View<'a>) -> Result<Node<'a>> {
    let table = view.tables().find(|table| table.study == SEARCH);
    let base = view.variant(SEARCH, SEARCH).filter(|base| !base.asks.is_empty());
    let (table, base) = table.zip(base).with_context(|| {
        let name = &view.set.name;
        format!("reports/{name} has no search whose lookups were counted: name another set")
    })?;
    let unit = table.unit.name();
    let total = |kinds: &Vec<&Asked>| kinds.iter().map(|kind| kind.times).sum::<u64>();
    let most = |question: &str| {
        base.asks.iter().map(|asks| kinds_of(asks, question)).max_by_key(total).unwrap_or_default()
    };
    let names = view.questions().map(|study| study.name.as_str());
    let names: Vec<_> = names.filter(|name| total(&most(name)) > 0).chain([unit]).collect();
    let mut node = Node { view, time: 0.0, asks: Vec::new() };
    for word in engine.split(',') {
        let (name, number) = word.split_once('=').unwrap_or((word, ""));
        let is_known = node.asks.iter().any(|(asked, _)| asked.question == name);
        let is_new = !is_known && (name != unit || node.time == 0.0);
        let number = number.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
        let number = number.filter(|_| names.contains(&name) && is_new).with_context(|| {
            let (word, names) = (visible(word), words::list(&names));
            format!("'{word}': expected NAME=NUMBER, above zero and once each, of {names}")
        })?;
        if name == unit {
            node.time = number;
        }
        // Each kind has its share in the search that asks most.
        let (kinds, rate) = (most(name), number / total(&most(name)) as f64);
        node.asks.extend(kinds.into_iter().map(|kind| (kind, rate * kind.times as f64)));
    }
    let (engine, some) = (visible(engine), words::list(&names[..names.len() - 1]));
    ensure!(!node.asks.is_empty(), "'{engine}': expected also NAME=NUMBER, lookups of {some}");
    let lookups: f64 = node.asks.iter().map(|(_, rate)| rate).sum();
    let count = words::number(lookups, 1);
    let expected = format!("expected also {unit}=NUMBER, a node's time, above its {count} lookups");
    ensure!(node.time > lookups, "'{engine}': {expected}");
    Ok(node)
}
