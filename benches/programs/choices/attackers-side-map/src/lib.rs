//! The choice `attackers-side-map` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::AttackersSideMap);
