//! The lookups counted in programs, and the streams that time one of each per query.

/// The counted lookups. Each call of such a function counts as one.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Lookup {
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
    Targets,
    Distance,
    RayPass,
    Deltas,
    Index,
    Serialize,
    /// A list, with all moves that are asked of it.
    Order,
    Threats,
    /// A move that is weighed by static exchange.
    Threshold,
}

/// The counted lookups, each with the question that times it and the stream in which each query makes
/// one such lookup. That stream gives the time of a lookup.
pub(crate) const COUNTED: [(Lookup, &str, &str); 17] = [
    (Lookup::Sliders, "sliders", "games"),
    (Lookup::Between, "between", "positions"),
    (Lookup::Attackers, "attackers", "exchanges"),
    (Lookup::Attacked, "attackers", "positions"),
    (Lookup::Pins, "pins", "positions"),
    (Lookup::Checkers, "checks", "positions"),
    (Lookup::GivesCheck, "checks", "moves"),
    (Lookup::Legality, "legality", "positions"),
    (Lookup::Targets, "targets", "positions"),
    (Lookup::Distance, "distance", "positions"),
    (Lookup::RayPass, "raypass", "positions"),
    (Lookup::Deltas, "deltas", "games"),
    (Lookup::Index, "index", "positions"),
    (Lookup::Serialize, "serialize", "pieces"),
    (Lookup::Order, "order", "searches"),
    (Lookup::Threats, "threats", "positions"),
    (Lookup::Threshold, "threshold", "searches"),
];
