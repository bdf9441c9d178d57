//! The choice `deltas-byte-board-vbmi` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use deltas_byte_board_vbmi::Vbmi;
use engine::choices::Base;
use engine::lookups::WithDeltas;

engine::program!(WithDeltas<Base, Vbmi>);
