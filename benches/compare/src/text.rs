//! The text of a finding.

use crate::bench::{Engine, Run};
use crate::finding::{Builds, ERROR, Finding, MOST_BUILDS};
use crate::table::Table;
use records::Figure;
use sampling::statistics::median;

/// The gains, in per cent, whose probability testers post.
const POSTED: [f64; 4] = [0.0, 0.25, 0.5, 1.0];

/// A shorter bench is warned of, in seconds.
const SHORT: f64 = 1.0;

impl Table<'_> {
    /// All that is printed. `within` is the half-width in per cent that is wished for.
    pub(crate) fn text(&self, within: Option<f64>) -> String {
        let (finding, has_cycles) = (self.finding(), self.has_cycles());
        let (runs, Builds { bases, tests }) = (self.rounds.len(), self.builds());
        let ratio = finding.ratio();
        let Figure { value: gain, low: least, high: most } =
            ratio.map(|ratio| 100.0 * (ratio - 1.0));
        let half = (most - least) / 2.0;
        // The last digit is one that the runs know.
        let digits = if half < 0.1 { 2 } else { 1 };
        let several = bases + tests > 2;
        let of = if several { format!(" of {bases} and {tests} builds") } else { String::new() };
        let Figure { value, low, high } = ratio;
        let mut text = self.lines();
        text += &format!(
            "ratio: {value:.4} ({low:.4} to {high:.4}, 95 %), {runs} runs of each\n\
             speedup = {gain:+.digits$}% +/- {half:.digits$}%, {runs} runs{of}, base {}, test {}\n",
            named(self.bases),
            named(self.tests),
        );
        text += &format!("{}: {}\n", if has_cycles { "cycles:u" } else { "processor time" }, {
            finding.verdict()
        });
        text += &posted(&finding);
        text += &within.map_or(String::new(), |within| wanted(&finding, within));
        text += &self.warnings();
        text + &over_builds(&finding)
    }

    /// A line for each build.
    fn lines(&self) -> String {
        let roles = self.bases.iter().map(|engine| ("base", engine));
        let builds = roles.chain(self.tests.iter().map(|engine| ("test", engine)));
        let line = |(number, (role, engine)): (usize, (_, &Engine))| {
            let (seconds, nodes) = (self.middle(number, |run| run.seconds), self.nodes);
            let speed = nodes as f64 / seconds;
            let cycles = self.middle(number, |run| run.cycles.unwrap_or(0) as f64) / nodes as f64;
            let cycles = if self.has_cycles() {
                format!(", {cycles:.0} cycles a node")
            } else {
                String::new()
            };
            format!("{role}: {engine}: {nodes} nodes, {seconds:.3} s, {speed:.0} nodes/s{cycles}\n")
        };
        builds.enumerate().map(line).collect()
    }

    /// The middle of a build's runs.
    fn middle(&self, build: usize, of: impl Fn(&Run) -> f64) -> f64 {
        let values: Vec<_> = self.rounds.iter().map(|round| of(&round[build])).collect();
        median(&values, ERROR).value
    }

    /// A line for each engine whose bench is short.
    fn warnings(&self) -> String {
        let firsts = [("base", &self.bases[0], 0), ("test", &self.tests[0], self.bases.len())];
        let warning = |(role, engine, number)| {
            let seconds = self.middle(number, |run| run.seconds);
            let text = format!(
                "warning: {role} takes {seconds:.3} s. Below a second its start counts too: \
                 give {engine} a deeper bench.\n"
            );
            (seconds < SHORT).then_some(text)
        };
        firsts.into_iter().filter_map(warning).collect()
    }
}

/// The first of these builds, and how many others there are.
fn named(builds: &[Engine]) -> String {
    match builds {
        [one] => one.to_string(),
        [first, others @ ..] => format!("{first} and {} more", others.len()),
        [] => String::new(),
    }
}

/// The probabilities that testers post.
fn posted(finding: &Finding) -> String {
    let one = |gain: &f64| {
        let probability = finding.probability_above(1.0 + gain / 100.0);
        format!("P(speedup > {gain} %) = {probability:.3}")
    };
    POSTED.iter().map(one).collect::<Vec<_>>().join(", ") + "\n"
}

/// What an interval of this half-width takes.
fn wanted(finding: &Finding, half: f64) -> String {
    let (rounds, builds) = finding.wanted(half);
    let builds = builds.map(|builds| match builds {
        MOST_BUILDS => format!("{MOST_BUILDS} builds of each or more"),
        builds => format!("some {builds} builds of each"),
    });
    let rounds = (rounds > 0).then(|| format!("some {rounds} more runs of each build"));
    let all: Vec<_> = builds.into_iter().chain(rounds).collect();
    if all.is_empty() {
        return format!("+/- {half} % is reached.\n");
    }
    format!("+/- {half} % takes {}.\n", all.join(" and "))
}

/// Where the interval comes from.
fn over_builds(finding: &Finding) -> String {
    let (time, builds) = finding.halves();
    let Some(builds) = builds else {
        return "This is of one build of each: docs/validation.md says what linking changes.\n"
            .to_owned();
    };
    let agree = if finding.agrees { "agree" } else { "do not agree" };
    format!(
        "Over time +/- {time:.2}%, over builds +/- {builds:.2}%: the wider one counts. The \
         directions of all test builds against all base builds {agree}.\n"
    )
}

#[cfg(test)]
mod tests;
