//! The ledger of claims: what others said of these techniques, and what the records at hand
//! say of it.

mod ledger;
mod rules;
mod validation;

use crate::figures::Figures;
use crate::sentence::Sentence;
use askama::Template;
pub(crate) use ledger::DELTAS_BY_MAGICS;
use ledger::{CLAIMS, Claim};
use records::Ruling;
pub(crate) use validation::{Validated, validate};

/// A claim with what these records say of it.
#[derive(Debug)]
struct Entry {
    claim: &'static Claim,
    ruling: Ruling,
    /// The figures behind the ruling, and what they leave open.
    evidence: Vec<Sentence>,
}

impl Entry {
    /// A sign that goes with the ruling.
    fn symbol(&self) -> &'static str {
        match self.ruling {
            Ruling::Confirmed => "✓",
            Ruling::Refuted => "✗",
            Ruling::Depends => "±",
            Ruling::Tie => "=",
            Ruling::Unresolved => "~",
            Ruling::NotMeasured => "?",
        }
    }
}

/// All claims with what these records say of them, as a part of the page.
#[derive(Debug, Template)]
#[template(path = "claims.html")]
pub(crate) struct Ledger {
    /// In the order of the ledger, but those without figures come last.
    entries: Vec<Entry>,
}

impl Ledger {
    /// Judges every claim by these figures.
    pub(crate) fn new(figures: &Figures<'_>) -> Ledger {
        let judge = |claim: &'static Claim| {
            let (ruling, mut evidence) = claim.rule.judge(figures);
            evidence.extend((!claim.limits.is_empty()).then(|| Sentence::new(claim.limits)));
            Entry { claim, ruling, evidence }
        };
        let mut entries: Vec<_> = CLAIMS.iter().map(judge).collect();
        entries.sort_by_key(|entry| entry.ruling == Ruling::NotMeasured);
        Ledger { entries }
    }

    /// The claims as records keep them.
    pub(crate) fn records(&self) -> Vec<records::Claim> {
        let claim = |entry: &Entry| records::Claim {
            id: entry.claim.id.to_owned(),
            ruling: entry.ruling,
            evidence: entry.evidence.iter().map(|sentence| sentence.text.clone()).collect(),
        };
        self.entries.iter().map(claim).collect()
    }

    /// The names of all claims and what they say, in the order of the ledger.
    pub(crate) fn claims() -> impl Iterator<Item = (&'static str, &'static str)> {
        CLAIMS.iter().map(|claim| (claim.id, claim.text))
    }

    /// The ruling on a claim, after a sign that goes with it.
    pub(crate) fn verdict(&self, id: &str) -> (&'static str, Ruling) {
        let entry = self.entries.iter().find(|entry| entry.claim.id == id);
        entry.map_or(("", Ruling::NotMeasured), |entry| (entry.symbol(), entry.ruling))
    }

    /// What a claim says, and the ruling on it.
    pub(crate) fn ruling(&self, id: &str) -> Option<(&'static str, &'static str)> {
        let entry = self.entries.iter().find(|entry| entry.claim.id == id)?;
        Some((entry.claim.text, entry.ruling.name()))
    }

    /// How many claims have which ruling, in words.
    fn tally(&self) -> String {
        let count = |ruling: &Ruling| {
            let count = self.entries.iter().filter(|entry| entry.ruling == *ruling).count();
            (count > 0).then(|| format!("{count} {ruling}"))
        };
        let counts: Vec<_> = Ruling::ALL.iter().filter_map(count).collect();
        format!("{} claims: {}", self.entries.len(), counts.join(", "))
    }

    /// The ledger in short: the tally, and of each claim its name, its text and the ruling.
    pub(crate) fn in_short(&self) -> (String, Vec<[&'static str; 3]>) {
        let row = |entry: &Entry| [entry.claim.id, entry.claim.text, entry.ruling.name()];
        (self.tally(), self.entries.iter().map(row).collect())
    }
}

#[cfg(test)]
mod tests;
