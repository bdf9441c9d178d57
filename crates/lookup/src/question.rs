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

use crate::{Bitboard, Extent, Square, Variant};
use core::fmt;
use core::ops::ControlFlow;

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

    /// Draws a wrong answer: a sentence that names the variant, then boards.
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

spoil_numbers!(i8, u8, u32);

impl<T: Spoil, const N: usize> Spoil for [T; N] {
    fn spoilt(&self) -> [T; N] {
        self.each_ref().map(T::spoilt)
    }
}

/// A variant that answers a question.
pub trait Answers<Q: Question>: Variant {
    /// Calls that must panic, as the question's trait demands.
    const MUST_PANIC: &'static [fn()] = &[];

    /// The variant's answer to one case.
    fn answer(case: &Q::Case) -> Q::Answer;

    /// Answers all cases in order and hands each with its answer to `visit` until that
    /// breaks. A question overrides this if its variants keep state between cases.
    fn answer_all(extent: Extent, visit: &mut Visit<'_, Q>) -> ControlFlow<Wrong<Q>> {
        Q::cases(extent).try_for_each(|case| {
            let answer = Self::answer(&case);
            visit(case, answer)
        })
    }
}

/// Takes a case with a variant's answer; breaks at a wrong one.
pub type Visit<'a, Q> =
    dyn FnMut(<Q as Question>::Case, <Q as Question>::Answer) -> ControlFlow<Wrong<Q>> + 'a;

/// Compares a variant with the oracle and counts the cases.
///
/// # Errors
/// The first wrong answer.
pub fn check<Q: Question, V: Answers<Q>>(extent: Extent) -> Result<usize, Wrong<Q>> {
    compare::<Q, V>(|visit| V::answer_all(extent, visit))
}

/// Compares a variant's answers on a walk through some cases, and counts them.
pub(crate) fn compare<Q: Question, V: Variant>(
    walk: impl FnOnce(&mut Visit<'_, Q>) -> ControlFlow<Wrong<Q>>,
) -> Result<usize, Wrong<Q>> {
    let mut compared = 0;
    let walked = walk(&mut |case, actual| {
        let expected = Q::oracle(&case);
        if actual != expected {
            let variant = V::IDENTITY.name;
            return ControlFlow::Break(Wrong { variant, case, expected, actual });
        }
        compared += 1;
        ControlFlow::Continue(())
    });
    match walked {
        ControlFlow::Continue(()) => Ok(compared),
        ControlFlow::Break(wrong) => Err(wrong),
    }
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
/// If the variant was not asked as many cases as the question has, or if one of its calls
/// that [must panic](Answers::MUST_PANIC) does not.
pub fn conform<Q: Question, V: Answers<Q>>(
    panics: impl FnMut(&fn()) -> bool,
) -> Result<Agreement, Wrong<Q>> {
    assert!(V::MUST_PANIC.iter().all(panics), "{}: a call did not panic", V::IDENTITY.name);
    let compared = check::<Q, V>(Extent::Full)?;
    assert_eq!(compared, Q::COUNT, "{} asked, and in the question", Q::CASES);
    Ok(Agreement { variant: V::IDENTITY.name, compared, cases: Q::CASES })
}

/// The result of a passed check, such as "between-select: 4096 pairs of squares agree".
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Agreement {
    variant: &'static str,
    compared: usize,
    cases: &'static str,
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreement { variant, compared, cases } = self;
        write!(f, "{variant}: {compared} {cases} agree")
    }
}

/// Defines a variant's tests: `lookup::conformance!(between, Rectangular);`.
///
/// The first argument is the question's module, such as `between` or `between::batch`. One
/// test compares the variant with the oracle on all cases. It prints their number straight
/// to the terminal, because the test harness swallows the output of passed tests. Another
/// test requires that the laboratory [measures](crate::listing) the variant.
///
/// A variant that [needs](Variant::NEEDS) processor features adds the module `processor`,
/// made by [`processor!`](crate::processor!), as the last argument. A third test then
/// compares its answers without these features, on every machine.
///
/// ```test_harness,no_run
/// # use lookup::distance::{self, Distance};
/// # use lookup::{Features, Identity, Square, Table, Variant};
/// struct Mine;
///
/// impl Variant for Mine {
/// #   const IDENTITY: Identity = Identity { name: "", summary: "", source: "", text: "" };
/// #   const TABLES: &'static [&'static dyn Table] = &[];
///     const NEEDS: Features = Features { names: &["avx2"], present: || true };
///     // ...
/// }
/// #
/// # impl Distance for Mine {
/// #   fn distance(a: Square, b: Square) -> u8 {
/// #       distance::oracle(a, b)
/// #   }
/// # }
/// #
/// # mod processor {
/// #   pub fn without<T>(run: impl FnOnce() -> T) -> T {
/// #       run()
/// #   }
/// # }
///
/// lookup::conformance!(distance, Mine, processor);
/// ```
///
/// Without that argument, its tests do not compile:
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

            fn agreement() -> $crate::question::Agreement {
                let panics = |call: &fn()| std::panic::catch_unwind(call).is_err();
                $crate::question::conform::<Question, $variant>(panics)
                    .unwrap_or_else(|wrong| fail(&wrong))
            }

            /// Fails with this text alone: a panic would add its place and a backtrace, which
            /// say nothing about the variant.
            fn fail(text: &dyn core::fmt::Display) -> ! {
                std::eprintln!("{text}");
                std::panic::resume_unwind(std::boxed::Box::new("told"))
            }

            #[test]
            fn agrees_with_the_oracle() {
                writeln!(std::io::stdout(), "{}", agreement()).unwrap();
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
                    let agreement = $processor::without(|| {
                        assert!(!(NEEDS.present)());
                        agreement()
                    });
                    let hidden = NEEDS.names.join(", ");
                    writeln!(std::io::stdout(), "{agreement} without {hidden}").unwrap();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Identity, Pair, Table, between};

    /// Answers like the oracle, but leaves out the first case.
    struct Skips;

    impl Variant for Skips {
        const IDENTITY: Identity = Identity { name: "skips", summary: "", source: "", text: "" };
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl Answers<between::Question> for Skips {
        const MUST_PANIC: &'static [fn()] = &[|| panic!(), || {}];

        fn answer(pair: &Pair) -> Bitboard {
            between::oracle(pair.a, pair.b)
        }

        fn answer_all(
            _: Extent,
            visit: &mut Visit<'_, between::Question>,
        ) -> ControlFlow<Wrong<between::Question>> {
            Pair::all().skip(1).try_for_each(|pair| visit(pair, Self::answer(&pair)))
        }
    }

    #[test]
    #[should_panic(expected = "pairs of squares asked")]
    fn a_variant_conforms_only_in_all_cases() {
        assert_eq!(check::<between::Question, Skips>(Extent::Full).unwrap(), 4095);
        let _ = conform::<between::Question, Skips>(|_| true);
    }

    #[test]
    #[should_panic(expected = "skips: a call did not panic")]
    fn a_variant_conforms_only_if_its_calls_panic() {
        let _ = conform::<between::Question, Skips>(|call| std::panic::catch_unwind(call).is_err());
    }
}
