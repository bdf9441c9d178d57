//! The queries, as both languages read them.

use lookup::sliders::{self, Slider};
use lookup::{Bitboard, Color, Move, PieceKind, Position, Square, movegen, samples};
use std::mem::offset_of;

/// Two squares and a set: what sliders, squares in between and lists of moves are asked by.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Squares {
    pub(crate) square: Square,
    pub(crate) other: Square,
    pub(crate) set: u64,
}

/// A position as the loops of C++ read it. Both languages read the same memory: what the loops of
/// one have read lies in the caches for the next.
#[repr(C)]
struct Board {
    squares: [u8; 64],
    kinds: [u64; 6],
    colors: [u64; 2],
    castling: u64,
    en_passant: u8,
    black: u8,
}

impl Board {
    fn of(position: &Position) -> Board {
        Board {
            squares: position.bytes(),
            kinds: PieceKind::ALL.map(|kind| position.kind(kind).0),
            colors: Color::ALL.map(|color| position.color(color).0),
            castling: position.castling().0,
            black: position.side_to_move() as u8,
            en_passant: position.en_passant().map_or(64, |square| square as u8),
        }
    }

    /// Whether rustc lays a position out so, which it does not promise.
    fn is(position: &Position) -> bool {
        let bytes = |start: *const u8| {
            // SAFETY: neither has padding before its last byte.
            unsafe { std::slice::from_raw_parts(start, offset_of!(Board, black) + 1) }
        };
        let board = Board::of(position);
        size_of::<Board>() == size_of::<Position>()
            && bytes((&raw const board).cast()) == bytes(std::ptr::from_ref(position).cast())
    }
}

/// A square and a move in a position, and the position after another move.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Played {
    pub(crate) position: &'static Position,
    pub(crate) after: &'static Position,
    pub(crate) square: Square,
    pub(crate) from: u8,
    pub(crate) to: u8,
    pub(crate) promotion: u8,
    /// The move of the bytes before, as Rust holds it.
    pub(crate) m: Move,
    /// The legal move that `after` comes by.
    pub(crate) played: Move,
}

const _: () = assert!(size_of::<Played>() == 32, "as in loops.cpp");

/// The scores of moves, room for a copy of them, and how many are taken.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct Listed {
    pub(crate) entries: &'static [u32; LONGEST],
    pub(crate) room: *mut u32,
    pub(crate) count: u32,
    pub(crate) taken: u32,
}

/// The longest list.
pub(crate) const LONGEST: usize = 256;

/// No square follows its neighbour, as in an engine.
fn scattered(place: usize) -> Square {
    Square::ALL[29 * place % 64]
}

/// Each square of these positions of games, with another square.
pub(crate) fn squares(positions: usize) -> Vec<Squares> {
    let played = samples::played().take(positions).enumerate();
    let queries = played.flat_map(|(number, position)| {
        (0..64).map(move |place| {
            let square = scattered(place);
            let other = Square::ALL[(37 * square.index() + number) % 64];
            Squares { square, other, set: position.occupied().0 }
        })
    });
    queries.collect()
}

/// The targets of a queen on each square of these positions, at least one.
pub(crate) fn targets(positions: usize) -> Vec<Squares> {
    let targets = |query: Squares| {
        let reached = sliders::oracle(Slider::Queen, query.square, Bitboard(query.set));
        Squares { set: reached.0, ..query }
    };
    squares(positions).into_iter().map(targets).collect()
}

/// These positions of games, each with a square and a move. Every second move is of the position
/// before, and may be none in this one.
pub(crate) fn played(positions: usize) -> Vec<Played> {
    let kept = |position: Position| -> &'static Position {
        assert!(Board::is(&position), "rustc lays a position out otherwise than loops.cpp");
        Box::leak(Box::new(position))
    };
    let mut before = None;
    let with_moves = samples::played().enumerate().filter_map(|(number, position)| {
        let moves: Vec<_> = movegen::legal_moves(&position).collect();
        let played = *moves.get(7 * number % moves.len().max(1))?;
        let m = before.replace(played).filter(|_| number % 2 == 1).unwrap_or(played);
        let (position, after) = (kept(position), kept(position.play(played)));
        let promotion = m.promotion.map_or(6, |kind| kind as u8);
        let (from, to, square) = (m.from as u8, m.to as u8, scattered(number));
        Some(Played { position, after, square, from, to, promotion, m, played })
    });
    with_moves.take(positions).collect()
}

/// As many lists as there are positions, one for the moves of each, with scores at random.
pub(crate) fn lists(positions: usize) -> Vec<Listed> {
    let room = Box::leak(Box::new([0; LONGEST])).as_mut_ptr();
    let mut state = 0x5bace_u32;
    let mut random = move || {
        state = state.wrapping_mul(0x915f_77f5).wrapping_add(1);
        state >> 16
    };
    let lists = samples::played().filter_map(move |position| {
        let count = movegen::legal_moves(&position).take(LONGEST).count();
        let mut entries = [0; LONGEST];
        for (number, entry) in entries[..count].iter_mut().enumerate() {
            *entry = random() << 16 | number as u32;
        }
        // Half of the lists are left after the first two moves.
        let taken = if random() % 2 == 0 { 2 } else { 1 + random() % 16 }.min(count as u32);
        let entries = Box::leak(Box::new(entries));
        (count > 0).then_some(Listed { entries, room, count: count as u32, taken })
    });
    lists.take(positions).collect()
}
