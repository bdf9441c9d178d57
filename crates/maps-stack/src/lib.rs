//! A map for each ply, so that unmaking a move takes one off.
//!
//! A map that follows the moves is changed twice for each, to and fro, and the second time finds
//! only what it was before the first. Programs that copy their position before a move need not
//! unmake it, and may keep a map beside each copy: making a move then costs a copy more, and
//! unmaking it nothing.
//!
//! There is room for so many plies as a search seldom reaches. Moves beyond that are unmade in
//! the last map.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Map: room for 128 of the other variant, each with a mark that says whether it is there.
//! - Lookup: that of the other variant, for a move that is made; nothing for one that is unmade.
//! - Tables: those of the other variant.
//! - Source: <https://www.chessprogramming.org/Copy-Make>; for maps by this project.
//!
//! Suits programs that copy their position before a move: over `maps-word-board-vbmi` it is faster
//! than that map alone with eight questions a ply. Over `maps-classical` its maps take 129 KiB.
//! Loses to that map alone there.
//!
//! Measured: <!-- published: figures -->time by that of `maps-on-the-fly+sliders-magic`
//! on `middlegame`, hot / waiting / beside 1 MiB: 1.14 / – / 1.15 on Zen 4; 1.05 / – /
//! 1.05 on Golden Cove; 0.83 / – / 0.90 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::maps::Maps;
use lookup::{Base, Bitboard, Identity, Move, Position, Square, Table, Variant};

/// A stack of the maps `M`.
#[derive(Clone, Copy, Debug)]
pub struct Stack<M> {
    plies: [Option<M>; PLIES],
    /// The map of the position that was reached.
    top: usize,
    /// How many moves were made in the last map.
    beyond: usize,
}

const PLIES: usize = 128;

impl<M: Maps + Copy> Maps for Stack<M> {
    fn of(position: &Position) -> Self {
        let mut plies = [None; PLIES];
        plies[0] = Some(M::of(position));
        Stack { plies, top: 0, beyond: 0 }
    }

    #[inline]
    fn make(&mut self, before: &Position, m: Move, after: &Position) {
        if self.top < PLIES - 1 {
            self.plies[self.top + 1] = self.plies[self.top];
            self.top += 1;
        } else {
            self.beyond += 1;
        }
        if let Some(map) = &mut self.plies[self.top % PLIES] {
            map.make(before, m, after);
        }
    }

    #[inline]
    fn unmake(&mut self, before: &Position, m: Move, after: &Position) {
        if self.beyond == 0 {
            self.top = self.top.saturating_sub(1);
            return;
        }
        self.beyond -= 1;
        if let Some(map) = &mut self.plies[self.top % PLIES] {
            map.unmake(before, m, after);
        }
    }

    #[inline]
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard {
        let map = self.plies[self.top % PLIES].as_ref();
        map.map_or(Bitboard::EMPTY, |map| map.attacks_from(position, square))
    }

    #[inline]
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard {
        let map = self.plies[self.top % PLIES].as_ref();
        map.map_or(Bitboard::EMPTY, |map| map.attackers_to(position, square))
    }
}

impl<M: Maps> Variant for Stack<M> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = Base::all::<M>();
}

lookup::conformance!(maps, Stack<lookup::maps::Oracle>);

#[cfg(test)]
mod tests {
    use super::*;
    use lookup::Square::{E1, E2, E7, E8};
    use lookup::maps::Oracle;

    #[test]
    fn moves_beyond_the_room_are_unmade_too() {
        let start = Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - -").unwrap();
        let cycle = [(E1, E2), (E8, E7), (E2, E1), (E7, E8)];
        let moves = cycle.map(|(from, to)| Move { from, to, promotion: None });
        let mut positions = [start; 3 * PLIES + 1];
        let mut stack = Stack::<Oracle>::of(&start);
        let agree = |stack: &Stack<Oracle>, position: &Position| {
            let map = Oracle::of(position);
            for square in Square::ALL {
                let answers =
                    [stack.attackers_to(position, square), map.attackers_to(position, square)];
                assert_eq!(answers[0], answers[1]);
            }
        };
        for ply in 0..3 * PLIES {
            positions[ply + 1] = positions[ply].play(moves[ply % 4]);
            stack.make(&positions[ply], moves[ply % 4], &positions[ply + 1]);
            agree(&stack, &positions[ply + 1]);
        }
        for ply in (0..3 * PLIES).rev() {
            stack.unmake(&positions[ply], moves[ply % 4], &positions[ply + 1]);
            agree(&stack, &positions[ply]);
        }
    }
}
