//! Records: measured data, kept apart from its interpretation.
//!
//! A file of records is JSON with the fields of [`Records`]. In the build folder, each meter
//! keeps a file for each table, with the run that measured it; [`gather`] joins them into
//! records. Records hold everything that a report says about a machine, including the texts of
//! its questions and variants, so an old file still makes a complete report after the laboratory
//! has changed.
//!
//! # What a file may hold
//!
//! A file may come from anywhere, so [`Records::read`] trusts nothing. It refuses a file that
//! breaks one of these rules. The error names the path of the value, such as
//! `variants[12].listing`, or line and column where the file is no JSON; it shows at most 80
//! characters of the value, and says what was expected. The writer refuses whatever the reader
//! would.
//!
//! - It is a regular UTF-8 file of at most 8 MiB, and JSON of this [`SCHEMA`]. No object has an
//!   undocumented field. No object and no map has one field twice, at any depth. No list and no
//!   map has more than 1,024 elements. No number is further than 1e20 from zero.
//! - A *name* (question, variant, technique, stream) has 1 to 128 ASCII letters, digits, dashes,
//!   underscores, dots and pluses, and begins with a letter or digit. So no name leaves its
//!   folder or acts as a spreadsheet formula. A *label* may have spaces and slashes, but no
//!   pluses.
//! - Any *text* has at most 16 KiB, and no invisible characters except spaces, tabs and
//!   line ends: no control characters, no marks that change the direction of writing.
//! - A date is UTC to the second, as in `2026-01-02T03:04:05Z`.
//! - The value of an enum is one of its words.
//! - A figure lies inside its interval and within [`LARGEST`] of zero. Raw times are not
//!   negative. Ratios are positive, and their inverses are figures too.
//! - Lists hold no run, question, variant, table or count twice. Tables and counts refer to listed
//!   runs, variants and streams; copies refer to variants of their table.
//! - A pair is of a variant of its table and an earlier one, neither of them the first. No pair
//!   comes twice in a step.
//! - Only `latency` has slopes. Figures come from at least one layout.
//! - The counts of a program's lookups cover at least one query, and name each question and stream
//!   once.
//! - An unavailable variant names what it needs. If one variant of a question answers in batches,
//!   or keeps something from query to query, all do.

mod words;
mod text;
mod machine;
mod variant;
mod table;
mod schema;
mod setting;
mod agreement;
mod refusal;
mod walk;
mod relations;
mod read;
mod compilers;
mod files;
mod store;

pub use agreement::{Agreement, agreements};
pub use compilers::{CompiledLookup, Compilers, CompilersOn, Level};
pub use figures::{
    Claim, Core, EQUIVALENT, Figure, LARGEST, LEAST, NARROWEST, Unit, Verdict, visible,
};
pub use files::{shown, write_file, write_whole};
pub use machine::{Caches, Machine, Model, microarchitecture};
pub use read::contents;
pub use schema::{Chain, Mistake, Question, Records, Run, Stream};
pub use setting::Setting;
pub use store::{Store, gather};
pub use table::{CopyOf, Count, Neutral, Pair, Step, Table};
pub use text::now;
pub use variant::{
    Accuracy, Asked, Asks, Check, Exception, Technique, Variant, question_of, unavailable,
};
pub use words::{Breadth, Build, Context, Counter, Interface, Kind, Meter, Parameter, Ruling};

/// The version of the format; a file of another version is refused.
pub const SCHEMA: u32 = 7;

/// The version of the method, as METHOD.md lists them.
pub const METHOD: u32 = 7;

/// The control without a lookup, in every question: it shows the kernel's own cost.
pub const NULL: &str = "null";
