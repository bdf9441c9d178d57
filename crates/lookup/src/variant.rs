//! What a variant says of itself: who it is and what memory it reads.

use core::fmt;

/// Who a variant is, taken from its manifest and its own documentation by
/// [`identity!`](crate::identity).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Identity {
    /// The package's name.
    pub name: &'static str,
    /// The package's description: the technique in one line.
    pub summary: &'static str,
    /// The package's homepage: where the technique is described.
    pub source: &'static str,
    /// The text of the crate's root file, whose leading documentation tells the idea.
    pub text: &'static str,
}

/// The [`Identity`] of the crate that calls this.
#[macro_export]
macro_rules! identity {
    () => {
        $crate::Identity {
            name: env!("CARGO_PKG_NAME"),
            summary: env!("CARGO_PKG_DESCRIPTION"),
            source: env!("CARGO_PKG_HOMEPAGE"),
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")),
        }
    };
}

/// One way to answer a question, as the laboratory's lists and reports see it.
pub trait Variant {
    /// Who this is; always `lookup::identity!()`.
    const IDENTITY: Identity;

    /// Every static that an answer reads, but for those of [`BASES`](Variant::BASES).
    const TABLES: &'static [&'static dyn Table];

    /// Those of the tables that an engine owns anyway, because it answers other
    /// questions by them: the variant costs it only the rest.
    const SHARED: &'static [&'static dyn Table] = &[];

    /// The variants that this one asks; none but for a variant that takes
    /// another question's answer as a type parameter.
    const BASES: &'static [Base] = &[];

    /// What a processor must have for it, in the words of `target_feature`;
    /// nothing for most, which run everywhere.
    const NEEDS: &'static [&'static str] = &[];

    /// Whether the processor at hand has all that it needs. Where it has not, it
    /// answers as rightly, by another way, and is not measured.
    #[must_use]
    fn available() -> bool {
        true
    }
}

/// A variant that another one asks.
#[derive(Clone, Copy)]
pub struct Base {
    /// Who it is.
    pub identity: Identity,
    /// Its tables.
    pub tables: &'static [&'static dyn Table],
    /// Those of them that an engine owns anyway.
    pub shared: &'static [&'static dyn Table],
    /// What a processor must have for it.
    pub needs: &'static [&'static str],
    /// Whether the processor at hand has that.
    pub available: fn() -> bool,
}

impl Base {
    /// A variant that asks no other.
    #[must_use]
    pub const fn of<V: Variant>() -> Base {
        Base {
            identity: V::IDENTITY,
            tables: V::TABLES,
            shared: V::SHARED,
            needs: V::NEEDS,
            available: V::available,
        }
    }
}

impl fmt::Debug for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Base").field(&self.identity.name).finish()
    }
}

/// A static that a variant reads.
pub trait Table: Sync {
    /// The size in bytes, without padding at its end.
    fn bytes(&self) -> usize;

    /// The alignment in bytes, the same for every table.
    fn alignment(&self) -> usize;
}

/// A table that starts with a cache line of 64 bytes.
///
/// Every table does, so that none touches a line more than another of its size
/// by the chance of where it was placed.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct CacheAligned<T>(pub T);

impl<T: Sync> Table for CacheAligned<T> {
    fn bytes(&self) -> usize {
        size_of::<T>()
    }

    fn alignment(&self) -> usize {
        align_of::<Self>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_knows_its_size_and_starts_with_a_line() {
        static TABLE: CacheAligned<[u64; 240]> = CacheAligned([0; 240]);
        let table: &dyn Table = &TABLE;
        assert_eq!((table.bytes(), table.alignment()), (1920, 64));
        assert_eq!((&raw const TABLE).addr() % 64, 0);
    }
}
