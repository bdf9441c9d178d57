//! The choice `threshold-pins-anew` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::ThresholdPinsAnew);
