//! Documents of the repository: what they show of the committed sets is made of their records.
//!
//! A block stands between `<!-- published: NAME -->` and `<!-- end -->`, on lines of its own or
//! inside of a sentence. All else in a document is typed, and stays.

mod crates;

use crate::Set;
use crate::answers::{self, Answers};
use crate::compilers;
use crate::engines::engines;
use crate::folder::text_of;
use crate::pages::{PICTURES, pictures};
use crate::text::{self, sets::Shown};
use crate::view::View;
use crate::words;
use anyhow::{Context as _, Result, ensure};
use records::{Compilers, contents, shown, write_file};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::slice::from_ref;

const REPORTS: &str = "reports";
const OPEN: &str = "<!-- published: ";
const OPENED: &str = " -->";
const END: &str = "<!-- end -->";
/// The manifest that lists all variants and questions.
const QUESTIONS: &str = "benches/questions/Cargo.toml";
/// Features of that manifest that are no question: each chooses several.
const NO_QUESTIONS: [&str; 3] = ["default", "all", "engine"];
const LARGEST_FILE: u64 = 4 << 20;

/// What is made of the sets.
pub(crate) struct Made {
    /// Documents with all their blocks: names and contents.
    pub(crate) documents: Vec<(String, Vec<(&'static str, String)>)>,
    /// Files; those without contents are not to be there.
    pub(crate) files: Vec<(String, Option<String>)>,
}

/// Makes what the repository at this root shows of these sets.
pub(crate) fn make(root: &Path, sets: Vec<Set>) -> Result<Made> {
    ensure!(!sets.is_empty(), "{}: expected a set of records", shown(&root.join(REPORTS)));
    let together = Answers::of(&sets, None)?;
    let views: Vec<_> = sets.iter().map(View::new).collect();
    let in_crates = crates::documents(root, &views)?;
    let mut all = Vec::new();
    let mut files = Vec::new();
    for set in sets {
        let answers = Answers::of(from_ref(&set), None)?;
        let drawn = pictures(&answers);
        files.extend(files_of(&set, &answers, &drawn));
        let picture = if drawn.is_empty() { String::new() } else { picture(&set.name) };
        all.push(Shown { set, answers, picture });
    }
    let all = newest_first(all);
    let in_reports = [
        ("links", text::sets::links(&all)),
        ("origins", text::sets::origins(&all)),
        ("sets", text::sets::by_set(&all)),
    ];
    let in_readme = [
        ("ways", ways(&text_of(&root.join(QUESTIONS))?)?),
        ("gains", text::readme(&together)),
        ("tradeoffs", tradeoffs(&all)),
    ];
    let documents = [
        ("README.md", in_readme.into()),
        ("reports/README.md", in_reports.into()),
        ("docs/validation.md", vec![("engines", text::sets::engines(&engines()?))]),
        ("docs/bias.md", vec![("machines", machines(&all))]),
        ("reports/compilers.md", vec![("compilers", by_compilers(root)?)]),
    ];
    let documents = documents.map(|(name, blocks): (&str, Vec<_>)| (name.to_owned(), blocks));
    let in_crates = in_crates.into_iter().map(|(name, text)| (name, vec![(crates::BLOCK, text)]));
    Ok(Made { documents: documents.into_iter().chain(in_crates).collect(), files })
}

/// What lies beside a set's records: all that it may have, and nothing for what it has not.
fn files_of<'a>(
    set: &'a Set,
    answers: &'a Answers,
    drawn: &'a [(String, String)],
) -> impl Iterator<Item = (String, Option<String>)> + 'a {
    let at = |file: &str| format!("{REPORTS}/{}/{file}", set.name);
    let pictures = PICTURES.iter().map(move |(_, name)| {
        let picture = drawn.iter().find(|(drawn, _)| drawn == name);
        (at(name), picture.map(|(_, svg)| svg.clone()))
    });
    [(at("summary.md"), Some(text::summary(answers)))].into_iter().chain(pictures)
}

/// Sets in the order in which they answer: of each kind of machine the newest, then all others.
fn newest_first(mut all: Vec<Shown>) -> Vec<Shown> {
    let views: Vec<_> = all.iter().map(|it| View::new(&it.set)).collect();
    let first: Vec<_> =
        answers::distinct(&views).iter().map(|view| view.set.name.clone()).collect();
    let place = |it: &Shown| first.iter().position(|name| *name == it.set.name);
    all.sort_by_key(|it| place(it).unwrap_or(usize::MAX));
    all
}

/// A set's picture, from reports/README.md.
fn picture(set: &str) -> String {
    let [(_, light), (_, dark)] = PICTURES;
    format!(
        "<picture>\n<source media=\"(prefers-color-scheme: dark)\" srcset=\"{set}/{dark}\">\n\
         <img alt=\"In-between squares: throughput against bytes of tables\" \
         src=\"{set}/{light}\">\n</picture>\n"
    )
}

/// README.md's tables of the tradeoffs and their picture: of the quietest set with a search; else of any.
fn tradeoffs(all: &[Shown]) -> String {
    let drawn = || all.iter().filter(|it| !it.picture.is_empty());
    let searched = drawn().filter(|it| it.answers.source().is_searched);
    let share = |it: &Shown| text::sets::share_disturbed(&it.set.records);
    let best = searched.min_by(|a, b| share(a).total_cmp(&share(b))).or_else(|| drawn().next());
    let Some(Shown { set, picture, answers }) = best else {
        return "No set has a picture.\n".to_owned();
    };
    let picture =
        picture.replace(&format!("\"{}/", set.name), &format!("\"{REPORTS}/{}/", set.name));
    let tables = answers.tradeoffs.iter().map(|it| {
        format!("**{}** on {}:\n\n{}\n", it.title, it.machine, text::tradeoffs_in_markdown(it))
    });
    format!("{}{picture}", tables.collect::<String>())
}

/// The kinds of machines that were measured.
fn machines(all: &[Shown]) -> String {
    let kinds: BTreeSet<_> = all.iter().map(|it| it.set.column()).collect();
    words::list(kinds)
}

/// What compilers make of lookups, if that was ever measured.
fn by_compilers(root: &Path) -> Result<String> {
    let path = root.join(REPORTS).join("compilers.json");
    let none = Compilers { schema: records::SCHEMA, machines: Vec::new() };
    let compilers = if path.exists() { Compilers::read(&path)? } else { none };
    Ok(compilers::in_markdown(&compilers))
}

/// How many ways there are to answer how many questions, by the manifest that lists them.
fn ways(manifest: &str) -> Result<String> {
    let expected = || format!("{QUESTIONS}: expected features, and then dependencies");
    let (_, rest) = manifest.split_once("\n[features]\n").with_context(expected)?;
    let (features, rest) = rest.split_once("\n[dependencies]\n").with_context(expected)?;
    let is_question = |line: &&str| {
        // Programs take the whole engine; they ask questions, and are none.
        let (name, needs) = line.split_once(" = ").unwrap_or_default();
        !name.is_empty()
            && !name.starts_with('#')
            && !NO_QUESTIONS.contains(&name)
            && needs != "[\"engine\"]"
    };
    let questions = features.lines().filter(is_question).count();
    let crates: BTreeSet<_> = rest
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter(|line| line.contains(" = { path = \"../../crates/"))
        .filter_map(|line| line.split(' ').next())
        .filter(|name| name.contains('-'))
        .collect();
    Ok(format!("{} ways to answer {questions} questions", crates.len()))
}

/// A document with its blocks made anew, and the names of those that were old.
fn renewed(
    name: &str,
    text: &str,
    blocks: &[(&'static str, String)],
) -> Result<(String, Vec<&'static str>)> {
    let marks: Vec<_> = text.split(OPEN).skip(1).collect();
    for mark in &marks {
        let known = mark.split(OPENED).next().unwrap_or_default();
        let names: Vec<_> = blocks.iter().map(|(name, _)| *name).collect();
        let is_known = names.contains(&known);
        ensure!(is_known, "{name}: \"{known}\" is no block: expected one of {}", names.join(", "));
    }
    let (mut text, mut old) = (text.to_owned(), Vec::new());
    for (block, made) in blocks {
        let mark = format!("{OPEN}{block}{OPENED}");
        let expected = || format!("{name}: expected the mark {mark} once, and {END} behind it");
        let (before, rest) = text.split_once(&mark).with_context(expected)?;
        let (was, after) = rest.split_once(END).with_context(expected)?;
        ensure!(!was.contains(OPEN) && !after.contains(&mark), expected());
        let is_apart = rest.starts_with('\n');
        let begins = before.is_empty() || before.ends_with('\n');
        ensure!(
            is_apart == begins,
            "{name}: {mark} stands on a line of its own, or inside of one: \
            Markdown ends a sentence at a line that begins with a mark"
        );
        let new = if is_apart { format!("\n\n{made}\n") } else { made.clone() };
        if new != was {
            old.push(*block);
        }
        text = format!("{before}{mark}{new}{END}{after}");
    }
    Ok((text, old))
}

/// What a file holds; nothing if it is not there.
fn held(path: &Path) -> Result<Option<Vec<u8>>> {
    if !path.exists() {
        return Ok(None);
    }
    contents(path, LARGEST_FILE).with_context(|| shown(path)).map(Some)
}

/// Compares what is made with the repository, and gives each change with its name: documents with
/// the names of their old blocks, and files.
fn changes(root: &Path, made: &Made) -> Result<Vec<(String, String, Option<String>)>> {
    let mut changes = Vec::new();
    for (name, blocks) in &made.documents {
        let (text, old) = renewed(name, &text_of(&root.join(name))?, blocks)?;
        if !old.is_empty() {
            changes.push((name.clone(), format!("{name} ({})", old.join(", ")), Some(text)));
        }
    }
    for (name, text) in &made.files {
        if held(&root.join(name))?.as_deref() != text.as_deref().map(str::as_bytes) {
            let what = if text.is_some() { name.clone() } else { format!("{name} (removed)") };
            changes.push((name.clone(), what, text.clone()));
        }
    }
    Ok(changes)
}

/// What of the repository is not as it is made, by name.
#[cfg(test)]
pub(crate) fn old(root: &Path, made: &Made) -> Result<Vec<String>> {
    Ok(changes(root, made)?.into_iter().map(|(_, what, _)| what).collect())
}

/// Writes what is made of the sets. Returns the names of what was old.
///
/// # Errors
/// If a document lacks a mark, or cannot be read or written. A missing mark leaves all files alone.
pub(crate) fn publish(root: &Path, made: &Made) -> Result<Vec<String>> {
    let changes = changes(root, made)?;
    for (name, _, text) in &changes {
        let path = root.join(name);
        match text {
            Some(text) => write_file(&path, text.as_bytes())?,
            None => fs::remove_file(&path).with_context(|| shown(&path))?,
        }
    }
    Ok(changes.into_iter().map(|(_, what, _)| what).collect())
}
