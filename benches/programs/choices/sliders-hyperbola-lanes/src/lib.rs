//! The choice `sliders-hyperbola-lanes` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::SlidersHyperbolaLanes);
