//! Rows of figures: a row per variant, in it a line for each profile of a program or each set
//! of records.

use super::axis::{Axis, Plane};
use super::canvas::{AXES, Canvas, MARGIN, WIDTH};
use super::elements::{interval, marker};
use super::labels::{Area, LETTER, LINE, widest};
use super::legend::{Entry, list};
use super::{INK, LEADERS, Subject};
use anyhow::Result;
use plotters::prelude::*;
use plotters_backend::text_anchor::HPos;
use records::Figure;

/// From one line of a row to the next, and between two rows.
const LANE: i32 = 14;
const BETWEEN: i32 = 8;
/// The least width of the plotting area: labels that need more make a wider plot.
const NARROWEST: i32 = 100;
/// Room for a text at the end of a row, or else for half of a number below the axis' end.
const ASIDE: i32 = 9 * LETTER;
const HALF_NUMBER: i32 = 2 * LETTER;

/// A variant's figures, one for each line.
pub(super) struct Row<'a> {
    pub(super) subject: Subject<'a>,
    pub(super) figures: Vec<Option<Figure>>,
    /// What stands above the row, if it is the first of several that belong together.
    pub(super) heading: Option<String>,
    /// What stands at the end of it.
    pub(super) aside: String,
}

impl Row<'_> {
    /// The height without the heading.
    fn height(&self) -> i32 {
        self.figures.len() as i32 * LANE + BETWEEN
    }

    fn above(&self) -> i32 {
        if self.heading.is_some() { LINE } else { 0 }
    }
}

/// Draws rows below this height, under a list of what their lines are unless each has only one.
/// The title of a mark is by the numbers of its row and its line.
pub(super) fn draw<'s>(
    canvas: &Canvas,
    (lines, top): (&'s [String], i32),
    rows: &[Row<'_>],
    (axis, origin): (Axis, f64),
    title: impl Fn(usize, usize, Figure) -> String,
) -> Result<()> {
    let several = lines.iter().filter(|_| lines.len() > 1).enumerate();
    let entry = |(line, text): (usize, &'s String)| Entry {
        subject: None,
        look: look_of(line),
        text,
        bold: false,
    };
    let top = list(canvas, several.map(entry), top)?;
    let left = MARGIN + widest(rows.iter().map(|row| &row.subject)) + 8;
    let aside = if rows.iter().any(|row| !row.aside.is_empty()) { ASIDE } else { HALF_NUMBER };
    let height: i32 = rows.iter().map(|row| row.above() + row.height()).sum();
    let right = (WIDTH - MARGIN - aside).max(left + NARROWEST);
    let area = Area { left, top, right, bottom: top + height };
    let plane = axis.draw(Axis::of_rows(height as usize), area, canvas)?;
    plane.draw(&PathElement::new([(origin, 0.0), (origin, f64::from(height))], INK))?;
    let mut y = 0;
    for (number, row) in rows.iter().enumerate() {
        if let Some(heading) = &row.heading {
            canvas.turn_to(AXES);
            canvas.write_in(true, heading, (MARGIN, top + y + LINE / 2 + 2), HPos::Left)?;
        }
        y += row.above();
        let middle = top + y + row.height() / 2;
        canvas.turn_to_variant(&row.subject);
        canvas.write(&row.subject.label, (left - 8, middle), HPos::Right)?;
        canvas.write(&row.aside, (right + aside, middle), HPos::Right)?;
        draw_row(row, y, &plane, |line, figure| title(number, line, figure))?;
        y += row.height();
    }
    Ok(())
}

/// Draws the figures of a row that begins at this height.
fn draw_row(
    row: &Row<'_>,
    y: i32,
    plane: &Plane,
    title: impl Fn(usize, Figure) -> String,
) -> Result<()> {
    for (line, figure) in row.figures.iter().enumerate() {
        let Some(figure) = *figure else { continue };
        let at = f64::from(y + BETWEEN / 2 + line as i32 * LANE + LANE / 2);
        let subject = match row.figures.len() {
            1 => row.subject.clone(),
            _ => Subject { look: look_of(line), ..row.subject.clone() },
        };
        plane.draw(&interval((figure.low, at), (figure.high, at)))?;
        plane.draw(&marker(&subject, title(line, figure), (figure.value, at)))?;
    }
    Ok(())
}

/// The look of a line: the first have the colours of leaders.
fn look_of(line: usize) -> usize {
    line.min(LEADERS)
}
