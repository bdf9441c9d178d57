//! Figures as SVG: what all three kinds share.
//!
//! plotters draws in stand-in colours, which are replaced by variables of the page's style, so a
//! figure is light or dark as its page is. Marks have a colour each until then, by which they
//! get their titles.

mod dots;
mod intervals;
mod lines;

pub(crate) use dots::{Dot, dots, frontier};
pub(crate) use intervals::{Interval, intervals};
pub(crate) use lines::{Line, Lines};

use crate::words;
use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
pub(crate) use plotters::style::text_anchor::HPos;
use plotters::style::text_anchor::{Pos, VPos};
use std::fmt::Write as _;

/// The width of every figure. A telephone shows it at four fifths.
pub(crate) const WIDTH: u32 = 440;
/// Where the frame of every figure begins, below its title.
const TOP: i32 = 30;
const LETTERS: f64 = 12.5;
const PLOTTERS_LETTERS: f64 = 1.24;

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
    Dashes,
}

/// Their variables in the page's style.
const VARIABLES: [&str; 11] =
    ["fg", "dim", "line", "band", "win", "lose", "tie", "a", "b", "c", "a"];

impl Tone {
    /// The colour that stands for it while plotters draws.
    fn color(self) -> RGBColor {
        RGBColor(1, 0, self as u8)
    }
}

fn variable(tone: usize) -> String {
    let dashes = if tone == Tone::Dashes as usize { "\" stroke-dasharray=\"4 3" } else { "" };
    format!("var(--{}){dashes}", VARIABLES[tone])
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
pub(crate) struct Drawing<'s> {
    area: DrawingArea<SVGBackend<'s>, Shift>,
    marks: &'s mut Vec<(Tone, String)>,
    /// What labels must not cover: left, top, right, bottom.
    taken: Vec<[i32; 4]>,
}

/// Draws a figure of this height. The label says what it shows to who does not see it.
fn draw(height: i32, label: &str, draw: impl FnOnce(&mut Drawing<'_>)) -> String {
    let (mut svg, mut marks) = (String::new(), Vec::new());
    {
        let size = (WIDTH, height as u32);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let mut drawing = Drawing { area, marks: &mut marks, taken: Vec::new() };
        draw(&mut drawing);
        drawing.area.present().expect(TAKES_ALL);
    }
    finish(&svg, height, label, &marks)
}

/// Why no drawing fails.
const TAKES_ALL: &str = "a string takes all that is written";

/// Puts the page's colours in, titles on the marks, and a label on the whole.
fn finish(svg: &str, height: i32, label: &str, marks: &[(Tone, String)]) -> String {
    let open = svg.find('>').map_or(0, |end| end + 1);
    let (view, label) = (format!("0 0 {WIDTH} {height}"), escaped(label));
    let mut text = format!("<svg viewBox=\"{view}\" role=\"img\" aria-label=\"{label}\">");
    for line in svg[open..].lines() {
        let number = line.split("\"#02").nth(1).and_then(|hex| hex.get(..4));
        let number = number.and_then(|hex| usize::from_str_radix(hex, 16).ok());
        let Some((tone, title)) = number.and_then(|number| marks.get(number)) else {
            text.push_str(line);
            continue;
        };
        let stand_in = format!("#02{:04X}", number.unwrap_or_default());
        let line = line.replace(&stand_in, &variable(*tone as usize));
        let name = line.trim_start_matches('<').split(' ').next().unwrap_or_default();
        let body = line.trim_end().trim_end_matches("/>");
        let _ = write!(text, "{body}><title>{}</title></{name}>", escaped(title));
    }
    for tone in 0..VARIABLES.len() {
        text = text.replace(&format!("#0100{tone:02X}"), &variable(tone));
    }
    for usual in [
        " font-family=\"sans-serif\"",
        " font-size=\"12.5\"",
        " opacity=\"1\"",
        " stroke=\"none\"",
        " stroke-width=\"1\"",
        " text-anchor=\"start\"",
    ] {
        text = text.replace(usual, "");
    }
    text
}

fn escaped(text: &str) -> String {
    let Ok(escaped) = askama::filters::escape(text, askama::filters::Html);
    escaped.to_string()
}

impl<'s> Drawing<'s> {
    fn draw<E>(&self, element: &E)
    where
        for<'e> &'e E: PointCollection<'e, (i32, i32)>,
        E: Drawable<SVGBackend<'s>>,
    {
        self.area.draw(element).expect(TAKES_ALL);
    }

    /// Text, its middle at this height.
    fn text(&self, at: (i32, i32), text: &str, anchor: HPos, tone: Tone) {
        let style = ("sans-serif", LETTERS * PLOTTERS_LETTERS).into_font().color(&tone.color());
        let style = style.pos(Pos::new(anchor, VPos::Center));
        self.draw(&Text::new(text.to_owned(), at, style));
    }

    /// The title of a figure and its unit, and grey lines at the ticks of times.
    fn frame(&self, [title, unit]: [&str; 2], y: &Scale, [left, right]: [i32; 2]) {
        self.text((left, 12), title, HPos::Left, Tone::Text);
        self.text((WIDTH as i32 - 8, 12), unit, HPos::Right, Tone::Dim);
        for tick in &y.ticks {
            let height = y.map(*tick);
            self.path(vec![(left, height), (right, height)], Tone::Grid, 1);
            let text = words::number(*tick, usize::from(tick.fract() != 0.0));
            self.text((left - 6, height), &text, HPos::Right, Tone::Dim);
        }
    }

    fn path(&self, points: Vec<(i32, i32)>, tone: Tone, width: u32) {
        self.draw(&PathElement::new(points, tone.color().stroke_width(width)));
    }

    fn area(&self, from: (i32, i32), to: (i32, i32), tone: Tone) {
        self.draw(&Rectangle::new([from, to], tone.color().filled()));
    }

    fn mark(&mut self, tone: Tone, title: &str) -> RGBColor {
        let number = self.marks.len();
        self.marks.push((tone, title.to_owned()));
        RGBColor(2, (number >> 8) as u8, number as u8)
    }

    fn dot(&mut self, (x, y): (i32, i32), radius: i32, tone: Tone, hollow: bool, title: &str) {
        self.taken.push([x - radius, y - radius, x + radius, y + radius]);
        let color = self.mark(tone, title);
        let style = if hollow { color.stroke_width(2) } else { color.filled() };
        self.draw(&Circle::new((x, y), radius, style));
    }

    fn bar(&mut self, [from, to]: [i32; 2], y: i32, tone: Tone, title: &str) {
        let color = self.mark(tone, title).mix(0.45);
        self.draw(&Rectangle::new([(from, y - 3), (to, y + 3)], color.filled()));
    }

    /// The head of an arrow at a point, to the right, to the left, or up.
    fn arrow(&self, (x, y): (i32, i32), (dx, dy): (i32, i32), tone: Tone) {
        let back = |side: i32| (x - 6 * dx + 4 * dy * side, y - 6 * dy + 4 * dx * side);
        self.path(vec![back(1), (x, y), back(-1)], tone, 2);
    }

    /// A label beside a dot, where it covers nothing; none if there is no such place.
    fn label(&mut self, (x, y): (i32, i32), text: &str, inside: [i32; 4]) {
        let width = text_width(text);
        let places = [
            (x + 8, y, HPos::Left),
            (x - 8, y, HPos::Right),
            (x + 5, y - 13, HPos::Left),
            (x - 5, y - 13, HPos::Right),
            (x + 5, y + 13, HPos::Left),
            (x - 5, y + 13, HPos::Right),
            (x, y - 15, HPos::Center),
            (x, y + 15, HPos::Center),
        ];
        for (x, y, anchor) in places {
            let left = match anchor {
                HPos::Left => x,
                HPos::Center => x - width / 2,
                HPos::Right => x - width,
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
