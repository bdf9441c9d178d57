//! Libraries that programs in Rust use today, as contenders.
//!
//! They run through their public functions, beside the variants. Their tables are private: we
//! take their sizes from the types in the library's source, and never flush them.

pub mod chess;
pub mod cozy;
pub mod pleco;

use lookup::Table;
use std::marker::PhantomData;

/// A library's private table, by its type in the library's source.
#[derive(Debug)]
struct Private<T>(PhantomData<T>);

impl<T> Private<T> {
    const TABLE: Private<T> = Private(PhantomData);
}

impl<T: Sync> Table for Private<T> {
    fn bytes(&self) -> usize {
        size_of::<T>()
    }

    fn alignment(&self) -> usize {
        align_of::<T>()
    }
}
