//! Relations that change with a move, from attack maps that follow the moves.
//!
//! Two sets for each square, what the piece on it attacks and what attacks it, know more than a
//! position does. The attackers of a square that a move opens or closes name the sliders whose
//! attacks change; only their sets and those of the squares of the move are compared, as they
//! were and as they are. The relations of a piece that stands still and attacks as before change
//! where its victim comes or goes, and those attackers are in the maps too.
//!
//! Maps that follow moves are a question of their own, and any that answers it serves here.
//!
//! - Map: that of the other variant.
//! - Lookup: a move of the map, two questions to it for each square of the move and for each
//!   slider that saw one open or close, and a loop for each list.
//! - Tables: those of the other variant.
//! - Source: <https://www.chessprogramming.org/Attack_and_Defend_Maps#Classical_Approach>; lists
//!   of what changes by this project.
//!
//! Suits programs that keep maps for other questions. Loses to `deltas-kept-none` where these
//! relations are all that is asked.
//!
//! Measured: <!-- published: figures -->time by that of
//! `deltas-kept-none+deltas-sliders+sliders-magic+raypass-rectangular` on
//! `middlegame`, hot / waiting / beside 1 MiB: 2.08 / – / 1.72 on Zen 4; 2.25 / – / –
//! on Golden Cove.<!-- end -->
#![no_std]
#![forbid(unsafe_code)]

use lookup::deltas::{self, Changes, Relation};
use lookup::deltas_kept::DeltasKept;
use lookup::maps::Maps;
use lookup::{Base, Bitboard, Identity, Move, PieceKind, Position, Table, Variant};

/// The map `M`, asked before and after each move.
#[derive(Clone, Copy, Debug)]
pub struct FromMaps<M>(M);

impl<M: Maps> DeltasKept for FromMaps<M> {
    #[inline]
    fn of(position: &Position) -> Self {
        FromMaps(M::of(position))
    }

    #[inline]
    fn make(&mut self, before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        let map = &mut self.0;
        let changed = deltas::changed(before, after);
        let mut seers = Bitboard::EMPTY;
        for square in (before.occupied() ^ after.occupied()).squares() {
            seers = seers | map.attackers_to(before, square);
        }
        let sliders = after.kind(PieceKind::Bishop)
            | after.kind(PieceKind::Rook)
            | after.kind(PieceKind::Queen);
        let renewed = changed | (seers & sliders);
        for to in changed.squares() {
            let [is_left, is_entered] = [before, after].map(|it| it.occupied().contains(to));
            for from in (map.attackers_to(before, to) & !renewed).squares() {
                changes.vanished.push_if(Relation::of(before, from, to), is_left);
                changes.appeared.push_if(Relation::of(after, from, to), is_entered);
            }
        }
        let mut attacked = [Bitboard::EMPTY; MOST_RENEWED];
        for (old, from) in attacked.iter_mut().zip(renewed.squares()) {
            *old = map.attacks_from(before, from) & before.occupied();
        }
        map.make(before, m, after);
        for (old, from) in attacked.into_iter().zip(renewed.squares()) {
            let new = map.attacks_from(after, from) & after.occupied();
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
    fn unmake(&mut self, before: &Position, m: Move, after: &Position) {
        self.0.unmake(before, m, after);
    }
}

impl<M: Maps> Variant for FromMaps<M> {
    const IDENTITY: Identity = lookup::identity!();
    const TABLES: &'static [&'static dyn Table] = &[];
    const BASES: &'static [Base] = Base::all::<M>();
}

/// The most pieces whose attacks a move may change: castling changes four squares, and a line in
/// each of eight directions has one nearest slider for each of them.
const MOST_RENEWED: usize = 4 + 4 * 8;

lookup::conformance!(deltas_kept, FromMaps<lookup::maps::Oracle>);
