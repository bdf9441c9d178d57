//! Claims: what others published about these variants, as rows of a file, and the one rule that
//! judges them.
//!
//! A row compares two variants in some settings. The first group of settings that was measured
//! decides: confirmed or refuted where all certain orders go one way, depends where they go both
//! ways, a tie where the two are equivalent, and unresolved where nothing is certain. Published
//! sizes are compared with compiled ones, published counts of wrong answers with counted ones.
//!
//! Where an author published a gain in speed by the same pair, ours stands beside it with both
//! intervals.
//!
//! Gains of engines that nobody here wrote are compared with those of our search on the same kind
//! of machine, in the profile that is like them.

use crate::engines::{Change, Engine, MAGICS, share};
use crate::view::{FIRST_SOUND, PERFT, PLAYED, Ratio, SEARCH, View};
use crate::words;
use anyhow::{Context as _, Result};
use records::{Context, Figure, Ruling, Setting, Verdict};
use serde::{Deserialize, Serialize, Serializer};
use std::cmp::Ordering;

/// Since this method, streams of sliders and x-rays ask for a rook or a bishop. They asked for
/// queens before, which make two lookups at once.
const WITHOUT_QUEENS: u32 = 5;

/// A claim: a row of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claim {
    pub(crate) id: String,
    pub(crate) claim: String,
    pub(crate) who: String,
    link: Option<String>,
    /// A question and a variant of it; `None` if no figure settles the claim.
    of: Option<String>,
    against: Option<String>,
    direction: Option<Direction>,
    /// Groups of settings. The first group that was measured decides.
    #[serde(default)]
    settings: Vec<Vec<String>>,
    /// The published size or count of a claim about one.
    number: Option<u64>,
    /// The published size of an effect, in its author's words.
    #[serde(default)]
    size: String,
    /// The same as a gain in speed by the pair above; the file has per cent.
    #[serde(default, deserialize_with = "share")]
    gain: Option<Figure>,
    /// What stays open whatever the figures say, or why none settles it.
    #[serde(default)]
    limits: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Faster,
    Slower,
    /// Its own tables take this many bytes.
    Bytes,
    /// This many of its answers are wrong.
    Wrong,
}

/// A claim with the rulings of sets, in their order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Judged {
    pub(crate) id: String,
    pub(crate) claim: String,
    pub(crate) who: String,
    pub(crate) link: Option<String>,
    pub(crate) published: String,
    pub(crate) limits: String,
    pub(crate) rulings: Vec<Ruled>,
}

/// The ruling of a set, and the figures that decide.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Ruled {
    pub(crate) ruling: Ruling,
    pub(crate) figures: String,
    /// The variant by whose time the figures divide; empty for sizes and counts.
    pub(crate) against: String,
    /// Our gain beside the published one, if there is one.
    pub(crate) gain: Option<Gained>,
}

/// Our gain where the author's stands in the claim. Whether both agree is unknown if the author gave
/// no interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(crate) struct Gained {
    pub(crate) ours: Figure,
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub(crate) says: Option<Agreement>,
}

/// A gain of an engine beside ours, as shares.
#[derive(Serialize)]
pub(crate) struct Compared {
    pub(crate) change: String,
    pub(crate) engine: String,
    pub(crate) on: String,
    pub(crate) rounds: u32,
    pub(crate) remark: Option<String>,
    /// Over its own lookups.
    pub(crate) theirs: Figure,
    /// Over the lookups of our base, if it has others and tried ours.
    pub(crate) over: Option<Figure>,
    /// The profile of our search that is like it.
    pub(crate) profile: String,
    pub(crate) ours: Option<Figure>,
    pub(crate) says: Agreement,
}

/// How a gain of an engine agrees with ours.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Agreement {
    SignAndSize,
    /// No sign is certain.
    IntervalsMeet,
    AnotherSize,
    OppositeSign,
    /// The engine has other lookups than our base, and did not try ours.
    AnotherBase,
    NotMeasuredHere,
}

/// All claims.
pub(crate) fn all_claims() -> Result<Vec<Claim>> {
    serde_json::from_str(include_str!("claims.json")).context("claims.json")
}

/// The gains of all engines beside those of the first set that measured the same change on the same
/// kind of machine.
pub(crate) fn compare_engines(engines: &[Engine], views: &[View<'_>]) -> Vec<Compared> {
    let pairs = engines.iter().flat_map(|it| it.changes.iter().map(move |change| (it, change)));
    pairs.map(|(engine, change)| engine.compared(change, views)).collect()
}

impl Engine {
    fn compared(&self, change: &Change, views: &[View<'_>]) -> Compared {
        let has_our_base = self.own == MAGICS || !change.is_of_other_sliders();
        let over_base = || self.gains_over_ours(change.choice.as_deref()?);
        let over = if has_our_base { None } else { over_base() };
        let ours = self.searched(change, views);
        let says = match (ours, over.or(has_our_base.then_some(change.gain))) {
            (None, _) => Agreement::NotMeasuredHere,
            (_, None) => Agreement::AnotherBase,
            (Some(ours), Some(theirs)) => Agreement::between(theirs, ours),
        };
        Compared {
            change: change.change.clone(),
            engine: self.engine.clone(),
            on: self.on.clone(),
            rounds: self.rounds,
            remark: self.remark.clone(),
            theirs: change.gain,
            over,
            profile: self.kind.clone(),
            ours,
            says,
        }
    }

    /// Our gain by the same change, on its kind of machine in the profile that is like it.
    fn searched(&self, change: &Change, views: &[View<'_>]) -> Option<Figure> {
        let with = |choice: &str| format!("{SEARCH}+{choice}");
        let base = || SEARCH.to_owned();
        let choice = change.choice.as_deref()?;
        let (of, against) = match choice {
            MAGICS => (base(), with(&self.own)),
            choice if change.inverse => (base(), with(choice)),
            choice => (with(choice), base()),
        };
        let setting = Setting::hot(SEARCH, &self.kind, false);
        let is_on = |v: &&View<'_>| v.records.machine.microarchitecture() == Some(&*self.on);
        let mut alike = views.iter().filter(is_on).filter(|view| may_judge(view, setting));
        let ratio = alike.find_map(|view| view.ratio(setting, &of, &against))?;
        Some(ratio.figure.inverse().map(|ratio| ratio - 1.0))
    }
}

impl Change {
    /// Whether it replaces the engine's own sliders by others than those of our base.
    fn is_of_other_sliders(&self) -> bool {
        self.choice.as_deref().is_some_and(|it| it.starts_with("sliders-") && it != MAGICS)
    }
}

impl Agreement {
    fn between(theirs: Figure, ours: Figure) -> Agreement {
        let sides = [theirs.side(0.0), ours.side(0.0)];
        let is_near = theirs.low <= ours.high && ours.low <= theirs.high;
        match (sides, is_near) {
            ([Ordering::Greater, Ordering::Less] | [Ordering::Less, Ordering::Greater], _) => {
                Agreement::OppositeSign
            }
            (_, false) => Agreement::AnotherSize,
            ([one, other], true) if one == other && one.is_ne() => Agreement::SignAndSize,
            (_, true) => Agreement::IntervalsMeet,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Agreement::SignAndSize => "sign and size agree",
            Agreement::IntervalsMeet => "intervals meet",
            Agreement::AnotherSize => "another size",
            Agreement::OppositeSign => "opposite sign",
            Agreement::AnotherBase => "over another base",
            Agreement::NotMeasuredHere => "not measured here",
        }
    }
}

impl Serialize for Agreement {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Whether figures of a setting may judge: nodes per second move with the method, and a ratio for
/// queens is not that of a rook's and a bishop's lookups.
fn may_judge(view: &View<'_>, setting: Setting<'_>) -> bool {
    let run = view.table(setting).and_then(|table| view.records.runs.get(table.run));
    let least = match setting.question {
        SEARCH | PERFT => FIRST_SOUND,
        "sliders" | "xrays" => WITHOUT_QUEENS,
        _ => 0,
    };
    run.is_some_and(|run| run.method >= least)
}

impl Claim {
    /// The claim with what each set says of it.
    pub(crate) fn judged(self, views: &[View<'_>]) -> Judged {
        let rulings = views.iter().map(|view| self.judge(view)).collect();
        let Claim { id, claim, who, link, size: published, limits, .. } = self;
        Judged { id, claim, who, link, published, limits, rulings }
    }

    pub(crate) fn judge(&self, view: &View<'_>) -> Ruled {
        self.ruled(view).unwrap_or_else(|| Ruled {
            ruling: Ruling::NotMeasured,
            figures: String::new(),
            against: String::new(),
            gain: None,
        })
    }

    fn ruled(&self, view: &View<'_>) -> Option<Ruled> {
        let (question, of) = self.of.as_deref()?.split_once('/')?;
        match self.direction? {
            Direction::Bytes => self.compare(bytes_alone(view, question, of)?, "bytes"),
            Direction::Wrong => {
                let mistakes = &view.question(question)?.mistakes;
                let mistake = mistakes.iter().find(|mistake| mistake.name == of)?;
                self.compare(mistake.wrong, "wrong")
            }
            direction => self.contest(view, of, direction),
        }
    }

    fn compare(&self, ours: u64, unit: &str) -> Option<Ruled> {
        let ruling = if ours == self.number? { Ruling::Confirmed } else { Ruling::Refuted };
        let figures = format!("{} {unit}", words::thousands(ours));
        Some(Ruled { ruling, figures, against: String::new(), gain: None })
    }

    fn contest(&self, view: &View<'_>, of: &str, direction: Direction) -> Option<Ruled> {
        let (question, against) = self.against.as_deref()?.split_once('/')?;
        let ratio = |text| {
            let setting = Setting::try_from(text).ok().filter(|it| may_judge(view, *it))?;
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
        let figures = deciding.into_iter().map(|(setting, figure, _)| {
            format!("{}{}", words::ratio_figure(*figure), place(*setting))
        });
        let figures = figures.collect::<Vec<_>>().join("; ");
        let against = view.short_named(question, against);
        Some(Ruled { ruling, figures, against, gain: self.gain.and_then(|it| gained(it, &found)) })
    }
}

/// Our gain in the first of these settings, beside a published one.
fn gained(theirs: Figure, found: &[(Setting<'_>, Figure, Verdict)]) -> Option<Gained> {
    let (_, ratio, _) = found.first()?;
    let ours = ratio.inverse().map(|ratio| ratio - 1.0);
    let says = (theirs.low < theirs.high).then(|| Agreement::between(theirs, ours));
    Some(Gained { ours, says })
}

/// The bytes of a variant's own tables: without those of the variants that it asks, and without
/// those that an engine has anyway.
fn bytes_alone(view: &View<'_>, question: &str, name: &str) -> Option<u64> {
    let variant = view.variant(question, name)?;
    let own = |it: &records::Variant| it.table_bytes.saturating_sub(it.shared_bytes);
    let known = |part| view.records.variants.iter().find(|it| it.name == part);
    let asked: u64 = name.split('+').skip(1).filter_map(known).map(own).sum();
    Some(own(variant).saturating_sub(asked))
}

/// A setting in a few words: none for throughput on a stream of play.
fn place(setting: Setting<'_>) -> String {
    let Setting { stream, context, at, .. } = setting;
    let stream = if PLAYED.contains(&stream) { String::new() } else { format!(", {stream}") };
    match at {
        Some((_, at)) => format!("{stream}, {context} {}", words::size(at)),
        None if context == Context::Throughput => stream,
        None => format!("{stream}, {context}"),
    }
}

#[cfg(test)]
mod tests;
