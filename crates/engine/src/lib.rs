//! A small chess engine that is generic over its lookups.
//!
//! Microbenchmarks rank lookups, but programs are judged by nodes per second. This engine
//! joins the two: a *choice* of lookups is a type ([`Lookups`]) that names one variant for
//! each question, and everything else is the same code. The compiler makes one search per
//! choice, without any indirection. All choices visit the same nodes, so their times can be
//! compared.
//!
//! | module | contents |
//! |---|---|
//! | [`lookups`], [`mod@choices`] | a variant for every question, and the choices by name |
//! | [`attacked`] | whether squares that a king goes to are attacked, one by one or by a map |
//! | [`board`] | a position with its hash key, piece-square value and clocks |
//! | [`moves`], [`perft`] | legal moves from the lookups, and counting them |
//! | [`memory`] | all that a search needs: hash table, histories, network |
//! | [`mod@search`] | alpha-beta search to a depth or a number of nodes |
//! | [`mod@program`] | a choice as it is compiled, in a crate of its own |
//! | [`uci`] | the protocol of graphical programs, as text alone |
//!
//! Each question has its place. Move generation asks for targets, pins, checkers and squares
//! in between; king steps and castling ask for attackers. Moves from the hash table are
//! tested for legality, captures by exchange, and all moves for the check that they give.
//! Quiet moves of a piece are written as a set, and ordered by what the other side attacks.
//! A [classical](memory::Profile::Classical) evaluation asks for sliders and distances. A network
//! of [attack relations](memory::Profile::Threats) asks which of them change with a move, and for
//! the row of weights of each.
//!
//! The engine is deterministic. It has one thread and no clock; a caller who wants it to
//! stop sets a flag.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

pub mod attacked;
pub mod lookups;
pub mod moves;
pub mod board;
pub mod perft;
mod limits;
mod table;
mod history;
mod classical;
mod weights;
mod relations;
mod network;
pub mod memory;
mod picker;
mod state;
pub mod search;
pub mod program;
pub mod choices;
pub mod uci;

pub use board::{Board, BoardError};
pub use choices::Chosen;
pub use limits::{Limits, Outcome};
pub use lookups::Lookups;
pub use memory::{Memory, MemoryError, Profile, ProfileError};
pub use program::Program;
pub use search::search;
