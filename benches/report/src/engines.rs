//! Engines by others: their gains by changing one lookup, as docs/validation.md measures them. Our
//! base has fancy magics; an engine with other sliders is compared over its own gain by these.

use anyhow::{Context as _, Result};
use records::Figure;
use serde::{Deserialize, Deserializer, Serialize};

/// The sliders of our base.
pub(crate) const MAGICS: &str = "sliders-magic";

/// An engine that nobody here wrote, on a machine.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Engine {
    pub(crate) engine: String,
    /// The profile of our search that is like it, and the microarchitecture.
    pub(crate) kind: String,
    pub(crate) on: String,
    pub(crate) rounds: u32,
    pub(crate) remark: Option<String>,
    pub(crate) commit: String,
    pub(crate) link: String,
    /// The compiler's name, and how runs took turns: `whole runs` or `slices`.
    pub(crate) compiler: String,
    pub(crate) method: String,
    /// Language, compiler and flags; then its evaluation, and the lookups of a node.
    pub(crate) built: String,
    pub(crate) about: String,
    /// Its own sliders in words, and as a choice of ours.
    pub(crate) reference: String,
    pub(crate) own: String,
    /// The differences between equal variants, in per cent.
    pub(crate) noise: String,
    #[serde(skip_serializing)]
    pub(crate) changes: Vec<Change>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Change {
    pub(crate) change: String,
    /// The same change among ours, if there is one, and whether it leads from there to our base.
    pub(crate) choice: Option<String>,
    #[serde(default)]
    pub(crate) inverse: bool,
    /// Over the engine's own lookups; the file has per cent.
    #[serde(deserialize_with = "share")]
    pub(crate) gain: Figure,
}

/// All measurements.
pub(crate) fn engines() -> Result<Vec<Engine>> {
    serde_json::from_str(include_str!("engines.json")).context("engines.json")
}

/// Reads a gain in per cent, or one that may be missing.
pub(crate) fn share<'de, D, T>(per_cent: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: From<Figure>,
{
    Ok(Figure::deserialize(per_cent)?.map(|gain| gain / 100.0).into())
}

impl Engine {
    /// Its nodes per second with a choice of ours, relative to its own lookups.
    fn factor(&self, choice: &str) -> Option<Figure> {
        let change = self.changes.iter().find(|one| one.choice.as_deref() == Some(choice));
        let Some(change) = change else { return (choice == self.own).then(|| Figure::exact(1.0)) };
        let factor = change.gain.map(|gain| 1.0 + gain);
        Some(if change.inverse { factor.inverse() } else { factor })
    }

    /// The gain by a choice over the engine's own lookups; `None` unless it tried the choice.
    pub(crate) fn gains_over_own(&self, choice: &str) -> Option<Figure> {
        Some(self.factor(choice).filter(|_| choice != self.own)?.map(|factor| factor - 1.0))
    }

    /// The gain by a choice over our base; `None` for the base itself, and if an engine with other
    /// sliders did not try those of our base.
    pub(crate) fn gains_over_ours(&self, choice: &str) -> Option<Figure> {
        let over_own = self.factor(choice).filter(|_| choice != MAGICS)?;
        let base = if choice.starts_with("sliders-") { MAGICS } else { &self.own };
        Some(over_own.over(self.factor(base)?).map(|factor| factor - 1.0))
    }
}

#[cfg(test)]
mod tests;
