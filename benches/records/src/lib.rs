//! Records: what was measured, kept apart from what is made of it.
//!
//! A file of records is JSON with the fields of [`Records`]. Each meter keeps a file for each
//! table in the build folder, with the run that measured it, and [`gather`] makes records of all
//! of them. Records hold everything
//! that a report says about a machine, including the texts of its studies and variants, so
//! an old file still makes a whole report after the laboratory has changed.
//!
//! # What a file may hold
//!
//! A file may come from anywhere, so [`Records::read`] trusts nothing. It refuses a file that
//! breaks one of these rules and says where, and what it expected. The writer refuses
//! whatever the reader would.
//!
//! - It is a regular file of UTF-8, 8 MiB at most, and JSON of this [`SCHEMA`]. No object
//!   has an undocumented field, or one field twice.
//! - A *name* (study, variant, technique, stream) has 1 to 128 ASCII letters, digits,
//!   dashes, underscores, dots and pluses, and begins with a letter or digit. So no name
//!   leaves a folder or is a spreadsheet's formula. A *label* may have spaces and slashes,
//!   but no pluses.
//! - All other *text* has 16 KiB at most and no invisible characters except spaces, tabs and
//!   line ends: no control characters, no marks that change the direction of writing.
//! - A date is UTC to the second, as in `2026-01-02T03:04:05Z`.
//! - The value of an enum is one of its words.
//! - A figure lies inside its interval and within [`LARGEST`] of zero. Only net figures may
//!   be negative. Ratios are positive, and so large that their inverses are figures too.
//! - Lists are bounded and hold no run, study, variant, table or count twice. Tables and counts
//!   refer to listed runs, variants and streams, and copies to variants of their table.
//! - Slopes stand in `latency` alone. Figures come from one layout or more.
//! - What a program asks was counted on a query or more, each question by each stream once, and
//!   has no more hits than answers.
//! - An unavailable variant says what it needs. A study whose variants answer in batches, or
//!   keep something from query to query, has no others.

mod words;
mod text;
mod figure;
mod machine;
mod schema;
mod lookups;
mod table;
mod agreement;
mod read;
mod files;
mod store;
mod panics;

pub use agreement::{Agreement, agreements};
pub use figure::{DIGITS, Figure, LARGEST};
pub use files::{shown, write_whole};
pub use lookups::{Lookups, PerLookup};
pub use machine::{Caches, Machine, Model, microarchitecture};
pub use panics::end_on_panic;
pub use read::contents;
pub use schema::{
    Accuracy, Asked, Asks, Board, Chain, Check, CopyOf, Count, ErrorKind, Exception, Mistake, Rate,
    Records, Run, Share, Step, Stream, Study, Table, Technique, Variant, WrongAnswer, unavailable,
};
pub use store::{Store, gather};
pub use text::{now, visible};
pub use words::{
    Breadth, Build, Context, Core, Counter, Interface, Kind, Meter, Parameter, Ruling, Unit,
    Verdict,
};

/// The version of the format; a file of another one is refused.
pub const SCHEMA: u32 = 5;

/// The version of the method, as METHOD.md lists them.
pub const METHOD: u32 = 4;

/// The contender of every study that looks up nothing: it shows the kernel's own cost.
pub const NULL: &str = "null";

/// We claim no difference below this share, however narrow its interval.
pub const LEAST: f64 = 0.005;

/// Two variants are equivalent where the interval of their ratio lies within this share of 1.
pub const EQUIVALENT: f64 = 0.01;

/// The idle instructions that every current desktop or server core runs in a cycle, with
/// room for noise. A core that never reaches this is narrow or in company.
pub const NARROWEST: f64 = 4.0 / 1.1;
