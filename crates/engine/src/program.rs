//! What a choice of lookups is compiled to, and where.
//!
//! A compiler decides what to inline by what else it compiles at once: a function with one
//! caller is joined with it, the same function with two stays a function. So each choice that
//! is measured has a crate of its own, as it would be alone in an engine: [`program!`](crate::program!).

use crate::memory::Memory;
use crate::search::{Limits, Outcome};
use crate::{Board, Lookups};
use core::marker::PhantomData;

/// The searches and counts of a choice of lookups.
pub trait Program: 'static {
    /// The choice.
    type Lookups: Lookups;

    /// [`search()`](crate::search()).
    fn search(memory: &mut Memory, board: &Board, before: &[u64], limits: &Limits<'_>) -> Outcome;

    /// [`perft`](crate::perft::perft).
    fn perft(board: &Board, depth: u32) -> u64;

    /// [`perft_to_the_end`](crate::perft::perft_to_the_end).
    fn perft_to_the_end(board: &Board, depth: u32) -> u64;
}

/// Compiles a choice of lookups in the crate that has this line, as the [`Program`] `Alone`.
#[macro_export]
macro_rules! program {
    (functions of $lookups:ty) => {
        type Lookups = $lookups;

        #[inline(never)]
        fn search(
            memory: &mut $crate::Memory,
            board: &$crate::Board,
            before: &[u64],
            limits: &$crate::Limits<'_>,
        ) -> $crate::Outcome {
            $crate::search::<$lookups>(memory, board, before, limits)
        }

        #[inline(never)]
        fn perft(board: &$crate::Board, depth: u32) -> u64 {
            $crate::perft::perft::<$lookups>(board, depth)
        }

        #[inline(never)]
        fn perft_to_the_end(board: &$crate::Board, depth: u32) -> u64 {
            $crate::perft::perft_to_the_end::<$lookups>(board, depth)
        }
    };
    ($lookups:ty) => {
        /// The choice, with nothing compiled beside it.
        #[derive(Clone, Copy, Debug)]
        pub struct Alone;

        impl $crate::program::Program for Alone {
            $crate::program!(functions of $lookups);
        }
    };
}

/// A choice that is compiled where it is asked for, beside whatever else is compiled there.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<L>(PhantomData<L>);

impl<L: Lookups> Program for Elsewhere<L> {
    program!(functions of L);
}
