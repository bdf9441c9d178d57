//! Finds names and verdicts in a table.

use crate::{NULL, Step, Table, Verdict};

impl Table {
    /// The number of a contender.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The variants: all names except the null contender's.
    #[must_use]
    pub fn variants(&self) -> &[String] {
        let count = self.names.iter().take_while(|name| *name != NULL).count();
        &self.names[..count]
    }

    /// The variant that ratios are relative to.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        self.variants().first().map(String::as_str)
    }
}

impl Step {
    /// Whether there were enough rounds for figures.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        !self.raw.is_empty()
    }

    /// The verdict on a variant against another, by their numbers; `None` if they were not
    /// compared.
    #[must_use]
    pub fn verdict(&self, of: usize, against: usize) -> Option<Verdict> {
        let letter = |of, against| self.verdicts.as_bytes().get(place(of, against)).copied();
        if of > against {
            verdict(letter(of, against)?)
        } else if of < against {
            verdict(letter(against, of)?).map(Verdict::inverse)
        } else {
            None
        }
    }

    /// Sets the verdicts on this many variants, each against the earlier ones.
    pub fn set_verdicts(
        &mut self,
        variants: usize,
        verdict: impl Fn(usize, usize) -> Option<Verdict>,
    ) {
        let pairs = (1..variants).flat_map(|of| (0..of).map(move |against| (of, against)));
        self.verdicts = pairs.map(|(of, against)| letter(verdict(of, against))).collect();
    }
}

/// The letter of a pair that was not compared.
const NOT_COMPARED: char = '.';

/// The number of verdicts on this many variants.
pub(crate) fn letters(variants: usize) -> usize {
    variants * variants.saturating_sub(1) / 2
}

/// The index of a pair's letter.
fn place(of: usize, against: usize) -> usize {
    letters(of) + against
}

/// A verdict's first letter, or that of a pair that was not compared.
fn letter(verdict: Option<Verdict>) -> char {
    verdict.and_then(|verdict| verdict.name().chars().next()).unwrap_or(NOT_COMPARED)
}

fn verdict(letter: u8) -> Option<Verdict> {
    Verdict::ALL.iter().copied().find(|verdict| verdict.name().as_bytes()[0] == letter)
}

/// Whether this is a letter of a verdict, or of a pair that was not compared.
pub(crate) fn is_letter(letter: u8) -> bool {
    verdict(letter).is_some() || letter == NOT_COMPARED as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Context, Records, Unit};

    fn table() -> Table {
        Records::parse(include_str!("../tests/good.json")).unwrap().tables.remove(0)
    }

    #[test]
    fn verdicts_are_found_from_both_sides() {
        let mut step = table().steps.remove(0);
        step.set_verdicts(4, |of, against| match (of, against) {
            (1, 0) => Some(Verdict::Faster),
            (2, 1) => Some(Verdict::Tie),
            (3, 1) => Some(Verdict::Slower),
            (3, 2) => Some(Verdict::Unresolved),
            _ => None,
        });
        assert_eq!(step.verdicts, "f.t.su");
        assert_eq!(step.verdict(2, 3), Some(Verdict::Unresolved));
        assert_eq!(step.verdict(1, 0), Some(Verdict::Faster));
        assert_eq!(step.verdict(0, 1), Some(Verdict::Slower));
        assert_eq!(step.verdict(1, 2), Some(Verdict::Tie));
        assert_eq!(step.verdict(1, 3), Some(Verdict::Faster));
        assert_eq!([step.verdict(2, 0), step.verdict(3, 3), step.verdict(4, 0)], [None; 3]);
    }

    #[test]
    fn tables_are_told_apart_by_their_setting_alone() {
        let known = table();
        let others: [fn(&mut Table); 4] = [
            |table| table.study.push('s'),
            |table| table.stream.push('s'),
            |table| table.context = Context::Learnt,
            |table| table.dependent = !table.dependent,
        ];
        for make_other in others {
            let mut other = known.clone();
            make_other(&mut other);
            assert_ne!(other.setting(), known.setting());
        }
        let mut same = Table { unit: Unit::Nanoseconds, run: 7, ..table() };
        same.date.push('Z');
        assert_eq!(same.setting(), known.setting());
    }
}
