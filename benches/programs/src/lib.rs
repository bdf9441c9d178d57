//! Whole programs, compiled once for each choice of lookups: searches and counts of the crate
//! `engine`.
//!
//! What a compiler makes of a function depends on what it compiles beside it. It divides a crate
//! into units by their size, and what it inlines depends on them. While searches were compiled
//! among hundreds of kernels, more code in the crate changed 3 of 15 copies of the function that
//! picks the next move. Here programs are one unit, and only the engine, the variants of their
//! choices and the compiler change them.
//!
//! A variant of another question is added without compiling them again, too.
#![no_std]
#![forbid(unsafe_code)]

use between_0x88_rotate::Rotate0x88;
use between_line_span::LineSpan;
use between_ordered_difference::OrderedDifference;
use between_rectangular::Rectangular;
use core::marker::PhantomData;
use deltas_byte_board_vbmi::Vbmi;
use deltas_rays::Rays;
use engine::choices::{Base, Best, Worst};
use engine::lookups::{Modern, WithDeltas, WithIndex, WithSerialize, WithThreats};
use engine::{Board, Limits, Lookups, Memory, Outcome};
use index_one_table::OneTable;
use serialize_chunks::Chunks;
use serialize_compress::Compress;
use sliders_hyperbola::Hyperbola;
use sliders_hyperbola_double::HyperbolaDouble;
use sliders_hyperbola_full_ranks::HyperbolaFullRanks;
use sliders_hyperbola_lanes::HyperbolaLanes;
use sliders_kogge_stone::KoggeStone;
use sliders_magic::Magic;
use sliders_pext::Pext;
use threats_kogge_stone_avx2::KoggeStoneAvx2;

/// What a choice of lookups is compiled to.
pub trait Program: 'static {
    /// The choice.
    type Lookups: Lookups;

    /// [`engine::search()`].
    fn search(memory: &mut Memory, board: &Board, before: &[u64], limits: &Limits<'_>) -> Outcome;

    /// [`engine::perft::perft`].
    fn perft(board: &Board, depth: u32) -> u64;

    /// [`engine::perft::perft_to_the_end`].
    fn perft_to_the_end(board: &Board, depth: u32) -> u64;
}

/// Takes programs, each by its type.
pub trait Each {
    /// A program.
    fn program<P: Program>(&mut self);
}

/// The functions of a program.
macro_rules! compiled {
    ($lookups:ty) => {
        type Lookups = $lookups;

        #[inline(never)]
        fn search(
            memory: &mut Memory,
            board: &Board,
            before: &[u64],
            limits: &Limits<'_>,
        ) -> Outcome {
            engine::search::<$lookups>(memory, board, before, limits)
        }

        #[inline(never)]
        fn perft(board: &Board, depth: u32) -> u64 {
            engine::perft::perft::<$lookups>(board, depth)
        }

        #[inline(never)]
        fn perft_to_the_end(board: &Board, depth: u32) -> u64 {
            engine::perft::perft_to_the_end::<$lookups>(board, depth)
        }
    };
}

/// Compiles choices here, and lists them.
macro_rules! programs {
    ($($choice:ty),+ $(,)?) => {
        $(impl Program for $choice {
            compiled!($choice);
        })+

        /// Hands programs to `each`, the base first: the rivals in memory and work for sliders
        /// and squares in between, and what differs most elsewhere.
        #[cfg(not(feature = "all-choices"))]
        pub fn programs(each: &mut impl Each) {
            $(each.program::<$choice>();)+
        }
    };
}

programs! {
    Base,
    Modern<Pext, Rectangular>,
    Modern<Hyperbola, Rectangular>,
    Modern<HyperbolaFullRanks, Rectangular>,
    Modern<HyperbolaLanes, Rectangular>,
    Modern<HyperbolaDouble, Rectangular>,
    Modern<KoggeStone, Rectangular>,
    Modern<Magic, Rotate0x88>,
    Modern<Magic, LineSpan>,
    Modern<Magic, OrderedDifference>,
    WithDeltas<Base, Rays>,
    WithDeltas<Base, Vbmi>,
    WithIndex<Base, OneTable>,
    WithSerialize<Base, Chunks>,
    WithSerialize<Base, Compress>,
    WithThreats<Base, KoggeStoneAvx2>,
    Best,
    Worst,
}

/// A choice that is compiled where it is asked for, beside whatever else is compiled there.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<L>(PhantomData<L>);

impl<L: Lookups> Program for Elsewhere<L> {
    compiled!(L);
}

/// Hands all choices of the engine to `each`, the base first, as programs that are compiled
/// where `each` is.
#[cfg(feature = "all-choices")]
pub fn programs(each: &mut impl Each) {
    struct Elsewheres<'a, E>(&'a mut E);

    impl<E: Each> engine::choices::Each for Elsewheres<'_, E> {
        fn choice<L: Lookups>(&mut self) {
            self.0.program::<Elsewhere<L>>();
        }
    }

    engine::choices::choices(&mut Elsewheres(each));
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Profile;
    use lookup::Position;

    /// Compares programs with the base's.
    struct Compare {
        programs: usize,
        board: Board,
    }

    impl Each for Compare {
        fn program<P: Program>(&mut self) {
            assert_eq!(P::perft(&self.board, 2), 2039, "{}", P::Lookups::NAME);
            assert_eq!(P::perft_to_the_end(&self.board, 2), 2039, "{}", P::Lookups::NAME);
            let mut memory = Memory::new(1, Profile::Threats(1)).unwrap();
            let limits = Limits::nodes(500);
            let found = P::search(&mut memory, &self.board, &[], &limits);
            memory.clear();
            let expected = engine::search::<Base>(&mut memory, &self.board, &[], &limits);
            assert_eq!(found, expected, "{}", P::Lookups::NAME);
            self.programs += 1;
        }
    }

    #[test]
    fn programs_are_those_of_the_engine() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
        let board = Board::new(Position::from_fen(fen).unwrap(), 0);
        let mut compare = Compare { programs: 0, board };
        programs(&mut compare);
        let expected = if cfg!(feature = "all-choices") { engine::Chosen::all().len() } else { 18 };
        assert_eq!(compare.programs, expected);
    }
}
