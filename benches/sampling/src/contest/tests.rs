//! What a contest tells of each function, and of two versions of one.

use super::*;
use crate::fixture::three;
use crate::rounds::Lane;
use figures::{Core, Verdict};
use std::cell::Cell;
use std::rc::Rc;

/// Three of the five functions have copies, which are slower by 1, 2 and 3 %.
#[test]
fn a_row_tells_of_its_own_function() {
    let names = ["a", "b", "c", "d", "e"].map(str::to_owned);
    let roles = roles(5);
    assert_eq!((roles.null, roles.null_copy, roles.by_reference), (8, 9, false));
    let times = vec![1.0, 1.1, 0.9, 1.01, 1.2, 1.01, 1.122, 0.927, 0.5, 0.5];
    let lanes: Vec<_> = (0..10).map(|variant| Lane { variant, links: 0 }).collect();
    let samples = Samples::made_up(&lanes, &vec![vec![times; 4]; 20]);
    let found = verdicts(&samples.all(Core::Quiet), &roles).unwrap();
    let rows = rows(&names, &found, &Roles { fixed: vec![3], ..roles });
    let thousandths = |value: f64| (1000.0 * value).round() as u32;
    let told = rows.iter().map(|row| {
        let [ratio, copy] =
            [row.ratio, row.copy].map(|it| it.map(|figure| thousandths(figure.value)));
        (&*row.name, thousandths(row.time.value), ratio, row.verdict, copy, row.stays)
    });
    assert_eq!(
        told.collect::<Vec<_>>(),
        [
            ("a", 1000, None, None, Some(1010), false),
            ("b", 1100, Some(1100), Some(Verdict::Slower), Some(1020), false),
            ("c", 900, Some(900), Some(Verdict::Faster), Some(1030), false),
            ("d", 1010, Some(1010), Some(Verdict::Unresolved), None, true),
            ("e", 1200, Some(1200), Some(Verdict::Slower), None, false),
        ]
    );
}

/// The function of this number, by a table or by none, as a version would offer it.
fn offer(number: usize) -> Offer {
    Offer {
        conditions: three().conditions(),
        crates: vec!["sampling".to_owned()],
        function: Box::new(move || three().contenders().remove(number)),
        null: Box::new(|| three().contenders().pop().unwrap()),
    }
}

#[test]
fn the_second_of_two_versions_is_compared_with_the_first_and_both_with_their_copies() {
    let [small, none] = [1, 2].map(offer);
    let conditions = Conditions { name: "numbers/hot".to_owned(), ..three().conditions() };
    let nulls = Rc::new(Cell::new(0));
    let counted = Rc::clone(&nulls);
    let null = move || {
        counted.set(counted.get() + 1);
        three().contenders().pop().unwrap()
    };
    let none = Offer { conditions, null: Box::new(null), ..none };
    let found = |milliseconds| {
        versions(["then", "now"], [&small, &none], 7, Duration::from_millis(milliseconds))
    };
    // Longer while other programs leave too few rounds.
    let outcome = [400, 1600, 6400].into_iter().find_map(|it| found(it).ok()).unwrap();
    let [then, now] = &outcome.rows[..] else { panic!("{outcome:?}") };
    assert_eq!((&*outcome.what, outcome.seed), ("numbers/hot", 7));
    assert_eq!((&*then.name, then.ratio, then.verdict), ("then", None, None));
    assert!(now.name == "now" && now.ratio.is_some() && now.verdict.is_some(), "{now:?}");
    assert!(then.copy.is_some() && now.copy.is_some());
    assert!(now.time.value > outcome.null.value, "{outcome:?}");
    // Two loops alone in each try.
    assert!(nulls.get() > 0 && nulls.get() % 2 == 0, "{}", nulls.get());
}

#[test]
fn the_version_with_wrong_answers_is_told() {
    let wrong = || {
        let mut contenders = three().contenders();
        let null = contenders.pop().unwrap();
        Contender { workloads: null.workloads, ..contenders.remove(2) }
    };
    let wrong = Offer { function: Box::new(wrong), ..offer(2) };
    let run = |offers| versions(["then", "now"], offers, 7, Duration::from_millis(400));
    let error = |offers| run(offers).unwrap_err().to_string();
    let right = offer(1);
    assert_eq!(error([&right, &wrong]), "now: wrong answers on numbers while timed");
    assert_eq!(error([&wrong, &right]), "then: wrong answers on numbers while timed");
}
