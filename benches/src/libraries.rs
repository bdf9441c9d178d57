//! What programs in Rust use today: libraries as contenders.
//!
//! They are asked as their users ask them, and measured beside the variants.
//! What they keep to themselves can't be seen from here: a table is given by the
//! type that the library's source has for it, and is never flushed.

pub mod chess;
pub mod cozy;
pub mod pleco;

use lookup::Table;
use std::marker::PhantomData;

/// A table that a library keeps to itself, of the type that its source says.
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
