//! Rules that judge claims by verdicts and exact counts on record, never by
//! bare figures.

use super::Ruling;
use crate::record::{Measurement, Proof, Records, Turn, Variant, context, quantity};
use crate::report::figures::{
    self, COLD, Figure, Figures, LATENCY, PRESSURE, Place, Ratio, THROUGHPUT, TWO_THREADS,
};
use crate::report::headline::list;
use crate::report::sentence::{Section, Sentence};
use crate::report::{pressure, upkeep};
use crate::verdict::Verdict;
use std::fmt::Write as _;

/// What settles a claim.
#[derive(Debug)]
pub(super) enum Rule {
    /// Comparisons, all of which the claim holds to come out in its way.
    Contests(&'static [Contest]),
    /// Sizes of compiled tables.
    Sizes(&'static [Size]),
    /// How often a formula that circulates is wrong, beside the right one.
    Mistake(CountedMistake),
    /// From how many questions on it pays to keep something.
    BreakEven(BreakEven),
    /// Whether an approximate variant is both faster and right often enough.
    Approximation(&'static Approximation),
}

/// A comparison of a variant with others.
#[derive(Debug)]
pub(super) struct Contest {
    pub(super) study: &'static str,
    pub(super) variant: &'static str,
    pub(super) others: &'static [&'static str],
    /// `Faster` than all of the others, or `Slower` than one of them.
    pub(super) claimed: Verdict,
    pub(super) contexts: &'static [&'static str],
    /// The same in other studies: in batches, or inside of an application.
    pub(super) also: &'static [&'static Contest],
    /// How sentences on such another study begin.
    pub(super) within: Option<&'static str>,
    pub(super) extent: Extent,
    /// The one stream that counts, if not all do.
    pub(super) stream: Option<&'static str>,
}

/// An approximate variant against exact ones.
#[derive(Debug)]
pub(super) struct Approximation {
    /// Whether it is faster, on the stream that its wrong answers are counted on.
    pub(super) contest: Contest,
    /// The same under another circumstance, which is told and not judged by.
    pub(super) beside: Contest,
    /// The share of wrong answers that it has to stay below.
    pub(super) tolerance: f64,
}

/// Where the claim is said to hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Extent {
    /// In all circumstances that were measured.
    Everywhere,
    /// In some of them, whatever the others say.
    Somewhere,
}

/// A published size of a variant's tables.
#[derive(Debug)]
pub(super) struct Size {
    pub(super) study: &'static str,
    pub(super) variant: &'static str,
    /// As it was published.
    pub(super) published: &'static str,
    /// That in bytes.
    pub(super) bytes: u64,
}

/// A published count of wrong answers.
#[derive(Debug)]
pub(super) struct CountedMistake {
    pub(super) study: &'static str,
    /// The name under which the wrong formula is counted.
    pub(super) mistake: &'static str,
    /// The variant that has it right.
    pub(super) right: &'static str,
    pub(super) wrong: f64,
    pub(super) questions: f64,
}

/// Where it is said to pay with fewer questions after each query to keep something than
/// elsewhere.
#[derive(Debug)]
pub(super) struct BreakEven {
    pub(super) study: &'static str,
    /// What is kept, each in a way of its own.
    pub(super) variants: &'static [&'static str],
    /// What keeps nothing.
    pub(super) against: &'static str,
    /// The streams on which it is said to pay.
    pub(super) sooner: &'static [&'static str],
    /// Those on which it is said to pay less.
    pub(super) later: &'static [&'static str],
}

impl Rule {
    /// What the records say, and the figures that this rests on.
    pub(super) fn judge(
        &self,
        records: &Records,
        figures: &Figures<'_>,
    ) -> (Ruling, Vec<Sentence>) {
        match self {
            Rule::Contests(contests) => {
                let judged: Vec<_> = contests.iter().map(|c| c.judge(records, figures)).collect();
                let ruling = judged.iter().map(|(ruling, _)| *ruling).reduce(both);
                let mut evidence: Vec<_> = judged.into_iter().flat_map(|judged| judged.1).collect();
                if let Some(first) = contests.first() {
                    evidence.extend(first.slider_lookups(records));
                    evidence.extend(first.tables(records));
                }
                (ruling.unwrap_or(Ruling::NotMeasured), evidence)
            }
            Rule::Sizes(sizes) => judge_sizes(sizes, records),
            Rule::Mistake(mistake) => mistake.judge(records, figures),
            Rule::BreakEven(break_even) => break_even.judge(records),
            Rule::Approximation(approximation) => approximation.judge(records, figures),
        }
    }
}

/// The ruling on a claim of two parts.
fn both(a: Ruling, b: Ruling) -> Ruling {
    use Ruling::{Confirmed, Depends, NotMeasured, Refuted, Tie};
    match (a, b) {
        (a, b) if a == b => a,
        (NotMeasured, _) | (_, NotMeasured) => NotMeasured,
        (Confirmed, Refuted) | (Refuted, Confirmed) | (Depends, _) | (_, Depends) => Depends,
        (Refuted, _) | (_, Refuted) => Refuted,
        (Tie, _) | (_, Tie) => Tie,
        (Confirmed, Confirmed) => Confirmed,
    }
}

/// How the variant of a contest came out in one table of rounds.
#[derive(Debug)]
struct Outcome<'a> {
    place: Place<'a>,
    /// `Faster` than all of the others that were measured, or `Slower` than one.
    verdict: Verdict,
    /// The fastest of them.
    rival: &'static str,
    /// The variant's time by that one's.
    ratio: Figure,
}

/// A comparison errs once in so many: verdicts hold at 95 %. So an order that is
/// found in one of many says nothing about a context.
const COMPARISONS_PER_ERROR: usize = 20;

impl Contest {
    fn judge(&'static self, records: &Records, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        let mut evidence = Vec::new();
        let (mut measured, mut claimed, mut opposite) = (false, false, false);
        let contests = [self].into_iter().chain(self.also.iter().copied());
        let contexts =
            |contest: &'static Contest| contest.contexts.iter().map(move |c| (contest, *c));
        for (contest, context) in contests.flat_map(contexts) {
            let outcomes = contest.outcomes(context, figures);
            measured |= !outcomes.is_empty();
            let counts = |verdict: Verdict| {
                let count = outcomes.iter().filter(|outcome| outcome.verdict == verdict).count();
                count * COMPARISONS_PER_ERROR > outcomes.len()
            };
            claimed |= counts(self.claimed);
            opposite |= counts(self.claimed.inverse());
            evidence.push(contest.sentence(context, &outcomes));
            if context == PRESSURE {
                evidence.extend(contest.turns(records));
            }
        }
        if !measured {
            return (Ruling::NotMeasured, vec![self.absence(records)]);
        }
        let ruling = match (claimed, opposite) {
            (true, true) if self.extent == Extent::Everywhere => Ruling::Depends,
            (true, _) => Ruling::Confirmed,
            (false, true) => Ruling::Refuted,
            (false, false) => Ruling::Tie,
        };
        (ruling, evidence)
    }

    /// Why none of it was measured.
    fn absence(&self, records: &Records) -> Sentence {
        let unknown = |name: &&&str| found(records, self.study, name).is_none();
        let unknown: Vec<_> =
            [self.variant].iter().chain(self.others).filter(unknown).copied().collect();
        Sentence::new(match unknown.as_slice() {
            [] => "Not measured; run `cargo bench --bench duel`.".to_owned(),
            [one] => format!("Not measured: {one} is not among the variants."),
            several => format!("Not measured: {} are not among the variants.", list(several)),
        })
    }

    /// In every table of the context that compares the variant with another of these.
    fn outcomes<'a>(&self, context: &str, figures: &Figures<'a>) -> Vec<Outcome<'a>> {
        let outcome = |place| {
            let ratio = |other: &&'static str| {
                let Ratio { figure, verdict } = figures.ratio(self.variant, other, place)?;
                Some((*other, figure, verdict?))
            };
            let ratios: Vec<_> = self.others.iter().filter_map(ratio).collect();
            let all = |wanted| ratios.iter().all(|(.., verdict)| *verdict == wanted);
            let any = |wanted| ratios.iter().any(|(.., verdict)| *verdict == wanted);
            let verdict = match () {
                () if any(Verdict::Slower) => Verdict::Slower,
                () if all(Verdict::Faster) => Verdict::Faster,
                () => Verdict::Tie,
            };
            let fastest = ratios.iter().max_by(|a, b| a.1.value.total_cmp(&b.1.value));
            fastest.map(|&(rival, ratio, _)| Outcome { place, verdict, rival, ratio })
        };
        // Beside a working set of nothing, nothing competes.
        let competes = |place: &Place<'_>| place.parameters.working_set != Some(0);
        let counts = |place: &Place<'_>| self.stream.is_none_or(|stream| stream == place.stream);
        figures
            .compared(self.study, context)
            .into_iter()
            .filter(|place| competes(place) && counts(place))
            .filter_map(outcome)
            .collect()
    }

    /// How often the variant was what in a context, and by how much at most.
    fn sentence(&self, context: &str, outcomes: &[Outcome<'_>]) -> Sentence {
        let (circumstances, section) = in_words(context);
        let circumstances = match self.within {
            Some(within) => format!("{within}, {}", lowercase(circumstances)),
            None => circumstances.to_owned(),
        };
        if outcomes.is_empty() {
            return Sentence::new(format!("{circumstances}: not measured."));
        }
        let others = list(self.others);
        let (all, one) = match self.others {
            [_] => (others.clone(), others),
            _ => (format!("all of {others}"), format!("at least one of {others}")),
        };
        let count = match outcomes.len() {
            1 => "1 comparison".to_owned(),
            count => format!("{count} comparisons"),
        };
        let of = |verdict: Verdict| outcomes.iter().filter(move |o| o.verdict == verdict);
        let by_ratio = |a: &&Outcome<'_>, b: &&Outcome<'_>| a.ratio.value.total_cmp(&b.ratio.value);
        let mut parts = Vec::new();
        for (verdict, than, direction, extreme) in [
            (Verdict::Faster, all, "down", of(Verdict::Faster).min_by(by_ratio)),
            (Verdict::Slower, one, "up", of(Verdict::Slower).max_by(by_ratio)),
        ] {
            if let Some(Outcome { place, rival, ratio, .. }) = extreme {
                parts.push(format!(
                    "{} than {than} in {} of {count}, {direction} to {} ({} to {}) times the \
                     time of {rival} ({})",
                    verdict.name(),
                    of(verdict).count(),
                    figures::ratio(ratio.value),
                    figures::ratio(ratio.low),
                    figures::ratio(ratio.high),
                    described(*place)
                ));
            }
        }
        match of(Verdict::Tie).count() {
            0 => {}
            ties => parts.push(format!("neither, beyond the noise, in {ties} of {count}")),
        }
        let text = format!("{circumstances}, {} is {}.", self.variant, parts.join("; "));
        Sentence::new(text).shown(self.study, section)
    }

    /// From which working set on one of the contest overtakes another, in sentences.
    fn turns(&self, records: &Records) -> Vec<Sentence> {
        let of = |a: &str, b: &str| a == self.variant && self.others.contains(&b);
        let turns = pressure::turns(records, self.study).filter(|(_, turn)| {
            of(&turn.variant, &turn.against) || of(&turn.against, &turn.variant)
        });
        pressure::sentences(turns)
            .into_iter()
            .map(|text| Sentence::new(text).shown(self.study, Section::Pressure))
            .collect()
    }

    /// How often those ask for sliders of which that was counted.
    fn slider_lookups(&self, records: &Records) -> Vec<Sentence> {
        let counted = |name: &&str| {
            let of = |m: &&Measurement| {
                m.study == self.study
                    && m.variant == **name
                    && m.context == context::PROOF
                    && m.quantity.starts_with(quantity::SLIDER_LOOKUPS)
            };
            let figures = records.measurements.iter().filter(of);
            let figures: Vec<_> = figures
                .map(|m| {
                    let on = m.quantity.trim_start_matches(quantity::SLIDER_LOOKUPS);
                    format!("{}{on}", figures::count(m.value))
                })
                .collect();
            let figures: Vec<_> = figures.iter().map(String::as_str).collect();
            let text = format!("{name} asks for sliders so often a query: {}.", list(&figures));
            (!figures.is_empty()).then(|| Sentence::new(text).shown(self.study, Section::Variants))
        };
        [self.variant].iter().chain(self.others).filter_map(counted).collect()
    }

    /// What memory the contest is about.
    fn tables(&self, records: &Records) -> Option<Sentence> {
        let size = |name: &&str| {
            let Variant { table_bytes, .. } = found(records, self.study, name)?;
            Some(format!("{table_bytes} bytes in {name}"))
        };
        let sizes: Vec<_> = [self.variant].iter().chain(self.others).filter_map(size).collect();
        let sizes: Vec<_> = sizes.iter().map(String::as_str).collect();
        let text = format!("The tables take {}.", list(&sizes));
        let known = !sizes.is_empty();
        known.then(|| Sentence::new(text).shown(self.study, Section::Variants))
    }
}

/// The same words, to stand inside of a sentence.
fn lowercase(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

/// A context as sentences about it begin, and the part of the page that shows it.
fn in_words(context: &str) -> (&str, Section) {
    match context {
        THROUGHPUT => ("With hot tables and independent queries", Section::Ranking),
        LATENCY => ("With hot tables and dependent queries", Section::Ranking),
        TWO_THREADS => ("Beside another thread", Section::TwoThreads),
        COLD => ("After a flush", Section::Cold),
        PRESSURE => ("Beside a competing working set", Section::Pressure),
        other => (other, Section::Ranking),
    }
}

/// What tells a place from others of its context.
fn described(place: Place<'_>) -> String {
    let mut text = format!("stream {}", place.stream);
    let figures::Parameters { dependent, visit, working_set, .. } = place.parameters;
    match dependent {
        Some(0) => text += ", independent queries",
        Some(_) => text += ", dependent queries",
        None => {}
    }
    if let Some(visit) = visit {
        _ = write!(text, ", visits of {visit}");
    }
    if let Some(bytes) = working_set {
        _ = write!(text, ", beside {} KiB", figures::kibibytes(bytes as f64));
    }
    text
}

fn judge_sizes(sizes: &[Size], records: &Records) -> (Ruling, Vec<Sentence>) {
    let mut equal = Vec::new();
    let mut evidence = Vec::new();
    for &Size { study, variant, published, bytes } in sizes {
        let Some(Variant { table_bytes, .. }) = found(records, study, variant) else {
            evidence.push(Sentence::new(format!("{variant}: not measured.")));
            continue;
        };
        equal.push(*table_bytes == bytes);
        let text = format!("{variant}: published as {published}, compiled to {table_bytes} bytes.");
        evidence.push(Sentence::new(text).shown(study, Section::Variants));
    }
    let ruling = match (equal.contains(&true), equal.contains(&false)) {
        (true, true) => Ruling::Depends,
        (true, false) => Ruling::Confirmed,
        (false, true) => Ruling::Refuted,
        (false, false) => Ruling::NotMeasured,
    };
    (ruling, evidence)
}

impl Approximation {
    fn judge(&'static self, records: &Records, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        let Approximation { contest, beside, tolerance } = self;
        let (fast, mut evidence) = contest.judge(records, figures);
        // What ties is not faster.
        let fast = if fast == Ruling::Tie { Ruling::Refuted } else { fast };
        if fast != Ruling::NotMeasured {
            let sentence = |context| beside.sentence(context, &beside.outcomes(context, figures));
            evidence.extend(beside.contexts.iter().copied().map(sentence));
        }
        let Contest { study, variant, .. } = *contest;
        let place = Place::plain(study, contest.stream.unwrap_or_default(), context::PROOF);
        let shown = |text| Sentence::new(text).shown(study, Section::Errors);
        let count = |quantity| Some(figures.raw(variant, place, quantity)?.value);
        let accurate = match figures.share_wrong(variant, place) {
            None => Ruling::NotMeasured,
            Some(share) if share < *tolerance => Ruling::Confirmed,
            Some(_) => Ruling::Refuted,
        };
        evidence.push(match figures.share_wrong(variant, place) {
            None => Sentence::new(format!("The wrong answers of {variant} were not counted.")),
            Some(share) => shown(format!(
                "On the stream {}, {} of the answers of {variant} are wrong. Fewer than {} are \
                 taken for accurate enough.",
                place.stream,
                figures::percent(share),
                figures::percent(*tolerance)
            )),
        });
        let entries = count(quantity::ENTRIES_TOUCHED).zip(count(quantity::ENTRIES));
        evidence.extend(entries.map(|(touched, all)| {
            shown(format!("Its questions lead to {touched:.0} of the table's {all:.0} entries."))
        }));
        evidence.extend(contest.tables(records));
        (both(fast, accurate), evidence)
    }
}

impl CountedMistake {
    fn judge(&self, records: &Records, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        let CountedMistake { study, mistake, right, .. } = *self;
        let place = Place::plain(study, context::ALL_QUESTIONS, context::PROOF);
        let count = |quantity| figures.raw(mistake, place, quantity).map(|count| count.value);
        let counted = count(quantity::WRONG_ANSWERS).zip(count(quantity::QUESTIONS));
        let proof = found(records, study, right).map(|variant| &variant.proof);
        let wrong = counted.map_or_else(
            || format!("{mistake}: not counted. Run `cargo bench --bench duel`."),
            |(wrong, questions)| {
                format!("{mistake}: {wrong:.0} wrong answers to {questions:.0} questions.")
            },
        );
        let (proven, proof) = match proof {
            Some(Proof::Right(compared)) => {
                (Some(true), format!("{right}: {compared} questions, all answered rightly."))
            }
            Some(Proof::Wrong(_)) => (Some(false), format!("{right}: answers wrongly.")),
            None => (None, format!("{right}: not compared.")),
        };
        let ruling = match counted.zip(proven) {
            None => Ruling::NotMeasured,
            Some((counted, true)) if counted == (self.wrong, self.questions) => Ruling::Confirmed,
            Some(_) => Ruling::Refuted,
        };
        let evidence = [wrong, proof];
        let shown = |text| Sentence::new(text).shown(study, Section::Variants);
        (ruling, evidence.map(shown).into())
    }
}

impl BreakEven {
    fn judge(&self, records: &Records) -> (Ruling, Vec<Sentence>) {
        let BreakEven { study, variants, sooner, later, .. } = *self;
        let turn = |variant: &str, stream: &str| {
            upkeep::turns(records, study).find(|turn| {
                (turn.variant.as_str(), turn.against.as_str()) == (variant, self.against)
                    && turn.stream == stream
            })
        };
        let streams = || sooner.iter().chain(later).copied();
        // Of each variant, where it begins to pay on each stream, first and then later.
        let ranges = |variant: &str, streams: &[&str]| -> Option<Vec<_>> {
            streams.iter().map(|stream| turn(variant, stream).map(pays)).collect()
        };
        let known: Vec<_> = variants
            .iter()
            .filter_map(|name| Some((ranges(name, sooner)?, ranges(name, later)?)))
            .collect();
        if known.is_empty() {
            let text = "Not measured; run `cargo bench --bench duel`.";
            return (Ruling::NotMeasured, vec![Sentence::new(text)]);
        }
        let in_all = |sooner: &[Option<[f64; 2]>]| sooner.iter().all(Option::is_some);
        let confirms = |(sooner, later): &&(Vec<_>, Vec<_>)| {
            let mut ends = sooner.iter().flatten().map(|[_, end]: &[f64; 2]| *end);
            let starts = || later.iter().flatten().map(|[start, _]: &[f64; 2]| *start);
            in_all(sooner) && ends.all(|end| starts().all(|start| end <= start))
        };
        let ruling = match () {
            () if known.iter().any(|ranges| confirms(&ranges)) => Ruling::Confirmed,
            () if known.iter().all(|(sooner, _)| sooner.iter().all(Option::is_none)) => {
                Ruling::Refuted
            }
            () => Ruling::Depends,
        };
        let sentence = |(variant, stream): (&str, &str)| {
            let turn = turn(variant, stream)?;
            let (fact, certain) = pressure::fact(turn);
            let against = self.against;
            let text = format!("On {stream}, {variant} against {against}: {fact}, {certain}.");
            Some(Sentence::new(text).shown(study, Section::Upkeep))
        };
        let cases = variants.iter().flat_map(|v| streams().map(move |stream| (*v, stream)));
        (ruling, cases.filter_map(sentence).collect())
    }
}

/// Between which numbers of questions a variant begins to be the faster one for good;
/// nothing if that is not seen.
fn pays(turn: &Turn) -> Option<[f64; 2]> {
    match (figures::verdict(&turn.verdict)?, turn.at) {
        (Verdict::Slower, Some([_, low, high])) => Some([low, high]),
        (Verdict::Faster, None) => Some([0.0, 0.0]),
        _ => None,
    }
}

fn found<'a>(records: &'a Records, study: &str, name: &str) -> Option<&'a Variant> {
    records.variants.iter().find(|variant| variant.study == study && variant.name == name)
}
