//! Where something was measured, and with what build.

use crate::{Build, text};
use serde::{Deserialize, Serialize};

/// The machine and the build. Records of two runs are put together only if they agree
/// on all of it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The processor's name.
    #[serde(deserialize_with = "text::prose")]
    pub cpu: String,
    /// Who made it, and which it is; nothing where the architecture does not tell.
    #[serde(default)]
    pub model: Option<Model>,
    /// The sizes of its data caches in bytes.
    pub caches: Caches,
    /// The operating system, its kernel's version if it tells, and the architecture.
    #[serde(deserialize_with = "text::prose")]
    pub os: String,
    /// Whether a hypervisor announces itself; nothing where this cannot be known.
    pub virtualised: Option<bool>,
    /// The frequency governor; nothing where the system does not tell.
    #[serde(default, deserialize_with = "text::prose")]
    pub governor: Option<String>,
    /// The compiler's version.
    #[serde(deserialize_with = "text::prose")]
    pub rustc: String,
    /// The build.
    pub build: Build,
    /// The flags it was given beyond the profile's.
    #[serde(deserialize_with = "text::prose")]
    pub flags: String,
    /// The instruction sets it was allowed.
    #[serde(deserialize_with = "text::name")]
    pub features: Vec<String>,
    /// The instruction sets that the processor has, as far as variants ask for them.
    #[serde(default, deserialize_with = "text::name")]
    pub present: Vec<String>,
}

/// A processor by its numbers.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The vendor, as the processor spells it.
    #[serde(deserialize_with = "text::name")]
    pub vendor: String,
    /// Its family.
    pub family: u64,
    /// Its model within the family.
    pub model: u64,
    /// Its stepping.
    pub stepping: u64,
}

/// Microarchitectures: the vendor, the family, and models from the first to the last.
#[rustfmt::skip]
const MICROARCHITECTURES: &[(&str, &str, u64, &[(u64, u64)])] = &[
    ("Excavator", "AuthenticAMD", 21, &[(96, 127)]),
    ("Zen", "AuthenticAMD", 23, &[(0, 7), (16, 23), (32, 47)]),
    ("Zen", "HygonGenuine", 24, &[(0, 255)]),
    ("Zen+", "AuthenticAMD", 23, &[(8, 15), (24, 31)]),
    ("Zen 2", "AuthenticAMD", 23, &[(48, 255)]),
    ("Zen 3", "AuthenticAMD", 25, &[(0, 15), (32, 95)]),
    ("Zen 4", "AuthenticAMD", 25, &[(16, 31), (96, 127), (160, 175)]),
    ("Zen 5", "AuthenticAMD", 26, &[(0, 255)]),
    ("Haswell", "GenuineIntel", 6, &[(60, 60), (63, 63), (69, 70)]),
    ("Broadwell", "GenuineIntel", 6, &[(61, 61), (71, 71), (79, 79), (86, 86)]),
    ("Skylake", "GenuineIntel", 6, &[(78, 78), (85, 85), (94, 94), (142, 142), (158, 158), (165, 166)]),
    ("Ice Lake", "GenuineIntel", 6, &[(106, 106), (108, 108), (125, 126)]),
    ("Tiger Lake", "GenuineIntel", 6, &[(140, 141)]),
    ("Rocket Lake", "GenuineIntel", 6, &[(167, 167)]),
    ("Golden Cove", "GenuineIntel", 6, &[(143, 143), (151, 151), (154, 154), (183, 183), (186, 186), (191, 191), (207, 207)]),
    ("Granite Rapids", "GenuineIntel", 6, &[(173, 174)]),
];

impl Model {
    /// The microarchitecture, as far as these numbers tell it. Near numbers tell nothing: model 33
    /// of family 25 is a Zen 3, model 17 a Zen 4.
    #[must_use]
    pub fn microarchitecture(&self) -> Option<&'static str> {
        let is_it = |(_, vendor, family, models): &&(&str, &str, u64, &[(u64, u64)])| {
            let has = |(first, last): &(u64, u64)| (*first..=*last).contains(&self.model);
            *vendor == self.vendor && *family == self.family && models.iter().any(has)
        };
        MICROARCHITECTURES.iter().find(is_it).map(|(name, ..)| *name)
    }
}

/// Sizes of the data caches of one core in bytes; nothing where unknown.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Caches {
    /// First level.
    pub l1d: Option<u64>,
    /// Second level.
    pub l2: Option<u64>,
    /// Third level.
    pub l3: Option<u64>,
}

impl Caches {
    /// The largest working set of a sweep's continuous range: four times the second level,
    /// or 4 MiB where that is unknown. A step beyond it lies past the last level.
    #[must_use]
    pub fn reach(&self) -> u64 {
        self.l2.unwrap_or(1 << 20).saturating_mul(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_known_by_their_numbers() {
        let found = |vendor: &str, family, model| {
            Model { vendor: vendor.to_owned(), family, model, stepping: 1 }.microarchitecture()
        };
        for (family, model, expected) in [
            (23, 1, "Zen"),
            (23, 8, "Zen+"),
            (23, 49, "Zen 2"),
            (23, 113, "Zen 2"),
            (25, 1, "Zen 3"),
            (25, 33, "Zen 3"),
            (25, 80, "Zen 3"),
            (25, 17, "Zen 4"),
            (25, 97, "Zen 4"),
            (26, 2, "Zen 5"),
        ] {
            assert_eq!(found("AuthenticAMD", family, model), Some(expected), "{family}/{model}");
        }
        for (model, expected) in [
            (60, Some("Haswell")),
            (85, Some("Skylake")),
            (94, Some("Skylake")),
            (143, Some("Golden Cove")),
            (173, Some("Granite Rapids")),
            (183, Some("Golden Cove")),
            (55, None),
            (90, None),
            (300, None),
        ] {
            assert_eq!(found("GenuineIntel", 6, model), expected, "{model}");
        }
        assert_eq!(found("MadeUp", 6, 85), None);
    }
}
