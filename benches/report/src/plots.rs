//! Figures as SVG, drawn by plotters: dots of memory against time, rows of gains, and lines over a
//! parameter.

#[cfg(test)]
mod tests;

use crate::words;
use plotters::coord::Shift;
use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, ValueFormatter};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use records::{Figure, LEAST};
use std::collections::BTreeSet;
use std::io::Error;
use std::ops::Range;

/// The width of every figure. A telephone shows it at four fifths.
const WIDTH: i32 = 440;
/// The room above a frame for titles, and below it for the labels of an axis and its name.
const TOP: i32 = 30;
const BELOW: i32 = 38;
/// The least distance of text from the border.
const BORDER: i32 = 2;
/// The size of letters as plotters counts it: in the picture they have 12.5 pixels.
const LETTERS: f64 = 12.5 * 1.24;
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
const WIN: Tone = [0x16_703f, 0x55_c08a];
const LOSE: Tone = [0xb4_2318, 0xef_7d74];
const TIE: Tone = [0x7b_848d, 0x7d_868f];
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
type Drawn<T> = Result<T, DrawingAreaErrorKind<Error>>;
/// Pixels: left, top, right, bottom.
type Place = [i32; 4];

fn figure(height: i32, draw: impl FnOnce(&Area<'_>) -> Drawn<()>) -> String {
    let mut svg = String::new();
    {
        let size = (WIDTH as u32, height as u32);
        let area = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let drawn = draw(&area).and_then(|()| area.present());
        drawn.expect("a string takes all that is written");
    }
    svg
}

/// A chart with this frame, and what stands above it: what is measured and in which unit.
fn chart<'a>(
    area: &Area<'a>,
    [title, unit]: [&str; 2],
    [left, top, right, bottom]: Place,
    theme: Theme,
    (x, y): (Axis, Axis),
) -> Drawn<Chart<'a>> {
    let title = shortened(title, WIDTH - 8 - left);
    let unit = shortened(unit, WIDTH - 20 - left - text_width(&title));
    area.draw_text(&title, &theme.text(TEXT, HPos::Left), (left, 12))?;
    area.draw_text(&unit, &theme.text(DIM, HPos::Right), (WIDTH - 8, 12))?;
    ChartBuilder::on(area)
        .margin_top(top)
        .margin_right(WIDTH - right)
        .y_label_area_size(left)
        .x_label_area_size(area.dim_in_pixel().1 as i32 - bottom)
        .build_cartesian_2d(x, y)
}

/// Lines at the ticks of times, and labels at those of both axes.
fn mesh(chart: &mut Chart<'_>, theme: Theme, along: &str) -> Drawn<()> {
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().bold_line_style(theme.color(GRID)).axis_style(theme.color(GRID));
    mesh.label_style(theme.text(DIM, HPos::Center)).set_all_tick_mark_size(TICK);
    mesh.x_desc(along).draw()
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

    fn range(&self) -> Range<f64> {
        self.ends[0]..self.ends[1]
    }
}

impl ValueFormatter<f64> for Axis {
    fn format_ext(&self, value: &f64) -> String {
        let label = self.ticks.iter().find(|(tick, _)| tick == value);
        label.map_or_else(String::new, |(_, label)| label.clone())
    }
}

/// Times from zero to a little more than the most, with some five ticks at round numbers; and
/// where a frame begins, right of their labels.
fn times(times: impl Iterator<Item = f64>) -> (Axis, i32) {
    let most = Some(times.fold(0.0, f64::max)).filter(|most| *most > 0.0).unwrap_or(1.0);
    let power = 10f64.powf((most / 5.0).log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let step = steps.into_iter().find(|step| step * 5.0 >= most).unwrap_or(most);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let ticks = (0..).map(|tick| f64::from(tick) * step).take_while(|tick| *tick <= most);
    let label = |tick: f64| words::number(tick, if tick.fract() == 0.0 { 0 } else { decimals });
    let ticks: Vec<_> = ticks.map(|tick| (tick, label(tick))).collect();
    let widest = ticks.iter().map(|(_, label)| text_width(label)).max().unwrap_or(0);
    (Axis { ends: [0.0, most * 1.06], ticks }, (widest + 2 * TICK + BORDER).max(40))
}

/// Where a value lies: twice as much is one to the right, and zero has a place on the left.
fn position(value: u64, zero: f64) -> f64 {
    if value == 0 { zero } else { (value as f64).log2() }
}

/// The width of text in the widest of usual fonts: others leave room.
pub(crate) fn text_width(text: &str) -> i32 {
    let letter = |c: char| match c {
        ' ' | '\'' | ',' | '.' | '/' | ':' | 'I' | 'J' | 'i' | 'j' | 'l' => 4,
        '(' | ')' | '-' | 'f' | 'r' | 't' => 5,
        '%' | 'M' | 'W' | 'm' => 13,
        '+' | '<' | '=' | '>' | 'w' => 11,
        'A'..='Z' => 10,
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
/// The height of the frame of dots, and of a row of arrows above it.
const DOTS: i32 = 238;
const ARROWS: i32 = 16;

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
    let least = all.iter().map(|dot| dot.time).fold(f64::INFINITY, f64::min);
    let common: Vec<_> = all.iter().filter(|dot| dot.is_common).collect();
    let best = frontier(&common, |dot| (dot.bytes, dot.time));
    let is_best = |dot: &Dot| best.iter().any(|best| std::ptr::eq(**best, dot));
    let is_far = |dot: &&Dot| dot.time > least * REACH;
    let (mut far, mut near): (Vec<_>, Vec<_>) = all.iter().partition(is_far);
    far.sort_by(|a, b| a.time.total_cmp(&b.time));
    near.sort_by_key(|dot| (is_best(dot), dot.is_old));
    let (y, left) = times(near.iter().map(|dot| dot.time));
    let (x, zero) = sizes(all);
    let right = WIDTH - 12;
    let column = |dot: &&Dot| (x.map(&position(dot.bytes, zero), (left, right - 1)), dot.label());
    let arrows = stack(far.iter().map(column));
    let top = arrows.iter().map(|(_, y, ..)| TOP - 4 - y + ARROWS / 2).max().unwrap_or(TOP);
    let inside = [left, top, right, top + DOTS];
    figure(inside[3] + BELOW, |area| {
        let mut chart = chart(area, titles, inside, theme, (x, y))?;
        mesh(&mut chart, theme, "tables added")?;
        let at = |dot: &Dot| (position(dot.bytes, zero), dot.time);
        let line = best.iter().filter(|dot| !is_far(dot)).map(|dot| at(dot));
        let blue = theme.color(BLUE).stroke_width(1);
        chart.draw_series(DashedLineSeries::new(line.clone().collect::<Vec<_>>(), 4, 3, blue))?;
        chart.draw_series(near.iter().map(|dot| {
            let radius = if dot.is_old || is_best(dot) { 5 } else { 4 };
            Circle::new(at(dot), radius, dot.style(is_best(dot), theme))
        }))?;
        for (dot, (x, y, label, anchor)) in far.iter().zip(arrows) {
            let (y, style) = (top + y, dot.style(is_best(dot), theme));
            let shape = [(0, 6), (0, 2), (-4, 2), (0, -6), (4, 2), (0, 2)];
            let shape = shape.map(|(dx, dy)| (x + dx, y + dy));
            area.draw(&PathElement::new(shape, style))?;
            if style.filled {
                area.draw(&Polygon::new(shape, style))?;
            }
            let x = if matches!(anchor, HPos::Left) { x + 9 } else { x - 9 };
            area.draw_text(&label, &theme.text(TEXT, anchor), (x, y))?;
        }
        let pixel = |dot: &Dot| chart.backend_coord(&at(dot));
        let mut taken = along(line.map(|at| chart.backend_coord(&at)));
        taken.extend(near.iter().map(|dot| pixel(dot)).map(|(x, y)| around(x, y, 6)));
        near.retain(|dot| dot.is_named || is_best(dot));
        near.sort_by_key(|dot| !dot.is_named);
        for dot in near {
            let places = beside(pixel(dot), text_width(&dot.name), inside);
            if let Some((at, anchor)) = first_free(places, &mut taken) {
                area.draw_text(&dot.name, &theme.text(TEXT, anchor), at)?;
            }
        }
        Ok(())
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

    /// What stands beside its arrow.
    fn label(&self) -> String {
        format!("{} {}", self.name, words::time(self.time))
    }
}

/// Those that no other beats on both size and time, by size.
pub(crate) fn frontier<T>(all: &[T], of: impl Fn(&T) -> (u64, f64)) -> Vec<&T> {
    let is_beaten = |one: &&T| {
        let (size, time) = of(one);
        let mut others = all.iter().map(&of);
        others.any(|other| other.0 <= size && other.1 <= time && other != (size, time))
    };
    let mut best: Vec<_> = all.iter().filter(|one| !is_beaten(one)).collect();
    best.sort_by_key(|one| of(one).0);
    best
}

/// The axis of sizes with some five ticks, and the place of no tables on it.
fn sizes(all: &[Dot]) -> (Axis, f64) {
    let sizes = || all.iter().filter(|dot| dot.bytes > 0).map(|dot| position(dot.bytes, 0.0));
    let first = sizes().reduce(f64::min).unwrap_or(6.0).floor();
    let last = sizes().reduce(f64::max).unwrap_or(10.0).ceil().max(first + 1.0);
    let zero = first - ((last - first) * 0.2).max(1.0);
    let step = ((last - first) / 4.0).ceil();
    let ticks = (0..).map(|tick| first + f64::from(tick) * step).take_while(|tick| *tick <= last);
    let ticks = ticks.map(|tick| (tick, words::size(tick.exp2() as u64)));
    let ticks = [(zero, words::size(0))].into_iter().chain(ticks).collect();
    // Half a label has room at either end.
    let room = (last - zero) * 0.06;
    (Axis { ends: [zero - room, last + room], ticks }, zero)
}

/// Puts arrows above a frame, each at its column in the lowest row where neither it nor its label
/// covers another: column, height above the frame, label, and its anchor.
fn stack(marks: impl Iterator<Item = (i32, String)>) -> Vec<(i32, i32, String, HPos)> {
    let mut taken = Vec::new();
    let place = |(x, label): (i32, String)| {
        let rooms = [WIDTH - BORDER - x - 9, x - 9 - BORDER];
        let label = shortened(&label, rooms[0].max(rooms[1]));
        let width = text_width(&label);
        let spans = [(HPos::Left, 7, width + 9), (HPos::Right, width + 9, 7)];
        let sides = spans.into_iter().zip(rooms).filter(|(_, room)| width <= *room);
        let places = (0..).flat_map(|row| {
            let y = -ARROWS / 2 - ARROWS * row;
            let place = move |from, to| [x - from, y - 7, x + to, y + 7];
            sides.clone().map(move |((anchor, from, to), _)| (place(from, to), (y, anchor)))
        });
        let (y, anchor) = first_free(places, &mut taken)?;
        Some((x, y, label, anchor))
    };
    marks.filter_map(place).collect()
}

/// Where a label of this width may stand beside a dot, the best place first.
fn beside(
    (x, y): (i32, i32),
    width: i32,
    [left, top, _, bottom]: Place,
) -> impl Iterator<Item = (Place, ((i32, i32), HPos))> {
    let sides = [(8, 0), (5, -14), (5, 14), (9, -8), (9, 8)].into_iter();
    let sides = sides.flat_map(|(x, y)| [(x, y, HPos::Left), (-x, y, HPos::Right)]);
    let all = sides.chain([-15, 15].map(|y| (0, y, HPos::Center)));
    let places = all.map(move |(dx, dy, anchor)| {
        let (x, y) = (x + dx, y + dy);
        let from = match anchor {
            HPos::Left => x,
            HPos::Center => x - width / 2,
            HPos::Right => x - width,
        };
        ([from, y - 7, from + width, y + 7], ((x, y), anchor))
    });
    places.filter(move |([from, above, to, below], _)| {
        *from >= left && *above >= top && *to <= WIDTH - BORDER && *below <= bottom
    })
}

/// The first of these places that covers nothing; from now on it is taken.
fn first_free<T>(places: impl Iterator<Item = (Place, T)>, taken: &mut Vec<Place>) -> Option<T> {
    let is_free = |a: &Place| {
        taken.iter().all(|b| a[0] >= b[2] || b[0] >= a[2] || a[1] >= b[3] || b[1] >= a[3])
    };
    let (place, found) = { places }.find(|(place, _)| is_free(place))?;
    taken.push(place);
    Some(found)
}

fn around(x: i32, y: i32, half: i32) -> Place {
    [x - half, y - half, x + half, y + half]
}

/// What a line through these points covers.
fn along(points: impl Iterator<Item = (i32, i32)>) -> Vec<Place> {
    let points: Vec<_> = points.collect();
    let part = |pair: &[(i32, i32)]| {
        let [(x, y), (to_x, to_y)] = [pair[0], pair[1]];
        let steps = ((to_x - x).abs().max((to_y - y).abs()) / 2).max(1);
        let at = move |step| (x + (to_x - x) * step / steps, y + (to_y - y) * step / steps);
        (0..=steps).map(at).map(|(x, y)| around(x, y, 2))
    };
    points.windows(2).flat_map(part).collect()
}

/// The scale of gains; what lies beyond it is an arrow with its value.
const FROM: f64 = -0.04;
const TO: f64 = 0.08;
/// Where the scale of gains begins and ends, in pixels.
const GAINS: [i32; 2] = [216, WIDTH - 20];
const ROW: i32 = 22;
/// The room for the label of a gain; a longer one is cut.
pub(crate) const GAIN_LABEL: i32 = GAINS[0] - 2 * TICK - BORDER;

pub(crate) struct Interval {
    pub(crate) label: String,
    pub(crate) gain: Figure,
}

/// Gains, the first one above; the second title says more of the first.
pub(crate) fn intervals(titles: [&str; 2], rows: &[Interval], theme: Theme) -> String {
    let bottom = TOP + ROW * rows.len() as i32;
    let inside = [GAINS[0], TOP, GAINS[1] + 1, bottom];
    figure(bottom + 24, |area| {
        let end = rows.len() as f64;
        let label = |gain: f64| format!("{}{gain} %", if gain > 0.0 { "+" } else { "" });
        let ticks = [-4.0, 0.0, 4.0, 8.0].map(|gain| (gain / 100.0, label(gain)));
        let x = Axis { ends: [FROM, TO], ticks: ticks.to_vec() };
        let label = |row: usize| (row as f64 + 0.5, shortened(&rows[row].label, GAIN_LABEL));
        let y = Axis { ends: [end, 0.0], ticks: (0..rows.len()).map(label).collect() };
        let mut chart = chart(area, titles, inside, theme, (x, y))?;
        let band = Rectangle::new([(-LEAST, 0.0), (LEAST, end)], theme.color(BAND).filled());
        chart.draw_series([band])?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_y_mesh().bold_line_style(theme.color(GRID)).axis_style(TRANSPARENT);
        mesh.x_label_style(theme.text(DIM, HPos::Center)).set_all_tick_mark_size(TICK);
        mesh.y_label_style(theme.text(TEXT, HPos::Right)).draw()?;
        let mut middles = rows.iter().zip(0..).map(|(row, number)| (row, f64::from(number) + 0.5));
        middles.try_for_each(|(row, y)| row.draw(y, &chart, area, theme))
    })
}

impl Interval {
    /// The interval is a bar, the value a dot, and an arrow points to what is off the scale.
    fn draw(&self, y: f64, chart: &Chart<'_>, area: &Area<'_>, theme: Theme) -> Drawn<()> {
        let Figure { value, low, high } = self.gain;
        let is_certain = [low > LEAST, high < -LEAST];
        let color = theme.color(match is_certain {
            [true, _] => WIN,
            [_, true] => LOSE,
            _ => TIE,
        });
        let at = |gain: f64| chart.backend_coord(&(gain.clamp(FROM, TO), y));
        let ([mut from, mut to], y) = ([at(low).0, at(high).0], at(value).1);
        let [left, right] = GAINS;
        if (FROM..=TO).contains(&value) {
            area.draw(&Circle::new(at(value), 4, color.filled()))?;
        } else {
            let text = words::gain(value);
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
        let arrows = [(low < FROM, [left + 4, left - 2]), (high > TO, [right + 2, right + 8])];
        for (_, [back, tip]) in arrows.into_iter().filter(|(is_beyond, _)| *is_beyond) {
            let head = [(back, y - 4), (tip, y), (back, y + 4)];
            area.draw(&PathElement::new(head, color.stroke_width(2)))?;
        }
        Ok(())
    }
}

const LINES: [Tone; 6] = [BLUE, ORANGE, WIN, VIOLET, LOSE, TIE];
/// Where the frame of lines ends, and the room for the sign beside a name.
const LINES_END: i32 = WIDTH - 146;
const SIGN: i32 = 14;

/// A variant: the parameter's values and its times at them.
pub(crate) struct Line {
    pub(crate) name: String,
    pub(crate) points: Vec<(u64, f64)>,
}

pub(crate) struct Lines<'t> {
    pub(crate) measure: &'t str,
    pub(crate) unit: &'t str,
    pub(crate) along: &'t str,
    /// Whether the parameter is a number of bytes.
    pub(crate) is_size: bool,
    pub(crate) lines: &'t [Line],
}

/// Lines, and their names in the order in which they end.
pub(crate) fn lines(all: &Lines<'_>, theme: Theme) -> String {
    let points = || all.lines.iter().flat_map(|line| &line.points);
    let (y, left) = times(points().map(|(_, time)| *time));
    let inside = [left, TOP, LINES_END, TOP + 208.max(20 * all.lines.len() as i32)];
    let values: BTreeSet<_> = points().map(|(value, _)| *value).collect();
    let least = values.iter().find(|value| **value > 0).map_or(0.0, |least| position(*least, 0.0));
    let zero = least - 1.0;
    let ends =
        [values.first(), values.last()].map(|end| end.map_or(0.0, |end| position(*end, zero)));
    let mut x = Axis { ends: [ends[0], ends[1].max(ends[0] + 1.0)], ticks: Vec::new() };
    let label = |value: u64| if all.is_size { words::size(value) } else { value.to_string() };
    let mut taken = Vec::new();
    for value in values.iter().rev().step_by(values.len().div_ceil(6).max(1)) {
        let (at, label) = (position(*value, zero), label(*value));
        let (pixel, half) = (x.map(&at, (left, LINES_END)), text_width(&label) / 2 + 3);
        let place = ([pixel - half, 0, pixel + half, 1], (at, label));
        x.ticks.extend(first_free([place].into_iter(), &mut taken));
    }
    let mut named: Vec<_> = all.lines.iter().zip(LINES.into_iter().cycle()).collect();
    let end = |line: &Line| line.points.last().map_or(0.0, |(_, time)| *time);
    named.sort_by(|(a, _), (b, _)| end(b).total_cmp(&end(a)));
    figure(inside[3] + BELOW, |area| {
        let mut chart = chart(area, [all.measure, all.unit], inside, theme, (x, y))?;
        mesh(&mut chart, theme, all.along)?;
        for (line, tone) in named {
            let style = theme.color(tone).filled().stroke_width(2);
            let points = line.points.iter().map(|(value, time)| (position(*value, zero), *time));
            chart
                .draw_series(LineSeries::new(points, style).point_size(3))?
                .label(shortened(&line.name, WIDTH - BORDER - LINES_END - 8 - SIGN))
                .legend(move |(x, y)| Rectangle::new([(x, y - 2), (x + 9, y + 2)], style));
        }
        let mut names = chart.configure_series_labels();
        names.position(SeriesLabelPosition::Coordinate(LINES_END + 8 - left, 0));
        let style = theme.text(TEXT, HPos::Left).pos(Pos::new(HPos::Left, VPos::Top));
        names.legend_area_size(SIGN).margin(0).label_font(style).draw()
    })
}
