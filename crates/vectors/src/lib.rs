//! Operations on vectors that several variants share.
//!
//! All functions are inlined there: the compiled variants are those that they were with a copy
//! each.
#![no_std]
#![expect(clippy::missing_safety_doc, reason = "all are safe where the processor has the features")]

#[cfg(target_arch = "x86_64")]
pub mod avx2;
#[cfg(target_arch = "x86_64")]
pub mod avx512;
#[cfg(target_arch = "aarch64")]
pub mod neon;
