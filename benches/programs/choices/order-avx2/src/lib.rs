//! The choice `order-avx2` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::OrderAvx2);
