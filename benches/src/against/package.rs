//! The package that has a variant twice.

#[cfg(test)]
mod tests;

use super::commit::{Commit, Files, read};
use crate::terminal;
use anyhow::{Context as _, Result, bail, ensure};
use log::info;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A package to compare two versions of a question's variants.
#[derive(Debug)]
pub(super) struct Package<'a> {
    /// The working tree.
    pub(super) root: &'a Path,
    /// Where it lies: `before`, a workspace with the crates of a commit, and `program`.
    pub(super) folder: &'a Path,
    pub(super) question: &'a str,
}

/// Packages of the working tree of which a commit's crates get copies: what knows lookups, and what these ask of
/// the processor, which no lookup inlines.
const KNOWING: [&str; 3] = ["benches/questions", "benches/programs", "crates/processor"];

/// Those that know none. Both sides share them, and their types.
const SHARED: [&str; 3] = ["figures", "records", "sampling"];

/// Tells the packages of a commit from those of the working tree: a lock file has both.
const VERSION: [&str; 2] = ["version = \"0.0.0\"", "version = \"0.0.0-before\""];

/// The program. Both packages are called `questions`, here each by its side.
const MAIN: &str = "fn main() -> std::process::ExitCode {
    now::versions::main(before::versions::offers, now::versions::offers)
}
";

impl Package<'_> {
    /// Writes it for the crates of a commit. What is there already keeps its time, so that cargo compiles
    /// only what has changed.
    ///
    /// # Errors
    /// If files cannot be read or written.
    pub(super) fn write(&self, commit: &Files) -> Result<()> {
        let mut before = commit.clone();
        // Questions list crates that are younger than the commit.
        for (path, bytes) in read(&self.root.join("crates"), Path::new("crates"))? {
            let name: PathBuf = path.iter().take(2).collect();
            if !commit.contains_key(&name.join("Cargo.toml")) {
                before.insert(path, bytes);
            }
        }
        for folder in KNOWING {
            before.extend(read(&self.root.join(folder), Path::new(folder))?);
        }
        change(&mut before, "Cargo.toml", |text| text.replacen(VERSION[0], VERSION[1], 1))?;
        change(&mut before, "benches/questions/Cargo.toml", |text| {
            SHARED.iter().fold(text, |text, name| {
                let path = quoted(&self.root.join("benches").join(name));
                text.replace(&format!("path = \"../{name}\""), &format!("path = {path}"))
            })
        })?;
        let text = |name: &str| {
            let path = self.root.join(name);
            fs::read_to_string(&path).with_context(|| path.display().to_string())
        };
        let mut names: Vec<_> = SHARED.map(str::to_owned).into();
        names.push("questions".to_owned());
        let crates = before.keys().filter_map(|path| {
            let [first, name, _] = &path.iter().take(3).collect::<Vec<_>>()[..] else {
                return None;
            };
            (*first == "crates").then(|| name.to_string_lossy().into_owned())
        });
        names.extend(crates);
        names.dedup();
        let program = Files::from([
            ("Cargo.toml".into(), self.manifest(&text("Cargo.toml")?, &names).into_bytes()),
            ("Cargo.lock".into(), text("Cargo.lock")?.into_bytes()),
            ("src/main.rs".into(), MAIN.as_bytes().to_vec()),
        ]);
        lay(&before, &self.folder.join("before"))?;
        lay(&program, &self.folder.join("program"))
    }

    /// The program's manifest: both sides, and the profile of this `workspace` for packages of these names.
    fn manifest(&self, workspace: &str, names: &[String]) -> String {
        let side = |name: &str, root: &Path| {
            let (path, question) = (quoted(&root.join("benches/questions")), self.question);
            format!(
                "{name} = {{ package = \"questions\", path = {path}, default-features = false, \
                 features = [\"{question}\"] }}\n"
            )
        };
        let sides = side("before", &self.folder.join("before")) + &side("now", self.root);
        let at = workspace.find("[profile.bench]").unwrap_or(workspace.len());
        let mut profile = workspace[at..].to_owned();
        // None of them is a member here, so what the profile says of others would hold of them.
        for name in names {
            let head = format!("[profile.bench.package.{name}]\n");
            match profile.find(&head).map(|at| at + head.len()) {
                None => profile += &format!("\n{head}opt-level = 3\n"),
                Some(at) if !section(&profile[at..]).contains("opt-level") => {
                    profile.insert_str(at, "opt-level = 3\n");
                }
                Some(_) => {}
            }
        }
        format!(
            "[package]\nname = \"against\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n{sides}\n\
             {profile}"
        )
    }

    /// Compiles it as `cargo bench` would. Returns the program.
    ///
    /// # Errors
    /// If either side does not compile.
    pub(super) fn build(&self, commit: &Commit<'_>) -> Result<PathBuf> {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let target = self.folder.join("target");
        let mut command = Command::new(cargo);
        // The flags of the working tree's configuration count for both.
        command.current_dir(self.root).args(["build", "--quiet", "--profile", "bench"]);
        command.arg("--manifest-path").arg(self.folder.join("program/Cargo.toml"));
        command.arg("--target-dir").arg(&target).env_remove("CARGO_BUILD_TARGET");
        let built = terminal::heard_out(&mut command).context("starting cargo")?;
        let said = String::from_utf8_lossy(&built.stderr);
        info!("{}", said.trim_end());
        if !built.status.success() {
            bail!("{}:\n{}", whose(&said, &commit.to_string()), errors(&said));
        }
        Ok(target.join("release").join(format!("against{}", std::env::consts::EXE_SUFFIX)))
    }
}

/// Whose fault it is that both sides do not compile together: by the first place that the compiler names.
fn whose(said: &str, commit: &str) -> String {
    let mut errors = said.lines().skip_while(|line| !line.starts_with("error"));
    let place = errors.find(|line| line.trim_start().starts_with("--> "));
    let is_in = |folder: &str| {
        place.is_some_and(|line| line.replace('\\', "/").contains(&format!("before/{folder}/")))
    };
    match place {
        _ if is_in("crates") => format!("{commit} does not compile"),
        _ if is_in("benches") => {
            format!("the questions of the working tree do not compile over the crates of {commit}")
        }
        Some(_) => "the working tree does not compile".to_owned(),
        None => format!("the working tree and {commit} do not compile together"),
    }
}

/// The first error of a compiler's output, without warnings.
fn errors(said: &str) -> String {
    let lines = said.lines().skip_while(|line| !line.starts_with("error"));
    let lines: Vec<_> = lines.take_while(|line| !line.is_empty()).take(20).collect();
    if lines.is_empty() { said.trim().to_owned() } else { lines.join("\n") }
}

/// Changes a file.
fn change(files: &mut Files, name: &str, how: impl FnOnce(String) -> String) -> Result<()> {
    let bytes = files.get_mut(Path::new(name)).with_context(|| format!("expected {name}"))?;
    let text = String::from_utf8_lossy(bytes).into_owned();
    let changed = how(text.clone());
    ensure!(changed != text, "{name}: expected a version and paths as the working tree has them");
    *bytes = changed.into_bytes();
    Ok(())
}

/// A path as a string of TOML.
fn quoted(path: &Path) -> String {
    format!("{:?}", path.display().to_string())
}

/// The lines up to the next section of TOML.
fn section(text: &str) -> &str {
    text.find("\n[").map_or(text, |end| &text[..end])
}

/// Makes a folder hold these files alone. Those that are as they should be are not written.
fn lay(files: &Files, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for (name, bytes) in read(folder, Path::new(""))? {
        if files.get(&name) != Some(&bytes) {
            fs::remove_file(folder.join(&name)).with_context(|| name.display().to_string())?;
        }
    }
    for (name, bytes) in files {
        let path = folder.join(name);
        if !path.exists() {
            let place = path.parent().context("a file lies in a folder")?;
            fs::create_dir_all(place).with_context(|| place.display().to_string())?;
            fs::write(&path, bytes).with_context(|| path.display().to_string())?;
        }
    }
    Ok(())
}
