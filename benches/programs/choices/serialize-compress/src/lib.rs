//! The choice `serialize-compress` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::SerializeCompress);
