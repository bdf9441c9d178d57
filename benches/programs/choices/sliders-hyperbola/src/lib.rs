//! The choice `sliders-hyperbola` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::SlidersHyperbola);
