//! The choice `sliders-hyperbola-lanes` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_rectangular::Rectangular;
use engine::lookups::Modern;
use sliders_hyperbola_lanes::HyperbolaLanes;

engine::program!(Modern<HyperbolaLanes, Rectangular>);
