//! What the processor can do: the one place that asks, and what tests and `LAB_MASK` make of the
//! answer. And how our programs end: in words where the processor lacks what they were compiled for,
//! and at once where a thread panics.
//!
//! Lookups themselves ask the crate `cpufeatures`, without the standard library and in one
//! instruction. Everything that decides, tells or records asks here.

mod variables;

pub use variables::{BAD_LINES, POSITIONS, VARIABLES, Variable, variables};

use std::cell::Cell;
use std::io::{self, Write};
use std::process;
use std::sync::LazyLock;

/// Names the instruction sets, and defines how the processor is asked for each.
macro_rules! features {
    ($($name:tt)+) => {
        /// The instruction sets that variants or their builds may ask for, in the words of
        /// `target_feature`. A test in `proofs` sees that those of all variants are among them.
        pub const FEATURES: &[&str] = &[$($name,)+ "neon"];

        /// Whether the processor has an instruction set.
        #[cfg(target_arch = "x86_64")]
        fn detected(feature: &str) -> bool {
            match feature {
                $($name => std::arch::is_x86_feature_detected!($name),)+
                _ => false,
            }
        }
    };
}

features!(
    "sse4.2" "popcnt" "avx" "avx2" "bmi1" "bmi2" "lzcnt" "avx512f" "avx512bw" "avx512cd"
    "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512bitalg" "gfni"
);

/// Every 64-bit Arm processor has NEON, and no other.
#[cfg(not(target_arch = "x86_64"))]
fn detected(feature: &str) -> bool {
    feature == "neon" && cfg!(target_arch = "aarch64")
}

/// The environment variable that hides instruction sets: names of [`FEATURES`], separated by
/// commas.
pub const MASK: &str = "LAB_MASK";

/// Whether the processor has an instruction set that [`MASK`] does not hide. A test that
/// [plays](playing) a processor is told what that one has.
///
/// # Panics
/// If [`MASK`] names no instruction set. Programs [refuse](require) it before.
#[must_use]
pub fn has(feature: &str) -> bool {
    match PLAYED.get() {
        Some(played) => played(feature),
        None => detected(feature) && !hidden().contains(&feature),
    }
}

/// The instruction sets that [`MASK`] hides.
///
/// # Panics
/// If it names no instruction set. Programs [refuse](require) it before.
#[must_use]
pub fn hidden() -> &'static [&'static str] {
    HIDDEN.as_ref().unwrap_or_else(|error| panic!("{error}"))
}

static HIDDEN: LazyLock<Result<Vec<&'static str>, String>> = LazyLock::new(|| {
    let mask = std::env::var_os(MASK).unwrap_or_default();
    named(&mask.to_string_lossy())
});

/// The instruction sets that a mask names.
fn named(mask: &str) -> Result<Vec<&'static str>, String> {
    let names = mask.split(',').map(str::trim).filter(|name| !name.is_empty());
    let known = |name| FEATURES.iter().copied().find(|feature| *feature == name);
    let all = || FEATURES.join(", ");
    names
        .map(|name| known(name).ok_or_else(|| format!("{MASK}: {name:?}: expected {}", all())))
        .collect()
}

/// Whether a processor has an instruction set.
pub type Has = fn(&str) -> bool;

thread_local! {
    static PLAYED: Cell<Option<Has>> = const { Cell::new(None) };
}

/// Does something as on another processor, for tests: to this thread, [`has`] answers by `played`.
pub fn playing<T>(played: Has, work: impl FnOnce() -> T) -> T {
    struct Before(Option<Has>);
    impl Drop for Before {
        fn drop(&mut self) {
            PLAYED.set(self.0);
        }
    }
    let _before = Before(PLAYED.replace(Some(played)));
    work()
}

/// What to do where the build needs AVX2 and the processor has none.
const ADVICE: &str = "error: this build is for x86-64-v3, and the processor lacks AVX2; \
    make another build with `RUSTFLAGS=\"-Ctarget-cpu=x86-64\" cargo bench`, or the same before \
    any other cargo command\n";

/// Ends the program with status 1 and what to type if the processor lacks AVX2 and the build has
/// it, if [`MASK`] names no instruction set, or if another variable means [nothing](VARIABLES). A program
/// calls it first: whatever runs before may need AVX2 itself.
#[inline(never)]
pub fn require() {
    if cfg!(target_feature = "avx2") && !has_avx2() {
        // Nothing is formatted, for that is compiled into this build. A reader may be gone.
        let _ = io::stderr().write_all(ADVICE.as_bytes());
        process::exit(1);
    }
    let refused = HIDDEN.as_ref().err().cloned();
    if let Some(error) = refused.or_else(|| variables::refused(std::env::vars_os())) {
        let _ = writeln!(io::stderr(), "error: {error}");
        process::exit(1);
    }
}

/// Makes a panic in any thread end the program with status 1, after printing the cause. A program
/// that continues without one of its threads looks as if nothing had happened.
pub fn end_on_panic() {
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        process::exit(1);
    }));
}

/// Whether the processor says that it has AVX2. In a build that may use it, the compiler takes
/// `is_x86_feature_detected!` for granted, so the processor is asked directly; and one bit is
/// tested at a time, for which no compiler needs an instruction of v3.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    use std::arch::x86_64::__cpuid_count;
    const EXTENDED_FEATURES: u32 = 7;
    __cpuid_count(0, 0).eax >= EXTENDED_FEATURES
        && __cpuid_count(EXTENDED_FEATURES, 0).ebx & (1 << 5) != 0
}

#[cfg(not(target_arch = "x86_64"))]
fn has_avx2() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_processor_is_asked_for_each_instruction_set_by_its_name() {
        macro_rules! same {
            ($($name:tt)+) => {
                [$(($name, std::arch::is_x86_feature_detected!($name))),+]
            };
        }
        let all = same!(
            "popcnt" "bmi1" "bmi2" "lzcnt" "sse4.2" "avx" "avx2" "gfni" "avx512f" "avx512bw"
            "avx512cd" "avx512vl" "avx512vbmi" "avx512vbmi2" "avx512bitalg"
        );
        assert_eq!(all.len() + 1, FEATURES.len());
        for (name, is_there) in all {
            assert_eq!(detected(name), is_there, "{name}");
            assert_eq!(has(name), is_there && !hidden().contains(&name), "{name}");
        }
        assert!(!has("neon") && !has("x"));
        // Where the build has it, the test has begun, so the processor has it.
        assert_eq!(has_avx2(), detected("avx2"));
    }

    #[test]
    fn a_mask_names_instruction_sets_and_nothing_else() {
        assert_eq!(named(""), Ok(vec![]));
        assert_eq!(named(" bmi2,avx2 ,"), Ok(vec!["bmi2", "avx2"]));
        let expected = "LAB_MASK: \"avx3\": expected sse4.2, popcnt, avx, avx2, bmi1, bmi2, \
                        lzcnt, avx512f, avx512bw, avx512cd, avx512vl, avx512vbmi, avx512vbmi2, \
                        avx512bitalg, gfni, neon";
        assert_eq!(named("avx2,avx3"), Err(expected.to_owned()));
        assert!(named("AVX2").is_err() && named("avx").is_ok());
    }

    /// Another thread, and this one afterwards, ask the processor again.
    #[test]
    fn a_played_processor_has_what_the_test_says() {
        let here = FEATURES.iter().map(|name| has(name)).collect::<Vec<_>>();
        let all = || FEATURES.iter().map(|name| has(name)).collect::<Vec<_>>();
        playing(
            |name| name == "neon",
            || {
                assert!(has("neon") && !has("popcnt"));
                playing(|_| true, || assert!(has("neon") && has("popcnt")));
                assert!(has("neon") && !has("popcnt"));
                assert_eq!(std::thread::spawn(all).join().unwrap(), here);
            },
        );
        assert_eq!(all(), here);
        let fails = || playing(|_| true, || panic!("as a test may"));
        assert!(std::panic::catch_unwind(fails).is_err());
        assert_eq!(all(), here);
    }

    #[test]
    fn an_older_processor_is_told_what_to_type() {
        let advice = "error: this build is for x86-64-v3, and the processor lacks AVX2; make \
                      another build with `RUSTFLAGS=\"-Ctarget-cpu=x86-64\" cargo bench`, or the \
                      same before any other cargo command\n";
        assert_eq!(ADVICE, advice);
        let readme = include_str!("../../../README.md");
        assert!(readme.contains("needs\n`RUSTFLAGS=\"-Ctarget-cpu=x86-64\"`"));
    }
}
