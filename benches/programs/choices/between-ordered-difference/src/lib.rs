//! The choice `between-ordered-difference` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_ordered_difference::OrderedDifference;
use engine::lookups::Modern;
use sliders_magic::Magic;

engine::program!(Modern<Magic, OrderedDifference>);
