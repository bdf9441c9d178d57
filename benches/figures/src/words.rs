//! The words for a unit, a difference and a core, each set an enum: an unlisted word is refused.

use crate::{EQUIVALENT, Figure};

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

        $crate::schema_of_words!($name $($text)+);

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

/// The schema of an enum of words.
#[cfg(feature = "schema")]
#[doc(hidden)]
#[macro_export]
macro_rules! schema_of_words {
    ($name:ident $($text:literal)+) => {
        impl $crate::schemars::JsonSchema for $name {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($name).into()
            }

            fn json_schema(_: &mut $crate::schemars::SchemaGenerator) -> $crate::schemars::Schema {
                $crate::schemars::json_schema!({ "type": "string", "enum": [$($text),+] })
            }
        }
    };
}

#[cfg(not(feature = "schema"))]
#[doc(hidden)]
#[macro_export]
macro_rules! schema_of_words {
    ($($words:tt)+) => {};
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
    /// The verdict of the logarithm of a ratio of times, if differences up to `margin`, another
    /// logarithm, are noise.
    ///
    /// An order comes first: between [`LEAST`](crate::LEAST) and [`EQUIVALENT`] two variants may
    /// surely differ and still be equivalent for most purposes. Nothing ties where the noise is
    /// larger than a tie allows.
    #[must_use]
    pub fn of(log: Figure, margin: f64) -> Verdict {
        let equivalent = EQUIVALENT.ln_1p();
        match () {
            () if log.side(margin).is_gt() => Verdict::Slower,
            () if log.side(-margin).is_lt() => Verdict::Faster,
            () if margin > equivalent => Verdict::Unresolved,
            () if log.low >= -equivalent && log.high <= equivalent => Verdict::Tie,
            () => Verdict::Unresolved,
        }
    }

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
    /// What is claimed of one thing against another, or expected of it.
    Claim {
        /// It takes less time, beyond the noise.
        Faster = "faster",
        /// It takes more time, beyond the noise.
        Slower = "slower",
        /// Neither is certain.
        NotToldApart = "not told apart",
        /// Only expected, never found: faster or not told apart.
        NotSlower = "not slower",
    }
}

impl Claim {
    /// The one that a command line expects, with spaces or dashes.
    ///
    /// # Errors
    /// The words that there are, if it is none.
    pub fn expected(text: &str) -> Result<Claim, &'static str> {
        Claim::named(&text.replace('-', " "))
            .ok_or("expected `faster`, `slower`, `not-slower` or `not-told-apart`")
    }

    /// Whether it holds where this was found.
    #[must_use]
    pub fn holds(self, found: Claim) -> bool {
        match self {
            Claim::NotSlower => found != Claim::Slower,
            _ => found == self,
        }
    }
}

impl From<Option<Verdict>> for Claim {
    fn from(verdict: Option<Verdict>) -> Claim {
        match verdict {
            Some(Verdict::Faster) => Claim::Faster,
            Some(Verdict::Slower) => Claim::Slower,
            Some(Verdict::Tie | Verdict::Unresolved) | None => Claim::NotToldApart,
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
    use crate::LEAST;
    use Verdict::{Faster, Slower, Tie, Unresolved};

    #[test]
    fn each_word_is_written_shown_and_read_as_it_stands_here() {
        assert_eq!(
            serde_json::to_string(Core::ALL).unwrap(),
            r#"["quiet","in company","unsteady","not told"]"#
        );
        assert_eq!(serde_json::from_str::<Core>("\"in company\"").unwrap(), Core::Company);
        assert!(serde_json::from_str::<Verdict>("\"quicker\"").is_err());
        assert_eq!([Core::named("unsteady"), Core::named("steady")], [Some(Core::Unsteady), None]);
        assert_eq!(Tie.to_string(), "tie");
        let [cycles, ns] = [Unit::Cycles, Unit::Nanoseconds].map(Unit::name);
        assert_eq!([cycles, ns], ["cycles", "ns"]);
        let states = [Core::Quiet, Core::Company, Core::Unsteady, Core::Unknown].map(Core::name);
        assert_eq!(states, ["quiet", "in company", "unsteady", "not told"]);
        let verdicts = [Faster, Slower, Tie, Unresolved];
        assert_eq!(verdicts.map(Verdict::name), ["faster", "slower", "tie", "unresolved"]);
        assert_eq!(verdicts.map(Verdict::is_order), [true, true, false, false]);
        let claims = verdicts.map(|one| Claim::from(Some(one)).name());
        assert_eq!(claims, ["faster", "slower", "not told apart", "not told apart"]);
        assert_eq!(Claim::from(None), Claim::NotToldApart);
        let inverses = verdicts.map(|one| one.inverse().name());
        assert_eq!(inverses, ["slower", "faster", "tie", "unresolved"]);
    }

    #[test]
    fn a_ratio_says_order_equivalence_or_nothing() {
        for (low, high, margin, expected) in [
            (0.0051, 0.02, LEAST, Slower),
            (-0.02, -0.0051, LEAST, Faster),
            // Surely different, though by less than a tie allows.
            (0.006, 0.009, LEAST, Slower),
            (0.002, 0.009, LEAST, Tie),
            (-0.0098, 0.0098, LEAST, Tie),
            (-0.0102, 0.002, LEAST, Unresolved),
            (-0.002, 0.0102, LEAST, Unresolved),
            // If copies differ, no smaller difference counts; if they differ by more than a tie
            // allows, nothing ties.
            (0.02, 0.04, 0.03, Unresolved),
            (0.001, 0.009, 0.008, Tie),
            (-0.009, 0.009, EQUIVALENT, Tie),
            (-0.001, 0.001, 0.03, Unresolved),
            (0.031, 0.04, 0.03, Slower),
        ] {
            let figure = Figure { value: f64::midpoint(low, high), low, high };
            assert_eq!(
                Verdict::of(figure.map(f64::ln_1p), f64::ln_1p(margin)),
                expected,
                "{figure:?}"
            );
        }
    }

    #[test]
    fn what_is_expected_is_read_with_dashes_and_holds_of_what_was_found() {
        for (text, [faster, slower, apart]) in [
            ("faster", [true, false, false]),
            ("slower", [false, true, false]),
            ("not slower", [true, false, true]),
            ("not-slower", [true, false, true]),
            ("not-told-apart", [false, false, true]),
        ] {
            let claim = Claim::expected(text).unwrap();
            let found = [Claim::Faster, Claim::Slower, Claim::NotToldApart];
            assert_eq!(found.map(|found| claim.holds(found)), [faster, slower, apart], "{text}");
        }
        let words = "expected `faster`, `slower`, `not-slower` or `not-told-apart`";
        assert_eq!(Claim::expected("quicker"), Err(words));
    }
}
