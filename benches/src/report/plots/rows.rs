//! A row per variant: rankings, and bars of cold tables.

use super::super::figures::{self, COLD, Figure, Figures, Parameters, Place};
use super::super::noise;
use super::super::ranking::{Ranking, Row};
use super::super::slug;
use super::axis::{self, Axis};
use super::labels::{Area, LETTER, LINE, widest};
use super::pen::{MARKER, Side};
use super::sheet::{BELOW, Frame, Sheet, WIDTH};
use super::{Plot, Subject, dependence, subjects};
use crate::record::Records;
use anyhow::Result;

/// From one row to the next.
const ROW: i32 = 22;
const TITLE: i32 = 34;
const MARGIN: i32 = 10;

/// Room for a rank, a figure, and the word at ties.
const RANK: i32 = 4 * LETTER;
const FIGURE: i32 = 6 * LETTER;
const TIES: i32 = 12 + 3 * LETTER;
const NOT_COMPARED: &str = "not compared";

/// The variants of a ranking from the fastest to the slowest, each with its time
/// by the fastest one's; nothing if nothing was ranked. Ratios are drawn on a
/// logarithmic axis, where the noise is as wide on either side of 1. Shaded are
/// the noise floor and the rows that are tied with the first of them.
pub(in super::super) fn ranking(
    ranking: &Ranking<'_>,
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let Place { study, stream, context, .. } = ranking.place;
    let find =
        |row: &Row<'_>| subjects(records, study).find(|s| s.variant.name == row.variant.name);
    let rows: Vec<_> =
        ranking.rows.iter().filter_map(|row| Some((find(row)?, row, ratio(row)))).collect();
    let floor = noise::floor(figures, ranking.place);
    let ends = rows.iter().filter_map(|(.., ratio)| *ratio).map(|f| (f.low, f.high));
    let (low, high) = ends
        .filter(|(low, high)| axis::ratio(*low).is_some() && axis::ratio(*high).is_some())
        .fold((floor.recip(), floor), |(low, high), ends| (low.min(ends.0), high.max(ends.1)));
    let x = Axis::of_ratios("time by the fastest one's, logarithmic", low..high);
    let Some(x) = x.filter(|_| !rows.is_empty()) else { return Ok(None) };

    let labels: Vec<_> = rows.iter().map(|(subject, ..)| subject.label()).collect();
    let names = MARGIN + RANK + 6;
    let left = names + widest(labels.iter().map(String::as_str)) + 6;
    let ties = rows.iter().any(|(_, row, _)| row.shared);
    let right = (WIDTH - MARGIN - FIGURE - if ties { TIES } else { 0 }).max(left + 100);
    let width = right + FIGURE + MARGIN + if ties { TIES } else { 0 };
    let top = TITLE + LINE + 6;
    let bottom = top + rows.len() as i32 * ROW;
    let frame = Frame { area: Area { left, top, right, bottom }, x, y: Axis::blank() };
    let mut sheet = Sheet::new((width, bottom + BELOW + MARGIN), std::iter::once(&frame))?;

    let noise = format!("shaded around 1: the noise floor, {}", figures::percent(floor - 1.0));
    let across = |ratio: f64| axis::ratio(ratio).map(|at| frame.pixel(at, 0.0).0);
    let layer = sheet.layer();
    layer.write(&format!("{study}, {context}, {stream}"), (width / 2, TITLE / 2), Side::Middle);
    layer.write(&noise, (width / 2, TITLE + LINE / 2 - 4), Side::Middle);
    if let Some((from, to)) = across(floor.recip()).zip(across(floor)) {
        // A floor may be narrower than a pixel; it is there nevertheless.
        layer.shade((from, top), (to.max(from + 2), bottom), 25);
    }
    let mut first = 0;
    for group in rows.chunk_by(|(_, a, _), (_, b, _)| a.rank == b.rank) {
        let (from, to) = (top + first * ROW, top + (first + group.len() as i32) * ROW);
        first += group.len() as i32;
        if group.len() > 1 {
            let x = right + FIGURE + 4;
            layer.shade((MARGIN - 4, from), (x, to), 7);
            layer.stroke(&[(x, from + 3), (x + 6, from + 3), (x + 6, to - 3), (x, to - 3)]);
            layer.write("tie", (x + 10, (from + to) / 2), Side::Left);
        }
    }

    let mut description = format!("Time by the fastest one's in {context}: ");
    let middles = (0..).map(|row| top + row * ROW + ROW / 2);
    for (((subject, row, ratio), label), y) in rows.iter().zip(&labels).zip(middles) {
        let group = sheet.of(subject);
        group.write(&row.rank(), (MARGIN + RANK, y), Side::Right);
        group.write(label, (names, y), Side::Left);
        let Some(ratio) = ratio else {
            group.write(NOT_COMPARED, (right - 4, y), Side::Right);
            description += &format!("{} {label} {NOT_COMPARED}; ", row.rank());
            continue;
        };
        let figure = figures::ratio(ratio.value);
        if let [Some(low), Some(value), Some(high)] =
            [ratio.low, ratio.value, ratio.high].map(across)
        {
            group.interval((low, y), (high, y));
            group.marker(subject, (value, y));
        }
        group.write(&figure, (right + FIGURE, y), Side::Right);
        description += &format!("{} {label} {figure}, {}; ", row.rank(), row.verdict());
    }
    description += &noise;
    let title = format!("{study}: ranking in {context} on the stream {stream}");
    let id = format!("{}-ranking-{}", slug(study), slug(context));
    Ok(Some(sheet.finish(&id, &title, &description)?))
}

/// The time by the fastest one's, for that one itself too.
fn ratio(row: &Row<'_>) -> Option<Figure> {
    let fastest = row.is_fastest().then_some(Figure { value: 1.0, low: 1.0, high: 1.0 });
    row.ratio.or(fastest)
}

/// The width of a column of bars, and what is between two.
const COLUMN: i32 = 66;
const GAP: i32 = 20;

/// Net times after a flush, a row per variant and a column of bars per length of
/// visits, each with an axis of its own: what the first query costs is many times
/// what the sixteenth does. A panel for queries that wait and for those that do
/// not, each with the fastest in the shortest visits on top; nothing if nothing
/// was measured.
pub(in super::super) fn cold(
    study: &str,
    stream: &str,
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let unit = format!("net {}/query", figures.unit(study));
    let labels: Vec<_> = subjects(records, study).map(|subject| subject.label()).collect();
    let names = MARGIN + 2 * MARKER + 6;
    let left = names + widest(labels.iter().map(String::as_str)) + 10;
    let (mut width, mut top) = (WIDTH, 0);
    let mut description = String::new();
    let mut panels = Vec::new();
    for dependent in [false, true] {
        let parameters = Parameters { dependent: Some(dependent.into()), ..Parameters::default() };
        let place = Place { study, stream, context: COLD, parameters };
        let bars = Bars::of(study, records, |variant| {
            figures.times_along(variant, place, |parameters| parameters.visit.take())
        });
        let kind = dependence(dependent);
        description += &format!("{unit} by the length of a visit, {kind}: {}", bars.words());
        let area = top + TITLE;
        let bottom = area + bars.rows.len() as i32 * ROW;
        let columns = (0..).zip(&bars.visits).map(|(column, visit)| {
            let left = left + column * (COLUMN + GAP);
            let area = Area { left, top: area, right: left + COLUMN, bottom };
            Some((*visit, Frame { area, x: bars.axis(*visit)?, y: Axis::blank() }))
        });
        let columns: Vec<_> = columns.flatten().collect();
        if let Some((_, last)) = columns.last() {
            width = width.max(last.area.right + GAP + MARGIN);
            top = bottom + BELOW + MARGIN;
            panels.push((kind, bars, columns));
        }
    }
    if panels.is_empty() {
        return Ok(None);
    }
    let frames = panels.iter().flat_map(|(.., columns)| columns).map(|(_, frame)| frame);
    let mut sheet = Sheet::new((width, top), frames)?;
    for (kind, bars, columns) in &panels {
        draw(&mut sheet, &format!("{study}, {kind}, cold: {unit}"), bars, columns, (names, width));
    }
    let title = format!("{study}: the first queries after the tables left all caches");
    Ok(Some(sheet.finish(&format!("{}-cold", slug(study)), &title, &description)?))
}

/// Figures by variant and length of visits.
struct Bars<'a> {
    visits: Vec<u64>,
    /// The fastest in the shortest visits first.
    rows: Vec<(Subject<'a>, Vec<(u64, Figure)>)>,
}

impl<'a> Bars<'a> {
    fn of(
        study: &str,
        records: &'a Records,
        figures: impl Fn(&'a str) -> Vec<(u64, Figure)>,
    ) -> Bars<'a> {
        let rows = subjects(records, study).map(|s| (s, figures(&s.variant.name)));
        let mut rows: Vec<_> = rows.filter(|(_, figures)| !figures.is_empty()).collect();
        let first = |figures: &[(u64, Figure)]| figures.first().map_or(0.0, |(_, net)| net.value);
        rows.sort_by(|(_, a), (_, b)| first(a).total_cmp(&first(b)));
        let mut visits: Vec<_> =
            rows.iter().flat_map(|(_, figures)| figures).map(|(visit, _)| *visit).collect();
        visits.sort_unstable();
        visits.dedup();
        Bars { visits, rows }
    }

    /// The axis of a column; nothing if its figures are too far apart for numbers.
    fn axis(&self, visit: u64) -> Option<Axis> {
        let figures = self.rows.iter().flat_map(|(_, figures)| figures);
        let here =
            figures.filter(|(length, _)| *length == visit).map(|(_, net)| (net.low, net.high));
        let (low, high) = here.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Axis::of_values(visit.to_string(), low..high, 2)
    }

    fn words(&self) -> String {
        let mut words = String::new();
        for (subject, figures) in &self.rows {
            let figure =
                |(visit, net): &(u64, Figure)| format!("{} at {visit}", figures::time(net.value));
            let figures: Vec<_> = figures.iter().map(figure).collect();
            words += &format!("{} {}; ", subject.label(), figures.join(", "));
        }
        words
    }
}

fn draw(
    sheet: &mut Sheet,
    heading: &str,
    bars: &Bars<'_>,
    columns: &[(u64, Frame)],
    (names, width): (i32, i32),
) {
    let Some((_, Frame { area, .. })) = columns.first() else { return };
    let row = |i: usize| area.top + i as i32 * ROW + ROW / 2;
    let layer = sheet.layer();
    layer.write(heading, (width / 2, area.top - TITLE / 2), Side::Middle);
    layer.write("queries per visit", (area.left - 10, area.bottom + BELOW - 10), Side::Right);
    for (i, (subject, figures)) in bars.rows.iter().enumerate() {
        let group = sheet.of(subject);
        group.marker(subject, (names - 6 - MARKER, row(i)));
        group.write(&subject.label(), (names, row(i)), Side::Left);
        for (visit, frame) in columns {
            let Some((_, net)) = figures.iter().find(|(length, _)| length == visit) else {
                continue;
            };
            let [zero, low, value, high] =
                [0.0, net.low, net.value, net.high].map(|time| frame.pixel(time, 0.0).0);
            group.bar(subject, (zero, row(i) - 6), (value, row(i) + 6));
            group.interval((low, row(i)), (high, row(i)));
        }
    }
}
