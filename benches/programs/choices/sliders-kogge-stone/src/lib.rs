//! The choice `sliders-kogge-stone` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_rectangular::Rectangular;
use engine::lookups::Modern;
use sliders_kogge_stone::KoggeStone;

engine::program!(Modern<KoggeStone, Rectangular>);
