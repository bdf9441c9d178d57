//! Keeps a thread on a core, and another core busy.
//!
//! Cores differ: on many boards the first is a small one, and two listed cores may be threads of
//! one. So the allowed cores are tried before one is taken.

use crate::terminal;
use anyhow::{Context as _, Result, bail, ensure};
use core_affinity::CoreId;
use sampling::hardware::IdleProbe;
use std::hint::black_box;
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// The allowed cores, the first of the fastest first; none if the system does not keep threads on
/// cores. A pinned thread sees only its own.
#[must_use]
pub fn usable() -> Vec<CoreId> {
    // On Intel, macOS takes a core as a hint about shared caches; on Apple's processors it
    // refuses. `core_affinity` lists all cores there, and passes a thread's address as its
    // port, so even its success means nothing.
    let is_honest = !cfg!(target_vendor = "apple");
    let cores = core_affinity::get_core_ids().filter(|_| is_honest).unwrap_or_default();
    let timed = |core| Some((core, on(core, || idle_time(IdleProbe::Nops))?));
    fastest_first(cores.into_iter().filter_map(timed).collect())
}

/// Keeps this thread on the first of these cores.
///
/// # Errors
/// If there is none, or the system refuses.
pub fn pin(cores: &[CoreId]) -> Result<()> {
    let first = cores.first().context("the system does not keep a thread to a core")?;
    ensure!(
        core_affinity::set_for_current(*first),
        "the system refuses to keep a thread to its fastest core"
    );
    Ok(())
}

/// Keeps this thread, and what it starts, on the first of these cores, or says why it does not.
pub fn stay(cores: &[CoreId]) {
    if let Err(reason) = pin(cores) {
        terminal::say(&format!("{reason:#}; the figures may be noisier"));
    }
}

/// Works while another of these cores than the first streams through 64 MiB of memory.
///
/// # Errors
/// If every other core is a sibling of the first, or the system refuses to keep a thread on one.
pub fn while_streaming<T>(cores: &[CoreId], work: impl FnOnce() -> T) -> Result<T> {
    let second = second(cores, slowed)?;
    let memory = streamed();
    // Reads a word of every line, in order.
    let walk = || {
        black_box(memory.iter().fold(0, |sum: u64, line| sum.wrapping_add(line[0])));
    };
    while_repeating(second, walk, work)
        .context("the system refuses to keep a thread to a second core")
}

/// 64 MiB, in lines of 64 bytes: more than a core has for itself.
fn streamed() -> Vec<[u64; 8]> {
    vec![[1; 8]; 1 << 20]
}

/// Does something on a core, in a thread of its own; `None` if the system refuses.
fn on<T: Send>(core: CoreId, work: impl FnOnce() -> T + Send) -> Option<T> {
    let pinned = || core_affinity::set_for_current(core).then(work);
    thread::scope(|scope| {
        let started = thread::Builder::new().spawn_scoped(scope, pinned).ok()?;
        started.join().expect("what is tried does not panic")
    })
}

/// The time for trying a core. A core that has rested takes some of it to speed up.
const TRY: Duration = Duration::from_millis(5);

/// The shortest time of idle instructions on this core, in seconds: it shows the frequency, the
/// width, and a neighbour.
fn idle_time(probe: IdleProbe) -> f64 {
    let begin = Instant::now();
    let mut shortest = f64::INFINITY;
    while begin.elapsed() < TRY {
        let start = Instant::now();
        // Some 20 microseconds: system clocks have steps of a tenth of a microsecond.
        (0..16).for_each(|_| probe.run()());
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    shortest
}

/// How many times as long idle instructions take on a core while another runs them too, for the
/// kind that slows down most; `None` if the system refuses.
///
/// That kind differs: the two threads of a Zen 5 core have a decoder each, so `nop`s tell nothing
/// there, and additions do.
fn slowed(first: CoreId, other: CoreId) -> Option<f64> {
    let by = |&probe: &IdleProbe| {
        let alone = on(first, || idle_time(probe))?;
        let both = || on(first, || idle_time(probe));
        Some(while_repeating(other, probe.run(), both)?? / alone)
    };
    IdleProbe::ALL.iter().map(by).reduce(|a, b| Some(a?.max(b?)))?
}

/// Works while a thread on another core repeats something; `None` if the system does not keep a
/// thread on that core.
fn while_repeating<T>(
    core: CoreId,
    something: impl Fn() + Send,
    work: impl FnOnce() -> T,
) -> Option<T> {
    let at_work = Arc::new(());
    let is_at_work = Arc::downgrade(&at_work);
    let (sender, granted) = mpsc::channel();
    thread::scope(move |scope| {
        let repeating = move || {
            let is_granted = core_affinity::set_for_current(core);
            // The receiver may have panicked.
            let _ = sender.send(is_granted);
            while is_granted && is_at_work.strong_count() > 0 {
                something();
            }
        };
        // A thread that is refused grants nothing.
        let _ = thread::Builder::new().spawn_scoped(scope, repeating);
        let done = granted.recv().unwrap_or(false).then(work);
        drop(at_work);
        done
    })
}

/// Cores that take at most this many times as long as the fastest count as equal, because trying
/// them has some noise.
const EQUAL: f64 = 1.05;

/// A core that slows another down by more than this shares its units.
const SHARED: f64 = 1.3;

/// Cores by the time of idle instructions; equal ones stay in their order.
fn fastest_first(mut timed: Vec<(CoreId, f64)>) -> Vec<CoreId> {
    let shortest = timed.iter().map(|(_, time)| *time).fold(f64::INFINITY, f64::min);
    let slowness = |time: f64| (time / shortest).max(EQUAL);
    timed.sort_by(|(_, a), (_, b)| slowness(*a).total_cmp(&slowness(*b)));
    timed.into_iter().map(|(core, _)| core).collect()
}

/// The first core besides the first one that is no thread of it. `slowed` says how many times as
/// long the first takes while another works, or `None` if that one cannot be used.
fn second(cores: &[CoreId], slowed: impl Fn(CoreId, CoreId) -> Option<f64>) -> Result<CoreId> {
    let [first, others @ ..] = cores else { bail!("the system does not keep a thread to a core") };
    ensure!(!others.is_empty(), "two cores are needed, the system grants one");
    let is_apart = |&&other: &&CoreId| slowed(*first, other).is_some_and(|times| times <= SHARED);
    let other = others.iter().find(is_apart).copied();
    other.context("the second core is a sibling hyperthread of the first")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// The numbers of the first and the second core on a made-up machine, given the times of its
    /// cores, the pairs that share one, and a core that cannot be kept busy.
    fn chosen(
        times: &[f64],
        siblings: &[(usize, usize)],
        denied: Option<usize>,
    ) -> (Option<usize>, Result<usize, String>) {
        let timed = times.iter().enumerate().map(|(id, time)| (CoreId { id }, *time));
        let cores = fastest_first(timed.collect());
        let slowed = |a: CoreId, b: CoreId| {
            let is_shared = siblings.contains(&(a.id, b.id)) || siblings.contains(&(b.id, a.id));
            (denied != Some(b.id)).then_some(if is_shared { 1.9 } else { 1.01 })
        };
        let second = second(&cores, slowed).map_err(|error| error.to_string());
        (cores.first().map(|core| core.id), second.map(|core| core.id))
    }

    #[test]
    fn the_first_of_the_fastest_cores_is_taken_and_another_that_is_no_sibling() {
        for (times, siblings, denied, first, second) in [
            (&[1.02, 1.0, 1.04, 1.01][..], &[][..], None, 0, Ok(1)),
            // Four small cores, then three large ones and a larger one.
            (&[3.1, 3.0, 3.0, 3.2, 1.2, 1.2, 1.2, 1.0], &[], None, 7, Ok(4)),
            (&[3.1, 3.0, 1.0, 1.0], &[], None, 2, Ok(3)),
            (&[1.0; 4], &[(0, 1), (2, 3)], None, 0, Ok(2)),
            // A small core is better than a sibling.
            (&[1.0, 1.0, 2.0], &[(0, 1)], None, 0, Ok(2)),
            (&[1.0; 3], &[], Some(1), 0, Ok(2)),
            (&[1.0; 2], &[(1, 0)], None, 0, Err("sibling hyperthread")),
            (&[1.0], &[], None, 0, Err("two cores are needed")),
        ] {
            let found = chosen(times, siblings, denied);
            assert_eq!(found.0, Some(first), "{times:?}");
            match (&found.1, second) {
                (Err(error), Err(expected)) => assert!(error.contains(expected), "{error}"),
                (found, expected) => assert_eq!(found.as_ref().ok(), expected.as_ref().ok()),
            }
        }
        let (first, second) = chosen(&[], &[], None);
        assert!(first.is_none() && second.unwrap_err().contains("does not keep a thread"));
    }

    #[test]
    fn cores_that_differ_by_noise_are_equal_and_threads_of_one_are_told() {
        let order = |times: [f64; 3]| {
            let timed = times.into_iter().enumerate().map(|(id, time)| (CoreId { id }, time));
            fastest_first(timed.collect()).iter().map(|core| core.id).collect::<Vec<_>>()
        };
        // By less than a twentieth of the fastest.
        assert_eq!(order([1.04, 1.0, 1.02]), [0, 1, 2]);
        assert_eq!(order([1.06, 1.0, 1.02]), [1, 2, 0]);
        assert_eq!(order([1.3, 1.2, 1.0]), [2, 1, 0]);
        let pair = [0, 1].map(|id| CoreId { id });
        // By less than three tenths.
        assert!(second(&pair, |_, _| Some(1.29)).is_ok());
        assert!(second(&pair, |_, _| Some(1.31)).is_err());
        assert!(second(&pair, |_, _| None).is_err());
        // As documented, in this direction: the first is the one that is slowed down.
        assert!(second(&pair, |a, b| Some(if (a.id, b.id) == (0, 1) { 1.0 } else { 2.0 })).is_ok());
        assert_eq!(size_of_val(&*streamed()), 64 << 20);
    }

    #[test]
    fn a_core_that_has_rested_gets_the_time_to_speed_up() {
        let begin = Instant::now();
        let shortest = idle_time(IdleProbe::Nops);
        let all = begin.elapsed();
        assert!(all >= Duration::from_millis(5), "{all:?}");
        assert!(shortest > 0.0 && shortest < all.as_secs_f64() / 2.0, "{shortest}");
        assert!(pin(&[]).unwrap_err().to_string().contains("does not keep a thread to a core"));
    }

    /// On a core of this machine, if it has one to try.
    #[test]
    fn a_core_repeats_something_while_another_one_works() {
        let Some(&core) = usable().last() else { return };
        let count = AtomicUsize::new(0);
        let repeated = || _ = count.fetch_add(1, Ordering::Relaxed);
        let heard = while_repeating(core, repeated, || {
            while count.load(Ordering::Relaxed) < 3 {
                thread::yield_now();
            }
            "done"
        });
        assert_eq!(heard, Some("done"));
        let nowhere = CoreId { id: 1000 };
        assert_eq!(while_repeating(nowhere, || (), || ()), None, "the system has no such core");
    }
}
