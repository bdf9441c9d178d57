//! The words of records, each set an enum: an unlisted word is refused.

use figures::words;

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

impl Ruling {
    /// Whether figures settle it: an order is certain in one context at least.
    #[must_use]
    pub fn is_settled(self) -> bool {
        matches!(self, Ruling::Confirmed | Ruling::Refuted | Ruling::Depends)
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
            Kind: "cpw, frontier, library, application, control"
            Interface: "plain, encoded, aligned-only, batch, kept, approximate"
            Build: "baseline, x86-64-v3, native"
            Breadth: "quick, default, thorough"
            Counter: "callgrind, hardware"
            Meter: "duel, instructions"
            Ruling: "confirmed, refuted, depends, tie, unresolved, not measured"
        }
    }

    #[test]
    fn a_claim_is_settled_by_a_certain_order() {
        let settled = Ruling::ALL.iter().filter(|ruling| ruling.is_settled());
        assert!(settled.eq(&[Ruling::Confirmed, Ruling::Refuted, Ruling::Depends]));
    }
}
