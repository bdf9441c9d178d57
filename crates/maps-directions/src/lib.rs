//! Attack maps of slider attacks in each of eight directions.
//!
//! All sliders of a board fill a direction at once, in three doubling steps, as adders look
//! ahead for a carry. This is so cheap that every position gets eight new sets, and it
//! needs no memory but one cache line.
//!
//! A set holds the squares attacked in its direction, but not their attackers. An attacker
//! is always the nearest piece the other way, and where the set lacks the square there is
//! none to look for. The sets do not tell what a single piece attacks: its own rays are cut
//! behind the nearest piece. Pawns, knights and kings are looked up.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Map: eight sets of 8 bytes, one cache line.
//! - Lookup: from a square, a branch on the kind, then a load and a scan for each
//!   direction; to a square, four loads, and one more and a scan for each direction whose
//!   set has it. A move costs eight fills of three steps.
//! - Tables: 64 x 8 rays of 8 bytes, 64 cache lines; leaper attacks of 64 squares, 32 bytes
//!   each, 32 cache lines.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#Direction_wise>.
//!
//! Suits programs that want a map of one cache line and no slider tables. Loses to
//! `maps-on-the-fly` over magics, with eight questions a ply and still with 128.
//!
//! Measured: <!-- published: figures -->time by that of `maps-on-the-fly+sliders-magic`
//! on `middlegame`, hot / waiting / beside 1 MiB: 1.73 / – / 1.58 on Zen 4; 1.92 / – /
//! 1.44 on Golden Cove; 1.79 / – / 1.70 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::array;
use lookup::fill::{kogge_stone, landing};
use lookup::maps::Maps;
use lookup::{
    Bitboard, CacheAligned, Identity, Leaps, Move, PieceKind, Position, Square, Table, Variant,
};

/// Slider attacks of both sides in each direction.
#[derive(Clone, Copy, Debug)]
pub struct Directions([Bitboard; 8]);

impl Maps for Directions {
    #[inline]
    fn of(position: &Position) -> Self {
        let queens = position.kind(PieceKind::Queen);
        let straight = position.kind(PieceKind::Rook) | queens;
        let slanted = position.kind(PieceKind::Bishop) | queens;
        Directions(array::from_fn(|way| {
            let sliders = if way < 4 { straight } else { slanted };
            let (step, onto) = WAYS[way];
            Bitboard(kogge_stone(sliders.0, !position.occupied().0, step, onto))
        }))
    }

    #[inline]
    fn make(&mut self, _: &Position, _: Move, after: &Position) {
        *self = Self::of(after);
    }

    #[inline]
    fn unmake(&mut self, before: &Position, _: Move, _: &Position) {
        *self = Self::of(before);
    }

    #[inline]
    fn attacks_from(&self, position: &Position, square: Square) -> Bitboard {
        let Some(piece) = position.piece_on(square) else { return Bitboard::EMPTY };
        let Leaps { knight, king, pawns } = LEAPS.0[square.index()];
        let ways = match piece.kind() {
            PieceKind::Pawn => return pawns[piece.color() as usize],
            PieceKind::Knight => return knight,
            PieceKind::King => return king,
            PieceKind::Bishop => 4..8,
            PieceKind::Rook => 0..4,
            PieceKind::Queen => 0..8,
        };
        let reach = |way| reach(square, way, position.occupied());
        ways.fold(Bitboard::EMPTY, |attacks, way| attacks | reach(way))
    }

    #[inline]
    fn attackers_to(&self, position: &Position, square: Square) -> Bitboard {
        let leapers = LEAPS.0[square.index()].attackers(position);
        let attacked = (0..8).filter(|&way| self.0[way].contains(square));
        // The direction two further on leads back, and the first piece there attacks.
        let occupied = position.occupied();
        attacked.fold(leapers, |set, way| set | reach(square, way ^ 2, occupied) & occupied)
    }
}

impl Variant for Directions {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS, &RAYS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The squares in each direction, by a fill of the empty board.
static RAYS: CacheAligned<[[Bitboard; 8]; 64]> = CacheAligned(rays());

/// The shift of a step in each direction, and the squares it reaches without crossing an
/// edge: a rook's directions and then a bishop's, the two that lead up first, then their
/// opposites.
const WAYS: [(i32, u64); 8] = [
    (1, landing(1)),
    (8, landing(8)),
    (-1, landing(-1)),
    (-8, landing(-8)),
    (9, landing(9)),
    (7, landing(7)),
    (-9, landing(-9)),
    (-7, landing(-7)),
];

/// The squares of a ray up to and including the nearest piece.
#[inline(always)]
fn reach(square: Square, way: usize, occupied: Bitboard) -> Bitboard {
    let ray = RAYS.0[square.index()][way % 8].0;
    let obstacles = ray & occupied.0;
    let near = if way & 2 == 0 {
        // The squares up to the lowest obstacle; all if there is none.
        obstacles ^ obstacles.wrapping_sub(1)
    } else {
        // The squares down to the highest obstacle; all if there is none.
        u64::MAX << (obstacles | 1).ilog2()
    };
    Bitboard(ray & near)
}

const fn rays() -> [[Bitboard; 8]; 64] {
    let mut rays = [[Bitboard::EMPTY; 8]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (step, onto) = WAYS[i % 8];
        rays[i / 8][i % 8] = Bitboard(kogge_stone(1 << (i / 8), !0, step, onto));
        i += 1;
    }
    rays
}

lookup::conformance!(maps, Directions);
