//! The search: nodes per second by choice and profile, what a node asks, what lookups predict, and
//! the lines that testers of engines paste.

use super::index::intervals;
use crate::engine::command;
use crate::page::{Block, Cell, Column, Page, Row, SEARCH_PAGE, Table, spans};
use crate::predictors::{Node, PREDICTORS, best, judged, score};
use crate::recommended::{self, Recommended, profile_columns, worth_cell};
use crate::search::{self, Choice, Profile, choices, deciding, pasted, profiles};
use crate::view::{PERFT, SEARCH, View, counted, gain_of};
use crate::words;
use records::{Asks, Figure};

const ENGINE: &str = "Put in how often your engine asks in a node, and a node's time. A prediction \
                      is the time that lookups alone save. How right that is here, stands below.";

pub(crate) fn page(views: &[View<'_>], rows: &[Recommended<'_>]) -> Page {
    let view = &views[0];
    let (all, deciding) = (profiles(view), deciding(view));
    let mut blocks = vec![Block::Text(recommended::sentences(view, rows))];
    let choices = choices(view);
    if all.is_empty() {
        let how = "No search was timed: `cargo bench -- search/` does.";
        blocks.push(Block::Text(spans(how)));
    } else {
        blocks.extend(intervals(view, &deciding));
        blocks.push(Block::Heading("choices", "By choice and profile".to_owned()));
        blocks.push(Block::Table(by_profile("gains", view, &choices, &deciding, true)));
        let is_other = |one: &&Profile<'_>| deciding.iter().all(|it| it.name != one.name);
        let others: Vec<_> = all.iter().filter(is_other).cloned().collect();
        blocks.push(Block::note(noise(view, &deciding, &others)));
        let tables = others.chunks(5).enumerate().map(|(number, some)| {
            Block::Table(by_profile(&format!("others-{number}"), view, &choices, some, false))
        });
        let closed = Block::closed("other-profiles", "Other profiles", tables);
        blocks.extend((!others.is_empty()).then_some(closed));
        let form = deciding.iter().find_map(|profile| command(view, profile));
        blocks.push(Block::Heading("engine", "Your engine".to_owned()));
        blocks.push(Block::note(ENGINE));
        blocks.extend(form.map(Block::Code));
        let predictions = predictions(views, &choices, &deciding).map(Block::Table);
        blocks.push(Block::closed("predicted", "Predicted, and measured", predictions));
        let node = Block::Table(node(view, &all));
        blocks.push(Block::closed("node", "What a node costs and asks", [node]));
        blocks.push(Block::Heading("paste", "To paste".to_owned()));
        blocks.extend(all.iter().map(|profile| paste(view, &choices, profile)));
    }
    let question = view.study(SEARCH).map_or("", |study| &study.question);
    Page::new(view.set, SEARCH_PAGE, "What a lookup is worth in a search", question, blocks)
}

fn in_perft(view: &View<'_>, choice: &Choice<'_>) -> Option<Figure> {
    let name = choice.choice.name.replacen(SEARCH, PERFT, 1);
    let setting = view.hot(PERFT, false);
    Some(gain_of(view.ratio(setting, &name, PERFT)?.figure))
}

fn by_profile(
    id: &str,
    view: &View<'_>,
    choices: &[Choice<'_>],
    profiles: &[Profile<'_>],
    with_perft: bool,
) -> Table {
    let row = |choice: &Choice<'_>| {
        let size = words::tables(view.own_bytes(choice.variant));
        let chips = view.chips(choice.variant);
        let name = Cell::text(choice.label(view)).small(size).chips(chips);
        let gains = profiles.iter().map(|profile| {
            worth_cell(search::gain(view, profile.setting(), &choice.choice.name), false)
        });
        let perft = with_perft.then(|| worth_cell(in_perft(view, choice), false));
        Row::new(name, gains.chain(perft)).id(&format!("{id}-{}", choice.choice.name))
    };
    let perft = with_perft.then(|| Column::number(PERFT, "positions a second"));
    let head = [Column::text("choice")].into_iter().chain(profile_columns(profiles)).chain(perft);
    let names = words::list(profiles.iter().map(|profile| profile.name));
    let label = format!("Nodes per second by choice in {names}");
    Table::new(id, &label, head, choices.iter().map(row)).tool()
}

/// What the base compiled a second time says, and which profiles prove nothing.
fn noise(view: &View<'_>, deciding: &[Profile<'_>], others: &[Profile<'_>]) -> String {
    let again = deciding.iter().filter_map(|profile| {
        let (_, step) = view.step(profile.setting())?;
        let gain = words::gain_figure(gain_of(step.again?));
        Some(format!("{gain} in {}", profile.name))
    });
    let again =
        words::told("The base compiled a second time: ", again, "The base was compiled once");
    let of = |one: &Profile<'_>| format!("{} (±{})", one.name, words::percent(one.half_width));
    let noisy = words::told("Not among the profiles that decide: ", others.iter().map(of), "");
    format!("{again}. {noisy}")
}

/// How right each predictor was, and the best one's predictions beside measurements.
fn predictions(views: &[View<'_>], choices: &[Choice<'_>], profiles: &[Profile<'_>]) -> [Table; 2] {
    let judgements = [judged(&views[..1]), judged(views)];
    let best = best(&judgements[1]);
    let row = |(number, name): (usize, &str)| {
        let cells = judgements.each_ref().map(|judged| {
            // Beyond the predictors: no change at all.
            let said = score(judged, |(said, _)| said.get(number).copied().unwrap_or_default());
            let Some(score) = said else { return Cell::none("not measured") };
            let rank = score.rank.map_or_else(|| "none".to_owned(), |it| words::number(it, 2));
            let count = words::counted(score.count, "choice");
            Cell::text(words::percent(score.error)).small(format!("rank {rank}, {count}"))
        });
        Row { is_lead: number == best, ..Row::new(Cell::text(name), cells) }
    };
    let names = PREDICTORS.iter().map(|(_, name)| *name).chain(["no change at all"]);
    let all = format!("all {}", words::counted(views.len(), "set"));
    let about = "mean error, rank correlation";
    let head = ["this set", &all].map(|name| Column::number(name, about));
    let head = [Column::text("predicted by")].into_iter().chain(head);
    let rows = names.enumerate().map(row);
    let scores = Table::new("predictors", "How right each predictor was", head, rows);
    let row = |choice: &Choice<'_>| {
        let cells = profiles.iter().map(|profile| {
            let measured = search::gain(&views[0], profile.setting(), &choice.choice.name);
            let measured = measured.map_or_else(|| "not measured".to_owned(), words::gain_figure);
            match Node::of(&views[0], profile).predict(choice.variant, PREDICTORS[best].0) {
                Ok(gain) => Cell::text(words::gain(gain.value)),
                Err(why) => Cell::none(why),
            }
            .small(measured)
        });
        Row::new(Cell::text(choice.label(&views[0])), cells)
    };
    let head = profiles.iter().map(|one| Column::number(one.name, "predicted, measured"));
    let head = [Column::text("choice")].into_iter().chain(head);
    let label = format!("Predicted by {}, and measured", PREDICTORS[best].1);
    [scores, Table::new("predictions", &label, head, choices.iter().map(row))]
}

/// What a node of the base is: its time and what it asks, by profile.
fn node(view: &View<'_>, all: &[Profile<'_>]) -> Table {
    let kinds: Vec<_> = all.iter().filter(|one| !one.name.starts_with("hash")).take(5).collect();
    let head = kinds.iter().map(|profile| Column::number(profile.name, &profile.like));
    let head = [Column::text("a node")].into_iter().chain(head);
    let mut rows = vec![row("cycles", &kinds, |profile| Some(words::time(profile.node.value)))];
    for what in ["instructions", "branches", "mispredicted branches"] {
        rows.push(row(what, &kinds, |profile| {
            let mut counts = view.counts(SEARCH).filter(|count| count.variant == SEARCH);
            let count = counts.find(|count| count.stream == profile.name)?;
            Some(words::time(counted(count, what)?))
        }));
    }
    let per_query = |profile: &Profile<'_>, total: fn(&Asks) -> u64| {
        let asks = profile.asks?;
        Some(words::number(total(asks) as f64 / asks.queries as f64, 2))
    };
    rows.push(row("moves made", &kinds, |profile| per_query(profile, |asks| asks.moves)));
    rows.push(row("rows of weights", &kinds, |profile| per_query(profile, |asks| asks.rows)));
    for study in view.questions() {
        let asked = |profile: &Profile<'_>| profile.rate(&study.name).filter(|rate| *rate > 0.0);
        if kinds.iter().any(|profile| asked(profile).is_some()) {
            let title = format!("asks {}", recommended::lower(&view.title(&study.name)));
            rows.push(row(&title, &kinds, |profile| {
                Some(words::number(profile.rate(&study.name)?, 2))
            }));
        }
    }
    Table::new("asked", "A node of the base, by profile", head, rows)
}

fn row(name: &str, all: &[&Profile<'_>], text: impl Fn(&Profile<'_>) -> Option<String>) -> Row {
    let cells = all.iter().map(|profile| Cell::or(text(profile).map(Cell::text), "not counted"));
    Row::new(Cell::text(name), cells)
}

fn paste(view: &View<'_>, choices: &[Choice<'_>], profile: &Profile<'_>) -> Block {
    let lines = choices.iter().filter_map(|one| pasted(view, profile.setting(), &one.choice.name));
    let lines: Vec<_> = lines.collect();
    let summary = format!("{} ({})", profile.name, profile.like);
    let lines = Block::Code(lines.join("\n"));
    Block::closed(&format!("paste-{}", profile.name), &summary, [lines])
}
