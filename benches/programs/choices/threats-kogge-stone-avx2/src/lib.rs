//! The choice `threats-kogge-stone-avx2` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::ThreatsKoggeStoneAvx2);
