//! What a choice of lookups is worth in nodes per second, and what its lookup alone promises.

use crate::plots::{self, Interval};
pub(crate) use crate::view::{Effect, effect};
use crate::view::{SEARCH, View, gain_of};
use crate::words;
use records::{Asked, Asks, Figure, Setting, Variant};

/// A profile whose intervals are wider than this, half of the median one, proves nothing.
const TOO_WIDE: f64 = 0.05;

/// A kind of work that a node of the search does besides its lookups.
#[derive(Clone, Debug)]
pub(crate) struct Profile<'a> {
    /// The stream: its name on every page.
    pub(crate) name: &'a str,
    /// What engines are like it, in two words.
    pub(crate) like: &'static str,
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

    /// How often a node asks a question.
    pub(crate) fn rate(&self, question: &str) -> Option<f64> {
        let asks = self.asks?;
        let asked = asks.asked.iter().filter(|asked| asked.question == question);
        let times: Vec<_> = asked.map(|asked| asked.times).collect();
        (!times.is_empty()).then(|| times.iter().sum::<u64>() as f64 / asks.queries as f64)
    }
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

/// The kind of engine that a profile is like.
fn like(name: &str) -> &'static str {
    match name {
        "classical" => "as in Stockfish 11",
        "network" => "as in Carp 3",
        "threats" => "as in Stockfish 18",
        "mobility" => "classical evaluation",
        "material" => "little evaluation",
        _ => "with so many MB",
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

/// What a choice gains in nodes per second over the base.
pub(crate) fn gain(view: &View<'_>, setting: Setting<'_>, choice: &str) -> Option<Figure> {
    Some(gain_of(view.ratio(setting, choice, SEARCH)?.figure))
}

/// What a variant of a question gains in a profile where it was searched with.
pub(crate) fn worth(view: &View<'_>, profile: &Profile<'_>, variant: &Variant) -> Option<Figure> {
    gain(view, profile.setting(), &choice(view, variant)?.name)
}

/// What a lookup's own time promises in a profile: the cycles that it saves by how often a node
/// asks, on each stream that is like what a node asks. Nothing where one of them was not timed.
pub(crate) fn promise(
    view: &View<'_>,
    profile: &Profile<'_>,
    variant: &Variant,
    dependent: bool,
) -> Option<Figure> {
    let question = variant.study.as_str();
    let (usual, asks) = (view.usual(question)?, profile.asks?);
    let is_asked = |asked: &&Asked| asked.question == question && asked.times > 0;
    let longer = |asked: &Asked| {
        let streams = &view.study(question)?.streams;
        let stream = streams.iter().find(|stream| stream.name == asked.stream)?;
        let setting = Setting::hot(question, &stream.name, dependent);
        let ratio = view.ratio(setting, &variant.name, usual)?.figure;
        let query = view.time(setting, usual)?.value;
        let longer = stream.per_lookup(ratio.map(|ratio| (ratio - 1.0) * query))?;
        Some(longer.map(|time| time * asks.lookups(asked)))
    };
    let longer: Option<Vec<_>> = asks.asked.iter().filter(is_asked).map(longer).collect();
    let longer = longer?.into_iter().reduce(|one, other| one + other)?;
    let share = longer.map(|cycles| cycles / profile.node.value);
    // A node cannot take less than no time.
    (share.low > -1.0).then(|| gain_of(share.map(|share| 1.0 + share)))
}

/// The line that testers of engines use, as if two executables had been run in turn.
pub(crate) fn pasted(view: &View<'_>, setting: Setting<'_>, choice: &str) -> Option<String> {
    let gain = gain(view, setting, choice)?;
    let (_, step) = view.step(setting)?;
    let half = words::half_width(gain);
    let speedup = words::gain(gain.value);
    let speedup = speedup.trim_end_matches(" %");
    let machine = &view.records.machine;
    Some(format!(
        "speedup = {speedup}% +/- {half}%, {} runs, base {SEARCH}, test {choice}, {} ({}), {}",
        step.rounds, machine.cpu, machine.build, setting.stream
    ))
}

/// The room for a label in a figure; one that is longer is called without its question.
const INTERVAL_LABEL: i32 = 218;

/// A choice that differs from the base in one lookup.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choice<'a> {
    /// The variant of the search.
    pub(crate) choice: &'a Variant,
    /// The variant that it takes.
    pub(crate) variant: &'a Variant,
}

/// All of them, by the mean gain over the deciding profiles, the best first.
pub(crate) fn choices<'a>(view: &View<'a>) -> Vec<Choice<'a>> {
    let deciding = deciding(view);
    let variants = view.questions().flat_map(|study| view.variants(&study.name));
    let of = |variant: &'a Variant| {
        let choice = choice(view, variant)?;
        let gains =
            deciding.iter().filter_map(|profile| gain(view, profile.setting(), &choice.name));
        let gains: Vec<_> = gains.map(|gain| gain.value).collect();
        let mean = gains.iter().sum::<f64>() / gains.len().max(1) as f64;
        Some((mean, Choice { choice, variant }))
    };
    let mut choices: Vec<_> = variants.filter_map(of).collect();
    choices.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    choices.into_iter().map(|(_, choice)| choice).collect()
}

impl Choice<'_> {
    /// Its question and what it takes.
    pub(crate) fn label(&self, view: &View<'_>) -> String {
        format!("{}: {}", self.variant.study, view.short(self.variant))
    }

    /// Its row in a figure.
    pub(crate) fn interval(&self, view: &View<'_>, profile: &Profile<'_>) -> Option<Interval> {
        let gain = gain(view, profile.setting(), &self.choice.name)?;
        let label = self.label(view);
        let is_long = plots::text_width(&label) > INTERVAL_LABEL;
        let label = if is_long { view.short(self.variant) } else { label };
        Some(Interval { label, gain })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{MAGIC, made, records};
    use records::Records;
    use std::num::NonZero;

    /// Records of a made-up engine: of the 1000 cycles of a node on `classical`, 9 lookups take 5
    /// each, or 3.5 with PEXT. A query of the sliders makes so many lookups.
    fn engine(lookups: u32) -> Records {
        let times = |lookup: f64| lookup * f64::from(lookups);
        let usual = made(MAGIC).times(times(5.0), times(10.0));
        let pext = made("sliders-pext").times(times(3.5), times(8.0)).gains([0.02; 3], 0.004);
        let mut records = records(&[usual, pext]);
        for stream in &mut records.studies[0].streams {
            stream.lookups = NonZero::new(lookups);
        }
        records
    }

    /// What PEXT promises on `classical`, without and with waiting.
    fn promises(records: &Records) -> [Option<f64>; 2] {
        let view = View::new(records);
        let profile = &profiles(&view)[0];
        let pext = view.variant("sliders", "sliders-pext").unwrap();
        [false, true].map(|waits| promise(&view, profile, pext, waits).map(|gain| gain.value))
    }

    fn assert_promises(records: &Records, saved: [f64; 2]) {
        let gains = saved.map(|cycles| 1000.0 / (1000.0 - cycles) - 1.0);
        for (promise, gain) in promises(records).into_iter().zip(gains) {
            let promise = promise.unwrap();
            assert!((promise - gain).abs() < 1e-6, "{promise}, expected {gain}");
        }
    }

    #[test]
    fn a_made_up_engine_gains_what_its_lookups_save() {
        // A queen's query makes two lookups and takes twice as long.
        for lookups in 1..=3 {
            assert_promises(&engine(lookups), [9.0 * 1.5, 9.0 * 2.0]);
        }
    }

    #[test]
    fn each_kind_of_lookup_has_the_time_of_its_own_stream() {
        let mut records = engine(2);
        let is_base = |variant: &&mut Variant| variant.name == SEARCH;
        let base = records.variants.iter_mut().find(is_base).unwrap();
        let asked = &mut base.asks[0].asked;
        asked.push(Asked { stream: "uniform".to_owned(), times: 500, ..asked[0].clone() });
        asked[0].times = 400;
        // On the other stream both take as long, and nobody timed it with waiting.
        let [without, with] = promises(&records);
        assert!((without.unwrap() - (1000.0 / 994.0 - 1.0)).abs() < 1e-6, "{without:?}");
        assert_eq!(with, None);
    }

    #[test]
    fn a_stream_that_programs_do_not_ask_like_promises_nothing() {
        let mut records = engine(1);
        records.studies[0].streams.iter_mut().for_each(|stream| stream.lookups = None);
        assert_eq!(promises(&records), [None, None]);
    }
}
