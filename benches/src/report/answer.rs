//! The answer: which technique to take, in a few sentences per study, made of
//! the verdicts on record. It knows no study and no variant by name.

use super::Question;
use super::figures::{
    self, COLD, Figures, INAPPLICABLE, MISSING, PRESSURE, Parameters, Place, Ratio,
};
use super::headline::{self, Headline, contenders, list, named};
use super::pressure::{self, MAIN_VISIT};
use super::ranking::{self, Ranking, Row, tables};
use super::sentence::{Section, Sentence};
use crate::record::{Records, Turn, Variant, kind, unavailable};
use crate::verdict::{LEAST, Verdict};
use askama::Template;

/// The answer to every study's question, as a part of the page.
#[derive(Debug, Template)]
#[template(path = "answer.html")]
pub(super) struct Answers<'a> {
    pub(super) studies: Vec<Answer<'a>>,
    first_look: bool,
}

/// Which technique of a study to take.
#[derive(Debug)]
pub(super) struct Answer<'a> {
    pub(super) study: &'a str,
    pub(super) question: &'a str,
    pub(super) sentences: Vec<Sentence>,
    /// Names that the reader looks for.
    names: Vec<&'a str>,
}

impl Answer<'_> {
    /// What a sentence says of its case, word by word with the spaces between,
    /// and whether a word is a variant's name.
    pub(super) fn words<'t>(&self, sentence: &'t Sentence) -> Vec<(&'t str, bool)> {
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
}

impl<'a> Answers<'a> {
    pub(super) fn new(
        questions: &'a [Question],
        headlines: &[Headline<'a>],
        records: &'a Records,
        figures: &Figures<'a>,
    ) -> Answers<'a> {
        let answer = |(question, headline): (&'a Question, &Headline<'a>)| Answer {
            study: headline.study,
            question: &question.text,
            sentences: Study::new(question, headline, records, figures).sentences(headline),
            names: contenders(records, headline.study).map(|v| v.name.as_str()).collect(),
        };
        Answers {
            studies: questions.iter().zip(headlines).map(answer).collect(),
            first_look: !headline::first_look(records).is_empty(),
        }
    }
}

/// A variant that is at most so many times slower than the fastest is a compromise.
const COMPROMISE: f64 = 1.5;

/// Where nothing waits for an answer, and where each query waits for the last.
const WAITING: [&str; 2] =
    ["where nothing waits for the answer", "where each query waits for the last"];

/// What the sentences about a study are made of.
struct Study<'s, 'a> {
    name: &'a str,
    /// The stream of the contexts that take only one.
    main_stream: &'a str,
    records: &'a Records,
    figures: &'s Figures<'a>,
}

impl<'s, 'a> Study<'s, 'a> {
    fn new(
        question: &'a Question,
        headline: &Headline<'a>,
        records: &'a Records,
        figures: &'s Figures<'a>,
    ) -> Study<'s, 'a> {
        let main_stream = question.streams.first().map_or(headline.stream, |(name, _)| name);
        Study { name: headline.study, main_stream, records, figures }
    }

    fn sentences(&self, headline: &Headline<'a>) -> Vec<Sentence> {
        let hot = &headline
            .rankings
            .each_ref()
            .map(|ranking| Ranking::of_choices(ranking.place, self.records, self.figures));
        let mut sentences = self.wrong();
        sentences.extend(self.unavailable());
        sentences.extend(self.fastest(
            "With tables hot and nothing competing",
            Section::Ranking,
            hot,
        ));
        sentences.extend(self.under_pressure());
        sentences.extend(self.smallest(hot));
        sentences.extend(self.compromise(hot));
        sentences.extend(self.cold());
        sentences.extend(self.libraries(hot));
        sentences.extend(self.other_interfaces());
        sentences.push(self.certainty(hot));
        sentences
    }

    fn wrong(&self) -> Vec<Sentence> {
        let wrong = contenders(self.records, self.name).filter(|variant| variant.is_wrong());
        let sentence = |variant: &Variant| {
            let text = format!("Left out: {} answers wrongly and was not measured.", variant.name);
            Sentence::new(text).shown(self.name, Section::Variants)
        };
        wrong.map(sentence).collect()
    }

    /// Names what this processor lacks something for.
    fn unavailable(&self) -> Option<Sentence> {
        let lacking = contenders(self.records, self.name)
            .filter(|variant| !variant.is_wrong() && !variant.available);
        let named =
            |variant: &Variant| format!("{} ({})", variant.name, unavailable(&variant.needs));
        let names: Vec<_> = lacking.map(named).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let text = format!("Right, but not measured: {}.", list(&names));
        (!names.is_empty()).then(|| Sentence::new(text).shown(self.name, Section::Variants))
    }

    /// Who is fastest under these circumstances, without and with waiting: in
    /// one sentence if it is the same variant and certain.
    fn fastest(
        &self,
        circumstances: &str,
        section: Section,
        rankings: &[Ranking<'a>; 2],
    ) -> Vec<Sentence> {
        let shown = |text: String| Sentence::new(text).shown(self.name, section);
        if rankings.iter().all(|ranking| ranking.rows.is_empty()) {
            return vec![shown(format!("{circumstances}: {}.", self.absence(rankings[0].place)))];
        }
        if let [Some(independent), Some(dependent)] = rankings.each_ref().map(sole_winner)
            && independent.variant.name == dependent.variant.name
        {
            let [of_independent, of_dependent] = [independent, dependent].map(|row| self.time(row));
            return vec![shown(format!(
                "{circumstances}: {}, {of_independent} {} and {of_dependent} {}, with {}.",
                independent.variant.name,
                WAITING[0],
                WAITING[1],
                tables(independent.variant.table_bytes)
            ))];
        }
        let sentence = |(ranking, waiting): (&Ranking<'_>, _)| {
            shown(format!("{circumstances}, {waiting}: {}", self.winner(ranking)))
        };
        let applicable = |(ranking, _): &(&Ranking<'_>, _)| self.figures.applies(ranking.place);
        rankings.iter().zip(WAITING).filter(applicable).map(sentence).collect()
    }

    fn time(&self, row: &Row<'_>) -> String {
        ranking::time(row.time, self.figures.unit(self.name))
    }

    /// The fastest of a ranking with what keeps it from being the only one.
    fn winner(&self, ranking: &Ranking<'_>) -> String {
        let Some((first, others)) = ranking.rows.split_first() else {
            return format!("{}.", self.absence(ranking.place));
        };
        let alike = |verdict: Option<Verdict>| -> Vec<&Row<'_>> {
            others.iter().filter(|row| row.verdict == verdict).collect()
        };
        let names = |rows: &[&Row<'_>]| {
            list(&rows.iter().map(|row| row.variant.name.as_str()).collect::<Vec<_>>())
        };
        let name = &first.variant.name;
        let figure = self.time(first);
        let memory = tables(first.variant.table_bytes);
        let mut text = if others.is_empty() {
            format!("{name}, {figure}, with {memory}; nothing else was measured.")
        } else {
            format!("{name}, {figure}, with {memory}.")
        };
        let (ties, unknown) = (alike(Some(Verdict::Tie)), alike(None));
        if !ties.is_empty() {
            let verb = if ties.len() == 1 { "ties" } else { "tie" };
            text += &format!(" {} {verb} with it.", names(&ties));
            let smallest = ties.iter().min_by_key(|row| row.variant.table_bytes);
            let smaller =
                smallest.filter(|row| row.variant.table_bytes < first.variant.table_bytes);
            if let Some(row) = smaller {
                let memory = tables(row.variant.table_bytes);
                text +=
                    &format!(" Of these, {} takes the least memory: {memory}.", row.variant.name);
            }
        }
        if !unknown.is_empty() {
            text += &format!(" It was not compared with {}.", names(&unknown));
        }
        text
    }

    /// Who is fastest beside a working set that grows.
    fn under_pressure(&self) -> Vec<Sentence> {
        let shown = |text| Sentence::new(text).shown(self.name, Section::Pressure);
        let visits = self.figures.visits(self.name, PRESSURE);
        let Some(&visit) = visits.get(&MAIN_VISIT).or(visits.first()) else {
            let absence = self.absence(Place::plain(self.name, self.main_stream, PRESSURE));
            return vec![shown(format!("Beside a competing working set: {absence}."))];
        };
        let queries = if visit == 1 { "query" } else { "queries" };
        let sentence = |(dependent, waiting)| {
            let circumstances = format!(
                "Beside a competing working set, in visits of {visit} {queries}, {waiting}"
            );
            shown(match self.reign(visit, dependent) {
                Some(reign) => format!("{circumstances}: {reign}."),
                None => format!("{circumstances}: too few figures for an answer."),
            })
        };
        let applicable = |(dependent, _): &(u64, _)| {
            let parameters = Parameters { dependent: Some(*dependent), ..Parameters::default() };
            let place = Place { parameters, ..Place::plain(self.name, self.main_stream, PRESSURE) };
            self.figures.applies(place)
        };
        [0, 1].into_iter().zip(WAITING).filter(applicable).map(sentence).collect()
    }

    /// Who is fastest without a working set, and who overtakes from which size on.
    fn reign(&self, visit: u64, dependent: u64) -> Option<String> {
        let place = |working_set| {
            let parameters = Parameters {
                dependent: Some(dependent),
                visit: Some(visit),
                working_set: Some(working_set),
                ..Parameters::default()
            };
            Place { study: self.name, stream: self.main_stream, context: PRESSURE, parameters }
        };
        let sizes = self.figures.working_sets(self.name);
        // Without a working set, or with the smallest that was not too noisy.
        let (smallest, ranking) = sizes.into_iter().find_map(|size| {
            let ranking = Ranking::of_choices(place(size), self.records, self.figures);
            (!ranking.rows.is_empty()).then_some((size, ranking))
        })?;
        let (first, others) = ranking.rows.split_first()?;
        let ties: Vec<_> = others
            .iter()
            .filter(|row| row.verdict == Some(Verdict::Tie))
            .map(|row| row.variant.name.as_str())
            .collect();
        let turns: Vec<_> = pressure::turns(self.records, self.name)
            .filter(|(at, turn)| {
                (at.visit, u64::from(at.dependent)) == (visit, dependent)
                    && turn.stream == self.main_stream
                    && [&turn.variant, &turn.against].into_iter().all(|name| self.is_choice(name))
            })
            .map(|(_, turn)| turn)
            .collect();
        let range = turns.iter().map(|turn| turn.range).max()?;
        let mut text = first.variant.name.clone();
        if smallest > 0 {
            text += &format!(" at {} KiB", figures::kibibytes(smallest as f64));
        }
        if !ties.is_empty() {
            text += &format!(", tied with {}", few(&ties));
        }
        let mut leaders = vec![first.variant.name.as_str()];
        let mut size = 0.0;
        while let Some((winner, at)) = next_leader(&turns, &leaders, size) {
            let [value, low, high] = at.map(figures::kibibytes);
            text += &format!(", {winner} from {value} KiB on (between {low} and {high} KiB)");
            leaders.push(winner);
            size = at[0];
        }
        if leaders.len() == 1 {
            let range = figures::kibibytes(range as f64);
            text += &format!(", and nothing overtakes it for certain up to {range} KiB");
        }
        Some(text)
    }

    fn is_choice(&self, name: &str) -> bool {
        self.choices().any(|variant| variant.name == name)
    }

    /// What a reader may be told to take.
    fn choices(&self) -> impl Iterator<Item = &'a Variant> {
        contenders(self.records, self.name).filter(|variant| variant.is_choice())
    }

    fn smallest(&self, hot: &[Ranking<'a>; 2]) -> Option<Sentence> {
        let smallest = least(self.choices(), &hot[0])?;
        let code = match smallest.code_bytes {
            Some(bytes) => format!("{bytes} bytes of code"),
            None => "code of unknown size".to_owned(),
        };
        let text = format!(
            "Where every byte counts: {}, {} and {code}; {}.",
            smallest.name,
            tables(smallest.table_bytes),
            self.price(smallest, hot)
        );
        Some(Sentence::new(text).shown(self.name, Section::Ranking))
    }

    /// The smallest variant that is nearly as fast as the fastest.
    fn compromise(&self, hot: &[Ranking<'a>; 2]) -> Option<Sentence> {
        let applicable = |ranking: &&Ranking<'_>| self.figures.applies(ranking.place);
        let hots: Vec<_> = hot.iter().filter(applicable).collect();
        if hots.iter().any(|ranking| ranking.rows.len() < 2) {
            return None;
        }
        let near = |ranking: &Ranking<'_>, variant: &Variant| {
            let row = row_of(ranking, variant);
            row.is_some_and(|(place, row)| {
                place == 0 || row.ratio.is_some_and(|ratio| ratio.high <= COMPROMISE)
            })
        };
        let near_in_both = |variant: &&Variant| hots.iter().all(|ranking| near(ranking, variant));
        let found = least(self.choices().filter(near_in_both), &hot[0]);
        let smallest = least(self.choices(), &hot[0])?;
        let waiting = if hots.len() > 1 { ", waiting or not" } else { "" };
        let bound = format!("within {COMPROMISE} times the time of the fastest{waiting}");
        let text = match found {
            None => format!("A compromise: none, for no variant is {bound}."),
            Some(found) if found.name == smallest.name => {
                format!("A compromise is not needed: {} is {bound}.", found.name)
            }
            Some(found) if hots.iter().all(|r| r.rows[0].variant.name == found.name) => {
                format!("A compromise: none, for nothing smaller than {} is {bound}.", found.name)
            }
            Some(found) => format!(
                "A compromise: {}, with {} the smallest {bound}; {}.",
                found.name,
                tables(found.table_bytes),
                self.price(found, hot)
            ),
        };
        Some(Sentence::new(text).shown(self.name, Section::Ranking))
    }

    fn cold(&self) -> Vec<Sentence> {
        let visits = self.figures.visits(self.name, COLD);
        let Some(&visit) = visits.get(&MAIN_VISIT).or(visits.first()) else {
            let absence = self.absence(Place::plain(self.name, self.main_stream, COLD));
            let text = format!("For the first queries after a flush: {absence}.");
            return vec![Sentence::new(text).shown(self.name, Section::Cold)];
        };
        let ranking = |dependent| {
            let parameters = Parameters {
                dependent: Some(dependent),
                visit: Some(visit),
                ..Parameters::default()
            };
            let place =
                Place { study: self.name, stream: self.main_stream, context: COLD, parameters };
            Ranking::of_choices(place, self.records, self.figures)
        };
        let circumstances = match visit {
            1 => "For the first query after a flush".to_owned(),
            visit => format!("For the first {visit} queries after a flush"),
        };
        self.fastest(&circumstances, Section::Cold, &[0, 1].map(ranking))
    }

    /// What the libraries of today take by the fastest technique.
    fn libraries(&self, hot: &[Ranking<'a>; 2]) -> Option<Sentence> {
        let libraries = contenders(self.records, self.name)
            .filter(|variant| variant.kind == kind::LIBRARY && !variant.is_wrong());
        let prices: Vec<_> = libraries
            .map(|library| format!("{}, {}", library.name, self.price(library, hot)))
            .collect();
        let text = format!("What libraries take today: {}.", prices.join("; "));
        (!prices.is_empty()).then(|| Sentence::new(text).shown(self.name, Section::Ranking))
    }

    /// Names what is not recommended because it answers another question.
    fn other_interfaces(&self) -> Option<Sentence> {
        let others = contenders(self.records, self.name)
            .filter(|variant| !variant.is_wrong() && !variant.is_ranked());
        let names: Vec<_> = others.map(named).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let text =
            format!("Not ranked with these, for their interface is another: {}.", list(&names));
        (!names.is_empty()).then(|| Sentence::new(text).shown(self.name, Section::Variants))
    }

    /// On what all of this rests.
    fn certainty(&self, hot: &[Ranking<'a>; 2]) -> Sentence {
        let noises: Vec<_> = hot
            .iter()
            .filter(|ranking| !self.figures.is_too_noisy(ranking.place))
            .filter_map(|ranking| self.figures.noise(ranking.place))
            .collect();
        let rounds = || noises.iter().map(|noise| noise.rounds);
        let copies = noises.iter().flat_map(|noise| &noise.copies).map(|copy| copy[0] - 1.0);
        let floor = copies.map(f64::abs).reduce(f64::max);
        let mut text = match (rounds().min(), rounds().max(), floor) {
            (Some(fewest), Some(most), Some(floor)) => {
                let rounds = match fewest == most {
                    true => fewest.to_string(),
                    false => format!("{fewest} to {most}"),
                };
                format!(
                    "How sure: hot figures are of {rounds} rounds on the stream {}, in which copies of the \
                     reference differed from it by {} at most. What differs by less than that, \
                     or by less than {}, is called a tie; ratios are of raw times, the loop \
                     included.",
                    hot[0].place.stream,
                    percent(floor),
                    percent(LEAST)
                )
            }
            _ => "How sure: no rounds of hot tables are on record.".to_owned(),
        };
        let quick = headline::first_look(self.records);
        if !quick.is_empty() {
            text += " All of it is a first look: measured shortly, not to be relied on.";
        }
        Sentence::new(text).shown(self.name, Section::Ranking)
    }

    /// What a variant takes by the fastest, without and with waiting.
    fn price(&self, variant: &Variant, hot: &[Ranking<'_>; 2]) -> String {
        let mut named = "";
        let mut parts = Vec::new();
        let applicable = |(ranking, _): &(&Ranking<'_>, _)| self.figures.applies(ranking.place);
        for (ranking, waiting) in hot.iter().zip(WAITING).filter(applicable) {
            let fastest = ranking.rows.first().map_or("", |row| row.variant.name.as_str());
            let takes = match self.figures.ratio(&variant.name, fastest, ranking.place) {
                _ if fastest.is_empty() => self.figures.absence(ranking.place).to_owned(),
                _ if fastest == variant.name => "the fastest".to_owned(),
                None => "not compared".to_owned(),
                Some(Ratio { figure: ratio, .. }) => {
                    let of = match fastest == named {
                        true => String::new(),
                        false => format!(" the time of {fastest}"),
                    };
                    named = fastest;
                    format!(
                        "{} ({} to {}) times{of}",
                        figures::ratio(ratio.value),
                        figures::ratio(ratio.low),
                        figures::ratio(ratio.high)
                    )
                }
            };
            parts.push(format!("{takes} {waiting}"));
        }
        parts.join(", ")
    }

    /// Why there is nothing here, and what to do about it.
    fn absence(&self, place: Place<'_>) -> String {
        if !self.figures.applies(place) {
            return INAPPLICABLE.to_owned();
        }
        let mut noises = self.figures.noises(self.name, place.context).peekable();
        let reason = self.records.runs.values().find_map(|run| run.missing.get(place.context));
        match reason {
            Some(reason) => format!("{MISSING}: {reason}"),
            None if noises.peek().is_some() && noises.all(figures::is_too_noisy) => {
                "too noisy for figures; measure again on a quieter machine".to_owned()
            }
            None => format!("{MISSING}; run `cargo bench --bench duel`"),
        }
    }
}

/// The variant with the least tables, and of those the one ranked first.
pub(super) fn least<'v>(
    variants: impl Iterator<Item = &'v Variant>,
    ranking: &Ranking<'_>,
) -> Option<&'v Variant> {
    let rank = |variant: &Variant| {
        let same = |row: &Row<'_>| row.variant.name == variant.name;
        ranking.rows.iter().position(same).unwrap_or(usize::MAX)
    };
    variants.min_by_key(|variant| (variant.table_bytes, rank(variant)))
}

/// Names in a sentence, of many the first alone: the page has all of them.
fn few(names: &[&str]) -> String {
    const MOST: usize = 5;
    match names.split_at_checked(MOST - 1) {
        Some((first, others)) if others.len() > 1 => {
            format!("{} and {} others", first.join(", "), others.len())
        }
        _ => list(names),
    }
}

/// A small share in per cent.
fn percent(share: f64) -> String {
    format!("{} %", figures::number(share * 100.0, 2))
}

/// The fastest of a ranking, if it is compared with others and faster than all of them.
fn sole_winner<'r, 'a>(ranking: &'r Ranking<'a>) -> Option<&'r Row<'a>> {
    let (first, others) = ranking.rows.split_first()?;
    let slower = |row: &Row<'_>| row.verdict == Some(Verdict::Slower);
    (!others.is_empty() && others.iter().all(slower)).then_some(first)
}

fn row_of<'r, 'a>(ranking: &'r Ranking<'a>, variant: &Variant) -> Option<(usize, &'r Row<'a>)> {
    ranking.rows.iter().enumerate().find(|(_, row)| row.variant.name == variant.name)
}

/// Who overtakes the last of those that led so far, beyond this size, and where.
fn next_leader<'a>(turns: &[&'a Turn], leaders: &[&str], size: f64) -> Option<(&'a str, [f64; 3])> {
    let overtaken = turns.iter().filter_map(|turn| {
        let (winner, loser) = pressure::overtaking(turn)?;
        let at = turn.at?;
        // Orders hold for a pair each, and noise may make a circle of them.
        let next = Some(&loser) == leaders.last() && !leaders.contains(&winner);
        (next && at[0] >= size).then_some((winner, at))
    });
    overtaken.min_by(|(_, a), (_, b)| a[0].total_cmp(&b[0]))
}
