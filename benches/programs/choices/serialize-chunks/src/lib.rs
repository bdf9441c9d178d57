//! The choice `serialize-chunks` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::SerializeChunks);
