//! Lookups in answers that pages and texts share.

use super::choices::{NODE, Profile};
use super::question::Row as VariantRow;
use super::recommend::Word;
use super::table::{Cell, Row};
use super::{Answers, Source};
use crate::claims::Ruled;
use crate::words;
use records::Ruling;

impl Answers {
    /// The profiles of real engines, as far as they were searched.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &Profile> {
        self.profiles.iter().filter(|profile| profile.is_kind())
    }

    pub(crate) fn source(&self) -> &Source {
        &self.sources[0]
    }

    /// The rows that speak of a question.
    pub(crate) fn rows_about<'s>(&'s self, question: &'s str) -> impl Iterator<Item = &'s Row> {
        self.every.iter().filter(move |row| row.is_about(question))
    }

    /// The cell by number of the row here that speaks of the same lookup as a row of other answers,
    /// where the engine has the same.
    pub(crate) fn cell_like(&self, other: &Row, number: usize) -> Option<&Cell> {
        let question = other.lookups.first()?.question.clone();
        let mut rows = self
            .every
            .iter()
            .filter(|row| row.is_about(&question))
            .filter(|row| row.is_beyond == other.is_beyond);
        let had = |row: &Row| row.have.as_ref().map(|have| have.name.clone());
        let is_same =
            |row: &&Row| other.have.is_none() || row.have.is_none() || had(row) == had(other);
        rows.find(is_same).map(|row| &row.cells[number])
    }

    pub(crate) fn variant_like(&self, question: &str, name: &str) -> Option<&VariantRow> {
        let question = self.questions.iter().find(|it| it.name == question)?;
        question.variants.iter().find(|row| row.name == name)
    }

    pub(crate) fn ruling(&self, claim: &str) -> Option<&Ruled> {
        self.claims.iter().find(|it| it.id == claim)?.rulings.first()
    }

    /// How many claims were ruled which way.
    pub(crate) fn rulings_in_words(&self) -> String {
        let counts = Ruling::ALL.iter().filter_map(|ruling| {
            let rulings = self.claims.iter().flat_map(|claim| &claim.rulings);
            let count = rulings.filter(|one| one.ruling == *ruling).count();
            (count > 0).then(|| format!("{count} {ruling}"))
        });
        let all = words::counted(self.claims.len(), "claim");
        format!("On this machine, of {all}: {}.", words::list(counts))
    }

    /// The lines that cite the figures of the table.
    pub(crate) fn citations(&self) -> Vec<&str> {
        let cells = self.every.iter().flat_map(|row| &row.cells);
        cells.filter_map(|cell| cell.cite.as_deref()).collect()
    }

    /// The lines that cite the figures of a question's rows.
    pub(crate) fn citations_about<'s>(&'s self, question: &str) -> Vec<&'s str> {
        let rows = self.every.iter().filter(|row| row.is_about(question));
        let cells = rows.flat_map(|row| &row.cells);
        let mut lines: Vec<_> = cells.filter_map(|cell| cell.cite.as_deref()).collect();
        lines.dedup();
        lines
    }

    /// A node of the base, a row a fact, a cell a profile.
    pub(crate) fn node(&self) -> Vec<(String, Vec<String>)> {
        let row = |name: &str, value: &dyn Fn(&Profile) -> Option<String>| {
            let cell = |it| value(it).unwrap_or_else(|| "not counted".to_owned());
            (name.to_owned(), self.profiles.iter().map(cell).collect())
        };
        let short = |value: f64| words::number(value, 2);
        let unit = self.profiles.first().map_or("cycles", |profile| &profile.unit);
        let mut rows = vec![row(unit, &|profile| Some(words::time(profile.node.value)))];
        rows.extend(
            NODE.iter().enumerate().map(|(number, name)| {
                row(name, &|profile| profile.counts[number].map(words::time))
            }),
        );
        rows.extend([
            row("moves made", &|profile| profile.moves.map(short)),
            row("rows of weights", &|profile| profile.rows.map(short)),
        ]);
        for question in &self.questions {
            let rate = |profile: &Profile| profile.rate(&question.name);
            if self.profiles.iter().any(|profile| rate(profile) > 0.0) {
                let title = format!("asks {}", words::lower(&question.title));
                rows.push(row(&title, &|profile| Some(short(rate(profile)))));
            }
        }
        rows
    }
}

impl Row {
    /// How often a node asks for the row's only lookup.
    pub(crate) fn asked_text(&self) -> String {
        self.lookups[0].asked.map_or_else(String::new, words::asked)
    }

    /// Whether no search measured it for any kind of engine: all cells say the same.
    pub(crate) fn is_of_times_alone(&self) -> bool {
        let is_alone = |cell: &Cell| matches!(cell.word, Word::Alone | Word::Nothing);
        self.cells.iter().all(|cell| is_alone(cell) && cell.words == self.cells[0].words)
    }

    pub(crate) fn is_about(&self, question: &str) -> bool {
        self.lookups.iter().any(|lookup| lookup.question == question)
    }
}
