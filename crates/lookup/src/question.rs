//! What all questions share: their cases, the check, and the one-line test.
//!
//! A question is a type that lists its cases, answers each slowly and obviously, and draws
//! a wrong answer. A variant implements the question's own trait, such as
//! [`Between`](crate::between::Between), and thereby [answers](Answers) the question.
//!
//! The domain is data. Each question states its number of cases and names parts of them,
//! its [dimensions](Dimension). Each dimension states its own number of cases and has a
//! fault that no other case shows. This crate's tests count every dimension and require
//! that [`check`] catches every fault.

use crate::{Bitboard, Extent, Identity, Square, Table, Variant};
use core::fmt;

/// A question about the board.
pub trait Question: Sized + fmt::Debug + 'static {
    /// One thing to ask.
    type Case: fmt::Debug;

    /// The complete answer to a case; one comparison tells whether it is right.
    type Answer: Spoil + PartialEq + fmt::Debug;

    /// The name of the cases, such as "pairs of squares".
    const CASES: &'static str;

    /// The number of cases at full extent.
    const COUNT: usize;

    /// Parts of the domain that a check could miss.
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>];

    /// The cases in the order of asking. A question that asks every possible case does so
    /// at any extent.
    fn cases(extent: Extent) -> impl Iterator<Item = Self::Case>;

    /// The right answer.
    fn oracle(case: &Self::Case) -> Self::Answer;

    /// Ends the sentence "a variant is wrong about" a case, then draws boards.
    ///
    /// # Errors
    /// Errors of the formatter.
    fn draw(wrong: &Wrong<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// A part of a question's domain, and a fault that only this part shows.
#[derive(Debug)]
pub struct Dimension<Case, Answer> {
    /// What its cases have in common.
    pub name: &'static str,
    /// The number of its cases at full extent.
    pub count: usize,
    fault: Fault<Case, Answer>,
}

#[derive(Debug)]
enum Fault<Case, Answer> {
    /// [Spoils](Spoil) the right answer where this holds.
    Where(fn(&Case, &Answer) -> bool),
    /// Answers in this way, where it does.
    By(fn(&Case, &Answer) -> Option<Answer>),
}

impl<Case, Answer> Dimension<Case, Answer> {
    /// The cases for which a condition on them and their right answer holds. The fault spoils
    /// these answers.
    #[must_use]
    pub const fn of(
        name: &'static str,
        count: usize,
        holds: fn(&Case, &Answer) -> bool,
    ) -> Dimension<Case, Answer> {
        Dimension { name, count, fault: Fault::Where(holds) }
    }

    /// The cases for which a fault, given the case and its right answer, gives a wrong one.
    #[must_use]
    pub const fn by(
        name: &'static str,
        count: usize,
        fault: fn(&Case, &Answer) -> Option<Answer>,
    ) -> Dimension<Case, Answer> {
        Dimension { name, count, fault: Fault::By(fault) }
    }

    /// Spoils the right answer to a case of the dimension, and no other.
    pub fn spoil(&self, case: &Case, right: &Answer) -> Option<Answer>
    where
        Answer: Spoil,
    {
        match self.fault {
            Fault::Where(holds) => holds(case, right).then(|| right.spoilt()),
            Fault::By(fault) => fault(case, right),
        }
    }
}

/// An answer that can be made wrong.
pub trait Spoil {
    /// Another answer than this one.
    #[must_use]
    fn spoilt(&self) -> Self;
}

impl Spoil for bool {
    fn spoilt(&self) -> bool {
        !self
    }
}

/// With one square added or removed.
impl Spoil for Bitboard {
    fn spoilt(&self) -> Bitboard {
        *self ^ Square::E4.bitboard()
    }
}

macro_rules! spoil_numbers {
    ($($number:ty),*) => {
        $(
            impl Spoil for $number {
                fn spoilt(&self) -> $number {
                    self + 1
                }
            }
        )*
    };
}

spoil_numbers!(i8, u8, u32, u64);

impl<T: Spoil, const N: usize> Spoil for [T; N] {
    fn spoilt(&self) -> [T; N] {
        self.each_ref().map(T::spoilt)
    }
}

/// A variant that answers a question.
pub trait Answers<Q: Question>: Variant {
    /// Calls that must panic, as the question's trait demands.
    const MUST_PANIC: &'static [fn()] = &[];

    /// What is kept from one case to the next.
    type Kept: Default;

    /// The variant's answer to one case, the next one in their order.
    fn answer(kept: &mut Self::Kept, case: &Q::Case) -> Q::Answer;

    /// The case as this variant is asked it, where variants answer by different rules.
    fn asked(case: Q::Case) -> Q::Case {
        case
    }
}

/// The oracles as variants, for the tests of variants that build on one. This crate's tests spoil
/// it in one dimension at a time.
#[derive(Clone, Copy, Debug)]
pub struct Oracle;

impl Variant for Oracle {
    const IDENTITY: Identity = Identity { name: "oracle", summary: "Walks", source: "", text: "" };
    const TABLES: &'static [&'static dyn Table] = &[];
}

impl Oracle {
    /// The answer to a case.
    pub(crate) fn of<Q: Question>(case: &Q::Case) -> Q::Answer {
        #[cfg(test)]
        return crate::faulty::answer::<Q>(case);
        #[cfg(not(test))]
        Q::oracle(case)
    }
}

/// Compares a variant with the oracle and counts the cases.
///
/// # Errors
/// The first wrong answer.
pub fn check<Q: Question, V: Answers<Q>>(extent: Extent) -> Result<usize, Wrong<Q>> {
    compare::<Q, V>(Q::cases(extent))
}

/// Compares a variant's answers to some cases, and counts them.
pub(crate) fn compare<Q: Question, V: Answers<Q>>(
    cases: impl Iterator<Item = Q::Case>,
) -> Result<usize, Wrong<Q>> {
    let (mut kept, mut compared) = (V::Kept::default(), 0);
    for case in cases.map(V::asked) {
        let (actual, expected) = (V::answer(&mut kept, &case), Q::oracle(&case));
        if actual != expected {
            return Err(Wrong { variant: V::IDENTITY.name, case, expected, actual });
        }
        compared += 1;
    }
    Ok(compared)
}

/// A wrong answer; its text draws the boards.
#[derive(Debug)]
pub struct Wrong<Q: Question> {
    /// The variant that gave it, by name.
    pub variant: &'static str,
    /// The case.
    pub case: Q::Case,
    /// The oracle's answer.
    pub expected: Q::Answer,
    /// The variant's answer.
    pub actual: Q::Answer,
}

impl<Q: Question> fmt::Display for Wrong<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is wrong about ", self.variant)?;
        Q::draw(self, f)
    }
}

impl<Q: Question> core::error::Error for Wrong<Q> {}

/// Checks a variant on all cases, as its crate's test does. `panics` makes a call and tells
/// whether it panics, which takes the standard library.
///
/// # Errors
/// The first wrong answer.
///
/// # Panics
/// If one of its calls that [must panic](Answers::MUST_PANIC) does not.
pub fn conform<Q: Question, V: Answers<Q>>(
    panics: impl FnMut(&fn()) -> bool,
) -> Result<usize, Wrong<Q>> {
    assert!(V::MUST_PANIC.iter().all(panics), "{}: a call did not panic", V::IDENTITY.name);
    check::<Q, V>(Extent::Full)
}

/// Defines a variant's tests: `lookup::conformance!(between, Rectangular);`.
///
/// The first argument is the question's module, such as `between` or `between::batch`. One
/// test compares the variant with the oracle on all cases. It prints their number straight
/// to the terminal, because the test harness swallows the output of passed tests. Another
/// test requires that the laboratory [measures](crate::listing) the variant. Where the processor
/// has not what the variant needs, the first is [left out](crate::left_out!).
///
/// A variant that [needs](Variant::NEEDS) processor features adds the module `processor`,
/// made by [`processor!`](crate::processor!), as the last argument. A third test then
/// compares its answers without these features, on every machine. Without that argument, the tests
/// do not compile:
///
/// ```compile_fail,test_harness
/// # use lookup::distance::{self, Distance};
/// # use lookup::{Features, Identity, Square, Table, Variant};
/// # struct Mine;
/// #
/// # impl Variant for Mine {
/// #   const IDENTITY: Identity = Identity { name: "", summary: "", source: "", text: "" };
/// #   const TABLES: &'static [&'static dyn Table] = &[];
/// #   const NEEDS: Features = Features { names: &["avx2"], present: || true };
/// # }
/// #
/// # impl Distance for Mine {
/// #   fn distance(a: Square, b: Square) -> u8 {
/// #       distance::oracle(a, b)
/// #   }
/// # }
/// lookup::conformance!(distance, Mine);
/// ```
#[macro_export]
macro_rules! conformance {
    ($($question:ident)::+, $variant:ty $(, $processor:ident)?) => {
        #[cfg(test)]
        mod conformance {
            extern crate std;
            use super::*;
            use std::io::Write;
            use std::string::ToString;

            type Question = $crate::$($question)::+::Question;

            /// Prints that all answers agree, under a condition if there is one.
            fn agrees(condition: &str) {
                let panics = |call: &fn()| std::panic::catch_unwind(call).is_err();
                let count = $crate::question::conform::<Question, $variant>(panics)
                    .unwrap_or_else(|wrong| fail(&wrong));
                let name = <$variant as $crate::Variant>::IDENTITY.name;
                let cases = <Question as $crate::Question>::CASES;
                writeln!(std::io::stdout(), "{name}: {count} {cases} agree{condition}").unwrap();
            }

            /// Fails with this text alone: a panic would add its place and a backtrace, which
            /// say nothing about the variant.
            fn fail(text: &dyn core::fmt::Display) -> ! {
                std::eprintln!("{text}");
                std::panic::resume_unwind(std::boxed::Box::new("told"))
            }

            #[test]
            fn agrees_with_the_oracle() {
                if (NEEDS.present)() {
                    agrees("");
                } else {
                    $crate::left_out!("needs {} of the processor", NEEDS.names.join(", "));
                }
            }

            #[test]
            fn is_measured() {
                let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
                let read = |path: core::fmt::Arguments<'_>| {
                    std::fs::read_to_string(folder.join(path.to_string())).ok()
                };
                let (package, variant) = (env!("CARGO_PKG_NAME"), stringify!($variant));
                if let Some(forgotten) = $crate::listing::forgotten(package, variant, read) {
                    fail(&forgotten);
                }
            }

            const NEEDS: $crate::Features = <$variant as $crate::Variant>::NEEDS;

            $(
                #[test]
                fn agrees_without_the_features_that_it_needs() {
                    $processor::without(|| {
                        assert!(!(NEEDS.present)());
                        agrees(&std::format!(" without {}", NEEDS.names.join(", ")));
                    });
                }
            )?

            const _: () = {
                let modules: &[&str] = &[$(stringify!($processor))?];
                let tests_other_way = !modules.is_empty();
                assert!(
                    tests_other_way || NEEDS.names.is_empty(),
                    "NEEDS is not empty: write lookup::conformance!(.., .., processor);"
                );
            };
        }
    };
}
