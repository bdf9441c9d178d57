//! Streams of queries: what the kernels ask, drawn in advance from a seeded generator.

mod phase;
mod windows;
mod query;
mod positions;

pub(crate) use phase::Phase;
#[cfg(test)]
pub(crate) use positions::Played;
pub use positions::{BAD_LINES, FILE, check};
pub(crate) use positions::{
    GamePosition, asked_about, asked_in_each, game_positions, games, given, own, piece, shipped,
    square,
};
pub(crate) use query::{
    ALIGNED, ANCHOR, DRAWN, LazyStream, any_square, asked_in, below, drawn, drawn_on_boards,
    generator, lazily, numbered, occupancy, other_square, placed, placed_in, shuffled,
};
pub use query::{Asked, OneOf, PARTS, QUERIES, Query, Source, SquareOf, Stream, THINGS};
#[cfg(test)]
pub(crate) use query::{check as check_streams, check_waiting};
pub use windows::Windows;
#[cfg(test)]
pub(crate) use windows::freshness;
