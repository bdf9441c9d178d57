//! Space against time, with the frontier of the variants that none dominates.

use super::axis::{Axis, BELOW, BESIDE, Plane};
use super::canvas::{Canvas, MARGIN, TITLE, WIDTH};
use super::elements::{MARKER, interval, marker};
use super::labels::{Area, LINE, free_spot, width};
use super::legend::{Entry, list};
use super::{INK, Plot, Subject, grouped, seen, subjects, told, unit};
use crate::dominance::{Standing, standings};
use crate::figures::{Figures, Place};
use crate::format::{self, slug};
use anyhow::Result;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters_backend::BackendCoord;
use plotters_backend::text_anchor::HPos;
use records::{Context, Figure};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// The height of a panel without the list below it.
const HEIGHT: i32 = 350;
/// With more points than these, only those on the frontier are labelled beside them.
const CROWD: usize = 8;
/// Of points on the frontier as near to each other as [`PILE`], the fastest are labelled beside
/// them, so many.
const OF_A_PILE: usize = 2;
/// Twice the width of a marker, in pixels.
const PILE: i32 = 4 * MARKER;
const FRONTIER: &str = "frontier";

/// Time against bytes of tables on a stream, a panel per context; nothing if nothing
/// was measured. Labels give the share of wrong answers, where these were counted. The
/// frontier joins what no other variant dominates in that context.
pub(crate) fn space_time(study: &str, stream: &str, figures: &Figures<'_>) -> Result<Option<Plot>> {
    let subjects = subjects(figures, study);
    let bytes: Vec<_> = subjects.iter().map(bytes_of).collect();
    let unit = unit(figures, study);
    let canvas = Canvas::new();
    let (mut description, mut top, mut are_counted) = (String::new(), 0, false);
    for context in [Context::Throughput, Context::Latency, Context::Learnt] {
        let place = Place::plain(study, stream, context);
        // What is learnt differs little, and stands here where nothing else was measured.
        if context == Context::Learnt && top > 0 {
            continue;
        }
        let points = points(&subjects, place, &unit, figures);
        if points.is_empty() || !figures.applies(place) {
            continue;
        }
        are_counted |= points.iter().any(|point| point.wrong.is_some());
        let seen = seen(figures.step(place));
        description += &describe(&points, &format!("{unit} in {}{seen}", place.context));
        let area = Area {
            left: MARGIN + BESIDE,
            top: top + TITLE,
            right: WIDTH - MARGIN,
            bottom: top + HEIGHT - BELOW,
        };
        let x = Axis::of_sizes("bytes of tables", bytes.iter().copied(), |bytes| {
            format::size(bytes).replace(" bytes", " B")
        });
        let plane =
            x.draw(Axis::of_times(&unit, points.iter().map(|point| point.time)), area, &canvas)?;
        let heading = format!("{study}, {}, {stream}{seen}", place.context);
        canvas.write(&heading, (MARGIN, top + TITLE / 2), HPos::Left)?;
        top = draw(&points, &canvas, &plane, area)?;
    }
    let errors = if are_counted { ", with the share of wrong answers" } else { "" };
    let title = format!("{study}: space against time on the stream {stream}{errors}");
    let id = format!("{}-space-time", slug(study));
    Ok((top > 0).then(|| canvas.finish(&id, &title, description.trim_end())))
}

fn bytes_of(subject: &Subject<'_>) -> u64 {
    subject.variants[0].table_bytes
}

/// What a panel shows, in two sentences.
fn describe(points: &[Point<'_>], what: &str) -> String {
    let mut frontier: Vec<_> = points.iter().filter(|point| point.on_frontier).collect();
    frontier.sort_by_key(|point| bytes_of(&point.subject));
    let one = |point: &&Point<'_>| {
        let time = format::time(point.time.value);
        format!("{} {time} with {}", point.subject.label, format::tables(bytes_of(&point.subject)))
    };
    let count = points.iter().map(|point| point.subject.variants.len()).sum();
    let ends = match frontier.as_slice() {
        [] => "None is compared".to_owned(),
        [only] => format!("The {FRONTIER} is {}", one(only)),
        [first, .., last] => format!("The {FRONTIER} leads from {} to {}", one(first), one(last)),
    };
    format!("{what} against bytes of tables, {}. {ends}. ", format::counted(count, "variant"))
}

/// A variant's point.
struct Point<'a> {
    subject: Subject<'a>,
    time: Figure,
    on_frontier: bool,
    /// The share of its answers that is wrong, if that was counted.
    wrong: Option<f64>,
    /// Its figures and where it stands, in words.
    words: String,
}

/// The points of the variants that were measured at a place. Those of which all is the same
/// are one.
fn points<'a>(
    subjects: &[Subject<'a>],
    place: Place<'_>,
    unit: &str,
    figures: &Figures<'a>,
) -> Vec<Point<'a>> {
    let standings = standings(&[place], figures);
    let is_counted = figures.main_stream(place.study) == place.stream;
    let point = |subject: &Subject<'a>| {
        let variant = subject.variants[0];
        let time = figures.time(&variant.name, place).of(figures.measure(place.study));
        let time = time.filter(|time| time.is_valid())?;
        let accuracy = variant.accuracy.as_ref().filter(|of| is_counted && of.questions > 0);
        let wrong = accuracy.map(|of| of.wrong as f64 / of.questions as f64);
        let errors =
            wrong.map(|wrong| format!(", wrong in {} of its answers", format::percent(wrong)));
        let standing = standings.iter().find(|standing| standing.variant.name == variant.name);
        let words = format!(
            "{} in {}{}, {}",
            told(time, format::time, unit),
            place.context,
            errors.unwrap_or_default(),
            standing.map_or("not compared".to_owned(), |s| in_words(s, &standings)),
        );
        let on_frontier = standing.is_some_and(Standing::is_on_frontier);
        Some(Point { subject: subject.clone(), time, on_frontier, wrong, words })
    };
    let key = |point: &Point<'_>| {
        (point.subject.is_ranked(), bytes_of(&point.subject), point.words.clone())
    };
    grouped(subjects.iter().filter_map(point).collect(), key, |point| &mut point.subject)
}

/// Where a variant stands. Of many that dominate it, those on the frontier do.
fn in_words(standing: &Standing<'_>, standings: &[Standing<'_>]) -> String {
    if standing.is_on_frontier() {
        return format!("on the {FRONTIER}");
    }
    let best = standings.iter().filter(|other| other.is_on_frontier());
    let best: BTreeSet<_> = best.map(|other| other.variant.name.as_str()).collect();
    let all = standing.dominators.iter().map(|variant| variant.name.as_str());
    let (best, others): (Vec<_>, Vec<_>) = all.partition(|name| best.contains(name));
    format!("dominated by {}", format::few(if best.is_empty() { &others } else { &best }))
}

impl Point<'_> {
    /// Its label, with the share of wrong answers.
    fn label(&self) -> String {
        let share = self.wrong.map(|wrong| format!(", {} wrong", format::percent(wrong)));
        self.subject.label.clone() + &share.unwrap_or_default()
    }

    /// The low end, the value and the high end of its time on a plane.
    fn on_plane(&self) -> [(f64, f64); 3] {
        let bytes = bytes_of(&self.subject) as f64;
        [self.time.low, self.time.value, self.time.high].map(|time| (bytes, time))
    }
}

/// Draws the points and the frontier, and labels them; gives the height where that ends.
fn draw(points: &[Point<'_>], canvas: &Canvas, plane: &Plane, area: Area) -> Result<i32> {
    let pixel = |point: &Point<'_>| plane.map_coordinate(&point.on_plane()[1]);
    let members = points.iter().filter(|point| point.on_frontier).map(pixel).collect();
    let (mut taken, stairs) = draw_frontier(staircase(members, area), canvas)?;
    let mut ordered: Vec<_> = points.iter().collect();
    ordered.sort_by_key(|point| Reverse(point.subject.look));
    for point in ordered {
        let [low, value, high] = point.on_plane();
        canvas.turn_to_variant(&point.subject);
        plane.draw(&interval(low, high))?;
        let title = format!("{}: {}", point.subject.in_full(), point.words);
        plane.draw(&marker(&point.subject, title, value))?;
        let [low, value, high] = point.on_plane().map(|at| plane.map_coordinate(&at));
        let drawn = [Area::between(low, high).grown(4), Area::between(value, value).grown(MARKER)];
        taken.extend(drawn);
    }
    // From top to bottom, the frontier first, for that is what the plot is about.
    let mut order: Vec<_> = points.iter().map(|point| (point, pixel(point))).collect();
    order.sort_by_key(|(point, (x, y))| (!point.on_frontier, *y, *x, point.subject.look));
    let bounds = Area { left: area.left + 2, bottom: area.bottom - 2, ..area };
    // Labels that find no place beside their points are listed below, the leaders first.
    let mut listed = Vec::new();
    for &(point, at) in &order {
        canvas.turn_to_variant(&point.subject);
        let label = point.label();
        let is_faster_and_near = |(other, (x, y)): &&(&Point<'_>, BackendCoord)| {
            let is_near = (x - at.0).abs() <= PILE && (y - at.1).abs() <= PILE;
            other.on_frontier && is_near && other.time.value < point.time.value
        };
        let is_of_a_pile = order.iter().filter(is_faster_and_near).count() >= OF_A_PILE;
        let is_wanted = !is_of_a_pile && (point.on_frontier || points.len() <= CROWD);
        let spot = free_spot(at, width(&label), bounds, &taken, &stairs);
        if let Some(spot) = spot.filter(|_| is_wanted) {
            taken.push(spot.area);
            if spot.is_far {
                canvas.draw(&PathElement::new([at, spot.at], INK.mix(0.6)))?;
            }
            canvas.write_in(point.on_frontier, &label, spot.at, spot.side)?;
        } else {
            listed.push((point, label));
        }
    }
    listed.sort_by_key(|(point, _)| point.subject.look);
    let below = area.bottom + BELOW + LINE;
    list(
        canvas,
        listed.iter().map(|(point, text)| Entry::of(&point.subject, text, point.on_frontier)),
        below,
    )
}

/// The frontier through its members: down at the smallest, and down again wherever more
/// bytes buy less time. Members that are tied with a smaller one may lie above it.
fn staircase(mut members: Vec<BackendCoord>, area: Area) -> Vec<BackendCoord> {
    members.sort_unstable();
    let mut line: Vec<BackendCoord> = Vec::new();
    for (x, y) in members {
        match line.last() {
            None => line.extend([(x, area.top), (x, y)]),
            Some(&(_, lowest)) if y > lowest => line.extend([(x, lowest), (x, y)]),
            Some(_) => {}
        }
    }
    let end = line.last().map(|&(_, lowest)| (area.right, lowest));
    line.extend(end);
    line
}

/// Draws and names the frontier; gives where nothing may be written, and where nothing
/// should be.
fn draw_frontier(stairs: Vec<BackendCoord>, canvas: &Canvas) -> Result<(Vec<Area>, Vec<Area>)> {
    let steps = stairs.windows(2).map(|step| Area::between(step[0], step[1]).grown(3)).collect();
    let Some(&(x, y)) = stairs.first() else { return Ok((Vec::new(), steps)) };
    canvas.draw(&DashedPathElement::new(stairs, 8, 5, INK.stroke_width(2)))?;
    let width = width(FRONTIER);
    let (side, left) =
        if x < WIDTH / 2 { (HPos::Left, x + 6) } else { (HPos::Right, x - 6 - width) };
    let at = if x < WIDTH / 2 { left } else { left + width };
    canvas.write(FRONTIER, (at, y + LINE / 2), side)?;
    Ok((vec![Area::between((left, y), (left + width, y + LINE))], steps))
}
