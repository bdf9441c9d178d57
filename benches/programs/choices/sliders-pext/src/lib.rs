//! The choice `sliders-pext` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_rectangular::Rectangular;
use engine::lookups::Modern;
use sliders_pext::Pext;

engine::program!(Modern<Pext, Rectangular>);
