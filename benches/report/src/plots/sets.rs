//! Ratios of several sets of records in one plot: they have no unit, and may share an axis.

use super::axis::Axis;
use super::canvas::{Canvas, MARGIN, TITLE};
use super::dots::{self, Row};
use super::labels::LINE;
use super::{LONGEST_LABEL, Plot, Subject, named, seen, shortened, told};
use crate::figures::{Place, View};
use crate::format::{self, slug};
use anyhow::Result;
use plotters_backend::text_anchor::HPos;
use records::{Figure, Variant};

/// No more variants are drawn; the tables have all of them.
const MOST_VARIANTS: usize = 48;

/// The ratios of all variants to the reference at a place, a row for each with a line for each
/// set; nothing if there are none.
pub(crate) fn sets(place: Place<'_>, views: &[View<'_>]) -> Result<Option<Plot>> {
    let Place { study, stream, context, .. } = place;
    let Some(reference) = views.iter().find_map(|view| view.figures.reference(place)) else {
        return Ok(None);
    };
    let has_ratios = |view: &&View<'_>| view.figures.reference(place).is_some();
    let views: Vec<_> = views.iter().filter(has_ratios).collect();
    let rows = rows(place, reference, &views);
    if rows.is_empty() {
        return Ok(None);
    }
    let label = |view: &&View<'_>| view.label.clone() + &seen(view.figures.step(place));
    let sets: Vec<_> = views.iter().map(label).collect();
    let canvas = Canvas::new();
    let heading = format!("{study}, {context}, {stream}");
    canvas.write(&heading, (MARGIN, TITLE / 2), HPos::Left)?;
    let ratios = rows.iter().flat_map(|row| &row.figures).flatten().copied();
    let short = shortened(reference, LONGEST_LABEL);
    canvas.write(&format!("times {short}"), (MARGIN, TITLE / 2 + LINE), HPos::Left)?;
    let axis = Axis::of_ratios(ratios.chain([Figure::exact(1.0)]));
    let title = |row: usize, set: usize, ratio: Figure| {
        let told = told(ratio, format::ratio, "times the reference");
        format!("{}: {told} in {}", rows[row].subject.in_full(), sets[set])
    };
    dots::draw(&canvas, (&sets, TITLE + LINE + LINE / 2), &rows, (axis, 1.0), title)?;
    let apart = |row: &&Row<'_>| {
        let ratios: Vec<_> = row.figures.iter().flatten().collect();
        ratios.iter().any(|a| ratios.iter().any(|b| a.high < 1.0 && b.low > 1.0))
    };
    let words = format!(
        "Times of {} by that of {reference} in {}; {} faster in one set and slower in another.",
        format::counted(rows.len(), "variant"),
        format::counted(sets.len(), "set"),
        rows.iter().filter(apart).count()
    );
    let title = format!("{study}: ratios in {context} by set of records");
    let id = format!("{}-ratios-{context}", slug(study));
    Ok(Some(canvas.finish(&id, &title, &words)))
}

/// The variants that any set compared with the reference, in the order of the first set
/// that has them.
fn rows<'a>(place: Place<'a>, reference: &str, views: &[&View<'a>]) -> Vec<Row<'a>> {
    let mut variants: Vec<&'a Variant> = Vec::new();
    for view in views {
        for variant in view.figures.right(place.study) {
            if variants.iter().all(|known| known.name != variant.name) {
                variants.push(variant);
            }
        }
    }
    let row = |subject: Subject<'a>| {
        let ratio = |view: &&View<'a>| {
            let name = &subject.variants[0].name;
            let ratio = view.figures.ratio(name, reference, place)?.figure;
            Some(ratio).filter(Figure::is_ratio)
        };
        let figures = views.iter().map(ratio).collect();
        Row { subject, figures, heading: None, aside: String::new() }
    };
    let all = named(place.study, variants).into_iter().map(row);
    all.filter(|row| row.figures.iter().any(Option::is_some)).take(MOST_VARIANTS).collect()
}
