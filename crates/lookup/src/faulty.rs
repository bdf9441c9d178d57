//! The oracle with one fault at a time, and the test that the check catches each of them.

use crate::question::{Answers, Question, Wrong, check};
use crate::{
    Bitboard, Extent, Oracle, Square, attacked, attackers, between, deltas, distance, legality,
    serialize,
};
use std::cell::Cell;
use std::string::{String, ToString};
use std::thread_local;
use std::vec::Vec;

thread_local! {
    /// The dimension at fault, by number, if there is one.
    static FAULT: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Answers a case like the oracle, except in the dimension at fault.
pub(crate) fn answer<Q: Question>(case: &Q::Case) -> Q::Answer {
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
/// check of a tenth catches each dimension's fault by a case of that dimension. The check of all, which
/// asks the same and more, catches the rarest: with every dimension, this crate's tests took 44 s of
/// processor time in place of 27.
pub(crate) fn every_fault_is_caught<Q: Question, V: Answers<Q>>() {
    every_case_is_asked::<Q, V>();
    let rarest = Q::DIMENSIONS.iter().map(|dimension| dimension.count).min();
    for dimension in Q::DIMENSIONS {
        let all = (Some(dimension.count) == rarest).then_some(Extent::Full);
        for extent in all.into_iter().chain([Extent::Tenth]) {
            let wrong = wrong_within::<Q, V>(dimension.name, extent);
            let spoilt = dimension.spoil(&wrong.case, &wrong.expected);
            assert_eq!(spoilt.as_ref(), Some(&wrong.actual), "{}: {wrong}", dimension.name);
            assert_ne!(wrong.expected, wrong.actual, "{}", dimension.name);
            assert!(wrong.to_string().contains(" is wrong about "), "{wrong}");
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

fn every_case_is_asked<Q: Question, V: Answers<Q>>() {
    let (mut kept, mut all) = (V::Kept::default(), 0);
    let mut asked: Vec<_> = Q::DIMENSIONS.iter().map(|d| (d.name, 0)).collect();
    for case in Q::cases(Extent::Full).map(V::asked) {
        let right = Q::oracle(&case);
        assert_eq!(V::answer(&mut kept, &case), right, "{case:?}");
        for ((_, count), dimension) in asked.iter_mut().zip(Q::DIMENSIONS) {
            *count += usize::from(dimension.spoil(&case, &right).is_some());
        }
        all += 1;
    }
    assert_eq!(all, Q::COUNT);
    let written: Vec<_> = Q::DIMENSIONS.iter().map(|d| (d.name, d.count)).collect();
    assert_eq!(asked, written);
}

/// The set of squares with these names.
pub(crate) fn set(names: &str) -> Bitboard {
    names.split_whitespace().map(|name| Square::named(name).expect(name)).collect()
}

/// The squares that bear one of these letters in a drawing of the board.
pub(crate) fn marked(drawing: &str, letters: &str) -> Bitboard {
    let cells = drawing.split_whitespace().enumerate().filter(|(_, cell)| letters.contains(cell));
    Bitboard(cells.fold(0, |set, (i, _)| set | 1 << ((7 - i / 8) * 8 + i % 8)))
}

#[test]
fn a_wrong_answer_is_drawn() {
    fn draw<Q: Question>(dimension: &str) -> String
    where
        Oracle: Answers<Q>,
    {
        wrong::<Q, Oracle>(dimension).to_string()
    }
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    for (drawing, parts) in [
        (
            draw::<between::Question>("squares on a file"),
            [
                "the squares between a1 and a2\nsquares              expected             actual",
                "\n4 . . . . . . . .    4 . . . . . . . .    4 . . . . 1 . . .",
                "\n2 1 . . . . . . .    2 . . . . . . . .    2 . . . . . . . .",
            ],
        ),
        (
            draw::<attacked::Question>("sliders with a piece in their way"),
            [
                "whether a white bishop on a1 attacks c3, which is false\n",
                "from and to          occupied             expected             actual",
                "\n3 . . 1 . . . . .    3 . . . . . . . .    3 . . . . . . . .    3 . . 1",
            ],
        ),
        (
            draw::<distance::Question>("squares on a diagonal"),
            [
                "the king moves from a1 to b2: 1, not 2\n",
                "\n3 . . . . . . . .    3 . . . . . . . .    3 1 1 1 . . . . .",
                "\n2 . 1 . . . . . .    2 1 1 . . . . . .    2 . . 1 . . . . .",
            ],
        ),
        (
            draw::<legality::Question>("castling through a piece or without the right"),
            [
                "whether e1c1p is pseudo-legal in ",
                start,
                ", which is false\nfrom and to          own",
            ],
        ),
        (
            draw::<attackers::Question>("attacks by Black"),
            [
                "what attacks e1 in ",
                start,
                ": white attacks it is true, black attacks it is false\n",
            ],
        ),
        (
            draw::<serialize::Question>("the source"),
            ["the moves from b1: number 0 is 0x0040, not 0x0000\n", "from  ", "targets  "],
        ),
        (draw::<deltas::Question>("relations that vanish"), [start, " attacks ", " vanishes\n"]),
        (draw::<deltas::Question>("relations that appear"), [start, " attacks ", " appears\n"]),
    ] {
        assert!(drawing.starts_with("oracle is wrong about "), "{drawing}");
        assert!(parts.iter().all(|part| drawing.contains(part)), "{drawing}");
    }
}
