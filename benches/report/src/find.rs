//! Finding a figure again by the line that cites it.

use crate::csv::{GAIN, RATIO, Row, rows};
use crate::set::Set;
use crate::view::View;
use crate::words::{day, few};
use anyhow::{Context as _, Result, bail, ensure};
use records::{Core, Figure, Machine, Records, visible};
use std::collections::BTreeMap;

/// A figure's name has at least question, context, stream and variant.
const PARTS: usize = 4;
const MOST_CLOSE: usize = 12;
/// How the detail of a pair begins.
const PAIR: &str = "against=";

struct Citation<'a> {
    parts: Vec<&'a str>,
    /// Build, processor or folder, commit, date, and "method 4", in any order.
    words: Vec<String>,
}

/// The figures that a citation names, with their intervals: as lines, after the whole citation of
/// each variant. A citation without a processor or details is one of all of them.
pub(crate) fn find(citation: &str, sets: &[Set]) -> Result<String> {
    let wanted = Citation::parse(citation)?;
    let (mut found, mut others) = (BTreeMap::new(), Vec::new());
    for (number, set) in sets.iter().enumerate() {
        let view = View::new(set);
        for row in rows(&view).filter(|row| wanted.names(row)) {
            let line = line(&row, set);
            if wanted.fits(&row, set) {
                let told: &mut String = found.entry((number, row.whole_name(), line)).or_default();
                told.push_str(&figure_lines(&view, &row));
            } else if !others.contains(&line) {
                others.push(line);
            }
        }
    }
    let name = visible(&wanted.parts.join("/"));
    if found.is_empty() {
        let sets = few(sets.iter().map(|set| visible(&set.name)));
        ensure!(!others.is_empty(), "no figure {name} in {sets}");
        others.truncate(MOST_CLOSE);
        let (words, close) = (visible(&wanted.words.join(", ")), others.join("\n"));
        bail!("no figure {name} of {words}; there are:\n{close}");
    }
    let told = |((_, _, line), figures): (_, String)| format!("{line}\n{figures}");
    Ok(found.into_iter().map(told).collect())
}

impl<'a> Citation<'a> {
    fn parse(citation: &'a str) -> Result<Citation<'a>> {
        let words = citation.split_whitespace().map(|word| word.trim_matches([',', ';', '.']));
        let mut words = words.filter(|word| !word.is_empty());
        let name = words.find(|word| word.split('/').count() >= PARTS).context(
            "expected a figure's name, such as between/throughput/uniform/between-triangular, and \
             after it what tells it from others: build, processor or folder, commit, date",
        )?;
        let parts = name.split('/').collect();
        let mut citation = Citation { parts, words: Vec::new() };
        while let Some(word) = words.next() {
            let is_method = word == "method";
            let number = if is_method { words.next() } else { Some("") };
            let number = number.context("expected a number after method")?;
            citation.words.push(format!("{word} {number}").trim_end().to_owned());
        }
        Ok(citation)
    }

    /// Whether this figure has that name, and those details that are named.
    fn names(&self, row: &Row<'_>) -> bool {
        let (name, details) = self.parts.split_at(PARTS);
        let is_so = |part: &&str| row.details().any(|is| is == *part);
        // A pair of choices is another figure than either of them.
        let names_pair = details.iter().any(|part| part.starts_with(PAIR));
        let is_pair = row.details().any(|part| part.starts_with(PAIR));
        name.join("/") == row.name() && details.iter().all(is_so) && names_pair == is_pair
    }

    /// Whether all that it says besides is so of this figure.
    fn fits(&self, row: &Row<'_>, set: &Set) -> bool {
        let Records { machine: Machine { build, cpu, .. }, runs, .. } = &set.records;
        let method = format!("method {}", row.run.method);
        let is_so = |word: &String| {
            let commit = row.run.commit.as_deref().unwrap_or_default();
            let (commit, prefix) = (commit.trim_end_matches('+'), word.trim_end_matches('+'));
            let is_commit = prefix.len() >= 7 && commit.starts_with(prefix);
            let is_place = has_word(&set.name, word) || has_word(cpu, word);
            let is_day =
                day(&row.run.date) == *word || runs.iter().any(|run| day(&run.date) == *word);
            build.name() == *word || is_day || is_commit || is_place || method == *word
        };
        self.words.iter().all(is_so)
    }
}

/// Whether a text has this word as a whole, or several of its words in this order, such as
/// `epyc-zen4`. Letters and digits make words.
fn has_word(text: &str, word: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_lowercase).collect()
    };
    let wanted = words(word);
    !wanted.is_empty() && words(text).windows(wanted.len()).any(|found| found == wanted)
}

fn line(row: &Row<'_>, set: &Set) -> String {
    visible(&format!("{}, {} ({})", row.whole_name(), set.cited_as(row.run), set.name))
}

/// What follows times that were taken beside another program.
const COMPANY: &str = ", in company: times are not comparable with other runs";

fn in_company(view: &View<'_>, row: &Row<'_>) -> bool {
    view.step(row.setting).is_some_and(|(_, step)| step.core == Core::Company)
}

fn figure_lines(view: &View<'_>, row: &Row<'_>) -> String {
    let rounds = row.rounds.map_or_else(String::new, |rounds| format!(", {rounds} rounds"));
    let line = |(name, unit, figure): &(&str, String, Figure)| {
        let Figure { value, low, high } = figure;
        let space = if unit.is_empty() || unit.starts_with('/') { "" } else { " " };
        let interval = if low < high { format!(" ({low} to {high})") } else { String::new() };
        let against = match (row.against, *name) {
            (Some(other), RATIO) => {
                let verdict = row.verdict.map_or_else(String::new, |it| format!(", {it}"));
                format!(" of the time of {other}{verdict}")
            }
            (Some(other), GAIN) => format!(" over {other}"),
            _ => String::new(),
        };
        let is_time = row.rounds.is_some() && unit.ends_with("/query");
        let company = if is_time && in_company(view, row) { COMPANY } else { "" };
        format!("  {name}: {value}{space}{unit}{interval}{against}{rounds}{company}\n")
    };
    row.figures.iter().map(line).collect()
}
