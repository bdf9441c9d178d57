//! The table of recommendations: for the lookups that a search asks most, what to take, what it adds, its
//! time by the usual way's and what it is worth. Pages, README and terminal show these rows.

use crate::page::{Cell, Column, PAGES, Row, Span, Table, plain};
use crate::processor::Processor;
use crate::recommend::{Recommendation, SMALL, Word, recommend, times};
use crate::search::{self, Profile};
use crate::view::{Effect, View, effect, ends};
use crate::words;
use records::{Figure, Study, Variant};

const MOST: usize = 6;

pub(crate) struct Recommended<'a> {
    pub(crate) title: String,
    /// How often a node asks, at least and at most by profile.
    pub(crate) asked: Option<[f64; 2]>,
    /// What to do; nothing in the row of small tables.
    pub(crate) word: Option<Word>,
    pub(crate) variant: &'a Variant,
    pub(crate) name: String,
    /// What it adds to an engine that has the usual lookups.
    pub(crate) bytes: u64,
    /// The instructions that it needs, and processors that are known to be slow with it.
    pub(crate) chips: Vec<String>,
    pub(crate) is_usual: bool,
    pub(crate) usual: String,
    /// Its throughput and latency by the usual way's, as times.
    pub(crate) times: [Option<Figure>; 2],
    /// What it gains in each deciding profile, as far as it was searched with.
    pub(crate) gains: Vec<Option<Figure>>,
}

/// What a set says, on the processor at hand if one is named; of several sets the first one's
/// figures of what all of them recommend together.
pub(crate) fn recommended<'a>(all: &[View<'a>], here: Option<&Processor>) -> Vec<Recommended<'a>> {
    let Some(view) = all.first() else { return Vec::new() };
    let asking = all.iter().find(|view| !search::deciding(view).is_empty()).unwrap_or(view);
    let rows = most_asked(asking).into_iter().filter_map(|study| {
        let found = recommend(all, &study.name, here)?;
        let known = all.iter().find(|view| view.usual(&study.name).is_some()).unwrap_or(view);
        Some(of_question(known, asking, &study.name, found))
    });
    rows.flatten().collect()
}

/// The lookups that every kind of engine asks most, in this order; without a search the first ones.
fn most_asked<'a>(view: &View<'a>) -> Vec<&'a Study> {
    let profiles = search::deciding(view);
    let least = |study: &Study| {
        profiles.iter().map(|one| one.rate(&study.name).unwrap_or(0.0)).fold(f64::MAX, f64::min)
    };
    let mut studies: Vec<_> = view.questions().map(|study| (least(study), study)).collect();
    if !profiles.is_empty() {
        studies.retain(|(rate, _)| *rate > 0.0);
        studies.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    }
    studies.truncate(MOST);
    studies.into_iter().map(|(_, study)| study).collect()
}

/// The rows of a question: what to take and, where that is large, what is small.
pub(crate) fn of_question<'a>(
    view: &View<'a>,
    asking: &View<'a>,
    question: &str,
    found: Recommendation<'a>,
) -> Vec<Recommended<'a>> {
    let profiles = search::deciding(view);
    let asked = search::deciding(asking);
    let asked = ends(asked.iter().filter_map(|profile| profile.rate(question)));
    let usual = view.usual(question).unwrap_or_default();
    let row = |word, variant: &'a Variant| Recommended {
        title: view.title(question),
        asked,
        word,
        variant,
        name: view.short(variant),
        bytes: view.own_bytes(variant),
        chips: view.chips(variant),
        is_usual: variant.name == usual,
        usual: view.usual_name(question),
        times: times(view, variant),
        gains: profiles.iter().map(|profile| search::worth(view, profile, variant)).collect(),
    };
    let small = found.small.map(|variant| row(None, variant));
    [row(Some(found.word), found.variant)].into_iter().chain(small).collect()
}

impl Recommended<'_> {
    pub(crate) fn asked(&self) -> String {
        let Some([low, high]) = self.asked else { return String::new() };
        let [low, high] = [low, high].map(|rate| words::number(rate, usize::from(rate < 9.95)));
        if low == high { format!("{low} a node") } else { format!("{low} to {high} a node") }
    }

    /// "take PEXT"; "in 8 KiB" has no verb.
    pub(crate) fn told(&self) -> String {
        match self.word {
            Some(word) => format!("{} {}", word.name(), self.name),
            None => self.name.clone(),
        }
    }

    /// Its throughput by the usual way's.
    pub(crate) fn time(&self) -> String {
        match self.times[0] {
            _ if self.is_usual => "usual".to_owned(),
            None => "not measured".to_owned(),
            Some(time) => words::ratio(time.value),
        }
    }

    fn time_cell(&self) -> Cell {
        let [throughput, latency] = self.times;
        if self.is_usual || throughput.is_none() {
            return Cell::none(&self.time());
        }
        let latency = latency.map_or("not measured".to_owned(), |it| words::ratio(it.value));
        Cell::text(self.time()).small(format!("of {}; latency {latency}", self.usual))
    }

    fn row(&self) -> Row {
        let lookup = Cell::text(self.lookup());
        let lookup = match self.word {
            Some(_) => lookup.link(page_of(&self.variant.study)).small(self.asked()),
            None => lookup.class("dim"),
        };
        let size = words::tables(self.bytes);
        let take = Cell::text(self.told()).strong().small(size).chips(self.chips.clone());
        let gains = self.gains.iter().map(|gain| worth_cell(*gain, self.is_usual));
        Row::new(lookup, [take, self.time_cell()].into_iter().chain(gains))
    }

    /// The title of its question; the row of small tables says so instead.
    pub(crate) fn lookup(&self) -> String {
        match self.word {
            Some(_) => self.title.clone(),
            None => format!("in {}", words::size(SMALL)),
        }
    }
}

/// The page of a question; none has the name of another page.
pub(crate) fn page_of(question: &str) -> String {
    let name = format!("{}.html", words::slug(question));
    if PAGES.iter().any(|(page, _)| *page == name) { format!("question-{name}") } else { name }
}

/// A gain with its interval, as a table shows it; no number where no effect was seen.
pub(crate) fn worth_cell(gain: Option<Figure>, is_usual: bool) -> Cell {
    let Some(gain) = gain else {
        return Cell::none(if is_usual { "usual" } else { "not measured" });
    };
    let interval = words::gain_interval(gain);
    let (text, class) = match effect(gain) {
        Effect::Gain => (words::gain(gain.value), "win"),
        Effect::Loss => (words::gain(gain.value), "lose"),
        Effect::Slight => (words::gain(gain.value), "tie"),
        Effect::None => ("no effect seen".to_owned(), "tie"),
        Effect::TooNoisy => ("too noisy".to_owned(), "tie"),
    };
    Cell::text(text).small(interval).class(class).sort(gain.value)
}

pub(crate) fn profile_columns<'p>(
    profiles: impl IntoIterator<Item = &'p Profile<'p>>,
) -> impl Iterator<Item = Column> {
    profiles.into_iter().map(|profile| Column::number(profile.name, "nodes/s"))
}

pub(crate) fn table(view: &View<'_>, rows: &[Recommended<'_>]) -> Table {
    let head = [
        Column::text("lookup").small("asked"),
        Column::text("what to do").small("adds"),
        Column::number("time", "ratio to the usual way"),
    ];
    let profiles = search::deciding(view);
    let head = head.into_iter().chain(profile_columns(&profiles));
    Table::new("answers", "What to take", head, rows.iter().map(Recommended::row))
}

/// What to do in two sentences at most.
pub(crate) fn sentences(view: &View<'_>, rows: &[Recommended<'_>]) -> Vec<Span> {
    let profiles = search::deciding(view);
    if profiles.is_empty() {
        let text = "No search was measured here for certain: times of lookups alone say the rest.";
        return vec![plain(text)];
    }
    let narrowest = search::narrowest(&profiles);
    let mut spans = Vec::new();
    for (number, one) in rows.iter().enumerate() {
        if one.word != Some(Word::Take) {
            continue;
        }
        let start = if spans.is_empty() { "Take " } else { "; " };
        spans.extend([plain(start), Span::Strong(one.name.clone())]);
        spans.push(plain(format!(" for {}{}", lower(&one.title), told(one, &profiles, narrowest))));
        if let Some(small) = rows.get(number + 1).filter(|next| next.word.is_none()) {
            spans.push(plain(format!(", in {} ", words::size(SMALL))));
            spans.push(Span::Strong(small.name.clone()));
            spans.push(plain(told(small, &profiles, narrowest)));
        }
    }
    let of = |word: Word| {
        let it = rows.iter().filter(move |one| one.word == Some(word));
        it.map(move |one| match word {
            Word::Keep => lower(&one.title),
            _ => format!("{} for {}", one.name, lower(&one.title)),
        })
    };
    let (tries, keeps) = (words::list(of(Word::Try)), words::list(of(Word::Keep)));
    let tries = (!tries.is_empty()).then(|| format!("try {tries}"));
    let keeps = (!keeps.is_empty()).then(|| format!("keep your {keeps}"));
    let rest = tries.into_iter().chain(keeps).collect::<Vec<_>>().join("; ");
    spans.push(plain(match (spans.is_empty(), rest.is_empty()) {
        (true, _) => format!("No other lookup is proved to gain: {rest}."),
        (false, true) => ".".to_owned(),
        (false, false) => format!(". {}.", words::capital(&rest)),
    }));
    spans
}

/// The gain in this profile or, if it is not certain there, in the first where it is.
fn told(one: &Recommended<'_>, profiles: &[Profile<'_>], profile: Option<usize>) -> String {
    let order = profile.into_iter().chain(0..profiles.len());
    let mut gains = order.filter_map(|at| Some((profiles[at].name, (*one.gains.get(at)?)?)));
    gains.find(|(_, gain)| gain.low > 0.0).map_or_else(String::new, |(name, gain)| {
        let value = words::gain(gain.value);
        format!(" ({value} nodes per second in {name}, {})", words::gain_interval(gain))
    })
}

pub(crate) fn lower(title: &str) -> String {
    let mut letters = title.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
