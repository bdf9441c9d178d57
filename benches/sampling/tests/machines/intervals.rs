//! Errors: as often as the level says.

use super::*;

/// The results of 200 tables, spoiled alike, each with other noise.
fn of_200(spoil: fn(&mut Table<'_>), ratio: f64) -> Vec<Said> {
    let machine = quiet();
    let gate = machine.gate();
    let said = |seed| {
        let mut table = table(&machine, ratio);
        table.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        spoil(&mut table);
        sampled(&gate, &mut table)
    };
    (0..200).map(said).collect()
}

fn count(all: &[Said], is: impl Fn(&Said) -> bool) -> usize {
    all.iter().filter(|said| is(said)).count()
}

fn verdicts_of(all: &[Said], verdict: Verdict) -> usize {
    count(all, |said| said.verdict == Some(verdict))
}

/// The number of 95 % intervals, three per table, that miss the truth.
fn misses(all: &[Said], ratio: f64) -> usize {
    let copies = all.iter().flat_map(|said| &said.copies);
    count(all, |said| !holds(said.ratio, ratio)) + copies.filter(|copy| !holds(**copy, 1.0)).count()
}

#[test]
fn intervals_hold_the_truth_whatever_layouts_do() {
    // Layouts spread the times of each variant by a tenth.
    fn layouts(table: &mut Table<'_>) {
        table.layouts = 0.05;
    }
    let different = of_200(layouts, 1.02);
    let wrong = misses(&different, 1.02);
    assert!((10..=30).contains(&wrong), "{wrong} of 600");
    // Differences that these layouts cannot resolve are not claimed.
    let claims = [Verdict::Faster, Verdict::Tie].map(|verdict| verdicts_of(&different, verdict));
    assert_eq!(claims, [0, 0]);
    assert!(verdicts_of(&different, Verdict::Unresolved) >= 20);
    let alike = of_200(layouts, 1.0);
    let wrong = misses(&alike, 1.0);
    assert!((10..=30).contains(&wrong), "{wrong} of 600");
    let claimed = count(&alike, is_order);
    assert!(claimed <= 4, "{claimed} of 200");
}

#[test]
fn intervals_hold_the_truth_where_rounds_are_alike() {
    // A variant keeps half of its noise from round to round.
    fn alike(table: &mut Table<'_>) {
        (table.noise, table.kept) = (0.02, 0.5);
    }
    let said = of_200(alike, 1.0);
    let wrong = misses(&said, 1.0);
    // 30 are due, and 16 more are three standard deviations.
    assert!(wrong <= 46, "{wrong} of 600");
    assert_eq!(count(&said, is_order), 0);
}

fn is_order(said: &Said) -> bool {
    matches!(said.verdict, Some(Verdict::Faster | Verdict::Slower))
}
