//! Memory against time: a dot for each variant, and the line below which nothing lies.

use super::{Drawing, HPos, Scale, TOP, Tone, WIDTH, draw};
use crate::words;

const LEFT: i32 = 40;
const RIGHT: i32 = WIDTH as i32 - 12;
const BOTTOM: i32 = 268;
const HEIGHT: i32 = 306;
const INSIDE: [i32; 4] = [LEFT, TOP - 6, WIDTH as i32, BOTTOM];
/// Times beyond so many times the least are off the scale.
const REACH: f64 = 5.0;

pub(crate) struct Dot {
    pub(crate) name: String,
    pub(crate) bytes: u64,
    pub(crate) time: f64,
    /// Whether it is one of the variants that the laboratory began with.
    pub(crate) is_old: bool,
    /// Whether every x86-64-v3 processor has what it needs.
    pub(crate) is_common: bool,
    pub(crate) is_named: bool,
}

struct Scales {
    x: Scale,
    none: f64,
    y: Scale,
}

impl Scales {
    fn of(dots: &[Dot]) -> Scales {
        let log = |bytes: u64| (bytes.max(1) as f64).log2();
        let sizes = || dots.iter().map(|dot| dot.bytes).filter(|bytes| *bytes > 0);
        let first = sizes().min().map_or(6.0, log).floor();
        let last = sizes().max().map_or(10.0, log).ceil().max(first + 1.0);
        let step = ((last - first) / 4.0).ceil().max(1.0);
        let ticks = (0..).map(|tick| first + f64::from(tick) * step);
        let ticks: Vec<_> = ticks.take_while(|tick| *tick <= last).collect();
        let none = first - ((last - first) * 0.2).max(1.0);
        let values = [none - 0.06 * (last - none), last + 0.3];
        let x = Scale { values, pixels: [LEFT, RIGHT], ticks };
        let times = || dots.iter().map(|dot| dot.time);
        let least = times().fold(f64::INFINITY, f64::min);
        let most = times().fold(0.0, f64::max).min(least * REACH);
        Scales { x, none, y: Scale::of_times(most, BOTTOM) }
    }

    fn x(&self, bytes: u64) -> i32 {
        let value = if bytes == 0 { self.none } else { (bytes as f64).log2() };
        self.x.map(value)
    }

    fn draw(&self, drawing: &mut Drawing<'_>, titles: [&str; 2]) {
        drawing.frame(titles, &self.y, [LEFT, RIGHT]);
        drawing.text((self.x(0), BOTTOM + 13), "none", HPos::Center, Tone::Dim);
        for tick in &self.x.ticks {
            let text = words::size(2f64.powf(*tick) as u64);
            drawing.text((self.x.map(*tick), BOTTOM + 13), &text, HPos::Center, Tone::Dim);
        }
        let middle = i32::midpoint(LEFT, RIGHT);
        drawing.text((middle, BOTTOM + 30), "tables added", HPos::Center, Tone::Dim);
    }
}

/// The variants of a question by a measure in this unit.
pub(crate) fn dots([question, measure, unit]: [&str; 3], dots: &[Dot]) -> String {
    let label = format!("{question}: {measure} against bytes of tables");
    draw(HEIGHT, &label, |drawing| {
        let scales = Scales::of(dots);
        scales.draw(drawing, [measure, unit]);
        let common: Vec<_> = dots.iter().filter(|dot| dot.is_common).collect();
        let frontier = frontier(&common, |dot| (dot.bytes, dot.time));
        let at = |dot: &Dot| (scales.x(dot.bytes), scales.y.map(dot.time));
        let on_scale = frontier.iter().filter(|dot| scales.y.holds(dot.time));
        let line: Vec<_> = on_scale.map(|dot| at(dot)).collect();
        drawing.keep_clear(&line);
        if line.len() > 1 {
            drawing.path(line, Tone::Dashes, 1);
        }
        let is_best = |dot: &Dot| frontier.iter().any(|best| std::ptr::eq(**best, dot));
        dots.iter().for_each(|dot| dot.draw(drawing, &scales, is_best(dot)));
        let (mut named, far): (Vec<_>, Vec<_>) =
            dots.iter().partition(|dot| scales.y.holds(dot.time));
        for dot in far {
            let label = format!("{} {}", dot.name, words::time(dot.time));
            drawing.label((scales.x(dot.bytes), TOP + 4), &label, INSIDE);
        }
        named.retain(|dot| dot.is_named || is_best(dot));
        named.sort_by_key(|dot| (!dot.is_named, !is_best(dot)));
        named.iter().for_each(|dot| drawing.label(at(dot), &dot.name, INSIDE));
    })
}

impl Dot {
    fn draw(&self, drawing: &mut Drawing<'_>, scales: &Scales, is_best: bool) {
        let tone = match (self.is_old, is_best) {
            (true, _) => Tone::Orange,
            (false, true) => Tone::Blue,
            (false, false) => Tone::Tie,
        };
        let (size, time) = (words::size(self.bytes), words::time(self.time));
        let title = format!("{}: {time} cycles, {size}", self.name);
        let radius = if is_best || self.is_old { 5 } else { 4 };
        if scales.y.holds(self.time) {
            let at = (scales.x(self.bytes), scales.y.map(self.time));
            drawing.dot(at, radius, tone, !self.is_common, &title);
        } else {
            drawing.arrow((scales.x(self.bytes), TOP), (0, -1), tone);
        }
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
