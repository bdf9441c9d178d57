//! Finding a figure again by the line that cites it.

use crate::cite::{day, provenance};
use crate::comparison::Set;
use crate::export::{Row, rows};
use crate::figures::Figures;
use crate::format::few;
use anyhow::{Context as _, Result, bail, ensure};
use records::visible;
use std::collections::BTreeMap;

/// A figure's name has at least study, context, stream and variant.
const PARTS: usize = 4;

/// No more lines are told of what comes close.
const MOST_CLOSE: usize = 12;

/// What a citation says, as far as it names a figure.
struct Citation<'a> {
    /// The parts of the name.
    parts: Vec<&'a str>,
    /// The version of the method.
    method: Option<&'a str>,
    /// Build, processor or folder, commit and date, in any order.
    words: Vec<&'a str>,
}

/// The figures that a citation names, with their intervals: as lines, after the whole citation
/// of each contender. A citation that names no build, processor or circumstances is one of all
/// of them.
///
/// # Errors
/// If it names no figure, or none that is in these sets; the message tells what comes close.
pub fn find(citation: &str, sets: &[Set]) -> Result<String> {
    let wanted = Citation::parse(citation)?;
    let (mut found, mut others) = (BTreeMap::new(), Vec::new());
    for (number, set) in sets.iter().enumerate() {
        for row in rows(&Figures::new(&set.records)).filter(|row| wanted.names(row)) {
            let line = line(&row, set);
            if wanted.fits(&row, set) {
                let figures: &mut Vec<_> = found.entry((number, row.place(), line)).or_default();
                figures.push(figure(&row));
            } else if !others.contains(&line) {
                others.push(line);
            }
        }
    }
    let name = visible(&wanted.parts.join("/"));
    if found.is_empty() {
        let sets: Vec<_> = sets.iter().map(|set| visible(&set.name)).collect();
        ensure!(!others.is_empty(), "no figure {name} in {}", few(&sets));
        let close = &others[..others.len().min(MOST_CLOSE)];
        bail!("no figure {name} of {}; there are:\n{}", wanted.told(), close.join("\n"));
    }
    let told = |((_, _, line), figures): (_, Vec<String>)| format!("{line}\n{}", figures.concat());
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
        let mut citation =
            Citation { parts: name.split('/').collect(), method: None, words: Vec::new() };
        while let Some(word) = words.next() {
            if word == "method" {
                citation.method = Some(words.next().context("expected a number after method")?);
            } else {
                citation.words.push(word);
            }
        }
        Ok(citation)
    }

    /// Whether this figure has that name, in these circumstances as far as they are named.
    fn names(&self, row: &Row<'_>) -> bool {
        let (name, circumstances) = self.parts.split_at(PARTS);
        let place = row.circumstances();
        name == row.name() && circumstances.iter().all(|part| place.iter().any(|is| is == part))
    }

    /// Whether all that it says besides is so of this figure.
    fn fits(&self, row: &Row<'_>, set: &Set) -> bool {
        let method = set.records.method().map(|method| method.to_string());
        let is_so = |word: &&str| {
            let (commit, prefix) = (row.commit.trim_end_matches('+'), word.trim_end_matches('+'));
            let is_commit = prefix.len() >= 7 && commit.starts_with(prefix);
            let is_place = has_word(&set.name, word) || has_word(&set.records.machine.cpu, word);
            row.build == *word || day(row.date) == *word || is_commit || is_place
        };
        self.words.iter().all(is_so) && self.method.is_none_or(|it| method.as_deref() == Some(it))
    }

    /// What it says besides the name, for a message.
    fn told(&self) -> String {
        let method = self.method.map(|method| format!("method {method}"));
        let words = self.words.iter().map(|word| (*word).to_owned()).chain(method);
        visible(&words.collect::<Vec<_>>().join(", "))
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

/// The line that cites a contender's figures, and the set that they are in.
fn line(row: &Row<'_>, set: &Set) -> String {
    let provenance = provenance(&set.records, row.build, row.commit, row.date);
    visible(&format!("{}, {provenance} ({})", row.place(), set.name))
}

/// A figure with its interval, in a line.
fn figure(row: &Row<'_>) -> String {
    let Row { quantity, unit, value, low, high, .. } = row;
    let space = if unit.is_empty() || unit.starts_with('/') { "" } else { " " };
    let interval = if low < high { format!(" ({low} to {high})") } else { String::new() };
    let against = row.against.filter(|_| quantity == "ratio").map_or_else(String::new, |other| {
        let verdict = row.verdict.map_or_else(String::new, |verdict| format!(", {verdict}"));
        format!(" of the time of {other}{verdict}")
    });
    let rounds = row.rounds.map_or_else(String::new, |rounds| format!(", {rounds} rounds"));
    format!("  {quantity}: {value}{space}{unit}{interval}{against}{rounds}\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{counted, everywhere};
    use records::{Build, OtherBuild, Records};

    /// A set with times, counts and another build.
    fn set(name: &str) -> Set {
        let tables = everywhere().tables;
        let mut records = Records { tables: tables.clone(), ..counted() };
        let build = Build::Baseline;
        records.others =
            vec![OtherBuild { build, flags: String::new(), features: Vec::new(), tables }];
        records.runs.values_mut().for_each(|run| run.commit = Some("0123456789ab".to_owned()));
        Set { name: name.to_owned(), records, pages: None }
    }

    #[test]
    fn every_figure_is_found_by_its_line_alone() {
        let sets = [set("here")];
        for row in rows(&Figures::new(&sets[0].records)) {
            let line = line(&row, &sets[0]);
            let (cited, _) = line.split_once(" (here)").unwrap();
            let found = find(cited, &sets).unwrap();
            assert!(found.starts_with(&format!("{line}\n")), "{found}");
            assert!(found.contains(&figure(&row)), "{found}");
        }
    }

    #[test]
    fn a_line_says_figure_and_interval() {
        let found = find(
            "between/throughput/uniform/between-none x86-64-v3 Made-up Processor 0123456",
            &[set("here")],
        );
        let expected = "between/throughput/uniform/between-none, x86-64-v3, Made-up Processor, \
                        0123456789ab, 2026-01-02, method 4 (here)\n  \
                        cycles: 4.5 cycles/query (4.49 to 4.51), 96 rounds\n  \
                        net cycles: 3.5 cycles/query (3.48 to 3.52), 96 rounds\n";
        assert!(found.as_ref().unwrap().starts_with(expected), "{found:?}");
    }

    #[test]
    fn words_choose_among_sets_and_builds() {
        let mut sets = [set("here"), set("there")];
        let cited = "between/latency/uniform/between-large";
        let lines = |citation: &str, sets: &[Set]| {
            find(citation, sets).unwrap().lines().filter(|line| line.starts_with("betw")).count()
        };
        assert_eq!(lines(cited, &sets), 4);
        assert_eq!(lines(&format!("{cited} baseline"), &sets), 2);
        assert_eq!(lines(&format!("see: {cited}, there; baseline."), &sets), 1);
        sets[0].records.machine.cpu = "Another One".to_owned();
        assert_eq!(lines(&format!("{cited} another one"), &sets), 2);
        let beside = "between/beside/uniform/between-none/dependent/touches=4";
        assert_eq!(lines(&format!("{beside} there x86-64-v3"), &sets), 6);
        assert_eq!(lines(&format!("{beside}/working-set=8192 there x86-64-v3"), &sets), 1);
    }

    #[test]
    fn a_part_of_a_word_names_no_machine() {
        let cited = "between/throughput/uniform/between-none";
        let is_found =
            |word: &str| find(&format!("{cited} {word}"), &[set("epyc-zen4-guest")]).is_ok();
        for word in ["epyc", "zen4", "EPYC-Zen4", "epyc-zen4-guest", "processor", "Made-up", "up"] {
            assert!(is_found(word), "{word}");
        }
        for word in
            ["e", "zen", "epyc-guest", "pro", "made-up-processor-x", "+++++++", "—", "method"]
        {
            assert!(!is_found(word), "{word}");
        }
    }

    #[test]
    fn what_is_not_there_is_told_with_what_comes_close() {
        let told = |citation: &str| find(citation, &[set("here")]).unwrap_err().to_string();
        assert!(told("between-none").contains("expected a figure's name, such as between/"));
        let absent = told("between/throughput/uniform/between-gone");
        assert_eq!(absent, "no figure between/throughput/uniform/between-gone in here");
        let cited = "between/throughput/uniform/between-none";
        for words in ["fedcba9", "2026-01-03", "method 1", "native"] {
            let told = told(&format!("{cited} {words}"));
            assert!(told.contains(&format!("of {words}; there are:\nbetween/")), "{told}");
        }
    }
}
