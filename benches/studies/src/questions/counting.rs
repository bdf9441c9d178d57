//! Counts how often variants are asked.
//!
//! A variant inside [`Counting`] answers as before and counts its calls, exactly and without a
//! timer. Timed variants are other types, compiled without it.

use crate::lookups::{COUNTED, Question};
use lookup::attackers::Attackers;
use lookup::between::Between;
use lookup::checks::Checks;
use lookup::deltas::{Changes, Deltas};
use lookup::distance::Distance;
use lookup::exchange::{Exchange, Rules};
use lookup::index::Index;
use lookup::legality::Legality;
use lookup::pins::Pins;
use lookup::raypass::RayPass;
use lookup::serialize::{Places, Serialize};
use lookup::sliders::Sliders;
use lookup::targets::{Take, Targets};
use lookup::threats::Threats;
use lookup::{Base, Bitboard, Color, Identity, Move, Piece, Position, Square, Table};
use std::cell::Cell;
use std::marker::PhantomData;

/// A variant that counts its calls, and those that say yes or find something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting<V>(PhantomData<V>);

thread_local! {
    /// The calls of each lookup, and the hits among them.
    static ANSWERS: [Cell<[u64; 2]>; COUNTED.len()] =
        const { [const { Cell::new([0; 2]) }; COUNTED.len()] };
}

/// Sets all counts to zero.
pub(super) fn forget() {
    ANSWERS.with(|answers| answers.iter().for_each(|answer| answer.set([0; 2])));
}

/// The calls of this lookup, and the hits among them.
pub(super) fn answers(question: Question) -> [u64; 2] {
    ANSWERS.with(|answers| answers[question as usize].get())
}

/// Counts an answer.
fn count(question: Question, hit: bool) {
    ANSWERS.with(|answers| {
        let [times, hits] = answers[question as usize].get();
        answers[question as usize].set([times + 1, hits + u64::from(hit)]);
    });
}

/// Counts an answer that is a set.
fn set(question: Question, set: Bitboard) -> Bitboard {
    count(question, !set.is_empty());
    set
}

/// Counts an answer of yes or no.
fn yes(question: Question, is_yes: bool) -> bool {
    count(question, is_yes);
    is_yes
}

impl<V: lookup::Variant> lookup::Variant for Counting<V> {
    const IDENTITY: Identity = V::IDENTITY;
    const TABLES: &'static [&'static dyn Table] = V::TABLES;
    const BASES: &'static [Base] = V::BASES;
}

impl<V: Sliders> Sliders for Counting<V> {
    fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        set(Question::Sliders, V::rook(square, occupied))
    }

    fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        set(Question::Sliders, V::bishop(square, occupied))
    }
}

impl<V: Between> Between for Counting<V> {
    fn between(a: Square, b: Square) -> Bitboard {
        set(Question::Between, V::between(a, b))
    }
}

impl<V: Attackers> Attackers for Counting<V> {
    fn attackers_to(position: &Position, square: Square) -> Bitboard {
        set(Question::Attackers, V::attackers_to(position, square))
    }

    fn is_attacked(position: &Position, square: Square, by: Color) -> bool {
        yes(Question::Attacked, V::is_attacked(position, square, by))
    }
}

impl<V: Pins> Pins for Counting<V> {
    fn pinned(position: &Position, side: Color) -> Bitboard {
        set(Question::Pins, V::pinned(position, side))
    }
}

impl<V: Checks> Checks for Counting<V> {
    fn checkers(position: &Position) -> Bitboard {
        set(Question::Checkers, V::checkers(position))
    }

    fn gives_check(position: &Position, m: Move) -> bool {
        yes(Question::GivesCheck, V::gives_check(position, m))
    }
}

impl<V: Legality> Legality for Counting<V> {
    fn is_pseudo_legal(position: &Position, m: Move) -> bool {
        yes(Question::Legality, V::is_pseudo_legal(position, m))
    }
}

/// An exchange is a hit if it does not lose.
impl<V: Exchange> Exchange for Counting<V> {
    const RULES: Rules = V::RULES;
    type Prepared = V::Prepared;

    fn prepare(position: &Position) -> V::Prepared {
        V::prepare(position)
    }

    fn see(position: &Position, prepared: &V::Prepared, square: Square) -> i8 {
        let gain = V::see(position, prepared, square);
        count(Question::Exchange, gain >= 0);
        gain
    }
}

impl<V: Targets> Targets for Counting<V> {
    fn for_each(position: &Position, take: impl Take) {
        let mut any = Any { take, any: false };
        V::for_each(position, &mut any);
        count(Question::Targets, any.any);
    }
}

/// Whether anything was taken.
struct Any<T> {
    take: T,
    any: bool,
}

impl<T: Take> Take for &mut Any<T> {
    fn pair(&mut self, source: Square, target: Square) {
        self.any = true;
        self.take.pair(source, target);
    }

    fn set(&mut self, source: Square, targets: Bitboard) {
        self.any |= !targets.is_empty();
        self.take.set(source, targets);
    }
}

impl<V: Distance> Distance for Counting<V> {
    fn distance(a: Square, b: Square) -> u8 {
        let moves = V::distance(a, b);
        count(Question::Distance, moves > 0);
        moves
    }
}

impl<V: RayPass> RayPass for Counting<V> {
    fn behind(a: Square, b: Square) -> Bitboard {
        set(Question::RayPass, V::behind(a, b))
    }
}

/// A move is a hit if a relation vanishes or appears with it.
impl<V: Deltas> Deltas for Counting<V> {
    fn list(before: &Position, m: Move, after: &Position, changes: &mut Changes) {
        V::list(before, m, after, changes);
        let lists = [changes.vanished, changes.appeared];
        count(Question::Deltas, lists.iter().any(|list| !list.as_slice().is_empty()));
    }
}

/// Every relation has a row.
impl<V: Index> Index for Counting<V> {
    fn row(attacker: Piece, from: Square, victim: Piece, to: Square) -> u32 {
        count(Question::Index, true);
        V::row(attacker, from, victim, to)
    }
}

/// Targets are a hit if there are any.
impl<V: Serialize> Serialize for Counting<V> {
    fn serialize(from: Square, targets: Bitboard, places: &mut Places) -> usize {
        count(Question::Serialize, !targets.is_empty());
        V::serialize(from, targets, places)
    }
}

/// Every side attacks something.
impl<V: Threats> Threats for Counting<V> {
    fn threats(position: &Position, side: Color) -> [Bitboard; 6] {
        count(Question::Threats, true);
        V::threats(position, side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Answer, Nothing};
    use crate::questions::{
        attackers, between, checks, deltas, distance, exchange, index, legality, pins, raypass,
        serialize, sliders, targets, threats,
    };
    use crate::streams::{Query, Source, Stream};
    use between_rectangular::Rectangular;
    use engine::{Lookups, choices};
    use lookup::serialize::AT_ONCE;
    use sliders_magic::Magic;

    type Of = choices::Base;

    fn position(fen: &str) -> Position {
        Position::from_fen(fen).unwrap()
    }

    fn legal(text: &str) -> Move {
        text.parse().unwrap()
    }

    fn see(fen: &str) {
        type Exchanges = Counting<<Of as Lookups>::Exchange>;
        let position = position(fen);
        Exchanges::see(&position, &Exchanges::prepare(&position), Square::D5);
    }

    fn list(fen: &str, m: &str) {
        let (before, mut changes) = (position(fen), Changes::new());
        let after = before.play(legal(m));
        Counting::<<Of as Lookups>::Deltas>::list(&before, legal(m), &after, &mut changes);
    }

    /// Questions asked once, and whether each is a hit. Rooks, bishops, rows and sides always are.
    const CASES: &[(Question, bool, fn())] = {
        type S = Counting<<Of as Lookups>::Sliders>;
        type B = Counting<<Of as Lookups>::Between>;
        type A = Counting<<Of as Lookups>::Attackers>;
        type P = Counting<<Of as Lookups>::Pins>;
        type C = Counting<<Of as Lookups>::Checks>;
        type L = Counting<<Of as Lookups>::Legality>;
        type T = Counting<<Of as Lookups>::Targets>;
        type D = Counting<<Of as Lookups>::Distance>;
        type R = Counting<raypass_rectangular::Rectangular>;
        type I = Counting<<Of as Lookups>::Index>;
        type Z = Counting<<Of as Lookups>::Serialize>;
        type H = Counting<<Of as Lookups>::Threats>;
        const KINGS: &str = "7k/8/8/8/8/8/8/K7 w - -";
        const ROOK: &str = "7k/8/8/8/8/r7/P7/K7 w - -";
        &[
            (Question::Sliders, true, || _ = S::rook(Square::A1, Bitboard::EMPTY)),
            (Question::Sliders, true, || _ = S::bishop(Square::A1, Bitboard::EMPTY)),
            (Question::Between, false, || _ = B::between(Square::A1, Square::A2)),
            (Question::Between, true, || _ = B::between(Square::A1, Square::A3)),
            (Question::Attackers, false, || _ = A::attackers_to(&position(KINGS), Square::D4)),
            (Question::Attackers, true, || _ = A::attackers_to(&position(KINGS), Square::B2)),
            (Question::Attacked, false, || {
                _ = A::is_attacked(&position(KINGS), Square::B2, Color::Black);
            }),
            (Question::Attacked, true, || {
                _ = A::is_attacked(&position(KINGS), Square::B2, Color::White);
            }),
            (Question::Pins, false, || _ = P::pinned(&position(ROOK), Color::Black)),
            (Question::Pins, true, || _ = P::pinned(&position(ROOK), Color::White)),
            (Question::Checkers, false, || _ = C::checkers(&position(ROOK))),
            (Question::Checkers, true, || {
                _ = C::checkers(&position("7k/8/8/8/8/r7/8/K7 w - -"));
            }),
            (Question::GivesCheck, false, || {
                _ = C::gives_check(&position("7k/8/8/8/8/8/8/KR6 w - -"), legal("b1b2"));
            }),
            (Question::GivesCheck, true, || {
                _ = C::gives_check(&position("7k/8/8/8/8/8/8/KR6 w - -"), legal("b1b8"));
            }),
            (Question::Legality, false, || {
                _ = L::is_pseudo_legal(&position(KINGS), legal("a1a3"));
            }),
            (Question::Legality, true, || {
                _ = L::is_pseudo_legal(&position(KINGS), legal("a1a2"));
            }),
            (Question::Exchange, false, || see("7k/8/4p3/3p4/8/8/8/3R3K w - -")),
            (Question::Exchange, true, || see("7k/8/4p3/3p4/4P3/8/8/7K w - -")),
            (Question::Exchange, true, || see("7k/8/8/3p4/4P3/8/8/7K w - -")),
            (Question::Targets, false, || {
                T::for_each(&position("7k/8/8/8/1p6/1Pp5/BRP5/KB6 w - -"), |_, _| ());
            }),
            (Question::Targets, true, || T::for_each(&position(KINGS), |_, _| ())),
            (Question::Distance, false, || _ = D::distance(Square::A1, Square::A1)),
            (Question::Distance, true, || _ = D::distance(Square::A1, Square::H8)),
            (Question::RayPass, false, || _ = R::behind(Square::A1, Square::H8)),
            (Question::RayPass, true, || _ = R::behind(Square::A1, Square::G7)),
            (Question::Deltas, false, || list(KINGS, "a1a2")),
            // One relation appears, or vanishes.
            (Question::Deltas, true, || list("7k/8/8/p7/8/K7/8/8 w - -", "a3a4")),
            (Question::Deltas, true, || list("7k/8/8/p7/K7/8/8/8 w - -", "a4a3")),
            (Question::Index, true, || {
                _ = I::row(Piece::WhiteRook, Square::A1, Piece::BlackRook, Square::A8);
            }),
            (Question::Serialize, false, || {
                _ = Z::serialize(Square::A1, Bitboard::EMPTY, &mut [0; AT_ONCE]);
            }),
            (Question::Serialize, true, || {
                _ = Z::serialize(Square::A1, Square::A2.bitboard(), &mut [0; AT_ONCE]);
            }),
            (Question::Threats, true, || _ = H::threats(&position(KINGS), Color::White)),
        ]
    };

    #[test]
    fn an_answer_is_counted_once_and_as_what_it_is() {
        for (number, &(question, is_hit, ask)) in CASES.iter().enumerate() {
            forget();
            ask();
            for (counted, ..) in COUNTED {
                let expected = if counted == question { [1, u64::from(is_hit)] } else { [0; 2] };
                assert_eq!(answers(counted), expected, "case {number}: {counted:?}");
            }
        }
        for (question, ..) in COUNTED {
            assert!(CASES.iter().any(|(asked, is_hit, _)| *asked == question && *is_hit));
        }
    }

    /// Counts the lookups of a study, by the streams that time them.
    fn count<A: Answer<Q>, Q: Query>(study: &str, sources: &[Source<Q>]) -> usize {
        let of_study = COUNTED.iter().filter(|(_, known, _)| *known == study);
        let counted = of_study.map(|(question, _, stream)| {
            let source = sources.iter().find(|source| source.name == *stream);
            let Stream { queries, dataset } = (source.expect(stream).draw)(0);
            let queries = &queries[..256];
            forget();
            A::sum(queries, &dataset, Nothing);
            assert_eq!(answers(*question)[0], queries.len() as u64, "{study}/{stream}");
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
            count::<Counting<exchange_swap::Swap<Magic>>, exchange::Turn>(
                "exchange",
                exchange::STREAMS,
            ),
            count::<Counting<targets_by_piece::ByPiece<Magic>>, _>("targets", targets::STREAMS),
            count::<Counting<distance_table::AllPairs>, _>("distance", distance::STREAMS),
            count::<Counting<raypass_rectangular::Rectangular>, _>("raypass", raypass::STREAMS),
            count::<Counting<deltas_rays::Rays>, _>("deltas", deltas::STREAMS),
            count::<Counting<index_one_table::OneTable>, _>("index", index::STREAMS),
            count::<Counting<serialize_scan::Scan>, _>("serialize", serialize::STREAMS),
            count::<Counting<threats_loop::Loop<Magic>>, _>("threats", threats::STREAMS),
        ];
        assert_eq!(counted.iter().sum::<usize>(), COUNTED.len());
    }
}
