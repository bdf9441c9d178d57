//! Claims: a row a claim, with the verdict by machine and the figure that decides.

use crate::claims::{self, Claim};
use crate::page::{Block, CLAIMS, Cell, Column, Page, Row, Table, plain, provenance};
use crate::set::Set;
use crate::view::View;
use crate::words;
use anyhow::Result;
use records::Ruling;

/// So many machines fit beside a claim.
const MOST: usize = 4;

pub(crate) fn page(sets: &[&Set], views: &[&View<'_>]) -> Result<Page> {
    let (sets, views) = (&sets[..sets.len().min(MOST)], &views[..views.len().min(MOST)]);
    let all = claims::all()?;
    let mut rulings = Vec::new();
    let mut rows = Vec::new();
    for claim in &all {
        let mut cells = vec![said(claim)];
        for (number, view) in views.iter().enumerate() {
            let ruled = claim.judge(view);
            if number == 0 {
                rulings.push(ruled.ruling);
            }
            let class = match ruled.ruling {
                Ruling::Confirmed => "win",
                Ruling::Refuted => "lose",
                _ => "tie",
            };
            cells.push(Cell::text(ruled.ruling.name()).small(ruled.figures).class(class));
        }
        rows.push(Row { id: words::slug(&claim.id), cells, is_lead: false });
    }
    let mut head =
        vec![Column { small: "who, and what was published".to_owned(), ..Column::text("claim") }];
    head.extend(
        sets.iter().map(|set| Column { small: set.name.clone(), ..Column::text(&set.column()) }),
    );
    let (id, label) = ("claims".to_owned(), "Claims".to_owned());
    let blocks = vec![
        Block::Text(vec![plain(answer(&rulings))]),
        Block::Table(Table { id, label, head, rows, is_tool: true }),
        Block::Note(vec![plain(
            "Confirmed or refuted: all certain orders go one way. Depends: they go both ways. Tie: \
             equivalent within 1 %. Ratios are times of the first by the second, where certain; the \
             direction is judged, the published size is not.",
        )]),
    ];
    Ok(Page {
        file: CLAIMS.to_owned(),
        title: "Claims".to_owned(),
        question: "What has been said of these techniques, and what was measured.".to_owned(),
        provenance: provenance(sets[0]),
        blocks,
    })
}

/// A claim with its source.
fn said(claim: &Claim) -> Cell {
    let Claim { claim: text, who, size, limits, link, .. } = claim;
    let size = if size.is_empty() { String::new() } else { format!(" Published: {size}.") };
    let limits = if limits.is_empty() { String::new() } else { format!(" {limits}") };
    let cell = Cell::text(text).small(format!("{who}.{size}{limits}"));
    match link {
        Some(link) => cell.link(link),
        None => cell,
    }
}

/// How many of each ruling.
fn answer(rulings: &[Ruling]) -> String {
    let counts = Ruling::ALL.iter().filter_map(|ruling| {
        let count = rulings.iter().filter(|one| *one == ruling).count();
        (count > 0).then(|| format!("{count} {ruling}"))
    });
    let counts: Vec<_> = counts.collect();
    format!(
        "Of {} on this machine: {}.",
        words::counted(rulings.len(), "claim"),
        words::list(&counts)
    )
}
