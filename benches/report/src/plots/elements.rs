//! Elements that plotters does not have: markers with an outline, and intervals without a
//! dot at their value, where a marker stands.

use super::canvas::{Canvas, fill, line, stroke};
use super::{INK, LEADERS, PAPER, Subject};
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use plotters_backend::{BackendCoord, DrawingErrorKind};

/// The colours of leaders: the palette of Okabe and Ito, which colour-blind people tell apart,
/// without black, which is the ink's, and what white paper swallows.
#[rustfmt::skip]
const COLOURS: [RGBColor; LEADERS] = [
    RGBColor(0x00, 0x72, 0xb2), RGBColor(0xd5, 0x5e, 0x00), RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7), RGBColor(0xe6, 0x9f, 0x00),
];
/// The colour of the others: three times as bright as the ink's background, in the dark too.
const GREY: RGBColor = RGBColor(0x86, 0x8e, 0x97);

/// The corners of the leaders' markers.
#[rustfmt::skip]
const SHAPES: [&[BackendCoord]; LEADERS] = [
    &[(-5, -2), (-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2)],
    &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
    &[(0, -6), (6, 5), (-6, 5)],
    &[(0, -7), (7, 0), (0, 7), (-7, 0)],
    &[(0, 6), (6, -5), (-6, -5)],
];
/// Those of the others' markers.
const DOT: &[BackendCoord] = &[(0, -4), (4, 0), (0, 4), (-4, 0)];
/// The radius that no marker exceeds.
pub(super) const MARKER: i32 = 7;

/// The colour of a look.
pub(super) fn colour(look: usize) -> RGBColor {
    COLOURS.get(look).copied().unwrap_or(GREY)
}

/// An element that is drawn by a function of its points in pixels.
pub(super) struct Element<C, F> {
    points: Vec<C>,
    draw: F,
}

/// The marker of a figure, with a title: filled with an outline, which carries the shape where
/// the colour is pale, or hollow for another interface than the plain one.
pub(super) fn marker<C>(
    subject: &Subject<'_>,
    title: String,
    at: C,
) -> Element<C, impl Fn(&Canvas, &[BackendCoord])> {
    let (look, shape) = drawn((subject.look, subject.is_ranked()));
    let draw = move |canvas: &Canvas, points: &[BackendCoord]| {
        for at in points {
            canvas.mark(&look, &title, &moved(shape, *at), true);
        }
    };
    Element { points: vec![at], draw }
}

/// The marker of a look, filled or hollow, where it says whose a label is.
pub(super) fn key(appearance: (usize, bool), at: BackendCoord, canvas: &Canvas) {
    let (look, shape) = drawn(appearance);
    canvas.trace(look, moved(shape, at), true);
}

/// The attributes and the corners of the marker of a look, which may be filled.
fn drawn((look, is_filled): (usize, bool)) -> (String, &'static [BackendCoord]) {
    let colour = colour(look);
    let (inside, outline) = match SHAPES.get(look) {
        Some(_) if is_filled => (colour, Some(INK.into())),
        None if is_filled => (colour, None),
        _ => (PAPER, Some(colour.stroke_width(2))),
    };
    let outline = outline.map(|style: ShapeStyle| stroke(&style));
    let attributes: Vec<_> = [fill(inside.to_backend_color())].into_iter().chain(outline).collect();
    let attributes = attributes.join(" ");
    (attributes, SHAPES.get(look).copied().unwrap_or(DOT))
}

fn moved(shape: &[BackendCoord], (x, y): BackendCoord) -> Vec<BackendCoord> {
    shape.iter().map(|(dx, dy)| (x + dx, y + dy)).collect()
}

/// The ends of an interval and what joins them, across or upright.
pub(super) fn interval<C>(low: C, high: C) -> Element<C, impl Fn(&Canvas, &[BackendCoord])> {
    let draw = |canvas: &Canvas, points: &[BackendCoord]| {
        let (low, high) = (points[0], points[1]);
        let (dx, dy) = if low.0 == high.0 { (4, 0) } else { (0, 4) };
        let across = |(x, y): BackendCoord| [(x - dx, y - dy), (x + dx, y + dy)];
        for ends in [across(low), [low, high], across(high)].iter().filter(|_| low != high) {
            canvas.trace(line(&INK.to_backend_color()), *ends, false);
        }
    };
    Element { points: vec![low, high], draw }
}

impl<'e, C, F> PointCollection<'e, C> for &'e Element<C, F> {
    type Point = &'e C;
    type IntoIter = &'e [C];

    fn point_iter(self) -> Self::IntoIter {
        &self.points
    }
}

impl<C, F: Fn(&Canvas, &[BackendCoord])> Drawable<Canvas> for Element<C, F> {
    fn draw<I: Iterator<Item = BackendCoord>>(
        &self,
        points: I,
        canvas: &mut Canvas,
        _: (u32, u32),
    ) -> Result<(), DrawingErrorKind<<Canvas as DrawingBackend>::ErrorType>> {
        (self.draw)(canvas, &points.collect::<Vec<_>>());
        Ok(())
    }
}
