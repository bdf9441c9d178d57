//! Ratios of several sets of records in one plot: they have no unit, and may
//! share an axis.

use super::super::comparison::View;
use super::super::figures::{self, Figure, Place};
use super::super::slug;
use super::axis::{self, Axis};
use super::labels::{Area, LINE, widest};
use super::pen::Side;
use super::sheet::{BELOW, Frame, Sheet, WIDTH};
use super::{Plot, Subject, subjects};
use anyhow::Result;

/// No more variants are drawn; the tables have all of them.
const MOST_VARIANTS: usize = 48;
const TITLE: i32 = 34;
const MARGIN: i32 = 10;
/// Between the rows of two variants.
const GAP: i32 = 10;

/// A variant with its ratio in each set, by the set's number.
struct Rows<'a> {
    subject: Subject<'a>,
    dots: Vec<(usize, Figure)>,
}

/// The ratios of all variants to the reference at a place, a row per variant and
/// set, each set with a look of its own; nothing if there are none.
pub(in super::super) fn sets(place: Place<'_>, views: &[View<'_>]) -> Result<Option<Plot>> {
    let Place { study, stream, context, .. } = place;
    let Some(reference) = views.iter().find_map(|view| view.figures.reference(place)) else {
        return Ok(None);
    };
    let variants = rows(place, reference, views);
    let ratios = || variants.iter().flat_map(|rows| &rows.dots).map(|(_, ratio)| ratio);
    let low = ratios().map(|ratio| ratio.low).fold(1.0, f64::min);
    let high = ratios().map(|ratio| ratio.high).fold(1.0, f64::max);
    let description = format!("time by that of {reference}, logarithmic");
    let x = Axis::of_ratios(&description, low..high).filter(|_| !variants.is_empty());
    let Some(x) = x else { return Ok(None) };

    let left = MARGIN + widest(views.iter().map(|view| view.label.as_str())) + 8;
    let width = WIDTH.max(left + 200);
    let lines: i32 = variants.iter().map(|rows| (rows.dots.len() as i32 + 1) * LINE + GAP).sum();
    let bottom = TITLE + lines;
    let area = Area { left, top: TITLE, right: width - MARGIN, bottom };
    let frame = Frame { area, x, y: Axis::blank() };
    let mut sheet = Sheet::new((width, bottom + BELOW + MARGIN), std::iter::once(&frame))?;
    let across = |ratio: f64| axis::ratio(ratio).map(|at| frame.pixel(at, 0.0).0);
    let layer = sheet.layer();
    layer.write(&format!("{study}, {context}, {stream}"), (width / 2, TITLE / 2), Side::Middle);
    if let Some(one) = across(1.0) {
        layer.stroke(&[(one, TITLE), (one, bottom)]);
    }

    let mut words = format!("Time by that of {reference}: ");
    let mut y = TITLE + GAP / 2;
    for Rows { subject, dots } in &variants {
        let label = subject.label();
        let group = sheet.of(subject);
        group.write_bold(&label, (MARGIN, y + LINE / 2), Side::Left);
        words += &label;
        for (line, (set, ratio)) in (1..).zip(dots) {
            let at = y + line * LINE + LINE / 2;
            let set_label = &views[*set].label;
            group.write(set_label, (left - 8, at), Side::Right);
            if let [Some(low), Some(value), Some(high)] =
                [ratio.low, ratio.value, ratio.high].map(across)
            {
                group.interval((low, at), (high, at));
                group.marker(&Subject { look: *set, ..*subject }, (value, at));
            }
            words += &format!(", {} in {set_label}", figures::ratio(ratio.value));
        }
        words += "; ";
        y += (dots.len() as i32 + 1) * LINE + GAP;
    }
    let title = format!("{study}: ratios in {context} by set of records");
    let id = format!("{}-ratios-{}", slug(study), slug(context));
    Ok(Some(sheet.finish(&id, &title, &words)?))
}

/// The variants that any set compared with the reference, in the order of the
/// first set that has them. Without ratios that no logarithm takes.
fn rows<'a>(place: Place<'a>, reference: &str, views: &[View<'a>]) -> Vec<Rows<'a>> {
    let mut variants: Vec<Rows<'a>> = Vec::new();
    for (set, view) in views.iter().enumerate() {
        for subject in subjects(view.records, place.study) {
            let name = &subject.variant.name;
            let ratio = view.figures.ratio(name, reference, place).map(|ratio| ratio.figure);
            let Some(figure) = ratio.filter(|figure| figure.low > 0.0) else { continue };
            let known = variants.iter().position(|rows| rows.subject.variant.name == *name);
            let known = known.unwrap_or_else(|| {
                variants.push(Rows { subject, dots: Vec::new() });
                variants.len() - 1
            });
            variants[known].dots.push((set, figure));
        }
    }
    variants.truncate(MOST_VARIANTS);
    variants
}
