//! Data flows one way in the bench packages, the engine and `lookup`: the `mod` lines of each
//! stand in the order of the flow, and no module imports one that comes later, by whatever path.
//! A module may import from those around it and from those inside it.

use std::collections::BTreeMap;
use std::fs;
use std::iter::successors;
use std::path::{Path, PathBuf};

const PACKAGES: [&str; 7] = [
    "benches/src",
    "benches/questions/src",
    "benches/records/src",
    "benches/report/src",
    "benches/sampling/src",
    "crates/engine/src",
    "crates/lookup/src",
];

/// Modules in the order of their lines, each before those inside it: path and code.
type Modules = Vec<(String, String)>;

/// Reads a module and those inside it, without those for tests.
fn read(name: &str, file: &Path, modules: &mut Modules) {
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<_> = text.lines().collect();
    modules.push((name.to_owned(), code(&lines)));
    let folder = if name == "crate" { file.parent().unwrap() } else { &file.with_extension("") };
    for (i, line) in lines.iter().enumerate() {
        let inner = public(line).strip_prefix("mod ").and_then(|inner| inner.strip_suffix(';'));
        let is_for_tests = i > 0 && lines[i - 1].starts_with("#[cfg(test)]");
        if let Some(inner) = inner.filter(|_| !is_for_tests) {
            read(&format!("{name}::{inner}"), &folder.join(format!("{inner}.rs")), modules);
        }
    }
}

/// The line without the words that make it public.
fn public(line: &str) -> &str {
    let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
    line.strip_prefix("pub ").unwrap_or(line)
}

/// The code of a file without comments and tests. In a module within the file, `super` is the
/// file itself.
fn code(lines: &[&str]) -> String {
    let (mut code, mut within) = (String::new(), false);
    for (i, line) in lines.iter().enumerate() {
        let is_module = public(line).starts_with("mod ") && line.ends_with('{');
        if is_module && i > 0 && lines[i - 1] == "#[cfg(test)]" {
            break;
        }
        within = (within || is_module) && *line != "}";
        if !line.trim_start().starts_with("//") {
            code += &if within { line.replace("super::", "self::") } else { (*line).to_owned() };
            code.push('\n');
        }
    }
    code
}

/// The paths at the beginning of a text: one, or many as in `a::{b::c, d}`.
fn written_out(text: &str) -> Vec<String> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let tails = match rest.strip_prefix("::") {
        None => return vec![name.to_owned()],
        Some(rest) if rest.starts_with('{') => parts(&rest[1..]),
        Some(rest) => vec![rest],
    };
    let tails = tails.into_iter().flat_map(|tail| written_out(tail.trim_start()));
    tails.map(|tail| format!("{name}::{tail}")).collect()
}

/// The parts of a group, after its brace.
fn parts(text: &str) -> Vec<&str> {
    let mut depth = 1;
    let ends = text.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    let mut depth = 0;
    let parts = text[..ends.unwrap()].split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    parts.filter(|part| !part.trim().is_empty()).collect()
}

/// A path as written in a module, from the root of the package.
fn absolute(module: &str, path: &str) -> String {
    match path.split_once("::") {
        Some(("crate", _)) => path.to_owned(),
        Some(("self", rest)) => format!("{module}::{rest}"),
        Some(("super", rest)) => absolute(module.rsplit_once("::").unwrap().0, rest),
        _ => format!("{module}::{path}"),
    }
}

/// The paths in a module that begin with `crate` or `super`.
fn imports(module: &str, code: &str) -> Vec<String> {
    let starts = ["crate::", "super::"].into_iter().flat_map(|start| code.match_indices(start));
    let inner = |c: char| c.is_alphanumeric() || "_:".contains(c);
    let starts = starts.filter(|(at, _)| !code[..*at].ends_with(inner));
    let paths = starts.flat_map(|(at, _)| written_out(&code[at..]));
    paths.map(|path| absolute(module, &path)).collect()
}

/// The names that modules have from others, with the paths that they stand for.
fn passed_on(modules: &Modules) -> BTreeMap<String, String> {
    let mut names = BTreeMap::new();
    for (module, code) in modules {
        for (at, _) in code.match_indices("use ") {
            let line = code[..at].rsplit('\n').next().unwrap_or_default();
            let is_statement = public(line).is_empty();
            for path in written_out(&code[at + 4..]).into_iter().filter(|_| is_statement) {
                let name = path.rsplit("::").next().unwrap_or_default();
                names.insert(format!("{module}::{name}"), absolute(module, &path));
            }
        }
    }
    names
}

/// Every import of a later module, as `importer -> imported`.
fn backwards(modules: &Modules) -> Vec<String> {
    let (names, mut found) = (passed_on(modules), Vec::new());
    fn heads(path: &str) -> impl Iterator<Item = &str> {
        successors(Some(path), |path| Some(path.rsplit_once("::")?.0))
    }
    for (here, (module, code)) in modules.iter().enumerate() {
        for path in imports(module, code) {
            let meant = |path: &String| heads(path).find_map(|head| names.get(head)).cloned();
            let path = successors(Some(path), meant).take(9).last().unwrap_or_default();
            let place = |head: &str| modules.iter().position(|(name, _)| name == head);
            let there = heads(&path).find_map(place).unwrap_or_default();
            let imported = &modules[there].0;
            if there > here && !imported.starts_with(&format!("{module}::")) {
                found.push(format!("{module} -> {imported}").replace("crate::", ""));
            }
        }
    }
    found.sort();
    found.dedup();
    found
}

fn package(folder: &str) -> Modules {
    let (root, mut modules) = (PathBuf::from(env!("CARGO_MANIFEST_DIR")), Modules::new());
    read("crate", &root.join("../..").join(folder).join("lib.rs"), &mut modules);
    modules
}

#[test]
fn no_module_imports_a_later_one() {
    let mut found = Vec::new();
    for folder in PACKAGES {
        let modules = package(folder);
        assert!(modules.len() > 4, "{folder}");
        found.extend(backwards(&modules).iter().map(|import| format!("{folder}: {import}")));
    }
    assert_eq!(found, [""; 0], "imports against the order of the modules");
}

#[test]
fn every_way_to_write_a_path_is_read() {
    let modules = [
        ("crate", ""),
        ("crate::outer", "pub use third::Three;\nfn one() { let _ = crate::later::four(); }"),
        ("crate::outer::first", "use super::second::{\n    self, Two,\n};"),
        ("crate::outer::second", "use super::first::One;\nuse super::Three;"),
        ("crate::outer::third", "pub struct Three;"),
        ("crate::later", ""),
    ];
    let modules = modules.map(|(module, code)| (module.to_owned(), code.to_owned())).into();
    let expected =
        ["outer -> later", "outer::first -> outer::second", "outer::second -> outer::third"];
    assert_eq!(backwards(&modules), expected);
}
