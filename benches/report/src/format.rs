//! Numbers and names as pages write them.

use records::Figure;

/// A number with so many decimals, short even if it is huge.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let text =
        if value.abs() < 1e6 { format!("{value:.decimals$}") } else { format!("{value:.2e}") };
    // Minus nothing is nothing.
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| matches!(c, '0' | '.')) => digits.to_owned(),
        _ => text,
    }
}

/// A time per query.
pub(crate) fn time(value: f64) -> String {
    number(value, 2)
}

/// A count per query; misses are often a few in a thousand queries.
pub(crate) fn count(value: f64) -> String {
    number(value, 3)
}

/// A ratio of times.
pub(crate) fn ratio(value: f64) -> String {
    number(value, 3)
}

/// A share in per cent.
pub(crate) fn percent(share: f64) -> String {
    format!("{} %", number(share * 100.0, 1))
}

/// A share in per cent, of which a small one is told from none.
pub(crate) fn fine_percent(share: f64) -> String {
    format!("{} %", number(share * 100.0, 2))
}

/// A gain in per cent, with its sign: most are small.
pub(crate) fn gain(share: f64) -> String {
    let text = fine_percent(share);
    if share > 0.0 { format!("+{text}") } else { text }
}

/// A ratio as a difference from 1 in per cent, with its sign.
pub(crate) fn difference(ratio: f64) -> String {
    let text = percent(ratio - 1.0);
    if ratio > 1.0 { format!("+{text}") } else { text }
}

/// The ends of an interval.
pub(crate) fn ends(figure: Figure, text: fn(f64) -> String) -> String {
    format!("{} to {}", text(figure.low), text(figure.high))
}

/// A figure with its interval in brackets.
pub(crate) fn figure(figure: Figure, text: fn(f64) -> String) -> String {
    format!("{} ({})", text(figure.value), ends(figure, text))
}

/// A size in KiB, without the unit: to a tenth below ten.
pub(crate) fn kibibytes(bytes: f64) -> String {
    let value = bytes / 1024.0;
    number(value, usize::from(value < 10.0 && value.fract() != 0.0))
}

/// A size in bytes, in the largest unit that keeps it short.
pub(crate) fn size(bytes: u64) -> String {
    let mut value = bytes as f64;
    let mut units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"].into_iter();
    let mut unit = units.next().unwrap_or_default();
    for larger in units {
        if value < 1024.0 {
            break;
        }
        (value, unit) = (value / 1024.0, larger);
    }
    format!("{} {unit}", number(value, usize::from(value.fract() != 0.0)))
}

/// The size of tables in words.
pub(crate) fn tables(bytes: u64) -> String {
    match bytes {
        0 => "no tables".to_owned(),
        bytes => format!("{bytes} bytes of tables"),
    }
}

/// So many of something, in the plural unless it is one.
pub(crate) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// The same with a plural of its own.
pub(crate) fn many(count: u64, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}

/// The word for queries that wait for each other, or do not.
pub(crate) fn dependence(dependent: bool) -> &'static str {
    if dependent { "dependent" } else { "independent" }
}

/// Names as a sentence lists them.
pub(crate) fn list<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Names as a sentence lists them: of many the first alone, for the page has all of them.
pub(crate) fn few<S: AsRef<str>>(names: &[S]) -> String {
    const MOST: usize = 5;
    match names.split_at_checked(MOST - 1) {
        Some((first, others)) if others.len() > 1 => {
            let first: Vec<_> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {} others", first.join(", "), others.len())
        }
        _ => list(names),
    }
}

/// A variant's name without its study's in front.
pub(crate) fn bare<'n>(study: &str, name: &'n str) -> &'n str {
    let rest = name.strip_prefix(study).and_then(|rest| rest.strip_prefix(['-', '+']));
    rest.filter(|rest| !rest.is_empty()).unwrap_or(name)
}

/// A name that is safe in the name of a file and as an anchor of a page. Names in records
/// are ASCII, so two of them become one only by their punctuation.
pub(crate) fn slug(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    name.chars().map(safe).collect()
}

/// The name of a variant that is safe as an anchor and the same on every page.
pub(crate) fn id(study: &str, name: &str) -> String {
    format!("{}--{}", slug(study), slug(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_whole_or_short() {
        let sizes = [0.0, 4096.0, 6371.9, 19722.3, 2097152.0].map(kibibytes);
        assert_eq!(sizes, ["0", "4", "6.2", "19", "2048"]);
        let sizes = [0, 1000, 1024, 1536, 32 << 20, u64::MAX].map(size);
        assert_eq!(sizes, ["0 bytes", "1000 bytes", "1 KiB", "1.5 KiB", "32 MiB", "16 EiB"]);
    }

    #[test]
    fn numbers_are_short_and_have_no_negative_zero() {
        assert_eq!(number(-0.001, 2), "0.00");
        assert_eq!(number(-0.5, 2), "-0.50");
        assert_eq!(number(1e12, 2), "1.00e12");
    }

    #[test]
    fn differences_have_a_sign() {
        assert_eq!([1.05, 1.0, 0.9].map(difference), ["+5.0 %", "0.0 %", "-10.0 %"]);
    }

    #[test]
    fn names_are_shown_without_their_study() {
        assert_eq!(bare("sliders", "sliders-magic"), "magic");
        assert_eq!(bare("search", "search+sliders-magic"), "sliders-magic");
        assert_eq!(bare("search", "search"), "search");
        assert_eq!(bare("between", "betweens"), "betweens");
    }

    #[test]
    fn lists_end_in_and() {
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(few(&["a", "b", "c", "d", "e"]), "a, b, c, d and e");
        assert_eq!(few(&["a", "b", "c", "d", "e", "f"]), "a, b, c, d and 2 others");
    }
}
