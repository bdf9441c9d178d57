//! Whether the other side attacks the squares that a king goes to.
//!
//! The base asks about each square when a move goes there. A choice of lookups may instead keep a
//! map of all squares that the side attacks. A node asks only about one position, so its map stays
//! true. What the king hides from a slider that gives check is no matter of the map: the search
//! looks for that first.

use core::cell::Cell;
use lookup::attackers::Attackers;
use lookup::threats::Threats;
use lookup::{Bitboard, Color, Identity, Position, Square, Table, Variant};

/// A way to answer all questions of a node, which are about one position and one side.
pub trait Attacked: 'static {
    /// What a node keeps from one question to the next.
    type Kept: Copy;

    /// What a node begins with.
    const NEW: Self::Kept;

    /// How functions see it. They take it by value, so that a way that keeps nothing leaves no
    /// trace in their code.
    type Seen<'a>: Copy;

    /// What functions see.
    fn seen(kept: &mut Self::Kept) -> Self::Seen<'_>;

    /// Whether the side attacks a square.
    fn is_attacked<A: Attackers, T: Threats>(
        seen: Self::Seen<'_>,
        position: &Position,
        square: Square,
        by: Color,
    ) -> bool;

    /// Hears what the side attacks, where the search needs that for other reasons. A way that has
    /// no use for it compiles to nothing.
    #[inline(always)]
    fn hear(_seen: Self::Seen<'_>, _threats: &[Bitboard; 6]) {}
}

/// Asks for the attackers of each square.
#[derive(Clone, Copy, Debug)]
pub struct BySquare;

impl Attacked for BySquare {
    type Kept = ();
    const NEW: () = ();
    type Seen<'a> = ();

    #[inline(always)]
    fn seen((): &mut ()) {}

    #[inline(always)]
    fn is_attacked<A: Attackers, T: Threats>(
        (): (),
        position: &Position,
        square: Square,
        by: Color,
    ) -> bool {
        A::is_attacked(position, square, by)
    }
}

/// Keeps the union of what all pieces attack, from the first question on. Where the order of moves
/// asks for the threats earlier, the map is made of them.
///
/// It is empty until then: a side attacks something at least by its king.
#[derive(Clone, Copy, Debug)]
pub struct ByMap;

impl Attacked for ByMap {
    type Kept = Bitboard;
    const NEW: Bitboard = Bitboard::EMPTY;
    type Seen<'a> = &'a Cell<Bitboard>;

    #[inline(always)]
    fn seen(map: &mut Bitboard) -> &Cell<Bitboard> {
        Cell::from_mut(map)
    }

    #[inline(always)]
    fn is_attacked<A: Attackers, T: Threats>(
        map: &Cell<Bitboard>,
        position: &Position,
        square: Square,
        by: Color,
    ) -> bool {
        if map.get().is_empty() {
            find::<T>(map, position, by);
        }
        map.get().contains(square)
    }

    #[inline(always)]
    fn hear(map: &Cell<Bitboard>, threats: &[Bitboard; 6]) {
        map.set(threats.iter().fold(Bitboard::EMPTY, |union, &set| union | set));
    }
}

#[inline(never)]
fn find<T: Threats>(map: &Cell<Bitboard>, position: &Position, by: Color) {
    ByMap::hear(map, &T::threats(position, by));
}

impl Variant for ByMap {
    const IDENTITY: Identity = Identity {
        name: "attackers-side-map",
        summary: "A map of all squares that a side attacks, once a node, for the king's moves",
        source: "https://www.chessprogramming.org/Attack_and_Defend_Maps",
        text: include_str!("attacked.rs"),
    };
    const TABLES: &'static [&'static dyn Table] = &[];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices::{AttackersSideMap, Base};
    use crate::history::Followed;
    use crate::lookups::{Lookups, Named, With};
    use crate::memory::{Memory, Profile};
    use crate::moves::{Packed, Safety, legal};
    use crate::picker::Picker;
    use alloc::vec::Vec;
    use core::sync::atomic::{AtomicUsize, Ordering};
    use lookup::{Oracle, attackers, movegen, pins, samples, threats};

    static ASKED: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];

    /// Counts how often a test asks it for threats, and is not to be asked about a square.
    struct Strict<const TEST: usize>;

    impl<const TEST: usize> Variant for Strict<TEST> {
        const IDENTITY: Identity = Oracle::IDENTITY;
        const TABLES: &'static [&'static dyn Table] = &[];
    }

    impl<const TEST: usize> Threats for Strict<TEST> {
        fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
            ASKED[TEST].fetch_add(1, Ordering::Relaxed);
            Oracle::threats(position, side)
        }
    }

    impl<const TEST: usize> Attackers for Strict<TEST> {
        fn attackers_to(position: &Position, square: Square) -> Bitboard {
            Oracle::attackers_to(position, square)
        }

        fn is_attacked(_: &Position, square: Square, _: Color) -> bool {
            panic!("asked about {square}")
        }
    }

    #[test]
    fn a_map_is_made_once_and_says_what_each_square_would() {
        for (number, position) in samples::positions().take(500).enumerate() {
            let by = !position.side_to_move();
            let mut kept = ByMap::NEW;
            let map = ByMap::seen(&mut kept);
            assert_eq!(ASKED[0].load(Ordering::Relaxed), number);
            for square in Square::ALL {
                let expected = attackers::is_attacked(&position, square, by);
                let found = ByMap::is_attacked::<Strict<0>, Strict<0>>(map, &position, square, by);
                assert_eq!(found, expected, "{square} in {position}");
                let by_square =
                    BySquare::is_attacked::<Oracle, Strict<0>>((), &position, square, by);
                assert_eq!(by_square, expected, "{square} in {position}");
            }
            assert_eq!(ASKED[0].load(Ordering::Relaxed), number + 1);
        }
    }

    /// The set of each kind counts, and nothing is asked for.
    #[test]
    fn a_map_is_made_of_threats_that_it_hears_of() {
        let position = samples::positions().next().unwrap();
        let mut kept = ByMap::NEW;
        let map = ByMap::seen(&mut kept);
        ByMap::hear(map, &[1, 2, 4, 8, 16, 32].map(Bitboard));
        for square in Square::ALL {
            let found =
                ByMap::is_attacked::<Strict<0>, Oracle>(map, &position, square, Color::White);
            assert_eq!(found, square.index() < 6, "{square}");
        }
    }

    /// Moves of the king do not ask again for the threats that the order of moves asked for.
    #[test]
    fn the_moves_of_a_node_ask_for_threats_once() {
        type Counted = With<AttackersSideMap, threats::Question, Strict<1>>;
        let mut memory = Memory::new(1, Profile::Material);
        for (number, position) in samples::positions().take(500).enumerate() {
            let safety = Safety::of::<Counted>(&position);
            let mut kept = ByMap::NEW;
            let map = ByMap::seen(&mut kept);
            let mut picker = Picker::<Counted>::new(Packed::NONE, [Packed::NONE; 3], [0, 0]);
            let mut next = || {
                let followed = [Followed::NOTHING; 2];
                picker.next(&mut memory, &position, &safety, map, followed)
            };
            while next().is_some() {}
            assert_eq!(ASKED[1].load(Ordering::Relaxed), number + 1, "{position}");
        }
    }

    enum Renamed {}

    impl Named for Renamed {
        type Lookups = AttackersSideMap;
        const DIFFERENCE: &'static [lookup::Base] = &[];
    }

    /// What a choice replaces beside the map, and under another name, it keeps the map.
    #[test]
    fn choices_with_a_map_never_ask_about_a_square() {
        type Unasked<L> = With<L, attackers::Question, Strict<0>>;
        fn moves<L: Lookups>(position: &Position) -> Vec<lookup::Move> {
            let mut moves = Vec::new();
            legal::<L>(position, &Safety::of::<L>(position), |m| moves.push(m));
            moves.sort_unstable();
            moves
        }
        assert_eq!(AttackersSideMap::NAME, "attackers-side-map");
        for position in samples::positions().take(500) {
            let mut expected: Vec<_> = movegen::legal_moves(&position).collect();
            expected.sort_unstable();
            assert_eq!(moves::<Unasked<AttackersSideMap>>(&position), expected, "{position}");
            assert_eq!(moves::<Unasked<Renamed>>(&position), expected, "{position}");
        }
        // Others keep nothing.
        type Pinned = <With<Base, pins::Question, Oracle> as Lookups>::Attacked;
        assert_eq!(size_of::<<Pinned as Attacked>::Kept>(), 0);
    }
}
