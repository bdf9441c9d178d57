//! What the naive oracles answer, for programs in other languages.
//!
//! Each case is a few words: the arguments of the header's function, and then what the oracle
//! answers.

use lookup::deltas::{self, Relations};
use lookup::{
    Bitboard, Color, Extent, Move, PieceKind, Position, Square, attackers, between, checks,
    legality, order, pins, question::Question, serialize, sliders,
};

/// The cases of each question, by its name.
#[must_use]
pub fn all() -> [(&'static str, Vec<u64>); 9] {
    [
        ("attackers", attackers()),
        ("between", between()),
        ("checks", checks()),
        ("deltas", deltas()),
        ("legality", legality()),
        ("order", order()),
        ("pins", pins()),
        ("serialize", serialize()),
        ("sliders", sliders()),
    ]
}

/// All cases of a question, or every so many of them.
fn every<Q: Question>(step: usize) -> impl Iterator<Item = (Q::Case, Q::Answer)> {
    Q::cases(Extent::Full).step_by(step).map(|case| {
        let answer = Q::oracle(&case);
        (case, answer)
    })
}

/// The rooks and queens, and the bishops and queens.
fn straight_and_slanted(position: &Position) -> [u64; 2] {
    let of = |kind| position.kind(kind) | position.kind(PieceKind::Queen);
    [of(PieceKind::Rook).0, of(PieceKind::Bishop).0]
}

/// Square, occupied, pawns of White and of Black, knights, kings, rooks and queens, bishops and
/// queens; the attackers.
fn attackers() -> Vec<u64> {
    let cases = every::<attackers::Question>(7).flat_map(|(case, answer)| {
        let position = case.position;
        let pawns = Color::ALL.map(|color| position.kind(PieceKind::Pawn) & position.color(color));
        let [knights, kings] = [PieceKind::Knight, PieceKind::King].map(|it| position.kind(it).0);
        let [straight, slanted] = straight_and_slanted(&position);
        let (square, occupied) = (case.square as u64, position.occupied().0);
        let [white, black] = pawns.map(|set| set.0);
        let seen = answer.attackers.0;
        [square, occupied, white, black, knights, kings, straight, slanted, seen]
    });
    cases.collect()
}

/// Two squares; the squares between.
fn between() -> Vec<u64> {
    let cases = every::<between::Question>(1);
    cases.flat_map(|(pair, squares)| [pair.a as u64, pair.b as u64, squares.0]).collect()
}

/// Whether a move is asked about, eight arguments of the header's function, and pawns, knights, rooks
/// and queens, bishops and queens of the side that moves, after the move; the checkers, or 1 for a
/// check.
fn checks() -> Vec<u64> {
    let cases = every::<checks::Question>(5).flat_map(|(case, answer)| {
        let (position, us) = (case.position, case.position.side_to_move());
        let seen = match answer {
            checks::Answer::Checkers(checkers) => checkers.0,
            checks::Answer::GivesCheck(check) => u64::from(check),
        };
        let black = us as u64;
        let (asked, then) = match case.m {
            None => {
                let [pawns, knights, straight, slanted] = checking(&position, !us);
                let (king, occupied) = (position.king(us) as u64, position.occupied().0);
                ([0, king, black, occupied, pawns, knights, straight, slanted, 0], [0; 4])
            }
            Some(m) => {
                let [_, _, straight, slanted] = checking(&position, us);
                let [kind, to, left, after] = moved(&position, m);
                let king = position.king(!us) as u64;
                let then = checking(&position.play(m), us);
                ([1, king, black, kind, to, left, after, straight, slanted], then)
            }
        };
        asked.into_iter().chain(then).chain([seen])
    });
    cases.collect()
}

/// Pawns, knights, rooks and queens, and bishops and queens of a side.
fn checking(position: &Position, side: Color) -> [u64; 4] {
    let [pawns, knights] = [PieceKind::Pawn, PieceKind::Knight].map(|kind| position.kind(kind).0);
    let [straight, slanted] = straight_and_slanted(position);
    [pawns, knights, straight, slanted].map(|set| set & position.color(side).0)
}

/// The kind and the square of the piece that may give check after a move, the squares that are
/// left, and those that are occupied then.
fn moved(position: &Position, m: Move) -> [u64; 4] {
    let after = position.play(m).occupied();
    let mut left = m.from.bitboard();
    if position.takes_en_passant(m) {
        left = left | (position.occupied() & !after & !left);
    }
    let (kind, to) = if position.castles(m) {
        let rook = if m.to > m.from { 5 } else { 3 };
        (PieceKind::Rook, Square::new(m.from as u8 & 56 | rook))
    } else {
        let kind = position.piece_on(m.from).expect("a piece that moves").kind();
        (m.promotion.unwrap_or(kind), m.to)
    };
    [kind as u64, to as u64, left.0, after.0]
}

/// The board before a move and after it, a byte a square and eight in a word, and how many relations
/// vanish and appear; those that vanish, and those that appear, from the lowest up.
fn deltas() -> Vec<u64> {
    let words = |position: &Position| {
        let bytes = position.bytes();
        bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect::<Vec<_>>()
    };
    let sorted = |list: Relations| {
        let mut sorted: Vec<_> = list.as_slice().iter().map(|it| u64::from(it.0)).collect();
        sorted.sort_unstable();
        sorted
    };
    let cases = every::<deltas::Question>(1).flat_map(|(case, changes)| {
        let boards = [case.position, case.position.play(case.m)].map(|it| words(&it));
        let lists = [changes.vanished, changes.appeared].map(sorted);
        let counts = lists.each_ref().map(|list| list.len() as u64);
        [&boards.concat(), &counts[..], &lists.concat()].concat()
    });
    cases.collect()
}

/// The nine arguments of the header's function, in their order; 1 for a move that is pseudo-legal.
fn legality() -> Vec<u64> {
    const NONE: u64 = 6;
    let cases = every::<legality::Question>(41).flat_map(|(case, answer)| {
        let legality::Case { position, m } = case;
        let us = position.side_to_move();
        let piece = position.piece_on(m.from).filter(|piece| piece.color() == us);
        let kind = piece.map_or(NONE, |piece| piece.kind() as u64);
        let promotion = m.promotion.map_or(NONE, |kind| kind as u64);
        let [own, other] = [us, !us].map(|side| position.color(side).0);
        let en_passant = position.en_passant().map_or(64, |square| square as u64);
        let (black, from, to) = (us as u64, m.from as u64, m.to as u64);
        let castling = position.castling().0;
        let asked = [black, kind, from, to, promotion, own, other, en_passant, castling];
        asked.into_iter().chain([u64::from(answer)])
    });
    cases.collect()
}

/// How many entries a list has, and how many are asked for; each entry, and in its upper half the
/// one that comes at this place in their order.
fn order() -> Vec<u64> {
    let cases = every::<order::Question>(1).flat_map(|(case, ordered)| {
        let [entries, ordered] = [&case.entries, &ordered].map(order::Entries::as_slice);
        let pairs = entries.iter().zip(ordered);
        let pairs = pairs.map(|(&entry, &placed)| u64::from(placed) << 32 | u64::from(entry));
        [entries.len() as u64, case.taken as u64].into_iter().chain(pairs).collect::<Vec<_>>()
    });
    cases.collect()
}

/// King, occupied, own pieces, and rooks and queens, bishops and queens of the other side; the
/// pinned pieces.
fn pins() -> Vec<u64> {
    let cases = every::<pins::Question>(1).flat_map(|(case, pinned)| {
        let (position, side) = (case.position, case.side);
        let [straight, slanted] =
            straight_and_slanted(&position).map(|set| set & position.color(!side).0);
        let own = position.color(side).0;
        let king = position.king(side) as u64;
        [king, position.occupied().0, own, straight, slanted, pinned.0]
    });
    cases.collect()
}

/// Source and targets; the number of moves, and the moves.
///
/// Those of the question have no sets of 28 to 61 squares. Here each number of squares has some.
fn serialize() -> Vec<u64> {
    let scattered = Square::ALL.into_iter().flat_map(|from| {
        let order = move |place: u64| 1 << ((37 * place + from as u64) % 64);
        let sets = (0..=64).map(move |count| (0..count).map(order).sum());
        sets.map(move |set| serialize::Case { from, targets: Bitboard(set) })
    });
    let cases = serialize::Question::cases(Extent::Full).step_by(3).chain(scattered);
    let words = cases.flat_map(|case| {
        let moves = serialize::Question::oracle(&case);
        let moves = moves.as_slice();
        let asked = [case.from as u64, case.targets.0, moves.len() as u64];
        asked.into_iter().chain(moves.iter().map(|&m| m.into())).collect::<Vec<_>>()
    });
    words.collect()
}

/// The piece (rook 0, bishop 1, queen 2), square and occupied; the squares that it attacks.
fn sliders() -> Vec<u64> {
    let cases = every::<sliders::Question>(1);
    let asked = cases.flat_map(|(case, Bitboard(seen))| {
        [case.slider as u64, case.square as u64, case.occupied.0, seen]
    });
    asked.collect()
}
