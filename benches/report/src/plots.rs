//! Figures as SVG: what all three kinds share.
//!
//! plotters draws in stand-in colours, which are replaced by variables of the page's style, so a
//! figure is light or dark as its page is. Marks have a colour each until then, by which they
//! get their titles.

mod dots;
mod intervals;
mod lines;

pub(crate) use dots::{Dot, Dots, frontier};
pub(crate) use intervals::{Interval, Intervals};
pub(crate) use lines::{Line, Lines};

use crate::words;
use anyhow::{Result, anyhow};
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::coord::types::RangedCoordi32;
use plotters::prelude::*;
pub(crate) use plotters::style::text_anchor::HPos;
use plotters::style::text_anchor::{Pos, VPos};
use std::fmt::Write as _;
use std::ops::Range;

/// The width of every figure. A telephone shows it at four fifths.
pub(crate) const WIDTH: u32 = 440;
/// Where the frame of every figure begins, below its title.
const TOP: i32 = 30;
const LETTERS: f64 = 12.5;
const PLOTTERS_LETTERS: f64 = 1.24;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
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

#[derive(Clone, Debug)]
pub(crate) struct Scale {
    pub(crate) from: f64,
    pub(crate) to: f64,
    pub(crate) ticks: Vec<f64>,
}

impl Scale {
    fn holds(&self, value: f64) -> bool {
        (self.from..=self.to).contains(&value)
    }
}

impl Ranged for Scale {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (low, high): (i32, i32)) -> i32 {
        let share = (value - self.from) / (self.to - self.from);
        low + (share * f64::from(high - low)).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, _: H) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.from..self.to
    }
}

impl ValueFormatter<f64> for Scale {}

/// Ticks at round numbers, some five of them, from zero to a value.
pub(crate) fn round_ticks(to: f64) -> Vec<f64> {
    let step = to / 5.0;
    let power = 10f64.powf(step.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].iter().map(|factor| factor * power).find(|round| *round >= step);
    let step = step.unwrap_or(to);
    (0..).map(|tick| f64::from(tick) * step).take_while(|tick| *tick <= to).collect()
}

type Area<'s> = DrawingArea<SVGBackend<'s>, Cartesian2d<RangedCoordi32, RangedCoordi32>>;

pub(crate) struct Drawing<'s> {
    area: Area<'s>,
    marks: &'s mut Vec<(Tone, String)>,
    /// What labels must not cover: left, top, right, bottom.
    taken: Vec<[i32; 4]>,
}

/// Draws a figure of this height. The label says what it shows to who does not see it.
pub(crate) fn draw(
    height: u32,
    label: &str,
    draw: impl FnOnce(&mut Drawing<'_>) -> Result<()>,
) -> Result<String> {
    let (mut svg, mut marks) = (String::new(), Vec::new());
    {
        let root = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        let pixels = Cartesian2d::<RangedCoordi32, RangedCoordi32>::new(
            0..WIDTH as i32,
            0..height as i32,
            (0..WIDTH as i32, 0..height as i32),
        );
        let mut drawing =
            Drawing { area: root.apply_coord_spec(pixels), marks: &mut marks, taken: Vec::new() };
        draw(&mut drawing)?;
        drawing.area.present().map_err(|error| anyhow!("drawing {label}: {error}"))?;
    }
    Ok(finish(&svg, height, label, &marks))
}

/// Puts the page's colours in, titles on the marks, and a label on the whole.
fn finish(svg: &str, height: u32, label: &str, marks: &[(Tone, String)]) -> String {
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

impl Drawing<'_> {
    /// Text, its middle at this height.
    pub(crate) fn text(&self, at: (i32, i32), text: &str, anchor: HPos, tone: Tone) -> Result<()> {
        let style = ("sans-serif", LETTERS * PLOTTERS_LETTERS).into_font().color(&tone.color());
        let style = style.pos(Pos::new(anchor, VPos::Center));
        let element = Text::new(text.to_owned(), at, style);
        self.area.draw(&element).map_err(|error| anyhow!("drawing a text: {error}"))
    }

    /// The title of a figure and its unit, and grey lines at the ticks of times.
    pub(crate) fn frame(
        &self,
        [title, unit]: [&str; 2],
        y: &Scale,
        [left, right]: [i32; 2],
        bottom: i32,
    ) -> Result<()> {
        self.text((left, 12), title, HPos::Left, Tone::Text)?;
        self.text((WIDTH as i32 - 8, 12), unit, HPos::Right, Tone::Dim)?;
        for tick in &y.ticks {
            let height = y.map(tick, (bottom, TOP));
            self.path(vec![(left, height), (right, height)], Tone::Grid, 1)?;
            let text = words::number(*tick, usize::from(tick.fract() != 0.0));
            self.text((left - 6, height), &text, HPos::Right, Tone::Dim)?;
        }
        Ok(())
    }

    pub(crate) fn path(&self, points: Vec<(i32, i32)>, tone: Tone, width: u32) -> Result<()> {
        let element = PathElement::new(points, tone.color().stroke_width(width));
        self.area.draw(&element).map_err(|error| anyhow!("drawing a line: {error}"))
    }

    pub(crate) fn area(&self, from: (i32, i32), to: (i32, i32), tone: Tone) -> Result<()> {
        let element = Rectangle::new([from, to], tone.color().filled());
        self.area.draw(&element).map_err(|error| anyhow!("drawing a box: {error}"))
    }

    fn mark(&mut self, tone: Tone, title: &str) -> RGBColor {
        let number = self.marks.len();
        self.marks.push((tone, title.to_owned()));
        RGBColor(2, (number >> 8) as u8, number as u8)
    }

    pub(crate) fn dot(
        &mut self,
        at: (i32, i32),
        radius: i32,
        tone: Tone,
        hollow: bool,
        title: &str,
    ) -> Result<()> {
        let color = self.mark(tone, title);
        let style = if hollow { color.stroke_width(2) } else { color.filled() };
        self.taken.push([at.0 - radius, at.1 - radius, at.0 + radius, at.1 + radius]);
        let element = Circle::new(at, radius, style);
        self.area.draw(&element).map_err(|error| anyhow!("drawing a dot: {error}"))
    }

    pub(crate) fn bar(&mut self, x: [i32; 2], y: i32, tone: Tone, title: &str) -> Result<()> {
        let color = self.mark(tone, title).mix(0.45);
        let element = Rectangle::new([(x[0], y - 3), (x[1], y + 3)], color.filled());
        self.area.draw(&element).map_err(|error| anyhow!("drawing a bar: {error}"))
    }

    /// The head of an arrow at a point, to the right, to the left, or up.
    pub(crate) fn arrow(&self, (x, y): (i32, i32), (dx, dy): (i32, i32), tone: Tone) -> Result<()> {
        let back = |side: i32| (x - 6 * dx + 4 * dy * side, y - 6 * dy + 4 * dx * side);
        self.path(vec![back(1), (x, y), back(-1)], tone, 2)
    }

    /// A label beside a dot, where it covers nothing; none if there is no such place.
    pub(crate) fn label(&mut self, (x, y): (i32, i32), text: &str, inside: [i32; 4]) -> Result<()> {
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
        Ok(())
    }

    pub(crate) fn keep_clear(&mut self, points: &[(i32, i32)]) {
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
