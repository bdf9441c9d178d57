//! The aims of 2026: what was sought beyond the known techniques, and what the records say of
//! it, as docs/frontier.md quotes it.

use crate::claims::DELTAS_BY_MAGICS;
use crate::figures::{Figures, NOT_MEASURED, Place, SEARCH};
use crate::format;
use records::{Context, EQUIVALENT, Figure};

/// What was sought, and what may meet it.
struct Aim {
    text: &'static str,
    /// The question that it is about.
    study: &'static str,
    /// The best ones first.
    variants: &'static [&'static str],
    /// All of these are sought of one variant.
    goals: &'static [Goal],
}

/// A figure of at most so much.
struct Goal {
    /// Where it is measured: another study than the aim's is a program's.
    study: &'static str,
    stream: &'static str,
    context: Context,
    quantity: Quantity,
    most: f64,
    /// What tells it from the other goals of its aim.
    called: &'static str,
}

/// What a figure is of.
#[derive(Clone, Copy)]
enum Quantity {
    /// The time by that of another contender: the first of these names that records have.
    By(&'static [&'static str]),
    /// The same without the loop.
    NetBy(&'static str),
    /// The time in cycles.
    Cycles,
}

/// What is said of a goal.
#[derive(Clone, Copy, Eq, PartialEq)]
enum Outcome {
    Met,
    Missed,
    Open,
}

/// Not slower, as far as that is ever claimed.
const AS_FAST: f64 = 1.0 + EQUIVALENT;

const AIMS: &[Aim] = &[
    Aim {
        text: "relations that change with a move in vectors, in half the time of sliders and \
               squares behind over tables of 841 KB",
        study: "deltas",
        variants: &["deltas-byte-board-vbmi", "deltas-byte-board-avx2"],
        goals: &[deltas("games", "in games", 0.5), deltas("search", "in a search", 0.5)],
    },
    Aim {
        text: "the same without intrinsics, not slower",
        study: "deltas",
        variants: &["deltas-rays"],
        goals: &[deltas("games", "in games", AS_FAST), deltas("search", "in a search", AS_FAST)],
    },
    Aim {
        text: "all that a side attacks in less than 40 cycles with AVX2, the loop included",
        study: "threats",
        variants: &["threats-kogge-stone-avx2"],
        goals: &[Goal {
            quantity: Quantity::Cycles,
            most: 40.0,
            ..hot("threats", "positions", Context::Throughput, "cycles")
        }],
    },
    Aim {
        text: "in-between in batches, in 0.45 of the time of a loop over the fastest library, net",
        study: "between-batch",
        variants: &["between-batch-vbmi", "between-batch-gather"],
        goals: &[Goal {
            quantity: Quantity::NetBy("between-batch-loop+cozy-chess"),
            most: 0.45,
            ..hot("between-batch", "uniform", Context::Throughput, "of a loop over cozy-chess")
        }],
    },
    Aim {
        text: "in-between in 2 KB, in 1.30 of the throughput and 1.15 of the latency of 64x64",
        study: "between",
        variants: &["between-difference-masks", "between-difference-files", "between-encoded-0x88"],
        goals: &[
            between(Context::Throughput, "in throughput", 1.30),
            between(Context::Latency, "in latency", 1.15),
        ],
    },
    Aim {
        text: "a slider getter in 8 KB, not slower than magics in a search with a network of 16 MB",
        study: "sliders",
        variants: &["sliders-hyperbola"],
        goals: &[Goal {
            quantity: Quantity::By(&[SEARCH]),
            most: AS_FAST,
            ..hot(SEARCH, "network-16", Context::Throughput, "of the time of a node")
        }],
    },
];

const fn hot(
    study: &'static str,
    stream: &'static str,
    context: Context,
    called: &'static str,
) -> Goal {
    Goal { study, stream, context, quantity: Quantity::Cycles, most: 0.0, called }
}

const fn deltas(stream: &'static str, called: &'static str, most: f64) -> Goal {
    let quantity = Quantity::By(DELTAS_BY_MAGICS);
    Goal { quantity, most, ..hot("deltas", stream, Context::Throughput, called) }
}

const fn between(context: Context, called: &'static str, most: f64) -> Goal {
    let quantity = Quantity::By(&["between-rectangular"]);
    Goal { quantity, most, ..hot("between", "uniform", context, called) }
}

/// The aims with what these figures say of each, as Markdown.
pub(crate) fn table(figures: &Figures<'_>) -> String {
    let row =
        |aim: &Aim| format!("| {} | {} | {} |\n", aim.text, aim.met(figures), aim.best(figures));
    let rows: String = AIMS.iter().map(row).collect();
    format!("| aim | met | best |\n|---|---|---|\n{rows}")
}

impl Aim {
    /// Whether one of the variants meets all goals, or which of them.
    fn met(&self, figures: &Figures<'_>) -> String {
        let outcomes = |variant: &&str| -> Vec<Option<Outcome>> {
            self.goals.iter().map(|goal| goal.outcome(variant, self, figures)).collect()
        };
        // Another interface answers another question, and is only shown.
        let is_ranked = |variant: &&&str| {
            figures.variant(self.study, variant).is_some_and(|variant| variant.is_ranked())
        };
        let outcomes: Vec<_> = self.variants.iter().filter(is_ranked).map(outcomes).collect();
        let all =
            |wanted: Outcome| outcomes.iter().any(|one| one.iter().all(|it| *it == Some(wanted)));
        if outcomes.iter().flatten().all(Option::is_none) {
            return NOT_MEASURED.to_owned();
        }
        if all(Outcome::Met) {
            return "yes".to_owned();
        }
        let by_goal = |wanted: Outcome| {
            let has = |number: &usize| outcomes.iter().any(|one| one[*number] == Some(wanted));
            let numbers = (0..self.goals.len()).filter(has);
            numbers.map(|number| self.goals[number].called).collect::<Vec<_>>()
        };
        match (by_goal(Outcome::Met).as_slice(), by_goal(Outcome::Open).is_empty()) {
            ([], true) => "no".to_owned(),
            ([], false) => "not resolved".to_owned(),
            (met, _) => format!("only {}", format::list(met)),
        }
    }

    /// Each variant with its figures and its bytes.
    fn best(&self, figures: &Figures<'_>) -> String {
        let told = |variant: &&str| {
            let goal = |goal: &Goal| {
                let figure = goal.figure(variant, self, figures)?;
                Some(format!("{} {}", format::figure(figure, format::time), goal.called))
            };
            let goals: Vec<_> = self.goals.iter().filter_map(goal).collect();
            let found = figures.variant(self.study, variant).filter(|_| !goals.is_empty())?;
            let interface = match found.is_ranked() {
                true => String::new(),
                false => format!(" ({})", found.interface),
            };
            let bytes = format::tables(found.table_bytes);
            Some(format!("`{variant}`{interface} {}; {bytes}", goals.join(", ")))
        };
        let told: Vec<_> = self.variants.iter().filter_map(told).collect();
        if told.is_empty() { NOT_MEASURED.to_owned() } else { told.join("<br>") }
    }
}

impl Goal {
    fn outcome(&self, variant: &str, aim: &Aim, figures: &Figures<'_>) -> Option<Outcome> {
        let Figure { low, high, .. } = self.figure(variant, aim, figures)?;
        Some(match self.most {
            most if high <= most => Outcome::Met,
            most if low > most => Outcome::Missed,
            _ => Outcome::Open,
        })
    }

    fn figure(&self, variant: &str, aim: &Aim, figures: &Figures<'_>) -> Option<Figure> {
        let place = Place::plain(self.study, self.stream, self.context);
        let is_program = self.study != aim.study;
        let name =
            if is_program { format!("{}+{variant}", self.study) } else { variant.to_owned() };
        let net = |name: &str| figures.time(name, place).net.filter(|net| net.low > 0.0);
        match self.quantity {
            Quantity::By(against) => {
                let ratio = |against: &&str| figures.ratio(&name, against, place);
                Some(against.iter().find_map(ratio)?.figure)
            }
            Quantity::NetBy(against) => Some(net(&name)?.over(net(against)?)),
            Quantity::Cycles => figures.time(&name, place).raw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::made_up::{hot as timed, programs, variant, variants};
    use records::{Interface, Records, Variant};

    fn row(records: &Records, words: &str) -> String {
        let table = table(&Figures::new(records));
        table.lines().find(|line| line.contains(words)).unwrap().to_owned()
    }

    /// Ratios of both variants in throughput and latency, which decide an aim.
    fn between(throughput: [f64; 2], latency: [f64; 2]) -> String {
        const NAMES: [&str; 2] = ["between-difference-masks", "between-difference-files"];
        let named = [("between-rectangular", 32768), (NAMES[0], 1528), (NAMES[1], 1528)];
        let mut records = variants(&named);
        let table = |dependent, [one, two]: [f64; 2]| {
            timed(
                dependent,
                &[("between-rectangular", 10.0), (NAMES[0], 10.0 * one), (NAMES[1], 10.0 * two)],
            )
        };
        records.tables = vec![table(false, throughput), table(true, latency)];
        row(&records, "in-between in 2 KB")
    }

    #[test]
    fn an_aim_is_met_where_one_variant_meets_all_goals() {
        assert!(
            between([1.2, 2.0], [1.1, 1.0]).contains("| yes | `between-difference-masks` 1.20 ")
        );
        assert!(between([1.2, 2.0], [1.4, 1.0]).contains("| only in throughput and in latency |"));
        assert!(between([1.4, 2.0], [1.4, 1.0]).contains("| only in latency |"));
        assert!(between([1.4, 2.0], [1.4, 1.5]).contains("| no |"));
        assert!(between([1.3, 2.0], [1.4, 1.5]).contains("| not resolved |"));
    }

    #[test]
    fn another_interface_is_shown_and_meets_no_aim() {
        let mut records =
            variants(&[("between-rectangular", 32768), ("between-encoded-0x88", 2048)]);
        records.variants[1].interface = Interface::Encoded;
        let times = [("between-rectangular", 10.0), ("between-encoded-0x88", 10.0)];
        records.tables = [false, true].map(|dependent| timed(dependent, &times)).into();
        let told = row(&records, "in-between in 2 KB");
        assert!(told.contains("| not measured | `between-encoded-0x88` (encoded) 1.00 "), "{told}");
    }

    #[test]
    fn figures_stand_with_their_intervals_and_bytes() {
        let told = between([1.2, 2.0], [1.1, 1.0]);
        let first = "`between-difference-masks` 1.20 (1.19 to 1.21) in throughput, 1.10 (1.09 to \
                     1.11) in latency; 1528 bytes of tables<br>`between-difference-files` 2.00 ";
        assert!(told.contains(first), "{told}");
    }

    #[test]
    fn a_program_is_judged_by_its_own_study() {
        let mut records = programs(&[("sliders-hyperbola", 1.0, 0.9)]);
        let getter = Variant { study: "sliders".to_owned(), ..variant("sliders-hyperbola", 2048) };
        records.variants.push(getter);
        records.tables[1].stream = "network-16".to_owned();
        let told = row(&records, "a slider getter");
        assert!(told.contains("| yes | `sliders-hyperbola` 0.90 "), "{told}");
        assert!(row(&records, "AVX2, the loop").ends_with("| not measured | not measured |"));
    }
}
