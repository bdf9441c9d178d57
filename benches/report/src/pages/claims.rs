//! Claims: a row a claim, with the verdict by machine and the figure that decides.

use super::columns;
use crate::claims::{self, Claim, Ruled};
use crate::page::{Block, CLAIMS, Cell, Column, Page, Row, Table, plain};
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
    let judged = all.iter().map(|claim| {
        let ruled: Vec<_> = views.iter().map(|view| claim.judge(view)).collect();
        (claim, ruled)
    });
    let judged: Vec<_> = judged.collect();
    let here: Vec<_> = judged.iter().map(|(_, ruled)| ruled[0].ruling).collect();
    let is_measured = |ruled: &[Ruled]| ruled.iter().any(|one| one.ruling != Ruling::NotMeasured);
    let (mut told, open): (Vec<_>, Vec<_>) =
        judged.into_iter().partition(|(_, ruled)| is_measured(ruled));
    let is_decided = |ruled: &[Ruled]| ruled.iter().any(|one| class(one.ruling) != "tie");
    told.sort_by_key(|(_, ruled)| !is_decided(ruled));
    let id = |claim: &Claim| words::slug(&claim.id);
    let row = |(claim, ruled): (&Claim, Vec<Ruled>)| {
        let cell =
            |one: Ruled| Cell::text(one.ruling.name()).small(one.figures).class(class(one.ruling));
        Row { id: id(claim), ..Row::new(said(claim, &claim.limits), ruled.into_iter().map(cell)) }
    };
    let first = || Column::text("claim").small("who, and what was published");
    let head = columns(first(), sets);
    let told = Table::new("claims", "Claims", head, told.into_iter().map(row).collect()).tool();
    let why = |(claim, _): &(&Claim, Vec<Ruled>)| {
        let why = if claim.limits.is_empty() { "No set here measured it." } else { &claim.limits };
        Row { id: id(claim), ..Row::new(said(claim, ""), [Cell::text(why)]) }
    };
    let head = vec![first(), Column::text("why")];
    let summary = format!("{} that no figure here settles", words::counted(open.len(), "claim"));
    let open = Table::new("open", "Claims that stay open", head, open.iter().map(why).collect());
    let blocks = vec![
        Block::Text(vec![plain(answer(&here))]),
        Block::Table(told),
        Block::note(
            "Confirmed or refuted: all certain orders go one way. Depends: they go both ways. Tie: \
             equivalent within 1 %. Ratios divide the first one's time by the second one's, in \
             throughput on positions unless another place is named. The direction is judged, \
             the published size is not.",
        ),
        Block::closed("unsettled", &summary, vec![Block::Table(open)]),
    ];
    let question = "What others said of these techniques, and what was measured.";
    Ok(Page::new(sets[0], CLAIMS, "Claims", question, blocks))
}

fn class(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Confirmed => "win",
        Ruling::Refuted => "lose",
        Ruling::Depends => "both",
        _ => "tie",
    }
}

/// A claim with its source.
fn said(claim: &Claim, limits: &str) -> Cell {
    let Claim { claim: text, who, size, link, .. } = claim;
    let size = if size.is_empty() { String::new() } else { format!(" Published: {size}.") };
    let small = format!("{who}.{size} {limits}");
    let cell = Cell::text(text).small(small.trim_end());
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
        "On this machine, of {}: {}.",
        words::counted(rulings.len(), "claim"),
        words::list(&counts)
    )
}
