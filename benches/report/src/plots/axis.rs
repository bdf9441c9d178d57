//! Axes with round ticks: of values, of times, of ratios, of sizes. plotters' own
//! logarithmic axes have no place for what is not above zero.

use super::canvas::{AXES, Canvas, text_style};
use super::labels::{Area, LINE, width};
use super::{GRID, INK};
use anyhow::Result;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::prelude::*;
use records::Figure;
use std::ops::Range;

/// The room for an axis and its ticks, below and left of a plotting area.
pub(super) const BELOW: i32 = 52;
pub(super) const BESIDE: i32 = 66;
/// Net times below this are noise, in cycles and in nanoseconds.
const LEAST_TIME: f64 = 0.1;

/// A plotting area with its axes: elements are drawn at values.
pub(super) type Plane = DrawingArea<Canvas, Cartesian2d<Axis, Axis>>;

/// An axis.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    description: String,
    /// Unless it is linear, values stand by their logarithm to base two. What is not above
    /// zero, or has a logarithm below this, stands at this.
    least: Option<f64>,
    /// Where its ends are: values, or their logarithms.
    ends: Range<f64>,
    /// Where there is a line across, and what is written there.
    ticks: Vec<(f64, String)>,
}

impl Axis {
    /// The upright axis of so many rows, which are labelled by other means. The middle of
    /// the first is at 0.5.
    pub(super) fn of_rows(rows: usize) -> Axis {
        let ends = rows as f64..0.0;
        Axis { description: String::new(), least: None, ends, ticks: Vec::new() }
    }

    /// A linear axis for these values, that shows zero and has about so many ticks.
    pub(super) fn of_values(
        description: String,
        values: impl Iterator<Item = Figure>,
        ticks: usize,
    ) -> Axis {
        let Figure { low, high, .. } = all(values.chain([Figure::exact(0.0)]));
        let span = (high - low).max(0.01);
        // Room below, where labels of small values would meet the axis.
        let ends = low - span * 0.06..low + span * 1.1;
        let ticks = round(&ends, ticks);
        Axis { description, least: None, ends, ticks }
    }

    /// A logarithmic axis for these net times. Noise may make times too small, or take them
    /// below zero: these stand at the lower end, and its tick says so.
    pub(super) fn of_times(unit: &str, times: impl Iterator<Item = Figure>) -> Axis {
        let Figure { value, low, high } = all(times);
        let least = value.max(LEAST_TIME);
        // An interval that reaches far down would leave no room for the rest.
        let is_cut = low < least / 2.0;
        let least = if is_cut { rounded_down(least) } else { low };
        let low = least.log2();
        let high = high.log2().max(low + 2.0);
        let room = (high - low) * 0.05;
        let ends = low - room..high + room;
        let ticks = powers(&ends).into_iter().filter(|(at, _)| !is_cut || *at > least);
        let end = is_cut.then(|| (least, format!("\u{2264}{}", name(least))));
        let ticks = end.into_iter().chain(ticks).collect();
        let description = format!("{unit}, logarithmic");
        Axis { description, least: Some(low), ends, ticks }
    }

    /// A logarithmic axis for these ratios, all of them above zero.
    pub(super) fn of_ratios(ratios: impl Iterator<Item = Figure>) -> Axis {
        let Figure { low, high, .. } = all(ratios).map(f64::log2);
        let room = (high - low).max(0.01) * 0.05;
        let ends = low - room..high + room;
        let ticks = if ends.end - ends.start < 1.5 {
            // Here round steps are farther apart than powers.
            round(&(ends.start.exp2()..ends.end.exp2()), 5)
        } else {
            powers(&ends)
        };
        let description = "ratio, logarithmic".to_owned();
        Axis { description, least: Some(ends.start), ends, ticks }
    }

    /// A logarithmic axis for these sizes, on which zero has a place left of all others.
    pub(super) fn of_sizes(
        description: &str,
        sizes: impl Iterator<Item = u64> + Clone,
        name: fn(u64) -> String,
    ) -> Axis {
        let logarithms = || sizes.clone().filter(|size| *size > 0).map(|size| (size as f64).log2());
        let first = logarithms().reduce(f64::min).unwrap_or(0.0).floor();
        let last = logarithms().reduce(f64::max).unwrap_or(first).ceil();
        let step = ((last - first) / 7.0).ceil().max(1.0);
        let has_zero = sizes.clone().any(|size| size == 0);
        let zero = has_zero.then(|| (0.0, "0".to_owned()));
        let powers = (first as u32..=(last as u32).min(63)).step_by(step as usize);
        let powers = powers.map(|power| (f64::from(power).exp2(), name(1 << power)));
        let left = if has_zero { first - step } else { first };
        let kind = if has_zero { ": 0, then logarithmic" } else { ", logarithmic" };
        Axis {
            description: format!("{description}{kind}"),
            least: Some(left),
            ends: left - step / 2.0..last + step / 2.0,
            ticks: zero.into_iter().chain(powers).collect(),
        }
    }

    /// Leaves out the names of ticks that would meet one before them, by the room that a
    /// name takes.
    fn thin(&mut self, limit: (i32, i32), room: fn(&str) -> i32) {
        let mut taken: Vec<Range<i32>> = Vec::new();
        for i in 0..self.ticks.len() {
            let (at, name) = &self.ticks[i];
            let (middle, half) = (self.map(at, limit), (room(name) + 1) / 2);
            let place = middle - half..middle + half;
            if taken.iter().any(|other| place.start < other.end && other.start < place.end) {
                self.ticks[i].1.clear();
            } else {
                taken.push(place);
            }
        }
    }

    /// Draws this axis below a plotting area, and the other beside it unless it has no
    /// ticks.
    pub(super) fn draw(mut self, mut beside: Axis, area: Area, canvas: &Canvas) -> Result<Plane> {
        canvas.turn_to(AXES);
        self.thin((area.left, area.right), |name| width(name) + 4);
        beside.thin((area.bottom, area.top), |_| LINE - 2);
        let room = if beside.ticks.is_empty() { 0 } else { BESIDE };
        let corner = (area.left - room, area.top);
        let size = (area.right - corner.0, area.bottom + BELOW - corner.1);
        let whole = canvas.area().shrink(corner, size);
        let descriptions = [self.description.clone(), beside.description.clone()];
        let mut chart = ChartBuilder::on(&whole)
            .x_label_area_size(BELOW)
            .y_label_area_size(room)
            .build_cartesian_2d(self, beside)?;
        let [x, y] = descriptions;
        chart
            .configure_mesh()
            .axis_style(INK)
            .bold_line_style(GRID)
            .label_style(text_style())
            .axis_desc_style(text_style())
            .x_desc(x)
            .y_desc(y)
            .draw()?;
        Ok(chart.plotting_area().clone())
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        let Range { start, end } = self.ends;
        // What is no number must not become a pixel far away.
        let at = self.least.map_or(*value, |least| value.log2().max(least));
        let share = ((at - start) / (end - start)).clamp(0.0, 1.0);
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
        self.ends.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        name(*value)
    }

    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|(at, _)| at == value);
        tick.map_or_else(String::new, |(_, name)| name.clone())
    }
}

/// The least of these figures, with all that their intervals hold.
fn all(figures: impl Iterator<Item = Figure>) -> Figure {
    let least =
        |a: Figure, b: Figure| Figure { value: a.value.min(b.value), ..a }.widen(b.low, b.high);
    figures.reduce(least).unwrap_or(Figure::exact(0.0))
}

/// About so many round numbers in a range.
fn round(range: &Range<f64>, ticks: usize) -> Vec<(f64, String)> {
    let span = range.end - range.start;
    let power = (span / ticks as f64).log10().floor() as i32;
    let steps = [(1, power), (2, power), (5, power), (1, power + 1)];
    let fits = |(digit, power): &(i64, i32)| span / decimal(*digit, *power) <= ticks as f64;
    let Some((digit, power)) = steps.into_iter().find(fits) else { return Vec::new() };
    let step = decimal(digit, power);
    let numbers = (range.start / step).ceil() as i64..=(range.end / step).floor() as i64;
    numbers.map(|number| decimal(number * digit, power)).map(|at| (at, name(at))).collect()
}

/// The largest round number that is not above this one.
fn rounded_down(number: f64) -> f64 {
    let power = number.log10().floor() as i32;
    let rounds = [5, 2].map(|digit| decimal(digit, power));
    rounds.into_iter().find(|round| *round <= number).unwrap_or(decimal(1, power))
}

/// Round numbers between powers of two, farther apart from one to the next. Of many decades
/// only some have one.
fn powers(ends: &Range<f64>) -> Vec<(f64, String)> {
    let decades = (ends.end - ends.start) / 10_f64.log2();
    let digits: &[i64] = match decades {
        ..1.1 => &[1, 2, 3, 5, 7],
        ..2.5 => &[1, 2, 5],
        _ => &[1],
    };
    let step = (decades / 6.0).ceil().max(1.0) as usize;
    let power = |end: f64| (end / 10_f64.log2()).floor() as i32;
    let powers = (power(ends.start)..=power(ends.end)).step_by(step);
    let numbers = powers.flat_map(|power| digits.iter().map(move |digit| decimal(*digit, power)));
    let inside = numbers.filter(|number| ends.contains(&number.log2()));
    inside.map(|number| (number, name(number))).collect()
}

/// A number by its digits and a power of ten, as near as can be.
fn decimal(digits: i64, power: i32) -> f64 {
    let digits = digits as f64;
    if power < 0 { digits / 10_f64.powi(-power) } else { digits * 10_f64.powi(power) }
}

/// A round number, short even if it is huge or tiny.
fn name(number: f64) -> String {
    let is_short = number == 0.0 || (1e-3..1e4).contains(&number.abs());
    if is_short { format!("{}", number + 0.0) } else { format!("{number:e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(value: f64, low: f64, high: f64) -> impl Iterator<Item = Figure> {
        std::iter::once(Figure { value, low, high })
    }

    fn names(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|(_, name)| name.as_str()).collect()
    }

    /// Where a value stands on an axis of a thousand pixels.
    fn pixel(axis: &Axis, value: f64) -> i32 {
        axis.map(&value, (0, 1000))
    }

    #[test]
    fn zero_stands_left_of_all_other_sizes_and_is_said_to() {
        let axis = Axis::of_sizes("bytes", [0, 1920, 32768].into_iter(), |size| size.to_string());
        assert_eq!(names(&axis), ["0", "1024", "2048", "4096", "8192", "16384", "32768"]);
        assert_eq!(axis.description, "bytes: 0, then logarithmic");
        assert!(pixel(&axis, 0.0) < pixel(&axis, 1024.0));
        let axis = Axis::of_sizes("bytes", [4096, u64::MAX].into_iter(), |size| size.to_string());
        assert_eq!(axis.description, "bytes, logarithmic");
        assert!(names(&axis).len() < 10 && pixel(&axis, u64::MAX as f64) < 1000);
    }

    #[test]
    fn ticks_of_values_are_round_and_show_zero() {
        let of = |low, high| Axis::of_values(String::new(), figure(low, low, high), 7);
        assert_eq!(names(&of(0.6, 11.2)), ["0", "2", "4", "6", "8", "10", "12"]);
        assert_eq!(names(&of(-0.2, 0.1)), ["-0.2", "-0.15", "-0.1", "-0.05", "0", "0.05", "0.1"]);
        assert_eq!(names(&of(0.0, 1e12)).last(), Some(&"1e12"));
        for none in [0.0, 1e-300] {
            assert!(names(&of(-none, none)).contains(&"0"));
        }
    }

    #[test]
    fn an_axis_of_times_is_logarithmic_and_says_where_it_ends() {
        let of = |value, low, high| Axis::of_times("cycles", figure(value, low, high));
        let axis = of(0.7, 0.6, 40.0);
        assert_eq!(names(&axis), ["0.5", "1", "2", "5", "10", "20"]);
        let steps = [1.0, 4.0, 16.0].map(|at| pixel(&axis, 2.0 * at) - pixel(&axis, at));
        assert!(steps.iter().all(|step| step.abs_diff(steps[0]) < 2), "{steps:?}");

        let cases =
            [(-1e12, 0.1), (-2.0, 0.1), (0.0, 0.1), (0.05, 0.1), (3.0, 2.0), (700.0, 500.0)];
        for (least, end) in cases {
            let axis = of(least, least.min(0.0), 1000.0);
            assert!(names(&axis).contains(&&*format!("\u{2264}{end}")), "{axis:?}");
            assert!(axis.ticks.iter().all(|(at, _)| *at >= end), "{axis:?}");
            assert_eq!(pixel(&axis, -1.0), pixel(&axis, end));
            assert!(pixel(&axis, -1.0) < pixel(&axis, 1.1 * end));
        }
        assert!(names(&of(0.0, 0.0, 1e12)).len() < 9);
        assert!(names(&of(-1.0, -2.0, -1.0)).len() > 1);
    }

    #[test]
    fn ticks_of_ratios_fit_their_range() {
        let of = |low, high| Axis::of_ratios(figure(low, low, high));
        assert_eq!(names(&of(0.995, 1.1)), ["1", "1.05", "1.1"]);
        assert_eq!(names(&of(0.995, 9.0)), ["1", "2", "3", "5", "7", "10"]);
        assert_eq!(names(&of(0.995, 15.0)), ["1", "2", "5", "10"]);
        assert_eq!(names(&of(0.4, 300.0)), ["1", "10", "100"]);
        assert!(names(&of(1e-12, 1e12)).len() < 10);
    }
}
