//! What only the system knows of other processes: their processor time, and who is left of them.

use anyhow::Result;

/// The processor time, in seconds, of all processes that this one started and that have ended.
///
/// # Errors
/// If the system does not tell it.
#[cfg(unix)]
pub(crate) fn seconds_of_children() -> Result<f64> {
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
pub(crate) fn seconds_of_children() -> Result<f64> {
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
