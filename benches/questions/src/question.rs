//! A question: everything that answers it, and how it is measured.

#[cfg(test)]
mod tests;

use crate::kernel::{Answer, Form, Null, Oracle};
use crate::lookups::COUNTED;
use crate::streams::{Query, Streams, check_sources};
use crate::variant::Variant;
use lookup::Identity;
use records::{Check, Exception, Interface, Mistake, NULL, Stream, Technique};
use sampling::artefact::Artefact;
use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZero;

/// A question and everything that answers it.
pub struct Question {
    /// Its name, which is that of the question's module in `lookup`.
    pub name: &'static str,
    /// Its name on pages.
    pub title: &'static str,
    /// The question in words.
    pub question: &'static str,
    /// Techniques that use PEXT, which is slow on some processors.
    pub uses_pext: &'static [&'static str],
    /// The names and summaries of its streams.
    pub streams: Vec<(&'static str, &'static str)>,
    /// The variants. The first is the reference for ratios.
    pub variants: Vec<Variant>,
    /// The null control: a kernel without a lookup.
    pub null: Variant,
    /// Answers correctly but slowly. The sums of the others must equal its own.
    pub oracle: Variant,
    /// Functions that compare wrong published formulas with the oracle. Errors are counted, not
    /// timed.
    pub mistakes: Vec<fn() -> Mistake>,
    /// How it is measured.
    pub policy: Policy,
    /// Draws its streams again; the argument tells whether their queries can wait.
    pub(crate) redraw: Box<dyn Fn(bool)>,
}

impl fmt::Debug for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Question").field("name", &self.name).finish_non_exhaustive()
    }
}

/// AMD's processors before Zen 3 have PEXT and PDEP in microcode, a few cycles for each bit of the
/// mask. Engines ship a switch or a separate build for them: Stockfish; PZChessBot gained 30.9 Elo
/// there.
fn pext_is_slow() -> Exception {
    Exception {
        says: "slow on AMD before Zen 3".to_owned(),
        on: ["Excavator", "Zen", "Zen+", "Zen 2"].map(str::to_owned).into(),
        source: "https://github.com/kevlu8/PZChessBot/pull/332".to_owned(),
    }
}

/// The length of an answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq, PartialOrd)]
pub enum Length {
    /// A lookup, which kernels inline.
    Lookup,
    /// An answer about a position. Kernels call a function for it, and it is measured in fewer
    /// contexts.
    Position,
    /// A step of a whole program. Only its rate is measured, by the duel; the work in a step is
    /// counted for the reference alone.
    Program,
}

/// How a question is measured.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// The length of its answers.
    pub length: Length,
    /// Queries timed at once while tables are hot.
    pub window: usize,
    /// Queries run untimed before, in whole windows, to make tables hot: enough to read what is
    /// read of the largest, because other variants have evicted it.
    pub warm_up: usize,
    /// Queries at the beginning of a window that run untimed directly before the others.
    pub lead: usize,
    /// The numbers of questions asked after each query, where that is varied.
    pub questions: &'static [u64],
    /// The number of streams, from the first, that a default run measures.
    pub first: usize,
}

impl Policy {
    /// For single lookups.
    pub const LIGHT: Policy = Policy {
        length: Length::Lookup,
        window: 2048,
        warm_up: 2048,
        lead: 0,
        questions: &[],
        first: 1,
    };

    /// For answers about positions.
    pub const HEAVY: Policy =
        Policy { length: Length::Position, window: 1024, warm_up: 1024, ..Policy::LIGHT };

    /// For whole programs.
    pub const PROGRAM: Policy =
        Policy { length: Length::Program, window: 8192, warm_up: 0, first: 0, ..Policy::LIGHT };
}

impl Question {
    /// `title` is its name on pages. The first of the variants is the reference.
    pub(crate) fn new<Q: Query + Eq + fmt::Debug>(
        name: &'static str,
        title: &'static str,
        question: &'static str,
        policy: Policy,
        streams: &Streams<Q>,
        variants: Vec<Variant>,
    ) -> Question
    where
        Null: Answer<Q>,
        Oracle: Answer<Q>,
    {
        let interface = variants[0].interface;
        let sources = streams.sources;
        Question {
            name,
            title,
            question,
            uses_pext: &[],
            streams: sources.iter().map(|source| (source.name, source.summary)).collect(),
            variants,
            null: Variant::control::<Null, Q>(NULL, streams).interface(interface),
            oracle: Variant::control::<Oracle, Q>("oracle", streams),
            mistakes: Vec::new(),
            policy,
            redraw: Box::new(move |wait| check_sources(sources, wait)),
        }
    }

    /// The variants, then the null control.
    pub fn all(&self) -> impl Iterator<Item = &Variant> {
        self.variants.iter().chain([&self.null])
    }

    /// The first variant: the reference for ratios, which takes part in every table of rounds.
    /// `None` if it answers wrongly.
    #[must_use]
    pub fn reference(&self) -> Option<&Variant> {
        self.variants.first().filter(|first| first.checked().is_ok())
    }

    /// The oracle whose sums this variant must equal.
    #[must_use]
    pub fn oracle_of<'a>(&'a self, variant: &'a Variant) -> &'a Variant {
        variant.oracle.as_deref().unwrap_or(&self.oracle)
    }

    /// Whether its queries can follow each other this way: each waits for the answer before it, or none
    /// does. No query waits for a batch, for kept
    /// state, or for a program.
    #[must_use]
    pub fn asks(&self, dependent: bool) -> bool {
        let is_unwaited = self.policy.length == Length::Program
            || matches!(self.variants[0].interface, Interface::Batch | Interface::Kept);
        !dependent || !is_unwaited
    }

    /// Checks that its streams are drawn alike again, and that their queries wait if they can.
    ///
    /// # Panics
    /// If they are not, or do not.
    pub fn check_streams(&self) {
        (self.redraw)(self.asks(true));
    }

    /// The forms of the kernels that ask it.
    #[must_use]
    pub fn forms(&self) -> &'static [Form] {
        match self.policy.length {
            Length::Program => &[Form::Throughput],
            Length::Lookup | Length::Position => &Form::ALL,
        }
    }

    /// The streams that a default run measures: the first ones, and those that time the lookups of
    /// programs.
    pub fn first_streams(&self) -> impl Iterator<Item = &'static str> {
        let is_first = |number: usize| number < self.policy.first;
        let names = self.streams.iter().map(|(name, _)| *name).enumerate();
        let names = names.filter(move |(number, name)| is_first(*number) || self.is_counted(name));
        names.map(|(_, name)| name)
    }

    /// Whether each query of this stream is one lookup of those that programs count; a test counts.
    fn is_counted(&self, stream: &str) -> bool {
        COUNTED.iter().any(|(_, question, counted)| (*question, *counted) == (self.name, stream))
    }

    /// The stream that most contexts use.
    #[must_use]
    pub fn main_stream(&self) -> &'static str {
        self.streams[0].0
    }

    /// Whether a variant or control of this name is counted or measured here.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        self.all().any(|variant| variant.name == name)
    }

    /// Its record, without its variants. Counts its mistakes.
    #[must_use]
    pub fn record(&self) -> records::Question {
        let stream = |&(name, summary): &(&str, &str)| {
            let lookups = NonZero::new(u32::from(self.is_counted(name)));
            Stream { name: name.to_owned(), summary: summary.to_owned(), lookups }
        };
        records::Question {
            name: self.name.to_owned(),
            title: self.title.to_owned(),
            question: self.question.to_owned(),
            streams: self.streams.iter().map(stream).collect(),
            mistakes: self.mistakes.iter().map(|count| count()).collect(),
        }
    }

    /// The record of a variant or control. Compares it with its oracle, unless that was done.
    #[must_use]
    pub fn record_of(&self, variant: &Variant, artefact: &Artefact) -> records::Variant {
        let own = variant.technique.name.replace('-', "_");
        let count = |bytes: usize| bytes as u64;
        let account = variant.account();
        records::Variant {
            question: self.name.to_owned(),
            name: variant.name.to_owned(),
            kind: variant.kind,
            interface: variant.interface,
            table_bytes: count(variant.table_bytes()),
            shared_bytes: count(variant.shared_bytes()),
            kept_bytes: variant.kept_bytes.map(count),
            code_bytes: variant.code.and_then(|address| artefact.code_bytes(address, &own)),
            listing: variant
                .code
                .map_or_else(String::new, |address| cut(&artefact.listing(address, &own))),
            same_code: self.same_code(variant),
            needs: variant.needs().iter().map(|need| (*need).to_owned()).collect(),
            available: variant.is_available(),
            uncounted: None,
            asks: account.asks.clone(),
            accuracy: account.accuracy.clone(),
            check: match variant.checked() {
                Ok(compared) => Check::Right(count(compared)),
                Err(wrong) => Check::Wrong(wrong.to_owned()),
            },
        }
    }

    /// The record of one of its techniques.
    #[must_use]
    pub fn technique(&self, Identity { name, summary, source, text }: Identity) -> Technique {
        let variants = self.variants.iter().filter(|variant| variant.technique.name == name);
        let short = variants.filter_map(|variant| variant.short).next();
        let uses_pext = self.uses_pext.contains(&name);
        Technique {
            name: name.to_owned(),
            short: short.map(str::to_owned),
            exceptions: uses_pext.then(pext_is_slow).into_iter().collect(),
            summary: summary.to_owned(),
            source: source.to_owned(),
            idea: idea(text),
            formula: formula(text),
        }
    }

    /// The names of variants that were compiled to the same code as this one, tables and all;
    /// empty for most. The compiler merges equal functions.
    fn same_code(&self, variant: &Variant) -> Vec<String> {
        let same = |other: &&Variant| {
            variant.code.is_some() && other.code == variant.code && other.name != variant.name
        };
        self.variants.iter().filter(same).map(|other| other.name.to_owned()).collect()
    }
}

/// A compiled lookup, cut to the space that records have.
fn cut(listing: &[String]) -> String {
    const MOST_BYTES: usize = 15 << 10;
    let mut bytes = 0;
    let fitting = listing.iter().take_while(|line| {
        bytes += line.len() + 1;
        bytes <= MOST_BYTES
    });
    let mut lines: Vec<_> = fitting.map(String::as_str).collect();
    let more = format!("... and {} more", listing.len() - lines.len());
    if lines.len() < listing.len() {
        lines.push(&more);
    }
    lines.join("\n")
}

/// The documentation at the top of a crate's root file, without what was published of older records.
fn idea(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    let lines = lines.map(|line| line.strip_prefix(' ').unwrap_or(line));
    let lines: Vec<_> = lines.take_while(|line| !line.starts_with("Measured: <!--")).collect();
    lines.join("\n").trim_end().to_owned()
}

/// The implementation of the question's trait, which comes first in a crate's root file, and the
/// tables and helpers after it, up to the tests.
fn formula(text: &str) -> String {
    let from = text.lines().skip_while(|line| !line.starts_with("impl"));
    let lines = from.take_while(|line| !line.contains("::conformance!("));
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Crates whose functions kernels also call, besides those that variants are named after.
const OTHERS: [&str; 6] =
    ["questions", "program_base", "engine", "lookup", "cozy_chess", "cozy_chess_types"];

/// Every crate with code that a kernel of these questions may run, as in paths. Crates of programs
/// are named after their choices.
#[must_use]
pub fn crates(questions: &[Question]) -> Vec<String> {
    let variants = questions.iter().flat_map(|question| &question.variants);
    let names = variants
        .flat_map(|v| v.name.split('+').chain(v.parts.iter().map(|part| part.identity.name)));
    let crates = names.map(|name| name.replace('-', "_"));
    let programs = crates.clone().chain(["base".to_owned()]);
    let programs = programs
        .flat_map(|choice| ["", "_o2", "_u8"].map(|build| format!("program_{choice}{build}")));
    let all: BTreeSet<_> =
        crates.clone().chain(programs).chain(OTHERS.map(str::to_owned)).collect();
    all.into_iter().collect()
}
