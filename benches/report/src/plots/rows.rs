//! A row per variant: rankings.

use super::axis::{Axis, Plane};
use super::canvas::{Canvas, MARGIN, TITLE, WIDTH};
use super::elements::{interval, marker};
use super::labels::{Area, LETTER, LINE, width, wrapped};
use super::{INK, LONGEST_LABEL, Plot, Subject, seen, subjects, told, unit};
use crate::figures::{Figures, Measure, Place};
use crate::format::{self, slug};
use crate::noise;
use crate::ranking::{Ranking, Row};
use anyhow::Result;
use plotters::prelude::*;
use plotters_backend::text_anchor::HPos;
use records::{Figure, LARGEST};

/// Between the labels of two rows.
const BETWEEN: i32 = 4;
/// A wider label takes several lines, where it has parts.
const LABEL: i32 = LONGEST_LABEL as i32 * LETTER;

/// Room for a rank and a figure.
const RANK: i32 = 4 * LETTER;
const FIGURE: i32 = 7 * LETTER;
/// The least width of the plotting area: labels that need more make a wider plot.
const NARROWEST: i32 = 100;
const NOT_COMPARED: &str = "not compared";

/// The labels of rows, each in lines.
struct Labels(Vec<Vec<String>>);

impl Labels {
    fn of<'a>(subjects: impl Iterator<Item = &'a Subject<'a>>) -> Labels {
        Labels(subjects.map(|subject| wrapped(&subject.label, LABEL)).collect())
    }

    fn widest(&self) -> i32 {
        self.0.iter().flatten().map(|line| width(line)).max().unwrap_or(0)
    }

    /// From one row to the next.
    fn row(&self) -> i32 {
        let most = self.0.iter().map(Vec::len).max().unwrap_or(1);
        most as i32 * LINE + BETWEEN
    }

    /// Writes the label of a row, which has its middle at this height.
    fn write(&self, row: usize, (x, y): (i32, i32), canvas: &Canvas) -> Result<()> {
        let lines = &self.0[row];
        let top = y - (lines.len() as i32 - 1) * LINE / 2;
        let mut numbered = lines.iter().zip(0..);
        numbered.try_for_each(|(line, i)| canvas.write(line, (x, top + i * LINE), HPos::Left))
    }
}

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
    let noise = format!("the noise floor, {}", format::percent(floor - 1.0));
    let heading = format!("{study}, {context}, {stream}{}", seen(figures.step(ranking.place)));
    let canvas = Canvas::new();
    let names = MARGIN + RANK + 6;
    let labels = Labels::of(rows.iter().map(|ranked| &ranked.subject));
    let left = names + labels.widest() + 6;
    let top = TITLE + LINE + 6;
    let area = Area {
        left,
        top,
        right: (WIDTH - MARGIN - FIGURE).max(left + NARROWEST),
        bottom: top + rows.len() as i32 * labels.row(),
    };
    let plane = draw_axes(&canvas, &rows, floor, area)?;
    canvas.write(&heading, (MARGIN, TITLE / 2), HPos::Left)?;
    let key = format!("times the fastest; shaded: {noise}");
    canvas.write(&key, (MARGIN, TITLE + LINE / 2 - 4), HPos::Left)?;
    draw_groups(&canvas, &rows, (area, labels.row()))?;
    let unit = unit(figures, study);
    let told_in = (unit.as_str(), figures.measure(study));
    for (number, ranked) in rows.iter().enumerate() {
        canvas.turn_to_variant(&ranked.subject);
        let at = number as f64 + 0.5;
        let (_, y) = plane.map_coordinate(&(1.0, at));
        canvas.write(&ranked.row.rank(), (names - 6, y), HPos::Right)?;
        labels.write(number, (names, y), &canvas)?;
        ranked.draw(&canvas, &plane, (at, area.right), told_in)?;
    }
    let title = format!("{study}: ranking in {context} on the stream {stream}");
    let id = format!("{}-ranking-{context}", slug(study));
    Ok(Some(canvas.finish(&id, &title, &describe(&rows, &heading, &noise))))
}

/// What a ranking shows, in a few sentences.
fn describe(rows: &[Ranked<'_>], heading: &str, noise: &str) -> String {
    let count = format::counted(rows.len(), "variant");
    let first: Vec<_> = rows.iter().filter(|ranked| ranked.row.rank == 1).collect();
    let first: Vec<_> = first.iter().map(|ranked| ranked.subject.label.as_str()).collect();
    let last = rows.iter().rev().find_map(|ranked| {
        let ratio = format::ratio(ranked.ratio?.value);
        Some(format!(" The last, {}, takes {ratio} times as long.", ranked.subject.label))
    });
    format!(
        "Times of {count} by that of the fastest in {heading}, beside {noise}. Rank 1: {}.{}",
        format::list(&first),
        last.unwrap_or_default()
    )
}

/// Draws the axis of ratios and shades the noise floor.
fn draw_axes(canvas: &Canvas, rows: &[Ranked<'_>], floor: f64, area: Area) -> Result<Plane> {
    let floor_itself = Figure { value: 1.0, low: floor.recip(), high: floor };
    let ratios = rows.iter().filter_map(|ranked| ranked.ratio).chain([floor_itself]);
    let x = Axis::of_ratios(ratios);
    let plane = x.draw(Axis::of_rows(rows.len()), area, canvas)?;
    let [(from, top), (to, bottom)] =
        [(floor.recip(), 0.0), (floor, rows.len() as f64)].map(|at| plane.map_coordinate(&at));
    // A floor may be narrower than a pixel; it is there nevertheless.
    let floor = [(from, top), (to.max(from + 2), bottom)];
    canvas.draw(&Rectangle::new(floor, INK.mix(0.25).filled()))?;
    Ok(plane)
}

/// Shades the rows that share a rank.
fn draw_groups(canvas: &Canvas, rows: &[Ranked<'_>], (area, row): (Area, i32)) -> Result<()> {
    let mut from = area.top;
    for group in rows.chunk_by(|a, b| a.row.rank == b.row.rank) {
        let to = from + group.len() as i32 * row;
        if group.len() > 1 {
            let rows = [(MARGIN - 4, from + 1), (area.right + FIGURE, to - 1)];
            canvas.draw(&Rectangle::new(rows, INK.mix(0.07).filled()))?;
        }
        from = to;
    }
    Ok(())
}

impl<'a> Ranked<'a> {
    fn of(row: &'a Row<'a>, subjects: &[Subject<'a>]) -> Option<Ranked<'a>> {
        let subject = subjects.iter().find(|s| s.is(&row.variant.name))?.clone();
        let fastest = row.is_fastest().then(|| Figure::exact(1.0));
        Some(Ranked { subject, row, ratio: row.ratio.or(fastest).filter(Figure::is_ratio) })
    }

    /// Draws its ratio at this height, and writes it right of the plotting area.
    fn draw(
        &self,
        canvas: &Canvas,
        plane: &Plane,
        (at, right): (f64, i32),
        told_in: (&str, Measure),
    ) -> Result<()> {
        let Ranked { subject, row, ratio } = self;
        let (_, y) = plane.map_coordinate(&(1.0, at));
        let Some(figure) = *ratio else {
            return canvas.write(NOT_COMPARED, (right - 4, y), HPos::Right);
        };
        let (unit, measure) = told_in;
        let time = row.time.of(measure).filter(|time| time.is_valid());
        let time = time.map(|time| format!("{}; ", told(time, format::time, unit)));
        let title = format!(
            "{}: {}; {}{}",
            subject.in_full(),
            told(figure, format::ratio, "times the fastest"),
            time.unwrap_or_default(),
            row.verdict()
        );
        plane.draw(&interval((figure.low, at), (figure.high, at)))?;
        plane.draw(&marker(subject, title, (figure.value, at)))?;
        canvas.write(&format::ratio(figure.value), (right + FIGURE, y), HPos::Right)
    }
}
