//! A choice of lookups as a type.
//!
//! A choice starts from [`Modern`], which takes sliders and squares in between and builds
//! everything on them. [`With`] replaces the variant for one question, and nests.

use crate::attacked::{Attacked, ByMap, BySquare};
use alloc::vec::Vec;
use attacked_one_word::OneWord;
use attackers_super_piece::SuperPiece;
use checks_by_move::ByMove;
use core::marker::PhantomData;
use deltas_sliders::BySliders;
use distance_table::AllPairs;
use index_three_tables::ThreeTables;
use legality_getter::Getter;
use lookup::Base;
use lookup::between::Between;
use lookup::sliders::Sliders;
use order_selection::Selection;
use pins_xray::XRay;
use raypass_rectangular::Rectangular;
use serialize_scan::Scan;
use targets_by_piece::ByPiece;
use threats_loop::Loop;
use threshold_trivial_first::TrivialFirst;

/// Defines what a choice is, from the list of questions.
macro_rules! questions {
    ($($(#[$doc:meta])+ $question:ident in $module:ident,)+) => {
        /// A variant for each question that the engine asks.
        pub trait Lookups: 'static {
            $($(#[$doc])+ type $question: lookup::$module::$question;)+

            /// The way to learn whether the other side attacks squares that a king goes to.
            type Attacked: Attacked;

            /// The difference from the base: the variant that the choice is named after.
            const DIFFERENCE: &'static [Base];

            /// The name of the variant that differs from the base; `base` if none does.
            const NAME: &'static str = match Self::DIFFERENCE {
                [] => "base",
                [variant, ..] => variant.identity.name,
            };

            /// Hears of each move that a search or a count makes. Only a choice that counts
            /// overrides this; for all others it compiles to nothing.
            #[inline(always)]
            fn hear_of_move() {}

            /// The variants and the variants they ask, each once.
            #[must_use]
            fn variants() -> Vec<Base> {
                let mut variants: Vec<Base> = Vec::new();
                for &variant in [$(Base::all::<Self::$question>()),+].into_iter().flatten() {
                    if variants.iter().all(|known| known.identity != variant.identity) {
                        variants.push(variant);
                    }
                }
                variants
            }

            /// The processor features that the variants need. Where one is missing, some use
            /// another way to the correct answer, and the choice is not worth measuring.
            #[must_use]
            fn needs() -> Vec<&'static str> {
                Self::variants().iter().flat_map(|variant| variant.needs.names).copied().collect()
            }
        }

        impl<N: Named> Lookups for N {
            $(type $question = <N::Lookups as Lookups>::$question;)+
            type Attacked = <N::Lookups as Lookups>::Attacked;
            const DIFFERENCE: &'static [Base] = N::DIFFERENCE;
        }

        impl<L: Lookups> Lookups for Mapped<L> {
            $(type $question = L::$question;)+
            type Attacked = ByMap;
            const DIFFERENCE: &'static [Base] = &[Base::of::<ByMap>()];
        }

        replacements!([] $($question in $module,)+);
    };
}

/// Replaces the variant for each question in turn, between the questions whose variants stay.
macro_rules! replacements {
    ([$($before:ident)*]) => {};
    ([$($before:ident)*] $question:ident in $module:ident, $($after:ident in $modules:ident,)*) => {
        impl<L, V> Lookups for With<L, lookup::$module::Question, V>
        where
            L: Lookups,
            V: lookup::$module::$question + 'static,
        {
            type $question = V;
            $(type $before = L::$before;)*
            $(type $after = L::$after;)*
            type Attacked = L::Attacked;
            const DIFFERENCE: &'static [Base] = &[Base::of::<V>()];
        }

        replacements!([$($before)* $question] $($after in $modules,)*);
    };
}

questions! {
    /// The attacks of rooks, bishops and queens.
    Sliders in sliders,
    /// The squares between two squares.
    Between in between,
    /// The attackers of a square.
    Attackers in attackers,
    /// The pinned pieces.
    Pins in pins,
    /// The checkers, and the moves that give check.
    Checks in checks,
    /// Whether a move is pseudo-legal.
    Legality in legality,
    /// Whether a move wins at least so much. It must follow the [rules with
    /// pins](lookup::threshold::Rules::WithPins), or the tree differs.
    Threshold in threshold,
    /// The targets of all pieces.
    Targets in targets,
    /// The number of king moves between two squares.
    Distance in distance,
    /// The attack relations that change with a move.
    Deltas in deltas,
    /// The row of weights of an attack relation.
    Index in index,
    /// The quiet moves of a piece, written one by one.
    Serialize in serialize,
    /// The best of the moves of a node that are left.
    Order in order,
    /// The squares that a side attacks.
    Threats in threats,
}

/// What a choice [keeps](Attacked::Kept) during a node, as functions see it.
pub type Seen<'a, L> = <<L as Lookups>::Attacked as Attacked>::Seen<'a>;

/// Sliders, squares in between, and an ordinary modern variant over them for every other
/// question.
#[derive(Clone, Copy, Debug)]
pub struct Modern<S, B>(PhantomData<(S, B)>);

impl<S: Sliders + 'static, B: Between + 'static> Lookups for Modern<S, B> {
    type Sliders = S;
    type Between = B;
    type Attackers = SuperPiece<S>;
    type Pins = XRay<S, B>;
    type Checks = ByMove<OneWord, B>;
    type Legality = Getter<S>;
    type Threshold = TrivialFirst<S, B>;
    type Targets = ByPiece<S>;
    type Distance = AllPairs;
    type Deltas = BySliders<S, Rectangular>;
    type Index = ThreeTables;
    type Serialize = Scan;
    type Order = Selection;
    type Threats = Loop<S>;
    type Attacked = BySquare;
    const DIFFERENCE: &'static [Base] = match (is_base(S::IDENTITY.name), is_base(B::IDENTITY.name))
    {
        (true, true) => &[],
        (true, false) => &[Base::of::<B>()],
        (false, _) => &[Base::of::<S>()],
    };
}

/// Whether the base's sliders or squares in between have this name.
const fn is_base(name: &str) -> bool {
    matches!(name.as_bytes(), b"sliders-magic" | b"between-rectangular")
}

/// The choice `L`, with the variant `V` for the question `Q`, such as
/// [`pins::Question`](lookup::pins::Question).
#[derive(Clone, Copy, Debug)]
pub struct With<L, Q, V>(PhantomData<(L, Q, V)>);

/// The choice `L` with a [map](ByMap) of the squares that the other side attacks.
#[derive(Clone, Copy, Debug)]
pub struct Mapped<L>(PhantomData<L>);

/// Another choice under a name of its own, such as one that differs in several questions.
pub trait Named: 'static {
    /// The choice.
    type Lookups: Lookups;
    /// The difference from the base, with the name.
    const DIFFERENCE: &'static [Base];
}

#[cfg(test)]
mod tests {
    use super::*;
    use between_line_span::LineSpan;
    use lookup::pins;
    use pins_snipers::Snipers;
    use sliders_pext::Pext;

    type Base = crate::choices::Base;
    type Sniped<L> = With<L, pins::Question, Snipers<LineSpan>>;

    #[test]
    fn a_choice_is_named_after_its_difference() {
        assert_eq!(Base::NAME, "base");
        assert_eq!(Modern::<Pext, <Base as Lookups>::Between>::NAME, "sliders-pext");
        assert_eq!(Modern::<<Base as Lookups>::Sliders, LineSpan>::NAME, "between-line-span");
        assert_eq!(Sniped::<Base>::NAME, "pins-snipers");
        assert_eq!(Modern::<Pext, LineSpan>::needs(), ["bmi2"]);
        assert_eq!(Base::needs(), [""; 0]);
    }

    #[test]
    fn variants_are_named_once_with_those_that_they_ask() {
        let variants = Sniped::<Base>::variants();
        let mut names: Vec<_> = variants.iter().map(|variant| variant.identity.name).collect();
        for name in ["sliders-magic", "between-rectangular", "pins-snipers", "between-line-span"] {
            assert!(names.contains(&name), "{names:?}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), variants.len());
    }
}
