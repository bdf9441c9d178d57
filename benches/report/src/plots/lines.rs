//! Lines over a parameter: the size of a simulated cache, or a competing working set or the
//! number of questions, along which the order of variants changes.

use super::axis::{Axis, BESIDE, Plane};
use super::canvas::{Canvas, MARGIN, TITLE, TOP, WIDTH};
use super::elements::{MARKER, colour, interval, marker};
use super::labels::{Area, FAR_GAP, LINE, stacked, widest};
use super::{INK, Plot, Series, seen, series, unit};
use crate::crossover::{Change, Crossover, crossovers};
use crate::figures::{Figures, L1_MISSES, Place};
use crate::format::{self, dependence, slug};
use anyhow::Result;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters_backend::BackendCoord;
use plotters_backend::text_anchor::HPos;
use records::{Caches, Context, Figure, Table};
use std::collections::BTreeSet;

/// The height of a plot whose labels do not need more.
const HEIGHT: i32 = 360;
/// From the plotting area's bottom to that of the plot.
const BELOW: i32 = super::axis::BELOW + MARGIN;
/// The least width of the plotting area: labels that need more make a wider plot.
const NARROWEST: i32 = 300;
/// With more lines than these, those that are never the lowest stay thin and bare.
const CROWD: usize = 8;

/// Net misses against the size of the simulated first-level cache on a stream; nothing
/// unless several sizes were counted.
pub(crate) fn cache_sweep(
    study: &str,
    stream: &str,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let place = Place::plain(study, stream, Context::Throughput);
    let lines = Lines::of(study, figures, |name| figures.misses_by_cache(name, place));
    let unit = format!("net {} per query", L1_MISSES.name);
    let y = Axis::of_values(unit.clone(), lines.figures(), 7);
    let sketch = Sketch {
        id: format!("{}-cache-sweep-{}", slug(study), slug(stream)),
        title: format!("{study}: misses by size of the cache on the stream {stream}"),
        heading: format!("{study}, {stream}"),
        along: "simulated L1 data cache, KiB",
        value: kibibytes,
        figure: format::count,
        caches: None,
    };
    sketch.plot(lines, &unit, y, None)
}

/// Time against the bytes of the competing working set, with some touches of it between two
/// queries; nothing unless several sizes were measured. Rings are where the order of two variants
/// changes, if that matters to which is the fastest.
pub(crate) fn beside(place: Place<'_>, figures: &Figures<'_>) -> Result<Option<Plot>> {
    let Place { study, dependent, touches, .. } = place;
    let (count, kind) = (touches.unwrap_or(0), dependence(dependent));
    let touches = format::many(count, "touch", "touches");
    let sketch = Sketch {
        id: format!("{}-beside-{count}-{kind}", slug(study)),
        title: format!(
            "{study}: time beside a competing working set, {touches} between {kind} queries"
        ),
        heading: format!("{study}, {touches}, {kind}"),
        along: "competing working set, KiB",
        value: kibibytes,
        figure: format::time,
        caches: Some(&figures.records.machine.caches),
    };
    sketch.plot_times(place, figures)
}

/// Time against how many questions are asked after each query of a stream; nothing
/// unless that was varied. Rings are as beside a working set.
pub(crate) fn upkeep(study: &str, stream: &str, figures: &Figures<'_>) -> Result<Option<Plot>> {
    let sketch = Sketch {
        id: format!("{}-upkeep-{}", slug(study), slug(stream)),
        title: format!("{study}: time by the number of questions on the stream {stream}"),
        heading: format!("{study}, {stream}"),
        along: "questions after each query",
        value: |questions| questions.to_string(),
        figure: format::time,
        caches: None,
    };
    sketch.plot_times(Place::plain(study, stream, Context::Upkeep), figures)
}

fn kibibytes(bytes: u64) -> String {
    format::kibibytes(bytes as f64)
}

/// Figures over a parameter, a line per variant.
struct Lines<'a> {
    lines: Vec<Line<'a>>,
    /// The values of the parameter, in order, and the look of the lowest line at each.
    values: BTreeSet<u64>,
    lowest: Vec<usize>,
}

struct Line<'a> {
    series: Series<'a>,
    /// Its points in pixels, once there are axes.
    pixels: Vec<BackendCoord>,
}

impl Line<'_> {
    fn end(&self) -> BackendCoord {
        self.pixels.last().copied().unwrap_or_default()
    }

    /// Where the line, which is straight between its points, passes a value of the
    /// parameter, in pixels.
    fn at(&self, value: f64) -> Option<(f64, f64)> {
        let points = &self.series.points;
        let around =
            |pair: &[(u64, Figure)]| (pair[0].0 as f64..=pair[1].0 as f64).contains(&value);
        let left = points.windows(2).position(around)?;
        let [start, end] = [left, left + 1].map(|i| points[i].0 as f64);
        let share = (value - start) / (end - start);
        let [from, to] = [left, left + 1].map(|i| self.pixels[i]);
        let along = |from: i32, to: i32| f64::from(from) + share * f64::from(to - from);
        Some((along(from.0, to.0), along(from.1, to.1)))
    }
}

impl<'a> Lines<'a> {
    fn of(
        study: &str,
        figures: &Figures<'a>,
        points: impl Fn(&'a str) -> Vec<(u64, Figure)>,
    ) -> Lines<'a> {
        let (all, values) = series(study, figures, points);
        let lowest = |value: &u64| {
            let ranked = all.iter().filter(|series| series.subject.variant.is_ranked());
            let here = ranked.filter_map(|series| Some((series, series.at(*value)?.value)));
            here.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(series, _)| series.subject.look)
        };
        let lowest = values.iter().filter_map(lowest).collect();
        let line = |series| Line { series, pixels: Vec::new() };
        Lines { lines: all.into_iter().map(line).collect(), values, lowest }
    }

    fn is_crowded(&self) -> bool {
        self.lines.len() > CROWD
    }

    fn figures(&self) -> impl Iterator<Item = Figure> + Clone {
        self.lines.iter().flat_map(|line| &line.series.points).map(|(_, figure)| *figure)
    }

    /// Puts the points on a plane.
    fn place(&mut self, plane: &Plane) {
        for line in &mut self.lines {
            let pixel = |(at, net): &(u64, Figure)| plane.map_coordinate(&(*at as f64, net.value));
            line.pixels = line.series.points.iter().map(pixel).collect();
        }
    }

    /// Where the order of two lines changes, in pixels, if that is to be marked: where it
    /// changes which is the lowest, and, unless there is a crowd, where the one that is the
    /// lowest at first is overtaken.
    fn mark(&self, pair: &Crossover<'_>, change: &Change) -> Option<BackendCoord> {
        let ranked = self.lines.iter().filter(|line| line.series.subject.variant.is_ranked());
        let (of_pair, others): (Vec<_>, Vec<_>) = ranked.partition(|line| {
            [pair.variant, pair.against].contains(&line.series.subject.variant.name.as_str())
        });
        let at = |line: &&Line<'_>| line.at(change.value);
        let [(x, a), (_, b)] = of_pair.iter().filter_map(at).collect::<Vec<_>>()[..] else {
            return None;
        };
        let y = f64::midpoint(a, b);
        // A line that all but meets the two does not make their change unimportant.
        let is_lowest = others.iter().filter_map(at).all(|(_, other)| other <= y + 2.0);
        let is_first = |line: &&Line<'_>| Some(&line.series.subject.look) == self.lowest.first();
        let is_first = of_pair.iter().any(is_first);
        let is_marked = is_lowest || is_first && !self.is_crowded();
        is_marked.then_some((x.round() as i32, y.round() as i32))
    }

    /// Where the orders of a table change, if that is to be marked, and these in words.
    fn marks(&self, table: &Table, reach: u64) -> (Vec<BackendCoord>, String) {
        let (mut marks, mut words) = (Vec::new(), String::new());
        for pair in crossovers(table, reach) {
            let of_pair = pair.changes.iter().filter_map(|change| self.mark(&pair, change));
            let before = marks.len();
            marks.extend(of_pair);
            if marks.len() > before {
                words += &format!("{} and {}: {}; ", pair.variant, pair.against, pair.fact().0);
            }
        }
        (marks, words)
    }

    /// Draws the lines, the lowest last, and their labels in a column right of the axes.
    fn draw(&self, canvas: &Canvas, plane: &Plane, area: Area) -> Result<()> {
        let mut ordered: Vec<_> = self.lines.iter().collect();
        ordered.sort_by_key(|line| (line.end().1, line.end().0, line.series.subject.look));
        let ends = ordered.iter().map(|line| line.end().1).collect();
        let mut placed: Vec<_> =
            ordered.into_iter().zip(stacked(ends, &(area.top..area.bottom))).collect();
        placed.sort_by_key(|(line, _)| self.lowest.contains(&line.series.subject.look));
        placed.into_iter().try_for_each(|(line, y)| {
            self.draw_line(line, canvas, plane, (area.right + FAR_GAP, y))
        })
    }

    /// Draws a line, with its label and another marker at this height right of the axes:
    /// lines may end in one point.
    fn draw_line(
        &self,
        line: &Line<'_>,
        canvas: &Canvas,
        plane: &Plane,
        (x, y): BackendCoord,
    ) -> Result<()> {
        let Series { subject, points } = &line.series;
        let stands_out = self.is_crowded() && self.lowest.contains(&subject.look);
        let is_bare = self.is_crowded() && !stands_out;
        canvas.turn_to_variant(subject);
        let colour = colour(subject.look).stroke_width(if is_bare { 1 } else { 2 });
        canvas.draw(&PathElement::new(line.pixels.as_slice(), colour))?;
        for (at, Figure { value, low, high }) in points.iter().filter(|_| !is_bare) {
            let at = *at as f64;
            plane.draw(&interval((at, *low), (at, *high)))?;
            plane.draw(&marker(subject, (at, *value)))?;
        }
        canvas.draw(&PathElement::new([line.end(), (x, y)], INK.mix(0.6)))?;
        canvas.draw(&marker(subject, (x + MARKER, y)))?;
        canvas.write_in(stands_out, &subject.label, (x + 2 * MARKER + 4, y), HPos::Left)
    }
}

/// What a plot is of, and how it says so.
struct Sketch<'a> {
    id: String,
    title: String,
    heading: String,
    /// The parameter, with its unit.
    along: &'static str,
    /// A value of the parameter, and a figure, in words.
    value: fn(u64) -> String,
    figure: fn(f64) -> String,
    /// Caches whose ends are marked across the plot.
    caches: Option<&'a Caches>,
}

impl Sketch<'_> {
    /// Plots the times of a place's table.
    fn plot_times(self, place: Place<'_>, figures: &Figures<'_>) -> Result<Option<Plot>> {
        let lines = Lines::of(place.study, figures, |name| figures.times_along(name, place));
        let unit = unit(figures, place.study);
        let y = Axis::of_times(&unit, lines.figures());
        self.plot(lines, &unit, y, figures.table(place).map(|table| (table, figures.reach())))
    }

    /// Nothing if there are fewer than two values, which make no line.
    fn plot(
        self,
        mut lines: Lines<'_>,
        unit: &str,
        y: Axis,
        table: Option<(&Table, u64)>,
    ) -> Result<Option<Plot>> {
        if lines.values.len() < 2 {
            return Ok(None);
        }
        let room =
            FAR_GAP + 2 * MARKER + 4 + widest(lines.lines.iter().map(|line| &line.series.subject));
        let left = MARGIN + BESIDE;
        let right = (WIDTH - room - MARGIN).max(left + NARROWEST);
        let height = HEIGHT.max(TITLE + BELOW + (lines.lines.len() as i32 + 1) * LINE);
        let area = Area { left, top: TITLE, right, bottom: height - BELOW };
        let canvas = Canvas::new();
        let x = Axis::of_sizes(self.along, lines.values.iter().copied(), self.value);
        let plane = x.draw(y, area, &canvas)?;
        lines.place(&plane);
        let seen = seen(table.into_iter().flat_map(|(table, _)| &table.steps));
        canvas.write(&(self.heading.clone() + &seen), (MARGIN, TITLE / 2), HPos::Left)?;
        if let Some(caches) = self.caches {
            draw_caches(&canvas, &plane, area, (caches, &lines))?;
        }
        lines.draw(&canvas, &plane, area)?;
        canvas.turn_to(TOP);
        let (marks, facts) =
            table.map(|(table, reach)| lines.marks(table, reach)).unwrap_or_default();
        for mark in marks {
            canvas.draw(&Circle::new(mark, 10, INK.stroke_width(2)))?;
        }
        let words = |line: &Line<'_>| line.series.words(self.figure, self.value);
        let words: String = lines.lines.iter().map(words).collect();
        let description = format!("{unit} by {}{seen}: {words}{facts}", self.along);
        Ok(Some(canvas.finish(&self.id, &self.title, &description)))
    }
}

/// Marks the ends of the first two levels of caches, where they lie on the axis.
fn draw_caches(
    canvas: &Canvas,
    plane: &Plane,
    area: Area,
    (caches, lines): (&Caches, &Lines<'_>),
) -> Result<()> {
    let least = lines.values.iter().find(|value| **value > 0).copied().unwrap_or(0);
    let most = lines.values.last().copied().unwrap_or(0);
    for (row, bytes, name) in [(0, caches.l1d, "L1d"), (1, caches.l2, "L2")] {
        let Some(bytes) = bytes.filter(|bytes| (least..=most).contains(bytes)) else { continue };
        let (x, _) = plane.map_coordinate(&(bytes as f64, 1.0));
        let line = [(x, area.top), (x, area.bottom)];
        canvas.draw(&DashedPathElement::new(line, 8, 5, INK))?;
        canvas.write(name, (x + 4, area.top + LINE / 2 + row * LINE), HPos::Left)?;
    }
    Ok(())
}
