//! A classical evaluation, which asks what every piece attacks.
//!
//! - Mobility: the squares that a piece can go to, without those that enemy pawns attack;
//!   and those that a slider reaches through its own pieces.
//! - King safety: attacks on the squares around the enemy king.
//! - Threats: attacks on pieces worth more, and on pieces that nothing protects.
//! - Passed pawns, which gain as they advance and as the enemy king is far away.
//!
//! Sources: <https://www.chessprogramming.org/Mobility>,
//! <https://www.chessprogramming.org/King_Safety> and
//! <https://www.chessprogramming.org/Passed_Pawn>.

use crate::board::Tapered;
use crate::lookups::Lookups;
use lookup::distance::Distance;
use lookup::sliders::Sliders;
use lookup::xrays::Xrays;
use lookup::{Bitboard, CacheAligned, Color, Leaps, Piece, PieceKind, Position, Square};

/// The value of both sides' activity, from White's view.
#[inline(never)]
pub(crate) fn value<L: Lookups>(position: &Position) -> Tapered {
    let (white, black) =
        (Attacks::of::<L>(position, Color::White), Attacks::of::<L>(position, Color::Black));
    let white_more = white.value.minus(black.value);
    let threats = white.threats(&black, position).minus(black.threats(&white, position));
    let passed = passed::<L>(position, Color::White).minus(passed::<L>(position, Color::Black));
    white_more.plus(threats).plus(passed)
}

/// The squares that a side attacks.
struct Attacks {
    side: Color,
    /// The value of its mobility and of its attacks on the enemy king.
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
        let mut note = |set: Bitboard, through: Bitboard, kind: PieceKind| {
            let Weights { each, usual, through: behind, danger: weight } = WEIGHTS[kind as usize];
            let count = (set & useful).0.count_ones() as i32;
            let value = each.times(count - usual);
            let seen = (through & useful).0.count_ones() as i32;
            attacks.value =
                attacks.value.plus(value).plus(Tapered::new(behind * seen, behind * seen));
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
            note(LEAPS.0[knight.index()].knight, Bitboard::EMPTY, PieceKind::Knight);
        }
        for bishop in (position.kind(PieceKind::Bishop) & own).squares() {
            let set = L::Sliders::bishop(bishop, occupied);
            note(set, L::Xrays::bishop(bishop, occupied, own), PieceKind::Bishop);
        }
        for rook in (position.kind(PieceKind::Rook) & own).squares() {
            let set = L::Sliders::rook(rook, occupied);
            note(set, L::Xrays::rook(rook, occupied, own), PieceKind::Rook);
        }
        for queen in (position.kind(PieceKind::Queen) & own).squares() {
            let set = L::Sliders::queen(queen, occupied);
            note(set, Bitboard::EMPTY, PieceKind::Queen);
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
    /// For each square behind an own piece.
    through: i32,
    /// For each attacked square around the enemy king.
    danger: i32,
}

const WEIGHTS: [Weights; 6] = {
    const fn weights(each: (i32, i32), usual: i32, through: i32, danger: i32) -> Weights {
        Weights { each: Tapered::new(each.0, each.1), usual, through, danger }
    }
    [
        weights((0, 0), 0, 0, 0),
        weights((5, 4), 4, 0, 3),
        weights((5, 4), 6, 1, 3),
        weights((3, 5), 7, 2, 4),
        weights((1, 3), 13, 0, 6),
        weights((0, 0), 0, 0, 0),
    ]
};

/// The value of a side's passed pawns: no enemy pawn stands in front of them or can take
/// them on their way.
#[inline]
fn passed<L: Lookups>(position: &Position, side: Color) -> Tapered {
    let (own, other) = (position.king(side), position.king(!side));
    let enemy = position.pieces(Piece::new(PieceKind::Pawn, !side));
    let guarded = beyond(enemy | pawn_attacks(position, !side), !side);
    let passed = position.pieces(Piece::new(PieceKind::Pawn, side)) & !guarded;
    passed.squares().fold(Tapered::new(0, 0), |value, pawn| {
        let (advanced, next) = match side {
            Color::White => (i32::from(pawn.rank()) - 1, pawn as u8 + 8),
            Color::Black => (6 - i32::from(pawn.rank()), pawn as u8 - 8),
        };
        let distance = |king| i32::from(L::Distance::distance(king, Square::new(next)));
        let race = (5 * distance(other) - 2 * distance(own)) * advanced / 2;
        value.plus(Tapered::new(3 * advanced * advanced, 5 * advanced * advanced + race))
    })
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

/// These squares, and all further on in a side's direction.
#[inline]
fn beyond(set: Bitboard, side: Color) -> Bitboard {
    [8, 16, 32].into_iter().fold(set, |set, shift| match side {
        Color::White => Bitboard(set.0 | set.0 << shift),
        Color::Black => Bitboard(set.0 | set.0 >> shift),
    })
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
    fn free_pieces_and_far_kings_are_better() {
        let open = of("6k1/8/8/8/8/8/P7/1R4K1 w - -");
        let shut = of("6k1/8/8/8/8/8/P7/R5K1 w - -");
        assert!(open.endgame > shut.endgame, "{open:?} {shut:?}");
        let near = of("8/4k3/8/3P4/8/8/8/4K3 w - -");
        let far = of("7k/8/8/3P4/8/8/8/4K3 w - -");
        assert!(far.endgame > near.endgame, "{far:?} {near:?}");
    }

    #[test]
    fn passed_pawns_are_those_that_no_pawn_can_stop() {
        let pawns =
            |fen: &str| passed::<Base>(Board::from_fen(fen).unwrap().position(), Color::White);
        assert_ne!(pawns("4k3/8/8/3P4/8/8/8/4K3 w - -"), Tapered::new(0, 0));
        for fen in ["4k3/3p4/8/3P4/8/8/8/4K3 w - -", "4k3/2p5/8/3P4/8/8/8/4K3 w - -"] {
            assert_eq!(pawns(fen), Tapered::new(0, 0), "{fen}");
        }
        assert_ne!(pawns("4k3/8/8/3P4/2p5/8/8/4K3 w - -"), Tapered::new(0, 0));
    }
}
