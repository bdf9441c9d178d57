//! The lookups counted in programs, and the streams that time one of each per query.

/// The counted lookups. Each call of such a function counts as one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Question {
    /// A rook's or a bishop's squares; a queen's count as both.
    Sliders,
    Between,
    Attackers,
    /// Whether a side attacks a square.
    Attacked,
    Pins,
    Checkers,
    GivesCheck,
    Legality,
    Exchange,
    Targets,
    Distance,
    RayPass,
    Deltas,
    Index,
    Serialize,
    Threats,
}

/// The counted lookups, each with the study that times it and the stream in which each query makes
/// one such lookup. That stream gives the time of a lookup.
pub(crate) const COUNTED: [(Question, &str, &str); 16] = [
    (Question::Sliders, "sliders", "games"),
    (Question::Between, "between", "positions"),
    (Question::Attackers, "attackers", "exchanges"),
    (Question::Attacked, "attackers", "positions"),
    (Question::Pins, "pins", "positions"),
    (Question::Checkers, "checks", "positions"),
    (Question::GivesCheck, "checks", "moves"),
    (Question::Legality, "legality", "positions"),
    (Question::Exchange, "exchange", "single"),
    (Question::Targets, "targets", "positions"),
    (Question::Distance, "distance", "positions"),
    (Question::RayPass, "raypass", "positions"),
    (Question::Deltas, "deltas", "games"),
    (Question::Index, "index", "positions"),
    (Question::Serialize, "serialize", "pieces"),
    (Question::Threats, "threats", "positions"),
];
