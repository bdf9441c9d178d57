//! Texts from anywhere, as a terminal may show them.

/// Letters and symbols without ink: four Hangul fillers, the empty Braille pattern, a note
/// without a head.
pub const BLANK: [char; 6] =
    ['\u{115f}', '\u{1160}', '\u{3164}', '\u{ffa0}', '\u{2800}', '\u{1d159}'];

/// Whether a character is visible: no control or format character, no unusual space, not blank.
#[must_use]
pub fn is_visible(c: char) -> bool {
    matches!(c, '"' | '\'' | '\\') || (c.escape_debug().len() == 1 && !BLANK.contains(&c))
}

/// The character, or its escape if it is not visible.
#[must_use]
pub fn escape(c: char) -> String {
    if is_visible(c) { c.to_string() } else { c.escape_default().to_string() }
}

/// Makes a text safe for a terminal: spells out escapes, direction marks and the like, and cuts a
/// long text in the middle, because messages end with the expected value.
#[must_use]
pub fn visible(text: &str) -> String {
    const ENDS: usize = 300;
    let count = text.chars().count();
    if count <= 2 * ENDS {
        return text.chars().map(escape).collect();
    }
    let start: String = text.chars().take(ENDS).map(escape).collect();
    let end: String = text.chars().skip(count - ENDS).map(escape).collect();
    format!("{start} ... {end}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_ink_or_turns_a_line_is_spelled_out() {
        assert_eq!(visible("Größe: \"a\" 'b' \\ ♞"), "Größe: \"a\" 'b' \\ ♞");
        for (text, shown) in [
            ("a\u{1b}[31m", "a\\u{1b}[31m"),
            ("\u{202e}b", "\\u{202e}b"),
            ("a\u{a0}b", "a\\u{a0}b"),
            ("\u{2800}", "\\u{2800}"),
            ("one\ntwo", "one\\ntwo"),
        ] {
            assert_eq!(visible(text), shown);
        }
    }

    #[test]
    fn a_long_text_is_cut_in_the_middle() {
        let part = "ä".repeat(299);
        let [whole, long] = ["", "d"].map(|middle| format!("b{part}{middle}{part}c"));
        assert_eq!(visible(&whole), whole);
        assert_eq!(visible(&long), format!("b{part} ... {part}c"));
    }
}
