//! Processor features, for variants that answer in another way without them.

/// Defines a module `processor`, which knows whether the processor has some features.
///
/// `lookup::processor!("bmi2");` takes the words of `target_feature` and asks the crate
/// `cpufeatures`, on which the variant depends. `processor::NEEDS` are the [features](crate::Features);
/// `processor::get()` tells whether all are present, never so except on x86-64. In the
/// variant's tests, `processor::without` hides them from a closure.
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
