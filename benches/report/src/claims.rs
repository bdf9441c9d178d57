//! Claims: what has been said of these variants, as rows of a file, and the one rule that judges
//! them.
//!
//! A row compares two variants in some settings. The first group of settings that was measured
//! decides: confirmed or refuted where all certain orders go one way, depends where they go both
//! ways, a tie where the two are equivalent, and unresolved where nothing is certain. Published
//! sizes are compared with compiled ones, published counts of wrong answers with counted ones.
//!
//! Engines that nobody here wrote were asked by docs/validation.md what they gain by a change; the
//! same file has their answers, which are compared with ours.

use crate::view::{PLAYED, Ratio, SEARCH, View, gain_of};
use crate::words;
use anyhow::{Context as _, Result};
use records::{Context, Figure, Ruling, Setting, Verdict};
use serde::Deserialize;

/// The file.
#[derive(Deserialize)]
pub(crate) struct File {
    pub(crate) claims: Vec<Claim>,
    pub(crate) engines: Vec<Engine>,
    pub(crate) changes: Vec<Change>,
}

/// An engine that nobody here wrote, on a machine.
#[derive(Deserialize)]
pub(crate) struct Engine {
    pub(crate) name: String,
    /// The microarchitecture.
    pub(crate) on: String,
    pub(crate) rounds: u32,
    /// The profiles that are like it. The first that was measured answers.
    profiles: Vec<String>,
    /// What the lookups of our base gain over its own, in per cent, if they are not the same.
    pub(crate) base: Option<Figure>,
}

/// A change of one lookup.
#[derive(Deserialize)]
pub(crate) struct Change {
    pub(crate) change: String,
    /// The choice that makes it, and the one that it changes.
    of: String,
    against: String,
    /// What each engine gained by it over its own lookups, in per cent.
    pub(crate) gains: Vec<Option<Figure>>,
}

/// A claim: a row of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claim {
    pub(crate) id: String,
    pub(crate) claim: String,
    pub(crate) who: String,
    pub(crate) link: Option<String>,
    /// What it is about: a question and a variant of it; nothing if no figure settles it.
    pub(crate) of: Option<String>,
    against: Option<String>,
    pub(crate) direction: Option<Direction>,
    /// Groups of settings. The first group that was measured decides.
    #[serde(default)]
    pub(crate) settings: Vec<Vec<String>>,
    number: Option<u64>,
    #[serde(default)]
    pub(crate) size: String,
    /// What stays open whatever the figures say, or why none settles it.
    #[serde(default)]
    pub(crate) limits: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Direction {
    Faster,
    Slower,
    /// Its tables take so many bytes.
    Bytes,
    /// So many of its answers are wrong.
    Wrong,
}

/// What a set says of a claim, and the figures that decide.
pub(crate) struct Ruled {
    pub(crate) ruling: Ruling,
    pub(crate) figures: String,
}

/// All claims, and all answers from outside.
pub(crate) fn file() -> Result<File> {
    serde_json::from_str(include_str!("claims.json")).context("the file of claims")
}

impl Engine {
    /// What it would have gained over the lookups of our base.
    pub(crate) fn over_base(&self, gain: Figure) -> Figure {
        let ratio = |gain: Figure| gain.map(|gain| 1.0 + gain / 100.0);
        let base = self.base.map_or(Figure::exact(1.0), ratio);
        ratio(gain).over(base).map(|ratio| ratio - 1.0)
    }
}

impl Change {
    /// What we measured of it on an engine's kind of machine, and in which profile.
    pub(crate) fn ours(&self, engine: &Engine, views: &[View<'_>]) -> Option<(String, Figure)> {
        let is_on = |v: &&View<'_>| v.records.machine.microarchitecture() == Some(&*engine.on);
        engine.profiles.iter().find_map(|profile| {
            let setting = Setting::hot(SEARCH, profile, false);
            let mut alike = views.iter().filter(is_on);
            let ratio = alike.find_map(|view| view.ratio(setting, &self.of, &self.against))?;
            Some((profile.clone(), gain_of(ratio.figure)))
        })
    }
}

impl Claim {
    pub(crate) fn judge(&self, view: &View<'_>) -> Ruled {
        let nothing = || Ruled { ruling: Ruling::NotMeasured, figures: String::new() };
        self.ruled(view).unwrap_or_else(nothing)
    }

    fn ruled(&self, view: &View<'_>) -> Option<Ruled> {
        let (question, of) = self.of.as_deref()?.split_once('/')?;
        match self.direction? {
            Direction::Bytes => self.compare(view.variant(question, of)?.table_bytes, "bytes"),
            Direction::Wrong => {
                let mistakes = &view.study(question)?.mistakes;
                let mistake = mistakes.iter().find(|mistake| mistake.name == of)?;
                self.compare(mistake.wrong, "wrong")
            }
            direction => self.contest(view, of, direction),
        }
    }

    fn compare(&self, ours: u64, unit: &str) -> Option<Ruled> {
        let ruling = if ours == self.number? { Ruling::Confirmed } else { Ruling::Refuted };
        Some(Ruled { ruling, figures: format!("{} {unit}", words::thousands(ours)) })
    }

    fn contest(&self, view: &View<'_>, of: &str, direction: Direction) -> Option<Ruled> {
        let (_, against) = self.against.as_deref()?.split_once('/')?;
        let ratio = |text| {
            let setting = Setting::try_from(text).ok()?;
            let Ratio { figure, verdict } = view.ratio(setting, of, against)?;
            Some((setting, figure, verdict))
        };
        let groups = self.settings.iter().map(|group| group.iter().map(String::as_str));
        let mut groups = groups.map(|group| group.filter_map(ratio).collect::<Vec<_>>());
        let found = groups.find(|group| !group.is_empty())?;
        let claimed = match direction {
            Direction::Slower => Verdict::Slower,
            _ => Verdict::Faster,
        };
        let of_verdict = |wanted: Verdict| found.iter().find(move |(.., is)| *is == wanted);
        let (for_it, against_it) = (of_verdict(claimed), of_verdict(claimed.inverse()));
        let (ruling, deciding) = match (for_it, against_it) {
            (Some(one), Some(other)) => (Ruling::Depends, vec![one, other]),
            (Some(one), None) => (Ruling::Confirmed, vec![one]),
            (None, Some(other)) => (Ruling::Refuted, vec![other]),
            (None, None) => match of_verdict(Verdict::Unresolved) {
                Some(one) => (Ruling::Unresolved, vec![one]),
                None => (Ruling::Tie, found.iter().take(1).collect()),
            },
        };
        let told = deciding.into_iter().map(|(setting, figure, _)| {
            format!("{}{}", words::ratio_figure(*figure), short(*setting))
        });
        Some(Ruled { ruling, figures: told.collect::<Vec<_>>().join("; ") })
    }
}

/// A setting in a few words: nothing for throughput on the stream of play.
fn short(setting: Setting<'_>) -> String {
    let Setting { stream, context, at, .. } = setting;
    let stream = if stream == PLAYED[0] { String::new() } else { format!(", {stream}") };
    match at {
        Some((_, at)) => format!("{stream}, {context} {}", words::size(at)),
        None if context == Context::Throughput => stream,
        None => format!("{stream}, {context}"),
    }
}
