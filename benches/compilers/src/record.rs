//! Measures in a build for each level, and records what was found.

use anyhow::{Context as _, Result, bail, ensure};
use records::{Caches, CompiledLookup, Compilers, CompilersOn, Core, Model, SCHEMA};
use records::{microarchitecture, now, write_file};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::{env, fs};

/// The levels, and the flags of rustc for them.
const LEVELS: [(&str, &str); 3] = [
    ("v2", "-Ctarget-cpu=x86-64-v2"),
    ("v3", "-Ctarget-cpu=x86-64-v3"),
    ("v4", "-Ctarget-cpu=x86-64-v4 -Ctarget-feature=+avx512vbmi,+avx512vbmi2"),
];

/// Builds for each level that the processor has, measures there, and writes what it finds in place of
/// what the file had of this machine.
pub(crate) fn record() -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let path = root.join("reports/compilers.json");
    let mut compilers = if path.exists() {
        Compilers::read(&path)?
    } else {
        Compilers { schema: SCHEMA, machines: Vec::new() }
    };
    // Before it is measured, which takes half an hour.
    let (commit, machine) = (commit(&root)?, machine()?);
    let (mut lookups, mut core) = (Vec::new(), Core::Quiet);
    for (level, flags) in LEVELS {
        let program = built(&root, level, flags)?;
        let group = children::Group::begin(None)?;
        let mut command = Command::new(&program);
        let started = group.start(command.arg("--measure").stdout(Stdio::piped()));
        let done = started.and_then(Child::wait_with_output);
        let done = done.with_context(|| program.display().to_string())?;
        if !done.status.success() && level == "v4" {
            eprintln!("v4: left out, the processor does not run it");
            continue;
        }
        ensure!(done.status.success(), "{level}: expected figures, got {}", done.status);
        for line in String::from_utf8(done.stdout)?.lines() {
            let (found, lookup): (Core, CompiledLookup) = serde_json::from_str(line)?;
            if found != Core::Quiet {
                core = found;
            }
            lookups.push(lookup);
        }
    }
    let versions = ["rustc", "g++", "clang++"].map(version).into_iter().collect::<Result<_>>()?;
    let measured = CompilersOn { machine, date: now(), commit, compilers: versions, core, lookups };
    compilers.machines.retain(|other| other.machine != measured.machine);
    compilers.machines.push(measured);
    write_file(&path, compilers.to_json()?.as_bytes())?;
    println!("{} is written; cargo run -p report -- --publish shows it", path.display());
    Ok(())
}

/// The program in a build for a level.
fn built(root: &Path, level: &str, flags: &str) -> Result<PathBuf> {
    let folder = root.join("target/compilers").join(level);
    let group = children::Group::begin(None)?;
    let mut cargo = Command::new("cargo");
    cargo
        .args(["build", "--quiet", "--profile", "bench", "-p", "compilers", "--features", "cxx"])
        .arg("--target-dir")
        .arg(&folder)
        .env("RUSTFLAGS", flags)
        .current_dir(root);
    let status = group.start(&mut cargo).and_then(|mut child| child.wait());
    let status = status.context("calling cargo")?;
    ensure!(status.success(), "{level}: expected a build, got {status}");
    Ok(folder.join("release/compilers"))
}

/// What a command says, in a line.
fn said(command: &mut Command) -> Result<String> {
    let done = children::output(command).with_context(|| format!("calling {command:?}"))?;
    ensure!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
    let said = String::from_utf8_lossy(&done.stdout);
    Ok(said.lines().next().unwrap_or_default().trim().to_owned())
}

/// A compiler and its version.
fn version(compiler: &str) -> Result<String> {
    let line = said(Command::new(compiler).arg("--version"))?;
    let is_version =
        |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
    let words = line.split([' ', '-', '(']).find(is_version);
    Ok(format!("{compiler}-{}", words.with_context(|| format!("expected a version in {line}"))?))
}

fn commit(root: &Path) -> Result<String> {
    let mut git = Command::new("git");
    let git = git.current_dir(root);
    let commit = said(git.args(["rev-parse", "--short=12", "HEAD"]))?;
    let changed = said(Command::new("git").current_dir(root).args(["status", "--porcelain"]))?;
    Ok(if changed.is_empty() { commit } else { commit + "+" })
}

/// The microarchitecture by the numbers of the processor.
fn machine() -> Result<String> {
    let told = fs::read_to_string("/proc/cpuinfo").context("/proc/cpuinfo")?;
    let field = |name: &str| {
        let mut lines = told.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(field, _)| field.trim() == name).map(|(_, value)| value.trim());
        found.with_context(|| format!("/proc/cpuinfo: expected {name}"))
    };
    let number = |name: &str| Ok::<u64, anyhow::Error>(field(name)?.parse()?);
    let model = Model {
        vendor: field("vendor_id")?.to_owned(),
        family: number("cpu family")?,
        model: number("model")?,
        stepping: number("stepping")?,
    };
    let caches = Caches { l1d: None, l2: None, l3: None };
    match microarchitecture(&model, caches) {
        Some(name) => Ok(name.to_owned()),
        None => bail!("{model:?}: expected a processor that the laboratory knows by its numbers"),
    }
}
