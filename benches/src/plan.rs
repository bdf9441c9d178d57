//! The tables that a run measures, and their time.
//!
//! A run has fixed shares of time: a number of seconds for all tables of a kind together. A new
//! question does not lengthen a run; it takes its share from the others.

use anyhow::ensure;
use questions::question::{Length, Question};
use questions::variant::Variant;
use records::{Breadth, Context, Setting};
use sampling::verdict::SPANS;

/// A table to measure: everything that answers a stream in a context.
#[derive(Clone, Debug)]
pub struct Group<'a> {
    /// The question.
    pub question: &'a Question,
    /// The context.
    pub context: Context,
    /// Whether a query waits for the answer to the one before.
    pub dependent: bool,
    /// The stream's name.
    pub stream: &'static str,
    /// The variants that answer, and the null control.
    pub answering: Vec<&'a Variant>,
    /// Seconds of sampling.
    pub seconds: f64,
}

impl Group<'_> {
    /// The setting of all that it measures.
    #[must_use]
    pub fn setting(&self) -> Setting<'static> {
        Setting {
            context: self.context,
            ..Setting::hot(self.question.name, self.stream, self.dependent)
        }
    }

    /// Question, context and stream. Filters see this followed by a variant's name.
    #[must_use]
    pub fn name(&self) -> String {
        self.setting().name()
    }

    /// The kind of its table.
    #[must_use]
    pub fn kind(&self) -> TableKind {
        TableKind::of(self.question, self.context)
    }

    /// Whether a search asks this question most; without a search, all are equally important.
    #[must_use]
    pub fn is_asked_most(&self) -> bool {
        MOST_ASKED.contains(&self.question.name) || cfg!(not(feature = "all"))
    }

    /// Its variants and control, and the question's first variant, with which all are compared.
    pub fn all(&self) -> impl Iterator<Item = &Variant> {
        self.answering.iter().copied().chain(self.question.variants.first())
    }

    /// The names of its variants, as filters see them.
    #[must_use]
    pub fn labels(&self) -> Vec<String> {
        let name = self.name();
        self.answering.iter().map(|v| format!("{name}/{}", v.name)).collect()
    }
}

/// Kinds of tables, each with its share of a run's time.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum TableKind {
    /// Whole programs.
    Programs,
    /// Lookups with hot tables.
    Hot,
    /// Lookups beside a working set.
    Beside,
    /// Lookups with queries that were asked before.
    Learnt,
    /// Several numbers of questions after each query.
    Upkeep,
}

impl TableKind {
    /// All kinds in the order of measurement: the ones that readers decide by come first.
    pub const ALL: [TableKind; 5] = [
        TableKind::Programs,
        TableKind::Hot,
        TableKind::Beside,
        TableKind::Learnt,
        TableKind::Upkeep,
    ];

    fn of(question: &Question, context: Context) -> TableKind {
        match context {
            _ if question.policy.length == Length::Program => TableKind::Programs,
            Context::Throughput | Context::Latency => TableKind::Hot,
            Context::Beside => TableKind::Beside,
            Context::Learnt => TableKind::Learnt,
            Context::Upkeep => TableKind::Upkeep,
        }
    }

    /// Seconds of sampling for all tables of this kind together; 0 if a run of this breadth has
    /// none.
    fn seconds(self, breadth: Breadth) -> f64 {
        let [quick, default, thorough] = match self {
            TableKind::Programs => [9.0, 70.0, 720.0],
            TableKind::Hot => [13.0, 90.0, 600.0],
            TableKind::Beside => [5.0, 40.0, 400.0],
            TableKind::Learnt => [0.0, 0.0, 120.0],
            TableKind::Upkeep => [0.0, 0.0, 40.0],
        };
        match breadth {
            Breadth::Quick => quick,
            Breadth::Default => default,
            Breadth::Thorough => thorough,
        }
    }

    /// The parts of its tables' time, minutes apart: a neighbour, or the memory at hand, rarely
    /// affects all of them.
    #[must_use]
    pub fn parts(self) -> usize {
        match self {
            TableKind::Programs => SPANS[1],
            TableKind::Hot => SPANS[0],
            TableKind::Beside | TableKind::Learnt | TableKind::Upkeep => 1,
        }
    }
}

/// The questions that every kind of search asks most, which a default run measures in more contexts;
/// a test counts them.
const MOST_ASKED: [&str; 6] = ["sliders", "serialize", "checks", "threshold", "between", "pins"];

/// The choices of a program that share rounds, besides the base and its controls. Few, so that a round
/// is short beside what a neighbour does: on one Zen 4, 23 s of two choices gave half-widths of 0.6 %,
/// and of all choices 2 to 5 %.
pub const TOGETHER: usize = 3;

/// Choices of a program that are compared by default, besides the base: the first of the list, by
/// which an answer can turn, if this processor can run them and the program asks what they change. A
/// quick run has those of sliders alone.
const CHOICES: usize = 9;

/// The tables that runs of this breadth measure, and their time. With filters, these are the
/// tables that have one of them in their name, or in the name of something in them. A filter that
/// is the whole name of a question or a variant chooses by that alone. A filter that names a
/// question, a context or a stream also brings tables that the breadth leaves out.
///
/// # Errors
/// If a filter chooses nothing; the message gives an example.
pub fn plan<'a>(
    questions: &'a [Question],
    breadth: Breadth,
    filters: &[String],
) -> anyhow::Result<Vec<Group<'a>>> {
    let mut plan = groups(questions);
    for filter in filters {
        let is_there = plan.iter().any(|group| chooses(filter, questions, group));
        ensure!(
            is_there,
            "nothing to measure has \"{filter}\" in its name, such as {}; \
             `cargo bench -- --thorough --list` lists all",
            plan.first().and_then(|group| group.labels().into_iter().next()).unwrap_or_default()
        );
    }
    let seconds = TableKind::ALL.map(|kind| share(&plan, kind, breadth));
    for group in &mut plan {
        group.seconds = seconds[group.kind() as usize];
    }
    plan.retain(|group| {
        let chosen: Vec<_> = filters.iter().filter(|it| chooses(it, questions, group)).collect();
        let is_thorough = is_usual(group, Breadth::Thorough);
        let brings = |filter: &&String| {
            filter.split('/').any(|part| {
                let is_named = [group.question.name, group.context.name()].contains(&part);
                part == group.stream || is_named && is_thorough
            })
        };
        match (filters, &chosen[..]) {
            ([], _) => is_usual(group, breadth),
            (_, []) => false,
            _ => is_usual(group, breadth) || chosen.iter().any(brings),
        }
    });
    for group in &mut plan {
        if group.kind() == TableKind::Programs && breadth != Breadth::Thorough {
            keep_choices(group, breadth, filters);
        }
    }
    Ok(plan)
}

/// Whether a choice of a program can differ from its base on a stream: unless it changes the answer to
/// one question alone, and no node there asks it.
#[must_use]
pub fn can_differ(program: &Question, stream: &str, choice: &Variant) -> bool {
    let mut asks = program.variants[0].account().asks.iter();
    !asks.any(|asks| asks.stream == stream && asks.never_asks(choice.name))
}

/// Keeps the first choices of a program, and those that filters name.
fn keep_choices(group: &mut Group<'_>, breadth: Breadth, filters: &[String]) {
    let Group { question, stream, .. } = *group;
    let count = if breadth == Breadth::Quick { TOGETHER } else { CHOICES };
    let first = group.answering.iter().filter(|v| v.is_variant()).take(1 + count);
    let first = first.filter(|v| v.is_available() && can_differ(question, stream, v));
    let first: Vec<_> = first.map(|variant| variant.name).collect();
    let is_named = |name: &str| {
        let of_question = name != group.question.name;
        of_question
            && filters
                .iter()
                .any(|filter| filter != group.question.name && name.contains(&**filter))
    };
    group.answering.retain(|v| !v.is_variant() || first.contains(&v.name) || is_named(v.name));
}

/// Whether a filter chooses a table.
fn chooses(filter: &str, questions: &[Question], group: &Group<'_>) -> bool {
    let mut names = questions.iter().flat_map(|question| question.all().map(|v| v.name));
    if questions.iter().any(|question| question.name == filter) {
        return group.question.name == filter;
    }
    if names.any(|name| name == filter) {
        return group.answering.iter().any(|variant| variant.name == filter);
    }
    group.labels().iter().any(|label| label.contains(filter))
}

/// Whether runs of this breadth measure a table that no filter names.
fn is_usual(group: &Group<'_>, breadth: Breadth) -> bool {
    let Group { question, stream, .. } = group;
    let is_first = question.first_streams().any(|first| first == *stream);
    let is_main = question.main_stream() == *stream;
    match (breadth, group.kind()) {
        (Breadth::Thorough, TableKind::Beside) => is_main,
        (Breadth::Thorough, _) => true,
        (_, TableKind::Programs | TableKind::Hot) => is_first,
        (_, TableKind::Beside) => is_main && group.is_asked_most(),
        (_, TableKind::Learnt | TableKind::Upkeep) => false,
    }
}

/// Seconds of sampling for a table of a kind: an equal share with the others of a run without
/// filters, or as long as in a thorough run if that run has none.
fn share(groups: &[Group<'_>], kind: TableKind, breadth: Breadth) -> f64 {
    let alike = groups.iter().filter(|group| group.kind() == kind && is_usual(group, breadth));
    match alike.count() {
        0 if breadth == Breadth::Thorough => 0.0,
        0 => share(groups, kind, Breadth::Thorough),
        count => kind.seconds(breadth) / count as f64,
    }
}

/// Everything there is to measure.
fn groups(questions: &[Question]) -> Vec<Group<'_>> {
    let mut groups = Vec::new();
    for question in questions {
        for &context in Context::ALL {
            for &dependent in kernels(question, context) {
                for &(stream, _) in &question.streams {
                    let answering = question.all().filter(|v| v.answers(stream)).collect();
                    groups.push(Group {
                        question,
                        context,
                        dependent,
                        stream,
                        answering,
                        seconds: 0.0,
                    });
                }
            }
        }
    }
    groups.sort_by_key(|group| TableKind::ALL.iter().position(|kind| *kind == group.kind()));
    groups
}

/// How a question is asked in a context; empty if the context varies what it does not have.
fn kernels(question: &Question, context: Context) -> &'static [bool] {
    let is_program = question.policy.length == Length::Program;
    match context {
        _ if is_program && context != Context::Throughput => &[],
        Context::Throughput | Context::Learnt => &[false],
        Context::Upkeep if question.policy.questions.is_empty() => &[],
        Context::Upkeep => &[false],
        Context::Latency if question.asks(true) => &[true],
        Context::Latency => &[],
        Context::Beside if question.asks(true) => &[false, true],
        Context::Beside => &[false],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use questions::list;
    use std::collections::BTreeSet;

    const BREADTHS: [Breadth; 3] = [Breadth::Quick, Breadth::Default, Breadth::Thorough];

    fn planned<'a>(
        questions: &'a [Question],
        breadth: Breadth,
        filters: &[&str],
    ) -> Vec<Group<'a>> {
        let filters: Vec<_> = filters.iter().map(|&filter| filter.to_owned()).collect();
        plan(questions, breadth, &filters).unwrap()
    }

    fn names(plan: &[Group<'_>]) -> BTreeSet<String> {
        plan.iter().map(Group::name).collect()
    }

    #[test]
    fn a_run_takes_its_time_however_many_questions_there_are() {
        let questions = list::questions();
        // Programs, hot tables, tables beside a working set, learnt ones, and kept state.
        for (breadth, expected) in BREADTHS.into_iter().zip([
            [9.0, 13.0, 5.0, 0.0, 0.0],
            [70.0, 90.0, 40.0, 0.0, 0.0],
            [720.0, 600.0, 400.0, 120.0, 40.0],
        ]) {
            let plan = planned(&questions, breadth, &[]);
            for (kind, expected) in TableKind::ALL.into_iter().zip(expected) {
                let of = plan.iter().filter(|group| group.kind() == kind);
                let seconds: Vec<_> = of.map(|group| group.seconds).collect();
                let all: f64 = seconds.iter().sum();
                assert!((all - expected).abs() < 1e-6, "{kind:?}: {all}");
                assert!(seconds.iter().all(|one| *one == seconds[0]), "shared equally: {kind:?}");
            }
        }
        use TableKind::{Beside, Hot, Learnt, Programs, Upkeep};
        assert_eq!(TableKind::ALL, [Programs, Hot, Beside, Learnt, Upkeep]);
        assert_eq!(TableKind::ALL.map(TableKind::parts), [12, 6, 1, 1, 1]);
    }

    #[test]
    fn a_broader_run_measures_all_that_a_narrower_one_does() {
        let questions = list::questions();
        let [quick, default, thorough] =
            BREADTHS.map(|breadth| names(&planned(&questions, breadth, &[])));
        assert!(quick.is_subset(&default) && default.is_subset(&thorough));
        assert!(quick.contains("sliders/throughput/games"), "{quick:?}");
        assert!(quick.contains("between/latency/positions"));
        assert!(default.contains("attackers/throughput/exchanges"), "a search is counted by it");
        assert!(!default.contains("between/throughput/uniform"));
        assert!(!default.contains("perft/throughput/positions"));
        assert!(thorough.contains("between/learnt/uniform"));
        let searched = |plan: &BTreeSet<String>| {
            plan.iter().filter(|name| name.starts_with("search/")).count()
        };
        assert_eq!([&quick, &default, &thorough].map(searched), [3, 3, 4]);
        let beside = default.iter().filter(|name| name.contains("/beside/"));
        let beside: BTreeSet<_> = beside.map(|name| name.split('/').next().unwrap()).collect();
        assert_eq!(beside, MOST_ASKED.into());
    }

    #[test]
    fn beside_are_measured_the_questions_that_a_search_asks_most() {
        let question = list::named("search").unwrap();
        let account = question.variants[0].account();
        let searched =
            || account.asks.iter().filter(|a| question.first_streams().any(|s| s == a.stream));
        let rate = |asks: &records::Asks, question: &str| {
            let asked = asks.asked.iter().filter(|asked| asked.question == question);
            asked.map(|asked| asked.times).sum::<u64>() as f64 / asks.queries as f64
        };
        let least = |question| searched().map(|asks| rate(asks, question)).fold(f64::MAX, f64::min);
        let questions: BTreeSet<_> =
            searched().flat_map(|asks| &asks.asked).map(|asked| &*asked.question).collect();
        let mut rates: Vec<_> = questions.into_iter().map(|name| (least(name), name)).collect();
        rates.sort_by(|a, b| b.0.total_cmp(&a.0));
        let most: Vec<_> = rates.iter().take(MOST_ASKED.len()).map(|(_, name)| *name).collect();
        assert_eq!(most, MOST_ASKED, "{rates:?}");
    }

    #[test]
    fn a_filter_chooses_whole_tables() {
        let questions = [list::named("between").unwrap(), list::named("pins").unwrap()];
        let all = |group: &Group<'_>| {
            let answering = group.question.all().filter(|v| v.answers(group.stream));
            group.answering.len() == answering.count()
        };
        for filter in ["branchless", "between-triangular", "latency/positions", "pins"] {
            let plan = planned(&questions, Breadth::Default, &[filter]);
            assert!(!plan.is_empty() && plan.iter().all(all), "{filter}");
        }
        let of = |filter| planned(&questions, Breadth::Default, &[filter]);
        // The whole name of a question, and of a variant that others are built on.
        assert!(of("between").iter().all(|group| group.question.name == "between"));
        assert!(of("between-rectangular").iter().all(|group| group.question.name == "between"));
        assert!(of("rectangular").iter().any(|group| group.question.name == "pins"));
        // If named, a stream or a context is measured although a default run leaves it out.
        let named = names(&of("between/throughput/uniform"));
        assert_eq!(named, ["between/throughput/uniform".to_owned()].into());
        assert!(names(&of("between")).contains("between/learnt/aligned"));
        assert!(!names(&of("triangular")).iter().any(|name| name.contains("learnt")));
        assert!(of("between/throughput/uniform").iter().all(|group| group.seconds > 0.5));
        let either = names(&planned(&questions, Breadth::Quick, &["uniform", "between"]));
        assert!(either.is_superset(&names(&of("between"))));
    }

    #[test]
    fn of_programs_the_first_choices_are_measured_and_those_that_are_named() {
        let questions = [list::named("search").unwrap()];
        let searched_on = |has, stream, breadth, filters: &[&str]| {
            let plan = processor::playing(has, || planned(&questions, breadth, filters));
            let group = plan.into_iter().find(|group| group.stream == stream).unwrap();
            let names = group.answering.iter().filter(|v| v.is_variant()).map(|v| v.name);
            let (base, choices) = (names.clone().next().unwrap(), names.skip(1));
            assert_eq!(base, "search");
            choices.map(|name| name.strip_prefix("search+").unwrap()).collect::<Vec<_>>()
        };
        let searched =
            |breadth, filters: &[&str]| searched_on(|_| true, "classical", breadth, filters);
        let first = searched(Breadth::Default, &[]);
        assert_eq!(first[..2], ["sliders-pext", "sliders-hyperbola"]);
        assert_eq!(first[first.len() - 1], "order-minmax", "{first:?}");
        assert!(first.contains(&"serialize-chunks"));
        assert_eq!(searched(Breadth::Quick, &[]), first[..3], "three of sliders");
        // Relations are asked in one profile alone, which so has all of the first.
        let expected = [
            "sliders-pext",
            "sliders-hyperbola",
            "sliders-hyperbola-lanes",
            "serialize-compress",
            "serialize-chunks",
            "pins-snipers",
            "deltas-byte-board-vbmi",
            "deltas-rays",
            "order-minmax",
        ];
        assert_eq!(searched_on(|_| true, "threats", Breadth::Default, &[]), expected);
        // On older processors, those that it can run, and no others in their place.
        let without = |has, lacking: &[&str]| {
            let expected: Vec<_> =
                expected.into_iter().filter(|it| !lacking.contains(it)).collect();
            assert_eq!(searched_on(has, "threats", Breadth::Default, &[]), expected);
        };
        let avx512 = ["serialize-compress", "deltas-byte-board-vbmi", "order-minmax"];
        without(|need| !need.starts_with("avx512"), &avx512);
        without(|_| false, &[&avx512[..], &["sliders-pext", "sliders-hyperbola-lanes"]].concat());
        assert_eq!(searched(Breadth::Default, &["search"]), first);
        let named = searched(Breadth::Default, &["line-span"]);
        assert_eq!(named, [&first[..], &["between-line-span"]].concat());
        assert!(searched(Breadth::Thorough, &[]).len() > 14);
    }

    #[test]
    fn batches_are_never_asked_one_after_the_other() {
        let questions = list::questions();
        let plan = planned(&questions, Breadth::Thorough, &["between-batch"]);
        let contexts: BTreeSet<_> = plan.iter().map(|group| group.context.name()).collect();
        assert_eq!(contexts, ["beside", "learnt", "throughput"].into());
        assert!(plan.iter().all(|group| !group.dependent));
        assert!(plan.iter().all(|group| group.question.name == "between-batch"));
    }

    #[test]
    fn a_filter_that_chooses_nothing_is_told_with_an_example() {
        let questions = list::questions();
        for filters in [&["nonsense"][..], &["triangular", "nonsense"]] {
            let filters: Vec<_> = filters.iter().map(|&filter| filter.to_owned()).collect();
            let error = plan(&questions, Breadth::Default, &filters).unwrap_err().to_string();
            assert!(error.starts_with("nothing to measure has \"nonsense\" in its name"));
            assert!(error.contains("/throughput/") && error.contains("--list"), "{error}");
        }
    }
}
