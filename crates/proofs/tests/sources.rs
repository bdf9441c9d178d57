//! The texts of the workspace: names that must agree and tables that must be listed.
//!
//! These tests read files and compile nothing. They find at once what the laboratory would find
//! after a long build.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder of all crates.
fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names of the variants' folders: a question, a hyphen and more.
fn variants() -> Vec<String> {
    let entries = fs::read_dir(crates()).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<_> = entries.map(|name| name.into_string().unwrap()).collect();
    names.retain(|name| name.contains('-'));
    names.sort_unstable();
    assert!(names.len() > 70, "{names:?}");
    names
}

fn read(path: impl AsRef<Path>) -> String {
    let path = crates().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The code of a variant, without comments and tests.
fn code(variant: &str) -> String {
    let text = read(format!("{variant}/src/lib.rs"));
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    code.lines()
        .map(|line| line.split("//").next().unwrap_or_default())
        .collect::<Vec<_>>()
        .join(" ")
}

/// The text from each `start` to the next `end`.
fn between<'a>(text: &'a str, start: &'a str, end: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(start).skip(1).map(move |rest| rest.split(end).next().unwrap_or_default())
}

/// The value of a field in a manifest.
fn field<'a>(manifest: &'a str, name: &str) -> Option<&'a str> {
    let values = manifest.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(" = "));
    values.map(|value| value.trim_matches('"')).next()
}

/// The names of the statics in code, and of those that a macro makes.
fn statics(code: &str) -> BTreeSet<&str> {
    let lanes = between(code, "lane_tables!(", ")").flat_map(|names| names.split(", "));
    let names = between(code, "static ", ":").filter(|name| !name.contains(['&', ' ', '<']));
    names.chain(lanes).collect()
}

/// The names in the list `TABLES` or `SHARED`.
fn listed<'a>(code: &'a str, list: &'a str) -> BTreeSet<&'a str> {
    let lists =
        between(code, list, ";").filter_map(|text| text.split_once('=')).map(|(_, names)| names);
    let names = lists.flat_map(|names| names.split(['&', '[', ']', ',', ' ']));
    names.filter(|name| !name.is_empty()).collect()
}

#[test]
fn every_table_is_listed() {
    let mut tables = 0;
    for variant in variants() {
        let code = code(&variant);
        let statics = statics(&code);
        let file = format!("crates/{variant}/src/lib.rs");
        assert_eq!(statics, listed(&code, "const TABLES"), "{file}: its statics, and its TABLES");
        let shared = listed(&code, "const SHARED");
        assert!(shared.is_subset(&statics), "{file}: {shared:?} are SHARED, but not in TABLES");
        tables += statics.len();
    }
    assert!(tables > 70, "{tables}");
}

#[test]
fn a_table_that_is_not_listed_is_found() {
    let code = "static ROWS: CacheAligned<[u8; 2]> = CacheAligned([1, 2]); \
        fn answer(text: &'static str) { static HIDDEN: [u64; 64] = [0; 64]; } \
        lookup::lane_tables!(ATTACKERS, CLASSES); \
        const TABLES: &'static [&'static dyn Table] = &[&ROWS, &LEAPS]; \
        const SHARED: &'static [&'static dyn Table] = &[];";
    assert_eq!(statics(code), ["ATTACKERS", "CLASSES", "HIDDEN", "ROWS"].into());
    assert_eq!(listed(code, "const TABLES"), ["LEAPS", "ROWS"].into());
    assert_eq!(listed(code, "const SHARED"), [].into());
}

#[test]
fn a_variant_is_named_after_its_folder_and_its_question() {
    for variant in variants() {
        let manifest = read(format!("{variant}/Cargo.toml"));
        assert_eq!(field(&manifest, "name"), Some(&*variant), "crates/{variant}/Cargo.toml");
        for name in ["description", "homepage"] {
            let value = field(&manifest, name);
            assert!(value.is_some_and(|v| v.len() > 9), "crates/{variant}/Cargo.toml: {name}");
        }
        let code = code(&variant);
        let question = between(&code, "lookup::conformance!(", ",").next().unwrap_or_default();
        let module = question.split("::").next().unwrap_or_default();
        let called = variant.strip_prefix(&*module.replace('_', "-"));
        let called = called.is_some_and(|rest| rest.starts_with('-'));
        assert!(called, "crates/{variant}/src/lib.rs answers the question {question:?}");
        assert!(crates().join(format!("lookup/src/{module}.rs")).is_file(), "{module}");
    }
}

/// Without a question, a forgotten line is not found.
#[test]
fn every_question_has_a_question() {
    let questions: BTreeSet<_> =
        variants().iter().map(|name| name.split('-').next().unwrap().to_owned()).collect();
    for question in questions {
        let question = format!("../benches/questions/src/questions/{question}.rs");
        assert!(crates().join(&question).is_file(), "{question} has no question");
    }
}

#[test]
fn dependencies_are_named_after_their_folders() {
    let packages = variants()
        .into_iter()
        .chain(["proofs", "lookup", "../benches", "../benches/questions"].map(String::from));
    for package in packages {
        let manifest = read(format!("{package}/Cargo.toml"));
        for line in manifest.lines().filter(|line| line.contains("path = \"")) {
            let Some((name, rest)) = line.split_once(" = {") else { continue };
            let path = between(rest, "path = \"", "\"").next().unwrap_or_default();
            assert_eq!(path.rsplit('/').next(), Some(name), "{package}/Cargo.toml: {line}");
            let folder = crates().join(&package).join(path);
            assert!(folder.is_dir(), "{package}/Cargo.toml: no folder {}", folder.display());
        }
    }
}

/// A set of processor features.
type Set<'a> = BTreeSet<&'a str>;

/// A function in code, and the features that it is compiled for.
struct Function<'a> {
    name: &'a str,
    features: Set<'a>,
    body: &'a str,
}

/// The functions in code, each with what stands before the next one.
fn functions(code: &str) -> Vec<Function<'_>> {
    let starts: Vec<_> = code.match_indices(" fn ").map(|(at, _)| at).collect();
    let ends = starts.iter().skip(1).copied().chain([code.len()]);
    let of = |(&start, end): (&usize, usize)| {
        let head = code[..start].rsplit(['{', '}', ';']).next().unwrap_or_default();
        let features = between(head, "target_feature(enable = \"", "\"");
        let body = &code[start + 4..end];
        let name = body.split(['(', '<']).next().unwrap_or_default();
        Function { name, features: features.flat_map(|list| list.split(',')).collect(), body }
    };
    starts.iter().zip(ends).map(of).collect()
}

/// Whether code calls a function of this name.
fn calls(code: &str, name: &str) -> bool {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let mut places = code.match_indices(name);
    places.any(|(at, _)| !code[..at].ends_with(is_name) && code[at + name.len()..].starts_with('('))
}

/// The words of a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The features that instructions need, as far as their names tell.
fn needed(code: &str) -> Set<'static> {
    let instructions = [
        ("_mm256_", "avx2"),
        ("_mm512_", "avx512f"),
        ("\"pext ", "bmi2"),
        ("\"pdep ", "bmi2"),
        ("moved_bits!(", "bmi2"),
        ("uint8x16", "neon"),
    ];
    instructions.iter().filter(|(start, _)| code.contains(start)).map(|(_, name)| *name).collect()
}

/// The features that a variant names to `processor!`.
fn told(code: &str) -> Set<'_> {
    between(code, "lookup::processor!(", ")").flat_map(quoted).collect()
}

/// The texts in quotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

/// The code of the modules for one kind of processor, and the code around them.
fn apart(code: &str) -> (String, String) {
    let (mut inside, mut outside) = (String::new(), String::new());
    let mut rest = code;
    while let Some(at) = ["mod x86 {", "mod arm {"].iter().filter_map(|head| rest.find(head)).min()
    {
        let mut depth = 0;
        let end = rest[at..].find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == '}' && depth == 0
        });
        let end = at + end.expect("a brace that closes the module");
        outside += &rest[..at];
        inside += &rest[at..end];
        rest = &rest[end..];
    }
    (inside, outside + rest)
}

/// What is wrong with the features that a variant's code names, given the functions of the
/// package `vectors`.
fn forgotten_features(code: &str, vectors: &[Vec<Function<'_>>; 3]) -> Vec<String> {
    let (inside, outside) = apart(code);
    let told = told(code);
    let own = functions(&inside);
    let of_package =
        ["avx2", "avx512", "neon"].iter().zip(vectors).flat_map(|(file, functions)| {
            let names =
                between(&inside, "use vectors::", ";").filter_map(|path| path.split_once("::"));
            let names =
                names.filter(|(module, _)| module == file).flat_map(|(_, names)| words(names));
            let names: Set<'_> = names.collect();
            functions.iter().filter(move |function| names.contains(function.name))
        });
    let callable: Vec<_> = own.iter().chain(of_package).collect();
    let (mut faults, mut used) = (Vec::new(), needed(code));
    for function in &own {
        let Function { name, features, body } = function;
        let mut wanted = needed(body);
        let called = callable.iter().filter(|other| calls(body, other.name));
        wanted.extend(called.flat_map(|other| other.features.iter()));
        // Wider vectors have the operations of narrower ones.
        let is_there = |need: &str| features.contains(need) || need == "avx2" && wide(features);
        let missing: Vec<_> = wanted.iter().filter(|need| !is_there(need)).collect();
        let is_assembly = features.is_empty() && body.contains("asm!(");
        if !missing.is_empty() && !is_assembly {
            faults.push(format!("{name} is not compiled for {missing:?}, which it uses"));
        }
        used.extend(features);
        let entry = ["x86", "arm"].map(|module| format!("{module}::{name}"));
        let is_entry = entry.iter().any(|entry| calls(&outside, entry));
        if is_entry && !is_assembly && *features != told {
            faults.push(format!("{name} is compiled for {features:?}, processor! names {told:?}"));
        }
    }
    used.retain(|name| *name != "avx2" || !wide(&told));
    if used != told {
        faults.push(format!("{used:?} are used, processor! names {told:?}"));
    }
    let needs = code.matches("const NEEDS: Features = processor::NEEDS;").count();
    if needs != usize::from(!told.is_empty()) {
        faults.push(format!("processor::NEEDS is given {needs} times"));
    }
    faults
}

fn wide(features: &Set<'_>) -> bool {
    features.contains("avx512f")
}

/// `dispatch!` calls a function where the processor has what `processor!` names. This stands for
/// the word `unsafe`, which no variant writes at such a call: the function must need no more. In
/// a build for x86-64-v3, the compiler does not tell for AVX2 and what came before.
#[test]
fn what_a_variant_is_compiled_for_is_what_it_asks_the_processor_for() {
    let vectors = ["avx2", "avx512", "neon"].map(|file| read(format!("vectors/src/{file}.rs")));
    let vectors = vectors.map(|text| text.replace('\n', " "));
    let vectors = vectors.each_ref().map(|code| functions(code));
    let (mut with_features, mut faults) = (0, Vec::new());
    for variant in variants() {
        let code = code(&variant);
        let found = forgotten_features(&code, &vectors);
        faults.extend(found.iter().map(|fault| format!("crates/{variant}/src/lib.rs: {fault}")));
        with_features += usize::from(code.contains("lookup::processor!("));
    }
    assert_eq!(faults, [""; 0]);
    assert!(with_features > 30, "{with_features}");
}

/// Otherwise nobody says that the processor has it, and its variants are not measured. No two share
/// the bit by which tests hide them.
#[test]
fn what_variants_ask_the_processor_for_is_in_the_one_list() {
    let codes: Vec<_> = variants().iter().map(|variant| code(variant)).collect();
    let all: Set<'_> = codes.iter().flat_map(|code| told(code)).collect();
    assert!(all.len() > 10, "{all:?}");
    let missing = all.iter().filter(|it| !processor::FEATURES.contains(it));
    assert_eq!(missing.collect::<Vec<_>>(), [&""; 0], "not in FEATURES of crates/processor");
    let bits = lookup::processor::bits(processor::FEATURES);
    assert_eq!(bits.count_ones() as usize, processor::FEATURES.len());
}

#[test]
fn a_feature_that_is_named_in_one_place_alone_is_found() {
    let code = "lookup::dispatch!(x86::rook(set), 0); \
        const NEEDS: Features = processor::NEEDS; \
        lookup::processor!(\"avx2\", \"gfni\"); \
        mod x86 { use vectors::avx2::{equal, halves}; \
        #[target_feature(enable = \"avx2,gfni\")] pub(super) fn rook(set: u64) -> u64 { one(set) } \
        #[target_feature(enable = \"avx2\")] fn one(set: u64) -> u64 { equal(set) } }";
    let vectors = "#[target_feature(enable = \"avx2\")] pub fn equal(set: u64) -> u64 { set }";
    let vectors = [functions(vectors), Vec::new(), Vec::new()];
    let told = "{\"avx2\", \"gfni\"}";
    for (place, changed, expected) in [
        ("", "", vec![]),
        (
            "\"avx2\", \"gfni\")",
            "\"avx2\")",
            vec![
                format!("rook is compiled for {told}, processor! names {{\"avx2\"}}"),
                format!("{told} are used, processor! names {{\"avx2\"}}"),
            ],
        ),
        (
            "= \"avx2,gfni\"",
            "= \"avx2\"",
            vec![
                format!("rook is compiled for {{\"avx2\"}}, processor! names {told}"),
                format!("{{\"avx2\"}} are used, processor! names {told}"),
            ],
        ),
        (
            "#[target_feature(enable = \"avx2\")] fn",
            "fn",
            vec!["one is not compiled for [\"avx2\"], which it uses".to_owned()],
        ),
        ("processor::NEEDS", "NONE", vec!["processor::NEEDS is given 0 times".to_owned()]),
    ] {
        assert_eq!(forgotten_features(&code.replacen(place, changed, 1), &vectors), expected);
    }
}
