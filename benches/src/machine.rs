//! Provenance: on what machine, by what compiler and from what source the numbers come.

use crate::record;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The machine and the build. Records of two runs are only put together if
/// they agree on all of it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The processor's name.
    #[serde(deserialize_with = "record::read::text")]
    pub cpu: String,
    /// The sizes of its data caches in bytes.
    pub caches: Caches,
    /// The operating system, its kernel's version where it tells, and the architecture.
    #[serde(deserialize_with = "record::read::text")]
    pub os: String,
    /// Whether a hypervisor announces itself; nothing where that can't be known.
    pub virtualised: Option<bool>,
    /// The frequency governor; nothing where the system doesn't tell.
    #[serde(default, deserialize_with = "record::read::optional_text")]
    pub governor: Option<String>,
    /// The compiler's version.
    #[serde(deserialize_with = "record::read::text")]
    pub rustc: String,
    /// The flags it was given beyond the profile's.
    #[serde(deserialize_with = "record::read::text")]
    pub flags: String,
    /// The instruction sets it was allowed.
    #[serde(deserialize_with = "record::read::texts")]
    pub features: Vec<String>,
}

/// Sizes of the data caches of one core in bytes; nothing where unknown.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Caches {
    /// First level.
    pub l1d: Option<u64>,
    /// Second level.
    pub l2: Option<u64>,
    /// Third level.
    pub l3: Option<u64>,
}

impl Machine {
    /// This machine and this build.
    #[must_use]
    pub fn here() -> Machine {
        let kernel = read("/proc/sys/kernel/osrelease").map(|version| format!(" {version}"));
        Machine {
            cpu: cpu().unwrap_or_else(|| format!("unknown {}", std::env::consts::ARCH)),
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
            flags: env!("LABORATORY_FLAGS").to_owned(),
            features: env!("LABORATORY_FEATURES").split(',').map(str::to_owned).collect(),
        }
    }
}

/// The commit the source is at, with a plus if it was changed since; nothing
/// outside of a git checkout.
#[must_use]
pub fn commit() -> Option<String> {
    let git = |arguments: &[&str]| {
        let folder = env!("CARGO_MANIFEST_DIR");
        let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = git(&["rev-parse", "--short=12", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some(if changes.is_empty() { commit } else { commit + "+" })
}

/// The mean number of programs that wanted to run in the last minute, where the system tells.
#[must_use]
pub fn load() -> Option<f64> {
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
