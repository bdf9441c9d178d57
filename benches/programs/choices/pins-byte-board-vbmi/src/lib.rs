//! The choice `pins-byte-board-vbmi` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use engine::choices::Base;
use engine::lookups::WithPins;
use pins_byte_board_vbmi::Vbmi;

engine::program!(WithPins<Base, Vbmi>);
