//! What several compilers make of the same lookups, beside what a run measures.

use crate::read::{of_schema, text_of};
use crate::text;
use anyhow::{Context as _, Result, ensure};
use figures::visible;
use figures::{Core, Figure, words};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

words! {
    /// A level of x86-64.
    Level {
        /// Processors with SSSE3.
        V2 = "v2",
        /// Processors with AVX2.
        V3 = "v3",
        /// Processors with AVX-512, VBMI and VBMI2 included.
        V4 = "v4",
    }
}

/// What compilers make of lookups, on several machines.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Compilers {
    /// The version of the format.
    pub schema: u32,
    /// The machines.
    pub machines: Vec<CompilersOn>,
}

/// What compilers make of lookups, on a machine.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CompilersOn {
    /// Its microarchitecture, or how it calls itself.
    #[serde(deserialize_with = "text::label")]
    pub machine: String,
    /// The day and the time.
    #[serde(deserialize_with = "text::date")]
    pub date: String,
    /// The commit.
    #[serde(deserialize_with = "text::name")]
    pub commit: String,
    /// rustc, g++ and clang++ with their versions.
    #[serde(deserialize_with = "text::name")]
    pub compilers: Vec<String>,
    /// The state of the core.
    pub core: Core,
    /// The lookups.
    pub lookups: Vec<CompiledLookup>,
}

/// A lookup as rustc compiles its crate at level 3, and as g++ and clang++ compile its header at their
/// levels 2 and 3.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CompiledLookup {
    /// The name of its crate.
    #[serde(deserialize_with = "text::name")]
    pub lookup: String,
    /// The instructions that all compilers have.
    pub level: Level,
    /// Instructions for a query, the loop's own included: rustc's, g++'s two, clang++'s two. `None` at a
    /// level that Valgrind does not know.
    pub instructions: Option<[f64; 5]>,
    /// The times of independent queries by that of rustc's loop: g++'s two, clang++'s two.
    pub throughput: [Figure; 4],
    /// The same of queries that each wait for the answer before.
    pub latency: [Figure; 4],
    /// The largest difference of a copy's time from the time of its loop, as a share.
    pub copies: f64,
}

impl CompiledLookup {
    /// All ratios of g++ or of clang++.
    pub fn ratios(&self, is_clang: bool) -> impl Iterator<Item = Figure> + '_ {
        let first = if is_clang { 2 } else { 0 };
        let both = [&self.throughput, &self.latency].into_iter();
        both.flat_map(move |ratios| ratios[first..first + 2].iter().copied())
    }
}

impl Compilers {
    /// Reads a file, which may come from anywhere.
    ///
    /// # Errors
    /// If it cannot be read or breaks a rule; the message begins with the path and names the value.
    pub fn read(path: &Path) -> Result<Compilers> {
        let read = || Compilers::parse(&text_of(path)?);
        read().with_context(|| visible(&path.display().to_string()))
    }

    /// Reads them from JSON.
    ///
    /// # Errors
    /// If the text breaks a rule.
    pub fn parse(text: &str) -> Result<Compilers> {
        let compilers: Compilers = of_schema(text)?;
        let mut machines = BTreeSet::new();
        for (number, machine) in compilers.machines.iter().enumerate() {
            let CompilersOn { machine: name, compilers, lookups, .. } = machine;
            ensure!(machines.insert(name), "machines[{number}] is {name} again, expected another");
            ensure!(
                compilers.len() == 3,
                "machines[{number}].compilers are {}, expected rustc, g++ and clang++",
                compilers.len()
            );
            let mut seen = BTreeSet::new();
            for (place, it) in lookups.iter().enumerate() {
                let at = format!("machines[{number}].lookups[{place}]");
                let key = (&it.lookup, it.level.name());
                ensure!(seen.insert(key), "{at} is {} at {} again, expected another", key.0, key.1);
                let is_count = |count: &f64| (0.0..1e6).contains(count);
                let counts = it.instructions.iter().flatten();
                let wrong = counts.clone().chain([&it.copies]).find(|count| !is_count(count));
                ensure!(
                    wrong.is_none(),
                    "{at} holds {:?}, expected numbers from 0 to a million",
                    wrong.unwrap()
                );
                let mut ratios = it.ratios(false).chain(it.ratios(true));
                let wrong = ratios.find(|ratio| !ratio.is_ratio());
                ensure!(
                    wrong.is_none(),
                    "{at} holds {}, expected a ratio above zero",
                    wrong.map(Figure::in_brackets).unwrap_or_default()
                );
            }
        }
        Ok(compilers)
    }

    /// The text of a file: a line a lookup.
    ///
    /// # Errors
    /// If the reader would refuse it.
    pub fn to_json(&self) -> Result<String> {
        let text = serde_json::to_string(self)?;
        let text = text.replace("{\"lookup\"", "\n{\"lookup\"").replace("]}]}", "]}\n]}") + "\n";
        Compilers::parse(&text)?;
        Ok(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = r#"{"schema": 7, "machines": [{"machine": "Zen 5",
        "date": "2026-01-02T03:04:05Z", "commit": "0123456789ab+", "core": "quiet",
        "compilers": ["rustc-1.95.0", "g++-12.2.0", "clang++-14.0.6"], "lookups": [
        {"lookup": "sliders-pext", "level": "v3", "instructions": [21, 20, 20.5, 18, 18],
        "throughput": [[1.01, 1.0, 1.02], [1.02, 1.01, 1.03], [1, 0.99, 1.01], [0.5, 0.4, 0.6]],
        "latency": [[1.01, 1.0, 1.02], [1.02, 1.01, 1.03], [1, 0.99, 1.01], [0.7, 0.4, 0.9]],
        "copies": 0.004}]}]}"#;

    #[test]
    fn what_is_written_is_read_again() {
        let good = Compilers::parse(GOOD).unwrap();
        let [machine] = &good.machines[..] else { panic!() };
        let lookup = &machine.lookups[0];
        assert_eq!((lookup.level, lookup.instructions.unwrap()[2]), (Level::V3, 20.5));
        let values = |is_clang| lookup.ratios(is_clang).map(|it| it.value).collect::<Vec<_>>();
        assert_eq!(values(false), [1.01, 1.02, 1.01, 1.02]);
        assert_eq!(values(true), [1.0, 0.5, 1.0, 0.7]);
        let text = good.to_json().unwrap();
        assert_eq!(Compilers::parse(&text).unwrap(), good);
        assert_eq!(text.lines().count(), 3, "{text}");
    }

    #[test]
    fn a_file_that_breaks_a_rule_is_refused_with_the_place() {
        let twice = |text: &str| format!("{text}, {text}");
        let start = GOOD.find("{\"lookup\"").unwrap();
        let lookup = &GOOD[start..GOOD.rfind("]}]}").unwrap()];
        for (old, new, expected) in [
            ("\"v3\"", "\"v5\"", "v5"),
            ("[0.5, 0.4, 0.6]", "[0.5, 0.6, 0.7]", "throughput"),
            ("[0.5, 0.4, 0.6]", "[0.5, -0.4, 0.6]", "expected a ratio above zero"),
            ("20.5,", "-20.5,", "holds -20.5, expected numbers from 0"),
            ("20.5,", "", "instructions"),
            ("0.004", "1e7", "expected numbers from 0"),
            (", \"clang++-14.0.6\"", "", "compilers are 2, expected rustc, g++ and clang++"),
            ("Zen 5", "Zen <5>", "machine"),
            ("\"schema\": 7", "\"schema\": 6", "the schema is 6, expected 7"),
            ("\"core\"", "\"more\"", "more"),
            (lookup, &twice(lookup), "lookups[1] is sliders-pext at v3 again"),
        ] {
            assert!(GOOD.contains(old), "{old}");
            let refused = Compilers::parse(&GOOD.replacen(old, new, 1)).unwrap_err();
            let refused = format!("{refused:#}");
            assert!(refused.contains(expected), "{old}: {refused}");
        }
    }
}
