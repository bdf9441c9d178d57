//! Elements that plotters does not have: markers with an outline, and intervals without a
//! dot at their value, where a marker stands.

use super::canvas::{Canvas, fill, line, stroke};
use super::{INK, PAPER, Subject};
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use plotters_backend::{BackendCoord, DrawingErrorKind};

/// The palette of Okabe and Ito, which colour-blind people tell apart, without black, which
/// is the ink's, and yellow, which white paper swallows.
#[rustfmt::skip]
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2), RGBColor(0xd5, 0x5e, 0x00), RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7), RGBColor(0xe6, 0x9f, 0x00), RGBColor(0x56, 0xb4, 0xe9),
];

/// The corners of the markers. Their number shares no divisor with that of the colours, so
/// 42 variants differ.
#[rustfmt::skip]
const SHAPES: [&[BackendCoord]; 7] = [
    &[(-5, -2), (-2, -5), (2, -5), (5, -2), (5, 2), (2, 5), (-2, 5), (-5, 2)],
    &[(-5, -5), (5, -5), (5, 5), (-5, 5)],
    &[(0, -6), (6, 5), (-6, 5)],
    &[(0, -7), (7, 0), (0, 7), (-7, 0)],
    &[(0, 6), (6, -5), (-6, -5)],
    &[(-2, -6), (2, -6), (2, -2), (6, -2), (6, 2), (2, 2), (2, 6), (-2, 6), (-2, 2), (-6, 2), (-6, -2), (-2, -2)],
    &[(0, -3), (3, -6), (6, -3), (3, 0), (6, 3), (3, 6), (0, 3), (-3, 6), (-6, 3), (-3, 0), (-6, -3), (-3, -6)],
];
/// The radius that no marker exceeds.
pub(super) const MARKER: i32 = 7;

/// The colour of a look.
pub(super) fn colour(look: usize) -> RGBColor {
    COLOURS[look % COLOURS.len()]
}

/// An element that is drawn by a function of its points in pixels.
pub(super) struct Element<C, F> {
    points: Vec<C>,
    draw: F,
}

/// A variant's marker: filled with an outline, which carries the shape where the colour is
/// pale, or hollow for another interface than the plain one.
pub(super) fn marker<C>(
    subject: &Subject<'_>,
    at: C,
) -> Element<C, impl Fn(&Canvas, &[BackendCoord])> {
    let colour = colour(subject.look);
    let shape = SHAPES[subject.look % SHAPES.len()];
    let (inside, outline) = if subject.variant.is_ranked() {
        (colour, INK.into())
    } else {
        (PAPER, colour.stroke_width(2))
    };
    let look = [fill(inside.to_backend_color()), stroke(&outline)].join(" ");
    let draw = move |canvas: &Canvas, points: &[BackendCoord]| {
        for (x, y) in points {
            canvas.trace(look.clone(), shape.iter().map(|(dx, dy)| (x + dx, y + dy)), true);
        }
    };
    Element { points: vec![at], draw }
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
