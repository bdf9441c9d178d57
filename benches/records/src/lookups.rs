//! Lookups, the unit in which programs are counted, and the time of one lookup.
//!
//! A query of a stream may make several lookups: a queen's makes a rook's and a bishop's.
//! Programs count lookups. So the time of a query is divided by its lookups before it is
//! multiplied by a program's; these types allow no other way.

use crate::{Asked, Asks, Figure, Stream};
use std::ops::Mul;

/// The time of one lookup, or the difference between two.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PerLookup(Figure);

/// Lookups per query of a program, such as a node of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lookups(f64);

impl Stream {
    /// The time of a lookup, given the time of a query of this stream; `None` if programs do not
    /// ask as this stream does.
    #[must_use]
    pub fn per_lookup(&self, query: Figure) -> Option<PerLookup> {
        let lookups = f64::from(self.lookups?.get());
        Some(PerLookup(query.map(|time| time / lookups)))
    }
}

impl Asks {
    /// Lookups of a kind per query of the program.
    #[must_use]
    pub fn lookups(&self, asked: &Asked) -> Lookups {
        Lookups(asked.times as f64 / self.queries as f64)
    }
}

/// The time of these lookups in a query of the program.
impl Mul<Lookups> for PerLookup {
    type Output = Figure;

    fn mul(self, Lookups(number): Lookups) -> Figure {
        self.0.map(|time| time * number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::num::NonZero;

    fn stream(lookups: u32) -> Stream {
        Stream {
            name: "made-up".to_owned(),
            summary: String::new(),
            lookups: NonZero::new(lookups),
        }
    }

    /// A made-up engine: of a node's 1000 cycles, 10 lookups take 4 each.
    #[test]
    fn lookups_of_known_time_take_a_known_share_of_a_node() {
        let (node, lookup) = (1000.0, 4.0);
        let asked = Asked {
            question: "sliders".to_owned(),
            stream: "made-up".to_owned(),
            variant: "sliders-made-up".to_owned(),
            times: 30,
            hits: 20,
        };
        let asks = Asks { stream: String::new(), queries: 3, asked: Vec::new(), rows: 0, moves: 0 };
        // Without these lookups a node takes 960 cycles, however many lookups a timed query
        // makes.
        for lookups in 1..=3 {
            let query = Figure::exact(lookup * f64::from(lookups));
            let each = stream(lookups).per_lookup(query).unwrap();
            let without = node - (each * asks.lookups(&asked)).value;
            assert_eq!(without, 960.0, "{lookups} lookups a query");
        }
        assert_eq!(stream(0).per_lookup(Figure::exact(1.0)), None);
    }
}
