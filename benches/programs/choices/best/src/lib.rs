//! What is likely fastest of each question.
#![no_std]
#![forbid(unsafe_code)]

use engine::choices::Best;

engine::program!(Best);
