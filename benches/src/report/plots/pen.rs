//! The drawing layer: groups of paths and words in pixels, to which plotters'
//! axes are the background.
//!
//! plotters' elements would be several of the SVG's each, and know no groups. Here
//! what looks alike in a group is one path: a plot weighs a fifth of that.

use super::{INK, PAPER, Subject};
use plotters::style::RGBColor;
use std::fmt::Write as _;

/// The palette of Okabe and Ito, which colour-blind people tell apart, without
/// black, which is the ink's, and yellow, which white paper swallows.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
];

/// The corners of the markers, in a circle of radius 6. There are as many as do
/// not share a divisor with the colours, so that 42 variants differ.
const SHAPES: [&[(i32, i32)]; 7] = [
    &[(-5, -2), (-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2)],
    &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
    &[(0, -6), (6, 5), (-6, 5)],
    &[(0, -7), (7, 0), (0, 7), (-7, 0)],
    &[(0, 6), (6, -5), (-6, -5)],
    &[
        (-2, -6),
        (2, -6),
        (2, -2),
        (6, -2),
        (6, 2),
        (2, 2),
        (2, 6),
        (-2, 6),
        (-2, 2),
        (-6, 2),
        (-6, -2),
        (-2, -2),
    ],
    &[
        (0, -3),
        (3, -6),
        (6, -3),
        (3, 0),
        (6, 3),
        (3, 6),
        (0, 3),
        (-3, 6),
        (-6, 3),
        (-3, 0),
        (-6, -3),
        (-3, -6),
    ],
];
/// The radius that no marker exceeds.
pub(super) const MARKER: i32 = 7;

/// What belongs together: all of a variant, or something of the plot's own.
#[derive(Debug, Default)]
pub(super) struct Group {
    /// The variant's name on the page.
    pub(super) variant: Option<String>,
    /// What was drawn, by how it looks.
    pub(super) paths: Vec<Path>,
    pub(super) words: Vec<Words>,
}

/// All that looks the same in a group.
#[derive(Debug)]
pub(super) struct Path {
    /// The attributes of its look.
    pub(super) look: String,
    /// What is drawn, in the language of SVG paths.
    pub(super) outline: String,
}

/// A label.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) at: (i32, i32),
    pub(super) side: Side,
    pub(super) bold: bool,
    pub(super) text: String,
}

/// On which side of its point a label ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Side {
    /// It begins there.
    Left,
    Middle,
    Right,
}

impl Side {
    pub(super) fn anchor(self) -> &'static str {
        match self {
            Side::Left => "start",
            Side::Middle => "middle",
            Side::Right => "end",
        }
    }
}

impl Group {
    /// Draws an outline in a look, together with what has the same.
    fn draw(&mut self, look: String, outline: &str) {
        match self.paths.iter_mut().find(|path| path.look == look) {
            Some(path) => path.outline += outline,
            None => self.paths.push(Path { look, outline: outline.to_owned() }),
        }
    }

    /// Writes a text at the middle of its height.
    pub(super) fn write(&mut self, text: &str, at: (i32, i32), side: Side) {
        self.words.push(Words { at, side, bold: false, text: text.to_owned() });
    }

    /// Writes it to be seen first.
    pub(super) fn write_bold(&mut self, text: &str, at: (i32, i32), side: Side) {
        self.words.push(Words { at, side, bold: true, text: text.to_owned() });
    }

    /// Draws a thin line in ink.
    pub(super) fn stroke(&mut self, points: &[(i32, i32)]) {
        self.draw(stroke(INK, 1), &polyline(points));
    }

    /// Leads from a point to its label, faintly.
    pub(super) fn leader(&mut self, from: (i32, i32), to: (i32, i32)) {
        let look = format!("{} stroke-opacity=\".6\"", stroke(INK, 1));
        self.draw(look, &polyline(&[from, to]));
    }

    /// Draws a dashed line in ink.
    pub(super) fn dashes(&mut self, points: &[(i32, i32)], width: u32) {
        let look = format!("{} stroke-dasharray=\"8 5\"", stroke(INK, width));
        self.draw(look, &polyline(points));
    }

    /// Draws a line in the variant's colour.
    pub(super) fn line(&mut self, subject: &Subject<'_>, points: &[(i32, i32)], width: u32) {
        self.draw(stroke(colour(subject), width), &polyline(points));
    }

    /// Draws the ends of an interval and what joins them: a bar across or upright.
    pub(super) fn interval(&mut self, low: (i32, i32), high: (i32, i32)) {
        let ((x, y), (right, top)) = (low, high);
        let bar = if y == top {
            format!("M{x} {}v8m0-4H{right}m0-4v8", y - 4)
        } else {
            format!("M{} {y}h8m-4 0V{top}m-4 0h8", x - 4)
        };
        if low != high {
            self.draw(stroke(INK, 1), &bar);
        }
    }

    /// Draws a variant's marker: filled with an outline, which carries the shape
    /// where the colour is pale, or hollow for another interface than the plain one.
    pub(super) fn marker(&mut self, subject: &Subject<'_>, (x, y): (i32, i32)) {
        let shape = SHAPES[subject.look % SHAPES.len()];
        let (mut outline, mut from) = (String::new(), (0, 0));
        for &(dx, dy) in shape {
            outline += &if outline.is_empty() {
                format!("M{} {}l", x + dx, y + dy)
            } else {
                format!("{} {} ", dx - from.0, dy - from.1)
            };
            from = (dx, dy);
        }
        let outline = outline.trim_end().replace(" -", "-") + "z";
        let look = if subject.is_ranked() {
            format!("{} {}", fill(colour(subject)), stroked(INK, 1))
        } else {
            format!("{} {}", fill(PAPER), stroked(colour(subject), 2))
        };
        self.draw(look, &outline);
    }

    /// Draws a bar in the variant's colour.
    pub(super) fn bar(&mut self, subject: &Subject<'_>, corner: (i32, i32), opposite: (i32, i32)) {
        self.draw(fill(colour(subject)), &rectangle(corner, opposite));
    }

    /// Shades a rectangle so that what is drawn over it stays legible: faintly or more.
    pub(super) fn shade(&mut self, corner: (i32, i32), opposite: (i32, i32), percent: u32) {
        let look = format!("{} fill-opacity=\".{percent:02}\"", fill(INK));
        self.draw(look, &rectangle(corner, opposite));
    }

    /// Draws a ring around a point.
    pub(super) fn ring(&mut self, (x, y): (i32, i32)) {
        const RADIUS: i32 = 10;
        let (left, across) = (x - RADIUS, 2 * RADIUS);
        let half = |across: i32| format!("a{RADIUS} {RADIUS} 0 0 1 {across} 0");
        self.draw(stroke(INK, 2), &format!("M{left} {y}{}{}", half(across), half(-across)));
    }
}

fn colour(subject: &Subject<'_>) -> RGBColor {
    COLOURS[subject.look % COLOURS.len()]
}

fn fill(colour: RGBColor) -> String {
    format!("fill=\"{}\"", hexadecimal(colour))
}

fn stroked(colour: RGBColor, width: u32) -> String {
    let colour = hexadecimal(colour);
    match width {
        1 => format!("stroke=\"{colour}\""),
        width => format!("stroke=\"{colour}\" stroke-width=\"{width}\""),
    }
}

fn stroke(colour: RGBColor, width: u32) -> String {
    format!("fill=\"none\" {}", stroked(colour, width))
}

/// A colour as the SVG and the page's style write it.
pub(in super::super) fn hexadecimal(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

fn polyline(points: &[(i32, i32)]) -> String {
    let mut outline = String::new();
    for (x, y) in points {
        let before = if outline.is_empty() { 'M' } else { ' ' };
        // Writing to a string does not fail.
        _ = write!(outline, "{before}{x} {y}");
    }
    outline
}

fn rectangle((x, y): (i32, i32), (right, bottom): (i32, i32)) -> String {
    format!("M{x} {y}H{right}V{bottom}H{x}z")
}
