//! Keeps a thread on a core, and another core busy.
//!
//! Cores differ: on many boards the first is a small one, and two listed cores may be threads of
//! one. So the allowed cores are tried before one is taken.

use anyhow::{Context as _, Result, bail, ensure};
use core_affinity::CoreId;
use sampling::hardware::IdleProbe;
use std::hint::black_box;
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Keeps this thread on the fastest of its cores.
///
/// # Errors
/// If the system refuses, or does not keep threads on cores.
pub fn pin() -> Result<()> {
    let first = first().context("the system does not keep a thread to a core")?;
    ensure!(
        core_affinity::set_for_current(first),
        "the system refuses to keep a thread to its fastest core"
    );
    Ok(())
}

/// The fastest allowed core, as found on the first call, by a thread that may use all.
fn first() -> Option<CoreId> {
    static FIRST: OnceLock<Option<CoreId>> = OnceLock::new();
    *FIRST.get_or_init(|| {
        let (cores, times) = tried();
        Some(cores[*fastest(times).first()?])
    })
}

/// A second core.
///
/// # Errors
/// If there is none, or all are other threads of the first core.
fn second() -> Result<CoreId> {
    static SECOND: OnceLock<Result<CoreId, String>> = OnceLock::new();
    let choose = || {
        let (cores, times) = tried();
        let slowed = |first, other| slowed(cores[first], cores[other]);
        beside(times, slowed).map(|other| cores[other]).map_err(|error| error.to_string())
    };
    SECOND.get_or_init(choose).clone().map_err(anyhow::Error::msg)
}

/// The allowed cores, and the time of idle instructions on each; empty if the system does not
/// keep threads on cores.
fn tried() -> &'static (Vec<CoreId>, Vec<f64>) {
    static TRIED: OnceLock<(Vec<CoreId>, Vec<f64>)> = OnceLock::new();
    TRIED.get_or_init(|| {
        // On Intel, macOS takes a core as a hint about shared caches; on Apple's processors it
        // refuses. `core_affinity` lists all cores there, and passes a thread's address as its
        // port, so even its success means nothing.
        let cores =
            if cfg!(target_vendor = "apple") { None } else { core_affinity::get_core_ids() };
        let cores = cores.unwrap_or_default();
        let time =
            |&core: &CoreId| on(core, || idle_time(IdleProbe::Nops)).unwrap_or(f64::INFINITY);
        let times = cores.iter().map(time).collect();
        (cores, times)
    })
}

/// Does something on a core, in a thread of its own; `None` if the system refuses.
fn on<T: Send>(core: CoreId, work: impl FnOnce() -> T + Send) -> Option<T> {
    let pinned = || core_affinity::set_for_current(core).then(work);
    thread::scope(|scope| scope.spawn(pinned).join().expect("what is tried does not panic"))
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
    let by = IdleProbe::ALL.iter().map(|&probe| slowed_by(probe, first, other));
    by.reduce(|a, b| Some(a?.max(b?)))?
}

fn slowed_by(probe: IdleProbe, first: CoreId, other: CoreId) -> Option<f64> {
    let idle_time = || idle_time(probe);
    let alone = on(first, idle_time)?;
    let beside = while_repeating(other, probe.run(), || on(first, idle_time))??;
    Some(beside / alone)
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
        scope.spawn(move || {
            let is_granted = core_affinity::set_for_current(core);
            // The receiver may have panicked.
            let _ = sender.send(is_granted);
            while is_granted && is_at_work.strong_count() > 0 {
                something();
            }
        });
        let done = granted.recv().unwrap_or(false).then(work);
        drop(at_work);
        done
    })
}

/// Cores that take at most this many times as long as the fastest count as equal, because trying
/// them has some noise. Of equal cores, the first is taken.
const EQUAL: f64 = 1.05;

/// A core that slows another down by more than this shares its units.
const SHARED: f64 = 1.3;

/// The numbers of the usable cores, by the time of idle instructions: those as fast as the
/// fastest first, then the others.
fn fastest(times: &[f64]) -> Vec<usize> {
    let shortest = times.iter().copied().fold(f64::INFINITY, f64::min);
    let mut order: Vec<_> = (0..times.len()).filter(|&core| times[core].is_finite()).collect();
    let slowness = |core: usize| (times[core] / shortest).max(EQUAL);
    order.sort_by(|&a, &b| slowness(a).total_cmp(&slowness(b)));
    order
}

/// The number of a second core. `slowed` says how many times as long the first core takes while
/// another works, or `None` if that one cannot be used.
///
/// # Errors
/// If there is no other core, or all others are threads of the first.
fn beside(times: &[f64], slowed: impl Fn(usize, usize) -> Option<f64>) -> Result<usize> {
    let order = fastest(times);
    let [first, others @ ..] = &order[..] else {
        bail!("the system does not keep a thread to a core")
    };
    ensure!(!others.is_empty(), "two cores are needed, the system grants one");
    let is_apart = |&&other: &&usize| slowed(*first, other).is_some_and(|times| times <= SHARED);
    let other = others.iter().find(is_apart);
    other.copied().context("the second core is a sibling hyperthread of the first")
}

/// Works while a second core, other than that of [`pin`], streams through 64 MiB of memory.
///
/// # Errors
/// If every other core is a sibling of the first, or the system refuses to keep a thread on one.
pub fn while_streaming<T>(work: impl FnOnce() -> T) -> Result<T> {
    let second = second()?;
    pin()?;
    let memory = vec![[1; 8]; 1 << 20];
    while_repeating(second, || walk(&memory), work)
        .context("the system refuses to keep a thread to a second core")
}

/// Reads a word of every line, in order.
pub(crate) fn walk(memory: &[[u64; 8]]) {
    black_box(memory.iter().fold(0, |sum: u64, line| sum.wrapping_add(line[0])));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    /// The numbers of the cores chosen on a made-up machine, given the times of its cores and the
    /// pairs that share one.
    fn choose(
        times: &[f64],
        siblings: &[(usize, usize)],
    ) -> (Option<usize>, Result<usize, String>) {
        let is_shared = |a, b| siblings.contains(&(a, b)) || siblings.contains(&(b, a));
        let slowed = |a, b| Some(if is_shared(a, b) { 1.9 } else { 1.01 });
        let second = beside(times, slowed).map_err(|error| error.to_string());
        (fastest(times).first().copied(), second)
    }

    #[test]
    fn the_first_of_the_fastest_cores_is_taken() {
        assert_eq!(choose(&[1.02, 1.0, 1.04, 1.01], &[]), (Some(0), Ok(1)));
        // Four small cores, then three large ones and a larger one.
        assert_eq!(choose(&[3.1, 3.0, 3.0, 3.2, 1.2, 1.2, 1.2, 1.0], &[]), (Some(7), Ok(4)));
        assert_eq!(choose(&[3.1, 3.0, 1.0, 1.0], &[]), (Some(2), Ok(3)));
    }

    #[test]
    fn the_second_core_is_no_sibling_of_the_first() {
        assert_eq!(choose(&[1.0; 4], &[(0, 1), (2, 3)]), (Some(0), Ok(2)));
        assert_eq!(choose(&[1.0; 4], &[(0, 2), (1, 3)]), (Some(0), Ok(1)));
        // A small core is better than a sibling.
        assert_eq!(choose(&[1.0, 1.0, 2.0], &[(0, 1)]), (Some(0), Ok(2)));
        let (first, second) = choose(&[1.0; 2], &[(0, 1)]);
        assert_eq!(first, Some(0));
        assert!(second.unwrap_err().contains("sibling hyperthread"));
    }

    #[test]
    fn what_the_system_denies_is_not_taken() {
        let (first, second) = choose(&[1.0], &[]);
        assert_eq!(first, Some(0));
        assert!(second.unwrap_err().contains("two cores are needed"));
        let (first, second) = choose(&[], &[]);
        assert_eq!(first, None);
        assert!(second.unwrap_err().contains("does not keep a thread"));
        assert_eq!(choose(&[f64::INFINITY, 2.0, 1.0], &[]), (Some(2), Ok(1)));
        assert!(
            beside(&[1.0; 3], |_, other| (other != 1).then_some(1.0)).is_ok_and(|core| core == 2)
        );
    }

    /// On a core of this machine, if it has one to try.
    #[test]
    fn a_core_repeats_something_while_another_one_works() {
        let (cores, _) = tried();
        let Some(&core) = cores.last() else { return };
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

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_core_that_dies_is_noticed() {
        let (cores, _) = tried();
        let core = *cores.last().expect("a scoped thread panicked: there is none to try here");
        let is_dying = AtomicBool::new(false);
        let dies = || {
            is_dying.store(true, Ordering::Relaxed);
            panic!("it dies");
        };
        while_repeating(core, dies, || {
            while !is_dying.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        });
    }

    #[test]
    fn cores_of_this_machine_can_be_tried() {
        let (cores, times) = tried();
        assert_eq!(cores.len(), times.len());
        assert!(times.iter().all(|&time| time > 0.0), "{times:?}");
        // Whatever the answer is here, it stays.
        assert_eq!(first(), first());
        assert_eq!(second().ok(), second().ok());
    }
}
