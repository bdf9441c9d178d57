//! Compares ordinary functions: the shortest way into this package.

mod answer;
#[cfg(test)]
mod tests;

pub use answer::Answer;

use crate::artefact::Artefact;
use crate::batches::{self, MOST_TIMED};
use crate::contest::{COPIES, Contest};
use crate::hardware::register;
use crate::layout::Table;
use crate::outcome::Outcome;
use crate::working_set::{Meanwhile, Nothing, Touching, WorkingSet};
use crate::workload::{Conditions, Contender, Judge, Workload};
use anyhow::{Result, ensure};
use std::any::type_name;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::hint::black_box;
use std::ops::Range;
use std::rc::Rc;
use std::time::{Duration, Instant};

thread_local! {
    /// Panics in this thread while they are counted.
    static PANICS: Cell<usize> = const { Cell::new(0) };
}

/// Counts the panics of this thread meanwhile: a function that catches them must stay in place.
fn counting_panics<T>(work: impl FnOnce() -> T) -> T {
    let before = std::sync::Arc::new(std::panic::take_hook());
    let told = std::sync::Arc::clone(&before);
    std::panic::set_hook(Box::new(move |panic| {
        PANICS.set(PANICS.get() + 1);
        told(panic);
    }));
    let done = work();
    drop(std::panic::take_hook());
    std::panic::set_hook(Box::new(move |panic| before(panic)));
    done
}

/// Makes the measured loop of a function and its data, with touches of a working set or without.
type Kernel = dyn Fn(bool) -> Workload;

/// A function to compare.
struct Function {
    name: String,
    tables: Vec<Table>,
    kernel: Box<Kernel>,
    /// The answer to a query.
    answer: Box<dyn Fn(usize) -> u64>,
    /// Whether its own code stays in place, though the loop around it may move: it is behind a pointer.
    is_behind: bool,
    /// The panics that it has caught.
    caught: Cell<usize>,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Functions that answer the same queries about the same data.
#[derive(Debug)]
pub struct Comparison<D, Q> {
    what: String,
    data: Rc<D>,
    /// The queries, again and again until they fill some windows.
    queries: Rc<[Q]>,
    /// The number of them before they come again.
    distinct: usize,
    functions: Vec<Function>,
    crates: BTreeSet<String>,
    seed: u64,
    working_set: Option<u64>,
    differ: bool,
    /// Whether some functions are whole loops.
    is_compiled: bool,
}

/// A loop over queries.
type Compiled<Q> = unsafe extern "C" fn(*const Q, usize) -> u64;

/// Windows of queries take about as long as this, if one query does not take longer.
const WINDOW: Duration = Duration::from_micros(20);

/// Answers are compared for this long at least, if there are so many.
const COMPARED: Duration = Duration::from_millis(100);

/// A query that takes less than this is never too slow: another program may have had the core meanwhile.
const SLOW: Duration = Duration::from_millis(1);

/// A function answers more queries than these in six layouts, the fewest that give a figure.
const FEWEST: u32 = 384;

/// The most queries in a window.
const LONGEST: usize = 2048;

impl<D: 'static, Q: Copy + 'static> Comparison<D, Q> {
    /// Compares functions of `data` and of each of these queries. Every query should differ from
    /// those before it, or branches are learnt; windows of them are timed, one after the other.
    #[must_use]
    pub fn of(what: &str, data: D, queries: impl IntoIterator<Item = Q>) -> Comparison<D, Q> {
        let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
        let queries: Vec<Q> = queries.into_iter().collect();
        let again = queries.iter().copied().cycle();
        let again = again.take(queries.len().next_multiple_of(16 * LONGEST));
        Comparison {
            what: what.to_owned(),
            data: Rc::new(data),
            queries: again.collect(),
            distinct: queries.len(),
            functions: Vec::new(),
            crates: BTreeSet::new(),
            seed: since.as_nanos() as u64,
            working_set: None,
            differ: false,
            is_compiled: false,
        }
    }

    /// Adds a function. The first is the one that the others are compared with. Functions of its
    /// own crate that it calls move with it, but none behind a pointer.
    #[must_use]
    pub fn variant<A: Answer + 'static, F>(mut self, name: &str, function: F) -> Comparison<D, Q>
    where
        F: Fn(&D, Q) -> A + 'static,
    {
        let path = type_name::<F>().trim_start_matches(['<', '&']);
        self.crates.extend(path.split("::").next().map(str::to_owned));
        let is_behind = ["fn(", "dyn "].iter().any(|pointer| type_name::<F>().contains(pointer));
        let added = self.function(name, function);
        self.functions.push(Function { is_behind, ..added });
        self
    }

    /// Adds a loop that answers so many queries from a place on, and returns the sum of their
    /// answers. Another compiler may have made it. These tables move with it.
    ///
    /// # Safety
    /// It must read nothing but the queries and what lies still as long as the program runs.
    #[must_use]
    pub unsafe fn compiled(
        mut self,
        name: &str,
        kernel: Compiled<Q>,
        tables: Vec<Table>,
    ) -> Comparison<D, Q> {
        // SAFETY: the slice has so many queries.
        let asked =
            |kernel: Compiled<Q>, asked: &[Q]| unsafe { kernel(asked.as_ptr(), asked.len()) };
        let queries = Rc::clone(&self.queries);
        let answer = move |query: usize| asked(kernel, &queries[query..=query]);
        let queries = Rc::clone(&self.queries);
        let kernel = move |_| compiled(kernel, asked, &queries);
        let (kernel, answer) = (Box::new(kernel), Box::new(answer));
        self.is_compiled = true;
        let caught = Cell::new(0);
        let name = name.to_owned();
        self.functions.push(Function { name, tables, kernel, answer, is_behind: false, caught });
        self
    }

    /// Says that the last function reads this static, which then moves with it, too. What can be
    /// copied bit by bit has no lock or counter inside, of which copies would be others.
    #[must_use]
    pub fn reading<T: Copy + Sync>(mut self, table: &'static T) -> Comparison<D, Q> {
        self.functions.last_mut().into_iter().for_each(|it| it.tables.push(Table::of(table)));
        self
    }

    /// Says that functions call this crate, whose functions then move with them, too.
    #[must_use]
    pub fn calling(mut self, name: &str) -> Comparison<D, Q> {
        self.crates.insert(name.to_owned());
        self
    }

    /// Touches a working set of so many bytes between two queries, as a program does around it: its
    /// time counts, and it competes for the caches.
    #[must_use]
    pub fn beside(self, bytes: u64) -> Comparison<D, Q> {
        Comparison { working_set: Some(bytes), ..self }
    }

    /// Draws layouts and orders by this seed, and not by another one in each run.
    #[must_use]
    pub fn seed(self, seed: u64) -> Comparison<D, Q> {
        Comparison { seed, ..self }
    }

    /// Says that functions may answer differently, as sums of floats do.
    #[must_use]
    pub fn answering_differently(self) -> Comparison<D, Q> {
        Comparison { differ: true, ..self }
    }

    /// Samples for this long, and concludes. Answers are compared for a quarter of it at most, and of
    /// all that is timed.
    ///
    /// # Errors
    /// If there are not two functions of different names, or no queries; if functions answer
    /// differently; or if the time was too short for a figure.
    pub fn run(self, time: Duration) -> Result<Outcome> {
        batches::check_choice()?;
        self.check((time / 4).max(COMPARED))?;
        self.check_time(time)?;
        let contenders = self.contenders();
        let behind = self.functions.iter().zip(&contenders).map(|(function, contender)| {
            let kernel = contender.workloads[0].0.kernel;
            function.is_behind || Artefact::read().calls_pointers(kernel, &self.own())
        });
        Contest {
            what: self.what.clone(),
            names: self.functions.iter().map(|function| function.name.clone()).collect(),
            behind: behind.zip(0..).filter_map(|(is, number)| is.then_some(number)).collect(),
            contenders,
            conditions: self.conditions(),
            crates: self.crates.clone(),
            seed: self.seed,
        }
        .run(time)
    }

    /// The crates whose functions move.
    fn own(&self) -> Vec<&str> {
        self.crates.iter().map(String::as_str).collect()
    }

    /// That no function is so slow that this time gives no figure, which is known after it alone.
    fn check_time(&self, time: Duration) -> Result<()> {
        for Function { name, answer, .. } in &self.functions {
            let asked = (0..3).map(|query| {
                let start = Instant::now();
                black_box(answer(query));
                start.elapsed()
            });
            let took = asked.min().unwrap_or_default();
            let what = &self.what;
            ensure!(
                took < SLOW || FEWEST * took < time,
                "{what}: {name} takes {took:.1?} a query: expected a run of {:.1?} at least, found {time:?}",
                FEWEST * took
            );
        }
        Ok(())
    }

    /// Compares the answers, for this long at most, and counts the panics that functions catch.
    fn check(&self, time: Duration) -> Result<()> {
        let Comparison { what, functions, distinct, .. } = self;
        let names: BTreeSet<_> = functions.iter().map(|it| &*it.name).collect();
        let plural = if functions.len() == 1 { "" } else { "s" };
        ensure!(
            functions.len() > 1,
            "{what}: {} function{plural}: two are compared",
            functions.len()
        );
        ensure!(names.len() == functions.len(), "{what}: two functions have one name");
        ensure!(*distinct > 0, "{what}: no queries");
        let touches = self.working_set.is_some() && self.is_compiled;
        ensure!(!touches, "{what}: a whole loop touches no working set: expected functions");
        counting_panics(|| self.compare(time))
    }

    /// Compares the answers to all queries, or to those that there is time for.
    fn compare(&self, time: Duration) -> Result<()> {
        let Comparison { what, functions, distinct, .. } = self;
        let begin = Instant::now();
        for query in 0..*distinct {
            if query > 0 && begin.elapsed() > time {
                break;
            }
            let asked = |function: &Function| {
                let before = PANICS.get();
                let answer = (function.answer)(query);
                function.caught.set(function.caught.get() + PANICS.get() - before);
                answer
            };
            let answers: Vec<_> = functions.iter().map(asked).collect();
            let other = answers.iter().position(|it| *it != answers[0] && !self.differ);
            let other = other.map(|other| &*functions[other].name);
            ensure!(
                other.is_none(),
                "{what}: {} answers query {query} unlike {}",
                other.unwrap_or_default(),
                functions[0].name
            );
        }
        Ok(())
    }

    fn function<A: Answer + 'static, F>(&self, name: &str, function: F) -> Function
    where
        F: Fn(&D, Q) -> A + 'static,
    {
        let function = Rc::new(function);
        let (data, queries) = (Rc::clone(&self.data), Rc::clone(&self.queries));
        let answer = Rc::clone(&function);
        let answer = move |query: usize| answer(&data, queries[query]).number();
        let (data, queries) = (Rc::clone(&self.data), Rc::clone(&self.queries));
        let kernel = move |beside| workload(beside, &function, &data, &queries);
        let (kernel, answer) = (Box::new(kernel), Box::new(answer));
        let (name, tables, caught) = (name.to_owned(), Vec::new(), Cell::new(0));
        Function { name, tables, kernel, answer, is_behind: false, caught }
    }

    /// The functions, copies of the first, and two loops without one.
    pub(crate) fn contenders(&self) -> Vec<Contender> {
        let null = self.function("loop alone", |_: &D, query: Q| {
            black_box(query);
            0_u64
        });
        let all = self.functions.iter();
        let all = all.clone().chain(all.take(COPIES)).map(|function| (function, true));
        all.chain([(&null, false); 2])
            .map(|(it, is_judged)| self.contender(it, is_judged))
            .collect()
    }

    fn contender(&self, function: &Function, is_judged: bool) -> Contender {
        let judge = if self.differ { function } else { &self.functions[0] };
        let workload = (function.kernel)(self.working_set.is_some());
        let catches = Artefact::read().catches(workload.kernel, &self.own());
        Contender {
            name: function.name.clone(),
            workloads: vec![(workload, 0)],
            tables: function.tables.clone(),
            table_bytes: function.tables.iter().map(|table| table.bytes() as u64).sum(),
            hides_tables: false,
            stays: catches || function.caught.get() > 0,
            judge: is_judged
                .then(|| Judge { name: judge.name.clone(), workload: (judge.kernel)(false) }),
        }
    }

    pub(crate) fn conditions(&self) -> Conditions {
        let window = self.window();
        Conditions {
            name: self.what.clone(),
            window,
            lead: 0,
            most_timed: MOST_TIMED,
            warm_up: [window, 16 * window],
            is_learnt: false,
            working_set: self.working_set,
        }
    }

    /// As many queries as the slowest function answers in the time of a window.
    fn window(&self) -> usize {
        let of = |function: &Function| {
            let start = Instant::now();
            let mut answered = 0;
            while answered < LONGEST && (answered == 0 || start.elapsed() < WINDOW) {
                black_box((function.answer)(answered));
                answered += 1;
            }
            answered
        };
        let fewest = self.functions.iter().map(of).min().unwrap_or(1);
        // A power of two is seldom another one in the next process.
        1 << fewest.ilog2()
    }
}

fn workload<D: 'static, Q: Copy + 'static, A: Answer + 'static, F>(
    beside: bool,
    function: &Rc<F>,
    data: &Rc<D>,
    queries: &Rc<[Q]>,
) -> Workload
where
    F: Fn(&D, Q) -> A + 'static,
{
    let kernel: fn(&F, &D, &[Q], &WorkingSet) -> u64 =
        if beside { touching::<D, Q, A, F> } else { plain::<D, Q, A, F> };
    let (function, data, asked) = (Rc::clone(function), Rc::clone(data), Rc::clone(queries));
    let (touched, count) = (Rc::clone(queries), queries.len());
    Workload {
        kernel: kernel as usize,
        queries: Box::new(move |part| if part == 0 { count } else { 0 }),
        begin: Box::new(|_| ()),
        run: Box::new(move |copied, _, range, set| {
            let kernel = copied.map_or(kernel, |copied| copied.function(kernel));
            kernel(&function, &data, &asked[range], set)
        }),
        touch: touching_all(touched),
    }
}

/// The workload of a whole loop.
fn compiled<Q: Copy + 'static>(
    kernel: Compiled<Q>,
    run: impl Fn(Compiled<Q>, &[Q]) -> u64 + 'static,
    queries: &Rc<[Q]>,
) -> Workload {
    let (asked, touched, count) = (Rc::clone(queries), Rc::clone(queries), queries.len());
    Workload {
        kernel: kernel as usize,
        queries: Box::new(move |part| if part == 0 { count } else { 0 }),
        begin: Box::new(|_| ()),
        run: Box::new(move |copied, _, range, _| {
            run(copied.map_or(kernel, |copied| copied.function(kernel)), &asked[range])
        }),
        touch: touching_all(touched),
    }
}

/// Reads queries, and answers none.
fn touching_all<Q: Copy + 'static>(queries: Rc<[Q]>) -> Box<dyn Fn(usize, Range<usize>) -> u64> {
    Box::new(move |_, range| {
        queries[range].iter().for_each(|query| _ = black_box(*query));
        0
    })
}

/// Asks one query after the other. None waits for an answer.
#[inline(never)]
fn plain<D, Q: Copy, A: Answer, F: Fn(&D, Q) -> A>(
    function: &F,
    data: &D,
    queries: &[Q],
    _: &WorkingSet,
) -> u64 {
    asked(function, data, queries, Nothing)
}

/// The same, with touches of a working set between queries.
#[inline(never)]
fn touching<D, Q: Copy, A: Answer, F: Fn(&D, Q) -> A>(
    function: &F,
    data: &D,
    queries: &[Q],
    set: &WorkingSet,
) -> u64 {
    asked(function, data, queries, Touching::new(set))
}

#[inline(always)]
fn asked<D, Q: Copy, A: Answer, F: Fn(&D, Q) -> A>(
    function: &F,
    data: &D,
    queries: &[Q],
    mut meanwhile: impl Meanwhile,
) -> u64 {
    let mut sum = 0_u64;
    for &query in queries {
        sum = sum.wrapping_add(meanwhile.pass());
        sum = sum.wrapping_add(register(function(data, query).number()));
    }
    sum
}
