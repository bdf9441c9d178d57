//! The headline of a study: its contenders side by side on one stream, and
//! what can be said about them in words.

use super::figures::{self, CONTEXTS, CONTROL, Figure, Figures, PLAIN, Place, THROUGHPUT};
use super::{Question, Table};
use crate::record::{Proof, Records, Variant, quantity as counts};

/// The stream that headlines are about, where a study has it.
const UNIFORM: &str = "uniform";

/// What stands in a table for a figure that is not there.
pub(super) const MISSING: &str = "not measured";

/// The contenders of a study on one stream.
#[derive(Debug)]
pub(super) struct Headline<'a> {
    pub(super) study: &'a str,
    pub(super) stream: &'a str,
    /// What stands for time in this study.
    pub(super) quantity: &'static str,
    /// The fastest in throughput first; then what was not measured, then what is wrong.
    pub(super) rows: Vec<Row<'a>>,
    /// What the kernels cost without a lookup, per context.
    pub(super) kernel: [Option<Figure>; 2],
}

/// A contender in a headline.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) variant: &'a Variant,
    /// Per context.
    pub(super) times: [Time; 2],
    pub(super) instructions: Option<Figure>,
    pub(super) misses: Option<Figure>,
}

/// A time with and without the kernel's own cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Time {
    pub(super) raw: Option<Figure>,
    pub(super) net: Option<Figure>,
}

impl<'a> Headline<'a> {
    pub(super) fn new(
        question: &'a Question,
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Headline<'a> {
        let study = question.study.as_str();
        let mut streams = question.streams.iter().map(|(name, _)| name.as_str());
        let first = streams.clone().next().unwrap_or(UNIFORM);
        let stream = streams.find(|name| *name == UNIFORM).unwrap_or(first);
        let quantity = figures.time(study);
        let place = |context, quantity| Place { study, stream, context, quantity, l1_bytes: None };
        let contenders = contenders(records, study);
        let mut rows: Vec<_> = contenders
            .map(|variant| {
                let name = variant.name.as_str();
                let counted = |quantity| figures.net(name, place(THROUGHPUT, quantity));
                Row {
                    variant,
                    times: CONTEXTS.map(|context| Time {
                        raw: figures.raw(name, place(context, quantity)),
                        net: figures.net(name, place(context, quantity)),
                    }),
                    instructions: counted(counts::INSTRUCTIONS),
                    misses: counted(counts::L1_MISSES),
                }
            })
            .collect();
        let throughput = |row: &Row<'_>| row.times[0].net.map_or(f64::INFINITY, |net| net.value);
        rows.sort_by(|a, b| {
            let wrong = a.variant.is_wrong().cmp(&b.variant.is_wrong());
            wrong.then(throughput(a).total_cmp(&throughput(b)))
        });
        let kernel = CONTEXTS.map(|context| figures.raw(figures::NULL, place(context, quantity)));
        Headline { study, stream, quantity, rows, kernel }
    }

    /// The unit of its times.
    pub(super) fn unit(&self) -> String {
        format!("{}/query", self.quantity)
    }

    /// What was subtracted.
    pub(super) fn kernel_note(&self) -> String {
        let unit = self.unit();
        let cost = |(context, kernel): (&str, Option<Figure>)| match kernel {
            Some(cost) => format!("{} {unit} in {context}", figures::time(cost.value)),
            None => format!("{MISSING} in {context}"),
        };
        let costs = CONTEXTS.into_iter().zip(self.kernel).map(cost);
        format!(
            "Net is without what the measuring loop costs by itself: {}.",
            costs.collect::<Vec<_>>().join(", ")
        )
    }

    /// Whether a count is missing that a run of `instructions` would give.
    pub(super) fn lacks_counts(&self) -> bool {
        let mut right = self.rows.iter().filter(|row| !row.variant.is_wrong());
        right.any(|row| row.instructions.is_none() || row.misses.is_none())
    }

    /// Whether a time is missing that a run of `cycles` would give.
    pub(super) fn lacks_times(&self) -> bool {
        let mut right = self.rows.iter().filter(|row| !row.variant.is_wrong());
        right.any(|row| row.times.iter().any(|time| time.net.is_none()))
    }

    /// The headline as plain text, with headers of two lines.
    pub(super) fn table(&self) -> Table {
        let unit = self.unit();
        let header = [
            "variant".to_owned(),
            "tables,\nbytes".to_owned(),
            "code,\nbytes".to_owned(),
            format!("throughput,\nnet {unit}"),
            format!("latency,\nnet {unit}"),
            "instructions,\nnet /query".to_owned(),
            "L1 data misses,\nnet /query".to_owned(),
        ];
        let rows = self.rows.iter().map(Row::cells);
        Table {
            title: format!("{}, stream {}", self.study, self.stream),
            header: header.into(),
            rows: rows.collect(),
        }
    }

    /// What the figures say, in sentences.
    pub(super) fn findings(&self) -> Vec<String> {
        let wrong = self.rows.iter().filter(|row| row.variant.is_wrong());
        let wrong =
            wrong.map(|row| format!("{} answers wrongly and was not measured.", row.variant.name));
        let fastest = (0..CONTEXTS.len()).map(|context| self.fastest(context));
        wrong.chain(fastest).chain(self.smallest()).collect()
    }

    /// Only plain interfaces are ranked: another one answers another question.
    fn ranked(&self) -> impl Iterator<Item = &Row<'a>> {
        self.rows.iter().filter(|row| !row.variant.is_wrong() && row.variant.interface == PLAIN)
    }

    fn fastest(&self, context: usize) -> String {
        let name = CONTEXTS[context];
        let mut measured: Vec<_> =
            self.ranked().filter_map(|row| Some((row.variant, row.times[context].net?))).collect();
        measured.sort_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
        let Some(((first, best), others)) = measured.split_first() else {
            return format!("In {name} nothing was measured on the stream {}.", self.stream);
        };
        let value = figures::time(best.value);
        let facts = format!(
            "{value} {} net ({}), {}",
            self.unit(),
            figures::interval(*best),
            tables(first.table_bytes)
        );
        if others.is_empty() {
            return format!("Only {} was measured in {name}: {facts}.", first.name);
        }
        let alike: Vec<_> = others
            .iter()
            .filter(|(_, other)| other.overlaps(*best))
            .map(|(variant, _)| variant.name.as_str())
            .collect();
        let caution = if alike.is_empty() {
            String::new()
        } else {
            format!(" It is not told apart from {}: the intervals overlap.", list(&alike))
        };
        format!("{} was fastest in {name}: {facts}.{caution}", first.name)
    }

    fn smallest(&self) -> Option<String> {
        let size = |row: &Row<'_>| (row.variant.table_bytes, row.variant.code_bytes);
        // A size that is unknown is not small.
        let order = |row: &Row<'_>| (size(row).0, size(row).1.unwrap_or(u64::MAX));
        let least = self.ranked().map(order).min()?;
        let smallest: Vec<_> = self.ranked().filter(|row| order(row) == least).collect();
        let names: Vec<_> = smallest.iter().map(|r| r.variant.name.as_str()).collect();
        let code = match size(smallest.first()?).1 {
            Some(bytes) => format!("{bytes} bytes of code"),
            None => "code of unknown size".to_owned(),
        };
        let verb = if names.len() == 1 { "is" } else { "are" };
        Some(format!("{} {verb} the smallest: {} and {code}.", list(&names), tables(least.0)))
    }
}

impl Row<'_> {
    fn cells(&self) -> Vec<String> {
        let variant = self.variant;
        let code = variant.code_bytes;
        let mut cells = vec![
            named(variant),
            variant.table_bytes.to_string(),
            code.map_or("unknown".to_owned(), |bytes| bytes.to_string()),
        ];
        if variant.is_wrong() {
            cells.extend(["WRONG", "WRONG", "-", "-"].map(str::to_owned));
            return cells;
        }
        let missing = || MISSING.to_owned();
        cells.extend(self.times.map(|time| {
            time.net.map_or_else(missing, |net| {
                format!("{} ({})", figures::time(net.value), figures::interval(net))
            })
        }));
        let counts = [self.instructions, self.misses];
        cells.extend(counts.map(|net| net.map_or_else(missing, |net| figures::count(net.value))));
        cells
    }
}

/// The variants of a study, without the controls.
pub(super) fn contenders<'a>(
    records: &'a Records,
    study: &str,
) -> impl Iterator<Item = &'a Variant> {
    let technique = move |v: &&Variant| v.study == study && v.kind != CONTROL;
    records.variants.iter().filter(technique)
}

/// The meters whose figures are but a first look.
pub(super) fn first_look(records: &Records) -> Vec<&str> {
    let quick = records.runs.iter().filter(|(_, run)| run.quick);
    quick.map(|(name, _)| name.as_str()).collect()
}

/// The name, with the interface where that is not the usual one.
pub(super) fn named(variant: &Variant) -> String {
    if variant.interface == PLAIN {
        variant.name.clone()
    } else {
        format!("{} ({})", variant.name, variant.interface)
    }
}

/// How the proof came out.
pub(super) fn proof(variant: &Variant) -> String {
    match variant.proof {
        Proof::Right(0) => "not compared with the oracle".to_owned(),
        Proof::Right(compared) => {
            format!("compared with the oracle on {compared} questions: all equal")
        }
        Proof::Wrong(_) => "compared with the oracle: WRONG".to_owned(),
    }
}

fn tables(bytes: u64) -> String {
    match bytes {
        0 => "no tables".to_owned(),
        bytes => format!("{bytes} bytes of tables"),
    }
}

/// Names as a sentence lists them.
fn list(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
