//! Streams of queries for the kernels, drawn in advance from a seeded generator.

mod phase;
mod query;
mod epd;
mod games;
mod positions;
#[cfg(any(feature = "all", feature = "order", feature = "threshold"))]
pub(crate) mod recorded;
#[cfg(any(feature = "all", feature = "threshold"))]
pub(crate) mod weighed;

pub use epd::{BAD_LINES, FILE, environment, places};
pub(crate) use games::{GamePosition, Played, games, own, piece, shipped, square};
pub(crate) use phase::Phase;
pub use positions::check;
pub(crate) use positions::{asked_about, asked_in_each, asked_in_turn, game_positions, given};
#[cfg(any(feature = "all", feature = "threshold"))]
pub(crate) use query::PLACED;
pub(crate) use query::{
    ALIGNED, ANCHOR, LazyStream, OneOf, Query, Source, SquareOf, Squares, Stream, Streams, THINGS,
    aligned_pair, anchored, any_pair, any_square, asked_in, check_sources, drawn, drawn_on_boards,
    drawn_pairs, found_before, generator, lazily, numbered, occupancy, other_square, placed,
    placed_in,
};
pub use query::{Asked, DRAWN, QUERIES};
pub(crate) use sampling::drawing::below;
