//! Texts that may come from anywhere: the rules for each kind, and the readers that apply them.

use figures::shown::{escape, is_visible};
use jiff::Timestamp;
use serde::de::{DeserializeSeed, Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;

/// The longest text in bytes.
const LONGEST: usize = 16 << 10;

/// A rule for a text, and its wording in errors.
pub(crate) type Rule = (fn(&str) -> bool, &'static str);

/// A variant over another joins both names by a plus, and one may name several others.
const NAME: Rule = (
    |text| is_plain(text, 128, "+"),
    "expected a name of 1 to 128 letters, digits, dashes, underscores, dots and pluses, a letter \
     or digit first",
);

pub(crate) const LABEL: Rule = (
    |text| is_plain(text, 64, " /"),
    "expected a label of 1 to 64 letters, digits, dashes, underscores, dots, spaces and \
     slashes, a letter or digit first",
);

const DATE: Rule = (
    |text| text.parse().is_ok_and(|moment| in_utc(moment) == text),
    "expected a date such as 2026-01-02T03:04:05Z",
);

/// Whether a text of at most this many bytes has only letters, digits, dashes, underscores, dots
/// and these others, a letter or digit first.
fn is_plain(text: &str, longest: usize, others: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c) || others.contains(c);
    let begins_plainly = text.starts_with(|c: char| c.is_ascii_alphanumeric());
    begins_plainly && text.len() <= longest && text.chars().all(fits)
}

/// The beginning of a value, safe for a terminal: an error names its path too.
pub(crate) fn brief(text: &str) -> String {
    const MOST: usize = 80;
    let (mut shown, mut length) = (String::new(), 0);
    for escaped in text.chars().map(escape) {
        length += escaped.chars().count();
        if length > MOST {
            return shown + "...";
        }
        shown += &escaped;
    }
    shown
}

/// The date and time in UTC, to the second.
#[must_use]
pub fn now() -> String {
    in_utc(Timestamp::now())
}

fn in_utc(moment: Timestamp) -> String {
    moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

/// The contents of a field: a text, an optional text, or a list of texts.
pub(crate) trait Texts: Sized {
    /// Reads texts of this rule. Each is checked where it stands, so that an error has its path.
    fn read<'de, D: Deserializer<'de>>(deserializer: D, rule: Rule) -> Result<Self, D::Error>;
}

impl Texts for String {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, rule: Rule) -> Result<Self, D::Error> {
        ruled(String::deserialize(deserializer)?, rule)
    }
}

impl Texts for Option<String> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, rule: Rule) -> Result<Self, D::Error> {
        Option::deserialize(deserializer)?.map(|text| ruled(text, rule)).transpose()
    }
}

fn ruled<E: Error>(text: String, (holds, expected): Rule) -> Result<String, E> {
    let error = || E::custom(format!("\"{}\": {expected}", brief(&text)));
    if holds(&text) { Ok(text) } else { Err(error()) }
}

impl Texts for Vec<String> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D, rule: Rule) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(OfRule(rule))
    }
}

/// Reads texts of a rule: one as a seed, a list of them as a visitor.
#[derive(Clone, Copy)]
struct OfRule(Rule);

impl<'de> DeserializeSeed<'de> for OfRule {
    type Value = String;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<String, D::Error> {
        String::read(deserializer, self.0)
    }
}

impl<'de> Visitor<'de> for OfRule {
    type Value = Vec<String>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of texts")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<String>, A::Error> {
        let mut texts = Vec::new();
        while let Some(text) = list.next_element_seed(self)? {
            texts.push(text);
        }
        Ok(texts)
    }
}

/// Reads names.
pub(crate) fn name<'de, D: Deserializer<'de>, T: Texts>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer, NAME)
}

/// Whether this is a name.
pub(crate) fn is_name(text: &str) -> bool {
    NAME.0(text)
}

/// Reads labels.
pub(crate) fn label<'de, D: Deserializer<'de>, T: Texts>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer, LABEL)
}

/// Whether this is prose.
pub(crate) fn is_prose(text: &str) -> bool {
    text.len() <= LONGEST && text.chars().all(|c| is_visible(c) || matches!(c, '\n' | '\t'))
}

/// The wording of that rule.
pub(crate) const PROSE: &str = "expected text of 16 KiB at most, without invisible characters";

/// Reads dates.
pub(crate) fn date<'de, D: Deserializer<'de>, T: Texts>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer, DATE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use figures::shown::BLANK;
    use figures::visible;

    #[test]
    fn what_a_terminal_may_show_records_may_hold() {
        let all: String = ('\0'..=char::MAX).collect();
        for text in [&all[..], "a\tb\nc", "\u{202e}\u{200b}\u{feff}", ""] {
            assert!(is_prose(&visible(text)), "{}", visible(text));
        }
        for c in all.chars() {
            assert!(is_prose(&visible(&c.to_string())), "{c:?}");
        }
        assert!("\"'\\ äß♔·–".chars().all(is_visible));
        assert!(!BLANK.into_iter().any(is_visible));
        assert_eq!(visible("a\u{3164}\u{2800}"), r"a\u{3164}\u{2800}");
    }

    /// By the system's own `date`, if it has one.
    #[test]
    fn a_date_is_utc_to_the_second() {
        let moment = |seconds| in_utc(Timestamp::from_second(seconds).unwrap());
        assert_eq!(moment(1_767_323_045), "2026-01-02T03:04:05Z");
        assert_eq!(moment(951_868_799), "2000-02-29T23:59:59Z");
        let (holds, _) = DATE;
        assert!(holds(&now()) && holds("2000-02-29T23:59:59Z"));
        for wrong in [
            "2000-02-29",
            "2000-02-29 23:59:59Z",
            "2000-02-29T23:59:59",
            "2000-02-29T23:59:59.5Z",
            "2000-02-29T23:59:59+01:00",
            "2001-02-29T23:59:59Z",
            "2000-2-29T23:59:59Z",
            "",
        ] {
            assert!(!holds(wrong), "{wrong}");
        }
        let date = || {
            let mut date = std::process::Command::new("date");
            let output = date.args(["-u", "+%Y-%m-%dT%H:%M:%SZ"]).output().ok()?;
            output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
        };
        let Some(before) = date() else { return };
        let (found, after) = (now(), date().unwrap());
        assert!(before.trim() <= &*found && &*found <= after.trim(), "{before}{found}{after}");
    }

    #[test]
    fn a_text_has_the_length_that_its_rule_names() {
        let [name, label] = [NAME, LABEL].map(|(holds, _)| holds);
        assert!(name(&"a".repeat(128)) && !name(&"a".repeat(129)));
        assert!(label(&"a".repeat(64)) && !label(&"a".repeat(65)));
        assert!(is_prose(&"a".repeat(16 << 10)) && !is_prose(&"a".repeat((16 << 10) + 1)));
        assert!(is_prose(" \t\n") && !is_prose("\r") && !is_prose("\0") && !is_prose("\u{a0}"));
        assert!(!is_prose("\u{2800}"));
        assert!(label("a b/c") && !label("a+b") && name("a+b") && !name("a b"));
    }

    #[test]
    fn the_beginning_of_a_value_has_80_characters() {
        let [whole, long] = [80, 81].map(|length| "ä".repeat(length));
        assert_eq!(brief(&whole), whole);
        assert_eq!(brief(&long), format!("{whole}..."));
        // Spelt out, each of these has eight.
        let ten = r"\u{202e}".repeat(10);
        assert_eq!(brief(&"\u{202e}".repeat(10)), ten);
        assert_eq!(brief(&"\u{202e}".repeat(11)), format!("{ten}..."));
    }

    #[test]
    fn names_leave_no_folder_and_labels_may_have_parts() {
        assert!(is_name("between-0x88-rotate+sliders_magic.2") && is_name("9"));
        assert!((LABEL.0)("sliders/uniform/latency") && (LABEL.0)("hardware counters"));
        assert!(!is_name("sliders/uniform") && !is_name("hardware counters"));
        for wrong in [
            "", ".", "..", "-a", "/a", " a", "+a", "=1+1", "@a", "ä", "a\n", "a\0", "bеtween",
            "<b>",
        ] {
            assert!(!is_name(wrong) && !(LABEL.0)(wrong), "{wrong:?}");
        }
    }

    #[test]
    fn dates_are_utc_to_the_second() {
        for (date, is_one) in [
            ("2026-01-02T03:04:05Z", true),
            ("2024-02-29T23:59:59Z", true),
            ("2026-02-29T03:04:05Z", false),
            ("2026-01-02T03:04:05", false),
            ("2026-01-02T03:04:05.5Z", false),
            ("2026-01-02 03:04:05Z", false),
            ("2026-01-02T04:04:05+01:00", false),
            ("2026-01-02", false),
        ] {
            assert_eq!((DATE.0)(date), is_one, "{date}");
        }
        assert!((DATE.0)(&now()), "{}", now());
    }
}
