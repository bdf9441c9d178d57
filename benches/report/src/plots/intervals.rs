//! Interval rows: a gain with its interval in each, on a scale that shows what matters.

use super::{Drawing, HPos, Scale, TOP, Tone, WIDTH, draw};
use crate::view::{Effect, effect};
use crate::words;
use records::{Figure, LEAST};

/// The scale of gains; what lies beyond it is an arrow with its value.
const FROM: f64 = -0.04;
const TO: f64 = 0.08;
/// Where the scale begins and ends, in pixels.
const LEFT: i32 = 216;
const RIGHT: i32 = WIDTH as i32 - 20;
const ROW: i32 = 22;

pub(crate) struct Interval {
    pub(crate) label: String,
    pub(crate) gain: Figure,
}

pub(crate) struct Intervals<'t> {
    pub(crate) title: &'t str,
    pub(crate) hint: &'t str,
    pub(crate) rows: &'t [Interval],
}

impl Intervals<'_> {
    pub(crate) fn svg(&self) -> String {
        let bottom = TOP + ROW * self.rows.len() as i32;
        let label = format!("Change in nodes per second by choice of lookup, {}", self.title);
        draw(bottom + 28, &label, |drawing| {
            let scale = Scale { values: [FROM, TO], pixels: [LEFT, RIGHT], ticks: Vec::new() };
            let x = |gain: f64| scale.map(gain);
            drawing.text((LEFT, 12), self.title, HPos::Left, Tone::Text);
            drawing.text((RIGHT, 12), self.hint, HPos::Right, Tone::Dim);
            drawing.area((x(-LEAST), TOP - 4), (x(LEAST), bottom + 2), Tone::Band);
            for tick in [-4, 0, 4, 8] {
                let share = f64::from(tick) / 100.0;
                let middle = x(share);
                drawing.path(vec![(middle, TOP - 4), (middle, bottom + 2)], Tone::Grid, 1);
                let text = if tick > 0 { format!("+{tick} %") } else { format!("{tick} %") };
                drawing.text((middle, bottom + 14), &text, HPos::Center, Tone::Dim);
            }
            for (number, row) in self.rows.iter().enumerate() {
                row.draw(drawing, &scale, TOP + ROW * number as i32 + ROW / 2);
            }
        })
    }
}

impl Interval {
    fn draw(&self, drawing: &mut Drawing<'_>, scale: &Scale, y: i32) {
        let Interval { label, gain } = self;
        let tone = match effect(*gain) {
            Effect::Gain => Tone::Win,
            Effect::Loss => Tone::Lose,
            _ => Tone::Tie,
        };
        let x = |gain: f64| scale.map(gain.clamp(FROM, TO));
        let title = format!("{label}: {}", words::gain_figure(*gain));
        drawing.text((LEFT - 8, y), label, HPos::Right, Tone::Text);
        if gain.low < TO && gain.high > FROM {
            drawing.bar([x(gain.low), x(gain.high)], y, tone, &title);
        }
        if gain.high > TO {
            drawing.arrow((RIGHT + 8, y), (1, 0), tone);
        }
        if gain.low < FROM {
            drawing.arrow((LEFT - 2, y), (-1, 0), tone);
        }
        if scale.holds(gain.value) {
            return drawing.dot((x(gain.value), y), 4, tone, false, &title);
        }
        let (at, anchor) = if gain.value < FROM {
            ((x(gain.high.max(FROM)) + 8, y), HPos::Left)
        } else {
            ((x(gain.low.min(TO)) - 8, y), HPos::Right)
        };
        drawing.text(at, &words::gain(gain.value), anchor, Tone::Dim);
    }
}
