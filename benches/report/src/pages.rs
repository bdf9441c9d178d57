//! The pages of a report: each a function from records to a [`Page`](crate::page::Page).

mod method;
mod works;
mod appendix;
mod question;
mod index;
mod search;
mod machines;
mod claims;

pub(crate) use claims::page as claims;
pub(crate) use index::{DRAWN, page as index, questions};
pub(crate) use machines::page as machines;
pub(crate) use method::{doubts, page as method};
pub(crate) use question::page as question;
pub(crate) use search::page as search;

use crate::page::{Cell, Column};
use crate::plots::{self, Dot};
use crate::view::{View, measure, unusual_needs};
use crate::words;
use records::{Kind, Setting, Variant};

fn columns(first: Column, views: &[View<'_>]) -> impl Iterator<Item = Column> {
    let machines =
        views.iter().map(|View { set, .. }| Column::text(&set.column()).small(&set.name));
    [first].into_iter().chain(machines)
}

const MARKS: &str = "Dashed: nothing smaller is faster. Orange: techniques of the wiki pages that \
                     the project began with. Hollow: needs more than x86-64-v3. Arrows: off the \
                     scale.";

/// Memory against time of a question, throughput and latency as far as they were measured.
pub(crate) fn memory_against_time(view: &View<'_>, question: &str) -> Vec<String> {
    let found = view.recommend(question);
    let title = view.title(question);
    let usual = view.usual(question).unwrap_or_default();
    let of_measure = |dependent: bool| {
        let setting = view.hot(question, dependent);
        let dot = |variant: &'_ Variant| {
            let time = view.time(setting, &variant.name)?;
            let is_pick = found.is_some_and(|found| found.is_of(variant));
            Some(Dot {
                name: view.short(variant),
                bytes: view.own_bytes(variant),
                time: time.value,
                is_old: variant.kind == Kind::Cpw,
                is_common: unusual_needs(variant).next().is_none(),
                is_named: is_pick || variant.name == usual,
            })
        };
        let ranked = view.variants(question).filter(|variant| variant.is_choice());
        let dots: Vec<_> = ranked.filter_map(dot).collect();
        let measure = measure(dependent);
        let unit = view.table(setting).map_or("cycles", |table| table.unit.name());
        let unit = format!("{unit} a query, loop included");
        (dots.len() > 1).then(|| plots::dots([&title, measure, &unit], &dots))
    };
    [false, true].into_iter().filter_map(of_measure).collect()
}

fn time_cell(view: &View<'_>, setting: Setting<'_>, variant: &Variant) -> Cell {
    let Some(time) = view.time(setting, &variant.name) else {
        return Cell::none(view.why_not(setting, &variant.name));
    };
    let ratio = ratio_cell(view, setting, variant).unwrap_or_default();
    let company = view.company(setting).split(':').next().unwrap_or_default();
    let small = format!("{} {}{company}", ratio.text, ratio.small);
    Cell::text(words::time(time.value)).small(small.trim()).sort(time.value)
}

fn ratio_cell(view: &View<'_>, setting: Setting<'_>, variant: &Variant) -> Option<Cell> {
    let ratio = view.by_usual(setting, &variant.name)?.figure;
    let is_fixed = view.is_fixed(setting, &variant.name);
    let small = if is_fixed { "one layout".to_owned() } else { words::spread(ratio) };
    let cell = Cell::text(words::ratio(ratio.value)).small(small).sort(ratio.value);
    let is_usual = view.usual(setting.question) == Some(&variant.name);
    Some(if is_usual { Cell::none("usual") } else { cell })
}
