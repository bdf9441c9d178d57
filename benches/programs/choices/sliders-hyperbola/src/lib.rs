//! The choice `sliders-hyperbola` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_rectangular::Rectangular;
use engine::lookups::Modern;
use sliders_hyperbola::Hyperbola;

engine::program!(Modern<Hyperbola, Rectangular>);
