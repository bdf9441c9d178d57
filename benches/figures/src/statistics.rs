//! Statistics without assumptions about the distribution of noise.

#[cfg(test)]
mod tests;

use crate::Figure;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// The median of `samples` with the interval of the sign test: the median of their distribution
/// lies outside with a probability of at most `error`. Too few samples for that give their whole
/// range.
///
/// # Panics
/// If there are no samples.
#[must_use]
pub fn median(samples: &[f64], error: f64) -> Figure {
    let sorted = sorted(samples);
    let count = sorted.len();
    // Between the rank-th smallest and the rank-th largest.
    let rank = lower_tails(count).take_while(|tail| 2.0 * tail <= error).count().max(1);
    let value = f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]);
    Figure { value, low: sorted[rank - 1], high: sorted[count - rank] }
}

/// The share of the samples that [`trimmed_mean`] leaves out at each end.
const TRIMMED: f64 = 0.2;

/// Units drawn anew for an interval of [`trimmed_mean`], and spans for one of [`spanned_mean`].
const DRAWS: [u64; 2] = [4000, 400];

/// The mean without the lowest and the highest fifth of the samples, with the interval of the
/// bootstrap: the same of samples drawn from these lies outside with a probability of `error`. From
/// the same rounds of searches it was 5 to 23 % narrower than the median's.
///
/// A unit holds samples that were taken together, of one kind at each place; a sample that is not a
/// number was not taken. Units are drawn, and the figure is the mean of all kinds' means.
///
/// # Panics
/// If there are no samples.
#[must_use]
pub fn trimmed_mean<U: AsRef<[f64]>>(units: &[U], error: f64) -> Figure {
    let kinds = Kinds::of(units);
    let count = units.len() as u64;
    let mut means = kinds.drawn(DRAWS[0], units.len(), |unit| unit);
    means.sort_by(f64::total_cmp);
    let outside = (means.len() as f64 * error / 2.0) as usize;
    let value = kinds.trimmed(&vec![1; units.len()]);
    // The units are fewer than those of all layouts, which narrows the draws.
    let widened =
        |end: f64| value + (end - value) * (count as f64 / (count as f64 - 1.0).max(1.0)).sqrt();
    let [low, high] = [outside, means.len() - 1 - outside].map(|place| widened(means[place]));
    Figure { value, low, high }
}

/// The [`trimmed_mean`] of units in the order of time, with an interval that also holds what the
/// machine does for seconds: its own, or that [over spans](over_spans), whichever reaches further.
///
/// # Panics
/// If there are fewer units than spans.
#[must_use]
pub fn spanned_mean<U: AsRef<[f64]>>(units: &[U], spans: usize, error: f64) -> Figure {
    widened(trimmed_mean(units, error), over_spans(units, spans, error))
}

/// How far an interval of a [`trimmed_mean`] reaches to either side if this many consecutive spans of
/// units are drawn anew instead of units, an even number.
///
/// Student's interval over the means of twelve spans, without draws, was 1.1 to 2.1 times as wide for
/// the same rounds on a core in company, where a span held twelve rounds.
///
/// # Panics
/// If there are fewer units than spans.
#[must_use]
pub fn over_spans<U: AsRef<[f64]>>(units: &[U], spans: usize, error: f64) -> f64 {
    let span = |unit: usize| (unit * spans + spans - 1) / units.len();
    let means = Kinds::of(units).drawn(DRAWS[1], spans, span);
    let [draws, spans] = [means.len(), spans].map(|count| count as f64);
    let mean = means.iter().sum::<f64>() / draws;
    let squares: f64 = means.iter().map(|drawn| (drawn - mean).powi(2)).sum();
    // The spans are as few, so Student's distribution takes the place of the draws' own.
    student(error, spans as usize - 1) * (squares / draws * spans / (spans - 1.0)).sqrt()
}

/// The samples of units by kind, in ascending order, each with the number of its unit.
struct Kinds {
    units: usize,
    sorted: Vec<Vec<(f64, usize)>>,
}

impl Kinds {
    fn of<U: AsRef<[f64]>>(units: &[U]) -> Kinds {
        let of_kind = |kind| {
            let samples = units.iter().map(|unit: &U| unit.as_ref()[kind]).zip(0..);
            let mut taken: Vec<_> =
                samples.filter(|(sample, _): &(f64, usize)| !sample.is_nan()).collect();
            taken.sort_by(|a, b| a.0.total_cmp(&b.0));
            taken
        };
        let kinds = units.first().map_or(0, |unit| unit.as_ref().len());
        let sorted = (0..kinds).map(of_kind).filter(|kind: &Vec<_>| !kind.is_empty());
        Kinds { units: units.len(), sorted: sorted.collect() }
    }

    /// The means of this many draws. Each draws as many parts as there are, and counts every unit as
    /// often as its part was drawn.
    fn drawn(&self, draws: u64, parts: usize, part_of: impl Fn(usize) -> usize) -> Vec<f64> {
        let part_of: Vec<_> = (0..self.units).map(part_of).collect();
        let mut times = vec![0; self.units];
        let mut means = Vec::with_capacity(draws as usize);
        each_draw(draws, parts, |of_parts| {
            let counts = part_of.iter().map(|part| u32::from(of_parts[*part]));
            times.iter_mut().zip(counts).for_each(|(times, count)| *times = count);
            means.push(self.trimmed(&times));
        });
        means
    }

    /// The mean of all kinds' means without both fifths, if every unit counts so many times. A kind
    /// that no drawn unit has is left out.
    fn trimmed(&self, times: &[u32]) -> f64 {
        let means = self.sorted.iter().map(|sorted| trimmed_mean_of(sorted, times));
        let means: Vec<_> = means.filter(|mean| !mean.is_nan()).collect();
        means.iter().sum::<f64>() / means.len() as f64
    }
}

/// Units times draws that are kept when they were drawn: no more than fill 16 MB, and not the few draws
/// of spans, which alternate with those of units.
const KEPT: RangeInclusive<usize> = 16_384..=8_388_608;

fn is_kept(draws: u64, parts: usize) -> bool {
    KEPT.contains(&(parts * draws as usize))
}

/// Gives how often each draw has each of the parts, of which it draws as many. All pairs of a table draw
/// the same units, which takes longer than their means: what was drawn last is kept, if it is [`KEPT`].
fn each_draw(draws: u64, parts: usize, mut take: impl FnMut(&[u16])) {
    thread_local! {
        static LAST: RefCell<(u64, usize, Vec<u16>)> = RefCell::default();
    }
    let draw = |draw: u64, of_parts: &mut [u16]| {
        for place in 0..parts as u64 {
            let number = ((mixed(draw << 32 | place) >> 32) * parts as u64) >> 32;
            of_parts[number as usize] += 1;
        }
    };
    if !is_kept(draws, parts) {
        let mut of_parts = vec![0; parts];
        for number in 0..draws {
            of_parts.fill(0);
            draw(number, &mut of_parts);
            take(&of_parts);
        }
        return;
    }
    LAST.with_borrow_mut(|last| {
        if (last.0, last.1) != (draws, parts) {
            let mut drawn = vec![0; parts * draws as usize];
            let each = drawn.chunks_exact_mut(parts).zip(0..);
            each.for_each(|(of_parts, number)| draw(number, of_parts));
            *last = (draws, parts, drawn);
        }
        last.2.chunks_exact(parts).for_each(take);
    });
}

/// The mean without both fifths of samples, which are sorted, if every unit counts so many times; not
/// a number if none counts. Sorting every draw took ten times as long.
fn trimmed_mean_of(sorted: &[(f64, usize)], times: &[u32]) -> f64 {
    // Of a kind that every unit has, all units count.
    let has_all = sorted.len() == times.len();
    let own = || sorted.iter().map(|(_, unit)| times[*unit]).sum();
    let count: u32 = if has_all { times.iter().sum() } else { own() };
    let cut = (TRIMMED * f64::from(count)) as u32;
    let middle = count - 2 * cut;
    let mut rest = sorted.iter().map(|&(sample, unit)| (sample, times[unit]));
    let (mut below, mut left, mut sum) = (cut, middle, 0.0);
    // The sample of which some are below takes part with the others. Two loops take half the time of
    // one that asks of each sample how many are below.
    for (sample, times) in &mut rest {
        if times > below {
            let taken = (times - below).min(left);
            (left, sum) = (left - taken, f64::from(taken) * sample);
            break;
        }
        below -= times;
    }
    for (sample, times) in rest {
        let taken = times.min(left);
        (left, sum) = (left - taken, sum + f64::from(taken) * sample);
        if left == 0 {
            break;
        }
    }
    sum / f64::from(middle)
}

/// The median alone.
///
/// # Panics
/// If there are no samples.
#[must_use]
pub fn middle(samples: &[f64]) -> f64 {
    median(samples, 1.0).value
}

/// The finalizer of SplitMix64: scatters consecutive numbers.
#[must_use]
pub fn mixed(number: u64) -> u64 {
    let z = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Whether this many samples suffice for an interval of [`median`] with this error. Even the
/// whole range of fewer samples misses the median more often.
#[must_use]
pub fn suffice(samples: usize, error: f64) -> bool {
    lower_tails(samples).next().is_some_and(|tail| 2.0 * tail <= error)
}

/// The value below which this share of the samples lies; 0 without samples.
#[must_use]
pub fn quantile(samples: &[f64], share: f64) -> f64 {
    let sorted = sorted(samples);
    let place = (share * (sorted.len().max(1) - 1) as f64).round();
    sorted.get(place as usize).copied().unwrap_or(0.0)
}

/// The samples in ascending order.
#[must_use]
pub fn sorted(samples: &[f64]) -> Vec<f64> {
    let mut sorted = samples.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

/// The probabilities of at most 0, 1, 2, ... heads in `tosses` tosses of a coin.
fn lower_tails(tosses: usize) -> impl Iterator<Item = f64> {
    // In logarithms, because 2^-tosses underflows beyond a thousand tosses.
    let first = -(tosses as f64) * std::f64::consts::LN_2;
    (0..=tosses).scan((first, 0.0_f64), move |(term, sum), heads| {
        *sum += term.exp();
        *term += ((tosses - heads) as f64 / (heads + 1) as f64).ln();
        Some(sum.min(1.0))
    })
}

/// A figure of `samples` in the order of time, with an interval that also holds what the machine does
/// for seconds: its own, or Student's from the middles of this many consecutive spans, an even number,
/// whichever reaches further.
///
/// Times of large tables are correlated over a second and more, because neighbours change what caches
/// hold. So their layouts are not independent: of the pairwise differences between four processes
/// 34 % lay beyond the intervals of medians over layouts, and 7 % beyond those of six spans.
///
/// # Panics
/// If there are fewer samples than spans.
#[must_use]
pub fn spanned(figure: Figure, samples: &[f64], spans: usize, error: f64) -> Figure {
    let begin = |span: usize| span * samples.len() / spans;
    let middles: Vec<_> =
        (0..spans).map(|span| middle(&samples[begin(span)..begin(span + 1)])).collect();
    let count = spans as f64;
    let mean = middles.iter().sum::<f64>() / count;
    let squares: f64 = middles.iter().map(|middle| (middle - mean).powi(2)).sum();
    widened(figure, student(error, spans - 1) * (squares / (count - 1.0) / count).sqrt())
}

/// The figure with an interval that reaches this far to either side at least.
#[must_use]
pub fn widened(Figure { value, low, high }: Figure, by: f64) -> Figure {
    Figure { value, low: low.min(value - by), high: high.max(value + by) }
}

/// The figure with an interval that also holds an independent error, which alone would reach this far to
/// either side: independent errors add by their squares. The wider of the two is too narrow: where both
/// are alike, it misses in 17 of 100 tables in place of 5.
#[must_use]
pub fn joined(Figure { value, low, high }: Figure, by: f64) -> Figure {
    Figure { value, low: value - by.hypot(value - low), high: value + by.hypot(high - value) }
}

/// How many times as wide an interval of 95 % of a normal distribution is if it shall miss with a
/// probability of `error`.
#[must_use]
pub fn stretch(error: f64) -> f64 {
    // So many degrees of freedom are a normal distribution.
    let [all, one] = [error, 0.05].map(|error| student(error, 10_000));
    all / one
}

/// The value that Student's distribution with this many degrees of freedom exceeds, to both sides
/// together, with a probability of `error`.
///
/// # Panics
/// If there are no degrees of freedom.
#[must_use]
pub fn student(error: f64, degrees: usize) -> f64 {
    thread_local! {
        // A table asks for few values, thousands of times.
        static KNOWN: RefCell<HashMap<(u64, usize), f64>> = RefCell::default();
    }
    let find = || found_student(error, degrees);
    KNOWN.with_borrow_mut(|known| *known.entry((error.to_bits(), degrees)).or_insert_with(find))
}

fn found_student(error: f64, degrees: usize) -> f64 {
    let (mut low, mut high) = (0.0, std::f64::consts::FRAC_PI_2);
    for _ in 0..60 {
        let angle = f64::midpoint(low, high);
        let is_short = inside(angle, degrees) < 1.0 - error;
        *(if is_short { &mut low } else { &mut high }) = angle;
    }
    low.tan() * (degrees as f64).sqrt()
}

/// The probability that Student's distribution with this many degrees of freedom lies below `value`.
///
/// # Panics
/// If there are no degrees of freedom.
#[must_use]
pub fn student_below(value: f64, degrees: usize) -> f64 {
    let within = inside((value.abs() / (degrees as f64).sqrt()).atan(), degrees);
    f64::midpoint(1.0, within.copysign(value))
}

/// The probability that Student's distribution lies within the tangent of this angle, times the root
/// of the degrees of freedom, of zero (Abramowitz and Stegun 26.7.3 and 26.7.4).
fn inside(angle: f64, degrees: usize) -> f64 {
    assert!(degrees > 0, "expected degrees of freedom");
    let (sine, cosine) = angle.sin_cos();
    let is_odd = degrees % 2 == 1;
    // Each term is the one before by cos^2 and k / (k + 1).
    let factors = (if is_odd { 2 } else { 1 }..=degrees.saturating_sub(3)).step_by(2);
    let next = |term: &mut f64, k: usize| {
        *term *= cosine * cosine * k as f64 / (k + 1) as f64;
        Some(*term)
    };
    let first = if is_odd { cosine } else { 1.0 };
    let series = first + factors.scan(first, next).sum::<f64>();
    match degrees {
        1 => angle / std::f64::consts::FRAC_PI_2,
        _ if is_odd => (angle + sine * series) / std::f64::consts::FRAC_PI_2,
        _ => sine * series,
    }
}
