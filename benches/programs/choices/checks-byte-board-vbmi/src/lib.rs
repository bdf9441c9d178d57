//! The choice `checks-byte-board-vbmi` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use checks_byte_board_vbmi::Vbmi;
use engine::choices::Base;
use engine::lookups::WithChecks;

engine::program!(WithChecks<Base, Vbmi>);
