//! Claims: a row a claim, with the verdict by machine and the figure that decides; and what engines
//! of others gained, beside what was measured here.

use super::columns;
use crate::claims::{self, Change, Claim, Engine, File, Ruled};
use crate::page::{Block, CLAIMS, Cell, Column, Page, Row, Table, plain};
use crate::view::View;
use crate::words;
use anyhow::Result;
use records::{Figure, Ruling};

pub(crate) fn page(views: &[View<'_>]) -> Result<Page> {
    let file = claims::file()?;
    let outside = validation(&file, views);
    let views = &views[..views.len().min(4)];
    let judge = |claim: &Claim| views.iter().map(|view| claim.judge(view)).collect::<Vec<_>>();
    let mut judged: Vec<_> = file.claims.iter().map(|claim| (claim, judge(claim))).collect();
    let here: Vec<_> = judged.iter().map(|(_, ruled)| ruled[0].ruling).collect();
    // The decided ones first, and last those that no figure settles.
    let rank = |one: &Ruled| match class(one.ruling) {
        "tie" => 1 + u8::from(one.ruling == Ruling::NotMeasured),
        _ => 0,
    };
    judged.sort_by_key(|(_, ruled)| ruled.iter().map(rank).min());
    let row = |(claim, ruled): (&Claim, Vec<Ruled>)| {
        let cell =
            |one: Ruled| Cell::text(one.ruling.name()).small(one.figures).class(class(one.ruling));
        Row::new(said(claim), ruled.into_iter().map(cell)).id(&claim.id)
    };
    let decided = judged.partition_point(|(_, ruled)| ruled.iter().any(|one| rank(one) == 0));
    let open = judged.split_off(decided);
    let summary = format!("{} that no figure here settles", words::counted(open.len(), "claim"));
    let table = |id, title, judged: Vec<_>| {
        let head = columns(Column::text("claim").small("who, and what was published"), views);
        Block::Table(Table::new(id, title, head, judged.into_iter().map(row)).tool())
    };
    let mut blocks = vec![Block::Text(vec![plain(answer(&here))])];
    blocks.push(table("claims", "Claims", judged));
    blocks.push(Block::note(
        "Confirmed or refuted: all certain orders go one way. Depends: they go both ways. Tie: \
         equivalent within 1 %. Ratios divide the first one's time by the second one's, in \
         throughput on positions unless another place is named. The direction is judged, \
         the published size is not.",
    ));
    blocks.push(Block::closed("unsettled", &summary, [table("open", "Open claims", open)]));
    blocks.push(Block::Heading("validation", "Judged from outside".to_owned()));
    blocks.extend(outside);
    let question = "What others said, and what was measured.";
    Ok(Page::new(views[0].set, CLAIMS, "Claims", question, blocks))
}

fn validation(file: &File, views: &[View<'_>]) -> [Block; 2] {
    let mut found = Vec::new();
    let mut cell = |change: &Change, engine: &Engine, gain: Option<Figure>| {
        let Some(gain) = gain else { return Cell::none("not tried") };
        let cell = Cell::text(words::gain_figure(gain.map(|gain| gain / 100.0)));
        let Some((profile, ours)) = change.ours(engine, views) else {
            return cell.small("not measured here");
        };
        let theirs = engine.over_base(gain);
        let sign = |gain: Figure| i32::from(gain.low > 0.0) - i32::from(gain.high < 0.0);
        let is_near = theirs.low <= ours.high && ours.low <= theirs.high;
        let (says, class) = match (sign(theirs) * sign(ours), is_near) {
            (-1, _) => ("opposite sign", "lose"),
            (_, false) => ("another size", "both"),
            (0, true) => ("intervals meet", "tie"),
            (_, true) => ("sign and size agree", "win"),
        };
        found.push(class);
        let [over, ours] = [theirs, ours].map(words::gain_figure);
        let over = engine.base.map_or(String::new(), |_| format!("over our base {over}; "));
        cell.small(format!("{over}{profile} {ours}: {says}")).class(class)
    };
    let row = |change: &Change| {
        let gains = file.engines.iter().zip(&change.gains);
        let cells = gains.map(|(engine, gain)| cell(change, engine, *gain));
        Row::new(Cell::text(&change.change), cells)
    };
    let engines = file.engines.iter().map(|Engine { name, on, rounds, .. }| {
        Column::text(name).small(&format!("{on}, {rounds} rounds"))
    });
    let head = [Column::text("change")].into_iter().chain(engines);
    let rows = file.changes.iter().map(row);
    let table = Table::new("outside", "Nodes per second of other engines", head, rows);
    let [agree, open, size, sign] = ["win", "tie", "both", "lose"]
        .map(|class| found.iter().filter(|one| **one == class).count());
    let all = words::counted(found.len(), "gain");
    let answer = format!(
        "Of {all} that were also measured here on the same kind of machine, sign and size agree in \
         {agree}. In {open} the intervals meet, but no sign is certain; the size is another in \
         {size}, and the sign in {sign}."
    );
    let note = "What engines that nobody here wrote gain over their own lookups and, below, what \
                the profile like them says. Carp has black magics: its gains over fancy ones, which \
                our base has, are compared. docs/validation.md says how to ask your engine.";
    let closed = [Block::Table(table), Block::note(note)];
    [Block::Text(vec![plain(answer)]), Block::closed("gains", "Gains by engine", closed)]
}

fn class(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::Confirmed => "win",
        Ruling::Refuted => "lose",
        Ruling::Depends => "both",
        _ => "tie",
    }
}

fn said(claim: &Claim) -> Cell {
    let Claim { claim: text, who, size, link, limits, .. } = claim;
    let size = if size.is_empty() { String::new() } else { format!(" Published: {size}.") };
    let small = Cell::text(text).small(format!("{who}.{size} {limits}").trim_end());
    Cell { link: link.clone(), ..small }
}

fn answer(rulings: &[Ruling]) -> String {
    let counts = Ruling::ALL.iter().filter_map(|ruling| {
        let count = rulings.iter().filter(|one| *one == ruling).count();
        (count > 0).then(|| format!("{count} {ruling}"))
    });
    let all = words::counted(rulings.len(), "claim");
    format!("On this machine, of {all}: {}.", words::list(counts))
}
