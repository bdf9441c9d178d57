//! Lists of labels, each behind the marker that it belongs to.

use super::Subject;
use super::canvas::{AXES, Canvas, MARGIN, WIDTH};
use super::elements::{MARKER, key};
use super::labels::{LINE, width, wrapped};
use anyhow::Result;
use plotters_backend::text_anchor::HPos;

/// From a marker's left end to that of its label, and from a label to the next marker.
const INDENT: i32 = 2 * MARKER + 4;
const BETWEEN: i32 = 2 * MARKER;

/// A label in a list.
pub(super) struct Entry<'s> {
    /// The variant that it is of, if it is of one.
    pub(super) subject: Option<&'s Subject<'s>>,
    pub(super) look: usize,
    pub(super) text: &'s str,
    pub(super) bold: bool,
}

impl<'s> Entry<'s> {
    pub(super) fn of(subject: &'s Subject<'s>, text: &'s str, bold: bool) -> Entry<'s> {
        Entry { subject: Some(subject), look: subject.look, text, bold }
    }
}

/// Writes these labels row by row, the first row at this height; gives the height of the row
/// after the last.
pub(super) fn list<'s>(
    canvas: &Canvas,
    entries: impl IntoIterator<Item = Entry<'s>>,
    top: i32,
) -> Result<i32> {
    let (mut x, mut y) = (MARGIN, top);
    for Entry { subject, look, text, bold } in entries {
        let lines = wrapped(text, WIDTH - 2 * MARGIN - INDENT);
        let room = INDENT + lines.iter().map(|line| width(line)).max().unwrap_or(0);
        if x > MARGIN && x + room > WIDTH - MARGIN {
            (x, y) = (MARGIN, y + LINE);
        }
        match subject {
            Some(subject) => canvas.turn_to_variant(subject),
            None => canvas.turn_to(AXES),
        }
        let is_ranked = subject.is_none_or(Subject::is_ranked);
        key((look, is_ranked), (x + MARKER, y), canvas);
        for (i, line) in lines.iter().enumerate() {
            y += if i > 0 { LINE } else { 0 };
            canvas.write_in(bold, line, (x + INDENT, y), HPos::Left)?;
        }
        x += room + BETWEEN;
    }
    Ok(if x > MARGIN { y + LINE } else { y })
}
