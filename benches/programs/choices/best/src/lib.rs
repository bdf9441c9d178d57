//! What is likely fastest of each question.
#![no_std]
#![forbid(unsafe_code)]

engine::program!(engine::choices::Best);
