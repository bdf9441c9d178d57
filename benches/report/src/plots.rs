//! Plots: rankings, space against time, bars of cold tables, and lines over the size of a
//! simulated cache, a competing working set or the number of questions; and what choices gain
//! in whole programs.
//!
//! plotters draws them, on a backend that keeps all of a variant in one group of the SVG: a
//! page can pick out a variant in all plots. Where labels go is decided here, because that
//! depends on all the others.

mod axis;
mod canvas;
mod elements;
mod labels;
mod lines;
mod programs;
mod rows;
mod sets;
mod space_time;
#[cfg(test)]
mod tests;

use crate::figures::Figures;
use plotters::style::RGBColor;
use records::{Core, Figure, Step, Variant};
use std::collections::BTreeSet;

pub(crate) use canvas::hexadecimal;
pub(crate) use lines::{beside, cache_sweep, upkeep};
pub(crate) use programs::{Point, gains, predictions, profile};
pub(crate) use rows::{cold, ranking};
pub(crate) use sets::sets;
pub(crate) use space_time::space_time;

/// The colour of text and outlines; the page gives it another one in the dark.
pub(crate) const INK: RGBColor = RGBColor(0x1b, 0x1f, 0x24);
/// The colour of the grid, likewise.
pub(crate) const GRID: RGBColor = RGBColor(0xd5, 0xd9, 0xde);
/// The colour of the background, likewise.
pub(crate) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

/// A longer name is cut, unless that makes it the same as another one.
const LONGEST_LABEL: usize = 28;

/// So many letters that a label can spare and still be no other one's.
const SPARE: usize = 6;

/// A finished plot.
#[derive(Debug)]
pub(crate) struct Plot {
    /// The file's name.
    pub(crate) file: String,
    /// An SVG of its own.
    pub(crate) svg: String,
}

/// A variant as plots show it.
#[derive(Clone, Debug)]
struct Subject<'a> {
    variant: &'a Variant,
    /// Its place among the variants of the study: it has the same look in all plots.
    look: usize,
    /// A short name that no other variant of the study has.
    label: String,
}

/// A variant's figures along a parameter.
struct Series<'a> {
    subject: Subject<'a>,
    points: Vec<(u64, Figure)>,
}

impl Series<'_> {
    fn at(&self, value: u64) -> Option<Figure> {
        self.points.iter().find(|(at, _)| *at == value).map(|(_, figure)| *figure)
    }

    fn words(&self, figure: fn(f64) -> String, value: fn(u64) -> String) -> String {
        let point = |(at, net): &(u64, Figure)| format!("{} at {}", figure(net.value), value(*at));
        let points: Vec<_> = self.points.iter().map(point).collect();
        format!("{} {}; ", self.subject.label, points.join(", "))
    }
}

/// The variants that have figures by this function, and all values of the parameter.
fn series<'a>(
    study: &str,
    figures: &Figures<'a>,
    points: impl Fn(&'a str) -> Vec<(u64, Figure)>,
) -> (Vec<Series<'a>>, BTreeSet<u64>) {
    let one = |subject: Subject<'a>| {
        let mut points = points(&subject.variant.name);
        points.retain(|(_, figure)| figure.is_valid());
        Series { subject, points }
    };
    let mut all: Vec<_> = subjects(figures, study).into_iter().map(one).collect();
    all.retain(|series| !series.points.is_empty());
    let values = all.iter().flat_map(|series| &series.points).map(|(value, _)| *value).collect();
    (all, values)
}

/// The variants of a study that answer rightly.
fn subjects<'a>(figures: &Figures<'a>, study: &str) -> Vec<Subject<'a>> {
    let named = named(study, figures.contenders(study).collect());
    named.into_iter().filter(|subject| !subject.variant.is_wrong()).collect()
}

/// These variants of a study, each with a label of its own.
fn named<'a>(study: &str, variants: Vec<&'a Variant>) -> Vec<Subject<'a>> {
    let names: Vec<_> = variants.iter().map(|variant| variant.name.as_str()).collect();
    let subject = |(look, (variant, label)): (usize, (&'a Variant, String))| {
        let label =
            if variant.is_ranked() { label } else { format!("{label} ({})", variant.interface) };
        Subject { variant, look, label }
    };
    variants.into_iter().zip(labels(study, &names)).enumerate().map(subject).collect()
}

/// These names without the study's in front, cut as short as leaves them distinct.
fn labels(study: &str, names: &[&str]) -> Vec<String> {
    let bare = |name: &&str| {
        let rest = name.strip_prefix(study).and_then(|rest| rest.strip_prefix(['-', '+']));
        rest.filter(|rest| !rest.is_empty()).unwrap_or(name).to_owned()
    };
    let whole: Vec<_> = names.iter().map(bare).collect();
    let longest = whole.iter().map(String::len).max().unwrap_or(0);
    let cut = |length| whole.iter().map(|name| shortened(name, length)).collect::<Vec<_>>();
    let distinct =
        |labels: &Vec<String>| labels.iter().collect::<BTreeSet<_>>().len() == names.len();
    // Those that differ in a letter alone are not told apart at a glance: some room for more.
    let mut lengths = LONGEST_LABEL..=LONGEST_LABEL.max(longest + SPARE);
    let length = lengths.find(|length| distinct(&cut(*length - SPARE)));
    let shortest = length.map(cut);
    shortest.unwrap_or_else(|| names.iter().map(|name| (*name).to_owned()).collect())
}

/// A name of at most so many letters, cut in the middle: variants of a family differ at
/// either end.
fn shortened(name: &str, length: usize) -> String {
    let letters: Vec<_> = name.chars().collect();
    if letters.len() <= length {
        return name.to_owned();
    }
    let end = (length - 2) / 2;
    let (start, end) = (&letters[..length - 2 - end], &letters[letters.len() - end..]);
    start.iter().chain(&['.', '.']).chain(end).collect()
}

/// What the times of a study are in.
fn unit(figures: &Figures<'_>, study: &str) -> String {
    format!("{} {}/query", figures.measure(study).name(), figures.unit(study))
}

/// What follows a heading where the core was not quiet in all of these steps.
fn seen<'a>(steps: impl IntoIterator<Item = &'a Step>) -> String {
    let cores = steps.into_iter().filter(|step| step.has_figures()).map(|step| step.core);
    let cores: BTreeSet<_> = cores.filter(|core| *core != Core::Quiet).collect();
    cores.iter().map(|core| format!(", {core}")).collect()
}
