//! The environment variables of the laboratory: one list of names and values, which `--help` prints, and
//! beside which nothing is obeyed or ignored without a word.

use crate::MASK;
use std::ffi::OsString;

/// A variable that a user may set.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: &'static str,
    /// Its only value or, in capitals, what its value is.
    pub value: &'static str,
    does: &'static str,
}

/// Names a file of positions.
pub const POSITIONS: &str = "LAB_POSITIONS";

/// What to do with lines of it that hold none.
pub const BAD_LINES: &str = "LAB_POSITIONS_BAD_LINES";

/// All of them.
pub const VARIABLES: [Variable; 4] = [
    Variable {
        name: MASK,
        value: "NAMES",
        does: "Play a processor without these instruction sets, such as avx2,bmi2",
    },
    Variable {
        name: POSITIONS,
        value: "FILE",
        does: "Ask in the positions of a file, a FEN or EPD a line",
    },
    Variable { name: BAD_LINES, value: "skip", does: "Leave out its lines that hold no position" },
    Variable {
        name: "LAB_LAYOUTS",
        value: "one",
        does: "Leave code and tables where the linker put them",
    },
];

/// Those that our programs set for one another.
const OWN: [&str; 2] = ["LAB_RELAYED", "LAB_WORKLOAD"];

/// The list, for a help.
#[must_use]
pub fn variables() -> String {
    let lines = VARIABLES.iter().map(|Variable { name, value, does }| {
        let set = format!("{name}={value}");
        format!("  {set:28}  {does}\n")
    });
    format!("Environment variables:\n{}", lines.collect::<String>().trim_end())
}

/// Why one of these variables means nothing; `None` if all do.
pub(crate) fn refused(all: impl Iterator<Item = (OsString, OsString)>) -> Option<String> {
    let text = |text: OsString| text.to_string_lossy().into_owned();
    let mut all: Vec<_> = all.map(|(name, value)| (text(name), text(value))).collect();
    all.sort();
    all.iter().filter(|(name, _)| name.starts_with("LAB_")).find_map(|(name, value)| {
        let is_own = OWN.contains(&&**name) || name.starts_with("LAB_TEST_");
        match VARIABLES.iter().find(|known| known.name == name) {
            None if is_own => None,
            None => {
                let names = VARIABLES.map(|known| known.name).join(", ");
                Some(format!("{name:?} in the environment: expected one of {names}"))
            }
            Some(known) => {
                let is_only = known.value.starts_with(|c: char| c.is_ascii_lowercase());
                (is_only && value != known.value)
                    .then(|| format!("{name}={value:?}: expected {}", known.value))
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_and_values_that_mean_nothing_are_refused() {
        const ALL: &str =
            "expected one of LAB_MASK, LAB_POSITIONS, LAB_POSITIONS_BAD_LINES, LAB_LAYOUTS";
        let unknown = |name: &str| Some(format!("{name:?} in the environment: {ALL}"));
        let error = |text: &str| Some(text.to_owned());
        for (set, expected) in [
            (&[][..], None),
            (&[("PATH", "/bin"), ("LABEL", "x"), ("lab_mask", "x")], None),
            (&[("LAB_MASK", "avx2"), ("LAB_LAYOUTS", "one")], None),
            (&[("LAB_POSITIONS", "no such file"), ("LAB_POSITIONS_BAD_LINES", "skip")], None),
            (&[("LAB_RELAYED", ""), ("LAB_WORKLOAD", "a.b.c.1"), ("LAB_TEST_X", "1")], None),
            (&[("LAB_MASKS", "avx2")], unknown("LAB_MASKS")),
            (&[("LAB_POSITION", "x.epd"), ("LAB_MASK", "avx2")], unknown("LAB_POSITION")),
            (&[("LAB_", "")], unknown("LAB_")),
            (&[("LAB_LAYOUT", "one")], unknown("LAB_LAYOUT")),
            (&[("LAB_mask\u{202e}", "")], unknown("LAB_mask\u{202e}")),
            (&[("LAB_LAYOUTS", "two")], error("LAB_LAYOUTS=\"two\": expected one")),
            (&[("LAB_LAYOUTS", "ONE")], error("LAB_LAYOUTS=\"ONE\": expected one")),
            (&[("LAB_LAYOUTS", "")], error("LAB_LAYOUTS=\"\": expected one")),
            (
                &[("LAB_POSITIONS_BAD_LINES", "1")],
                error("LAB_POSITIONS_BAD_LINES=\"1\": expected skip"),
            ),
        ] {
            let all = set.iter().map(|(name, value)| (name.into(), value.into()));
            assert_eq!(refused(all), expected, "{set:?}");
        }
    }

    #[test]
    fn the_list_has_a_line_for_each_variable() {
        let list = variables();
        let lines: Vec<_> = list.lines().collect();
        assert!(lines.len() == 5 && lines[0] == "Environment variables:", "{list}");
        assert!(lines[1].starts_with("  LAB_MASK=NAMES                Play a processor"), "{list}");
        assert!(lines[3].starts_with("  LAB_POSITIONS_BAD_LINES=skip  Leave out"), "{list}");
    }
}
