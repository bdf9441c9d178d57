//! A variant as it stands beside itself at a commit: `--against`.
//!
//! A package in cargo's target folder depends on `questions` twice: on that of the working tree, and on a
//! copy of it over the crates of the commit. So each side inlines its own `lookup` into the same kernels,
//! and both share rounds and layouts.

mod commit;
mod package;
#[cfg(test)]
mod tests;

use crate::invocation::Invocation;
use crate::meters::cores;
use crate::{output, terminal};
use anyhow::{Context as _, Result, bail, ensure};
use commit::Commit;
use package::Package;
use questions::question::{Length, Question};
use questions::variant::Variant;
use records::{Breadth, Kind};
use std::fs::{self, File};
use std::process::{Command, Stdio};

/// Compares the variants that the filters name with themselves at a commit.
///
/// # Errors
/// If they name none or several crates, the commit or its crate cannot be used, either side does not
/// compile or answers wrongly, or what was found is not as expected.
pub(crate) fn run(invocation: &Invocation, questions: &[Question], text: &str) -> Result<()> {
    let variants = named(questions, &invocation.filters)?;
    let (root, crate_name) = (output::root(), variants[0].1.technique.name);
    let commit = Commit::find(root, text, crate_name)?;
    let folder = output::build_folder().join("against");
    fs::create_dir_all(&folder).with_context(|| output::shown(&folder))?;
    let lock = File::create(folder.join("lock")).with_context(|| output::shown(&folder))?;
    let taken = || format!("another comparison runs in {}: expected one", output::shown(&folder));
    lock.try_lock().with_context(taken)?;
    let package = Package { root, folder: &folder, question: variants[0].0.name };
    package.write(&commit.crates(&folder)?)?;
    terminal::say(&format!("Compiling {crate_name} at {commit}, and as it stands"));
    let program = package.build(&commit)?;
    cores::stay(&cores::usable());
    let mut unmet = Vec::new();
    for (question, variant) in &variants {
        let mut command = Command::new(&program);
        command.args([question.name, variant.name, &commit.to_string()]).args(asked(invocation));
        command.stderr(Stdio::piped());
        #[cfg(unix)]
        let group = children::Group::begin(None).context("starting the comparison")?;
        #[cfg(unix)]
        let started = group.start(&mut command);
        #[cfg(not(unix))]
        let started = command.spawn();
        let started = started.context("starting the comparison")?;
        let ended = started.wait_with_output().context("waiting for the comparison")?;
        if !ended.status.success() {
            let said = String::from_utf8_lossy(&ended.stderr).trim().to_owned();
            unmet.push(if said.is_empty() { ended.status.to_string() } else { said });
        }
    }
    met(&unmet)
}

/// # Errors
/// All reasons, if there are any.
fn met(unmet: &[String]) -> Result<()> {
    ensure!(unmet.is_empty(), "{}", unmet.join("\n"));
    Ok(())
}

/// What the comparison is asked: the milliseconds of a table, the seed, and a claim if one is expected.
fn asked(invocation: &Invocation) -> Vec<String> {
    let numbers = [u64::from(milliseconds(invocation.breadth())), invocation.seed()];
    let claim = invocation.expect.map(|claim| claim.name().to_owned());
    numbers.iter().map(ToString::to_string).chain(claim).collect()
}

/// The milliseconds that each table is sampled. Intervals of `between` were 0.4 % wide to either side after
/// 10 seconds.
fn milliseconds(breadth: Breadth) -> u32 {
    match breadth {
        Breadth::Quick => 3_000,
        Breadth::Default => 10_000,
        Breadth::Thorough => 60_000,
    }
}

/// The variants of the crate, or the one variant, that the only filter names.
fn named<'a>(
    questions: &'a [Question],
    filters: &[String],
) -> Result<Vec<(&'a Question, &'a Variant)>> {
    let [filter] = filters else {
        let found = if filters.is_empty() { "none".to_owned() } else { filters.join(" ") };
        bail!(
            "--against: expected the name of one variant, as in `between-windows`, found {found}"
        );
    };
    let variants = questions
        .iter()
        .filter(|question| question.policy.length != Length::Program)
        .flat_map(|question| question.variants.iter().map(move |variant| (question, variant)))
        .filter(|(_, variant)| variant.kind != Kind::Library);
    let is_it = |variant: &Variant| variant.name == filter || variant.technique.name == filter;
    let found: Vec<_> = variants.filter(|(_, variant)| is_it(variant)).collect();
    let names: Vec<_> = questions.iter().map(|question| question.name).collect();
    let names = names.join(", ");
    ensure!(!found.is_empty(), "--against: expected a variant of {names}, found `{filter}`");
    Ok(found)
}
