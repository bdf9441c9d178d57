//! The backend on which plotters draws: SVG with a group per variant.
//!
//! plotters' own backend knows no groups and writes an element per stroke. Here all that
//! looks the same in a group is one path, which makes a plot a fifth as large.

use super::labels::{self, LINE};
use super::{INK, PAPER, Plot, Subject};
use crate::format;
use anyhow::Result;
use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind,
};
use records::Variant;
use std::cell::RefCell;
use std::convert::Infallible;
use std::rc::Rc;

/// All plots are so wide, unless a label is longer than any known one: a telephone scales this
/// down, and the text is still legible.
pub(super) const WIDTH: i32 = 500;
/// The radius of a ring.
const RING: i32 = 10;
/// What stays free around a plot.
pub(super) const MARGIN: i32 = 10;
/// The room for a line above the axes.
pub(super) const TITLE: i32 = 34;
/// The attributes of the axes' group, and of one above all variants.
pub(super) const AXES: &str = " class=\"axes\"";
pub(super) const TOP: &str = "";
/// The paper while it is drawn on; in the end it is cut to what was drawn.
const ENDLESS: u32 = 1 << 24;

/// Paper that is drawn on in pixels. A clone is the same paper.
#[derive(Clone, Debug)]
pub(super) struct Canvas(Rc<RefCell<Sheet>>);

#[derive(Debug)]
struct Sheet {
    groups: Vec<Group>,
    /// The number of the group that is drawn in.
    current: usize,
    /// How far right and down anything reaches.
    reach: (i32, i32),
}

/// What belongs together: the axes, all of a variant, or what stands above them.
#[derive(Debug, Default)]
struct Group {
    attributes: String,
    /// What was drawn, by the attributes of its look.
    paths: Vec<(String, Outline)>,
    /// The elements of its marks, by the attributes of their look.
    marks: Vec<(String, String)>,
    /// The elements of its texts.
    texts: String,
}

impl Canvas {
    /// Empty paper. What is drawn at first belongs to the axes.
    pub(super) fn new() -> Canvas {
        let sheet = Sheet { groups: Vec::new(), current: 0, reach: (WIDTH - MARGIN, 0) };
        let canvas = Canvas(Rc::new(RefCell::new(sheet)));
        canvas.turn_to(AXES);
        canvas
    }

    /// Draws in the group of a variant, or of those whose figures are the same, from here on.
    pub(super) fn turn_to_variant(&self, subject: &Subject<'_>) {
        let id = |variant: &&Variant| format::id(&variant.study, &variant.name);
        let ids: Vec<_> = subject.variants.iter().map(id).collect();
        self.turn_to(&format!(" class=\"series\" data-variant=\"{}\"", ids.join(" ")));
    }

    /// Draws in the group of these attributes from here on, which is above all others if it
    /// is new.
    pub(super) fn turn_to(&self, attributes: &str) {
        let mut sheet = self.0.borrow_mut();
        let known = sheet.groups.iter().position(|group| group.attributes == attributes);
        sheet.current = known.unwrap_or(sheet.groups.len());
        if known.is_none() {
            sheet.groups.push(Group { attributes: attributes.to_owned(), ..Group::default() });
        }
    }

    /// All of it for plotters.
    pub(super) fn area(&self) -> DrawingArea<Canvas, Shift> {
        self.clone().into_drawing_area()
    }

    /// Draws an element of plotters in pixels.
    pub(super) fn draw<E: Drawable<Canvas>>(&self, element: &E) -> Result<()>
    where
        for<'e> &'e E: PointCollection<'e, At>,
    {
        Ok(self.area().draw(element)?)
    }

    /// Writes a text that begins, has its middle or ends at a point.
    pub(super) fn write(&self, text: &str, at: At, side: HPos) -> Result<()> {
        self.write_in(false, text, at, side)
    }

    /// Writes it in bold or not.
    pub(super) fn write_in(&self, bold: bool, text: &str, at: At, side: HPos) -> Result<()> {
        let font = if bold { FontStyle::Bold } else { FontStyle::Normal };
        let style = text_style();
        let style = TextStyle { font: style.font.style(font), ..style };
        Ok(self.area().draw_text(text, &style.pos(Pos::new(side, VPos::Center)), at)?)
    }

    /// Draws a line, or a closed one, together with what looks the same in the group.
    pub(super) fn trace(&self, look: String, points: impl IntoIterator<Item = At>, closed: bool) {
        let points: Vec<_> = points.into_iter().collect();
        let mut sheet = self.0.borrow_mut();
        points.iter().for_each(|point| sheet.reach_to(*point));
        sheet.outline(look).trace(&points, closed);
    }

    /// Draws a line, or a closed one, that is a mark with a title.
    pub(super) fn mark(&self, look: &str, title: &str, points: &[At], closed: bool) {
        let mut outline = Outline::default();
        outline.trace(points, closed);
        points.iter().for_each(|point| self.0.borrow_mut().reach_to(*point));
        self.write_mark(look, title, &outline.data);
    }

    /// Draws a ring that is a mark with a title.
    pub(super) fn ring(&self, (x, y): At, title: &str) {
        let look = line(&Color::stroke_width(&INK, 2));
        let arc = |across: i32| format!("a{RING} {RING} 0 0 1 {across} 0");
        let arcs = arc(2 * RING) + &arc(-2 * RING);
        self.write_mark(&look, title, &format!("m{} {y}{arcs}", x - RING));
    }

    fn write_mark(&self, look: &str, title: &str, data: &str) {
        let mut sheet = self.0.borrow_mut();
        let current = sheet.current;
        let marks = &mut sheet.groups[current].marks;
        if marks.last().is_none_or(|(last, _)| last != look) {
            marks.push((look.to_owned(), String::new()));
        }
        if let Some((_, elements)) = marks.last_mut() {
            let title = escaped(title);
            *elements += &format!("<path d=\"{data}\"><title>{title}</title></path>\n");
        }
    }

    /// The finished plot, cut to what was drawn, with a sentence that says what it shows.
    pub(super) fn finish(&self, id: &str, title: &str, description: &str) -> Plot {
        let sheet = self.0.borrow();
        let (width, height) = (sheet.reach.0 + MARGIN, sheet.reach.1 + MARGIN);
        let [title, description] = [title, description].map(escaped);
        let (paper, ink) = (fill(PAPER.to_backend_color()), fill(INK.to_backend_color()));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" id=\"{id}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-description\">\n\
             <title id=\"{id}-title\">{title}</title>\n\
             <desc id=\"{id}-description\">{description}</desc>\n\
             <path {paper} d=\"M0 0H{width}V{height}H0z\"/>\n\
             <g {ink} font-family=\"sans-serif\" font-size=\"14.5\" stroke-linejoin=\"round\">\n"
        );
        for Group { attributes, paths, marks, texts } in &sheet.groups {
            svg += &format!("<g{attributes}>\n");
            for (look, Outline { data, .. }) in paths {
                svg += &format!("<path {look} d=\"{data}\"/>\n");
            }
            for (look, elements) in marks {
                svg += &format!("<g {look}>\n{elements}</g>\n");
            }
            svg += texts;
            svg += "</g>\n";
        }
        svg += "</g>\n</svg>\n";
        Plot { file: format!("{id}.svg"), svg }
    }
}

impl Sheet {
    fn reach_to(&mut self, (x, y): At) {
        self.reach = (self.reach.0.max(x), self.reach.1.max(y));
    }

    /// What is drawn in this look in the current group.
    fn outline(&mut self, look: String) -> &mut Outline {
        let paths = &mut self.groups[self.current].paths;
        let known = paths.iter().position(|(other, _)| *other == look);
        let place = known.unwrap_or(paths.len());
        if known.is_none() {
            paths.push((look, Outline::default()));
        }
        &mut paths[place].1
    }
}

/// A point in pixels.
type At = BackendCoord;
type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for Canvas {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        (ENDLESS, ENDLESS)
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): At, colour: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(&mut self, from: At, to: At, style: &S) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(&mut self, a: At, b: At, style: &S, filled: bool) -> Drawn {
        let look = if filled { fill(style.color()) } else { line(style) };
        self.trace(look, [a, (b.0, a.1), b, (a.0, b.1)], true);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = At>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.trace(line(style), path, false);
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, (x, y): At) -> Drawn {
        if text.is_empty() {
            return Ok(());
        }
        let width = labels::width(text);
        let (anchor, right) = match style.anchor().h_pos {
            HPos::Left => ("", width),
            HPos::Center => (" text-anchor=\"middle\"", width / 2),
            HPos::Right => (" text-anchor=\"end\"", 0),
        };
        // From the point to the line that letters stand on.
        let down = match style.anchor().v_pos {
            VPos::Top => 11,
            VPos::Center => 5,
            VPos::Bottom => -4,
        };
        let turn = match style.transform() {
            FontTransform::Rotate270 => format!(" transform=\"rotate(270 {x} {y})\""),
            _ => String::new(),
        };
        let weight = match style.style() {
            FontStyle::Bold => " font-weight=\"700\"",
            _ => "",
        };
        let mut sheet = self.0.borrow_mut();
        let end = if turn.is_empty() { (x + right, y + LINE / 2) } else { (x, y + right) };
        sheet.reach_to(end);
        let current = sheet.current;
        sheet.groups[current].texts += &format!(
            "<text x=\"{x}\" y=\"{}\"{anchor}{weight}{turn}>{}</text>\n",
            y + down,
            escaped(text)
        );
        Ok(())
    }
}

/// The data of an SVG path, each step from the point before.
#[derive(Debug, Default)]
struct Outline {
    data: String,
    pen: At,
}

impl Outline {
    fn trace(&mut self, points: &[At], closed: bool) {
        let Some(start) = points.first() else { return };
        let mut is_oblique = false;
        for (i, point) in points.iter().enumerate() {
            let (dx, dy) = (point.0 - self.pen.0, point.1 - self.pen.1);
            let space = if dy < 0 { "" } else { " " };
            let was_oblique = std::mem::replace(&mut is_oblique, i > 0 && dx != 0 && dy != 0);
            self.data += &match (dx, dy) {
                _ if i == 0 => format!("m{dx}{space}{dy}"),
                (0, 0) => String::new(),
                (dx, 0) => format!("h{dx}"),
                (0, dy) => format!("v{dy}"),
                // A step like the one before needs no letter.
                (dx, dy) if was_oblique && dx < 0 => format!("{dx}{space}{dy}"),
                (dx, dy) if was_oblique => format!(" {dx}{space}{dy}"),
                (dx, dy) => format!("l{dx}{space}{dy}"),
            };
            self.pen = *point;
        }
        if closed {
            self.data.push('z');
            self.pen = *start;
        }
    }
}

/// The style of all text; its size is the SVG's.
pub(super) fn text_style() -> TextStyle<'static> {
    TextStyle::from(("sans-serif", 14).into_font()).color(&INK)
}

/// A colour as the SVG and the page's style write it.
pub(crate) fn hexadecimal(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02X}{green:02X}{blue:02X}")
}

/// The look of what is filled, of a line, and of an outline that something else may fill.
pub(super) fn fill(colour: BackendColor) -> String {
    paint("fill", colour)
}

pub(super) fn line(style: &impl BackendStyle) -> String {
    format!("fill=\"none\" {}", stroke(style))
}

pub(super) fn stroke(style: &impl BackendStyle) -> String {
    let colour = paint("stroke", style.color());
    match style.stroke_width() {
        1 => colour,
        width => format!("{colour} stroke-width=\"{width}\""),
    }
}

fn paint(what: &str, BackendColor { alpha, rgb: (red, green, blue) }: BackendColor) -> String {
    let colour = hexadecimal(RGBColor(red, green, blue));
    let opacity = if alpha < 1.0 { format!(" {what}-opacity=\"{alpha}\"") } else { String::new() };
    format!("{what}=\"{colour}\"{opacity}")
}

/// Text that is no markup.
fn escaped(text: &str) -> String {
    askama::filters::escape(text, askama::filters::Html)
        .unwrap_or_else(|never| match never {})
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_begin_where_the_last_one_ended() {
        let mut outline = Outline::default();
        outline.trace(&[(100, 100), (105, 100), (105, 100), (102, 108)], true);
        outline.trace(&[(101, 99), (101, 9), (3, 4), (4, 5), (3, 6)], false);
        assert_eq!(outline.data, "m100 100h5l-3 8zm1-1v-90l-98-5 1 1-1 1");
    }
}
