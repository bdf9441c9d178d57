//! The choice `deltas-rays` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use deltas_rays::Rays;
use engine::choices::Base;
use engine::lookups::WithDeltas;

engine::program!(WithDeltas<Base, Rays>);
