//! The choice `serialize-chunks` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use engine::choices::Base;
use engine::lookups::WithSerialize;
use serialize_chunks::Chunks;

engine::program!(WithSerialize<Base, Chunks>);
