//! That a choice asks its own lookups.

use engine::choices::{Base, Each};
use engine::lookups::With;
use engine::program::Elsewhere;
use engine::{Board, Chosen, Limits, Lookups, Memory, Profile, Program};
use lookup::checks::{self, Checks};
use lookup::{Bitboard, Identity, Move, Position, Table, Variant};
use std::cell::Cell;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

/// The base's variant, and counts how often it is asked.
struct Counting;

impl Variant for Counting {
    const IDENTITY: Identity = Identity { name: "counting", ..<Base as Lookups>::Checks::IDENTITY };
    const TABLES: &'static [&'static dyn Table] = &[];
}

impl Checks for Counting {
    fn checkers(position: &Position) -> Bitboard {
        ASKED.set(ASKED.get() + 1);
        <Base as Lookups>::Checks::checkers(position)
    }

    fn gives_check(position: &Position, m: Move) -> bool {
        ASKED.set(ASKED.get() + 1);
        <Base as Lookups>::Checks::gives_check(position, m)
    }
}

type Mine = With<Base, checks::Question, Counting>;

/// How often the variant is asked meanwhile.
fn asked(run: impl FnOnce()) -> u64 {
    ASKED.set(0);
    run();
    ASKED.get()
}

#[test]
fn searches_and_counts_ask_the_choice_that_they_are_named_after() {
    let mut chosen: Vec<Chosen> = Vec::new();
    chosen.choice::<Base>();
    chosen.choice::<Mine>();
    let programs = [
        (chosen[0].search, chosen[0].perft, chosen[0].perft_to_the_end),
        (chosen[1].search, chosen[1].perft, chosen[1].perft_to_the_end),
        (Elsewhere::<Mine>::search, Elsewhere::<Mine>::perft, Elsewhere::<Mine>::perft_to_the_end),
    ];
    assert_eq!([chosen[0].name, chosen[1].name], ["base", "counting"]);
    let board = Board::from_fen(Board::START).unwrap();
    let mut memory = Memory::new(1, Profile::Material).unwrap();
    let counts = programs.map(|(search, perft, perft_to_the_end)| {
        memory.clear();
        let limits = Limits::nodes(100);
        [
            asked(|| assert_eq!(search(&mut memory, &board, &[], &limits).nodes, 100)),
            asked(|| assert_eq!(perft(&board, 2), 400)),
            asked(|| assert_eq!(perft_to_the_end(&board, 2), 400)),
        ]
    });
    assert_eq!(counts[0], [0; 3]);
    assert!(counts[1][0] > 50, "{counts:?}");
    // The root and the positions after its moves.
    assert_eq!(counts[1][1..], [21, 21]);
    assert_eq!(counts[2], counts[1]);
}
