//! The meters' records, joined.

use crate::{machine, output};
use records::{Meter, Records, Variant};
use studies::list;
use studies::study::Study;

/// What all meters know about this machine and the contenders of today, in this build. What a
/// file from another machine holds, or one that cannot be read, is left out and told.
#[must_use]
pub fn records(studies: &[Study]) -> Records {
    let here = machine::here();
    let mut joined = Records::new(here.clone());
    for &meter in Meter::ALL {
        let path = output::store(here.build, meter);
        if !path.exists() {
            continue;
        }
        match Records::read(&path) {
            Ok(read) if read.machine != here => eprintln!(
                "{meter}: measured on another machine, by another compiler or with other flags, \
                 left out; run `cargo bench` again"
            ),
            Ok(read) => {
                let known = |study: &str, name: &str| list::knows(studies, study, name);
                join(&mut joined, read, known);
            }
            Err(error) => eprintln!("{meter}: left out: {error:#}"),
        }
    }
    joined
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
    use records::{Check, Interface, Kind};

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
