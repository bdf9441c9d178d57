//! A choice of lookups as it is compiled, in a crate of its own.
//!
//! Code compiled together decides what a compiler inlines: a function with one caller is inlined,
//! the same function with two is called. So each measured choice has its own crate, as if it were
//! alone in an engine: [`program!`](crate::program!).

use crate::limits::{Limits, Outcome};
use crate::memory::Memory;
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

/// Compiles a choice of lookups in the current crate, as the [`Program`] `Alone`.
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

/// A choice compiled in the crate that uses it, beside whatever else is compiled there.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<L>(PhantomData<L>);

impl<L: Lookups> Program for Elsewhere<L> {
    program!(functions of L);
}
