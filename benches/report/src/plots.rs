//! Plots: rankings, space against time, and lines over the size of a simulated cache, a competing working set or the number of questions; and what choices gain
//! in whole programs.
//!
//! plotters draws them, on a backend that keeps all of a variant in one group of the SVG: a
//! page can pick out a variant in all plots. Every mark has its figure as a title, which a page
//! reads out. All plots are equally wide, so that their text is equally large on a narrow
//! screen. Where labels go is decided here, because that depends on all the others.

mod axis;
mod canvas;
mod dots;
mod elements;
mod labels;
mod legend;
mod lines;
mod programs;
mod rows;
mod sets;
mod space_time;
#[cfg(test)]
mod tests;

use crate::figures::{Figures, Place};
use crate::format;
use crate::headline;
use plotters::style::RGBColor;
use records::{Context, Core, Figure, Parameter, Step, Variant};
use std::collections::BTreeSet;

pub(crate) use canvas::hexadecimal;
pub(crate) use lines::{beside, cache_sweep, upkeep};
pub(crate) use programs::{Point, gains, predictions, profile};
pub(crate) use rows::ranking;
pub(crate) use sets::sets;
pub(crate) use space_time::space_time;

/// The colour of text and outlines; the page gives it another one in the dark.
pub(crate) const INK: RGBColor = RGBColor(0x1b, 0x1f, 0x24);
/// The colour of the grid, likewise.
pub(crate) const GRID: RGBColor = RGBColor(0xd5, 0xd9, 0xde);
/// The colour of the background, likewise.
pub(crate) const PAPER: RGBColor = RGBColor(0xff, 0xff, 0xff);

/// So many variants of a study have a colour, the others are grey: nobody tells more lines
/// apart at a glance.
const LEADERS: usize = 5;

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

/// A variant as plots show it, or several whose figures are the same.
#[derive(Clone, Debug)]
struct Subject<'a> {
    variants: Vec<&'a Variant>,
    /// Its place among the leaders of the study: it has the same look in all plots.
    look: usize,
    /// Short names that no other variant of the study has.
    label: String,
}

impl<'a> Subject<'a> {
    fn is(&self, name: &str) -> bool {
        self.variants.iter().any(|variant| variant.name == name)
    }

    /// Whether it has an interface that is compared.
    fn is_ranked(&self) -> bool {
        self.variants.iter().all(|variant| variant.is_ranked())
    }

    fn is_leader(&self) -> bool {
        self.look < LEADERS
    }

    /// Takes in another one, whose figures are the same.
    fn join(&mut self, other: Subject<'a>) {
        self.label += ", ";
        self.label += &other.label;
        self.look = self.look.min(other.look);
        self.variants.extend(other.variants);
    }

    /// Its names in full, with the bytes of tables: what the titles of its marks begin with.
    fn in_full(&self) -> String {
        let one = |variant: &&Variant| {
            format!("{}, {}", headline::named(variant), format::tables(variant.table_bytes))
        };
        self.variants.iter().map(one).collect::<Vec<_>>().join("; ")
    }
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
}

/// The variants that have figures by this function, and all values of the parameter. Those
/// whose figures read the same are one.
fn series<'a>(
    study: &str,
    figures: &Figures<'a>,
    points: impl Fn(&'a str) -> Vec<(u64, Figure)>,
    text: fn(f64) -> String,
) -> (Vec<Series<'a>>, BTreeSet<u64>) {
    let one = |subject: Subject<'a>| {
        let mut points = points(&subject.variants[0].name);
        points.retain(|(_, figure)| figure.is_valid());
        Series { subject, points }
    };
    let mut all: Vec<_> = subjects(figures, study).into_iter().map(one).collect();
    all.retain(|series| !series.points.is_empty());
    let key = |Series { subject, points }: &Series<'_>| {
        let point = |(at, figure): &(u64, Figure)| (*at, format::figure(*figure, text));
        (subject.is_ranked(), points.iter().map(point).collect::<Vec<_>>())
    };
    let all = grouped(all, key, |series| &mut series.subject);
    let values = all.iter().flat_map(|series| &series.points).map(|(value, _)| *value).collect();
    (all, values)
}

/// One of all that have the same key, in the place of the first: they would cover each other.
fn grouped<'a, T, K: PartialEq>(
    all: Vec<T>,
    key: impl Fn(&T) -> K,
    subject: fn(&mut T) -> &mut Subject<'a>,
) -> Vec<T> {
    let mut groups: Vec<(K, T)> = Vec::new();
    for mut one in all {
        let key = key(&one);
        match groups.iter_mut().find(|(other, _)| *other == key) {
            Some((_, group)) => subject(group).join(subject(&mut one).clone()),
            None => groups.push((key, one)),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

/// The variants of a study that answer rightly.
fn subjects<'a>(figures: &Figures<'a>, study: &str) -> Vec<Subject<'a>> {
    let leaders = leaders(study, figures);
    let look = |name: &str| leaders.iter().position(|leader| *leader == name);
    let mut subjects = named(study, figures.contenders(study).collect());
    subjects.retain(|subject| !subject.variants[0].is_wrong());
    for subject in &mut subjects {
        subject.look = look(&subject.variants[0].name).unwrap_or(LEADERS);
    }
    subjects
}

/// The variants of a study that have a colour: in turn the fastest where nothing waits, where
/// each query waits for the last, where the same is asked again, and over all working sets
/// without and with waiting; then the next.
fn leaders<'a>(study: &str, figures: &Figures<'a>) -> Vec<&'a str> {
    let Some(study) = figures.study(study) else { return Vec::new() };
    let name = study.name.as_str();
    let hot = [Context::Throughput, Context::Latency, Context::Learnt]
        .map(|context| vec![Place::plain(name, headline::stream(study), context)]);
    let sets = figures.working_sets(name);
    let beside = figures.main_places(name, Context::Beside);
    let beside =
        beside.map(|place| sets.iter().map(|set| place.at(Parameter::WorkingSet, *set)).collect());
    let orders = hot.into_iter().chain(beside).map(|places: Vec<_>| order(name, &places, figures));
    let orders: Vec<_> = orders.collect();
    let longest = orders.iter().map(Vec::len).max().unwrap_or(0);
    let in_turn = (0..longest).flat_map(|i| orders.iter().filter_map(move |order| order.get(i)));
    let others = figures.right(name).map(|variant| variant.name.as_str());
    let mut leaders = Vec::new();
    for name in in_turn.copied().chain(others) {
        if leaders.len() < LEADERS && !leaders.contains(&name) {
            leaders.push(name);
        }
    }
    leaders
}

/// The choices of a study that were measured at all of these places that have figures, by the
/// product of their times there. Times are by that of the reference, in the same rounds, so
/// logarithms are added.
fn order<'a>(study: &str, places: &[Place<'_>], figures: &Figures<'a>) -> Vec<&'a str> {
    let total = |variant: &'a Variant| {
        let ratio = |place: &Place<'_>| {
            let reference = figures.reference(*place)?;
            if variant.name == reference {
                return Some(Some(0.0));
            }
            let ratio = figures.ratio(&variant.name, reference, *place);
            Some(ratio.map(|ratio| ratio.figure.value.ln()))
        };
        let product = places.iter().filter_map(ratio).reduce(|a, b| Some(a? + b?))??;
        Some((product, variant.name.as_str()))
    };
    let mut totals: Vec<_> = figures.choices(study).filter_map(total).collect();
    totals.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    totals.into_iter().map(|(_, name)| name).collect()
}

/// These variants of a study, all of one look, each with a label of its own.
fn named<'a>(study: &str, variants: Vec<&'a Variant>) -> Vec<Subject<'a>> {
    let names: Vec<_> = variants.iter().map(|variant| variant.name.as_str()).collect();
    let subject = |(variant, label): (&'a Variant, String)| {
        let label =
            if variant.is_ranked() { label } else { format!("{label} ({})", variant.interface) };
        Subject { variants: vec![variant], look: LEADERS, label }
    };
    let labels = labels(study, &names);
    variants.into_iter().zip(labels).map(subject).collect()
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

/// A figure with its unit, if there is one, and with its interval unless it is exact.
fn told(figure: Figure, text: fn(f64) -> String, unit: &str) -> String {
    let space = if unit.is_empty() { "" } else { " " };
    let value = format!("{}{space}{unit}", text(figure.value));
    if figure.low == figure.high {
        return value;
    }
    format!("{value} ({})", format::ends(figure, text))
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
