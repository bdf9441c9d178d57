//! Figures on every machine, and the state of its core.

use super::*;

/// Machines, the states of their cores, and how near ratios come to the truth.
#[test]
fn every_machine_gives_figures_and_the_state_of_its_core() {
    for (number, (machine, core, by)) in [
        (quiet(), Core::Quiet, 0.001),
        (Machine { idle: zen_4, ..quiet() }, Core::Quiet, 0.001),
        // A probe that is mostly slow, and one that is never steady: nobody knows who used the core.
        (Machine { idle: two_modes, ..quiet() }, Core::Company, 0.001),
        (Machine { idle: three_modes, ..quiet() }, Core::Unknown, 0.001),
        // A neighbour is kept out, or leaves figures in company.
        (
            Machine { idle: zen_4, has_company: now_and_then_in_company, ..quiet() },
            Core::Quiet,
            0.001,
        ),
        // One that never leaves hides what a quiet core is.
        (Machine { has_company: mostly_in_company, ..quiet() }, Core::Unknown, 0.02),
        // A frequency that never settles.
        (Machine { frequency: restless, ..quiet() }, Core::Unsteady, 0.05),
        // Clocks of other steps.
        (Machine { step: 26.0, ..quiet() }, Core::Quiet, 0.003),
        (Machine { step: 1000.0, ..quiet() }, Core::Quiet, 0.003),
        // A counter that jumps backwards, with and without a steady probe.
        (Machine { lost: 0.1, ..quiet() }, Core::Quiet, 0.001),
        (Machine { lost: 0.1, idle: two_modes, ..quiet() }, Core::Company, 0.001),
        // A tenth of a core.
        (Machine { granted: PERIOD / 10.0, ..quiet() }, Core::Quiet, 0.002),
    ]
    .into_iter()
    .enumerate()
    {
        let said = sampled(&machine.gate(), &mut table(&machine, 1.03));
        assert_eq!(said.core, core, "{number}");
        assert!(is_near(said.ratio, 1.03, by), "{number}: {:?}", said.ratio);
        if by <= 0.003 {
            assert_eq!(said.verdict, Some(Verdict::Slower), "{number}");
            assert!(is_near(said.net, 1.06, 4.0 * by), "{number}: {:?}", said.net);
            assert!(is_near(said.slope, 1.0, 10.0 * by), "{number}: {:?}", said.slope);
            assert!(said.copies.iter().all(|copy| is_near(*copy, 1.0, by)), "{number}");
        }
    }
}

#[test]
fn differences_are_called_what_they_are() {
    let machine = quiet();
    let gate = machine.gate();
    for (ratio, verdict) in [
        (1.0, Verdict::Tie),
        (1.003, Verdict::Tie),
        (1.01, Verdict::Slower),
        (1.0 / 1.003, Verdict::Tie),
        (1.0 / 1.05, Verdict::Faster),
    ] {
        let said = sampled(&gate, &mut table(&machine, ratio));
        assert_eq!((said.verdict, said.blocks), (Some(verdict), BUDGET.blocks), "{ratio}");
        assert!(is_near(said.ratio, ratio, 0.001), "{:?}", said.ratio);
    }
}

#[test]
fn without_a_probe_there_is_one_attempt() {
    let machine = Machine { idle: three_modes, ..quiet() };
    let said = sampled(&machine.gate(), &mut table(&machine, 1.0));
    // Nothing tells which of several attempts to keep.
    assert_eq!(said.samples.batches, 7 * said.samples.rounds.len());
}

#[test]
fn without_a_gate_all_rounds_count_and_company_is_told() {
    for (machine, core) in [
        (Machine { has_company: now_and_then_in_company, ..quiet() }, Core::Quiet),
        (Machine { idle: two_modes, ..quiet() }, Core::Company),
        (Machine { has_company: mostly_in_company, ..quiet() }, Core::Unknown),
    ] {
        let gate = machine.gate();
        let budget = Budget::long(200, Duration::from_secs(3));
        let samples = samples_of(&gate, &mut table(&machine, 1.03), budget);
        let counted = samples.counted(&gate);
        assert_eq!((counted.core, counted.len()), (core, samples.rounds.len()));
        assert!(samples.quiet < samples.batches);
    }
}

#[test]
fn rounds_in_which_the_frequency_changes_do_not_count() {
    let machine = Machine { frequency: changing, ..quiet() };
    let gate = machine.gate();
    let samples = samples_of(&gate, &mut table(&machine, 1.03), BUDGET);
    let counted = samples.counted(&gate);
    assert_eq!(counted.core, Core::Quiet);
    let count = |is: &dyn Fn(f64, f64) -> bool| {
        samples.rounds.iter().filter(|round| is(round.idle, round.drift)).count()
    };
    let both = count(&|idle, drift| gate.is_quiet(idle) && drift <= 0.01);
    assert_eq!(counted.len(), both);
    assert!(both < count(&|idle, _| gate.is_quiet(idle)));
    assert!(both < count(&|_, drift| drift <= 0.01));
    let said = verdicts(&counted, &roles()).unwrap();
    // Cycles are the same at both frequencies.
    assert!(is_near(said.raw[0], 2.0, 0.005), "{:?}", said.raw[0]);
}

#[test]
fn a_counter_that_loses_everything_ends_without_figures() {
    let machine = Machine { lost: 1.0, ..quiet() };
    let gate = machine.gate();
    let begin = machine.elapsed();
    let samples = samples_of(&gate, &mut table(&machine, 1.0), BUDGET);
    assert!(machine.elapsed() - begin < BUDGET.time * (LATEST + 1));
    assert!(samples.rounds.is_empty() && samples.batches == 0);
    let counted = samples.counted(&gate);
    assert!(counted.is_empty() && counted.idle().is_none() && counted.multiply().is_none());
    assert!(verdicts(&counted, &roles()).is_none());
}

#[test]
fn a_slow_machine_gives_figures_once_it_has_enough_blocks() {
    let machine = quiet();
    let gate = machine.gate();
    // Seven lanes of 1 to 10 cycles take a tenth of the budget.
    let mut slow = Table { queries: 5e7, ..table(&machine, 1.05) };
    let samples = samples_of(&gate, &mut slow, BUDGET);
    // After the time, one round per block is enough.
    assert!((12..=16).contains(&samples.rounds.len()), "{}", samples.rounds.len());
    let counted = samples.counted(&gate);
    assert_eq!(counted.blocks(), FEWEST);
    assert!(verdicts(&counted, &roles()).is_none(), "too few for six variants");
    // Too slow for six blocks: only a few rounds are done.
    let mut slower = Table { queries: 1e9, ..table(&machine, 1.05) };
    let begin = machine.elapsed();
    let mut samples = samples_of(&gate, &mut slower, BUDGET);
    assert!((2..FEWEST).contains(&samples.rounds.len()), "{}", samples.rounds.len());
    assert!(machine.elapsed() - begin >= BUDGET.time * LATEST);
    // Continuing later gives figures.
    (0..4).for_each(|_| sample(&gate, &mut slower, BUDGET, &mut samples).unwrap());
    let said = verdicts(&samples.counted(&gate), &roles()).unwrap();
    assert!(is_near(said.ratios[1].unwrap(), 1.05, 0.002), "{:?}", said.ratios);
}

#[test]
fn a_core_is_called_narrow_by_nops_alone() {
    fn steady_nops(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
        if probe == IdleProbe::Nops { 5000.0 } else { 5000.0 * (1.0 + 0.04 * unit(random)) }
    }
    fn restless_nops(probe: IdleProbe, random: &mut Xoshiro256PlusPlus) -> f64 {
        if probe == IdleProbe::Nops { 3000.0 * (1.0 + unit(random)) } else { 5500.0 }
    }
    let width = |idle| Machine { idle, ..quiet() }.gate().width(5000.0);
    assert_eq!(width(steady_nops), Some(4.0));
    assert_eq!(width(restless_nops), None);
}
