//! What is likely slowest of each question.
#![no_std]
#![forbid(unsafe_code)]

use engine::choices::Worst;

engine::program!(Worst);
