//! Plots: space against time, and lines over the size of a simulated cache, the
//! length of visits or a competing working set.
//!
//! plotters draws the axes. Lines, markers and labels are drawn in pixels on
//! top of them, because where a label may stand depends on all the others.

use super::figures::{
    self, COLD, CONTEXTS, Figure, Figures, PRESSURE, Parameters, Place, THROUGHPUT,
};
use super::headline::{Headline, contenders};
use super::slug;
use crate::machine::Caches;
use crate::record::{Records, Variant, quantity::L1_MISSES};
use anyhow::Result;
use askama::Template;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::collections::BTreeSet;
use std::ops::Range;

/// The colour of text and outlines; the page gives it another one in the dark.
pub(super) const INK: RGBColor = RGBColor(0x1b, 0x1f, 0x24);
/// The colour of the grid, likewise.
pub(super) const GRID: RGBColor = RGBColor(0xd5, 0xd9, 0xde);
/// The colour of the background, likewise.
pub(super) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

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
const MARKER: i32 = 7;

/// Narrow, so that text is still legible when a telephone scales it down.
const WIDTH: u32 = 520;
/// The height of a panel whose labels do not need more.
const PANEL: u32 = 360;
/// plotters writes text at 1/1.24 of the size it is asked for.
const TEXT: i32 = 18;
/// Wide enough for a letter of any usual font at that size.
const LETTER: i32 = 8;
const LINE: i32 = 18;
/// A longer label is cut.
const LONGEST_LABEL: usize = 24;
/// From a point to its label, and to one that had to move away.
const GAP: i32 = MARKER + 4;
const FAR_GAP: i32 = 26;

type Canvas<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// A finished plot.
#[derive(Debug)]
pub(super) struct Plot {
    /// The file's name.
    pub(super) file: String,
    /// An SVG of its own.
    pub(super) svg: String,
}

/// A coordinate system with everything in it.
struct Panel {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
    /// Whether points are joined by lines and labelled right of the axes.
    lines: bool,
    /// What is marked across the plot, from left to right.
    marks: Vec<(f64, &'static str)>,
}

/// An axis with ticks of its own choice.
#[derive(Clone)]
struct Axis {
    description: String,
    range: Range<f64>,
    ticks: Vec<(f64, String)>,
}

struct Series {
    label: String,
    /// Its place among the variants of the study: the same look in all plots.
    look: usize,
    points: Vec<(f64, Figure)>,
}

/// The plot with its name and its figures in words, for who cannot see it.
#[derive(Template)]
#[template(path = "plot.svg")]
struct Document<'a> {
    id: &'a str,
    width: u32,
    height: u32,
    title: &'a str,
    description: &'a str,
    drawing: &'a str,
}

/// Net time against bytes of tables on the headline's stream, a panel per
/// context; nothing if nothing was measured.
pub(super) fn space_time(
    headline: &Headline<'_>,
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let &Headline { study, stream, .. } = headline;
    let unit = headline.unit();
    let variants: Vec<_> = contenders(records, study).collect();
    let sizes = Sizes::of(variants.iter().map(|variant| variant.table_bytes));
    let mut panels = Vec::new();
    let mut description = String::new();
    for context in CONTEXTS {
        let place = Place::plain(study, stream, context);
        description += &format!("Net {unit} in {context}: ");
        let series = (0..).zip(&variants).filter_map(|(look, variant)| {
            let net = figures.time(&variant.name, place).net?;
            let label = label(study, variant);
            let (value, bytes) = (figures::time(net.value), variant.table_bytes);
            description += &format!("{label} {value} with {bytes} bytes of tables; ");
            Some(Series { label, look, points: vec![(sizes.position(bytes), net)] })
        });
        let series: Vec<_> = series.collect();
        if let Some(y) = Axis::of_values(format!("net {unit}"), &series) {
            panels.push(Panel {
                title: format!("{study}, {context}, {stream}"),
                x: sizes.axis("bytes of tables, logarithmic", binary),
                y,
                series,
                lines: false,
                marks: Vec::new(),
            });
        }
    }
    let title = format!("{study}: space against time on the stream {stream}");
    let id = format!("{}-space-time", slug(study));
    plot(&id, &title, &description, &panels)
}

/// Net misses against the size of the simulated first-level cache on a stream;
/// nothing unless several sizes were counted.
pub(super) fn cache_sweep(
    study: &str,
    stream: &str,
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let place = Place::plain(study, stream, THROUGHPUT);
    let lines = Lines::of(study, records, |variant| figures.misses_by_cache(variant, place));
    let description = format!(
        "Net misses per query by the size of the cache: {}",
        lines.words(figures::count, binary)
    );
    let x = lines.axis("simulated L1 data cache, KiB", |bytes| binary(bytes).replace(" KiB", ""));
    let title = format!("{study}, {stream}");
    let panel = lines.panel(title, x, format!("net {L1_MISSES} per query"), logarithm);
    let title = format!("{study}: misses by size of the cache on the stream {stream}");
    let id = format!("{}-cache-sweep-{}", slug(study), slug(stream));
    plot(&id, &title, &description, panel.as_slice())
}

/// Net time against the bytes of the competing working set, in visits of some
/// length; nothing unless several sizes were measured.
pub(super) fn pressure(
    study: &str,
    stream: &str,
    (visit, dependent): (u64, bool),
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let parameters = Parameters {
        visit: Some(visit),
        dependent: Some(dependent.into()),
        ..Parameters::default()
    };
    let place = Place { study, stream, context: PRESSURE, parameters };
    let lines = Lines::of(study, records, |variant| {
        figures.times_along(variant, place, |p| p.working_set.take())
    });
    let unit = format!("net {}/query", figures.unit(study));
    let description =
        format!("{unit} by the competing working set: {}", lines.words(figures::time, binary));
    let sizes = Sizes::of(lines.values.iter().copied());
    let name = |bytes| figures::kibibytes(bytes as f64);
    let x = sizes.axis("competing working set, KiB, logarithmic", name);
    let kind = dependence(dependent);
    let title = format!("{study}, visits of {visit}, {kind}");
    let mut panel = lines.panel(title, x, unit, |bytes| sizes.position(bytes));
    if let Some(panel) = &mut panel {
        panel.marks = caches(&records.machine.caches, &panel.x);
    }
    let title =
        format!("{study}: time beside a competing working set, visits of {visit} {kind} queries");
    let id = format!("{}-pressure-{visit}-{kind}", slug(study));
    plot(&id, &title, &description, panel.as_slice())
}

/// Net time against the length of visits after a flush, a panel for queries that
/// wait and for those that do not; nothing unless several lengths were measured.
pub(super) fn cold(
    study: &str,
    stream: &str,
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let unit = format!("net {}/query", figures.unit(study));
    let mut panels = Vec::new();
    let mut description = String::new();
    for dependent in [false, true] {
        let parameters = Parameters { dependent: Some(dependent.into()), ..Parameters::default() };
        let place = Place { study, stream, context: COLD, parameters };
        let lines = Lines::of(study, records, |variant| {
            figures.times_along(variant, place, |p| p.visit.take())
        });
        let kind = dependence(dependent);
        let words = lines.words(figures::time, |visit| visit.to_string());
        description += &format!("{unit} by the length of a visit, {kind}: {words}");
        let x = lines.axis("queries after a flush, logarithmic", |visit| visit.to_string());
        panels.extend(lines.panel(format!("{study}, {kind}, cold"), x, unit.clone(), logarithm));
    }
    let title = format!("{study}: the first queries after the tables left all caches");
    plot(&format!("{}-cold", slug(study)), &title, &description, &panels)
}

/// The word for queries that wait for each other, or do not.
pub(super) fn dependence(dependent: bool) -> &'static str {
    if dependent { "dependent" } else { "independent" }
}

/// The ends of the first two levels of caches, where they lie on the axis.
fn caches(caches: &Caches, x: &Axis) -> Vec<(f64, &'static str)> {
    let levels = [(caches.l1d, "L1d"), (caches.l2, "L2")];
    let ends = levels.into_iter().filter_map(|(bytes, name)| Some((logarithm(bytes?), name)));
    ends.filter(|(end, _)| x.range.contains(end)).collect()
}

/// Figures over a parameter, a line per variant.
struct Lines {
    /// The values of the parameter, in order.
    values: Vec<u64>,
    lines: Vec<Line>,
}

struct Line {
    label: String,
    look: usize,
    /// The figures by the parameter.
    points: Vec<(u64, Figure)>,
}

impl Lines {
    fn of<'a>(
        study: &str,
        records: &'a Records,
        points: impl Fn(&'a str) -> Vec<(u64, Figure)>,
    ) -> Lines {
        let variants = (0..).zip(contenders(records, study));
        let lines = variants.map(|(look, variant)| {
            let points = points(&variant.name);
            Line { label: label(study, variant), look, points }
        });
        let lines: Vec<_> = lines.filter(|line| !line.points.is_empty()).collect();
        let values: BTreeSet<_> =
            lines.iter().flat_map(|line| &line.points).map(|(value, _)| *value).collect();
        Lines { values: values.into_iter().collect(), lines }
    }

    /// All figures in words.
    fn words(&self, figure: fn(f64) -> String, value: fn(u64) -> String) -> String {
        let mut words = String::new();
        for Line { label, points, .. } in &self.lines {
            let point =
                |(at, net): &(u64, Figure)| format!("{} at {}", figure(net.value), value(*at));
            let points: Vec<_> = points.iter().map(point).collect();
            words += &format!("{label} {}; ", points.join(", "));
        }
        words
    }

    /// A logarithmic axis with a tick at each value.
    fn axis(&self, description: &str, name: fn(u64) -> String) -> Axis {
        let end = |value: Option<&u64>| logarithm(value.copied().unwrap_or(0));
        Axis {
            description: description.to_owned(),
            range: end(self.values.first()) - 0.25..end(self.values.last()) + 0.25,
            ticks: self.values.iter().map(|value| (logarithm(*value), name(*value))).collect(),
        }
    }

    /// Nothing if there are fewer than two values, which make no line.
    fn panel(
        self,
        title: String,
        x: Axis,
        y: String,
        position: impl Fn(u64) -> f64,
    ) -> Option<Panel> {
        let series = self.lines.into_iter().map(|Line { label, look, points }| {
            let points = points.into_iter().map(|(value, net)| (position(value), net));
            Series { label, look, points: points.collect() }
        });
        let series: Vec<_> = series.collect();
        let y = Axis::of_values(y, &series).filter(|_| self.values.len() > 1)?;
        Some(Panel { title, x, y, series, lines: true, marks: Vec::new() })
    }
}

fn plot(id: &str, title: &str, description: &str, panels: &[Panel]) -> Result<Option<Plot>> {
    if panels.is_empty() {
        return Ok(None);
    }
    let labels = panels.iter().map(|panel| panel.series.len() as u32).max();
    let panel = PANEL.max(120 + labels.unwrap_or(0) * LINE as u32);
    let height = panel * panels.len() as u32;
    let mut drawing = String::new();
    {
        let root = SVGBackend::with_string(&mut drawing, (WIDTH, height)).into_drawing_area();
        root.fill(&PAPER)?;
        for (area, panel) in root.split_evenly((panels.len(), 1)).iter().zip(panels) {
            draw(&root, area, panel)?;
        }
        root.present()?;
    }
    // The backend's own opening tag has no room for a name.
    let drawing = drawing.split_once('\n').map_or("", |(_, rest)| rest);
    // What is opaque anyway need not say so at each of a thousand strokes.
    let drawing = &drawing.replace(" opacity=\"1\"", "");
    let document = Document {
        id,
        width: WIDTH,
        height,
        title,
        description: description.trim_end_matches("; "),
        drawing,
    };
    Ok(Some(Plot { file: format!("{id}.svg"), svg: document.render()? }))
}

/// Draws a panel into its area; the canvas is all of the drawing.
fn draw(canvas: &Canvas<'_>, area: &Canvas<'_>, panel: &Panel) -> Result<()> {
    let longest = panel.series.iter().map(|series| series.label.len()).max();
    let room =
        if panel.lines { FAR_GAP + 2 * MARKER + longest.unwrap_or(0) as i32 * LETTER } else { 10 };
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.title, ("sans-serif", TEXT + 2, &INK))
        .margin(10)
        .margin_right(room)
        .x_label_area_size(52)
        .y_label_area_size(62)
        .build_cartesian_2d(panel.x.clone(), panel.y.clone())?;
    chart
        .configure_mesh()
        .axis_style(INK)
        .bold_line_style(GRID)
        .label_style(("sans-serif", TEXT, &INK))
        .axis_desc_style(("sans-serif", TEXT, &INK))
        .x_desc(&panel.x.description)
        .y_desc(&panel.y.description)
        .draw()?;

    let pixel = |x: f64, y: f64| chart.backend_coord(&(x, y));
    let traces = panel.series.iter().map(|series| Trace {
        series,
        points: series
            .points
            .iter()
            .map(|(x, net)| [net.low, net.value, net.high].map(|y| pixel(*x, y)))
            .collect(),
    });
    let mut traces: Vec<_> = traces.collect();
    let (columns, rows) = chart.plotting_area().get_pixel_range();
    let marks = panel.marks.iter().map(|&(x, name)| (pixel(x, 0.0).0, name));
    draw_marks(canvas, marks, &rows)?;
    draw_traces(canvas, &traces, panel.lines)?;
    traces.sort_by_key(|trace| (trace.end().1, trace.end().0, trace.series.look));
    if panel.lines {
        label_lines(canvas, &traces, columns.end + FAR_GAP, rows)
    } else {
        label_points(canvas, &traces, columns, rows)
    }
}

/// A series in pixels.
struct Trace<'a> {
    series: &'a Series,
    /// The low end, the value and the high end of each point.
    points: Vec<[(i32, i32); 3]>,
}

impl Trace<'_> {
    /// The point that the label belongs to.
    fn end(&self) -> (i32, i32) {
        self.points.last().map_or((0, 0), |[_, value, _]| *value)
    }
}

/// Draws dashed lines from top to bottom with their names at the top, unless a
/// name would meet the one before.
fn draw_marks(
    canvas: &Canvas<'_>,
    marks: impl Iterator<Item = (i32, &'static str)>,
    rows: &Range<i32>,
) -> Result<()> {
    let mut free = i32::MIN;
    for (x, name) in marks {
        let line = [(x, rows.start), (x, rows.end)];
        canvas.draw(&DashedPathElement::new(line, 8, 6, INK))?;
        let left = x + 4;
        if left >= free {
            write(canvas, name, (left, rows.start + LINE / 2), HPos::Left)?;
            free = left + name.len() as i32 * LETTER;
        }
    }
    Ok(())
}

fn draw_traces(canvas: &Canvas<'_>, traces: &[Trace<'_>], lines: bool) -> Result<()> {
    for Trace { series, points } in traces {
        if lines {
            let line: Vec<_> = points.iter().map(|[_, value, _]| *value).collect();
            let colour = COLOURS[series.look % COLOURS.len()];
            canvas.draw(&PathElement::new(line, colour.stroke_width(2)))?;
        }
        for &[low, _, high] in points {
            bar(canvas, low, high)?;
        }
    }
    for Trace { series, points } in traces {
        for &[_, value, _] in points {
            marker(canvas, value, series.look)?;
        }
    }
    Ok(())
}

/// Writes the labels of lines in a column right of the axes and leads the
/// lines there. Markers are repeated beside them: lines may end in one point.
fn label_lines(canvas: &Canvas<'_>, traces: &[Trace<'_>], x: i32, rows: Range<i32>) -> Result<()> {
    let ends: Vec<_> = traces.iter().map(|trace| trace.end().1).collect();
    for (trace, y) in traces.iter().zip(stacked(ends, rows)) {
        canvas.draw(&PathElement::new([trace.end(), (x, y)], INK))?;
        marker(canvas, (x + MARKER, y), trace.series.look)?;
        let at = (x + 2 * MARKER + 4, y);
        write(canvas, &trace.series.label, at, HPos::Left)?;
    }
    Ok(())
}

/// Writes the labels of points where there is room around them.
fn label_points(
    canvas: &Canvas<'_>,
    traces: &[Trace<'_>],
    columns: Range<i32>,
    rows: Range<i32>,
) -> Result<()> {
    let bounds =
        Area { left: columns.start + 2, top: rows.start, right: columns.end, bottom: rows.end - 2 };
    let points = traces.iter().flat_map(|trace| &trace.points);
    let mut taken: Vec<_> = points
        .flat_map(|&[low, value, high]| {
            let bar = Area::around(low, 4).with(Area::around(high, 4));
            [bar, Area::around(value, MARKER)]
        })
        .collect();
    for trace in traces {
        let label = &trace.series.label;
        let width = label.len() as i32 * LETTER;
        if let Some(spot) = free_spot(trace.end(), width, bounds, &taken) {
            taken.push(spot);
            label_point(canvas, trace.end(), spot, label)?;
        }
    }
    Ok(())
}

/// An interval as a vertical bar with feet, in one stroke.
fn bar(canvas: &Canvas<'_>, low: (i32, i32), high: (i32, i32)) -> Result<()> {
    if low != high {
        let foot = |(x, y): (i32, i32)| [(x, y), (x - 4, y), (x + 4, y), (x, y)];
        canvas.draw(&PathElement::new([foot(low), foot(high)].concat(), INK))?;
    }
    Ok(())
}

/// A marker with an outline, which carries the shape where the colour is pale.
fn marker(canvas: &Canvas<'_>, (x, y): (i32, i32), look: usize) -> Result<()> {
    let shape = SHAPES[look % SHAPES.len()].iter();
    let mut corners: Vec<_> = shape.map(|(dx, dy)| (x + dx, y + dy)).collect();
    canvas.draw(&Polygon::new(corners.clone(), COLOURS[look % COLOURS.len()].filled()))?;
    corners.push(corners[0]);
    canvas.draw(&PathElement::new(corners, INK))?;
    Ok(())
}

/// Writes a label into its spot, with a thin line to its point unless that is
/// beside it, above or below.
fn label_point(canvas: &Canvas<'_>, point: (i32, i32), spot: Area, label: &str) -> Result<()> {
    let middle = (spot.top + spot.bottom) / 2;
    // Letters are narrower than their room: the text begins, or ends, at its point.
    let (near, side) =
        if spot.right <= point.0 { (spot.right, HPos::Right) } else { (spot.left, HPos::Left) };
    let beside = (middle - point.1).abs() < LINE / 2;
    let above_or_below = spot.left < point.0 && point.0 < spot.right;
    if !beside && !above_or_below {
        canvas.draw(&PathElement::new([point, (near, middle)], INK))?;
    }
    write(canvas, label, (near, middle), side)
}

fn write(canvas: &Canvas<'_>, text: &str, at: (i32, i32), side: HPos) -> Result<()> {
    let style =
        ("sans-serif", TEXT, &INK).into_text_style(canvas).pos(Pos::new(side, VPos::Center));
    canvas.draw(&Text::new(text.to_owned(), at, style))?;
    Ok(())
}

/// The heights of labels for points at these heights, which are sorted: as near
/// to them as can be, a line apart, in the same order, and no lower than the rows.
fn stacked(mut heights: Vec<i32>, rows: Range<i32>) -> Vec<i32> {
    for i in 1..heights.len() {
        heights[i] = heights[i].max(heights[i - 1] + LINE);
    }
    let mut lowest = rows.end - LINE / 2;
    for height in heights.iter_mut().rev() {
        *height = (*height).min(lowest);
        lowest = *height - LINE;
    }
    heights
}

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug)]
struct Area {
    left: i32,
    top: i32,
    right: i32,
    bottom: i32,
}

impl Area {
    fn around((x, y): (i32, i32), radius: i32) -> Area {
        Area {
            left: x.saturating_sub(radius),
            top: y.saturating_sub(radius),
            right: x.saturating_add(radius),
            bottom: y.saturating_add(radius),
        }
    }

    fn with(self, other: Area) -> Area {
        Area {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    fn is_in(self, outer: Area) -> bool {
        outer.left <= self.left
            && outer.top <= self.top
            && self.right <= outer.right
            && self.bottom <= outer.bottom
    }

    fn meets(self, other: Area) -> bool {
        self.left < other.right
            && other.left < self.right
            && self.top < other.bottom
            && other.top < self.bottom
    }
}

/// The nearest spot for a label that lies within bounds and meets nothing
/// else; nothing if there is none, and the label is left out.
fn free_spot((x, y): (i32, i32), width: i32, bounds: Area, taken: &[Area]) -> Option<Area> {
    let rows = (bounds.bottom - bounds.top) / LINE;
    let offsets = (0..=rows).flat_map(|row| [row * LINE, -row * LINE]);
    let spots = offsets.flat_map(|offset| {
        let gap = if offset == 0 { GAP } else { FAR_GAP };
        let (right, left, middle) = (x + gap, x - gap - width, x - width / 2);
        [right, left, middle].map(|left| {
            let top = y + offset - LINE / 2;
            Area { left, top, right: left + width, bottom: top + LINE }
        })
    });
    let mut free =
        spots.filter(|spot| spot.is_in(bounds) && !taken.iter().any(|other| spot.meets(*other)));
    free.next()
}

/// The axis of sizes of which one may be zero: logarithmic, with zero left of it.
struct Sizes {
    /// The logarithms of the smallest and the largest size above zero.
    exponents: Range<f64>,
    has_zero: bool,
}

impl Sizes {
    fn of(bytes: impl Iterator<Item = u64> + Clone) -> Sizes {
        let positive = bytes.clone().filter(|bytes| *bytes > 0).map(logarithm);
        let first = positive.clone().reduce(f64::min).unwrap_or(0.0).floor();
        let last = positive.reduce(f64::max).unwrap_or(first).ceil();
        Sizes { exponents: first..last, has_zero: bytes.clone().any(|bytes| bytes == 0) }
    }

    fn position(&self, bytes: u64) -> f64 {
        if bytes == 0 { self.exponents.start - self.step() } else { logarithm(bytes) }
    }

    /// The distance between ticks, in powers of two: seven fit.
    fn step(&self) -> f64 {
        let span = self.exponents.end - self.exponents.start;
        (span / 7.0).ceil().max(1.0)
    }

    fn axis(&self, description: &str, name: fn(u64) -> String) -> Axis {
        let (step, Range { start, end }) = (self.step(), self.exponents.clone());
        let mut ticks = Vec::new();
        if self.has_zero {
            ticks.push((self.position(0), "0".to_owned()));
        }
        let mut exponent = start;
        while exponent <= end && exponent < 64.0 {
            ticks.push((exponent, name(1 << exponent as u32)));
            exponent += step;
        }
        let left = if self.has_zero { self.position(0) } else { start };
        Axis {
            description: description.to_owned(),
            range: left - step / 2.0..end + step / 2.0,
            ticks,
        }
    }
}

impl Axis {
    /// An axis for the values of all series that shows zero and has round
    /// ticks; nothing without values, or if they are too far apart for numbers.
    fn of_values(description: String, series: &[Series]) -> Option<Axis> {
        let figures = series.iter().flat_map(|series| &series.points);
        let figures: Vec<_> = figures.map(|(_, figure)| figure).collect();
        if figures.is_empty() {
            return None;
        }
        let low = figures.iter().map(|figure| figure.low).fold(0.0, f64::min);
        let high = figures.iter().map(|figure| figure.high).fold(0.0, f64::max);
        let span = if high > low { high - low } else { 1.0 };
        // Room below, where labels of small values would meet the axis.
        let range = low - span * 0.06..low + span * 1.1;
        if !(range.end - range.start).is_finite() {
            return None;
        }
        let power = 10_f64.powf((span / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
        let step = step.into_iter().find(|step| span / step <= 6.0)?;
        let decimals = (-step.log10().floor()).clamp(0.0, 9.0) as usize;
        let numbers = (range.start / step).ceil() as i64..=(range.end / step).floor() as i64;
        let ticks = numbers.map(|n| n as f64 * step);
        Some(Axis {
            description,
            range,
            ticks: ticks.map(|at| (at, figures::number(at, decimals))).collect(),
        })
    }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, limit: (i32, i32)) -> i32 {
        RangedCoordf64::from(self.range.clone()).map(value, limit)
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        // Lines between ticks would only be noise.
        if hint.weight().allow_light_points() {
            Vec::new()
        } else {
            self.ticks.iter().map(|(at, _)| *at).collect()
        }
    }

    fn range(&self) -> Range<f64> {
        self.range.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        value.to_string()
    }

    fn format_ext(&self, value: &f64) -> String {
        let tick = self.ticks.iter().find(|(at, _)| at == value);
        tick.map_or_else(String::new, |(_, name)| name.clone())
    }
}

/// The logarithm to base two of a size; of zero as of one.
fn logarithm(bytes: u64) -> f64 {
    (bytes.max(1) as f64).log2()
}

/// A size in the largest binary unit that it fills.
pub(super) fn binary(bytes: u64) -> String {
    let units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    let unit = (1..units.len()).take_while(|unit| bytes >> (10 * unit) > 0).last().unwrap_or(0);
    let value = bytes as f64 / (1_u64 << (10 * unit)) as f64;
    if value.fract() == 0.0 {
        format!("{value} {}", units[unit])
    } else {
        format!("{value:.1} {}", units[unit])
    }
}

/// The variant's name without the study's in front. Only ASCII: plotters
/// takes the width of a text from its bytes.
fn label(study: &str, variant: &Variant) -> String {
    let name = variant.name.strip_prefix(study).unwrap_or(&variant.name);
    let name = name.strip_prefix('-').unwrap_or(name);
    let plain = |c: char| if c.is_ascii_graphic() { c } else { '?' };
    name.chars().take(LONGEST_LABEL).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_meet_neither_each_other_nor_the_border() {
        let bounds = Area { left: 0, top: 0, right: 300, bottom: 200 };
        let mut taken = Vec::new();
        for point in [(150, 100); 12] {
            let spot = free_spot(point, 80, bounds, &taken).unwrap();
            assert!(spot.is_in(bounds));
            assert!(!taken.iter().any(|other| spot.meets(*other)));
            taken.push(spot);
        }
    }

    #[test]
    fn labels_of_lines_keep_their_order_and_distance() {
        let heights = stacked(vec![10, 60, 95, 95], 0..100);
        assert_eq!(heights, [10, 55, 73, 91]);
    }

    #[test]
    fn sizes_are_in_the_largest_unit_that_they_fill() {
        let sizes = [0, 1023, 1024, 49152, 37_486_592, u64::MAX].map(binary);
        assert_eq!(sizes, ["0 B", "1023 B", "1 KiB", "48 KiB", "35.8 MiB", "16 EiB"]);
    }

    #[test]
    fn sizes_of_zero_stand_left_of_all_others() {
        let sizes = Sizes::of([0, 1920, 32768].into_iter());
        assert!(sizes.position(0) < sizes.position(1920));
        let ticks = sizes.axis("bytes", binary).ticks;
        assert!(sizes.position(0) < ticks[1].0);
        assert_eq!(ticks[0].1, "0");
    }
}
