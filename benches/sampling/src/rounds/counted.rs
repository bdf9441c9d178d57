//! The rounds that count, by block: the unit of all statistics.

use super::{Lane, Round};
use crate::statistics::middle;
use figures::Core;

/// The rounds that count, grouped into blocks: the units of all statistics. The rounds of a block
/// share a layout and follow each other too closely to be independent.
#[derive(Debug)]
pub struct Counted<'a> {
    lanes: &'a [Lane],
    blocks: Vec<Vec<&'a Round>>,
    /// The state of the core around them.
    pub core: Core,
}

impl<'a> Counted<'a> {
    pub(super) fn new(lanes: &'a [Lane], rounds: Vec<&'a Round>, core: Core) -> Counted<'a> {
        let blocks = rounds.chunk_by(|a, b| a.block == b.block).map(<[_]>::to_vec);
        Counted { lanes, blocks: blocks.collect(), core }
    }

    /// The rounds, in the order in which they ran.
    pub fn rounds(&self) -> impl Iterator<Item = &'a Round> {
        self.blocks.iter().flatten().copied()
    }

    /// The number of rounds.
    #[must_use]
    pub fn len(&self) -> usize {
        self.blocks.iter().map(Vec::len).sum()
    }

    /// Whether there are no rounds.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The number of blocks, and so of layouts.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The number of variants.
    #[must_use]
    pub fn variants(&self) -> usize {
        self.lanes.iter().map(|lane| lane.variant + 1).max().unwrap_or(0)
    }

    /// The fewest rounds in which a variant ran.
    #[must_use]
    pub fn fewest_rounds(&self) -> usize {
        let ran = |lane: usize| self.rounds().filter(move |round| !round.times[lane].is_nan());
        (0..self.lanes.len()).map(|lane| ran(lane).count()).min().unwrap_or(0)
    }

    /// The fewest blocks in which a variant ran.
    #[must_use]
    pub fn fewest(&self) -> usize {
        (0..self.variants()).map(|variant| self.times_of(variant).len()).min().unwrap_or(0)
    }

    /// The time of a variant per query in each block in which it ran: the median over the block's
    /// rounds.
    ///
    /// # Panics
    /// If there is no such variant.
    #[must_use]
    pub fn times_of(&self, variant: usize) -> Vec<f64> {
        let lane = self.plain_lane(variant);
        self.per_block(|times| times[lane])
    }

    /// The time of a run of idle instructions around the batches, in cycles; `None` without
    /// rounds or without a steady probe.
    #[must_use]
    pub fn idle(&self) -> Option<f64> {
        self.median_of(|round| round.idle).filter(|idle| *idle > 0.0)
    }

    /// Cycles of a multiplication by the clock that additions calibrate; `None` without rounds.
    #[must_use]
    pub fn multiply(&self) -> Option<f64> {
        self.median_of(|round| round.multiply)
    }

    /// The median over each block's rounds of a function of the lanes' times, from the blocks in
    /// which these lanes ran.
    pub(crate) fn per_block(&self, of: impl Fn(&[f64]) -> f64) -> Vec<f64> {
        let value = |block: &Vec<&Round>| {
            middle(&block.iter().map(|round| of(&round.times)).collect::<Vec<_>>())
        };
        self.blocks.iter().map(value).filter(|value| !value.is_nan()).collect()
    }

    /// The number of the lane that runs a variant as it is.
    pub(crate) fn plain_lane(&self, variant: usize) -> usize {
        let place = self.lanes.iter().position(|lane| *lane == Lane { variant, links: 0 });
        place.expect("every variant has a lane without links")
    }

    /// The number of the lane that runs a variant lengthened, and its links.
    pub(crate) fn lengthened_lane(&self, variant: usize) -> Option<(usize, usize)> {
        let is = |lane: &Lane| lane.variant == variant && lane.links > 0;
        self.lanes.iter().position(is).map(|number| (number, self.lanes[number].links))
    }

    fn median_of(&self, of: fn(&Round) -> f64) -> Option<f64> {
        let values: Vec<_> = self.blocks.iter().flatten().map(|round| of(round)).collect();
        (!values.is_empty()).then(|| middle(&values))
    }
}
