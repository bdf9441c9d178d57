//! The A/A rule: copies of variants test the tables that they stand in.

use crate::{Context, CopyOf, LEAST, Table};
use std::collections::BTreeMap;

/// Intervals per chance error: verdicts hold at 95 %, so one interval in 20 may exclude 1.
const INTERVALS_PER_ERROR: usize = 20;

/// How copies compare with their variants, over all tables of a question in a context.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreement<'a> {
    /// The question.
    pub question: &'a str,
    /// The context.
    pub context: Context,
    /// The number of intervals: one for each copy in each step.
    pub intervals: usize,
    /// The number of intervals that exclude 1: one in twenty would be chance.
    pub excluding: usize,
    /// The number of intervals that exclude 1 by more than [`LEAST`].
    pub apart: usize,
    /// The largest difference between a copy and its variant: the larger time divided by the
    /// smaller, so at least 1.
    pub worst: f64,
}

impl Agreement<'_> {
    /// Whether to withhold the question's figures in this context: copies differ more often than
    /// chance explains. Without copies, nothing is withheld.
    #[must_use]
    pub fn is_withheld(&self) -> bool {
        self.apart > self.intervals.div_ceil(INTERVALS_PER_ERROR)
    }
}

/// The agreement for each question and context with tables, in the order of question names and
/// contexts.
#[must_use]
pub fn agreements(tables: &[Table]) -> Vec<Agreement<'_>> {
    let mut found: BTreeMap<_, Agreement<'_>> = BTreeMap::new();
    for Table { question, context, steps, .. } in tables {
        let agreement = found.entry((question, *context)).or_insert_with(|| Agreement {
            question,
            context: *context,
            intervals: 0,
            excluding: 0,
            apart: 0,
            worst: 1.0,
        });
        for copy in steps.iter().flat_map(|step| &step.copies) {
            agreement.intervals += 1;
            agreement.excluding += usize::from(copy.is_apart_by(0.0));
            agreement.apart += usize::from(copy.is_apart_by(LEAST));
            agreement.worst = agreement.worst.max(copy.ratio.value.ln().abs().exp());
        }
    }
    found.into_values().collect()
}

impl CopyOf {
    /// Whether the interval, [as records hold it](crate::Figure::recorded), excludes 1 by more than this
    /// share.
    fn is_apart_by(&self, share: f64) -> bool {
        let (least, ratio) = (share.ln_1p(), self.ratio.recorded());
        ratio.low.ln() > least || ratio.high.ln() < -least
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Figure, Records};

    /// A table whose copies have these ratios.
    fn table(context: Context, ratios: &[[f64; 3]]) -> Table {
        let good = Records::parse(include_str!("../tests/good.json")).unwrap();
        let mut table = Table { context, ..good.tables[0].clone() };
        let of = table.names[0].clone();
        let copy = |&[value, low, high]: &[f64; 3]| CopyOf {
            of: of.clone(),
            ratio: Figure { value, low, high },
        };
        table.steps[0].copies = ratios.iter().map(copy).collect();
        table
    }

    const SAME: [f64; 3] = [1.002, 0.99, 1.01];
    const SLOWER: [f64; 3] = [1.02, 1.006, 1.03];
    const FASTER: [f64; 3] = [0.95, 0.94, 0.96];

    #[test]
    fn a_copy_differs_where_its_interval_excludes_more_than_the_least() {
        for (ratio, excluding, apart) in [
            (SAME, 0, 0),
            (SLOWER, 1, 1),
            (FASTER, 1, 1),
            // Beyond 1, by less than is claimed.
            ([1.01, 1.004, 1.02], 1, 0),
            ([0.99, 0.98, 0.996], 1, 0),
            ([1.01, 1.0, 1.02], 0, 0),
            // Both sides of 0.5 %, as ratios.
            ([1.01, 1.0049, 1.02], 1, 0),
            ([1.01, 1.0051, 1.02], 1, 1),
            ([0.99, 0.98, 0.99503], 1, 0),
            ([0.99, 0.98, 0.99502], 1, 1),
            // What records round to 1 differs by nothing before they are written either.
            ([1.01, 1.00004, 1.02], 0, 0),
            ([0.99, 0.98, 0.999996], 0, 0),
            ([0.99, 0.98, 0.999994], 1, 0),
        ] {
            let tables = [table(Context::Beside, &[ratio])];
            let found = &agreements(&tables)[0];
            assert_eq!((found.excluding, found.apart), (excluding, apart), "{ratio:?}");
        }
    }

    #[test]
    fn more_than_one_in_twenty_of_a_context_withholds_it() {
        for (same, apart, is_withheld) in [
            (0, 0, false),
            (0, 1, false),
            (19, 1, false),
            (38, 2, false),
            (0, 2, true),
            (37, 3, true),
            (380, 20, false),
            (379, 21, true),
        ] {
            let one = table(Context::Throughput, &vec![SAME; same]);
            let other = table(Context::Throughput, &vec![FASTER; apart]);
            let tables = [table(Context::Beside, &[]), one, other];
            let found = agreements(&tables);
            let counts = found.iter().map(|a| (a.context, a.intervals, a.is_withheld()));
            let throughput = (Context::Throughput, same + apart, is_withheld);
            assert!(counts.eq([throughput, (Context::Beside, 0, false)]), "{found:?}");
            let worst = if apart > 0 { 1.0 / 0.95 } else { found[0].worst };
            assert!((found[0].worst - worst).abs() < 1e-9, "{found:?}");
        }
    }
}
