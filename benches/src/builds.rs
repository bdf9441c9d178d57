//! Builds: the processor features that the compiler may use.
//!
//! Engines ship builds for x86-64-v3, so `.cargo/config.toml` makes cargo compile for it on
//! x86-64. `RUSTFLAGS` makes another build, whose records have their own folder. A build is named
//! by its effect, the target features that it was compiled with, and not by its flags.

use records::Build;
use std::collections::BTreeSet;

/// The build of this executable.
#[must_use]
pub fn this() -> Build {
    let [baseline, v3] = [env!("LABORATORY_BASELINE"), env!("LABORATORY_V3")];
    named(env!("LABORATORY_FEATURES"), baseline, v3)
}

/// The build with these target features, given those of the architecture and those of x86-64-v3;
/// all are lists with commas.
fn named(features: &str, baseline: &str, v3: &str) -> Build {
    let set = |list| set(list).collect::<BTreeSet<_>>();
    match set(features) {
        features if features == set(baseline) => Build::Baseline,
        features if features == set(v3) => Build::V3,
        _ => Build::Native,
    }
}

/// The processor features in a list with commas, without the one that tells how the C library is
/// linked.
pub(crate) fn set(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').filter(|feature| !feature.is_empty() && *feature != "crt-static")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_is_named_by_its_features() {
        let (baseline, v3) = ("fxsr,sse,sse2", "avx,avx2,bmi1,fxsr,sse,sse2");
        for (features, build) in [
            (baseline, Build::Baseline),
            ("sse2,sse,fxsr", Build::Baseline),
            ("crt-static,fxsr,sse,sse2", Build::Baseline),
            (v3, Build::V3),
            ("sse,sse2,fxsr,bmi1,avx,avx2", Build::V3),
            ("avx,avx2,bmi1,fxsr,gfni,sse,sse2", Build::Native),
            ("avx,avx2,fxsr,sse,sse2", Build::Native),
            ("", Build::Native),
        ] {
            assert_eq!(named(features, baseline, v3), build, "{features}");
        }
        // Architectures whose features we do not name have the baseline alone.
        assert_eq!(named("", "", ""), Build::Baseline);
        assert_eq!(named("neon", "neon", ""), Build::Baseline);
        assert_eq!(named("aes,neon", "neon", ""), Build::Native);
    }

    #[test]
    fn this_build_is_what_its_flags_made() {
        let expected = match env!("LABORATORY_FLAGS") {
            "" => Build::Baseline,
            "-Ctarget-cpu=x86-64-v3" => Build::V3,
            _ => return,
        };
        assert_eq!(this(), expected);
    }
}
