//! Whole programs: what choices gain by profile, and what was predicted against that.

use super::axis::{Axis, BELOW, BESIDE};
use super::canvas::{AXES, Canvas, MARGIN, TITLE, WIDTH};
use super::elements::{MARKER, interval, marker};
use super::labels::{Area, LINE, free_spot, widest, width};
use super::{INK, Plot, Subject, subjects};
use crate::figures::{Figures, Place};
use crate::format::{self, slug};
use crate::nodes::PERFT;
use anyhow::Result;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters_backend::text_anchor::HPos;
use records::Figure;

/// From one profile of a row to the next, and between two rows.
const PROFILE: i32 = 14;
const BETWEEN: i32 = 8;
/// The height of the plotting area of predictions.
const HEIGHT: i32 = 330;
const GAIN: &str = "more nodes per second, %";

/// What each choice of a study gains: a row for each, in it a line for each of these profiles.
/// Nothing if nothing was measured.
pub(crate) fn gains(
    study: &str,
    profiles: &[Place<'_>],
    gain: impl Fn(&str, Place<'_>) -> Option<Figure>,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let gains = |subject: &Subject<'_>| -> Vec<_> {
        let gain = |place: &Place<'_>| gain(&subject.variant.name, *place).map(in_percent);
        profiles.iter().map(|place| gain(place).filter(|gain| gain.is_valid())).collect()
    };
    let subjects = subjects(figures, study).into_iter();
    let mut rows: Vec<_> = subjects.map(|subject| (gains(&subject), subject)).collect();
    rows.retain(|(gains, _)| gains.iter().any(Option::is_some));
    if rows.is_empty() {
        return Ok(None);
    }
    let canvas = Canvas::new();
    let top = legend(&canvas, profiles, rows[0].1.clone())?;
    let height = profiles.len() as i32 * PROFILE + BETWEEN;
    let left = MARGIN + widest(rows.iter().map(|(_, subject)| subject)) + 8;
    let bottom = top + rows.len() as i32 * height;
    let area = Area { left, top, right: (WIDTH - MARGIN).max(left + 240), bottom };
    let all = rows.iter().flat_map(|(gains, _)| gains).flatten().copied();
    let axis = Axis::of_values(GAIN.to_owned(), all, 6);
    let plane = axis.draw(Axis::of_rows((bottom - top) as usize), area, &canvas)?;
    let zero = [0.0, f64::from(bottom - top)].map(|y| plane.map_coordinate(&(0.0, y)));
    canvas.draw(&PathElement::new(zero, INK))?;
    let mut description = format!("{GAIN}, by profile: ");
    for ((gains, subject), number) in rows.iter().zip(0..) {
        let row = number * height;
        canvas.turn_to_variant(subject);
        canvas.write(&subject.label, (left - 8, top + row + height / 2), HPos::Right)?;
        let mut words = Vec::new();
        for ((place, gain), look) in profiles.iter().zip(gains).zip(0..) {
            let Some(Figure { value, low, high }) = *gain else { continue };
            let at = f64::from(row + BETWEEN / 2 + look * PROFILE + PROFILE / 2);
            plane.draw(&interval((low, at), (high, at)))?;
            plane
                .draw(&marker(&Subject { look: look as usize, ..subject.clone() }, (value, at)))?;
            words.push(format!("{} on {}", format::time(value), profile(*place)));
        }
        description += &format!("{} {}; ", subject.label, words.join(", "));
    }
    let title = "What a choice of lookups gains by profile";
    let file = match profiles {
        [one] => format!("engine-{}", slug(profile(*one))),
        _ => "engine-profiles".to_owned(),
    };
    Ok(Some(canvas.finish(&file, title, &description)))
}

/// A profile: its stream, unless that has the name of what it is drawn from alone.
pub(crate) fn profile(place: Place<'_>) -> &str {
    let is_told = place.study != PERFT || place.stream.starts_with(PERFT);
    if is_told { place.stream } else { place.study }
}

/// Says which marker is whose; gives the height where that ends.
fn legend(canvas: &Canvas, profiles: &[Place<'_>], any: Subject<'_>) -> Result<i32> {
    canvas.turn_to(AXES);
    let mut next = (MARGIN, TITLE / 2);
    for (look, place) in profiles.iter().enumerate() {
        let name = profile(*place);
        let room = width(name) + 5 * MARKER;
        if next.0 > MARGIN && next.0 + room > WIDTH {
            next = (MARGIN, next.1 + LINE);
        }
        canvas.draw(&marker(&Subject { look, ..any.clone() }, (next.0 + MARKER, next.1)))?;
        canvas.write(name, (next.0 + 2 * MARKER + 4, next.1), HPos::Left)?;
        next.0 += room;
    }
    Ok(next.1 + LINE)
}

/// What was predicted of a choice and what was measured, as shares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point<'a> {
    /// The choice, as its study names it.
    pub(crate) variant: &'a str,
    pub(crate) predicted: Figure,
    pub(crate) measured: Figure,
}

/// Measured gains against predicted ones on a profile, with the diagonal on which they are
/// equal; nothing without points.
pub(crate) fn predictions(
    place: Place<'_>,
    points: &[Point<'_>],
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let subjects = subjects(figures, place.study);
    let known = |point: &Point<'_>| {
        let subject = subjects.iter().find(|s| s.variant.name == point.variant)?.clone();
        let gains = [point.predicted, point.measured].map(in_percent);
        gains.iter().all(|gain| gain.is_valid()).then_some((subject, gains))
    };
    let points: Vec<_> = points.iter().filter_map(known).collect();
    if points.is_empty() {
        return Ok(None);
    }
    let canvas = Canvas::new();
    let (left, right) = (MARGIN + BESIDE, WIDTH - MARGIN);
    let area = Area { left, top: TITLE, right, bottom: TITLE + HEIGHT };
    let of = |which: usize| points.iter().map(move |(_, gains)| gains[which]);
    let x = Axis::of_values(format!("predicted: {GAIN}"), of(0), 7);
    let plane = x.draw(Axis::of_values(format!("measured: {GAIN}"), of(1), 7), area, &canvas)?;
    let heading = format!("{}: prediction and measurement", profile(place));
    canvas.write(&heading, (MARGIN, TITLE / 2), HPos::Left)?;
    // Where both axes reach, and no farther: outside the diagonal would bend.
    let reach = |which: usize| {
        let ends = of(which).map(|gain| (gain.low, gain.high)).chain([(0.0, 0.0)]);
        ends.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
    };
    let (x, y) = (reach(0), reach(1));
    let ends = [x.0.max(y.0), x.1.min(y.1)].map(|gain| plane.map_coordinate(&(gain, gain)));
    canvas.draw(&DashedPathElement::new(ends, 8, 5, INK.stroke_width(2)))?;
    let (mut taken, mut keep_free) = (Vec::new(), Vec::new());
    for (subject, [predicted, measured]) in &points {
        canvas.turn_to_variant(subject);
        let at = (predicted.value, measured.value);
        plane.draw(&interval((predicted.low, at.1), (predicted.high, at.1)))?;
        plane.draw(&interval((at.0, measured.low), (at.0, measured.high)))?;
        plane.draw(&marker(subject, at))?;
        let ends = [measured.low, measured.high].map(|end| plane.map_coordinate(&(at.0, end)));
        keep_free.push(Area::between(ends[0], ends[1]).grown(3));
        let at = plane.map_coordinate(&at);
        taken.push(Area::between(at, at).grown(MARKER));
    }
    let mut description = format!("{heading}, {GAIN}: ");
    let mut below = area.bottom + BELOW + LINE;
    for (subject, [predicted, measured]) in &points {
        let at = plane.map_coordinate(&(predicted.value, measured.value));
        let room = width(&subject.label);
        canvas.turn_to_variant(subject);
        if let Some(spot) = free_spot(at, room, area, &taken, &keep_free) {
            taken.push(spot.area);
            if spot.is_far {
                canvas.draw(&PathElement::new([at, spot.at], INK.mix(0.6)))?;
            }
            canvas.write(&subject.label, spot.at, spot.side)?;
        } else {
            canvas.draw(&marker(subject, (MARGIN + MARKER, below)))?;
            canvas.write(&subject.label, (MARGIN + 2 * MARKER + 4, below), HPos::Left)?;
            below += LINE;
        }
        let [predicted, measured] = [predicted, measured].map(|gain| format::time(gain.value));
        description += &format!("{} {predicted} predicted, {measured} measured; ", subject.label);
    }
    let id = format!("engine-prediction-{}-{}", slug(place.study), slug(place.stream));
    let title = format!("What lookups predict and what was measured, {}", profile(place));
    Ok(Some(canvas.finish(&id, &title, &description)))
}

/// A share in per cent.
fn in_percent(share: Figure) -> Figure {
    share.map(|share| share * 100.0)
}
