//! Which row of a network's weights belongs to an attack relation?

use crate::kernel::answers;
use crate::question::{Policy, Question};
use crate::streams::{DRAWN, Query, Source, Stream, Streams, below, game_positions, generator};
use crate::variant::Variant;
use lookup::index::{self, Case, Index};
use lookup::{Extent, Position, Question as _, Square, maps};
use sampling::hardware::register;
use std::rc::Rc;

/// The question with everything that answers it.
pub(crate) fn question() -> Question {
    let s = &Streams::of(STREAMS);
    Question::new(
        "index",
        "Rows of relations",
        "Which row of a network's weights belongs to an attack relation?",
        Policy::LIGHT,
        s,
        vec![
            index::<index_three_tables::ThreeTables>(s),
            index::<index_two_tables::TwoTables>(s),
            index::<index_one_table::OneTable>(s),
            index::<index_popcount::Popcount>(s).short("popcount"),
            index::<index_calculation::Calculation>(s),
        ],
    )
}

fn index<V: Index + 'static>(streams: &Streams<Relation>) -> Variant {
    Variant::plain::<index::Question, V, _>(streams, V::row as fn(_, _, _, _) -> _ as usize)
}

/// Which row belongs to this relation?
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Relation(pub(crate) Case);

impl Query for Relation {
    type Dataset = ();

    /// A program learns the victim's square last.
    #[inline(always)]
    fn after(self, delay: u64) -> Relation {
        Relation(Case { to: Square::new(self.0.to as u8 ^ delay as u8), ..self.0 })
    }
}

answers! {
    #[inline(always)]
    |query: Relation, _none|
    V: Index => {
        let Relation(Case { attacker, from, victim, to }) = query;
        V::row(attacker, from, victim, to).into()
    },
    Oracle => index::oracle(&query.0).into(),
    Null => {
        let Relation(Case { attacker, from, victim, to }) = query;
        let _pieces = [attacker, victim].map(|piece| register(piece as u64));
        let _from = register(from as u64);
        to as u64
    },
}

/// The streams.
pub(super) const STREAMS: &[Source<Relation>] = &[
    Source {
        name: "positions",
        summary: "all relations of positions in games, in their order",
        draw: |part| {
            let positions = game_positions(part).iter();
            let queries = positions.flat_map(|known| relations(&known.position));
            Stream { queries: queries.take(DRAWN).collect(), dataset: Rc::new(()) }
        },
    },
    Source {
        name: "uniform",
        summary: "any relation, each as often as any other",
        draw: |part| {
            let (mut generator, all) = (generator(part), all());
            let query = |_| all[below(&mut generator, all.len())];
            Stream { queries: (0..DRAWN).map(query).collect(), dataset: Rc::new(()) }
        },
    },
];

/// The attack relations in a position, square by square.
fn relations(position: &Position) -> Vec<Relation> {
    let attacks = maps::oracle(position).from;
    let of = |from: Square| {
        let victims = attacks[from.index()] & position.occupied();
        victims.squares().filter_map(move |to| {
            let (attacker, victim) = (position.piece_on(from)?, position.piece_on(to)?);
            Some(Relation(Case { attacker, from, victim, to }))
        })
    };
    position.occupied().squares().flat_map(of).collect()
}

/// All relations, in the order of their rows.
fn all() -> Vec<Relation> {
    index::Question::cases(Extent::Full).map(Relation).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_ask_for_valid_relations() {
        let all = all();
        for source in STREAMS {
            let queries = (source.draw)(1).queries;
            assert_eq!(queries.len(), DRAWN, "{}", source.name);
            let is_valid = |query: &Relation| all[index::oracle(&query.0) as usize] == *query;
            assert!(queries.iter().all(is_valid), "{}", source.name);
        }
    }

    #[test]
    fn positions_have_the_relations_that_they_should() {
        let position = Position::from_fen("3bk3/8/8/8/4N2P/8/8/K3R3 w - -").unwrap();
        let listed = relations(&position);
        let squares: Vec<_> =
            listed.iter().map(|Relation(q)| format!("{}{}", q.from, q.to)).collect();
        assert_eq!(squares, ["e1a1", "e1e4", "d8h4", "e8d8"]);
    }
}
