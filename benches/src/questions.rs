//! The questions, one module each: what is asked, the streams that ask it, what a
//! kernel does with an answer, what costs nothing beside it, and everything that
//! answers. A new variant is a line here and a line in this package's manifest.
//!
//! Where answers are long, engines call for them, and so do the kernels: inlined
//! into every turn of every placement, 44 of them took the compiler a quarter of an
//! hour. What a call costs, the null contender's does too.

pub mod attacked;
pub mod attackers;
pub mod between;
pub mod between_batch;
pub mod checks;
pub mod exchange;
pub mod legality;
pub mod maps;
pub mod node;
pub mod pins;
pub mod sliders;
pub mod targets;
pub mod xrays;
