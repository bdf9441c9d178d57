//! Lookups in answers that pages and texts share.

use super::choices::{NODE, Profile};
use super::question::Row as VariantRow;
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

    /// The lines that cite the gains in a question, or in all.
    pub(crate) fn citations(&self, question: Option<&str>) -> Vec<&str> {
        let is_it = |known: &str| question.is_none_or(|question| question == known);
        let rows = self.gains.rows().filter(|(group, _)| is_it(&group.question));
        let gains = rows.flat_map(|(_, row)| &row.cells).flat_map(|cell| &cell.gains);
        let mut lines: Vec<_> = gains.filter_map(|gain| gain.cite.as_deref()).collect();
        lines.sort_unstable();
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
