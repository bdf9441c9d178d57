//! Does this move win at least so much, by static exchange evaluation?
//!
//! An engine seldom wants the value of an exchange. It asks whether a capture loses nothing, or
//! whether a quiet move loses no more than a margin: once for each capture, and for each quiet
//! move that it may prune.
//!
//! - The move is pseudo-legal, and forced. From then on the sides capture on its target in turn,
//!   each with its least valuable piece that may, in the order of [`PieceKind::ALL`]; of several
//!   of a kind, with the one on the lowest square. Either side stops as soon as another capture
//!   does not pay.
//! - The unit is a pawn; see [`value`]. A quiet move takes nothing. Every move wins between -9, a
//!   queen for nothing, and 9; a threshold may lie beyond.
//! - Pins are those of the position before the move, which engines find once a node. Each
//!   [pinned](crate::pins) piece has a pinner: the slider that would attack the king without it.
//!   While any pinner of a side's pieces stands on its square, none of its pinned pieces
//!   captures, not even along its line. A pinner that was captured, or has captured, stands there
//!   no longer. The move itself may be a pinned piece's.
//! - A king captures only where no enemy piece, pinned or not, attacks the square, and is never
//!   captured. A slider behind the king, which gives check, is not seen there: that concerns no
//!   legal move. A king that moves first wins what it takes.
//! - Castling, promotions and captures en passant win 0. A pawn that captures on the last rank
//!   later on stays a pawn.
//! - Checks do not matter, nor does a pin that the exchange itself makes.
//!
//! These are the rules of `Position::see_ge` in Stockfish,
//! <https://github.com/official-stockfish/Stockfish/blob/sf_16/src/position.cpp>. Reckless lets a
//! pinned piece capture along its line:
//! <https://github.com/codedeliveryservice/Reckless/blob/main/src/board/see.rs>.
//!
//! Variants declare by [`Rules`] whether they know pins. [`swap`] has what they share.
//!
//! # Example
//!
//! ```
//! use lookup::threshold::{Rules, gain, oracle};
//! use lookup::{Move, Position};
//!
//! // 8 . . . k . . . .
//! // 7 . . . n . . . .
//! // 6 . . . . . . . .
//! // 5 . . . . p . . .
//! // 4 . . . . . . N .
//! // 3 . . . . . . . .
//! // 2 . . . . . . . .
//! // 1 . . . R . . . K
//! //   a b c d e f g h
//! let position = Position::from_fen("3k4/3n4/8/4p3/6N1/8/8/3R3K w - -")?;
//! let takes: Move = "g4e5".parse()?;
//! // The rook pins the knight that would recapture.
//! assert_eq!(gain(Rules::WithPins, &position, takes), 1);
//! assert_eq!(gain(Rules::WithoutPins, &position, takes), 1 - 3);
//! assert!(oracle(Rules::WithPins, &position, takes, 0));
//! assert!(!oracle(Rules::WithoutPins, &position, takes, 0));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```

pub mod swap;

use crate::Color::{Black, White};
use crate::PieceKind::{Bishop, King, Knight, Pawn, Queen, Rook};
use crate::board::draw_boards;
use crate::exchange::value;
use crate::question::{self, Answers, Dimension, Wrong};
use crate::ray::{self, DIAGONAL, ORTHOGONAL};
use crate::{
    Bitboard, Color, Extent, Move, Piece, PieceKind, Position, Square, Variant, attacked,
    attackers, between, movegen, samples,
};
use core::fmt;

/// A way to tell whether a move wins so much.
pub trait Threshold: Variant {
    /// Whether it knows pins.
    const RULES: Rules;

    /// What it computes once per position, for all moves in it.
    type Prepared;

    /// Computes it.
    fn prepare(position: &Position) -> Self::Prepared;

    /// Whether a pseudo-legal move wins at least `threshold` pawns for the side to move, by static
    /// exchange evaluation; `prepared` belongs to the same position.
    fn see_ge(position: &Position, prepared: &Self::Prepared, m: Move, threshold: i8) -> bool;
}

/// What a variant knows about the pieces that may capture.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Rules {
    /// That pinned ones may not, while a pinner stands.
    WithPins,
    /// Nothing of pins: every attacker may.
    WithoutPins,
}

impl Rules {
    /// Both rules, the one with more knowledge first.
    pub const ALL: [Rules; 2] = [Rules::WithPins, Rules::WithoutPins];
}

/// The slow and obvious answer: plays the captures on a board, and finds attackers and pins anew
/// before each.
///
/// # Panics
/// If the move starts from an empty square.
#[must_use]
pub fn oracle(rules: Rules, position: &Position, m: Move, threshold: i8) -> bool {
    gain(rules, position, m) >= threshold
}

/// What a pseudo-legal move wins, in pawns, from -9 to 9.
///
/// # Panics
/// If the move starts from an empty square.
#[must_use]
pub fn gain(rules: Rules, position: &Position, m: Move) -> i8 {
    Exchange::gain(rules, None, position, m)
}

/// The captures on a square.
struct Exchange<'a> {
    /// The position before the move, which tells the pins.
    before: &'a Position,
    /// The attackers just after the move.
    seen: Bitboard,
    square: Square,
    rules: Rules,
    slip: Option<Slip>,
}

/// A rule that a variant may overlook. The dimensions are the answers that change by it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Slip {
    /// Pieces behind others never join.
    Behind,
    /// Pinned pieces never capture, whether or not a pinner stands.
    NeverFree,
    /// A pinned piece minds its own pinner alone.
    OwnPinner,
    /// A pinned piece captures along its line.
    AlongLine,
    /// A king captures where it can be recaptured.
    KingAnywhere,
    /// A king minds a slider that stands behind it.
    BehindKing,
    /// A pinned piece does not recapture a king.
    PinnedGuard,
}

impl Exchange<'_> {
    fn gain(rules: Rules, slip: Option<Slip>, position: &Position, m: Move) -> i8 {
        if is_special(position, m) {
            return 0;
        }
        let taken = worth(position, m.to);
        let piece = position.piece_on(m.from).expect("a piece to move");
        if piece.kind() == King {
            return taken;
        }
        let after = position.play(m);
        let (before, square, seen) = (position, m.to, attackers::oracle(&after, m.to));
        let exchange = Exchange { before, seen, square, rules, slip };
        taken - exchange.reply(&after).max(0)
    }

    fn slips(&self, slip: Slip) -> bool {
        self.slip == Some(slip)
    }

    /// What the side to move wins by capturing; 0 if no piece may.
    fn reply(&self, now: &Position) -> i8 {
        let us = now.side_to_move();
        let pieces = PieceKind::ALL.map(|kind| now.pieces(Piece::new(kind, us)));
        let squares = pieces.into_iter().flat_map(Bitboard::squares);
        let mut captures = squares.map(|from| Move { from, to: self.square, promotion: None });
        match captures.find(|&capture| self.may(now, capture)) {
            Some(capture) => worth(now, self.square) - self.reply(&now.play(capture)).max(0),
            None => 0,
        }
    }

    /// Whether the side to move may capture so.
    fn may(&self, now: &Position, capture: Move) -> bool {
        let attacks = |piece| attacked::oracle(piece, capture.from, self.square, now.occupied());
        if !now.piece_on(capture.from).is_some_and(attacks) {
            return false;
        }
        if now.kind(King).contains(capture.from) {
            return self.slips(Slip::KingAnywhere) || !self.is_guarded(now, capture);
        }
        let is_hidden = self.slips(Slip::Behind) && !self.seen.contains(capture.from);
        let knows_pins = self.rules == Rules::WithPins;
        let is_bound = || knows_pins && self.is_bound(now, capture.from, now.side_to_move());
        !is_hidden && !is_bound()
    }

    /// Whether the enemy attacks the square that a king of the side to move would capture on.
    fn is_guarded(&self, now: &Position, capture: Move) -> bool {
        let enemy = !now.side_to_move();
        let after = now.play(capture);
        let board = if self.slips(Slip::BehindKing) { &after } else { now };
        let enemies = attackers::oracle(board, self.square) & board.color(enemy);
        let is_free = |from| !(self.slips(Slip::PinnedGuard) && self.is_bound(now, from, enemy));
        enemies.squares().any(is_free)
    }

    /// Whether a piece of a side may not capture because it is pinned.
    fn is_bound(&self, now: &Position, from: Square, side: Color) -> bool {
        let before = self.before;
        // Another of its kind may have come to the square of the exchange.
        let stands =
            |pinner| pinner != self.square && now.piece_on(pinner) == before.piece_on(pinner);
        let binds = |(pinned, pinner): (Square, Square)| {
            let minds = pinned == from || !self.slips(Slip::OwnPinner);
            minds && (stands(pinner) || self.slips(Slip::NeverFree))
        };
        let is_pinned = pins(before, side).any(|(pinned, _)| pinned == from);
        let stays = self.slips(Slip::AlongLine) && self.is_on_line(before.king(side), from);
        is_pinned && pins(before, side).any(binds) && !stays
    }

    /// Whether the square lies on the line from a king through another square.
    fn is_on_line(&self, king: Square, from: Square) -> bool {
        between::oracle(king, self.square).contains(from)
            || between::oracle(king, from).contains(self.square)
    }
}

/// Whether a move has a fixed answer: castling, a promotion or a capture en passant.
fn is_special(position: &Position, m: Move) -> bool {
    m.promotion.is_some() || position.castles(m) || position.takes_en_passant(m)
}

/// The value of the piece on a square; 0 of none.
fn worth(position: &Position, square: Square) -> i8 {
    position.piece_on(square).map_or(0, |piece| value(piece.kind()))
}

/// The pinned pieces of a side, each with its pinner: the first two pieces on a line of the king.
fn pins(position: &Position, side: Color) -> impl Iterator<Item = (Square, Square)> {
    let lines = [(Rook, ORTHOGONAL), (Bishop, DIAGONAL)];
    let lines = lines.into_iter().flat_map(|(kind, lines)| lines.map(|line| (kind, line)));
    lines.filter_map(move |(kind, line)| {
        let occupied = position.occupied();
        let mut pieces =
            ray::walk(position.king(side), line).filter(|square| occupied.contains(*square));
        let (pinned, pinner) = (pieces.next()?, pieces.next()?);
        let slider = position.piece_on(pinner)?;
        let pins = slider.color() != side && [kind, Queen].contains(&slider.kind());
        (pins && position.color(side).contains(pinned)).then_some((pinned, pinner))
    })
}

/// A move with a threshold, and the rules of the answer.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Case {
    /// The rules of the variant.
    pub rules: Rules,
    /// The position.
    pub position: Position,
    /// A pseudo-legal move.
    pub m: Move,
    /// What it must win, in pawns.
    pub threshold: i8,
}

impl Case {
    fn is_by(&self, kind: PieceKind) -> bool {
        self.position.kind(kind).contains(self.m.from)
    }

    fn takes(&self) -> bool {
        self.position.occupied().contains(self.m.to)
    }

    /// What the move wins.
    fn gain(&self) -> i8 {
        gain(self.rules, &self.position, self.m)
    }

    /// Whether the answer is another if a rule is overlooked.
    fn shows(&self, slip: Slip) -> bool {
        let gain = Exchange::gain(self.rules, Some(slip), &self.position, self.m);
        (gain >= self.threshold) != (self.gain() >= self.threshold)
    }
}

/// Asks each of some moves for what it wins, for a pawn more, and for a threshold that goes through
/// all in turn, up to those beyond every gain.
///
/// The moves are pseudo-legal: every second capture, all castling and captures en passant, and
/// every sixteenth other one, in 40,000 [drawn](samples::positions) positions and 8,000 [of
/// games](samples::played), or a tenth of both.
///
/// Its cases have the rules [with pins](Rules::WithPins). A variant is asked the same ones by its
/// own rules.
#[derive(Clone, Copy, Debug)]
pub struct Question;

impl question::Question for Question {
    type Case = Case;
    type Answer = bool;

    const CASES: &'static str = "questions";
    const COUNT: usize = 659_832;
    const DIMENSIONS: &'static [Dimension<Self::Case, Self::Answer>] = &[
        Dimension::of("moves that win enough", 337_487, |_, enough| *enough),
        Dimension::of("moves that do not", 322_345, |_, enough| !enough),
        Dimension::of("thresholds just reached", 229_431, |case, _| case.gain() == case.threshold),
        Dimension::of("thresholds just missed", 229_240, |case, _| {
            case.gain() + 1 == case.threshold
        }),
        Dimension::of("thresholds below every gain", 19_125, |case, _| case.threshold < -9),
        Dimension::of("thresholds above every gain", 30_114, |case, _| case.threshold > 9),
        Dimension::of("White to move", 328_437, |case, _| case.position.side_to_move() == White),
        Dimension::of("Black to move", 331_395, |case, _| case.position.side_to_move() == Black),
        Dimension::of("captures", 399_861, |case, _| case.takes()),
        Dimension::of("quiet moves that lose", 71_796, |case, _| !case.takes() && case.gain() < 0),
        Dimension::of("moves of pawns", 116_346, |case, _| case.is_by(Pawn)),
        Dimension::of("moves of knights and bishops", 151_128, |case, _| {
            case.is_by(Knight) || case.is_by(Bishop)
        }),
        Dimension::of("moves of rooks", 133_593, |case, _| case.is_by(Rook)),
        Dimension::of("moves of queens", 147_048, |case, _| case.is_by(Queen)),
        Dimension::of("moves of kings", 111_717, |case, _| case.is_by(King)),
        Dimension::of("promotions", 35_874, |case, _| case.m.promotion.is_some()),
        Dimension::of("castling", 17_136, |case, _| case.position.castles(case.m)),
        Dimension::of("captures en passant", 2949, |case, _| {
            case.position.takes_en_passant(case.m)
        }),
        Dimension::of("pinned pieces", 1867, |case, enough| {
            oracle(Rules::WithoutPins, &case.position, case.m, case.threshold) != *enough
        }),
        Dimension::of("pieces whose pinner is gone", 788, |case, _| case.shows(Slip::NeverFree)),
        Dimension::of("pieces that another's pinner binds", 436, |case, _| {
            case.shows(Slip::OwnPinner)
        }),
        Dimension::of("pinned pieces along their line", 218, |case, _| case.shows(Slip::AlongLine)),
        Dimension::of("attackers behind others", 3385, |case, _| case.shows(Slip::Behind)),
        Dimension::of("kings that may not capture", 6938, |case, _| case.shows(Slip::KingAnywhere)),
        Dimension::of("sliders behind a king", 280, |case, _| case.shows(Slip::BehindKing)),
        Dimension::of("pinned pieces that guard", 81, |case, _| case.shows(Slip::PinnedGuard)),
        Dimension::of("crowded boards", 110_400, |case, _| samples::is_crowded(&case.position)),
    ];

    fn cases(extent: Extent) -> impl Iterator<Item = Case> {
        let moves =
            positions(extent).zip(0..).flat_map(|(position, number)| chosen(position, number));
        moves.zip(0..).flat_map(|((position, m), number)| {
            let gain = gain(Rules::WithPins, &position, m);
            let in_turn = THRESHOLDS[number % THRESHOLDS.len()];
            [gain, gain + 1, in_turn].map(|threshold| Case {
                rules: Rules::WithPins,
                position,
                m,
                threshold,
            })
        })
    }

    fn oracle(case: &Case) -> bool {
        oracle(case.rules, &case.position, case.m, case.threshold)
    }

    fn draw(
        Wrong { case: Case { rules, position, m, threshold }, expected, .. }: &Wrong<Question>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let gain = gain(*rules, position, *m);
        write!(f, "whether {m} wins {threshold} in {position}, which is {expected}: ")?;
        writeln!(f, "it wins {gain}")?;
        let of_sides = || Color::ALL.into_iter().flat_map(|side| pins(position, side));
        let boards = [
            ("from and to", m.from.bitboard() | m.to.bitboard()),
            ("occupied", position.occupied()),
            ("pinned", of_sides().map(|(pinned, _)| pinned).collect()),
            ("pinners", of_sides().map(|(_, pinner)| pinner).collect()),
        ];
        draw_boards(&boards, f)
    }
}

/// All that moves can win, one more on either side, and the ends of the type.
const THRESHOLDS: [i8; 23] =
    [-10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, i8::MIN, i8::MAX];

fn positions(extent: Extent) -> impl Iterator<Item = Position> {
    let drawn = samples::positions().take(extent.of(40_000));
    drawn.chain(samples::played().take(extent.of(8_000)))
}

/// The moves to ask about in the position of this number.
fn chosen(position: Position, number: usize) -> impl Iterator<Item = (Position, Move)> {
    let moves = movegen::conceivable(&position);
    let moves = moves.filter(move |&m| movegen::is_pseudo_legal(&position, m));
    let every = move |m| {
        let is_rare = position.castles(m) || position.takes_en_passant(m);
        let takes = position.occupied().contains(m.to);
        if is_rare {
            1
        } else if takes {
            2
        } else {
            16
        }
    };
    let chosen = moves.zip(number..).filter(move |&(m, number)| number.is_multiple_of(every(m)));
    chosen.map(move |(m, _)| (position, m))
}

impl<V: Threshold> Answers<Question> for V {
    /// A position, and what is prepared for it.
    type Kept = Option<(Position, V::Prepared)>;

    fn answer(kept: &mut Self::Kept, case: &Case) -> bool {
        let Case { position, m, threshold, .. } = case;
        let (_, prepared) = match kept {
            Some(kept) if kept.0 == *position => kept,
            kept => kept.insert((*position, V::prepare(position))),
        };
        V::see_ge(position, prepared, *m, *threshold)
    }

    fn asked(case: Case) -> Case {
        Case { rules: V::RULES, ..case }
    }
}

#[cfg(test)]
mod tests;
