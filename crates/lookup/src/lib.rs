//! Squares, pieces and positions, and the questions that variants answer about them.
//!
//! Each question is a module with three parts: a trait for variants to implement, a slow
//! and obvious oracle, and a type that lists the cases and draws wrong answers.
//! [`question`] checks any variant against its question's oracle; [`conformance!`] makes
//! that check a one-line test.
//!
//! | module | question |
//! |---|---|
//! | [`between`] | which squares lie strictly between two squares? |
//! | [`raypass`] | which squares lie behind a square as seen from another? |
//! | [`collinear`] | do three squares lie on one line? |
//! | [`attacked`] | does this piece on this square attack that square? |
//! | [`sliders`] | which squares does a rook, a bishop or a queen attack from here? |
//! | [`xrays`] | which squares does a rook or a bishop attack through a blocker? |
//! | [`attackers`] | which pieces attack a square, and does a side attack it at all? |
//! | [`pins`] | which pieces of a side are pinned to its king? |
//! | [`checks`] | which pieces give check, and does this move give check? |
//! | [`legality`] | may this move be played here, apart from the safety of the king? |
//! | [`key`] | which hash key does a position have after a move? |
//! | [`upcoming`] | does one reversible move make the difference between two positions? |
//! | [`maps`] | which pieces attack which squares, while moves are made and unmade? |
//! | [`occupant`] | which piece stands on a square, while moves are made and unmade? |
//! | [`deltas`] | which attack relations vanish and appear with a move? |
//! | [`deltas_kept`] | the same, where something is kept from move to move |
//! | [`index`] | which row of a network's weights belongs to an attack relation? |
//! | [`exchange`] | what does the side to move win by capturing on a square? |
//! | [`threshold`] | does this move win at least so much, by static exchange evaluation? |
//! | [`distance`] | how many king moves lie between two squares? |
//! | [`targets`] | where can each piece of the side to move go? |
//! | [`serialize`] | which moves does a set of targets stand for, one by one? |
//! | [`order`] | which move of a list comes next? |
//! | [`threats`] | which squares does a side attack, by kind of piece? |
//!
//! Oracles of questions about a [`Position`] use [`movegen`], the rules of chess as slow
//! and obvious predicates. Their cases come from [`samples`].
//!
//! # Example
//!
//! A program is generic over the variant that answers a question, or names one:
//!
//! ```
//! use lookup::between::Between;
//! use lookup::{Bitboard, Square};
//!
//! /// The squares on which a check from here can be blocked.
//! fn blocks<V: Between>(checker: Square, king: Square) -> Bitboard {
//!     V::between(checker, king)
//! }
//! ```
//!
//! The variants of a question are the crates whose names begin with its name. One names itself and
//! its tables through [`Variant`]. The name comes from its manifest and the sizes from its statics,
//! so neither can drift.
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

pub mod listing;
mod board;
mod piece;
mod variant;
mod left_out;
pub mod processor;
mod ray;
mod extent;
pub mod question;
pub mod bits;
pub mod lines;
pub mod lanes;
pub mod fill;
pub mod magics;
mod position;
mod leaps;
pub mod between;
pub mod raypass;
pub mod collinear;
pub mod distance;
pub mod sliders;
pub mod xrays;
pub mod attacked;
pub mod index;
pub mod movegen;
mod fen;
pub mod samples;
pub mod attackers;
pub mod pins;
pub mod checks;
pub mod legality;
pub mod key;
pub mod upcoming;
pub mod targets;
pub mod threats;
pub mod maps;
pub mod occupant;
pub mod deltas;
pub mod deltas_kept;
pub mod serialize;
pub mod order;
pub mod exchange;
pub mod threshold;
#[cfg(test)]
mod faulty;

pub use board::{Bitboard, Pair, Square};
pub use extent::Extent;
pub use fen::{FenError, FenFault};
pub use leaps::Leaps;
pub use piece::{Color, Piece, PieceKind};
pub use position::{Move, MoveError, Position};
pub use question::{Answers, Dimension, Oracle, Question, Wrong, check};
pub use variant::{Base, CacheAligned, Features, Identity, Table, Variant};
