//! Choices of a program that share rounds: few at a time, in turn.

use crate::meters::compared::Compared;
use crate::meters::machine::Machine;
use anyhow::Result;
use records::Setting;
use sampling::{Batch, Lane, Lanes};

/// A part of a table's variants whose lanes share rounds with the reference and its controls. The
/// others do not run meanwhile.
pub(super) struct Heat<'a> {
    /// The lanes of the whole table.
    lanes: Vec<Lane>,
    /// The place of each of them among those that run; `None` if it does not.
    places: Vec<Option<usize>>,
    running: Box<dyn Lanes + 'a>,
}

impl<'a> Heat<'a> {
    /// The lanes of a part of a table: the machine's own if the part is the whole.
    ///
    /// # Errors
    /// If it can't be measured here.
    pub(super) fn lanes(
        machine: &'a dyn Machine,
        whole: &'a Compared<'a>,
        part: &'a Compared<'a>,
        setting: Setting<'static>,
    ) -> Result<Box<dyn Lanes + 'a>> {
        if part.variants.len() == whole.variants.len() {
            return machine.lanes(whole, setting);
        }
        let names = part.all_names();
        let place = |name: &String| names.iter().position(|known| known == name);
        let places: Vec<_> = whole.all_names().iter().map(place).collect();
        let lanes = (0..places.len()).map(|variant| Lane { variant, links: 0 }).collect();
        Ok(Box::new(Heat { lanes, places, running: machine.lanes(part, setting)? }))
    }
}

impl Lanes for Heat<'_> {
    fn lanes(&self) -> &[Lane] {
        &self.lanes
    }

    fn runs(&self, lane: usize) -> bool {
        self.places[lane].is_some()
    }

    fn lay_out(&mut self, block: usize) -> Result<()> {
        self.running.lay_out(block)
    }

    fn measure(&mut self, lane: usize, batch: Batch) -> Result<f64> {
        let place = self.places[lane].expect("only lanes that run are measured");
        self.running.measure(place, batch)
    }

    fn fixed(&self) -> Vec<usize> {
        let fixed = self.running.fixed();
        let is_fixed = |place: &Option<usize>| place.is_some_and(|place| fixed.contains(&place));
        (0..self.places.len()).filter(|number| is_fixed(&self.places[*number])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two lanes, the second of a variant that stays in place.
    struct Two;

    impl Lanes for Two {
        fn lanes(&self) -> &[Lane] {
            &[Lane { variant: 0, links: 0 }, Lane { variant: 1, links: 0 }]
        }

        fn lay_out(&mut self, _: usize) -> Result<()> {
            Ok(())
        }

        fn measure(&mut self, lane: usize, _: Batch) -> Result<f64> {
            Ok([10.0, 20.0][lane])
        }

        fn fixed(&self) -> Vec<usize> {
            vec![1]
        }
    }

    #[test]
    fn a_part_has_the_numbers_of_the_whole() {
        let lanes = (0..3).map(|variant| Lane { variant, links: 0 }).collect();
        let places = vec![Some(0), None, Some(1)];
        let mut heat = Heat { lanes, places, running: Box::new(Two) };
        assert_eq!([0, 1, 2].map(|lane| heat.runs(lane)), [true, false, true]);
        let batch = Batch { block: 0, round: 0, attempt: 0 };
        assert_eq!([0, 2].map(|lane| heat.measure(lane, batch).unwrap()), [10.0, 20.0]);
        assert_eq!(heat.fixed(), [2]);
    }
}
