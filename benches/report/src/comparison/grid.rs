//! The grid: the fastest variant of each study by set and build, and what the sets say of each
//! claim, first where they say different things.

use super::{Set, View};
use crate::claims::Ledger;
use crate::figures::{Figures, NOT_MEASURED, Place};
use crate::format::{self, bare, few, slug};
use crate::page;
use crate::ranking::Ranking;
use records::{Context, Ruling, Study};

/// What the sets say, at a glance.
#[derive(Debug)]
pub(super) struct Grid<'a> {
    pub(super) heads: Vec<Head<'a>>,
    pub(super) studies: Vec<Row<'a>>,
    /// The claims that sets judge differently.
    pub(super) disputed: Vec<Row<'a>>,
    /// Those that all sets judge alike that have the figures.
    pub(super) agreed: Vec<Row<'a>>,
    /// Those that no set has the figures for.
    pub(super) unjudged: Vec<&'static str>,
}

/// A set with its builds, the headline's first.
#[derive(Debug)]
pub(super) struct Head<'a> {
    pub(super) label: &'a str,
    /// Where its pages are.
    pub(super) link: Option<String>,
    pub(super) builds: Vec<&'static str>,
}

/// A study with a cell for each build of each set, or a claim with one for each set.
#[derive(Debug)]
pub(super) struct Row<'a> {
    /// What its row is named after: a study or a claim.
    pub(super) id: String,
    /// Whether the page says more under that name.
    pub(super) is_linked: bool,
    pub(super) name: &'a str,
    pub(super) cells: Vec<Cell>,
}

/// What a set says.
#[derive(Debug)]
pub(super) struct Cell {
    pub(super) text: String,
    /// Where the set's pages show it.
    pub(super) link: Option<String>,
    pub(super) details: Vec<String>,
    pub(super) is_known: bool,
}

impl<'a> Grid<'a> {
    pub(super) fn of(studies: &[&'a Study], sets: &[Set], views: &'a [View<'a>]) -> Grid<'a> {
        let both = || sets.iter().zip(views);
        let head = |(set, view): (&Set, &'a View<'a>)| Head {
            label: &view.label,
            link: set.link(page::INDEX, None),
            builds: builds(view).map(|(build, _)| build).collect(),
        };
        let row = |study: &&'a Study| Row {
            id: slug(&study.name),
            is_linked: true,
            name: &study.name,
            cells: both().flat_map(|(set, view)| winners(&study.name, set, view)).collect(),
        };
        let (claims, unjudged) = claims(sets, views);
        let (disputed, agreed) = claims.into_iter().partition(Row::differs);
        Grid {
            heads: both().map(head).collect(),
            studies: studies.iter().map(row).collect(),
            disputed,
            agreed,
            unjudged,
        }
    }

    /// Whether no set has the figures for any claim.
    pub(super) fn is_unjudged(&self) -> bool {
        self.disputed.is_empty() && self.agreed.is_empty()
    }
}

impl Row<'_> {
    /// Whether two cells say different things.
    fn differs(&self) -> bool {
        let mut known = self.cells.iter().filter(|cell| cell.is_known).map(|cell| &cell.text);
        known.next().is_some_and(|first| known.any(|other| other != first))
    }
}

impl Set {
    /// The address of a part of one of this set's pages, where they are at hand.
    fn link(&self, file: &str, part: Option<String>) -> Option<String> {
        let part = part.map_or_else(String::new, |part| format!("#{part}"));
        Some(format!("{}/{file}{part}", self.pages.as_ref()?))
    }
}

/// The builds of a set with their figures.
fn builds<'v, 'a>(view: &'v View<'a>) -> impl Iterator<Item = (&'static str, &'v Figures<'a>)> {
    let headline = (view.figures.records.machine.build.name(), &view.figures);
    let others = view.figures.others.iter().map(|(build, figures)| (build.name(), figures));
    [headline].into_iter().chain(others)
}

/// The fastest of a study by itself with hot tables, in each build of a set.
fn winners(study: &str, set: &Set, view: &View<'_>) -> Vec<Cell> {
    builds(view).map(|(_, figures)| winner(study, set, figures)).collect()
}

fn winner(study: &str, set: &Set, figures: &Figures<'_>) -> Cell {
    let place = |context| Place::plain(study, figures.main_stream(study), context);
    let [first_seen, learnt] = [Context::Throughput, Context::Learnt].map(place);
    let ranking = |place| Some(Ranking::of_choices(place, figures)).filter(|r| !r.rows.is_empty());
    let Some(ranking) = ranking(first_seen).or_else(|| ranking(learnt)) else {
        return Cell::unknown(figures.absence(first_seen));
    };
    let fastest = ranking.rows[0].variant;
    let (tied, open) = ranking.alike(fastest, figures);
    let tied: Vec<_> = tied.iter().map(|variant| bare(study, &variant.name)).collect();
    let details = [
        (ranking.place.context == Context::Learnt).then(|| Context::Learnt.name().to_owned()),
        (!tied.is_empty()).then(|| format!("tied with {}", few(&tied))),
        (!open.is_empty()).then(|| format!("not resolved from {}", open.len())),
    ];
    Cell {
        text: bare(study, &fastest.name).to_owned(),
        link: set.link(&page::file(study), Some(format::id(study, &fastest.name))),
        details: details.into_iter().flatten().collect(),
        is_known: true,
    }
}

/// What each set says of each claim that one of them can judge, and the names of the others.
fn claims(sets: &[Set], views: &[View<'_>]) -> (Vec<Row<'static>>, Vec<&'static str>) {
    let ledgers: Vec<_> = views.iter().map(|view| Ledger::new(&view.figures)).collect();
    let (mut rows, mut unjudged) = (Vec::new(), Vec::new());
    for (id, text) in Ledger::claims() {
        let rulings = ledgers.iter().map(|ledger| ledger.verdict(id));
        let cell = |(set, (symbol, ruling)): (&Set, (&str, Ruling))| match ruling {
            Ruling::NotMeasured => Cell::unknown(NOT_MEASURED),
            ruling => Cell {
                text: format!("{symbol} {ruling}"),
                link: set.link(page::INDEX, Some(format!("claim-{id}"))),
                details: Vec::new(),
                is_known: true,
            },
        };
        let cells: Vec<_> = sets.iter().zip(rulings).map(cell).collect();
        if cells.iter().any(|cell| cell.is_known) {
            rows.push(Row { id: slug(id), is_linked: false, name: text, cells });
        } else {
            unjudged.push(id);
        }
    }
    (rows, unjudged)
}

impl Cell {
    /// Words in the place of what is not known.
    fn unknown(words: &str) -> Cell {
        Cell { text: words.to_owned(), link: None, details: Vec::new(), is_known: false }
    }
}
