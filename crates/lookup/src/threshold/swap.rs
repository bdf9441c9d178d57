//! Captures on a square in turn, for variants that remove one attacker after the other.
//!
//! A [`Stake`] is what the side that has just moved has above its need, and the piece that it
//! stands to lose. If the rest is enough even without the piece, no reply can change the answer.
//! Otherwise the other side captures, and the same is asked of it: it needs that its opponent
//! falls short.
//!
//! A [`Swap`] is the rest of the pieces around the square, and a [`Pinning`] tells which of them
//! may not capture.
//!
//! # Example
//!
//! ```
//! use lookup::threshold::swap::Stake;
//! use lookup::{Move, Position};
//!
//! // 8 . . . . k . . .
//! // 7 . . . . . . . .
//! // 6 . . . p . . . .
//! // 5 . . . . p . . .
//! // 4 . . . . . . . .
//! // 3 . . . . . N . .
//! // 2 . . . . . . . .
//! // 1 . . . . R K . .
//! //   a b c d e f g h
//! let position = Position::from_fen("4k3/8/3p4/4p3/8/5N2/8/4RK2 w - -")?;
//! let takes: Move = "f3e5".parse()?;
//! // A pawn alone does not win two; and if the knight is lost for it, two are lost.
//! assert_eq!(Stake::of(&position, takes, 2).decided(), Some(false));
//! assert_eq!(Stake::of(&position, takes, -2).decided(), Some(true));
//! assert_eq!(Stake::of(&position, takes, -1), Stake { margin: 2, standing: 3 });
//! assert_eq!(Stake::of(&position, takes, -1).decided(), None);
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

use crate::between::Between;
use crate::exchange::{least, value};
use crate::sliders::Sliders;
use crate::{Bitboard, Color, Leaps, Move, Piece, PieceKind, Position, Square, attackers};

/// What the side that has just moved has, in pawns.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Stake {
    /// What it has won so far above its need; negative if it falls short.
    pub margin: i32,
    /// The value of its piece on the square; 0 if nobody can take that.
    pub standing: i32,
}

impl Stake {
    /// After a move that must win `threshold`, before any reply. Nothing stands to be lost by
    /// castling, a promotion, a capture en passant or a king's move.
    #[inline(always)]
    #[must_use]
    pub fn of(position: &Position, m: Move, threshold: i8) -> Stake {
        // Castling is a king's move that takes nothing, so the board tells its answer.
        if m.promotion.is_some() || position.takes_en_passant(m) {
            return Stake { margin: -i32::from(threshold), standing: 0 };
        }
        let worth = |square| {
            position.piece_on(square).map_or(0, |piece: Piece| i32::from(value(piece.kind())))
        };
        Stake { margin: worth(m.to) - i32::from(threshold), standing: worth(m.from) }
    }

    /// Whether the move wins enough, where no reply can change it.
    #[inline(always)]
    #[must_use]
    pub const fn decided(self) -> Option<bool> {
        match self {
            Stake { margin: ..0, .. } => Some(false),
            Stake { margin, standing } if margin >= standing => Some(true),
            _ => None,
        }
    }
}

/// The pinned pieces of both sides, and their pinners.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Pinning {
    /// Those that stand alone between the king of their side and an enemy slider.
    pub pinned: Bitboard,
    /// These sliders.
    pub pinners: Bitboard,
}

impl Pinning {
    /// Of both sides. `lines` has the attacks of a rook and of a bishop on an empty board, and `B`
    /// finds the squares in between.
    #[inline(always)]
    #[must_use]
    pub fn of<B: Between>(position: &Position, lines: &[[Bitboard; 2]; 64]) -> Pinning {
        let [white, black] = Color::ALL.map(|side| Pinning::of_side::<B>(position, side, lines));
        let (pinned, pinners) = (white.pinned | black.pinned, white.pinners | black.pinners);
        Pinning { pinned, pinners }
    }

    /// Of the pieces of one side.
    #[inline(always)]
    #[must_use]
    pub fn of_side<B: Between>(
        position: &Position,
        side: Color,
        lines: &[[Bitboard; 2]; 64],
    ) -> Pinning {
        let (king, own) = (position.king(side), position.color(side));
        let [straight, slanted] = lines[king.index()];
        let snipers = attackers::sliders(position, straight, slanted) & position.color(!side);
        let none = Pinning { pinned: Bitboard::EMPTY, pinners: Bitboard::EMPTY };
        snipers.squares().fold(none, |Pinning { pinned, pinners }, sniper| {
            let blockers = B::between(king, sniper) & position.occupied();
            // Clearing the lowest square leaves nothing of one piece, or of none.
            let several = blockers.0 & blockers.0.wrapping_sub(1) != 0;
            if several || (blockers & own).is_empty() {
                return Pinning { pinned, pinners };
            }
            Pinning { pinned: pinned | blockers, pinners: pinners | sniper.bitboard() }
        })
    }

    /// The attackers of the side to capture that may.
    #[inline(always)]
    #[must_use]
    pub fn free(&self, swap: &Swap<'_>) -> Bitboard {
        let enemy = swap.position.color(!swap.side);
        let stands = !(self.pinners & enemy & swap.occupied).is_empty();
        if stands { swap.own() & !self.pinned } else { swap.own() }
    }
}

/// The pieces that are left around a square.
#[derive(Clone, Copy, Debug)]
pub struct Swap<'a> {
    /// The position before the move.
    pub position: &'a Position,
    /// The square.
    pub square: Square,
    /// The squares that nobody has left, without that of the exchange.
    pub occupied: Bitboard,
    /// The attackers of both sides, pinned or not.
    pub attackers: Bitboard,
    /// The side to capture.
    pub side: Color,
}

impl<'a> Swap<'a> {
    /// After a move, without attackers.
    #[inline(always)]
    #[must_use]
    pub fn after(position: &'a Position, m: Move) -> Swap<'a> {
        let occupied = position.occupied() & !(m.from.bitboard() | m.to.bitboard());
        let (square, side) = (m.to, !position.side_to_move());
        Swap { position, square, occupied, attackers: Bitboard::EMPTY, side }
    }

    /// With the attackers: `leaps` are those of the square, and `S` finds what sliders see from it.
    #[inline(always)]
    #[must_use]
    pub fn attacked<S: Sliders>(self, leaps: &Leaps) -> Swap<'a> {
        let Swap { position, square, occupied, .. } = self;
        let (straight, slanted) = (S::rook(square, occupied), S::bishop(square, occupied));
        let attackers = leaps.attackers(position) | attackers::sliders(position, straight, slanted);
        Swap { attackers: attackers & occupied, ..self }
    }

    /// The attackers of the side to capture.
    #[inline(always)]
    #[must_use]
    pub fn own(&self) -> Bitboard {
        self.attackers & self.position.color(self.side)
    }

    /// The least valuable of some pieces leaves its square for that of the exchange. Afterwards it
    /// is still that side's turn.
    #[inline(always)]
    pub fn leave(&mut self, among: Bitboard) -> Option<PieceKind> {
        let (kind, from) = least(self.position, among)?;
        self.occupied = self.occupied ^ from.bitboard();
        self.attackers = self.attackers & self.occupied;
        Some(kind)
    }

    /// Adds the sliders behind a piece of this kind that has left, found by `S`: a pawn, a bishop
    /// and a queen leave a diagonal, a rook and a queen a rank or file. After a king nobody comes.
    #[inline(always)]
    pub fn uncover<S: Sliders>(&mut self, kind: PieceKind) {
        let Swap { position, square, occupied, .. } = *self;
        let (mut straight, mut slanted) = (Bitboard::EMPTY, Bitboard::EMPTY);
        if matches!(kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen) {
            slanted = S::bishop(square, occupied);
        }
        if matches!(kind, PieceKind::Rook | PieceKind::Queen) {
            straight = S::rook(square, occupied);
        }
        let sliders = attackers::sliders(position, straight, slanted);
        self.attackers = self.attackers | sliders & occupied;
    }

    /// Whether the side that is not to capture attacks the square, so that a king may not.
    #[inline(always)]
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        !(self.attackers & self.position.color(!self.side)).is_empty()
    }

    /// Whether the side that has just moved wins enough. Stops as soon as a side has enough even
    /// if it loses its piece. `free` gives the attackers that may capture, and `uncover` adds
    /// those behind a piece of a kind that has left.
    #[inline(always)]
    #[must_use]
    pub fn holds(
        mut self,
        Stake { mut margin, mut standing }: Stake,
        mut free: impl FnMut(&Swap<'a>) -> Bitboard,
        uncover: impl Fn(&mut Swap<'a>, PieceKind),
    ) -> bool {
        let them = self.side;
        while margin < standing {
            let among = free(&self);
            let Some(kind) = self.leave(among) else { break };
            if kind == PieceKind::King {
                // Nobody takes a king, so the exchange ends with its capture or before it.
                return self.is_guarded() == (self.side == them);
            }
            uncover(&mut self, kind);
            // The next reply must leave this side short, which is by a pawn at least.
            (margin, standing) = (standing - margin - 1, i32::from(value(kind)));
            self.side = !self.side;
        }
        self.side == them
    }
}
