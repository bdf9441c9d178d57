//! The rule by which a lookup is named, on rows alone. Nothing else decides.
//!
//! It answers for one kind of engine, one build, one machine, and against the lookup that an
//! engine has. [`Answers`](super::Answers) puts cells of several machines together.
//!
//! 1. *Proved*: the low end of a gain lies above [`LEAST`], and half of the interval is within
//!    [`WIDEST`], or the gain is so large that a second run would prove it too.
//! 2. Nothing is proved, and an interval is too wide to exclude a gain: *too noisy*.
//! 3. *Named*: the proved ones that no other proved one surely beats. What a second run may prove,
//!    and none of them beats, follows after "or": a certain gain, or one whose value lies above
//!    [`LEAST`] by a quarter of half of its interval.
//! 4. *Either*: nothing is proved, but a second run may prove a gain.
//! 5. *Keep*: the others were searched, and none shows such a gain.
//!
//! Variants of one technique stand once, under the plainest of them. The first name needs the
//! fewest bytes and instruction sets.

use records::{Figure, LEAST};
use serde::Serialize;

/// An interval with a wider half proves nothing that a second run must repeat.
pub(crate) const WIDEST: f64 = 0.015;

/// What to do, by a search.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Word {
    /// The named ones are proved.
    Named,
    /// What an engine has and the named ones are not told apart.
    Either,
    Keep,
    TooNoisy,
    /// No search measured it: the fastest by itself.
    Alone,
    /// This kind of engine does not ask.
    NotAsked,
    /// There are no figures at all.
    Nothing,
}

/// A lookup in place of the one that an engine has.
#[derive(Clone, Debug)]
pub(crate) struct Contender {
    pub(crate) technique: String,
    /// The plainest variant of its kind: its name begins the names of the others.
    pub(crate) family: String,
    pub(crate) bytes: u64,
    /// The number of instruction sets that it needs.
    pub(crate) needs: usize,
    /// In nodes per second, over what the engine has.
    pub(crate) gain: Figure,
}

/// What a search says of a lookup.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Decision {
    pub(crate) word: Word,
    /// The named contenders by number, one of each family.
    pub(crate) names: Vec<usize>,
    /// Others of the first one's family that are not told apart from it.
    pub(crate) kin: usize,
}

impl Contender {
    fn half(&self) -> f64 {
        (self.gain.high - self.gain.low) / 2.0
    }

    fn is_proved(&self) -> bool {
        let beyond = self.gain.low - LEAST;
        beyond > 0.0 && (self.half() <= WIDEST || beyond > self.half())
    }

    fn is_open(&self) -> bool {
        self.half() > WIDEST && self.gain.high > LEAST
    }

    /// Whether a second run may well prove it. The value counts too, not only the low end: by this
    /// alone, 28 of 100 pairs of runs said *keep* once and named a proved gain once, where half
    /// an interval is 1.5 %. A lower bar would name what the noise of a base makes of nothing.
    fn may_be_proved(&self) -> bool {
        let is_gain = self.gain.low > 0.0 || self.gain.value > LEAST + self.half() / 4.0;
        is_gain && self.half() <= WIDEST
    }
}

/// Decides between contenders; `beats` says whether the first one of two surely gains more.
/// `None` without contenders: no search measured any.
pub(crate) fn decide(all: &[Contender], beats: impl Fn(usize, usize) -> bool) -> Option<Decision> {
    let numbers = 0..all.len();
    let proved: Vec<_> = numbers.clone().filter(|one| all[*one].is_proved()).collect();
    let unbeaten = |one: &usize, by: &[usize]| !by.iter().any(|other| beats(*other, *one));
    let certain: Vec<_> = numbers.filter(|one| all[*one].may_be_proved()).collect();
    let certain = certain.into_iter().filter(|one| !proved.contains(one));
    let mut first: Vec<_> = proved.iter().copied().filter(|it| unbeaten(it, &proved)).collect();
    if first.is_empty() {
        // They beat each other in a circle, which noise can do.
        first.clone_from(&proved);
    }
    let mut rest: Vec<_> = certain.filter(|one| unbeaten(one, &proved)).collect();
    let word = match () {
        () if all.is_empty() => return None,
        () if !first.is_empty() => Word::Named,
        () if all.iter().any(Contender::is_open) => Word::TooNoisy,
        () if !rest.is_empty() => Word::Either,
        () => Word::Keep,
    };
    if word == Word::TooNoisy {
        return Some(Decision { word, names: Vec::new(), kin: 0 });
    }
    if word == Word::Either {
        let known = rest.clone();
        rest.retain(|one| unbeaten(one, &known));
    }
    let mut names = families(all, &first);
    let others = families(all, &rest);
    let is_new = |one: &usize, names: &[usize]| {
        names.iter().all(|known| all[*known].family != all[*one].family)
    };
    let others: Vec<_> = others.into_iter().filter(|one| is_new(one, &names)).collect();
    names.extend(others);
    let is_kin =
        |one: &&usize| names.first().is_some_and(|it| all[*it].family == all[**one].family);
    let kin = first.iter().chain(&rest).filter(is_kin).count().saturating_sub(1);
    Some(Decision { word, names, kin })
}

/// The plainest of each family among these, those of few bytes and needs first.
fn families(all: &[Contender], some: &[usize]) -> Vec<usize> {
    let mut some = some.to_vec();
    some.sort_by_key(|one| (all[*one].technique.len(), *one));
    let mut plainest: Vec<usize> = Vec::new();
    for one in some {
        if plainest.iter().all(|known| all[*known].family != all[one].family) {
            plainest.push(one);
        }
    }
    plainest.sort_by_key(|one| (all[*one].bytes, all[*one].needs));
    plainest
}
