//! What to take: the only place that decides.
//!
//! *Take* is proved in a search, *try* promises [`PROMISE`] or more and was not proved, *keep* is
//! what most engines do already. README, terminal, pages and `--here` print what this returns.
//!
//! 1. Candidates answer rightly, are ranked, are no library, need nothing beyond x86-64-v3, and
//!    ask only what an engine has: else they would change another lookup by the back door.
//! 2. A candidate is proved by a gain whose low end is above [`LEAST`](records::LEAST) in one of
//!    the deciding profiles of one machine, if no other interval lies wholly below minus that.
//! 3. Of the proved, those go that another one surely beats in more profiles than it loses; then
//!    the highest mean gain leads; in [`SMALL`] bytes, of those within [`PROMISE`] the smallest.
//! 4. If nothing is proved, the fastest alone that is not surely [`SLOWER`] than the usual way in
//!    throughput or latency is to be tried, unless a search saw nothing of it or it promises less.

use crate::predictors::{Node, Predictor};
use crate::processor::Processor;
use crate::search::{self, Profile};
use crate::view::{View, is_loss, is_win, mean, unusual_needs};
use records::{Figure, Kind, Variant, Verdict};

/// Tables that fit beside an engine's others, in bytes.
pub(crate) const SMALL: u64 = 8 << 10;
/// The least share of nodes per second that is worth a try.
const PROMISE: f64 = 0.005;
/// So much slower than the usual way, for certain, is too slow.
const SLOWER: f64 = 1.01;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Word {
    Take,
    Try,
    Keep,
}

impl Word {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Word::Take => "take",
            Word::Try => "try",
            Word::Keep => "keep",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Recommendation<'a> {
    pub(crate) word: Word,
    pub(crate) variant: &'a Variant,
    /// The best of [`SMALL`] bytes at most, where the first choice adds more.
    pub(crate) small: Option<&'a Variant>,
}

impl Recommendation<'_> {
    /// What to do, such as "take PEXT".
    pub(crate) fn told(self, view: &View<'_>) -> String {
        format!("{} {}", self.word.name(), view.short(self.variant))
    }

    /// Whether it names this variant, first or among small tables.
    pub(crate) fn is_of(self, variant: &Variant) -> bool {
        [Some(self.variant), self.small].into_iter().flatten().any(|it| it.name == variant.name)
    }
}

/// A variant that may be recommended, with what machines say of it.
struct Candidate<'a> {
    variant: &'a Variant,
    bytes: u64,
    /// Its gains by machine and deciding profile, as far as it was searched with.
    gains: Vec<Figure>,
    /// Its times by the usual way's, throughput and latency of each machine.
    times: Vec<Figure>,
    /// What its own time promises, by machine and profile.
    promises: Vec<f64>,
}

/// What to take for a question by what these machines say, on the processor at hand if one is
/// named; nothing if none of them timed it.
pub(crate) fn recommend<'a>(
    views: &[View<'a>],
    question: &str,
    here: Option<&Processor>,
) -> Option<Recommendation<'a>> {
    let view = views.iter().find(|view| view.study(question).is_some())?;
    let usual = views.iter().find_map(|view| view.variant(question, view.usual(question)?))?;
    let profiles: Vec<_> = views.iter().map(|view| search::deciding(view)).collect();
    let candidates: Vec<_> = candidates(views, &profiles, question, here);
    let all: Vec<_> = candidates.iter().collect();
    let few: Vec<_> = candidates.iter().filter(|candidate| candidate.bytes <= SMALL).collect();
    let (word, variant) = match best_of(&all, views, &profiles) {
        Some(best) => (Word::Take, best.variant),
        None => promising(&all, usual).map_or((Word::Keep, usual), |best| (Word::Try, best)),
    };
    let small =
        || smallest(best_of(&few, views, &profiles), &few).or_else(|| Some(fastest(&few)?.variant));
    let small = if view.own_bytes(variant) > SMALL { small() } else { None };
    Some(Recommendation { word, variant, small })
}

impl<'a> View<'a> {
    /// What to take for a question by this set alone.
    pub(crate) fn recommend(&self, question: &str) -> Option<Recommendation<'a>> {
        recommend(std::slice::from_ref(self), question, None)
    }
}

fn candidates<'a>(
    views: &[View<'a>],
    profiles: &[Vec<Profile<'a>>],
    question: &str,
    here: Option<&Processor>,
) -> Vec<Candidate<'a>> {
    let mut found: Vec<Candidate<'a>> = Vec::new();
    for (view, profiles) in views.iter().zip(profiles) {
        for variant in view.variants(question).filter(|variant| may_be(variant, view, here)) {
            let known = found.iter().position(|one| one.variant.name == variant.name);
            let place = known.unwrap_or_else(|| {
                let bytes = view.own_bytes(variant);
                let [gains, times] = [const { Vec::new() }; 2];
                found.push(Candidate { variant, bytes, gains, times, promises: Vec::new() });
                found.len() - 1
            });
            let candidate = &mut found[place];
            let gains = profiles.iter().filter_map(|p| search::worth(view, p, variant));
            candidate.gains.extend(gains);
            candidate.times.extend(times(view, variant).into_iter().flatten());
            let nodes = profiles.iter().map(|profile| Node::of(view, profile));
            let promises = nodes.filter_map(|it| it.predict(variant, Predictor::Throughput).ok());
            candidate.promises.extend(promises.map(|promise| promise.value));
        }
    }
    found
}

pub(crate) fn may_be<'a>(variant: &'a Variant, view: &View<'a>, here: Option<&Processor>) -> bool {
    variant.is_choice()
        && matches!(variant.kind, Kind::Cpw | Kind::Frontier)
        && unusual_needs(variant).next().is_none()
        && view.is_over_usual(variant)
        && here.is_none_or(|processor| processor.suits(view, variant))
}

/// A variant's time by the usual way's, in throughput and latency.
pub(crate) fn times(view: &View<'_>, variant: &Variant) -> [Option<Figure>; 2] {
    [false, true].map(|dependent| {
        let setting = view.hot(&variant.study, dependent);
        view.by_usual(setting, &variant.name).map(|ratio| ratio.figure)
    })
}

impl Candidate<'_> {
    fn is_proved(&self) -> bool {
        self.gains.iter().any(|gain| is_win(*gain)) && !self.gains.iter().any(|gain| is_loss(*gain))
    }

    fn mean_gain(&self) -> f64 {
        mean(self.gains.iter().map(|gain| gain.value)).unwrap_or_default()
    }

    /// The geometric mean of its times by the usual way's.
    fn mean_time(&self) -> f64 {
        mean(self.times.iter().map(|time| time.value.ln())).unwrap_or_default()
    }
}

/// The proved one of the highest mean gain, of those that no other surely beats.
fn best_of<'c, 'a>(
    candidates: &[&'c Candidate<'a>],
    views: &[View<'a>],
    profiles: &[Vec<Profile<'a>>],
) -> Option<&'c Candidate<'a>> {
    let proved: Vec<_> = candidates.iter().copied().filter(|one| one.is_proved()).collect();
    let is_beaten =
        |one: &&Candidate<'a>| proved.iter().any(|other| lead(other, one, views, profiles) > 0);
    let unbeaten: Vec<_> = proved.iter().copied().filter(|one| !is_beaten(one)).collect();
    let left = if unbeaten.is_empty() { proved } else { unbeaten };
    left.into_iter().max_by(|a, b| a.mean_gain().total_cmp(&b.mean_gain()))
}

/// In how many more profiles one surely beats another than it loses.
fn lead<'a>(
    one: &Candidate<'a>,
    other: &Candidate<'a>,
    views: &[View<'a>],
    profiles: &[Vec<Profile<'a>>],
) -> i32 {
    let mut lead = 0;
    for (view, profiles) in views.iter().zip(profiles) {
        let choices = [one, other].map(|candidate| search::choice(view, candidate.variant));
        let [Some(one), Some(other)] = choices else { continue };
        for profile in profiles {
            lead += match view.ratio(profile.setting(), &one.name, &other.name) {
                Some(ratio) if ratio.verdict == Verdict::Faster => 1,
                Some(ratio) if ratio.verdict == Verdict::Slower => -1,
                _ => 0,
            };
        }
    }
    lead
}

/// Of those nearly as good as the best, the one that adds the fewest bytes.
fn smallest<'a>(best: Option<&Candidate<'a>>, few: &[&Candidate<'a>]) -> Option<&'a Variant> {
    let least = best?.mean_gain() - PROMISE;
    let near = few.iter().filter(|one| one.is_proved() && one.mean_gain() >= least);
    near.min_by_key(|one| one.bytes).map(|one| one.variant)
}

fn fastest<'c, 'a>(candidates: &[&'c Candidate<'a>]) -> Option<&'c Candidate<'a>> {
    let timed = candidates.iter().copied().filter(|one| !one.times.is_empty());
    timed.min_by(|a, b| a.mean_time().total_cmp(&b.mean_time()))
}

/// The fastest alone that is slower in neither measure, promises enough, and lost in no search.
fn promising<'a>(candidates: &[&Candidate<'a>], usual: &Variant) -> Option<&'a Variant> {
    let is_slow = |one: &&Candidate<'_>| one.times.iter().any(|time| time.low > SLOWER);
    let left: Vec<_> = candidates.iter().copied().filter(|one| !is_slow(one)).collect();
    let best = fastest(&left).filter(|best| best.variant.name != usual.name)?;
    let promise = mean(best.promises.iter().copied()).filter(|_| best.gains.is_empty());
    promise.is_some_and(|promise| promise >= PROMISE).then_some(best.variant)
}
