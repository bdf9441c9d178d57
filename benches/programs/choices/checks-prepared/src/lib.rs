//! The choice `checks-prepared` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::ChecksPrepared);
