//! What a variant says about itself: its name and the memory it reads.

use core::fmt;
use core::marker::PhantomData;

/// A variant's name and source, taken from its manifest and documentation by
/// [`identity!`](crate::identity).
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Identity {
    /// The package's name.
    pub name: &'static str,
    /// The package's description: the technique in one line.
    pub summary: &'static str,
    /// The package's homepage: a description of the technique.
    pub source: &'static str,
    /// The text of the crate's root file; its leading documentation explains the idea.
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

/// One way to answer a question, as the laboratory lists and reports it.
pub trait Variant {
    /// Its identity; always `lookup::identity!()`.
    const IDENTITY: Identity;

    /// Every static that an answer reads, except those of [`BASES`](Variant::BASES).
    const TABLES: &'static [&'static dyn Table];

    /// The tables that an engine has anyway, for other questions. The variant costs it only
    /// the rest.
    const SHARED: &'static [&'static dyn Table] = &[];

    /// The variants that this one asks. Only a variant that takes another question's answer
    /// as a type parameter has any.
    const BASES: &'static [Base] = &[];

    /// The processor features it needs; most variants need none and run everywhere. Where the
    /// processor at hand lacks some, the variant answers correctly in another way and is not
    /// measured.
    const NEEDS: Features = Features { names: &[], present: || true };
}

/// Features of a processor.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    /// In the words of `target_feature`.
    pub names: &'static [&'static str],
    /// Whether the processor at hand has all of them.
    pub present: fn() -> bool,
}

/// A variant that another one asks.
#[derive(Clone, Copy)]
pub struct Base {
    /// Its identity.
    pub identity: Identity,
    /// Its tables.
    pub tables: &'static [&'static dyn Table],
    /// The tables that an engine has anyway.
    pub shared: &'static [&'static dyn Table],
    /// The processor features it needs.
    pub needs: Features,
}

impl Base {
    /// A variant and those that it asks, for one that takes it as a type parameter.
    #[must_use]
    pub const fn all<V: Variant>() -> &'static [Base] {
        const { &All::<V>::PLACES }.split_at(1 + V::BASES.len()).0
    }

    /// Two variants and those that they ask, for one that takes both as type parameters.
    #[must_use]
    pub const fn both<A: Variant, B: Variant>() -> &'static [Base] {
        const { &Both::<A, B>::PLACES }.split_at(2 + A::BASES.len() + B::BASES.len()).0
    }

    /// A base of this variant, without those that it asks.
    #[must_use]
    pub const fn of<V: Variant>() -> Base {
        Base { identity: V::IDENTITY, tables: V::TABLES, shared: V::SHARED, needs: V::NEEDS }
    }
}

/// Places for a variant and those that it asks. If there are too many, a build fails.
struct All<V>(PhantomData<V>);

impl<V: Variant> All<V> {
    const PLACES: [Base; 4] = {
        let (mut places, mut i) = ([Base::of::<V>(); 4], 0);
        while i < V::BASES.len() {
            places[i + 1] = V::BASES[i];
            i += 1;
        }
        places
    };
}

/// Places for two variants and those that they ask, with the same limit.
struct Both<A, B>(PhantomData<(A, B)>);

impl<A: Variant, B: Variant> Both<A, B> {
    const PLACES: [Base; 4] = {
        let (first, second) = (Base::all::<A>(), Base::all::<B>());
        let (mut places, mut i) = ([Base::of::<A>(); 4], 0);
        while i < first.len() + second.len() {
            places[i] = if i < first.len() { first[i] } else { second[i - first.len()] };
            i += 1;
        }
        places
    };
}

impl fmt::Debug for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Base").field(&self.identity.name).finish()
    }
}

/// A static that a variant reads.
pub trait Table: Sync {
    /// The size in bytes, without trailing padding.
    fn bytes(&self) -> usize;

    /// The alignment in bytes, the same for every table.
    fn alignment(&self) -> usize;
}

/// A table that starts on a cache line of 64 bytes.
///
/// All tables do. Otherwise placement could make one touch a line more than another of its
/// size.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub struct CacheAligned<T>(pub T);

impl<T: Sync> Table for CacheAligned<T> {
    fn bytes(&self) -> usize {
        size_of::<T>()
    }

    fn alignment(&self) -> usize {
        align_of::<Self>()
    }
}
