//! Who takes part in a table, and what their arms do in each round: one per contender and
//! placement while tables are hot, one per contender in bursts.

use crate::entry::{Contender, Dependence, Placement, Workload};
use crate::meters::cores::{OtherCore, walk};
use crate::streams::Asked;
use crate::study::Study;
use anyhow::{Context as _, Result, bail};
use records::NULL;
use sampling::hardware::PLACES;
use sampling::{Arm, Clock, Roles};
use std::cell::Cell;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::hint::black_box;
use std::sync::Arc;

/// Lines by which the walks of two rounds are apart: 37 pages.
const WALK_STEP: usize = 37 * 64;

/// Who takes part in a table.
#[derive(Debug)]
pub struct Lineup<'a> {
    /// The study.
    pub study: &'a Study,
    /// The stream's name.
    pub stream: &'static str,
    /// The kernel.
    pub kernel: Dependence,
    participants: Vec<Participant<'a>>,
}

/// A contender, or one of its copies.
#[derive(Clone, Copy, Debug)]
struct Participant<'a> {
    contender: &'a Contender,
    copy: usize,
}

/// What the sums of the windows must be, by the oracle's name.
type Sums = BTreeMap<&'static str, Arc<[u64]>>;

impl<'a> Lineup<'a> {
    /// These variants of a study, and its reference, two copies of that, the null contender
    /// and a copy of that.
    ///
    /// # Errors
    /// If the study's reference answers wrongly.
    pub fn new(
        study: &'a Study,
        stream: &'static str,
        kernel: Dependence,
        chosen: impl Iterator<Item = &'a Contender>,
    ) -> Result<Lineup<'a>> {
        let wrong = || format!("the reference of {} is wrong", study.name);
        let reference = study.reference().with_context(wrong)?;
        let others = chosen.filter(|c| c.is_variant() && c.name != reference.name);
        let mut lineup = Lineup::of_copies(study, stream, kernel, reference);
        lineup.participants.splice(1..1, others.map(|other| take(other, 0)));
        Ok(lineup)
    }

    /// A contender against copies of itself, and nothing else.
    #[must_use]
    pub fn of_copies(
        study: &'a Study,
        stream: &'static str,
        kernel: Dependence,
        contender: &'a Contender,
    ) -> Lineup<'a> {
        let copies = [0, 1, 2].map(|copy| take(contender, copy));
        let participants = [&copies[..], &[0, 1].map(|copy| take(study.null(), copy))].concat();
        Lineup { study, stream, kernel, participants }
    }

    /// The variants, in the order of the [roles](Lineup::roles).
    pub fn variants(&self) -> impl Iterator<Item = &'a Contender> {
        let variants = self.participants.len() - 4;
        self.participants[..variants].iter().map(|part| part.contender)
    }

    /// The names that the records have: the variants, and the null contender.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.variants().map(|variant| variant.name).chain([NULL]).map(str::to_owned).collect()
    }

    /// The names of all participants, copies included.
    #[must_use]
    pub fn all_names(&self) -> Vec<String> {
        let name = |part: &Participant<'_>| match part.copy {
            0 => part.contender.name.to_owned(),
            copy => format!("{}, copy {copy}", part.contender.name),
        };
        self.participants.iter().map(name).collect()
    }

    /// The parts of the participants.
    #[must_use]
    pub fn roles(&self) -> Roles {
        let count = self.participants.len();
        Roles {
            variants: (0..count - 4).collect(),
            copies: vec![count - 4, count - 3],
            null: count - 2,
            null_copy: count - 1,
        }
    }

    /// The parts among copies: the first copy stands for a second variant, the second for
    /// the noise.
    #[must_use]
    pub fn roles_of_copies() -> Roles {
        Roles { variants: vec![0, 1], copies: vec![2], null: 3, null_copy: 4 }
    }

    /// Whether the stream asks anything: the user's positions may not.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.workloads(&take(self.study.null(), 0), None)[0].queries > 0
    }

    /// Hot tables: long batches, every placement an arm of its own. Another core may run the
    /// loop of whoever is measured.
    #[must_use]
    pub fn hot_arms<'b>(&'b self, clock: &'b Clock, other: Option<&'b OtherCore>) -> Vec<Arm<'b>> {
        let expected = self.expected_sums(None);
        let mut arms = Vec::new();
        for (contender, part) in self.participants.iter().enumerate() {
            let same = |c: &Contender| std::ptr::eq(c, part.contender);
            let job = self.study.contenders.iter().position(same);
            for workload in self.workloads(part, None) {
                let expected = self.expected_of(part, &expected);
                let measure = move |round: usize| {
                    if let Some((other, job)) = other.zip(job) {
                        other.run(job);
                    }
                    self.time_window(clock, part, &workload, &expected, round)
                };
                arms.push(Arm { contender, measure: Box::new(measure) });
            }
        }
        arms
    }

    /// Hot tables, with so many questions after each query. An arm for each contender, whose
    /// placement changes from round to round.
    #[must_use]
    pub fn upkeep_arms<'b>(&'b self, clock: &'b Clock, questions: u64) -> Vec<Arm<'b>> {
        let expected = self.expected_sums(Some(questions));
        let arm = |(contender, part): (usize, &'b Participant<'b>)| {
            let places = self.workloads(part, Some(questions));
            let expected = self.expected_of(part, &expected);
            let measure = move |round: usize| {
                // Every window at every placement.
                let (window, place) = (round / places.len(), round % places.len());
                self.time_window(clock, part, &places[place], &expected, window)
            };
            Arm { contender, measure: Box::new(measure) }
        };
        self.participants.iter().enumerate().map(arm).collect()
    }

    /// Bursts of a few queries, each after a walk through so many bytes of `memory`, which is
    /// larger.
    ///
    /// The walk is not timed, nor is what brings the queries themselves back into the cache:
    /// an engine has its squares in registers.
    #[must_use]
    pub fn pressure_arms<'b>(
        &'b self,
        clock: &'b Clock,
        memory: &'b [[u64; 8]],
        bytes: u64,
        burst: usize,
    ) -> Vec<Arm<'b>> {
        let lines = bytes as usize / 64;
        // A batch must be short, or no neighbour stays away for all of it.
        let most = ((1 << 15) / (lines + 1)).clamp(2, 16);
        // Which lines of a large cache two pages share is luck: every round walks through
        // others.
        let disturb = move |_: &Participant<'_>, round: usize| {
            let start = round * WALK_STEP % (memory.len() - lines);
            walk(&memory[start..start + lines]);
        };
        self.burst_arms(clock, burst, most, true, disturb)
    }

    /// Bursts of a few queries, the tables flushed from all caches before each.
    #[cfg(target_arch = "x86_64")]
    #[must_use]
    pub fn cold_arms<'b>(&'b self, clock: &'b Clock, burst: usize) -> Vec<Arm<'b>> {
        let flush = |part: &Participant<'_>, _| {
            part.contender.tables.iter().for_each(|table| sampling::hardware::flush(*table));
        };
        let bytes = self.participants.iter().map(|part| part.contender.table_bytes());
        let lines = bytes.max().unwrap_or(0) / 64;
        // A batch must be short here too, and flushing a line takes as long as reading it.
        let most = ((1 << 15) / (lines + 1)).clamp(2, 8);
        self.burst_arms(clock, burst, most, false, flush)
    }

    /// Arms that time bursts of a few queries, each after a disturbance, `most` of them in a
    /// round.
    fn burst_arms<'b>(
        &'b self,
        clock: &'b Clock,
        burst: usize,
        most: usize,
        warm: bool,
        disturb: impl Fn(&Participant<'_>, usize) + Copy + 'b,
    ) -> Vec<Arm<'b>> {
        let bursts = (64 / burst).clamp(2, most);
        let arm = |(contender, part): (usize, &'b Participant<'b>)| {
            let places = self.workloads(part, None);
            let next = Cell::new(0);
            let measure = move |round: usize| {
                let workload = &places[round % PLACES.len()];
                if warm {
                    let warm_up = self.study.policy.warm_up.min(workload.queries);
                    black_box((workload.run)(0..warm_up));
                }
                let mut total = 0;
                for number in 0..bursts + 1 {
                    let start = next.get();
                    next.set((start + burst) % (workload.queries - burst));
                    let queries = start..start + burst;
                    disturb(part, round);
                    black_box((workload.touch)(queries.clone()));
                    let start = clock.start();
                    black_box((workload.run)(queries));
                    let elapsed = clock.elapsed(start);
                    // The first burst finds the caches as the arm before left them.
                    total += if number == 0 { 0 } else { elapsed };
                }
                Ok(total as f64 / (bursts * burst) as f64)
            };
            Arm { contender, measure: Box::new(measure) }
        };
        self.participants.iter().enumerate().map(arm).collect()
    }

    /// What a query takes in the window of this number, which must sum up as expected.
    fn time_window(
        &self,
        clock: &Clock,
        part: &Participant<'_>,
        workload: &Workload,
        expected: &[u64],
        number: usize,
    ) -> Result<f64> {
        let length = self.study.policy.window;
        let window = |number: usize| {
            let start = number % expected.len() * length;
            start..start + length
        };
        // What runs before warms the tables without telling the branch predictor what comes;
        // the window itself is left out.
        let warming = (self.study.policy.warm_up / length).min(expected.len() - 1);
        for before in (1..=warming).rev() {
            black_box((workload.run)(window(number + expected.len() - before)));
        }
        let start = clock.start();
        let sum = (workload.run)(window(number));
        let elapsed = clock.elapsed(start);
        if part.contender.is_variant() && sum != expected[number % expected.len()] {
            bail!("{} answers wrongly while it is timed", part.contender.name);
        }
        Ok(elapsed as f64 / length as f64)
    }

    fn expected_sums(&self, questions: Option<u64>) -> Sums {
        let length = self.study.policy.window;
        let asked = Asked { stream: self.stream, questions };
        let mut sums = BTreeMap::new();
        for Participant { contender, .. } in &self.participants {
            let oracle = self.study.oracle_of(contender);
            if let Entry::Vacant(entry) = sums.entry(oracle.name) {
                let oracle = oracle.workload(asked, self.kernel, Placement::default());
                let window = |i| (oracle.run)(i * length..(i + 1) * length);
                entry.insert((0..oracle.queries / length).map(window).collect());
            }
        }
        sums
    }

    fn expected_of(&self, part: &Participant<'_>, sums: &Sums) -> Arc<[u64]> {
        Arc::clone(&sums[self.study.oracle_of(part.contender).name])
    }

    /// The kernel at every place.
    fn workloads(&self, part: &Participant<'_>, questions: Option<u64>) -> Vec<Workload> {
        let asked = Asked { stream: self.stream, questions };
        let placements = (0..PLACES.len()).map(|place| Placement { place, copy: part.copy });
        placements.map(|at| part.contender.workload(asked, self.kernel, at)).collect()
    }
}

fn take(contender: &Contender, copy: usize) -> Participant<'_> {
    Participant { contender, copy }
}
