//! The first screen: what a choice is worth in a search, and what to take for the questions
//! that a search asks most. It knows no study and no variant by name.

use crate::Table;
use crate::answer::certainty;
use crate::cite::citation;
use crate::engine;
use crate::figures::{Figures, NOT_MEASURED, Place, SEARCH, is_of_programs};
use crate::format::{self, bare};
use crate::headline::Headline;
use crate::nodes::{self, Gain};
use crate::page::{Link, file, link};
use crate::plots::{self, Plot};
use crate::ranking::Ranking;
use anyhow::Result;
use askama::Template;
use records::{Variant, Verdict};
use std::collections::BTreeSet;

/// So many questions have a row.
const ROWS: usize = 5;

/// The section, as a part of the index.
#[derive(Debug, Template)]
#[template(path = "first.html")]
pub(crate) struct First<'a> {
    /// The finding in a sentence.
    finding: String,
    plot: Option<String>,
    /// What the picture is of.
    profile: &'a str,
    rows: Vec<Row<'a>>,
    /// How these figures are cited.
    citation: String,
}

/// What to take for a question.
#[derive(Debug)]
struct Row<'a> {
    study: &'a str,
    question: &'a str,
    page: String,
    /// How often a node asks, if that was counted.
    asked: Option<String>,
    /// What makes most nodes per second or, where no search tells, is fastest by itself with
    /// hot tables; why there is none.
    take: Result<Pick, &'static str>,
    /// The fastest of those with the smallest tables.
    smallest: Option<Pick>,
    /// How sure the first is.
    sure: String,
}

/// A variant to take.
#[derive(Debug)]
struct Pick {
    link: Link,
    memory: String,
    /// What it is worth in a search; nothing where that was not measured.
    worth: Option<String>,
}

impl<'a> First<'a> {
    /// The section, after its plot is among the files.
    pub(crate) fn new(
        headlines: &'a [Headline<'a>],
        figures: &Figures<'a>,
        files: &mut Vec<(String, String)>,
    ) -> Result<First<'a>> {
        let searches = nodes::profiles(figures);
        let place = searches.first().copied().filter(|place| place.study == SEARCH);
        let plot = match place {
            Some(place) => plots::gains(
                SEARCH,
                &[place],
                // What differs in several questions at once lies far from all others.
                |name, place| {
                    let program = figures.variant(SEARCH, name)?;
                    let gain = nodes::gain(name, SEARCH, place, figures)?.figure;
                    nodes::is_of_one_question(program, figures).then_some(gain)
                },
                figures,
            )?,
            None => None,
        };
        let plot = plot.map(|Plot { file, svg }| {
            files.push((file, svg.clone()));
            svg
        });
        Ok(First {
            finding: engine::summary(&searches, figures),
            plot,
            profile: place.map_or(SEARCH, |place| plots::profile(place)),
            rows: asked(headlines, place, figures).map(|one| row(one, place, figures)).collect(),
            citation: citation(figures.records),
        })
    }
}

impl First<'_> {
    /// The finding in a sentence.
    pub(crate) fn finding(&self) -> &str {
        &self.finding
    }

    /// The same for a README: short cells, for the figures are a click away.
    pub(crate) fn table(&self) -> Table {
        let row = |row: &Row<'_>| {
            let words = |pick: &Pick| {
                let name = bare(row.study, &pick.link.name);
                format!("{name}, {}", pick.memory.trim_end_matches(" of tables"))
            };
            let asked = row.asked.clone().unwrap_or_else(|| "not counted".to_owned());
            let take = row.take.as_ref().map_or_else(|why| (*why).to_owned(), words);
            let smallest = row.smallest.as_ref().map_or_else(String::new, words);
            let (sure, _) = row.sure.split_once(':').unwrap_or((&row.sure, ""));
            vec![row.study.to_owned(), asked, take, smallest, sure.to_owned()]
        };
        let header = ["question", "asked per node", "take", "if memory is tight", "sure?"];
        Table {
            title: "What to take for the questions that a search asks most".to_owned(),
            header: header.map(str::to_owned).into(),
            rows: self.rows.iter().map(row).collect(),
            notes: Vec::new(),
        }
    }
}

/// The questions that a search asks most, and how often; the first ones where that was not
/// counted.
fn asked<'a>(
    headlines: &'a [Headline<'a>],
    place: Option<Place<'_>>,
    figures: &Figures<'a>,
) -> impl Iterator<Item = (&'a Headline<'a>, Option<f64>)> {
    let asks = place.and_then(|place| nodes::asks(place, figures));
    let rate = |headline: &Headline<'_>| nodes::rate(headline.name(), asks?);
    let lookups = headlines.iter().filter(|headline| !is_of_programs(headline.name()));
    let mut rated: Vec<_> = lookups.map(|headline| (headline, rate(headline))).collect();
    rated.sort_by(|(_, a), (_, b)| b.unwrap_or(0.0).total_cmp(&a.unwrap_or(0.0)));
    rated.into_iter().take(ROWS)
}

fn row<'a>(
    (headline, rate): (&'a Headline<'a>, Option<f64>),
    place: Option<Place<'a>>,
    figures: &Figures<'a>,
) -> Row<'a> {
    let study = headline.name();
    let ranking = Ranking::of_choices(headline.rankings[0].place, figures);
    let pick = |variant: &'a Variant| Pick {
        link: link(variant),
        memory: format::tables(variant.table_bytes),
        worth: place.and_then(|place| nodes::worth(variant, place, figures)).map(in_words),
    };
    let taken = place.and_then(|place| by_search(study, &ranking, place, figures));
    let taken = taken.or_else(|| by_itself(&ranking, figures));
    let (take, sure) = match taken {
        Some((variant, sure)) => (Ok(pick(variant)), sure),
        None => (Err(figures.absence(ranking.place)), NOT_MEASURED.to_owned()),
    };
    Row {
        study,
        question: &headline.study.question,
        page: file(study),
        asked: rate.map(|rate| format::number(rate, 1)),
        take,
        smallest: ranking.least(figures.choices(study)).map(pick),
        sure,
    }
}

/// What makes most nodes per second, where a search tells: a variant that certainly gains, or
/// the base's if the fastest by itself certainly loses. Nothing where neither is known.
fn by_search<'a>(
    study: &str,
    ranking: &Ranking<'a>,
    place: Place<'a>,
    figures: &Figures<'a>,
) -> Option<(&'a Variant, String)> {
    let gains = |variant: &'a Variant| Some((variant, nodes::worth(variant, place, figures)?));
    let gains: Vec<_> = ranking.rows.iter().filter_map(|row| gains(row.variant)).collect();
    // Of the same technique, which gains alike, the first is fastest by itself.
    let certain = gains.iter().rev().filter(|(_, gain)| gain.verdict == Verdict::Faster);
    let best = certain.max_by(|(_, a), (_, b)| a.figure.value.total_cmp(&b.figure.value));
    if let Some((best, _)) = best {
        let in_search = |variant: &Variant| format!("{SEARCH}+{}", variant.technique());
        let is_open = |other: &Variant| {
            other.technique() != best.technique()
                && figures
                    .verdict(&in_search(best), &in_search(other), place)
                    .is_some_and(|verdict| !verdict.is_order())
        };
        let open: BTreeSet<_> =
            gains.iter().filter(|(v, _)| is_open(v)).map(|(v, _)| v.technique()).collect();
        return Some((best, told("a search", 0, open.len())));
    }
    let fastest = ranking.rows.first()?.variant;
    let loss =
        nodes::worth(fastest, place, figures).filter(|gain| gain.verdict == Verdict::Slower)?;
    let asks = nodes::asks(place, figures)?;
    let base = &asks.asked.iter().find(|asked| asked.question == study)?.variant;
    let loss = format::figure(loss.figure, format::gain);
    let why = format!(
        "by a search: {}, the fastest by itself, has {loss} nodes per second",
        fastest.name
    );
    Some((figures.variant(study, base)?, why))
}

/// The fastest by itself.
fn by_itself<'a>(ranking: &Ranking<'a>, figures: &Figures<'a>) -> Option<(&'a Variant, String)> {
    let fastest = ranking.rows.first()?.variant;
    let (ties, open) = ranking.alike(fastest, figures);
    Some((fastest, told("lookups alone", ties.len(), open.len())))
}

/// How sure an order is.
fn told(by: &str, ties: usize, open: usize) -> String {
    format!("{}, by {by}", certainty(ties, open))
}

fn in_words(gain: Gain) -> String {
    let open = if gain.verdict.is_order() { "" } else { ", not resolved" };
    format!("{} nodes per second{open}", format::figure(gain.figure, format::gain))
}
