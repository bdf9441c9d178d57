//! The choice `between-ordered-difference` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::BetweenOrderedDifference);
