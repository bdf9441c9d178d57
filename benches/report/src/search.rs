//! What a choice of lookups is worth in nodes per second.

use crate::plots::{self, Interval};
use crate::view::{SEARCH, View, gain_of, mean};
use crate::words;
use records::{Asked, Asks, Figure, Setting, Variant};

/// A profile whose intervals are wider than this, half of the median one, proves nothing.
const TOO_WIDE: f64 = 0.05;

/// A kind of work that a node of the search does besides its lookups.
#[derive(Clone)]
pub(crate) struct Profile<'a> {
    /// The stream: its name on every page.
    pub(crate) name: &'a str,
    /// What engines are like it, in two words.
    pub(crate) like: String,
    /// Half of the median interval of a gain.
    pub(crate) half_width: f64,
    /// What the base asks.
    pub(crate) asks: Option<&'a Asks>,
    /// Cycles of a node of the base.
    pub(crate) node: Figure,
}

impl<'a> Profile<'a> {
    pub(crate) fn setting(&self) -> Setting<'a> {
        Setting::hot(SEARCH, self.name, false)
    }

    pub(crate) fn rate(&self, question: &str) -> Option<f64> {
        let asks = self.asks?;
        let rates = asked(asks, question).into_iter().map(|asked| asks.lookups(asked));
        rates.reduce(|one, other| one + other)
    }
}

pub(crate) fn asked<'a>(asks: &'a Asks, question: &str) -> Vec<&'a Asked> {
    asks.asked.iter().filter(|asked| asked.question == question).collect()
}

/// The profiles that the search was timed on, in the order of its streams.
pub(crate) fn profiles<'a>(view: &View<'a>) -> Vec<Profile<'a>> {
    let Some(study) = view.study(SEARCH) else { return Vec::new() };
    let of = |name: &'a str| {
        let setting = Setting::hot(SEARCH, name, false);
        let (table, _) = view.step(setting)?;
        let gains = table.variants().iter().skip(1).filter_map(|name| gain(view, setting, name));
        let mut widths: Vec<_> = gains.map(|gain| (gain.high - gain.low) / 2.0).collect();
        widths.sort_by(f64::total_cmp);
        let half_width = *widths.get(widths.len() / 2)?;
        let node = view.time(setting, SEARCH)?;
        Some(Profile { name, like: like(name), half_width, asks: view.asks(SEARCH, name), node })
    };
    study.streams.iter().filter_map(|stream| of(&stream.name)).collect()
}

fn like(name: &str) -> String {
    match name.split_once('-').unwrap_or((name, "")) {
        ("classical", _) => "as in Stockfish 11".to_owned(),
        ("network", "") => "as in Carp 3".to_owned(),
        ("threats", "") => "as in Stockfish 18".to_owned(),
        ("mobility", _) => "classical evaluation".to_owned(),
        ("material", _) => "little evaluation".to_owned(),
        (kind, size) => format!("{kind} of {size} MB"),
    }
}

/// The profiles that decide: those of real engines; in older sets little evaluation, a classical
/// one, and the network whose intervals are narrowest. One that is too noisy proves nothing.
pub(crate) fn deciding<'a>(view: &View<'a>) -> Vec<Profile<'a>> {
    let mut all = profiles(view);
    let is_new = |p: &Profile<'_>| ["classical", "network", "threats"].contains(&p.name);
    let is_network = |p: &&Profile<'_>| p.name.starts_with("network-");
    let networks: Vec<_> = all.iter().filter(is_network).cloned().collect();
    let network = narrowest(&networks).map(|number| networks[number].name);
    let is_old = |name| matches!(name, "material" | "mobility") || Some(name) == network;
    let has_new = all.iter().any(is_new);
    all.retain(|p| p.half_width <= TOO_WIDE && if has_new { is_new(p) } else { is_old(p.name) });
    all
}

/// The profile whose intervals are narrowest, as a number among these.
pub(crate) fn narrowest(profiles: &[Profile<'_>]) -> Option<usize> {
    let width = |number: &usize| profiles[*number].half_width;
    (0..profiles.len()).min_by(|a, b| width(a).total_cmp(&width(b)))
}

/// The choice of the search that differs from the base in this variant alone.
pub(crate) fn choice<'a>(view: &View<'a>, variant: &Variant) -> Option<&'a Variant> {
    if !view.is_over_usual(variant) {
        return None;
    }
    let name = format!("{SEARCH}+{}", variant.technique());
    view.variant(SEARCH, &name).filter(|choice| !choice.is_wrong())
}

pub(crate) fn gain(view: &View<'_>, setting: Setting<'_>, choice: &str) -> Option<Figure> {
    Some(gain_of(view.ratio(setting, choice, SEARCH)?.figure))
}

pub(crate) fn worth(view: &View<'_>, profile: &Profile<'_>, variant: &Variant) -> Option<Figure> {
    gain(view, profile.setting(), &choice(view, variant)?.name)
}

/// What a variant is worth in each deciding profile, as far as it was searched with.
pub(crate) fn gains(view: &View<'_>, variant: &Variant) -> Vec<Figure> {
    deciding(view).iter().filter_map(|profile| worth(view, profile, variant)).collect()
}

/// The line that testers of engines use, as if two executables had been run in turn.
pub(crate) fn pasted(view: &View<'_>, setting: Setting<'_>, choice: &str) -> Option<String> {
    let gain = gain(view, setting, choice)?;
    let (_, step) = view.step(setting)?;
    let (speedup, half) = (words::gain(gain.value), words::half_width(gain));
    let speedup = speedup.trim_end_matches(" %");
    let machine = &view.records.machine;
    Some(format!(
        "speedup = {speedup}% +/- {half}%, {} runs, base {SEARCH}, test {choice}, {} ({}), {}",
        step.rounds, machine.cpu, machine.build, setting.stream
    ))
}

/// The room for a label in a figure; one that is longer is called without its question.
const INTERVAL_LABEL: i32 = 218;

pub(crate) struct Choice<'a> {
    pub(crate) choice: &'a Variant,
    pub(crate) variant: &'a Variant,
}

/// All of them, by the mean gain over the deciding profiles, the best first.
pub(crate) fn choices<'a>(view: &View<'a>) -> Vec<Choice<'a>> {
    let variants = view.questions().flat_map(|study| view.variants(&study.name));
    let of = |variant: &'a Variant| {
        let choice = choice(view, variant)?;
        let mean = mean(gains(view, variant).iter().map(|gain| gain.value)).unwrap_or_default();
        Some((mean, Choice { choice, variant }))
    };
    let mut choices: Vec<_> = variants.filter_map(of).collect();
    choices.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    choices.into_iter().map(|(_, choice)| choice).collect()
}

impl Choice<'_> {
    pub(crate) fn label(&self, view: &View<'_>) -> String {
        format!("{}: {}", self.variant.study, view.short(self.variant))
    }

    pub(crate) fn interval(&self, view: &View<'_>, profile: &Profile<'_>) -> Option<Interval> {
        let gain = gain(view, profile.setting(), &self.choice.name)?;
        let label = self.label(view);
        let is_long = plots::text_width(&label) > INTERVAL_LABEL;
        let label = if is_long { view.short(self.variant) } else { label };
        Some(Interval { label, gain })
    }
}
