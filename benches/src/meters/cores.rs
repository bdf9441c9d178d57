//! Keeping a thread to a core, and another thread busy on another one.

use crate::entry::{Dependence, Placement};
use crate::list;
use crate::streams::Asked;
use anyhow::{Context as _, Result, bail, ensure};
use std::hint::black_box;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Keeps this thread to the first of its cores.
///
/// # Errors
/// If the system refuses.
pub fn pin() -> Result<()> {
    let first = *cores().first().context("the system does not tell its cores")?;
    ensure!(core_affinity::set_for_current(first), "the system refuses to keep a thread to a core");
    Ok(())
}

/// The cores that this process may use, as they were before a thread was kept to one.
fn cores() -> &'static [core_affinity::CoreId] {
    static CORES: OnceLock<Vec<core_affinity::CoreId>> = OnceLock::new();
    CORES.get_or_init(|| core_affinity::get_core_ids().unwrap_or_default())
}

/// A thread on another core that does what it is told to.
#[derive(Debug)]
pub struct OtherCore {
    shared: Arc<Shared>,
    thread: Option<std::thread::JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    /// The number of the job to do; [`IDLE`] for none.
    job: AtomicUsize,
    stop: AtomicBool,
}

const IDLE: usize = usize::MAX;

impl OtherCore {
    /// Runs the contenders of this study, one at a time: their numbers are the jobs.
    ///
    /// # Errors
    /// If there is no second core, or the system refuses to pin a thread.
    pub fn running(
        study: &'static str,
        stream: &'static str,
        kernel: Dependence,
    ) -> Result<OtherCore> {
        OtherCore::start(move || {
            // Streams are not shared between threads; tables are.
            let study = list::each().find(|known| known.name == study);
            let window = study.as_ref().map_or(0, |study| study.policy.window);
            let asked = Asked { stream, questions: None };
            let contenders = study.iter().flat_map(|study| &study.contenders);
            let workloads: Vec<_> = contenders
                .map(|c| c.answers(stream).then(|| c.workload(asked, kernel, Placement::default())))
                .collect();
            Box::new(move |job| {
                black_box(workloads[job].as_ref().map(|workload| (workload.run)(0..window)));
            })
        })
    }

    /// Streams through memory, more of it than any cache holds.
    ///
    /// # Errors
    /// If there is no second core, or the system refuses to pin a thread.
    pub fn streaming() -> Result<OtherCore> {
        let other = OtherCore::start(|| {
            let memory = vec![[1; 8]; 1 << 20];
            Box::new(move |_| walk(&memory))
        })?;
        other.run(0);
        Ok(other)
    }

    /// Starts a thread on another core than the one that [`pin`] keeps this one to.
    fn start(prepare: impl FnOnce() -> Box<dyn Fn(usize)> + Send + 'static) -> Result<OtherCore> {
        pin()?;
        let [_, second, ..] = cores()[..] else {
            bail!("two cores are needed, the system grants {}", cores().len())
        };
        let shared = Arc::new(Shared { job: AtomicUsize::new(IDLE), stop: AtomicBool::new(false) });
        let theirs = Arc::clone(&shared);
        let thread = std::thread::spawn(move || {
            core_affinity::set_for_current(second);
            let work = prepare();
            while !theirs.stop.load(Ordering::Relaxed) {
                match theirs.job.load(Ordering::Relaxed) {
                    IDLE => std::hint::spin_loop(),
                    job => work(job),
                }
            }
        });
        Ok(OtherCore { shared, thread: Some(thread) })
    }

    /// Does this job from now on.
    pub fn run(&self, job: usize) {
        self.shared.job.store(job, Ordering::Relaxed);
    }
}

impl Drop for OtherCore {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        // A thread that panicked has said so itself.
        let _ = self.thread.take().map(std::thread::JoinHandle::join);
    }
}

/// Reads a word of every line, in order.
pub(crate) fn walk(memory: &[[u64; 8]]) {
    black_box(memory.iter().fold(0, |sum: u64, line| sum.wrapping_add(line[0])));
}
