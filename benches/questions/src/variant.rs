//! Variants, and the controls of their measurement, with the type of the question erased.

use crate::kernel::{self, Answer, Form, Kernel, Null, WorkingSet};
use crate::streams::{Asked, LazyStream, Query, Streams};
use lookup::{Base, Extent, Features, Identity, Question, Table};
use records::{Accuracy, Asks, Interface, Kind};
use sampling::Workload;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::num::NonZero;
use std::rc::Rc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Counts about a variant's answers, which are not timed.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// The lookups it asks, if it is a program.
    pub asks: Vec<Asks>,
    /// Its error rate, if it is approximate.
    pub accuracy: Option<Accuracy>,
}

/// A variant or a control.
pub struct Variant {
    /// Its name: the package's name, then the names of the variants that it asks.
    pub name: &'static str,
    /// The technique, as its own crate describes it.
    pub technique: Identity,
    /// The technique's name on pages, if not its crate's. Its first variant tells it.
    pub short: Option<&'static str>,
    /// Its role.
    pub kind: Kind,
    /// The form of its queries and answers.
    pub interface: Interface,
    /// The variants it is made of, itself first, as `lookup` describes them: their tables and needs
    /// are its own. A program's name does not list them.
    pub parts: Vec<Base>,
    /// Bytes it keeps from query to query. `None` if it keeps nothing.
    pub kept_bytes: Option<usize>,
    /// The address of its lookup, compiled as a function. `None` for a control.
    pub code: Option<usize>,
    /// Compares it with its oracle. Returns the number of answers compared, or a wrong one.
    check: fn() -> Result<usize, String>,
    checked: OnceCell<Result<usize, String>>,
    /// Counts properties of its answers.
    account: fn() -> Account,
    counted: OnceCell<Account>,
    kernels: Kernels,
    /// The oracle that its sums must equal, if not the question's.
    pub(crate) oracle: Option<Box<Variant>>,
    /// Other builds of the same source; only of programs.
    pub builds: Vec<Variant>,
}

/// The streams that a variant answers, each with a function that makes its workloads.
pub(crate) type Kernels = Vec<(Asked, Box<dyn Fn(Form) -> Workload>)>;

impl Variant {
    /// Whether the [processor] has what it needs. If not, its fallback is checked, but not timed.
    #[must_use]
    pub fn is_available(&self) -> bool {
        self.needs().into_iter().all(processor::has)
    }

    /// Whether it is a variant and no control.
    #[must_use]
    pub fn is_variant(&self) -> bool {
        self.kind != Kind::Control
    }

    /// Processor features that it and the variants it asks need, each once, in order.
    #[must_use]
    pub fn needs(&self) -> Vec<&'static str> {
        let all: BTreeSet<_> = self.parts.iter().flat_map(|part| part.needs.names).collect();
        all.into_iter().copied().collect()
    }

    /// Its tables, each once.
    #[must_use]
    pub fn tables(&self) -> Vec<&'static dyn Table> {
        let mut tables: Vec<&'static dyn Table> = Vec::new();
        for &table in self.parts.iter().flat_map(|part| part.tables) {
            // A library's tables have no known place.
            let has_place = size_of_val(table) > 0;
            let is_it = |known: &&dyn Table| has_place && std::ptr::addr_eq(*known, table);
            if !tables.iter().any(is_it) {
                tables.push(table);
            }
        }
        tables
    }

    /// The size of its tables in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> usize {
        self.tables().iter().map(|table| table.bytes()).sum()
    }

    /// Bytes of its tables that an engine owns anyway.
    #[must_use]
    pub fn shared_bytes(&self) -> usize {
        self.parts.iter().flat_map(|part| part.shared).map(|table| table.bytes()).sum()
    }

    /// The places of its tables.
    #[must_use]
    pub fn places(&self) -> Vec<sampling::layout::Table> {
        self.tables().into_iter().map(sampling::layout::Table::of).collect()
    }

    /// The number of its answers that equal the oracle's. The first call compares them.
    ///
    /// # Errors
    /// Its first wrong answer.
    pub fn checked(&self) -> Result<usize, &str> {
        self.checked.get_or_init(self.check).as_ref().copied().map_err(String::as_str)
    }

    /// Makes all its answers count as wrong from now on.
    pub fn be_wrong(&mut self) {
        self.checked = Err("a wrong board".to_owned()).into();
    }

    /// Makes it unavailable on every processor from now on.
    pub fn be_unavailable(&mut self) {
        let needs = Features { names: &["telepathy"], present: || false };
        self.parts.push(Base { identity: self.technique, tables: &[], shared: &[], needs });
    }

    /// Counts about its answers, made by the first call.
    #[must_use]
    pub fn account(&self) -> &Account {
        self.counted.get_or_init(self.account)
    }

    /// Whether it can answer this stream's queries.
    #[must_use]
    pub fn answers(&self, stream: &str) -> bool {
        self.kernels.iter().any(|(asked, _)| asked.stream == stream)
    }

    /// Its kernel on this stream. Each part is drawn when it is first asked.
    ///
    /// # Panics
    /// If it does not [answer](Variant::answers) the stream, or not with this number of
    /// questions.
    #[must_use]
    pub fn workload(&self, asked: Asked, form: Form) -> Workload {
        let found = self.kernels.iter().find(|(known, _)| *known == asked);
        let (_, workload) = found.expect("a stream that the variant answers");
        workload(form)
    }
}

impl std::fmt::Debug for Variant {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Variant").field(&self.name).finish()
    }
}

/// Compares variants with their oracles on all cores. Skips those already compared.
///
/// # Panics
/// If a comparison panics.
pub fn check_all<'a>(variants: impl Iterator<Item = &'a Variant>) {
    let mut unchecked: Vec<_> = variants.filter(|v| v.checked.get().is_none()).collect();
    unchecked.sort_by_key(|variant| std::ptr::from_ref(*variant));
    unchecked.dedup_by_key(|variant| std::ptr::from_ref(*variant));
    let checks: Vec<_> = unchecked.iter().map(|variant| variant.check).collect();
    let (next, results) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let Some(check) = checks.get(number) else { break };
        let result = check();
        results.lock().expect("no comparison panics").push((number, result));
    };
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        for _ in 0..cores {
            // A system may allow no more threads.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                work();
            }
        }
    });
    for (number, result) in results.into_inner().expect("no comparison panics") {
        unchecked[number].checked.get_or_init(|| result);
    }
}

/// The kernels of this type on these streams. Erases the type of the question.
pub(crate) fn kernels<A: Answer<Q>, Q: Query>(streams: &[(Asked, LazyStream<Q>)]) -> Kernels
where
    Null: Answer<Q>,
{
    erased(Form::ALL.map(kernel::of_form::<Q, A>), streams)
}

/// The same, but on the streams of these names in the form that `form` makes of each.
pub(crate) fn kernels_apart<A, Q: Query, K: Query>(
    streams: &Streams<Q>,
    names: &[&str],
    form: impl Fn(LazyStream<Q>) -> LazyStream<K>,
) -> Kernels
where
    A: Answer<Q> + Answer<K>,
    Null: Answer<Q> + Answer<K>,
{
    let (apart, others): (Vec<_>, Vec<_>) =
        streams.asked.iter().cloned().partition(|(asked, _)| names.contains(&asked.stream));
    let apart: Vec<_> = apart.into_iter().map(|(asked, stream)| (asked, form(stream))).collect();
    let mut all = kernels::<A, Q>(&others);
    all.extend(kernels::<A, K>(&apart));
    all
}

/// The same, compiled once for all types that answer the question.
fn erased<Q: Query>(
    kernels: [Kernel<Q>; Form::ALL.len()],
    streams: &[(Asked, LazyStream<Q>)],
) -> Kernels
where
    Null: Answer<Q>,
{
    let mut erased = Kernels::new();
    for (asked, stream) in streams {
        let stream = Rc::clone(stream);
        let make = move |form| workload(kernels[form as usize], &stream);
        erased.push((*asked, Box::new(make)));
    }
    erased
}

fn workload<Q: Query>(kernel: Kernel<Q>, stream: &LazyStream<Q>) -> Workload
where
    Null: Answer<Q>,
{
    let [count, begin, run, touch] = [(); 4].map(|()| Rc::clone(stream));
    let null = kernel::of_form::<Q, Null>(Form::Throughput);
    let nothing = WorkingSet::new(0);
    Workload {
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
    }
}

/// Compares a variant with its oracle: on all cases, or on a tenth of them if cases are drawn. Its
/// crate's test takes all.
pub(crate) fn check<Q: Question, V: lookup::Answers<Q>>() -> Result<usize, String> {
    lookup::check::<Q, V>(Extent::Tenth).map_err(|wrong| wrong.to_string())
}

impl Variant {
    /// A variant that answers a question of `lookup` and takes the streams as they are. `code` is
    /// the address of its compiled lookup.
    pub(crate) fn plain<U: Question, V: lookup::Answers<U> + Answer<Q>, Q: Query>(
        streams: &Streams<Q>,
        code: usize,
    ) -> Variant
    where
        Null: Answer<Q>,
    {
        Variant::new::<V>(kernels::<V, Q>(&streams.asked), code, check::<U, V>)
    }

    /// A variant with kernels and a comparison of its own.
    pub(crate) fn new<V: lookup::Variant>(
        kernels: Kernels,
        code: usize,
        check: fn() -> Result<usize, String>,
    ) -> Variant {
        // Names of variants over others are few and live as long as the program.
        let named = Variant::named(name_of::<V>().leak(), kernels);
        let (technique, code) = (V::IDENTITY, Some(code));
        Variant { technique, kind: Kind::Frontier, code, check, ..named }.made_of(Base::all::<V>())
    }

    /// A control, which measures the measuring itself.
    pub(crate) fn control<A: Answer<Q>, Q: Query>(
        name: &'static str,
        streams: &Streams<Q>,
    ) -> Variant
    where
        Null: Answer<Q>,
    {
        Variant::named(name, kernels::<A, Q>(&streams.asked))
    }

    /// A variant with nothing set but its name and its kernels.
    fn named(name: &'static str, kernels: Kernels) -> Variant {
        // In a build for tests, lookups know no instruction set that the user hides.
        lookup::processor::hide(processor::hidden());
        Variant {
            name,
            technique: Identity { name, summary: "", source: "", text: "" },
            short: None,
            kind: Kind::Control,
            interface: Interface::Plain,
            parts: Vec::new(),
            kept_bytes: None,
            code: None,
            check: || Ok(0),
            checked: OnceCell::new(),
            account: Account::default,
            counted: OnceCell::new(),
            kernels,
            oracle: None,
            builds: Vec::new(),
        }
    }

    /// Sets the technique's name on pages.
    pub(crate) fn short(self, name: &'static str) -> Variant {
        Variant { short: Some(name), ..self }
    }

    /// Marks the technique as one from the wiki pages that the laboratory began with.
    pub(crate) fn cpw(self) -> Variant {
        self.of_kind(Kind::Cpw)
    }

    /// Marks it as what programs use today.
    pub(crate) fn library(self) -> Variant {
        self.of_kind(Kind::Library)
    }

    /// Sets its role.
    pub(crate) fn of_kind(self, kind: Kind) -> Variant {
        Variant { kind, ..self }
    }

    /// Sets the form of its queries and answers.
    pub(crate) fn interface(self, interface: Interface) -> Variant {
        Variant { interface, ..self }
    }

    /// Adds variants that it is made of.
    pub(crate) fn made_of(mut self, parts: &[Base]) -> Variant {
        self.parts.extend(parts);
        self
    }

    /// Sets the number of bytes it keeps from query to query.
    pub(crate) fn keeping(self, bytes: usize) -> Variant {
        Variant { kept_bytes: Some(bytes), ..self }
    }

    /// Sets the function that counts properties of its answers.
    pub(crate) fn counted(self, account: fn() -> Account) -> Variant {
        Variant { account, ..self }
    }

    /// Sets its oracle.
    pub(crate) fn judged_by(self, oracle: Variant) -> Variant {
        Variant { oracle: Some(Box::new(oracle)), ..self }
    }
}

/// The name of a variant, joined with the names of the variants it asks.
pub(crate) fn name_of<V: lookup::Variant>() -> String {
    Base::all::<V>().iter().map(|part| part.identity.name).collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::questions;
    use std::collections::BTreeSet;

    #[test]
    fn what_is_asked_is_what_was_touched() {
        let question = questions::between::few();
        let asked = Asked { stream: question.main_stream(), questions: None };
        let null = question.null.workload(asked, Form::Throughput);
        // Null answers with what it was asked.
        let sums = [0, 1].map(|part| [0..64, 64..128].map(|range| null.sum(part, range)));
        let touched = [0, 1].map(|part| [0..64, 64..128].map(|range| (null.touch)(part, range)));
        assert_eq!(touched, sums);
        assert_eq!(BTreeSet::from_iter(sums.concat()).len(), 4, "{sums:?}");
    }

    fn answers(check: fn() -> Result<usize, String>) -> Variant {
        Variant { check, ..Variant::named("mine", Kernels::new()) }
    }

    #[test]
    fn comparisons_keep_their_results_apart_and_are_made_once() {
        static COMPARED: AtomicUsize = AtomicUsize::new(0);
        let right = || Ok(1 + COMPARED.fetch_add(1, Ordering::Relaxed));
        let wrong = || Err("a board".to_owned());
        let variants = [answers(right), answers(wrong), answers(|| Ok(70)), answers(wrong)];
        check_all(variants.iter().chain(&variants));
        let results = [Ok(1), Err("a board"), Ok(70), Err("a board")];
        assert_eq!(variants.each_ref().map(Variant::checked), results);
        check_all(variants.iter());
        assert_eq!(variants[0].checked(), Ok(1));
        assert_eq!(COMPARED.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_variant_has_the_tables_and_needs_of_all_that_it_is_made_of() {
        static FIRST: lookup::CacheAligned<[u8; 100]> = lookup::CacheAligned([1; 100]);
        static SECOND: lookup::CacheAligned<[u8; 50]> = lookup::CacheAligned([1; 50]);
        type Tables = &'static [&'static dyn Table];
        const ONE: Tables = &[&FIRST];
        const BOTH: Tables = &[&FIRST, &SECOND];
        const OTHER: Tables = &[&SECOND];
        const IDENTITY: Identity = Identity { name: "", summary: "", source: "", text: "" };
        let part = |name, tables, shared, names, present| Base {
            identity: Identity { name, ..IDENTITY },
            tables,
            shared,
            needs: Features { names, present },
        };
        let parts = [
            part("one", ONE, &[], &["bmi2", "avx2"], || true),
            part("two", BOTH, OTHER, &["avx2"], || false),
            part("three", OTHER, &[], &[], || true),
        ];
        let of = |parts: &[Base]| answers(|| Ok(0)).made_of(parts);
        let all = of(&parts);
        assert_eq!((all.table_bytes(), all.tables().len(), all.shared_bytes()), (150, 2, 50));
        let names: Vec<_> = all.parts.iter().map(|part| part.identity.name).collect();
        assert_eq!((names, all.needs()), (vec!["one", "two", "three"], vec!["avx2", "bmi2"]));
        let available = |has, parts: &[Base]| processor::playing(has, || of(parts).is_available());
        assert_eq!(
            parts.each_ref().map(|part| available(|_| false, &[*part])),
            [false, false, true]
        );
        assert!(available(|_| true, &parts) && available(|need| need == "avx2", &parts[1..]));
        assert!(!available(|need| need != "avx2", &parts) && !available(|_| false, &parts[..1]));
    }

    #[test]
    fn a_workload_tells_how_many_queries_each_part_has() {
        let question = questions::between::few();
        for (stream, number) in [("positions", 0), ("uniform", 1)] {
            let asked = Asked { stream, questions: None };
            let queries = question.variants[0].workload(asked, Form::Throughput).queries;
            let drawn = |part| (questions::between::STREAMS[number].draw)(part).queries.len();
            assert_eq!([0, 1, 31].map(&*queries), [0, 1, 31].map(drawn), "{stream}");
        }
    }
}
