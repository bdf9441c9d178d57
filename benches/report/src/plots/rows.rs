//! A row per variant: rankings, and bars of cold tables.

use super::axis::{Axis, BELOW, Plane};
use super::canvas::{AXES, Canvas, MARGIN, TITLE, WIDTH};
use super::elements::{MARKER, colour, interval, marker};
use super::labels::{Area, LETTER, LINE, widest, width};
use super::{INK, Plot, Series, Subject, seen, series, subjects, unit};
use crate::figures::{Figures, Place};
use crate::format::{self, dependence, slug};
use crate::noise;
use crate::ranking::{Ranking, Row};
use anyhow::Result;
use plotters::prelude::*;
use plotters_backend::text_anchor::HPos;
use records::{Context, Figure, LARGEST, Verdict};
use std::collections::BTreeSet;

/// From one row to the next.
const ROW: i32 = 22;

/// Room for a rank and a figure.
const RANK: i32 = 4 * LETTER;
const FIGURE: i32 = 7 * LETTER;
/// The least width of the plotting area: labels that need more make a wider plot.
const NARROWEST: i32 = 200;
const NOT_COMPARED: &str = "not compared";

/// A row of a ranking, with its time by that of the fastest.
struct Ranked<'a> {
    subject: Subject<'a>,
    row: &'a Row<'a>,
    ratio: Option<Figure>,
}

/// The variants of a ranking from the fastest to the slowest, each with its time by the
/// fastest one's; nothing if nothing was ranked. Ratios are drawn on a logarithmic axis,
/// where the noise is as wide on either side of 1. The noise floor and the rows that
/// share a rank are shaded.
pub(crate) fn ranking(ranking: &Ranking<'_>, figures: &Figures<'_>) -> Result<Option<Plot>> {
    let Place { study, stream, context, .. } = ranking.place;
    let subjects = subjects(figures, study);
    let ranked = |row| Ranked::of(row, &subjects);
    let rows: Vec<_> = ranking.rows.iter().filter_map(ranked).collect();
    if rows.is_empty() {
        return Ok(None);
    }
    let floor = noise::floor(figures, ranking.place).min(LARGEST);
    let noise = format!("shaded around 1: the noise floor, {}", format::percent(floor - 1.0));
    let heading = format!("{study}, {context}, {stream}{}", seen(figures.step(ranking.place)));
    let canvas = Canvas::new();
    let names = MARGIN + RANK + 6;
    let left = names + widest(rows.iter().map(|ranked| &ranked.subject)) + 6;
    let top = TITLE + LINE + 6;
    let area = Area {
        left,
        top,
        right: (WIDTH - MARGIN - FIGURE - 10 * LETTER - 12).max(left + NARROWEST),
        bottom: top + rows.len() as i32 * ROW,
    };
    let plane = draw_axes(&canvas, &rows, floor, area)?;
    canvas.write(&heading, (MARGIN, TITLE / 2), HPos::Left)?;
    canvas.write(&noise, (MARGIN, TITLE + LINE / 2 - 4), HPos::Left)?;
    draw_groups(&canvas, &rows, area)?;
    let mut description = format!("Time by that of the fastest in {heading}: ");
    for (ranked, number) in rows.iter().zip(0..) {
        description += &ranked.draw(&canvas, &plane, number, [names, area.right])?;
    }
    let title = format!("{study}: ranking in {context} on the stream {stream}");
    let id = format!("{}-ranking-{context}", slug(study));
    Ok(Some(canvas.finish(&id, &title, &(description + &noise))))
}

/// Draws the axis of ratios and shades the noise floor.
fn draw_axes(canvas: &Canvas, rows: &[Ranked<'_>], floor: f64, area: Area) -> Result<Plane> {
    let floor_itself = Figure { value: 1.0, low: floor.recip(), high: floor };
    let ratios = rows.iter().filter_map(|ranked| ranked.ratio).chain([floor_itself]);
    let x = Axis::of_ratios("time by that of the fastest", ratios);
    let plane = x.draw(Axis::of_rows(rows.len()), area, canvas)?;
    let [(from, top), (to, bottom)] =
        [(floor.recip(), 0.0), (floor, rows.len() as f64)].map(|at| plane.map_coordinate(&at));
    // A floor may be narrower than a pixel; it is there nevertheless.
    let floor = [(from, top), (to.max(from + 2), bottom)];
    canvas.draw(&Rectangle::new(floor, INK.mix(0.25).filled()))?;
    Ok(plane)
}

/// Shades and brackets the rows that share a rank.
fn draw_groups(canvas: &Canvas, rows: &[Ranked<'_>], area: Area) -> Result<()> {
    let mut from = area.top;
    for group in rows.chunk_by(|a, b| a.row.rank == b.row.rank) {
        let to = from + group.len() as i32 * ROW;
        if group.len() > 1 {
            let x = area.right + FIGURE + 4;
            let rows = [(MARGIN - 4, from), (x, to)];
            canvas.draw(&Rectangle::new(rows, INK.mix(0.07).filled()))?;
            let bracket = [(x, from + 3), (x + 6, from + 3), (x + 6, to - 3), (x, to - 3)];
            canvas.draw(&PathElement::new(bracket, INK))?;
            let word = if group[0].row.tied { Verdict::Tie } else { Verdict::Unresolved };
            canvas.write(word.name(), (x + 10, (from + to) / 2), HPos::Left)?;
        }
        from = to;
    }
    Ok(())
}

impl<'a> Ranked<'a> {
    fn of(row: &'a Row<'a>, subjects: &[Subject<'a>]) -> Option<Ranked<'a>> {
        let subject = subjects.iter().find(|s| s.variant.name == row.variant.name)?.clone();
        let fastest = row.is_fastest().then(|| Figure::exact(1.0));
        Some(Ranked { subject, row, ratio: row.ratio.or(fastest).filter(Figure::is_ratio) })
    }

    /// Draws the row of this number, with names and the plotting area at these columns;
    /// gives it in words.
    fn draw(&self, canvas: &Canvas, plane: &Plane, number: i32, x: [i32; 2]) -> Result<String> {
        let Ranked { subject, row, ratio } = self;
        let at = f64::from(number) + 0.5;
        let (_, y) = plane.map_coordinate(&(1.0, at));
        let begin = format!("{} {}", row.rank(), subject.label);
        canvas.turn_to_variant(subject);
        canvas.write(&row.rank(), (x[0] - 6, y), HPos::Right)?;
        canvas.write(&subject.label, (x[0], y), HPos::Left)?;
        let Some(Figure { value, low, high }) = *ratio else {
            canvas.write(NOT_COMPARED, (x[1] - 4, y), HPos::Right)?;
            return Ok(format!("{begin} {NOT_COMPARED}; "));
        };
        plane.draw(&interval((low, at), (high, at)))?;
        plane.draw(&marker(subject, (value, at)))?;
        let ratio = format::ratio(value);
        canvas.write(&ratio, (x[1] + FIGURE, y), HPos::Right)?;
        Ok(format!("{begin} {ratio}, {}; ", row.verdict()))
    }
}

/// The width of a column of bars, and what is between two.
const COLUMN: i32 = 66;
const GAP: i32 = 20;
/// What stands below the rows, left of the lengths of bursts.
const BURSTS: &str = "queries per burst";

/// Times after a flush, a row per variant and a column of bars per length of bursts,
/// each with an axis of its own: the first query takes many times what the sixteenth does.
/// A panel for queries that wait and one for those that do not, each with the fastest in
/// the shortest bursts on top; nothing if nothing was measured.
pub(crate) fn cold(study: &str, stream: &str, figures: &Figures<'_>) -> Result<Option<Plot>> {
    let unit = unit(figures, study);
    let measure = figures.measure(study);
    let bursts = figures.bursts(study, Context::Cold);
    let canvas = Canvas::new();
    let (mut top, mut description) = (0, String::new());
    for dependent in [false, true] {
        let place = |burst: &u64| Place {
            dependent,
            burst: Some(*burst),
            ..Place::plain(study, stream, Context::Cold)
        };
        let net =
            |name: &str, burst: &u64| Some((*burst, figures.time(name, place(burst)).of(measure)?));
        let (mut rows, columns) = series(study, figures, |name| {
            bursts.iter().filter_map(|burst| net(name, burst)).collect()
        });
        if rows.is_empty() {
            continue;
        }
        rows.sort_by(|a, b| a.points[0].1.value.total_cmp(&b.points[0].1.value));
        let kind = dependence(dependent);
        let seen = seen(bursts.iter().filter_map(|burst| figures.step(place(burst))));
        description += &format!("{unit} by the length of a burst, {kind}{seen}: ");
        let words = |row: &Series<'_>| row.words(format::time, |burst| burst.to_string());
        description += &rows.iter().map(words).collect::<String>();
        let heading = format!("{study}, {kind}, cold: {unit}{seen}");
        canvas.turn_to(AXES);
        canvas.write(&heading, (MARGIN, top + TITLE / 2), HPos::Left)?;
        top = draw_bars(&rows, &columns, &canvas, top + TITLE)?;
    }
    let title = format!("{study}: the first queries after the tables left all caches");
    let id = format!("{}-cold", slug(study));
    Ok((top > 0).then(|| canvas.finish(&id, &title, &description)))
}

/// Draws a panel that begins at this height; gives the height of its end.
fn draw_bars(
    rows: &[Series<'_>],
    columns: &BTreeSet<u64>,
    canvas: &Canvas,
    top: i32,
) -> Result<i32> {
    let names = MARGIN + 2 * MARKER + 6;
    let widest = widest(rows.iter().map(|row| &row.subject));
    let left = (names + widest).max(MARGIN + width(BURSTS)) + 10;
    let bottom = top + rows.len() as i32 * ROW;
    canvas.write(BURSTS, (left - 10, bottom + BELOW - 10), HPos::Right)?;
    for (Series { subject, .. }, number) in rows.iter().zip(0..) {
        let y = top + number * ROW + ROW / 2;
        canvas.turn_to_variant(subject);
        canvas.draw(&marker(subject, (names - 6 - MARKER, y)))?;
        canvas.write(&subject.label, (names, y), HPos::Left)?;
    }
    for (burst, number) in columns.iter().zip(0..) {
        let left = left + number * (COLUMN + GAP);
        let area = Area { left, top, right: left + COLUMN, bottom };
        let figures = rows.iter().filter_map(|row| row.at(*burst));
        let x = Axis::of_values(burst.to_string(), figures, 3);
        let plane = x.draw(Axis::of_rows(rows.len()), area, canvas)?;
        for (row, number) in rows.iter().zip(0..) {
            let Some(Figure { value, low, high }) = row.at(*burst) else { continue };
            let y = f64::from(number) + 0.5;
            let bar = [(0.0, y - 0.27), (value, y + 0.27)];
            canvas.turn_to_variant(&row.subject);
            plane.draw(&Rectangle::new(bar, colour(row.subject.look).filled()))?;
            plane.draw(&interval((low, y), (high, y)))?;
        }
    }
    Ok(bottom + BELOW + MARGIN)
}
