//! The participants of a table, and the circumstances of its measurement.

use anyhow::{Context as _, Result};
use records::NULL;
use sampling::Roles;
use studies::entry::{Contender, Dependence};
use studies::study::{Length, Study};

/// The participants of a table: the reference and other variants, copies of some, the reference
/// compiled a second time if it was, the null contender and its copy.
#[derive(Clone, Debug)]
pub struct Lineup<'a> {
    /// The study.
    pub study: &'a Study,
    /// The stream's name.
    pub stream: &'static str,
    /// By number: the variants, their copies, the reference compiled again, the null contender,
    /// its copy.
    pub participants: Vec<Participant<'a>>,
}

/// A contender and its part in a table.
#[derive(Clone, Copy, Debug)]
pub struct Participant<'a> {
    /// The contender.
    pub contender: &'a Contender,
    /// Its part.
    pub part: Part,
}

/// The part of a contender in a table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part {
    /// Itself.
    Itself,
    /// A copy, with code and tables of its own.
    Copy,
    /// The contender compiled a second time.
    Again,
}

/// The circumstances of a lineup's measurement.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Circumstance {
    /// Hot tables, and queries not asked before.
    Hot(Dependence),
    /// Hot tables, and queries asked again and again.
    Learnt,
    /// Between two queries, a program touches its memory.
    Beside {
        /// Whether queries wait for answers.
        dependence: Dependence,
        /// Bytes of memory that the program uses.
        bytes: u64,
    },
    /// Hot tables, and a number of questions after each query.
    Upkeep {
        /// The number of questions.
        questions: u64,
    },
}

impl Circumstance {
    /// Whether a query waits for the answer to the one before.
    #[must_use]
    pub fn dependence(self) -> Dependence {
        match self {
            Circumstance::Hot(dependence) | Circumstance::Beside { dependence, .. } => dependence,
            Circumstance::Learnt | Circumstance::Upkeep { .. } => Dependence::Independent,
        }
    }
}

/// The number of variants in a table that are compared with copies of themselves: three for
/// lookups, one for programs, whose batches are long and which are also compiled a second time.
#[must_use]
pub fn copied_of(study: &Study) -> usize {
    if study.policy.length == Length::Program { 1 } else { 3 }
}

impl<'a> Lineup<'a> {
    /// The lineup of these variants of a study, and its reference. `branches` gives the number of
    /// branches in a variant's lookup, if known.
    ///
    /// [This many](copied_of) are copied: the reference, the variant with the largest tables, the
    /// one with the most branches, and others if these coincide.
    ///
    /// # Errors
    /// If the study's reference answers wrongly.
    pub fn new(
        study: &'a Study,
        stream: &'static str,
        chosen: impl Iterator<Item = &'a Contender>,
        branches: impl Fn(&Contender) -> Option<usize>,
    ) -> Result<Lineup<'a>> {
        let wrong = || format!("the reference of {} is wrong", study.name);
        let reference = study.reference().with_context(wrong)?;
        let others = chosen.filter(|c| c.is_variant() && c.name != reference.name);
        let variants: Vec<_> = [reference].into_iter().chain(others).collect();
        let largest = variants.iter().copied().rev().max_by_key(|variant| variant.table_bytes());
        let branching = variants.iter().copied().rev().max_by_key(|variant| branches(variant));
        let first = largest.into_iter().chain(branching).chain(variants.iter().copied());
        let mut copied = vec![reference];
        let most = copied_of(study);
        for variant in first {
            if copied.len() < most && copied.iter().all(|known| known.name != variant.name) {
                copied.push(variant);
            }
        }
        let take = |part| move |contender| Participant { contender, part };
        let mut participants: Vec<_> = variants.into_iter().map(take(Part::Itself)).collect();
        participants.extend(copied.into_iter().map(take(Part::Copy)));
        participants.extend(reference.again.as_deref().map(take(Part::Again)));
        participants.extend([Part::Itself, Part::Copy].map(|part| take(part)(study.null())));
        Ok(Lineup { study, stream, participants })
    }

    /// Keeps, of the variants, only those that are compared with copies of themselves.
    #[must_use]
    pub fn of_copies(mut self) -> Lineup<'a> {
        let copied: Vec<_> = self.copied().map(|contender| contender.name).collect();
        let is_kept = |part: &Participant<'_>| {
            !part.contender.is_variant() || copied.contains(&part.contender.name)
        };
        self.participants.retain(is_kept);
        self
    }

    /// The variants, in the order of the [roles](Lineup::roles).
    pub fn variants(&self) -> impl Iterator<Item = &'a Contender> {
        self.of_part(Part::Itself)
    }

    /// The variants that have copies, in the order of the copies.
    pub fn copied(&self) -> impl Iterator<Item = &'a Contender> {
        self.of_part(Part::Copy)
    }

    fn of_part(&self, wanted: Part) -> impl Iterator<Item = &'a Contender> {
        let all = self.participants.iter().filter(move |one| one.part == wanted);
        all.map(|one| one.contender).filter(|contender| contender.is_variant())
    }

    /// The names in the records: the variants and the null contender.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.variants().map(|variant| variant.name).chain([NULL]).map(str::to_owned).collect()
    }

    /// The names of all participants, copies included.
    #[must_use]
    pub fn all_names(&self) -> Vec<String> {
        let name = |participant: &Participant<'_>| match participant.part {
            Part::Itself => participant.contender.name.to_owned(),
            Part::Copy => format!("{}, copied", participant.contender.name),
            Part::Again => format!("{}, compiled again", participant.contender.name),
        };
        self.participants.iter().map(name).collect()
    }

    /// The roles of the participants.
    #[must_use]
    pub fn roles(&self) -> Roles {
        let variants = self.variants().count();
        let place = |copied: &Contender| self.variants().position(|v| v.name == copied.name);
        let copies = self.copied().zip(variants..);
        let copies: Vec<_> = copies.filter_map(|(of, copy)| Some((copy, place(of)?))).collect();
        let after = variants + copies.len();
        let again = self.of_part(Part::Again).next().map(|_| after);
        let null = after + usize::from(again.is_some());
        let (variants, fixed) = ((0..variants).collect(), Vec::new());
        let by_reference = self.study.policy.length == Length::Program;
        Roles { variants, copies, again, null, null_copy: null + 1, fixed, by_reference }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use studies::list;

    #[test]
    fn some_variants_of_a_table_are_copied() {
        for study in list::studies() {
            let stream = study.main_stream();
            let answering = || study.contenders.iter().filter(|c| c.answers(stream));
            // The last variant but one branches most; if several are largest, the first counts.
            let branching = answering().filter(|c| c.is_variant()).rev().take(2).last().unwrap();
            let branches = |c: &Contender| Some(usize::from(c.name == branching.name));
            let lineup = Lineup::new(&study, stream, answering(), branches).unwrap();
            let variants: Vec<_> = lineup.variants().map(|c| c.name).collect();
            let copied: Vec<_> = lineup.copied().map(|c| c.name).collect();
            let largest = lineup.variants().map(Contender::table_bytes).max();
            let first = lineup.variants().find(|c| Some(c.table_bytes()) == largest).unwrap();
            let mut expected = vec![variants[0]];
            for name in [first.name, branching.name].iter().chain(&variants) {
                if expected.len() < copied_of(&study) && !expected.contains(name) {
                    expected.push(name);
                }
            }
            assert_eq!(copied, expected, "{}", study.name);

            let roles = lineup.roles();
            let names = lineup.all_names();
            assert_eq!(roles.variants.len(), variants.len());
            for (copy, of) in &roles.copies {
                assert_eq!(names[*copy], format!("{}, copied", names[*of]));
            }
            assert_eq!((&*names[roles.null], &*names[roles.null_copy]), (NULL, "null, copied"));
            assert_eq!(roles.null_copy + 1, names.len());
            assert!(
                lineup.names().iter().map(String::as_str).eq(variants.into_iter().chain([NULL]))
            );
            let again = roles.again.map(|again| names[again].clone());
            let is_program = study.policy.length == Length::Program;
            let expected = is_program.then(|| format!("{}, compiled again", study.name));
            assert_eq!(again, expected);

            let alone = lineup.of_copies();
            assert!(
                alone.variants().count() == copied.len() && alone.copied().count() == copied.len()
            );
        }
    }
}
