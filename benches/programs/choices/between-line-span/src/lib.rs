//! The choice `between-line-span` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

use between_line_span::LineSpan;
use engine::lookups::Modern;
use sliders_magic::Magic;

engine::program!(Modern<Magic, LineSpan>);
