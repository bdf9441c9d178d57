//! Provenance: the machine, the compiler and the source behind the numbers.

use crate::{builds, output, terminal};
use anyhow::{Context as _, Result, ensure};
use log::info;
use records::{Breadth, Machine, Meter, Run, visible};
use report::Processor;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

/// This machine and this build.
#[must_use]
pub fn here() -> Machine {
    let kernel = read("/proc/sys/kernel/osrelease").map(|version| format!(" {version}"));
    let features = builds::set(env!("LABORATORY_FEATURES"));
    let Processor { cpu, model, caches, architecture, has } = Processor::here();
    let present = processor::FEATURES.iter().filter(|name| has(name));
    let present = present.map(|name| (*name).to_owned());
    Machine {
        cpu,
        model,
        caches,
        os: format!("{}{} {architecture}", std::env::consts::OS, kernel.unwrap_or_default()),
        virtualised: virtualised(),
        governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
        rustc: env!("LABORATORY_RUSTC").to_owned(),
        build: builds::this(),
        flags: builds::flags(),
        features: features.map(str::to_owned).collect(),
        present: present.collect(),
    }
}

/// A run of a meter that begins now. How it measures includes what the environment changes.
#[must_use]
pub fn run(meter: Meter, how: &str, breadth: Breadth) -> Run {
    let how = how.to_owned() + &changed(std::env::vars_os());
    Run { commit: commit(output::root()), load: load(), ..Run::now(meter, &how, breadth) }
}

/// The variables of ours that are set: they change what is measured.
fn changed(variables: impl Iterator<Item = (OsString, OsString)>) -> String {
    let text = |text: OsString| visible(&text.to_string_lossy());
    let variables = variables.map(|(name, value)| (text(name), text(value)));
    let ours = variables.filter(|(name, _)| name.starts_with("LAB_") && name != "LAB_RELAYED");
    let ours: BTreeSet<_> = ours.map(|(name, value)| format!("; {name}={value}")).collect();
    Vec::from_iter(ours).concat()
}

/// The parts of the workspace that decide what is compiled.
const SOURCES: [&str; 12] = [
    "Cargo.toml",
    "Cargo.lock",
    "rust-toolchain.toml",
    // Not all of the folder, which may be cargo's own.
    ".cargo/config.toml",
    ".cargo/config",
    "crates",
    "benches",
    // What systems and editors leave beside sources is compiled nowhere.
    ":(exclude,glob)**/.DS_Store",
    ":(exclude,glob)**/Thumbs.db",
    ":(exclude,glob)**/.*.sw?",
    ":(exclude,glob)**/*~",
    ":(exclude,glob)**/.#*",
];

/// Git on the repository whose top is this folder, whatever a hook's environment names. Nobody
/// tells it which files have changed: it looks.
pub(crate) fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.current_dir(root);
    let names = std::env::vars_os().map(|(name, _)| name);
    // Settings stay: they say whose folders git may read.
    let is_place = |name: &OsString| {
        let name = name.to_string_lossy();
        name.starts_with("GIT_") && !name.starts_with("GIT_CONFIG")
    };
    names.filter(is_place).for_each(|name| _ = git.env_remove(name));
    let looks = ["core.fsmonitor=false", "core.untrackedCache=false", "core.sparseCheckout=false"];
    git.args(looks.iter().flat_map(|setting| ["-c", setting]));
    git.arg("--git-dir").arg(root.join(".git")).arg("--work-tree").arg(root);
    git
}

/// The commit of the source in the workspace's folder, with a plus if files were changed or added
/// since, those that a user's git ignores included. `None` unless that folder is the top of a git
/// checkout: a repository around it tells nothing about this source. The terminal says why there is none
/// in a checkout, and the log which file makes the plus.
fn commit(root: &Path) -> Option<String> {
    match found_commit(root) {
        Ok((commit, None)) => Some(commit),
        Ok((commit, Some(changed))) => {
            info!("commit {commit}, changed since: {}", visible(&changed));
            Some(commit + "+")
        }
        Err(reason) => {
            if let Some(unknown) = unknown(root, &reason) {
                terminal::found("commit", &unknown);
            }
            None
        }
    }
}

/// What the terminal says of a commit that git does not tell: in a checkout the reason, elsewhere nothing.
fn unknown(root: &Path, reason: &anyhow::Error) -> Option<String> {
    let is_checkout = root.join(".git").exists();
    is_checkout.then(|| format!("unknown: {}", visible(&format!("{reason:#}"))))
}

/// The commit, and the first file that was changed or added since.
fn found_commit(root: &Path) -> Result<(String, Option<String>)> {
    // A new index takes no file as unchanged. It lies beside the results, for these are written too.
    let folder = tempfile::tempdir_in(output::build_folder()).or_else(|_| tempfile::tempdir());
    let folder = folder.context("a folder for an index")?;
    let said = |arguments: &[&str]| {
        let mut git = git(root);
        git.env("GIT_INDEX_FILE", folder.path().join("index")).arg("--no-optional-locks");
        let output = git.args(arguments).output().context("git")?;
        let error = String::from_utf8_lossy(&output.stderr);
        ensure!(output.status.success(), "git: {}", error.lines().next().unwrap_or_default());
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let commit = said(&["rev-parse", "--short=12", "HEAD"])?;
    said(&["read-tree", "HEAD"])?;
    let status = ["status", "--porcelain", "--untracked-files=normal", "--ignored", "--"];
    let changes = said(&[&status[..], &SOURCES].concat())?;
    let changed = changes.lines().next().and_then(|line| line.trim().split_once(' '));
    Ok((commit, changed.map(|(_, path)| path.trim().to_owned())))
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
pub(crate) mod tests {
    use super::*;

    #[test]
    fn a_run_says_when_and_how_busy_and_which_variables_changed_it() {
        let set = |list: &[(&str, &str)]| {
            let own = |text: &str| OsString::from(text);
            changed(list.iter().map(|(name, value)| (own(name), own(value))))
        };
        assert_eq!(set(&[("PATH", "/bin"), ("LABEL", "x")]), "");
        let ours = [("LAB_POSITIONS", "a\u{202e}.epd"), ("LAB_MASK", "avx2")];
        assert_eq!(set(&ours), "; LAB_MASK=avx2; LAB_POSITIONS=a\\u{202e}.epd");
        let run = super::run(Meter::Instructions, "Callgrind", Breadth::Quick);
        assert_eq!((run.meter, run.breadth), (Meter::Instructions, Breadth::Quick));
        assert!(run.how.starts_with("Callgrind"), "{}", run.how);
        // The mean of the last minute, which changes every five seconds.
        let loads = || {
            let text = read("/proc/loadavg")?;
            Some(text.split(' ').take(3).map(|load| load.parse().unwrap()).collect::<Vec<f64>>())
        };
        let Some(before) = loads() else { return assert_eq!(load(), None) };
        let (found, after) = (load(), loads().unwrap());
        assert!(found == Some(before[0]) || found == Some(after[0]), "{found:?}: {before:?}");
        assert!(run.load.is_some());
    }

    #[test]
    fn this_machine_is_described_as_the_system_tells() {
        let here = here();
        assert!(here.os.starts_with(std::env::consts::OS), "{}", here.os);
        assert!(here.os.ends_with(&format!(" {}", std::env::consts::ARCH)), "{}", here.os);
        assert!(here.rustc.starts_with("rustc "), "{}", here.rustc);
        // Every instruction set that the processor must have to run this is present, unless hidden.
        for name in &here.features {
            let is_told = here.present.contains(name) || processor::hidden().contains(&&**name);
            assert!(is_told || !processor::FEATURES.contains(&&**name), "{name}");
        }
        let present =
            |has| processor::playing(has, || Vec::from_iter(self::here().present).join(" "));
        assert_eq!(present(|name| name.starts_with("bmi")), "bmi1 bmi2");
        assert_eq!(present(|_| false), "");
        #[cfg(target_os = "linux")]
        {
            let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap();
            assert!(here.os.contains(&format!(" {} ", kernel.trim())), "{}", here.os);
        }
    }

    pub(crate) fn run(folder: &Path, arguments: &[&str]) {
        let identity = ["-c", "user.name=nobody", "-c", "user.email=nobody@localhost"];
        let done = git(folder).args(identity).args(arguments).output().unwrap();
        assert!(done.status.success(), "{arguments:?}: {done:?}");
    }

    /// Whether tests of it are left out.
    pub(crate) fn lacks_git() -> bool {
        let said = Command::new("git").arg("--version").output();
        let lacks_it = !said.is_ok_and(|said| said.status.success());
        if lacks_it {
            let root = tempfile::tempdir().unwrap();
            assert_eq!(commit(root.path()), None);
            lookup::left_out!("git is not installed");
        }
        lacks_it
    }

    #[test]
    fn the_commit_is_this_repositorys_with_a_plus_after_changes_or_none() {
        if lacks_git() {
            return;
        }
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
        let said = ["", "crates"].map(|part| unknown(&root.join(part), &anyhow::anyhow!("a\tb")));
        assert_eq!(said, [Some("unknown: a\\tb".to_owned()), None]);
        // A worktree has a file there.
        let linked = root.join("linked");
        fs::create_dir(&linked).unwrap();
        fs::write(linked.join(".git"), "gitdir: gone\n").unwrap();
        let reason = found_commit(&linked).unwrap_err();
        assert!(unknown(&linked, &reason).is_some_and(|told| told.starts_with("unknown: git: ")));
        fs::write(root.join("README.md"), "2").unwrap();
        fs::write(root.join("notes.txt"), "1").unwrap();
        assert_eq!(commit(root), Some(clean.clone()), "neither is compiled");
        let changed = Some(format!("{clean}+"));
        fs::write(root.join("crates/one/lib.rs"), "2").unwrap();
        assert_eq!(commit(root), changed);
        run(root, &["checkout", "--quiet", "crates"]);
        assert_eq!(commit(root), Some(clean.clone()));
        fs::write(root.join("crates/one/new.rs"), "1").unwrap();
        assert_eq!(commit(root), changed, "an untracked source");
        // The same in a hook's environment.
        if std::env::var_os("GIT_DIR").is_none() {
            let name = "the_commit_is_this_repositorys_with_a_plus_after_changes_or_none";
            let mut again = Command::new(std::env::current_exe().unwrap());
            again.args(["--exact", &format!("machine::tests::{name}")]);
            again.env("GIT_DIR", ".git").env("GIT_INDEX_FILE", ".git/index");
            again.env("GIT_WORK_TREE", "/").env("GIT_COMMON_DIR", "/").env("GIT_NAMESPACE", "x");
            again.env("GIT_OBJECT_DIRECTORY", "/").env("GIT_LITERAL_PATHSPECS", "1");
            let done = again.output().unwrap();
            let said = String::from_utf8_lossy(&done.stdout);
            assert!(done.status.success() && said.contains("1 passed"), "{said}");
        }
    }

    /// Without a folder for temporary files, and with one that takes none.
    #[test]
    fn the_commit_needs_no_folder_for_temporary_files_and_an_unknown_one_has_a_reason() {
        if lacks_git() {
            return;
        }
        const ROOT: &str = "LAB_TEST_COMMIT_OF";
        if let Some(root) = std::env::var_os(ROOT) {
            assert!(commit(Path::new(&root)).is_some());
            return;
        }
        let (folder, _) = repository();
        for place in ["/nonexistent", "/dev/null", "/proc"] {
            let name =
                "the_commit_needs_no_folder_for_temporary_files_and_an_unknown_one_has_a_reason";
            let mut again = Command::new(std::env::current_exe().unwrap());
            again.args(["--exact", &format!("machine::tests::{name}")]);
            let done = again.env(ROOT, folder.path()).env("TMPDIR", place).output().unwrap();
            let said = String::from_utf8_lossy(&done.stdout);
            assert!(done.status.success() && said.contains("1 passed"), "{place}: {said}");
        }
        // A repository that is broken.
        fs::write(folder.path().join(".git/HEAD"), "nonsense").unwrap();
        let reason = format!("{:#}", found_commit(folder.path()).unwrap_err());
        assert!(reason.starts_with("git: fatal: "), "{reason}");
        assert_eq!(commit(folder.path()), None);
    }

    /// A repository with a source, and its commit.
    fn repository() -> (tempfile::TempDir, String) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        run(root, &["init", "--quiet"]);
        fs::create_dir_all(root.join("crates/one")).unwrap();
        fs::write(root.join("crates/one/lib.rs"), "1").unwrap();
        run(root, &["add", "."]);
        run(root, &["commit", "--quiet", "--message", "one"]);
        let clean = commit(root).unwrap();
        (folder, clean)
    }

    #[test]
    fn a_change_that_git_does_not_show_is_one() {
        if lacks_git() {
            return;
        }
        let (folder, clean) = repository();
        let (root, changed) = (folder.path(), Some(format!("{clean}+")));
        fs::write(root.join("crates/one/new.rs"), "1").unwrap();
        // Hidden by what a user ignores everywhere, in this repository, or in this folder.
        for place in ["global", ".git/info/exclude", "crates/.gitignore"] {
            let place = root.join(place);
            fs::create_dir_all(place.parent().unwrap()).unwrap();
            fs::write(&place, "*.rs\n.gitignore\n").unwrap();
            run(root, &["config", "core.excludesFile", place.to_str().unwrap()]);
            assert_eq!(commit(root), changed, "{place:?}");
            fs::remove_file(&place).unwrap();
        }
        fs::remove_file(root.join("crates/one/new.rs")).unwrap();
        assert_eq!(commit(root), Some(clean.clone()));
        // Taken as unchanged because the user, or the times of files, said so.
        for hides in ["--assume-unchanged", "--skip-worktree"] {
            run(root, &["update-index", hides, "crates/one/lib.rs"]);
            fs::write(root.join("crates/one/lib.rs"), "2").unwrap();
            assert_eq!(commit(root), changed, "{hides}");
            run(root, &["update-index", &hides.replace("--", "--no-"), "crates/one/lib.rs"]);
            run(root, &["checkout", "--quiet", "crates"]);
        }
    }

    #[test]
    fn line_ends_are_no_change_and_whatever_is_compiled_is_looked_at() {
        if lacks_git() {
            return;
        }
        let (folder, _) = repository();
        let root = folder.path();
        // The line ends of another system are no change to what is compiled.
        fs::write(root.join("Cargo.toml"), "1\n").unwrap();
        fs::write(root.join(".gitattributes"), "* text=auto\n").unwrap();
        run(root, &["add", "."]);
        run(root, &["commit", "--quiet", "--message", "two"]);
        let clean = commit(root).unwrap();
        fs::write(root.join("Cargo.toml"), "1\r\n").unwrap();
        assert_eq!(commit(root), Some(clean.clone()));
        for source in [
            "Cargo.toml",
            "Cargo.lock",
            "rust-toolchain.toml",
            ".cargo/config.toml",
            "crates/two/lib.rs",
            "benches/build.rs",
        ] {
            fs::create_dir_all(root.join(source).parent().unwrap()).unwrap();
            fs::write(root.join(source), "2").unwrap();
            assert_eq!(commit(root), Some(format!("{clean}+")), "{source}");
            run(root, &["stash", "--quiet", "--include-untracked"]);
        }
        // What cargo, a system or an editor puts beside sources is no change.
        for beside in [
            ".cargo/registry/index",
            ".cargo/.package-cache",
            "crates/.DS_Store",
            "crates/one/.lib.rs.swp",
            "benches/build.rs~",
            "benches/.#build.rs",
        ] {
            fs::create_dir_all(root.join(beside).parent().unwrap()).unwrap();
            fs::write(root.join(beside), "2").unwrap();
            assert_eq!(commit(root), Some(clean.clone()), "{beside}");
        }
        // But what is compiled is named.
        fs::write(root.join("crates/two lib.rs"), "2").unwrap();
        let named = found_commit(root).unwrap();
        assert_eq!(named, (clean.clone(), Some("\"crates/two lib.rs\"".to_owned())));
        // Another folder of the same repository.
        let beside = tempfile::tempdir().unwrap();
        let place = beside.path().join("beside");
        run(root, &["worktree", "add", "--quiet", "--detach", place.to_str().unwrap()]);
        assert_eq!(commit(&place), Some(clean));
    }
}
