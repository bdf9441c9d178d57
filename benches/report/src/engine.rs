//! The page on engines: what a choice of lookups is worth in whole programs, what its lookups'
//! own times predict of that, what a node is, and what others published.

use crate::claims::{Ledger, Validated, validate};
use crate::figures::{
    BRANCHES, Counted, Figures, INSTRUCTIONS, L1_MISSES, MISPREDICTIONS, NOT_MEASURED, PERFT,
    Place, SEARCH,
};
use crate::format;
use crate::headline::Headline;
use crate::nodes::{self, Finding, Gain, Lookup, finding};
use crate::noise;
use crate::page::{Cell, Row, Tools, file, machine_line};
use crate::plots::{self, Plot, Point, profile};
use anyhow::Result;
use askama::Template;
use records::{Asks, Context, Figure, Variant};

/// The file of the page.
pub(crate) const PAGE: &str = "engine.html";

/// The claim of the ledger that the page is about.
const CLAIM: &str = "perft-overstates";

/// What is counted of a node.
const COUNTED: [Counted; 4] = [INSTRUCTIONS, BRANCHES, MISPREDICTIONS, L1_MISSES];

#[derive(Template)]
#[template(path = "engine.html")]
struct Page<'a> {
    machine_line: String,
    headlines: &'a [Headline<'a>],
    tools: Tools,
    /// The finding in a sentence.
    summary: String,
    /// The file of the study that the rows of tables lead to.
    study: String,
    profiles: Vec<&'a str>,
    /// The base's own time per query, by profile.
    base: Vec<Cell>,
    unit: String,
    rows: Vec<Row<'a>>,
    plot: Option<String>,
    /// Why there are no figures.
    why: String,
    noise: Vec<String>,
    rates: Vec<Exchange<'a>>,
    rates_in_short: String,
    counts: Vec<(&'static str, Vec<Cell>)>,
    asked: Vec<(&'a str, Vec<Cell>)>,
    moves: Vec<Cell>,
    /// Whether anything was counted; why not.
    is_counted: bool,
    why_uncounted: String,
    validated: Vec<Validated>,
    /// The verdict on the claim that perft overstates, with its evidence.
    overstated: Option<(&'static str, &'static str)>,
    claim: &'static str,
}

/// Predictions on a profile.
struct Exchange<'a> {
    profile: &'a str,
    rows: Vec<Row<'a>>,
    plot: Option<String>,
    /// Whether the page shows it unfolded.
    is_main: bool,
}

/// Renders the page and adds it to the files, after its plots.
pub(crate) fn render<'a>(
    headlines: &'a [Headline<'a>],
    ledger: &Ledger,
    figures: &Figures<'a>,
    files: &mut Vec<(String, String)>,
) -> Result<()> {
    let profiles = nodes::profiles(figures);
    let study = if figures.study(SEARCH).is_some() { SEARCH } else { PERFT };
    let gain = |name: &str, place: Place<'_>| {
        let difference = figures.variant(study, name).and_then(nodes::difference)?;
        let of = nodes::in_study(place.study, Some(difference), figures)?;
        nodes::gain(&of.name, place.study, place, figures)
    };
    let choices = figures.right(study).filter(|variant| nodes::difference(variant).is_some());
    let row = |variant: &'a Variant| {
        let cell = |place: &Place<'_>| match gain(&variant.name, *place) {
            Some(gain) => Cell::gain(gain),
            None => Cell::words(figures.absence_of(variant, *place)),
        };
        Row::new(variant, profiles.iter().map(cell).collect())
    };
    let plot = plots::gains(study, &profiles, |n, p| Some(gain(n, p)?.figure), figures)?;
    let rates = exchanges(&profiles, figures, files)?;
    let base = |place: &Place<'_>| {
        let time = figures.time(place.study, *place).raw;
        Cell::interval(time, |time| format::number(time, 0), figures.absence(*place))
    };
    let rows: Vec<_> = choices.map(row).collect();
    let counts: Vec<_> =
        COUNTED.iter().map(|what| (what.name, counts(&profiles, *what, figures))).collect();
    let page = Page {
        machine_line: machine_line(figures.records),
        headlines,
        tools: Tools::of(study, figures),
        summary: summary(&profiles, figures),
        study: file(study),
        base: profiles.iter().map(base).collect(),
        unit: figures.unit(study).to_string(),
        plot: keep(files, plot),
        why: why(figures),
        noise: noises(figures),
        rates_in_short: in_short(&rates),
        rates: rates.into_iter().map(|(exchange, _)| exchange).collect(),
        is_counted: counts.iter().flat_map(|(_, cells)| cells).any(|cell| cell.value.is_some()),
        counts,
        asked: asked(&profiles, figures),
        moves: profiles.iter().map(|place| rows_of_weights(*place, figures)).collect(),
        profiles: profiles.iter().map(|place| profile(*place)).collect(),
        why_uncounted: figures.why_uncounted(),
        validated: validate(figures),
        overstated: ledger.ruling(CLAIM),
        claim: CLAIM,
        rows,
    };
    files.push((PAGE.to_owned(), page.render()?));
    Ok(())
}

/// Adds a plot to the files and shows it on the page.
fn keep(files: &mut Vec<(String, String)>, plot: Option<Plot>) -> Option<String> {
    let Plot { file, svg } = plot?;
    files.push((file, svg.clone()));
    Some(svg)
}

/// Why there are no nodes per second.
fn why(figures: &Figures<'_>) -> String {
    match figures.study(SEARCH) {
        None => format!("{NOT_MEASURED}: these records have no study {SEARCH}"),
        Some(_) => figures.why(Place::hot(SEARCH, figures.main_stream(SEARCH), false)),
    }
}

/// How noisy the studies of programs were.
fn noises(figures: &Figures<'_>) -> Vec<String> {
    let noise = |study| {
        let noise = noise::of_context(figures, study, Context::Throughput)?;
        Some(format!("{study}: {noise}"))
    };
    [SEARCH, PERFT].into_iter().filter_map(noise).collect()
}

/// What a choice in a single question is worth at most and at least, by verdict.
pub(crate) fn summary(profiles: &[Place<'_>], figures: &Figures<'_>) -> String {
    let searches = profiles.iter().filter(|place| place.study == SEARCH);
    let searches: Vec<_> = searches.copied().collect();
    let programs = figures.right(SEARCH);
    let single = programs.filter(|program| nodes::is_of_one_question(program, figures));
    let single: Vec<_> = single.filter_map(nodes::difference).collect();
    let gains: Vec<_> = single
        .iter()
        .flat_map(|name| searches.iter().map(move |place| (*name, *place)))
        .filter_map(|(name, place)| {
            let gain = nodes::gain(&format!("{SEARCH}+{name}"), SEARCH, place, figures)?;
            Some((name, place, gain))
        })
        .collect();
    if gains.is_empty() {
        return format!("Nodes per second are {}.", why(figures));
    }
    let value = |(_, _, gain): &&(&str, Place<'_>, Gain)| gain.figure.value;
    let certain = || gains.iter().filter(|(_, _, gain)| gain.verdict.is_order());
    let words = |(name, place, gain): &(&str, Place<'_>, Gain), end| {
        let gain = format::figure(gain.figure, format::gain);
        format!("by {gain} {end}, with {name} on {}", profile(*place))
    };
    let best = certain().max_by(|a, b| value(a).total_cmp(&value(b)));
    let worst = certain().min_by(|a, b| value(a).total_cmp(&value(b)));
    let ends: Vec<_> = best
        .filter(|one| value(one) > 0.0)
        .map(|one| words(one, "at best"))
        .into_iter()
        .chain(worst.filter(|one| value(one) < 0.0).map(|one| words(one, "at worst")))
        .collect();
    let moves = match ends.is_empty() {
        true => "makes no certain difference in nodes per second".to_owned(),
        false => format!("moves nodes per second {}", ends.join(", and ")),
    };
    let certain = certain().count();
    let differences = format::counted(gains.len(), "difference");
    let verb = if certain == 1 { "is" } else { "are" };
    format!("Changing one lookup {moves}. {certain} of {differences} {verb} certain.")
}

/// The predictions on each profile with what is found there; the first search and perft come
/// first, because they are farthest apart.
fn exchanges<'a>(
    profiles: &[Place<'a>],
    figures: &Figures<'a>,
    files: &mut Vec<(String, String)>,
) -> Result<Vec<(Exchange<'a>, Vec<Finding>)>> {
    let is_main = |place: &Place<'a>| place.stream == figures.main_stream(place.study);
    let mut ordered = profiles.to_vec();
    ordered.sort_by_key(|place| !is_main(place));
    let mut exchanges = Vec::new();
    for place in ordered {
        let Some(asks) = nodes::asks(place, figures) else { continue };
        let is_main = is_main(&place);
        let predictions = predictions(place, asks, figures);
        let point = |one: &Prediction<'a>| {
            let [without, _] = one.gains;
            let measured = one.measured?.figure;
            Some(Point { variant: &one.variant.name, predicted: without?, measured })
        };
        let points: Vec<_> = predictions.iter().filter_map(point).collect();
        let plot = keep(files, plots::predictions(place, &points, figures)?);
        let found = predictions.iter().filter_map(Prediction::finding).collect();
        let rows = predictions.iter().map(Prediction::row).collect();
        exchanges.push((Exchange { profile: profile(place), rows, plot, is_main }, found));
    }
    exchanges.retain(|(exchange, _)| !exchange.rows.is_empty());
    Ok(exchanges)
}

/// What a choice's own lookup predicts of it on a profile.
struct Prediction<'a> {
    variant: &'a Variant,
    lookup: Lookup<'a>,
    /// What a query gains, without and with waiting.
    gains: [Option<Figure>; 2],
    measured: Option<Gain>,
}

fn predictions<'a>(place: Place<'a>, asks: &'a Asks, figures: &Figures<'a>) -> Vec<Prediction<'a>> {
    let base = figures.time(place.study, place).raw;
    let prediction = |variant: &'a Variant| {
        let mut lookup = nodes::lookup(nodes::difference(variant)?, asks, figures)?;
        let same_unit = figures.unit(lookup.question) == figures.unit(place.study);
        lookup.longer = lookup.longer.map(|longer| longer.filter(|_| same_unit));
        let gain = |longer: Figure| nodes::predicted(longer, base?.value);
        let measured = nodes::gain(&variant.name, place.study, place, figures);
        let gains = lookup.longer.map(|longer| longer.and_then(gain));
        Some(Prediction { variant, lookup, gains, measured })
    };
    figures.right(place.study).filter_map(prediction).collect()
}

impl<'a> Prediction<'a> {
    /// What the measurement says of the prediction without waiting.
    fn finding(&self) -> Option<Finding> {
        let [without, _] = self.gains;
        Some(finding(without?, self.measured?))
    }

    fn row(&self) -> Row<'a> {
        let Prediction { variant, lookup, gains, measured } = self;
        let signed = |time: f64| {
            let text = format::time(time);
            if time > 0.0 { format!("+{text}") } else { text }
        };
        let mut question = Cell::words(lookup.question);
        question.details.push(format!("{} for {}", lookup.variant, lookup.base));
        let mut cells = vec![question, Cell::count_of(Some(lookup.rate))];
        for (longer, gain) in lookup.longer.into_iter().zip(gains) {
            let each = longer.filter(|_| lookup.rate > 0.0);
            let each = each.map(|longer| longer.map(|time| time / lookup.rate));
            cells.push(Cell::interval(each, signed, NOT_MEASURED));
            cells.push(Cell::interval(longer, signed, NOT_MEASURED));
            cells.push(Cell::interval(*gain, format::gain, NOT_MEASURED));
        }
        cells.push(measured.map_or_else(|| Cell::words(NOT_MEASURED), Cell::gain));
        let found = self.finding().map_or_else(|| NOT_MEASURED.to_owned(), Finding::words);
        cells.push(Cell::words(&found));
        Row::new(variant, cells)
    }
}

/// How many predictions came true, and what became of the others.
fn in_short(rates: &[(Exchange<'_>, Vec<Finding>)]) -> String {
    let found: Vec<_> = rates.iter().flat_map(|(_, found)| found).copied().collect();
    if found.is_empty() {
        return "No prediction could be compared with a measurement.".to_owned();
    }
    let count = |is_it: fn(&Finding) -> bool| found.iter().filter(|one| is_it(one)).count();
    let met = count(|one| *one == Finding::Met);
    let counts = [
        ("overstated", count(|one| matches!(one, Finding::Overstated(_)))),
        ("understated", count(|one| matches!(one, Finding::Understated(_)))),
        ("of a difference that could not be measured", count(|one| *one == Finding::Vanished)),
        ("of none where there is one", count(|one| *one == Finding::Unforeseen)),
        ("of the other sign", count(|one| *one == Finding::OtherSign)),
    ];
    let counts = counts.iter().filter(|(_, count)| *count > 0);
    let others: String = counts.map(|(words, count)| format!(", {count} {words}")).collect();
    let all = format::counted(found.len(), "prediction");
    format!("By throughput, {met} of {all} within the intervals{others}.")
}

/// What the simulated processor counts per query of the base, by profile.
fn counts(profiles: &[Place<'_>], what: Counted, figures: &Figures<'_>) -> Vec<Cell> {
    let count = |place: &Place<'_>| Cell::count_of(figures.count(place.study, *place, what));
    profiles.iter().map(count).collect()
}

/// How often each question is asked per query, with the share of answers that are not empty.
fn asked<'a>(profiles: &[Place<'_>], figures: &Figures<'a>) -> Vec<(&'a str, Vec<Cell>)> {
    let asks: Vec<_> = profiles.iter().map(|place| nodes::asks(*place, figures)).collect();
    let mut questions: Vec<&'a str> = Vec::new();
    for one in asks.iter().flatten().flat_map(|asks| &asks.asked) {
        if !questions.contains(&one.question.as_str()) {
            questions.push(&one.question);
        }
    }
    let cell = |question: &str, asks: &Option<&Asks>| {
        let Some(asks) = asks else { return Cell::words(NOT_MEASURED) };
        // What is not listed was never asked.
        let mut cell = Cell::count_of(nodes::rate(question, asks).or(Some(0.0)));
        let asked = || asks.asked.iter().filter(|one| one.question == question);
        let times: u64 = asked().map(|one| one.times).sum();
        let hits: u64 = asked().map(|one| one.hits).sum();
        let share = |times| format::percent(hits as f64 / times as f64);
        cell.details.extend((times > 0).then(|| format!("{} hit", share(times))));
        cell
    };
    let row = |question| (question, asks.iter().map(|asks| cell(question, asks)).collect());
    questions.into_iter().map(row).collect()
}

/// The rows of weights that a move adds or subtracts.
fn rows_of_weights(place: Place<'_>, figures: &Figures<'_>) -> Cell {
    let rows = |asks: &Asks| (asks.moves > 0).then(|| asks.rows as f64 / asks.moves as f64);
    Cell::count_of(nodes::asks(place, figures).and_then(rows))
}
