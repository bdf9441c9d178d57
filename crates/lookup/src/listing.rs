//! Tells whether the laboratory measures a variant.
//!
//! A variant needs two lines outside its crate: one in the manifest of the package `questions`, and
//! one in its question, a file in `benches/questions/src/questions`. A crate's test reads both files as
//! text, which takes no time, and names a missing line.

use core::fmt::{self, Write};

/// The missing lines of a variant; the text says what to write where.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Forgotten<'a> {
    package: &'a str,
    variant: &'a str,
    /// Named by the beginning of the package's name.
    question: &'a str,
    in_manifest: bool,
    in_question: bool,
}

/// Finds a variant's missing lines. Without a question none is missing: a crate may be copied
/// into an engine, and a question may be written before its question.
///
/// `read` reads a file by its path from the package's folder.
pub fn forgotten<'a, Text: AsRef<str>>(
    package: &'a str,
    variant: &'a str,
    read: impl Fn(fmt::Arguments<'_>) -> Option<Text>,
) -> Option<Forgotten<'a>> {
    // The longest name of a question that fits: `between-batch` before `between`.
    let mut questions = package.rmatch_indices('-').map(|(end, _)| &package[..end]);
    let (question, entries) = questions.find_map(|question| {
        let file =
            read(format_args!("../../benches/questions/src/questions/{}.rs", InCode(question)))?;
        Some((question, file))
    })?;
    let manifest = read(format_args!("../../benches/questions/Cargo.toml"))?;
    let variant = variant.split('<').next().unwrap_or(variant);
    let in_manifest = !manifest.as_ref().lines().any(|line| depends_on(line, package));
    let in_question = !uses(entries.as_ref(), package, variant);
    let forgotten = Forgotten { package, variant, question, in_manifest, in_question };
    (in_manifest || in_question).then_some(forgotten)
}

/// Whether a line of a manifest is the dependency on this package.
fn depends_on(line: &str, package: &str) -> bool {
    let rest = line.trim_start().strip_prefix(package);
    rest.is_some_and(|rest| rest.trim_start().starts_with(['=', '.']))
}

/// Whether code names this type by a path from its package, be it to import it: the compiler tells
/// imports that nothing uses. Another package may have a type of the same name, and this package
/// other types.
fn uses(code: &str, package: &str, variant: &str) -> bool {
    let lines = code.lines().filter_map(|line| line.split("//").next());
    // A name ends before anything but a letter, a digit or an underscore.
    let in_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    lines.flat_map(|line| line.split(|c| !in_path(c))).any(|path| {
        let mut names = path.split("::");
        names.next().is_some_and(|first| is_in_code(first, package)) && names.eq([variant])
    })
}

/// Whether code writes the package's name like this.
fn is_in_code(name: &str, package: &str) -> bool {
    name.chars().eq(package.chars().map(in_code))
}

fn in_code(c: char) -> char {
    if c == '-' { '_' } else { c }
}

/// A package's name as code writes it.
struct InCode<'a>(&'a str);

impl fmt::Display for InCode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|c| f.write_char(in_code(c)))
    }
}

impl fmt::Display for Forgotten<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Forgotten { package, variant, question, in_manifest, in_question } = *self;
        writeln!(f, "{package} is not measured; add")?;
        if in_manifest {
            writeln!(f, "- to benches/questions/Cargo.toml, among the variants:")?;
            writeln!(f, "      {package} = {{ path = \"../../crates/{package}\" }}")?;
        }
        if in_question {
            let (question, package) = (InCode(question), InCode(package));
            writeln!(
                f,
                "- to benches/questions/src/questions/{question}.rs, a line like its neighbours for"
            )?;
            writeln!(f, "      {package}::{variant}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::{String, ToString};

    const MANIFEST: &str = "\
        [dependencies]\n\
        between-mine-too = { path = \"../../crates/between-mine-too\" }\n\
        # between-mine = { path = \"../../crates/between-mine\" }\n";
    const QUESTION: &str = "\
        // between::<between_mine::Mine>(),\n\
        between::<not_between_mine::Mine>(), between::<between_mine_too::Mine>(),\n\
        let between_mine = between();\n";

    /// The lines missing for a package, given these files of `questions`.
    fn missing(package: &str, files: &[(&str, &str)]) -> Option<String> {
        let read = |path: fmt::Arguments<'_>| {
            let path = path.to_string();
            let path = path.strip_prefix("../../benches/questions/").unwrap();
            files.iter().find(|(name, _)| *name == path).map(|(_, text)| *text)
        };
        forgotten(package, "Mine<lookup::Oracle>", read).map(|lines| lines.to_string())
    }

    #[test]
    fn a_forgotten_line_is_named_with_its_file() {
        let in_manifest = "- to benches/questions/Cargo.toml, among the variants:\n      \
            between-mine = { path = \"../../crates/between-mine\" }\n";
        let in_question = "- to benches/questions/src/questions/between.rs, a line like its neighbours for\n      \
            between_mine::Mine\n";
        let head = "between-mine is not measured; add\n";
        let manifest = MANIFEST.replace("# ", "");
        let question = QUESTION.replace("// ", "");
        for (manifest, question, expected) in [
            (MANIFEST, QUESTION, Some([head, in_manifest, in_question].concat())),
            (&manifest, QUESTION, Some([head, in_question].concat())),
            (MANIFEST, &question, Some([head, in_manifest].concat())),
            (&manifest, &question, None),
        ] {
            let files = [("Cargo.toml", manifest), ("src/questions/between.rs", question)];
            assert_eq!(missing("between-mine", &files), expected);
        }
    }

    #[test]
    fn a_type_of_another_package_or_another_type_is_none() {
        let manifest = MANIFEST.replace("# ", "");
        for (question, is_listed) in [
            ("between::<between_mine::Mine<Magic>>(),", true),
            ("use between_mine::Mine;", true),
            ("between::<between_mine::MineToo>(),", false),
            ("between::<between_mine::others::Mine>(),", false),
            ("use between_mine::Others;\nbetween::<Mine>(),", false),
            ("use others::Mine;\nbetween::<Mine>(),", false),
        ] {
            let files = [("Cargo.toml", &*manifest), ("src/questions/between.rs", question)];
            assert_eq!(missing("between-mine", &files).is_none(), is_listed, "{question}");
        }
    }

    #[test]
    fn the_longest_name_of_a_question_counts() {
        let questions = [
            ("Cargo.toml", ""),
            ("src/questions/between.rs", ""),
            ("src/questions/between_batch.rs", ""),
        ];
        let expected = "to benches/questions/src/questions/between_batch.rs,";
        assert!(missing("between-batch-mine", &questions).unwrap().contains(expected));
    }

    #[test]
    fn nothing_is_missing_where_there_is_no_laboratory() {
        assert_eq!(missing("between-mine", &[("Cargo.toml", MANIFEST)]), None);
        assert_eq!(missing("between-mine", &[("src/questions/between.rs", QUESTION)]), None);
    }
}
