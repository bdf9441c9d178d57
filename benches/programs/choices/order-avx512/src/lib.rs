//! The choice `order-avx512` of lookups, compiled alone.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::OrderAvx512);
