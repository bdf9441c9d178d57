//! Ratios of several sets of records in one plot: they have no unit, and may share an axis.

use super::axis::{Axis, Plane};
use super::canvas::{Canvas, MARGIN, TITLE, WIDTH};
use super::elements::{interval, marker};
use super::labels::{self, Area, LINE};
use super::{INK, LONGEST_LABEL, Plot, Subject, named, seen, shortened};
use crate::figures::{Place, View};
use crate::format::{self, slug};
use anyhow::Result;
use plotters::prelude::*;
use plotters_backend::text_anchor::HPos;
use records::{Figure, Variant};

/// No more variants are drawn; the tables have all of them.
const MOST_VARIANTS: usize = 48;

/// A variant with its ratio in each set, by the set's number.
struct Dots<'a> {
    subject: Subject<'a>,
    ratios: Vec<(usize, Figure)>,
}

/// The ratios of all variants to the reference at a place, a row per variant and set, each
/// set with a look of its own; nothing if there are none.
pub(crate) fn sets(place: Place<'_>, views: &[View<'_>]) -> Result<Option<Plot>> {
    let Place { study, stream, context, .. } = place;
    let Some(reference) = views.iter().find_map(|view| view.figures.reference(place)) else {
        return Ok(None);
    };
    let variants = dots(place, reference, views);
    if variants.is_empty() {
        return Ok(None);
    }
    let label = |view: &View<'_>| view.label.clone() + &seen(view.figures.step(place));
    let sets: Vec<_> = views.iter().map(label).collect();
    let widest = labels::widest(variants.iter().map(|dots| &dots.subject));
    let widest = sets.iter().map(|label| labels::width(label)).fold(widest, i32::max);
    let left = MARGIN + widest + 8;
    let rows = variants.iter().map(|dots| dots.ratios.len() + 1).sum::<usize>();
    let bottom = TITLE + rows as i32 * LINE;
    let area = Area { left, top: TITLE, right: (WIDTH - MARGIN).max(left + 200), bottom };
    let canvas = Canvas::new();
    let plane = draw_axes(&canvas, &variants, reference, area)?;
    let heading = format!("{study}, {context}, {stream}");
    canvas.write(&heading, (MARGIN, TITLE / 2), HPos::Left)?;
    let mut words = format!("Time by that of {reference}: ");
    let mut row = 0;
    for Dots { subject, ratios } in &variants {
        let y = |row: i32| TITLE + row * LINE + LINE / 2;
        canvas.turn_to_variant(subject);
        canvas.write_in(true, &subject.label, (MARGIN, y(row)), HPos::Left)?;
        words += &subject.label;
        for (set, Figure { value, low, high }) in ratios {
            row += 1;
            let at = f64::from(row) + 0.5;
            canvas.write(&sets[*set], (left - 8, y(row)), HPos::Right)?;
            plane.draw(&interval((*low, at), (*high, at)))?;
            plane.draw(&marker(&Subject { look: *set, ..subject.clone() }, (*value, at)))?;
            words += &format!(", {} in {}", format::ratio(*value), sets[*set]);
        }
        words += "; ";
        row += 1;
    }
    let title = format!("{study}: ratios in {context} by set of records");
    let id = format!("{}-ratios-{context}", slug(study));
    Ok(Some(canvas.finish(&id, &title, &words)))
}

/// Draws the axis of ratios, with a line at 1.
fn draw_axes(canvas: &Canvas, variants: &[Dots<'_>], reference: &str, area: Area) -> Result<Plane> {
    let rows = f64::from((area.bottom - area.top) / LINE);
    let reference = shortened(reference, LONGEST_LABEL);
    let ratios = variants.iter().flat_map(|dots| &dots.ratios).map(|(_, ratio)| *ratio);
    let ratios = ratios.chain([Figure::exact(1.0)]);
    let x = Axis::of_ratios(&format!("time by that of {reference}"), ratios);
    let plane = x.draw(Axis::of_rows(rows as usize), area, canvas)?;
    plane.draw(&PathElement::new([(1.0, 0.0), (1.0, rows)], INK))?;
    Ok(plane)
}

/// The variants that any set compared with the reference, in the order of the first set
/// that has them.
fn dots<'a>(place: Place<'a>, reference: &str, views: &[View<'a>]) -> Vec<Dots<'a>> {
    let mut variants: Vec<&'a Variant> = Vec::new();
    for view in views {
        for variant in view.figures.right(place.study) {
            if variants.iter().all(|known| known.name != variant.name) {
                variants.push(variant);
            }
        }
    }
    let dots = |subject: Subject<'a>| {
        let ratio = |(set, view): (usize, &View<'a>)| {
            let ratio = view.figures.ratio(&subject.variant.name, reference, place)?.figure;
            Some((set, ratio)).filter(|(_, ratio)| ratio.is_ratio())
        };
        Dots { ratios: views.iter().enumerate().filter_map(ratio).collect(), subject }
    };
    let all = named(place.study, variants).into_iter().map(dots);
    all.filter(|dots| !dots.ratios.is_empty()).take(MOST_VARIANTS).collect()
}
