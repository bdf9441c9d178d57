//! Variants, and what they say of themselves.

use crate::{Interface, Kind, text};
use serde::{Deserialize, Serialize};

/// A way to answer, as its own crate describes it. Variants that differ only in the variants they
/// are built on share it.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Technique {
    /// The name: that of its variants up to their first plus.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// The short name on pages, such as "PEXT"; `None` if the name without the question's says
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "text::label")]
    pub short: Option<String>,
    /// Processors on which it is known to be slow.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exceptions: Vec<Exception>,
    /// The idea in a line.
    pub summary: String,
    /// Where it is described.
    pub source: String,
    /// The idea, as Markdown.
    pub idea: String,
    /// The lookup's source: the implementation of the question's trait.
    #[serde(default)]
    pub formula: String,
}

/// Processors on which a technique is known to be slow, whatever was measured elsewhere.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// The processors in a few words, such as "slow before Zen 3".
    #[serde(deserialize_with = "text::label")]
    pub says: String,
    /// Their microarchitectures, as [`microarchitecture`](crate::microarchitecture) names them.
    pub on: Vec<String>,
    /// The source of this finding: an address.
    pub source: String,
}

/// A variant or a control.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// The question that it answers.
    #[serde(deserialize_with = "text::name")]
    pub question: String,
    /// Its package's name, followed by the names of the variants that it asks.
    #[serde(deserialize_with = "text::name")]
    pub name: String,
    /// Its role.
    pub kind: Kind,
    /// The form of its queries and answers.
    pub interface: Interface,
    /// The size of its tables in bytes.
    pub table_bytes: u64,
    /// The bytes of those tables that an engine has anyway.
    #[serde(default)]
    pub shared_bytes: u64,
    /// Bytes kept from query to query, besides the tables; `None` if nothing is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_bytes: Option<u64>,
    /// The size of its compiled lookup in bytes; `None` if unknown.
    pub code_bytes: Option<u64>,
    /// Its compiled lookup, an instruction a line; empty if it cannot be read.
    #[serde(default)]
    pub listing: String,
    /// Other variants that compile to the same code.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "text::name")]
    pub same_code: Vec<String>,
    /// Processor features that it needs, in the words of `target_feature`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "text::name")]
    pub needs: Vec<String>,
    /// Whether this processor has them. If not, the variant was not timed.
    #[serde(default = "yes", skip_serializing_if = "Clone::clone")]
    pub available: bool,
    /// Why it could not be counted; `None` if it could, or if counting was not tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncounted: Option<String>,
    /// The lookups that it asks for, if it is a program and the reference of its question.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asks: Vec<Asks>,
    /// How often it is wrong, if it is approximate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accuracy: Option<Accuracy>,
    /// Whether its answers equal its oracle's.
    pub check: Check,
}

fn yes() -> bool {
    true
}

/// A program's lookups on a stream.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asks {
    /// The stream's name.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The number of queries (nodes of a search).
    pub queries: u64,
    /// The number of lookups for each question.
    pub asked: Vec<Asked>,
    /// Rows of a network's weights added or subtracted; 0 without a network.
    pub rows: u64,
    /// Moves made, without passes.
    pub moves: u64,
}

impl Asks {
    /// Lookups of a kind per query of the program, such as a node of a search.
    #[must_use]
    pub fn lookups(&self, asked: &Asked) -> f64 {
        asked.times as f64 / self.queries as f64
    }

    /// Whether a choice of the program cannot differ from its base here: it changes the answer to one
    /// question alone, and no query asks that one. What is not counted may be asked.
    #[must_use]
    pub fn never_asks(&self, choice: &str) -> bool {
        let question = question_of(choice);
        let asked = self.asked.iter().filter(|asked| Some(&*asked.question) == question);
        let times: Vec<_> = asked.map(|asked| asked.times).collect();
        !times.is_empty() && times.iter().all(|times| *times == 0)
    }
}

/// The question in which a choice of a program differs from its base, `sliders` of
/// `search+sliders-pext`; `None` of the base.
#[must_use]
pub fn question_of(choice: &str) -> Option<&str> {
    let (_, technique) = choice.split_once('+')?;
    technique.split('-').next()
}

/// A program's lookups of one kind. A rook's and a bishop's count one each, a queen's counts as
/// both.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Asked {
    /// The question's name, such as `sliders`.
    #[serde(deserialize_with = "text::name")]
    pub question: String,
    /// The stream of that question that times these lookups.
    #[serde(deserialize_with = "text::name")]
    pub stream: String,
    /// The variant that answered, as that question names it, such as `sliders-magic` or
    /// `pins-xray+sliders-magic+between-rectangular`.
    #[serde(deserialize_with = "text::name")]
    pub variant: String,
    /// The number of lookups.
    pub times: u64,
}

/// The outcome of comparing a variant with its oracle.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Check {
    /// The number of comparisons, all equal. Controls are not compared.
    Right(u64),
    /// A wrong answer, as text with drawn boards. The variant was not timed.
    Wrong(String),
}

/// The errors of an approximate variant on its question's first stream, each question asked once.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Accuracy {
    /// The number of questions.
    pub questions: u64,
    /// The number of wrong answers.
    pub wrong: u64,
}

impl Variant {
    /// The name of its technique.
    #[must_use]
    pub fn technique(&self) -> &str {
        self.name.split('+').next().unwrap_or(&self.name)
    }

    /// Whether it gave a wrong answer.
    #[must_use]
    pub fn is_wrong(&self) -> bool {
        matches!(self.check, Check::Wrong(_))
    }

    /// Whether it is asked the same as the others of its question, and so is ranked with them.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        self.interface == Interface::Plain || self.is_unwaited()
    }

    /// Whether no query can wait for an answer, so that there is no latency.
    #[must_use]
    pub fn is_unwaited(&self) -> bool {
        matches!(self.interface, Interface::Batch | Interface::Kept)
    }

    /// Whether we may recommend it: it answers correctly, runs here, is ranked, and is no
    /// library; libraries are there for comparison.
    #[must_use]
    pub fn is_choice(&self) -> bool {
        !self.is_wrong() && self.available && self.is_ranked() && self.kind != Kind::Library
    }
}

/// Why a variant with these needs was not timed.
#[must_use]
pub fn unavailable(needs: &[String]) -> String {
    format!("not available here: needs {}", needs.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_cannot_differ_where_no_query_asks_what_it_changes() {
        let asked = |question: &str, times| Asked {
            question: question.to_owned(),
            stream: "positions".to_owned(),
            variant: "x".to_owned(),
            times,
        };
        // Two kinds of lookups are about checks.
        let asked =
            vec![asked("deltas", 0), asked("checks", 0), asked("checks", 3), asked("pins", 1)];
        let asks = Asks { stream: "network".to_owned(), queries: 9, asked, rows: 0, moves: 0 };
        for (choice, expected) in [
            ("search+deltas-rays", true),
            ("search+checks-byte-board-vbmi", false),
            ("search+pins-snipers", false),
            // Not counted, of several questions, and the base.
            ("search+index-one-table", false),
            ("search+best", false),
            ("search", false),
        ] {
            assert_eq!(asks.never_asks(choice), expected, "{choice}");
        }
    }
    /// A variant of the valid file: it answers correctly, runs here, is plain and of the wiki.
    fn plain() -> Variant {
        let good = crate::Records::parse(include_str!("../tests/good.json")).unwrap();
        good.variants[0].clone()
    }

    #[test]
    fn only_what_is_right_runs_here_is_ranked_and_is_no_library_is_a_choice() {
        let of = |interface| Variant { interface, ..plain() };
        for (what, variant, is_ranked, is_choice) in [
            ("plain", plain(), true, true),
            ("a batch", of(Interface::Batch), true, true),
            ("kept", of(Interface::Kept), true, true),
            ("encoded", of(Interface::Encoded), false, false),
            ("aligned", of(Interface::AlignedOnly), false, false),
            ("approximate", of(Interface::Approximate), false, false),
            ("not here", Variant { available: false, ..plain() }, true, false),
            ("wrong", Variant { check: Check::Wrong("a1".into()), ..plain() }, true, false),
            ("a library", Variant { kind: Kind::Library, ..plain() }, true, false),
            ("new", Variant { kind: Kind::Frontier, ..plain() }, true, true),
        ] {
            assert_eq!(
                (variant.is_ranked(), variant.is_choice()),
                (is_ranked, is_choice),
                "{what}"
            );
            let is_unwaited = ["a batch", "kept"].contains(&what);
            assert_eq!((variant.is_unwaited(), variant.is_wrong()), (is_unwaited, what == "wrong"));
        }
    }

    #[test]
    fn names_say_the_technique_and_the_question() {
        for (name, technique, question) in [
            ("sliders-pext", "sliders-pext", None),
            ("pins-xray+sliders-magic+between-64", "pins-xray", Some("sliders")),
            ("search+sliders-hyperbola-full-ranks", "search", Some("sliders")),
            ("search", "search", None),
        ] {
            assert_eq!(Variant { name: name.to_owned(), ..plain() }.technique(), technique);
            assert_eq!(question_of(name), question, "{name}");
        }
        let needs = ["avx2", "bmi2"].map(str::to_owned);
        assert_eq!(unavailable(&needs), "not available here: needs avx2, bmi2");
    }

    #[test]
    fn lookups_are_counted_per_node() {
        let asked = Asked {
            question: "sliders".into(),
            stream: "games".into(),
            variant: "x".into(),
            times: 91,
        };
        let asks = Asks { stream: "network".into(), queries: 7, asked: vec![], rows: 0, moves: 0 };
        assert_eq!(asks.lookups(&asked), 13.0);
    }
}
