//! The list of studies. Everything else, from filters to the report, follows this list; a test
//! compares it with the crates on disk.

use crate::questions;
use crate::study::Study;

/// Lists the studies: the name of each, which is also a feature's, and its module.
macro_rules! studies {
    ($($name:literal $module:ident,)+) => {
        /// The compiled studies, each made when its turn comes: under Valgrind that takes a while.
        pub fn each() -> impl Iterator<Item = Study> {
            let studies: &[fn() -> Study] =
                &[$(#[cfg(any(feature = "all", feature = $name))] questions::$module::study,)+];
            studies.iter().map(|study| study())
        }

        /// The names of all studies, and whether each is compiled.
        pub(crate) const NAMES: &[(&str, bool)] =
            &[$(($name, cfg!(any(feature = "all", feature = $name))),)+];
    };
}

studies! {
    "between" between,
    "between-batch" between_batch,
    "raypass" raypass,
    "distance" distance,
    "attacked" attacked,
    "sliders" sliders,
    "xrays" xrays,
    "attackers" attackers,
    "pins" pins,
    "checks" checks,
    "legality" legality,
    "exchange" exchange,
    "targets" targets,
    "serialize" serialize,
    "threats" threats,
    "maps" maps,
    "deltas" deltas,
    "deltas-kept" deltas_kept,
    "index" index,
    "perft" perft,
    "search" search,
}

/// Every study with its variants.
#[must_use]
pub fn studies() -> Vec<Study> {
    each().collect()
}

/// The study of this name, if it is compiled.
#[must_use]
pub fn named(name: &str) -> Option<Study> {
    each().find(|study| study.name == name)
}

/// Whether one of these studies has a variant of this name. Also true if the study is left out of
/// this executable, which then does not know its variants.
#[must_use]
pub fn knows(studies: &[Study], study: &str, name: &str) -> bool {
    NAMES.contains(&(study, false))
        || studies.iter().any(|known| known.name == study && known.knows(name))
}
