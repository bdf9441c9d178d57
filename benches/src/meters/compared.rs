//! The variants that a table compares, and what runs beside them.

use crate::plan::{TOGETHER, can_differ};
use anyhow::{Context as _, Result};
use questions::question::{Length, Question};
use questions::variant::Variant;
use records::{Breadth, NULL, question_of};
use sampling::Roles;

/// What runs in every round of a table, by number: the variants, copies of some, other builds of those
/// that have some, the null control and its copy.
#[derive(Clone, Debug)]
pub struct Compared<'a> {
    /// The question.
    pub question: &'a Question,
    /// The variants; the reference first.
    pub variants: Vec<&'a Variant>,
    /// The variants that have a copy, with code and tables of its own.
    pub copied: Vec<&'a Variant>,
    /// The choices of a program that cannot differ from its base on this stream.
    pub neutral: Vec<&'a Variant>,
    /// How many other builds run of variants that have some.
    pub builds: usize,
}

/// The times that the first choices have, which decide about sliders and have several builds, in shares of
/// the others.
const FIRST: f64 = 3.0;

/// The number of variants in a table that are compared with copies of themselves: three for
/// lookups, one for programs, whose batches are long and of which some have several builds.
#[must_use]
pub fn copied_of(question: &Question) -> usize {
    if question.policy.length == Length::Program { 1 } else { 3 }
}

impl<'a> Compared<'a> {
    /// These variants of a question, and its reference. `branches` gives the number of branches in a
    /// variant's lookup, if known.
    ///
    /// [This many](copied_of) are copied: the reference, the variant with the largest tables, the
    /// one with the most branches, and others if these coincide.
    ///
    /// # Errors
    /// If the question's reference answers wrongly.
    pub fn new(
        question: &'a Question,
        chosen: impl Iterator<Item = &'a Variant>,
        branches: impl Fn(&Variant) -> Option<usize>,
    ) -> Result<Compared<'a>> {
        let wrong = || format!("the reference of {} is wrong", question.name);
        let reference = question.reference().with_context(wrong)?;
        let others = chosen.filter(|v| v.is_variant() && v.name != reference.name);
        let variants: Vec<_> = [reference].into_iter().chain(others).collect();
        let largest = variants.iter().copied().rev().max_by_key(|variant| variant.table_bytes());
        let branching = variants.iter().copied().rev().max_by_key(|variant| branches(variant));
        let first = largest.into_iter().chain(branching).chain(variants.iter().copied());
        let mut copied = vec![reference];
        let most = copied_of(question);
        for variant in first {
            if copied.len() < most && copied.iter().all(|known| known.name != variant.name) {
                copied.push(variant);
            }
        }
        Ok(Compared { question, variants, copied, neutral: Vec::new(), builds: usize::MAX })
    }

    /// The same on a stream, whose nodes may never ask what a choice changes, with all builds in a thorough
    /// run, and one other build in any other.
    #[must_use]
    pub fn on(mut self, stream: &str, breadth: Breadth) -> Compared<'a> {
        self.builds = if breadth == Breadth::Thorough { usize::MAX } else { 1 };
        if self.question.policy.length == Length::Program {
            let choices = self.variants[1..].iter().copied();
            self.neutral = choices.filter(|it| !can_differ(self.question, stream, it)).collect();
        }
        self
    }

    /// The parts that share rounds, with their shares of the time: [few](TOGETHER) choices of a
    /// program with its base, and all variants of another table.
    #[must_use]
    pub fn heats(&self) -> Vec<(f64, Compared<'a>)> {
        let is_program = self.question.policy.length == Length::Program;
        let together = if is_program { TOGETHER } else { self.variants.len() };
        let [reference, choices @ ..] = &self.variants[..] else { return Vec::new() };
        let part = |choices: &[&'a Variant]| Compared {
            variants: [&[*reference], choices].concat(),
            copied: self.copied.clone(),
            neutral: Vec::new(),
            question: self.question,
            builds: self.builds,
        };
        let mut parts: Vec<_> = choices.chunks(together).map(part).collect();
        if parts.is_empty() {
            parts.push(part(&[]));
        }
        let times = |number: usize| if number == 0 { FIRST } else { 1.0 };
        let all: f64 = (0..parts.len()).map(times).sum();
        parts.into_iter().enumerate().map(|(number, part)| (times(number) / all, part)).collect()
    }

    /// All that runs, by number.
    pub fn all(&self) -> impl Iterator<Item = &'a Variant> {
        let variants = self.variants.iter().chain(&self.copied).copied();
        variants.chain(self.builds().map(|(_, build)| build)).chain([&self.question.null; 2])
    }

    /// Other builds of variants, each with the variant's number.
    fn builds(&self) -> impl Iterator<Item = (usize, &'a Variant)> {
        let variants = self.variants.iter().enumerate();
        variants.flat_map(|(number, variant)| {
            variant.builds.iter().take(self.builds).map(move |it| (number, it))
        })
    }

    /// The names in the records: the variants and the null control.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.variants.iter().map(|variant| variant.name).chain([NULL]).map(str::to_owned).collect()
    }

    /// The names of all that runs, by number.
    #[must_use]
    pub fn all_names(&self) -> Vec<String> {
        let Roles { copies, builds, null_copy, .. } = self.roles();
        let name = |(number, variant): (usize, &Variant)| {
            let is_copy = number == null_copy || copies.iter().any(|(copy, _)| *copy == number);
            let builds = builds.iter().filter(|(build, _)| *build <= number);
            let same =
                |(build, of): &(usize, usize)| (*build, self.variants[*of].name == variant.name);
            let before: Vec<_> = builds.map(same).filter(|(_, is_same)| *is_same).collect();
            let is_build = before.last().is_some_and(|(build, _)| *build == number);
            match () {
                () if is_copy => format!("{}, copied", variant.name),
                () if is_build => format!("{}, build {}", variant.name, before.len() + 1),
                () => variant.name.to_owned(),
            }
        };
        self.all().enumerate().map(name).collect()
    }

    /// The role of each number.
    #[must_use]
    pub fn roles(&self) -> Roles {
        let variants = self.variants.len();
        let place = |copied: &Variant| self.variants.iter().position(|v| v.name == copied.name);
        let copies = self.copied.iter().zip(variants..);
        let copies: Vec<_> = copies.filter_map(|(of, copy)| Some((copy, place(of)?))).collect();
        let after = variants + copies.len();
        let builds: Vec<_> = (after..).zip(self.builds().map(|(of, _)| of)).collect();
        let null = after + builds.len();
        let (compared, fixed) = ((0..variants).collect(), Vec::new());
        let by_reference = self.question.policy.length == Length::Program;
        let pairs = if by_reference { self.rivals() } else { Vec::new() };
        let neutral = self.neutral.iter().filter_map(|variant| place(variant)).collect();
        let null_copy = null + 1;
        Roles { compared, copies, builds, null, null_copy, fixed, by_reference, pairs, neutral }
    }

    /// The choices of a program for the same question that share rounds, each with every earlier one,
    /// by number. Pairs of different questions decide nothing.
    fn rivals(&self) -> Vec<(usize, usize)> {
        let question = |number: usize| question_of(self.variants[number].name);
        let heat = |number: usize| (number - 1) / TOGETHER;
        let are_rivals = |&(of, against): &(usize, usize)| {
            question(of) == question(against) && heat(of) == heat(against)
        };
        let pairs = |of| (1..of).map(move |against| (of, against));
        (1..self.variants.len()).flat_map(pairs).filter(are_rivals).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use questions::list;

    #[test]
    fn some_variants_of_a_table_are_copied() {
        for question in list::questions() {
            // The last variant but one branches most; if several are largest, the first counts.
            let branching = question.variants.iter().rev().take(2).last().unwrap();
            let branches = |v: &Variant| Some(usize::from(v.name == branching.name));
            let compared = Compared::new(&question, question.all(), branches).unwrap();
            let variants: Vec<_> = compared.variants.iter().map(|v| v.name).collect();
            let copied: Vec<_> = compared.copied.iter().map(|v| v.name).collect();
            let is_program = question.policy.length == Length::Program;
            let most = if is_program { 1 } else { 3 };
            assert_eq!(copied.len(), most.min(variants.len()), "{}", question.name);
            assert_eq!(copied[0], variants[0]);
            if copied.len() > 1 {
                let largest = compared.variants.iter().map(|v| v.table_bytes()).max();
                let first = compared.variants.iter().find(|v| Some(v.table_bytes()) == largest);
                let is_copied = |name| copied.contains(&name);
                assert!(is_copied(first.unwrap().name) && is_copied(branching.name), "{copied:?}");
            }
            let roles = compared.roles();
            let names = compared.all_names();
            assert_eq!(roles.compared.len(), variants.len());
            for (copy, of) in &roles.copies {
                assert_eq!(names[*copy], format!("{}, copied", names[*of]));
            }
            assert_eq!((&*names[roles.null], &*names[roles.null_copy]), (NULL, "null, copied"));
            assert_eq!(roles.null_copy + 1, names.len());
            assert_eq!(compared.names(), [&variants[..], &[NULL]].concat());
            let builds: Vec<_> = roles.builds.iter().map(|(it, of)| (&*names[*it], *of)).collect();
            for (number, (build, of)) in builds.iter().enumerate() {
                assert_eq!(*build, format!("{}, build {}", names[*of], 2 + number % 2));
            }
            // Those that decide, and the base.
            let with_builds: Vec<_> =
                builds.iter().step_by(2).map(|(_, of)| variants[*of]).collect();
            let expected = [
                "search",
                "search+sliders-pext",
                "search+sliders-hyperbola",
                "search+sliders-hyperbola-lanes",
            ];
            let is_search = question.name == "search";
            assert_eq!(with_builds, if is_search { &expected[..] } else { &[] });
            // A run that is not thorough has one other build of each.
            let short = compared.clone().on("classical", Breadth::Default).roles().builds;
            let long = compared.clone().on("classical", Breadth::Thorough).roles().builds;
            assert_eq!((short.len(), long.len()), (with_builds.len(), builds.len()));
            assert_eq!(builds.len(), 2 * with_builds.len());
            // Of those that share rounds, choices differ in sliders twice 3 times, in squares in
            // between and in order 3 times each, and once each in serialization, changed relations,
            // legality and exchanges.
            assert_eq!(roles.pairs.len(), if is_program { 4 * 3 + 4 } else { 0 });
        }
    }

    #[test]
    fn three_choices_share_rounds_and_the_first_have_three_times_the_time() {
        let question = list::named("perft").or_else(|| list::named("search")).unwrap();
        let shares = |question: &Question, count: usize| -> Vec<(f64, usize)> {
            let chosen = question.variants.iter().take(1 + count);
            let compared = Compared::new(question, chosen, |_| None).unwrap();
            let heats = compared.heats().into_iter().map(|(share, part)| {
                assert_eq!(part.variants[0].name, compared.variants[0].name, "the base");
                assert_eq!(part.copied.len(), compared.copied.len());
                (share, part.variants.len() - 1)
            });
            heats.collect()
        };
        for (count, expected) in [
            (0, &[(1.0, 0)][..]),
            (3, &[(1.0, 3)]),
            (4, &[(0.75, 3), (0.25, 1)]),
            (8, &[(0.6, 3), (0.2, 3), (0.2, 2)]),
        ] {
            assert_eq!(shares(&question, count), expected, "{count} choices");
        }
        // All variants of another table do.
        let between = list::named("between").unwrap();
        assert_eq!(shares(&between, 8), [(1.0, 8)]);
    }
}
