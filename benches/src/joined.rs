//! The meters' records, joined.

use crate::{machine, output};
use records::{Build, Machine, Meter, OtherBuild, Records, Variant};
use studies::list;
use studies::study::Study;

/// What all meters know about this machine and the contenders of today, in every build that
/// was measured. The headline is this build if its flags are the user's own, else engines'
/// build if that was measured, else this one. What a file from another machine holds, or one
/// that cannot be read, is left out and told.
#[must_use]
pub fn records(studies: &[Study]) -> Records {
    let here = machine::here();
    let sets = in_order(here.build).filter_map(|build| of_build(build, &here, studies)).collect();
    put_together(here, sets)
}

/// Each build, this one first.
fn in_order(here: Build) -> impl Iterator<Item = Build> {
    let others = [Build::V3, Build::Baseline, Build::Native];
    [here].into_iter().chain(others.into_iter().filter(move |build| *build != here))
}

/// The records of the headline's build, and beside them the times of the others.
fn put_together(here: Machine, mut sets: Vec<Records>) -> Records {
    let is_headline = |set: &Records| set.machine.build == headline(here.build, &sets);
    let place = sets.iter().position(is_headline);
    let mut joined = place.map_or_else(|| Records::new(here), |place| sets.remove(place));
    let others = sets.into_iter().filter(|set| !set.tables.is_empty());
    joined.others = others.map(OtherBuild::from).collect();
    joined
}

/// The build whose figures come first.
fn headline(here: Build, sets: &[Records]) -> Build {
    let is_measured = |build: Build| sets.iter().any(|set| set.machine.build == build);
    match here {
        Build::Native => Build::Native,
        _ if is_measured(Build::V3) => Build::V3,
        here => here,
    }
}

/// What all meters know about a build; nothing if it was not measured here.
fn of_build(build: Build, here: &Machine, studies: &[Study]) -> Option<Records> {
    let mut joined: Option<Records> = None;
    for &meter in Meter::ALL {
        let path = output::store(build, meter);
        if !path.exists() {
            continue;
        }
        match Records::read(&path) {
            Ok(read) if !is_same(&read.machine, here) => eprintln!(
                "{meter}, {build}: measured on another machine or by another compiler, left \
                 out; run `cargo bench` again"
            ),
            Ok(read) => {
                let known = |study: &str, name: &str| list::knows(studies, study, name);
                let machine = read.machine.clone();
                join(joined.get_or_insert_with(|| Records::new(machine)), read, known);
            }
            Err(error) => eprintln!("{meter}, {build}: left out: {error:#}"),
        }
    }
    joined
}

/// Whether these are the same machine and compiler, whatever the build.
fn is_same(there: &Machine, here: &Machine) -> bool {
    let Machine { build, flags, features, .. } = there.clone();
    *there == Machine { build, flags, features, ..here.clone() }
}

/// Adds what one meter knows. A mistake that an earlier meter found stands, whatever this
/// one saw, and so does a missing CPU feature.
fn join(joined: &mut Records, mut read: Records, known: impl Fn(&str, &str) -> bool) {
    read.keep_known(known);
    let is_unfit = |v: &Variant| v.is_wrong() || !v.available;
    let unfit: Vec<_> = joined.variants.iter().filter(|v| is_unfit(v)).cloned().collect();
    let has = |variant: &Variant, study: &str, name: &str| {
        (variant.study.as_str(), variant.name.as_str()) == (study, name)
    };
    read.variants.retain(|v| !unfit.iter().any(|unfit| has(unfit, &v.study, &v.name)));
    joined.update(read);
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::{Check, Interface, Kind, Table};

    fn found(name: &str, available: bool, check: Check) -> Records {
        let mut records = Records::new(machine::here());
        records.variants = vec![Variant {
            study: "between".to_owned(),
            name: name.to_owned(),
            kind: Kind::Cpw,
            interface: Interface::Plain,
            table_bytes: 0,
            shared_bytes: 0,
            kept_bytes: None,
            table_alignment: None,
            code_bytes: None,
            listing: String::new(),
            same_code: Vec::new(),
            example: Vec::new(),
            needs: Vec::new(),
            available,
            uncounted: None,
            slider_lookups: Vec::new(),
            asks: Vec::new(),
            accuracy: None,
            check,
        }];
        records
    }

    #[test]
    fn the_headline_is_ones_own_flags_or_engines_build_if_that_was_measured() {
        let headline = |here, measured: &[Build]| {
            let machine = |&build: &Build| Machine { build, ..machine::here() };
            let sets: Vec<_> = measured.iter().map(machine).map(Records::new).collect();
            headline(here, &sets)
        };
        let all = [Build::Native, Build::V3, Build::Baseline];
        assert_eq!(headline(Build::Native, &all), Build::Native);
        assert_eq!(headline(Build::Baseline, &all), Build::V3);
        assert_eq!(headline(Build::Baseline, &[Build::Native, Build::Baseline]), Build::Baseline);
        assert_eq!(headline(Build::V3, &[]), Build::V3);
    }

    #[test]
    fn this_build_is_looked_for_first_and_none_twice() {
        let order = |here| in_order(here).collect::<Vec<_>>();
        assert_eq!(order(Build::Baseline), [Build::Baseline, Build::V3, Build::Native]);
        assert_eq!(order(Build::Native), [Build::Native, Build::V3, Build::Baseline]);
    }

    #[test]
    fn beside_the_headline_stand_other_builds_that_have_times() {
        let text = include_str!("../records/tests/good.json");
        let timed = Records::parse(text).unwrap();
        let set = |build, tables: &[Table]| {
            let records = Records::new(Machine { build, ..machine::here() });
            Records { tables: tables.to_vec(), ..records }
        };
        let [v3, baseline] = [Build::V3, Build::Baseline].map(|build| set(build, &timed.tables));
        let sets = vec![baseline.clone(), v3.clone(), set(Build::Native, &[])];
        let joined = put_together(baseline.machine.clone(), sets);
        assert_eq!(joined.machine, v3.machine);
        assert_eq!(joined.others, [OtherBuild::from(baseline)]);
    }

    #[test]
    fn another_build_of_this_machine_is_of_the_same_machine() {
        let here = machine::here();
        let native = Machine { build: Build::Native, flags: "-O".to_owned(), ..here.clone() };
        assert!(is_same(&native, &here));
        let other = Machine { rustc: "another compiler".to_owned(), ..native };
        assert!(!is_same(&other, &here));
    }

    #[test]
    fn what_one_meter_found_wrong_or_lacking_stands() {
        let wrong = Check::Wrong("a board".to_owned());
        let mut joined = found("wrong", true, wrong.clone());
        join(&mut joined, found("wrong", true, Check::Right(1)), |_, _| true);
        join(&mut joined, found("lacking", false, Check::Right(1)), |_, _| true);
        join(&mut joined, found("lacking", true, Check::Right(1)), |_, _| true);
        join(&mut joined, found("gone", true, Check::Right(1)), |_, name| name != "gone");
        let [first, second] = &joined.variants[..] else { panic!("{:?}", joined.variants) };
        assert_eq!((&*first.name, &first.check), ("wrong", &wrong));
        assert_eq!((&*second.name, second.available), ("lacking", false));
    }
}
