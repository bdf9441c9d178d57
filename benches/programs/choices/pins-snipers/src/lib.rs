//! The choice `pins-snipers` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::PinsSnipers);
