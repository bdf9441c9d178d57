//! Relations that change with a move, from attack maps that follow the moves.
//!
//! Two sets for each square, what the piece on it attacks and what attacks it, know more than a
//! position does. The attackers of a square that a move opens or closes name the sliders whose
//! attacks change; only these and the squares of the move are looked up. The relations of a piece
//! that stands still and attacks as before change where its victim comes or goes, and those
//! attackers are in the maps too.
//!
//! Unmaking a move updates the maps the other way and lists nothing.
//!
//! - Map: 2 x 64 sets of 8 bytes, 16 cache lines.
//! - Lookup: a getter for each square of the move and for each slider that saw one open or
//!   close, when a move is made and when it is unmade; a load and a store for each square
//!   that is newly or no longer attacked; a loop for each list.
//! - Tables: leaper attacks of 64 squares, 32 bytes each, 32 cache lines; and the sliders'.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#Classical_Approach>; lists
//!   of what changes by this project.
#![no_std]
#![forbid(unsafe_code)]

use core::marker::PhantomData;
use lookup::deltas::{self, Changes, Relation};
use lookup::deltas_kept::DeltasKept;
use lookup::sliders::Sliders;
use lookup::{
    Base, Bitboard, CacheAligned, Identity, Leaps, Move, PieceKind, Position, Square, Table,
    Variant,
};

/// Both sets of every square, with slider attacks by `S`.
#[derive(Clone, Copy, Debug)]
pub struct Maps<S> {
    from: [Bitboard; 64],
    to: [Bitboard; 64],
    sliders: PhantomData<S>,
}

impl<S: Sliders> DeltasKept for Maps<S> {
    fn of(position: &Position) -> Self {
        let none = [Bitboard::EMPTY; 64];
        let mut maps = Maps { from: none, to: none, sliders: PhantomData };
        for square in position.occupied().squares() {
            maps.renew(square, position);
        }
        maps
    }

    #[inline]
    fn make(&mut self, before: &Position, _: Move, after: &Position, changes: &mut Changes) {
        let changed = deltas::changed(before, after);
        let renewed = changed | self.seers(before, after);
        for to in changed.squares() {
            let [is_left, is_entered] = [before, after].map(|it| it.occupied().contains(to));
            for from in (self.to[to.index()] & !renewed).squares() {
                changes.vanished.push_if(Relation::of(before, from, to), is_left);
                changes.appeared.push_if(Relation::of(after, from, to), is_entered);
            }
        }
        for from in renewed.squares() {
            let old = self.from[from.index()] & before.occupied();
            let new = self.renew(from, after) & after.occupied();
            let anew = if changed.contains(from) { !Bitboard::EMPTY } else { changed };
            for to in (old & (!new | anew)).squares() {
                changes.vanished.push(Relation::of(before, from, to));
            }
            for to in (new & (!old | anew)).squares() {
                changes.appeared.push(Relation::of(after, from, to));
            }
        }
    }

    #[inline]
    fn unmake(&mut self, before: &Position, _: Move, after: &Position) {
        let renewed = deltas::changed(before, after) | self.seers(after, before);
        for square in renewed.squares() {
            self.renew(square, before);
        }
    }
}

impl<S: Sliders> Maps<S> {
    /// The sliders of the new position that saw a square open or close, by the maps of the old
    /// one.
    #[inline(always)]
    fn seers(&self, old: &Position, new: &Position) -> Bitboard {
        let opened_or_closed = old.occupied() ^ new.occupied();
        let sliders =
            new.kind(PieceKind::Bishop) | new.kind(PieceKind::Rook) | new.kind(PieceKind::Queen);
        let attackers = |set, square: Square| set | self.to[square.index()];
        opened_or_closed.squares().fold(Bitboard::EMPTY, attackers) & sliders
    }

    /// Looks up what the piece on a square attacks, and notes it.
    #[inline(always)]
    fn renew(&mut self, square: Square, position: &Position) -> Bitboard {
        let attacks = attacks::<S>(position, square);
        let changed = self.from[square.index()] ^ attacks;
        self.from[square.index()] = attacks;
        for other in changed.squares() {
            let attackers = &mut self.to[other.index()];
            *attackers = *attackers ^ square.bitboard();
        }
        attacks
    }
}

impl<S: Sliders> Variant for Maps<S> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[&LEAPS];
    const SHARED: &'static [&'static dyn Table] = &[&LEAPS];
    const BASES: &'static [Base] = &[Base::of::<S>()];
}

static LEAPS: CacheAligned<[Leaps; 64]> = CacheAligned(Leaps::table());

/// The attacks of the piece on a square; empty if there is none.
#[inline(always)]
fn attacks<S: Sliders>(position: &Position, square: Square) -> Bitboard {
    let Some(piece) = position.piece_on(square) else { return Bitboard::EMPTY };
    let Leaps { knight, king, pawns } = LEAPS.0[square.index()];
    match piece.kind() {
        PieceKind::Pawn => pawns[piece.color() as usize],
        PieceKind::Knight => knight,
        PieceKind::Bishop => S::bishop(square, position.occupied()),
        PieceKind::Rook => S::rook(square, position.occupied()),
        PieceKind::Queen => S::queen(square, position.occupied()),
        PieceKind::King => king,
    }
}

lookup::conformance!(deltas_kept, Maps<lookup::sliders::Oracle>);
