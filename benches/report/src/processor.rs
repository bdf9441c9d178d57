//! The processor at hand, or one that a test plays.

use crate::view::View;
use records::{Caches, Model, Variant, microarchitecture};

/// A processor, as far as a recommendation depends on it.
#[derive(Clone, Debug)]
pub struct Processor {
    /// Its name.
    pub cpu: String,
    /// Its numbers; nothing where the architecture does not tell them.
    pub model: Option<Model>,
    /// The sizes of its caches, by which a model that a hypervisor made up is not believed.
    pub caches: Caches,
    /// Its architecture, as the compiler calls it.
    pub architecture: String,
    /// Whether it has an instruction set, in the words of `target_feature`.
    pub has: fn(&str) -> bool,
}

impl Processor {
    /// The one that this program runs on.
    #[must_use]
    pub fn here() -> Processor {
        let architecture = std::env::consts::ARCH.to_owned();
        let cpu = name().unwrap_or_else(|| format!("unknown {architecture}"));
        let [l1d, l2, l3] = [1, 2, 3].map(|level| cache(CACHES, level));
        let caches = Caches { l1d, l2, l3 };
        Processor { cpu, model: model(), caches, architecture, has }
    }

    /// Its microarchitecture, as far as its numbers tell it.
    pub(crate) fn microarchitecture(&self) -> Option<&'static str> {
        microarchitecture(self.model.as_ref()?, self.caches)
    }

    pub(crate) fn is_in(&self, names: &[String]) -> bool {
        names.iter().any(|name| self.microarchitecture() == Some(name))
    }

    /// Whether it has what a variant needs, and no part of the variant is known to be slow on it.
    pub(crate) fn suits<'a>(&self, view: &View<'a>, variant: &'a Variant) -> bool {
        let mut exceptions = view.techniques(variant).flat_map(|technique| &technique.exceptions);
        !exceptions.any(|known| self.is_in(&known.on))
            && variant.needs.iter().all(|need| (self.has)(need))
    }
}

/// Where Linux describes the caches of the first core.
const CACHES: &str = "/sys/devices/system/cpu/cpu0/cache";

fn cache(caches: &str, level: u8) -> Option<u64> {
    (0..8).find_map(|index| {
        let told =
            |file: &str| std::fs::read_to_string(format!("{caches}/index{index}/{file}")).ok();
        let is_it = told("level")?.trim().parse() == Ok(level);
        let is_it = is_it && told("type")?.trim() != "Instruction";
        let kibibytes: u64 = told("size")?.trim().strip_suffix('K')?.parse().ok()?;
        is_it.then_some(kibibytes * 1024)
    })
}

#[cfg(target_arch = "x86_64")]
fn name() -> Option<String> {
    let brand = raw_cpuid::CpuId::new().get_processor_brand_string()?;
    Some(brand.as_str().trim().to_owned())
}

#[cfg(target_arch = "x86_64")]
fn model() -> Option<Model> {
    let processor = raw_cpuid::CpuId::new();
    let features = processor.get_feature_info()?;
    Some(Model {
        vendor: processor.get_vendor_info()?.as_str().to_owned(),
        family: u64::from(features.family_id()),
        model: u64::from(features.model_id()),
        stepping: u64::from(features.stepping_id()),
    })
}

#[cfg(target_arch = "x86_64")]
fn has(feature: &str) -> bool {
    macro_rules! detected {
        ($($name:tt)*) => {
            match feature {
                $($name => std::arch::is_x86_feature_detected!($name),)*
                _ => false,
            }
        };
    }
    detected!(
        "popcnt" "bmi1" "bmi2" "lzcnt" "sse4.2" "avx" "avx2" "gfni" "avx512f" "avx512bw"
        "avx512cd" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512bitalg"
    )
}

#[cfg(not(target_arch = "x86_64"))]
fn name() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(records::visible(line.split_once(':')?.1.trim()))
}

#[cfg(not(target_arch = "x86_64"))]
fn model() -> Option<Model> {
    None
}

#[cfg(not(target_arch = "x86_64"))]
fn has(feature: &str) -> bool {
    feature == "neon" && cfg!(target_arch = "aarch64")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn caches_are_read_by_level_without_the_one_of_instructions() {
        let home = tempfile::tempdir().unwrap();
        let all = [
            ("1", "Instruction", "32K"),
            ("1", "Data", "48K"),
            ("2", "Unified", "2048K"),
            ("3", "Unified", "32768K"),
        ];
        for (index, (level, kind, size)) in all.into_iter().enumerate() {
            let folder = home.path().join(format!("index{index}"));
            fs::create_dir(&folder).unwrap();
            for (file, text) in [("level", level), ("type", kind), ("size", size)] {
                fs::write(folder.join(file), format!("{text}\n")).unwrap();
            }
        }
        let sizes = [1, 2, 3, 4].map(|level| cache(home.path().to_str().unwrap(), level));
        assert_eq!(sizes, [Some(48 << 10), Some(2 << 20), Some(32 << 20), None]);
        assert!(CACHES.ends_with("/cpu0/cache"));
    }

    /// What variants may ask for.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_processor_at_hand_is_asked_for_each_instruction_set_by_its_name() {
        let here = Processor::here();
        macro_rules! same {
            ($($name:tt)+) => {
                [$(($name, std::arch::is_x86_feature_detected!($name))),+]
            };
        }
        let all = same!(
            "popcnt" "bmi1" "bmi2" "lzcnt" "sse4.2" "avx" "avx2" "gfni" "avx512f" "avx512bw"
            "avx512cd" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512bitalg"
        );
        for (name, is_there) in all {
            assert_eq!((here.has)(name), is_there, "{name}");
        }
        assert!(!(here.has)("neon") && !(here.has)("x"));
        assert_eq!(here.architecture, "x86_64");
        let model = here.model.unwrap();
        assert!(!model.vendor.is_empty() && model.family > 0, "{model:?}");
    }
}
