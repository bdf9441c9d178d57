//! The machine and the build of a measurement.

use crate::{Build, text, visible};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The machine and the build. Records of two runs are joined only if they agree on all of it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// The processor's name.
    pub cpu: String,
    /// The vendor and its numbers; `None` if the architecture does not tell.
    pub model: Option<Model>,
    /// The sizes of the data caches in bytes.
    pub caches: Caches,
    /// The operating system, its kernel's version if known, and the architecture.
    pub os: String,
    /// Whether a hypervisor announces itself; `None` if unknown.
    pub virtualised: Option<bool>,
    /// The frequency governor; `None` if the system does not tell.
    pub governor: Option<String>,
    /// The compiler's version.
    pub rustc: String,
    /// The build.
    pub build: Build,
    /// Compiler flags beyond the profile's.
    pub flags: String,
    /// The instruction sets that the build may use.
    #[serde(deserialize_with = "text::name")]
    pub features: Vec<String>,
    /// The instruction sets that the processor has, among those that variants ask for.
    #[serde(deserialize_with = "text::name")]
    pub present: Vec<String>,
}

/// A processor's identification numbers.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The vendor, as the processor spells it.
    #[serde(deserialize_with = "text::name")]
    pub vendor: String,
    /// The family.
    pub family: u64,
    /// The model within the family.
    pub model: u64,
    /// The stepping.
    pub stepping: u64,
}

/// A microarchitecture: name, vendor, family, and ranges of models, both ends included.
type Known = (&'static str, &'static str, u64, &'static [(u64, u64)]);

#[rustfmt::skip]
const MICROARCHITECTURES: &[Known] = &[
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

/// The microarchitecture of a processor; `None` if its numbers do not tell. Near numbers tell
/// nothing: model 33 of family 25 is a Zen 3, model 17 a Zen 4. A hypervisor may report another
/// model, so the caches must fit: no Intel core before Golden Cove has 2 MiB of second-level
/// cache, and no Intel processor before Granite Rapids more than 320 MiB of third-level cache.
#[must_use]
pub fn microarchitecture(model: &Model, caches: Caches) -> Option<&'static str> {
    let is_it = |(_, vendor, family, models): &&Known| {
        let has = |(first, last): &(u64, u64)| (*first..=*last).contains(&model.model);
        *vendor == model.vendor && *family == model.family && models.iter().any(has)
    };
    let told = MICROARCHITECTURES.iter().find(is_it).map(|(name, ..)| *name);
    let is_newer = model.vendor == "GenuineIntel" && caches.l2 == Some(2 << 20);
    match told {
        Some("Golden Cove" | "Granite Rapids") => told,
        _ if is_newer && caches.l3.is_some_and(|l3| l3 > 320 << 20) => Some("Granite Rapids"),
        _ if is_newer => Some("Golden Cove"),
        _ => told,
    }
}

impl Machine {
    /// The microarchitecture; `None` if the numbers do not tell.
    #[must_use]
    pub fn microarchitecture(&self) -> Option<&'static str> {
        microarchitecture(self.model.as_ref()?, self.caches)
    }

    /// What differs on another machine, or of its build: each field with what it is there, and here.
    #[must_use]
    pub fn differences(&self, other: &Machine) -> String {
        let fields = |machine: &Machine| serde_json::to_value(machine).unwrap_or_default();
        let (here, there) = (fields(self), fields(other));
        let plain = |value: &Value| visible(value.as_str().unwrap_or(&value.to_string()));
        let fields =
            here.as_object().into_iter().flatten().filter(|(name, it)| *it != &there[name]);
        let differs = |(name, it): (&String, &Value)| {
            format!("{name} {}, here {}", plain(&there[name]), plain(it))
        };
        fields.map(differs).collect::<Vec<_>>().join("; ")
    }
}

/// Sizes of one core's data caches in bytes; `None` if unknown.
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
    /// The largest working set in a sweep's continuous range: four times the second-level cache,
    /// or 4 MiB if that is unknown. One more step lies beyond the last level.
    #[must_use]
    pub fn reach(&self) -> u64 {
        self.l2.unwrap_or(1 << 20).saturating_mul(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first and the last model of each range, and one on either side that is another's.
    #[test]
    fn each_range_of_models_ends_where_it_is_known_to() {
        let [amd, intel] = ["AuthenticAMD", "GenuineIntel"];
        let caches = Caches { l1d: None, l2: None, l3: None };
        for (vendor, family, name, models) in [
            (amd, 21, "Excavator", &[96, 127][..]),
            (amd, 23, "Zen", &[0, 1, 7, 16, 17, 23, 32, 47]),
            (amd, 23, "Zen+", &[8, 15, 24, 31]),
            (amd, 23, "Zen 2", &[48, 49, 96, 113, 255]),
            (amd, 25, "Zen 3", &[0, 1, 15, 32, 33, 80, 95]),
            (amd, 25, "Zen 4", &[16, 17, 31, 96, 97, 127, 160, 175]),
            (amd, 26, "Zen 5", &[0, 2, 68, 255]),
            (intel, 6, "Haswell", &[60, 63, 69, 70]),
            (intel, 6, "Broadwell", &[61, 71, 79, 86]),
            (intel, 6, "Skylake", &[78, 85, 94, 142, 158, 165, 166]),
            (intel, 6, "Ice Lake", &[106, 108, 125, 126]),
            (intel, 6, "Tiger Lake", &[140, 141]),
            (intel, 6, "Rocket Lake", &[167]),
            (intel, 6, "Golden Cove", &[143, 151, 154, 183, 186, 191, 207]),
            (intel, 6, "Granite Rapids", &[173, 174]),
            (amd, 21, "", &[95, 128]),
            (amd, 25, "", &[128, 159, 176]),
            (intel, 6, "", &[59, 62, 68, 72, 80, 87, 105, 107, 124, 127, 139, 168, 172, 175]),
            ("HygonGenuine", 24, "Zen", &[0, 255]),
            ("HygonGenuine", 23, "", &[1]),
        ] {
            for &model in models {
                let known = Model { vendor: vendor.to_owned(), family, model, stepping: 0 };
                let found = microarchitecture(&known, caches).unwrap_or_default();
                assert_eq!(found, name, "{vendor} {family}/{model}");
            }
        }
        // A sweep goes on to four times the second level.
        let reach = |l2| Caches { l2, ..caches }.reach();
        assert_eq!((reach(None), reach(Some(2 << 20))), (4 << 20, 8 << 20));
    }

    #[test]
    fn what_differs_on_another_machine_is_said_field_by_field() {
        let good = crate::Records::parse(include_str!("../tests/good.json")).unwrap().machine;
        assert_eq!(good.differences(&good), "");
        for (expected, change) in [
            (
                "cpu \u{5c}u{202e}a, here x",
                (|it| it.cpu = "\u{202e}a".to_owned()) as fn(&mut Machine),
            ),
            ("os linux 7.0 x86_64, here x", |it| it.os = "linux 7.0 x86_64".to_owned()),
            ("governor powersave, here x", |it| it.governor = Some("powersave".to_owned())),
            ("virtualised null, here x", |it| it.virtualised = None),
            ("rustc rustc 1.1, here x", |it| it.rustc = "rustc 1.1".to_owned()),
            ("build native, here x", |it| it.build = Build::Native),
            ("flags -Clto, here x", |it| it.flags = "-Clto".to_owned()),
            ("features [\"ssse3\"], here x", |it| it.features = vec!["ssse3".to_owned()]),
            ("present [\"gfni\"], here x", |it| it.present = vec!["gfni".to_owned()]),
            ("caches {\"l1d\":7,\"l2\":null,\"l3\":null}, here x", |it| {
                it.caches = Caches { l1d: Some(7), l2: None, l3: None };
            }),
            ("model null, here x", |it| it.model = None),
        ] {
            let mut other = good.clone();
            change(&mut other);
            let said = good.differences(&other);
            let start = expected.strip_suffix('x').unwrap();
            assert!(said.starts_with(start) && !said.contains("; "), "{said}");
            // From the other side, the two are exchanged.
            let there = said.split_once(", here ").unwrap().1;
            assert!(other.differences(&good).contains(&format!("{there}, here ")), "{said}");
        }
        let other = Machine { rustc: "a".to_owned(), flags: "b".to_owned(), ..good.clone() };
        let said = good.differences(&other);
        assert!(said.contains("flags b, here ") && said.contains("; rustc a, here "), "{said}");
    }

    #[test]
    fn processors_are_known_by_their_numbers_if_the_caches_fit() {
        for (vendor, family, model, l2, l3, expected) in [
            ("AuthenticAMD", 23, 1, None, None, Some("Zen")),
            ("AuthenticAMD", 23, 8, None, None, Some("Zen+")),
            ("AuthenticAMD", 23, 113, None, None, Some("Zen 2")),
            ("AuthenticAMD", 25, 33, None, None, Some("Zen 3")),
            ("AuthenticAMD", 25, 17, None, None, Some("Zen 4")),
            ("AuthenticAMD", 25, 97, None, None, Some("Zen 4")),
            ("GenuineIntel", 6, 85, None, None, Some("Skylake")),
            ("GenuineIntel", 6, 183, None, None, Some("Golden Cove")),
            ("GenuineIntel", 6, 55, None, None, None),
            ("MadeUp", 6, 85, None, None, None),
            // A model that does not fit the caches is not believed.
            ("GenuineIntel", 6, 167, Some(1), Some(16), Some("Rocket Lake")),
            ("GenuineIntel", 6, 167, Some(2), Some(105), Some("Golden Cove")),
            ("GenuineIntel", 6, 167, Some(2), Some(480), Some("Granite Rapids")),
        ] {
            let [l2, l3] = [l2, l3].map(|size: Option<u64>| size.map(|size| size << 20));
            let known = Model { vendor: vendor.to_owned(), family, model, stepping: 1 };
            let found = microarchitecture(&known, Caches { l1d: None, l2, l3 });
            assert_eq!(found, expected, "{family}/{model}");
        }
    }
}
