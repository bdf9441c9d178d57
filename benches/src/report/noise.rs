//! What the noise of tables was, in sentences.

use super::figures::{self, CYCLES, Figures, Place, is_too_noisy};
use crate::record::Noise;
use crate::rounds::NARROWEST;
use crate::statistics::Median;
use crate::verdict::LEAST;

/// An addition that differs more than this from a cycle accuses the clock.
const CLOCK_ERROR: f64 = 0.02;

/// How far two times of a table must be apart to differ, as the larger by the
/// smaller: by what copies of the reference differ from it, or by the least share
/// that is claimed, if that is more.
pub(super) fn floor(figures: &Figures<'_>, place: Place<'_>) -> f64 {
    let copies = figures.noise(place).map_or(&[][..], |noise| &noise.copies);
    let apart = copies.iter().map(|copy| copy[0].ln().abs()).filter(|apart| apart.is_finite());
    apart.fold(LEAST.ln_1p(), f64::max).exp()
}

/// The noise of one table; nothing if it is not on record.
pub(super) fn of_table(figures: &Figures<'_>, place: Place<'_>) -> Option<String> {
    let noise = figures.noise(place)?;
    let unit = figures.unit(place.study);
    let Noise { rounds, batches, undisturbed, stop, .. } = noise;
    let batches = format!("{undisturbed} of {batches} batches were undisturbed");
    if is_too_noisy(noise) {
        return Some(format!(
            "Too noisy for figures: {batches}, which make {rounds} rounds. \
             Measure again on a quieter machine."
        ));
    }
    let mut text = format!("{rounds} rounds; {batches}; stopped: {stop}.");
    let copies: Vec<_> = noise.copies.iter().map(|copy| triple(*copy, figures::ratio)).collect();
    if !copies.is_empty() {
        let reference = figures.reference(place).unwrap_or("the reference");
        let copies = copies.join(" and ");
        text += &format!(" Copies of {reference} measured as {copies} of it.");
    }
    if let Some(null) = noise.null {
        let null = triple(null, |value| figures::number(value, 3));
        text += &format!(" A copy of the kernel without a lookup took {null} {unit} net.");
    }
    if let Some(addition) = wrong_addition(noise, unit) {
        let addition = figures::ratio(addition);
        text += &format!(
            " The clock disagreed with itself: by it, an addition took {addition} cycles, not 1."
        );
    }
    if let Some(width) = narrow(noise, unit) {
        text += &format!(
            " The core did {} idle instructions in a cycle, where current ones do four and more: \
             it is narrow, or it had company all the time and some of these times are up to \
             twice what they should be.",
            figures::time(width)
        );
    }
    Some(text)
}

/// The noise of all tables of a study in a context; nothing if none is on record.
pub(super) fn of_context(figures: &Figures<'_>, study: &str, context: &str) -> Option<String> {
    let unit = figures.unit(study);
    let noises: Vec<_> = figures.noises(study, context).collect();
    if noises.is_empty() {
        return None;
    }
    // A sum of what a hostile file holds may be too large for a u64.
    let sum =
        |of: fn(&Noise) -> u64| noises.iter().map(|noise| u128::from(of(noise))).sum::<u128>();
    let (batches, undisturbed) = (sum(|noise| noise.batches), sum(|noise| noise.undisturbed));
    let count = tables(noises.len());
    let mut text = format!("{undisturbed} of {batches} batches were undisturbed, in {count}.");
    let noisy = noises.iter().filter(|noise| is_too_noisy(noise)).count();
    if noisy > 0 {
        text += &format!(" Too noisy for figures: {}.", tables(noisy));
    }
    let copies = noises.iter().flat_map(|noise| &noise.copies);
    if let Some(off) = typical_and_most(copies.map(|copy| copy[0] - 1.0), figures::percent) {
        text += &format!(" Copies of the reference differed from it by {off}.");
    }
    let nulls = noises.iter().filter_map(|noise| noise.null);
    let cycles = |value| format!("{} {unit}", figures::time(value));
    if let Some(off) = typical_and_most(nulls.map(|null| null[0]), cycles) {
        text += &format!(" Copies of the kernel without a lookup differed by {off}.");
    }
    let accusing = noises.iter().filter(|noise| wrong_addition(noise, unit).is_some()).count();
    if accusing > 0 {
        text += &format!(
            " The clock disagreed with itself on the length of an addition: in {}.",
            tables(accusing)
        );
    }
    let narrow = noises.iter().filter(|noise| narrow(noise, unit).is_some()).count();
    if narrow > 0 {
        text +=
            &format!(" The core was narrow or had company all the time: in {}.", tables(narrow));
    }
    Some(text)
}

/// The width of the core where it is less than that of any current one.
fn narrow(noise: &Noise, unit: &str) -> Option<f64> {
    noise.width.filter(|width| unit == CYCLES && *width < NARROWEST)
}

/// The cycles of an addition, if they accuse the clock. Nanoseconds are not
/// calibrated: an addition may take any number of them.
fn wrong_addition(noise: &Noise, unit: &str) -> Option<f64> {
    noise.addition.filter(|cycles| unit == CYCLES && (cycles - 1.0).abs() > CLOCK_ERROR)
}

/// How far these are from zero, in the median and at most; nothing if there are none.
fn typical_and_most(
    values: impl Iterator<Item = f64>,
    text: impl Fn(f64) -> String,
) -> Option<String> {
    let values: Vec<_> = values.map(f64::abs).collect();
    let most = values.iter().copied().reduce(f64::max)?;
    let typical = Median::of(&values, 1.0).value;
    Some(format!("{} in the median and {} at most", text(typical), text(most)))
}

/// So many tables, in words.
pub(super) fn tables(count: usize) -> String {
    match count {
        1 => "1 table".to_owned(),
        count => format!("{count} tables"),
    }
}

fn triple([value, low, high]: [f64; 3], text: fn(f64) -> String) -> String {
    format!("{} ({} to {})", text(value), text(low), text(high))
}
