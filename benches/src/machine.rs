//! Provenance: on what machine, by what compiler and from what source the numbers come.

use crate::builds;
use records::{Caches, Machine, Model, Run};
use std::fs;
use std::path::Path;
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
pub fn run(meter: &str, quick: bool) -> Run {
    Run { commit: commit(), load: load(), ..Run::now(meter, quick) }
}

/// The commit the source is at, with a plus if it was changed since; nothing
/// outside of a git checkout.
fn commit() -> Option<String> {
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
