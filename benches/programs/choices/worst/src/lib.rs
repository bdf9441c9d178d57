//! What is likely slowest of each question.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::Worst);
