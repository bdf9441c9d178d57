//! The answer: which technique to take, in a few sentences for each study, made of the
//! verdicts on record. It knows no study and no variant by name.

use crate::crossover::{leads, reign};
use crate::figures::{Figures, INSTRUCTIONS, Place, is_of_programs};
use crate::format::{self, few, fine_percent, list, many, tables};
use crate::headline::{self, Headline, named};
use crate::ranking::{Ranking, Row};
use crate::sentence::{Section, Sentence};
use askama::Template;
use records::{
    Context, EQUIVALENT, Figure, Kind, LEAST, Parameter, Step, Variant, Verdict, unavailable,
};

/// The answer to every study's question, as a part of a page.
#[derive(Debug, Template)]
#[template(path = "answer.html")]
pub(crate) struct Answers<'a> {
    pub(crate) studies: Vec<Answer<'a>>,
    first_look: bool,
}

/// Which technique of a study to take.
#[derive(Debug)]
pub(crate) struct Answer<'a> {
    pub(crate) headline: &'a Headline<'a>,
    /// The fastest with hot tables, and how sure that is.
    pub(crate) line: Sentence,
    pub(crate) sentences: Vec<Sentence>,
    /// Names that the reader looks for.
    names: Vec<&'a str>,
}

impl Answer<'_> {
    /// The words of a sentence about its case, with the spaces between, and whether a word
    /// is a variant's name.
    pub(crate) fn words<'t>(&self, sentence: &'t Sentence) -> Vec<(&'t str, bool)> {
        let mut words = Vec::new();
        for word in sentence.rest().split_inclusive(' ') {
            let name = word.trim_end_matches([' ', ',', '.', ';']);
            if self.names.contains(&name) {
                words.extend([(name, true), (&word[name.len()..], false)]);
            } else {
                words.push((word, false));
            }
        }
        words
    }

    /// The names of the variants in a sentence as pages know them, for a filter hides a
    /// sentence with the variants that it names.
    pub(crate) fn ids(&self, sentence: &Sentence) -> String {
        let names = self.words(sentence).into_iter().filter(|(_, is_name)| *is_name);
        let ids: Vec<_> = names.map(|(name, _)| format::id(self.headline.name(), name)).collect();
        ids.join(" ")
    }
}

impl<'a> Answers<'a> {
    pub(crate) fn new(headlines: &'a [Headline<'a>], figures: &Figures<'a>) -> Answers<'a> {
        let answer = |headline: &'a Headline<'a>| {
            let study = Study::new(headline, figures);
            let names = figures.contenders(headline.name()).map(|v| v.name.as_str()).collect();
            Answer { headline, line: study.line(), sentences: study.sentences(), names }
        };
        Answers {
            studies: headlines.iter().map(answer).collect(),
            first_look: !headline::first_look(figures.records).is_empty(),
        }
    }
}

/// How sure it is that a variant is the fastest, by how many tie with it and how many are not
/// resolved from it.
pub(crate) fn certainty(ties: usize, open: usize) -> String {
    match (ties, open) {
        (0, 0) => "clear".to_owned(),
        (ties, 0) => format!("ties with {ties}"),
        (_, open) => format!("not resolved from {open}"),
    }
}

/// A variant that is at most so many times slower than the fastest is a compromise.
const COMPROMISE: f64 = 1.5;

/// What is learnt is told where it changes a time by more than this.
const LEARNT: f64 = 0.05;

/// Where nothing waits for an answer, and where each query waits for the last.
const WAITING: [&str; 2] =
    ["where nothing waits for the answer", "where each query waits for the last"];

/// Where the same queries come again and again.
const AGAIN: &str = "where the same is asked again and again";

/// What the sentences about a study are made of.
struct Study<'s, 'a> {
    name: &'a str,
    figures: &'s Figures<'a>,
    /// The choices with hot tables, without and with waiting.
    hot: [Ranking<'a>; 2],
    /// The same where queries were asked before, if nothing else is known.
    learnt: Option<Ranking<'a>>,
}

impl<'s, 'a> Study<'s, 'a> {
    fn new(headline: &Headline<'a>, figures: &'s Figures<'a>) -> Study<'s, 'a> {
        let of_choices = |ranking: &Ranking<'a>| Ranking::of_choices(ranking.place, figures);
        let hot = headline.rankings.each_ref().map(of_choices);
        let is_known = hot.iter().any(|ranking| !ranking.rows.is_empty());
        let learnt = headline.learnt.as_ref().filter(|_| !is_known).map(of_choices);
        Study { name: headline.name(), figures, hot, learnt }
    }

    fn sentences(&self) -> Vec<Sentence> {
        let mut sentences = self.wrong();
        sentences.extend(self.unavailable());
        let hot = "With tables hot and nothing competing";
        sentences.extend(self.fastest(hot, Section::Ranking, &self.hot));
        sentences.extend(self.learnt.iter().map(|ranking| {
            let text = format!("With tables hot, {AGAIN}: {}", self.winner(ranking));
            self.say(text, Section::Ranking)
        }));
        sentences.extend(self.learning());
        sentences.extend(self.builds());
        sentences.extend(self.beside());
        sentences.extend(self.past_the_last_level());
        sentences.extend(self.smallest());
        sentences.extend(self.compromise());
        sentences.extend(self.libraries());
        sentences.extend(self.other_interfaces());
        sentences.push(self.certainty());
        sentences
    }

    /// All that a reader in haste has to know.
    fn line(&self) -> Sentence {
        let hot: Vec<_> = match &self.learnt {
            Some(learnt) => vec![(learnt, AGAIN)],
            None => self.applicable(&self.hot).collect(),
        };
        let named = |row: &Row<'_>| {
            format!("{}, with {}", row.variant.name, tables(row.variant.table_bytes))
        };
        let first = |&(ranking, waiting): &(&Ranking<'a>, &str)| {
            let row = ranking.rows.first()?;
            let (ties, open) = ranking.alike(row.variant, self.figures);
            let sure = certainty(ties.len(), open.len());
            Some((named(row), format!("{} {waiting} ({sure})", self.time(row))))
        };
        let firsts: Vec<_> = hot.iter().filter_map(first).collect();
        let text = match firsts.as_slice() {
            [] => self.figures.why(self.hot[0].place),
            [(one, time), (other, another)] if one == other => {
                format!("{one}, {time} and {another}")
            }
            firsts => {
                let each = |(named, time): &(String, String)| format!("{named}, {time}");
                firsts.iter().map(each).collect::<Vec<_>>().join("; ")
            }
        };
        let look = match headline::first_look(self.figures.records).is_empty() {
            true => "",
            false => " A first look, measured shortly: do not decide by it.",
        };
        let itself = if is_of_programs(self.name) { "" } else { " by itself" };
        Sentence::new(format!("Fastest{itself}, with tables hot: {text}.{look}"))
    }

    fn say(&self, text: String, section: Section) -> Sentence {
        Sentence::new(text).shown(self.name, section)
    }

    fn wrong(&self) -> Vec<Sentence> {
        let wrong = self.figures.contenders(self.name).filter(|variant| variant.is_wrong());
        let sentence = |variant: &Variant| {
            let text = format!("Left out: {} answers wrongly and was not measured.", variant.name);
            self.say(text, Section::Variants)
        };
        wrong.map(sentence).collect()
    }

    /// Names the variants that need another processor.
    fn unavailable(&self) -> Option<Sentence> {
        let lacking = self.figures.right(self.name).filter(|variant| !variant.available);
        let named =
            |variant: &Variant| format!("{} ({})", variant.name, unavailable(&variant.needs));
        let names: Vec<_> = lacking.map(named).collect();
        let text = format!("Right, but not measured: {}.", list(&names));
        (!names.is_empty()).then(|| self.say(text, Section::Variants))
    }

    /// The fastest under some circumstances, without and with waiting: in one sentence if
    /// it is the same variant and certain.
    fn fastest(
        &self,
        circumstances: &str,
        section: Section,
        rankings: &[Ranking<'a>; 2],
    ) -> Vec<Sentence> {
        if !rankings.iter().any(|ranking| self.figures.applies(ranking.place)) {
            return Vec::new();
        }
        if rankings.iter().all(|ranking| ranking.rows.is_empty()) {
            let why = self.figures.why(rankings[0].place);
            return vec![self.say(format!("{circumstances}: {why}."), section)];
        }
        if let [Some(independent), Some(dependent)] = rankings.each_ref().map(Ranking::sole_winner)
            && independent.variant.name == dependent.variant.name
        {
            let [of_independent, of_dependent] = [independent, dependent].map(|row| self.time(row));
            let text = format!(
                "{circumstances}: {}, {of_independent} {} and {of_dependent} {}, with {}.",
                independent.variant.name,
                WAITING[0],
                WAITING[1],
                tables(independent.variant.table_bytes)
            );
            return vec![self.say(text, section)];
        }
        let sentence = |(ranking, waiting): (&Ranking<'_>, _)| {
            let text = format!("{circumstances}, {waiting}: {}", self.winner(ranking));
            self.say(text, section)
        };
        self.applicable(rankings).map(sentence).collect()
    }

    /// The rankings in which there can be times, with the words for who waits.
    fn applicable<'r>(
        &self,
        rankings: &'r [Ranking<'a>; 2],
    ) -> impl Iterator<Item = (&'r Ranking<'a>, &'static str)> {
        let figures = self.figures;
        rankings.iter().zip(WAITING).filter(|(ranking, _)| figures.applies(ranking.place))
    }

    fn time(&self, row: &Row<'_>) -> String {
        row.time(self.figures.unit(self.name), self.figures.measure(self.name))
    }

    /// The fastest of a ranking, with what ties with it.
    fn winner(&self, ranking: &Ranking<'_>) -> String {
        let Some((first, others)) = ranking.rows.split_first() else {
            return format!("{}.", self.figures.why(ranking.place));
        };
        let unknown = others.iter().filter(|row| row.verdict.is_none());
        let unknown: Vec<_> = unknown.map(|row| row.variant).collect();
        let names = |variants: &[&Variant]| {
            list(&variants.iter().map(|variant| &variant.name).collect::<Vec<_>>())
        };
        let memory = tables(first.variant.table_bytes);
        let alone = if others.is_empty() { "; nothing else was measured" } else { "" };
        let mut text =
            format!("{}, {}, with {memory}{alone}.", first.variant.name, self.time(first));
        let (ties, unresolved) = ranking.alike(first.variant, self.figures);
        if !ties.is_empty() {
            let verb = if ties.len() == 1 { "ties" } else { "tie" };
            text += &format!(" {} {verb} with it.", names(&ties));
            let smallest = ties.iter().min_by_key(|variant| variant.table_bytes);
            let smaller = smallest.filter(|v| v.table_bytes < first.variant.table_bytes);
            if let Some(Variant { name, table_bytes, .. }) = smaller {
                let memory = tables(*table_bytes);
                text += &format!(" Of these, {name} takes the least memory: {memory}.");
            }
        }
        if !unresolved.is_empty() {
            let verb = if unresolved.len() == 1 { "is" } else { "are" };
            text += &format!(" {} {verb} not resolved from it.", names(&unresolved));
        }
        if !unknown.is_empty() {
            text += &format!(" It was not compared with {}.", names(&unknown));
        }
        text
    }

    /// What those gain whose branches the processor has learnt; nothing where it was not
    /// measured both ways.
    fn learning(&self) -> Option<Sentence> {
        let first_seen = self.hot[0].place;
        let learnt = Place { context: Context::Learnt, ..first_seen };
        let change = |variant: &'a Variant| {
            let raw = |place| self.figures.time(&variant.name, place).raw;
            let ratio = raw(learnt)?.over(raw(first_seen)?);
            Some((variant, ratio))
        };
        let changes: Vec<_> = self.figures.choices(self.name).filter_map(change).collect();
        let is_other = |(_, ratio): &&(&Variant, Figure)| {
            let is_certain = ratio.low > 1.0 || ratio.high < 1.0;
            is_certain && (ratio.value - 1.0).abs() > LEARNT
        };
        let mut others: Vec<_> = changes.iter().filter(is_other).collect();
        others.sort_by(|(_, a), (_, b)| a.value.total_cmp(&b.value));
        let named = |(variant, ratio): &&(&Variant, Figure)| {
            format!("{} {}", variant.name, format::difference(ratio.value))
        };
        let names: Vec<_> = others.iter().map(named).collect();
        let rest = if others.len() < changes.len() { "; the others take as long" } else { "" };
        let text = format!(
            "Asked the same again and again, the processor learns the branches: {}{rest}, within \
             {}.",
            few(&names),
            format::percent(LEARNT)
        );
        (!names.is_empty()).then(|| self.say(text, Section::Ranking))
    }

    /// Where the order of those that lead turns with the build.
    fn builds(&self) -> Vec<Sentence> {
        let mut sentences = Vec::new();
        let here = self.figures.records.machine.build;
        for (build, other) in &self.figures.others {
            for (ranking, waiting) in self.applicable(&self.hot) {
                let place = ranking.place;
                let there = Ranking::of_choices(place, other);
                let Some((ours, theirs)) = ranking.rows.first().zip(there.rows.first()) else {
                    continue;
                };
                let [ours, theirs] = [ours, theirs].map(|row| row.variant.name.as_str());
                let of = |figures: &Figures<'a>| figures.ratio(ours, theirs, place);
                let Some((in_ours, in_theirs)) = of(self.figures).zip(of(other)) else { continue };
                let turns =
                    in_ours.verdict == Verdict::Faster && in_theirs.verdict == Verdict::Slower;
                if turns {
                    let text = format!(
                        "With the build {build} the order turns, {waiting}: {theirs} leads there, \
                         and {ours} here. The time of {ours} by that of {theirs} is {} with \
                         {build} and {} with {here}.",
                        format::figure(in_theirs.figure, format::ratio),
                        format::figure(in_ours.figure, format::ratio)
                    );
                    sentences.push(self.say(text, Section::Ranking));
                }
            }
        }
        sentences
    }

    /// The fastest beside a working set that grows.
    fn beside(&self) -> Vec<Sentence> {
        let touches = self.figures.main_touches(self.name);
        let sentence = |(place, waiting): (Place<'a>, _)| {
            let touched = touches.map_or_else(String::new, |touches| {
                format!(", with {} between two queries", many(touches, "touch", "touches"))
            });
            let leads = leads(place, self.figures);
            let reign = reign(&leads, Parameter::WorkingSet);
            let reign = reign.unwrap_or_else(|| self.figures.why(place));
            let text = format!("Beside a competing working set{touched}, {waiting}: {reign}.");
            (self.figures.applies(place) && (touches.is_some() || !place.dependent))
                .then(|| self.say(text, Section::Beside))
        };
        self.figures
            .main_places(self.name, Context::Beside)
            .into_iter()
            .zip(WAITING)
            .filter_map(sentence)
            .collect()
    }

    /// What an independent lookup adds where the working set leaves all caches: there it
    /// takes the place of misses that could have overlapped.
    fn past_the_last_level(&self) -> Option<Sentence> {
        let [place, _] = self.figures.main_places(self.name, Context::Beside);
        let place = self.figures.past_the_last_level(place)?;
        let ranking = Ranking::of_choices(place, self.figures);
        let (first, others) = ranking.rows.split_first()?;
        let told = |row: &Row<'_>| {
            let counted = Place::plain(self.name, place.stream, Context::Throughput);
            let count = self.figures.count(&row.variant.name, counted, INSTRUCTIONS);
            let count =
                count.map(|count| format!(" for {} instructions", format::number(count, 1)));
            format!("{}, {}{}", row.variant.name, self.time(row), count.unwrap_or_default())
        };
        let last = others.last().map(|row| format!("; and the most: {}", told(row)));
        let (_, bytes) = place.at?;
        let text = format!(
            "Past the last level of cache, beside {}, {}, a lookup adds the least: {}{}.",
            format::size(bytes),
            WAITING[0],
            told(first),
            last.unwrap_or_default()
        );
        Some(self.say(text, Section::Beside))
    }

    fn smallest(&self) -> Option<Sentence> {
        let hot = self.learnt.as_ref().unwrap_or(&self.hot[0]);
        let smallest = hot.least(self.figures.choices(self.name))?;
        let code = match smallest.code_bytes {
            Some(bytes) => format!("{bytes} bytes of code"),
            None => "code of unknown size".to_owned(),
        };
        let text = format!(
            "Smallest: {}, {} and {code}; {}.",
            smallest.name,
            tables(smallest.table_bytes),
            self.price(smallest)
        );
        Some(self.say(text, Section::Ranking))
    }

    /// The smallest variant that is nearly as fast as the fastest.
    fn compromise(&self) -> Option<Sentence> {
        let hot: Vec<_> = self.applicable(&self.hot).map(|(ranking, _)| ranking).collect();
        if hot.iter().any(|ranking| ranking.rows.len() < 2) {
            return None;
        }
        let is_near = |variant: &&Variant| {
            hot.iter().all(|ranking| {
                ranking.row(variant).is_some_and(|(place, row)| {
                    place == 0 || row.ratio.is_some_and(|ratio| ratio.high <= COMPROMISE)
                })
            })
        };
        let choices = || self.figures.choices(self.name);
        let found = self.hot[0].least(choices().filter(is_near));
        let smallest = self.hot[0].least(choices())?;
        let waiting = if hot.len() > 1 { ", waiting or not" } else { "" };
        let bound = format!("within {COMPROMISE} times the time of the fastest{waiting}");
        let text = match found {
            None => format!("A compromise: none, for no variant is {bound}."),
            Some(found) if found.name == smallest.name => {
                format!("A compromise: not needed, for {} is {bound}.", found.name)
            }
            Some(found) if hot.iter().all(|r| r.rows[0].variant.name == found.name) => {
                format!("A compromise: none, for nothing smaller than {} is {bound}.", found.name)
            }
            Some(found) => format!(
                "A compromise: {}, with {} the smallest {bound}; {}.",
                found.name,
                tables(found.table_bytes),
                self.price(found)
            ),
        };
        Some(self.say(text, Section::Ranking))
    }

    /// The times of the libraries of today, by the fastest technique's.
    fn libraries(&self) -> Option<Sentence> {
        let libraries = self.figures.right(self.name).filter(|v| v.kind == Kind::Library);
        let price = |library: &Variant| format!("{}, {}", library.name, self.price(library));
        let prices: Vec<_> = libraries.map(price).collect();
        let text = format!("Libraries in use today: {}.", prices.join("; "));
        (!prices.is_empty()).then(|| self.say(text, Section::Ranking))
    }

    /// Names the variants that answer another question.
    fn other_interfaces(&self) -> Option<Sentence> {
        let others = self.figures.right(self.name).filter(|variant| !variant.is_ranked());
        let names: Vec<_> = others.map(named).collect();
        let text =
            format!("Not ranked with these, for they have other interfaces: {}.", list(&names));
        (!names.is_empty()).then(|| self.say(text, Section::Variants))
    }

    /// The noise that all of this rests on.
    fn certainty(&self) -> Sentence {
        let steps: Vec<_> = self
            .hot
            .iter()
            .chain(&self.learnt)
            .filter_map(|ranking| self.figures.step(ranking.place))
            .filter(|step| step.has_figures())
            .collect();
        let rounds = || steps.iter().map(|step| step.rounds);
        let copies = steps.iter().flat_map(|step: &&Step| &step.copies);
        let floor = copies.map(|copy| (copy.ratio.value - 1.0).abs()).reduce(f64::max);
        let mut text = match (rounds().min(), rounds().max(), floor) {
            (Some(fewest), Some(most), Some(floor)) => {
                let rounds = match fewest == most {
                    true => fewest.to_string(),
                    false => format!("{fewest} to {most}"),
                };
                format!(
                    "How sure: hot figures rest on {rounds} rounds on the stream {}, in which \
                     copies of variants differed from these by {} at most. No difference below \
                     {} is claimed. A tie is equal within {}; what is neither is unresolved. \
                     Ratios are of raw times, loop included.",
                    self.hot[0].place.stream,
                    fine_percent(floor),
                    fine_percent(LEAST),
                    format::percent(EQUIVALENT)
                )
            }
            _ => "How sure: no rounds of hot tables are on record.".to_owned(),
        };
        if let Some(again) = steps.iter().find_map(|step| step.again) {
            let again = format::figure(again, format::ratio);
            text += &format!(
                " Compiled a second time, the reference took {again} of its time, and less than \
                 that is not claimed either."
            );
        }
        if !headline::first_look(self.figures.records).is_empty() {
            text += " All of it is a first look: measured shortly, not to be relied on.";
        }
        self.say(text, Section::Ranking)
    }

    /// A variant's time by the fastest one's, without and with waiting.
    fn price(&self, variant: &Variant) -> String {
        let mut named = "";
        let mut parts = Vec::new();
        let hot: Vec<_> = match &self.learnt {
            Some(learnt) => vec![(learnt, AGAIN)],
            None => self.applicable(&self.hot).collect(),
        };
        for (ranking, waiting) in hot {
            let fastest = ranking.rows.first().map_or("", |row| row.variant.name.as_str());
            let takes = match self.figures.ratio(&variant.name, fastest, ranking.place) {
                _ if fastest.is_empty() => self.figures.absence(ranking.place).to_owned(),
                _ if fastest == variant.name => "the fastest".to_owned(),
                None => "not compared".to_owned(),
                Some(ratio) => {
                    let of = match fastest == named {
                        true => String::new(),
                        false => format!(" the time of {fastest}"),
                    };
                    named = fastest;
                    format!("{} times{of}", format::figure(ratio.figure, format::ratio))
                }
            };
            parts.push(format!("{takes} {waiting}"));
        }
        parts.join(", ")
    }
}
