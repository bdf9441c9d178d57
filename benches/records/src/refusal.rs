//! Refusals: why a value is refused, and the path to it.

use crate::text::brief;
use figures::visible;
use std::fmt::{self, Debug};

/// One piece of a path.
#[derive(Clone, Debug)]
pub(crate) enum Piece {
    /// A field of an object, or a key of a map.
    Field(String),
    /// An element of a list, by its index.
    Element(usize),
}

/// The path through these pieces, such as `runs[0].missing["a reason"]`. Keys are safe to print.
pub(crate) fn path<'a>(pieces: impl IntoIterator<Item = &'a Piece>) -> String {
    let mut path = String::new();
    for piece in pieces {
        match piece {
            Piece::Element(index) => path += &format!("[{index}]"),
            Piece::Field(key) if !needs_no_quotes(key) => path += &format!("[\"{}\"]", brief(key)),
            Piece::Field(key) if path.is_empty() => path += key,
            Piece::Field(key) => path += &format!(".{key}"),
        }
    }
    visible(&path)
}

/// Whether a path shows this key without quotes.
fn needs_no_quotes(key: &str) -> bool {
    (1..=32).contains(&key.len()) && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// The reason why a value is refused, with its path.
#[derive(Debug)]
pub(crate) struct Refusal {
    path: String,
    /// What the lists on the path know their elements by, the outermost first.
    keys: Vec<String>,
    reason: String,
}

impl Refusal {
    pub(crate) fn new(path: impl Into<String>, reason: impl Into<String>) -> Refusal {
        Refusal { path: path.into(), keys: Vec::new(), reason: reason.into() }
    }

    /// The refusal as seen from further out, where the path goes on from an element of a list.
    pub(crate) fn inside(mut self, list: &str, index: usize, key: &impl Debug) -> Refusal {
        let dot = if self.path.is_empty() || self.path.starts_with('[') { "" } else { "." };
        self.path = format!("{list}[{index}]{dot}{}", self.path);
        self.keys.insert(0, brief(&format!("{key:?}")));
        self
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.path)?;
        // A step without a parameter has no key.
        let mut keys = self.keys.iter().filter(|key| *key != "None");
        keys.try_for_each(|key| write!(f, ", {key}"))?;
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for Refusal {}

/// Refuses what does not hold: the condition, the path, and the reason as for `format!`.
macro_rules! require {
    ($holds:expr, $path:expr, $($reason:tt)+) => {
        // No `!`: a comparison of numbers that does not hold need not hold in reverse.
        if $holds {
        } else {
            return Err($crate::refusal::Refusal::new($path, format!($($reason)+)));
        }
    };
}

pub(crate) use require;
