//! All targets of pawns and knights by direction, the others' piece by piece.
//!
//! Pawns are many and have few targets each. One shift finds the targets of all pawns in
//! one direction, and the source is a step back. The same holds for knights, in eight
//! directions. For a slider, one lookup finds the targets in all its directions, where each
//! direction would need a fill.
//!
//! Order: pawn pushes by one square and by two, pawn captures towards the a-file and the
//! h-file; knight leaps by direction; bishops, rooks, queens, the king. In each direction
//! targets by number; in each kind sources by number, and from each source targets by
//! number.
//!
//! - Lookup: 12 shifts, and a scan for each target; for sliders and the king also a scan
//!   for each piece, and a slider lookup or a load.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Pieces_versus_Directions#Hybrid>.
//!
//! Suits engines that do not mind the order of moves: over `sliders-hyperbola` it is faster than
//! `targets-by-piece` over magics, hot and beside a working set. Nothing here beats it on new
//! positions of games.
//!
//! Measured: <!-- published: figures -->time by that of
//! `targets-by-piece+sliders-magic` on `positions`, hot / waiting / beside 1 MiB: 0.91
//! / – / 0.95 on Zen 4; – / – / 0.90 on Golden Cove; 0.90 / – / 0.92 on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::fill::landing;
use lookup::sliders::Sliders;
use lookup::targets::{Take, Targets};
use lookup::{
    Base, Bitboard, CacheAligned, Color, Identity, Leaps, PieceKind, Position, Square, Table,
    Variant,
};

/// Twelve shifts, and the targets of sliders by `S`.
#[derive(Clone, Copy, Debug)]
pub struct Hybrid<S>(PhantomData<S>);

impl<S: Sliders> Targets for Hybrid<S> {
    #[inline]
    fn for_each(position: &Position, mut take: impl Take) {
        let us = position.side_to_move();
        let (king, own, occupied) = (position.king(us), position.color(us), position.occupied());
        for (targets, step) in by_direction(position) {
            for target in Bitboard(targets).squares() {
                take.pair(Square::new((target as i32 - step) as u8), target);
            }
        }
        let pieces = |kind| (position.kind(kind) & own).squares();
        let mut hand_out = |source, attacked: Bitboard| take.set(source, attacked & !own);
        for bishop in pieces(PieceKind::Bishop) {
            hand_out(bishop, S::bishop(bishop, occupied));
        }
        for rook in pieces(PieceKind::Rook) {
            hand_out(rook, S::rook(rook, occupied));
        }
        for queen in pieces(PieceKind::Queen) {
            hand_out(queen, S::queen(queen, occupied));
        }
        hand_out(king, LEAPS.0[king.index()].king);
    }
}

impl<S: Sliders> Variant for Hybrid<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The targets of pawns and knights in each direction, with what its step adds to a
/// square's number.
#[inline(always)]
fn by_direction(position: &Position) -> [(u64, i32); 12] {
    let us = position.side_to_move();
    let (own, empty) = (position.color(us).0, !position.occupied().0);
    let over = position.en_passant().map_or(Bitboard::EMPTY, Square::bitboard);
    let victims = position.color(!us).0 | over.0;
    let pawns = position.kind(PieceKind::Pawn).0 & own;
    let knights = position.kind(PieceKind::Knight).0 & own;
    let (forward, third) = match us {
        Color::White => (8, 0xff << 16),
        Color::Black => (-8, 0xff << 40),
    };
    // Rotations; no pawn stands on a rank from which it would leave the board.
    let ahead = |pawns: u64, step: i32| pawns.rotate_left(step as u32);
    let once = ahead(pawns, forward) & empty;
    let twice = ahead(once & third, forward) & empty;
    [
        (once, forward),
        (twice, 2 * forward),
        (ahead(pawns, forward - 1) & landing(-1) & victims, forward - 1),
        (ahead(pawns, forward + 1) & landing(1) & victims, forward + 1),
        leaps::<17>(knights, own),
        leaps::<15>(knights, own),
        leaps::<10>(knights, own),
        leaps::<6>(knights, own),
        leaps::<-6>(knights, own),
        leaps::<-10>(knights, own),
        leaps::<-15>(knights, own),
        leaps::<-17>(knights, own),
    ]
}

/// The targets of knights in one direction, and the direction.
#[inline(always)]
fn leaps<const STEP: i32>(knights: u64, own: u64) -> (u64, i32) {
    let targets = if STEP > 0 { knights << STEP } else { knights >> -STEP };
    (targets & const { landing(STEP) } & !own, STEP)
}

lookup::conformance!(targets, Hybrid<lookup::Oracle>);
