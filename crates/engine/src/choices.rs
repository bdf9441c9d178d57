//! The choices of lookups that are compared, by name.
//!
//! Most differ from the base in one question and are named after the variant there. Sliders
//! and squares in between change everything that is built on them. `best` and `worst`
//! differ everywhere.

use crate::board::Board;
use crate::lookups::{
    Lookups, Modern, Named, WithAttackers, WithChecks, WithDeltas, WithDistance, WithExchange,
    WithIndex, WithLegality, WithPins, WithRayPass, WithSerialize, WithTargets, WithThreats,
    WithXrays,
};
use crate::memory::Memory;
use crate::perft::{perft, perft_to_the_end};
use crate::search::{Limits, Outcome, search};
use alloc::vec::Vec;
use attacked_0x88_table::Table0x88;
use attacked_one_word::OneWord;
use between_rectangular::Rectangular;
use sliders_magic::Magic;

/// Magics, the 64x64 table of squares in between, and modern variants over them.
pub type Base = Modern<Magic, Rectangular>;

/// The variants that are likely fastest where much memory is in use: those with small
/// tables and few steps.
#[derive(Clone, Copy, Debug)]
pub struct Best;

impl Named for Best {
    const NAME: &'static str = "best";
    const SUMMARY: &'static str = "PEXT and small tables: likely the fastest of each question";
    type Lookups = WithPins<
        WithAttackers<
            WithLegality<
                WithExchange<
                    WithDeltas<
                        Modern<sliders_pext::Pext, between_ordered_difference::OrderedDifference>,
                        deltas_byte_board_avx2::Avx2,
                    >,
                    exchange_swap::Swap<sliders_pext::Pext>,
                >,
                legality_between::InBetween<between_ordered_difference::OrderedDifference>,
            >,
            attackers_guarded::Guarded<sliders_pext::Pext>,
        >,
        pins_snipers::Snipers<between_ordered_difference::OrderedDifference>,
    >;
}

/// The variants that are likely slowest.
#[derive(Clone, Copy, Debug)]
pub struct Worst;

impl Named for Worst {
    const NAME: &'static str = "worst";
    const SUMMARY: &'static str = "Fills and detours: likely the slowest of each question";
    type Lookups = WithTargets<
        WithXrays<
            WithLegality<
                WithChecks<
                    WithPins<
                        WithIndex<
                            WithDeltas<
                                WithThreats<
                                    Modern<sliders_dumb7::Dumb7, between_0x88_rotate::Rotate0x88>,
                                    threats_dumb7::Dumb7,
                                >,
                                deltas_difference::Difference<sliders_dumb7::Dumb7>,
                            >,
                            index_calculation::Calculation,
                        >,
                        pins_no_table::NoTable<sliders_dumb7::Dumb7>,
                    >,
                    checks_after_move::AfterMove<sliders_dumb7::Dumb7>,
                >,
                legality_generate::Generate<sliders_dumb7::Dumb7>,
            >,
            xrays_fill::Fill,
        >,
        targets_by_direction::ByDirection,
    >;
}

/// Hands every choice to `each`, the base first; a new choice is a line here.
pub fn choices(each: &mut impl Each) {
    sliders(each);
    in_between(each);
    each.choice::<WithAttackers<Base, attackers_by_table::ByTable<Table0x88>>>();
    each.choice::<WithAttackers<Base, attackers_guarded::Guarded<Magic>>>();
    each.choice::<WithAttackers<Base, attackers_leapers_first::LeapersFirst<Magic>>>();
    each.choice::<WithAttackers<Base, attackers_sliders_first::SlidersFirst<Magic>>>();
    each.choice::<WithAttackers<Base, attackers_byte_board_avx2::Avx2>>();
    each.choice::<WithAttackers<Base, attackers_byte_board_vbmi::Vbmi>>();
    each.choice::<WithPins<Base, pins_snipers::Snipers<Rectangular>>>();
    each.choice::<WithPins<Base, pins_opposite::Opposite<Magic>>>();
    each.choice::<WithPins<Base, pins_no_table::NoTable<Magic>>>();
    each.choice::<WithPins<Base, pins_byte_board_avx2::Avx2>>();
    each.choice::<WithPins<Base, pins_byte_board_vbmi::Vbmi>>();
    each.choice::<WithChecks<Base, checks_after_move::AfterMove<Magic>>>();
    each.choice::<WithChecks<Base, checks_byte_board_avx2::Avx2>>();
    each.choice::<WithChecks<Base, checks_byte_board_vbmi::Vbmi>>();
    each.choice::<WithLegality<Base, legality_between::InBetween<Rectangular>>>();
    each.choice::<WithLegality<Base, legality_attacked::ByAttack<OneWord>>>();
    each.choice::<WithLegality<Base, legality_generate::Generate<Magic>>>();
    each.choice::<WithExchange<Base, exchange_swap_between::SwapBetween<Magic, Rectangular>>>();
    each.choice::<WithTargets<Base, targets_by_direction::ByDirection>>();
    each.choice::<WithTargets<Base, targets_hybrid::Hybrid<Magic>>>();
    each.choice::<WithXrays<Base, xrays_conditional::Conditional<Magic>>>();
    each.choice::<WithXrays<Base, xrays_blockers::Blockers<Rectangular>>>();
    each.choice::<WithXrays<Base, xrays_carry::Carry>>();
    each.choice::<WithXrays<Base, xrays_fill::Fill>>();
    each.choice::<WithXrays<Base, xrays_kindergarten::Kindergarten>>();
    each.choice::<WithDistance<Base, distance_0x88::Difference0x88>>();
    each.choice::<WithDistance<Base, distance_calculation::Calculation>>();
    each.choice::<WithDistance<Base, distance_rings::Rings>>();
    each.choice::<WithDeltas<Base, deltas_difference::Difference<Magic>>>();
    each.choice::<WithDeltas<Base, deltas_rays::Rays>>();
    each.choice::<WithDeltas<Base, deltas_byte_board_avx2::Avx2>>();
    each.choice::<WithDeltas<Base, deltas_byte_board_vbmi::Vbmi>>();
    each.choice::<WithRayPass<Base, raypass_transposed::Transposed>>();
    each.choice::<WithRayPass<Base, raypass_line_half::LineHalf>>();
    each.choice::<WithRayPass<Base, raypass_rays::Rays>>();
    each.choice::<WithRayPass<Base, raypass_difference_masks::DifferenceMasks>>();
    each.choice::<WithRayPass<Base, raypass_windows::Windows>>();
    each.choice::<WithRayPass<Base, raypass_select::Select>>();
    each.choice::<WithIndex<Base, index_calculation::Calculation>>();
    each.choice::<WithIndex<Base, index_popcount::Popcount>>();
    each.choice::<WithIndex<Base, index_one_table::OneTable>>();
    each.choice::<WithIndex<Base, index_two_tables::TwoTables>>();
    each.choice::<WithSerialize<Base, serialize_chunks::Chunks>>();
    each.choice::<WithSerialize<Base, serialize_compress::Compress>>();
    each.choice::<WithSerialize<Base, serialize_pext::Pext>>();
    each.choice::<WithSerialize<Base, serialize_ranks::Ranks>>();
    each.choice::<WithSerialize<Base, serialize_reach::Reach>>();
    each.choice::<WithThreats<Base, threats_dumb7::Dumb7>>();
    each.choice::<WithThreats<Base, threats_gfni::Gfni>>();
    each.choice::<WithThreats<Base, threats_kogge_stone::KoggeStone>>();
    each.choice::<WithThreats<Base, threats_kogge_stone_avx2::KoggeStoneAvx2>>();
    each.choice::<WithThreats<Base, threats_kogge_stone_avx512::KoggeStoneAvx512>>();
    each.choice::<WithThreats<Base, threats_lanes::Lanes>>();
    each.choice::<Best>();
    each.choice::<Worst>();
}

fn sliders(each: &mut impl Each) {
    each.choice::<Base>();
    each.choice::<Modern<sliders_black_magic::BlackMagic, Rectangular>>();
    each.choice::<Modern<sliders_magic_plain::MagicPlain, Rectangular>>();
    each.choice::<Modern<sliders_magic_bytes::MagicBytes, Rectangular>>();
    each.choice::<Modern<sliders_pext::Pext, Rectangular>>();
    each.choice::<Modern<sliders_pext_pdep::PextPdep, Rectangular>>();
    each.choice::<Modern<sliders_pext_mixed::PextMixed, Rectangular>>();
    each.choice::<Modern<sliders_hyperbola::Hyperbola, Rectangular>>();
    each.choice::<Modern<sliders_hyperbola_full_ranks::HyperbolaFullRanks, Rectangular>>();
    each.choice::<Modern<sliders_hyperbola_lanes::HyperbolaLanes, Rectangular>>();
    each.choice::<Modern<sliders_hyperbola_double::HyperbolaDouble, Rectangular>>();
    each.choice::<Modern<sliders_hyperbola_reverse::HyperbolaReverse, Rectangular>>();
    each.choice::<Modern<sliders_gfni::Gfni, Rectangular>>();
    each.choice::<Modern<sliders_obstruction::Obstruction, Rectangular>>();
    each.choice::<Modern<sliders_obstruction_lanes::ObstructionLanes, Rectangular>>();
    each.choice::<Modern<sliders_kindergarten::Kindergarten, Rectangular>>();
    each.choice::<Modern<sliders_kgssb::Kgssb, Rectangular>>();
    each.choice::<Modern<sliders_sissy::Sissy, Rectangular>>();
    each.choice::<Modern<sliders_kogge_stone::KoggeStone, Rectangular>>();
    each.choice::<Modern<sliders_dumb7::Dumb7, Rectangular>>();
    each.choice::<Modern<sliders_classical::Classical, Rectangular>>();
}

fn in_between(each: &mut impl Each) {
    each.choice::<Modern<Magic, between_triangular::Triangular>>();
    each.choice::<Modern<Magic, between_triangular_max::TriangularMax>>();
    each.choice::<Modern<Magic, between_0x88_rotate::Rotate0x88>>();
    each.choice::<Modern<Magic, between_branchless::Branchless>>();
    each.choice::<Modern<Magic, between_windows::Windows>>();
    each.choice::<Modern<Magic, between_line_span::LineSpan>>();
    each.choice::<Modern<Magic, between_difference_masks::DifferenceMasks>>();
    each.choice::<Modern<Magic, between_difference_files::DifferenceFiles>>();
    each.choice::<Modern<Magic, between_compact_difference::CompactDifference>>();
    each.choice::<Modern<Magic, between_ordered_masks::OrderedMasks>>();
    each.choice::<Modern<Magic, between_ordered_difference::OrderedDifference>>();
    each.choice::<Modern<Magic, between_class_inverse::ClassInverse>>();
    each.choice::<Modern<Magic, between_class_trim::ClassTrim>>();
    each.choice::<Modern<Magic, between_select::Select>>();
}

/// Takes the choices, each by its type.
pub trait Each {
    /// A choice.
    fn choice<L: Lookups>(&mut self);
}

/// A choice whose type is erased at its widest: one call runs a whole search or count.
#[derive(Clone, Copy, Debug)]
pub struct Chosen {
    /// The name of the choice.
    pub name: &'static str,
    /// Whether the processor has what it needs.
    pub available: bool,
    /// [`search`] with it.
    pub search: fn(&mut Memory, &Board, &[u64], &Limits<'_>) -> Outcome,
    /// [`perft`] with it.
    pub perft: fn(&Board, u32) -> u64,
    /// [`perft_to_the_end`] with it.
    pub perft_to_the_end: fn(&Board, u32) -> u64,
}

impl Chosen {
    /// A choice.
    #[must_use]
    pub fn of<L: Lookups>() -> Chosen {
        Chosen {
            name: L::NAME,
            available: L::available(),
            search: search::<L>,
            perft: perft::<L>,
            perft_to_the_end: perft_to_the_end::<L>,
        }
    }

    /// All choices, in the order of [`choices`].
    // Inlined where it counts, so that their searches are compiled for callers alone: some eighty
    // would otherwise be compiled into the library, for a minute of each build of the
    // laboratory, and again for its own tests, which do not search. Other tests share what the
    // library has.
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

#[cfg(test)]
mod tests {
    use super::*;
    use lookup::exchange::{Exchange, Rules};

    #[test]
    fn names_differ_and_exchanges_follow_the_same_rules() {
        struct Names(Vec<&'static str>);
        impl Each for Names {
            fn choice<L: Lookups>(&mut self) {
                assert_eq!(L::Exchange::RULES, Rules::WithXrays, "{}", L::NAME);
                self.0.push(L::NAME);
            }
        }
        let mut names = Names(Vec::new());
        choices(&mut names);
        assert_eq!((names.0[0], names.0.len()), ("base", 90));
        names.0.sort_unstable();
        names.0.dedup();
        assert_eq!(names.0.len(), 90);
    }
}
