//! Tests that read what users read: pages, text and exports of made-up records.

mod choices;
mod cite;
mod columns;
mod committed;
mod exports;
mod folder;
mod gains;
mod here;
mod limits;
mod lines;
mod pages;
mod pictures;
mod places;
mod publish;
#[cfg(feature = "schema")]
mod schemas;
mod script;
mod tradeoffs;
mod trust;
mod whole;

use crate::processor::Processor;
use crate::set::Set;
use crate::{Report, render};
use records::{Caches, Model};

fn report(set: &Set) -> Report {
    render(set, &[]).unwrap()
}

/// A set of a processor with these numbers.
fn measured_on((vendor, family, model): (&str, u64, u64), mut set: Set) -> Set {
    set.records.machine.model = played(vendor, family, model).model;
    set
}

/// A processor of no other name than its numbers.
fn played(vendor: &str, family: u64, model: u64) -> Processor {
    Processor {
        cpu: format!("A Processor {family}/{model}"),
        model: Some(Model { vendor: vendor.to_owned(), family, model, stepping: 1 }),
        caches: Caches { l1d: None, l2: None, l3: None },
        architecture: "x86_64".to_owned(),
        has: |feature| !feature.starts_with("avx512"),
    }
}

fn page(set: &Set, name: &str) -> String {
    file(&report(set), name).to_owned()
}

fn file<'r>(report: &'r Report, name: &str) -> &'r str {
    let found = report.files.iter().find(|(file, _)| file == name);
    found.map(|(_, text)| text.as_str()).unwrap()
}

/// What a reader sees of a piece of HTML: its text, with a bar between cells.
fn seen(html: &str) -> String {
    let (mut text, mut in_tag) = (String::new(), false);
    let html = html.replace("</td>", " | </td>").replace("</small>", " </small>");
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            c if !in_tag => text.push(c),
            _ => {}
        }
    }
    let text = text.replace("&#39;", "'").replace("&lt;", "<").replace("&gt;", ">");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn between<'t>(text: &'t str, from: &str, to: &str) -> &'t str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("no {from}"));
    rest.split_once(to).unwrap_or_else(|| panic!("no {to}")).0
}

fn rows(page: &str, id: &str) -> Vec<String> {
    let table = between(page, &format!("<table id=\"{id}\""), "</table>");
    let body = between(table, "<tbody>", "</tbody>");
    body.split("</tr>").map(seen).filter(|row| !row.is_empty()).collect()
}
