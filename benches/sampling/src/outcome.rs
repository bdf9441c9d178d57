//! The outcome of a comparison, and its table.

use figures::{Core, Figure, Unit, Verdict};
use std::fmt;
use std::io::{self, Write as _};

/// What a comparison found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// What was compared.
    pub what: String,
    /// A row a function, in their order.
    pub rows: Vec<Row>,
    /// The time of the loop without a function, a query.
    pub null: Figure,
    /// The unit of times.
    pub unit: Unit,
    /// The source of times.
    pub clock: String,
    /// The state of the core around the rounds that count.
    pub core: Core,
    /// The rounds that count.
    pub rounds: usize,
    /// The layouts behind the figures.
    pub layouts: usize,
    /// Why all rounds share one layout; `None` if they do not.
    pub one_layout: Option<String>,
    /// The seed of layouts and orders.
    pub seed: u64,
    /// Whether the build checks itself, as one for tests does: others have other times.
    pub is_debug: bool,
}

/// A function, beside the first one.
#[derive(Clone, Debug)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// Its time a query, the loop included.
    pub time: Figure,
    /// Its time by that of the first; `None` for the first itself.
    pub ratio: Option<Figure>,
    /// The verdict on it against the first; `None` for the first itself.
    pub verdict: Option<Verdict>,
    /// The time of a copy of it by its own, which would be 1 without noise; `None` if it has none.
    pub copy: Option<Figure>,
    /// Whether its code stays in place, because it cannot be copied.
    pub stays: bool,
}

impl Outcome {
    /// Prints the table. A reader may be gone.
    pub fn print(&self) {
        let _ = io::stdout().write_all(self.to_string().as_bytes());
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { what, unit, core, rounds, layouts, clock, seed, is_debug, .. } = self;
        let wide = self.rows.iter().map(|row| row.name.chars().count()).max().unwrap_or(0).max(10);
        writeln!(f, "{what}: {unit} a query, 95 % intervals")?;
        writeln!(
            f,
            "{:wide$} {:>17} {:>24}  {:10} {:>24}",
            "", "time", "of the first", "", "its copy"
        )?;
        for Row { name, time, ratio, verdict, copy, stays } in &self.rows {
            let [ratio, copy] = [ratio, copy].map(|it| it.map_or_else(String::new, interval));
            let verdict = verdict.map_or("", Verdict::name);
            let stays = if *stays { "  (its code stays in place)" } else { "" };
            let line = format!(
                "{name:wide$} {:>17} {ratio:>24}  {verdict:10} {copy:>24}{stays}",
                around(*time)
            );
            writeln!(f, "{}", line.trim_end())?;
        }
        writeln!(f, "{:wide$} {:>17}", "loop alone", around(self.null))?;
        let layouts = match &self.one_layout {
            Some(reason) => format!("one layout ({})", reason.trim_start_matches("one layout: ")),
            None => format!("{layouts} layouts"),
        };
        let debug = if *is_debug { "; a debug build, so compare with --release" } else { "" };
        writeln!(f, "{rounds} rounds in {layouts}, core {core}; {clock}; seed {seed}{debug}")
    }
}

/// A time and half of its interval.
fn around(figure: Figure) -> String {
    let half = (figure.high - figure.low) / 2.0;
    let digits = digits(half);
    format!("{:.digits$} \u{b1} {half:.digits$}", figure.value)
}

/// A ratio and its interval.
fn interval(figure: Figure) -> String {
    let digits = digits((figure.high - figure.low) / 2.0).max(3);
    let Figure { value, low, high } = figure;
    format!("{value:.digits$} ({low:.digits$}\u{2013}{high:.digits$})")
}

/// Digits behind the point of a figure whose interval has this half: the first of the half shows.
fn digits(half: f64) -> usize {
    if half > 0.0 { (-half.log10().floor()).clamp(0.0, 4.0) as usize } else { 3 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_row_a_function_and_tells_the_machine() {
        let figure = |value, low, high| Figure { value, low, high };
        let row = |name: &str, time| Row {
            name: name.to_owned(),
            time,
            ratio: None,
            verdict: None,
            copy: Some(figure(1.001, 0.998, 1.004)),
            stays: false,
        };
        let outcome = Outcome {
            what: "find".to_owned(),
            rows: vec![
                row("binary", figure(12.34, 12.31, 12.37)),
                Row {
                    ratio: Some(figure(3.7, 3.65, 3.75)),
                    verdict: Some(Verdict::Slower),
                    stays: true,
                    ..row("linear", figure(45.66, 45.1, 46.2))
                },
            ],
            null: figure(1.0, 1.0, 1.0),
            unit: Unit::Cycles,
            clock: "a clock".to_owned(),
            core: Core::Quiet,
            rounds: 400,
            layouts: 100,
            one_layout: None,
            seed: 7,
            is_debug: false,
        };
        let expected = "\
find: cycles a query, 95 % intervals
                        time             of the first                             its copy
binary          12.34 \u{b1} 0.03                                           1.001 (0.998\u{2013}1.004)
linear            45.7 \u{b1} 0.6      3.700 (3.650\u{2013}3.750)  slower          1.001 (0.998\u{2013}1.004)  (its code stays in place)
loop alone     1.000 \u{b1} 0.000
400 rounds in 100 layouts, core quiet; a clock; seed 7
";
        assert_eq!(outcome.to_string(), expected);
        let by_time = Outcome { unit: Unit::Nanoseconds, ..outcome.clone() }.to_string();
        assert!(by_time.starts_with("find: ns a query, 95 % intervals\n"), "{by_time}");
        let debug = Outcome { is_debug: true, ..outcome.clone() }.to_string();
        assert!(debug.ends_with("; seed 7; a debug build, so compare with --release\n"), "{debug}");
        let one = Outcome { one_layout: Some("one layout: no symbols".to_owned()), ..outcome };
        assert!(one.to_string().contains("400 rounds in one layout (no symbols), core quiet"));
    }
}
