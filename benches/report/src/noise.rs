//! How noisy tables were, in sentences.

use crate::figures::{Figures, Place, is_of_programs, quiet_batches};
use crate::format::{self, counted};
use records::{Agreement, Context, Core, LEAST, NARROWEST, Step, Stop, Unit, Verdict};

/// A multiplication that is farther than this share from a whole number of cycles accuses
/// the clock.
const CLOCK_ERROR: f64 = 0.02;

/// How far two times at a place must be apart to differ, as the larger by the smaller: by
/// what copies of variants and a second compilation differ from these, or by the least share
/// that is claimed, if that is more.
pub(crate) fn floor(figures: &Figures<'_>, place: Place<'_>) -> f64 {
    let step = figures.step(place);
    let copies = step.map_or(&[][..], |step| &step.copies);
    let same = copies.iter().map(|copy| copy.ratio).chain(step.and_then(|step| step.again));
    let apart = same.map(|ratio| ratio.value.ln().abs());
    apart.fold(LEAST.ln_1p(), f64::max).exp()
}

/// The noise at one place; nothing if nothing was measured there.
pub(crate) fn of_place(figures: &Figures<'_>, place: Place<'_>) -> Option<String> {
    let step = figures.step(place)?;
    let unit = figures.unit(place.study);
    let Step { rounds, stop, core, .. } = step;
    let batches = format!("{} were undisturbed", quiet_batches(&[step]));
    let layouts = format::many(step.layouts, "layout", "layouts");
    if !step.has_figures() {
        return Some(format!("Too noisy for figures: {batches}, which make {rounds} rounds."));
    }
    let mut text = format!("{rounds} rounds in {layouts}; {batches}; stopped: {stop}.");
    text += seen(*core);
    let copies = step.copies.iter();
    let copies = copies.map(|c| format!("{} of {}", format::figure(c.ratio, format::ratio), c.of));
    let copies: Vec<_> = copies.collect();
    if !copies.is_empty() {
        text += &format!(" Copies measured as {}.", format::list(&copies));
    }
    if is_of_programs(place.study) && step.again.is_none() {
        text += " It is not known what the same program takes when it is compiled again: records \
                 of before version 4 of the method may owe some per cent to the compiler, and to \
                 the place of the stack.";
    }
    if let Some(again) = step.again {
        let again = format::figure(again, format::ratio);
        text += &format!(
            " Compiled a second time from another type, the same program took {again} of the \
             time: nothing below that is claimed."
        );
    }
    text += &agreement(figures, place.study, place.context);
    text += &unresolved(step);
    if let Some(null) = step.null_copy {
        let null = format::figure(null, format::count);
        text += &format!(" A copy of the loop without a lookup took {null} {unit} net.");
    }
    if let Some(cycles) = wrong_multiplication(step, unit) {
        let cycles = format::ratio(cycles);
        text += &format!(
            " The clock disagrees with itself: by it, a multiplication takes {cycles} cycles, and \
             not a whole number of them."
        );
    }
    if let Some(width) = narrow(step, unit) {
        text += &format!(
            " The core did {} idle instructions in a cycle, and current ones do four or more: it \
             is narrow, or it had company all the time and some of these times are up to twice \
             as long as alone.",
            format::time(width)
        );
    }
    Some(text)
}

/// How copies agree in a context, as a sentence; nothing where it was not measured.
fn agreement(figures: &Figures<'_>, study: &str, context: Context) -> String {
    match figures.agreement(study, context) {
        None => String::new(),
        Some(Agreement { intervals: 0, .. }) => " No copies show how noisy this is.".to_owned(),
        Some(Agreement { intervals, apart, worst, .. }) => format!(
            " Copies: {apart} of {intervals} differ by more than {}, at worst {}.",
            format::percent(LEAST),
            format::percent(worst - 1.0)
        ),
    }
}

/// How many pairs of a step's variants are not resolved, as a sentence; nothing if nothing
/// was compared.
fn unresolved(step: &Step) -> String {
    let count = |wanted: fn(char) -> bool| step.verdicts.chars().filter(|c| wanted(*c)).count();
    let compared = count(|letter| letter != '.');
    if compared == 0 {
        return String::new();
    }
    let share = count(|letter| Verdict::Unresolved.name().starts_with(letter));
    let per_cent = format::number(100.0 * share as f64 / compared as f64, 0);
    format!(" {share} of {} unresolved ({per_cent} %).", counted(compared, "pair"))
}

/// What was seen around the rounds, as a sentence where that is not quiet.
fn seen(core: Core) -> &'static str {
    match core {
        Core::Quiet => "",
        Core::Company => {
            " In company: another program used the core meanwhile, or the probe \
                          could not tell that none did. Trust ratios more than times."
        }
        Core::Unsteady => " Unsteady: the frequency did not settle. Trust ratios more than times.",
    }
}

/// The noise of all tables of a study in a context; nothing if nothing was measured.
pub(crate) fn of_context(figures: &Figures<'_>, study: &str, context: Context) -> Option<String> {
    let unit = figures.unit(study);
    let tables = figures.measured_tables(study, context);
    let steps: Vec<_> = tables.flat_map(|table| &table.steps).collect();
    if steps.is_empty() {
        return None;
    }
    let (batches, tables) = (quiet_batches(&steps), counted(steps.len(), "measurement"));
    let mut text = format!("{batches} were undisturbed, in {tables}.");
    let mut say = |sentence: &str, is_so: &dyn Fn(&Step) -> bool| {
        let count = steps.iter().filter(|step| is_so(step)).count();
        if count > 0 {
            text += &format!(" {sentence}: {}.", counted(count, "measurement"));
        }
    };
    say("Too noisy for figures", &|step| step.stop == Stop::Noisy);
    for core in [Core::Company, Core::Unsteady] {
        say(&capital(core.name()), &|step| step.core == core);
    }
    say("The clock disagreed with itself on a multiplication", &|step| {
        wrong_multiplication(step, unit).is_some()
    });
    say("The core was narrow, or in company all the time", &|step| narrow(step, unit).is_some());
    text += &agreement(figures, study, context);
    let nulls = steps.iter().filter_map(|step| step.null_copy).map(|null| null.value);
    let time = |value| format!("{} {unit}", format::time(value));
    if let Some(off) = typical_and_most(nulls, time) {
        text += &format!(" Copies of the loop without a lookup differed by {off}.");
    }
    Some(text)
}

/// How many steps of all tables were not quiet, and what is withheld, in words for the top of
/// a page; nothing if all were and nothing is.
pub(crate) fn of_all(figures: &Figures<'_>) -> Option<String> {
    let withheld = figures.withheld().map(|one| format!("{} of {}", one.context, one.study));
    let withheld: Vec<_> = withheld.collect();
    let withheld = (!withheld.is_empty()).then(|| {
        let contexts = format::list(&withheld);
        format!("Withheld, for copies differed from themselves: {contexts}.")
    });
    let sentences: Vec<_> = not_quiet(figures).into_iter().chain(withheld).collect();
    (!sentences.is_empty()).then(|| sentences.join(" "))
}

fn not_quiet(figures: &Figures<'_>) -> Option<String> {
    let steps = || figures.records.tables.iter().flat_map(|table| &table.steps);
    let count = |core| steps().filter(|step| step.has_figures() && step.core == core).count();
    let parts = [
        (count(Core::Company), Core::Company.name()),
        (count(Core::Unsteady), Core::Unsteady.name()),
        (steps().filter(|step| !step.has_figures()).count(), Stop::Noisy.name()),
    ];
    let parts: Vec<_> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    (!parts.is_empty())
        .then(|| format!("Of {} measurements, {}.", steps().count(), format::list(&parts)))
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The width of the core where it is less than that of any current one.
fn narrow(step: &Step, unit: Unit) -> Option<f64> {
    step.width.filter(|width| unit == Unit::Cycles && *width < NARROWEST)
}

/// The cycles of a multiplication, if they accuse the clock. Nanoseconds are not calibrated: a
/// multiplication may take any number of them.
fn wrong_multiplication(step: &Step, unit: Unit) -> Option<f64> {
    let is_wrong = |cycles: &f64| !is_near_whole(*cycles);
    step.multiply.filter(|_| unit == Unit::Cycles).filter(is_wrong)
}

/// Whether this is a whole number of cycles, as near as a clock that is right reads one.
pub(crate) fn is_near_whole(cycles: f64) -> bool {
    let whole = cycles.round();
    whole >= 1.0 && (cycles - whole).abs() <= CLOCK_ERROR * whole
}

/// How far these are from zero, in the median and at most; nothing if there are none.
fn typical_and_most(
    values: impl Iterator<Item = f64>,
    text: impl Fn(f64) -> String,
) -> Option<String> {
    let mut values: Vec<_> = values.map(f64::abs).collect();
    values.sort_by(f64::total_cmp);
    let most = *values.last()?;
    let typical = f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2]);
    Some(format!("{} in the median and {} at most", text(typical), text(most)))
}
