//! Which moves does a set of targets stand for, one by one?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{GamePosition, Query, Source, Stream, Streams, game_positions, square};
use crate::variant::Variant;
use lookup::serialize::{self, Moves, Places, Serialize};
use lookup::{Bitboard, Square};
use sampling::hardware::register;
use std::cell::RefCell;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    let question = Question::new(
        "serialize",
        "Move lists",
        "Which moves does a set of targets stand for, one by one?",
        Policy { window: 512, ..Policy::HEAVY },
        s,
        vec![
            serialize::<serialize_scan::Scan>(s).short("bit by bit"),
            serialize::<serialize_chunks::Chunks>(s),
            serialize::<serialize_ranks::Ranks>(s).short("table by ranks"),
            serialize::<serialize_pext::Pext>(s).short("PEXT by ranks"),
            serialize::<serialize_compress::Compress>(s).short("compressed vectors"),
            serialize::<serialize_reach::Reach>(s).short("compressed reach"),
            serialize::<serialize_bytes::Bytes>(s).short("compressed bytes"),
        ],
    );
    Question { uses_pext: &["serialize-pext"], ..question }
}

fn serialize<V: Serialize + 'static>(streams: &Streams<Written>) -> Variant {
    Variant::plain::<serialize::Question, V, _>(
        streams,
        V::serialize as fn(_, _, &mut Places) -> usize as usize,
    )
}

/// Which moves do these sets stand for, in one list?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Written {
    /// The number of the first set, which the latency kernel delays.
    pub(crate) first: u32,
    /// The number of sets.
    pub(crate) count: u32,
}

impl Query for Written {
    type Dataset = Sets;

    #[inline(always)]
    fn after(self, delay: u64) -> Written {
        Written { first: self.first ^ delay as u32, ..self }
    }
}

/// Pieces and their targets.
#[derive(Debug)]
pub(crate) struct Sets {
    pub(super) sets: Vec<(Square, Bitboard)>,
    /// The list, which a program keeps beside its positions.
    moves: RefCell<Moves>,
}

impl Sets {
    /// The sets that a query asks about.
    #[inline(always)]
    fn of(&self, Written { first, count }: Written) -> &[(Square, Bitboard)] {
        &self.sets[first as usize..][..count as usize]
    }

    /// Writes the moves of some sets to a list, one set after the other. Returns what a program
    /// asks first: the number of moves, and the last of them.
    #[inline(always)]
    fn write(
        &self,
        query: Written,
        serialize: impl Fn(Square, Bitboard, &mut Places) -> usize,
    ) -> u64 {
        let mut moves = self.moves.borrow_mut();
        moves.clear();
        for &(from, targets) in self.of(query) {
            moves.add(|places| serialize(from, targets, places));
        }
        let moves = moves.as_slice();
        let last = moves.last().map_or(0, |&word| u64::from(word));
        (moves.len() as u64) << 16 | last
    }
}

answers! {
    #[inline(never)]
    |query: Written, sets|
    V: Serialize => sets.write(query, V::serialize),
    Oracle => sets.write(query, serialize::oracle),
    // Reads all sets, and adds no moves.
    Null => {
        sets.write(query, |from, targets, _| {
            let _from = register(from as u64);
            let _targets = register(targets.0);
            0
        }) + u64::from(query.first)
    },
}

/// The streams.
pub(super) const STREAMS: &[Source<Written>] = &[
    Source {
        name: "positions",
        summary: "the legal moves of all pieces in games, in one list for each position",
        draw: |part| listed(part, |sets| sets),
    },
    Source {
        name: "pieces",
        summary: "the legal moves of each piece in games, in a list of its own; en passant in another",
        draw: |part| listed(part, |_| 1),
    },
];

/// Asks about the sets of each position; `at_once` gives the number of sets per query.
fn listed(part: usize, at_once: fn(usize) -> usize) -> Stream<Written> {
    let (mut sets, mut queries) = (Vec::new(), Vec::new());
    for known in game_positions(part) {
        let first = sets.len();
        sets.extend(of_pieces(known));
        let count = at_once(sets.len() - first);
        let firsts = (first..sets.len()).step_by(count.max(1));
        queries.extend(firsts.map(|first| Written { first: first as u32, count: count as u32 }));
    }
    let dataset = Rc::new(Sets { sets, moves: RefCell::default() });
    Stream { queries: queries.into(), dataset }
}

/// The pieces that have legal moves, and the targets of these.
fn of_pieces(known: &GamePosition) -> Vec<(Square, Bitboard)> {
    let mut sets = Vec::new();
    known.board.generate_moves(|of_piece| {
        sets.push((square(of_piece.from), Bitboard(of_piece.to.0)));
        false
    });
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_write_the_moves_of_positions_and_of_pieces() {
        for part in [0, 1] {
            let [positions, pieces] = [0, 1].map(|number: usize| (STREAMS[number].draw)(part));
            assert_eq!(positions.dataset.sets, pieces.dataset.sets);
            for (stream, most) in [(&positions, 32), (&pieces, 1)] {
                let counts = stream.queries.iter().map(|query| query.count);
                assert_eq!(counts.clone().sum::<u32>() as usize, stream.dataset.sets.len());
                assert!(counts.clone().all(|count| 0 < count && count <= most));
            }
            let lengths = positions.queries.iter().map(|&query| {
                let sets = positions.dataset.of(query).iter();
                sets.map(|(_, targets)| targets.0.count_ones()).sum::<u32>()
            });
            assert!(lengths.into_iter().all(|length| length <= serialize::MOST as u32));
        }
    }

    #[test]
    fn lists_tell_how_many_moves_there_are_and_the_last() {
        let sets = vec![
            (Square::A1, Square::B1.bitboard() | Square::A2.bitboard()),
            (Square::B1, Bitboard::EMPTY),
            (Square::C1, Square::D3.bitboard()),
        ];
        let sets = Sets { sets, moves: RefCell::default() };
        let sum = |first, count| sets.write(Written { first, count }, serialize::oracle);
        assert_eq!(sum(0, 3), 3 << 16 | 2 << 6 | 19);
        assert_eq!(sum(0, 1), 2 << 16 | 8);
        assert_eq!(sum(1, 1), 0);
    }
}
