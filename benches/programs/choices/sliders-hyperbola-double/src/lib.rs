//! The choice `sliders-hyperbola-double` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::SlidersHyperbolaDouble);
