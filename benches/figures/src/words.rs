//! The words for a unit, a difference and a core, each set an enum: an unlisted word is refused.

/// An enum of words. Records and pages show a variant as its word.
#[macro_export]
macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$meaning:meta])* $word:ident = $text:literal,)+ }) => {
        $(#[$about])*
        #[derive(
            Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd,
            $crate::serde::Deserialize, $crate::serde::Serialize,
        )]
        #[serde(crate = "figures::serde")]
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

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
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
    /// The state of the core around the rounds that count, by the idle probe and the clock.
    Core {
        /// The core was undisturbed.
        Quiet = "quiet",
        /// Another program used the core, or the probe could not exclude it.
        Company = "in company",
        /// The frequency did not settle, so cycles are less certain than ratios.
        Unsteady = "unsteady",
        /// No probe was steady on this core, so nobody knows who used it.
        Unknown = "not told",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_word_is_written_shown_and_read_as_it_stands_here() {
        assert_eq!(
            serde_json::to_string(Core::ALL).unwrap(),
            r#"["quiet","in company","unsteady","not told"]"#
        );
        assert_eq!(serde_json::from_str::<Core>("\"in company\"").unwrap(), Core::Company);
        assert!(serde_json::from_str::<Verdict>("\"quicker\"").is_err());
        assert_eq!([Core::named("unsteady"), Core::named("steady")], [Some(Core::Unsteady), None]);
        assert_eq!(Verdict::Tie.to_string(), "tie");
        let [cycles, ns] = [Unit::Cycles, Unit::Nanoseconds].map(Unit::name);
        assert_eq!([cycles, ns], ["cycles", "ns"]);
        let states = [Core::Quiet, Core::Company, Core::Unsteady, Core::Unknown].map(Core::name);
        assert_eq!(states, ["quiet", "in company", "unsteady", "not told"]);
        let verdicts = [Verdict::Faster, Verdict::Slower, Verdict::Tie, Verdict::Unresolved];
        assert_eq!(verdicts.map(Verdict::name), ["faster", "slower", "tie", "unresolved"]);
        assert_eq!(verdicts.map(Verdict::is_order), [true, true, false, false]);
        let inverses = verdicts.map(|one| one.inverse().name());
        assert_eq!(inverses, ["slower", "faster", "tie", "unresolved"]);
    }
}
