//! The base: magics, and the 64x64 table of squares in between.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::Base);
