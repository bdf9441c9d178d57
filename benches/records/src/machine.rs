//! The machine and the build of a measurement.

use crate::{Build, text, visible};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The machine and the build. Records of two runs are joined only if they agree on all of it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    ("Zen", "AuthenticAMD", 23, &[(0, 7), (16, 23), (32, 47), (80, 95)]),
    ("Zen", "HygonGenuine", 24, &[(0, 255)]),
    ("Zen+", "AuthenticAMD", 23, &[(8, 15), (24, 31)]),
    ("Zen 2", "AuthenticAMD", 23, &[(48, 79), (96, 255)]),
    ("Zen 3", "AuthenticAMD", 25, &[(0, 15), (32, 95)]),
    ("Zen 4", "AuthenticAMD", 25, &[(16, 31), (96, 175)]),
    ("Zen 5", "AuthenticAMD", 26, &[(0, 47), (64, 79), (96, 127)]),
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

    /// What differs on another machine, or of its build: each field with what it is here, and there.
    #[must_use]
    pub fn differing(&self, other: &Machine) -> Vec<(String, [String; 2])> {
        let fields = |machine: &Machine| serde_json::to_value(machine).unwrap_or_default();
        let (here, there) = (fields(self), fields(other));
        let plain = |value: &Value| visible(value.as_str().unwrap_or(&value.to_string()));
        let fields = here.as_object().into_iter().flatten();
        let fields = fields.filter(|(name, it)| *it != &there[name]);
        fields.map(|(name, it)| (name.clone(), [plain(it), plain(&there[name])])).collect()
    }

    /// The same in a line.
    #[must_use]
    pub fn differences(&self, other: &Machine) -> String {
        let differing = self.differing(other).into_iter();
        let said = differing.map(|(name, [here, there])| format!("{name} {there}, here {here}"));
        said.collect::<Vec<_>>().join("; ")
    }
}

/// Sizes of one core's data caches in bytes; `None` if unknown.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

    #[test]
    fn a_sweep_goes_on_to_four_times_the_second_level() {
        let reach = |l2| Caches { l1d: None, l2, l3: None }.reach();
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

    fn named(vendor: &str, family: u64, model: u64, mib: [Option<u64>; 2]) -> Option<&'static str> {
        let [l2, l3] = mib.map(|size| size.map(|size| size << 20));
        let model = Model { vendor: vendor.to_owned(), family, model, stepping: 1 };
        microarchitecture(&model, Caches { l1d: None, l2, l3 })
    }

    /// A name, a family, and ranges of models.
    type Family = (&'static str, u64, &'static [(u64, u64)]);

    /// As Linux and the makers' guides name them, the models in hexadecimal as there.
    #[test]
    fn every_processor_has_the_name_that_its_makers_guide_gives() {
        const INTEL: &[(&str, &[u64])] = &[
            ("Haswell", &[0x3c, 0x3f, 0x45, 0x46]),
            ("Broadwell", &[0x3d, 0x47, 0x4f, 0x56]),
            // Kaby, Coffee, Whiskey and Comet Lake have the same core.
            ("Skylake", &[0x4e, 0x55, 0x5e, 0x8e, 0x9e, 0xa5, 0xa6]),
            ("Ice Lake", &[0x6a, 0x6c, 0x7d, 0x7e]),
            ("Tiger Lake", &[0x8c, 0x8d]),
            ("Rocket Lake", &[0xa7]),
            // Sapphire, Alder, Raptor and Emerald.
            ("Golden Cove", &[0x8f, 0x97, 0x9a, 0xb7, 0xba, 0xbf, 0xcf]),
            ("Granite Rapids", &[0xad, 0xae]),
        ];
        const AMD: &[Family] = &[
            ("Excavator", 0x15, &[(0x60, 0x7f)]),
            // Threadrippers and Epycs, Ravens, Dalis, and the Subor Z+.
            ("Zen", 0x17, &[(0x00, 0x07), (0x10, 0x17), (0x20, 0x2f), (0x50, 0x5f)]),
            // Pinnacle Ridge and Picasso.
            ("Zen+", 0x17, &[(0x08, 0x0f), (0x18, 0x1f)]),
            // Rome, Renoir, Matisse, consoles, Van Gogh and Mendocino.
            ("Zen 2", 0x17, &[(0x30, 0x4f), (0x60, 0xff)]),
            ("Zen 3", 0x19, &[(0x00, 0x0f), (0x20, 0x5f)]),
            // Genoa and Storm Peak, Raphael, Phoenix, MI300, Bergamo.
            ("Zen 4", 0x19, &[(0x10, 0x1f), (0x60, 0xaf)]),
            // Between and behind them stand models of Zen 6.
            ("Zen 5", 0x1a, &[(0x00, 0x2f), (0x40, 0x4f), (0x60, 0x7f)]),
        ];
        for model in 0..=255 {
            let known = INTEL.iter().find(|(_, models)| models.contains(&model));
            let expected = known.map(|(name, _)| *name);
            assert_eq!(named("GenuineIntel", 6, model, [None; 2]), expected, "{model:#x}");
            for family in [0x0f, 0x15, 0x16, 0x17, 0x18, 0x19, 0x1a, 0x1b] {
                let has = |(first, last): &(u64, u64)| (*first..=*last).contains(&model);
                let is_it = |(_, of, models): &&Family| *of == family && models.iter().any(has);
                let expected = AMD.iter().find(is_it).map(|(name, ..)| *name);
                let found = named("AuthenticAMD", family, model, [None; 2]);
                assert_eq!(found, expected, "{family:#x}/{model:#x}");
                // A maker's numbers say nothing of another's.
                let hygon = (family == 0x18).then_some("Zen");
                assert_eq!(named("HygonGenuine", family, model, [None; 2]), hygon);
                assert_eq!(named("GenuineIntel", family, model, [None; 2]), None);
            }
            assert_eq!(named("MadeUp", 6, model, [None; 2]), None);
        }
    }

    #[test]
    fn a_model_that_does_not_fit_the_caches_is_not_believed() {
        for (model, l2, l3, expected) in [
            (0xa7, Some(1), Some(16), Some("Rocket Lake")),
            (0xa7, Some(2), Some(105), Some("Golden Cove")),
            (0xa7, Some(2), Some(320), Some("Golden Cove")),
            (0xa7, Some(2), Some(321), Some("Granite Rapids")),
            (0xa7, Some(2), None, Some("Golden Cove")),
            (0xa7, Some(1), Some(480), Some("Rocket Lake")),
            (0xfe, Some(2), Some(480), Some("Granite Rapids")),
            // What has such caches is believed.
            (0x8f, Some(2), Some(480), Some("Golden Cove")),
            (0xad, Some(2), Some(105), Some("Granite Rapids")),
        ] {
            assert_eq!(named("GenuineIntel", 6, model, [l2, l3]), expected, "{model:#x} {l2:?}");
        }
        assert_eq!(named("AuthenticAMD", 0x19, 0x01, [Some(2), Some(480)]), Some("Zen 3"));
        assert_eq!(named("AuthenticAMD", 0x1b, 0x01, [Some(2), Some(480)]), None);
    }

    #[test]
    fn working_sets_reach_four_times_the_second_level_or_4_mib() {
        let reach = |l2| Caches { l1d: Some(1), l2, l3: Some(1) }.reach();
        let sizes = [Some(512 << 10), Some(2 << 20), Some(u64::MAX), None].map(reach);
        assert_eq!(sizes, [2 << 20, 8 << 20, u64::MAX, 4 << 20]);
    }
}
