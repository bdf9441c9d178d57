//! Commits of repositories made for the purpose.

use super::*;
use crate::machine::tests::{lacks_git, run};
use tempfile::TempDir;

const MANIFEST: &str = "crates/mine/Cargo.toml";
const SOURCE: &str = "crates/mine/src/lib.rs";

fn write(root: &Path, name: &str, text: &str) {
    let path = root.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

fn commit(root: &Path, message: &str) {
    run(root, &["add", "--all"]);
    run(root, &["commit", "--quiet", "--message", message]);
}

/// Three commits: without the crate, with it and an older toolchain, and with the newer. The working tree
/// has been edited since.
fn repository() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    run(root, &["init", "--quiet", "--initial-branch", "main"]);
    write(root, "Cargo.toml", "0");
    write(root, "rust-toolchain.toml", "[toolchain]\nchannel = \"1.94.0\"\n");
    commit(root, "none");
    write(root, MANIFEST, "1");
    write(root, SOURCE, "1");
    commit(root, "older");
    write(
        root,
        "rust-toolchain.toml",
        "[toolchain]\nchannel = \"1.95.0\"\nprofile = \"minimal\"\n",
    );
    write(root, "Cargo.toml", "1");
    write(root, "crates/lookup/src/board.rs", "1");
    commit(root, "newer");
    write(root, SOURCE, "2");
    write(root, "crates/mine/src/new.rs", "2");
    write(root, "Cargo.toml", "2");
    folder
}

fn error(root: &Path, text: &str, crate_name: &str) -> String {
    Commit::find(root, text, crate_name).unwrap_err().to_string()
}

#[test]
fn what_the_commit_has_is_read_whatever_the_working_tree_has() {
    if lacks_git() {
        return;
    }
    let (repository, folder) = (repository(), tempfile::tempdir().unwrap());
    let (root, folder) = (repository.path(), folder.path());
    let status = || said(root, &["status", "--porcelain"]).unwrap();
    let before = status();
    // One that was stopped left something.
    write(folder, "checkout/files/crates/stale.rs", "0");
    let found = Commit::find(root, "main", "mine").unwrap();
    let files = found.crates(folder).unwrap();
    let expected = ["Cargo.toml", "crates/lookup/src/board.rs", MANIFEST, SOURCE];
    let expected = expected.map(|name| (PathBuf::from(name), b"1".to_vec()));
    assert_eq!(files, Files::from(expected));
    assert_eq!((status(), fs::read_dir(folder).unwrap().count()), (before, 0));
    let trees = said(root, &["worktree", "list"]).unwrap().unwrap();
    assert_eq!(trees.lines().count(), 1, "{trees}");
    let hash = said(root, &["rev-parse", "HEAD"]).unwrap().unwrap();
    assert_eq!(found.to_string(), format!("main ({})", &hash[..12]));
    assert_eq!(Commit::find(root, &hash[..9], "mine").unwrap().to_string(), hash[..12]);
    // The folder may be anywhere, and git is told what went wrong.
    fs::remove_dir_all(root.join(".git/objects")).unwrap();
    let error = format!("{:#}", found.crates(folder).unwrap_err());
    assert!(
        error.starts_with(&format!("reading the crates of {found}: git read-tree ")),
        "{error}"
    );
    assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
}

#[test]
fn a_commit_that_cannot_be_used_is_refused_with_its_name_and_what_was_expected() {
    if lacks_git() {
        return;
    }
    let repository = repository();
    let root = repository.path();
    let hash = said(root, &["rev-parse", "--short=12", "HEAD"]).unwrap().unwrap();
    assert_eq!(
        error(root, "HEAD", "yours"),
        format!(
            "--against HEAD: expected a commit that has crates/yours, found HEAD ({hash}) without it"
        )
    );
    assert!(error(root, "HEAD~2", "mine").contains("expected a commit that has crates/mine"));
    let older = error(root, "HEAD~1", "mine");
    let expected =
        "expected a commit with the toolchain of the working tree, 1.95.0, found HEAD~1 (";
    assert!(older.starts_with(&format!("--against HEAD~1: {expected}")), "{older}");
    assert!(older.ends_with(") with 1.94.0"), "{older}");
    // One that asks for no compiler is compiled by another one too.
    fs::remove_file(root.join("rust-toolchain.toml")).unwrap();
    commit(root, "any");
    write(root, "rust-toolchain.toml", "[toolchain]\nchannel = \"1.95.0\"\n");
    let any = error(root, "HEAD", "mine");
    assert!(any.ends_with(") with no channel"), "{any}");
    run(root, &["reset", "--quiet", "--hard", "HEAD~1"]);
    for unknown in ["nonsense", "HEAD~3", "", "--all", "HEAD:Cargo.toml"] {
        let expected = "expected a commit, a branch or a tag: found none of this name";
        assert_eq!(error(root, unknown, "mine"), format!("--against {unknown}: {expected}"));
    }
    let elsewhere = tempfile::tempdir().unwrap();
    let shown = elsewhere.path().display();
    assert_eq!(
        error(elsewhere.path(), "HEAD", "mine"),
        format!("--against HEAD: expected a git repository in {shown}, found none")
    );
    // A shallow clone has its last commit alone.
    let clone = elsewhere.path().join("clone");
    fs::create_dir(&clone).unwrap();
    run(&clone, &["init", "--quiet"]);
    let from = format!("file://{}", root.display());
    run(&clone, &["fetch", "--quiet", "--depth", "1", &from, "main"]);
    run(&clone, &["checkout", "--quiet", "FETCH_HEAD"]);
    assert!(Commit::find(&clone, "HEAD", "mine").is_ok());
    let said = error(&clone, "HEAD~1", "mine");
    let expected = "this clone is shallow; `git fetch --unshallow` brings all commits";
    assert!(said.ends_with(expected), "{said}");
}

#[test]
fn a_toolchain_file_asks_for_its_channel() {
    for (file, expected) in [
        ("[toolchain]\nchannel = \"1.95.0\"\n", "1.95.0"),
        ("[toolchain]\nprofile = \"minimal\"\nchannel=\"nightly\"", "nightly"),
        ("", "no channel"),
    ] {
        assert_eq!(channel(file), expected);
    }
}
