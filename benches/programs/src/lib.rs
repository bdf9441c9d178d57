//! Whole programs: searches and counts of the crate `engine`, with each choice of lookups compiled
//! in its own crate.
//!
//! The code around a function changes how a compiler compiles it: it inlines a function with one
//! caller, but calls the same function with two. In a unit of four choices, the three with magics
//! picked the next move by 2728 bytes of code and the one with PEXT by 4599; alone, magics take
//! 4700. In its own crate, a choice is compiled as in an engine that has no other, and an addition
//! here changes no choice.
#![no_std]
#![forbid(unsafe_code)]

use engine::program::Program;

/// The base.
pub use ::Base::Alone as Base;
/// The choice that shares the fewest variants with the base.
pub use ::Worst::Alone as Worst;

/// Takes programs, each as a type.
pub trait Each {
    /// A program.
    fn program<P: Program>(&mut self);
}

/// Takes the engine's list of choices. The crate of each has the name of its type.
macro_rules! programs {
    ($($choice:ident $($name:literal)* = $from:ty $(, $question:ident: $variant:ty)*;)+) => {
        /// Hands programs to `each`, in the order of the engine's choices.
        pub fn programs(each: &mut impl Each) {
            $(each.program::<::$choice::Alone>();)+
        }
    };
}

engine::choices!(programs);

/// Hands other builds of some programs to `each`, way by way: of the same source, by a compiler that inlines
/// less, and in eight units. What they differ by is the compiler's doing.
pub fn builds(each: &mut impl Each) {
    each.program::<::BaseO2::Alone>();
    each.program::<::SlidersPextO2::Alone>();
    each.program::<::SlidersHyperbolaO2::Alone>();
    each.program::<::SlidersHyperbolaLanesO2::Alone>();
    each.program::<::BaseU8::Alone>();
    each.program::<::SlidersPextU8::Alone>();
    each.program::<::SlidersHyperbolaU8::Alone>();
    each.program::<::SlidersHyperbolaLanesU8::Alone>();
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use engine::choices::Base;
    use engine::{Board, Limits, Lookups as _, Memory, Profile};
    use lookup::Position;
    use std::vec::Vec;

    /// Compares programs with the base's.
    struct Compare {
        names: Vec<&'static str>,
        board: Board,
    }

    impl Each for Compare {
        fn program<P: Program>(&mut self) {
            assert_eq!(P::perft(&self.board, 2), 2039, "{}", P::Lookups::NAME);
            assert_eq!(P::perft_to_the_end(&self.board, 2), 2039, "{}", P::Lookups::NAME);
            let mut memory = Memory::new(1, Profile::Threats);
            let limits = Limits::nodes(500);
            let found = P::search(&mut memory, &self.board, &[], &limits);
            memory.clear();
            let expected = engine::search::<Base>(&mut memory, &self.board, &[], &limits);
            assert_eq!(found, expected, "{}", P::Lookups::NAME);
            self.names.push(P::Lookups::NAME);
        }
    }

    #[test]
    fn programs_are_those_of_the_engine() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -";
        let board = Board::new(Position::from_fen(fen).unwrap(), 0);
        let mut compare = Compare { names: Vec::new(), board };
        programs(&mut compare);
        let all: Vec<_> = engine::Chosen::all().iter().map(|chosen| chosen.name).collect();
        assert_eq!(compare.names, all);
        builds(&mut compare);
        let others = &compare.names[all.len()..];
        assert!(others.len() > 3 && others.iter().all(|name| all.contains(name)), "{others:?}");
    }

    /// The way that a program is built, as its crate is called, by its name.
    #[derive(Default)]
    struct Ways(Vec<(&'static str, &'static str)>);

    impl Each for Ways {
        fn program<P: Program>(&mut self) {
            let crate_name = core::any::type_name::<P>().split("::").next().unwrap();
            self.0.push((P::Lookups::NAME, crate_name.rsplit('_').next().unwrap()));
        }
    }

    /// The first further build of a choice is compared with that of the base, and so on.
    #[test]
    fn all_are_built_in_the_same_ways_in_the_same_order() {
        let mut ways = Ways::default();
        builds(&mut ways);
        let of = |name: &str| -> Vec<_> {
            ways.0.iter().filter(|(it, _)| *it == name).map(|(_, way)| *way).collect()
        };
        assert_eq!(of("base"), ["o2", "u8"], "{:?}", ways.0);
        assert!(ways.0.iter().all(|(name, _)| of(name) == of("base")), "{:?}", ways.0);
    }
}
