//! Lines over a parameter: the size of a simulated cache, or a competing working set
//! or the number of questions, along which the order of variants turns.

use super::super::figures::{
    self, Figure, Figures, PRESSURE, Parameters, Place, THROUGHPUT, UPKEEP,
};
use super::super::pressure::{self, Circumstances};
use super::super::{slug, upkeep};
use super::axis::{Axis, Sizes, binary, logarithm, magnitude};
use super::labels::{Area, FAR_GAP, LETTER, LINE, stacked, widest};
use super::pen::{MARKER, Side};
use super::sheet::{BELOW, BESIDE, Frame, Sheet, WIDTH};
use super::{Plot, Subject, dependence, subjects};
use crate::machine::Caches;
use crate::record::{Records, Turn, quantity::L1_MISSES};
use anyhow::Result;
use std::collections::BTreeSet;
use std::ops::Range;

/// The height of a plot whose labels do not need more.
const HEIGHT: i32 = 360;
const TITLE: i32 = 34;
/// The least width of the plotting area: labels that need more make a wider plot.
const NARROWEST: i32 = 300;
/// With more lines than these, those that are never the lowest stay thin and bare.
const CROWD: usize = 8;

/// Net misses against the size of the simulated first-level cache on a stream;
/// nothing unless several sizes were counted.
pub(in super::super) fn cache_sweep(
    study: &str,
    stream: &str,
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let place = Place::plain(study, stream, THROUGHPUT);
    let lines = Lines::of(study, records, |variant| figures.misses_by_cache(variant, place));
    let words = lines.words(figures::count, binary);
    let sketch = Sketch {
        id: format!("{}-cache-sweep-{}", slug(study), slug(stream)),
        title: format!("{study}: misses by size of the cache on the stream {stream}"),
        description: format!("Net misses per query by the size of the cache: {words}"),
        heading: format!("{study}, {stream}"),
        x: lines.axis("simulated L1 data cache, KiB", |bytes| binary(bytes).replace(" KiB", "")),
        marks: Vec::new(),
        crossings: Vec::new(),
    };
    let y = |values| Axis::of_values(format!("net {L1_MISSES} per query"), values, 7);
    sketch.plot(&lines, y, (logarithm, |misses| misses))
}

/// Net time against the bytes of the competing working set, in visits of some
/// length; nothing unless several sizes were measured. Rings are where the order
/// of two variants turns: those that matter to who is the fastest.
pub(in super::super) fn pressure(
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
    let sizes = Sizes::of(&lines.values);
    let unit = format!("net {}/query", figures.unit(study));
    let kind = dependence(dependent);
    let here = pressure::turns(records, study)
        .filter(|(circumstances, _)| *circumstances == Circumstances { visit, dependent })
        .filter(|(_, turn)| turn.stream == stream);
    let (crossings, facts) = lines.crossings(here.map(|(_, turn)| turn), &sizes);
    let words = lines.words(figures::time, binary);
    let name = |bytes| figures::kibibytes(bytes as f64);
    let x = sizes.axis("competing working set, KiB, logarithmic", name);
    let sketch = Sketch {
        id: format!("{}-pressure-{visit}-{kind}", slug(study)),
        title: format!(
            "{study}: time beside a competing working set, visits of {visit} {kind} queries"
        ),
        description: format!("{unit} by the competing working set: {words}{facts}"),
        heading: format!("{study}, visits of {visit}, {kind}"),
        marks: caches(&records.machine.caches, &x),
        x,
        crossings,
    };
    let y = |values| Axis::of_magnitudes(format!("{unit}, logarithmic"), values);
    sketch.plot(&lines, y, (|bytes| sizes.position(bytes), magnitude))
}

/// Net time against how many questions are asked after each query of a stream; nothing
/// unless that was varied. Rings are as beside a working set.
pub(in super::super) fn upkeep(
    study: &str,
    stream: &str,
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let place = Place::plain(study, stream, UPKEEP);
    let lines = Lines::of(study, records, |variant| {
        figures.times_along(variant, place, |p| p.asked.take())
    });
    let sizes = Sizes::of(&lines.values);
    let unit = format!("net {}/query", figures.unit(study));
    let here = upkeep::turns(records, study).filter(|turn| turn.stream == stream);
    let (crossings, facts) = lines.crossings(here, &sizes);
    let words = lines.words(figures::time, |times| times.to_string());
    let x = sizes.axis("questions after each query, logarithmic", |times| times.to_string());
    let sketch = Sketch {
        id: format!("{}-upkeep-{}", slug(study), slug(stream)),
        title: format!("{study}: time by the number of questions on the stream {stream}"),
        description: format!("{unit} by the questions after each query: {words}{facts}"),
        heading: format!("{study}, {stream}"),
        marks: Vec::new(),
        x,
        crossings,
    };
    let y = |values| Axis::of_magnitudes(format!("{unit}, logarithmic"), values);
    sketch.plot(&lines, y, (|times| sizes.position(times), magnitude))
}

/// The ends of the first two levels of caches, where they lie on the axis.
fn caches(caches: &Caches, x: &Axis) -> Vec<(f64, &'static str)> {
    let levels = [(caches.l1d, "L1d"), (caches.l2, "L2")];
    let ends = levels.into_iter().filter_map(|(bytes, name)| Some((logarithm(bytes?), name)));
    ends.filter(|(end, _)| x.range.contains(end)).collect()
}

/// Figures over a parameter, a line per variant.
struct Lines<'a> {
    /// The values of the parameter, in order.
    values: Vec<u64>,
    lines: Vec<Line<'a>>,
}

struct Line<'a> {
    subject: Subject<'a>,
    /// The figures by the parameter.
    points: Vec<(u64, Figure)>,
    /// Whether it is the lowest anywhere.
    lowest: bool,
}

impl Line<'_> {
    /// Where the line, which is straight between its points, is at a value of the
    /// parameter; the first coordinate as this function places the values, the
    /// second by [`magnitude`].
    fn at(&self, value: f64, position: impl Fn(u64) -> f64) -> Option<(f64, f64)> {
        let around =
            |pair: &&[(u64, Figure)]| (pair[0].0 as f64..=pair[1].0 as f64).contains(&value);
        let pair = self.points.windows(2).find(around)?;
        let [(left, from), (right, to)] = [pair[0], pair[1]];
        let share = (value - left as f64) / (right as f64 - left as f64);
        let along = |from: f64, to: f64| from + share * (to - from);
        let [from, to] = [from, to].map(|figure| magnitude(figure.value));
        let at = (along(position(left), position(right)), along(from, to));
        (at.0.is_finite() && at.1.is_finite()).then_some(at)
    }

    fn value(&self, at: u64) -> Option<f64> {
        self.points.iter().find(|(value, _)| *value == at).map(|(_, net)| net.value)
    }
}

impl<'a> Lines<'a> {
    fn of(
        study: &str,
        records: &'a Records,
        points: impl Fn(&'a str) -> Vec<(u64, Figure)>,
    ) -> Lines<'a> {
        let lines = subjects(records, study).map(|subject| {
            let points = points(&subject.variant.name);
            Line { subject, points, lowest: false }
        });
        let lines: Vec<_> = lines.filter(|line| !line.points.is_empty()).collect();
        let values: BTreeSet<_> =
            lines.iter().flat_map(|line| &line.points).map(|(value, _)| *value).collect();
        let mut lines = Lines { values: values.into_iter().collect(), lines };
        for value in lines.values.clone() {
            if let Some(lowest) = lines.lowest(value) {
                lines.lines[lowest].lowest = true;
            }
        }
        lines
    }

    /// The lines of plain interfaces, by number: only these are compared.
    fn plain(&self) -> impl Iterator<Item = (usize, &Line<'a>)> {
        self.lines.iter().enumerate().filter(|(_, line)| line.subject.is_ranked())
    }

    /// The number of the line that is the lowest at a value.
    fn lowest(&self, value: u64) -> Option<usize> {
        let here = self.plain().filter_map(|(i, line)| Some((i, line.value(value)?)));
        here.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(i, _)| i)
    }

    fn is_crowded(&self) -> bool {
        self.lines.len() > CROWD
    }

    /// Where an order turns, if that is to be marked: where it changes who is the
    /// lowest, and, unless there is a crowd, where the first to be it is overtaken.
    fn crossing(&self, turn: &Turn, position: impl Fn(u64) -> f64) -> Option<(f64, f64)> {
        let [at, ..] = turn.at?;
        let find = |name: &str| {
            let mut plain = self.plain();
            plain.find(|(_, line)| line.subject.variant.name == name).map(|(i, _)| i)
        };
        let pair = [find(&turn.variant)?, find(&turn.against)?];
        let [a, b] = pair.map(|line| self.lines[line].at(at, &position));
        let ((x, a), (_, b)) = (a?, b?);
        let y = (a + b) / 2.0;
        let others = self.plain().filter(|(i, _)| !pair.contains(i));
        let others = others.filter_map(|(_, line)| line.at(at, &position));
        // A line that all but meets the two does not make their turn unimportant.
        let lowest = others.fold(f64::INFINITY, |lowest, (_, y)| lowest.min(y));
        let is_lowest = y <= lowest + 0.02;
        let first = self.values.first().and_then(|value| self.lowest(*value));
        let is_first = !self.is_crowded() && first.is_some_and(|first| pair.contains(&first));
        (is_lowest || is_first).then_some((x, y))
    }

    /// Where those of the orders turn that are to be marked, and all of them in words.
    fn crossings<'t>(
        &self,
        turns: impl Iterator<Item = &'t Turn>,
        sizes: &Sizes,
    ) -> (Vec<(f64, f64)>, String) {
        let (mut crossings, mut words) = (Vec::new(), String::new());
        for turn in turns {
            if let Some(at) = self.crossing(turn, |value| sizes.position(value)) {
                let Turn { variant, against, .. } = turn;
                words += &format!("{variant} and {against}: {}; ", pressure::fact(turn).0);
                crossings.push(at);
            }
        }
        (crossings, words)
    }

    /// All figures in words.
    fn words(&self, figure: fn(f64) -> String, value: fn(u64) -> String) -> String {
        let mut words = String::new();
        for line in &self.lines {
            let point =
                |(at, net): &(u64, Figure)| format!("{} at {}", figure(net.value), value(*at));
            let points: Vec<_> = line.points.iter().map(point).collect();
            words += &format!("{} {}; ", line.subject.label(), points.join(", "));
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
}

/// All that is to be on a plot but the lines.
struct Sketch {
    id: String,
    title: String,
    description: String,
    heading: String,
    x: Axis,
    /// What is marked across the plot, from left to right.
    marks: Vec<(f64, &'static str)>,
    /// Where rings are drawn.
    crossings: Vec<(f64, f64)>,
}

impl Sketch {
    /// Nothing if there are fewer than two values, which make no line.
    /// `place` says where values of the parameter and figures stand on the axes.
    fn plot(
        self,
        lines: &Lines<'_>,
        y: impl FnOnce(Range<f64>) -> Option<Axis>,
        place: (impl Fn(u64) -> f64, fn(f64) -> f64),
    ) -> Result<Option<Plot>> {
        let figures = || lines.lines.iter().flat_map(|line| &line.points).map(|(_, net)| net);
        let low = figures().map(|net| net.low).fold(f64::INFINITY, f64::min);
        let high = figures().map(|net| net.high).fold(f64::NEG_INFINITY, f64::max);
        let y = y(low..high).filter(|_| lines.values.len() > 1);
        let Some(y) = y else { return Ok(None) };
        let labels: Vec<_> = lines.lines.iter().map(|line| line.subject.label()).collect();
        let room = FAR_GAP + 2 * MARKER + 4 + widest(labels.iter().map(String::as_str));
        let height = HEIGHT.max(110 + labels.len() as i32 * LINE);
        let right = (WIDTH - room).max(10 + BESIDE + NARROWEST);
        let area = Area { left: 10 + BESIDE, top: TITLE, right, bottom: height - BELOW - 10 };
        let frame = Frame { area, x: self.x, y };
        let mut sheet = Sheet::new((right + room, height), std::iter::once(&frame))?;
        let layer = sheet.layer();
        layer.write(&self.heading, (WIDTH / 2, TITLE / 2), Side::Middle);
        let mut free = i32::MIN;
        for (x, name) in self.marks {
            let (x, _) = frame.pixel(x, 0.0);
            layer.dashes(&[(x, area.top), (x, area.bottom)], 1);
            // Unless a name would meet the one before.
            if x + 4 >= free {
                layer.write(name, (x + 4, area.top + LINE / 2), Side::Left);
                free = x + 4 + name.len() as i32 * LETTER;
            }
        }
        draw(&mut sheet, &frame, lines, place);
        let layer = sheet.layer();
        for (x, y) in self.crossings {
            layer.ring(frame.pixel(x, y));
        }
        Ok(Some(sheet.finish(&self.id, &self.title, &self.description)?))
    }
}

/// Draws the lines, the lowest last, and their labels in a column right of the
/// axes. Markers are repeated beside them: lines may end in one point.
fn draw(
    sheet: &mut Sheet,
    frame: &Frame,
    lines: &Lines<'_>,
    (position, height): (impl Fn(u64) -> f64, fn(f64) -> f64),
) {
    let at = |(value, net): &(u64, Figure), time: fn(&Figure) -> f64| {
        frame.pixel(position(*value), height(time(net)))
    };
    let end = |line: &Line<'_>| line.points.last().map_or((0, 0), |point| at(point, |f| f.value));
    let mut ordered: Vec<_> = lines.lines.iter().collect();
    ordered.sort_by_key(|line| {
        let (x, y) = end(line);
        (y, x, line.subject.look)
    });
    let ends = ordered.iter().map(|line| end(line).1).collect();
    let x = frame.columns().end + FAR_GAP;
    let mut placed: Vec<_> = ordered.into_iter().zip(stacked(ends, &frame.rows())).collect();
    placed.sort_by_key(|(line, _)| line.lowest);
    for (line, y) in placed {
        let subject = &line.subject;
        let group = sheet.of(subject);
        let values: Vec<_> = line.points.iter().map(|point| at(point, |f| f.value)).collect();
        let bare = lines.is_crowded() && !line.lowest;
        group.line(subject, &values, if bare { 1 } else { 2 });
        if !bare {
            for point in &line.points {
                group.interval(at(point, |f| f.low), at(point, |f| f.high));
            }
            for value in values {
                group.marker(subject, value);
            }
        }
        group.leader(end(line), (x, y));
        group.marker(subject, (x + MARKER, y));
        let label = subject.label();
        let beside = (x + 2 * MARKER + 4, y);
        if lines.is_crowded() && line.lowest {
            group.write_bold(&label, beside, Side::Left);
        } else {
            group.write(&label, beside, Side::Left);
        }
    }
}
