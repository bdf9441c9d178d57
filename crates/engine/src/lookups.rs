//! A choice of lookups as a type.
//!
//! A choice starts from [`Modern`], which takes sliders and squares in between and builds
//! everything on them. A wrapper such as [`WithPins`] replaces the variant for one question.
//! Wrappers nest.

use alloc::vec::Vec;
use attacked_one_word::OneWord;
use attackers_super_piece::SuperPiece;
use checks_by_move::ByMove;
use core::marker::PhantomData;
use deltas_sliders::BySliders;
use distance_table::AllPairs;
use exchange_swap::Swap;
use index_three_tables::ThreeTables;
use legality_getter::Getter;
use lookup::attackers::Attackers;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::deltas::Deltas;
use lookup::distance::Distance;
use lookup::exchange::Exchange;
use lookup::index::Index;
use lookup::legality::Legality;
use lookup::pins::Pins;
use lookup::serialize::Serialize;
use lookup::sliders::Sliders;
use lookup::targets::Targets;
use lookup::threats::Threats;
use lookup::xrays::Xrays;
use lookup::{Base, Identity, Variant};
use pins_xray::XRay;
use raypass_rectangular::Rectangular;
use serialize_scan::Scan;
use targets_by_piece::ByPiece;
use threats_loop::Loop;
use xrays_two_lookups::TwoLookups;

/// A variant for each question that the engine asks.
pub trait Lookups: 'static {
    /// The name of the variant that differs from the base; `base` if none does.
    const NAME: &'static str;

    /// The attacks of rooks, bishops and queens.
    type Sliders: Sliders;
    /// The squares between two squares.
    type Between: Between;
    /// The attackers of a square.
    type Attackers: Attackers;
    /// The pinned pieces.
    type Pins: Pins;
    /// The checkers, and the moves that give check.
    type Checks: Checks;
    /// Whether a move is pseudo-legal.
    type Legality: Legality;
    /// The gain of captures on a square. It must follow the [rules with
    /// x-rays](lookup::exchange::Rules::WithXrays), or the tree differs.
    type Exchange: Exchange;
    /// The targets of all pieces.
    type Targets: Targets;
    /// The attacks through other pieces.
    type Xrays: Xrays;
    /// The number of king moves between two squares.
    type Distance: Distance;
    /// The attack relations that change with a move.
    type Deltas: Deltas;
    /// The row of weights of an attack relation.
    type Index: Index;
    /// The quiet moves of a piece, written one by one.
    type Serialize: Serialize;
    /// The squares that a side attacks.
    type Threats: Threats;

    /// The difference from the base: the variant that the choice is named after.
    const DIFFERENCE: &'static [Base];

    /// Hears of each move that a search or a count makes. Only a choice that counts overrides this;
    /// for all others it compiles to nothing.
    #[inline(always)]
    fn hear_of_move() {}

    /// The variants and the variants they ask, each once.
    #[must_use]
    fn variants() -> Vec<Base> {
        let questions = [
            parts::<Self::Sliders>(),
            parts::<Self::Between>(),
            parts::<Self::Attackers>(),
            parts::<Self::Pins>(),
            parts::<Self::Checks>(),
            parts::<Self::Legality>(),
            parts::<Self::Exchange>(),
            parts::<Self::Targets>(),
            parts::<Self::Xrays>(),
            parts::<Self::Distance>(),
            parts::<Self::Deltas>(),
            parts::<Self::Index>(),
            parts::<Self::Serialize>(),
            parts::<Self::Threats>(),
        ];
        let mut variants: Vec<Base> = Vec::new();
        for part in questions.into_iter().flatten() {
            if variants.iter().all(|known| known.identity != part.identity) {
                variants.push(part);
            }
        }
        variants
    }

    /// Whether the processor has what the variants need. If not, some use another way to the
    /// correct answer, and the choice is not worth measuring.
    #[must_use]
    fn available() -> bool {
        Self::variants().iter().all(|variant| (variant.available)())
    }
}

/// A variant and the variants it asks.
fn parts<V: Variant>() -> Vec<Base> {
    [&[Base::of::<V>()], V::BASES].concat()
}

/// Sliders, squares in between, and an ordinary modern variant over them for every other
/// question.
#[derive(Clone, Copy, Debug)]
pub struct Modern<S, B>(PhantomData<(S, B)>);

impl<S: Sliders + 'static, B: Between + 'static> Lookups for Modern<S, B> {
    const NAME: &'static str = match (is_base(S::IDENTITY.name), is_base(B::IDENTITY.name)) {
        (true, true) => "base",
        (true, false) => B::IDENTITY.name,
        (false, _) => S::IDENTITY.name,
    };
    const DIFFERENCE: &'static [Base] = match (is_base(S::IDENTITY.name), is_base(B::IDENTITY.name))
    {
        (true, true) => &[],
        (true, false) => &[Base::of::<B>()],
        (false, _) => &[Base::of::<S>()],
    };

    type Sliders = S;
    type Between = B;
    type Attackers = SuperPiece<S>;
    type Pins = XRay<S, B>;
    type Checks = ByMove<OneWord, B>;
    type Legality = Getter<S>;
    type Exchange = Swap<S>;
    type Targets = ByPiece<S>;
    type Xrays = TwoLookups<S>;
    type Distance = AllPairs;
    type Deltas = BySliders<S, Rectangular>;
    type Index = ThreeTables;
    type Serialize = Scan;
    type Threats = Loop<S>;
}

/// Another choice under its own name, for one that differs in several questions.
pub trait Named: 'static {
    /// The name.
    const NAME: &'static str;
    /// Its description, in a line.
    const SUMMARY: &'static str;
    /// The choice.
    type Lookups: Lookups;
}

/// Names the variants of another choice for some questions.
macro_rules! same {
    ($other:ty: $($question:ident)*) => {
        $(type $question = <$other as Lookups>::$question;)*
    };
}

/// Defines a wrapper that replaces the variant for one question.
macro_rules! with {
    ($wrapper:ident replaces $question:ident and keeps $($others:ident)*) => {
        #[doc = concat!("The choice `L`, with `V` for [`", stringify!($question), "`].")]
        #[derive(Clone, Copy, Debug)]
        pub struct $wrapper<L, V>(PhantomData<(L, V)>);

        impl<L: Lookups, V: $question + 'static> Lookups for $wrapper<L, V> {
            const NAME: &'static str = V::IDENTITY.name;
            const DIFFERENCE: &'static [Base] = &[Base::of::<V>()];
            type $question = V;
            same!(L: $($others)*);
        }
    };
}

with!(WithAttackers replaces Attackers and keeps
    Sliders Between Pins Checks Legality Exchange Targets Xrays Distance Deltas Index Serialize
    Threats);
with!(WithPins replaces Pins and keeps
    Sliders Between Attackers Checks Legality Exchange Targets Xrays Distance Deltas Index
    Serialize Threats);
with!(WithChecks replaces Checks and keeps
    Sliders Between Attackers Pins Legality Exchange Targets Xrays Distance Deltas Index
    Serialize Threats);
with!(WithLegality replaces Legality and keeps
    Sliders Between Attackers Pins Checks Exchange Targets Xrays Distance Deltas Index
    Serialize Threats);
with!(WithExchange replaces Exchange and keeps
    Sliders Between Attackers Pins Checks Legality Targets Xrays Distance Deltas Index
    Serialize Threats);
with!(WithTargets replaces Targets and keeps
    Sliders Between Attackers Pins Checks Legality Exchange Xrays Distance Deltas Index
    Serialize Threats);
with!(WithXrays replaces Xrays and keeps
    Sliders Between Attackers Pins Checks Legality Exchange Targets Distance Deltas Index
    Serialize Threats);
with!(WithDeltas replaces Deltas and keeps
    Sliders Between Attackers Pins Checks Legality Exchange Targets Xrays Distance Index
    Serialize Threats);
with!(WithIndex replaces Index and keeps
    Sliders Between Attackers Pins Checks Legality Exchange Targets Xrays Distance Deltas
    Serialize Threats);
with!(WithSerialize replaces Serialize and keeps
    Sliders Between Attackers Pins Checks Legality Exchange Targets Xrays Distance Deltas Index
    Threats);
with!(WithThreats replaces Threats and keeps
    Sliders Between Attackers Pins Checks Legality Exchange Targets Xrays Distance Deltas Index
    Serialize);

/// The choice `L` as another type: the compiler makes all of it a second time.
#[derive(Clone, Copy, Debug)]
pub struct Again<L>(PhantomData<L>);

impl<L: Lookups> Lookups for Again<L> {
    const NAME: &'static str = L::NAME;
    const DIFFERENCE: &'static [Base] = L::DIFFERENCE;
    same!(L:
        Sliders Between Attackers Pins Checks Legality Exchange Targets Xrays Distance Deltas
        Index Serialize Threats);
}

impl<N: Named> Lookups for N {
    const NAME: &'static str = N::NAME;
    const DIFFERENCE: &'static [Base] = &[Base {
        identity: Identity {
            name: N::NAME,
            summary: N::SUMMARY,
            source: "https://www.chessprogramming.org/Bitboards",
            text: include_str!("choices.rs"),
        },
        tables: &[],
        shared: &[],
        needs: &[],
        available: N::Lookups::available,
    }];
    same!(N::Lookups:
        Sliders Between Attackers Pins Checks Legality Exchange Targets Xrays Distance Deltas
        Index Serialize Threats);
}

/// Whether the base's sliders or squares in between have this name.
const fn is_base(name: &str) -> bool {
    matches!(name.as_bytes(), b"sliders-magic" | b"between-rectangular")
}

#[cfg(test)]
mod tests {
    use super::*;
    use between_line_span::LineSpan;
    use lookup::exchange::Rules;
    use pins_snipers::Snipers;
    use sliders_pext::Pext;

    #[test]
    fn a_choice_is_named_after_its_difference() {
        type Base = crate::choices::Base;
        assert_eq!(Base::NAME, "base");
        assert_eq!(Modern::<Pext, <Base as Lookups>::Between>::NAME, "sliders-pext");
        assert_eq!(Modern::<<Base as Lookups>::Sliders, LineSpan>::NAME, "between-line-span");
        assert_eq!(WithPins::<Base, Snipers<LineSpan>>::NAME, "pins-snipers");
        assert_eq!(Modern::<Pext, LineSpan>::available(), Pext::available());
        let difference = <WithPins<Base, Snipers<LineSpan>> as Lookups>::DIFFERENCE;
        assert!(difference.iter().map(|base| base.identity.name).eq(["pins-snipers"]));
    }

    #[test]
    fn wrappers_keep_the_rest() {
        type Pinned = WithPins<Modern<Pext, LineSpan>, Snipers<LineSpan>>;
        assert_eq!(<Pinned as Lookups>::Sliders::IDENTITY.name, "sliders-pext");
        assert_eq!(<Pinned as Lookups>::Xrays::IDENTITY.name, "xrays-two-lookups");
        assert_eq!(<Pinned as Lookups>::Exchange::RULES, Rules::WithXrays);
    }

    #[test]
    fn variants_are_named_once_with_those_that_they_ask() {
        let variants = WithPins::<crate::choices::Base, Snipers<LineSpan>>::variants();
        let mut names: Vec<_> = variants.iter().map(|variant| variant.identity.name).collect();
        for name in ["sliders-magic", "between-rectangular", "pins-snipers", "between-line-span"] {
            assert!(names.contains(&name), "{names:?}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), variants.len());
    }
}
