//! The ledger of claims: what others said of these techniques, and what the
//! records at hand say of it.

mod ledger;
mod rules;

use super::figures::Figures;
use super::sentence::Sentence;
use crate::record::{self, Records};
use askama::Template;
use ledger::{CLAIMS, Claim};
use std::fmt::Write as _;

/// What may be said of a claim.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Ruling {
    /// The figures say the same, beyond the noise.
    Confirmed,
    /// The figures say the opposite, beyond the noise.
    Refuted,
    /// True in one context and false in another.
    Depends,
    /// No difference beyond the noise.
    Tie,
    /// No figures that would settle it.
    NotMeasured,
}

impl Ruling {
    const ALL: [Ruling; 5] =
        [Ruling::Confirmed, Ruling::Refuted, Ruling::Depends, Ruling::Tie, Ruling::NotMeasured];

    /// The word for it in records and on the page.
    fn name(self) -> &'static str {
        match self {
            Ruling::Confirmed => "confirmed",
            Ruling::Refuted => "refuted",
            Ruling::Depends => "depends",
            Ruling::Tie => "tie",
            Ruling::NotMeasured => "not measured",
        }
    }

    /// A sign that goes with the word.
    fn symbol(self) -> &'static str {
        match self {
            Ruling::Confirmed => "✓",
            Ruling::Refuted => "✗",
            Ruling::Depends => "±",
            Ruling::Tie => "=",
            Ruling::NotMeasured => "?",
        }
    }
}

/// A claim with what these records say of it.
#[derive(Debug)]
struct Entry {
    claim: &'static Claim,
    ruling: Ruling,
    /// The figures that the ruling rests on, and what they leave open.
    evidence: Vec<Sentence>,
}

/// All claims with what these records say of them, as a part of the page.
#[derive(Debug, Template)]
#[template(path = "claims.html")]
pub(super) struct Ledger {
    /// In the order of the ledger; those that were measured first.
    entries: Vec<Entry>,
}

impl Ledger {
    /// Judges every claim by these records.
    pub(super) fn new(records: &Records, figures: &Figures<'_>) -> Ledger {
        let judge = |claim: &'static Claim| {
            let (ruling, mut evidence) = claim.rule.judge(records, figures);
            evidence.extend(claim.limits.map(Sentence::new));
            Entry { claim, ruling, evidence }
        };
        let mut entries: Vec<_> = CLAIMS.iter().map(judge).collect();
        entries.sort_by_key(|entry| entry.ruling == Ruling::NotMeasured);
        Ledger { entries }
    }

    /// The claims as records keep them.
    pub(super) fn records(&self) -> Vec<record::Claim> {
        let claim = |entry: &Entry| record::Claim {
            id: entry.claim.id.to_owned(),
            verdict: entry.ruling.name().to_owned(),
            evidence: entry.evidence.iter().map(|sentence| sentence.text.clone()).collect(),
        };
        self.entries.iter().map(claim).collect()
    }

    /// How many claims have which verdict, in words.
    fn tally(&self) -> String {
        let mut text = format!("{} claims", self.entries.len());
        for ruling in Ruling::ALL {
            let count = self.entries.iter().filter(|entry| entry.ruling == ruling).count();
            if count > 0 {
                let separator = if text.contains(':') { ", " } else { ": " };
                _ = write!(text, "{separator}{count} {}", ruling.name());
            }
        }
        text
    }

    /// The ledger in short: the tally, and of each claim its name, what is
    /// claimed and the verdict.
    pub(super) fn in_short(&self) -> (String, Vec<[&'static str; 3]>) {
        let row = |entry: &Entry| [entry.claim.id, entry.claim.text, entry.ruling.name()];
        (self.tally(), self.entries.iter().map(row).collect())
    }
}
