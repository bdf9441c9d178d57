//! A plot in the making: axes below, groups above, words for who cannot see it.

use super::axis::Axis;
use super::labels::Area;
use super::pen::{Group, hexadecimal};
use super::{GRID, INK, PAPER, Plot, Subject};
use anyhow::Result;
use askama::Template;
use plotters::prelude::*;
use std::ops::Range;

/// Narrow, so that text is still legible when a telephone scales it down.
pub(super) const WIDTH: i32 = 520;
/// The room for an axis and its ticks, below and left of a plotting area.
pub(super) const BELOW: i32 = 52;
pub(super) const BESIDE: i32 = 62;
/// plotters writes text at 1/1.24 of the size it is asked for.
const TEXT: i32 = 18;

/// The plot with its name and its figures in words.
#[derive(Template)]
#[template(path = "plot.svg")]
struct Document<'a> {
    id: &'a str,
    width: i32,
    height: i32,
    title: &'a str,
    description: &'a str,
    ink: String,
    axes: &'a str,
    groups: &'a [Group],
}

/// A plot in the making.
pub(super) struct Sheet {
    size: (i32, i32),
    axes: String,
    groups: Vec<Group>,
}

/// Axes around a plotting area.
pub(super) struct Frame {
    /// The plotting area; the axes lie outside.
    pub(super) area: Area,
    pub(super) x: Axis,
    /// Blank where rows are labelled by other means.
    pub(super) y: Axis,
}

impl Frame {
    pub(super) fn columns(&self) -> Range<i32> {
        self.area.left..self.area.right
    }

    pub(super) fn rows(&self) -> Range<i32> {
        self.area.top..self.area.bottom
    }

    /// Where a point lies on the sheet.
    pub(super) fn pixel(&self, x: f64, y: f64) -> (i32, i32) {
        let Area { left, top, right, bottom } = self.area;
        (self.x.map(&x, (left, right)), self.y.map(&y, (bottom, top)))
    }
}

impl Sheet {
    /// A sheet of a size in pixels with these axes.
    pub(super) fn new<'a>(
        (width, height): (i32, i32),
        frames: impl Iterator<Item = &'a Frame>,
    ) -> Result<Sheet> {
        let mut axes = String::new();
        {
            let size = (width.unsigned_abs(), height.unsigned_abs());
            let root = SVGBackend::with_string(&mut axes, size).into_drawing_area();
            root.fill(&PAPER)?;
            for frame in frames {
                draw(frame, &root)?;
            }
            root.present()?;
        }
        // Of the backend's document only what is in it; its own tags have no room for names.
        let drawing = axes.split_once('\n').map_or("", |(_, rest)| rest).trim_end();
        let drawing = drawing.strip_suffix("</svg>").unwrap_or(drawing);
        // What is opaque anyway need not say so at each stroke, and an eighth of
        // a pixel is no difference.
        let drawing = drawing.replace(" opacity=\"1\"", "").replace(".516129032258064", ".5");
        Ok(Sheet { size: (width, height), axes: drawing, groups: Vec::new() })
    }

    /// A new group of no variant, above all so far.
    pub(super) fn layer(&mut self) -> &mut Group {
        self.groups.push(Group::default());
        let last = self.groups.len() - 1;
        &mut self.groups[last]
    }

    /// The group of a variant.
    pub(super) fn of(&mut self, subject: &Subject<'_>) -> &mut Group {
        let id = subject.id();
        let place = self.groups.iter().position(|group| group.variant.as_ref() == Some(&id));
        let place = place.unwrap_or_else(|| {
            self.groups.push(Group { variant: Some(id), ..Group::default() });
            self.groups.len() - 1
        });
        &mut self.groups[place]
    }

    /// The finished plot. The description's sentences may end in semicolons.
    pub(super) fn finish(self, id: &str, title: &str, description: &str) -> Result<Plot> {
        let document = Document {
            id,
            width: self.size.0,
            height: self.size.1,
            title,
            description: description.trim_end_matches("; "),
            ink: hexadecimal(INK),
            axes: &self.axes,
            groups: &self.groups,
        };
        Ok(Plot { file: format!("{id}.svg"), svg: document.render()? })
    }
}

fn draw(frame: &Frame, root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Result<()> {
    let Area { left, top, right, bottom } = frame.area;
    let beside = if frame.y.ticks.is_empty() { 0 } else { BESIDE };
    let size = |from: i32, to: i32| to.saturating_sub(from).unsigned_abs();
    let area = root
        .clone()
        .shrink((left - beside, top), (size(left - beside, right), size(top, bottom + BELOW)));
    let mut chart = ChartBuilder::on(&area)
        .x_label_area_size(BELOW)
        .y_label_area_size(beside)
        .build_cartesian_2d(frame.x.clone(), frame.y.clone())?;
    chart
        .configure_mesh()
        .axis_style(INK)
        .bold_line_style(GRID)
        .label_style(("sans-serif", TEXT, &INK))
        .axis_desc_style(("sans-serif", TEXT, &INK))
        .x_desc(&frame.x.description)
        .y_desc(&frame.y.description)
        .draw()?;
    Ok(())
}
