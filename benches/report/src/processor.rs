//! The processor at hand, or one that a test plays.

use crate::view::View;
#[cfg(target_arch = "x86_64")]
use raw_cpuid::{CacheParameter, CacheType, CpuId, CpuIdReader};
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
        let [l1d, l2, l3] = [1, 2, 3].map(cache);
        let caches = Caches { l1d, l2, l3 };
        Processor { cpu, model: model(), caches, architecture, has: ::processor::has }
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

/// The size of a data cache, as the core at work says itself, on every system.
#[cfg(target_arch = "x86_64")]
fn cache(level: u8) -> Option<u64> {
    cache_by(&CpuId::new(), level)
}

#[cfg(target_arch = "x86_64")]
fn cache_by(processor: &CpuId<impl CpuIdReader>, level: u8) -> Option<u64> {
    let is_it =
        |it: &CacheParameter| it.level() == level && it.cache_type() != CacheType::Instruction;
    let it = processor.get_cache_parameters()?.find(is_it)?;
    let line = it.coherency_line_size() * it.physical_line_partitions();
    Some((it.sets() * it.associativity() * line) as u64)
}

#[cfg(not(target_arch = "x86_64"))]
fn cache(level: u8) -> Option<u64> {
    cache_in(CACHES, level)
}

/// Where Linux describes the caches of the first core.
#[cfg(any(test, not(target_arch = "x86_64")))]
const CACHES: &str = "/sys/devices/system/cpu/cpu0/cache";

#[cfg(any(test, not(target_arch = "x86_64")))]
fn cache_in(caches: &str, level: u8) -> Option<u64> {
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
    let brand = CpuId::new().get_processor_brand_string()?;
    Some(brand.as_str().trim().to_owned())
}

#[cfg(target_arch = "x86_64")]
fn model() -> Option<Model> {
    let processor = CpuId::new();
    let features = processor.get_feature_info()?;
    Some(Model {
        vendor: processor.get_vendor_info()?.as_str().to_owned(),
        family: u64::from(features.family_id()),
        model: u64::from(features.model_id()),
        stepping: u64::from(features.stepping_id()),
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    #[cfg(target_arch = "x86_64")]
    use raw_cpuid::CpuIdResult;
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
        let sizes = [1, 2, 3, 4].map(|level| cache_in(home.path().to_str().unwrap(), level));
        assert_eq!(sizes, [Some(48 << 10), Some(2 << 20), Some(32 << 20), None]);
        assert!(CACHES.ends_with("/cpu0/cache"));
    }

    /// A processor of this vendor whose caches are these in each leaf: level, type, size in KiB.
    #[cfg(target_arch = "x86_64")]
    fn played(
        vendor: &'static [u8; 12],
        leaf: u32,
        caches: &'static [[u32; 3]],
    ) -> CpuId<impl CpuIdReader> {
        let word = |at: usize| u32::from_le_bytes(vendor[at..at + 4].try_into().unwrap());
        let result = |[eax, ebx, ecx, edx]: [u32; 4]| CpuIdResult { eax, ebx, ecx, edx };
        CpuId::with_cpuid_reader(move |asked: u32, index: u32| {
            result(match (asked, caches.get(index as usize)) {
                (0, _) => [31, word(0), word(8), word(4)],
                (0x8000_0000, _) => [0x8000_001f, 0, 0, 0],
                // 16 ways of two partitions, lines of 64 bytes.
                (_, Some([level, kind, size])) if asked == leaf => {
                    [kind | level << 5, 63 | 1 << 12 | 15 << 22, size / 2 - 1, 0]
                }
                _ => [0; 4],
            })
        })
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn a_processor_says_the_sizes_of_its_caches_but_not_of_the_one_of_instructions() {
        const CACHES: &[[u32; 3]] = &[[1, 2, 32], [1, 1, 48], [2, 3, 2048], [3, 3, 307_200]];
        for (vendor, leaf) in [(b"GenuineIntel", 4), (b"AuthenticAMD", 0x8000_001d)] {
            let sizes = [1, 2, 3, 4].map(|level| cache_by(&played(vendor, leaf, CACHES), level));
            assert_eq!(sizes, [Some(48 << 10), Some(2 << 20), Some(300 << 20), None]);
            let without = [1, 2, 3].map(|level| cache_by(&played(vendor, leaf, &[]), level));
            assert_eq!(without, [None; 3]);
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_processor_at_hand_says_who_it_is() {
        let here = Processor::here();
        assert_eq!(here.architecture, "x86_64");
        let model = here.model.unwrap();
        assert!(!model.vendor.is_empty() && model.family > 0, "{model:?}");
        let has_neon = ::processor::playing(|name| name == "neon", || (here.has)("neon"));
        assert!(has_neon && !(here.has)("neon"), "it has what the one place says");
    }
}
