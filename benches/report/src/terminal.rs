//! The table of recommendations as plain text, 80 columns wide at most.

use crate::processor::Processor;
use crate::recommended::{Recommended, of_question, recommended, worth_cell};
use crate::search;
use crate::set::Set;
use crate::view::{Effect, SEARCH, View, effect, is_of_programs};
use crate::words;
use records::{Figure, visible};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The widths of the columns: 80 with the spaces between them.
const WIDTHS: [usize; 5] = [21, 23, 8, 7, 17];

/// The table of recommendations of a set for the terminal.
#[must_use]
pub fn table(set: &Set) -> String {
    let view = View::new(set);
    lines(&view, &recommended(std::slice::from_ref(&view), None))
}

fn lines(view: &View<'_>, rows: &[Recommended<'_>]) -> String {
    let profiles = search::deciding(view);
    let narrowest = search::narrowest(&profiles);
    let nodes = narrowest.map_or("nodes/s".to_owned(), |p| format!("nodes/s {}", profiles[p].name));
    let mut text = row(["lookup", "what to do", "adds", "time", &nodes]);
    for one in rows {
        let indent = if one.word.is_some() { "" } else { "  " };
        let title = format!("{indent}{}", one.lookup());
        let gain = narrowest.and_then(|profile| one.gains.get(profile).copied().flatten());
        let worth = worth(gain, one.is_usual);
        let size = words::size(one.bytes);
        text.push_str(&row([&title, &one.told(), &size, &one.time(), &worth]));
    }
    text
}

/// What a set says of a question, in a line of the terminal; nothing where the stream that
/// recommendations use was not timed.
#[must_use]
pub fn line(set: &Set, question: &str) -> Option<String> {
    let view = View::new(set);
    if is_of_programs(question) {
        return searched(&view).filter(|_| question == SEARCH);
    }
    let found = view.recommend(question)?;
    let setting = view.hot(question, false);
    let Some((table, _)) = view.step(setting) else {
        let is_withheld = view.is_withheld(question, setting.context);
        return is_withheld.then(|| "no figure: copies differ from their originals".to_owned());
    };
    let mut parts = Vec::new();
    for one in of_question(&view, &view, question, found) {
        let Some(time) = view.time(setting, &one.variant.name) else { continue };
        let by_usual = one.times[0].filter(|_| !one.is_usual).map(words::ratio_figure);
        let ratio = by_usual.map_or_else(String::new, |it| format!(", {it} of {}", one.usual));
        let small = one.word.map_or_else(|| one.lookup() + " ", |_| String::new());
        let (told, time, unit) = (one.told(), words::time(time.value), table.unit);
        parts.push(format!("{small}{told}: {time} {unit}{ratio}"));
    }
    Some(visible(&(parts.join("; ") + view.company(setting))))
}

fn searched(view: &View<'_>) -> Option<String> {
    let profiles = search::profiles(view);
    let profile = &profiles[search::narrowest(&profiles)?];
    let (table, _) = view.step(profile.setting())?;
    let (mut parts, mut unseen, mut noisy) = (Vec::new(), 0, 0);
    for name in table.variants().iter().skip(1) {
        let Some(gain) = search::gain(view, profile.setting(), name) else { continue };
        match effect(gain) {
            Effect::None => unseen += 1,
            Effect::TooNoisy => noisy += 1,
            _ => {
                let (name, half) = (view.short_of(SEARCH, name), words::half_width(gain));
                parts.push(format!("{name} {} ±{half}", words::gain(gain.value)));
            }
        }
    }
    let unseen = [(unseen, "without an effect"), (noisy, "too noisy")];
    let unseen = unseen.into_iter().filter(|(count, _)| *count > 0);
    parts.extend(unseen.map(|(count, says)| format!("{count} {says}")));
    Some(visible(&format!("nodes/s, {}: {}", profile.name, parts.join(", "))))
}

fn worth(gain: Option<Figure>, is_usual: bool) -> String {
    let text = worth_cell(gain, is_usual).text;
    match gain.filter(|_| text.ends_with('%')) {
        Some(gain) => format!("{text} ±{}", words::half_width(gain)),
        None => text,
    }
}

/// A row; what is too long for its column is cut.
pub(crate) fn row(cells: [&str; 5]) -> String {
    let mut text = String::new();
    for (cell, width) in cells.into_iter().zip(WIDTHS) {
        let mut cell = visible(cell);
        if cell.chars().count() > width {
            cell = cell.chars().take(width - 1).chain(['…']).collect();
        }
        let _ = write!(text, "{cell:width$} ");
    }
    format!("{}\n", text.trim_end())
}

/// What the nearest of these machines says to who has this processor, and that it is not theirs.
pub(crate) fn here(processor: &Processor, sets: &[Set]) -> String {
    let Some((nearest, how)) = nearest(processor, sets) else {
        return "There are no sets of records in reports/.\n".to_owned();
    };
    let mut views: Vec<_> = sets.iter().map(View::new).collect();
    views[..=nearest].rotate_right(1);
    let first = &views[0];
    // A set without a search that proves anything asks the others what they proved.
    let is_alone = !search::deciding(first).is_empty();
    let asked = if is_alone { &views[..1] } else { &views[..] };
    let found = recommended(asked, Some(processor));
    let cpu = visible(&processor.cpu);
    let named = processor.microarchitecture().map_or(String::new(), |name| format!(" ({name})"));
    let (measured, name) = (first.set.processor(), &first.set.name);
    let table = lines(first, &found);
    let mut text = format!(
        "Your processor: {cpu}{named}\nThe nearest measured: {measured}\n  in reports/{name}\n\
         {how}\nThese are its figures and not yours.\n\n{table}"
    );
    if !is_alone {
        text.push_str("\nIts searches prove nothing: what to take was proved on other machines.\n");
    }
    text.extend(left_out(processor, first));
    text.push_str(
        "\nYours: cargo bench (4 min build, 5 min run).\nPages: cargo run -p report -- reports/*/\n",
    );
    text
}

/// What is left out because this processor is known to be slow with it.
fn left_out(processor: &Processor, view: &View<'_>) -> Vec<String> {
    let mut by_reason: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for technique in &view.records.techniques {
        let name = technique.short.as_ref().unwrap_or(&technique.name);
        for known in technique.exceptions.iter().filter(|known| processor.is_in(&known.on)) {
            by_reason.entry((&known.says, &known.source)).or_default().push(name);
        }
    }
    let told = |((says, source), names): ((&str, &str), Vec<&str>)| {
        let source = visible(source);
        format!("\nLeft out on your processor, {says}: {}\n  {source}\n", words::few(names))
    };
    by_reason.into_iter().map(told).collect()
}

const GENERATIONS: [&str; 2] = [
    "Excavator, Zen, Zen+, Zen 2, Zen 3, Zen 4, Zen 5",
    "Haswell, Broadwell, Skylake, Ice Lake, Tiger Lake, Rocket Lake, Golden Cove, Granite Rapids",
];

/// The set of the machine nearest to a processor, and how near that is.
pub(crate) fn nearest(processor: &Processor, sets: &[Set]) -> Option<(usize, String)> {
    let generation = |name: Option<&str>| {
        let place = |line: &&str| line.split(", ").position(|known| Some(known) == name);
        GENERATIONS.iter().enumerate().find_map(|(vendor, line)| Some((vendor, place(line)?)))
    };
    let own = generation(processor.microarchitecture());
    let distance = |set: &Set| {
        let models = processor.model.as_ref().zip(set.records.machine.model.as_ref());
        match (own, generation(set.microarchitecture())) {
            (Some((vendor, own)), Some((other, there))) if vendor == other => own.abs_diff(there),
            _ if models.is_some_and(|(own, other)| own.vendor == other.vendor) => 100,
            _ => 1000,
        }
    };
    let ranked = sets.iter().enumerate().map(|(number, set)| {
        let foreign = !set.records.machine.os.ends_with(&processor.architecture);
        let searched = search::deciding(&View::new(set)).is_empty();
        (foreign, distance(set), searched, number)
    });
    let (foreign, distance, _, number) = ranked.min()?;
    let own = visible(&processor.architecture);
    let how = match (foreign, distance) {
        (true, _) => format!("No {own} was measured: only what any processor runs is shown."),
        (_, 0) => "It has the same microarchitecture.".to_owned(),
        (_, 1..100) => "It is the nearest microarchitecture of the same maker.".to_owned(),
        (_, 100) => "It has the same maker.".to_owned(),
        _ => "Nothing is known of yours; it has the same architecture.".to_owned(),
    };
    Some((number, how))
}
