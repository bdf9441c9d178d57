//! The words of records, each an enum: a word that is not listed here is refused.

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// An enum of words. A variant is written as its word, in records and on pages.
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
        pub enum $name { $($(#[$meaning])* $word,)+ }

        impl $name {
            /// All of them, in the order of the report.
            pub const ALL: &'static [$name] = &[$($name::$word,)+];

            /// The word.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $($name::$word => $text,)+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let found = $name::ALL.iter().copied().find(|word| word.name() == text);
                found.ok_or_else(|| D::Error::unknown_variant(&text, &[$($text,)+]))
            }
        }
    };
}

words! {
    /// The circumstances of a measurement.
    Context {
        /// Independent queries that were not asked before, hot tables.
        Throughput = "throughput",
        /// Dependent queries that were not asked before, hot tables.
        Latency = "latency",
        /// Independent queries that were asked before, again and again, hot tables.
        Learnt = "learnt",
        /// Between two queries, touches of a working set; timed together.
        Beside = "beside",
        /// Hot tables, with a number of questions after each query.
        Upkeep = "upkeep",
    }
}

words! {
    /// What varies from step to step of a table.
    Parameter {
        /// Bytes of the competing working set.
        WorkingSet = "working set",
        /// Questions after each query.
        Questions = "questions",
    }
}

words! {
    /// What times are measured in. A table never mixes them.
    Unit {
        /// Core cycles.
        Cycles = "cycles",
        /// Nanoseconds, where cycles cannot be told.
        Nanoseconds = "ns",
    }
}

words! {
    /// The role of a contender.
    Kind {
        /// A technique from the pages of the Chess Programming Wiki that the laboratory
        /// began with.
        Cpw = "cpw",
        /// A technique that those pages do not have.
        Frontier = "frontier",
        /// A library that programs use today, by its public functions.
        Library = "library",
        /// A part of a program, built from a choice of techniques.
        Application = "application",
        /// No technique: it measures the measuring.
        Control = "control",
    }
}

words! {
    /// What a contender takes and answers. Different interfaces answer different
    /// questions and are not ranked together.
    Interface {
        /// Takes squares as they are and answers for any of them.
        Plain = "plain",
        /// Takes squares in a numbering of its own; encoding them is not timed.
        Encoded = "encoded",
        /// Answers for different squares on a line and is asked about no others.
        AlignedOnly = "aligned-only",
        /// Answers for many pairs of squares at once, so no query can wait for an answer.
        Batch = "batch",
        /// Is kept from query to query and asked several questions after each, so no
        /// query can wait for an answer.
        Kept = "kept",
        /// Does not see everything on the board, so some of its answers are wrong; they
        /// are counted.
        Approximate = "approximate",
    }
}

words! {
    /// What may be said of a difference.
    Verdict {
        /// It takes less time, beyond the noise.
        Faster = "faster",
        /// It takes more time, beyond the noise.
        Slower = "slower",
        /// Equivalent: the whole interval of the ratio lies within [`EQUIVALENT`](crate::EQUIVALENT)
        /// of 1.
        Tie = "tie",
        /// None of these: the interval is too wide to tell.
        Unresolved = "unresolved",
    }
}

impl Verdict {
    /// Whether it orders the two.
    #[must_use]
    pub fn is_order(self) -> bool {
        matches!(self, Verdict::Faster | Verdict::Slower)
    }

    /// The verdict on the other one.
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
    /// What the compiler was allowed to use of the processor.
    Build {
        /// What every processor of the architecture has: SSE2 on x86-64.
        Baseline = "baseline",
        /// What engines ship for processors since about 2013: AVX2, BMI2 and others.
        V3 = "x86-64-v3",
        /// Flags of the user's own.
        Native = "native",
    }
}

words! {
    /// How much of what there is a run was asked to measure, and for how long. The method is the
    /// same in all three.
    Breadth {
        /// The first stream of each question, shortly: a minute.
        Quick = "quick",
        /// What a reader decides by: five minutes.
        Default = "default",
        /// Everything, for long.
        Thorough = "thorough",
    }
}

words! {
    /// What the idle probe and the clock saw around the rounds that count.
    Core {
        /// The core was undisturbed.
        Quiet = "quiet",
        /// Another program used the core, or the probe could not tell that none did.
        Company = "in company",
        /// Its frequency did not settle, so cycles are less certain than ratios.
        Unsteady = "unsteady",
    }
}

words! {
    /// What kept the counts.
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
    /// What may be said of a claim.
    Ruling {
        /// The figures say the same, beyond the noise.
        Confirmed = "confirmed",
        /// The figures say the opposite, beyond the noise.
        Refuted = "refuted",
        /// True in one context and false in another.
        Depends = "depends",
        /// Equivalent, as far as it is claimed at all.
        Tie = "tie",
        /// The intervals are too wide to tell.
        Unresolved = "unresolved",
        /// No figures that would settle it.
        NotMeasured = "not measured",
    }
}
