//! Contenders: what takes part in a study, with the type of its question erased.

use crate::kernel::{self, Answer, Form, Kernel, Null, WorkingSet};
use crate::streams::{ALIGNED, Asked, LazyStream, PARTS, Query, Windows};
use lookup::{Base, Extent, Identity, Question, Table, Variant};
use records::{Accuracy, Asks, Board, Interface, Kind, Rate};
use sampling::arena::Copied;
use std::cell::OnceCell;
use std::num::NonZero;
use std::ops::{Deref, Range};
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What is known of a contender, whatever its question.
pub struct About {
    /// Its name: the package's, followed by those of the variants that it asks.
    pub name: &'static str,
    /// The technique, as its own crate describes it.
    pub technique: Identity,
    /// Its role.
    pub kind: Kind,
    /// What it takes and answers.
    pub interface: Interface,
    /// The variants that it is made of; the name of a program does not tell them.
    pub(crate) parts: Vec<&'static str>,
    /// Its tables.
    pub tables: Vec<&'static dyn Table>,
    /// How many bytes of them an engine owns anyway.
    pub shared_bytes: usize,
    /// How many bytes it keeps from query to query; nothing where nothing is kept.
    pub kept_bytes: Option<usize>,
    /// Where its lookup is compiled as a function of its own; nothing for a control.
    pub code: Option<usize>,
    /// What a processor must have for it and for the variants that it asks.
    pub needs: Vec<&'static str>,
    /// Whether the processor at hand has that.
    has_needs: Vec<fn() -> bool>,
    /// Compares it with its oracle: how many answers were compared, or a wrong one.
    check: fn() -> Result<usize, String>,
    /// Answers a question, as boards.
    example: fn() -> Vec<Board>,
    /// Counts something about its answers.
    account: fn() -> Account,
}

/// What is counted about a contender's answers, and not timed.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// How often it asks the sliders that it is over.
    pub slider_lookups: Vec<Rate>,
    /// What it asks, if it is a program.
    pub asks: Vec<Asks>,
    /// How often it is wrong, if it is approximate.
    pub accuracy: Option<Accuracy>,
}

/// A variant or a control.
pub struct Contender {
    about: About,
    answers: Box<dyn Answers>,
    /// What its sums must equal, if not those of the study's oracle.
    pub(crate) oracle: Option<Box<Contender>>,
    /// The same, compiled a second time; only references of programs are.
    pub again: Option<Box<Contender>>,
    checked: OnceCell<Result<usize, String>>,
    counted: OnceCell<Account>,
}

/// The environment variable that hides features of the processor, by commas, in the words
/// of `target_feature`. It shows what becomes of variants that need them.
pub const MASK: &str = "LAB_MASK";

/// How queries follow each other: which kernel asks them.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Dependence {
    /// Nothing waits for an answer.
    Independent,
    /// Each query waits for the answer to the one before.
    Dependent,
}

impl Dependence {
    /// Both.
    pub const ALL: [Dependence; 2] = [Dependence::Independent, Dependence::Dependent];

    /// The kernel that asks so, where nothing else happens.
    #[must_use]
    pub fn form(self) -> Form {
        match self {
            Dependence::Independent => Form::Throughput,
            Dependence::Dependent => Form::Latency,
        }
    }
}

/// One contender's kernel on one stream, ready to run on any part of it.
pub struct Workload {
    /// Where the kernel lies that the compiler made.
    pub kernel: usize,
    /// How many queries a part of the stream has.
    pub queries: Box<dyn Fn(usize) -> usize>,
    /// Does what must be done before queries of a part are asked.
    pub begin: Box<dyn Fn(usize)>,
    /// Runs the kernel, or this copy of it, on these queries of a part, beside this working
    /// set, and sums up the answers.
    pub run: Box<Run>,
    /// Reads these queries of a part and all they refer to, and answers none.
    pub touch: Box<dyn Fn(usize, Range<usize>) -> u64>,
}

/// What [`Workload::run`] does.
type Run = dyn Fn(Option<Copied>, usize, Range<usize>, &WorkingSet) -> u64;

impl Workload {
    /// Runs the kernel that the compiler made on these queries of a part.
    #[must_use]
    pub fn sum(&self, part: usize, range: Range<usize>) -> u64 {
        (self.begin)(part);
        (self.run)(None, part, range, &WorkingSet::new(0))
    }

    /// The stream's windows of `length` queries. Draws all of it.
    #[must_use]
    pub fn windows(&self, length: usize) -> Windows {
        Windows::new(length, std::array::from_fn::<_, PARTS, _>(&self.queries))
    }
}

impl std::fmt::Debug for Workload {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workload").field("kernel", &self.kernel).finish_non_exhaustive()
    }
}

/// Answers the streams of a study.
trait Answers {
    /// The kernel on a stream; nothing if it does not answer that.
    fn workload(&self, asked: Asked, form: Form) -> Option<Workload>;

    /// Whether it answers a stream.
    fn answers(&self, stream: &str) -> bool;
}

impl Contender {
    /// Whether the processor at hand, without what [`MASK`] hides of it, has what it needs.
    /// If not, it is checked by what it does instead, and not timed.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.is_available_without(&std::env::var(MASK).unwrap_or_default())
    }

    /// The same without what this mask hides, features in a line with commas.
    #[must_use]
    pub fn is_available_without(&self, mask: &str) -> bool {
        let hidden = |need: &&str| mask.split(',').any(|hidden| hidden.trim() == *need);
        self.has_needs.iter().all(|has| has()) && !self.needs.iter().any(hidden)
    }

    /// Whether it is a variant and no control.
    #[must_use]
    pub fn is_variant(&self) -> bool {
        self.kind != Kind::Control
    }

    /// The size of its tables in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.tables.iter().map(|table| table.bytes()).sum()
    }

    /// How many of its answers equal the oracle's, compared when that was first asked for.
    ///
    /// # Errors
    /// Its first wrong answer.
    pub fn checked(&self) -> Result<usize, &str> {
        self.checked
            .get_or_init(self.check)
            .as_ref()
            .map(|compared| *compared)
            .map_err(String::as_str)
    }

    /// Whatever it answers is wrong from now on.
    pub fn be_wrong(&mut self) {
        self.checked = Err("a wrong board".to_owned()).into();
    }

    /// No processor has what it needs from now on.
    pub fn be_unavailable(&mut self) {
        self.about.needs.push("telepathy");
        self.about.has_needs.push(|| false);
    }

    /// What is counted about its answers, when that was first asked for.
    #[must_use]
    pub fn account(&self) -> &Account {
        self.counted.get_or_init(self.account)
    }

    /// A question and its answer, as boards; none for a control.
    #[must_use]
    pub fn example(&self) -> Vec<Board> {
        (self.example)()
    }

    /// Whether it can be asked what this stream asks.
    #[must_use]
    pub fn answers(&self, stream: &str) -> bool {
        self.answers.answers(stream)
    }

    /// Its kernel on this stream, whose parts are drawn as they are asked.
    ///
    /// # Panics
    /// If it does not [answer](Contender::answers) the stream, or is never asked so many
    /// questions.
    #[must_use]
    pub fn workload(&self, asked: Asked, form: Form) -> Workload {
        let workload = self.answers.workload(asked, form);
        workload.expect("a stream that the contender answers")
    }
}

impl Deref for Contender {
    type Target = About;

    fn deref(&self) -> &About {
        &self.about
    }
}

impl std::fmt::Debug for About {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("About").field("name", &self.name).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Contender {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Contender").field(&self.name).finish()
    }
}

/// Compares contenders with their oracles on all cores, those that were not yet.
///
/// # Panics
/// If a comparison does.
pub fn check_all<'a>(contenders: impl Iterator<Item = &'a Contender>) {
    let mut unchecked: Vec<_> = contenders.filter(|c| c.checked.get().is_none()).collect();
    unchecked.sort_by_key(|contender| std::ptr::from_ref(*contender));
    unchecked.dedup_by_key(|contender| std::ptr::from_ref(*contender));
    let checks: Vec<_> = unchecked.iter().map(|contender| contender.check).collect();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(check) = checks.get(number) else { break };
        let result = check();
        results.lock().expect("no comparison panics").push((number, result));
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        (0..cores).for_each(|_| _ = scope.spawn(work));
    });
    for (number, result) in results.into_inner().expect("no comparison panics") {
        unchecked[number].checked.get_or_init(|| result);
    }
}

/// A contender that still knows its question.
pub(crate) struct TypedContender<Q: Query> {
    /// What is known of it.
    pub(crate) about: About,
    answers: MakeAnswers<Q>,
    oracle: Option<Box<TypedContender<Q>>>,
    again: Option<Box<TypedContender<Q>>>,
}

/// What a typed contender becomes when the streams are known.
type MakeAnswers<Q> = Box<dyn FnOnce(&Streams<Q>) -> Box<dyn Answers>>;

/// The streams of a study.
pub(crate) type Streams<Q> = [(Asked, LazyStream<Q>)];

/// The kernels of a contender, by form.
pub(crate) struct Compiled<Q: Query>([Kernel<Q>; Form::ALL.len()]);

impl<Q: Query> Compiled<Q> {
    /// Those of this type.
    pub(crate) fn of<A: Answer<Q>>() -> Compiled<Q> {
        Compiled(Form::ALL.map(kernel::of_form::<Q, A>))
    }
}

/// Kernels on streams of the same type.
struct Typed<Q: Query> {
    compiled: Compiled<Q>,
    streams: Vec<(Asked, LazyStream<Q>)>,
}

impl<Q: Query> Answers for Typed<Q>
where
    Null: Answer<Q>,
{
    fn workload(&self, asked: Asked, form: Form) -> Option<Workload> {
        let (_, stream) = self.streams.iter().find(|(known, _)| *known == asked)?;
        let kernel = self.compiled.0[form as usize];
        let [count, begin, run, touch] = [(); 4].map(|()| Rc::clone(stream));
        let null = kernel::of_form::<Q, Null>(Form::Throughput);
        let nothing = WorkingSet::new(0);
        Some(Workload {
            kernel: kernel as usize,
            queries: Box::new(move |part| count.part(part).queries.len()),
            begin: Box::new(move |part| Q::begin(&begin.part(part).dataset)),
            run: Box::new(move |copied, part, range, set| {
                let part = run.part(part);
                let kernel = copied.map_or(kernel, |copied| copied.function(kernel));
                kernel(&part.queries[range], &part.dataset, set)
            }),
            touch: Box::new(move |part, range| {
                let part = touch.part(part);
                null(&part.queries[range], &part.dataset, &nothing)
            }),
        })
    }

    fn answers(&self, stream: &str) -> bool {
        self.streams.iter().any(|(asked, _)| asked.stream == stream)
    }
}

/// One stream in one way, the others in another.
struct Apart {
    stream: &'static str,
    this: Box<dyn Answers>,
    others: Box<dyn Answers>,
}

impl Answers for Apart {
    fn workload(&self, asked: Asked, form: Form) -> Option<Workload> {
        let answers = if asked.stream == self.stream { &self.this } else { &self.others };
        answers.workload(asked, form)
    }

    fn answers(&self, stream: &str) -> bool {
        let answers = if stream == self.stream { &self.this } else { &self.others };
        answers.answers(stream)
    }
}

/// Compares a variant with its oracle: on all cases, or on a tenth of them where cases are
/// drawn. Its crate's test takes all.
pub(crate) fn check<Q: Question, V: lookup::Answers<Q>>() -> Result<usize, String> {
    lookup::check::<Q, V>(Extent::Tenth).map_err(|wrong| wrong.to_string())
}

impl<Q: Query> TypedContender<Q>
where
    Null: Answer<Q>,
{
    /// A variant that is asked the streams as they are, about a question of `lookup`. Its
    /// compiled lookup has the address `code`.
    pub(crate) fn plain<U: Question, V: lookup::Answers<U> + Answer<Q>>(
        code: usize,
        example: fn() -> Vec<Board>,
    ) -> TypedContender<Q> {
        TypedContender::new::<V>(code, check::<U, V>, example)
    }

    /// The same, with a comparison of its own.
    pub(crate) fn new<V: Variant + Answer<Q>>(
        code: usize,
        check: fn() -> Result<usize, String>,
        example: fn() -> Vec<Board>,
    ) -> TypedContender<Q> {
        TypedContender::in_form::<V, Q>(code, check, example, Compiled::of::<V>(), Rc::clone)
    }

    /// A variant that is asked the streams in another form.
    pub(crate) fn in_form<V: Variant, P: Query>(
        code: usize,
        check: fn() -> Result<usize, String>,
        example: fn() -> Vec<Board>,
        compiled: Compiled<P>,
        form: fn(&LazyStream<Q>) -> LazyStream<P>,
    ) -> TypedContender<Q>
    where
        Null: Answer<P>,
    {
        let parts: Vec<_> = parts::<V>().collect();
        // The few names of variants over others live as long as the program.
        let contender = TypedContender::named(name_of::<V>().leak(), compiled, form);
        let about = About {
            technique: V::IDENTITY,
            kind: Kind::Frontier,
            code: Some(code),
            check,
            example,
            ..contender.about
        };
        TypedContender { about, ..contender }.made_of(&parts)
    }

    /// No variant, but a measure of the measuring.
    pub(crate) fn control(name: &'static str, compiled: Compiled<Q>) -> TypedContender<Q> {
        TypedContender::named(name, compiled, Rc::clone)
    }

    /// One of which nothing but its name is said yet.
    fn named<P: Query>(
        name: &'static str,
        compiled: Compiled<P>,
        form: fn(&LazyStream<Q>) -> LazyStream<P>,
    ) -> TypedContender<Q>
    where
        Null: Answer<P>,
    {
        let about = About {
            name,
            technique: Identity { name, summary: "", source: "", text: "" },
            kind: Kind::Control,
            interface: Interface::Plain,
            parts: Vec::new(),
            tables: Vec::new(),
            shared_bytes: 0,
            kept_bytes: None,
            code: None,
            needs: Vec::new(),
            has_needs: Vec::new(),
            check: || Ok(0),
            example: Vec::new,
            account: Account::default,
        };
        TypedContender { about, answers: answering(compiled, form), oracle: None, again: None }
    }

    /// Says that the technique is from the wiki pages that the laboratory began with.
    pub(crate) fn cpw(self) -> TypedContender<Q> {
        self.of_kind(Kind::Cpw)
    }

    /// Says that it is what programs use today.
    pub(crate) fn library(self) -> TypedContender<Q> {
        self.of_kind(Kind::Library)
    }

    /// Says what its role is.
    pub(crate) fn of_kind(mut self, kind: Kind) -> TypedContender<Q> {
        self.about.kind = kind;
        self
    }

    /// Says what it takes and answers.
    pub(crate) fn interface(mut self, interface: Interface) -> TypedContender<Q> {
        self.about.interface = interface;
        self
    }

    /// Adds variants that it is made of: their tables, each once, and what they need.
    pub(crate) fn made_of(mut self, parts: &[Base]) -> TypedContender<Q> {
        for &table in parts.iter().flat_map(|part| part.tables) {
            let is_it = |known: &&dyn Table| std::ptr::addr_eq(*known, table);
            if !self.about.tables.iter().any(is_it) {
                self.about.tables.push(table);
            }
        }
        self.about.parts.extend(parts.iter().map(|part| part.identity.name));
        self.about.needs.extend(parts.iter().flat_map(|part| part.needs));
        self.about.needs.sort_unstable();
        self.about.needs.dedup();
        self.about.has_needs.extend(parts.iter().map(|part| part.available));
        let shared = parts.iter().flat_map(|part| part.shared).map(|table| table.bytes());
        self.about.shared_bytes += shared.sum::<usize>();
        self
    }

    /// Says how many bytes it keeps from query to query.
    pub(crate) fn keeping(mut self, bytes: usize) -> TypedContender<Q> {
        self.about.kept_bytes = Some(bytes);
        self
    }

    /// Says what is counted about its answers.
    pub(crate) fn counted(mut self, account: fn() -> Account) -> TypedContender<Q> {
        self.about.account = account;
        self
    }

    /// Says that it is asked this stream in another form.
    pub(crate) fn asked_apart<P: Query>(
        self,
        stream: &'static str,
        compiled: Compiled<P>,
        form: fn(&LazyStream<Q>) -> LazyStream<P>,
    ) -> TypedContender<Q>
    where
        Null: Answer<P>,
    {
        let (this, others) = (answering(compiled, form), self.answers);
        let answers = move |streams: &Streams<Q>| -> Box<dyn Answers> {
            Box::new(Apart { stream, this: this(streams), others: others(streams) })
        };
        TypedContender { answers: Box::new(answers), ..self }
    }

    /// Says that it must answer as `O` does, an oracle of this name.
    pub(crate) fn judged_by<O: Answer<Q>>(mut self, name: &'static str) -> TypedContender<Q> {
        self.oracle = Some(Box::new(TypedContender::control(name, Compiled::of::<O>())));
        self
    }

    /// Adds the same, compiled a second time from another type.
    pub(crate) fn compiled_again(mut self, again: TypedContender<Q>) -> TypedContender<Q> {
        self.again = Some(Box::new(again));
        self
    }

    /// The contender without the type of its question.
    pub(crate) fn erase(self, streams: &Streams<Q>) -> Contender {
        let is_answered = |asked: &Asked| {
            self.about.interface != Interface::AlignedOnly || asked.stream == ALIGNED
        };
        let answered: Vec<_> =
            streams.iter().filter(|(asked, _)| is_answered(asked)).cloned().collect();
        Contender {
            answers: (self.answers)(&answered),
            oracle: self.oracle.map(|oracle| Box::new(oracle.erase(streams))),
            again: self.again.map(|again| Box::new(again.erase(streams))),
            about: self.about,
            checked: OnceCell::new(),
            counted: OnceCell::new(),
        }
    }
}

/// Asks streams of `Q` in the form of queries `P`.
fn answering<Q: Query, P: Query>(
    compiled: Compiled<P>,
    form: fn(&LazyStream<Q>) -> LazyStream<P>,
) -> MakeAnswers<Q>
where
    Null: Answer<P>,
{
    Box::new(move |streams| {
        let streams = streams.iter().map(|(asked, stream)| (*asked, form(stream))).collect();
        Box::new(Typed { compiled, streams })
    })
}

/// A variant and those that it asks.
fn parts<V: Variant>() -> impl Iterator<Item = Base> {
    [Base::of::<V>()].into_iter().chain(V::BASES.iter().copied())
}

/// Its name, with those of the variants that it asks.
pub(crate) fn name_of<V: Variant>() -> String {
    parts::<V>().map(|part| part.identity.name).collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions;
    use std::collections::BTreeSet;

    #[test]
    fn each_form_has_a_kernel_of_its_own() {
        let study = questions::between::study();
        let asked = Asked { stream: study.main_stream(), questions: None };
        let kernels = Form::ALL.map(|form| study.contenders[0].workload(asked, form).kernel);
        assert_eq!(BTreeSet::from(kernels).len(), Form::ALL.len());
    }

    #[test]
    fn what_is_asked_is_what_was_touched() {
        let study = questions::between::study();
        let asked = Asked { stream: study.main_stream(), questions: None };
        let null = study.null().workload(asked, Form::Throughput);
        // Null answers with what it was asked.
        let sums = [0, 1].map(|part| [0..64, 64..128].map(|range| null.sum(part, range)));
        let touched = [0, 1].map(|part| [0..64, 64..128].map(|range| (null.touch)(part, range)));
        assert_eq!(touched, sums);
        assert_eq!(BTreeSet::from_iter(sums.concat()).len(), 4, "{sums:?}");
    }
}
