//! Counts how often variants are asked.
//!
//! A variant inside [`Counting`] answers as before and counts its calls, exactly and without a
//! timer. Timed variants are other types, compiled without it.

use crate::lookups::{COUNTED, Lookup};
use lookup::attackers::Attackers;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::deltas::{Changes, Deltas};
use lookup::distance::Distance;
use lookup::index::Index;
use lookup::legality::Legality;
use lookup::order::Order;
use lookup::pins::Pins;
use lookup::raypass::RayPass;
use lookup::serialize::{Places, Serialize};
use lookup::sliders::Sliders;
use lookup::targets::{Take, Targets};
use lookup::threats::Threats;
use lookup::threshold::{Rules, Threshold};
use lookup::{Base, Bitboard, Color, Identity, Move, Piece, Position, Square, Table};
use std::cell::Cell;
use std::marker::PhantomData;

/// A variant that counts its calls.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting<V>(PhantomData<V>);

thread_local! {
    /// The calls of each lookup.
    static CALLS: [Cell<u64>; COUNTED.len()] = const { [const { Cell::new(0) }; COUNTED.len()] };
}

/// Sets all counts to zero.
pub(super) fn forget() {
    CALLS.with(|calls| calls.iter().for_each(|calls| calls.set(0)));
}

/// The calls of this lookup.
pub(super) fn calls(question: Lookup) -> u64 {
    CALLS.with(|calls| calls[question as usize].get())
}

/// Counts a call.
fn count(question: Lookup) {
    CALLS.with(|calls| calls[question as usize].update(|calls| calls + 1));
}

impl<V: lookup::Variant> lookup::Variant for Counting<V> {
    const IDENTITY: Identity = V::IDENTITY;
    const TABLES: &'static [&'static dyn Table] = V::TABLES;
    const BASES: &'static [Base] = V::BASES;
}

/// Implements traits by functions that count their calls as those of a lookup.
macro_rules! counting {
    ($($Lookup:ident {
        $($name:ident($($argument:ident: $Type:ty),*) -> $Answer:ty: $question:ident;)+
    })+) => {
        $(impl<V: $Lookup> $Lookup for Counting<V> {
            $(fn $name($($argument: $Type),*) -> $Answer {
                count(Lookup::$question);
                V::$name($($argument),*)
            })+
        })+
    };
}

counting! {
    Sliders {
        rook(square: Square, occupied: Bitboard) -> Bitboard: Sliders;
        bishop(square: Square, occupied: Bitboard) -> Bitboard: Sliders;
    }
    Between {
        between(a: Square, b: Square) -> Bitboard: Between;
    }
    Attackers {
        attackers_to(position: &Position, square: Square) -> Bitboard: Attackers;
        is_attacked(position: &Position, square: Square, by: Color) -> bool: Attacked;
    }
    Pins {
        pinned(position: &Position, side: Color) -> Bitboard: Pins;
    }
    Legality {
        is_pseudo_legal(position: &Position, m: Move) -> bool: Legality;
    }
    Targets {
        for_each(position: &Position, take: impl Take) -> (): Targets;
    }
    Distance {
        distance(a: Square, b: Square) -> u8: Distance;
    }
    RayPass {
        behind(a: Square, b: Square) -> Bitboard: RayPass;
    }
    Deltas {
        list(before: &Position, m: Move, after: &Position, changes: &mut Changes) -> (): Deltas;
    }
    Index {
        row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32: Index;
    }
    Serialize {
        serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize: Serialize;
    }
    Threats {
        threats(position: &Position, side: Color) -> [Bitboard; 6]: Threats;
    }
}

impl<V: Checks> Checks for Counting<V> {
    type Prepared = V::Prepared;

    fn checkers(position: &Position) -> Bitboard {
        count(Lookup::Checkers);
        V::checkers(position)
    }

    fn prepare(position: &Position) -> V::Prepared {
        V::prepare(position)
    }

    fn gives_check(position: &Position, prepared: &V::Prepared, m: Move) -> bool {
        count(Lookup::GivesCheck);
        V::gives_check(position, prepared, m)
    }
}

impl<V: Order> Order for Counting<V> {
    fn prepare(entries: &mut [u32], limit: u32) -> usize {
        count(Lookup::Order);
        V::prepare(entries, limit)
    }

    fn next(rest: &mut [u32], sorted: &mut usize) -> Option<u32> {
        V::next(rest, sorted)
    }
}

impl<V: Threshold> Threshold for Counting<V> {
    const RULES: Rules = V::RULES;
    type Prepared = V::Prepared;

    fn prepare(position: &Position) -> V::Prepared {
        V::prepare(position)
    }

    fn see_ge(position: &Position, prepared: &V::Prepared, m: Move, threshold: i8) -> bool {
        count(Lookup::Threshold);
        V::see_ge(position, prepared, m, threshold)
    }
}

#[cfg(feature = "all")]
#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Answer, Nothing};
    use crate::questions::{
        attackers, between, checks, deltas, distance, index, legality, order, pins, raypass,
        serialize, sliders, targets, threats, threshold,
    };
    use crate::streams::{Query, Source, Stream};
    use between_rectangular::Rectangular;
    use sliders_magic::Magic;

    /// Counts the lookups of a question, by the streams that time them.
    fn count<A: Answer<Q>, Q: Query>(question: &str, sources: &[Source<Q>]) -> usize {
        let of_question = COUNTED.iter().filter(|(_, known, _)| *known == question);
        let counted = of_question.map(|(lookup, _, stream)| {
            let source = sources.iter().find(|source| source.name == *stream);
            let Stream { queries, dataset } = (source.expect(stream).draw)(0);
            let queries = &queries[..256];
            forget();
            A::sum(queries, &dataset, Nothing);
            assert_eq!(calls(*lookup), queries.len() as u64, "{question}/{stream}");
        });
        counted.count()
    }

    /// Only if this holds, a time per query is one per lookup.
    #[test]
    fn a_query_of_what_times_a_lookup_makes_one() {
        let counted = [
            count::<Counting<Magic>, _>("sliders", sliders::STREAMS),
            count::<Counting<Rectangular>, _>("between", between::STREAMS),
            count::<Counting<attackers_super_piece::SuperPiece<Magic>>, _>(
                "attackers",
                attackers::STREAMS,
            ),
            count::<Counting<pins_xray::XRay<Magic, Rectangular>>, _>("pins", pins::STREAMS),
            count::<Counting<checks_after_move::AfterMove<Magic>>, _>("checks", checks::STREAMS),
            count::<Counting<legality_getter::Getter<Magic>>, _>("legality", legality::STREAMS),
            count::<Counting<targets_by_piece::ByPiece<Magic>>, _>("targets", targets::STREAMS),
            count::<Counting<distance_table::AllPairs>, _>("distance", distance::STREAMS),
            count::<Counting<raypass_rectangular::Rectangular>, _>("raypass", raypass::STREAMS),
            count::<Counting<deltas_rays::Rays>, _>("deltas", deltas::STREAMS),
            count::<Counting<index_one_table::OneTable>, _>("index", index::STREAMS),
            count::<Counting<serialize_scan::Scan>, _>("serialize", serialize::STREAMS),
            count::<Counting<order_selection::Selection>, _>("order", order::STREAMS),
            count::<Counting<threats_loop::Loop<Magic>>, _>("threats", threats::STREAMS),
            count::<
                Counting<threshold_trivial_first::TrivialFirst<Magic, Rectangular>>,
                threshold::Turn,
            >("threshold", threshold::STREAMS),
        ];
        assert_eq!(counted.iter().sum::<usize>(), COUNTED.len());
    }
}
