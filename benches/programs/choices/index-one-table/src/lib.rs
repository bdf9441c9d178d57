//! The choice `index-one-table` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::IndexOneTable);
