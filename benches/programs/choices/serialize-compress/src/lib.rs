//! The choice `serialize-compress` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use engine::choices::Base;
use engine::lookups::WithSerialize;
use serialize_compress::Compress;

engine::program!(WithSerialize<Base, Compress>);
