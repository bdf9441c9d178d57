//! A position with the state that a search keeps through its moves.
//!
//! A move is made on a copy, so nothing is unmade. The hash key follows the moves by
//! [Zobrist's] method: it is the exclusive or of a number for each piece on its square and
//! for each right. Piece-square values follow them too, one for the middlegame and one for
//! the endgame, and are [tapered] by the pieces left.
//!
//! [Zobrist's]: https://www.chessprogramming.org/Zobrist_Hashing
//! [tapered]: https://www.chessprogramming.org/Tapered_Eval

mod error;

pub use error::BoardError;

use alloc::borrow::ToOwned;
use core::fmt;
use lookup::{Bitboard, CacheAligned, Color, Move, Piece, PieceKind, Position, Square, movegen};

/// A position, its hash key, its piece-square value and its clock.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Board {
    position: Position,
    key: u64,
    value: Tapered,
    halfmoves: u16,
}

impl Board {
    /// The initial position of chess.
    pub const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    /// Reads a FEN. The clocks may be missing; the number of the move is ignored.
    ///
    /// # Errors
    /// A fault of the position, or a fifty-move clock that is no number below 65536.
    pub fn from_fen(fen: &str) -> Result<Board, BoardError> {
        let position = Position::from_fen(fen).map_err(BoardError::Position)?;
        let clock = fen.split_ascii_whitespace().nth(4).unwrap_or("0");
        match clock.parse() {
            Ok(halfmoves) => Ok(Board::new(position, halfmoves)),
            Err(_) => Err(BoardError::Clock(clock.to_owned())),
        }
    }

    /// A position with this many half-moves since the last capture or pawn move.
    #[must_use]
    pub fn new(position: Position, halfmoves: u16) -> Board {
        let mut board = Board { position, key: rights(&position), value: NOTHING, halfmoves };
        for square in position.occupied().squares() {
            if let Some(piece) = position.piece_on(square) {
                board.add(piece, square);
            }
        }
        board
    }

    /// The position.
    #[inline]
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The hash key. Positions with the same pieces, side to move and rights have the same
    /// key; an en passant square counts only if a pawn attacks it.
    #[inline]
    #[must_use]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// The key that a later position has if it repeats this one: an en passant square counts only
    /// if a pawn may take there, which its king may forbid.
    #[inline]
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.position.en_passant().map_or(self.key, |over| self.repeated_after(over))
    }

    #[cold]
    fn repeated_after(&self, over: Square) -> u64 {
        let take = |from| Move { from, to: over, promotion: None };
        let mut takers = attackers(&self.position, self.position.side_to_move(), over).squares();
        let takes = takers.any(|from| movegen::is_legal(&self.position, take(from)));
        // Two passes leave everything else.
        if takes { self.key } else { self.pass().pass().key }
    }

    /// The half-moves since the last capture or pawn move.
    #[inline]
    #[must_use]
    pub const fn halfmoves(&self) -> u16 {
        self.halfmoves
    }

    /// The piece-square value of both sides, from White's view.
    #[inline]
    #[must_use]
    pub const fn value(&self) -> Tapered {
        self.value
    }

    /// The board after a legal move.
    #[inline]
    #[must_use]
    pub fn play(&self, m: Move) -> Board {
        self.play_change(m, &self.change(m))
    }

    /// The board after a legal move whose [change](Board::change) is known.
    #[inline]
    #[must_use]
    pub(crate) fn play_change(&self, m: Move, change: &Change) -> Board {
        let position = self.position.play(m);
        let pawn = self.position.kind(PieceKind::Pawn).contains(m.from);
        let halfmoves =
            if pawn || change.captures() { 0 } else { self.halfmoves.saturating_add(1) };
        let key = self.key ^ rights(&self.position) ^ rights(&position);
        let mut board = Board { position, key, value: self.value, halfmoves };
        for &(piece, square) in change.removed() {
            board.remove(piece, square);
        }
        for &(piece, square) in change.added() {
            board.add(piece, square);
        }
        board
    }

    /// The board after a pass. It ends any sequence of repetitions.
    #[inline]
    #[must_use]
    pub fn pass(&self) -> Board {
        let position = self.position.pass();
        let key = self.key ^ rights(&self.position) ^ rights(&position);
        Board { position, key, halfmoves: 0, ..*self }
    }

    /// The pieces that a legal move takes from their squares and puts on others.
    #[inline]
    pub(crate) fn change(&self, m: Move) -> Change {
        let Move { from, to, promotion } = m;
        let mut change = Change::NONE;
        let Some(piece) = self.position.piece_on(from) else { return change };
        change.remove(piece, from);
        change.add(Piece::new(promotion.unwrap_or(piece.kind()), piece.color()), to);
        if let Some(victim) = self.position.piece_on(to) {
            change.remove(victim, to);
        } else if piece.kind() == PieceKind::Pawn && self.position.en_passant() == Some(to) {
            let victim = Piece::new(PieceKind::Pawn, !piece.color());
            change.remove(victim, Square::new(from as u8 & 56 | to.file()));
        } else if piece.kind() == PieceKind::King && from.file().abs_diff(to.file()) == 2 {
            let rook = Piece::new(PieceKind::Rook, piece.color());
            let (corner, passed) = if to > from { (7, 5) } else { (0, 3) };
            change.remove(rook, Square::new(from as u8 & 56 | corner));
            change.add(rook, Square::new(from as u8 & 56 | passed));
        }
        change
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        let row = &ROWS.0[piece as usize][square.index()];
        self.key ^= row.key;
        self.value = self.value.plus(row.value);
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        let row = &ROWS.0[piece as usize][square.index()];
        self.key ^= row.key;
        self.value = self.value.minus(row.value);
    }
}

/// Writes the FEN without the number of the move.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.position, self.halfmoves)
    }
}

/// Values for the middlegame and the endgame in centipawns, and the pieces left.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Tapered {
    /// The value in the middlegame.
    pub middlegame: i32,
    /// The value in the endgame.
    pub endgame: i32,
    /// Knights and bishops count 1, rooks 2 and queens 4; the initial position has
    /// [`Tapered::PHASES`].
    pub phase: i32,
}

impl Tapered {
    /// The phase of the initial position.
    pub const PHASES: i32 = 24;

    /// A value that does not change the phase.
    #[inline]
    #[must_use]
    pub const fn new(middlegame: i32, endgame: i32) -> Tapered {
        Tapered { middlegame, endgame, phase: 0 }
    }

    /// The sum.
    #[inline]
    #[must_use]
    pub const fn plus(self, other: Tapered) -> Tapered {
        Tapered {
            middlegame: self.middlegame + other.middlegame,
            endgame: self.endgame + other.endgame,
            phase: self.phase + other.phase,
        }
    }

    /// The difference.
    #[inline]
    #[must_use]
    pub const fn minus(self, other: Tapered) -> Tapered {
        self.plus(other.times(-1))
    }

    /// The multiple, of the phase too.
    #[inline]
    #[must_use]
    pub const fn times(self, factor: i32) -> Tapered {
        Tapered {
            middlegame: self.middlegame * factor,
            endgame: self.endgame * factor,
            phase: self.phase * factor,
        }
    }

    /// The value between both, by the phase; a phase above [`Tapered::PHASES`] counts as that.
    #[inline]
    #[must_use]
    pub fn blended(self) -> i32 {
        let phase = self.phase.clamp(0, Tapered::PHASES);
        (self.middlegame * phase + self.endgame * (Tapered::PHASES - phase)) / Tapered::PHASES
    }
}

/// The pieces that a move takes from their squares and puts on others: at most two each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    removed: [(Piece, Square); 2],
    added: [(Piece, Square); 2],
    counts: [u8; 2],
}

impl Change {
    /// The change of a pass.
    pub(crate) const NONE: Change = Change {
        removed: [(Piece::WhitePawn, Square::A1); 2],
        added: [(Piece::WhitePawn, Square::A1); 2],
        counts: [0; 2],
    };

    /// The pieces that leave their squares, the moving one first.
    #[inline]
    pub(crate) fn removed(&self) -> &[(Piece, Square)] {
        &self.removed[..usize::from(self.counts[0] & 3).min(2)]
    }

    /// The pieces that appear, the moving one first.
    #[inline]
    pub(crate) fn added(&self) -> &[(Piece, Square)] {
        &self.added[..usize::from(self.counts[1] & 3).min(2)]
    }

    /// Whether more pieces leave than appear.
    #[inline]
    pub(crate) fn captures(&self) -> bool {
        self.counts[0] > self.counts[1]
    }

    #[inline]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.removed[usize::from(self.counts[0] & 1)] = (piece, square);
        self.counts[0] += 1;
    }

    #[inline]
    fn add(&mut self, piece: Piece, square: Square) {
        self.added[usize::from(self.counts[1] & 1)] = (piece, square);
        self.counts[1] += 1;
    }
}

/// The key of the side to move and the rights of a position.
#[inline]
fn rights(position: &Position) -> u64 {
    // The four corners, moved together.
    let rooks = position.castling().0;
    let corners = rooks & 1 | rooks >> 6 & 2 | rooks >> 54 & 4 | rooks >> 60 & 8;
    let side = position.side_to_move();
    let over = match position.en_passant() {
        Some(over) if !attackers(position, side, over).is_empty() => 16 + usize::from(over.file()),
        _ => 24,
    };
    RIGHTS.0[corners as usize & 15] ^ RIGHTS.0[over] ^ RIGHTS.0[25 + side as usize]
}

/// The pawns of a side that attack a square.
#[inline]
fn attackers(position: &Position, side: Color, square: Square) -> Bitboard {
    // Both squares that it could attack from, beside each other, without those beyond an edge.
    let around = [0x2, 0x5, 0xa, 0x14, 0x28, 0x50, 0xa0, 0x40][usize::from(square.file())];
    let rank = match side {
        Color::White => square.rank() - 1,
        Color::Black => square.rank() + 1,
    };
    let from = Bitboard(around << (8 * rank));
    position.pieces(Piece::new(PieceKind::Pawn, side)) & from
}

const NOTHING: Tapered = Tapered::new(0, 0);

/// The key and value of a piece on a square, side by side because both change at once.
#[derive(Clone, Copy, Debug)]
struct Row {
    key: u64,
    value: Tapered,
}

static ROWS: CacheAligned<[[Row; 64]; 12]> = CacheAligned(rows());

/// The keys of the sixteen sets of rooks that may castle, of eight en passant files and
/// none, and of both sides.
static RIGHTS: CacheAligned<[u64; 27]> = CacheAligned(keys(0x5bace));

const fn rows() -> [[Row; 64]; 12] {
    let keys: [u64; 768] = keys(0x2718_2818);
    let mut rows = [[Row { key: 0, value: NOTHING }; 64]; 12];
    let mut i = 0;
    while i < 768 {
        let piece = Piece::ALL[i / 64];
        let square = i % 64;
        let value = match piece.color() {
            Color::White => value(piece.kind(), Square::new(square as u8)),
            Color::Black => {
                let value = value(piece.kind(), Square::new(square as u8 ^ 56));
                Tapered { phase: value.phase, ..value.times(-1) }
            }
        };
        rows[i / 64][square] = Row { key: keys[i], value };
        i += 1;
    }
    rows
}

/// Numbers by Steele, Lea and Flood's SplitMix64: <https://prng.di.unimi.it/splitmix64.c>.
const fn keys<const N: usize>(seed: u64) -> [u64; N] {
    let (mut keys, mut i) = ([0; N], 0);
    while i < N {
        keys[i] = mixed(seed.wrapping_add((i as u64 + 1).wrapping_mul(GOLDEN)));
        i += 1;
    }
    keys
}

/// The golden ratio as a fraction of 2^64.
pub(crate) const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The last step of SplitMix64, which spreads every bit over all.
#[inline]
pub(crate) const fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}

/// The value of a white piece on a square.
///
/// Pieces gain towards the centre and pawns by advancing. The king seeks a corner in the
/// middlegame and the centre in the endgame.
const fn value(kind: PieceKind, square: Square) -> Tapered {
    let (file, rank) = (square.file() as i32, square.rank() as i32);
    // Steps from the four central squares, along files and along ranks, 0 to 3 each.
    let (aside, away) = ((2 * file - 7).abs() / 2, (2 * rank - 7).abs() / 2);
    let steps = aside + away;
    let (middlegame, endgame, phase) = match kind {
        PieceKind::Pawn => {
            let centre = if rank > 1 { 7 * (2 - aside) } else { 0 };
            (85 + 5 * rank + centre, 95 + 2 * rank * rank, 0)
        }
        PieceKind::Knight => (345 - 11 * steps, 320 - 8 * steps, 1),
        PieceKind::Bishop => (350 - 5 * steps, 330 - 4 * steps, 1),
        PieceKind::Rook => (490 - 4 * aside + if rank == 6 { 20 } else { 0 }, 530, 2),
        PieceKind::Queen => (960 - 2 * steps, 970 - 6 * steps, 4),
        PieceKind::King => (9 * aside - 22 * rank, -10 * steps, 0),
    };
    Tapered { middlegame, endgame, phase }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use alloc::format;
    use alloc::string::ToString;
    use lookup::samples;

    #[test]
    fn what_is_kept_equals_what_is_computed_anew() {
        let mut keys = BTreeMap::new();
        for (start, moves) in samples::games().take(600) {
            let mut board = Board::new(start, 0);
            for m in moves {
                board = board.play(m);
                assert_eq!(board, Board::new(*board.position(), board.halfmoves()), "{m} {board}");
                let passed = board.pass();
                assert_eq!(passed, Board::new(*passed.position(), 0), "{board}");
                // An en passant square where no pawn may take does not make another position.
                let text = board.position().to_string();
                let text = text.rsplit_once(' ').map(|(head, _)| head.to_string());
                let mut next = movegen::legal_moves(board.position());
                let takes = next.find(|&m| board.position().takes_en_passant(m));
                let over = takes.map(|m| m.to);
                let first = keys.entry(board.repeated()).or_insert_with(|| (text.clone(), over));
                assert_eq!(*first, (text, over), "two positions have one key");
            }
        }
        assert!(keys.len() > 20_000, "{}", keys.len());
    }

    #[test]
    fn the_initial_position_is_balanced() {
        let start = Board::from_fen(Board::START).unwrap();
        assert_eq!(start.value(), Tapered { middlegame: 0, endgame: 0, phase: Tapered::PHASES });
        let white = Board::from_fen("4k3/8/8/8/8/8/8/QQQQK3 w - -").unwrap();
        let Tapered { middlegame, endgame, phase } = white.value();
        assert_eq!((phase, white.value().blended()), (16, (middlegame * 16 + endgame * 8) / 24));
    }

    #[test]
    fn clocks_are_read_and_follow_moves() {
        let read = |fen| Board::from_fen(fen).unwrap().halfmoves();
        assert_eq!([Board::START, "k7/8/8/8/8/8/8/K7 w - -"].map(read), [0, 0]);
        for clock in ["x", "-1", "65536"] {
            let wrong = Board::from_fen(&format!("k7/8/8/8/8/8/8/K7 w - - {clock}")).unwrap_err();
            let expected = "expected a number of half-moves as fifth field, found ";
            assert_eq!(wrong.to_string(), format!("{expected}{clock:?}"));
        }
        let clock =
            |fen, m: &str| Board::from_fen(fen).unwrap().play(m.parse().unwrap()).halfmoves();
        assert_eq!(clock("k7/8/8/3pP3/8/8/8/K7 w - d6 5", "e5d6"), 0);
        assert_eq!(clock("k7/8/8/3pP3/8/8/8/K7 w - - 5", "e5e6"), 0);
        assert_eq!(clock("k7/8/8/3pP3/8/8/8/K7 w - - 5", "a1b1"), 6);
        assert_eq!(clock("4k2r/8/8/8/8/8/8/4K2R w Kk - 5", "e1g1"), 6);
        assert_eq!(clock("4k2r/8/8/8/8/8/8/4K2R w Kk - 5", "h1h8"), 0);
        assert_eq!(clock("4k3/8/8/8/8/8/8/4K2R w K - 65535", "h1h8"), 65535);
    }

    #[test]
    fn values_lie_between_both_by_the_phase_and_never_beyond() {
        for (middlegame, endgame, phase, value) in
            [(100, 20, 0, 20), (100, 20, 12, 60), (100, 20, 24, 100), (100, 20, 48, 100)]
        {
            assert_eq!(Tapered { middlegame, endgame, phase }.blended(), value, "{phase}");
            let other = Tapered { middlegame: -middlegame, endgame: -endgame, phase };
            assert_eq!(other.blended(), -value, "{phase}");
        }
    }

    /// The middlegame, the endgame and the phase, beside a black king on e8.
    #[test]
    fn pieces_have_these_values() {
        for (fen, values) in [
            ("4k3/8/8/8/8/8/8/4K3", (0, 0, 0)),
            ("4k3/8/8/8/8/8/8/6K1", (18, -20, 0)),
            ("4k3/8/8/8/8/8/4K3/8", (-22, 10, 0)),
            ("4k3/8/8/8/4P3/8/8/4K3", (114, 113, 0)),
            ("4k3/8/8/8/8/8/P7/4K3", (90, 97, 0)),
            ("4k3/8/8/8/8/8/8/N3K3", (279, 272, 1)),
            ("4k3/8/8/8/8/8/8/B3K3", (320, 306, 1)),
            ("4k3/8/8/8/8/8/8/R3K3", (478, 530, 2)),
            ("4k3/R7/8/8/8/8/8/4K3", (498, 530, 2)),
            ("4k3/8/8/8/8/8/8/Q3K3", (948, 934, 4)),
            ("4k3/8/8/8/8/8/r7/4K3", (-498, -530, 2)),
            ("4k3/8/8/3q4/8/8/8/4K3", (-960, -970, 4)),
        ] {
            let value = Board::from_fen(&format!("{fen} w - -")).unwrap().value();
            assert_eq!((value.middlegame, value.endgame, value.phase), values, "{fen}");
        }
    }
}
