//! Plots: rankings, space against time, lines over the size of a simulated cache,
//! a competing working set or the number of questions, and bars of cold tables.
//!
//! plotters draws the axes. Everything else is drawn in pixels on top of them, in
//! a group per variant, because where a label may stand depends on all the others
//! and a page can then pick out a variant in all plots.

mod axis;
mod labels;
mod lines;
mod pen;
mod rows;
mod sets;
mod sheet;
mod space_time;

use super::headline::contenders;
use super::page::id;
use crate::record::{Records, Variant};
use plotters::style::RGBColor;

pub(super) use axis::binary;
pub(super) use lines::{cache_sweep, pressure, upkeep};
pub(super) use pen::hexadecimal;
pub(super) use rows::{cold, ranking};
pub(super) use sets::sets;
pub(super) use space_time::space_time;

/// The colour of text and outlines; the page gives it another one in the dark.
pub(super) const INK: RGBColor = RGBColor(0x1b, 0x1f, 0x24);
/// The colour of the grid, likewise.
pub(super) const GRID: RGBColor = RGBColor(0xd5, 0xd9, 0xde);
/// The colour of the background, likewise.
pub(super) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

/// A longer label is cut.
const LONGEST_LABEL: usize = 24;

/// A finished plot.
#[derive(Debug)]
pub(super) struct Plot {
    /// The file's name.
    pub(super) file: String,
    /// An SVG of its own.
    pub(super) svg: String,
}

/// A variant as plots show it.
#[derive(Clone, Copy, Debug)]
struct Subject<'a> {
    variant: &'a Variant,
    /// Its place among the variants of the study: the same look in all plots.
    look: usize,
}

impl Subject<'_> {
    /// Its name on the page.
    fn id(&self) -> String {
        id(&self.variant.study, &self.variant.name)
    }

    fn is_ranked(&self) -> bool {
        self.variant.is_ranked()
    }

    /// Its name without the study's in front, and its interface unless it is
    /// ranked. Only ASCII: a letter is taken to be as wide as its bytes.
    fn label(&self) -> String {
        let Variant { study, name, interface, .. } = self.variant;
        let name = name.strip_prefix(study.as_str()).unwrap_or(name);
        let name = name.strip_prefix('-').unwrap_or(name);
        let plain = |c: char| if c.is_ascii_graphic() { c } else { '?' };
        let short = |text: &str| text.chars().take(LONGEST_LABEL).map(plain).collect::<String>();
        if self.is_ranked() {
            short(name)
        } else {
            format!("{} ({})", short(name), short(interface))
        }
    }
}

/// The variants of a study that answer rightly.
fn subjects<'a>(records: &'a Records, study: &str) -> impl Iterator<Item = Subject<'a>> {
    let subjects = contenders(records, study).enumerate();
    subjects
        .map(|(look, variant)| Subject { variant, look })
        .filter(|subject| !subject.variant.is_wrong())
}

/// The word for queries that wait for each other, or do not.
pub(super) fn dependence(dependent: bool) -> &'static str {
    if dependent { "dependent" } else { "independent" }
}

#[cfg(test)]
mod tests;
