//! Contenders: the variants and controls of a study, with the type of their question erased.

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

/// Facts about a contender, whatever its question.
pub struct About {
    /// Its name: the package's name, then the names of the variants that it asks.
    pub name: &'static str,
    /// The technique, as its own crate describes it.
    pub technique: Identity,
    /// Its role.
    pub kind: Kind,
    /// The form of its queries and answers.
    pub interface: Interface,
    /// The variants it is made of. A program's name does not list them.
    pub(crate) parts: Vec<&'static str>,
    /// Its tables.
    pub tables: Vec<&'static dyn Table>,
    /// Bytes of its tables that an engine owns anyway.
    pub shared_bytes: usize,
    /// Bytes it keeps from query to query. `None` if it keeps nothing.
    pub kept_bytes: Option<usize>,
    /// The address of its lookup, compiled as a function. `None` for a control.
    pub code: Option<usize>,
    /// Processor features that it and the variants it asks need.
    pub needs: Vec<&'static str>,
    /// Whether the current processor has them.
    has_needs: Vec<fn() -> bool>,
    /// Compares it with its oracle. Returns the number of answers compared, or a wrong one.
    check: fn() -> Result<usize, String>,
    /// Answers an example question, as boards.
    example: fn() -> Vec<Board>,
    /// Counts properties of its answers.
    account: fn() -> Account,
}

/// Counts about a contender's answers, which are not timed.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The rates at which it asks the sliders it is built over.
    pub slider_lookups: Vec<Rate>,
    /// The lookups it asks, if it is a program.
    pub asks: Vec<Asks>,
    /// Its error rate, if it is approximate.
    pub accuracy: Option<Accuracy>,
}

/// A variant or a control.
pub struct Contender {
    about: About,
    answers: Box<dyn Answers>,
    /// The oracle that its sums must equal, if not the study's.
    pub(crate) oracle: Option<Box<Contender>>,
    /// The same, compiled a second time; only for references of programs.
    pub again: Option<Box<Contender>>,
    checked: OnceCell<Result<usize, String>>,
    counted: OnceCell<Account>,
}

/// The environment variable that hides features of the processor: names as in `target_feature`,
/// separated by commas. It shows how variants behave without the features they need.
pub const MASK: &str = "LAB_MASK";

/// Whether queries wait for each other, which selects the kernel.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Dependence {
    /// No query waits for an answer.
    Independent,
    /// Each query waits for the answer to the one before.
    Dependent,
}

impl Dependence {
    /// Both.
    pub const ALL: [Dependence; 2] = [Dependence::Independent, Dependence::Dependent];

    /// The form of kernel that asks this way, with nothing between the queries.
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
    /// The address of the kernel that the compiler made, not of a copy.
    pub kernel: usize,
    /// The number of queries in a part of the stream.
    pub queries: Box<dyn Fn(usize) -> usize>,
    /// Prepares a part before its queries are asked.
    pub begin: Box<dyn Fn(usize)>,
    /// Runs the kernel, or this copy of it, on these queries of a part, beside this working set.
    /// Returns the sum of the answers.
    pub run: Box<Run>,
    /// Reads these queries of a part and all they refer to, without answering.
    pub touch: Box<dyn Fn(usize, Range<usize>) -> u64>,
}

/// The type of [`Workload::run`].
type Run = dyn Fn(Option<Copied>, usize, Range<usize>, &WorkingSet) -> u64;

impl Workload {
    /// Runs the kernel that the compiler made, not a copy, on these queries of a part.
    #[must_use]
    pub fn sum(&self, part: usize, range: Range<usize>) -> u64 {
        (self.begin)(part);
        (self.run)(None, part, range, &WorkingSet::new(0))
    }

    /// The stream's windows of `length` queries. Draws the whole stream.
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
    /// The kernel on a stream. `None` if the contender does not answer it.
    fn workload(&self, asked: Asked, form: Form) -> Option<Workload>;

    /// Whether it answers a stream.
    fn answers(&self, stream: &str) -> bool;
}

impl Contender {
    /// Whether the current processor, without the features that [`MASK`] hides, has what it needs.
    /// If not, its fallback is checked, but not timed.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.is_available_without(&std::env::var(MASK).unwrap_or_default())
    }

    /// The same without the features in this mask, separated by commas.
    #[must_use]
    pub fn is_available_without(&self, mask: &str) -> bool {
        let hidden = |need: &&str| mask.split(',').any(|hidden| hidden.trim() == *need);
        self.has_needs.iter().all(|has| has()) && !self.needs.iter().any(hidden)
    }

    /// Whether it is a variant, not a control.
    #[must_use]
    pub fn is_variant(&self) -> bool {
        self.kind != Kind::Control
    }

    /// The size of its tables in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.tables.iter().map(|table| table.bytes()).sum()
    }

    /// The number of its answers that equal the oracle's. The first call compares them.
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

    /// Makes all its answers count as wrong from now on.
    pub fn be_wrong(&mut self) {
        self.checked = Err("a wrong board".to_owned()).into();
    }

    /// Makes it unavailable on every processor from now on.
    pub fn be_unavailable(&mut self) {
        self.about.needs.push("telepathy");
        self.about.has_needs.push(|| false);
    }

    /// Counts about its answers, made by the first call.
    #[must_use]
    pub fn account(&self) -> &Account {
        self.counted.get_or_init(self.account)
    }

    /// An example question and its answer, as boards. Empty for a control.
    #[must_use]
    pub fn example(&self) -> Vec<Board> {
        (self.example)()
    }

    /// Whether it can answer this stream's queries.
    #[must_use]
    pub fn answers(&self, stream: &str) -> bool {
        self.answers.answers(stream)
    }

    /// Its kernel on this stream. Each part is drawn when it is first asked.
    ///
    /// # Panics
    /// If it does not [answer](Contender::answers) the stream, or not with this number of
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

/// Compares contenders with their oracles on all cores. Skips those already compared.
///
/// # Panics
/// If a comparison panics.
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

/// A contender whose question's type is not erased yet.
pub(crate) struct TypedContender<Q: Query> {
    /// Facts about it.
    pub(crate) about: About,
    answers: MakeAnswers<Q>,
    oracle: Option<Box<TypedContender<Q>>>,
    again: Option<Box<TypedContender<Q>>>,
}

/// Makes a typed contender's answers once the streams are known.
type MakeAnswers<Q> = Box<dyn FnOnce(&Streams<Q>) -> Box<dyn Answers>>;

/// The streams of a study.
pub(crate) type Streams<Q> = [(Asked, LazyStream<Q>)];

/// The kernels of a contender, by form.
pub(crate) struct Compiled<Q: Query>([Kernel<Q>; Form::ALL.len()]);

impl<Q: Query> Compiled<Q> {
    /// The kernels for this type.
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

/// Answers one stream in one way and the others in another.
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

/// Compares a variant with its oracle: on all cases, or on a tenth of them if cases are drawn. Its
/// crate's test takes all.
pub(crate) fn check<Q: Question, V: lookup::Answers<Q>>() -> Result<usize, String> {
    lookup::check::<Q, V>(Extent::Tenth).map_err(|wrong| wrong.to_string())
}

impl<Q: Query> TypedContender<Q>
where
    Null: Answer<Q>,
{
    /// A variant that answers a question of `lookup` and takes the streams as they are. `code` is
    /// the address of its compiled lookup.
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

    /// A variant that takes the streams in another form.
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
        // Names of variants over others are few and live as long as the program.
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

    /// A control, which measures the measuring itself.
    pub(crate) fn control(name: &'static str, compiled: Compiled<Q>) -> TypedContender<Q> {
        TypedContender::named(name, compiled, Rc::clone)
    }

    /// A contender with nothing set but its name.
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

    /// Marks the technique as one from the wiki pages that the laboratory began with.
    pub(crate) fn cpw(self) -> TypedContender<Q> {
        self.of_kind(Kind::Cpw)
    }

    /// Marks it as what programs use today.
    pub(crate) fn library(self) -> TypedContender<Q> {
        self.of_kind(Kind::Library)
    }

    /// Sets its role.
    pub(crate) fn of_kind(mut self, kind: Kind) -> TypedContender<Q> {
        self.about.kind = kind;
        self
    }

    /// Sets the form of its queries and answers.
    pub(crate) fn interface(mut self, interface: Interface) -> TypedContender<Q> {
        self.about.interface = interface;
        self
    }

    /// Adds the variants it is made of: their tables, each once, and the features they need.
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

    /// Sets the number of bytes it keeps from query to query.
    pub(crate) fn keeping(mut self, bytes: usize) -> TypedContender<Q> {
        self.about.kept_bytes = Some(bytes);
        self
    }

    /// Sets the function that counts properties of its answers.
    pub(crate) fn counted(mut self, account: fn() -> Account) -> TypedContender<Q> {
        self.about.account = account;
        self
    }

    /// Makes it take this stream in another form.
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

    /// Makes `O` its oracle, under this name.
    pub(crate) fn judged_by<O: Answer<Q>>(mut self, name: &'static str) -> TypedContender<Q> {
        self.oracle = Some(Box::new(TypedContender::control(name, Compiled::of::<O>())));
        self
    }

    /// Adds the same contender, compiled a second time from another type.
    pub(crate) fn compiled_again(mut self, again: TypedContender<Q>) -> TypedContender<Q> {
        self.again = Some(Box::new(again));
        self
    }

    /// Erases the type of its question.
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

/// Asks streams of `Q` as queries of type `P`.
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

/// A variant and the variants it asks.
fn parts<V: Variant>() -> impl Iterator<Item = Base> {
    [Base::of::<V>()].into_iter().chain(V::BASES.iter().copied())
}

/// The name of a variant, joined with the names of the variants it asks.
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
