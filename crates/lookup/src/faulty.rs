//! A variant with one fault at a time, and the test that the check catches each of them.

use crate::question::{self, Answers, Question, Wrong, check};
use crate::{Bitboard, Extent, Identity, Table, Variant};
use core::ops::ControlFlow;
use std::cell::{Cell, RefCell};
use std::string::ToString;
use std::thread_local;
use std::vec::Vec;

/// Answers every question like its oracle, except in one dimension. A question's tests
/// implement its trait for this type through [`answer`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Faulty;

impl Variant for Faulty {
    const IDENTITY: Identity = Identity { name: "faulty", summary: "", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

thread_local! {
    /// The dimension at fault, by number, if there is one.
    static FAULT: Cell<Option<usize>> = const { Cell::new(None) };

    /// How many cases of each dimension were asked without a fault.
    static ASKED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Answers a case, and counts it if there is no fault.
pub(crate) fn answer<Q: Question>(case: &Q::Case) -> Q::Answer {
    let answer = rest::<Q>(case);
    if FAULT.get().is_none() {
        ASKED.with_borrow_mut(|asked| {
            asked.resize(Q::DIMENSIONS.len(), 0);
            for (count, dimension) in asked.iter_mut().zip(Q::DIMENSIONS) {
                *count += usize::from(dimension.spoil(case, &answer).is_some());
            }
        });
    }
    answer
}

/// The same answer again, not counted: for questions with several parts.
pub(crate) fn rest<Q: Question>(case: &Q::Case) -> Q::Answer {
    let right = Q::oracle(case);
    let fault = FAULT.get().map(|number| &Q::DIMENSIONS[number]);
    fault.and_then(|dimension| dimension.spoil(case, &right)).unwrap_or(right)
}

/// The wrong answer that the check finds when this dimension is at fault.
pub(crate) fn wrong<Q: Question, V: Answers<Q>>(dimension: &str) -> Wrong<Q> {
    wrong_within::<Q, V>(dimension, Extent::Full)
}

fn wrong_within<Q: Question, V: Answers<Q>>(dimension: &str, extent: Extent) -> Wrong<Q> {
    let number = Q::DIMENSIONS.iter().position(|other| other.name == dimension);
    FAULT.set(Some(number.expect("a dimension of this name")));
    let checked = check::<Q, V>(extent);
    FAULT.set(None);
    checked.expect_err(dimension)
}

/// Requires that the cases, overall and by dimension, are as many as written, and that the
/// check, to either extent, catches each dimension's fault by a case of that dimension.
pub(crate) fn every_fault_is_caught<Q: Question<Case: PartialEq>, V: Answers<Q>>() {
    every_case_is_asked::<Q, V>();
    for dimension in Q::DIMENSIONS {
        for extent in [Extent::Full, Extent::Tenth] {
            let wrong = wrong_within::<Q, V>(dimension.name, extent);
            let spoilt = dimension.spoil(&wrong.case, &wrong.expected);
            assert_eq!(spoilt.as_ref(), Some(&wrong.actual), "{}: {wrong}", dimension.name);
            assert_ne!(wrong.expected, wrong.actual, "{}", dimension.name);
            assert!(wrong.to_string().contains("faulty"), "{wrong}");
        }
    }
}

/// Defines this test for the `Question` of a module and a variant with its faults.
macro_rules! catch_every_fault {
    ($variant:ty) => {
        #[test]
        fn every_fault_is_caught() {
            $crate::faulty::every_fault_is_caught::<Question, $variant>();
        }
    };
}

pub(crate) use catch_every_fault;

fn every_case_is_asked<Q: Question<Case: PartialEq>, V: Answers<Q>>() {
    let mut listed = Q::cases(Extent::Tenth);
    let walked = V::answer_all(Extent::Tenth, &mut |case, _| {
        assert_eq!(Some(case), listed.next());
        ControlFlow::Continue(())
    });
    assert!(walked.is_continue() && listed.next().is_none());
    ASKED.take();
    let panics = |call: &fn()| std::panic::catch_unwind(call).is_err();
    let agreement = question::conform::<Q, V>(panics).unwrap_or_else(|wrong| panic!("{wrong}"));
    let cases = std::format!("faulty: {} {} agree", Q::COUNT, Q::CASES);
    assert_eq!(agreement.to_string(), cases);
    let written: Vec<_> = Q::DIMENSIONS.iter().map(|d| (d.name, d.count)).collect();
    let asked: Vec<_> = Q::DIMENSIONS.iter().map(|d| d.name).zip(ASKED.take()).collect();
    assert_eq!(asked, written);
}

/// Reads a set of squares from a drawing of the board, with `1` for its members.
pub(crate) fn board(drawing: &str) -> Bitboard {
    let cells = drawing.split_whitespace().enumerate();
    Bitboard(cells.fold(0, |set, (i, cell)| match cell {
        "1" => set | 1 << ((7 - i / 8) * 8 + i % 8),
        _ => set,
    }))
}
