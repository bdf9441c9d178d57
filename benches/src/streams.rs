//! Streams of queries: what the kernels ask, drawn in advance from a seeded generator.

mod positions;
mod query;

pub use positions::{BAD_LINES, FILE, check};
pub(crate) use positions::{
    GamePosition, asked_about, asked_in_each, game_positions, games, own, piece, shipped, square,
};
#[cfg(test)]
pub(crate) use query::check as check_streams;
pub(crate) use query::{
    ALIGNED, ANCHOR, LazyStream, QUERIES, any_square, asked_in, below, drawn, drawn_on_boards,
    enough, generator, lazily, numbered, occupancy, other_square,
};
pub use query::{Asked, OneOf, Query, Source, SquareOf, Stream};
