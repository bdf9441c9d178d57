//! The shared trait crate: what is asked of a board, and what a right answer is.
//!
//! A question is a module with four parts: the trait that a variant implements,
//! the oracle that answers slowly and obviously, the exhaustive `check` of a
//! variant against that oracle, and the `conformance!` macro that makes the
//! check a variant's one-line test.
//!
//! | module | question |
//! |---|---|
//! | [`between`] | which squares lie strictly between two squares? |
//! | [`attacked`] | does this piece on this square attack that square? |
//! | [`sliders`] | which squares does a rook, a bishop or a queen attack from here? |
//! | [`xrays`] | what does a rook or a bishop attack through a piece in its way? |
//! | [`attackers`] | which pieces attack a square, and does a side attack it at all? |
//! | [`pins`] | which pieces of a side are pinned to its king? |
//! | [`checks`] | which pieces give check, and does this move give check? |
//! | [`legality`] | may this move be played here, but for the king's safety? |
//! | [`maps`] | what attacks what, all over the board, while moves are made and unmade? |
//! | [`exchange`] | what does the side to move win by taking what stands on a square? |
//! | [`targets`] | where can each piece of the side to move go? |
//!
//! Questions about a [`Position`] rest on [`movegen`], the rules of the game as
//! slow and obvious predicates, and are asked about [`samples`].
//!
//! A variant says who it is and what memory it reads through [`Variant`]; both
//! are taken from its manifest and its statics, so that neither can drift.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod attacked;
pub mod attackers;
pub mod between;
mod board;
pub mod checks;
pub mod exchange;
mod fen;
mod leaps;
pub mod legality;
pub mod maps;
pub mod movegen;
mod piece;
pub mod pins;
mod position;
mod ray;
pub mod samples;
pub mod sliders;
pub mod targets;
mod variant;
pub mod xrays;

pub use board::{Bitboard, Square};
pub use fen::{Fault, FenError};
pub use leaps::Leaps;
pub use piece::{Color, Piece, PieceKind};
pub use position::{Move, MoveError, Position};
pub use samples::Extent;
pub use variant::{Base, CacheAligned, Identity, Table, Variant};
