//! What several compilers make of the same lookups, as reports/compilers.md shows it.

use crate::text::markdown;
use crate::words;
use records::{CompiledLookup, Compilers, CompilersOn, Figure, Level};

/// A time by that of rustc's code is marked if it is for certain more than this.
const BEHIND: f64 = 1.02;

/// All machines, a table for each level.
pub(crate) fn in_markdown(compilers: &Compilers) -> String {
    if compilers.machines.is_empty() {
        return "No machine has measured it.\n".to_owned();
    }
    compilers.machines.iter().map(on).collect::<Vec<_>>().join("\n")
}

fn on(machine: &CompilersOn) -> String {
    let CompilersOn { machine: name, date, compilers, core, commit, lookups } = machine;
    let by = words::list(compilers.iter().map(|it| it.replacen('-', " ", 1)));
    let day = date.get(..10).unwrap_or(date);
    let core = core.name();
    let mut text = format!("On {name}, {day}, commit {commit}, core {core}: {by}.\n");
    for level in Level::ALL {
        let lookups: Vec<_> = lookups.iter().filter(|it| it.level == *level).collect();
        if !lookups.is_empty() {
            text += &format!("\n**x86-64-{}**\n\n{}", level.name(), table(&lookups));
        }
    }
    text
}

fn table(lookups: &[&CompiledLookup]) -> String {
    let kinds = ["-O2", "-O3"].map(|level| ["g++", "clang++"].map(|by| format!("{by} {level}")));
    let [[gcc2, clang2], [gcc3, clang3]] = &kinds;
    let by = [gcc2, gcc3, clang2, clang3];
    let head = ["lookup".to_owned(), "instructions: rustc / g++ / clang++".to_owned()];
    let ratios = |what: &str| by.map(|by| format!("{what}: {by}"));
    let head = head.into_iter().chain(ratios("time")).chain(ratios("waited for"));
    let row = |it: &&CompiledLookup| {
        let counts = it.instructions.map_or_else(
            || "Valgrind has no AVX-512".to_owned(),
            |counts| [0, 2, 4].map(|place| format!("{:.1}", counts[place])).join(" / "),
        );
        let ratios = it.throughput.iter().chain(&it.latency).map(ratio);
        [format!("`{}`", it.lookup), counts].into_iter().chain(ratios).collect()
    };
    markdown(&head.collect::<Vec<_>>(), lookups.iter().map(row))
}

/// A ratio with half of its interval.
fn ratio(ratio: &Figure) -> String {
    let half = (ratio.high - ratio.low) / 2.0;
    let mark = if ratio.low > BEHIND { "**" } else { "" };
    format!("{mark}{:.3}{mark} ±{half:.3}", ratio.value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use records::Core;

    #[test]
    fn a_table_for_each_level_marks_what_is_surely_behind() {
        let figure = |value, low, high| Figure { value, low, high };
        let behind = figure(1.03, 1.0201, 1.04);
        let not_surely = figure(1.03, 1.0199, 1.04);
        let lookup = |level, instructions| CompiledLookup {
            lookup: "sliders-pext".to_owned(),
            level,
            instructions,
            throughput: [behind, not_surely, figure(0.9, 0.89, 0.91), figure(1.0, 0.99, 1.01)],
            latency: [behind; 4],
            copies: 0.001,
        };
        let machine = CompilersOn {
            machine: "Zen 5".to_owned(),
            date: "2026-01-02T03:04:05Z".to_owned(),
            commit: "0123".to_owned(),
            compilers: ["rustc-1.95.0", "g++-12.2.0", "clang++-14.0.6"].map(str::to_owned).into(),
            core: Core::Quiet,
            lookups: vec![
                lookup(Level::V3, Some([21.0, 20.5, 20.25, 18.0, 18.125])),
                lookup(Level::V4, None),
            ],
        };
        let text = in_markdown(&Compilers { schema: 7, machines: vec![machine] });
        let begin = "On Zen 5, 2026-01-02, commit 0123, core quiet: rustc 1.95.0, g++ 12.2.0 and \
                     clang++ 14.0.6.\n\n**x86-64-v3**\n\n| lookup | instructions: rustc / g++ / \
                     clang++ | time: g++ -O2 | time: g++ -O3 | time: clang++ -O2 |";
        assert!(text.starts_with(begin), "{text}");
        let row = "\n| `sliders-pext` | 21.0 / 20.2 / 18.1 | **1.030** ±0.010 | 1.030 ±0.010 | \
                   0.900 ±0.010 | 1.000 ±0.010 | **1.030** ±0.010 |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("\n**x86-64-v4**\n"), "{text}");
        assert!(text.contains("| Valgrind has no AVX-512 | **1.030**"), "{text}");
        let none = in_markdown(&Compilers { schema: 7, machines: Vec::new() });
        assert_eq!(none, "No machine has measured it.\n");
    }
}
