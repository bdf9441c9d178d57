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

/// The gains of these in a profile; the hint stands above them.
pub(crate) fn intervals(title: &str, hint: &str, rows: &[Interval]) -> String {
    let bottom = TOP + ROW * rows.len() as i32;
    let label = format!("Change in nodes per second by choice of lookup, {title}");
    draw(bottom + 28, &label, |drawing| {
        let scale = Scale { values: [FROM, TO], pixels: [LEFT, RIGHT], ticks: Vec::new() };
        drawing.text((LEFT, 12), title, HPos::Left, Tone::Text);
        drawing.text((RIGHT, 12), hint, HPos::Right, Tone::Dim);
        let band = [-LEAST, LEAST].map(|gain| scale.map(gain));
        drawing.area((band[0], TOP - 4), (band[1], bottom + 2), Tone::Band);
        for tick in [-4, 0, 4, 8] {
            let middle = scale.map(f64::from(tick) / 100.0);
            drawing.path(vec![(middle, TOP - 4), (middle, bottom + 2)], Tone::Grid, 1);
            let text = if tick > 0 { format!("+{tick} %") } else { format!("{tick} %") };
            drawing.text((middle, bottom + 14), &text, HPos::Center, Tone::Dim);
        }
        for (number, row) in rows.iter().enumerate() {
            row.draw(drawing, &scale, TOP + ROW * number as i32 + ROW / 2);
        }
    })
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
