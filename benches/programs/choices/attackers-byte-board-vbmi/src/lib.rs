//! The choice `attackers-byte-board-vbmi` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use attackers_byte_board_vbmi::Vbmi;
use engine::choices::Base;
use engine::lookups::WithAttackers;

engine::program!(WithAttackers<Base, Vbmi>);
