//! Folders: sets are read or told, and written whole; crates are taken whole.

use super::report;
use crate::command::found;
use crate::folder::{folders, read, sets, sets_and_latest, write, write_set};
use crate::made_up::usual_set;
use crate::set::Set;
use crate::take::take;
use records::Records;
use std::fs;
use std::path::{Path, PathBuf};

fn put(home: &Path, name: &str, records: &Records) {
    let folder = home.join(name);
    fs::create_dir_all(&folder).unwrap();
    records.write(&folder.join("records.json")).unwrap();
}

fn names(sets: &[Set]) -> Vec<&str> {
    sets.iter().map(|set| set.name.as_str()).collect()
}

#[test]
fn sets_are_read_by_name_and_a_broken_one_is_told() {
    let home = tempfile::tempdir().unwrap();
    let records = usual_set().records;
    for name in ["zen", "arm", "latest"] {
        put(home.path(), name, &records);
    }
    fs::create_dir(home.path().join("empty")).unwrap();
    fs::write(home.path().join("README.md"), "none").unwrap();
    let (found, told) = sets(home.path()).unwrap();
    assert_eq!((names(&found), told.len()), (vec!["arm", "zen"], 0));
    let (found, told) = sets_and_latest(home.path()).unwrap();
    assert_eq!((names(&found), told.len()), (vec!["arm", "zen", "latest"], 0));
    assert!(found[2].is_own() && !found[0].is_own() && found[2].records == records);
    for name in ["latest", "arm"] {
        fs::write(home.path().join(name).join("records.json"), "{\"schema\": 7").unwrap();
    }
    let (found, told) = sets_and_latest(home.path()).unwrap();
    assert_eq!((names(&found), told.len()), (vec!["zen"], 2));
    for (told, name) in told.iter().zip(["arm", "latest"]) {
        assert!(told.starts_with("left out: ") && told.contains(&format!("{name}/records.json")));
        assert!(told.contains("line 1"), "{told}");
    }
    let error = sets(&home.path().join("gone")).unwrap_err();
    assert!(format!("{error:#}").contains("gone: "), "{error:#}");
}

#[test]
fn a_figure_of_the_last_run_is_found_by_its_line() {
    let home = tempfile::tempdir().unwrap();
    let mut own = usual_set().records;
    own.runs[0].commit = Some("1111111aaaaa".to_owned());
    put(home.path(), "a-set", &usual_set().records);
    put(home.path(), "latest", &own);
    let of = |line: &str, folders: &[PathBuf]| found(line, folders, || Ok(home.path().to_owned()));
    let line = "sliders/throughput/positions/sliders-pext, x86-64-v3, Made-up Processor, \
                1111111aaaaa, 2026-01-02, method 5";
    assert!(of(line, &[]).unwrap().starts_with(&format!("{line} (latest)\n")));
    assert!(of(line, &[home.path().join("a-set")]).is_err());
    let named = of("sliders/throughput/positions/sliders-pext latest", &[]).unwrap();
    assert!(!named.contains("(a-set)"), "{named}");
}

#[test]
fn a_path_is_a_folder_or_a_file_and_gives_the_name() {
    let home = tempfile::tempdir().unwrap();
    put(home.path(), "a-set", &usual_set().records);
    let folder = home.path().join("a-set");
    let file = folder.join("records.json");
    assert_eq!([&folder, &file].map(|path| read(path).unwrap().name), ["a-set", "a-set"]);
    let other = home.path().join("mine.json");
    fs::copy(&file, &other).unwrap();
    assert_eq!(read(&other).unwrap().name, "mine.json");
    let inside = home.path().join("a-set/../a-set/.");
    assert_eq!(read(&inside).unwrap().name, "a-set");
    for path in [home.path().to_owned(), home.path().join("gone")] {
        let error = read(&path).unwrap_err().to_string();
        assert!(error.ends_with("expected records, or a folder with records.json"), "{error}");
    }
}

#[test]
fn pages_of_an_earlier_report_go_and_all_else_stays() {
    let home = tempfile::tempdir().unwrap();
    for old in ["old.html", "old.svg", "index.html", "kept.txt", "other.csv"] {
        fs::write(home.path().join(old), "old").unwrap();
    }
    let set = usual_set();
    let report = report(&set);
    write(&set.records, &report, home.path()).unwrap();
    let text = |name: &str| fs::read_to_string(home.path().join(name)).unwrap();
    assert!(!home.path().join("old.html").exists() && !home.path().join("old.svg").exists());
    assert_eq!([text("kept.txt"), text("other.csv")], ["old", "old"]);
    for (name, content) in &report.files {
        assert_eq!(text(name), *content, "{name}");
    }
    for name in ["answers.json", "summary.md", "measurements.csv", "counts.csv", "index.html"] {
        assert!(report.files.iter().any(|(file, _)| file == name), "{name}");
    }
    assert!(read(home.path()).unwrap().records == set.records);
}

fn reports(count: usize) -> tempfile::TempDir {
    let home = tempfile::tempdir().unwrap();
    (0..count).for_each(|number| put(home.path(), &format!("set-{number}"), &usual_set().records));
    home
}

#[test]
fn a_set_is_written_with_its_pages_and_without_code() {
    let home = reports(1);
    for name in ["zen-9", "epyc-zen4-guest"] {
        let folder = write_set(usual_set(), name, home.path()).unwrap();
        assert_eq!(folder, home.path().join(name));
        let set = read(&folder).unwrap();
        let has_code = set.records.techniques.iter().any(|technique| !technique.formula.is_empty());
        let has_listing = set.records.variants.iter().any(|variant| !variant.listing.is_empty());
        assert_eq!((set.name.as_str(), has_code, has_listing), (name, false, false));
        assert!(folder.join("index.html").exists() && folder.join("summary.md").exists());
    }
    assert_eq!(names(&sets(home.path()).unwrap().0), ["epyc-zen4-guest", "set-0", "zen-9"]);
}

#[test]
fn a_name_of_no_set_is_refused_and_nothing_written() {
    let home = reports(0);
    let long = "a".repeat(33);
    for name in ["", "latest", "Zen", "a/b", "..", "-a", "a b", "zen\u{1b}", &long] {
        let error = write_set(usual_set(), name, home.path()).unwrap_err().to_string();
        let expected = "is no name of a set: expected lower-case letters, digits and dashes, 32 at \
                        most, such as ryzen-9950x";
        assert!(error.ends_with(expected), "{error}");
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 0);
    }
    write_set(usual_set(), &long[..32], home.path()).unwrap();
}

#[test]
fn there_are_sixteen_sets_at_most_and_none_is_written_over() {
    let home = reports(15);
    write_set(usual_set(), "the-last", home.path()).unwrap();
    assert_eq!(folders(home.path()).unwrap().len(), 16);
    let error = write_set(usual_set(), "one-more", home.path()).unwrap_err().to_string();
    assert!(error.ends_with("holds 16 sets, and there may be no more"), "{error}");
    assert!(!home.path().join("one-more").exists());
    let error = write_set(usual_set(), "the-last", home.path()).unwrap_err().to_string();
    let expected = "the-last is there already: choose another name, or remove it to replace it";
    assert!(error.ends_with(expected), "{error}");
    put(home.path(), "one-more", &usual_set().records);
    let error = sets(home.path()).unwrap_err().to_string();
    assert!(error.ends_with("holds 17 sets, expected 16 at most"), "{error}");
}

#[test]
fn all_sets_together_have_a_size() {
    let home = reports(1);
    let size = usual_set().records.to_json().unwrap().len() as u64;
    let filler =
        |bytes: u64| fs::write(home.path().join("set-0/summary.md"), vec![b'a'; bytes as usize]);
    let most = 12 << 20;
    filler(most).unwrap();
    let error = write_set(usual_set(), "new", home.path()).unwrap_err().to_string();
    assert!(error.ends_with("bytes together, expected 12582912 at most"), "{error}");
    assert!(!home.path().join("new").exists());
    filler(most - 2 * size).unwrap();
    write_set(usual_set(), "new", home.path()).unwrap();
}

/// A repository in which `top` depends on `middle`, and that on `base`.
fn repository(home: &Path) -> PathBuf {
    let root = home.join("repository");
    let put = |path: &str, text: &str| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    put(
        "Cargo.toml",
        "[workspace.package]\nedition = \"2024\"\n\n[workspace.dependencies]\nmiddle = { path = \
         \"crates/middle\" }\nbase = { path = \"crates/base\" }\n",
    );
    put("LICENSE-MIT", "MIT\n");
    put("LICENSE-APACHE", "Apache\n");
    for (name, needs) in [("top", "middle"), ("middle", "base"), ("base", "")] {
        let needs =
            if needs.is_empty() { String::new() } else { format!("{needs}.workspace = true\n") };
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition.workspace = true\n\n[dependencies]\n{needs}\n\
             [lints]\nworkspace = true\n"
        );
        put(&format!("crates/{name}/Cargo.toml"), &manifest);
        put(&format!("crates/{name}/src/lib.rs"), &format!("//! {name}\n"));
        put(&format!("crates/{name}/src/deep/er.rs"), "// deeper\n");
        put(&format!("crates/{name}/tests/not.rs"), "");
    }
    root
}

fn listed(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).map_or_else(|_| Vec::new(), |all| all.collect());
    let names = entries.into_iter().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = names.collect();
    names.sort();
    names
}

#[test]
fn a_crate_is_taken_with_all_that_it_needs_and_inherits_nothing() {
    let home = tempfile::tempdir().unwrap();
    let (root, into) = (repository(home.path()), home.path().join("engine/lookups"));
    let taken = take(&["top".to_owned()], &root, &into).unwrap();
    assert_eq!(taken, ["top", "middle", "base"].map(|name| into.join(name)));
    assert_eq!(listed(&into), ["base", "middle", "top"], "and nothing unfinished");
    let files = ["Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "src"];
    assert_eq!(listed(&into.join("top")), files);
    assert_eq!(fs::read_to_string(into.join("base/LICENSE-MIT")).unwrap(), "MIT\n");
    let manifest = fs::read_to_string(into.join("top/Cargo.toml")).unwrap();
    let expected = "[package]\nname = \"top\"\nedition = \"2024\"\n\n[dependencies]\nmiddle = { path \
                    = \"../middle\" }\n";
    assert_eq!(manifest, expected);
    let deeper = fs::read_to_string(into.join("base/src/deep/er.rs")).unwrap();
    assert_eq!(deeper, "// deeper\n");
}

#[test]
fn crates_that_are_there_stay_if_they_are_the_same() {
    let home = tempfile::tempdir().unwrap();
    let (root, into) = (repository(home.path()), home.path().join("lookups"));
    let take = |names: &[&str]| {
        take(&names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), &root, &into)
    };
    assert_eq!(take(&["middle"]).unwrap().len(), 2);
    // A build leaves such files.
    fs::write(into.join("base/Cargo.lock"), "").unwrap();
    let all = ["top", "base", "middle"].map(|name| into.join(name));
    assert_eq!(take(&["top", "base", "top"]).unwrap(), all);
    let files = ["Cargo.lock", "Cargo.toml", "LICENSE-APACHE", "LICENSE-MIT", "src"];
    assert_eq!(listed(&into.join("base")), files);
    let more = ["base/src/more.rs", "base/src/deep/lib.rs"];
    for file in more.into_iter().chain(["base/src/lib.rs", "base/Cargo.toml", "base/LICENSE-MIT"]) {
        fs::remove_dir_all(into.join("top")).unwrap();
        fs::write(into.join(file), "mine").unwrap();
        let error = take(&["top"]).unwrap_err().to_string();
        assert!(error.contains("base is there already"), "{error}");
        assert!(error.ends_with(file), "{error}");
        assert_eq!(listed(&into), ["base", "middle"]);
        fs::remove_dir_all(into.join("base")).unwrap();
        assert_eq!(take(&["top"]).unwrap().len(), 3);
    }
}

#[test]
fn crates_are_taken_whole_or_not_at_all() {
    let home = tempfile::tempdir().unwrap();
    let (root, into) = (repository(home.path()), home.path().join("lookups"));
    // The last one that is needed is there already, and is left as it is.
    fs::create_dir_all(into.join("base")).unwrap();
    let error = take(&["top".to_owned()], &root, &into).unwrap_err().to_string();
    assert!(error.contains("base is there already"), "{error}");
    assert_eq!((listed(&into), listed(&into.join("base"))), (vec!["base".to_owned()], vec![]));
    fs::remove_dir(into.join("base")).unwrap();
    // The sources of one of them cannot be read.
    fs::rename(root.join("crates/base/src"), root.join("crates/base/gone")).unwrap();
    let error = format!("{:#}", take(&["top".to_owned()], &root, &into).unwrap_err());
    assert!(error.contains("crates/base/src"), "{error}");
    assert_eq!(listed(&into), [""; 0]);
    fs::remove_dir_all(root.join("crates/base")).unwrap();
    let error = take(&["top".to_owned()], &root, &into).unwrap_err().to_string();
    assert!(error.starts_with("base: expected the name of a crate in crates/"), "{error}");
    let far = home.path().join("never/made");
    assert!(
        take(&["nonsense".to_owned()], &root, &far).is_err() && !home.path().join("never").exists()
    );
}
