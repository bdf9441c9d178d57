//! Who takes part in a table, and under what circumstances it is measured.

use anyhow::{Context as _, Result};
use records::NULL;
use sampling::Roles;
use studies::entry::{Contender, Dependence};
use studies::study::{Length, Study};

/// Who takes part in a table: the reference and other variants, copies of some of them, the
/// reference compiled a second time if it was, the null contender and a copy of that.
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

/// A contender and its part.
#[derive(Clone, Copy, Debug)]
pub struct Participant<'a> {
    /// The contender.
    pub contender: &'a Contender,
    /// Its part.
    pub part: Part,
}

/// What a contender stands for in a table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Part {
    /// Itself.
    Itself,
    /// A copy, with code and tables of its own.
    Copy,
    /// What the compiler makes of it a second time.
    Again,
}

/// What is measured of a lineup.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Circumstance {
    /// Hot tables, and queries that were not asked before.
    Hot(Dependence),
    /// Hot tables, and queries that were asked again and again.
    Learnt,
    /// Between two queries, a program touches its memory.
    Beside {
        /// What the queries wait for.
        dependence: Dependence,
        /// How many bytes of memory the program uses.
        bytes: u64,
    },
    /// Hot tables, and so many questions after each query.
    Upkeep {
        /// How many.
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

/// How many variants of a table are compared with copies of themselves: of lookups three. Of
/// programs one, whose batches are long and which is compiled a second time too.
#[must_use]
pub fn copied_of(study: &Study) -> usize {
    if study.policy.length == Length::Program { 1 } else { 3 }
}

impl<'a> Lineup<'a> {
    /// These variants of a study, and its reference. `branches` tells how many branches a
    /// variant's lookup has, where that is known.
    ///
    /// [So many](copied_of) are copied: the reference, the variant with the largest tables, the
    /// one with most branches, and others where these are the same.
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

    /// Those of the variants that are compared with copies of themselves, and no others.
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

    /// Those of which there are copies, in the order of these.
    pub fn copied(&self) -> impl Iterator<Item = &'a Contender> {
        self.of_part(Part::Copy)
    }

    fn of_part(&self, wanted: Part) -> impl Iterator<Item = &'a Contender> {
        let all = self.participants.iter().filter(move |one| one.part == wanted);
        all.map(|one| one.contender).filter(|contender| contender.is_variant())
    }

    /// The names that the records have: the variants, and the null contender.
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

    /// The parts of the participants.
    #[must_use]
    pub fn roles(&self) -> Roles {
        let variants = self.variants().count();
        let place = |copied: &Contender| self.variants().position(|v| v.name == copied.name);
        let copies = self.copied().zip(variants..);
        let copies: Vec<_> = copies.filter_map(|(of, copy)| Some((copy, place(of)?))).collect();
        let after = variants + copies.len();
        let again = self.of_part(Part::Again).next().map(|_| after);
        let null = after + usize::from(again.is_some());
        Roles { variants: (0..variants).collect(), copies, again, null, null_copy: null + 1 }
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
            // The last but one branches most; with a tie for the largest, the first counts.
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
