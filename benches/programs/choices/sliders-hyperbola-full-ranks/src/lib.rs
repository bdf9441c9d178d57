//! The choice `sliders-hyperbola-full-ranks` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::SlidersHyperbolaFullRanks);
