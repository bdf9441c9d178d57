//! The choice `legality-generate` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::LegalityGenerate);
