//! Space against time, with the frontier of the variants that none dominates.

use super::super::dominance::{Standing, standings};
use super::super::figures::{self, CONTEXTS, Figure, Figures, Place};
use super::super::headline::Headline;
use super::super::slug;
use super::axis::{Axis, Sizes, binary};
use super::labels::{Area, LETTER, LINE, Spot, free_spot};
use super::pen::{Group, MARKER, Side};
use super::sheet::{BELOW, BESIDE, Frame, Sheet, WIDTH};
use super::{Plot, Subject, subjects};
use crate::record::Records;
use anyhow::Result;

/// The height of a panel without the list below it.
const HEIGHT: i32 = 350;
/// With more points than these, only those on the frontier are labelled beside them.
const CROWD: usize = 8;
const TITLE: i32 = 34;
const LEFT: i32 = 10;
const FRONTIER: &str = "frontier";

/// A variant's point.
struct Point<'a> {
    subject: Subject<'a>,
    net: Figure,
    on_frontier: bool,
    /// The share of its answers that is wrong, if that was counted.
    wrong: Option<f64>,
}

impl Point<'_> {
    fn label(&self) -> String {
        let label = self.subject.label();
        match self.wrong {
            Some(share) => format!("{label}, {} wrong", figures::percent(share)),
            None => label,
        }
    }
}

/// Net time against bytes of tables on the headline's stream, and as a third axis, in words,
/// the share of wrong answers, where it was counted; a panel per context; nothing if nothing was measured. The frontier joins what no other
/// variant dominates in that context.
pub(in super::super) fn space_time(
    headline: &Headline<'_>,
    records: &Records,
    figures: &Figures<'_>,
) -> Result<Option<Plot>> {
    let &Headline { study, stream, .. } = headline;
    let unit = headline.unit();
    let bytes: Vec<_> = subjects(records, study).map(|s| s.variant.table_bytes).collect();
    let sizes = Sizes::of(&bytes);
    let (mut panels, mut description, mut top) = (Vec::new(), String::new(), 0);
    let mut are_counted = false;
    for context in CONTEXTS {
        let place = Place::plain(study, stream, context);
        let standings = standings(&[place], records, figures);
        description += &format!("Net {unit} in {context}: ");
        let mut points = Vec::new();
        for subject in subjects(records, study) {
            let Some(net) = figures.time(&subject.variant.name, place).net else { continue };
            let standing = standings.iter().find(|s| s.variant.name == subject.variant.name);
            let wrong = figures.share_wrong(&subject.variant.name, place);
            are_counted |= wrong.is_some();
            let in_words = |share| format!(", wrong in {} of its answers", figures::percent(share));
            description += &format!(
                "{} {} with {} bytes of tables{}, {}; ",
                subject.label(),
                figures::time(net.value),
                subject.variant.table_bytes,
                wrong.map_or_else(String::new, in_words),
                standing.map_or("not compared".to_owned(), |s| words(s, &standings))
            );
            let on_frontier = standing.is_some_and(Standing::is_on_frontier);
            points.push(Point { subject, net, on_frontier, wrong });
        }
        let heading = format!("{study}, {context}, {stream}");
        if let Some(panel) = Panel::new(heading, top, points, &sizes, &unit) {
            top = panel.bottom();
            panels.push(panel);
        }
    }
    if panels.is_empty() {
        return Ok(None);
    }
    let mut sheet = Sheet::new((WIDTH, top), panels.iter().map(|panel| &panel.frame))?;
    for panel in &panels {
        panel.draw(&mut sheet);
    }
    let errors = if are_counted { ", with the share of wrong answers" } else { "" };
    let title = format!("{study}: space against time on the stream {stream}{errors}");
    let id = format!("{}-space-time", slug(study));
    Ok(Some(sheet.finish(&id, &title, &description)?))
}

/// Where a variant stands. Of many that dominate it those on the frontier do.
fn words(standing: &Standing<'_>, standings: &[Standing<'_>]) -> String {
    if standing.is_on_frontier() {
        return format!("on the {FRONTIER}");
    }
    let is_best = |name: &str| {
        standings.iter().any(|other| other.variant.name == name && other.is_on_frontier())
    };
    let names = || standing.dominators.iter().map(|variant| variant.name.as_str());
    let best: Vec<_> = names().filter(|name| is_best(name)).collect();
    let shown = if best.is_empty() { names().collect() } else { best };
    format!("dominated by {}", shown.join(", "))
}

/// The points of a context, and where everything goes.
struct Panel<'a> {
    heading: String,
    frame: Frame,
    /// The point of each variant on the sheet: the low end, the value, the high end.
    points: Vec<(Point<'a>, [(i32, i32); 3])>,
    staircase: Vec<(i32, i32)>,
    /// The labels that have a place beside their points, by number.
    spots: Vec<(usize, Spot)>,
    /// The others, which are listed below.
    list: Vec<usize>,
}

impl<'a> Panel<'a> {
    /// Nothing without points.
    fn new(
        heading: String,
        top: i32,
        points: Vec<Point<'a>>,
        sizes: &Sizes,
        unit: &str,
    ) -> Option<Panel<'a>> {
        let low = points.iter().map(|point| point.net.low).reduce(f64::min)?;
        let high = points.iter().map(|point| point.net.high).reduce(f64::max)?;
        let y = Axis::of_values(format!("net {unit}"), low..high, 7)?;
        let x = sizes.axis("bytes of tables, logarithmic", binary);
        let area = Area {
            left: LEFT + BESIDE,
            top: top + TITLE,
            right: WIDTH - 10,
            bottom: top + HEIGHT - BELOW,
        };
        let frame = Frame { area, x, y };
        let points = points.into_iter().map(|point| {
            let x = sizes.position(point.subject.variant.table_bytes);
            let Figure { low, value, high } = point.net;
            let pixels = [low, value, high].map(|time| frame.pixel(x, time));
            (point, pixels)
        });
        let mut panel = Panel {
            heading,
            points: points.collect(),
            frame,
            staircase: Vec::new(),
            spots: Vec::new(),
            list: Vec::new(),
        };
        panel.staircase = panel.staircase();
        panel.place_labels();
        Some(panel)
    }

    /// The frontier: down at its smallest member, and down again wherever more bytes
    /// buy less time. Members that are tied with a smaller one may lie above it.
    fn staircase(&self) -> Vec<(i32, i32)> {
        let members = self.points.iter().filter(|(point, _)| point.on_frontier);
        let mut members: Vec<_> = members.map(|(_, [_, value, _])| *value).collect();
        members.sort_unstable();
        let mut line: Vec<(i32, i32)> = Vec::new();
        for (x, y) in members {
            match line.last() {
                None => line.extend([(x, self.frame.area.top), (x, y)]),
                Some(&(_, lowest)) if y > lowest => line.extend([(x, lowest), (x, y)]),
                Some(_) => {}
            }
        }
        let end = line.last().map(|&(_, lowest)| (self.frame.area.right, lowest));
        line.extend(end);
        line
    }

    /// Where the frontier is named: its point and which side of the text that is.
    fn name(&self) -> Option<((i32, i32), Side)> {
        let &(x, y) = self.staircase.first()?;
        let is_left = x < WIDTH / 2;
        let (side, gap) = if is_left { (Side::Left, 6) } else { (Side::Right, -6) };
        Some(((x + gap, y + LINE / 2), side))
    }

    /// Finds room for the labels: in a crowd for those of the frontier, for that is
    /// what the plot is about; without one for all.
    fn place_labels(&mut self) {
        let steps = self.staircase.windows(2);
        let mut stairs: Vec<_> =
            steps.map(|step| Area::between(step[0], step[1]).grown(3)).collect();
        if let Some(((x, y), side)) = self.name() {
            let width = FRONTIER.len() as i32 * LETTER;
            let end = if matches!(side, Side::Left) { x + width } else { x - width };
            stairs.push(Area::between((x, y - LINE / 2), (end, y + LINE / 2)));
        }
        let drawn = self.points.iter().flat_map(|(_, [low, value, high])| {
            [Area::between(*low, *high).grown(4), Area::between(*value, *value).grown(MARKER)]
        });
        let mut taken: Vec<_> = drawn.collect();
        let area = self.frame.area;
        let bounds = Area { left: area.left + 2, bottom: area.bottom - 2, ..area };
        // From top to bottom.
        let mut order: Vec<_> = (0..self.points.len()).collect();
        order.sort_by_key(|&i| {
            let (point, [_, (x, y), _]) = &self.points[i];
            (!point.on_frontier, *y, *x, point.subject.look)
        });
        let is_crowded = self.points.len() > CROWD;
        for i in order {
            let (point, [_, value, _]) = &self.points[i];
            let width = point.label().len() as i32 * LETTER;
            let wanted = point.on_frontier || !is_crowded;
            match free_spot(*value, width, bounds, &taken, &stairs).filter(|_| wanted) {
                Some(spot) => {
                    taken.push(spot.area);
                    self.spots.push((i, spot));
                }
                None => self.list.push(i),
            }
        }
    }

    /// Where the listed labels stand below the axes, row by row.
    fn list_spots(&self) -> Vec<(i32, i32)> {
        let (mut x, mut y) = (LEFT, self.frame.area.bottom + BELOW + LINE);
        let spot = |&i: &usize| {
            let width = self.points[i].0.label().len() as i32 * LETTER + 5 * MARKER;
            if x > LEFT && x + width > WIDTH {
                (x, y) = (LEFT, y + LINE);
            }
            x += width;
            (x - width, y)
        };
        self.list.iter().map(spot).collect()
    }

    fn bottom(&self) -> i32 {
        let listed = self.list_spots().last().map_or(0, |(_, y)| y + LINE);
        listed.max(self.frame.area.bottom + BELOW + LINE)
    }

    fn draw(&self, sheet: &mut Sheet) {
        let layer = sheet.layer();
        let area = self.frame.area;
        layer.write(&self.heading, (WIDTH / 2, area.top - TITLE / 2), Side::Middle);
        layer.dashes(&self.staircase, 2);
        if let Some((at, side)) = self.name() {
            layer.write(FRONTIER, at, side);
        }
        for (point, [low, value, high]) in &self.points {
            let group = sheet.of(&point.subject);
            group.interval(*low, *high);
            group.marker(&point.subject, *value);
        }
        for (i, spot) in &self.spots {
            let (point, [_, value, _]) = &self.points[*i];
            let group = sheet.of(&point.subject);
            if spot.is_far {
                group.leader(*value, spot.at);
            }
            write(group, point, spot.at, spot.side);
        }
        for (&i, (x, y)) in self.list.iter().zip(self.list_spots()) {
            let (point, _) = &self.points[i];
            let group = sheet.of(&point.subject);
            group.marker(&point.subject, (x + MARKER, y));
            write(group, point, (x + 2 * MARKER + 4, y), Side::Left);
        }
    }
}

/// Labels a point, one on the frontier to be seen first.
fn write(group: &mut Group, point: &Point<'_>, at: (i32, i32), side: Side) {
    let label = point.label();
    if point.on_frontier {
        group.write_bold(&label, at, side);
    } else {
        group.write(&label, at, side);
    }
}
