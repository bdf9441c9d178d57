//! Keeps a thread on a core.
//!
//! Cores differ: on many boards the first is a small one. So the allowed cores are tried before one
//! is taken.

use anyhow::{Context as _, Result, ensure};
use core_affinity::CoreId;
use sampling::hardware::IdleProbe;
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

/// The fastest allowed core; `None` if the system does not keep threads on cores.
fn first() -> Option<CoreId> {
    // On Intel, macOS takes a core as a hint about shared caches; on Apple's processors it
    // refuses. `core_affinity` lists all cores there, and passes a thread's address as its
    // port, so even its success means nothing.
    if cfg!(target_vendor = "apple") {
        return None;
    }
    let cores = core_affinity::get_core_ids()?;
    let times: Vec<_> = cores.iter().map(|&core| on(core, idle_time)).collect();
    Some(cores[fastest(&times)?])
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
fn idle_time() -> f64 {
    let begin = Instant::now();
    let mut shortest = f64::INFINITY;
    while begin.elapsed() < TRY {
        let start = Instant::now();
        // Some 20 microseconds: system clocks have steps of a tenth of a microsecond.
        (0..16).for_each(|_| IdleProbe::Nops.run()());
        shortest = shortest.min(start.elapsed().as_secs_f64());
    }
    shortest
}

/// Cores that take at most this many times as long as the fastest count as equal, because trying
/// them has some noise. Of equal cores, the first is taken.
const EQUAL: f64 = 1.05;

/// The number of the core to take, by the times of idle instructions; `None` if none can be used.
fn fastest(times: &[Option<f64>]) -> Option<usize> {
    let shortest = times.iter().copied().flatten().fold(f64::INFINITY, f64::min);
    times.iter().position(|time| time.is_some_and(|time| time <= EQUAL * shortest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_the_fastest_cores_is_taken() {
        for (times, expected) in [
            (&[1.02, 1.0, 1.04, 1.01][..], Some(0)),
            // Four small cores, then three large ones and a larger one.
            (&[3.1, 3.0, 3.0, 3.2, 1.2, 1.2, 1.2, 1.0], Some(7)),
            (&[3.1, 3.0, 1.0, 1.0], Some(2)),
            (&[], None),
        ] {
            let times: Vec<_> = times.iter().copied().map(Some).collect();
            assert_eq!(fastest(&times), expected, "{times:?}");
        }
        assert_eq!(fastest(&[None, Some(2.0), Some(1.0)]), Some(2), "the system denies the first");
    }
}
