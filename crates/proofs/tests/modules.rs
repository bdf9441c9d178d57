//! Data flows one way in the bench packages and the engine: the `mod` lines of each stand in
//! the order of the flow, and no module imports one that comes later.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

const PACKAGES: [&str; 6] = [
    "benches/src",
    "benches/studies/src",
    "benches/records/src",
    "benches/report/src",
    "benches/sampling/src",
    "crates/engine/src",
];

/// The modules of a source file, in the order of their lines, without those for tests.
fn modules(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    let declared = lines.iter().enumerate().filter_map(|(i, line)| {
        let line = line.strip_prefix("pub ").unwrap_or(line);
        let name = line.strip_prefix("mod ")?.strip_suffix(';')?;
        let is_for_tests = i > 0 && lines[i - 1].starts_with("#[cfg(test)]");
        (!is_for_tests).then(|| name.to_owned())
    });
    declared.collect()
}

/// The names that a file re-exports, with their modules.
fn exports(file: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(file).unwrap();
    let mut exports = BTreeMap::new();
    for statement in text.split("pub use ").skip(1) {
        let statement = statement.split(';').next().unwrap_or_default();
        let Some((module, names)) = statement.split_once("::") else { continue };
        let names = names.trim_matches(['{', '}', ' ', '\n']).split(',').map(str::trim);
        exports.extend(names.map(|name| (name.to_owned(), module.to_owned())));
    }
    exports
}

/// All files of a module.
fn files(folder: &Path, module: &str) -> Vec<PathBuf> {
    let mut files = vec![folder.join(format!("{module}.rs"))];
    for entry in fs::read_dir(folder.join(module)).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        files.extend(self::files(&folder.join(module), name));
    }
    files.retain(|file| file.exists());
    files.sort();
    files.dedup();
    files
}

/// The modules of its own package that a file uses, outside of its tests.
fn used(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let name = file.file_stem().unwrap().to_str().unwrap();
    if name == "tests" || file.parent().is_some_and(|folder| folder.ends_with("tests")) {
        return Vec::new();
    }
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let code: String = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut used = Vec::new();
    for path in code.split("crate::").skip(1) {
        // `crate::a::b`, or a group of them as in `crate::{a::b, c}`.
        let names: Vec<_> = match path.strip_prefix('{') {
            Some(group) => {
                let mut depth = 1;
                let end = group.find(|c| {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    depth == 0
                });
                let mut depth = 0;
                let parts = group[..end.unwrap()].split(|c| {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    c == ',' && depth == 0
                });
                parts.map(str::trim).collect()
            }
            None => vec![path],
        };
        let word = |name: &str| -> String {
            name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
        };
        used.extend(names.into_iter().map(word));
    }
    used
}

/// Every import of a later module, as `file: later`.
fn backwards(folder: &Path, order: &[String]) -> Vec<String> {
    let exports = exports(&folder.join("lib.rs"));
    let mut found = Vec::new();
    for (place, module) in order.iter().enumerate() {
        for file in files(folder, module) {
            let later = |name: &String| order[place + 1..].contains(name);
            let names = used(&file).into_iter();
            let names = names.map(|name| exports.get(&name).cloned().unwrap_or(name)).filter(later);
            found.extend(names.map(|name| format!("{}: {name}", file.display())));
        }
    }
    found
}

#[test]
fn no_module_imports_a_later_one() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for package in PACKAGES {
        let folder = root.join(package);
        let order = modules(&folder.join("lib.rs"));
        assert!(order.len() > 3, "{package}");
        let backwards = backwards(&folder, &order);
        assert!(backwards.is_empty(), "imported against the order of the modules: {backwards:#?}");
    }
}

#[test]
fn an_import_against_the_order_is_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = root.join("benches/report/src");
    let mut order = modules(&folder.join("lib.rs"));
    order.reverse();
    assert!(backwards(&folder, &order).len() > 50);
}
