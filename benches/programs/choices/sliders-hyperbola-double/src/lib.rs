//! The choice `sliders-hyperbola-double` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_rectangular::Rectangular;
use engine::lookups::Modern;
use sliders_hyperbola_double::HyperbolaDouble;

engine::program!(Modern<HyperbolaDouble, Rectangular>);
