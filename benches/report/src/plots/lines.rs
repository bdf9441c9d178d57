//! Lines over a parameter: how times change as a working set or the number of questions grows.

use super::{Drawing, HPos, Scale, TOP, Tone, WIDTH, draw, text_width};
use crate::words;

const LEFT: i32 = 40;
const RIGHT: i32 = WIDTH as i32 - 140;
const BOTTOM: i32 = 238;
const HEIGHT: i32 = 276;
const TONES: [Tone; 6] = [Tone::Blue, Tone::Orange, Tone::Win, Tone::Violet, Tone::Lose, Tone::Tie];
const APART: i32 = 15;

/// A variant: the parameter's values and its times at them.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(u64, f64)>,
}

pub(crate) struct Lines<'t> {
    pub(crate) question: &'t str,
    pub(crate) measure: &'t str,
    pub(crate) unit: &'t str,
    pub(crate) along: &'t str,
    pub(crate) is_size: bool,
    pub(crate) lines: &'t [Line],
}

impl Lines<'_> {
    pub(crate) fn svg(&self) -> String {
        let label = format!("{}: {} by {}", self.question, self.measure, self.along);
        draw(HEIGHT, &label, |drawing| {
            let (x, y) = self.scales();
            let position = |value: u64| self.position(value);
            drawing.frame([self.measure, self.unit], &y, [LEFT, RIGHT]);
            self.axis(drawing, &x);
            let mut ends = Vec::new();
            for (line, tone) in self.lines.iter().zip(TONES.into_iter().cycle()) {
                let at = |&(value, time): &(u64, f64)| (x.map(position(value)), y.map(time));
                let points: Vec<_> = line.points.iter().map(at).collect();
                drawing.path(points.clone(), tone, 2);
                for (at, (value, time)) in points.iter().zip(&line.points) {
                    let value = self.value(*value);
                    let title = format!("{}: {} at {value}", line.name, words::time(*time));
                    drawing.dot(*at, 3, tone, false, &title);
                }
                ends.extend(points.last().map(|(_, y)| (*y, line.name.as_str(), tone)));
            }
            self.labels(drawing, ends);
        })
    }

    fn value(&self, value: u64) -> String {
        if self.is_size { words::size(value) } else { value.to_string() }
    }

    /// Where a value of the parameter lies: twice as much is one step to the right, and nothing
    /// lies a step before the least.
    fn position(&self, value: u64) -> f64 {
        let points = self.lines.iter().flat_map(|line| &line.points);
        let least = points.map(|(value, _)| *value).filter(|value| *value > 0).min();
        if value == 0 { (least.unwrap_or(1) as f64).log2() - 1.0 } else { (value as f64).log2() }
    }

    fn scales(&self) -> (Scale, Scale) {
        let points = || self.lines.iter().flat_map(|line| &line.points);
        let mut values: Vec<_> = points().map(|(value, _)| *value).collect();
        values.sort_unstable();
        values.dedup();
        let ends = values.first().zip(values.last());
        let (from, to) = ends.map_or((0.0, 1.0), |(a, b)| (self.position(*a), self.position(*b)));
        let every = values.len().div_ceil(6).max(1);
        let ticks = values.iter().rev().step_by(every).map(|value| *value as f64);
        let (values, ticks) = ([from, to.max(from + 1.0)], ticks.rev().collect());
        let x = Scale { values, pixels: [LEFT, RIGHT], ticks };
        let most = points().map(|(_, time)| *time).fold(0.0, f64::max);
        (x, Scale::of_times(most, BOTTOM))
    }

    fn axis(&self, drawing: &mut Drawing<'_>, x: &Scale) {
        let mut free = RIGHT + 40;
        for value in x.ticks.iter().rev() {
            let place = x.map(self.position(*value as u64));
            drawing.path(vec![(place, BOTTOM), (place, BOTTOM + 4)], Tone::Grid, 1);
            let text = self.value(*value as u64);
            let half = text_width(&text) / 2 + 4;
            if place + half <= free {
                drawing.text((place, BOTTOM + 14), &text, HPos::Center, Tone::Dim);
                free = place - half;
            }
        }
        let middle = i32::midpoint(LEFT, RIGHT);
        drawing.text((middle, BOTTOM + 30), self.along, HPos::Center, Tone::Dim);
    }

    fn labels(&self, drawing: &mut Drawing<'_>, mut ends: Vec<(i32, &str, Tone)>) {
        ends.sort_by_key(|(y, ..)| *y);
        let overflow = ends.len() as i32 * APART;
        let mut free = TOP.min(BOTTOM - overflow);
        for (end, name, tone) in ends {
            let y = end.max(free);
            free = y + APART;
            drawing.path(vec![(RIGHT, end), (RIGHT + 8, y)], tone, 1);
            drawing.text((RIGHT + 11, y), &shortened(name), HPos::Left, Tone::Text);
        }
    }
}

fn shortened(name: &str) -> String {
    let room = WIDTH as i32 - RIGHT - 10;
    if text_width(name) <= room {
        return name.to_owned();
    }
    let fits = |end: &usize| name.is_char_boundary(*end) && text_width(&name[..*end]) + 8 <= room;
    let end = (0..name.len()).rev().find(fits).unwrap_or(0);
    format!("{}…", name[..end].trim_end())
}
