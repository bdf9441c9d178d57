//! The choice `between-0x88-rotate` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::Between0x88Rotate);
