//! An engine: how it is named, copied and started.

use anyhow::{Context as _, Result};
use figures::visible;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// An engine, as the reader names it: an executable, or a command in words.
#[derive(Clone, Debug)]
pub(crate) struct Engine {
    text: String,
    start: Start,
}

#[derive(Clone, Debug)]
enum Start {
    /// An executable with its arguments, where the reader gives any.
    Executable { path: PathBuf, arguments: Option<Vec<String>> },
    /// What only a shell understands.
    Shell,
}

/// What a shell does more with than to split words.
const FOR_A_SHELL: &str = "|&;<>()$`*?~\n";

impl From<String> for Engine {
    fn from(text: String) -> Engine {
        let start = Start::of(&text);
        Engine { text, start }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", visible(&self.text))
    }
}

impl Start {
    fn of(text: &str) -> Start {
        if Path::new(text).exists() || !text.contains(char::is_whitespace) {
            return Start::Executable { path: found(text), arguments: None };
        }
        let words =
            if text.contains(|c| FOR_A_SHELL.contains(c)) { None } else { shlex::split(text) };
        match words.as_deref() {
            Some([program, arguments @ ..]) if found(program).is_file() => {
                Start::Executable { path: found(program), arguments: Some(arguments.to_vec()) }
            }
            _ => Start::Shell,
        }
    }
}

/// Where a program is: here or, if it is a name alone and not here, in PATH.
fn found(program: &str) -> PathBuf {
    let here = std::path::absolute(program).unwrap_or_else(|_| program.into());
    if here.is_file() || program.contains('/') {
        return here;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let places = std::env::split_paths(&path).map(|folder| folder.join(program));
    places.into_iter().find(|place| place.is_file()).unwrap_or(here)
}

impl Engine {
    /// One that has been built, with the reader's arguments.
    pub(crate) fn built(text: String, path: PathBuf, arguments: &str) -> Engine {
        let arguments = shlex::split(arguments).filter(|words| !words.is_empty());
        Engine { text, start: Start::Executable { path, arguments } }
    }

    /// As the reader names it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Its executable, unless a shell starts it.
    pub(crate) fn executable(&self) -> Option<&Path> {
        match &self.start {
            Start::Executable { path, .. } => Some(path),
            Start::Shell => None,
        }
    }

    /// Copies its executable to a file, for pages of its own.
    ///
    /// # Errors
    /// If that fails.
    pub(crate) fn copied(&self, to: &Path) -> Result<()> {
        let Some(path) = self.executable() else { return Ok(()) };
        let copied = std::fs::copy(path, to);
        copied.map(|_| ()).with_context(|| format!("{self}: expected an executable to copy"))
    }

    /// The command that starts it, by its copy. Without arguments of the reader it has these.
    pub(crate) fn command(&self, copy: &Path, usual: &[&str]) -> Command {
        match &self.start {
            Start::Executable { arguments: Some(arguments), .. } => {
                let mut engine = Command::new(copy);
                engine.args(arguments);
                engine
            }
            Start::Executable { arguments: None, .. } => {
                let mut engine = Command::new(copy);
                engine.args(usual);
                engine
            }
            Start::Shell => {
                let mut shell = Command::new("/bin/sh");
                shell.args(["-c", &self.text]);
                shell
            }
        }
    }

    /// The compiler that its executable names, and its version.
    pub(crate) fn compiler(&self) -> Option<String> {
        use object::{Object as _, ObjectSection as _};
        let file = std::fs::File::open(self.executable()?).ok()?;
        let data = object::ReadCache::new(file);
        let object = object::File::parse(&data).ok()?;
        let comment = object.section_by_name(".comment")?.uncompressed_data().ok()?;
        compiler(&String::from_utf8_lossy(&comment))
    }
}

/// The compiler by the comments of an executable's parts. The system's own parts are of GCC
/// everywhere, and Rust's library may have parts of Clang, so the rarest decides.
fn compiler(comments: &str) -> Option<String> {
    [("rustc version ", "rustc"), ("clang version ", "clang"), ("GCC: (", "GCC")].iter().find_map(
        |(sign, name)| {
            let of = comments.split('\0').find(|comment| comment.contains(sign))?;
            let version = match *name {
                "GCC" => of.rsplit(' ').next()?,
                _ => of.split_once(sign)?.1.split(' ').next()?,
            };
            Some(visible(&format!("{name} {version}")))
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rarest_compiler_of_an_executable_is_its_own() {
        let gcc = "GCC: (Debian 12.2.0-14+deb12u1) 12.2.0";
        for (comments, expected) in [
            (format!("{gcc}\0"), Some("GCC 12.2.0")),
            (format!("{gcc}\0Debian clang version 14.0.6\0"), Some("clang 14.0.6")),
            (
                format!("{gcc}\0clang version 19.1\0rustc version 1.95.0 (59807616e 2026)\0"),
                Some("rustc 1.95.0"),
            ),
            ("Linker: LLD 14.0.6\0".to_owned(), None),
        ] {
            assert_eq!(compiler(&comments).as_deref(), expected, "{comments}");
        }
        // This very program.
        let here = std::env::current_exe().unwrap().display().to_string();
        let own = Engine::from(here).compiler();
        if cfg!(target_os = "linux") {
            assert!(own.as_deref().is_some_and(|own| own.starts_with("rustc 1.")), "{own:?}");
        }
        assert_eq!(Engine::from("/dev/null".to_owned()).compiler(), None);
    }

    #[test]
    fn a_command_in_words_is_an_executable_and_its_arguments_and_the_rest_is_for_a_shell() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join("an engine");
        std::fs::write(&path, "").unwrap();
        let path = path.to_str().unwrap();
        let command = |text: &str| {
            let command = Engine::from(text.to_owned()).command(Path::new("/copy"), &["bench"]);
            let words = std::iter::once(command.get_program()).chain(command.get_args());
            words.map(|word| word.to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(command(path), ["/copy", "bench"]);
        assert_eq!(command(&format!("'{path}' bench '1 3'")), ["/copy", "bench", "1 3"]);
        assert_eq!(command("sh x"), ["/copy", "x"]);
        let for_a_shell = format!("echo quit | '{path}'");
        for text in [&*for_a_shell, "A=1 engine bench", "nothing here"] {
            assert_eq!(command(text), ["/bin/sh", "-c", text]);
        }
        assert!(Engine::from(for_a_shell).executable().is_none());
    }
}
