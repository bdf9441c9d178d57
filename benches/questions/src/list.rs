//! The list of questions. Everything else, from filters to the report, follows this list; a test
//! compares it with the crates on disk.

use crate::question::Question;
use crate::questions;

/// Lists the questions: the name of each, which is also a feature's, and its module.
macro_rules! questions {
    ($($name:literal $module:ident,)+) => {
        /// The compiled questions, each made when its turn comes: under Valgrind that takes a while.
        pub fn each() -> impl Iterator<Item = Question> {
            let questions: &[fn() -> Question] =
                &[$(#[cfg(any(feature = "all", feature = $name))] questions::$module::question,)+];
            questions.iter().map(|question| question())
        }

        /// The names of all questions, and whether each is compiled.
        pub(crate) const NAMES: &[(&str, bool)] =
            &[$(($name, cfg!(any(feature = "all", feature = $name))),)+];
    };
}

questions! {
    "between" between,
    "between-batch" between_batch,
    "raypass" raypass,
    "collinear" collinear,
    "distance" distance,
    "attacked" attacked,
    "sliders" sliders,
    "xrays" xrays,
    "attackers" attackers,
    "pins" pins,
    "checks" checks,
    "legality" legality,
    "key" key,
    "upcoming" upcoming,
    "exchange" exchange,
    "threshold" threshold,
    "targets" targets,
    "serialize" serialize,
    "order" order,
    "threats" threats,
    "maps" maps,
    "occupant" occupant,
    "deltas" deltas,
    "deltas-kept" deltas_kept,
    "index" index,
    "perft" perft,
    "search" search,
}

/// Every question with its variants.
#[must_use]
pub fn questions() -> Vec<Question> {
    each().collect()
}

/// The question of this name, if it is compiled.
#[must_use]
pub fn named(name: &str) -> Option<Question> {
    each().find(|question| question.name == name)
}

/// Whether one of these questions has a variant of this name. Also true if the question is left out of
/// this executable, which then does not know its variants.
#[must_use]
pub fn knows(questions: &[Question], question: &str, name: &str) -> bool {
    NAMES.contains(&(question, false))
        || questions.iter().any(|known| known.name == question && known.knows(name))
}
