//! How our programs end: in words where the processor lacks what they were compiled for, and at once
//! where a thread panics.
//!
//! On x86-64 everything is compiled for x86-64-v3, which `.cargo/config.toml` says. On an older
//! processor such a program would end by a signal at the first instruction that is missing.

use std::io::{self, Write};
use std::process;

/// What to do where the build needs AVX2 and the processor has none.
const ADVICE: &str = "error: this build is for x86-64-v3, and the processor lacks AVX2; \
    make another build with `RUSTFLAGS=\"-Ctarget-cpu=x86-64\" cargo bench`, or the same before \
    any other cargo command\n";

/// Ends the program with status 1 and what to type if the processor lacks AVX2 and the build has it.
/// A program calls it first: whatever runs before may need AVX2 itself.
#[inline(never)]
pub fn require() {
    if cfg!(target_feature = "avx2") && !has_avx2() {
        // Nothing is formatted, for that is compiled into this build. A reader may be gone.
        let _ = io::stderr().write_all(ADVICE.as_bytes());
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

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    #[test]
    fn the_processor_is_asked_for_what_the_library_asks_it_for() {
        // Where the build has it, the test has begun, so the processor has it.
        assert_eq!(super::has_avx2(), std::arch::is_x86_feature_detected!("avx2"));
    }

    #[test]
    fn an_older_processor_is_told_what_to_type() {
        let advice = "error: this build is for x86-64-v3, and the processor lacks AVX2; make \
                      another build with `RUSTFLAGS=\"-Ctarget-cpu=x86-64\" cargo bench`, or the \
                      same before any other cargo command\n";
        assert_eq!(super::ADVICE, advice);
        let readme = include_str!("../../../README.md");
        assert!(readme.contains("needs\n`RUSTFLAGS=\"-Ctarget-cpu=x86-64\"`"));
    }
}
