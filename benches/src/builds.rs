//! Builds: the processor features that the compiler may use, and what else it was told.
//!
//! Engines ship builds for x86-64-v3, so `.cargo/config.toml` makes cargo compile for it on
//! x86-64. `RUSTFLAGS` makes another build, whose records have their own folder. A build is named
//! by its effect, the target features that it was compiled with, and not by its flags. One that is
//! not optimised as `cargo bench` does it, such as `--profile dev`, is the user's own, whatever its
//! features; its flags say why.

use records::Build;
use std::collections::BTreeSet;
use std::env;

/// The build of this executable.
#[must_use]
pub fn this() -> Build {
    let [baseline, v3] = [env!("LABORATORY_BASELINE"), env!("LABORATORY_V3")];
    let is_usual = unusual(&flags()).next().is_none();
    named(env!("LABORATORY_FEATURES"), baseline, v3, is_usual)
}

/// The flags that it was compiled with, and what else was not as `cargo bench` does it.
#[must_use]
pub fn flags() -> String {
    let own = env!("LABORATORY_FLAGS").split(' ').map(str::to_owned);
    let is_debug = cfg!(debug_assertions);
    let profile = profile(env!("LABORATORY_OPT_LEVEL"), is_debug, env!("LABORATORY_PROFILE"));
    // Cargo hands its environment on to the programs that it starts.
    let variables = env::vars_os()
        .map(|(name, value)| [name, value].map(|text| records::visible(&text.to_string_lossy())));
    let all = own.chain(profile).chain(variables.filter_map(variable));
    all.filter(|flag| !flag.is_empty()).collect::<Vec<_>>().join(" ")
}

/// How a profile optimised, as flags: nothing if as `cargo bench` does.
fn profile(level: &str, is_debug: bool, profile: &str) -> Vec<String> {
    let level = (level != "3").then(|| format!("-Copt-level={level}"));
    let debug = is_debug.then(|| "-Cdebug-assertions".to_owned());
    let profile = (profile != "release").then(|| format!("--profile={profile}"));
    [level, debug, profile].into_iter().flatten().collect()
}

/// A variable of the environment that changes how cargo compiles, as a flag.
fn variable([name, value]: [String; 2]) -> Option<String> {
    let is_profile = ["CARGO_PROFILE_BENCH_", "CARGO_PROFILE_RELEASE_"];
    let is_profile = is_profile.iter().any(|start| name.starts_with(start));
    let is_on = |value: &str| !["", "0", "false"].contains(&value);
    let is_incremental =
        ["CARGO_INCREMENTAL", "CARGO_BUILD_INCREMENTAL"].contains(&&*name) && is_on(&value);
    // It keeps what the compiler made, and changes nothing.
    let is_cache = value.rsplit('/').next().is_some_and(|program| program.contains("ccache"));
    let wraps = name.ends_with("RUSTC_WRAPPER") || name.ends_with("RUSTC_WORKSPACE_WRAPPER");
    let is_wrapped = wraps && !value.is_empty() && !is_cache;
    (is_profile || is_incremental || is_wrapped)
        .then(|| format!("{name}={value}").replace(' ', "_"))
}

/// The flags, between spaces, that change more than the processor features: no lints, no debug
/// information, nothing of linking.
fn unusual(flags: &str) -> impl Iterator<Item = &str> {
    let harmless = ["target-cpu=", "target-feature=", "link", "debuginfo=", "strip=", "dlltool="];
    let mut is_option = false;
    flags.split(' ').filter(move |flag| {
        let rest = flag.strip_prefix("--codegen=").or(flag.strip_prefix("-C"));
        let option = if is_option { Some(*flag) } else { rest };
        is_option = !is_option && ["-C", "--codegen"].contains(flag);
        let is_lint =
            ["-A", "-W", "-D", "-F", "--cap-lints"].iter().any(|lint| flag.starts_with(lint));
        match option {
            Some(option) => {
                !option.is_empty() && !harmless.iter().any(|one| option.starts_with(one))
            }
            // What does not begin so belongs to the flag before it.
            None => !is_option && !is_lint && (flag.starts_with('-') || flag.contains('=')),
        }
    })
}

/// The build with these target features, given those of the architecture and those of x86-64-v3;
/// all are lists with commas. `is_usual`, unless more than the features was changed.
fn named(features: &str, baseline: &str, v3: &str, is_usual: bool) -> Build {
    let set = |list| set(list).collect::<BTreeSet<_>>();
    match set(features) {
        _ if !is_usual => Build::Native,
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
            assert_eq!(named(features, baseline, v3, true), build, "{features}");
        }
        // Architectures whose features we do not name have the baseline alone.
        assert_eq!(named("", "", "", true), Build::Baseline);
        assert_eq!(named("neon", "neon", "", true), Build::Baseline);
        assert_eq!(named("aes,neon", "neon", "", true), Build::Native);
    }

    /// As `cargo bench` makes it, for a test is optimised otherwise.
    #[test]
    fn this_build_is_what_its_flags_made() {
        let expected = match env!("LABORATORY_FLAGS") {
            "" => Build::Baseline,
            "-Ctarget-cpu=x86-64-v3" => Build::V3,
            _ => return,
        };
        let [features, baseline, v3] =
            [env!("LABORATORY_FEATURES"), env!("LABORATORY_BASELINE"), env!("LABORATORY_V3")];
        assert_eq!(named(features, baseline, v3, true), expected);
    }

    #[test]
    fn a_build_that_is_optimised_otherwise_is_the_users_own() {
        assert_eq!(named("sse2", "sse2", "avx2,sse2", false), Build::Native);
        assert_eq!(named("avx2,sse2", "sse2", "avx2,sse2", false), Build::Native);
        for (flags, expected) in [
            ("", ""),
            ("-Ctarget-cpu=x86-64-v3", ""),
            ("-C target-cpu=native --codegen target-feature=+avx2", ""),
            ("-Ctarget-cpu=x86-64-v3 -Clink-arg=-fuse-ld=mold -C linker=clang", ""),
            ("-Dwarnings -A dead_code --cap-lints warn -Cdebuginfo=1 -C strip=none", ""),
            ("-Ctarget-cpu=x86-64-v3 -Copt-level=0", "-Copt-level=0"),
            ("-C opt-level=0", "opt-level=0"),
            ("--codegen=opt-level=1 -Clto=fat", "--codegen=opt-level=1 -Clto=fat"),
            ("--codegen lto", "lto"),
            ("-Ccodegen-units=256 -Ctarget-cpu=native", "-Ccodegen-units=256"),
            ("-Cllvm-args=-inline-threshold=0", "-Cllvm-args=-inline-threshold=0"),
            ("-Zinline-mir=no --cfg slow", "-Zinline-mir=no --cfg"),
            ("-O -g", "-O -g"),
            ("--profile=debug", "--profile=debug"),
            ("CARGO_PROFILE_BENCH_LTO=fat", "CARGO_PROFILE_BENCH_LTO=fat"),
        ] {
            assert_eq!(unusual(flags).collect::<Vec<_>>().join(" "), expected, "{flags}");
        }
    }

    #[test]
    fn what_a_profile_or_the_environment_changed_is_a_flag() {
        for (level, is_debug, name, expected) in [
            ("3", false, "release", ""),
            ("0", false, "release", "-Copt-level=0"),
            ("s", false, "release", "-Copt-level=s"),
            ("1", true, "debug", "-Copt-level=1 -Cdebug-assertions --profile=debug"),
            ("3", true, "release", "-Cdebug-assertions"),
            ("3", false, "debug", "--profile=debug"),
        ] {
            assert_eq!(profile(level, is_debug, name).join(" "), expected, "{level}, {name}");
        }
        for (name, value, expected) in [
            ("CARGO_PROFILE_BENCH_OPT_LEVEL", "0", true),
            ("CARGO_PROFILE_BENCH_PACKAGE_questions_OPT_LEVEL", "1", true),
            ("CARGO_PROFILE_RELEASE_PANIC", "abort", true),
            ("CARGO_PROFILE_DEV_OPT_LEVEL", "0", false),
            ("CARGO_INCREMENTAL", "1", true),
            ("CARGO_INCREMENTAL", "0", false),
            ("CARGO_BUILD_INCREMENTAL", "true", true),
            ("CARGO_BUILD_INCREMENTAL", "false", false),
            ("RUSTC_WRAPPER", "/bin/flags-of-mine", true),
            ("CARGO_BUILD_RUSTC_WRAPPER", "slower", true),
            ("RUSTC_WORKSPACE_WRAPPER", "clippy-driver", true),
            ("RUSTC_WRAPPER", "/usr/bin/sccache", false),
            ("RUSTC_WRAPPER", "", false),
            ("CARGO_BUILD_JOBS", "1", false),
            ("PATH", "/usr/bin", false),
        ] {
            let flag = variable([name, value].map(str::to_owned));
            assert_eq!(flag, expected.then(|| format!("{name}={value}")), "{name}");
        }
        // Tests are compiled by another profile than benches.
        let flags = flags();
        assert!(flags.contains(env!("LABORATORY_FLAGS")), "{flags}");
        assert_eq!(cfg!(debug_assertions), flags.contains("-Cdebug-assertions"), "{flags}");
        if cfg!(debug_assertions) {
            assert_eq!(this(), Build::Native, "{flags}");
        }
    }
}
