//! Processor features, for variants that answer in another way without them.

/// Defines a module `processor`, which knows whether the processor has some features.
///
/// `lookup::processor!("bmi2");` takes the words of `target_feature` and asks the crate
/// `cpufeatures`, on which the variant depends. `processor::NEEDS` lists the features;
/// `processor::get()` tells whether all are present, never so except on x86-64. In the
/// variant's tests, `processor::without` hides them from a closure.
#[macro_export]
macro_rules! processor {
    ($($feature:tt),+) => {
        mod processor {
            pub(super) const NEEDS: &'static [&'static str] = &[$($feature),+];

            #[cfg(target_arch = "x86_64")]
            cpufeatures::new!(detected, $($feature),+);

            #[inline(always)]
            pub(super) fn get() -> bool {
                #[cfg(test)]
                if HIDDEN.get() {
                    return false;
                }
                #[cfg(target_arch = "x86_64")]
                return detected::get();
                #[cfg(not(target_arch = "x86_64"))]
                return false;
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
}
