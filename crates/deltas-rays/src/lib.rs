//! Relations that change with a move, by the nearest pieces on four lines.
//!
//! A relation needs no attack set, only the nearest piece in each direction. On a line, the
//! lowest piece above the square and the highest one below it are two scans. The two are also
//! the ends of an open line: where no piece stands on the square, a slider at one end attacks
//! the piece at the other. So there is nothing to look up about lines that open and close, and
//! a table of the squares behind is not needed either.
//!
//! What a piece attacks and what attacks it overlap in most cases. One loop goes over both, and
//! adds to the list without a branch.
//!
//! Its figures rest on LLVM, which joins some of its steps into vectors without being told (rustc
//! 1.95, x86-64-v3).
//!
//! - Lookup: for each square of a move, before and after it, four loads, eight scans and the
//!   leaper attacks; one loop.
//! - Tables: 64 x 4 lines of 8 bytes, 32 cache lines; leaper attacks of 64 squares, 32 bytes
//!   each, 32 cache lines.
//! - Source: found by this project, from <https://github.com/official-stockfish/Stockfish>,
//!   `update_piece_threats`, and <https://www.chessprogramming.org/Obstruction_Difference>.
//!
//! Suits programs without vectors or large tables: it takes 4 KiB, and it is faster than
//! `deltas-sliders` over magics beside a working set and, on some processors, hot. No kind of
//! search showed a gain. Loses to `deltas-byte-board-avx2` where AVX2 is there.
//!
//! Measured: <!-- published: figures -->time by that of
//! `deltas-sliders+sliders-magic+raypass-rectangular` on `games`, hot / waiting /
//! beside 1 MiB: 0.96 / – / – on Zen 4; 0.96 / – / 0.88 on Golden Cove; 1.00 / – /
//! 0.96 on Zen 5. Gain in nodes per second, `classical` / `network` / `threats`: 0.0
//! ±1.8 / -0.6 ±2.8 / +0.5 ±4.6 % on Zen 4; +0.5 ±0.8 / -0.2 ±0.7 / +0.2 ±1.9 % on
//! Golden Cove; +0.2 ±0.9 / 0.0 ±1.0 / +0.1 ±0.8 % on Zen 5.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::deltas::{self, Changes, Deltas, Relation, Relations};
use lookup::lines::{self, ANTIDIAGONAL, DIAGONAL, FILE, RANK};
use lookup::{
    Bitboard, CacheAligned, Identity, Leaps, Move, Piece, PieceKind, Position, Square, Table,
    Variant,
};

/// Eight scans for each square, and no attack sets.
#[derive(Clone, Copy, Debug)]
pub struct Rays;

impl Deltas for Rays {
    #[inline]
    fn list(before: &Position, _: Move, after: &Position, changes: &mut Changes) {
        let changed = deltas::changed(before, after);
        for square in changed.squares() {
            relations(before, square, changed, &mut changes.vanished);
            relations(after, square, changed, &mut changes.appeared);
        }
    }
}

impl Variant for Rays {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LINES, &LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
}

/// The rank, file, diagonal and antidiagonal through each square, without it.
static LINES: CacheAligned<[[Bitboard; 4]; 64]> =
    CacheAligned(lines::table([RANK, FILE, DIAGONAL, ANTIDIAGONAL]));

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// Lists the relations of one position that come and go with what stands on a square.
#[inline(always)]
fn relations(position: &Position, square: Square, changed: Bitboard, list: &mut Relations) {
    let occupied = position.occupied();
    let piece = position.piece_on(square);
    // Through two squares that open at once, the lower one lists it.
    let below = Bitboard(square.bitboard().0 - 1);
    let twins = if piece.is_none() { changed & below } else { Bitboard::EMPTY };
    let lines = LINES.0[square.index()];
    let ends = lines.map(|line| ends(line & (occupied | twins), square));
    let (straight, slanted) = (ends[0] | ends[1], ends[2] | ends[3]);
    let queens = position.kind(PieceKind::Queen);
    let sliders = (straight & (position.kind(PieceKind::Rook) | queens))
        | (slanted & (position.kind(PieceKind::Bishop) | queens));
    if let Some(piece) = piece {
        let Leaps { knight, king, pawns: [white, black] } = LEAPS.0[square.index()];
        let attacks = match piece {
            Piece::WhitePawn => white,
            Piece::BlackPawn => black,
            Piece::WhiteKnight | Piece::BlackKnight => knight,
            Piece::WhiteBishop | Piece::BlackBishop => slanted,
            Piece::WhiteRook | Piece::BlackRook => straight,
            Piece::WhiteQueen | Piece::BlackQueen => straight | slanted,
            Piece::WhiteKing | Piece::BlackKing => king,
        };
        let leapers = (knight & position.kind(PieceKind::Knight))
            | (king & position.kind(PieceKind::King))
            | (black & position.pieces(Piece::WhitePawn))
            | (white & position.pieces(Piece::BlackPawn));
        // The relations between two squares of the move are listed by the attacker.
        let (victims, attackers) = (attacks & occupied, (sliders | leapers) & !changed);
        let here = deltas::standing(position, square);
        for other in (victims | attackers).squares() {
            let there = deltas::standing(position, other);
            list.push_if(Relation::between(here, there), victims.contains(other));
            list.push_if(Relation::between(there, here), attackers.contains(other));
        }
    } else {
        for from in (sliders & !changed).squares() {
            let other = ends.map(|ends| if ends.contains(from) { ends } else { Bitboard::EMPTY });
            let other = (other[0] | other[1] | other[2] | other[3]) & !from.bitboard();
            let victim = other & !changed;
            list.push_if(Relation::of(position, from, victim.first()), !victim.is_empty());
        }
    }
}

/// The nearest pieces on either side of a square, of those on a line.
#[inline(always)]
fn ends(pieces: Bitboard, square: Square) -> Bitboard {
    let below = pieces.0 & (square.bitboard().0 - 1);
    let above = pieces.0 ^ below;
    // Where there is none, a1 stands in, and is then cleared.
    let highest = (1 << (below | 1).ilog2()) & below;
    Bitboard(highest | above & above.wrapping_neg())
}

lookup::conformance!(deltas, Rays);
