//! The one list of what is measured. Everything else, from filters to the
//! report, goes by it; a test compares it with the crates on disk.

use crate::artefact::Artefact;
use crate::example;
use crate::hardware::PLACES;
use crate::kernel::{self, Answer, Kernel, Null, Oracle};
use crate::record::{
    self, Board, Measurement, NULL, Proof, Subject, context, interface, kind, quantity,
};
use crate::statistics::Median;
use crate::stream::{self, Query, Source, Stream};
use lookup::attacked::{self, Attacked};
use lookup::between::{self, Between};
use lookup::{Bitboard, Identity, Piece, Square, Table, Variant};
use std::cell::LazyCell;
use std::ops::Range;
use std::rc::Rc;

/// Every study with its contenders. A new variant is a line here and a line in
/// this package's manifest.
#[must_use]
pub fn studies() -> Vec<Study> {
    vec![
        Study::new(
            "between",
            "Which squares lie strictly between two squares?",
            stream::PAIRS,
            vec![
                between::<between_rectangular::Rectangular>(),
                between::<between_triangular::Triangular>(),
                between::<between_0x88_rotate::Rotate0x88>(),
                between::<between_branchless::Branchless>(),
                between::<between_line_span::LineSpan>(),
            ],
        )
        .with_mistake("between-branchless-0xff", || {
            count_wrong_pairs(|a, b| between_branchless::masked(a, b, 0xff, 0xff))
        }),
        Study::new(
            "attacked",
            "Does this piece on this square attack that square?",
            stream::ATTACKS,
            vec![
                attacked::<attacked_0x88_table::Table0x88>(),
                attacked::<attacked_0x88_pieces::Pieces0x88>(),
                attacked::<attacked_getter::Getter>(),
            ],
        ),
    ]
}

/// A question and everything that answers it.
#[derive(Debug)]
pub struct Study {
    /// The module of `lookup` that asks the question.
    pub name: &'static str,
    /// The question in words.
    pub question: &'static str,
    /// The names and summaries of its streams.
    pub streams: Vec<(&'static str, &'static str)>,
    /// The variants, and the null contender at the end. The first is the
    /// reference that ratios are taken against.
    pub contenders: Vec<Contender>,
    /// Answers rightly and slowly: what the sums of the others must equal.
    pub oracle: Contender,
    /// Formulas that circulate and are wrong. They are counted, not timed.
    pub mistakes: Vec<Mistake>,
}

/// A formula that circulates and is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// Its name in the records; no contender's.
    pub name: &'static str,
    /// Compares it with the oracle: how many answers are wrong, of how many.
    pub count: fn() -> (usize, usize),
}

/// A variant or a control, with the type of its question erased.
pub struct Contender {
    /// Who it is.
    pub identity: Identity,
    /// Its role.
    pub kind: Kind,
    /// Its tables.
    pub tables: &'static [&'static dyn Table],
    /// Where its lookup is compiled as a function of its own; nothing for a control.
    pub code: Option<usize>,
    /// Compares it with the oracle: the number of comparisons, or the mistake.
    pub check: fn() -> Result<usize, String>,
    /// Answers a question, as boards; none for a control.
    pub example: fn() -> Vec<Board>,
    /// Makes a workload of each stream, by the streams' names.
    workloads: Vec<(&'static str, MakeWorkload)>,
}

type MakeWorkload = Box<dyn Fn(Dependence, Placement) -> Workload>;

/// Which of a contender's equal kernels runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placement {
    /// Where its loop begins in its cache line, as a number in [`PLACES`].
    pub place: usize,
    /// Which of [`COPIES`] it is.
    pub copy: usize,
}

/// Every kernel is compiled so often, that a contender can be compared with itself.
pub const COPIES: usize = 3;

impl Contender {
    /// Compares it with the oracle and describes it for the records.
    #[must_use]
    pub fn prove(&self, study: &Study, artefact: &Artefact) -> record::Variant {
        let Identity { name, summary, source, text } = self.identity;
        record::Variant {
            study: study.name.to_owned(),
            name: name.to_owned(),
            summary: summary.to_owned(),
            source: source.to_owned(),
            idea: idea(text),
            kind: self.kind.name().to_owned(),
            interface: interface::PLAIN.to_owned(),
            table_bytes: self.tables.iter().map(|table| table.bytes() as u64).sum(),
            table_alignment: self.tables.iter().map(|table| table.alignment() as u64).min(),
            code_bytes: self.code.and_then(|address| artefact.code_bytes(address)),
            formula: formula(text),
            listing: self.code.map_or_else(Vec::new, |address| artefact.listing(address)),
            example: (self.example)(),
            proof: match (self.check)() {
                Ok(compared) => Proof::Right(compared as u64),
                Err(mistake) => Proof::Wrong(mistake),
            },
        }
    }
}

/// What the documentation at the top of a crate's root file tells.
fn idea(text: &str) -> String {
    let lines = text.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// The implementation of the question's trait, which stands first in a crate's
/// root file, and the tables and helpers after it, up to the tests.
fn formula(text: &str) -> String {
    let from = text.lines().skip_while(|line| !line.starts_with("impl "));
    let lines = from.take_while(|line| !line.contains("::conformance!("));
    lines.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

impl std::fmt::Debug for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Contender").field("name", &self.identity.name).finish_non_exhaustive()
    }
}

/// The role of a contender.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// A technique of the seed texts.
    Seed,
    /// Not a technique but a measure of the measuring.
    Control,
}

impl Kind {
    /// The word for it in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Seed => kind::SEED,
            Kind::Control => kind::CONTROL,
        }
    }
}

/// How queries follow each other: which kernel asks them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Dependence {
    /// Nothing waits for an answer: [`kernel::throughput`].
    Independent,
    /// Each query waits for the answer to the one before: [`kernel::latency`].
    Dependent,
}

impl Dependence {
    /// Both.
    pub const ALL: [Dependence; 2] = [Dependence::Independent, Dependence::Dependent];
}

/// Under what circumstances a contender is measured.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Context {
    /// Independent queries, hot tables.
    Throughput,
    /// Dependent queries, hot tables.
    Latency,
    /// Hot tables, while another core runs the same loop.
    TwoThreads,
    /// The first queries after the tables have left all caches.
    Cold,
    /// A few queries at a time, between walks through a competing working set.
    Pressure,
}

impl Context {
    /// All contexts in the order of the report.
    pub const ALL: [Context; 5] = [
        Context::Throughput,
        Context::Latency,
        Context::TwoThreads,
        Context::Cold,
        Context::Pressure,
    ];

    /// Those in which a kernel runs over its stream and nothing else happens.
    pub const PLAIN: [Context; 2] = [Context::Throughput, Context::Latency];

    /// The word for it in records and filters.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Context::Throughput => context::THROUGHPUT,
            Context::Latency => context::LATENCY,
            Context::TwoThreads => context::TWO_THREADS,
            Context::Cold => context::COLD,
            Context::Pressure => context::PRESSURE,
        }
    }

    /// The kernels that it is measured with.
    #[must_use]
    pub fn kernels(self) -> &'static [Dependence] {
        match self {
            Context::Throughput => &[Dependence::Independent],
            Context::Latency => &[Dependence::Dependent],
            Context::TwoThreads | Context::Cold | Context::Pressure => &Dependence::ALL,
        }
    }
}

/// One contender's kernel on one stream, ready to run.
pub struct Workload {
    /// How many queries the stream has.
    pub queries: usize,
    /// Runs these queries and sums up the answers.
    pub run: Box<dyn Fn(Range<usize>) -> u64>,
}

impl Workload {
    /// Runs all queries once and sums up the answers.
    #[must_use]
    pub fn run_all(&self) -> u64 {
        (self.run)(0..self.queries)
    }
}

impl std::fmt::Debug for Workload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workload").field("queries", &self.queries).finish_non_exhaustive()
    }
}

impl Contender {
    /// Its kernel on this stream. Draws the stream if it was not drawn yet.
    ///
    /// # Panics
    /// If its study has no such stream.
    #[must_use]
    pub fn workload(&self, stream: &str, kernel: Dependence, placement: Placement) -> Workload {
        let found = self.workloads.iter().find(|(name, _)| *name == stream);
        let (_, workload) = found.expect("a stream of the study");
        workload(kernel, placement)
    }
}

impl Study {
    /// The variant that ratios are taken against, and that takes part in every
    /// table of rounds: the first that answers rightly.
    #[must_use]
    pub fn reference(&self) -> Option<&Contender> {
        self.contenders.iter().find(|c| c.kind != Kind::Control && (c.check)().is_ok())
    }

    fn new<Q: Query>(
        name: &'static str,
        question: &'static str,
        sources: &'static [Source<Q>],
        entries: Vec<Entry<Q>>,
    ) -> Study
    where
        Null: Answer<Q>,
        Oracle: Answer<Q>,
    {
        let streams: Vec<_> = sources
            .iter()
            .map(|source| (source.name, Rc::new(LazyCell::new(source.draw))))
            .collect();
        let null = control::<Null, Q>(
            NULL,
            "Hands back an argument: what a kernel costs without a lookup",
        );
        let oracle = control::<Oracle, Q>("oracle", "Answers slowly and obviously");
        let contenders = entries.into_iter().chain([null]).map(|entry| entry.erase(&streams));
        Study {
            name,
            question,
            streams: sources.iter().map(|source| (source.name, source.summary)).collect(),
            contenders: contenders.collect(),
            oracle: oracle.erase(&streams),
            mistakes: Vec::new(),
        }
    }

    fn with_mistake(mut self, name: &'static str, count: fn() -> (usize, usize)) -> Study {
        self.mistakes.push(Mistake { name, count });
        self
    }

    /// Whether something of this name is counted or measured here.
    #[must_use]
    pub fn knows(&self, name: &str) -> bool {
        let contenders = self.contenders.iter().map(|contender| contender.identity.name);
        contenders.chain(self.mistakes.iter().map(|mistake| mistake.name)).any(|n| n == name)
    }

    /// How often each known mistake is wrong, for the records.
    #[must_use]
    pub fn count_mistakes(&self) -> Vec<Measurement> {
        let count = |mistake: &Mistake| {
            let subject = Subject {
                study: self.name,
                variant: mistake.name,
                stream: context::ALL_QUESTIONS,
                context: context::PROOF,
            };
            let (wrong, questions) = (mistake.count)();
            [(quantity::WRONG_ANSWERS, wrong), (quantity::QUESTIONS, questions)].map(
                |(quantity, count)| {
                    subject.measured(quantity, quantity, Median::exact(count as f64), 1)
                },
            )
        };
        self.mistakes.iter().flat_map(count).collect()
    }
}

/// A contender that still knows its question.
struct Entry<Q: Query> {
    identity: Identity,
    kind: Kind,
    tables: &'static [&'static dyn Table],
    code: Option<usize>,
    check: fn() -> Result<usize, String>,
    example: fn() -> Vec<Board>,
    kernels: Kernels<Q>,
}

type LazyStream<Q> = Rc<LazyCell<Stream<Q>>>;

impl<Q: Query> Entry<Q> {
    fn erase(self, streams: &[(&'static str, LazyStream<Q>)]) -> Contender {
        let kernels = self.kernels;
        let workload = |(name, stream): &(&'static str, LazyStream<Q>)| {
            let stream = Rc::clone(stream);
            let make = move |kernel: Dependence, Placement { place, copy }: Placement| {
                let kernel = kernels[copy][place][kernel as usize];
                let stream = Rc::clone(&stream);
                let queries = stream.queries.len();
                let run = move |range| kernel(&stream.queries[range], &stream.setting);
                Workload { queries, run: Box::new(run) }
            };
            (*name, Box::new(make) as MakeWorkload)
        };
        let workloads = streams.iter().map(workload).collect();
        let Entry { identity, kind, tables, code, check, example, .. } = self;
        Contender { identity, kind, tables, code, check, example, workloads }
    }
}

/// By copy, place and dependence.
type Kernels<Q> = [[[Kernel<Q>; Dependence::ALL.len()]; PLACES.len()]; COPIES];

fn kernels<A: Answer<Q>, Q: Query>() -> Kernels<Q> {
    fn copy<A: Answer<Q>, Q: Query, const COPY: usize>()
    -> [[Kernel<Q>; Dependence::ALL.len()]; PLACES.len()] {
        [
            placed::<A, Q, { PLACES[0] }, COPY>(),
            placed::<A, Q, { PLACES[1] }, COPY>(),
            placed::<A, Q, { PLACES[2] }, COPY>(),
            placed::<A, Q, { PLACES[3] }, COPY>(),
        ]
    }
    fn placed<A: Answer<Q>, Q: Query, const PLACE: usize, const COPY: usize>()
    -> [Kernel<Q>; Dependence::ALL.len()] {
        [kernel::throughput::<Q, A, PLACE, COPY>, kernel::latency::<Q, A, PLACE, COPY>]
    }
    [copy::<A, Q, 0>(), copy::<A, Q, 1>(), copy::<A, Q, 2>()]
}

fn control<A: Answer<Q>, Q: Query>(name: &'static str, summary: &'static str) -> Entry<Q> {
    Entry {
        identity: Identity { name, summary, source: "", text: "" },
        kind: Kind::Control,
        tables: &[],
        code: None,
        check: || Ok(0),
        example: Vec::new,
        kernels: kernels::<A, Q>(),
    }
}

fn between<V: Between + 'static>() -> Entry<stream::Pair> {
    #[inline(never)]
    fn lookup<V: Between>(a: Square, b: Square) -> Bitboard {
        V::between(a, b)
    }
    let check = || between::check::<V>().map_err(|wrong| wrong.to_string());
    entry::<V, _>(lookup::<V> as fn(_, _) -> _ as usize, check, example::between::<V>)
}

/// How many of all ordered pairs of squares are answered wrongly, and how many there are.
fn count_wrong_pairs(answer: fn(Square, Square) -> Bitboard) -> (usize, usize) {
    let pairs = || Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b)));
    let wrong = pairs().filter(|&(a, b)| answer(a, b) != between::oracle(a, b));
    (wrong.count(), pairs().count())
}

fn attacked<V: Attacked + 'static>() -> Entry<stream::Attack> {
    #[inline(never)]
    fn lookup<V: Attacked>(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        V::attacks(piece, from, to, occupied)
    }
    let check = || attacked::check::<V>().map_err(|wrong| wrong.to_string());
    entry::<V, _>(lookup::<V> as fn(_, _, _, _) -> _ as usize, check, example::attacked::<V>)
}

fn entry<V: Variant + Answer<Q>, Q: Query>(
    code: usize,
    check: fn() -> Result<usize, String>,
    example: fn() -> Vec<Board>,
) -> Entry<Q> {
    Entry {
        identity: V::IDENTITY,
        kind: Kind::Seed,
        tables: V::TABLES,
        code: Some(code),
        check,
        example,
        kernels: kernels::<V, Q>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn every_variant_crate_is_listed_once() {
        let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates");
        let on_disk: BTreeSet<_> = std::fs::read_dir(crates)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| name != "lookup" && !name.starts_with('.'))
            .collect();
        let studies = studies();
        let mut listed = BTreeSet::new();
        for study in &studies {
            for contender in study.contenders.iter().filter(|c| c.kind != Kind::Control) {
                let name = contender.identity.name;
                assert!(
                    name.starts_with(study.name),
                    "{name} is listed under {}, which its name does not begin with",
                    study.name
                );
                assert!(listed.insert(name.to_owned()), "{name} is listed twice");
            }
        }
        let missing: Vec<_> = on_disk.difference(&listed).collect();
        assert!(missing.is_empty(), "not in benches/src/catalogue.rs: {missing:?}");
        let lost: Vec<_> = listed.difference(&on_disk).collect();
        assert!(lost.is_empty(), "no folder under crates: {lost:?}");
    }

    #[test]
    fn a_variant_shows_its_source_and_its_compiled_lookup() {
        let artefact = Artefact::read().unwrap();
        for study in studies() {
            for contender in study.contenders.iter().filter(|c| c.kind != Kind::Control) {
                let variant = contender.prove(&study, &artefact);
                let trait_name = format!("{}{}", study.name[..1].to_uppercase(), &study.name[1..]);
                assert!(variant.formula.starts_with(&format!("impl {trait_name} for ")));
                assert!(!variant.formula.contains("conformance"));
                assert!(variant.idea.contains("- Lookup: "));
                let [.., answer] = &variant.example[..] else { panic!("no example") };
                assert!(!answer.squares.is_empty());
                if cfg!(target_arch = "x86_64") {
                    let table = variant.name.replace('-', "_") + "::";
                    let named = variant.listing.iter().any(|line| line.contains(&table));
                    assert!(named || variant.table_bytes == 0, "{:?}", variant.listing);
                    assert!(variant.listing.len() > 2);
                }
            }
        }
    }

    #[test]
    fn every_kernel_sums_up_what_the_oracle_does() {
        for study in studies() {
            for (stream, _) in &study.streams {
                for kernel in Dependence::ALL {
                    let oracle = study.oracle.workload(stream, kernel, Placement::default());
                    // No multiple of what the kernels do in one turn.
                    let range = 5..oracle.queries - 4;
                    let expected = (oracle.run)(range.clone());
                    for contender in study.contenders.iter().filter(|c| c.kind != Kind::Control) {
                        for copy in 0..COPIES {
                            for place in 0..PLACES.len() {
                                let placement = Placement { place, copy };
                                let workload = contender.workload(stream, kernel, placement);
                                let name = contender.identity.name;
                                let sum = (workload.run)(range.clone());
                                assert_eq!(sum, expected, "{name} on {stream}, {placement:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn mistakes_are_wrong_and_no_contenders() {
        for study in studies() {
            for Mistake { name, count } in &study.mistakes {
                let (wrong, questions) = count();
                assert!(0 < wrong && wrong < questions, "{name}: {wrong} of {questions}");
                let same = |contender: &Contender| contender.identity.name == *name;
                assert!(!study.contenders.iter().any(same), "{name} is a contender");
                assert!(study.knows(name), "{name} would be dropped from the records");
            }
        }
    }

    #[test]
    fn every_variant_says_who_it_is() {
        for study in studies() {
            for contender in study.contenders.iter().filter(|c| c.kind != Kind::Control) {
                let Identity { name, summary, source, text } = contender.identity;
                assert!(!summary.is_empty(), "{name} has no description in its manifest");
                assert!(
                    source.starts_with("https://"),
                    "{name} has no homepage in its manifest that tells where the technique is from"
                );
                assert!(text.starts_with("//! "), "{name} has no documentation at its top");
            }
        }
    }

    #[test]
    fn tables_have_the_published_sizes() {
        let sizes: Vec<(&str, usize)> = studies()
            .iter()
            .flat_map(|study| &study.contenders)
            .map(|c| (c.identity.name, c.tables.iter().map(|table| table.bytes()).sum()))
            .collect();
        for expected in [
            ("between-rectangular", 32768),
            ("between-triangular", 16640),
            ("between-0x88-rotate", 1920),
            ("between-branchless", 0),
            ("between-line-span", 32768),
            ("attacked-0x88-table", 14336),
        ] {
            assert!(sizes.contains(&expected), "{expected:?} is not among {sizes:?}");
        }
    }
}
