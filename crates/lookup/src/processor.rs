//! Processor features, for variants that answer in another way without them.

use core::sync::atomic::{AtomicU64, Ordering};

/// The features that are hidden, a bit for each.
static HIDDEN: AtomicU64 = AtomicU64::new(0);

/// Hides these features from all variants of this program, and shows all others: for tests that
/// play another processor. A build without debug assertions has no trace of it, so a lookup that
/// is timed asks the processor alone.
pub fn hide(features: &[&str]) {
    HIDDEN.store(bits(features), Ordering::Relaxed);
}

/// Whether any of these features, as [`bits`], is hidden.
#[doc(hidden)]
#[must_use]
pub fn are_hidden(features: u64) -> bool {
    HIDDEN.load(Ordering::Relaxed) & features != 0
}

/// A bit for each of these features, by a hash of its name. A test in the package `proofs` sees
/// that no two share one.
#[must_use]
pub const fn bits(features: &[&str]) -> u64 {
    let (mut bits, mut i) = (0, 0);
    while i < features.len() {
        let (name, mut hash, mut j) = (features[i].as_bytes(), 0_u64, 0);
        while j < name.len() {
            hash = hash.wrapping_mul(31).wrapping_add(name[j] as u64);
            j += 1;
        }
        bits |= 1 << (hash % 61);
        i += 1;
    }
    bits
}

/// Defines a module `processor`, which knows whether the processor has some features.
///
/// `lookup::processor!("bmi2");` takes the words of `target_feature` and asks the crate
/// `cpufeatures`, on which the variant depends. `processor::NEEDS` are the
/// [features](crate::Features); `processor::get()` tells whether all are present, never so except
/// on x86-64. In the variant's tests, `processor::without` hides them from a closure; in any build
/// with debug assertions, [`hide`] hides them from the whole program.
///
/// `lookup::processor!("neon");` asks nobody: every 64-bit Arm processor has it, and no other.
#[macro_export]
macro_rules! processor {
    (@module $needs:expr, $present:expr, { $($detection:item)* }) => {
        mod processor {
            pub(super) const NEEDS: $crate::Features =
                $crate::Features { names: $needs, present: get };

            $($detection)*

            #[inline(always)]
            pub(super) fn get() -> bool {
                #[cfg(test)]
                if HIDDEN.get() {
                    return false;
                }
                #[cfg(debug_assertions)]
                if $crate::processor::are_hidden(const { $crate::processor::bits(NEEDS.names) }) {
                    return false;
                }
                $present
            }

            #[cfg(test)]
            extern crate std;

            #[cfg(test)]
            std::thread_local! {
                static HIDDEN: core::cell::Cell<bool> = const { core::cell::Cell::new(false) };
            }

            #[cfg(test)]
            pub(super) fn without<T>(run: impl FnOnce() -> T) -> T {
                HIDDEN.set(true);
                let result = run();
                HIDDEN.set(false);
                result
            }
        }
    };
    ("neon") => {
        $crate::processor!(@module &["neon"], cfg!(target_arch = "aarch64"), {});
    };
    ($($feature:tt),+) => {
        $crate::processor!(@module &[$($feature),+], detected::get(), {
            #[cfg(target_arch = "x86_64")]
            cpufeatures::new!(detected, $($feature),+);

            #[cfg(not(target_arch = "x86_64"))]
            mod detected {
                pub(super) fn get() -> bool {
                    false
                }
            }
        });
    };
}

/// Answers by a function of the module `x86`, or `arm`, where the processor has the features that
/// [`processor!`](crate::processor!) was told, and by another expression elsewhere.
///
/// A variant vouches for one thing: it named all target features of the function to `processor!`.
/// A test of the sources in the package `proofs` compares the two.
#[macro_export]
macro_rules! dispatch {
    (x86::$($rest:tt)+) => {
        $crate::dispatch!(@on "x86_64" x86::$($rest)+)
    };
    (arm::$($rest:tt)+) => {
        $crate::dispatch!(@on "aarch64" arm::$($rest)+)
    };
    (@on $arch:tt $module:ident::$function:ident($($argument:expr),+), $otherwise:expr) => {{
        #[cfg(target_arch = $arch)]
        {
            if processor::get() {
                // SAFETY: the processor has the function's target features.
                unsafe { $module::$function($($argument),+) }
            } else {
                $otherwise
            }
        }
        #[cfg(not(target_arch = $arch))]
        {
            let _ = ($(&$argument,)+);
            $otherwise
        }
    }};
}
