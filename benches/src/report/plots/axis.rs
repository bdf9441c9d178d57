//! Axes with ticks of their own choice: of sizes, of values, of ratios.

use super::super::figures;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};
use std::ops::Range;

/// An axis.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) description: String,
    pub(super) range: Range<f64>,
    /// Where there is a line across, and what is written there.
    pub(super) ticks: Vec<(f64, String)>,
}

impl Axis {
    /// An axis without anything on it.
    pub(super) fn blank() -> Axis {
        Axis { description: String::new(), range: 0.0..1.0, ticks: Vec::new() }
    }

    /// An axis for values between these, that shows zero and has about so many
    /// round ticks; nothing if they are too far apart for numbers.
    pub(super) fn of_values(description: String, values: Range<f64>, ticks: usize) -> Option<Axis> {
        let (low, high) = (values.start.min(0.0), values.end.max(0.0));
        let span = if high > low { high - low } else { 1.0 };
        // Room below, where labels of small values would meet the axis.
        let range = low - span * 0.06..low + span * 1.1;
        if !(range.end - range.start).is_finite() {
            return None;
        }
        let ticks = round(&range, ticks);
        Some(Axis { description, range, ticks })
    }

    /// An axis for values between these, on which they stand by [`magnitude`], that
    /// shows zero; nothing if they are no numbers.
    pub(super) fn of_magnitudes(description: String, values: Range<f64>) -> Option<Axis> {
        let (low, high) = (magnitude(values.start.min(0.0)), magnitude(values.end.max(1.0)));
        let room = (high - low) * 0.05;
        let range = low - room..high + room;
        if !(range.end - range.start).is_finite() {
            return None;
        }
        let digits: &[f64] = if range.end < magnitude(3000.0) { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let values = (0..=308).flat_map(|power| digits.iter().map(move |d| d * 10_f64.powi(power)));
        let values = values.take_while(|value| magnitude(*value) <= range.end.max(-range.start));
        let ticks = [0.0].into_iter().chain(values.flat_map(|value| [-value, value]));
        let ticks = ticks.filter(|value| range.contains(&magnitude(*value)));
        let ticks = ticks.map(|value| (magnitude(value), figures::number(value, 0))).collect();
        Some(Axis { description, range, ticks })
    }

    /// A logarithmic axis for ratios between these, on which they stand by
    /// [`ratio`]; nothing if they are none.
    pub(super) fn of_ratios(description: &str, ratios: Range<f64>) -> Option<Axis> {
        let (start, end) = (ratio(ratios.start)?, ratio(ratios.end)?);
        let room = (end - start).max(0.01) * 0.05;
        let range = start - room..end + room;
        let decades = (range.end - range.start) / 10_f64.log2();
        let ticks = if decades < 0.5 {
            // Here round steps are farther apart than round ratios.
            round(&(range.start.exp2()..range.end.exp2()), 5)
        } else {
            let digits: &[f64] = if decades < 2.5 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let step = (decades / 6.0).ceil().max(1.0) as usize;
            let powers = |at: f64| (at / 10_f64.log2()).floor() as i32;
            let powers = (powers(range.start)..=powers(range.end)).step_by(step);
            powers
                .flat_map(|power| digits.iter().map(move |digit| (digit, power)))
                .map(|(digit, power)| {
                    let at = digit * 10_f64.powi(power);
                    (at, figures::number(at, power.min(0).unsigned_abs() as usize))
                })
                .collect()
        };
        let ticks = ticks.into_iter().filter_map(|(at, name)| Some((ratio(at)?, name)));
        let ticks = ticks.filter(|(at, _)| range.contains(at)).collect();
        Some(Axis { description: description.to_owned(), range, ticks })
    }
}

/// Where a value stands on an axis that is linear around zero and logarithmic
/// far from it: net times may be below zero.
pub(super) fn magnitude(value: f64) -> f64 {
    value.abs().ln_1p().copysign(value)
}

/// Where a ratio stands on a logarithmic axis; nothing if it is not above zero.
pub(super) fn ratio(ratio: f64) -> Option<f64> {
    Some(ratio.log2()).filter(|at| at.is_finite())
}

/// About so many round numbers in a range, with their names.
fn round(range: &Range<f64>, ticks: usize) -> Vec<(f64, String)> {
    let span = range.end - range.start;
    let power = 10_f64.powf((span / ticks as f64).log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let Some(step) = step.into_iter().find(|step| span / step <= ticks as f64) else {
        return Vec::new();
    };
    let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
    let numbers = (range.start / step).ceil() as i64..=(range.end / step).floor() as i64;
    let ticks = numbers.map(|n| n as f64 * step);
    ticks.map(|at| (at, figures::number(at, decimals))).collect()
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let Range { start, end } = self.range;
        // What lies far outside, or is no number, must not become a pixel far away.
        let share = ((value - start) / (end - start)).clamp(-0.5, 1.5);
        limit.0 + (share * f64::from(limit.1 - limit.0)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Lines between ticks would only be noise.
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks.iter().map(|(at, _)| *at).collect()
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        value.to_string()
    }

    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|(at, _)| at == value);
        tick.map_or_else(String::new, |(_, name)| name.clone())
    }
}

/// The axis of sizes of which one may be zero: logarithmic, with zero left of it.
pub(super) struct Sizes {
    /// The logarithms of the smallest and the largest size above zero.
    exponents: Range<f64>,
    has_zero: bool,
}

impl Sizes {
    pub(super) fn of(bytes: &[u64]) -> Sizes {
        let positive = || bytes.iter().copied().filter(|bytes| *bytes > 0).map(logarithm);
        let first = positive().reduce(f64::min).unwrap_or(0.0).floor();
        let last = positive().reduce(f64::max).unwrap_or(first).ceil();
        Sizes { exponents: first..last, has_zero: bytes.contains(&0) }
    }

    pub(super) fn position(&self, bytes: u64) -> f64 {
        if bytes == 0 { self.exponents.start - self.step() } else { logarithm(bytes) }
    }

    /// The distance between ticks, in powers of two: seven fit.
    fn step(&self) -> f64 {
        let span = self.exponents.end - self.exponents.start;
        (span / 7.0).ceil().max(1.0)
    }

    pub(super) fn axis(&self, description: &str, name: fn(u64) -> String) -> Axis {
        let (step, Range { start, end }) = (self.step(), self.exponents.clone());
        let mut ticks = Vec::new();
        if self.has_zero {
            ticks.push((self.position(0), "0".to_owned()));
        }
        let mut exponent = start;
        while exponent <= end && exponent < 64.0 {
            ticks.push((exponent, name(1 << exponent as u32)));
            exponent += step;
        }
        let left = if self.has_zero { self.position(0) } else { start };
        Axis {
            description: description.to_owned(),
            range: left - step / 2.0..end + step / 2.0,
            ticks,
        }
    }
}

/// The logarithm to base two of a size; of zero as of one.
pub(super) fn logarithm(bytes: u64) -> f64 {
    (bytes.max(1) as f64).log2()
}

/// A size in the largest binary unit that it fills.
pub(in super::super) fn binary(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = (1..units.len()).take_while(|unit| bytes >> (10 * unit) > 0).last().unwrap_or(0);
    let value = bytes as f64 / (1_u64 << (10 * unit)) as f64;
    if value.fract() == 0.0 {
        format!("{value} {}", units[unit])
    } else {
        format!("{value:.1} {}", units[unit])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, name)| name.as_str()).collect()
    }

    #[test]
    fn sizes_are_in_the_largest_unit_that_they_fill() {
        let sizes = [0, 1023, 1024, 49152, 37_486_592, u64::MAX].map(binary);
        assert_eq!(sizes, ["0 B", "1023 B", "1 KiB", "48 KiB", "35.8 MiB", "16 EiB"]);
    }

    #[test]
    fn sizes_of_zero_stand_left_of_all_others() {
        let sizes = Sizes::of(&[0, 1920, 32768]);
        assert!(sizes.position(0) < sizes.position(1920));
        let ticks = sizes.axis("bytes", binary).ticks;
        assert!(sizes.position(0) < ticks[1].0);
        assert_eq!(ticks[0].1, "0");
    }

    #[test]
    fn ticks_of_values_are_round_and_show_zero() {
        let axis = Axis::of_values(String::new(), 0.6..11.2, 7).unwrap();
        assert_eq!(names(&axis), ["0", "2", "4", "6", "8", "10", "12"]);
        let axis = Axis::of_values(String::new(), -0.5..-0.5, 3).unwrap();
        assert!(names(&axis).contains(&"0.0"));
        assert!(Axis::of_values(String::new(), f64::MIN..f64::MAX, 6).is_none());
    }

    #[test]
    fn ticks_of_magnitudes_are_far_apart_only_far_from_zero() {
        let axis = Axis::of_magnitudes(String::new(), -1.5..40.0).unwrap();
        assert_eq!(names(&axis), ["0", "-1", "1", "-2", "2", "5", "10", "20", "50"]);
        let steps = [1.0, 10.0, 100.0].map(|at| magnitude(at + 1.0) - magnitude(at));
        assert!(steps[0] > 4.0 * steps[1] && steps[1] > 8.0 * steps[2]);
        assert_eq!(magnitude(-3.0), -magnitude(3.0));
        assert!(names(&Axis::of_magnitudes(String::new(), 0.0..9e5).unwrap()).len() < 10);
        assert!(Axis::of_magnitudes(String::new(), f64::NEG_INFINITY..1.0).is_none());
    }

    #[test]
    fn ticks_of_ratios_fit_their_range() {
        let of = |low, high| Axis::of_ratios("ratio", low..high);
        assert_eq!(names(&of(0.995, 1.1).unwrap()), ["1.00", "1.05", "1.10"]);
        assert_eq!(names(&of(0.995, 9.0).unwrap()), ["1", "2", "5", "10"]);
        assert_eq!(names(&of(0.4, 300.0).unwrap()), ["1", "10", "100"]);
        assert!(names(&of(5e-324, f64::MAX).unwrap()).len() < 10);
        for none in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(of(none, 2.0).is_none() && of(1.0, none).is_none());
        }
    }
}
