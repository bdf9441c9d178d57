//! The words of records, each set an enum: an unlisted word is refused.

use serde::{Deserialize, Serialize};
use std::fmt;

/// An enum of words. Records and pages show a variant as its word.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
        pub enum $name { $($(#[$meaning])* #[serde(rename = $text)] $word,)+ }

        impl $name {
            /// All of them, in the order of the report.
            pub const ALL: &'static [$name] = &[$($name::$word,)+];

            /// The word.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$word => $text,)+ }
            }

            /// The one of this word.
            #[must_use]
            pub fn named(text: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|word| word.name() == text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

words! {
    /// The conditions of a measurement.
    Context {
        /// Independent queries not asked before, hot tables.
        Throughput = "throughput",
        /// Dependent queries not asked before, hot tables.
        Latency = "latency",
        /// Independent queries asked again and again, hot tables.
        Learnt = "learnt",
        /// Touches of a working set between queries; both are timed together.
        Beside = "beside",
        /// Hot tables, with a number of questions after each query.
        Upkeep = "upkeep",
    }
}

words! {
    /// The parameter that varies from step to step of a table.
    Parameter {
        /// Bytes of the competing working set.
        WorkingSet = "working set",
        /// Questions after each query.
        Questions = "questions",
    }
}

words! {
    /// The unit of times. A table never mixes units.
    Unit {
        /// Core cycles.
        Cycles = "cycles",
        /// Nanoseconds, if cycles cannot be counted.
        Nanoseconds = "ns",
    }
}

words! {
    /// The role of a variant or control.
    Kind {
        /// A variant from the Chess Programming Wiki pages that the laboratory began with.
        Cpw = "cpw",
        /// A variant that is not on those pages.
        Frontier = "frontier",
        /// A library that programs use today, through its public functions.
        Library = "library",
        /// A part of a program, built from a choice of variants.
        Application = "application",
        /// No variant: it measures the measuring.
        Control = "control",
    }
}

words! {
    /// The form of a variant's queries and answers. Different interfaces answer different
    /// questions and are not ranked together.
    Interface {
        /// Takes squares as they are and answers for all of them.
        Plain = "plain",
        /// Takes squares in its own numbering; encoding them is not timed.
        Encoded = "encoded",
        /// Answers for different squares on a line, and is asked about no others.
        AlignedOnly = "aligned-only",
        /// Answers for many pairs of squares at once, so no query can wait for an answer.
        Batch = "batch",
        /// Is kept from query to query and asked several questions after each, so no query can
        /// wait for an answer.
        Kept = "kept",
        /// Ignores some of the board, so some answers are wrong; they are counted.
        Approximate = "approximate",
    }
}

words! {
    /// A verdict on a difference.
    Verdict {
        /// It takes less time, beyond the noise.
        Faster = "faster",
        /// It takes more time, beyond the noise.
        Slower = "slower",
        /// Equivalent: the whole interval of the ratio lies within
        /// [`EQUIVALENT`](crate::EQUIVALENT) of 1.
        Tie = "tie",
        /// None of these: the interval is too wide to tell.
        Unresolved = "unresolved",
    }
}

impl Verdict {
    /// Whether it orders the two variants.
    #[must_use]
    pub fn is_order(self) -> bool {
        matches!(self, Verdict::Faster | Verdict::Slower)
    }

    /// The verdict seen from the other variant.
    #[must_use]
    pub fn inverse(self) -> Verdict {
        match self {
            Verdict::Faster => Verdict::Slower,
            Verdict::Slower => Verdict::Faster,
            Verdict::Tie | Verdict::Unresolved => self,
        }
    }
}

words! {
    /// The processor features that the compiler may use.
    Build {
        /// The features of every processor of the architecture: SSE2 on x86-64.
        Baseline = "baseline",
        /// The features that engines ship for processors since about 2013: AVX2, BMI2 and others.
        V3 = "x86-64-v3",
        /// The user's own flags.
        Native = "native",
    }
}

words! {
    /// How much a run was asked to measure, and for how long. The method is the same in all
    /// three.
    Breadth {
        /// The first stream of each question, briefly: a minute.
        Quick = "quick",
        /// The figures that a reader decides by: five minutes.
        Default = "default",
        /// Everything, at length.
        Thorough = "thorough",
    }
}

words! {
    /// The state of the core around the rounds that count, by the idle probe and the clock.
    Core {
        /// The core was undisturbed.
        Quiet = "quiet",
        /// Another program used the core, or the probe could not exclude it.
        Company = "in company",
        /// The frequency did not settle, so cycles are less certain than ratios.
        Unsteady = "unsteady",
    }
}

words! {
    /// The source of counts.
    Counter {
        /// Callgrind's simulated processor: exact, and the same on every machine.
        Callgrind = "callgrind",
        /// The processor's own counters.
        Hardware = "hardware",
    }
}

words! {
    /// A program that measures.
    Meter {
        /// Times, in interleaved rounds.
        Duel = "duel",
        /// Counts, by Callgrind.
        Instructions = "instructions",
    }
}

words! {
    /// A ruling on a claim.
    Ruling {
        /// The figures say the same, beyond the noise.
        Confirmed = "confirmed",
        /// The figures say the opposite, beyond the noise.
        Refuted = "refuted",
        /// True in one context and false in another.
        Depends = "depends",
        /// Equivalent in all its figures.
        Tie = "tie",
        /// The intervals are too wide to tell.
        Unresolved = "unresolved",
        /// There are no figures to settle it.
        NotMeasured = "not measured",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What files and pages say, and in which order.
    #[test]
    fn each_word_is_written_shown_and_read_as_it_stands_here() {
        macro_rules! expect {
            ($($name:ident: $words:literal)+) => {
                $(
                    let words: Vec<_> = $words.split(", ").collect();
                    assert_eq!($name::ALL.iter().map(|it| it.name()).collect::<Vec<_>>(), words);
                    for (one, word) in $name::ALL.iter().zip(words) {
                        assert_eq!(one.to_string(), word);
                        let json = format!("\"{word}\"");
                        assert_eq!(serde_json::to_string(one).unwrap(), json);
                        assert_eq!(serde_json::from_str::<$name>(&json).unwrap(), *one);
                        assert_eq!($name::named(word), Some(*one));
                        assert_eq!($name::named(&format!("{word} ")), None);
                    }
                )+
            };
        }
        expect! {
            Context: "throughput, latency, learnt, beside, upkeep"
            Parameter: "working set, questions"
            Unit: "cycles, ns"
            Kind: "cpw, frontier, library, application, control"
            Interface: "plain, encoded, aligned-only, batch, kept, approximate"
            Verdict: "faster, slower, tie, unresolved"
            Build: "baseline, x86-64-v3, native"
            Breadth: "quick, default, thorough"
            Core: "quiet, in company, unsteady"
            Counter: "callgrind, hardware"
            Meter: "duel, instructions"
            Ruling: "confirmed, refuted, depends, tie, unresolved, not measured"
        }
        let [cycles, ns] = [Unit::Cycles, Unit::Nanoseconds].map(Unit::name);
        assert_eq!([cycles, ns], ["cycles", "ns"]);
        let states = [Core::Quiet, Core::Company, Core::Unsteady].map(Core::name);
        assert_eq!(states, ["quiet", "in company", "unsteady"]);
        let verdicts = [Verdict::Faster, Verdict::Slower, Verdict::Tie, Verdict::Unresolved];
        assert_eq!(verdicts.map(Verdict::name), ["faster", "slower", "tie", "unresolved"]);
        assert_eq!(verdicts.map(Verdict::is_order), [true, true, false, false]);
        let inverses = verdicts.map(|one| one.inverse().name());
        assert_eq!(inverses, ["slower", "faster", "tie", "unresolved"]);
    }
}
