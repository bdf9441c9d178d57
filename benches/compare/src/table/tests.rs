use super::*;
use crate::finding::Verdict;
use figures::Figure;
use figures::statistics::mixed;
use rand_xoshiro::rand_core::SeedableRng as _;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

/// A number from 0 to 1.
fn unit(seed: u64, number: u64) -> f64 {
    (mixed(seed << 40 | number) >> 11) as f64 / (1_u64 << 53) as f64
}

/// About a normal distribution's.
fn bell(seed: u64, number: u64) -> f64 {
    (0..12).map(|part| unit(seed, 16 * number + part) - 0.5).sum()
}

/// A machine that a test plays.
#[derive(Clone, Debug)]
struct Machine {
    seed: u64,
    /// The processor time that each build takes on a machine at rest, in seconds.
    costs: Vec<f64>,
    /// By how much pages of a fresh process change that.
    pages: f64,
    /// By how much the machine as a whole drifts within a minute.
    drift: f64,
    /// How much slower it is at times, for half a second.
    dips: f64,
    /// How much slower a neighbour makes every second build while it is there, half of the time.
    neighbour: f64,
    /// For how many seconds it stays.
    stays: f64,
    nodes: Vec<u64>,
    state: Rc<RefCell<State>>,
}

#[derive(Debug, Default)]
struct State {
    now: f64,
    rounds: u64,
    /// Who began first.
    begun: BTreeSet<String>,
    /// Who went on, and for how long.
    turns: Vec<(usize, f64)>,
}

struct Played {
    machine: Machine,
    build: usize,
    /// What is left to do, in seconds of a machine at rest.
    left: f64,
    luck: f64,
    seconds: f64,
}

impl Machine {
    fn at_rest(seed: u64, costs: &[f64]) -> Machine {
        let (costs, nodes) = (costs.to_vec(), vec![77; costs.len()]);
        let state = Rc::default();
        Machine {
            seed,
            costs,
            pages: 0.0,
            drift: 0.0,
            dips: 0.0,
            neighbour: 0.0,
            stays: 5.0,
            nodes,
            state,
        }
    }

    /// How many seconds a second's work takes a build now.
    fn slowness(&self, build: usize, now: f64) -> f64 {
        let drift = self.drift * (now / 9.0).sin();
        let is_dip = unit(self.seed, (1 << 30) + (2.0 * now) as u64) < 0.1;
        let visit = unit(self.seed, (2 << 30) + (now / self.stays) as u64);
        let neighbour = if build % 2 == 1 && visit < 0.5 { self.neighbour } else { 0.0 };
        1.0 + drift + if is_dip { self.dips } else { 0.0 } + neighbour
    }

    fn compared(&self, slice: Slice, until: Until) -> Result<Table> {
        let contenders = (0..self.costs.len()).map(|number| Contender {
            name: format!("engine {number}"),
            builds: vec![Engine::from(format!("./{number}"))],
        });
        let mut generator = Xoshiro256PlusPlus::seed_from_u64(self.seed);
        Table::run(contenders.collect(), &mut self.clone(), slice, until, &mut generator)
    }
}

impl Host for Machine {
    type Process = Played;

    fn begin(&mut self, engines: &[&Engine]) -> Result<Vec<Played>> {
        let mut state = self.state.borrow_mut();
        state.rounds += 1;
        state.begun.extend(engines.first().map(|first| first.text().to_owned()));
        let process = |engine: &&Engine| {
            // It is named after its place.
            let build: usize = engine.text()[2..].parse()?;
            Ok(Played {
                machine: self.clone(),
                build,
                left: self.costs[build],
                luck: 1.0
                    + self.pages * bell(self.seed, (3 << 30) + state.rounds * 16 + build as u64),
                seconds: 0.0,
            })
        };
        engines.iter().map(process).collect()
    }

    fn seconds(&self) -> f64 {
        self.state.borrow().now
    }
}

impl Turns for Played {
    fn turn(&mut self, slice: Slice) -> Result<Option<Run>> {
        let mut state = self.machine.state.borrow_mut();
        let slowness = self.luck * self.machine.slowness(self.build, state.now);
        let Slice::Of(slice) = slice else { panic!("no test plays whole runs") };
        let spent = slice.as_secs_f64().min(self.left * slowness);
        self.left -= spent / slowness;
        self.seconds += spent;
        // A process that ends leaves the rest of its slice to nobody.
        state.now += slice.as_secs_f64();
        state.turns.push((self.build, spent));
        let nodes = self.machine.nodes[self.build];
        Ok((self.left <= 1e-9).then_some(Run { nodes, seconds: self.seconds, cycles: None }))
    }
}

const SLICE: Slice = Slice::Of(Duration::from_millis(20));

fn gain(table: &Table, test: usize) -> f64 {
    100.0 * (table.findings().nth(test).unwrap().ratio().value - 1.0)
}

#[test]
fn every_build_takes_turns_in_ever_new_orders_until_it_has_ended() {
    let machine = Machine::at_rest(1, &[0.1, 0.2, 0.1]);
    let table = machine.compared(SLICE, Until::Rounds(6)).unwrap();
    assert_eq!((table.rounds.len(), table.nodes, machine.state.borrow().rounds), (6, 77, 7));
    let state = machine.state.borrow();
    let first: Vec<_> = state.turns[..20].iter().map(|(build, _)| *build).collect();
    // Five slices of each, then the slow one alone.
    for turns in first[..15].chunks(3) {
        assert_eq!(turns.iter().collect::<BTreeSet<_>>().len(), 3, "{first:?}");
    }
    assert_eq!(first[15..20], [1; 5]);
    let orders: BTreeSet<_> = first[..15].chunks(3).collect();
    assert!(orders.len() > 2, "{first:?}");
    assert_eq!(state.begun.len(), 3, "who begins first is drawn: {:?}", state.begun);
    // Each costs its own time, to the last slice, and none of the others'.
    for run in table.rounds.iter().map(|round| round.iter().map(|run| run.seconds)) {
        let expected = [0.1, 0.2, 0.1];
        assert!(run.zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9));
    }
    assert!((gain(&table, 0) + 50.0).abs() < 1e-6 && gain(&table, 1).abs() < 1e-6);
}

#[test]
fn a_comparison_takes_the_time_that_it_is_given() {
    let machine = Machine::at_rest(2, &[1.0, 1.0]);
    // A round takes 2 s, and the first one does not count.
    let rounds = |until| machine.clone_at_rest().compared(SLICE, until).unwrap().rounds.len();
    assert_eq!(rounds(Until::Seconds(61.0)), 29);
    assert_eq!(rounds(Until::Seconds(1.0)), 6);
    assert_eq!(rounds(Until::Rounds(9)), 9);
    // Without noise the first look ends it; an interval that is not reached takes its time.
    assert_eq!(rounds(Until::Within { half: 0.1, seconds: 1000.0 }), 60);
    let noisy = Machine { pages: 0.02, ..machine };
    let until = Until::Within { half: 0.001, seconds: 300.0 };
    let table = noisy.clone_at_rest().compared(SLICE, until).unwrap();
    assert!((145..150).contains(&table.rounds.len()) && !table.is_within(0.001));
}

/// Every test has its own interval, and the widest decides.
#[test]
fn a_comparison_goes_on_until_all_intervals_are_narrow() {
    let uneven = Machine { neighbour: 0.05, stays: 1.3, ..Machine::at_rest(9, &[0.4, 0.4, 0.4]) };
    let until = Until::Within { half: 0.4, seconds: 200.0 };
    let table = uneven.compared(SLICE, until).unwrap();
    // The neighbour disturbs the second engine alone.
    let halves: Vec<_> = table.findings().map(|finding| finding.half()).collect();
    assert!(halves[0] > 0.4 && halves[1] < 0.1, "{halves:?}");
    assert!(table.rounds.len() > 150 && !table.is_within(0.4), "{}", table.rounds.len());
}

impl Machine {
    /// The same before its first round.
    fn clone_at_rest(&self) -> Machine {
        Machine { state: Rc::default(), ..self.clone() }
    }
}

#[test]
fn engines_that_visit_other_nodes_have_no_ratio_in_whatever_round() {
    let mut machine = Machine::at_rest(3, &[0.1, 0.1, 0.1]);
    machine.nodes[2] = 78;
    let error = machine.compared(SLICE, Until::Rounds(6)).unwrap_err().to_string();
    assert_eq!(error, "./2: expected 77 nodes as ./0 has, found 78: no ratio of speeds");
}

/// Slices share what the machine does: drift and dips of a fifth, which whole runs do not.
#[test]
fn slices_share_what_a_machine_does() {
    let machine = Machine { drift: 0.2, dips: 0.3, ..Machine::at_rest(4, &[1.0, 1.0 / 1.01]) };
    let half = |slice: u64| {
        let slice = Slice::Of(Duration::from_millis(slice));
        let table = machine.clone_at_rest().compared(slice, Until::Rounds(24)).unwrap();
        assert!((gain(&table, 0) - 1.0).abs() < 3.0, "{}", gain(&table, 0));
        table.findings().next().unwrap().half()
    };
    let [short, long] = [half(20), half(500)];
    assert!(short < 0.5 && long > 4.0 * short, "±{short} and ±{long}");
}

/// In tables of two equal engines that stop where an interval is narrow. A rule that looks after each
/// round from the twelfth and does not pay misses in 20 and more of 100 such tables.
#[test]
fn whoever_stops_at_a_narrow_interval_keeps_its_level() {
    let rest = |seed| Machine { pages: 0.01, drift: 0.1, ..Machine::at_rest(seed, &[0.4, 0.4]) };
    let tables = 100;
    // A neighbour stays for two rounds, or for seven.
    for (name, dips, neighbour, stays) in [
        ("drift", 0.0, 0.0, 1.0),
        ("dips", 0.5, 0.0, 1.0),
        ("a short neighbour", 0.0, 0.015, 1.6),
        ("a long neighbour", 0.0, 0.01, 5.6),
    ] {
        let is_missed = |seed: &u64| {
            let machine = Machine { dips, neighbour, stays, ..rest(*seed) };
            // The neighbour is there half of the time.
            let truth = 1.0 / (1.0 + machine.neighbour / 2.0);
            let until = Until::Within { half: 0.5, seconds: 400.0 };
            let table = machine.compared(SLICE, until).unwrap();
            let Figure { low, high, .. } = table.findings().next().unwrap().ratio();
            truth < low || high < truth
        };
        let missed = (1000..1000 + tables).filter(is_missed).count();
        assert!(missed <= 6, "{missed} of {tables} with {name}");
    }
    let quiet = Machine { pages: 0.002, ..Machine::at_rest(5, &[0.4, 0.4 / 1.005]) };
    let found = quiet.compared(SLICE, Until::Within { half: 0.3, seconds: 400.0 }).unwrap();
    assert_eq!(found.findings().next().unwrap().verdict(), Verdict::Faster);
}
