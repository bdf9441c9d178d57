//! Sampling on simulated machines whose costs are known: it ends in its time, gives figures
//! on every one of them, and says the right word about it.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use records::{Core, Stop, Verdict};
use sampling::hardware::IdleProbe;
use sampling::verdict::{narrow_enough, verdicts};
use sampling::{Arm, Budget, Counted, Gate, Host, Roles, Samples, Scale, sample};
use std::cell::RefCell;
use std::time::Duration;

/// A machine that is played: how it behaves at a time in nanoseconds.
struct Played {
    state: RefCell<State>,
    /// The cycles of an idle probe when nothing else runs, by its state.
    idle: fn(IdleProbe, &mut Xoshiro256PlusPlus) -> f64,
    /// Whether another program uses the same core.
    has_company: fn(f64) -> bool,
    /// Core cycles in a nanosecond.
    frequency: fn(f64) -> f64,
}

struct State {
    nanoseconds: f64,
    random: Xoshiro256PlusPlus,
}

/// Ticks of the clock in a nanosecond.
const TICKS: f64 = 2.6;

impl Played {
    fn new(
        idle: fn(IdleProbe, &mut Xoshiro256PlusPlus) -> f64,
        has_company: fn(f64) -> bool,
        frequency: fn(f64) -> f64,
    ) -> Played {
        let random = Xoshiro256PlusPlus::seed_from_u64(0x5a3d);
        let state = RefCell::new(State { nanoseconds: 0.0, random });
        Played { state, idle, has_company, frequency }
    }

    /// Lets so many cycles of work pass, which company slows down by half; in ticks.
    fn work(&self, cycles: f64) -> f64 {
        let mut state = self.state.borrow_mut();
        let slowed = if (self.has_company)(state.nanoseconds) { 1.5 } else { 1.0 };
        let noise = 1.0 + 0.002 * unit(&mut state.random);
        let took = cycles * slowed * noise / (self.frequency)(state.nanoseconds);
        state.nanoseconds += took;
        took * TICKS
    }

    /// Two contenders, the second `ratio` times as slow, with what belongs to them.
    fn arms(&self, ratio: f64) -> Vec<Arm<'_>> {
        let cycles = [2.0, 2.0 * ratio, 2.0, 2.0, 1.0, 1.0];
        let arm = |(contender, cycles): (usize, f64)| Arm {
            contender,
            measure: Box::new(move |_| Ok(self.work(4096.0 * cycles) / 4096.0)),
        };
        cycles.into_iter().enumerate().map(arm).collect()
    }
}

/// Between 0 and 1.
fn unit(random: &mut Xoshiro256PlusPlus) -> f64 {
    (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

impl Host for Played {
    fn elapsed(&self) -> Duration {
        Duration::from_nanos(self.state.borrow().nanoseconds as u64)
    }

    fn rest(&self) {
        self.state.borrow_mut().nanoseconds += 2e6;
    }

    /// Chains of dependent instructions do not notice company.
    fn calibrate(&self) -> Scale {
        let mut state = self.state.borrow_mut();
        let frequency = (self.frequency)(state.nanoseconds);
        state.nanoseconds += 84_000.0 / frequency;
        let noise = 1.0 + 0.001 * (unit(&mut state.random) - 0.5);
        Scale { factor: frequency / TICKS * noise, addition: 1.0 }
    }

    fn idle(&self, probe: IdleProbe) -> f64 {
        let mut state = self.state.borrow_mut();
        let slowed = if (self.has_company)(state.nanoseconds) { 2.0 } else { 1.0 };
        let cycles = (self.idle)(probe, &mut state.random) * slowed;
        let took = cycles / (self.frequency)(state.nanoseconds);
        state.nanoseconds += took;
        took * TICKS
    }
}

/// What came of a table on this machine, whose second contender takes `ratio` times as long.
fn sampled(machine: &Played, ratio: f64) -> (Core, Stop, Option<Verdict>, f64) {
    let gate = Gate::learn(machine, Duration::from_secs(5));
    let mut arms = machine.arms(ratio);
    let mut samples = Samples::new(&arms);
    let budget = Budget { rounds: 192, time: Duration::from_secs(3) };
    let roles = Roles { variants: vec![0, 1], copies: vec![2, 3], null: 4, null_copy: 5 };
    let begin = machine.elapsed();
    let enough = |counted: &Counted<'_>| narrow_enough(counted, &roles);
    sample(&gate, &mut arms, budget, &mut samples, enough).unwrap();
    assert!(machine.elapsed() - begin < budget.time + Duration::from_millis(100));
    let counted = samples.counted(&gate);
    let verdicts = verdicts(&counted, &roles).expect("figures on every machine");
    let found = verdicts.ratios[1].expect("a ratio").value;
    (counted.core, samples.stop, verdicts.of(1, 0), found)
}

/// Never, and 90 % of the time in stretches of 9 ms.
fn alone(_: f64) -> bool {
    false
}

fn mostly_in_company(nanoseconds: f64) -> bool {
    nanoseconds % 1e7 < 9e6
}

fn now_and_then_in_company(nanoseconds: f64) -> bool {
    nanoseconds % 1e7 < 1e6
}

fn steady(_: f64) -> f64 {
    3.7
}

/// Goes up and down by a fifth within 31 microseconds.
fn restless(nanoseconds: f64) -> f64 {
    3.7 * (1.0 + 0.2 * (nanoseconds / 31e3 * std::f64::consts::TAU).sin())
}

/// One mode for all probes.
fn one_mode(_: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    4000.0 * (1.0 + 0.01 * unit(random))
}

/// What a Zen 4 guest showed, quiet: the nops in a loop by their quantiles, the additions
/// by theirs, and nops that overflow its op cache in the place of the wide ones.
fn zen_4(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    const LOOP: [f64; 6] = [2049.0, 2074.0, 2074.0, 2074.0, 2111.0, 2148.0];
    const ADDITIONS: [f64; 6] = [5341.0, 5407.0, 5407.0, 5444.0, 5444.0, 5556.0];
    let of: &[f64] = match probe {
        IdleProbe::Nops => &LOOP,
        IdleProbe::Additions => &ADDITIONS,
        IdleProbe::WideNops => &STRAIGHT,
    };
    of[(unit(random) * of.len() as f64) as usize]
}

/// Forty runs of 20,000 nops that overflow the op cache, as they came.
const STRAIGHT: [f64; 40] = [
    10815.0, 5037.0, 5000.0, 4407.0, 5037.0, 4556.0, 3889.0, 5037.0, 5037.0, 4963.0, 4370.0,
    4390.0, 4407.0, 4444.0, 4444.0, 4444.0, 5000.0, 4407.0, 3815.0, 5037.0, 4444.0, 5037.0, 3741.0,
    5037.0, 4444.0, 4444.0, 3778.0, 5037.0, 4407.0, 4444.0, 3741.0, 5037.0, 5037.0, 4926.0, 4889.0,
    5037.0, 5037.0, 5037.0, 4519.0, 5037.0,
];

/// Every probe has two modes, 15 % apart and equally frequent.
fn two_modes(_: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    if unit(random) < 0.5 { 4000.0 } else { 4600.0 }
}

/// Every probe has the three modes of the overflowing nops.
fn three_modes(_: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
    STRAIGHT[(unit(random) * STRAIGHT.len() as f64) as usize]
}

#[test]
fn a_quiet_machine_is_called_quiet() {
    for idle in [one_mode, zen_4] {
        let (core, stop, verdict, ratio) = sampled(&Played::new(idle, alone, steady), 1.03);
        assert_eq!((core, stop, verdict), (Core::Quiet, Stop::Narrow, Some(Verdict::Slower)));
        assert!((ratio - 1.03).abs() < 0.002, "{ratio}");
    }
}

#[test]
fn where_no_probe_is_steady_there_are_figures_all_the_same() {
    for idle in [two_modes, three_modes] {
        let (core, _, verdict, ratio) = sampled(&Played::new(idle, alone, steady), 1.03);
        assert_eq!((core, verdict), (Core::Company, Some(Verdict::Slower)));
        assert!((ratio - 1.03).abs() < 0.002, "{ratio}");
    }
}

#[test]
fn a_neighbour_for_most_of_the_time_leaves_figures_in_company() {
    let machine = Played::new(one_mode, mostly_in_company, steady);
    let (core, _, _, ratio) = sampled(&machine, 1.03);
    assert_eq!(core, Core::Company);
    assert!((ratio - 1.03).abs() < 0.02, "{ratio}");
}

#[test]
fn a_neighbour_now_and_then_is_kept_out() {
    let machine = Played::new(zen_4, now_and_then_in_company, steady);
    let (core, _, verdict, ratio) = sampled(&machine, 1.03);
    assert_eq!((core, verdict), (Core::Quiet, Some(Verdict::Slower)));
    assert!((ratio - 1.03).abs() < 0.002, "{ratio}");
}

#[test]
fn a_frequency_that_never_settles_is_called_so() {
    let (core, _, _, ratio) = sampled(&Played::new(one_mode, alone, restless), 1.1);
    assert_eq!(core, Core::Unsteady);
    assert!((ratio - 1.1).abs() < 0.05, "{ratio}");
}

#[test]
fn equal_contenders_are_seldom_called_different() {
    for company in [alone, now_and_then_in_company, mostly_in_company] {
        let machine = Played::new(one_mode, company, steady);
        let different = (0..40).filter(|_| sampled(&machine, 1.0).2 != Some(Verdict::Tie)).count();
        assert!(different <= 2, "{different} of 40");
    }
}

#[test]
fn a_wrong_answer_ends_the_sampling() {
    let machine = Played::new(one_mode, alone, steady);
    let gate = Gate::learn(&machine, Duration::from_secs(1));
    let mut arms = [Arm { contender: 0, measure: Box::new(|_| anyhow::bail!("wrong")) }];
    let mut samples = Samples::new(&arms);
    let budget = Budget { rounds: 1, time: Duration::from_secs(1) };
    assert!(sample(&gate, &mut arms, budget, &mut samples, |_| true).is_err());
}

#[test]
fn a_core_is_called_narrow_by_nops_alone() {
    fn five_thousand(_: IdleProbe, _: &mut Xoshiro256PlusPlus) -> f64 {
        5000.0
    }
    fn restless_nops(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
        if probe == IdleProbe::Nops { 3000.0 * (1.0 + unit(random)) } else { 5500.0 }
    }
    let width = |idle| {
        let machine = Played::new(idle, alone, |_| 2.6);
        Gate::learn(&machine, Duration::from_secs(5)).width(5000.0)
    };
    assert_eq!(width(five_thousand), Some(4.0));
    assert_eq!(width(restless_nops), None);
}
