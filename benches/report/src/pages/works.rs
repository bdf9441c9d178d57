//! How each variant works: its idea, its source, and what the compiler made of it.

use crate::page::{Block, Span, plain, source, spans};
use crate::view::View;
use crate::words;
use records::{Accuracy, Study, Technique, Variant};
use std::collections::BTreeSet;

pub(super) fn block<'a>(view: &View<'a>, study: &'a Study) -> Block {
    let mut known = BTreeSet::new();
    let mut blocks = Vec::new();
    for variant in view.variants(&study.name) {
        blocks.extend(works(view, variant, known.insert(variant.technique())));
    }
    Block::closed("works", "How each variant works: idea, source, compiled code", blocks)
}

/// A variant; its idea and how it was written only where it is the first of its technique.
fn works(view: &View<'_>, variant: &Variant, is_first: bool) -> Option<Block> {
    let technique = view.technique(variant.technique())?;
    let mut blocks = if is_first { ideas(&technique.idea) } else { Vec::new() };
    blocks.push(Block::List(facts(view, variant, technique)));
    let (formula, listing) = (&technique.formula, &variant.listing);
    let mut code = Vec::new();
    if formula.is_empty() && listing.is_empty() {
        blocks.push(Block::note("This set does not keep the code: its commit has it."));
    } else {
        code.extend((is_first && !formula.is_empty()).then(|| shortened(formula, 28, "its crate")));
        code.extend((!listing.is_empty()).then(|| shortened(listing, 40, "records.json")));
        let id = format!("code-{}", variant.name);
        blocks.push(Block::closed(&id, "Code, as written and as compiled", code));
    }
    let summary = format!("{}: {}", view.short(variant), technique.summary);
    Some(Block::closed(&format!("works-{}", variant.name), &summary, blocks))
}

fn shortened(code: &str, most: usize, rest: &str) -> Block {
    let lines: Vec<_> = code.lines().collect();
    let left = lines.len().saturating_sub(most);
    let more = (left > 0).then(|| format!("... and {left} more lines, in {rest}"));
    let shown = lines.into_iter().take(most).map(str::to_owned).chain(more);
    Block::Code(shown.collect::<Vec<_>>().join("\n"))
}

fn facts(view: &View<'_>, variant: &Variant, technique: &Technique) -> Vec<Vec<Span>> {
    let mut facts = vec![vec![plain("Crate "), Span::Code(variant.name.clone())]];
    if variant.table_bytes > 0 {
        let [all, own] = [variant.table_bytes, view.own_bytes(variant)].map(words::size);
        let text = format!("Tables: {all} in all; adds {own} to an engine with the usual lookups");
        facts.push(vec![plain(text)]);
    }
    if !technique.idea.contains(&technique.source) {
        facts.push(vec![plain("Source: "), source(&technique.source)]);
    }
    let kept = variant.kept_bytes.map(words::size).map(|it| format!("Kept between queries: {it}"));
    let code = variant.code_bytes.map(|bytes| format!("Compiled lookup: {bytes} bytes"));
    facts.extend(kept.into_iter().chain(code).map(|fact| vec![plain(fact)]));
    if !variant.needs.is_empty() {
        let (needs, here) = (words::list(&variant.needs), variant.available);
        let here = if here { "" } else { ", which this processor lacks" };
        facts.push(vec![plain(format!("Needs {needs}{here}"))]);
    }
    for exception in &technique.exceptions {
        let on = words::list(&exception.on);
        let says = format!("{} ({on}): ", exception.says);
        facts.push(vec![plain(says), source(&exception.source)]);
    }
    if !variant.same_code.is_empty() {
        let others = words::list(&variant.same_code);
        facts.push(vec![plain(format!("Compiled to the same code: {others}"))]);
    }
    facts.extend(variant.accuracy.as_ref().map(|accuracy| vec![plain(errors(accuracy))]));
    facts
}

pub(super) fn errors(accuracy: &Accuracy) -> String {
    let Accuracy { questions, wrong, .. } = *accuracy;
    let share = words::percent(wrong as f64 / questions.max(1) as f64);
    let (wrong, questions) = (words::thousands(wrong), words::thousands(questions));
    format!("Wrong in {wrong} of {questions} answers ({share})")
}

/// A documentation as blocks: paragraphs and lists, with code and links in them.
fn ideas(markdown: &str) -> Vec<Block> {
    let (mut blocks, mut paragraph, mut items) = (Vec::new(), String::new(), Vec::new());
    for line in markdown.lines().chain([""]) {
        let item = line.strip_prefix("- ");
        if (item.is_some() || line.trim().is_empty()) && !paragraph.is_empty() {
            blocks.push(Block::Text(spans(std::mem::take(&mut paragraph).trim())));
        }
        match (item, items.last_mut()) {
            (Some(item), _) => items.push(item.to_owned()),
            (None, Some(last)) if line.starts_with("  ") => {
                *last = format!("{last} {}", line.trim());
            }
            _ if line.trim().is_empty() => {}
            _ => paragraph = format!("{paragraph} {}", line.trim()),
        }
        if line.trim().is_empty() && !items.is_empty() {
            let list = items.drain(..).map(|item: String| spans(&item)).collect();
            blocks.push(Block::List(list));
        }
    }
    blocks
}
