//! The table that every place shows: a row a lookup and what an engine has, a cell a kind of
//! engine. A cell of one machine follows [`recommend`](super::recommend); cells of several
//! machines are put together here, and real engines stand beside them.

use super::choices::{KINDS, choice, in_search, worth};
use super::recommend::{Contender, Decision, Word, decide};
use crate::engines::{Engine, MAGICS, gains};
use crate::processor::Processor;
use crate::view::{Missing, SEARCH, View, unusual_needs};
use crate::words;
use records::{Figure, Kind, Setting, Table, Variant, Verdict};
use serde::Serialize;

/// Lookups that engines have in place of our base's, each by the beginning of its name.
const ALSO_HAD: [(&str, &str); 2] = [("sliders", "sliders-pext"), ("pins", "pins-snipers")];
/// The lookups that have a row in any case: those that every kind of engine asks most.
const MOST: usize = 6;
/// A question that a node asks less often counts as not asked.
const LEAST_ASKED: f64 = 0.01;

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Row {
    /// Several lookups whose cells all say the same share a row.
    pub(crate) lookups: Vec<Lookup>,
    /// The lookup that the engine has: its short name and bytes of tables; nothing where several
    /// share the row.
    pub(crate) have: Option<Named>,
    /// Whether this row is for processors with more than x86-64-v3.
    pub(crate) is_beyond: bool,
    /// A cell a kind of engine, in the order of [`KINDS`].
    pub(crate) cells: Vec<Cell>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Lookup {
    pub(crate) question: String,
    pub(crate) title: String,
    /// How often a node asks, at least and at most by kind; `None` if nobody counted.
    pub(crate) asked: Option<[f64; 2]>,
}

/// A variant as a cell names it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Named {
    pub(crate) short: String,
    /// Its name in records.
    pub(crate) name: String,
    /// The crate that `--take` copies.
    pub(crate) technique: String,
    /// Bytes of tables that it adds to an engine with the usual lookups.
    pub(crate) bytes: u64,
    pub(crate) chips: Vec<String>,
}

impl Named {
    pub(crate) fn size(&self) -> String {
        words::tables(self.bytes)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Cell {
    pub(crate) kind: &'static str,
    pub(crate) word: Word,
    /// What every place prints.
    pub(crate) words: String,
    pub(crate) named: Vec<Named>,
    /// Others of the first name's technique that are not told apart from it.
    pub(crate) kin: usize,
    /// What the first name gains over what the engine has, in nodes per second.
    pub(crate) gain: Option<Figure>,
    /// The lowest and the highest gain where several machines say the same.
    pub(crate) range: Option<[f64; 2]>,
    /// Without a search: the time of the first name by that of what the engine has.
    pub(crate) ratio: Option<Figure>,
    /// The line that cites the figure.
    pub(crate) cite: Option<String>,
    /// Machines that say something else, and real engines that contradict.
    pub(crate) asides: Vec<String>,
}

/// What one machine says.
struct Source<'v, 'a> {
    view: &'v View<'a>,
    here: Option<&'v Processor>,
}

/// All rows, question by question, and those that the table shows.
pub(crate) struct Rows {
    pub(crate) every: Vec<Row>,
    pub(crate) shown: Vec<Row>,
}

/// The rows by these machines, the most reliable first; each kind of machine stands there once.
pub(crate) fn answer_rows(
    views: &[&View<'_>],
    here: Option<&Processor>,
    engines: &[Engine],
) -> Rows {
    let (mut every, mut shown) = (Vec::new(), Vec::new());
    for (question, is_usual) in questions(views) {
        let Some(view) = views.iter().find(|view| view.usual(&question).is_some()) else {
            continue;
        };
        // No engine here has a lookup that this processor lacks, or should not have.
        let suits = |have: &Variant| here.is_none_or(|processor| processor.suits(view, have));
        let had = had(view, &question).into_iter().enumerate();
        for (number, have) in had.filter(|(number, have)| *number == 0 || suits(have)) {
            for is_beyond in [false, true] {
                let row = answer_row(views, here, engines, have, is_beyond);
                let is_any = |of: fn(Word) -> bool| row.cells.iter().any(|cell| of(cell.word));
                let is_searched = is_any(|it| it.is_of_search() || it == Word::TooNoisy);
                if is_beyond && !needs_more(views, &row) || number > 0 && !is_searched {
                    continue;
                }
                let is_named = is_any(|word| matches!(word, Word::Named | Word::Either));
                let is_known = is_any(|word| !matches!(word, Word::Nothing | Word::NotAsked));
                if (is_usual && is_known) || is_beyond || is_named {
                    shown.push(row.clone());
                }
                every.push(row);
            }
        }
    }
    Rows { every, shown: shared(shown) }
}

/// Whether a row proves a variant that not every x86-64-v3 processor runs.
fn needs_more(views: &[&View<'_>], row: &Row) -> bool {
    let question = &row.lookups[0].question;
    let leads = row.cells.iter().filter(|cell| cell.word == Word::Named);
    let leads = leads.filter_map(|cell| {
        let name = &cell.named.first()?.name;
        views.iter().find_map(|view| view.variant(question, name))
    });
    leads.into_iter().any(|lead| unusual_needs(lead).next().is_some())
}

/// Whether a machine runs some variant of a question that needs more than x86-64-v3: the others
/// say nothing of those, however many they are.
fn runs_more(view: &View<'_>, question: &str) -> bool {
    let mut all = view.variants(question).filter(|variant| variant.available);
    all.any(|variant| unusual_needs(variant).next().is_some())
}

/// Puts lookups whose cells say the same without naming anything into one row. Rows that name
/// something come first.
fn shared(rows: Vec<Row>) -> Vec<Row> {
    let (mut named, mut plain): (Vec<Row>, Vec<Row>) = Default::default();
    let questions: Vec<_> = rows.iter().map(|row| row.lookups[0].question.clone()).collect();
    for row in rows {
        let question = &row.lookups[0].question;
        let is_only = questions.iter().filter(|it| *it == question).count() == 1;
        let says_nothing = row.cells.iter().all(|cell| cell.named.is_empty());
        let same = |other: &&mut Row| {
            let words = |row: &Row| row.cells.iter().map(|it| it.words.clone()).collect::<Vec<_>>();
            words(other) == words(&row)
        };
        match plain.iter_mut().find(same) {
            _ if !is_only || !says_nothing => named.push(row),
            Some(other) => {
                other.lookups.extend(row.lookups);
                other.have = None;
            }
            None => plain.push(row),
        }
    }
    named.into_iter().chain(plain).collect()
}

/// The questions with a row, and whether they have one even if it names nothing: by how often
/// every kind of engine asks. Without counts the first ones.
fn questions(views: &[&View<'_>]) -> Vec<(String, bool)> {
    let counted = |view: &&&View<'_>| KINDS.iter().all(|it| view.asks(SEARCH, it.0).is_some());
    let Some(view) = views.iter().find(counted).or(views.first()) else { return Vec::new() };
    let least = |question: &str| {
        KINDS
            .iter()
            .map(|(kind, _)| rate(view, kind, question))
            .try_fold(f64::MAX, |least, rate| rate.map(|rate| rate.min(least)))
    };
    let mut all: Vec<_> = view
        .questions()
        .map(|question| (least(&question.name).unwrap_or_default(), question.name.clone()))
        .collect();
    all.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    let has_counts = all.iter().any(|(rate, _)| *rate > 0.0);
    let is_usual = |number: usize, rate: f64| number < MOST && (rate > 0.0 || !has_counts);
    all.into_iter().enumerate().map(|(at, (rate, name))| (name, is_usual(at, rate))).collect()
}

/// Lookups a node; `None` if nobody counted.
fn rate(view: &View<'_>, kind: &str, question: &str) -> Option<f64> {
    let asks = view.asks(SEARCH, kind)?;
    let asked = asks.asked.iter().filter(|asked| asked.question == question);
    Some(asked.map(|asked| asks.lookups(asked)).sum())
}

/// The lookups that an engine may have: the usual one first.
pub(crate) fn had<'a>(view: &View<'a>, question: &str) -> Vec<&'a Variant> {
    let usual = view.usual(question).and_then(|usual| view.variant(question, usual));
    let also = ALSO_HAD.iter().filter(|(of, _)| *of == question);
    let also = also.filter_map(|(_, name)| {
        let is_it = |v: &&Variant| v.technique() == *name && view.is_over_usual(v);
        view.records.variants.iter().filter(|v| v.question == question).find(is_it)
    });
    usual
        .into_iter()
        .chain(also.filter(|also| usual.is_none_or(|it| it.name != also.name)))
        .collect()
}

fn answer_row(
    views: &[&View<'_>],
    here: Option<&Processor>,
    engines: &[Engine],
    have: &Variant,
    is_beyond: bool,
) -> Row {
    let question = have.question.as_str();
    let first = views.iter().find(|view| view.variant(question, &have.name).is_some());
    let rates = || views.iter().flat_map(|view| KINDS.map(|(kind, _)| rate(view, kind, question)));
    let cell = |(kind, _): (&'static str, &str)| {
        let heard = views.iter().filter(|view| !is_beyond || runs_more(view, question));
        let said = heard.filter_map(|view| {
            let have = view.variant(question, &have.name)?;
            let source = Source { view, here };
            Some((view.set.column(), source.cell(kind, have, is_beyond)))
        });
        let mut cell = together(kind, said.collect());
        cell.asides.extend(contradicting(&cell, have, engines, views));
        cell
    };
    Row {
        lookups: vec![Lookup {
            question: question.to_owned(),
            title: first.map_or_else(String::new, |view| {
                view.question(question).map_or_else(String::new, |question| question.title.clone())
            }),
            asked: words::ends(rates().flatten().filter(|rate| *rate >= LEAST_ASKED)),
        }],
        have: first.map(|view| named(view, have)),
        is_beyond,
        cells: KINDS.map(cell).into(),
    }
}

pub(crate) fn named(view: &View<'_>, variant: &Variant) -> Named {
    Named {
        short: view.short(variant),
        name: variant.name.clone(),
        technique: variant.technique().to_owned(),
        bytes: view.own_bytes(variant),
        chips: view.chips(variant),
    }
}

/// Whether a variant may be named: it answers correctly, runs here, is no library, and asks only
/// what an engine has anyway.
fn may_be_named(view: &View<'_>, variant: &Variant, here: Option<&Processor>) -> bool {
    variant.is_choice()
        && matches!(variant.kind, Kind::Cpw | Kind::Frontier)
        && view.is_over_usual(variant)
        && here.is_none_or(|processor| processor.suits(view, variant))
}

impl<'a> Source<'_, 'a> {
    fn contenders(&self, have: &Variant, is_beyond: bool) -> Vec<&'a Variant> {
        let question = have.question.clone();
        let all: Vec<_> = self.view.variants(&question).collect();
        let fits = |variant: &&&Variant| {
            may_be_named(self.view, variant, self.here)
                && (is_beyond || unusual_needs(variant).next().is_none())
        };
        all.iter().filter(fits).copied().collect()
    }

    fn cell(&self, kind: &'static str, have: &Variant, is_beyond: bool) -> Cell {
        let view = self.view;
        // Of a question that none asks, the fastest alone is all there is to say.
        let asks = |kind| rate(view, kind, &have.question).map(|rate| rate >= LEAST_ASKED);
        if asks(kind) == Some(false) && KINDS.iter().any(|(kind, _)| asks(kind) == Some(true)) {
            return Cell::of(kind, Word::NotAsked, "not asked");
        }
        let is_sound = view.is_sound(in_search(kind));
        let all = self.contenders(have, is_beyond);
        let families: Vec<_> = all.iter().map(|variant| variant.technique()).collect();
        let searched = all.iter().filter(|it| is_sound && it.name != have.name).filter_map(|it| {
            let gain = worth(view, kind, it, have)?;
            let technique = it.technique().to_owned();
            let family = family(&technique, &families);
            let (bytes, needs) = (view.own_bytes(it), unusual_needs(it).count() + it.needs.len());
            Some((*it, Contender { technique, family, bytes, needs, gain }))
        });
        let (variants, contenders): (Vec<_>, Vec<_>) = searched.unzip();
        let beats = |one: usize, other: usize| {
            let gain = worth(view, kind, variants[one], variants[other]);
            gain.is_some_and(|gain| gain.low > 0.0)
        };
        match decide(&contenders, beats) {
            Some(decision) => self.decided(kind, have, &variants, &contenders, decision),
            None => self.alone(kind, have, &all),
        }
    }

    fn decided(
        &self,
        kind: &'static str,
        have: &Variant,
        variants: &[&Variant],
        contenders: &[Contender],
        decision: Decision,
    ) -> Cell {
        let Decision { word, names, kin } = decision;
        let view = self.view;
        let all: Vec<_> = names.iter().map(|one| named(view, variants[*one])).collect();
        let mut shorts: Vec<_> = all.iter().map(|one| one.short.clone()).collect();
        shorts.extend((word == Word::Either).then(|| view.short(have)));
        let words = match word {
            Word::Keep => "keep".to_owned(),
            Word::TooNoisy => "too noisy".to_owned(),
            _ => shorts.join(" or "),
        };
        let cite = names.first().and_then(|one| {
            let of = choice(view, variants[*one])?;
            let over = choice(view, have)?;
            let pair = if over.name == SEARCH { String::new() } else { against(&over.name) };
            citation(view, in_search(kind), &format!("{}{pair}", of.name))
        });
        let gain = names.first().map(|one| contenders[*one].gain);
        Cell { named: all, kin, gain, cite, ..Cell::of(kind, word, &words) }
    }

    /// Without a search: the variants that are not told apart from the fastest in throughput.
    fn alone(&self, kind: &'static str, have: &Variant, all: &[&Variant]) -> Cell {
        let view = self.view;
        let setting = view.hot(&have.question, false);
        let Some(own) = view.time(setting, &have.name).filter(|_| view.is_sound(setting)) else {
            let missing = view.entry(setting, &have.name).missing;
            let why = missing.unwrap_or(Missing::NotMeasured).name();
            return Cell::of(kind, Word::Nothing, why);
        };
        let timed = all.iter().filter_map(|it| Some((view.time(setting, &it.name)?.value, *it)));
        let (_, fastest) = timed
            .chain([(own.value, have)])
            .min_by(|(a, _), (b, _)| a.total_cmp(b))
            .unwrap_or((own.value, have));
        let is_slower = |variant: &Variant| {
            let ratio = view.ratio(setting, &variant.name, &fastest.name);
            ratio.is_none_or(|ratio| ratio.verdict == Verdict::Slower)
        };
        if !is_slower(have) {
            return Cell::of(kind, Word::Alone, "fastest alone: what you have");
        }
        let mut near: Vec<_> = all.iter().filter(|variant| !is_slower(variant)).collect();
        near.sort_by_key(|variant| (view.own_bytes(variant), variant.needs.len()));
        near.truncate(2);
        let names: Vec<_> = near.iter().map(|variant| named(view, variant)).collect();
        let shorts: Vec<_> = names.iter().map(|one| one.short.as_str()).collect();
        let words = format!("fastest alone: {}", shorts.join(" or "));
        let first = near.first().map(|variant| variant.name.as_str());
        let ratio = first.and_then(|first| view.ratio(setting, first, &have.name));
        let reference = view.table(setting).and_then(Table::reference);
        let is_first = reference == Some(&*have.name);
        let pair = if is_first { String::new() } else { against(&have.name) };
        Cell {
            ratio: ratio.map(|ratio| ratio.figure),
            cite: first.and_then(|first| citation(view, setting, &format!("{first}{pair}"))),
            named: names,
            ..Cell::of(kind, Word::Alone, &words)
        }
    }
}

/// The gains of engines of a kind by a lookup in place of another.
fn gains_over<'e>(
    engines: &'e [Engine],
    kind: &str,
    [from, to]: [&str; 2],
) -> Vec<(&'e Engine, Figure)> {
    if from == MAGICS || !from.starts_with("sliders-") {
        return gains(engines, kind, to).collect();
    }
    let alike = engines.iter().filter(|engine| engine.kind == kind);
    alike.filter_map(|engine| Some((engine, engine.gain_by_replacing([from, to])?))).collect()
}

/// The line that cites a variant's figure in a setting.
fn citation(view: &View<'_>, setting: Setting<'_>, name: &str) -> Option<String> {
    let run = view.records.runs.get(view.table(setting)?.run)?;
    Some(format!("{setting}/{name}, {}", view.set.cited_as(run)))
}

/// What follows the name of a gain over another choice than the base.
pub(crate) fn against(choice: &str) -> String {
    format!("/against={choice}")
}

/// The shortest of these techniques whose name begins this one's.
fn family(technique: &str, all: &[&str]) -> String {
    let begins = |one: &&&str| {
        technique.strip_prefix(**one).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    };
    let shortest = all.iter().filter(begins).min_by_key(|one| one.len());
    shortest.map_or_else(|| technique.to_owned(), |one| (*one).to_owned())
}

impl Word {
    /// Whether a search stands behind it.
    pub(crate) fn is_of_search(self) -> bool {
        matches!(self, Word::Named | Word::Either | Word::Keep)
    }
}

impl Cell {
    fn of(kind: &'static str, word: Word, words: &str) -> Cell {
        Cell {
            kind,
            word,
            words: words.to_owned(),
            named: Vec::new(),
            kin: 0,
            gain: None,
            range: None,
            ratio: None,
            cite: None,
            asides: Vec::new(),
        }
    }

    fn is_searched(&self) -> bool {
        self.word.is_of_search()
    }
}

/// One cell of several machines: the words of most, the newest first, and the exceptions. A
/// machine that was too noisy, or did not search, says nothing where another one did.
fn together(kind: &'static str, mut said: Vec<(String, Cell)>) -> Cell {
    let rank = |cell: &Cell| match cell.word {
        _ if cell.is_searched() => 3,
        Word::NotAsked | Word::TooNoisy => 2,
        Word::Alone => 1,
        _ => 0,
    };
    let best = said.iter().map(|(_, cell)| rank(cell)).max().unwrap_or_default();
    said.retain(|(_, cell)| rank(cell) == best);
    let count = |words: &str| said.iter().filter(|(_, cell)| cell.words == words).count();
    let most = said.iter().map(|(_, cell)| count(&cell.words)).max().unwrap_or_default();
    let lead = said.iter().find(|(_, cell)| count(&cell.words) == most);
    let Some((_, lead)) = lead.cloned() else {
        return Cell::of(kind, Word::Nothing, Missing::NotMeasured.name());
    };
    let (same, others): (Vec<_>, Vec<_>) =
        said.into_iter().partition(|(_, cell)| cell.words == lead.words);
    let gains = same.iter().filter_map(|(_, cell)| Some(cell.gain?.value));
    let range = words::ends(gains).filter(|_| same.len() > 1);
    let aside = |(machine, cell): (String, Cell)| format!("on {machine}: {}", cell.words);
    Cell { range, asides: others.into_iter().map(aside).collect(), ..lead }
}

/// Real engines of this kind that lose what our search says is gained.
fn contradicting(
    cell: &Cell,
    have: &Variant,
    engines: &[Engine],
    views: &[&View<'_>],
) -> Vec<String> {
    let Some((lead, gain)) = cell.named.first().zip(cell.gain) else { return Vec::new() };
    let on: Vec<_> = views.iter().filter_map(|view| view.set.microarchitecture()).collect();
    let mut found: Vec<(String, Vec<f64>)> = Vec::new();
    for (engine, theirs) in gains_over(engines, cell.kind, [have.technique(), &lead.technique]) {
        let is_other = theirs.high < 0.0 && gain.low > 0.0;
        if !is_other || !on.contains(&engine.on.as_str()) {
            continue;
        }
        let name = format!("in {} on {}", engine.engine, engine.on);
        match found.iter_mut().find(|(known, _)| *known == name) {
            Some((_, gains)) => gains.push(theirs.value),
            None => found.push((name, vec![theirs.value])),
        }
    }
    let told = |(name, gains): (String, Vec<f64>)| {
        let ends = words::ends(gains.into_iter()).unwrap_or_default();
        format!("{name} {}", words::gain_range(ends))
    };
    found.into_iter().map(told).collect()
}
