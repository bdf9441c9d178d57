//! Numbers and names as pages write them.

use records::Figure;
use std::cmp::Ordering;

/// A number with so many decimals; short even if it is huge.
pub(crate) fn number(value: f64, decimals: usize) -> String {
    let text =
        if value.abs() < 1e6 { format!("{value:.decimals$}") } else { format!("{value:.1e}") };
    // Minus nothing is nothing.
    match text.strip_prefix('-') {
        Some(digits) if digits.chars().all(|c| matches!(c, '0' | '.')) => digits.to_owned(),
        _ => text,
    }
}

/// A time per query, or a count.
pub(crate) fn time(value: f64) -> String {
    number(value, if value.abs() < 100.0 { 1 } else { 0 })
}

/// A ratio of times, such as `1.18x`.
pub(crate) fn ratio(value: f64) -> String {
    format!("{}x", number(value, 2))
}

/// A ratio with half of its interval, such as `1.18x ±0.6 %`.
pub(crate) fn ratio_figure(figure: Figure) -> String {
    format!("{} {}", ratio(figure.value), spread(figure))
}

/// Half of the interval of a ratio.
pub(crate) fn spread(figure: Figure) -> String {
    let half = (figure.high - figure.low) / 2.0 / figure.value;
    format!("±{}", percent(half))
}

/// Half of the interval of a gain, in per cent.
pub(crate) fn half_width(gain: Figure) -> String {
    number((gain.high - gain.low) / 2.0 * 100.0, 1)
}

/// A share as a gain or loss, such as `+2.3 %`.
pub(crate) fn gain(share: f64) -> String {
    format!("{} %", per_cent(share))
}

/// The interval of a gain, such as `+2.2 to +2.4`.
pub(crate) fn gain_interval(figure: Figure) -> String {
    format!("{} to {}", per_cent(figure.low), per_cent(figure.high))
}

/// A gain with its interval, such as `+2.3 % (+2.2 to +2.4)`.
pub(crate) fn gain_figure(figure: Figure) -> String {
    format!("{} ({})", gain(figure.value), gain_interval(figure))
}

/// A number with its sign; nothing has none.
pub(crate) fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if value > 0.0 && text.parse() != Ok(0.0) { format!("+{text}") } else { text }
}

/// How a page colours a gain that lies on this side of none.
pub(crate) fn class_of(side: Ordering) -> &'static str {
    match side {
        Ordering::Greater => "win",
        Ordering::Less => "lose",
        Ordering::Equal => "tie",
    }
}

/// A share in per cent with its sign, such as `+2.3`.
pub(crate) fn per_cent(share: f64) -> String {
    signed(share * 100.0, 1)
}

pub(crate) fn percent(share: f64) -> String {
    format!("{} %", number(share * 100.0, 1))
}

/// A size in bytes, in the unit that keeps it short.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0 => "none".to_owned(),
        1..1024 => format!("{bytes} B"),
        1024..1_048_576 => with_unit(bytes as f64 / 1024.0, "KiB"),
        _ => with_unit(bytes as f64 / 1_048_576.0, "MiB"),
    }
}

pub(crate) fn tables(bytes: u64) -> String {
    if bytes == 0 { "no tables".to_owned() } else { size(bytes) }
}

/// To a tenth below ten, and whole from there.
fn with_unit(value: f64, unit: &str) -> String {
    format!("{} {unit}", number(value, usize::from(value < 9.95 && value.fract() != 0.0)))
}

pub(crate) fn thousands(count: u64) -> String {
    let digits = count.to_string();
    let first = digits.len() % 3;
    let groups = digits.as_bytes().iter().enumerate().flat_map(|(place, digit)| {
        let comma = place > 0 && place % 3 == first;
        comma.then_some(',').into_iter().chain([char::from(*digit)])
    });
    groups.collect()
}

/// So many of something, in the plural unless it is one.
pub(crate) fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{} {one}s", thousands(count as u64)) }
}

/// Names in a row, the last one after "and".
pub(crate) fn list(names: impl IntoIterator<Item: ToString>) -> String {
    let names: Vec<_> = names.into_iter().map(|name| name.to_string()).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}

/// The first few names, and how many others there are.
pub(crate) fn few(names: impl IntoIterator<Item: ToString>) -> String {
    const MOST: usize = 5;
    let mut names: Vec<_> = names.into_iter().map(|name| name.to_string()).collect();
    if names.len() > MOST {
        let others = names.split_off(MOST - 1).len();
        names.push(format!("{others} others"));
    }
    list(names)
}

/// The least and the most; nothing of nothing.
pub(crate) fn ends(values: impl Iterator<Item = f64>) -> Option<[f64; 2]> {
    let ends = values.map(|value| [value; 2]);
    ends.reduce(|[low, high], [value, _]| [low.min(value), high.max(value)])
}

/// The mean; nothing of nothing.
pub(crate) fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / f64::from(count))
}

/// A name as an anchor or the name of a file. Names in records are ASCII.
pub(crate) fn slug(name: &str) -> String {
    name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect()
}

/// A title inside of a sentence.
pub(crate) fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// How often a node asks, at least and at most.
pub(crate) fn asked([low, high]: [f64; 2]) -> String {
    let [low, high] = [low, high].map(|rate| number(rate, usize::from(rate < 9.95)));
    if low == high { format!("{low} a node") } else { format!("{low} to {high} a node") }
}

pub(crate) fn day(date: &str) -> &str {
    date.split('T').next().unwrap_or(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short() {
        let figure = Figure { value: 1.18, low: 1.173, high: 1.187 };
        assert_eq!(ratio_figure(figure), "1.18x ±0.6 %");
        assert_eq!([0.0228, 0.0, -0.187].map(gain), ["+2.3 %", "0.0 %", "-18.7 %"]);
        let figure = Figure { value: 0.0, low: -0.016, high: 0.01 };
        assert_eq!(gain_interval(figure), "-1.6 to +1.0");
        assert_eq!([-0.0004, 0.0004].map(gain), ["0.0 %", "0.0 %"]);
        assert_eq!(ends([3.0, 1.0, 2.0].into_iter()), Some([1.0, 3.0]));
        assert_eq!([mean([1.0, 4.0].into_iter()), mean([].into_iter())], [Some(2.5), None]);
        assert_eq!([5.678, 99.94, 1234.5].map(time), ["5.7", "99.9", "1234"]);
        assert_eq!(number(1e12, 2), "1.0e12");
    }

    #[test]
    fn sizes_have_the_unit_that_keeps_them_short() {
        let sizes = [0, 168, 1528, 8129, 32768, 863_232, 2_361_344, 1 << 20].map(size);
        let expected =
            ["none", "168 B", "1.5 KiB", "7.9 KiB", "32 KiB", "843 KiB", "2.3 MiB", "1 MiB"];
        assert_eq!(sizes, expected);
        assert_eq!([7, 1240, 1_234_567].map(thousands), ["7", "1,240", "1,234,567"]);
    }

    #[test]
    fn names_stand_in_a_row() {
        assert_eq!(list(["a", "b", "c"]), "a, b and c");
        assert_eq!(few(["a", "b", "c", "d", "e", "f"]), "a, b, c, d and 2 others");
        assert_eq!(slug("between/0x88+x"), "between-0x88-x");
        assert_eq!(lower("Pins"), "pins");
        assert_eq!([[9.0, 26.0], [0.5, 0.5]].map(asked), ["9.0 to 26 a node", "0.5 a node"]);
    }
}
