//! The base once more, by another type: what differs from the base is the compiler's doing.
#![no_std]
#![forbid(unsafe_code)]

use engine::choices::Base;
use engine::lookups::Again;

engine::program!(Again<Base>);
