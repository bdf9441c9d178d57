//! The measured loops, compiled once per variant and called once per batch.

use crate::streams::Query;
use sampling::hardware::register;
use sampling::working_set::Touching;
pub(crate) use sampling::working_set::{Meanwhile, Nothing, WorkingSet};

/// Answers queries. A kernel is compiled for each implementation.
pub(crate) trait Answer<Q: Query> {
    /// The answer as a number.
    fn answer(query: Q, dataset: &Q::Dataset) -> u64;

    /// The answer to every second query of a window, if two kinds of lookups [take
    /// turns](Query::IN_TURN).
    #[inline(always)]
    fn second(query: Q, dataset: &Q::Dataset) -> u64 {
        Self::answer(query, dataset)
    }

    /// The sum of the answers to consecutive queries of a stream, with the work between them, for
    /// [`throughput`] and [`beside`].
    #[inline(always)]
    fn sum<M: Meanwhile>(queries: &[Q], dataset: &Q::Dataset, mut meanwhile: M) -> u64 {
        let (turns, rest) =
            if M::IS_SHORT { queries.as_chunks::<UNROLLED>() } else { (&[][..], queries) };
        let mut sum = added::<Q, Self>(0, rest, dataset, &mut meanwhile);
        for turn in turns {
            sum = added::<Q, Self>(sum, turn, dataset, &mut meanwhile);
        }
        sum
    }
}

/// What queries of this kind refer to.
pub(crate) type Data<Q> = <Q as Query>::Dataset;

/// Implements [`Answer`] for the variants of a question, for the oracle and, unless queries of this
/// kind have one already, for the null control. Variants and the null control are compiled alike.
macro_rules! answers {
    (
        #[$inline:meta]
        |$query:ident: $Query:ty, $dataset:ident|
        $V:ident: $Question:path => $of_variant:expr,
        Oracle => $of_oracle:expr,
        $(Null => $of_null:expr,)?
    ) => {
        impl<$V: $Question> $crate::kernel::Answer<$Query> for $V {
            #[$inline]
            fn answer($query: $Query, $dataset: &$crate::kernel::Data<$Query>) -> u64 {
                $of_variant
            }
        }

        impl $crate::kernel::Answer<$Query> for $crate::kernel::Oracle {
            fn answer($query: $Query, $dataset: &$crate::kernel::Data<$Query>) -> u64 {
                $of_oracle
            }
        }

        $(impl $crate::kernel::Answer<$Query> for $crate::kernel::Null {
            #[$inline]
            fn answer($query: $Query, $dataset: &$crate::kernel::Data<$Query>) -> u64 {
                $of_null
            }
        })?
    };
}
pub(crate) use answers;

/// Adds the answers to these queries.
#[inline(always)]
fn added<Q: Query, A: Answer<Q> + ?Sized>(
    mut sum: u64,
    queries: &[Q],
    dataset: &Q::Dataset,
    meanwhile: &mut impl Meanwhile,
) -> u64 {
    let (pairs, singles) = in_turn(queries);
    for &[first, second] in pairs {
        sum = sum.wrapping_add(meanwhile.pass());
        sum = sum.wrapping_add(register(A::answer(first, dataset)));
        sum = sum.wrapping_add(meanwhile.pass());
        sum = sum.wrapping_add(register(A::second(second, dataset)));
    }
    for &query in singles {
        sum = sum.wrapping_add(meanwhile.pass());
        sum = sum.wrapping_add(register(A::answer(query, dataset)));
    }
    sum
}

/// Splits queries into pairs, if two kinds take turns, and single queries.
#[inline(always)]
fn in_turn<Q: Query>(queries: &[Q]) -> (&[[Q; 2]], &[Q]) {
    if Q::IN_TURN { queries.as_chunks() } else { (&[], queries) }
}

/// Answers correctly but slowly. The checksums of the others must equal its own.
pub(crate) enum Oracle {}

/// Reads every argument and returns one: the cost of a kernel without a lookup.
pub(crate) enum Null {}

/// Queries per iteration of the throughput loop.
///
/// With one query per iteration, moving the loop by 16 bytes changed the triangular table's figure
/// by 9 % and the null kernel's by half. With eight, every variant stayed within 0.8 %, except one
/// that branches (seen on a Cascade-Lake-class guest, which decodes a jump at the end of a 32-byte
/// block anew each time).
const UNROLLED: usize = 8;

/// A kernel, compiled for one variant. Only [`beside`] and [`beside_dependent`] touch the working
/// set.
pub(crate) type Kernel<Q> = fn(&[Q], &Data<Q>, &WorkingSet) -> u64;

/// The loop that asks the queries.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Form {
    /// Independent queries: nothing waits for an answer.
    Throughput,
    /// Dependent queries: the next one waits for the answer.
    Latency,
    /// Dependent queries, with [`LINKS`] additions after each answer.
    Lengthened,
    /// Independent queries, with touches of a working set between them.
    Beside,
    /// Dependent queries, with touches of a working set between them.
    BesideDependent,
}

impl Form {
    /// All of them.
    pub const ALL: [Form; 5] =
        [Form::Throughput, Form::Latency, Form::Lengthened, Form::Beside, Form::BesideDependent];

    /// The form with nothing between the queries, which wait for each other or not.
    #[must_use]
    pub fn hot(dependent: bool) -> Form {
        if dependent { Form::Latency } else { Form::Throughput }
    }
}

/// The kernel of this form.
pub(crate) fn of_form<Q: Query, A: Answer<Q>>(form: Form) -> Kernel<Q> {
    match form {
        Form::Throughput => throughput::<Q, A>,
        Form::Latency => latency::<Q, A, 0>,
        Form::Lengthened => latency::<Q, A, LINKS>,
        Form::Beside => beside::<Q, A>,
        Form::BesideDependent => beside_dependent::<Q, A>,
    }
}

/// Independent queries: the cost of a lookup when nothing waits for it.
#[inline(never)]
pub(crate) fn throughput<Q: Query, A: Answer<Q>>(
    queries: &[Q],
    dataset: &Q::Dataset,
    _: &WorkingSet,
) -> u64 {
    A::sum(queries, dataset, Nothing)
}

/// Additions that lengthen the chain from an answer to the next query. If the query waits for the
/// answer, it takes as many more cycles.
pub const LINKS: usize = 8;

/// Dependent queries: the time a lookup takes, because the next one cannot begin before its answer
/// and `LINKS` additions are done.
#[inline(never)]
pub(crate) fn latency<Q: Query, A: Answer<Q>, const LINKS: usize>(
    queries: &[Q],
    dataset: &Q::Dataset,
    _: &WorkingSet,
) -> u64 {
    chained::<Q, A, LINKS>(queries, dataset, Nothing, register(0))
}

/// Independent queries; between them a program touches its own memory.
#[inline(never)]
pub(crate) fn beside<Q: Query, A: Answer<Q>>(
    queries: &[Q],
    dataset: &Q::Dataset,
    set: &WorkingSet,
) -> u64 {
    A::sum(queries, dataset, Touching::new(set))
}

/// Dependent queries; between them a program touches its own memory. The touches wait for nothing.
#[inline(never)]
pub(crate) fn beside_dependent<Q: Query, A: Answer<Q>>(
    queries: &[Q],
    dataset: &Q::Dataset,
    set: &WorkingSet,
) -> u64 {
    chained::<Q, A, 0>(queries, dataset, Touching::new(set), register(0))
}

/// Masks each answer with `zero` before the next query is asked.
#[inline(always)]
fn chained<Q: Query, A: Answer<Q>, const LINKS: usize>(
    queries: &[Q],
    dataset: &Q::Dataset,
    mut meanwhile: impl Meanwhile,
    zero: u64,
) -> u64 {
    let (mut sum, mut delay) = (0u64, 0);
    let (pairs, singles) = in_turn(queries);
    for &[first, second] in pairs {
        sum = sum.wrapping_add(meanwhile.pass());
        (sum, delay) = linked::<LINKS>(sum, A::answer(first.after(delay), dataset), zero);
        sum = sum.wrapping_add(meanwhile.pass());
        (sum, delay) = linked::<LINKS>(sum, A::second(second.after(delay), dataset), zero);
    }
    for &query in singles {
        sum = sum.wrapping_add(meanwhile.pass());
        (sum, delay) = linked::<LINKS>(sum, A::answer(query.after(delay), dataset), zero);
    }
    sum
}

/// Adds an answer to the sum. Also returns the next query's delay: zero, known once the answer and
/// the additions are done.
#[inline(always)]
fn linked<const LINKS: usize>(sum: u64, answer: u64, zero: u64) -> (u64, u64) {
    let answer = register(answer);
    let mut delay = answer & zero;
    for _ in 0..LINKS {
        delay = register(delay.wrapping_add(zero));
    }
    (sum.wrapping_add(answer), delay)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::collections::BTreeSet;

    thread_local! {
        /// What each query waited for.
        static WAITED: RefCell<Vec<u64>> = const { RefCell::new(Vec::new()) };
    }

    /// One of two kinds of lookups that take turns. Counts its waits.
    #[derive(Clone, Copy)]
    struct Turn(u64);

    impl Query for Turn {
        type Dataset = ();
        const IN_TURN: bool = true;

        fn after(self, delay: u64) -> Turn {
            WAITED.with_borrow_mut(|waited| waited.push(delay));
            self
        }
    }

    impl Answer<Turn> for Null {
        fn answer(Turn(number): Turn, (): &()) -> u64 {
            number
        }

        fn second(Turn(number): Turn, (): &()) -> u64 {
            1000 * number
        }
    }

    #[test]
    fn every_form_takes_turns_waits_and_touches_as_it_says() {
        // Two whole iterations of the loop, and a rest that ends with the first kind.
        let queries: Vec<_> = (0..21).map(Turn).collect();
        let expected = (0..21).map(|number| if number % 2 == 0 { number } else { 1000 * number });
        let expected: u64 = expected.sum();
        for (form, waits, touches) in [
            (Form::Throughput, false, false),
            (Form::Latency, true, false),
            (Form::Lengthened, true, false),
            (Form::Beside, false, true),
            (Form::BesideDependent, true, true),
        ] {
            let set = WorkingSet::new(64);
            assert_eq!(of_form::<Turn, Null>(form)(&queries, &(), &set), expected, "{form:?}");
            assert_eq!(WAITED.take(), vec![0; if waits { 21 } else { 0 }], "{form:?}");
            // Touches before each query.
            let expected = WorkingSet::new(64);
            let mut touching = Touching::new(&expected);
            (0..if touches { 21 } else { 0 }).for_each(|_| assert_eq!(touching.pass(), 0));
            drop(touching);
            assert_eq!(format!("{set:?}"), format!("{expected:?}"), "{form:?}");
        }
    }

    /// With a mask of ones in place of zeros, what a query waits for is the answer before it, and
    /// an addition of a mask takes one away from it.
    #[test]
    fn each_query_waits_for_the_answer_before_it_and_for_eight_additions() {
        let queries = [3, 5, 7, 9, 11].map(Turn);
        let (set, mask) = (&WorkingSet::new(64), register(u64::MAX));
        for (sum, expected) in [
            (chained::<_, Null, 0>(&queries, &(), Nothing, mask), [0, 3, 5000, 7, 9000]),
            (chained::<_, Null, 8>(&queries, &(), Nothing, mask), [0, -5, 4992, -1, 8992]),
            (chained::<_, Null, 0>(&queries, &(), Touching::new(set), mask), [0, 3, 5000, 7, 9000]),
        ] {
            let expected = expected.map(|delay: i64| delay as u64);
            // A sum is complete before the next one begins.
            let waited: Vec<_> = WAITED.with_borrow_mut(|waited| waited.drain(..5).collect());
            assert_eq!((sum, &waited[..]), (14_021, &expected[..]));
        }
        // The kernels of a form are those of so many additions.
        assert_eq!(LINKS, 8);
        let address = |form| of_form::<Turn, Null>(form) as usize;
        let [none, eight] = [latency::<Turn, Null, 0>, latency::<Turn, Null, 8>]
            .map(|kernel: Kernel<Turn>| kernel as usize);
        assert_ne!(none, eight);
        assert_eq!([Form::Latency, Form::Lengthened].map(address), [none, eight]);
        let all: BTreeSet<_> = Form::ALL.into_iter().map(address).collect();
        assert_eq!(all.len(), 5, "each form has a kernel of its own");
    }
}
