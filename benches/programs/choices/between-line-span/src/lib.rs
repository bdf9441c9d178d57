//! The choice `between-line-span` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::BetweenLineSpan);
