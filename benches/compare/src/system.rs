//! What only the system knows of other processes: how they are stopped, let go and ended, what they
//! cost, on which core they run, and who is left of them.

use anyhow::{Result, bail};
use rustix::process::{Pid, Signal, getpgid, kill_process, kill_process_group};
use std::collections::BTreeSet;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A process and all that it starts: a group of the system's, which ends with this program.
#[derive(Debug)]
pub(crate) struct Group {
    group: Pid,
    leader: Pid,
    #[expect(dead_code, reason = "ends the group if this program dies")]
    keeper: children::Group,
    seconds: f64,
    is_there: bool,
}

/// How a process ended, and the processor time of its whole group, in seconds, the system's included.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    pub(crate) seconds: f64,
}

/// The leaders of groups that run, and keepers: all other children of this process are strays.
static KNOWN: LazyLock<Mutex<BTreeSet<i32>>> = LazyLock::new(Mutex::default);

/// A stop reaches a process within microseconds. One that waits where nothing can reach it, such as
/// for what it has just started and what was stopped too, is not waited for.
const STOPPED_BY: u32 = 200;
const LOOK: Duration = Duration::from_micros(50);

impl Group {
    /// Starts a process in a group of its own, on a core if one is given.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(crate) fn start(command: &mut Command, core: Option<usize>) -> io::Result<(Group, Child)> {
        let keeper = children::Group::begin(None)?;
        let child = on(core, || keeper.start(command))?;
        let leader = Pid::from_child(&child);
        let group = Pid::from_raw(keeper.number()).unwrap_or(leader);
        known(|known| known.extend([group, leader].map(Pid::as_raw_pid)));
        Ok((Group { group, leader, keeper, seconds: 0.0, is_there: true }, child))
    }

    pub(crate) fn number(&self) -> i32 {
        self.leader.as_raw_pid()
    }

    /// Lets the group go on.
    pub(crate) fn go_on(&self) {
        self.signal(Signal::CONT);
    }

    /// Stops it. Its end, if it had ended.
    ///
    /// # Errors
    /// If the system does not tell.
    pub(crate) fn stop(&mut self) -> Result<Option<End>> {
        self.signal(Signal::STOP);
        // But for the keeper, which could not end the group otherwise.
        let _ = kill_process(self.group, Signal::CONT);
        for _ in 0..STOPPED_BY {
            match self.state()? {
                State::Stopped => break,
                State::Ended(end) => return Ok(Some(end)),
                State::Going => thread::sleep(LOOK),
            }
        }
        Ok(None)
    }

    /// Its end, if it has ended.
    ///
    /// # Errors
    /// If the system does not tell.
    pub(crate) fn ended(&mut self) -> Result<Option<End>> {
        Ok(match self.state()? {
            State::Ended(end) => Some(end),
            State::Going | State::Stopped => None,
        })
    }

    fn signal(&self, signal: Signal) {
        // Fails only if it has ended, which the next look tells.
        let _ = kill_process_group(self.group, signal);
    }

    fn state(&mut self) -> Result<State> {
        let leader = self.number();
        let (found, status) = self.wait(leader, libc::WNOHANG | libc::WUNTRACED)?;
        if found == 0 {
            return Ok(State::Going);
        }
        if libc::WIFSTOPPED(status) {
            return Ok(State::Stopped);
        }
        self.end();
        Ok(State::Ended(End { status: ExitStatus::from_raw(status), seconds: self.seconds }))
    }

    /// Asks for a process of the group, or with a negative number for any, and adds what it cost if it
    /// has ended. Its number, or 0.
    fn wait(&mut self, who: i32, how: i32) -> Result<(i32, i32)> {
        let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
        let mut status = 0;
        // SAFETY: both pointers are to values of our own, which the call fills.
        let found = unsafe { libc::wait4(who, &raw mut status, how, usage.as_mut_ptr()) };
        if found < 0 {
            let error = io::Error::last_os_error();
            bail!("expected how process {} fares: {error}", self.number());
        }
        if found > 0 && found != self.group.as_raw_pid() && !libc::WIFSTOPPED(status) {
            // SAFETY: it is filled, and zeroes are a `rusage` too.
            let usage = unsafe { usage.assume_init() };
            let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
            self.seconds += seconds(usage.ru_utime) + seconds(usage.ru_stime);
        }
        Ok((found, status))
    }

    /// Ends what is left of it, and what its processes left behind in groups of their own.
    fn end(&mut self) {
        if !std::mem::replace(&mut self.is_there, false) {
            return;
        }
        self.signal(Signal::KILL);
        // All that are this process's, until none is.
        while self.wait(-self.group.as_raw_pid(), 0).is_ok() {}
        known(|known| {
            known.retain(|it| ![self.group, self.leader].map(Pid::as_raw_pid).contains(it))
        });
        end_strays();
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        self.end();
    }
}

enum State {
    Going,
    Stopped,
    Ended(End),
}

fn known<T>(use_it: impl FnOnce(&mut BTreeSet<i32>) -> T) -> T {
    use_it(&mut KNOWN.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes this process the parent of what its children leave behind.
pub(crate) fn adopt_orphans() {
    // Where it fails, orphans live on.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Ends the children of this process that it did not start itself, and that no running group has: what
/// a process of a group leaves behind, and others of that group may wait for.
fn end_strays() {
    #[cfg(target_os = "linux")]
    while let Some(stray) = stray() {
        // SAFETY: both calls take numbers and no memory. The child is not yet waited for, so its
        // number is no other's.
        let is_ended = unsafe {
            libc::kill(stray, libc::SIGKILL) == 0
                && libc::waitpid(stray, std::ptr::null_mut(), 0) == stray
        };
        if !is_ended {
            return;
        }
    }
}

/// A child of any thread that is none of those that were started here, nor of their groups.
#[cfg(target_os = "linux")]
fn stray() -> Option<libc::pid_t> {
    std::fs::read_dir("/proc/self/task").ok()?.flatten().find_map(|thread| {
        let children = std::fs::read_to_string(thread.path().join("children")).ok()?;
        let mut children = children.split_whitespace().filter_map(|child| child.parse().ok());
        children.find(|child| {
            let group = getpgid(Pid::from_raw(*child)).map_or(0, Pid::as_raw_pid);
            known(|known| !known.contains(child) && !known.contains(&group))
        })
    })
}

/// Removes a folder when this is dropped, or this program dies.
///
/// # Errors
/// If there is no shell.
pub(crate) fn removing(folder: &Path) -> io::Result<children::Group> {
    let keeper = children::Group::begin(Some(folder))?;
    known(|known| known.insert(keeper.number()));
    Ok(keeper)
}

/// The cores that this process may use, with the highest frequency of each if the system tells it.
#[cfg(target_os = "linux")]
fn cores() -> Vec<(u64, usize)> {
    use rustix::thread::{CpuSet, sched_getaffinity};
    let Ok(allowed) = sched_getaffinity(None) else { return Vec::new() };
    let frequency = |core: usize| {
        let file = format!("/sys/devices/system/cpu/cpu{core}/cpufreq/cpuinfo_max_freq");
        std::fs::read_to_string(file).ok()?.trim().parse().ok()
    };
    let allowed = (0..CpuSet::MAX_CPU).filter(|core| allowed.is_set(*core));
    allowed.map(|core| (frequency(core).unwrap_or(0), core)).collect()
}

#[cfg(not(target_os = "linux"))]
fn cores() -> Vec<(u64, usize)> {
    Vec::new()
}

/// The core for engines: of the fastest ones that this process may use the last, for systems do their
/// own work on the first. `None` if the system pins nothing.
pub(crate) fn fastest_core() -> Option<usize> {
    cores().into_iter().max().map(|(_, core)| core)
}

/// That engines can run on a core.
///
/// # Errors
/// If not, with those on which they can.
pub(crate) fn has_core(core: usize) -> Result<()> {
    let cores: Vec<_> = cores().into_iter().map(|(_, core)| core.to_string()).collect();
    let is_there = cores.iter().any(|one| *one == core.to_string());
    anyhow::ensure!(is_there, "--core {core}: expected one of {}", cores.join(", "));
    Ok(())
}

/// Starts a process that stays on a core, as all that it starts.
#[cfg(target_os = "linux")]
fn on<T>(core: Option<usize>, start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
    let Some(core) = core else { return start() };
    let mine = sched_getaffinity(None)?;
    let mut one = CpuSet::new();
    one.set(core);
    sched_setaffinity(None, &one)?;
    let started = start();
    sched_setaffinity(None, &mine)?;
    started
}

#[cfg(not(target_os = "linux"))]
fn on<T>(_: Option<usize>, start: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    start()
}

/// Counts the cycles of a group outside of the system.
#[derive(Debug)]
pub(crate) struct Cycles {
    #[cfg(target_os = "linux")]
    counter: Option<perf_event::Counter>,
}

impl Cycles {
    /// Begins with a process that is stopped, where the system grants the counter.
    pub(crate) fn of(group: &Group) -> Cycles {
        #[cfg(target_os = "linux")]
        return Cycles { counter: counter(perf_event::events::Hardware::CPU_CYCLES, group).ok() };
        #[cfg(not(target_os = "linux"))]
        Cycles {}
    }

    /// Those until now, if the counter counted all the time.
    #[cfg(target_os = "linux")]
    pub(crate) fn counted(&mut self) -> Option<u64> {
        let counts = self.counter.as_mut()?.read_count_and_time().ok()?;
        whole(counts.count, [counts.time_enabled, counts.time_running])
    }

    #[cfg(not(target_os = "linux"))]
    pub(crate) fn counted(&mut self) -> Option<u64> {
        None
    }
}

/// A count, if it counted for all of the time in which it was to.
#[cfg(target_os = "linux")]
fn whole(count: u64, [due, counted]: [u64; 2]) -> Option<u64> {
    (count > 0 && due == counted).then_some(count)
}

/// A counter of a process and all that it starts from now on.
#[cfg(target_os = "linux")]
fn counter(
    event: impl perf_event::events::Event,
    group: &Group,
) -> io::Result<perf_event::Counter> {
    let mut counter =
        perf_event::Builder::new(event).observe_pid(group.number()).inherit(true).build()?;
    counter.enable()?;
    Ok(counter)
}

#[cfg(all(test, target_os = "linux"))]
#[test]
fn a_count_of_a_part_of_the_time_is_none() {
    let all = [(5, [9, 9]), (5, [9, 8]), (0, [9, 9]), (0, [0, 0]), (5, [9, 0])];
    assert_eq!(all.map(|(count, times)| whole(count, times)), [Some(5), None, None, None, None]);
}
