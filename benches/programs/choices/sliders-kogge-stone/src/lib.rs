//! The choice `sliders-kogge-stone` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::SlidersKoggeStone);
