//! The choice `sliders-hyperbola-full-ranks` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_rectangular::Rectangular;
use engine::lookups::Modern;
use sliders_hyperbola_full_ranks::HyperbolaFullRanks;

engine::program!(Modern<HyperbolaFullRanks, Rectangular>);
