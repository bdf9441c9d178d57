//! What is measured: the studies, and what a contender is. Everything else, from
//! filters to the report, goes by it; a test compares it with the crates on disk.

use crate::artefact::Artefact;
use crate::hardware::PLACES;
use crate::kernel::{self, Answer, Kernel, Null, Oracle};
use crate::questions::{
    attacked, attackers, between, between_batch, checks, exchange, legality, maps, node, pins,
    sliders, targets, xrays,
};
use crate::record::{
    self, Board, Measurement, NULL, Proof, Subject, WrongAnswer, context, interface, kind, quantity,
};
use crate::statistics::Median;
use crate::stream::{self, Query, Source, Stream};
use lookup::{Base, Identity, Table, Variant};
use std::cell::{LazyCell, OnceCell};
use std::num::NonZero;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Every study with its contenders.
#[must_use]
pub fn studies() -> Vec<Study> {
    each().collect()
}

/// The studies, each made when its turn comes: under Valgrind that takes a while.
pub fn each() -> impl Iterator<Item = Study> {
    let studies: [fn() -> Study; _] = [
        between::study,
        between_batch::study,
        attacked::study,
        sliders::study,
        xrays::study,
        attackers::study,
        pins::study,
        checks::study,
        legality::study,
        exchange::study,
        targets::study,
        maps::study,
        node::study,
    ];
    studies.into_iter().map(|study| study())
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
    /// reference that ratios are taken against; it and the null contender have
    /// copies.
    pub contenders: Vec<Contender>,
    /// Answers rightly and slowly: what the sums of the others must equal.
    pub oracle: Contender,
    /// Formulas that circulate and are wrong. They are counted, not timed.
    pub mistakes: Vec<Mistake>,
    /// Whether its answers are long, and it is measured in fewer circumstances.
    pub is_called: bool,
    /// How many queries are timed at once while tables are hot.
    pub window: usize,
    /// How many run untimed before, in whole windows.
    pub warm_up: usize,
    /// How many queries are timed at once where tables are not kept hot.
    pub visits: &'static [usize],
    /// How many questions are asked after each query where that is varied.
    pub asked: &'static [u64],
}

/// A formula that circulates and is wrong.
#[derive(Clone, Copy, Debug)]
pub struct Mistake {
    /// Its name in the records; no contender's.
    pub name: &'static str,
    /// Compares it with the oracle: how many answers are wrong, of how many.
    pub count: fn() -> (usize, usize),
}

/// What is counted of a contender's answers on its study's first stream, and not timed.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// Quantities, each with its unit and how much of it there is.
    pub counts: Vec<(String, &'static str, f64)>,
    /// Questions that it answers wrongly: a few of each kind.
    pub wrong_answers: Vec<WrongAnswer>,
}

/// A variant or a control, with the type of its question erased.
pub struct Contender {
    /// Who it is.
    pub identity: Identity,
    /// Its role.
    pub kind: Kind,
    /// What it is asked, and under which conditions.
    pub interface: Interface,
    /// Its tables.
    pub tables: Vec<&'static dyn Table>,
    /// How many bytes of them an engine owns anyway.
    pub shared_bytes: usize,
    /// How many bytes it keeps from query to query; nothing where none is kept.
    pub kept_bytes: Option<usize>,
    /// Where its lookup is compiled as a function of its own; nothing for a control.
    pub code: Option<usize>,
    /// Compares it with the oracle.
    check: fn() -> Result<usize, String>,
    /// What came of that; nothing if it was not asked for yet.
    proof: OnceCell<Result<usize, String>>,
    /// Answers a question, as boards; none for a control.
    pub example: fn() -> Vec<Board>,
    /// What is counted of its answers; nothing of most.
    count: fn() -> Account,
    /// What came of that; nothing if it was not asked for yet.
    account: OnceCell<Account>,
    /// What its sums must equal, if not those of the study's oracle.
    oracle: Option<Box<Contender>>,
    /// How many of [`COPIES`] it was compiled in.
    pub copies: usize,
    /// What must have been done before it is asked.
    prepare: fn(),
    /// What a processor must have for it and for the variants that it asks.
    pub needs: Vec<&'static str>,
    /// Whether the processor at hand has that.
    has_needs: Vec<fn() -> bool>,
    /// Makes a workload of each stream that it answers.
    workloads: Vec<(Asked, MakeWorkload)>,
}

/// A stream's name, and how many questions are asked after each query where that is varied.
type Asked = (&'static str, Option<u64>);

type MakeWorkload = Box<dyn Fn(Dependence, Placement) -> Workload>;

/// Which of a contender's equal kernels runs.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placement {
    /// Where its loop begins in its cache line, as a number in [`PLACES`].
    pub place: usize,
    /// Which of [`COPIES`] it is.
    pub copy: usize,
}

/// The environment variable that hides features of the processor, by commas, in
/// the words of `target_feature`: so it can be tried what becomes of variants that
/// need them.
pub const MASK: &str = "LAB_MASK";

/// The kernels of a study's reference and of the null contender are compiled so
/// often, that either can be compared with itself; those of others once.
pub const COPIES: usize = 3;

impl Contender {
    /// Whether the processor at hand, without what [`MASK`] hides of it, has what
    /// it needs. If not, it is proven by what it does instead, and not measured.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.is_available_without(&std::env::var(MASK).unwrap_or_default())
    }

    fn is_available_without(&self, mask: &str) -> bool {
        let hidden = |need: &&str| mask.split(',').any(|hidden| hidden.trim() == *need);
        self.has_needs.iter().all(|has| has()) && !self.needs.iter().any(hidden)
    }

    /// Compares it with the oracle and describes it for the records.
    #[must_use]
    pub fn prove(&self, study: &Study, artefact: &Artefact) -> record::Variant {
        let proof = match self.proof() {
            Ok(compared) => Proof::Right(*compared as u64),
            Err(mistake) => Proof::Wrong(mistake.clone()),
        };
        self.describe(study, artefact, proof)
    }

    /// How many of its answers were compared with the oracle's, when that was first
    /// asked for.
    ///
    /// # Errors
    /// Its first wrong answer.
    pub fn proof(&self) -> &Result<usize, String> {
        self.proof.get_or_init(|| {
            (self.prepare)();
            (self.check)()
        })
    }

    /// What is counted of its answers, when that was first asked for.
    #[must_use]
    pub fn account(&self) -> &Account {
        self.account.get_or_init(|| {
            (self.prepare)();
            (self.count)()
        })
    }

    fn describe(&self, study: &Study, artefact: &Artefact, proof: Proof) -> record::Variant {
        let Identity { name, summary, source, text } = self.identity;
        (self.prepare)();
        let own = name.split('+').next().unwrap_or_default().replace('-', "_");
        record::Variant {
            study: study.name.to_owned(),
            name: name.to_owned(),
            summary: summary.to_owned(),
            source: source.to_owned(),
            idea: idea(text) + &self.same_code(study),
            kind: self.kind.name().to_owned(),
            interface: self.interface.name().to_owned(),
            table_bytes: self.tables.iter().map(|table| table.bytes() as u64).sum(),
            shared_bytes: self.shared_bytes as u64,
            kept_bytes: self.kept_bytes.map(|bytes| bytes as u64),
            table_alignment: self.tables.iter().map(|table| table.alignment() as u64).min(),
            code_bytes: self.code.and_then(|address| artefact.code_bytes(address, &own)),
            formula: formula(text),
            listing: self.code.map_or_else(Vec::new, |address| artefact.listing(address, &own)),
            example: (self.example)(),
            needs: self.needs.iter().map(|need| (*need).to_owned()).collect(),
            available: self.is_available(),
            uncounted: None,
            wrong_answers: self.account().wrong_answers.clone(),
            proof,
        }
    }
}

/// Compares contenders with the oracle on all cores, those that were not yet.
///
/// # Panics
/// If a comparison does.
pub fn prove<'a>(contenders: impl Iterator<Item = &'a Contender>) {
    let mut unproven: Vec<_> = contenders.filter(|c| c.proof.get().is_none()).collect();
    unproven.sort_by_key(|contender| std::ptr::from_ref(*contender));
    unproven.dedup_by_key(|contender| std::ptr::from_ref(*contender));
    unproven.iter().for_each(|contender| (contender.prepare)());
    let checks: Vec<_> = unproven.iter().map(|contender| contender.check).collect();
    let (next, proofs) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(check) = checks.get(number) else { break };
        let proof = check();
        proofs.lock().expect("no comparison panics").push((number, proof));
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        (0..cores).for_each(|_| _ = scope.spawn(work));
    });
    for (number, proof) in proofs.into_inner().expect("no comparison panics") {
        unproven[number].proof.get_or_init(|| proof);
    }
}

impl Contender {
    /// Names those that it was compiled to one piece of code with, tables and
    /// all; nothing for most. It happens to libraries: equal constants of theirs
    /// are compiled here, where the compiler merges them.
    fn same_code(&self, study: &Study) -> String {
        let same = |other: &&Contender| {
            self.code.is_some()
                && other.code == self.code
                && other.identity.name != self.identity.name
        };
        let names = study.contenders.iter().filter(same).map(|other| other.identity.name);
        let names = names.collect::<Vec<_>>().join(" and ");
        if names.is_empty() {
            return names;
        }
        format!(
            "\n\nIn this build it is the same code as {names}, and reads the same tables: the \
                 compiler merges what is equal."
        )
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
    let from = text.lines().skip_while(|line| !line.starts_with("impl"));
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
    /// A technique of the page that the laboratory began with.
    Seed,
    /// A technique that the page does not have.
    Frontier,
    /// What programs use today; its tables are its own.
    Library,
    /// A part of a program, in which a choice of variants is measured.
    Application,
    /// Not a technique but a measure of the measuring.
    Control,
}

impl Kind {
    /// The word for it in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Kind::Seed => kind::SEED,
            Kind::Frontier => kind::FRONTIER,
            Kind::Library => kind::LIBRARY,
            Kind::Application => kind::APPLICATION,
            Kind::Control => kind::CONTROL,
        }
    }
}

/// What a contender is asked. Those of different interfaces answer different
/// questions and are not ranked together.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Interface {
    /// Takes squares as they are, and answers for any of them.
    Plain,
    /// Takes squares in a numbering of its own; encoding them is not timed.
    Encoded,
    /// Answers for different squares on a line, and is asked for no others.
    AlignedOnly,
    /// Answers for many pairs of squares at once.
    Batch,
    /// Is kept from query to query, follows moves, and answers several questions each time.
    Kept,
    /// Answers by less than all that stands on the board: not always rightly, but always as
    /// an oracle of its own does, which knows no more. How often it is wrong is counted.
    Approximate,
}

impl Interface {
    /// Whether nothing waits for an answer, so that there is no latency.
    fn is_unwaited(self) -> bool {
        matches!(self, Interface::Batch | Interface::Kept)
    }

    /// The word for it in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Interface::Plain => interface::PLAIN,
            Interface::Encoded => interface::ENCODED,
            Interface::AlignedOnly => interface::ALIGNED_ONLY,
            Interface::Batch => interface::BATCH,
            Interface::Kept => interface::KEPT,
            Interface::Approximate => interface::APPROXIMATE,
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
    /// Hot tables, so many questions after each query.
    Upkeep,
}

impl Context {
    /// All contexts in the order of the report.
    pub const ALL: [Context; 6] = [
        Context::Throughput,
        Context::Latency,
        Context::TwoThreads,
        Context::Cold,
        Context::Pressure,
        Context::Upkeep,
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
            Context::Upkeep => context::UPKEEP,
        }
    }

    /// The kernels that it is measured with.
    #[must_use]
    pub fn kernels(self) -> &'static [Dependence] {
        match self {
            Context::Throughput | Context::Upkeep => &[Dependence::Independent],
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
    /// Reads these queries and all they refer to, and answers none.
    pub touch: Box<dyn Fn(Range<usize>) -> u64>,
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
    /// Whether it can be asked what this stream asks.
    #[must_use]
    pub fn answers(&self, stream: &str) -> bool {
        self.workloads.iter().any(|((name, _), _)| *name == stream)
    }

    /// Whether its tables can be found, to be flushed from the caches.
    #[must_use]
    pub fn can_be_flushed(&self) -> bool {
        self.kind != Kind::Library
    }

    /// Its kernel on this stream. Draws the stream if it was not drawn yet.
    ///
    /// # Panics
    /// If it does not [answer](Contender::answers) the stream, or has no such copy.
    #[must_use]
    pub fn workload(&self, stream: &str, kernel: Dependence, placement: Placement) -> Workload {
        self.workload_asking(stream, (kernel, None), placement)
    }

    /// The same, with so many questions after each query as the study's `asked` has, or
    /// as many as the stream asks.
    ///
    /// # Panics
    /// If it does not [answer](Contender::answers) the stream, or has no such copy, or
    /// is never asked so often.
    #[must_use]
    pub fn workload_asking(
        &self,
        stream: &str,
        (kernel, asked): (Dependence, Option<u64>),
        placement: Placement,
    ) -> Workload {
        let found = self.workloads.iter().find(|(name, _)| *name == (stream, asked));
        let (_, workload) = found.expect("a stream that the contender answers");
        (self.prepare)();
        workload(kernel, placement)
    }
}

impl Study {
    /// The variant that ratios are taken against, and that takes part in every
    /// table of rounds: the first, which alone has copies. Nothing if it answers
    /// wrongly.
    #[must_use]
    pub fn reference(&self) -> Option<&Contender> {
        let right = |c: &&Contender| c.kind != Kind::Control && c.proof().is_ok();
        self.contenders.first().filter(right)
    }

    /// What the sums of this contender of the study must equal.
    #[must_use]
    pub fn oracle_of<'a>(&'a self, contender: &'a Contender) -> &'a Contender {
        contender.oracle.as_deref().unwrap_or(&self.oracle)
    }

    /// `R` is the first of the entries, the reference.
    pub(crate) fn new<R: Variant + Answer<Q>, Q: Query>(
        name: &'static str,
        question: &'static str,
        sources: &'static [Source<Q>],
        mut entries: Vec<Entry<Q>>,
    ) -> Study
    where
        Null: Answer<Q>,
        Oracle: Answer<Q>,
    {
        let streams: Vec<_> = sources.iter().flat_map(drawn).collect();
        assert_eq!(entries[0].identity.name, name_of::<R>(), "the reference comes first");
        entries[0].ask = ask(copies::<R, Q>(), Rc::clone);
        entries[0].copies = COPIES;
        let null = Entry {
            interface: entries[0].interface,
            ask: ask(copies::<Null, Q>(), Rc::clone),
            copies: COPIES,
            ..control::<Null, Q>(
                NULL,
                "Hands back an argument: what a kernel costs without a lookup",
            )
        };
        let oracle = control::<Oracle, Q>("oracle", "Answers slowly and obviously");
        let contenders = entries.into_iter().chain([null]).map(|entry| entry.erase(&streams));
        Study {
            name,
            question,
            streams: sources.iter().map(|source| (source.name, source.summary)).collect(),
            contenders: contenders.collect(),
            oracle: oracle.erase(&streams),
            mistakes: Vec::new(),
            is_called: Q::CALLED,
            window: Q::WINDOW,
            warm_up: Q::WARM_UP,
            visits: Q::VISITS,
            asked: Q::ASKED,
        }
    }

    /// Whether its queries can follow each other so: none waits for a batch, or for
    /// what is kept.
    #[must_use]
    pub fn asks(&self, kernel: Dependence) -> bool {
        kernel == Dependence::Independent || !self.contenders[0].interface.is_unwaited()
    }

    pub(crate) fn with_mistake(
        mut self,
        name: &'static str,
        count: fn() -> (usize, usize),
    ) -> Study {
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

    /// What is counted of its contenders' answers, for the records.
    #[must_use]
    pub fn count_answers(&self) -> Vec<Measurement> {
        let counts = self.contenders.iter().flat_map(|contender| {
            let subject = Subject {
                study: self.name,
                variant: contender.identity.name,
                stream: self.streams[0].0,
                context: context::PROOF,
            };
            contender.account().counts.iter().map(move |(quantity, unit, count)| {
                subject.measured(quantity, unit, Median::exact(*count), 1)
            })
        });
        counts.collect()
    }
}

/// A contender that still knows its question.
pub(crate) struct Entry<Q: Query> {
    identity: Identity,
    kind: Kind,
    interface: Interface,
    tables: Vec<&'static dyn Table>,
    shared_bytes: usize,
    kept_bytes: Option<usize>,
    code: Option<usize>,
    check: fn() -> Result<usize, String>,
    example: fn() -> Vec<Board>,
    count: fn() -> Account,
    oracle: Option<Box<Entry<Q>>>,
    copies: usize,
    prepare: fn(),
    needs: Vec<&'static str>,
    has_needs: Vec<fn() -> bool>,
    ask: Ask<Q>,
    /// The streams that it is asked in another way, by name.
    asked_apart: Vec<(&'static str, Ask<Q>)>,
}

/// Makes workloads of a stream.
pub(crate) type Ask<Q> = Box<dyn Fn(&LazyStream<Q>) -> MakeWorkload>;

/// A stream that is drawn when it is first used.
pub(crate) type LazyStream<Q> = Rc<LazyCell<Stream<Q>, Box<dyn FnOnce() -> Stream<Q>>>>;

/// A stream, also with each of the numbers of questions that are asked after a query
/// where that is varied.
fn drawn<Q: Query>(
    &Source { name, draw, .. }: &Source<Q>,
) -> impl Iterator<Item = (Asked, LazyStream<Q>)> {
    let asking = move |&times: &u64| {
        let draw = move || {
            let Stream { mut queries, setting } = draw();
            queries.iter_mut().for_each(|query| *query = query.asking(times));
            Stream { queries, setting }
        };
        ((name, Some(times)), lazily(draw))
    };
    [((name, None), lazily(draw))].into_iter().chain(Q::ASKED.iter().map(asking))
}

pub(crate) fn lazily<Q: Query>(draw: impl FnOnce() -> Stream<Q> + 'static) -> LazyStream<Q> {
    Rc::new(LazyCell::new(Box::new(draw)))
}

impl<Q: Query> Entry<Q> {
    /// Says that the technique is of the page that the laboratory began with.
    pub(crate) fn seed(self) -> Entry<Q> {
        self.of_kind(Kind::Seed)
    }

    /// Says that it is what programs use today.
    pub(crate) fn library(self) -> Entry<Q> {
        self.of_kind(Kind::Library)
    }

    /// Says what its role is.
    pub(crate) fn of_kind(self, kind: Kind) -> Entry<Q> {
        Entry { kind, ..self }
    }

    /// Adds the tables of variants that it is made of and not named after.
    pub(crate) fn made_of(mut self, parts: &[Base]) -> Entry<Q> {
        self.tables.extend(parts.iter().flat_map(|part| part.tables));
        let shared = parts.iter().flat_map(|part| part.shared).map(|table| table.bytes());
        self.shared_bytes += shared.sum::<usize>();
        self
    }

    /// Says how many bytes it keeps from query to query.
    pub(crate) fn keeping(self, bytes: usize) -> Entry<Q> {
        Entry { kept_bytes: Some(bytes), ..self }
    }

    /// Says what must have been done before it is asked.
    pub(crate) fn after(self, prepare: fn()) -> Entry<Q> {
        Entry { prepare, ..self }
    }

    /// Says that it is asked this stream in another way than the others.
    pub(crate) fn asked(mut self, stream: &'static str, ask: Ask<Q>) -> Entry<Q> {
        self.asked_apart.push((stream, ask));
        self
    }

    /// Says that it is to answer as `O` does, an oracle of this name.
    pub(crate) fn judged_by<O: Answer<Q>>(mut self, name: &'static str) -> Entry<Q>
    where
        Null: Answer<Q>,
    {
        self.oracle = Some(Box::new(control::<O, Q>(name, "Answers slowly, and by less")));
        self
    }

    /// Says what is counted of its answers.
    pub(crate) fn counted(self, count: fn() -> Account) -> Entry<Q> {
        Entry { count, ..self }
    }

    fn erase(self, streams: &[(Asked, LazyStream<Q>)]) -> Contender {
        let answered = streams.iter().filter(|((name, _), _)| {
            self.interface != Interface::AlignedOnly || *name == stream::ALIGNED
        });
        let ask = |name| {
            let apart = self.asked_apart.iter().find(|(stream, _)| *stream == name);
            apart.map_or(&self.ask, |(_, ask)| ask)
        };
        let workloads = answered.map(|(asked, stream)| (*asked, ask(asked.0)(stream))).collect();
        Contender {
            identity: self.identity,
            kind: self.kind,
            interface: self.interface,
            tables: self.tables,
            shared_bytes: self.shared_bytes,
            kept_bytes: self.kept_bytes,
            code: self.code,
            check: self.check,
            proof: OnceCell::new(),
            example: self.example,
            count: self.count,
            account: OnceCell::new(),
            oracle: self.oracle.map(|oracle| Box::new(oracle.erase(streams))),
            copies: self.copies,
            prepare: self.prepare,
            needs: self.needs,
            has_needs: self.has_needs,
            workloads,
        }
    }
}

/// By place and dependence.
pub(crate) type Kernels<Q> = [[Kernel<Q>; Dependence::ALL.len()]; PLACES.len()];

pub(crate) fn kernels<A: Answer<Q>, Q: Query, const COPY: usize>() -> Kernels<Q> {
    fn placed<A: Answer<Q>, Q: Query, const PLACE: usize, const COPY: usize>()
    -> [Kernel<Q>; Dependence::ALL.len()] {
        [kernel::throughput::<Q, A, PLACE, COPY>, kernel::latency::<Q, A, PLACE, COPY>]
    }
    // Tests need no placements, which are most of what there is to compile.
    #[cfg(debug_assertions)]
    {
        [placed::<A, Q, { PLACES[0] }, COPY>(); PLACES.len()]
    }
    #[cfg(not(debug_assertions))]
    {
        [
            placed::<A, Q, { PLACES[0] }, COPY>(),
            placed::<A, Q, { PLACES[1] }, COPY>(),
            placed::<A, Q, { PLACES[2] }, COPY>(),
            placed::<A, Q, { PLACES[3] }, COPY>(),
        ]
    }
}

fn copies<A: Answer<Q>, Q: Query>() -> Vec<Kernels<Q>> {
    let copies: [_; COPIES] = [kernels::<A, Q, 0>(), kernels::<A, Q, 1>(), kernels::<A, Q, 2>()];
    copies.into()
}

/// Asks a stream `Q` in the form of queries `P`.
pub(crate) fn ask<Q: Query, P: Query>(
    copies: Vec<Kernels<P>>,
    form: fn(&LazyStream<Q>) -> LazyStream<P>,
) -> Ask<Q>
where
    Null: Answer<P>,
{
    Box::new(move |stream| {
        let (copies, stream) = (copies.clone(), form(stream));
        Box::new(move |kernel, Placement { place, copy }| {
            let kernel = copies[copy][place][kernel as usize];
            let (asked, touched) = (Rc::clone(&stream), Rc::clone(&stream));
            Workload {
                queries: stream.queries.len(),
                run: Box::new(move |range| kernel(&asked.queries[range], &asked.setting)),
                touch: Box::new(move |range| {
                    let null = kernel::throughput::<P, Null, { PLACES[0] }, 0>;
                    null(&touched.queries[range], &touched.setting)
                }),
            }
        })
    })
}

fn control<A: Answer<Q>, Q: Query>(name: &'static str, summary: &'static str) -> Entry<Q>
where
    Null: Answer<Q>,
{
    Entry {
        identity: Identity { name, summary, source: "", text: "" },
        kind: Kind::Control,
        interface: Interface::Plain,
        tables: Vec::new(),
        shared_bytes: 0,
        kept_bytes: None,
        code: None,
        check: || Ok(0),
        example: Vec::new,
        count: Account::default,
        oracle: None,
        copies: 1,
        prepare: || (),
        needs: Vec::new(),
        has_needs: Vec::new(),
        ask: ask(vec![kernels::<A, Q, 0>()], Rc::clone),
        asked_apart: Vec::new(),
    }
}

/// A variant and those that it asks.
fn parts<V: Variant>() -> impl Iterator<Item = Base> {
    [Base::of::<V>()].into_iter().chain(V::BASES.iter().copied())
}

/// Its name, with those of the variants that it asks.
fn name_of<V: Variant>() -> String {
    parts::<V>().map(|part| part.identity.name).collect::<Vec<_>>().join("+")
}

/// The entry of a variant that is asked the question as it stands.
pub(crate) fn plain<V: Variant + Answer<Q>, Q: Query>(
    code: usize,
    check: fn() -> Result<usize, String>,
    example: fn() -> Vec<Board>,
) -> Entry<Q>
where
    Null: Answer<Q>,
{
    let ask = ask(vec![kernels::<V, Q, 0>()], Rc::clone);
    entry::<V, Q>(Interface::Plain, code, check, example, ask)
}

/// The entry of a variant, whose lookup is compiled at the address `code`.
pub(crate) fn entry<V: Variant, Q: Query>(
    interface: Interface,
    code: usize,
    check: fn() -> Result<usize, String>,
    example: fn() -> Vec<Board>,
    ask: Ask<Q>,
) -> Entry<Q> {
    let parts = parts::<V>;
    let mut needs: Vec<_> = parts().flat_map(|part| part.needs).copied().collect();
    needs.sort_unstable();
    needs.dedup();
    Entry {
        // The few names of variants over others live as long as the program.
        identity: Identity { name: name_of::<V>().leak(), ..V::IDENTITY },
        kind: Kind::Frontier,
        interface,
        tables: parts().flat_map(|part| part.tables).copied().collect(),
        shared_bytes: parts().flat_map(|part| part.shared).map(|table| table.bytes()).sum(),
        kept_bytes: None,
        code: Some(code),
        check,
        example,
        count: Account::default,
        oracle: None,
        copies: 1,
        prepare: || (),
        needs,
        has_needs: parts().map(|part| part.available).collect(),
        ask,
        asked_apart: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};
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
        let mut names = BTreeSet::new();
        for study in &studies {
            let crates = |c: &&Contender| matches!(c.kind, Kind::Seed | Kind::Frontier);
            for contender in study.contenders.iter().filter(crates) {
                let name = contender.identity.name;
                assert!(
                    name.starts_with(study.name),
                    "{name} is listed under {}, which its name does not begin with",
                    study.name
                );
                let longer = |other: &&Study| {
                    name.starts_with(other.name) && other.name.len() > study.name.len()
                };
                let better = studies.iter().find(longer).map(|other| other.name);
                assert_eq!(better, None, "{name} is listed under {}", study.name);
                assert!(names.insert(name), "{name} is listed twice");
            }
        }
        // One that builds on another is called by both crates, its own first.
        let own = |name: &&str| name.split('+').next().unwrap_or_default().to_owned();
        let listed: BTreeSet<_> = names.iter().map(own).collect();
        let missing: Vec<_> = on_disk.difference(&listed).collect();
        assert!(missing.is_empty(), "not in benches/src/questions: {missing:?}");
        let lost: Vec<_> = listed.difference(&on_disk).collect();
        assert!(lost.is_empty(), "no folder under crates: {lost:?}");
    }

    #[test]
    fn a_variant_shows_its_source_and_its_compiled_lookup() {
        let artefact = Artefact::read().unwrap();
        for study in studies() {
            for contender in study.contenders.iter().filter(|c| c.kind != Kind::Control) {
                let variant = contender.describe(&study, &artefact, Proof::Right(0));
                let (head, _) = variant.formula.split_once('\n').unwrap();
                assert!(head.starts_with("impl") && head.contains(" for "), "{head}");
                assert!(!variant.formula.contains("conformance"));
                assert!(variant.idea.contains("- Lookup: "));
                let twin = |other: &&Contender| {
                    other.code == contender.code && other.identity != contender.identity
                };
                let twins = study.contenders.iter().filter(twin).count();
                assert_eq!(variant.idea.contains("the same code as"), twins > 0);
                let [.., answer] = &variant.example[..] else { panic!("no example") };
                assert!(!answer.squares.is_empty());
                if cfg!(target_arch = "x86_64") {
                    // Its tables, or those of the one that it asks; or what it calls, for
                    // tests are hardly optimised.
                    let path = |name: &str| name.replace('-', "_") + "::";
                    let shows = |name| variant.listing.iter().any(|l| l.contains(&path(name)));
                    let calls = variant.listing.iter().any(|line| line.starts_with("call"));
                    let named = calls || variant.name.split('+').any(shows);
                    let is_crate = matches!(contender.kind, Kind::Seed | Kind::Frontier);
                    let expected = is_crate && variant.table_bytes > 0;
                    assert!(named || !expected, "{:?}", variant.listing);
                    assert!(variant.listing.len() > 2);
                    let shuffles =
                        |line: &String| line.contains("vpermi2b") || line.contains("vpermt2b");
                    let has_own = variant.listing.iter().any(shuffles);
                    assert_eq!(
                        has_own,
                        variant.name == "between-batch-vbmi",
                        "{:?}",
                        variant.listing
                    );
                }
            }
        }
    }

    #[test]
    fn every_kernel_sums_up_what_the_oracle_does() {
        for study in studies() {
            for (stream, _) in &study.streams {
                for kernel in Dependence::ALL.into_iter().filter(|kernel| study.asks(*kernel)) {
                    let oracle = study.oracle.workload(stream, kernel, Placement::default());
                    // No multiple of what the kernels do in one turn, and visits.
                    for range in [5..oracle.queries - 4, 3..3, 7..8, 100..133, 1000..1256] {
                        let mut sums = BTreeMap::new();
                        let answer = |c: &&Contender| c.kind != Kind::Control && c.answers(stream);
                        for contender in study.contenders.iter().filter(answer) {
                            let oracle = study.oracle_of(contender);
                            let sum = || {
                                let oracle = oracle.workload(stream, kernel, Placement::default());
                                (oracle.run)(range.clone())
                            };
                            let expected = *sums.entry(oracle.identity.name).or_insert_with(sum);
                            for copy in 0..contender.copies {
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
    }

    /// Crates prove their variants themselves.
    #[test]
    fn libraries_are_proven_without_anything_done_before() {
        for study in studies() {
            for library in study.contenders.iter().filter(|c| c.kind == Kind::Library) {
                assert_eq!(library.proof().as_ref().err(), None);
            }
        }
    }

    #[test]
    fn what_nothing_waits_for_has_a_study_of_its_own() {
        const UNWAITED: [(&str, Interface); 2] =
            [("between-batch", Interface::Batch), ("maps", Interface::Kept)];
        for study in studies() {
            for (name, interface) in UNWAITED {
                let found = study.contenders.iter().filter(|c| c.interface == interface).count();
                let all = if study.name == name { study.contenders.len() } else { 0 };
                assert_eq!(found, all, "{}", study.name);
            }
            let is_unwaited = UNWAITED.iter().any(|(name, _)| study.name == *name);
            assert!(study.asks(Dependence::Independent));
            assert_eq!(study.asks(Dependence::Dependent), !is_unwaited);
            let techniques = study.contenders.iter().filter(|c| c.kind != Kind::Control);
            let keeps = |c: &Contender| c.kept_bytes.is_some();
            assert!(techniques.into_iter().all(|c| keeps(c) == (c.interface == Interface::Kept)));
        }
    }

    #[test]
    fn what_is_hidden_of_the_processor_is_not_available() {
        let studies = studies();
        let contenders = || studies.iter().flat_map(|study| &study.contenders);
        for contender in contenders() {
            let name = contender.identity.name;
            let has_needs = contender.is_available_without("");
            assert!(has_needs || !contender.needs.is_empty(), "{name}");
            assert_eq!(contender.is_available_without("avx, vbmi"), has_needs, "{name}");
            for need in &contender.needs {
                assert!(!contender.is_available_without(need), "{name} without {need}");
                assert!(!contender.is_available_without(&format!("mmx, {need},sse")), "{name}");
            }
        }
        let needs: BTreeSet<_> = contenders().flat_map(|contender| &contender.needs).collect();
        assert!(needs.contains(&"avx2") && needs.contains(&"avx512vbmi"), "{needs:?}");
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
    fn what_answers_by_less_is_counted_to_be_wrong_and_nothing_else() {
        for study in studies() {
            let counts = study.count_answers();
            for contender in study.contenders.iter().filter(|c| c.kind != Kind::Control) {
                let name = contender.identity.name;
                let count = |quantity| {
                    let found = counts.iter().find(|m| m.variant == name && m.quantity == quantity);
                    found.map(|m| m.value)
                };
                let approximate = contender.interface == Interface::Approximate;
                let has_own = !std::ptr::eq(study.oracle_of(contender), &study.oracle);
                let examples = &contender.account().wrong_answers;
                assert_eq!(has_own, approximate, "{name}");
                assert_eq!(!examples.is_empty(), approximate, "{name}");
                match count(quantity::WRONG_ANSWERS).zip(count(quantity::QUESTIONS)) {
                    Some((wrong, all)) => {
                        assert!(approximate && 0.0 < wrong && wrong < all, "{name}")
                    }
                    None => assert!(!approximate, "{name} is not counted"),
                }
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
    fn shared_tables_are_among_the_tables() {
        for contender in studies().iter().flat_map(|study| &study.contenders) {
            let bytes: usize = contender.tables.iter().map(|table| table.bytes()).sum();
            let name = contender.identity.name;
            assert!(contender.shared_bytes <= bytes, "{name} shares more than it has");
            let shared = match name {
                // Leaps for what they are built of; some in-betweens share their lines.
                name if name.starts_with("node") => {
                    let between = name.rsplit_once('+').map_or(0, |(_, between)| match between {
                        "between-line-span" => 32768,
                        "between-difference-masks" | "between-ordered-masks" => 512,
                        _ => 0,
                    });
                    2 * 2048 + between
                }
                "between-line-span" => 32768,
                "between-difference-masks" | "between-ordered-masks" => 512,
                "attacked-kind-mask+between-difference-masks"
                | "between-batch-loop+between-difference-masks" => 512,
                "xrays-kindergarten" => 1024,
                name if name.starts_with("attackers-by-table") => 0,
                name if name.starts_with("attackers-") => 2048,
                "pins-xray+sliders-magic+between-difference-masks"
                | "pins-snipers+between-difference-masks"
                | "legality-between+between-difference-masks" => 512,
                "checks-by-move+attacked-one-word+between-difference-masks" => 2048 + 512,
                "exchange-swap-between+sliders-hyperbola+between-difference-masks" => 2048 + 512,
                // Two crates, each with leaps of its own.
                name if name.starts_with("exchange-planes") => 2 * 2048,
                name if name.starts_with("exchange-") => 2048,
                name if name.starts_with("targets-by-piece") => 2048,
                name if name.starts_with("targets-hybrid") => 2048,
                name if name.starts_with("maps-") => 2048,
                name if name.starts_with("checks-") => 2048,
                name if name.starts_with("legality-ge") => 2048,
                _ => 0,
            };
            assert_eq!(contender.shared_bytes, shared, "{name}");
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
            ("between-windows", 7617 + 512),
            ("between-triangular-max", 16640),
            ("between-difference-masks", 1528),
            ("between-difference-files", 1528),
            ("between-compact-difference", 1800),
            ("between-ordered-masks", 1024),
            ("between-ordered-difference", 960),
            ("between-class-inverse", 280),
            ("between-class-trim", 168),
            ("between-select", 0),
            ("between-encoded-72", 8192),
            ("between-encoded-0x88", 2048),
            ("between-direction-distance", 576),
            ("between-batch-loop+between-rectangular", 32768),
            ("between-batch-loop+between-select", 0),
            ("between-batch-portable", 128),
            ("between-batch-avx2", 32),
            ("between-batch-gather", 32768),
            ("between-batch-avx512", 64),
            ("between-batch-vbmi", 128 + 64),
            ("attacked-0x88-table", 14336),
            ("attacked-one-word", 2048),
            ("attacked-kind-mask+between-rectangular", 240 + 12 + 32768),
            // 102400 occupancies that matter to rooks, 5248 to bishops.
            ("sliders-magic", 107_648 * 8 + 128 * 24),
            ("sliders-pext", 107_648 * 8 + 128 * 16),
            ("sliders-pext-pdep", 107_648 * 2 + 128 * 24),
            ("sliders-kindergarten", 4096 + 4096 + 1024),
            ("sliders-classical", 4096),
            ("sliders-hyperbola-lanes", 2048 + 512),
            ("sliders-hyperbola", 1536 + 512),
            ("sliders-hyperbola-reverse", 2048),
            ("sliders-obstruction", 2048),
            ("sliders-kogge-stone", 0),
            ("sliders-dumb7", 0),
            ("sliders-walk", 0),
            ("pins-snipers+between-rectangular", 1024 + 32768),
            ("pins-opposite+sliders-obstruction", 1024 + 2048),
            ("checks-by-move+attacked-one-word+between-rectangular", 2048 + 1024 + 2048 + 32768),
            ("legality-between+between-select", 4096),
            // The published 896 KB, beside leaps and magics.
            ("exchange-table+sliders-magic", 14 * 256 * 256 + 2048 + 107_648 * 8 + 128 * 24),
            ("exchange-table-compact+sliders-hyperbola", 16384 + 256 + 2048 + 1536 + 512),
            ("targets-by-direction", 4096),
            ("targets-by-piece+sliders-kogge-stone", 2048),
            ("maps-on-the-fly+sliders-hyperbola", 2048 + 2048),
            ("maps-directions", 2048 + 4096),
            ("node+sliders-obstruction+between-select", 2048 + 2048 + 4096 + 2048 + 1024 + 2048),
        ] {
            assert!(sizes.contains(&expected), "{expected:?} is not among {sizes:?}");
        }
    }
}
