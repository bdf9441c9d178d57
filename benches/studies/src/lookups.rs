//! The lookups that programs are counted by, and the streams that time one of each a query.

/// The lookups that are counted, each as often as one of these functions is called.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Question {
    /// A rook's or a bishop's squares; a queen's are both.
    Sliders,
    Between,
    /// All attackers of a square.
    Attackers,
    /// Whether a side attacks a square.
    Attacked,
    /// Those of a side.
    Pins,
    Checkers,
    /// Whether a move does.
    GivesCheck,
    /// Whether a move is.
    Legality,
    /// One capture.
    Exchange,
    /// Those of a position.
    Targets,
    /// A rook's or a bishop's squares.
    Xrays,
    Distance,
    RayPass,
    /// Those of a move.
    Deltas,
    /// The row of a relation.
    Index,
    /// The targets of a piece.
    Serialize,
    /// Those of a side.
    Threats,
}

/// What is counted, with the study that times it and the stream of which each query makes one
/// such lookup. What a lookup takes is found on that stream.
pub(crate) const COUNTED: [(Question, &str, &str); 17] = [
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
    (Question::Xrays, "xrays", "games"),
    (Question::Distance, "distance", "positions"),
    (Question::RayPass, "raypass", "positions"),
    (Question::Deltas, "deltas", "games"),
    (Question::Index, "index", "positions"),
    (Question::Serialize, "serialize", "pieces"),
    (Question::Threats, "threats", "positions"),
];
