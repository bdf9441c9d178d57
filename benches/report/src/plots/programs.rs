//! Whole programs: what choices gain by profile, and what was predicted against that.

use super::axis::{Axis, BELOW, BESIDE};
use super::canvas::{Canvas, MARGIN, TITLE, WIDTH};
use super::dots::{self, Row};
use super::elements::{MARKER, interval, marker};
use super::labels::{Area, LETTER, LINE, free_spot, width};
use super::legend::{Entry, list};
use super::{INK, Plot, Subject, subjects, told};
use crate::figures::{Figures, PERFT, Place};
use crate::format::{self, slug};
use crate::nodes::difference;
use anyhow::Result;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters_backend::text_anchor::HPos;
use records::Figure;

/// The height of the plotting area of predictions.
const HEIGHT: i32 = 330;
const GAIN: &str = "more nodes per second, %";
/// What stands in the place of a question.
const SEVERAL: &str = "several questions at once";

/// What each choice of a study gains, by the question in which it differs: a row for each, in
/// it a line for each of these profiles. Nothing if nothing was measured.
pub(crate) fn gains(
    study: &str,
    profiles: &[Place<'_>],
    gain: impl Fn(&str, Place<'_>) -> Option<Figure>,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let rows = rows(study, profiles, gain, figures);
    let (Some(best), Some(worst)) = (extreme(&rows, 1.0), extreme(&rows, -1.0)) else {
        return Ok(None);
    };
    let names: Vec<_> = profiles.iter().map(|place| profile(*place).to_owned()).collect();
    let canvas = Canvas::new();
    if let [name] = names.as_slice() {
        canvas.write(&format!("{study}, {name}"), (MARGIN, TITLE / 2), HPos::Left)?;
        canvas.write("all tables", (WIDTH - MARGIN, TITLE / 2), HPos::Right)?;
    }
    let all = rows.iter().flat_map(|row| &row.figures).flatten().copied();
    let axis = Axis::of_values(GAIN.to_owned(), all, 6);
    let title = |row: usize, profile: usize, gain: Figure| {
        let told = told(gain, format::time, "% more nodes per second");
        format!("{}: {told} on {}", rows[row].subject.in_full(), names[profile])
    };
    let top = if names.len() > 1 { TITLE / 2 } else { TITLE };
    dots::draw(&canvas, (&names, top), &rows, (axis, 0.0), title)?;
    let description = format!(
        "{GAIN}, of {} on {}. Most: {best}; least: {worst}.",
        format::counted(rows.len(), "choice"),
        format::list(&names)
    );
    let file = match names.as_slice() {
        [one] => format!("engine-{}", slug(one)),
        _ => "engine-profiles".to_owned(),
    };
    let title = "What a choice of lookups gains by profile";
    Ok(Some(canvas.finish(&file, title, &description)))
}

/// The rows of the choices, those of a question together and the best of them first.
fn rows<'a>(
    study: &str,
    profiles: &[Place<'_>],
    gain: impl Fn(&str, Place<'_>) -> Option<Figure>,
    figures: &Figures<'a>,
) -> Vec<Row<'a>> {
    let choice = |subject: Subject<'a>| {
        let name = &subject.variants[0].name;
        let gain = |place: &Place<'_>| gain(name, *place).map(in_percent);
        let gains: Vec<_> =
            profiles.iter().map(|place| gain(place).filter(|gain| gain.is_valid())).collect();
        let first = gains.iter().flatten().next()?.value;
        Some((question(&subject, figures), first, Choice { subject, gains }))
    };
    let mut choices: Vec<_> = subjects(figures, study).into_iter().filter_map(choice).collect();
    choices.sort_by(|(a, of_a, _), (b, of_b, _)| a.cmp(b).then(of_b.total_cmp(of_a)));
    let mut rows = Vec::new();
    for group in choices.chunk_by(|(a, ..), (b, ..)| a == b) {
        let question = group[0].0.map_or(SEVERAL, |(_, question)| question);
        let of_group = group.iter().enumerate();
        rows.extend(of_group.map(|(i, (.., choice))| choice.row(question, i == 0, profiles.len())));
    }
    rows
}

/// A choice of lookups, with what it gains by profile.
struct Choice<'a> {
    subject: Subject<'a>,
    gains: Vec<Option<Figure>>,
}

impl<'a> Choice<'a> {
    /// Its row, below the name of its question if it is the first of it. On a single profile
    /// there is room for the size of all its tables.
    fn row(&self, question: &str, is_first: bool, profiles: usize) -> Row<'a> {
        let mut subject = self.subject.clone();
        let rest = subject.label.strip_prefix(question).and_then(|rest| rest.strip_prefix('-'));
        if let Some(rest) = rest {
            subject.label = rest.to_owned();
        }
        let size = format::size(subject.variants[0].table_bytes);
        Row {
            subject,
            figures: self.gains.clone(),
            heading: is_first.then(|| question.to_owned()),
            aside: if profiles == 1 { size } else { String::new() },
        }
    }
}

/// The question in which a choice differs from the base, with its number among the studies.
fn question<'a>(subject: &Subject<'a>, figures: &Figures<'a>) -> Option<(usize, &'a str)> {
    let differs = difference(subject.variants[0])?;
    let studies = figures.records.studies.iter().map(|study| study.name.as_str()).enumerate();
    let is_it = |(_, study): &(usize, &str)| {
        differs.strip_prefix(study).is_some_and(|rest| rest.starts_with('-'))
    };
    studies.filter(is_it).max_by_key(|(_, study)| study.len())
}

/// The choice whose gain times this is the largest, in words.
fn extreme(rows: &[Row<'_>], sign: f64) -> Option<String> {
    let all =
        rows.iter().flat_map(|row| row.figures.iter().flatten().map(move |gain| (row, gain.value)));
    let (row, gain) = all.max_by(|(_, a), (_, b)| (a * sign).total_cmp(&(b * sign)))?;
    Some(format!("{} {}", row.subject.variants[0].name, format::time(gain)))
}

/// A profile: its stream, unless that has the name of what it is drawn from alone.
pub(crate) fn profile(place: Place<'_>) -> &str {
    let is_told = place.study != PERFT || place.stream.starts_with(PERFT);
    if is_told { place.stream } else { place.study }
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
        let subject = subjects.iter().find(|s| s.is(point.variant))?.clone();
        let gains = [point.predicted, point.measured].map(in_percent);
        gains.iter().all(|gain| gain.is_valid()).then_some((subject, gains))
    };
    let points: Vec<_> = points.iter().filter_map(known).collect();
    if points.is_empty() {
        return Ok(None);
    }
    let canvas = Canvas::new();
    // Half of the last number of an axis reaches beyond it.
    let (left, right) = (MARGIN + BESIDE, WIDTH - MARGIN - 2 * LETTER);
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
        let title = format!(
            "{}: {}; {}",
            subject.in_full(),
            told(*predicted, format::time, "% predicted"),
            told(*measured, format::time, "% measured")
        );
        plane.draw(&marker(subject, title, at))?;
        let ends = [measured.low, measured.high].map(|end| plane.map_coordinate(&(at.0, end)));
        keep_free.push(Area::between(ends[0], ends[1]).grown(3));
        let at = plane.map_coordinate(&at);
        taken.push(Area::between(at, at).grown(MARKER));
    }
    let mut listed = Vec::new();
    for (subject, [predicted, measured]) in &points {
        let at = plane.map_coordinate(&(predicted.value, measured.value));
        let Some(spot) = free_spot(at, width(&subject.label), area, &taken, &keep_free) else {
            listed.push(Entry::of(subject, &subject.label, false));
            continue;
        };
        taken.push(spot.area);
        canvas.turn_to_variant(subject);
        if spot.is_far {
            canvas.draw(&PathElement::new([at, spot.at], INK.mix(0.6)))?;
        }
        canvas.write(&subject.label, spot.at, spot.side)?;
    }
    list(&canvas, listed, area.bottom + BELOW + LINE)?;
    let agree = points.iter().filter(|(_, [a, b])| a.low <= b.high && b.low <= a.high).count();
    let description = format!(
        "{heading}, {GAIN}: the intervals of {agree} of {} meet.",
        format::counted(points.len(), "choice")
    );
    let id = format!("engine-prediction-{}-{}", slug(place.study), slug(place.stream));
    let title = format!("What lookups predict and what was measured, {}", profile(place));
    Ok(Some(canvas.finish(&id, &title, &description)))
}

/// A share in per cent.
fn in_percent(share: Figure) -> Figure {
    share.map(|share| share * 100.0)
}
