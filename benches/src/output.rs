//! The places of results.

use anyhow::{Context as _, Error, Result, bail};
use records::Build;
use std::env;
use std::path::{Path, PathBuf};

/// Cargo's target folder, absolute however the executable was called: bench targets lie in
/// `<folder>/release/deps`.
#[must_use]
pub fn build_folder() -> PathBuf {
    let executable = env::current_exe().unwrap_or_default();
    executable.ancestors().nth(3).map_or_else(|| root().join("target"), Path::to_owned)
}

/// The folder of the meters' measurements of a build.
#[must_use]
pub fn store(build: Build) -> PathBuf {
    build_folder().join("spacetime").join(build.name())
}

/// The file with the rounds of the duel's last run in a build.
#[must_use]
pub fn rounds(build: Build) -> PathBuf {
    store(build).join("rounds.jsonl.gz")
}

/// Writes into the first of two folders or, if it can't be written, into the second. Returns the one that
/// was written, and the reason if it is the second.
///
/// # Errors
/// If neither can be written, both reasons.
pub fn written(
    [first, second]: [PathBuf; 2],
    write: impl Fn(&Path) -> Result<()>,
) -> Result<(PathBuf, Option<Error>)> {
    let Err(reason) = write(&first) else { return Ok((first, None)) };
    if let Err(error) = write(&second) {
        return Err(error.context(format!("{reason:#}")));
    }
    Ok((second, Some(reason)))
}

/// A path for the terminal, relative to the workspace's folder if it lies there.
#[must_use]
pub fn shown(path: &Path) -> String {
    records::shown(path.strip_prefix(root()).unwrap_or(path))
}

/// Whether this executable was made of the workspace that it was called in: two that share a target
/// folder may call each other's.
///
/// # Errors
/// If it was not, with both folders.
pub fn check_home() -> Result<()> {
    let here = env::current_dir().context("the current folder")?;
    let program = env::current_exe().context("the executable has no path")?;
    [Path::new(env!("CARGO_MANIFEST_DIR")), Path::new(questions::FOLDER)]
        .into_iter()
        .try_for_each(|package| is_made_at(package, &program, &here))
}

/// Refuses a package of another workspace than the one around this folder. Of one that was moved, or copied
/// with its target folder, cargo takes the programs for new.
fn is_made_at(package: &Path, program: &Path, here: &Path) -> Result<()> {
    let is_workspace = |top: &&Path| top.join("benches/questions/Cargo.toml").exists();
    let Some(top) = here.ancestors().find(is_workspace) else { return Ok(()) };
    let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // A checkout may lie inside of another.
    let own = package.ancestors().find(is_workspace);
    if own.is_some_and(|own| whole(own) == whole(top)) {
        return Ok(());
    }
    let is_moved = !package.exists() || whole(program).starts_with(whole(top));
    let advice = if is_moved {
        "the checkout was moved or copied with its target folder: type cargo clean, and measure again"
    } else {
        "which share a target folder: measure with CARGO_TARGET_DIR=target"
    };
    let [package, top] = [package, top].map(records::shown);
    bail!("this program was built from {package} and called in {top}, {advice}")
}

/// The workspace's folder.
#[must_use]
pub fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().expect("the package lies in the workspace")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn results_go_where_they_can_be_written_and_that_is_told() {
        let home = tempfile::tempdir().unwrap();
        let folders = ["latest", "target"].map(|name| home.path().join(name));
        let write = |folder: &Path| Ok(fs::write(folder.join("index.html"), "it")?);
        fs::create_dir(&folders[1]).unwrap();
        let (folder, reason) = written(folders.clone(), write).unwrap();
        assert!(folder == folders[1] && reason.is_some() && folder.join("index.html").exists());
        fs::create_dir(&folders[0]).unwrap();
        let (folder, reason) = written(folders.clone(), write).unwrap();
        assert!(folder == folders[0] && reason.is_none() && folder.join("index.html").exists());
        let nowhere = ["a", "b"].map(|name| home.path().join(name).join("c"));
        let write = |folder: &Path| Err(anyhow::anyhow!("no {}", folder.display()));
        let error = format!("{:#}", written(nowhere.clone(), write).unwrap_err());
        assert_eq!(error, nowhere.map(|folder| format!("no {}", folder.display())).join(": "));
    }

    #[test]
    fn a_program_of_another_checkout_is_refused() {
        let home = tempfile::tempdir().unwrap();
        let [own, other] = ["own", "own-2"].map(|name| home.path().join(name));
        for top in [&own, &other] {
            fs::create_dir_all(top.join("benches/questions/src")).unwrap();
            fs::write(top.join("benches/questions/Cargo.toml"), "").unwrap();
        }
        let package = own.join("benches/questions");
        let program = home.path().join("target/release/deps/duel");
        let is_made_at = |here: &Path| is_made_at(&package, &program, here);
        for here in ["benches", "benches/questions/src"] {
            assert!(is_made_at(&own.join(here)).is_ok(), "{here}");
            let error = is_made_at(&other.join(here)).unwrap_err().to_string();
            let folders = [&package, &other].map(|path| path.display().to_string());
            let [built, called] = folders;
            let said = format!("this program was built from {built} and called in {called}, ");
            assert!(error.starts_with(&said), "{error}");
            assert!(error.ends_with("measure with CARGO_TARGET_DIR=target"), "{error}");
        }
        // One inside of the other is another one.
        let inside = own.join("worktrees/one/benches/questions");
        fs::create_dir_all(&inside).unwrap();
        fs::write(inside.join("Cargo.toml"), "").unwrap();
        for (package, here) in [(&package, &inside), (&inside, &package)] {
            let error = super::is_made_at(package, &program, here).unwrap_err().to_string();
            assert!(error.ends_with("measure with CARGO_TARGET_DIR=target"), "{error}");
        }
        // Elsewhere, nobody meant another one; and a link is another name of the same.
        assert!(is_made_at(home.path()).is_ok());
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&own, home.path().join("link")).unwrap();
            assert!(is_made_at(&home.path().join("link/benches")).is_ok());
        }
        // A copy with its target folder calls the programs of the first, and so does what has moved,
        // wherever its target folder is.
        let told = |program: &Path, here: &str| {
            let error = super::is_made_at(&package, program, &home.path().join(here));
            error.unwrap_err().to_string()
        };
        let clean = "copied with its target folder: type cargo clean, and measure again";
        for target in ["target/release/deps/duel", "benches/../target/duel"] {
            let program = other.join(target);
            fs::create_dir_all(program.parent().unwrap()).unwrap();
            fs::write(&program, "").unwrap();
            assert!(told(&program, "own-2/benches").ends_with(clean), "{target}");
        }
        fs::rename(&own, home.path().join("moved")).unwrap();
        assert!(told(&program, "moved").ends_with(clean));
        assert!(check_home().is_ok());
    }

    #[test]
    fn results_lie_in_cargos_target_folder_by_build() {
        let target = env::current_exe().unwrap();
        let target = target.to_str().unwrap().split("/debug/").next().unwrap().to_owned();
        if cfg!(debug_assertions) {
            assert_eq!(build_folder(), Path::new(&target));
            let expected = format!("{target}/spacetime/x86-64-v3");
            assert_eq!(store(Build::V3), Path::new(&expected));
            let rounds_file = format!("{target}/spacetime/native/rounds.jsonl.gz");
            assert_eq!(rounds(Build::Native), Path::new(&rounds_file));
        }
        assert!(root().join("rust-toolchain.toml").exists());
        assert_eq!(shown(&root().join("reports/latest")), "reports/latest");
        assert_eq!(shown(Path::new("/elsewhere/a\u{202e}")), "/elsewhere/a\\u{202e}");
    }
}
