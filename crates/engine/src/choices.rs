//! The choices of lookups to compare, by name.
//!
//! The base has magics, the 64x64 table of squares in between, and modern variants over them. Most
//! choices differ from it in one question and are named after the variant there. Sliders and
//! squares in between change everything that is built on them. `best` and `worst` differ in most
//! questions.

use crate::board::Board;
use crate::limits::{Limits, Outcome};
use crate::lookups::{Lookups, Mapped, Modern, Named, With};
use crate::memory::Memory;
use crate::program::{Elsewhere, Program};
use alloc::vec::Vec;
use between_0x88_rotate::Rotate0x88;
use between_ordered_difference::OrderedDifference;
use between_rectangular::Rectangular;
use lookup::threshold::{Rules, Threshold};
use lookup::{Features, Identity};
use sliders_dumb7::Dumb7;
use sliders_hyperbola_full_ranks::HyperbolaFullRanks;
use sliders_magic::Magic;
use sliders_pext::Pext;

/// Hands the list of choices to a macro: the base first, then those by which an answer can turn. Three
/// that follow each other are timed together.
///
/// Each has its type, what it starts from, and the variants that it replaces, by question. One that
/// replaces several also has a name and a summary. Each has a crate of `benches/programs`.
#[macro_export]
macro_rules! choices {
    ($take:ident) => {
        $take! {
            Base = Modern<Magic, Rectangular>;
            SlidersPext = Modern<Pext, Rectangular>;
            SlidersHyperbola = Modern<sliders_hyperbola::Hyperbola, Rectangular>;
            SlidersHyperbolaLanes = Modern<sliders_hyperbola_lanes::HyperbolaLanes, Rectangular>;
            SerializeCompress = Base, serialize: serialize_compress::Compress;
            SerializeChunks = Base, serialize: serialize_chunks::Chunks;
            PinsSnipers = Base, pins: pins_snipers::Snipers<Rectangular>;
            DeltasByteBoardVbmi = Base, deltas: deltas_byte_board_vbmi::Vbmi;
            DeltasRays = Base, deltas: deltas_rays::Rays;
            OrderMinmax = Base, order: order_minmax::Minmax;
            SerializeBytes = Base, serialize: serialize_bytes::Bytes;
            LegalityBetween = Base, legality: legality_between::InBetween<Rectangular>;
            LegalityGenerate = Base, legality: legality_generate::Generate<Magic>;
            SlidersKoggeStone = Modern<sliders_kogge_stone::KoggeStone, Rectangular>;
            SlidersHyperbolaFullRanks = Modern<HyperbolaFullRanks, Rectangular>;
            SlidersHyperbolaDouble = Modern<sliders_hyperbola_double::HyperbolaDouble, Rectangular>;
            BetweenOrderedDifference = Modern<Magic, OrderedDifference>;
            Between0x88Rotate = Modern<Magic, Rotate0x88>;
            BetweenLineSpan = Modern<Magic, between_line_span::LineSpan>;
            OrderAvx2 = Base, order: order_avx2::Avx2;
            OrderAvx512 = Base, order: order_avx512::Avx512;
            OrderInsertion = Base, order: order_insertion::Insertion;
            AttackersByteBoardVbmi = Base, attackers: attackers_byte_board_vbmi::Vbmi;
            PinsByteBoardVbmi = Base, pins: pins_byte_board_vbmi::Vbmi;
            ChecksByteBoardVbmi = Base, checks: checks_byte_board_vbmi::Vbmi;
            ChecksPrepared = Base, checks: checks_prepared::Prepared<Magic, Rectangular>;
            ThresholdList = Base, threshold: threshold_list::List<Magic, Rectangular>;
            ThresholdPinsAnew = Base, threshold: threshold_pins_anew::PinsAnew<Magic, Rectangular>;
            IndexOneTable = Base, index: index_one_table::OneTable;
            ThreatsKoggeStoneAvx2 = Base, threats: threats_kogge_stone_avx2::KoggeStoneAvx2;
            AttackersSideMap = Mapped<Base>;
            // Small tables and few steps, likely fastest when much memory is in use.
            Best "best" "PEXT and small tables: likely the fastest of each question" =
                Modern<Pext, OrderedDifference>,
                deltas: deltas_byte_board_avx2::Avx2,
                legality: legality_between::InBetween<OrderedDifference>,
                attackers: attackers_guarded::Guarded<Pext>,
                pins: pins_snipers::Snipers<OrderedDifference>;
            Worst "worst" "Fills and detours: likely the slowest of each question" =
                Modern<Dumb7, Rotate0x88>,
                threats: threats_dumb7::Dumb7,
                deltas: deltas_difference::Difference<Dumb7>,
                index: index_calculation::Calculation,
                pins: pins_no_table::NoTable<Dumb7>,
                checks: checks_after_move::AfterMove<Dumb7>,
                legality: legality_generate::Generate<Dumb7>,
                targets: targets_by_direction::ByDirection;
        }
    };
}

/// Replaces variants of a choice.
macro_rules! with {
    ($lookups:ty) => { $lookups };
    ($lookups:ty, $question:ident: $variant:ty $(, $questions:ident: $variants:ty)*) => {
        with!(With<$lookups, lookup::$question::Question, $variant> $(, $questions: $variants)*)
    };
}

/// Defines a choice.
macro_rules! choice {
    ($choice:ident = $($lookups:tt)*) => {
        #[doc = concat!("The choice `", stringify!($($lookups)*), "`.")]
        pub type $choice = with!($($lookups)*);
    };
    ($choice:ident $name:literal $summary:literal = $($lookups:tt)*) => {
        #[doc = concat!($summary, ".")]
        #[derive(Clone, Copy, Debug)]
        pub struct $choice;

        impl Named for $choice {
            type Lookups = with!($($lookups)*);
            const DIFFERENCE: &'static [lookup::Base] =
                &[named($name, $summary)];
        }
    };
}

/// Defines the choices.
macro_rules! define {
    ($($choice:ident $($name:literal)* = $from:ty $(, $question:ident: $variant:ty)*;)+) => {
        $(choice! { $choice $($name)* = $from $(, $question: $variant)* })+

        // With others, the choices would visit different nodes.
        $(const _: () = assert!(matches!(
            <<$choice as Lookups>::Threshold as Threshold>::RULES,
            Rules::WithPins
        ));)+

        /// Hands every choice to `each`, the base first.
        pub fn choices(each: &mut impl Each) {
            $(each.choice::<$choice>();)+
        }
    };
}

choices!(define);

/// The difference of a choice with a name of its own.
const fn named(name: &'static str, summary: &'static str) -> lookup::Base {
    let source = "https://www.chessprogramming.org/Bitboards";
    lookup::Base {
        identity: Identity { name, summary, source, text: include_str!("choices.rs") },
        tables: &[],
        shared: &[],
        needs: Features { names: &[], present: || true },
    }
}

/// Takes the choices, each as a type.
pub trait Each {
    /// A choice.
    fn choice<L: Lookups>(&mut self);
}

/// A choice whose type is erased at its widest: one call runs a whole search or count.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The name of the choice.
    pub name: &'static str,
    /// The processor features that it [needs](Lookups::needs).
    pub needs: fn() -> Vec<&'static str>,
    /// [`search()`](crate::search()) with it.
    pub search: fn(&mut Memory, &Board, &[u64], &Limits<'_>) -> Outcome,
    /// [`perft`](crate::perft::perft) with it.
    pub perft: fn(&Board, u32) -> u64,
}

impl Chosen {
    /// A choice.
    #[must_use]
    pub fn of<L: Lookups>() -> Chosen {
        Chosen {
            name: L::NAME,
            needs: L::needs,
            search: Elsewhere::<L>::search,
            perft: Elsewhere::<L>::perft,
        }
    }

    /// All choices, in the order of [`choices()`].
    // Inlined where it counts, so that these searches are compiled for callers alone. The library
    // would otherwise compile them for each build of the laboratory, and again for its own tests,
    // which do not search. Other tests share the library's searches.
    #[cfg_attr(any(test, not(debug_assertions)), inline)]
    #[must_use]
    pub fn all() -> Vec<Chosen> {
        let mut all = Vec::new();
        choices(&mut all);
        all
    }
}

impl Each for Vec<Chosen> {
    fn choice<L: Lookups>(&mut self) {
        self.push(Chosen::of::<L>());
    }
}
