//! A classical evaluation, which asks what every piece attacks, as Stockfish 11 does.
//!
//! - Mobility: the squares that a piece can go to, without those that enemy pawns attack.
//! - King safety: attacks on the squares around the enemy king, and the pawns before the own king.
//! - Threats: attacks on pieces worth more, and on pieces that nothing protects.
//! - Places: rooks on open files, and pieces where a pawn guards them and none can drive them away.
//! - Pawns: they gain by standing together and by advancing where no enemy pawn stops them, the
//!   more the farther away the enemy king is. Those that stand alone lose.
//!
//! Sources: <https://www.chessprogramming.org/Mobility>,
//! <https://www.chessprogramming.org/King_Safety> and
//! <https://www.chessprogramming.org/Pawn_Structure>.

use crate::board::Tapered;
use crate::lookups::Lookups;
use lookup::distance::Distance;
use lookup::sliders::Sliders;
use lookup::{Bitboard, CacheAligned, Color, Leaps, Piece, PieceKind, Position, Square};

/// The value of both sides' activity, from White's view.
#[inline(never)]
pub(crate) fn value<L: Lookups>(position: &Position) -> Tapered {
    let (white, black) =
        (Attacks::of::<L>(position, Color::White), Attacks::of::<L>(position, Color::Black));
    let white_more = white.value.minus(black.value);
    let threats = white.threats(&black, position).minus(black.threats(&white, position));
    let pawns = pawns::<L>(position, Color::White).minus(pawns::<L>(position, Color::Black));
    white_more.plus(threats).plus(pawns)
}

/// The squares that a side attacks.
struct Attacks {
    side: Color,
    /// The value of its pieces where they stand, and of their attacks on the enemy king.
    value: Tapered,
    by_pawns: Bitboard,
    by_minors: Bitboard,
    by_rooks: Bitboard,
    all: Bitboard,
}

impl Attacks {
    #[inline]
    fn of<L: Lookups>(position: &Position, side: Color) -> Attacks {
        let (own, occupied) = (position.color(side), position.occupied());
        let by_pawns = pawn_attacks(position, side);
        let useful = !(own | pawn_attacks(position, !side));
        let (king, target) = (position.king(side), position.king(!side));
        let zone = LEAPS.0[target.index()].king;
        let king_attacks = LEAPS.0[king.index()].king;
        let mut attacks = Attacks {
            side,
            value: Tapered::new(0, 0),
            by_pawns,
            by_minors: Bitboard::EMPTY,
            by_rooks: Bitboard::EMPTY,
            all: by_pawns | king_attacks,
        };
        let (mut danger, mut attackers) = (0, 0);
        let mut note = |square: Square, set: Bitboard, kind: PieceKind| {
            let Weights { each, usual, danger: weight } = WEIGHTS[kind as usize];
            let count = (set & useful).0.count_ones() as i32;
            attacks.value = attacks.value.plus(each.times(count - usual));
            attacks.value = attacks.value.plus(place(position, side, square, kind));
            let near = (set & zone).0.count_ones() as i32;
            danger += weight * near;
            attackers += i32::from(near > 0);
            match kind {
                PieceKind::Rook => attacks.by_rooks = attacks.by_rooks | set,
                PieceKind::Knight | PieceKind::Bishop => {
                    attacks.by_minors = attacks.by_minors | set
                }
                _ => {}
            }
            attacks.all = attacks.all | set;
        };
        for knight in (position.kind(PieceKind::Knight) & own).squares() {
            note(knight, LEAPS.0[knight.index()].knight, PieceKind::Knight);
        }
        for bishop in (position.kind(PieceKind::Bishop) & own).squares() {
            note(bishop, L::Sliders::bishop(bishop, occupied), PieceKind::Bishop);
        }
        for rook in (position.kind(PieceKind::Rook) & own).squares() {
            note(rook, L::Sliders::rook(rook, occupied), PieceKind::Rook);
        }
        for queen in (position.kind(PieceKind::Queen) & own).squares() {
            note(queen, L::Sliders::queen(queen, occupied), PieceKind::Queen);
        }
        // One attacker alone seldom mates.
        let danger = if attackers > 1 { danger * attackers } else { 0 };
        attacks.value = attacks.value.plus(Tapered::new(danger, danger / 8));
        attacks
    }

    /// The value of its threats against the other side.
    #[inline]
    fn threats(&self, other: &Attacks, position: &Position) -> Tapered {
        let enemy = position.color(!self.side);
        let queens = position.kind(PieceKind::Queen);
        let rooks = position.kind(PieceKind::Rook) | queens;
        let pieces = enemy & !position.kind(PieceKind::Pawn) & !position.kind(PieceKind::King);
        let count = |set: Bitboard| set.0.count_ones() as i32;
        let by_pawns = count(self.by_pawns & pieces);
        let upwards = count(self.by_minors & rooks & enemy) + count(self.by_rooks & queens & enemy);
        let loose = count(self.all & enemy & !other.all & !position.kind(PieceKind::King));
        Tapered::new(
            45 * by_pawns + 35 * upwards + 18 * loose,
            30 * by_pawns + 30 * upwards + 24 * loose,
        )
    }
}

/// The weights of a kind of pieces, in centipawns.
#[derive(Clone, Copy)]
struct Weights {
    /// For each square more than usual.
    each: Tapered,
    usual: i32,
    /// For each attacked square around the enemy king.
    danger: i32,
}

const WEIGHTS: [Weights; 6] = {
    const fn weights(each: (i32, i32), usual: i32, danger: i32) -> Weights {
        Weights { each: Tapered::new(each.0, each.1), usual, danger }
    }
    [
        weights((0, 0), 0, 0),
        weights((5, 4), 4, 3),
        weights((5, 4), 6, 3),
        weights((3, 5), 7, 4),
        weights((1, 3), 13, 6),
        weights((0, 0), 0, 0),
    ]
};

/// The value of a piece's place among the pawns.
#[inline]
fn place(position: &Position, side: Color, square: Square, kind: PieceKind) -> Tapered {
    let ([own, enemy], at) = (seen(position, side), square as u8 ^ flip(side));
    let [file, beside, ahead] = around(at);
    match kind {
        PieceKind::Rook if own & file != 0 => Tapered::new(0, 0),
        PieceKind::Rook if enemy & file != 0 => Tapered::new(12, 4),
        PieceKind::Rook => Tapered::new(24, 12),
        PieceKind::Queen => Tapered::new(0, 0),
        _ if enemy & beside & ahead != 0 || own & beside & (rank(at) >> 8) == 0 => {
            Tapered::new(0, 0)
        }
        _ => Tapered::new(16, 8),
    }
}

/// The value of a side's pawns, each among those around it, and of those before its king.
#[inline(never)]
fn pawns<L: Lookups>(position: &Position, side: Color) -> Tapered {
    let [own, enemy] = seen(position, side);
    let kings = [side, !side].map(|side| position.king(side));
    let mut value = shelter(kings[0] as u8 ^ flip(side), own, enemy);
    for pawn in Bitboard(own).squares() {
        let ([file, beside, ahead], row) = (around(pawn as u8), rank(pawn as u8));
        let advanced = i32::from(pawn.rank()) - 1;
        let near = own & beside;
        let opposed = enemy & file & ahead != 0;
        let (abreast, guards) = (near & row, near & row >> 8);
        if own & file & ahead != 0 {
            value = value.minus(Tapered::new(8, 20));
        }
        if abreast | guards != 0 {
            let free = 2 + i32::from(abreast != 0) - i32::from(opposed);
            let guarded = 4 * guards.count_ones() as i32;
            value = value.plus(Tapered::new(free * advanced + guarded, free * advanced / 2));
        } else if near == 0 {
            value = value.minus(Tapered::new(if opposed { 5 } else { 15 }, 12));
        } else if near & !ahead == 0 && enemy & beside & row << 16 != 0 {
            value = value.minus(Tapered::new(if opposed { 8 } else { 16 }, 12));
        }
        if enemy & (file | beside) & ahead == 0 {
            let next = Square::new((pawn as u8 + 8) ^ flip(side));
            let [own, other] = kings.map(|king| i32::from(L::Distance::distance(king, next)));
            let race = (5 * other - 2 * own) * advanced / 2;
            let far = advanced * advanced;
            value = value.plus(Tapered::new(3 * far, 5 * far + race));
        }
    }
    value
}

/// The value of the nearest pawns of both sides before a king, on its file and those beside it.
#[inline]
fn shelter(king: u8, own: u64, enemy: u64) -> Tapered {
    let (middle, not_behind) = ((king % 8).clamp(1, 6), !0 << (king & 56));
    let files = [middle - 1, middle, middle + 1];
    let value = files.into_iter().map(|file| {
        let nearest = |pawns: u64| (pawns & not_behind & FILE_A << file).trailing_zeros() / 8;
        SHELTER[nearest(own) as usize] - STORM[nearest(enemy) as usize]
    });
    Tapered::new(value.sum(), 0)
}

/// By the rank of the nearest own pawn; the last is for none.
const SHELTER: [i32; 9] = [0, 16, 10, 2, -2, -6, -8, 0, -12];

/// By the rank of the nearest enemy pawn.
const STORM: [i32; 9] = [0, 0, 22, 12, 6, 2, 0, 0, 0];

/// The pawns of a side and of the other, as the first sees them from its own first rank.
#[inline]
fn seen(position: &Position, side: Color) -> [u64; 2] {
    let pawns = [side, !side].map(|side| position.pieces(Piece::new(PieceKind::Pawn, side)).0);
    if side == Color::White { pawns } else { pawns.map(u64::swap_bytes) }
}

/// What turns a square into the one that a side sees.
#[inline]
fn flip(side: Color) -> u8 {
    if side == Color::White { 0 } else { 56 }
}

/// A square's file, the files beside it, and all ranks ahead of it.
#[inline]
fn around(square: u8) -> [u64; 3] {
    let file = FILE_A << (square % 8);
    let beside = file << 1 & !FILE_A | file >> 1 & !(FILE_A << 7);
    [file, beside, !0xff_u64 << (square & 56)]
}

/// A square's rank.
#[inline]
fn rank(square: u8) -> u64 {
    0xff << (square & 56)
}

/// The squares that a side's pawns attack.
#[inline]
fn pawn_attacks(position: &Position, side: Color) -> Bitboard {
    let pawns = position.pieces(Piece::new(PieceKind::Pawn, side)).0;
    let sides = pawns << 1 & !FILE_A | pawns >> 1 & !(FILE_A << 7);
    match side {
        Color::White => Bitboard(sides << 8),
        Color::Black => Bitboard(sides >> 8),
    }
}

const FILE_A: u64 = 0x0101_0101_0101_0101;

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::choices::Base;

    fn of(fen: &str) -> Tapered {
        value::<Base>(Board::from_fen(fen).unwrap().position())
    }

    #[test]
    fn both_sides_are_judged_alike() {
        assert_eq!(of(Board::START), Tapered::new(0, 0));
        let white = of("r3k3/2P5/8/8/4B3/8/6PP/4K3 w - -");
        let black = of("4k3/6pp/8/4b3/8/8/2p5/R3K3 w - -");
        assert_eq!(white, black.times(-1));
        assert!(white.endgame > 100, "{white:?}");
    }

    #[test]
    fn what_is_better_has_a_higher_value() {
        for (better, worse) in [
            // A rook on an open file, and a passed pawn far from the enemy king.
            ("6k1/8/8/8/8/8/P7/1R4K1 w - -", "6k1/8/8/8/8/8/P7/R5K1 w - -"),
            ("7k/8/8/3P4/8/8/8/4K3 w - -", "8/4k3/8/3P4/8/8/8/4K3 w - -"),
            // Pawns that none can stop, that stand together, and before their king.
            ("4k3/p7/8/3P4/8/8/8/4K3 w - -", "4k3/2p5/8/3P4/8/8/8/4K3 w - -"),
            ("k7/pppp4/8/8/8/2PP4/8/7K w - -", "k7/pppp4/8/8/8/1P1P4/8/7K w - -"),
            ("k7/pppp4/8/8/3P4/4P3/8/7K w - -", "k7/pppp4/8/8/3P4/3P4/8/7K w - -"),
            ("k7/8/8/8/8/8/5PPP/6K1 w - -", "k7/8/8/8/8/8/5PPP/2K5 w - -"),
            // A knight that a pawn guards and none can drive away.
            ("k7/7p/8/8/4N3/3P4/8/K7 w - -", "k7/5p2/8/8/4N3/3P4/8/K7 w - -"),
        ] {
            let [more, less] = [better, worse].map(|fen| of(fen).middlegame + of(fen).endgame);
            assert!(more > less, "{better}: {more}, {worse}: {less}");
        }
    }
}
