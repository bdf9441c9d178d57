//! Provenance: the machine, the compiler and the source behind the numbers.

use crate::{builds, output};
use records::{Breadth, Machine, Meter, Run};
use report::Processor;
use std::fs;
use std::path::Path;
use std::process::Command;

/// This machine and this build.
#[must_use]
pub fn here() -> Machine {
    let kernel = read("/proc/sys/kernel/osrelease").map(|version| format!(" {version}"));
    let features = builds::set(env!("LABORATORY_FEATURES"));
    let Processor { cpu, model, caches, architecture, has } = Processor::here();
    let present = ASKED.iter().filter(|name| has(name)).map(|name| (*name).to_owned());
    Machine {
        cpu,
        model,
        caches,
        os: format!("{}{} {architecture}", std::env::consts::OS, kernel.unwrap_or_default()),
        virtualised: virtualised(),
        governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        rustc: env!("LABORATORY_RUSTC").to_owned(),
        build: builds::this(),
        flags: env!("LABORATORY_FLAGS").to_owned(),
        features: features.map(str::to_owned).collect(),
        present: present.collect(),
    }
}

/// The instruction sets that variants, or their builds, may ask of the processor.
const ASKED: [&str; 13] = [
    "sse4.2",
    "popcnt",
    "avx",
    "avx2",
    "bmi1",
    "bmi2",
    "lzcnt",
    "avx512f",
    "avx512bw",
    "avx512vl",
    "avx512vbmi",
    "gfni",
    "neon",
];

/// A run of a meter that begins now.
#[must_use]
pub fn run(meter: Meter, how: &str, breadth: Breadth) -> Run {
    Run { commit: commit(output::root()), load: load(), ..Run::now(meter, how, breadth) }
}

/// The parts of the workspace that decide what is compiled.
const SOURCES: [&str; 6] =
    ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo", "crates", "benches"];

/// Git on the repository whose top is this folder, whatever a hook's environment names.
fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root).env_remove("GIT_INDEX_FILE");
    git.arg("--git-dir").arg(root.join(".git")).arg("--work-tree").arg(root);
    git
}

/// The commit of the source in the workspace's folder, with a plus if files were changed or added
/// since. `None` unless that folder is the top of a git checkout: a repository around it tells
/// nothing about this source.
fn commit(root: &Path) -> Option<String> {
    let said = |arguments: &[&str]| {
        let output = git(root).arg("--no-optional-locks").args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = said(&["rev-parse", "--short=12", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=normal", "--"];
    let changes = said(&[&status[..], &SOURCES].concat())?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

/// The mean number of programs that wanted to run in the last minute; `None` if the system does
/// not tell.
fn load() -> Option<f64> {
    read("/proc/loadavg")?.split(' ').next()?.parse().ok()
}

fn read(path: impl AsRef<Path>) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

#[cfg(target_arch = "x86_64")]
fn virtualised() -> Option<bool> {
    raw_cpuid::CpuId::new().get_feature_info().map(|features| features.has_hypervisor())
}

#[cfg(not(target_arch = "x86_64"))]
fn virtualised() -> Option<bool> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(folder: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost"];
        let done = git(folder).args(identity).args(arguments).output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }

    #[test]
    fn the_commit_is_this_repositorys_with_a_plus_after_changes_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(commit(root), None, "no repository");
        run(root, &["init", "--quiet"]);
        assert_eq!(commit(root), None, "no commit");
        fs::create_dir_all(root.join("crates/one")).unwrap();
        fs::write(root.join("crates/one/lib.rs"), "1").unwrap();
        fs::write(root.join("README.md"), "1").unwrap();
        run(root, &["add", "."]);
        run(root, &["commit", "--quiet", "--message", "one"]);
        let clean = commit(root).unwrap();
        assert!(clean.len() == 12 && clean.bytes().all(|byte| byte.is_ascii_hexdigit()), "{clean}");
        assert_eq!(commit(&root.join("crates")), None, "a repository around it");
        fs::write(root.join("README.md"), "2").unwrap();
        fs::write(root.join("notes.txt"), "1").unwrap();
        assert_eq!(commit(root), Some(clean.clone()), "neither is compiled");
        let changed = Some(format!("{clean}+"));
        fs::write(root.join("crates/one/lib.rs"), "2").unwrap();
        assert_eq!(commit(root), changed);
        run(root, &["checkout", "--quiet", "crates"]);
        assert_eq!(commit(root), Some(clean));
        fs::write(root.join("crates/one/new.rs"), "1").unwrap();
        assert_eq!(commit(root), changed, "an untracked source");

        // The same in a hook's environment.
        if std::env::var_os("GIT_DIR").is_none() {
            let name = "the_commit_is_this_repositorys_with_a_plus_after_changes_or_none";
            let mut again = Command::new(std::env::current_exe().unwrap());
            again.args(["--exact", &format!("machine::tests::{name}")]);
            again.env("GIT_DIR", ".git").env("GIT_INDEX_FILE", ".git/index");
            let done = again.output().unwrap();
            let said = String::from_utf8_lossy(&done.stdout);
            assert!(done.status.success() && said.contains("1 passed"), "{said}");
        }
    }
}
