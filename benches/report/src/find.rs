//! Finding a figure again by the line that cites it.

use crate::csv::{GAIN, RATIO, Row, figure_rows};
use crate::set::Set;
use crate::view::{View, cores};
use crate::words::{few, signed};
use anyhow::{Context as _, Result, bail, ensure};
use records::{Core, Figure, visible};
use std::collections::BTreeMap;

/// A figure's name has at least question, context, stream and variant.
const PARTS: usize = 4;
const MOST_CLOSE: usize = 12;
/// Fewer digits of a commit may be those of another one.
const SHORTEST_COMMIT: usize = 7;
/// How the detail of a pair begins.
const PAIR: &str = "against=";

struct Citation {
    parts: Vec<String>,
    /// Build, processor or folder, commit, date, and "method 4", in any order.
    words: Vec<String>,
}

/// The figures that a citation names, with their intervals: as lines, after the whole citation of
/// each variant. A citation without a processor or details is one of all of them.
pub(crate) fn find(citation: &str, sets: &[Set]) -> Result<String> {
    let wanted = Citation::parse(citation)?;
    let (mut found, mut others) = (BTreeMap::new(), Vec::new());
    let setting = wanted.parts[..PARTS - 1].join("/");
    for (number, set) in sets.iter().enumerate() {
        let view = View::new(set);
        for row in figure_rows(&view, Some(&setting)).filter(|row| wanted.names(row)) {
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

impl Citation {
    fn parse(citation: &str) -> Result<Citation> {
        let mut words = words_of(citation)?;
        let name = words.iter().position(|word| word.split('/').count() >= PARTS).context(
            "expected a figure's name, such as between/throughput/uniform/between-triangular, and \
             after it what tells it from others: build, processor or folder, commit, date",
        )?;
        let parts = words.remove(name).split('/').map(str::to_owned).collect();
        Ok(Citation { parts, words })
    }

    /// Whether this figure has that name, and those details that are named.
    fn names(&self, row: &Row<'_>) -> bool {
        let (name, details) = self.parts.split_at(PARTS);
        let is_so = |part: &String| row.details().any(|is| is == *part);
        // A pair of choices is another figure than either of them.
        let names_pair = details.iter().any(|part| part.starts_with(PAIR));
        let is_pair = row.details().any(|part| part.starts_with(PAIR));
        name.join("/") == row.name() && details.iter().all(is_so) && names_pair == is_pair
    }

    /// Whether all that it says besides is so of this figure: a word of the line that cites it,
    /// the beginning of its commit, or its folder.
    fn fits(&self, row: &Row<'_>, set: &Set) -> bool {
        let Ok(known) = words_of(&set.cited_as(row.run)) else { return false };
        let commit = row.run.commit.as_deref().unwrap_or_default();
        let is_so = |word: &String| {
            // A plus says that sources were changed: without one, they may have been.
            let is_changed = commit.ends_with('+');
            let digits = word.strip_suffix('+').filter(|_| is_changed).unwrap_or(word);
            let is_commit = digits.len() >= SHORTEST_COMMIT && commit.starts_with(digits);
            let is_place =
                [&set.name, &set.records.machine.cpu].iter().any(|it| has_word(it, word));
            known.contains(word) || is_commit || is_place
        };
        self.words.iter().all(is_so)
    }
}

/// The words of a line; a version of the method is one.
fn words_of(line: &str) -> Result<Vec<String>> {
    let words = line.split_whitespace().map(|word| word.trim_matches([',', ';', '.']));
    let mut words = words.filter(|word| !word.is_empty());
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        found.push(match word {
            "method" => {
                format!("method {}", words.next().context("expected a number after method")?)
            }
            word => word.to_owned(),
        });
    }
    Ok(found)
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
    let table = view.step(row.setting).map(|(table, _)| table);
    cores(view.records, table.into_iter()).any(|core| core == Core::Company)
}

/// A quotient with the digits that records have.
fn rounded(value: f64) -> f64 {
    format!("{value:.4e}").parse().unwrap_or(value)
}

fn figure_lines(view: &View<'_>, row: &Row<'_>) -> String {
    let rounds = row.rounds.map_or_else(String::new, |rounds| format!(", {rounds} rounds"));
    let line = |(name, unit, figure): &(&str, String, Figure)| {
        // A gain has the sign and the interval of pages, and a digit more.
        let of = |value| if *name == GAIN { signed(value, 2) } else { rounded(value).to_string() };
        let [value, low, high] = [figure.value, figure.low, figure.high].map(of);
        let space = if unit.is_empty() || unit.starts_with('/') { "" } else { " " };
        let is_exact = figure.low >= figure.high;
        let interval = if is_exact { String::new() } else { format!(" ({low} to {high})") };
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
