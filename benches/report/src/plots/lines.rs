//! Lines over a parameter: the size of a simulated cache, or a competing working set or the
//! number of questions, along which the order of variants changes.

use super::axis::{Axis, BELOW, BESIDE, Plane};
use super::canvas::{self, Canvas, MARGIN, TITLE, TOP, WIDTH};
use super::elements::{colour, interval, marker};
use super::labels::{Area, LINE};
use super::legend::{Entry, list};
use super::{INK, Plot, Series, seen, series, told, unit};
use crate::crossover::{Change, Crossover, crossovers};
use crate::figures::{Figures, L1_MISSES, Place};
use crate::format::{self, dependence, slug};
use anyhow::Result;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters_backend::BackendCoord;
use plotters_backend::text_anchor::HPos;
use records::{Caches, Context, Figure, Table};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// The height of the plotting area.
const HEIGHT: i32 = 290;

/// Net misses against the size of the simulated first-level cache on a stream; nothing
/// unless several sizes were counted.
pub(crate) fn cache_sweep(
    study: &str,
    stream: &str,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let place = Place::plain(study, stream, Context::Throughput);
    let lines =
        Lines::of(study, figures, |name| figures.misses_by_cache(name, place), format::count);
    let unit = format!("net {} per query", L1_MISSES.name);
    let y = Axis::of_values(unit.clone(), lines.figures(), 7);
    let sketch = Sketch {
        id: format!("{}-cache-sweep-{}", slug(study), slug(stream)),
        title: format!("{study}: misses by size of the cache on the stream {stream}"),
        heading: format!("{study}, {stream}"),
        along: "simulated L1 data cache, KiB",
        value: kibibytes,
        at: |bytes| format!("in a cache of {} KiB", kibibytes(bytes)),
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
        at: |bytes| format!("beside {} KiB", kibibytes(bytes)),
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
        at: |questions| format!("with {}", format::many(questions, "question", "questions")),
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
    /// The values of the parameter, and the number of the lowest line at each.
    values: BTreeSet<u64>,
    lowest: BTreeMap<u64, usize>,
}

struct Line<'a> {
    series: Series<'a>,
    /// Its points in pixels, once there are axes.
    pixels: Vec<BackendCoord>,
}

impl Line<'_> {
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
        text: fn(f64) -> String,
    ) -> Lines<'a> {
        let (mut all, values) = series(study, figures, points, text);
        all.sort_by_key(|series| series.subject.look);
        let lowest = |value: &u64| {
            let ranked = all.iter().enumerate().filter(|(_, series)| series.subject.is_ranked());
            let here = ranked.filter_map(|(i, series)| Some((i, series.at(*value)?.value)));
            let (i, _) = here.min_by(|(_, a), (_, b)| a.total_cmp(b))?;
            Some((*value, i))
        };
        let lowest = values.iter().filter_map(lowest).collect();
        let line = |series| Line { series, pixels: Vec::new() };
        Lines { lines: all.into_iter().map(line).collect(), values, lowest }
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
    /// changes which is the lowest, or where the one that is the lowest at first is overtaken
    /// by a leader.
    fn mark(&self, pair: &Crossover<'_>, change: &Change) -> Option<BackendCoord> {
        let lines = self.lines.iter().enumerate();
        let ranked = lines.filter(|(_, line)| line.series.subject.is_ranked());
        let (of_pair, others): (Vec<_>, Vec<_>) = ranked.partition(|(_, line)| {
            [pair.variant, pair.against].iter().any(|name| line.series.subject.is(name))
        });
        let at = |(_, line): &(usize, &Line<'_>)| line.at(change.value);
        let [(x, a), (_, b)] = of_pair.iter().filter_map(at).collect::<Vec<_>>()[..] else {
            return None;
        };
        let y = f64::midpoint(a, b);
        // A line that all but meets the two does not make their change unimportant.
        let is_lowest = others.iter().filter_map(at).all(|(_, other)| other <= y + 2.0);
        let first = self.lowest.values().next();
        let is_first = of_pair.iter().any(|(i, _)| Some(i) == first);
        let are_leaders = of_pair.iter().all(|(_, line)| line.series.subject.is_leader());
        (is_lowest || is_first && are_leaders).then_some((x.round() as i32, y.round() as i32))
    }

    /// Where the orders of a table change, if that is to be marked, each in words.
    fn marks(&self, table: &Table, reach: u64) -> Vec<(BackendCoord, String)> {
        let mut marks = Vec::new();
        for pair in crossovers(table, reach) {
            let words = format!("{} and {}: {}", pair.variant, pair.against, pair.fact().0);
            let of_pair = pair.changes.iter().filter_map(|change| self.mark(&pair, change));
            marks.extend(of_pair.map(|at| (at, words.clone())));
        }
        marks
    }
}

/// What a plot is of, and how it says so.
struct Sketch<'a> {
    id: String,
    title: String,
    heading: String,
    /// The parameter, with its unit.
    along: &'static str,
    /// A value of the parameter, where that is, and a figure, in words.
    value: fn(u64) -> String,
    at: fn(u64) -> String,
    figure: fn(f64) -> String,
    /// Caches whose ends are marked across the plot.
    caches: Option<&'a Caches>,
}

impl Sketch<'_> {
    /// Plots the times of a place's table.
    fn plot_times(self, place: Place<'_>, figures: &Figures<'_>) -> Result<Option<Plot>> {
        let study = place.study;
        let lines = Lines::of(study, figures, |name| figures.times_along(name, place), self.figure);
        let unit = unit(figures, study);
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
        let (left, right) = (MARGIN + BESIDE, WIDTH - MARGIN);
        let area = Area { left, top: TITLE, right, bottom: TITLE + HEIGHT };
        let canvas = Canvas::new();
        let x = Axis::of_sizes(self.along, lines.values.iter().copied(), self.value);
        let plane = x.draw(y, area, &canvas)?;
        lines.place(&plane);
        let seen = seen(table.into_iter().flat_map(|(table, _)| &table.steps));
        canvas.write(&(self.heading.clone() + &seen), (MARGIN, TITLE / 2), HPos::Left)?;
        if let Some(caches) = self.caches {
            draw_caches(&canvas, &plane, area, (caches, &lines))?;
        }
        // The leaders last, above all others.
        let mut ordered: Vec<_> = lines.lines.iter().collect();
        ordered.sort_by_key(|line| Reverse(line.series.subject.look));
        ordered.into_iter().try_for_each(|line| self.draw(line, unit, &canvas, &plane))?;
        let lowest: BTreeSet<_> = lines.lowest.values().collect();
        let entries = lines.lines.iter().enumerate().map(|(i, line)| {
            let subject = &line.series.subject;
            Entry::of(subject, &subject.label, lowest.contains(&i))
        });
        let below = area.bottom + BELOW + LINE;
        list(&canvas, entries, below)?;
        canvas.turn_to(TOP);
        let marks = table.map(|(table, reach)| lines.marks(table, reach)).unwrap_or_default();
        marks.iter().for_each(|(at, words)| canvas.ring(*at, words));
        let description = self.describe(&lines, unit, &seen, marks.len());
        Ok(Some(canvas.finish(&self.id, &self.title, &description)))
    }

    /// Draws a line. A leader's points are marks, with intervals; any other is a mark as a
    /// whole.
    fn draw(&self, line: &Line<'_>, unit: &str, canvas: &Canvas, plane: &Plane) -> Result<()> {
        let Series { subject, points } = &line.series;
        canvas.turn_to_variant(subject);
        if !subject.is_leader() && points.len() > 1 {
            let point = |(at, figure): &(u64, Figure)| {
                format!("{} {}", told(*figure, self.figure, ""), (self.at)(*at))
            };
            let points: Vec<_> = points.iter().map(point).collect();
            let title = format!("{}: {unit} {}", subject.in_full(), points.join(", "));
            let look = canvas::line(&colour(subject.look).to_backend_color());
            canvas.mark(&look, &title, &line.pixels, false);
            return Ok(());
        }
        let style = colour(subject.look).stroke_width(2);
        canvas.draw(&PathElement::new(line.pixels.as_slice(), style))?;
        for &(at, figure) in points {
            let x = at as f64;
            let told = told(figure, self.figure, unit);
            let title = format!("{}: {told} {}", subject.in_full(), (self.at)(at));
            plane.draw(&interval((x, figure.low), (x, figure.high)))?;
            plane.draw(&marker(subject, title, (x, figure.value)))?;
        }
        Ok(())
    }

    /// What the plot shows, in a few sentences.
    fn describe(&self, lines: &Lines<'_>, unit: &str, seen: &str, marks: usize) -> String {
        let count = lines.lines.iter().map(|line| line.series.subject.variants.len()).sum();
        let count = format::counted(count, "variant");
        let lowest = |value: &u64| {
            let series = &lines.lines[*lines.lowest.get(value)?].series;
            let figure = (self.figure)(series.at(*value)?.value);
            Some(format!("{}: {}, {figure}", (self.at)(*value), series.subject.label))
        };
        let ends = [lines.values.first(), lines.values.last()];
        let ends: Vec<_> = ends.into_iter().flatten().filter_map(lowest).collect();
        let rings = match marks {
            0 => String::new(),
            marks => {
                let changes = format::many(marks as u64, "change", "changes");
                format!(" Rings mark {changes} of order.")
            }
        };
        format!("{unit} of {count} by {}{seen}. Lowest {}.{rings}", self.along, ends.join("; "))
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
