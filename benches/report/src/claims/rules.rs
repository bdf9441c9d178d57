//! The rules that judge claims: by verdicts and exact counts on record, never by bare
//! figures.

use crate::crossover::{Crossover, crossovers};
use crate::figures::{self, Figures, INSTRUCTIONS, PERFT, Place, Ratio, SEARCH};
use crate::format::{self, list};
use crate::nodes::{self, Gain};
use crate::sentence::{Section, Sentence, Shown};
use records::{Accuracy, Check, Context, Figure, Parameter, Rate, Ruling, Table, Verdict};
use std::collections::BTreeSet;

/// What settles a claim.
#[derive(Debug)]
pub(super) enum Rule {
    /// Comparisons that must all come out as claimed.
    Contests(&'static [Contest]),
    /// Sizes of compiled tables.
    Sizes(&'static [Size]),
    /// How often a published formula is wrong, next to the right one.
    Mistake(CountedMistake),
    /// How many questions it takes until keeping something pays.
    BreakEven(BreakEven),
    /// Whether an approximate variant is faster, and right often enough.
    Approximation(&'static Approximation),
    /// How many times what a choice gains in a search it gains in perft.
    Overstatement(Overstatement),
    /// Nothing: it takes several threads or processes.
    OneThread,
    /// Whether variants that execute fewer instructions than others take longer.
    FewerInstructions,
}

/// A comparison of a variant with others.
#[derive(Debug)]
pub(super) struct Contest {
    study: &'static str,
    variant: &'static str,
    /// `Faster` than all of the others, or `Slower` than one of them.
    claimed: Verdict,
    others: &'static [&'static str],
    contexts: &'static [Context],
    /// The same in another study, in batches.
    also: Option<&'static Contest>,
    /// The same in whole programs, which decides where it was measured.
    decided_by: Option<&'static Contest>,
    /// How sentences on such another study begin.
    within: Option<&'static str>,
    extent: Extent,
    /// The streams that count; none of them named, all do.
    streams: &'static [&'static str],
    /// Whether queries that were asked before are judged too.
    learnt: bool,
}

/// A comparison in a single study, on all of its streams.
pub(super) const fn contest(
    study: &'static str,
    variant: &'static str,
    claimed: Verdict,
    others: &'static [&'static str],
    contexts: &'static [Context],
) -> Contest {
    Contest {
        study,
        variant,
        claimed,
        others,
        contexts,
        also: None,
        decided_by: None,
        within: None,
        extent: Extent::Everywhere,
        streams: &[],
        learnt: false,
    }
}

/// An approximate variant against exact ones.
#[derive(Debug)]
pub(super) struct Approximation {
    /// Whether it is faster on the stream on which its wrong answers are counted.
    pub(super) contest: Contest,
    /// The same under other circumstances, which the evidence shows but nothing judges by.
    pub(super) beside: Contest,
}

/// Where the claim is said to hold.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Extent {
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
    pub(super) wrong: u64,
    pub(super) questions: u64,
}

/// Streams on which keeping something is said to pay with fewer questions after each query
/// than on others.
#[derive(Debug)]
pub(super) struct BreakEven {
    pub(super) study: &'static str,
    /// Those that keep something, each in a way of its own.
    pub(super) variants: &'static [&'static str],
    /// The one that keeps nothing.
    pub(super) against: &'static str,
    pub(super) sooner: &'static [&'static str],
    pub(super) later: &'static [&'static str],
}

impl Rule {
    /// What the figures say, and which of them say it.
    pub(super) fn judge(&self, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        match self {
            Rule::Contests(contests) => {
                let (rulings, evidence): (Vec<_>, Vec<_>) =
                    contests.iter().map(|contest| contest.judge(figures)).unzip();
                let mut evidence = evidence.concat();
                if let Some(first) = contests.first() {
                    evidence.extend(first.slider_lookups(figures));
                    evidence.extend(first.tables(figures));
                }
                (rulings.into_iter().reduce(both).unwrap_or(Ruling::NotMeasured), evidence)
            }
            Rule::Sizes(sizes) => judge_sizes(sizes, figures),
            Rule::Mistake(mistake) => mistake.judge(figures),
            Rule::BreakEven(break_even) => break_even.judge(figures),
            Rule::Approximation(approximation) => approximation.judge(figures),
            Rule::Overstatement(overstatement) => overstatement.judge(figures),
            Rule::OneThread => {
                let why = "No figures: what is measured runs in one thread.";
                (Ruling::NotMeasured, vec![Sentence::new(why)])
            }
            Rule::FewerInstructions => judge_instructions(figures),
        }
    }
}

/// The ruling on a claim of two parts.
fn both(a: Ruling, b: Ruling) -> Ruling {
    use Ruling::{Confirmed, Depends, NotMeasured, Refuted, Tie, Unresolved};
    match (a, b) {
        (a, b) if a == b => a,
        (NotMeasured, _) | (_, NotMeasured) => NotMeasured,
        (Confirmed, Refuted) | (Refuted, Confirmed) | (Depends, _) | (_, Depends) => Depends,
        (Refuted, _) | (_, Refuted) => Refuted,
        (Unresolved, _) | (_, Unresolved) => Unresolved,
        (Tie, _) | (_, Tie) => Tie,
        (Confirmed, Confirmed) => Confirmed,
    }
}

/// How the variant of a contest came out at one place.
#[derive(Debug)]
struct Outcome<'a> {
    place: Place<'a>,
    /// `Faster` than all of the others that were measured, or `Slower` than one, or else
    /// `Unresolved` from one.
    verdict: Verdict,
    /// The fastest of them.
    rival: &'static str,
    /// The variant's time by that one's.
    ratio: Figure,
}

/// Verdicts hold at 95 %, so one comparison in so many errs: an order seen in one of many
/// says nothing about a context.
const COMPARISONS_PER_ERROR: usize = 20;

impl Contest {
    /// It must come out so in another study too.
    pub(super) const fn also(self, other: &'static Contest) -> Contest {
        Contest { also: Some(other), ..self }
    }

    /// Sentences on it begin so.
    pub(super) const fn within(self, circumstances: &'static str) -> Contest {
        Contest { within: Some(circumstances), ..self }
    }

    /// Whole programs decide where they were measured: a claim on an engine is not settled by
    /// a loop of lookups.
    pub(super) const fn decided_by(self, programs: &'static Contest) -> Contest {
        Contest { decided_by: Some(programs), ..self }
    }

    /// These streams count.
    pub(super) const fn on(self, streams: &'static [&'static str]) -> Contest {
        Contest { streams, ..self }
    }

    /// It need come out so in some circumstances only.
    pub(super) const fn somewhere(self) -> Contest {
        Contest { extent: Extent::Somewhere, ..self }
    }

    /// Queries that were asked before are judged too: where they disagree with those first
    /// seen, the claim depends on what the processor has learnt.
    pub(super) const fn learnt_too(self) -> Contest {
        Contest { learnt: true, ..self }
    }

    fn judge(&'static self, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        let (first_seen, mut evidence) = self.judge_in(self.contexts, figures);
        if let Some(programs) = self.decided_by {
            let (decided, of_programs) = programs.judge_in(programs.contexts, figures);
            if decided != Ruling::NotMeasured {
                return (decided, [of_programs, evidence].concat());
            }
            let absent = |context: &Context| programs.sentence(*context, &[], figures);
            evidence.extend(programs.contexts.iter().map(absent));
        }
        if !self.learnt {
            return (first_seen, evidence);
        }
        let (learnt, of_learnt) = self.judge_in(&[Context::Learnt], figures);
        evidence.extend(of_learnt);
        let is_known = |ruling| !matches!(ruling, Ruling::NotMeasured | Ruling::Unresolved);
        let disagree = first_seen != learnt && is_known(first_seen) && is_known(learnt);
        (if disagree { Ruling::Depends } else { first_seen }, evidence)
    }

    /// What the figures of these contexts say.
    fn judge_in(
        &'static self,
        contexts: &[Context],
        figures: &Figures<'_>,
    ) -> (Ruling, Vec<Sentence>) {
        let (mut evidence, mut absences) = (Vec::new(), Vec::new());
        let (mut measured, mut claimed, mut opposite) = (false, false, false);
        let mut resolved = true;
        for (contest, contexts) in
            [(self, contexts)].into_iter().chain(self.also.map(|also| (also, also.contexts)))
        {
            for &context in contexts {
                let outcomes = contest.outcomes(context, figures);
                let counts = |verdict: Verdict| {
                    let count = outcomes.iter().filter(|o| o.verdict == verdict).count();
                    count * COMPARISONS_PER_ERROR > outcomes.len()
                };
                measured |= !outcomes.is_empty();
                claimed |= counts(self.claimed);
                opposite |= counts(self.claimed.inverse());
                resolved &= !counts(Verdict::Unresolved);
                evidence.push(contest.sentence(context, &outcomes, figures));
                if context == Context::Beside {
                    evidence.extend(contest.crossovers(figures));
                }
                let absence = contest.absence(context, figures);
                if !absences.contains(&absence) {
                    absences.push(absence);
                }
            }
        }
        if !measured {
            let text = format!("No figures: {}.", absences.join("; "));
            return (Ruling::NotMeasured, vec![Sentence::new(text)]);
        }
        let ruling = match (claimed, opposite) {
            (true, true) if self.extent == Extent::Everywhere => Ruling::Depends,
            (true, _) => Ruling::Confirmed,
            (false, true) => Ruling::Refuted,
            (false, false) if resolved => Ruling::Tie,
            (false, false) => Ruling::Unresolved,
        };
        (ruling, evidence)
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.variant].into_iter().chain(self.others.iter().copied())
    }

    /// The others that these records have, or all if they have none. Records from before a
    /// variant was added, or after it got another name, lack it.
    fn known_others(&self, figures: &Figures<'_>) -> Vec<&'static str> {
        let is_known = |name: &&str| figures.variant(self.study, name).is_some();
        let known: Vec<_> = self.others.iter().copied().filter(is_known).collect();
        if known.is_empty() { self.others.to_vec() } else { known }
    }

    /// Why nothing was compared in a context.
    fn absence(&self, context: Context, figures: &Figures<'_>) -> String {
        let study = self.study;
        if figures.study(study).is_none() {
            return format!("these records have no study {study}");
        }
        let lack = |name: &str| match figures.variant(study, name) {
            None => Some(format!("{name} is not among the variants")),
            Some(variant) if variant.is_wrong() => Some(format!("{name} answers wrongly")),
            Some(variant) if !variant.available => {
                Some(format!("this processor lacks what {name} needs: {}", list(&variant.needs)))
            }
            Some(_) => None,
        };
        let others = self.known_others(figures);
        let lacks: Vec<_> =
            [self.variant].iter().chain(&others).copied().filter_map(lack).collect();
        let has_rivals = others.iter().any(|name| lack(name).is_none());
        if has_rivals && lack(self.variant).is_none() {
            let stream = self.streams.first().copied();
            let stream = stream.unwrap_or_else(|| figures.main_stream(study));
            return figures.why(Place::plain(study, stream, context));
        }
        list(&lacks)
    }

    /// At every place of the context that compares the variant with another of these.
    fn outcomes<'a>(&self, context: Context, figures: &Figures<'a>) -> Vec<Outcome<'a>> {
        let outcome = |place| {
            let ratio =
                |other: &&'static str| Some((*other, figures.ratio(self.variant, other, place)?));
            let ratios: Vec<_> = self.others.iter().filter_map(ratio).collect();
            let has = |wanted| move |(_, ratio): &(_, Ratio)| ratio.verdict == wanted;
            let verdict = if ratios.iter().any(has(Verdict::Slower)) {
                Verdict::Slower
            } else if ratios.iter().all(has(Verdict::Faster)) {
                Verdict::Faster
            } else if ratios.iter().any(has(Verdict::Unresolved)) {
                Verdict::Unresolved
            } else {
                Verdict::Tie
            };
            let value = |(_, ratio): &(_, Ratio)| ratio.figure.value;
            let (rival, ratio) = ratios.into_iter().max_by(|a, b| value(a).total_cmp(&value(b)))?;
            Some(Outcome { place, verdict, rival, ratio: ratio.figure })
        };
        let counts = |place: &Place<'_>| {
            place.context == context
                // Beside a working set of nothing, nothing competes.
                && place.at != Some((Parameter::WorkingSet, 0))
                && place.at.is_none_or(|at| figures.is_within_reach(at))
                && (self.streams.is_empty() || self.streams.contains(&place.stream))
        };
        figures.measured(self.study).filter(counts).filter_map(outcome).collect()
    }

    /// How often the variant was faster or slower in a context, and by how much at most.
    fn sentence(
        &self,
        context: Context,
        outcomes: &[Outcome<'_>],
        figures: &Figures<'_>,
    ) -> Sentence {
        let (circumstances, section) = in_words(context);
        let circumstances = match self.within {
            // How hot its tables are is up to the program.
            Some(within) if figures::is_of_programs(self.study) => within.to_owned(),
            Some(within) => format!("{within}, {}", circumstances.to_lowercase()),
            None => circumstances.to_owned(),
        };
        if outcomes.is_empty() {
            let absence = self.absence(context, figures);
            return Sentence::new(format!("{circumstances}: {absence}."));
        }
        let others = self.known_others(figures);
        let is_alone = others.len() == 1;
        let words = match is_alone {
            true => ["faster", "slower", "equal within 1 %", "not resolved"],
            false => [
                "faster than all",
                "slower than at least one",
                "equal within 1 % to one at least",
                "not resolved",
            ],
        };
        let of = |verdict: Verdict| outcomes.iter().filter(move |o| o.verdict == verdict);
        let by_ratio = |a: &&Outcome<'_>, b: &&Outcome<'_>| a.ratio.value.total_cmp(&b.ratio.value);
        let extreme = |at: &str, Outcome { place, rival, ratio, .. }: &Outcome<'_>| {
            let ratio = format::figure(*ratio, format::ratio);
            let rival = if is_alone { String::new() } else { format!(" as {rival}") };
            format!(", {at} taking {ratio} times as long{rival} ({})", figures::words(*place))
        };
        let best = of(Verdict::Faster).min_by(by_ratio).map(|best| extreme("at best", best));
        let worst = of(Verdict::Slower).max_by(by_ratio).map(|worst| extreme("at worst", worst));
        let extremes = [best, worst, None, None].map(Option::unwrap_or_default);
        let verdicts = [Verdict::Faster, Verdict::Slower, Verdict::Tie, Verdict::Unresolved];
        let verdicts = verdicts.map(|verdict| of(verdict).count());
        let parts = words.iter().zip(verdicts).zip(extremes).filter(|((_, count), _)| *count > 0);
        let parts = parts.map(|((word, count), extreme)| {
            let share = match (count, outcomes.len()) {
                (1, 1) => "the only comparison".to_owned(),
                (2, 2) => "both comparisons".to_owned(),
                (count, all) if count == all => format!("all {all} comparisons"),
                (count, all) => format!("{count} of {all} comparisons"),
            };
            format!("{word} in {share}{extreme}")
        });
        let parts: Vec<_> = parts.collect();
        let (variant, others) = (self.variant, list(&others));
        let text = format!("{circumstances}, {variant} against {others}: {}.", parts.join("; "));
        Sentence::new(text).shown(self.study, section)
    }

    /// Where the variant and another of these overtake each other as a working set grows.
    fn crossovers(&self, figures: &Figures<'_>) -> Vec<Sentence> {
        let touches = figures.main_touches(self.study);
        let tables = figures.tables(self.study, Context::Beside).filter(|t| t.touches == touches);
        let sentence = |table: &Table, other: &str| {
            let crossover = of_pair(table, (self.variant, other), figures)?;
            let (fact, ends) = crossover.fact();
            let queries = format::dependence(table.dependent);
            let touches = table.touches.map_or_else(String::new, |touches| {
                format!(", {} between two", format::many(touches, "touch", "touches"))
            });
            let text = format!(
                "{} against {other} on {}, {queries} queries{touches}: {fact} ({ends}).",
                self.variant, table.stream
            );
            (!crossover.changes.is_empty())
                .then(|| Sentence::new(text).shown(self.study, Section::Beside))
        };
        let of_table = |table| self.others.iter().filter_map(move |other| sentence(table, other));
        tables.flat_map(of_table).take(MOST_CROSSOVERS).collect()
    }

    /// How often those ask for sliders of which that was counted.
    fn slider_lookups(&self, figures: &Figures<'_>) -> Vec<Sentence> {
        let counted = |name: &str| {
            let rate = |Rate { stream, per_query }: &Rate| {
                Some(format!("{} on {stream}", format::count((*per_query)?)))
            };
            let lookups = &figures.variant(self.study, name)?.slider_lookups;
            let rates: Vec<_> = lookups.iter().filter_map(rate).collect();
            let text = format!("Slider lookups per query of {name}: {}.", list(&rates));
            (!rates.is_empty()).then(|| Sentence::new(text).shown(self.study, Section::Variants))
        };
        self.names().filter_map(counted).collect()
    }

    /// The memory that the contest is about.
    fn tables(&self, figures: &Figures<'_>) -> Option<Sentence> {
        let size = |name: &str| {
            let bytes = figures.variant(self.study, name)?.table_bytes;
            Some(format!("{bytes} bytes in {name}"))
        };
        let sizes: Vec<_> = self.names().filter_map(size).collect();
        let text = format!("The tables take {}.", list(&sizes));
        (!sizes.is_empty()).then(|| Sentence::new(text).shown(self.study, Section::Variants))
    }
}

/// No more crossovers are told of a contest: records hold 128 sentences of evidence at most.
const MOST_CROSSOVERS: usize = 20;

/// What became of the order of a pair along a table; nothing if either answers wrongly.
fn of_pair<'a>(
    table: &'a Table,
    (a, b): (&str, &str),
    figures: &Figures<'_>,
) -> Option<Crossover<'a>> {
    let is_wrong = |name| figures.variant(&table.study, name).is_none_or(|v| v.is_wrong());
    if is_wrong(a) || is_wrong(b) {
        return None;
    }
    let is_pair = |crossover: &Crossover<'_>| {
        let names = (crossover.variant, crossover.against);
        names == (a, b) || names == (b, a)
    };
    crossovers(table, figures.reach()).into_iter().find(is_pair)
}

/// A context as sentences about it begin, and the part of the page that shows it.
fn in_words(context: Context) -> (&'static str, Section) {
    match context {
        Context::Throughput => ("With hot tables and independent queries", Section::Ranking),
        Context::Latency => ("With hot tables and dependent queries", Section::Ranking),
        Context::Learnt => ("With hot tables and queries asked before", Section::Ranking),
        Context::Beside => ("Beside a competing working set", Section::Beside),
        Context::Upkeep => ("With questions after each query", Section::Upkeep),
    }
}

fn judge_sizes(sizes: &[Size], figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
    let mut equal = Vec::new();
    let evidence = sizes.iter().map(|&Size { study, variant, published, bytes }| {
        let Some(found) = figures.variant(study, variant) else {
            return Sentence::new(format!("{variant} is not among the variants."));
        };
        let compiled = found.table_bytes;
        equal.push(compiled == bytes);
        let text = format!("{variant}: published as {published}, compiled to {compiled} bytes.");
        Sentence::new(text).shown(study, Section::Variants)
    });
    let evidence = evidence.collect();
    let ruling = match (equal.contains(&true), equal.contains(&false)) {
        (true, true) => Ruling::Depends,
        (true, false) => Ruling::Confirmed,
        (false, true) => Ruling::Refuted,
        (false, false) => Ruling::NotMeasured,
    };
    (ruling, evidence)
}

/// Accurate enough means wrong less often than our own verdicts, which hold at 95 %: an
/// error that we could not tell from our own should not decide.
const ENOUGH: f64 = 0.05;

impl Approximation {
    fn judge(&'static self, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        let Approximation { contest, beside } = self;
        let &Contest { study, variant, .. } = contest;
        let (fast, mut evidence) = contest.judge(figures);
        // A tie is not faster.
        let fast = if fast == Ruling::Tie { Ruling::Refuted } else { fast };
        if fast != Ruling::NotMeasured {
            evidence.extend(beside.contexts.iter().map(|&context| {
                let outcomes = beside.outcomes(context, figures);
                beside.sentence(context, &outcomes, figures)
            }));
        }
        let shown = |text| Sentence::new(text).shown(study, Section::Errors);
        let accuracy = figures.variant(study, variant).and_then(|v| v.accuracy.as_ref());
        let accuracy = accuracy.filter(|accuracy| accuracy.questions > 0);
        let accurate = if let Some(&Accuracy { questions, wrong, entries, .. }) = accuracy {
            let share = wrong as f64 / questions as f64;
            evidence.push(shown(format!(
                "On the stream {}, {} of the answers of {variant} are wrong. Less than {} counts \
                 as accurate enough.",
                figures.main_stream(study),
                format::percent(share),
                format::percent(ENOUGH)
            )));
            evidence.extend(entries.map(|[touched, all]| {
                shown(format!("Its questions lead to {touched} of the table's {all} entries."))
            }));
            if share < ENOUGH { Ruling::Confirmed } else { Ruling::Refuted }
        } else {
            let text = format!("Nobody counted the wrong answers of {variant}.");
            evidence.push(Sentence::new(text));
            Ruling::NotMeasured
        };
        evidence.extend(contest.tables(figures));
        (both(fast, accurate), evidence)
    }
}

impl CountedMistake {
    fn judge(&self, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        let CountedMistake { study, mistake, right, .. } = *self;
        let mistakes = figures.study(study).map_or(&[][..], |study| &study.mistakes);
        let counted = mistakes.iter().find(|counted| counted.name == mistake);
        let wrong = counted.map_or_else(
            || format!("{mistake}: these records do not count its wrong answers."),
            |m| format!("{mistake}: {} wrong answers to {} questions.", m.wrong, m.questions),
        );
        let (is_right, check) = match figures.variant(study, right).map(|v| &v.check) {
            Some(Check::Right(compared)) => {
                (Some(true), format!("{right}: {compared} questions, all answered rightly."))
            }
            Some(Check::Wrong(_)) => (Some(false), format!("{right}: answers wrongly.")),
            None => (None, format!("{right} is not among the variants.")),
        };
        let ruling = match counted.zip(is_right) {
            None => Ruling::NotMeasured,
            Some((m, true)) if (m.wrong, m.questions) == (self.wrong, self.questions) => {
                Ruling::Confirmed
            }
            Some(_) => Ruling::Refuted,
        };
        let shown = |text| Sentence::new(text).shown(study, Section::Variants);
        (ruling, [wrong, check].map(shown).into())
    }
}

impl BreakEven {
    fn judge(&self, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        let BreakEven { study, variants, against, sooner, later } = *self;
        let place = |stream| Place::plain(study, stream, Context::Upkeep);
        let crossover =
            |variant, stream| of_pair(figures.table(place(stream))?, (variant, against), figures);
        // Of each variant, where it begins to pay on each stream.
        let ranges = |variant, streams: &[&'static str]| -> Option<Vec<_>> {
            let pays = |stream: &&'static str| Some(pays(&crossover(variant, stream)?, variant));
            streams.iter().map(pays).collect()
        };
        let known = |name: &&'static str| Some((ranges(name, sooner)?, ranges(name, later)?));
        let known: Vec<_> = variants.iter().filter_map(known).collect();
        if known.is_empty() {
            let stream = sooner.first().copied().unwrap_or_default();
            let text = format!("No figures: {}.", figures.why(place(stream)));
            return (Ruling::NotMeasured, vec![Sentence::new(text)]);
        }
        let confirms = |(sooner, later): &(Vec<Option<[f64; 2]>>, Vec<_>)| {
            let begins = || later.iter().flatten().map(|[low, _]: &[f64; 2]| *low);
            let is_before = |[_, high]: [f64; 2]| begins().all(|low| high <= low);
            sooner.iter().all(|range| range.is_some_and(is_before))
        };
        let never = |(sooner, _): &(Vec<Option<_>>, Vec<_>)| sooner.iter().all(Option::is_none);
        let ruling = if known.iter().any(confirms) {
            Ruling::Confirmed
        } else if known.iter().all(never) {
            Ruling::Refuted
        } else {
            Ruling::Depends
        };
        let sentence = |(variant, stream): (&'static str, &'static str)| {
            let (fact, ends) = crossover(variant, stream)?.fact();
            let text = format!("{variant} against {against} on {stream}: {fact} ({ends}).");
            Some(Sentence::new(text).shown(study, Section::Upkeep))
        };
        let streams = || sooner.iter().chain(later).copied();
        let cases = variants.iter().flat_map(|v| streams().map(move |stream| (*v, stream)));
        (ruling, cases.filter_map(sentence).collect())
    }
}

/// A variant that executes fewer instructions than another one of its study.
struct Leaner<'a> {
    place: Place<'a>,
    fewer: (&'a str, f64),
    more: (&'a str, f64),
    /// The first one's time by the other's.
    ratio: Ratio,
}

/// A claim that they may be slower is confirmed where more are than verdicts err.
fn judge_instructions(figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
    let (mut compared, mut slower, mut unclear, mut evidence) = (0, 0, 0, Vec::new());
    for study in &figures.records.studies {
        let (certain, others): (Vec<_>, Vec<_>) = leaner(&study.name, figures)
            .into_iter()
            .partition(|pair| pair.ratio.verdict.is_order());
        compared += certain.len();
        unclear += others.len();
        let is_slower = |pair: &&Leaner<'_>| pair.ratio.verdict == Verdict::Slower;
        let longer: Vec<_> = certain.iter().filter(is_slower).collect();
        slower += longer.len();
        evidence.extend(most_misleading(&longer, certain.len()));
    }
    evidence.truncate(MOST_STUDIES);
    if compared == 0 && unclear == 0 {
        let why = match figures.records.counts.is_empty() {
            true => figures.why_uncounted(),
            false => "no two variants were counted, and timed with queries first seen".to_owned(),
        };
        return (Ruling::NotMeasured, vec![Sentence::new(format!("No figures: {why}."))]);
    }
    let pairs = format::counted(compared, "pair");
    let text = format!(
        "Of {pairs} of variants that certainly differ in time, the one that executes fewer \
         instructions is the slower one in {slower}; {unclear} more do not certainly differ."
    );
    evidence.insert(0, Sentence::new(text));
    let ruling = match compared {
        0 => Ruling::Unresolved,
        _ if slower * COMPARISONS_PER_ERROR > compared => Ruling::Confirmed,
        _ => Ruling::Refuted,
    };
    (ruling, evidence)
}

/// No more studies are told of: records hold 128 sentences of evidence at most.
const MOST_STUDIES: usize = 60;

/// All pairs of a study that were counted and timed, where nothing waits for an answer.
fn leaner<'a>(study: &'a str, figures: &Figures<'a>) -> Vec<Leaner<'a>> {
    let places = figures.measured(study).filter(|place| place.context == Context::Throughput);
    let in_place = |place: Place<'a>| {
        let count = |name: &'a str| Some((name, figures.count(name, place, INSTRUCTIONS)?));
        let mut counts: Vec<_> =
            figures.choices(study).filter_map(|variant| count(&variant.name)).collect();
        counts.sort_by(|(_, a), (_, b)| a.total_cmp(b));
        let pairs = counts.iter().enumerate().flat_map(|(number, fewer)| {
            let more = counts[number + 1..].iter().filter(|more| more.1 > fewer.1);
            more.map(move |more| (*fewer, *more))
        });
        let leaner = pairs.filter_map(|(fewer, more)| {
            let ratio = figures.ratio(fewer.0, more.0, place)?;
            Some(Leaner { place, fewer, more, ratio })
        });
        leaner.collect::<Vec<_>>()
    };
    places.flat_map(in_place).collect()
}

/// How many of a study's pairs are slower for fewer instructions, and the worst of them.
fn most_misleading(longer: &[&Leaner<'_>], compared: usize) -> Option<Sentence> {
    let value = |pair: &Leaner<'_>| pair.ratio.figure.value;
    let worst = longer.iter().max_by(|a, b| value(a).total_cmp(&value(b)))?;
    let &&Leaner { place, fewer, more, ratio } = worst;
    let text = format!(
        "{}: slower for fewer instructions in {} of {compared}, at worst {}, {} instructions, \
         against {}, {}: {} times as long ({}).",
        place.study,
        longer.len(),
        fewer.0,
        format::count(fewer.1),
        more.0,
        format::count(more.1),
        format::figure(ratio.figure, format::ratio),
        figures::words(place)
    );
    Some(Sentence::new(text).shown(place.study, Section::Ranking))
}

/// How many times what choices gain in nodes per second they are said to gain in perft.
#[derive(Debug)]
pub(super) struct Overstatement {
    pub(super) least: f64,
    pub(super) most: f64,
    /// The streams of searches that count.
    pub(super) streams: &'static [&'static str],
}

/// No more choices are told of: records hold 128 sentences of evidence at most.
const MOST_CHOICES: usize = 60;

impl Overstatement {
    fn judge(&self, figures: &Figures<'_>) -> (Ruling, Vec<Sentence>) {
        let place = |study, stream| Place::plain(study, stream, Context::Throughput);
        let perft = place(PERFT, figures.main_stream(PERFT));
        let (mut evidence, mut as_claimed, mut compared, mut unclear) = (Vec::new(), 0, 0, 0);
        let others = figures.right(SEARCH).filter_map(nodes::difference);
        let pairs = others.flat_map(|other| self.streams.iter().map(move |on| (other, *on)));
        for (other, stream) in pairs {
            let gain = |place: Place<'_>| {
                let of = format!("{}+{other}", place.study);
                nodes::gain(&of, place.study, place, figures)
            };
            let Some((counted, searched)) = gain(perft).zip(gain(place(SEARCH, stream))) else {
                continue;
            };
            if !(counted.verdict.is_order() && searched.verdict.is_order()) {
                unclear += 1;
                continue;
            }
            compared += 1;
            let gains = [counted, searched].map(|gain| format::figure(gain.figure, format::gain));
            let times = times(counted, searched);
            let is_claimed = |it: &Figure| it.low <= self.most && it.high >= self.least;
            as_claimed += usize::from(times.as_ref().is_some_and(is_claimed));
            let times = times.map_or("the other sign".to_owned(), |times| {
                format!("{} times as much", format::figure(times, |by| format::number(by, 1)))
            });
            let [counted, searched] = gains;
            evidence.push(in_programs(format!(
                "{other}, {stream}: {counted} in perft and {searched} in nodes per second, {times}."
            )));
        }
        evidence.truncate(MOST_CHOICES);
        evidence.extend((unclear > 0).then(|| {
            let pairs = format::counted(unclear, "comparison");
            in_programs(format!("No certain difference in one or the other: {pairs}."))
        }));
        let counts = |count: usize| count * COMPARISONS_PER_ERROR > compared;
        let ruling = match (counts(as_claimed), counts(compared - as_claimed)) {
            (true, true) => Ruling::Depends,
            (true, false) => Ruling::Confirmed,
            (false, true) => Ruling::Refuted,
            (false, false) if unclear > 0 => Ruling::Unresolved,
            (false, false) => {
                let absence = |study| match figures.study(study) {
                    None => format!("these records have no study {study}"),
                    Some(_) => figures.why(place(study, figures.main_stream(study))),
                };
                let absences: BTreeSet<_> = [PERFT, SEARCH].map(absence).into();
                let absences: Vec<_> = absences.into_iter().collect();
                evidence.push(Sentence::new(format!("No figures: {}.", absences.join("; "))));
                Ruling::NotMeasured
            }
        };
        (ruling, evidence)
    }
}

/// How many times one gain the other is; nothing where they have not the same sign.
fn times(of: Gain, by: Gain) -> Option<Figure> {
    // A loss is as large as the gain of the other way about.
    let size = |Gain { figure, .. }: Gain| {
        let Figure { value, low, high } = figure;
        let below = Figure { value: -value, low: -high, high: -low };
        if value < 0.0 { below } else { figure }
    };
    let times = size(of).over(size(by));
    (of.verdict == by.verdict && times.is_ratio()).then_some(times)
}

/// A sentence on whole programs, whose figures a page of their own shows.
fn in_programs(text: String) -> Sentence {
    let (href, label) = ("engine.html#profiles".to_owned(), "engine, profiles".to_owned());
    Sentence { shown: Some(Shown { href, label }), ..Sentence::new(text) }
}

/// Between which numbers of questions a variant begins to be the faster one for good;
/// nothing if the figures do not show that it does.
fn pays(crossover: &Crossover<'_>, variant: &str) -> Option<[f64; 2]> {
    let (behind, ahead) = crossover.behind_and_ahead()?;
    match crossover.changes.as_slice() {
        [] if ahead == variant => Some([0.0, 0.0]),
        [change] if behind == variant => Some([change.low, change.high]),
        _ => None,
    }
}
