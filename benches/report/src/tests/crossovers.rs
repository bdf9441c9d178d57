//! Where orders change, and that sentences and tables say the same of it.

use super::answer::{beside, sentences};
use super::{between, page, report};
use crate::crossovers;
use crate::figures::{Figures, Place};
use crate::made_up::{LARGE, NONE, STUDY, everywhere, step, table};
use records::{Context, Parameter, Records, Verdict};

fn along(times: &[(u64, [f64; 2])]) -> records::Table {
    let steps = times.iter().map(|(at, times)| step(Some(*at), times)).collect();
    table((Context::Beside, false, Some(4)), &[LARGE, NONE], steps)
}

#[test]
fn an_order_changes_between_the_certain_ones() {
    let (ahead, behind) = ([1.0, 2.0], [2.0, 1.0]);
    let table = along(&[(0, ahead), (1024, ahead), (2048, [2.0, 2.0]), (4096, behind)]);
    let [only] = &crossovers(&table, u64::MAX)[..] else { panic!("one pair") };
    assert_eq!((only.variant, only.against, only.first), (NONE, LARGE, Verdict::Slower));
    assert_eq!((only.range, only.along), (4096, Parameter::WorkingSet));
    let [change] = &only.changes[..] else { panic!("one change") };
    assert_eq!((change.low, change.value, change.high), (1024.0, 2048.0, 4096.0));

    // A tie is no order, and one order is no change.
    let never = along(&[(0, ahead), (1024, [1.0, 1.001])]);
    assert_eq!(crossovers(&never, u64::MAX)[0].changes, []);
    let unknown = along(&[(0, [1.0, 1.0])]);
    assert_eq!(crossovers(&unknown, u64::MAX)[0].first, Verdict::Unresolved);
}

#[test]
fn an_order_may_change_back() {
    let (ahead, behind) = ([1.0, 2.0], [2.0, 1.0]);
    let table = along(&[(0, ahead), (1024, behind), (2048, ahead)]);
    let [only] = &crossovers(&table, u64::MAX)[..] else { panic!("one pair") };
    assert_eq!(only.changes.len(), 2);
    let (text, ends) = only.ranges(NONE);
    assert_eq!((&*text, &*ends), ("from 0.5, up to 1.5", "0 to 1, 1 to 2"));
    assert_eq!(only.ranges(LARGE).0, "up to 0.5, from 1.5");
    let (fact, certain) = only.fact();
    assert_eq!(fact, "between-none overtakes at 0.5 KiB, between-large overtakes at 1.5 KiB");
    assert_eq!(certain, "between 0 and 1 KiB, between 1 and 2 KiB");
}

#[test]
fn tables_without_a_parameter_have_no_crossovers() {
    assert!(everywhere().tables[..2].iter().all(|table| crossovers(table, u64::MAX).is_empty()));
}

#[test]
fn working_sets_are_those_of_the_main_touches_within_reach() {
    let beside = |touches, sizes: &[u64]| {
        let steps = sizes.iter().map(|size| step(Some(*size), &[1.0, 2.0])).collect();
        table((Context::Beside, false, Some(touches)), &[LARGE, NONE], steps)
    };
    let mut records = everywhere();
    records.tables = vec![beside(4, &[0, 1024, 64 << 20]), beside(16, &[0, 2048])];
    assert_eq!(Figures::new(&records).working_sets(STUDY), [0, 1024].into());
}

#[test]
fn changes_of_orders_are_told() {
    let page = page(&everywhere());
    let told = between(&page, "where the order changes\"", "</table>");
    let expected = "<th scope=\"row\">between-none</th>\n<td class=\"words\">between-large</td>\n\
                    <td class=\"quiet\">never</td>";
    assert!(told.contains(expected), "{told}");
    assert!(told.contains("data-variant=\"between--between-none between--between-large\""));
    // 8.00 + size / 100 passes 8.1 between 8 and 16 KiB; 8.08 ties with it.
    assert!(told.contains("<small>0 to 32</small>"), "{told}");
}

/// Checks that the summary table has the leaders that the sentences name. Returns how many
/// cells were compared.
pub(super) fn compare_with_sentences(records: &Records) -> usize {
    let figures = Figures::new(records);
    let report = report(records);
    let told = sentences(&report);
    let told = |place, size| leader_told(&told, &figures, place, size);
    let header = report.excerpt.lines().find(|line| line.starts_with("| study")).unwrap();
    let header: Vec<_> = header.split(" | ").collect();
    let mut compared = 0;
    for row in report.excerpt.lines().filter(|line| line.starts_with("| ")).skip(1) {
        let cells: Vec<_> = row.trim_start_matches("| ").split(" | ").collect();
        let study = records.studies.iter().find(|study| study.name == cells[0].replace('\\', ""));
        let Some(study) = study else { continue };
        for (cell, title) in cells.iter().zip(&header) {
            let Some(size) = title.strip_prefix("beside ") else { continue };
            let size = size.trim_end_matches(" KiB").parse::<u64>().unwrap() << 10;
            for dependent in [false, true] {
                let place = Place {
                    dependent,
                    touches: figures.main_touches(&study.name),
                    ..Place::plain(&study.name, figures.main_stream(&study.name), Context::Beside)
                };
                let Some(leader) = told(place, size) else { continue };
                let waiting = crate::format::dependence(dependent);
                let choice = cell.split(". ").find(|choice| {
                    let mut times = choice.split_once(": ").map_or("", |(_, t)| t).split("; ");
                    times.any(|time| time.starts_with(waiting))
                });
                let Some(choice) = choice else { continue };
                let named = choice.split(" (").next().unwrap().replace('\\', "");
                assert_eq!(named, leader, "{study:?} beside {size} bytes, {waiting}: {cell}");
                compared += 1;
            }
        }
    }
    compared
}

/// The leader at a size by the sentence about it; nothing if there is none.
fn leader_told(
    sentences: &str,
    figures: &Figures<'_>,
    place: Place<'_>,
    size: u64,
) -> Option<String> {
    let waiting = match place.dependent {
        true => "where each query waits for the last: ",
        false => "where nothing waits for the answer: ",
    };
    // The sentences come in the order of the studies that were measured so.
    let number = figures
        .records
        .studies
        .iter()
        .filter(|study| {
            let own = Place { study: &study.name, ..place };
            figures.applies(own) && figures.main_touches(&study.name).is_some()
        })
        .position(|study| study.name == place.study)?;
    let of_it = |line: &&str| line.starts_with("Beside a competing") && line.contains(waiting);
    let mut sentences =
        sentences.lines().filter(of_it).filter(|line| !line.contains("not measured"));
    let sentence = sentences.nth(number)?.split_once(waiting)?.1.replace('\\', "");
    if sentence.contains("batches undisturbed") {
        return None;
    }
    let mut leader = sentence.split(['.', ';', ' ']).next()?.to_owned();
    for part in sentence.split("; ").skip(1) {
        let Some((name, rest)) = part.split_once(" from ") else { continue };
        let from: f64 = rest.split(' ').next()?.parse().ok()?;
        if from * 1024.0 <= size as f64 {
            leader = name.trim_end_matches(" again").to_owned();
        }
    }
    Some(leader)
}

#[test]
fn sentences_and_the_summary_table_name_the_same_leaders() {
    assert_eq!(compare_with_sentences(&everywhere()), 2);
    let [ahead, behind] = [[1.0, 2.0], [2.0, 1.0]].map(Some);
    // The first beyond the first-level cache of 48 KiB, and the last within the second-level
    // one of 2 MiB.
    let back = beside([(0, ahead), (32, behind), (64, ahead), (2048, Some([2.0, 1.99]))]);
    assert_eq!(compare_with_sentences(&back), 2);
}
