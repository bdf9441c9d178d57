//! What the package is made of, and whose fault it is that it does not compile.

use super::*;
use std::time::{Duration, SystemTime};

fn files(list: &[(&str, &str)]) -> Files {
    list.iter().map(|(name, text)| (name.into(), text.as_bytes().to_vec())).collect()
}

#[test]
fn files_that_are_as_they_should_be_keep_their_time() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().join("new");
    lay(&files(&[("a/same", "1"), ("a/changed", "1"), ("b/gone", "1")]), &folder).unwrap();
    let past = SystemTime::now() - Duration::from_secs(1000);
    for name in ["a/same", "a/changed"] {
        fs::File::options()
            .write(true)
            .open(folder.join(name))
            .unwrap()
            .set_modified(past)
            .unwrap();
    }
    let wanted = files(&[("a/same", "1"), ("a/changed", "2"), ("c/added", "1")]);
    lay(&wanted, &folder).unwrap();
    assert_eq!(read(&folder, Path::new("")).unwrap(), wanted);
    let is_old = |name: &str| {
        let modified = fs::metadata(folder.join(name)).unwrap().modified().unwrap();
        modified < past + Duration::from_secs(500)
    };
    assert_eq!(["a/same", "a/changed", "c/added"].map(is_old), [true, false, false]);
}

/// A working tree like this one, in small.
fn tree(root: &Path) {
    let tree = files(&[
        ("Cargo.toml", "[workspace]\n\n[profile.bench]\nopt-level = 3\n"),
        ("Cargo.lock", "the lock"),
        ("crates/lookup/Cargo.toml", "now"),
        ("crates/mine/Cargo.toml", "now"),
        ("crates/mine/src/lib.rs", "now"),
        ("crates/mine/src/added.rs", "now"),
        ("crates/processor/Cargo.toml", "now"),
        ("crates/younger/Cargo.toml", "now"),
        (
            "benches/questions/Cargo.toml",
            "records = { path = \"../records\" }\nlookup.workspace = true",
        ),
        ("benches/questions/src/lib.rs", "now"),
        ("benches/programs/Cargo.toml", "now"),
    ]);
    lay(&tree, root).unwrap();
}

#[test]
fn the_commits_crates_get_the_working_trees_questions_and_what_they_lack() {
    let home = tempfile::tempdir().unwrap();
    let (root, folder) = (home.path().join("a tree"), home.path().join("against"));
    tree(&root);
    let package = Package { root: &root, folder: &folder, question: "between" };
    let commit = files(&[
        ("Cargo.toml", "[workspace.package]\nversion = \"0.0.0\"\n"),
        ("crates/lookup/Cargo.toml", "then"),
        ("crates/mine/Cargo.toml", "then"),
        ("crates/mine/src/lib.rs", "then"),
        ("crates/older/Cargo.toml", "then"),
        ("crates/processor/Cargo.toml", "then"),
    ]);
    package.write(&commit).unwrap();
    let records = format!("{:?}", root.join("benches/records").display().to_string());
    let expected = files(&[
        ("Cargo.toml", "[workspace.package]\nversion = \"0.0.0-before\"\n"),
        ("crates/lookup/Cargo.toml", "then"),
        ("crates/mine/Cargo.toml", "then"),
        ("crates/mine/src/lib.rs", "then"),
        ("crates/older/Cargo.toml", "then"),
        ("crates/processor/Cargo.toml", "now"),
        ("crates/younger/Cargo.toml", "now"),
        (
            "benches/questions/Cargo.toml",
            &format!("records = {{ path = {records} }}\nlookup.workspace = true"),
        ),
        ("benches/questions/src/lib.rs", "now"),
        ("benches/programs/Cargo.toml", "now"),
    ]);
    assert_eq!(read(&folder.join("before"), Path::new("")).unwrap(), expected);
    let program = read(&folder.join("program"), Path::new("")).unwrap();
    let text = |name: &str| String::from_utf8(program[Path::new(name)].clone()).unwrap();
    assert_eq!((text("Cargo.lock"), text("src/main.rs")), ("the lock".to_owned(), MAIN.to_owned()));
    let manifest = text("Cargo.toml");
    for (side, place) in [("before", folder.join("before")), ("now", root.clone())] {
        let path = place.join("benches/questions").display().to_string();
        let line = format!(
            "{side} = {{ package = \"questions\", path = {path:?}, default-features = false, features \
             = [\"between\"] }}"
        );
        assert!(manifest.contains(&line), "{manifest}");
    }
    for name in
        ["lookup", "mine", "older", "younger", "questions", "sampling", "records", "figures"]
    {
        let section = format!("[profile.bench.package.{name}]\nopt-level = 3\n");
        assert_eq!(manifest.matches(&section).count(), 1, "{name}: {manifest}");
    }
    // A commit of another kind of workspace.
    let error = package.write(&files(&[("Cargo.toml", "[workspace]")])).unwrap_err().to_string();
    assert_eq!(error, "Cargo.toml: expected a version and paths as the working tree has them");
}

#[test]
fn lookups_are_optimised_as_the_working_tree_says() {
    let folder = Path::new("target/against");
    let package = Package { root: Path::new("."), folder, question: "between" };
    let workspace = "[profile.dev]\nopt-level = 1\n\n[profile.bench]\nopt-level = 3\n\n\
                     [profile.bench.package.\"*\"]\nopt-level = 0\n\n\
                     [profile.bench.package.records]\nopt-level = 1\n\n\
                     [profile.bench.package.questions]\ncodegen-units = 32\n";
    let names = ["records", "questions", "lookup"].map(str::to_owned);
    let manifest = package.manifest(workspace, &names);
    let expected = "\n[profile.bench]\nopt-level = 3\n\n\
                    [profile.bench.package.\"*\"]\nopt-level = 0\n\n\
                    [profile.bench.package.records]\nopt-level = 1\n\n\
                    [profile.bench.package.questions]\nopt-level = 3\ncodegen-units = 32\n\n\
                    [profile.bench.package.lookup]\nopt-level = 3\n";
    assert!(manifest.ends_with(expected) && !manifest.contains("dev"), "{manifest}");
}

#[test]
fn an_error_tells_whose_it_is() {
    let said = |place: &str| {
        format!(
            "warning: unused\n --> x\n\nerror[E0308]: mismatched\n {place}\n  |\n\nerror: 2 more\n"
        )
    };
    for (place, expected) in [
        ("--> target/against/before/crates/mine/src/lib.rs:7:5", "HEAD does not compile"),
        (
            "--> elsewhere/target/against/before/benches/questions/src/list.rs:1:1",
            "the questions of the working tree do not compile over the crates of HEAD",
        ),
        ("--> crates/mine/src/lib.rs:7:5", "the working tree does not compile"),
        ("no place", "the working tree and HEAD do not compile together"),
    ] {
        let said = said(place).replacen(" --> x\n", "", 1);
        assert_eq!(whose(&said, "HEAD"), expected);
        assert_eq!(errors(&said), format!("error[E0308]: mismatched\n {place}\n  |"));
    }
    // A warning's place is nobody's fault.
    let warned = said("--> target/against/before/crates/mine/src/lib.rs:7:5");
    assert_eq!(whose(&warned, "HEAD"), "HEAD does not compile");
    assert_eq!(errors(" no error \n"), "no error");
}
