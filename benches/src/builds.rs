//! Builds: what the compiler may use of the processor, and measuring in the build that
//! engines ship.
//!
//! The default build of Rust knows SSE2 alone. Engines ship builds for x86-64-v3, in which
//! sliders rank otherwise. Where the processor has it, a meter therefore hands its work to a
//! second build of itself, which cargo makes in a folder of its own; that build's figures are
//! the headline, and the first build's stand beside them. What a variant asks the processor
//! for is thus decided at compile time, as in an engine.

use crate::output;
use anyhow::{Context as _, Result, ensure};
use records::Build;
use std::path::PathBuf;
use std::process::Command;
use studies::list;

/// Names the only build to measure: `baseline` keeps a meter from making another one.
pub const ONLY: &str = "LAB_BUILD";

/// The build of this executable.
#[must_use]
pub fn this() -> Build {
    named(env!("LABORATORY_FLAGS"))
}

/// The build that these flags make.
fn named(flags: &str) -> Build {
    // With `-C` before it, in one word or two.
    let flags = flags.replace("-C ", "-C").replace("--codegen ", "-C").replace("--codegen=", "-C");
    match flags.trim() {
        "" => Build::Baseline,
        V3_FLAGS => Build::V3,
        _ => Build::Native,
    }
}

/// The flags that cargo gives the compiler for engines' build.
const V3_FLAGS: &str = "-Ctarget-cpu=x86-64-v3";

/// Whether this meter is to hand its work to engines' build: the processor has what that
/// needs, and nobody chose a build by flags or by [`ONLY`].
#[must_use]
pub fn has_another() -> bool {
    this() == Build::Baseline && has_v3() && std::env::var_os(ONLY).is_none()
}

/// Whether the processor has what x86-64-v3 asks for beyond what each has.
#[cfg(target_arch = "x86_64")]
fn has_v3() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2")
        && has!("bmi1")
        && has!("bmi2")
        && has!("f16c")
        && has!("fma")
        && has!("lzcnt")
        && has!("movbe")
}

#[cfg(not(target_arch = "x86_64"))]
fn has_v3() -> bool {
    false
}

/// The bench targets that engines' build is made of, if this one has them: with the same
/// features for each, their common library is compiled once. The report is not for it.
const TARGETS: [(&str, bool); 2] =
    [("cycles", cfg!(feature = "cycles")), ("instructions", cfg!(feature = "instructions"))];

/// Has cargo make engines' build of this bench target, and runs that with the same arguments.
/// Its records come to lie beside ours.
///
/// # Errors
/// If cargo can't be started, or building or measuring fails.
pub fn hand_over(target: &str) -> Result<()> {
    let folder = output::build_folder();
    let own = folder.join(Build::V3.name());
    let targets = TARGETS.iter().filter(|(_, is_there)| *is_there).map(|(name, _)| *name);
    let features = targets.chain([&*list::features()]).collect::<Vec<_>>().join(",");
    println!("{target}: measures the build {} too, made in {}", Build::V3, records::shown(&own));
    let cargo = std::env::var_os("CARGO").map_or_else(|| PathBuf::from("cargo"), PathBuf::from);
    let profile = if cfg!(debug_assertions) { "dev" } else { "bench" };
    let status = Command::new(cargo)
        .args(["bench", "--quiet", "--profile", profile, "--bench", target, "--target-dir"])
        .arg(&own)
        .arg("--manifest-path")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .args(["--no-default-features", "--features", &features])
        .arg("--")
        // Cargo adds `--bench` again.
        .args(std::env::args_os().skip(1).filter(|argument| argument != "--bench"))
        .env("CARGO_ENCODED_RUSTFLAGS", V3_FLAGS)
        .env(ONLY, Build::V3.name())
        .env(output::BUILD_FOLDER, &folder)
        .status()
        .context("starting cargo")?;
    ensure!(status.success(), "the build {} was not measured: {status}", Build::V3);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn builds_are_told_apart_by_their_flags() {
        for (flags, build) in [
            ("", Build::Baseline),
            (V3_FLAGS, Build::V3),
            ("-C target-cpu=x86-64-v3", Build::V3),
            ("--codegen target-cpu=x86-64-v3", Build::V3),
            ("-Ctarget-cpu=native", Build::Native),
            ("-Ctarget-cpu=x86-64-v3 -Copt-level=2", Build::Native),
            ("-Ctarget-feature=+bmi2", Build::Native),
        ] {
            assert_eq!(named(flags), build, "{flags}");
        }
    }
}
