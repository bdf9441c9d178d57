//! Looking things up in a table, and putting newer figures over older ones.

use crate::{Context, NULL, Parameter, Share, Step, Table, Verdict};

/// What tells a table from others.
type Subject<'a> = (&'a str, &'a str, Context, bool, Option<Parameter>);

impl Table {
    /// What tells it from other tables.
    pub(crate) fn subject(&self) -> Subject<'_> {
        let &Table { ref study, ref stream, context, dependent, along, .. } = self;
        (study, stream, context, dependent, along)
    }

    /// Whether it is of the same subject: study, stream, context and parameters.
    #[must_use]
    pub fn is_of_same(&self, other: &Table) -> bool {
        self.subject() == other.subject()
    }

    /// The number of a contender.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// The variants: all names but the null contender's.
    #[must_use]
    pub fn variants(&self) -> &[String] {
        let count = self.names.iter().take_while(|name| *name != NULL).count();
        &self.names[..count]
    }

    /// The variant that ratios are taken against.
    #[must_use]
    pub fn reference(&self) -> Option<&str> {
        self.variants().first().map(String::as_str)
    }

    /// Puts a newer table of the same subject over this one. Its figures replace ours.
    /// Contenders and steps that it left out stay, and so does a step that was too noisy
    /// this time.
    pub(crate) fn update(&mut self, newer: Table) {
        if self.unit != newer.unit || self.reference() != newer.reference() {
            *self = newer;
            return;
        }
        let mut names = newer.variants().to_vec();
        names.extend(self.variants().iter().filter(|name| !newer.names.contains(name)).cloned());
        names.push(NULL.to_owned());
        let mut steps: Vec<_> =
            self.steps.iter().map(|step| step.arranged(&self.names, &names)).collect();
        for step in &newer.steps {
            let step = step.arranged(&newer.names, &names);
            match steps.iter_mut().find(|older| older.at == step.at) {
                Some(older) if step.has_figures() || !older.has_figures() => {
                    *older = step.over(older);
                }
                Some(_) => {}
                None => steps.push(step),
            }
        }
        steps.sort_by_key(|step| step.at);
        *self = Table { names, steps, ..newer };
    }

    /// Keeps only the variants whose names this holds for, and says whether the reference is
    /// among them.
    pub(crate) fn retain(&mut self, keep: impl Fn(&str) -> bool) -> bool {
        let is_kept = |name: &str| name == NULL || keep(name);
        if !self.reference().is_some_and(is_kept) {
            return false;
        }
        let names: Vec<_> = self.names.iter().filter(|name| is_kept(name)).cloned().collect();
        if names.len() < self.names.len() {
            let arranged = |step: &Step| step.arranged(&self.names, &names);
            self.steps = self.steps.iter().map(arranged).collect();
            self.names = names;
        }
        true
    }
}

impl Step {
    /// Whether there were rounds enough for figures.
    #[must_use]
    pub fn has_figures(&self) -> bool {
        !self.raw.is_empty()
    }

    /// The verdict on a variant against another one, by their numbers; nothing if they were
    /// not compared.
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

    /// How many pairs of variants were neither told apart nor found equal.
    #[must_use]
    pub fn unresolved(&self) -> usize {
        let are = |sign: &u8| verdict(*sign) == Some(Verdict::Unresolved);
        self.verdicts.bytes().filter(are).count()
    }

    /// Sets the verdicts of this many variants, each against those before it.
    pub fn set_verdicts(
        &mut self,
        variants: usize,
        verdict: impl Fn(usize, usize) -> Option<Verdict>,
    ) {
        let pairs = (1..variants).flat_map(|of| (0..of).map(move |against| (of, against)));
        self.verdicts = pairs.map(|(of, against)| letter(verdict(of, against))).collect();
    }

    /// The same step with the columns of other names.
    fn arranged(&self, from: &[String], to: &[String]) -> Step {
        let places: Vec<_> =
            to.iter().map(|name| from.iter().position(|known| known == name)).collect();
        fn column<T: Copy>(of: &[Option<T>], places: &[Option<usize>]) -> Vec<Option<T>> {
            let one = |place: &Option<usize>| *of.get((*place)?)?;
            if of.is_empty() { Vec::new() } else { places.iter().map(one).collect() }
        }
        let mut step = Step {
            raw: column(&self.raw, &places),
            net: column(&self.net, &places),
            ratio: column(&self.ratio, &places),
            spread: column(&self.spread, &places),
            best: column(&self.best, &places),
            slope: column(&self.slope, &places),
            copies: self.copies.iter().filter(|copy| to.contains(&copy.of)).cloned().collect(),
            ..self.clone()
        };
        if self.has_figures() {
            let variants = to.iter().filter(|name| *name != NULL).count();
            step.set_verdicts(variants, |of, against| self.verdict(places[of]?, places[against]?));
        }
        step
    }

    /// This step, with the figures that it lacks from an older one of the same names. As many
    /// rounds and layouts are told as are behind every figure.
    fn over(self, older: &Step) -> Step {
        fn column<T: Copy>(newer: &[Option<T>], older: &[Option<T>]) -> Vec<Option<T>> {
            if newer.is_empty() || older.is_empty() {
                return newer.to_vec();
            }
            newer.iter().zip(older).map(|(newer, older)| newer.or(*older)).collect()
        }
        let letters = self.verdicts.chars().zip(older.verdicts.chars());
        let verdicts = if older.has_figures() {
            letters
                .map(|(newer, older)| if newer == NOT_COMPARED { older } else { newer })
                .collect()
        } else {
            self.verdicts.clone()
        };
        let mut figures = self.raw.iter().zip(&older.raw);
        let is_mixed = figures.any(|(newer, older)| newer.is_none() && older.is_some());
        let fewest = |newer: u64, older: u64| if is_mixed { newer.min(older) } else { newer };
        Step {
            rounds: fewest(self.rounds, older.rounds),
            layouts: fewest(self.layouts, older.layouts),
            raw: column(&self.raw, &older.raw),
            net: column(&self.net, &older.net),
            ratio: column(&self.ratio, &older.ratio),
            spread: column::<Share>(&self.spread, &older.spread),
            best: column::<Share>(&self.best, &older.best),
            slope: column(&self.slope, &older.slope),
            verdicts,
            ..self
        }
    }
}

/// The letter of a pair that was not compared.
const NOT_COMPARED: char = '.';

/// The number of verdicts on so many variants.
pub(crate) fn letters(variants: usize) -> usize {
    variants * variants.saturating_sub(1) / 2
}

/// The place of a pair's letter.
fn place(of: usize, against: usize) -> usize {
    letters(of) + against
}

/// A word's first letter.
fn letter(verdict: Option<Verdict>) -> char {
    verdict.and_then(|verdict| verdict.name().chars().next()).unwrap_or(NOT_COMPARED)
}

fn verdict(letter: u8) -> Option<Verdict> {
    Verdict::ALL.iter().copied().find(|verdict| verdict.name().as_bytes()[0] == letter)
}

/// Whether this is a letter of a verdict.
pub(crate) fn is_letter(letter: u8) -> bool {
    verdict(letter).is_some() || letter == NOT_COMPARED as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CopyOf, Figure, Records, Unit};

    /// A table whose variants' times begin with this one, each a cycle above the last.
    fn table(names: &[&str], first: f64, steps: &[Option<u64>]) -> Table {
        let records = Records::parse(include_str!("../tests/good.json")).unwrap();
        let table = &records.tables[0];
        let time = |number| Some(Figure::exact(first + number as f64));
        let column: Vec<_> = (0..names.len()).map(time).collect();
        let step = |at: &Option<u64>| {
            let [raw, net, ratio, slope] = [(); 4].map(|()| column.clone());
            let share = |figure: &Option<Figure>| figure.map(|figure| Share(figure.value));
            let [spread, best] = [(); 2].map(|()| column.iter().map(share).collect());
            let mut step = Step {
                at: *at,
                copies: Vec::new(),
                raw,
                net,
                ratio,
                spread,
                best,
                slope,
                ..table.steps[0].clone()
            };
            step.set_verdicts(names.len() - 1, |_, _| Some(Verdict::Slower));
            step
        };
        Table {
            along: steps[0].map(|_| Parameter::WorkingSet),
            names: names.iter().map(|&name| name.to_owned()).collect(),
            steps: steps.iter().map(step).collect(),
            ..table.clone()
        }
    }

    /// The table's times at a step, by name.
    fn times(table: &Table, step: usize) -> Vec<(&str, Option<f64>)> {
        let times = table.steps[step].raw.iter().map(|raw| raw.map(|figure| figure.value));
        table.names.iter().map(String::as_str).zip(times).collect()
    }

    #[test]
    fn verdicts_are_found_from_both_sides() {
        let mut step = table(&["a", "b", "c", "d", NULL], 1.0, &[None]).steps.remove(0);
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
    fn newer_figures_replace_older_ones_and_others_stay() {
        let mut older = table(&["a", "b", "c", NULL], 1.0, &[Some(0), Some(64)]);
        older.update(table(&["a", "c", "d", NULL], 11.0, &[Some(64), Some(128)]));
        assert_eq!(older.names, ["a", "c", "d", "b", NULL]);
        assert!(older.steps.iter().map(|step| step.at).eq([Some(0), Some(64), Some(128)]));
        let expected = [
            [Some(1.0), Some(3.0), None, Some(2.0), Some(4.0)],
            [Some(11.0), Some(12.0), Some(13.0), Some(2.0), Some(14.0)],
            [Some(11.0), Some(12.0), Some(13.0), None, Some(14.0)],
        ];
        for (step, expected) in expected.into_iter().enumerate() {
            assert!(times(&older, step).into_iter().map(|(_, time)| time).eq(expected));
            let Step { raw, net, ratio, spread, best, slope, .. } = &older.steps[step];
            assert!([net, ratio, slope].iter().all(|column| *column == raw));
            let shares = [spread, best].map(|column| column.iter().map(|s| s.map(|s| s.0)));
            assert!(shares.into_iter().all(|shares| shares.eq(expected)));
        }
        // The older order was a, b, c: there b was slower than a, and c than b.
        assert_eq!(older.steps[0].verdicts, "s..sf.");
        assert_eq!(older.steps[1].verdicts, "ssssf.");
        assert_eq!(older.steps[2].verdicts, "sss...");
        older.update(table(&["a", NULL], 21.0, &[Some(32)]));
        assert!(older.steps.iter().map(|step| step.at.unwrap()).eq([0, 32, 64, 128]));
    }

    #[test]
    fn rounds_are_as_many_as_are_behind_every_figure() {
        let counted = |names: &[&str], rounds: u64, layouts: u64| {
            let mut table = table(names, 1.0, &[None]);
            table.steps[0] = Step { rounds, layouts, ..table.steps[0].clone() };
            table
        };
        let mut known = counted(&["a", "b", NULL], 36, 12);
        known.update(counted(&["a", NULL], 1740, 500));
        assert_eq!([known.steps[0].rounds, known.steps[0].layouts], [36, 12]);
        known.update(counted(&["a", "b", NULL], 1740, 500));
        assert_eq!([known.steps[0].rounds, known.steps[0].layouts], [1740, 500]);
        known.update(counted(&["b", "a", "c", NULL], 40, 20));
        assert_eq!([known.steps[0].rounds, known.steps[0].layouts], [40, 20]);
    }

    #[test]
    fn tables_are_told_apart_by_their_subject_alone() {
        let known = table(&["a", "b", NULL], 1.0, &[Some(0)]);
        let others: [fn(&mut Table); 5] = [
            |table| table.study.push('s'),
            |table| table.stream.push('s'),
            |table| table.context = Context::Learnt,
            |table| table.dependent = !table.dependent,
            |table| table.along = Some(Parameter::Questions),
        ];
        for make_other in others {
            let mut other = known.clone();
            make_other(&mut other);
            assert!(!other.is_of_same(&known), "{other:?}");
        }
        let mut same = Table { unit: Unit::Nanoseconds, ..table(&["c", NULL], 2.0, &[Some(9)]) };
        same.date.push('Z');
        assert!(same.is_of_same(&known));
    }

    #[test]
    fn a_step_that_is_too_noisy_leaves_the_older_one() {
        let names = ["a", "b", NULL];
        let mut older = table(&names, 1.0, &[Some(0), Some(64)]);
        let before = older.clone();
        let mut noisy = table(&names, 11.0, &[Some(0), Some(64)]);
        let Step { raw, net, ratio, verdicts, .. } = &mut noisy.steps[1];
        [raw, net, ratio].into_iter().for_each(Vec::clear);
        verdicts.clear();
        older.update(noisy.clone());
        assert_eq!([&older.steps[0], &older.steps[1]], [&noisy.steps[0], &before.steps[1]]);
        noisy.update(before.clone());
        assert_eq!(noisy, before);
    }

    #[test]
    fn a_table_of_another_reference_or_unit_replaces_all() {
        let older = table(&["a", "b", NULL], 1.0, &[None]);
        let other = table(&["b", NULL], 11.0, &[None]);
        let nanoseconds = Table { unit: Unit::Nanoseconds, ..table(&["a", NULL], 2.0, &[None]) };
        for newer in [other, nanoseconds] {
            let mut table = older.clone();
            table.update(newer.clone());
            assert_eq!(table, newer);
        }
    }

    #[test]
    fn what_is_left_out_takes_its_column_and_letters_along() {
        let mut kept = table(&["a", "b", "c", NULL], 1.0, &[None]);
        let copy = |of: &str| CopyOf { of: of.to_owned(), ratio: Figure::exact(1.0) };
        kept.steps[0].copies = ["a", "b", "c", "b"].map(copy).into();
        kept.steps[0].slope = [1.0, 2.0, 3.0, 4.0].map(Figure::exact).map(Some).into();
        kept.steps[0].set_verdicts(3, |of, against| {
            [Some(Verdict::Faster), Some(Verdict::Tie), None][of + against - 1]
        });
        assert!(kept.retain(|name| name != "b"));
        assert_eq!(times(&kept, 0), [("a", Some(1.0)), ("c", Some(3.0)), (NULL, Some(4.0))]);
        assert_eq!(kept.steps[0].verdicts, "t");
        assert_eq!(kept.steps[0].copies, ["a", "c"].map(copy));
        assert_eq!(kept.steps[0].slope, [1.0, 3.0, 4.0].map(Figure::exact).map(Some));
        assert!(kept.retain(|_| true));
        assert!(!kept.retain(|name| name != "a"), "nothing is left without the reference");
    }
}
