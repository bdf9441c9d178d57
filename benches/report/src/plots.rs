//! Figures as SVG, drawn by plotters, on a light page or a dark one.

#[cfg(test)]
mod tests;

use crate::answers::tradeoffs::frontier;
use crate::words;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use records::{Figure, LEAST};
use std::cmp::Ordering;

/// The width of a figure. A telephone shows it at four fifths.
const WIDTH: i32 = 440;
/// The room above a frame for titles, and below it for the labels of an axis and its name.
const TOP: i32 = 30;
const BELOW: i32 = 38;
/// The least distance of text from the border.
const BORDER: i32 = 2;
/// The size of letters as plotters counts it: in the picture they have 12.5 pixels.
const LETTERS: f64 = 12.5 * 1.24;
/// How far apart rows of text are.
const APART: i32 = 16;
/// Labels of ticks stand at twice this distance from the frame.
const TICK: i32 = 3;

/// The page that a figure stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Theme {
    Light,
    Dark,
}

/// A colour on a light page and on a dark one.
type Tone = [u32; 2];
const TEXT: Tone = [0x1d_2126, 0xe3_e7eb];
const DIM: Tone = [0x5b_636c, 0x9e_a7b0];
const GRID: Tone = [0xd8_dee4, 0x30_363c];
const BAND: Tone = [0xe9_edf1, 0x26_2b31];
pub(crate) const WIN: Tone = [0x16_703f, 0x55_c08a];
pub(crate) const LOSE: Tone = [0xb4_2318, 0xef_7d74];
pub(crate) const TIE: Tone = [0x7b_848d, 0x7d_868f];
const BLUE: Tone = [0x0b_5cad, 0x69_aef0];
const ORANGE: Tone = [0xb3_541e, 0xe9_935c];
const VIOLET: Tone = [0x7a_3fb0, 0xc3_97ee];
const TONES: [Tone; 10] = [TEXT, DIM, GRID, BAND, WIN, LOSE, TIE, BLUE, ORANGE, VIOLET];

/// Rules by which a page shows light figures in dark colours.
pub(crate) fn dark_style() -> String {
    let rule = |paint: &str, [light, dark]: Tone| {
        format!("svg [{paint}=\"#{light:06X}\"]{{{paint}:#{dark:06X}}}\n")
    };
    TONES.iter().flat_map(|tone| ["fill", "stroke"].map(|paint| rule(paint, *tone))).collect()
}

impl Theme {
    fn color(self, tone: Tone) -> RGBColor {
        let [_, red, green, blue] = tone[self as usize].to_be_bytes();
        RGBColor(red, green, blue)
    }

    /// Text whose middle is at its height.
    fn text(self, tone: Tone, anchor: HPos) -> TextStyle<'static> {
        let style = ("sans-serif", LETTERS).into_font().color(&self.color(tone));
        style.pos(Pos::new(anchor, VPos::Center))
    }
}

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;
type Drawn<T> = Result<T, DrawingAreaErrorKind<std::io::Error>>;
/// Pixels: across and down; and left, top, right, bottom.
type Pixel = (i32, i32);
type Place = [i32; 4];
type Label = (Place, Pixel, HPos);

fn chart_svg(height: i32, draw: impl FnOnce(&Area<'_>) -> Drawn<()>) -> String {
    sized_svg((WIDTH, height), draw)
}

fn sized_svg(size: Pixel, draw: impl FnOnce(&Area<'_>) -> Drawn<()>) -> String {
    let mut svg = String::new();
    let size = (size.0 as u32, size.1 as u32);
    let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
    draw(&area).and_then(|()| area.present()).expect("a string takes all that is written");
    drop(area);
    svg
}

/// A chart in this frame, its titles above, lines at the ticks of its times, and an axis with a name
/// below.
fn chart<'a>(
    area: &Area<'a>,
    [title, unit]: [&str; 2],
    [left, top, right, bottom]: Place,
    theme: Theme,
    (x, y): (Axis, Axis),
    along: &str,
) -> Drawn<Chart<'a>> {
    let title = shortened(title, WIDTH - 8 - left);
    let unit = shortened(unit, WIDTH - 20 - left - text_width(&title));
    area.draw_text(&title, &theme.text(TEXT, HPos::Left), (left, 12))?;
    area.draw_text(&unit, &theme.text(DIM, HPos::Right), (WIDTH - 8, 12))?;
    let mut chart = ChartBuilder::on(area)
        .margin_top(top)
        .margin_right(WIDTH - right)
        .y_label_area_size(left)
        .x_label_area_size(area.dim_in_pixel().1 as i32 - bottom)
        .build_cartesian_2d(x, y)?;
    let mut mesh = chart.configure_mesh();
    mesh.bold_line_style(theme.color(GRID)).axis_style(TRANSPARENT).set_all_tick_mark_size(TICK);
    mesh.label_style(theme.text(DIM, HPos::Center));
    mesh.disable_x_mesh().x_desc(along).draw()?;
    Ok(chart)
}

/// An axis between two values, with labels at its ticks.
struct Axis {
    ends: [f64; 2],
    ticks: Vec<(f64, String)>,
}

impl Ranged for Axis {
    type ValueType = f64;
    type FormatOption = NoDefaultFormatting;

    fn map(&self, value: &f64, (first, last): (i32, i32)) -> i32 {
        let [from, to] = self.ends;
        first + ((value - from) / (to - from) * f64::from(last - first)).round() as i32
    }

    fn key_points<H: KeyPointHint>(&self, hint: H) -> Vec<f64> {
        let ticks = self.ticks.iter().filter(|_| !hint.weight().allow_light_points());
        ticks.map(|(tick, _)| *tick).collect()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.ends[0]..self.ends[1]
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let label = self.ticks.iter().find(|(tick, _)| tick == value);
        label.map_or_else(String::new, |(_, label)| label.clone())
    }
}

/// Times from zero to a little more than the most; and where a frame begins, right of its labels.
fn times(times: impl Iterator<Item = f64>) -> (Axis, i32) {
    let most = Some(times.fold(0.0, f64::max)).filter(|most| *most > 0.0).unwrap_or(1.0);
    let ticks = RangedCoordf64::from(0.0..most).key_points(7);
    let decimals = ticks.get(1).map_or(0.0, |step| (-step.log10().floor()).max(0.0)) as usize;
    let label = |tick: f64| words::number(tick, if tick.fract() == 0.0 { 0 } else { decimals });
    let ticks: Vec<_> = ticks.into_iter().map(|tick| (tick, label(tick))).collect();
    let widest = ticks.iter().map(|(_, label)| text_width(label)).max().unwrap_or(0);
    (Axis { ends: [0.0, most * 1.1], ticks }, (widest + 2 * TICK + BORDER).max(40))
}

/// Where a value lies: twice as much is one to the right, and zero has a place on the left.
fn position(value: u64, zero: f64) -> f64 {
    if value == 0 { zero } else { (value as f64).log2() }
}

/// An axis of such positions with some five ticks and room for labels, and the position of zero.
fn doublings(values: impl Iterator<Item = u64> + Clone, label: fn(u64) -> String) -> (Axis, f64) {
    let positions = || values.clone().filter(|value| *value > 0).map(|value| position(value, 0.0));
    let first = positions().reduce(f64::min).unwrap_or(6.0).floor();
    let last = positions().reduce(f64::max).unwrap_or(10.0).ceil().max(first + 1.0);
    let zero = first - ((last - first) * 0.2).max(1.0);
    let step = ((last - first) / 4.0).ceil();
    let ticks = (0..).map(|tick| first + f64::from(tick) * step).take_while(|tick| *tick <= last);
    let ticks = ticks.map(|tick| (tick, label(tick.exp2() as u64)));
    let ticks = [(zero, label(0))].into_iter().chain(ticks).collect();
    let room = (last - zero) * 0.06;
    (Axis { ends: [zero - room, last + room], ticks }, zero)
}

/// The width of text in the widest of usual fonts: others leave room.
pub(crate) fn text_width(text: &str) -> i32 {
    let letter = |c: char| match c {
        ' ' | '\'' | ',' | '.' | '/' | ':' | 'I' | 'J' | 'i' | 'j' | 'l' => 4,
        '(' | ')' | '-' | 'f' | 'r' | 't' => 5,
        '%' | '+' | '<' | '=' | '>' | 'M' | 'W' | 'm' => 13,
        'A'..='Z' | 'w' => 10,
        c if c.is_ascii() => 8,
        _ => 13,
    };
    text.chars().map(letter).sum()
}

/// The beginning of a text, as far as there is room.
fn shortened(text: &str, room: i32) -> String {
    let cuts = text.char_indices().rev().map(|(end, _)| format!("{}…", text[..end].trim_end()));
    let mut all = [text.to_owned()].into_iter().chain(cuts);
    all.find(|cut| text_width(cut) <= room).unwrap_or_default()
}

/// Times beyond so many times the least are off the scale.
const REACH: f64 = 5.0;

/// A variant: its tables and its time.
pub(crate) struct Dot {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) time: f64,
    /// Whether it is one of the variants that the laboratory began with.
    pub(crate) is_old: bool,
    /// Whether every x86-64-v3 processor has what it needs: only then it may be on the frontier.
    pub(crate) is_common: bool,
    /// Whether its mark is hollow even so.
    pub(crate) is_hollow: bool,
    pub(crate) is_named: bool,
}

/// Memory against time, and the line below which nothing lies.
pub(crate) fn dots(titles: [&str; 2], all: &[Dot], theme: Theme) -> String {
    let common: Vec<_> = all.iter().filter(|dot| dot.is_common).collect();
    let best = frontier(&common, |dot| (dot.bytes, dot.time));
    let is_best = |dot: &Dot| best.iter().any(|best| std::ptr::eq(**best, dot));
    let least = all.iter().map(|dot| dot.time).fold(f64::INFINITY, f64::min);
    let is_far = |dot: &&Dot| dot.time > least * REACH;
    let (mut far, mut near): (Vec<_>, Vec<_>) = all.iter().partition(is_far);
    far.sort_by(|a, b| a.time.total_cmp(&b.time));
    near.sort_by_key(|dot| (is_best(dot), dot.is_old));
    let (x, zero) = doublings(all.iter().map(|dot| dot.bytes), words::size);
    let (y, left) = times(near.iter().map(|dot| dot.time));
    let top = TOP.max(TOP - 4 + APART * far.len() as i32);
    let inside = [left, top, WIDTH - 12, top + 238];
    chart_svg(inside[3] + BELOW, |area| {
        let mut chart = chart(area, titles, inside, theme, (x, y), "tables added")?;
        let at = |dot: &Dot| (position(dot.bytes, zero), dot.time);
        let line = best.iter().copied().copied().filter(|dot| !is_far(dot));
        let (points, blue) = (line.clone().map(at).collect::<Vec<_>>(), theme.color(BLUE));
        chart.draw_series(DashedLineSeries::new(points, 7, 5, blue.stroke_width(1)))?;
        chart.draw_series(near.iter().map(|dot| {
            let radius = if dot.is_old || is_best(dot) { 5 } else { 4 };
            Circle::new(at(dot), radius, dot.style(is_best(dot), theme))
        }))?;
        let pixel = |at: (f64, f64)| chart.backend_coord(&at);
        for (row, dot) in (0..).zip(far) {
            let at = (pixel(at(dot)).0, top - APART / 2 - APART * row);
            dot.arrow(at, dot.style(is_best(dot), theme), area, theme)?;
        }
        let mut taken = along(&line.map(|dot| pixel(at(dot))).collect::<Vec<_>>());
        taken.extend(near.iter().map(|dot| around(pixel(at(dot)), 6)));
        let ticks = &chart.as_coord_spec().y_spec().ticks;
        let grid: Vec<_> = ticks.iter().map(|(time, _)| pixel((zero, *time)).1).collect();
        near.retain(|dot| dot.is_named || is_best(dot));
        near.sort_by_key(|dot| !dot.is_named);
        near.iter().try_for_each(|dot| {
            let places = places(pixel(at(dot)), text_width(&dot.name), inside, &grid);
            let is_free = |([a, b, c, d], ..): &Label| {
                taken.iter().all(|it| it[0] >= *c || it[1] >= *d || it[2] <= *a || it[3] <= *b)
            };
            let Some((place, at, anchor)) = places.into_iter().find(is_free) else { return Ok(()) };
            taken.push(place);
            area.draw_text(&dot.name, &theme.text(TEXT, anchor), at)
        })
    })
}

impl Dot {
    fn style(&self, is_best: bool, theme: Theme) -> ShapeStyle {
        let tone = match (self.is_old, is_best) {
            (true, _) => ORANGE,
            (false, true) => BLUE,
            (false, false) => TIE,
        };
        let style = theme.color(tone).stroke_width(2);
        if self.is_common && !self.is_hollow { style.filled() } else { style }
    }

    /// An arrow to what is off the scale, its name and time beside it.
    fn arrow(&self, (x, y): Pixel, style: ShapeStyle, area: &Area<'_>, theme: Theme) -> Drawn<()> {
        let shape = [(0, 6), (0, 2), (-4, 2), (0, -6), (4, 2), (0, 2)];
        let shape = shape.map(|(dx, dy)| (x + dx, y + dy));
        area.draw(&PathElement::new(shape, style))?;
        if style.filled {
            area.draw(&Polygon::new(shape, style))?;
        }
        let label = format!("{} {}", self.name, words::time(self.time));
        let [before, behind] = [x - 9 - BORDER, WIDTH - BORDER - x - 9];
        let is_behind = behind >= before || behind >= text_width(&label);
        let (dx, room, anchor) =
            if is_behind { (9, behind, HPos::Left) } else { (-9, before, HPos::Right) };
        area.draw_text(&shortened(&label, room), &theme.text(TEXT, anchor), (x + dx, y))
    }
}

/// Where a label of this width may stand beside a dot; the best places first, and before all others
/// those that cross no line of the grid.
fn places((x, y): Pixel, width: i32, inside: Place, grid: &[i32]) -> Vec<Label> {
    let [left, top, _, bottom] = inside;
    let near = [(8, 0), (5, -13), (5, 13), (9, -8), (9, 8)];
    let farther = [(-18, -13), (-18, 13), (8, -20), (8, 20)];
    let sides = near.into_iter().chain(farther);
    let sides = sides.flat_map(|(x, y)| [(x, y, HPos::Left, 0), (-x, y, HPos::Right, width)]);
    let all = sides.chain([-15, 15].map(|y| (0, y, HPos::Center, width / 2)));
    let place = |(dx, dy, anchor, before)| {
        let (x, y) = (x + dx, y + dy);
        ([x - before, y - 7, x - before + width, y + 7], (x, y), anchor)
    };
    let is_inside =
        |[a, b, c, d]: Place| a >= left && b >= top && c <= WIDTH - BORDER && d <= bottom;
    let mut places: Vec<_> = all.map(place).filter(|(place, ..)| is_inside(*place)).collect();
    places.sort_by_key(|(_, (_, y), _)| grid.iter().any(|line| (line - y).abs() < 9));
    places
}

fn around((x, y): Pixel, half: i32) -> Place {
    [x - half, y - half, x + half, y + half]
}

/// What a line through these points covers.
fn along(points: &[Pixel]) -> Vec<Place> {
    let part = |pair: &[Pixel]| {
        let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
        let at = move |step| (x + (to_x - x) * step / WIDTH, y + (to_y - y) * step / WIDTH);
        (0..=WIDTH).map(at).map(|at| around(at, 2))
    };
    points.windows(2).flat_map(part).collect()
}

/// The scale of gains; what lies beyond it is an arrow with its value.
const FROM: f64 = -0.04;
const TO: f64 = 0.08;
/// The room for the labels of gains, the width of each kind's scale, and what lies between two.
pub(crate) const GAIN_LABEL: i32 = 226;
const SCALE: i32 = 190;
const BETWEEN: i32 = 26;
const ROW: i32 = 22;

/// A choice with its gains, one a kind of engine.
pub(crate) struct Intervals {
    pub(crate) label: String,
    pub(crate) gains: Vec<Option<Figure>>,
}

/// Gains, the first one above, kinds of engines side by side: each has a name, and what more is said.
pub(crate) fn intervals(kinds: &[[String; 2]], rows: &[Intervals], theme: Theme) -> String {
    let bottom = TOP + ROW * rows.len() as i32;
    let left = |kind: usize| GAIN_LABEL + 14 + kind as i32 * (SCALE + BETWEEN);
    let width = left(kinds.len());
    let x = |gain: f64, kind: usize| {
        left(kind) + ((gain - FROM) / (TO - FROM) * f64::from(SCALE)).round() as i32
    };
    sized_svg((width, bottom + 24), |area| {
        for (number, row) in rows.iter().enumerate() {
            let label = shortened(&row.label, GAIN_LABEL - BORDER);
            let y = TOP + ROW * number as i32 + ROW / 2;
            area.draw_text(&label, &theme.text(TEXT, HPos::Right), (GAIN_LABEL, y))?;
        }
        for (kind, [name, more]) in kinds.iter().enumerate() {
            let [from, to] = [left(kind), left(kind) + SCALE];
            area.draw_text(name, &theme.text(TEXT, HPos::Left), (from, 12))?;
            let more = shortened(more, SCALE - text_width(name) - 12);
            area.draw_text(&more, &theme.text(DIM, HPos::Right), (to, 12))?;
            let band = [(x(-LEAST, kind), TOP), (x(LEAST, kind), bottom)];
            area.draw(&Rectangle::new(band, theme.color(BAND).filled()))?;
            for tick in [-4, 0, 4, 8] {
                let at = x(f64::from(tick) / 100.0, kind);
                let line = [(at, TOP), (at, bottom)];
                area.draw(&PathElement::new(line, theme.color(GRID).stroke_width(1)))?;
                let label = words::signed(f64::from(tick), 0);
                area.draw_text(&label, &theme.text(DIM, HPos::Center), (at, bottom + 12))?;
            }
            for (number, row) in rows.iter().enumerate() {
                let y = TOP + ROW * number as i32 + ROW / 2;
                if let Some(gain) = row.gains[kind] {
                    interval(gain, [from, to], y, area, theme)?;
                }
            }
        }
        Ok(())
    })
}

/// The interval is a bar, the value a dot, and an arrow points to what is off the scale.
fn interval(
    gain: Figure,
    [left, right]: [i32; 2],
    y: i32,
    area: &Area<'_>,
    theme: Theme,
) -> Drawn<()> {
    let tone = match gain.side(0.0) {
        Ordering::Greater => WIN,
        Ordering::Less => LOSE,
        Ordering::Equal => TIE,
    };
    let color = theme.color(tone);
    let Figure { value, low, high } = gain;
    let at = |gain: f64| {
        let share = (gain.clamp(FROM, TO) - FROM) / (TO - FROM);
        left + (share * f64::from(right - left)).round() as i32
    };
    let [mut from, mut to] = [low, high].map(at);
    if (FROM..=TO).contains(&value) {
        area.draw(&Circle::new((at(value), y), 4, color.filled()))?;
    } else {
        let text = words::per_cent(value);
        let room = text_width(&text) + 16;
        // The value stands behind the bar; where there is no room, the bar begins behind it.
        let (x, anchor) = match value < FROM {
            true if to + room <= right => (to + 8, HPos::Left),
            true => (std::mem::replace(&mut from, left + room) + 8, HPos::Left),
            false if from - room >= left => (from - 8, HPos::Right),
            false => (std::mem::replace(&mut to, right - room) - 8, HPos::Right),
        };
        area.draw_text(&text, &theme.text(DIM, anchor), (x, y))?;
    }
    if from < to {
        area.draw(&Rectangle::new([(from, y - 3), (to, y + 3)], color.mix(0.45).filled()))?;
    }
    let arrows = [(low < FROM, [left - 2, left - 8]), (high > TO, [right + 2, right + 8])];
    arrows.into_iter().filter(|(is_beyond, _)| *is_beyond).try_for_each(|(_, [back, tip])| {
        let head = [(back, y - 4), (tip, y), (back, y + 4)];
        area.draw(&PathElement::new(head, color.stroke_width(2)))
    })
}

/// A variant: the parameter's values and its times at them.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(u64, f64)>,
}

pub(crate) struct Lines<'t> {
    /// What is measured, and its unit.
    pub(crate) titles: [&'t str; 2],
    pub(crate) along: &'t str,
    /// Whether the parameter is a number of bytes.
    pub(crate) is_size: bool,
    pub(crate) lines: &'t [Line],
}

/// Lines, and below them their names in the order in which they end.
pub(crate) fn line_chart(all: &Lines<'_>, theme: Theme) -> String {
    let points = || all.lines.iter().flat_map(|line| &line.points);
    let (y, left) = times(points().map(|(_, time)| *time));
    let label: fn(u64) -> String = if all.is_size { words::size } else { |n| n.to_string() };
    let (x, zero) = doublings(points().map(|(value, _)| *value), label);
    let inside = [left, TOP, WIDTH - 12, TOP + 190];
    let below = inside[3] + BELOW;
    let tones = [BLUE, ORANGE, WIN, VIOLET, LOSE, TIE].into_iter().cycle();
    let mut named: Vec<_> = all.lines.iter().zip(tones).collect();
    let end = |line: &Line| line.points.last().map_or(0.0, |(_, time)| *time);
    named.sort_by(|(a, _), (b, _)| end(b).total_cmp(&end(a)));
    chart_svg(below + APART * named.len() as i32 + APART / 2, |area| {
        let above = area.split_vertically(below).0;
        let mut chart = chart(&above, all.titles, inside, theme, (x, y), all.along)?;
        named.into_iter().zip(1..).try_for_each(|((line, tone), row)| {
            let style = theme.color(tone).filled().stroke_width(2);
            let points = line.points.iter().map(|(value, time)| (position(*value, zero), *time));
            // Marks at all points would be a tenth of a report's bytes; one alone makes no line.
            let size = if line.points.len() == 1 { 3 } else { 0 };
            chart.draw_series(LineSeries::new(points, style).point_size(size))?;
            let y = below + APART * row - 4;
            area.draw(&PathElement::new([(left, y), (left + 18, y)], style))?;
            let name = shortened(&line.name, WIDTH - BORDER - left - 24);
            area.draw_text(&name, &theme.text(TEXT, HPos::Left), (left + 24, y))
        })
    })
}
