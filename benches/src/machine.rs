//! Provenance: on what machine, by what compiler and from what source the numbers come.

use crate::{builds, output};
use records::{Breadth, Caches, Machine, Meter, Model, Run};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// This machine and this build.
#[must_use]
pub fn here() -> Machine {
    let kernel = read("/proc/sys/kernel/osrelease").map(|version| format!(" {version}"));
    let features = builds::set(env!("LABORATORY_FEATURES"));
    Machine {
        cpu: cpu().unwrap_or_else(|| format!("unknown {}", std::env::consts::ARCH)),
        model: model(),
        caches: Caches { l1d: cache(1), l2: cache(2), l3: cache(3) },
        os: format!(
            "{}{} {}",
            std::env::consts::OS,
            kernel.unwrap_or_default(),
            std::env::consts::ARCH
        ),
        virtualised: virtualised(),
        governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        rustc: env!("LABORATORY_RUSTC").to_owned(),
        build: builds::this(),
        flags: env!("LABORATORY_FLAGS").to_owned(),
        features: features.map(str::to_owned).collect(),
        present: present(),
    }
}

/// The instruction sets that variants may ask for, or their build, as far as the processor
/// has them.
#[cfg(target_arch = "x86_64")]
fn present() -> Vec<String> {
    use std::arch::is_x86_feature_detected as has;
    let known = [
        ("sse4.2", has!("sse4.2")),
        ("popcnt", has!("popcnt")),
        ("avx", has!("avx")),
        ("avx2", has!("avx2")),
        ("bmi1", has!("bmi1")),
        ("bmi2", has!("bmi2")),
        ("lzcnt", has!("lzcnt")),
        ("avx512f", has!("avx512f")),
        ("avx512bw", has!("avx512bw")),
        ("avx512vl", has!("avx512vl")),
        ("avx512vbmi", has!("avx512vbmi")),
        ("gfni", has!("gfni")),
    ];
    known.into_iter().filter(|(_, has)| *has).map(|(name, _)| name.to_owned()).collect()
}

/// Other architectures' variants ask for nothing.
#[cfg(not(target_arch = "x86_64"))]
fn present() -> Vec<String> {
    Vec::new()
}

/// A run of a meter that begins now.
#[must_use]
pub fn run(meter: Meter, how: &str, breadth: Breadth) -> Run {
    Run { commit: commit(output::root()), load: load(), ..Run::now(meter, how, breadth) }
}

/// What decides what is compiled, in the workspace.
const SOURCES: [&str; 6] =
    ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml", ".cargo", "crates", "benches"];

/// Variables by which git looks at another repository than that of the folder. Hooks set some.
const ELSEWHERE: [&str; 6] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_NAMESPACE",
];

/// The commit that the source in the workspace's folder is at, with a plus if it was changed
/// since or files were added. Nothing where that folder is not the top of a git checkout: a
/// repository around it tells nothing of this source.
fn commit(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let mut git = Command::new("git");
        ELSEWHERE.iter().for_each(|variable| _ = git.env_remove(variable));
        let output =
            git.arg("-C").arg(root).arg("--no-optional-locks").args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let top = PathBuf::from(git(&["rev-parse", "--show-toplevel"])?);
    if top.canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=normal", "--"];
    let changes = git(&[&status[..], &SOURCES].concat())?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

/// The mean number of programs that wanted to run in the last minute, where the system tells.
fn load() -> Option<f64> {
    read("/proc/loadavg")?.split(' ').next()?.parse().ok()
}

fn read(path: impl AsRef<Path>) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

/// The size of this level's data cache, as Linux tells it.
fn cache(level: u8) -> Option<u64> {
    let indices = fs::read_dir("/sys/devices/system/cpu/cpu0/cache").ok()?;
    indices.flatten().find_map(|index| {
        let index = index.path();
        let holds_data = read(index.join("type"))? != "Instruction";
        let here = read(index.join("level"))?.parse() == Ok(level) && holds_data;
        let kibibytes: u64 = read(index.join("size"))?.strip_suffix('K')?.parse().ok()?;
        here.then_some(kibibytes * 1024)
    })
}

#[cfg(target_arch = "x86_64")]
fn cpu() -> Option<String> {
    let brand = raw_cpuid::CpuId::new().get_processor_brand_string()?;
    Some(brand.as_str().trim().to_owned())
}

#[cfg(target_arch = "x86_64")]
fn model() -> Option<Model> {
    let processor = raw_cpuid::CpuId::new();
    let features = processor.get_feature_info()?;
    Some(Model {
        vendor: processor.get_vendor_info()?.as_str().to_owned(),
        family: u64::from(features.family_id()),
        model: u64::from(features.model_id()),
        stepping: u64::from(features.stepping_id()),
    })
}

#[cfg(not(target_arch = "x86_64"))]
fn model() -> Option<Model> {
    None
}

#[cfg(not(target_arch = "x86_64"))]
fn cpu() -> Option<String> {
    let text = read("/proc/cpuinfo")?;
    let model = text.lines().find(|line| line.starts_with("model name"))?;
    Some(model.split_once(':')?.1.trim().to_owned())
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

    /// Runs git in a folder, whatever repository the environment names.
    fn git(folder: &Path, arguments: &[&str]) {
        let mut git = Command::new("git");
        ELSEWHERE.iter().for_each(|variable| _ = git.env_remove(variable));
        let identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost"];
        let done = git.current_dir(folder).args(identity).args(arguments).output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }

    #[test]
    fn the_commit_is_this_repositorys_with_a_plus_after_changes_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert_eq!(commit(root), None, "no repository");
        git(root, &["init", "--quiet"]);
        assert_eq!(commit(root), None, "no commit");
        fs::create_dir_all(root.join("crates/one")).unwrap();
        fs::write(root.join("crates/one/lib.rs"), "1").unwrap();
        fs::write(root.join("README.md"), "1").unwrap();
        git(root, &["add", "."]);
        git(root, &["commit", "--quiet", "--message", "one"]);
        let clean = commit(root).unwrap();
        assert!(clean.len() == 12 && clean.bytes().all(|byte| byte.is_ascii_hexdigit()), "{clean}");
        assert_eq!(commit(&root.join("crates")), None, "a repository around it");
        fs::write(root.join("README.md"), "2").unwrap();
        fs::write(root.join("notes.txt"), "1").unwrap();
        assert_eq!(commit(root), Some(clean.clone()), "neither is compiled");
        let changed = Some(format!("{clean}+"));
        fs::write(root.join("crates/one/lib.rs"), "2").unwrap();
        assert_eq!(commit(root), changed);
        git(root, &["checkout", "--quiet", "crates"]);
        assert_eq!(commit(root), Some(clean));
        fs::write(root.join("crates/one/new.rs"), "1").unwrap();
        assert_eq!(commit(root), changed, "an untracked source");

        // The same in the environment of a hook.
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
