//! Figures as SVG: what all three kinds share.
//!
//! Colours are variables of the page's style, so a figure is light or dark as its page is.

mod dots;
mod intervals;
mod lines;

pub(crate) use dots::{Dot, dots, frontier};
pub(crate) use intervals::{Interval, intervals};
pub(crate) use lines::{Line, Lines};

use crate::words;

/// The width of every figure. A telephone shows it at four fifths.
pub(crate) const WIDTH: u32 = 440;
/// Where the frame of every figure begins, below its title.
const TOP: i32 = 30;

#[derive(Clone, Copy)]
pub(crate) enum Tone {
    Text,
    Dim,
    Grid,
    Band,
    Win,
    Lose,
    Tie,
    Blue,
    Orange,
    Violet,
}

impl Tone {
    /// Its variable in the page's style.
    fn variable(self) -> &'static str {
        let variables = ["fg", "dim", "line", "band", "win", "lose", "tie", "a", "b", "c"];
        variables[self as usize]
    }
}

/// More attributes of a line.
const THICK: &str = " stroke-width=\"2\"";
const DASHED: &str = " stroke-dasharray=\"4 3\"";

/// Where a text stands at its point.
#[derive(Clone, Copy)]
pub(crate) enum Anchor {
    Left,
    Center,
    Right,
}

pub(crate) struct Scale {
    /// The values at both ends of an axis, and their pixels.
    values: [f64; 2],
    pixels: [i32; 2],
    ticks: Vec<f64>,
}

impl Scale {
    /// Times from zero to a little more than the most, upwards from this pixel.
    fn of_times(most: f64, bottom: i32) -> Scale {
        let most = most.max(f64::MIN_POSITIVE);
        Scale { values: [0.0, most * 1.06], pixels: [bottom, TOP], ticks: round_ticks(most) }
    }

    fn holds(&self, value: f64) -> bool {
        (self.values[0]..=self.values[1]).contains(&value)
    }

    fn map(&self, value: f64) -> i32 {
        let ([from, to], [low, high]) = (self.values, self.pixels);
        let share = (value - from) / (to - from);
        low + (share * f64::from(high - low)).round() as i32
    }
}

/// Ticks at round numbers, some five of them, from zero to a value.
fn round_ticks(to: f64) -> Vec<f64> {
    let step = to / 5.0;
    let power = 10f64.powf(step.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].iter().map(|factor| factor * power).find(|round| *round >= step);
    let step = step.unwrap_or(to);
    (0..).map(|tick| f64::from(tick) * step).take_while(|tick| *tick <= to).collect()
}

/// A figure while it is drawn.
#[derive(Default)]
pub(crate) struct Drawing {
    svg: String,
    /// What labels must not cover: left, top, right, bottom.
    taken: Vec<[i32; 4]>,
}

/// Draws a figure of this height. The label says what it shows to who does not see it.
fn draw(height: i32, label: &str, draw: impl FnOnce(&mut Drawing)) -> String {
    let mut drawing = Drawing::default();
    draw(&mut drawing);
    let (view, label) = (format!("0 0 {WIDTH} {height}"), escaped(label));
    let inner = drawing.svg;
    format!("<svg viewBox=\"{view}\" role=\"img\" aria-label=\"{label}\">{inner}</svg>")
}

fn escaped(text: &str) -> String {
    let Ok(escaped) = askama::filters::escape(text, askama::filters::Html);
    escaped.to_string()
}

impl Drawing {
    /// Text, its middle at this height.
    fn text(&mut self, (x, y): (i32, i32), text: &str, anchor: Anchor, tone: Tone) {
        let anchor = match anchor {
            Anchor::Left => "",
            Anchor::Center => " text-anchor=\"middle\"",
            Anchor::Right => " text-anchor=\"end\"",
        };
        let (tone, text) = (tone.variable(), escaped(text));
        self.svg += &format!(
            "<text x=\"{x}\" y=\"{y}\" dy=\"0.5ex\"{anchor} fill=\"var(--{tone})\">{text}</text>"
        );
    }

    /// The title of a figure and its unit, and grey lines at the ticks of times.
    fn frame(&mut self, [title, unit]: [&str; 2], y: &Scale, [left, right]: [i32; 2]) {
        self.text((left, 12), title, Anchor::Left, Tone::Text);
        self.text((WIDTH as i32 - 8, 12), unit, Anchor::Right, Tone::Dim);
        for tick in &y.ticks {
            let height = y.map(*tick);
            self.path(&[(left, height), (right, height)], Tone::Grid, "");
            let text = words::number(*tick, usize::from(tick.fract() != 0.0));
            self.text((left - 6, height), &text, Anchor::Right, Tone::Dim);
        }
    }

    fn path(&mut self, points: &[(i32, i32)], tone: Tone, more: &str) {
        let points: String = points.iter().map(|(x, y)| format!("{x},{y} ")).collect();
        let stroke = format!("stroke=\"var(--{})\"", tone.variable());
        self.svg += &format!("<polyline fill=\"none\" {stroke}{more} points=\"{points}\"/>");
    }

    fn area(&mut self, (x, y): (i32, i32), to: (i32, i32), tone: Tone) {
        let (width, height, tone) = (to.0 - x, to.1 - y, tone.variable());
        let size = format!("width=\"{width}\" height=\"{height}\"");
        self.svg += &format!("<rect x=\"{x}\" y=\"{y}\" {size} fill=\"var(--{tone})\"/>");
    }

    fn dot(&mut self, (x, y): (i32, i32), radius: i32, tone: Tone, hollow: bool, title: &str) {
        self.taken.push([x - radius, y - radius, x + radius, y + radius]);
        let (tone, title) = (tone.variable(), escaped(title));
        let paint = match hollow {
            true => format!("fill=\"none\" stroke=\"var(--{tone})\"{THICK}"),
            false => format!("fill=\"var(--{tone})\""),
        };
        let place = format!("cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"");
        self.svg += &format!("<circle {place} {paint}><title>{title}</title></circle>");
    }

    fn bar(&mut self, [from, to]: [i32; 2], y: i32, tone: Tone, title: &str) {
        let (y, width) = (y - 3, to - from);
        let (tone, title) = (tone.variable(), escaped(title));
        let place = format!("x=\"{from}\" y=\"{y}\" width=\"{width}\" height=\"6\"");
        let paint = format!("opacity=\"0.45\" fill=\"var(--{tone})\"");
        self.svg += &format!("<rect {place} {paint}><title>{title}</title></rect>");
    }

    /// The head of an arrow at a point, to the right, to the left, or up.
    fn arrow(&mut self, (x, y): (i32, i32), (dx, dy): (i32, i32), tone: Tone) {
        let back = |side: i32| (x - 6 * dx + 4 * dy * side, y - 6 * dy + 4 * dx * side);
        self.path(&[back(1), (x, y), back(-1)], tone, THICK);
    }

    /// A label beside a dot, where it covers nothing; none if there is no such place.
    fn label(&mut self, (x, y): (i32, i32), text: &str, inside: [i32; 4]) {
        let width = text_width(text);
        let places = [
            (x + 8, y, Anchor::Left),
            (x - 8, y, Anchor::Right),
            (x + 5, y - 13, Anchor::Left),
            (x - 5, y - 13, Anchor::Right),
            (x + 5, y + 13, Anchor::Left),
            (x - 5, y + 13, Anchor::Right),
            (x, y - 15, Anchor::Center),
            (x, y + 15, Anchor::Center),
        ];
        for (x, y, anchor) in places {
            let left = match anchor {
                Anchor::Left => x,
                Anchor::Center => x - width / 2,
                Anchor::Right => x - width,
            };
            let covers = [left, y - 7, left + width, y + 7];
            let fits = covers[0] >= inside[0]
                && covers[1] >= inside[1]
                && covers[2] <= inside[2]
                && covers[3] <= inside[3];
            if fits && !self.taken.iter().any(|taken| overlap(*taken, covers)) {
                self.taken.push(covers);
                return self.text((x, y), text, anchor, Tone::Text);
            }
        }
    }

    fn keep_clear(&mut self, points: &[(i32, i32)]) {
        for pair in points.windows(2) {
            let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
            let steps = ((to_x - x).abs().max((to_y - y).abs()) / 4).max(1);
            for step in 0..=steps {
                let at = (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps);
                self.taken.push([at.0 - 1, at.1 - 1, at.0 + 1, at.1 + 1]);
            }
        }
    }
}

fn overlap(a: [i32; 4], b: [i32; 4]) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

pub(crate) fn text_width(text: &str) -> i32 {
    let of = |c: char| match c {
        'i' | 'j' | 'l' | ' ' | '.' | ',' | ':' | '-' => 4,
        't' | 'f' | 'r' | '(' | ')' => 5,
        'm' | 'w' | 'M' | 'W' | '%' => 12,
        c if c.is_ascii_uppercase() => 9,
        _ => 8,
    };
    text.chars().map(of).sum()
}
