//! The choice `between-0x88-rotate` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_0x88_rotate::Rotate0x88;
use engine::lookups::Modern;
use sliders_magic::Magic;

engine::program!(Modern<Magic, Rotate0x88>);
