//! What only the system knows of other processes: their processor time, and who is left of them.

use anyhow::Result;

/// Measures the processes that this thread starts after it.
pub(crate) struct Meter {
    before: f64,
    #[cfg(target_os = "linux")]
    counter: Option<perf_event::Counter>,
}

impl Meter {
    /// Begins, before a process is started.
    ///
    /// # Errors
    /// If the system does not tell processor times.
    pub(crate) fn begin() -> Result<Meter> {
        Ok(Meter {
            #[cfg(target_os = "linux")]
            counter: counter(perf_event::events::Hardware::CPU_CYCLES).ok(),
            before: seconds_of_children()?,
        })
    }

    /// The processor time, in seconds, of those that have ended, the system's included.
    ///
    /// # Errors
    /// If the system does not tell it.
    pub(crate) fn seconds(&self) -> Result<f64> {
        Ok(seconds_of_children()? - self.before)
    }

    /// Their cycles outside of the system, if it grants the counter and that counted all the time.
    #[cfg(target_os = "linux")]
    pub(crate) fn cycles(&mut self) -> Option<u64> {
        let counts = self.counter.as_mut()?.read_count_and_time().ok()?;
        let is_whole = counts.count > 0 && counts.time_enabled == counts.time_running;
        is_whole.then_some(counts.count)
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn cycles(&mut self) -> Option<u64> {
        None
    }
}

/// A counter of all processes that this thread starts, from the moment they execute a program. So
/// this thread itself is not counted.
#[cfg(target_os = "linux")]
fn counter(event: impl perf_event::events::Event) -> std::io::Result<perf_event::Counter> {
    perf_event::Builder::new(event).inherit(true).enable_on_exec(true).build()
}

/// The processor time, in seconds, of all processes that this one started and that have ended.
///
/// # Errors
/// If the system does not tell it.
#[cfg(unix)]
fn seconds_of_children() -> Result<f64> {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is to a `rusage` of our own, which the call fills.
    let status = unsafe { libc::getrusage(libc::RUSAGE_CHILDREN, usage.as_mut_ptr()) };
    let error = std::io::Error::last_os_error();
    anyhow::ensure!(status == 0, "expected the processor time of children: {error}");
    // SAFETY: it is filled, and zeroes are a `rusage` too.
    let usage = unsafe { usage.assume_init() };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
    Ok(seconds(usage.ru_utime) + seconds(usage.ru_stime))
}

#[cfg(not(unix))]
fn seconds_of_children() -> Result<f64> {
    anyhow::bail!("expected Linux or another Unix, whose processes have a processor time")
}

/// Makes this process the parent of what its children leave behind.
pub(crate) fn adopt_orphans() {
    // SAFETY: the call takes numbers and touches no memory. Where it fails, orphans live on.
    #[cfg(target_os = "linux")]
    unsafe {
        libc::prctl(libc::PR_SET_CHILD_SUBREAPER, 1);
    }
}

/// Ends all children of this process and theirs, which are its own once their parents have ended.
pub(crate) fn end_children() {
    #[cfg(target_os = "linux")]
    while let Some(child) = child() {
        // SAFETY: both calls take numbers and no memory. The child is not yet waited for, so its
        // number is no other's.
        let is_ended = unsafe {
            libc::kill(child, libc::SIGKILL) == 0
                && libc::waitpid(child, std::ptr::null_mut(), 0) == child
        };
        if !is_ended {
            return;
        }
    }
}

/// A child of any thread.
#[cfg(target_os = "linux")]
fn child() -> Option<libc::pid_t> {
    std::fs::read_dir("/proc/self/task").ok()?.flatten().find_map(|thread| {
        let children = std::fs::read_to_string(thread.path().join("children")).ok()?;
        children.split_whitespace().next()?.parse().ok()
    })
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use perf_event::events::Software;
    use std::io::Write as _;
    use std::process::Command;

    /// The system's own clock stands in for cycles, which the author's machine does not count.
    #[test]
    fn a_counter_sees_the_processes_that_are_started_and_not_the_one_that_starts_them() {
        let mut counter = match counter(Software::TASK_CLOCK) {
            Ok(counter) => counter,
            Err(error) => {
                return writeln!(std::io::stdout(), "counters: not exercised: {error}").unwrap();
            }
        };
        let meter = Meter::begin().unwrap();
        let work = "(i=0; while test $i -lt 40000; do i=$((i + 1)); done) | cat";
        assert!(Command::new("sh").args(["-c", work]).status().unwrap().success());
        let (seconds, counted) = (meter.seconds().unwrap(), counter.read().unwrap() as f64 * 1e-9);
        assert!((0.5..1.5).contains(&(counted / seconds)), "{counted} s of {seconds} s");
        let start = std::time::Instant::now();
        while start.elapsed().as_millis() < 50 {}
        assert_eq!(counter.read().unwrap() as f64 * 1e-9, counted);
    }
}
