//! The one list of what is measured. Everything else, from filters to the
//! report, goes by it; a test compares it with the crates on disk.

use crate::artefact::Artefact;
use crate::example;
use crate::hardware::PLACES;
use crate::kernel::{self, Answer, Kernel, Null, OnLines, Oracle};
use crate::libraries::{chess, cozy, pleco};
use crate::record::{
    self, Board, Measurement, NULL, Proof, Subject, context, interface, kind, quantity,
};
use crate::statistics::Median;
use crate::stream::{self, Query, Source, Stream};
use attacked_kind_mask::KindMask;
use attackers_by_table::ByTable;
use attackers_guarded::Guarded;
use attackers_leapers_first::LeapersFirst;
use attackers_sliders_first::SlidersFirst;
use attackers_super_piece::SuperPiece;
use between_batch_loop::Loop;
use checks_after_move::AfterMove;
use checks_by_move::ByMove;
use legality_attacked::ByAttack;
use legality_between::InBetween;
use legality_generate::Generate;
use lookup::attacked::{self, Attacked};
use lookup::attackers::{self, Attackers};
use lookup::between::{self, Aligned, Batch, Between, Encoded};
use lookup::checks::{self, Checks};
use lookup::legality::{self, Legality};
use lookup::pins::{self, Pins};
use lookup::sliders::{self, Sliders};
use lookup::xrays::{self, Xrays};
use lookup::{Base, Bitboard, Color, Identity, Move, Piece, Position, Square, Table, Variant};
use pins_no_table::NoTable;
use pins_opposite::Opposite;
use pins_snipers::Snipers;
use pins_xray::XRay;
use std::cell::{LazyCell, OnceCell};
use std::ops::Range;
use std::rc::Rc;
use xrays_conditional::Conditional;
use xrays_two_lookups::TwoLookups;

/// Every study with its contenders. A new variant is a line here and a line in
/// this package's manifest.
#[must_use]
pub fn studies() -> Vec<Study> {
    vec![
        Study::new::<between_rectangular::Rectangular, _>(
            "between",
            "Which squares lie strictly between two squares?",
            stream::PAIRS,
            vec![
                between::<between_rectangular::Rectangular>().seed(),
                between::<between_triangular::Triangular>().seed(),
                between::<between_0x88_rotate::Rotate0x88>().seed(),
                between::<between_branchless::Branchless>().seed(),
                between::<between_windows::Windows>(),
                between::<between_triangular_max::TriangularMax>(),
                between::<between_line_span::LineSpan>(),
                between::<between_difference_masks::DifferenceMasks>(),
                between::<between_difference_files::DifferenceFiles>(),
                between::<between_compact_difference::CompactDifference>(),
                between::<between_ordered_masks::OrderedMasks>(),
                between::<between_ordered_difference::OrderedDifference>(),
                between::<between_class_inverse::ClassInverse>(),
                between::<between_class_trim::ClassTrim>(),
                between::<between_select::Select>(),
                encoded::<between_encoded_72::Encoded72>(),
                encoded::<between_encoded_0x88::Encoded0x88>(),
                on_lines::<between_direction_distance::DirectionDistance>(),
                between::<cozy::InBetween>().library(),
                between::<chess::InBetween>().library(),
                between::<pleco::InBetween>().library().after(pleco::init_statics),
            ],
        )
        .with_mistake("between-branchless-0xff", || {
            count_wrong_pairs(|a, b| between_branchless::masked(a, b, 0xff, 0xff))
        }),
        Study::new::<Loop<between_rectangular::Rectangular>, _>(
            "between-batch",
            "Which squares lie between the squares of each of these pairs?",
            stream::BATCHES,
            vec![
                batch::<Loop<between_rectangular::Rectangular>>(),
                batch::<Loop<between_windows::Windows>>(),
                batch::<Loop<between_0x88_rotate::Rotate0x88>>(),
                batch::<Loop<between_difference_masks::DifferenceMasks>>(),
                batch::<Loop<between_select::Select>>(),
                batch::<between_batch_portable::Portable>(),
                batch::<between_batch_avx2::Avx2>(),
                batch::<between_batch_gather::Gather>(),
                batch::<between_batch_avx512::Avx512>(),
                batch::<between_batch_vbmi::Vbmi>(),
            ],
        ),
        Study::new::<attacked_0x88_table::Table0x88, _>(
            "attacked",
            "Does this piece on this square attack that square?",
            stream::ATTACKS,
            vec![
                attacked::<attacked_0x88_table::Table0x88>().seed(),
                attacked::<attacked_0x88_pieces::Pieces0x88>().seed(),
                attacked::<attacked_getter::Getter>().seed(),
                attacked::<attacked_one_word::OneWord>(),
                attacked::<KindMask<between_rectangular::Rectangular>>(),
                attacked::<KindMask<between_difference_masks::DifferenceMasks>>(),
                attacked::<cozy::Getters>().library(),
                attacked::<chess::Getters>().library(),
                attacked::<pleco::Getters>().library().after(pleco::init_statics),
            ],
        ),
        // None is a seed: the page has getters for this and does not say how they work.
        Study::new::<sliders_magic::Magic, _>(
            "sliders",
            "Which squares does a rook, a bishop or a queen attack from here?",
            stream::SLIDES,
            vec![
                sliders::<sliders_magic::Magic>(),
                sliders::<sliders_black_magic::BlackMagic>(),
                sliders::<sliders_pext::Pext>(),
                sliders::<sliders_pext_pdep::PextPdep>(),
                sliders::<sliders_kindergarten::Kindergarten>(),
                sliders::<sliders_classical::Classical>(),
                sliders::<sliders_obstruction::Obstruction>(),
                sliders::<sliders_hyperbola::Hyperbola>(),
                sliders::<sliders_hyperbola_lanes::HyperbolaLanes>(),
                sliders::<sliders_hyperbola_reverse::HyperbolaReverse>(),
                sliders::<sliders_kogge_stone::KoggeStone>(),
                sliders::<sliders_dumb7::Dumb7>(),
                sliders::<sliders_walk::Walk>(),
                sliders::<cozy::Slides>().library(),
                sliders::<chess::Slides>().library(),
                sliders::<pleco::Slides>().library().after(pleco::init_statics),
            ],
        ),
        Study::new::<TwoLookups<sliders_magic::Magic>, _>(
            "xrays",
            "What does a rook or a bishop attack through a piece in its way?",
            stream::XRAYS,
            vec![
                xrays::<TwoLookups<sliders_magic::Magic>>().seed(),
                xrays::<TwoLookups<sliders_obstruction::Obstruction>>().seed(),
                xrays::<Conditional<sliders_magic::Magic>>().seed(),
                xrays::<Conditional<sliders_obstruction::Obstruction>>().seed(),
                xrays::<xrays_kindergarten::Kindergarten>().seed(),
                xrays::<xrays_fill::Fill>().seed(),
                xrays::<xrays_blockers::Blockers<between_rectangular::Rectangular>>(),
                xrays::<xrays_carry::Carry>(),
            ],
        ),
        Study::new::<SuperPiece<sliders_magic::Magic>, _>(
            "attackers",
            "Which pieces attack a square, and does a side attack it at all?",
            stream::TARGETS,
            vec![
                attackers::<SuperPiece<sliders_magic::Magic>>().seed(),
                attackers::<SuperPiece<sliders_obstruction::Obstruction>>().seed(),
                attackers::<Guarded<sliders_magic::Magic>>().seed(),
                attackers::<Guarded<sliders_obstruction::Obstruction>>().seed(),
                attackers::<LeapersFirst<sliders_magic::Magic>>().seed(),
                attackers::<SlidersFirst<sliders_magic::Magic>>(),
                attackers::<ByTable<attacked_0x88_table::Table0x88>>(),
                attackers::<ByTable<attacked_one_word::OneWord>>(),
            ],
        ),
        Study::new::<XRay<sliders_magic::Magic, between_rectangular::Rectangular>, _>(
            "pins",
            "Which pieces of a side are pinned to its king?",
            stream::PINS,
            vec![
                pins::<XRay<sliders_magic::Magic, between_rectangular::Rectangular>>().seed(),
                pins::<XRay<sliders_magic::Magic, between_difference_masks::DifferenceMasks>>()
                    .seed(),
                pins::<XRay<sliders_magic::Magic, between_select::Select>>(),
                pins::<XRay<sliders_obstruction::Obstruction, between_rectangular::Rectangular>>()
                    .seed(),
                pins::<Opposite<sliders_magic::Magic>>().seed(),
                pins::<Opposite<sliders_obstruction::Obstruction>>().seed(),
                pins::<Snipers<between_rectangular::Rectangular>>(),
                pins::<Snipers<between_difference_masks::DifferenceMasks>>(),
                pins::<Snipers<between_select::Select>>(),
                pins::<NoTable<sliders_magic::Magic>>(),
                pins::<NoTable<sliders_obstruction::Obstruction>>(),
            ],
        ),
        Study::new::<AfterMove<sliders_magic::Magic>, _>(
            "checks",
            "Which pieces give check, and does this move give check?",
            stream::CHECKS,
            vec![
                checks::<AfterMove<sliders_magic::Magic>>().seed(),
                checks::<AfterMove<sliders_obstruction::Obstruction>>().seed(),
                checks::<ByMove<attacked_0x88_table::Table0x88, between_rectangular::Rectangular>>(
                )
                .seed(),
                checks::<ByMove<attacked_one_word::OneWord, between_rectangular::Rectangular>>(),
                checks::<
                    ByMove<attacked_one_word::OneWord, between_difference_masks::DifferenceMasks>,
                >(),
            ],
        ),
        Study::new::<legality_getter::Getter<sliders_magic::Magic>, _>(
            "legality",
            "May this move be played here, but for the king's safety?",
            stream::TRIALS,
            vec![
                legality::<legality_getter::Getter<sliders_magic::Magic>>().seed(),
                legality::<legality_getter::Getter<sliders_obstruction::Obstruction>>().seed(),
                legality::<InBetween<between_rectangular::Rectangular>>().seed(),
                legality::<InBetween<between_difference_masks::DifferenceMasks>>().seed(),
                legality::<InBetween<between_select::Select>>(),
                legality::<ByAttack<attacked_0x88_table::Table0x88>>().seed(),
                legality::<ByAttack<attacked_one_word::OneWord>>(),
                legality::<Generate<sliders_magic::Magic>>().seed(),
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
    /// reference that ratios are taken against; it and the null contender have
    /// copies.
    pub contenders: Vec<Contender>,
    /// Answers rightly and slowly: what the sums of the others must equal.
    pub oracle: Contender,
    /// Formulas that circulate and are wrong. They are counted, not timed.
    pub mistakes: Vec<Mistake>,
    /// Whether its answers are long, and it is measured in fewer circumstances.
    pub is_called: bool,
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
    /// What it is asked, and under which conditions.
    pub interface: Interface,
    /// Its tables.
    pub tables: Vec<&'static dyn Table>,
    /// How many bytes of them an engine owns anyway.
    pub shared_bytes: usize,
    /// Where its lookup is compiled as a function of its own; nothing for a control.
    pub code: Option<usize>,
    /// Compares it with the oracle.
    check: fn() -> Result<usize, String>,
    /// What came of that; nothing if it was not asked for yet.
    proof: OnceCell<Result<usize, String>>,
    /// Answers a question, as boards; none for a control.
    pub example: fn() -> Vec<Board>,
    /// How many of [`COPIES`] it was compiled in.
    pub copies: usize,
    /// What must have been done before it is asked.
    prepare: fn(),
    /// What a processor must have for it and for the variants that it asks.
    pub needs: Vec<&'static str>,
    /// Whether the processor at hand has that.
    has_needs: Vec<fn() -> bool>,
    /// Makes a workload of each stream that it answers, by the streams' names.
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
            table_alignment: self.tables.iter().map(|table| table.alignment() as u64).min(),
            code_bytes: self.code.and_then(|address| artefact.code_bytes(address, &own)),
            formula: formula(text),
            listing: self.code.map_or_else(Vec::new, |address| artefact.listing(address, &own)),
            example: (self.example)(),
            needs: self.needs.iter().map(|need| (*need).to_owned()).collect(),
            available: self.is_available(),
            uncounted: None,
            proof,
        }
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
}

impl Interface {
    /// The word for it in records.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Interface::Plain => interface::PLAIN,
            Interface::Encoded => interface::ENCODED,
            Interface::AlignedOnly => interface::ALIGNED_ONLY,
            Interface::Batch => interface::BATCH,
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
        self.workloads.iter().any(|(name, _)| *name == stream)
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
        let found = self.workloads.iter().find(|(name, _)| *name == stream);
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

    /// `R` is the first of the entries, the reference.
    fn new<R: Variant + Answer<Q>, Q: Query>(
        name: &'static str,
        question: &'static str,
        sources: &'static [Source<Q>],
        mut entries: Vec<Entry<Q>>,
    ) -> Study
    where
        Null: Answer<Q>,
        Oracle: Answer<Q>,
    {
        let drawn = |source: &Source<Q>| (source.name, lazily(source.draw));
        let streams: Vec<_> = sources.iter().map(drawn).collect();
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
        }
    }

    /// Whether its queries can follow each other so: none waits for a batch.
    #[must_use]
    pub fn asks(&self, kernel: Dependence) -> bool {
        kernel == Dependence::Independent || self.contenders[0].interface != Interface::Batch
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
    interface: Interface,
    tables: Vec<&'static dyn Table>,
    shared_bytes: usize,
    code: Option<usize>,
    check: fn() -> Result<usize, String>,
    example: fn() -> Vec<Board>,
    copies: usize,
    prepare: fn(),
    needs: Vec<&'static str>,
    has_needs: Vec<fn() -> bool>,
    ask: Ask<Q>,
}

/// Makes workloads of a stream.
type Ask<Q> = Box<dyn Fn(&LazyStream<Q>) -> MakeWorkload>;

/// A stream that is drawn when it is first used.
type LazyStream<Q> = Rc<LazyCell<Stream<Q>, Box<dyn FnOnce() -> Stream<Q>>>>;

fn lazily<Q: Query>(draw: impl FnOnce() -> Stream<Q> + 'static) -> LazyStream<Q> {
    Rc::new(LazyCell::new(Box::new(draw)))
}

impl<Q: Query> Entry<Q> {
    /// Says that the technique is of the page that the laboratory began with.
    fn seed(self) -> Entry<Q> {
        Entry { kind: Kind::Seed, ..self }
    }

    /// Says that it is what programs use today.
    fn library(self) -> Entry<Q> {
        Entry { kind: Kind::Library, ..self }
    }

    /// Says what must have been done before it is asked.
    fn after(self, prepare: fn()) -> Entry<Q> {
        Entry { prepare, ..self }
    }

    fn erase(self, streams: &[(&'static str, LazyStream<Q>)]) -> Contender {
        let answered = streams.iter().filter(|(name, _)| {
            self.interface != Interface::AlignedOnly || *name == stream::ALIGNED
        });
        let workloads = answered.map(|(name, stream)| (*name, (self.ask)(stream))).collect();
        Contender {
            identity: self.identity,
            kind: self.kind,
            interface: self.interface,
            tables: self.tables,
            shared_bytes: self.shared_bytes,
            code: self.code,
            check: self.check,
            proof: OnceCell::new(),
            example: self.example,
            copies: self.copies,
            prepare: self.prepare,
            needs: self.needs,
            has_needs: self.has_needs,
            workloads,
        }
    }
}

/// By place and dependence.
type Kernels<Q> = [[Kernel<Q>; Dependence::ALL.len()]; PLACES.len()];

fn kernels<A: Answer<Q>, Q: Query, const COPY: usize>() -> Kernels<Q> {
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
fn ask<Q: Query, P: Query>(
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
        code: None,
        check: || Ok(0),
        example: Vec::new,
        copies: 1,
        prepare: || (),
        needs: Vec::new(),
        has_needs: Vec::new(),
        ask: ask(vec![kernels::<A, Q, 0>()], Rc::clone),
    }
}

fn between<V: Between + 'static>() -> Entry<stream::Pair> {
    #[inline(never)]
    fn lookup<V: Between>(a: Square, b: Square) -> Bitboard {
        V::between(a, b)
    }
    let check = || between::check::<V>().map_err(|wrong| wrong.to_string());
    let example = || example::between(V::between);
    let ask = ask(vec![kernels::<V, stream::Pair, 0>()], Rc::clone);
    entry::<V, _>(Interface::Plain, lookup::<V> as fn(_, _) -> _ as usize, check, example, ask)
}

/// How many of all ordered pairs of squares are answered wrongly, and how many there are.
fn count_wrong_pairs(answer: fn(Square, Square) -> Bitboard) -> (usize, usize) {
    let pairs = || Square::ALL.into_iter().flat_map(|a| Square::ALL.map(|b| (a, b)));
    let wrong = pairs().filter(|&(a, b)| answer(a, b) != between::oracle(a, b));
    (wrong.count(), pairs().count())
}

/// Its queries hold squares that were encoded before.
fn encoded<V: Encoded + 'static>() -> Entry<stream::Pair> {
    #[inline(never)]
    fn lookup<V: Encoded>(a: V::Square, b: V::Square) -> Bitboard {
        V::between(a, b)
    }
    fn form<V: Encoded>(
        stream: &LazyStream<stream::Pair>,
    ) -> LazyStream<stream::EncodedPair<V::Square>> {
        let stream = Rc::clone(stream);
        lazily(move || {
            let encode = |pair: &stream::Pair| stream::EncodedPair {
                a: V::encode(pair.a),
                b: V::encode(pair.b),
            };
            Stream { queries: stream.queries.iter().map(encode).collect(), setting: Box::new(()) }
        })
    }
    let check = || between::check_encoded::<V>().map_err(|wrong| wrong.to_string());
    let example = || example::between(|a, b| V::between(V::encode(a), V::encode(b)));
    let ask = ask(vec![kernels::<V, _, 0>()], form::<V>);
    entry::<V, _>(Interface::Encoded, lookup::<V> as fn(_, _) -> _ as usize, check, example, ask)
}

/// It is asked for aligned pairs alone.
fn on_lines<V: Aligned + 'static>() -> Entry<stream::Pair> {
    #[inline(never)]
    fn lookup<V: Aligned>(a: Square, b: Square) -> Bitboard {
        V::between(a, b)
    }
    let check = || between::check_aligned::<V>().map_err(|wrong| wrong.to_string());
    let example = || example::between(V::between);
    let ask = ask(vec![kernels::<OnLines<V>, stream::Pair, 0>()], Rc::clone);
    let lookup = lookup::<V> as fn(_, _) -> _ as usize;
    entry::<V, _>(Interface::AlignedOnly, lookup, check, example, ask)
}

/// Its queries are the places of pairs of squares that follow each other.
fn batch<V: Batch + 'static>() -> Entry<stream::Place> {
    #[inline(never)]
    fn lookup<V: Batch>(a: &[Square], b: &[Square], out: &mut [Bitboard]) {
        V::between(a, b, out);
    }
    let check = || between::check_batch::<V>().map_err(|wrong| wrong.to_string());
    let example = || {
        example::between(|a, b| {
            let mut answers = [Bitboard::EMPTY];
            V::between(&[a], &[b], &mut answers);
            answers[0]
        })
    };
    let ask = ask(vec![kernels::<V, stream::Place, 0>()], Rc::clone);
    let lookup = lookup::<V> as fn(&[Square], &[Square], &mut [Bitboard]) as usize;
    entry::<V, _>(Interface::Batch, lookup, check, example, ask)
}

fn attacked<V: Attacked + 'static>() -> Entry<stream::Attack> {
    #[inline(never)]
    fn lookup<V: Attacked>(piece: Piece, from: Square, to: Square, occupied: Bitboard) -> bool {
        V::attacks(piece, from, to, occupied)
    }
    let check = || attacked::check::<V>().map_err(|wrong| wrong.to_string());
    let example = example::attacked::<V>;
    let ask = ask(vec![kernels::<V, stream::Attack, 0>()], Rc::clone);
    let lookup = lookup::<V> as fn(_, _, _, _) -> _ as usize;
    entry::<V, _>(Interface::Plain, lookup, check, example, ask)
}

/// A variant and those that it asks.
fn parts<V: Variant>() -> impl Iterator<Item = Base> {
    [Base::of::<V>()].into_iter().chain(V::BASES.iter().copied())
}

/// Its name, with those of the variants that it asks.
fn name_of<V: Variant>() -> String {
    parts::<V>().map(|part| part.identity.name).collect::<Vec<_>>().join("+")
}

fn sliders<V: Sliders + 'static>() -> Entry<stream::Slide> {
    #[inline(never)]
    fn lookup<V: Sliders>(square: Square, occupied: Bitboard) -> Bitboard {
        V::queen(square, occupied)
    }
    let check = || sliders::check::<V>().map_err(|wrong| wrong.to_string());
    let example = example::sliders::<V>;
    let ask = ask(vec![kernels::<V, stream::Slide, 0>()], Rc::clone);
    entry::<V, _>(Interface::Plain, lookup::<V> as fn(_, _) -> _ as usize, check, example, ask)
}

fn xrays<V: Xrays + 'static>() -> Entry<stream::Xray> {
    #[inline(never)]
    fn lookup<V: Xrays>(square: Square, occupied: Bitboard, blockers: Bitboard) -> Bitboard {
        V::rook(square, occupied, blockers) | V::bishop(square, occupied, blockers)
    }
    let check = || xrays::check::<V>().map_err(|wrong| wrong.to_string());
    let example = example::xrays::<V>;
    let ask = ask(vec![kernels::<V, stream::Xray, 0>()], Rc::clone);
    entry::<V, _>(Interface::Plain, lookup::<V> as fn(_, _, _) -> _ as usize, check, example, ask)
}

/// The compiled lookup that is shown is the one for a side, in which they differ more.
fn attackers<V: Attackers + 'static>() -> Entry<stream::Target> {
    #[inline(never)]
    fn lookup<V: Attackers>(position: &Position, square: Square, by: Color) -> bool {
        V::is_attacked(position, square, by)
    }
    let check = || attackers::check::<V>().map_err(|wrong| wrong.to_string());
    let example = example::attackers::<V>;
    let ask = ask(vec![kernels::<V, stream::Target, 0>()], Rc::clone);
    let lookup = lookup::<V> as fn(&Position, _, _) -> _ as usize;
    entry::<V, _>(Interface::Plain, lookup, check, example, ask)
}

fn pins<V: Pins + 'static>() -> Entry<stream::Pin> {
    #[inline(never)]
    fn lookup<V: Pins>(position: &Position, side: Color) -> Bitboard {
        V::pinned(position, side)
    }
    let check = || pins::check::<V>().map_err(|wrong| wrong.to_string());
    let ask = ask(vec![kernels::<V, stream::Pin, 0>()], Rc::clone);
    let lookup = lookup::<V> as fn(&Position, _) -> _ as usize;
    entry::<V, _>(Interface::Plain, lookup, check, example::pins::<V>, ask)
}

/// The compiled lookup that is shown is the one for a move, in which they differ more.
fn checks<V: Checks + 'static>() -> Entry<stream::Check> {
    #[inline(never)]
    fn lookup<V: Checks>(position: &Position, m: Move) -> bool {
        V::gives_check(position, m)
    }
    let check = || checks::check::<V>().map_err(|wrong| wrong.to_string());
    let ask = ask(vec![kernels::<V, stream::Check, 0>()], Rc::clone);
    let lookup = lookup::<V> as fn(&Position, _) -> _ as usize;
    entry::<V, _>(Interface::Plain, lookup, check, example::checks::<V>, ask)
}

fn legality<V: Legality + 'static>() -> Entry<stream::Trial> {
    #[inline(never)]
    fn lookup<V: Legality>(position: &Position, m: Move) -> bool {
        V::is_pseudo_legal(position, m)
    }
    let check = || legality::check::<V>().map_err(|wrong| wrong.to_string());
    let ask = ask(vec![kernels::<V, stream::Trial, 0>()], Rc::clone);
    let lookup = lookup::<V> as fn(&Position, _) -> _ as usize;
    entry::<V, _>(Interface::Plain, lookup, check, example::legality::<V>, ask)
}

fn entry<V: Variant, Q: Query>(
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
        code: Some(code),
        check,
        example,
        copies: 1,
        prepare: || (),
        needs,
        has_needs: parts().map(|part| part.available).collect(),
        ask,
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
        let mut names = BTreeSet::new();
        for study in &studies {
            let crates = |c: &&Contender| !matches!(c.kind, Kind::Control | Kind::Library);
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
        assert!(missing.is_empty(), "not in benches/src/catalogue.rs: {missing:?}");
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
                    // Its tables, or those of the one that it asks.
                    let path = |name: &str| name.replace('-', "_") + "::";
                    let shows = |name| variant.listing.iter().any(|l| l.contains(&path(name)));
                    let named = variant.name.split('+').any(shows);
                    let is_crate = contender.kind != Kind::Library;
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
                        let expected = (oracle.run)(range.clone());
                        let answer = |c: &&Contender| c.kind != Kind::Control && c.answers(stream);
                        for contender in study.contenders.iter().filter(answer) {
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
    fn batches_have_a_study_of_their_own_and_wait_for_nothing() {
        for study in studies() {
            let batches =
                study.contenders.iter().filter(|c| c.interface == Interface::Batch).count();
            let all = if study.name == "between-batch" { study.contenders.len() } else { 0 };
            assert_eq!(batches, all, "{}", study.name);
            assert!(study.asks(Dependence::Independent));
            assert_eq!(study.asks(Dependence::Dependent), study.name != "between-batch");
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
        ] {
            assert!(sizes.contains(&expected), "{expected:?} is not among {sizes:?}");
        }
    }
}
