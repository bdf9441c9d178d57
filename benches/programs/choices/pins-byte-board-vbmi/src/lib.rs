//! The choice `pins-byte-board-vbmi` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::PinsByteBoardVbmi);
